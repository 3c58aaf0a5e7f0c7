"""The keys of a situation of GRAN, and situations written: as plain data, as text, and as one-line codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chance.chance import DIE
from engine.gran.material import COLOURS, DRAGONS, SEALS, STATES, TALISMANS, boards, default_edition, editions, switches
from engine.gran.position import MOMENTS, Position
from engine.text.codes import agrees, refusal, seal, unseal
from engine.text.faults import Fault, UnreadableText, shown
from engine.text.keyed import Key, TomlTable, as_is, count, flag, ids, numbers, one_of, plain, text_of, written

NAME = "gran"
CODE_PREFIX = "gr1-"
#: Most cards, and most throws, that can be stacked; and the strengths there are.
_STACK, _CARDS = 200, tuple(DRAGONS)


def _used(table: TomlTable, key: str) -> tuple[int, ...]:
    inner = table.inner(key, "{ 6 = 1, 3 = 2 }")
    inner.only(map(str, DRAGONS))
    return tuple(inner.count(str(strength), 0, copies) for strength, copies in DRAGONS.items())


def _chosen(table: TomlTable, key: str) -> tuple[tuple[str, str], ...]:
    """The switches a table has set, those that only repeat the edition left out."""
    inner = table.inner(key, '{ ring_reach = "every" }')
    inner.only(switches())
    edition = str(table.raw.get("edition", default_edition()))
    values = {name: inner.one_of(name, tuple(switch.choices)) for name, switch in switches().items()}
    return tuple((name, v) for name, v in values.items() if v not in (None, switches()[name].values.get(edition)))


#: The keys of the whole situation, but for the tables of the knights, in the order in which they are written (docs/gran.md).
TOP = (
    Key("edition", one_of(editions())),
    Key("board", as_is),
    Key("switches", _chosen, ()),
    Key("order", as_is, ()),
    Key("turn", one_of("seats")),
    Key("moment", one_of(MOMENTS)),
    Key("ring", one_of("spaces")),
    Key("obstacles", ids("spaces"), ()),
    Key("dragons_used", _used, (0,) * len(DRAGONS)),
    Key("next_cards", numbers(_CARDS, "dragon cards", _STACK), ()),
    Key("next_rolls", numbers(DIE, "throws", _STACK), ()),
    Key("card", count(max(DRAGONS))),
    Key("victim", one_of("seats")),
    Key("winner", one_of("seats")),
)
#: The keys of [knights.COLOUR]; named as the fields of a Knight.
KNIGHT = (
    Key("at", one_of("spaces")),
    Key("waiting", flag(), False),
    Key("talismans", count(TALISMANS), TALISMANS),
    Key("ring", flag(), False),
    Key("coat", flag(), False),
    Key("seals", ids(STATES, ordered=True, repeated=True, most=SEALS * len(STATES)), ()),
)


def to_dict(state: Position) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Every knight's ``at``, the turn and the moment are spelled out."""
    found = {
        "board": state.board.id,
        "switches": dict(state.chosen),
        "order": [knight.id for knight in state.knights],
        "obstacles": [space for space in state.board.spaces if space in state.obstacles],
        "dragons_used": {str(card): n for card, n in zip(DRAGONS, state.used, strict=True) if n},
    }
    top = {key.name: found[key.name] if key.name in found else plain(getattr(state, key.name)) for key in TOP}
    knights = {knight.id: {"at": knight.at, **written(knight, KNIGHT[1:])} for knight in state.knights}
    said = {key: value for key, value in top.items() if value is not None and value not in ([], {})}
    return {"game": NAME, **said, "knights": knights}


def dumps(state: Position) -> str:
    """The canonical text of a situation; reading it gives an equal state."""
    return text_of(to_dict(state), ("knights",))


