"""Claims about a moment: goals of exercises and statements to be checked, as small tables.

A claim never decides a rule. It looks at the state the engine made, at the rules the engine's events name, at what was tried, and
asks the engine whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.contract.events import rules_of
from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.teach.game.teachable import Teachable, Value

if TYPE_CHECKING:
    from engine.contract.events import Event
    from engine.contract.records import Step

RULE_KEYS = ("event", "no_event", "refused")
ACTION_KEYS = ("played", "legal", "illegal")
SEAT_KEYS = ("turn", "to_move", "winner")
#: What only the way to a moment tells, and no single step.
PAST_KEYS = ("no_event", "refused", "played")
#: What claims can say in every game.
COMMON_KEYS = (*RULE_KEYS, *ACTION_KEYS, *SEAT_KEYS, "any", "not")


@dataclass(frozen=True, slots=True)
class Past:
    """What a claim is held against: the state, the rules named by the ``events`` so far, what was refused and what was played."""

    state: Any
    rules: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    played: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Tables of which each must hold, key by key; values are strings, numbers, truth values, tuples, or further claims.

    ``game`` says what else can be said than what can be of every game.
    """

    tables: tuple[tuple[tuple[str, Any], ...], ...]
    game: Teachable = field(compare=False, repr=False)

    def holds(self, past: Past) -> bool:
        """Whether all of it is so. An action that cannot be read raises UnreadableText."""
        return all(_table_holds(dict(table), past, self.game) for table in self.tables)

    def comes_true(self, step: Step[Any]) -> bool:
        """Whether it is so with this step, whatever came before."""
        rules = frozenset(rules_of(step.events))
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
        return tuple(rule for key, value in self.keys() if key == "refused" for rule in several(value))

    @property
    def judged(self) -> tuple[str, ...]:
        """The actions it calls legal or not."""
        return tuple(action for key, value in self.keys() if key in ("legal", "illegal") for action in several(value))


def several(value: Any) -> tuple[Any, ...]:
    """One value or a tuple of them as a tuple."""
    return value if isinstance(value, tuple) else (value,)


#: What holds of every game: of a value and the past.
_COMMON: Mapping[str, Callable[[Any, Past], bool]] = {
    "event": lambda value, past: set(several(value)) <= past.rules,
    "no_event": lambda value, past: not set(several(value)) & past.rules,
    "refused": lambda value, past: bool(set(several(value)) & past.refused),
    "played": lambda value, past: bool(set(several(value)) & set(past.played)),
    "legal": lambda value, past: all(past.state.judge(action).legal for action in several(value)),
    "illegal": lambda value, past: all(not past.state.judge(action).legal for action in several(value)),
    "turn": lambda value, past: bool(past.state.turn == value),
    "to_move": lambda value, past: bool(past.state.to_move == value),
    "winner": lambda value, past: value in past.state.winners,
    "any": lambda value, past: any(claim.holds(past) for claim in value),
    "not": lambda value, past: not value.holds(past),
}


def _table_holds(table: Mapping[str, Any], past: Past, game: Teachable) -> bool:
    for key, value in table.items():
        if key in _COMMON:
            holds = _COMMON[key](value, past)
        elif key in game.conditions:
            holds = game.conditions[key].holds(past, "", value)
        elif key in game.subjects:
            subject = game.subjects[key]
            said = [(name, what) for name, what in table.items() if name in subject.keys]
            holds = subject.there(past.state, value) and all(
                subject.keys[name].holds(past, value, what) for name, what in said
            )
        else:
            continue  # what is said of a subject is held with it
        if not holds:
            return False
    return True


def several_keys(game: Teachable) -> tuple[str, ...]:
    """The keys of a claim that may have a list of texts."""
    own = {**game.conditions, **{key: one for subject in game.subjects.values() for key, one in subject.keys.items()}}
    return (*RULE_KEYS, *ACTION_KEYS, *(key for key, one in own.items() if one.several))


# ---------------------------------------------------------------- reading


def read_claim(raw: Any, key: str, where: str, game: Teachable, faults: list[Fault]) -> Claim | None:
    """A claim as a lesson has it, its actions as the engine writes them. What is wrong goes into ``faults``; then it is None."""
    before = len(faults)
    plain = _plain(raw, key, where, game, faults)
    return parse_claim(plain, where, game, faults) if len(faults) == before else None


def _plain(raw: Any, key: str, where: str, game: Teachable, faults: list[Fault]) -> Any:
    """A claim with its actions as the engine writes them; lists stand only where there may be several."""
    if isinstance(raw, list):
        return [_plain(table, key, where, game, faults) for table in raw]
    if not isinstance(raw, dict):
        return raw
    plain: dict[str, Any] = {}
    listable = several_keys(game)
    for name, value in raw.items():
        if name in ("any", "not"):
            plain[name] = _plain(value, key, where, game, faults)
            continue
        many = isinstance(value, list) and name in listable
        if isinstance(value, dict | list) and not (many and all(isinstance(item, str) for item in value)):
            right = 'a text or a list of texts, like ["lance", "ring"]' if name in listable else "one value, no list"
            faults.append(Fault(where, f"{name} = {value!r} cannot be", f"Write {right}."))
        if name in ACTION_KEYS and isinstance(value, str):
            plain[name] = _canonical(value, key, where, game, faults)
        elif name in ACTION_KEYS and isinstance(value, list):
            plain[name] = [_canonical(text, key, where, game, faults) for text in value if isinstance(text, str)]
        else:
            plain[name] = value
    return plain


