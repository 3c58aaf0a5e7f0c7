"""Claims about a moment: goals of exercises and statements to be checked, as small tables.

A claim never decides a rule. It looks at the state the engine made, at the rules the engine's events name, at what was tried, and
asks the engine whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.faults import Fault, nearest, sentence
from engine.mystic_wood.material.cards import CARDS, KNIGHTS
from engine.mystic_wood.material.wood import every_area

if TYPE_CHECKING:
    from engine.events import Event
    from engine.mystic_wood.play.state import State
    from engine.mystic_wood.position.table import Area, Knight
    from engine.records import Step

KNIGHT_FLAGS = ("imprisoned", "captured", "inside", "king", "quest_done", "out")
KNIGHT_KEYS = ("at", "has", "lacks", "beats", "fighting", "strength", "prowess", *KNIGHT_FLAGS)
AREA_KEYS = ("face", "turned", "name", "storm", "holds", "lacks_card")
RULE_KEYS = ("event", "no_event", "refused")
ACTION_KEYS = ("played", "legal", "illegal")
SEAT_KEYS = ("turn", "to_move", "winner")
#: What only the way to a moment tells, and no single step.
PAST_KEYS = ("no_event", "refused", "played")
TOP_KEYS = ("knight", "area", *RULE_KEYS, *ACTION_KEYS, *SEAT_KEYS, "face_up", "any", "not")
#: What names cards.
CARD_KEYS = ("has", "lacks", "holds", "lacks_card", "beats")
_KEYS = (*TOP_KEYS, *KNIGHT_KEYS, *AREA_KEYS)

#: The kinds of events that tell who has beaten whom.
_BEATS = ("vanquishes", "joust-won")


@dataclass(frozen=True, slots=True)
class Past:
    """What a claim is held against: the state, the rules named by the ``events`` so far, what was refused and what was played."""

    state: State
    rules: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    played: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def beaten(self) -> frozenset[tuple[str, str]]:
        """Each Knight and whom he has beaten, alone or with others: a denizen or a Knight."""
        told = (event for event in self.events if event.kind in _BEATS)
        return frozenset((who, foe) for event in told for who in event.who for foe in event.what + event.others)


@dataclass(frozen=True, slots=True)
class Claim:
    """Tables of which each must hold, key by key; values are strings, numbers, truth values, tuples, or further claims."""

    tables: tuple[tuple[tuple[str, Any], ...], ...]

    def holds(self, past: Past) -> bool:
        """Whether all of it is so. An action that cannot be read raises UnreadableText."""
        return all(_table_holds(dict(table), past) for table in self.tables)

    def comes_true(self, step: Step[State]) -> bool:
        """Whether it is so with this step, whatever came before."""
        rules = frozenset(rule for event in step.events for rule in event.rules)
        return self.holds(Past(step.state, rules, events=step.events))

    def keys(self) -> Iterator[tuple[str, Any]]:
        """Every key and value of it, inner claims included."""
        for table in self.tables:
            for key, value in table:
                yield key, value
                inner = value if key == "any" else (value,) if key == "not" else ()
                for claim in inner:
                    yield from claim.keys()

    @property
    def looks_back(self) -> str:
        """A key of it that is about what came before, and that no single step can make true; "" if there is none."""
        return next((key for key, _ in self.keys() if key in PAST_KEYS), "")

    @property
    def refusals(self) -> tuple[str, ...]:
        """The rules under which something is to be tried in vain; empty if that is not the point."""
        return tuple(rule for key, value in self.keys() if key == "refused" for rule in _several(value))


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def held_by(knight: Knight) -> frozenset[str]:
    """The ids of all cards a Knight holds: things, companions, prowess cards, Horse, Grail and Blessing."""
    found = {*knight.things, *knight.companions, *knight.prowess_cards}
    found |= {
        card
        for card, has in (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
        if has
    }
    return frozenset(found)


def lying_in(area: Area) -> frozenset[str]:
    """The ids of the denizens and loose things that lie in an area."""
    return frozenset({*area.denizens, *area.things, *area.things_outside})


def _knight_holds(table: Mapping[str, Any], past: Past) -> bool:
    state = past.state
    try:
        knight = state.knight(table["knight"])
    except KeyError:
        return False
    tests: dict[str, Callable[[Any], bool]] = {
        "at": lambda value: knight.at in _several(value),
        "has": lambda value: set(_several(value)) <= held_by(knight),
        "lacks": lambda value: not set(_several(value)) & held_by(knight),
        "beats": lambda value: {(knight.id, foe) for foe in _several(value)} <= past.beaten,
        "fighting": lambda value: (
            knight.fighting == value if isinstance(value, str) else bool(knight.fighting) is value
        ),
        "strength": lambda value: state.strength(knight.id) == value,
        "prowess": lambda value: state.prowess(knight.id) == value,
    }
    return all(
        tests[key](value) if key in tests else getattr(knight, key) is value
        for key, value in table.items()
        if key in KNIGHT_KEYS
    )


def _area_holds(table: Mapping[str, Any], state: State) -> bool:
    area = state.area(table["area"])
    tests: dict[str, Callable[[Any], bool]] = {
        "face": lambda value: area.face_up is (value == "up"),
        "turned": lambda value: area.turned is value,
        "name": lambda value: area.name == value,
        "storm": lambda value: bool(area.storm) is value if isinstance(value, bool) else area.storm == value,
        "holds": lambda value: set(_several(value)) <= lying_in(area),
        "lacks_card": lambda value: not set(_several(value)) & lying_in(area),
    }  # fmt: skip
    return all(tests[key](value) for key, value in table.items() if key in AREA_KEYS)


def _table_holds(table: Mapping[str, Any], past: Past) -> bool:
    state = past.state
    tests: dict[str, Callable[[Any], bool]] = {
        "knight": lambda _: _knight_holds(table, past),
        "area": lambda _: _area_holds(table, state),
        "event": lambda value: set(_several(value)) <= past.rules,
        "no_event": lambda value: not set(_several(value)) & past.rules,
        "refused": lambda value: bool(set(_several(value)) & past.refused),
        "played": lambda value: bool(set(_several(value)) & set(past.played)),
        "legal": lambda value: all(state.judge(action).legal for action in _several(value)),
        "illegal": lambda value: all(not state.judge(action).legal for action in _several(value)),
        "turn": lambda value: state.turn == value,
        "to_move": lambda value: state.to_move == value,
        "winner": lambda value: value in state.winners,
        "face_up": lambda value: sum(area.face_up for area in state.areas) >= value,
        "any": lambda value: any(claim.holds(past) for claim in value),
        "not": lambda value: not value.holds(past),
    }
    return all(tests[key](value) for key, value in table.items() if key in tests)


# ---------------------------------------------------------------- reading


def parse_claim(raw: object, where: str, rules: tuple[str, ...], faults: list[Fault]) -> Claim | None:
    """A claim from TOML: a table or a list of tables. Every fault found is added to ``faults``; None if there are any.

    ``rules`` are the ids of the ledger, ``where`` says to whoever wrote it where it stands.
    """
    before = len(faults)
    listed = raw if isinstance(raw, list) else [raw]
    if not listed:
        faults.append(Fault(where, "it claims nothing", 'Write a table, like { knight = "george", at = "c2" }.'))
    tables = [_parse_table(table, where, rules, faults) for table in listed]
    return Claim(tuple(tables)) if len(faults) == before else None


def _parse_table(raw: object, where: str, rules: tuple[str, ...], faults: list[Fault]) -> tuple[tuple[str, Any], ...]:
    if not isinstance(raw, dict) or not raw:
        faults.append(Fault(where, f"{raw!r} is no claim", 'Write a table, like { knight = "george", at = "c2" }.'))
        return ()
    found: list[tuple[str, Any]] = []
    for key, value in raw.items():
        fix = _value_fault(key, value, raw, rules)
        if fix is not None:
            faults.append(Fault(where, *fix))
        elif key == "any":
            inner = [parse_claim(claim, where, rules, faults) for claim in value]
            found.append((key, tuple(claim for claim in inner if claim is not None)))
        elif key == "not":
            found.append((key, parse_claim(value, where, rules, faults)))
        else:
            found.append((key, tuple(value) if isinstance(value, list) else value))
    return tuple(found)


def _value_fault(key: str, value: Any, table: Mapping[str, Any], rules: tuple[str, ...]) -> tuple[str, str] | None:
    """What is wrong with one key of a claim and what would be right."""
    if key not in _KEYS:
        return f"a claim knows no key {key!r}", sentence(nearest(key, _KEYS))
    if key in KNIGHT_KEYS and "knight" not in table:
        return f"{key} says not of which Knight", 'Add knight = "george" (or another) to the same table.'
    if key in AREA_KEYS and "area" not in table:
        return f"{key} says not of which area", 'Add area = "c2" (or another) to the same table.'
    if value == [] and key in ("at", *CARD_KEYS, *RULE_KEYS):
        return f"{key} names nothing", "Name something, or leave the key out."
    if key in RULE_KEYS:
        return _unknown("rule", value, rules)
    if key in CARD_KEYS:
        return _unknown("card", value, tuple(CARDS.all()))
    fits, wrong, right = _VALUES.get(key, _TEXT)
    return None if fits(value) else (wrong.format(key=key, value=value), right)


def _unknown(what: str, value: Any, known: tuple[str, ...]) -> tuple[str, str] | None:
    """The first of these values that is not known, and what may be meant."""
    for each in _listed(value):
        if each not in known:
            return f"there is no {what} {each!r}", sentence(nearest(str(each), known))
    return None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


#: Whether a value fits, what is wrong if not, and what would be right.
_Value = tuple[Callable[[Any], bool], str, str]
_KNIGHT: _Value = (lambda value: value in KNIGHTS, "{value!r} is no Knight", f"Knights: {', '.join(KNIGHTS)}.")
_AREAS: _Value = (
    lambda value: all(area in every_area() for area in _listed(value)),
    "{value!r} is no area",
    'Areas are named from "a1" to "e9".',
)
_TRUTH: _Value = (_is_truth, "{key} = {value!r} is neither true nor false", "Write true or false.")
_NUMBER: _Value = (_is_number, "{key} = {value!r} is no whole number", "Write a whole number.")
_EITHER: _Value = (
    lambda value: isinstance(value, bool | int | str),
    "{key} = {value!r} cannot be",
    "Write true or false.",
)
_TEXT: _Value = (
    lambda value: all(isinstance(text, str) for text in _listed(value)),
    "{key} = {value!r} is no text",
    "Write it in quotes.",
)
#: What is asked of the value of each key.
_VALUES: dict[str, _Value] = {
    **dict.fromkeys(("knight", *SEAT_KEYS), _KNIGHT),
    "area": (lambda value: value in every_area(), _AREAS[1], _AREAS[2]),
    "at": _AREAS,
    **dict.fromkeys((*KNIGHT_FLAGS, "turned"), _TRUTH),
    **dict.fromkeys(("strength", "prowess", "face_up"), _NUMBER),
    **dict.fromkeys(("fighting", "storm"), _EITHER),
    "face": (lambda value: value in ("up", "down"), "face = {value!r} cannot be", 'Write "up" or "down".'),
    "any": (lambda value: isinstance(value, list) and bool(value), "any holds no claims", "Write any = [{ ... }, { ... }]."),
    "not": (lambda value: isinstance(value, dict), "not holds no claim", "Write not = { ... }."),
}