class _Digits:
    """A row of numbers, each below its own bound, kept as one large number: written when begun empty, else read."""

    def __init__(self, packed: bytes | None = None) -> None:
        self.rest = None if packed is None else int.from_bytes(packed, "little")
        self.whole, self.unit = 0, 1

    def number(self, value: int, bound: int) -> int:
        """The next number: the value that is written, or what is read in its place."""
        if self.rest is not None:
            self.rest, value = divmod(self.rest, bound)
        self.whole, self.unit = self.whole + value * self.unit, self.unit * bound
        return value

    def one(self, value: Any, known: Sequence[Any]) -> Any:
        """The next of what is known, or None."""
        number = self.number(known.index(value) + 1 if value is not None else 0, len(known) + 1)
        return known[number - 1] if number else None

    def row(self, values: Sequence[int], bound: int, most: int) -> list[int]:
        """The next list of numbers, with its length before it."""
        length = self.number(len(values), most + 1)
        return [self.number(values[n] if n < len(values) else 0, bound) for n in range(length)]

    @property
    def packed(self) -> bytes:
        return self.whole.to_bytes((self.whole.bit_length() + 7) // 8, "little")


def _walk(digits: _Digits, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A situation's plain data (see :func:`to_dict`) number by number, written or read. What is read is given back."""
    name = bytes(digits.row(raw.get("board", "").encode(), 128, 40)).decode()
    if name not in boards():
        fix = "Load its board file first."
        raise UnreadableText(
            Fault("code", f"it is of the board {shown(name)}, which is not known", fix, "unknown-board")
        )
    spaces = tuple(boards()[name].spaces)
    order = [COLOURS[n] for n in digits.row([COLOURS.index(seat) for seat in raw.get("order", ())], 6, 6)]
    chosen, used, knights = (raw.get(key, {}) for key in ("switches", "dragons_used", "knights"))
    words = {"edition": editions(), "turn": order, "moment": MOMENTS, "ring": spaces, "victim": order, "winner": order}
    found = {key: digits.one(raw.get(key), known) for key, known in (words | {"card": _CARDS}).items()}
    picked = {switch: digits.one(chosen.get(switch), tuple(about.choices)) for switch, about in switches().items()}
    found["dragons_used"] = {str(card): digits.number(used.get(str(card), 0), n + 1) for card, n in DRAGONS.items()}
    found |= {key: digits.row(raw.get(key, ()), 7, _STACK) for key in ("next_cards", "next_rolls")}
    found["knights"] = {colour: _walk_knight(digits, knights.get(colour, {}), spaces) for colour in order}
    found["obstacles"] = [space for space in spaces if digits.number(space in raw.get("obstacles", ()), 2)]
    found |= {
        "game": NAME,
        "board": name,
        "order": order,
        "switches": {k: v for k, v in picked.items() if v is not None},
    }
    return {key: value for key, value in found.items() if value is not None}


def _walk_knight(digits: _Digits, knight: Mapping[str, Any], spaces: Sequence[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"at": spaces[digits.number(spaces.index(knight.get("at", spaces[0])), len(spaces))]}
    entry |= {key: bool(digits.number(knight.get(key, False), 2)) for key in ("waiting", "ring", "coat")}
    entry["talismans"] = digits.number(knight.get("talismans", TALISMANS), TALISMANS + 1)
    held = knight.get("seals", [])
    entry["seals"] = [state for state in STATES for _ in range(digits.number(held.count(state), SEALS + 1))]
    return entry


def code(state: Position) -> str:
    """The situation as one URL-safe line; reading it gives an equal state."""
    digits = _Digits()
    _walk(digits, to_dict(state))
    return seal(CODE_PREFIX, digits.packed, digits.packed)


def unpacked(text: str) -> dict[str, Any]:
    """The plain data of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    check, packed = unseal(CODE_PREFIX, text)
    digits = _Digits(packed)
    try:
        raw = _walk(digits, {}) if agrees(check, packed) else {}
    except (IndexError, UnicodeDecodeError):
        raw = {}
    if not raw or digits.rest or digits.packed != packed:
        raise refusal(CODE_PREFIX, text.strip())
    return raw