def _canonical(text: str, key: str, where: str, game: Teachable, faults: list[Fault]) -> str:
    try:
        return game.action(text[:200])
    except UnreadableText as problem:
        faults += [Fault(where, f"{f.where} in {key}: {f.what}", sentence(f.fix)) for f in problem.faults]
        return text


def parse_claim(raw: object, where: str, game: Teachable, faults: list[Fault]) -> Claim | None:
    """A claim of a game from TOML: a table or a list of tables. Every fault found is added to ``faults``; None if there are any.

    ``where`` says to whoever wrote it where it stands.
    """
    before = len(faults)
    listed_ = raw if isinstance(raw, list) else [raw]
    if not listed_:
        faults.append(Fault(where, "it claims nothing", f"Write a table, like {game.claim_help}."))
    tables = [_parse_table(table, where, game, faults) for table in listed_]
    return Claim(tuple(tables), game) if len(faults) == before else None


def _parse_table(raw: object, where: str, game: Teachable, faults: list[Fault]) -> tuple[tuple[str, Any], ...]:
    if not isinstance(raw, dict) or not raw:
        faults.append(Fault(where, f"{raw!r} is no claim", f"Write a table, like {game.claim_help}."))
        return ()
    found: list[tuple[str, Any]] = []
    for key, value in raw.items():
        fix = _value_fault(key, value, raw, game)
        if fix is not None:
            faults.append(Fault(where, *fix))
        elif key == "any":
            inner = [parse_claim(claim, where, game, faults) for claim in value]
            found.append((key, tuple(claim for claim in inner if claim is not None)))
        elif key == "not":
            found.append((key, parse_claim(value, where, game, faults)))
        else:
            found.append((key, tuple(value) if isinstance(value, list) else value))
    return tuple(found)


def _value_fault(key: str, value: Any, table: Mapping[str, Any], game: Teachable) -> tuple[str, str] | None:
    """What is wrong with one key of a claim and what would be right."""
    of = {name: subject for name, subject in game.subjects.items() if key in subject.keys}
    if key not in (*COMMON_KEYS, *game.conditions, *game.subjects) and not of:
        every = [
            *game.subjects,
            *COMMON_KEYS,
            *game.conditions,
            *(key for one in game.subjects.values() for key in one.keys),
        ]
        return f"a claim knows no key {key!r}", sentence(nearest(key, every))
    if of and not set(of) & set(table):
        name, subject = next(iter(of.items()))
        told = name.capitalize() if name == game.piece_word.lower() else name
        return f"{key} says not of which {told}", f'Add {name} = "{subject.example}" (or another) to the same table.'
    if value == [] and key in several_keys(game) and key not in ACTION_KEYS:
        return f"{key} names nothing", "Name something, or leave the key out."
    return _value_of(key, game)(key, value)


def _value_of(key: str, game: Teachable) -> Value:
    """What is asked of the value of a key."""
    if key in RULE_KEYS:
        return known("rule", lambda: tuple(game.ledger))
    if key in SEAT_KEYS:
        return one_of(game.piece_word, lambda: game.seats)
    if key in _INNER:
        return _INNER[key]
    if key in game.subjects:
        return game.subjects[key].value
    own = {**game.conditions, **{key: one for subject in game.subjects.values() for key, one in subject.keys.items()}}
    return own[key].value if key in own else TEXT


def listed(value: Any) -> list[Any]:
    """One value or a list of them, as TOML has it, as a list."""
    return value if isinstance(value, list) else [value]


def known(what: str, names: Callable[[], tuple[str, ...]]) -> Value:
    """A value that is one or several of these names."""

    def fault(key: str, value: Any) -> tuple[str, str] | None:
        there = names()
        wrong = next((each for each in listed(value) if each not in there), None)
        return None if wrong is None else (f"there is no {what} {wrong!r}", sentence(nearest(str(wrong), there)))

    return fault


def one_of(what: str, names: Callable[[], tuple[str, ...]]) -> Value:
    """A value that is one of a few names, all of which are told."""
    return lambda key, value: (
        None if value in names() else (f"{value!r} is no {what}", f"{what}s: {', '.join(names())}.")
    )


def fitting(fits: Callable[[Any], bool], wrong: str, right: str) -> Value:
    """A value that ``fits``; what is told of any other, with {key} and {value} in it, and what would be right."""
    return lambda key, value: None if fits(value) else (wrong.format(key=key, value=value), right)


TRUTH = fitting(
    lambda value: isinstance(value, bool), "{key} = {value!r} is neither true nor false", "Write true or false."
)
NUMBER = fitting(
    lambda value: isinstance(value, int) and not isinstance(value, bool),
    "{key} = {value!r} is no whole number",
    "Write a whole number.",
)
TEXT = fitting(
    lambda value: all(isinstance(text, str) for text in listed(value)),
    "{key} = {value!r} is no text",
    "Write it in quotes.",
)
_INNER: Mapping[str, Value] = {
    "any": fitting(
        lambda value: isinstance(value, list) and bool(value), "any holds no claims", "Write any = [{ ... }, { ... }]."
    ),
    "not": fitting(lambda value: isinstance(value, dict), "not holds no claim", "Write not = { ... }."),
}
