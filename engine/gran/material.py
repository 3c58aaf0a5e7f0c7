"""What GRAN is played with: figures, the ledger and its switches, and boards, each checked on load."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.faults import shown
from engine.keyed import Key, Reading, Table, one_of
from engine.source import Source

if TYPE_CHECKING:
    from pathlib import Path

COLOURS = ("yellow", "blue", "red", "white", "green", "black")
STATES = ("tirad", "urgad", "galad", "elgad")
KINDS = ("black", "white", "dragon", "magic", "sword", "city", "ball")
#: Where knights begin, and where the ring does: the balls of these states (`setup.knights`, `setup.ring`).
KNIGHTS_BEGIN, RING_BEGINS = "galad", "tirad"
#: Strength of the dragon cards and how many there are of each (figures.toml).
DRAGONS: Mapping[int, int] = {6: 2, 5: 4, 4: 6, 3: 6, 2: 4, 0: 2}
TALISMANS, OBSTACLES, SEALS, COATS = 3, 16, 6, 4

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120
ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches, reason = SOURCE.switches, SOURCE.reason
#: Every sentence that is told, asked or found wrong (words.toml); and where spaces and keys are explained.
WORDS, DOCS = SOURCE.load("words.toml")[0], "docs/gran.md"


@cache
def figures() -> tuple[Mapping[str, Any], ...]:
    """Every figure of the components, with where it comes from."""
    return tuple(SOURCE.load("figures.toml")[0]["figure"])


class Space(NamedTuple):
    """One space: its ``kind``, the ``state`` it belongs to ("" for none), and where to draw it (y upwards)."""

    id: str
    kind: str
    state: str
    x: float
    y: float

    @property
    def ordinary(self) -> bool:
        """A black or white spot, where an obstacle may lie (`obstacle.where`)."""
        return self.kind in ("black", "white")


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The spaces in their fixed order and the lines between them. ``provenance``: "assumed" for the training board."""

    id: str
    provenance: str
    spaces: Mapping[str, Space]
    lines: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        return f"Board({self.id!r})"

    @cached_property
    def next_to(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces at the other ends of a space's lines, in the order of the board."""
        lines = {*self.lines, *((other, one) for one, other in self.lines)}
        return {one: tuple(other for other in self.spaces if (one, other) in lines) for one in self.spaces}

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """The spaces of these kinds, in the order of the board."""
        return tuple(space.id for space in self.spaces.values() if space.kind in kinds)

    def city(self, state: str) -> str:
        """The city of a state."""
        return self._the("city", state)

    @property
    def knights_begin(self) -> str:
        """The ball on which the knights wait for their first move (`setup.knights`)."""
        return self._the("ball", KNIGHTS_BEGIN)

    @property
    def ring_begins(self) -> str:
        """The ball on which the ring lies at first (`setup.ring`)."""
        return self._the("ball", RING_BEGINS)

    def _the(self, kind: str, state: str) -> str:
        return next(space for space in self.of_kind(kind) if self.spaces[space].state == state)


@lru_cache(maxsize=4096)
def part(board: Board, start: str, closed: frozenset[str] = frozenset()) -> frozenset[str]:
    """The spaces that hang together with ``start`` when some are closed; none if it is closed itself."""
    found, edge = frozenset[str](), {start} - closed
    while edge:
        found |= edge
        edge = {beyond for space in edge for beyond in board.next_to[space]} - found - closed
    return found


_BOARDS: dict[str, Board] = {}


def boards() -> Mapping[str, Board]:
    """The boards known by id: the training board, and those loaded."""
    if not _BOARDS:
        data, text, where = SOURCE.load("training.toml")
        training = board_from(data, where, text)
        _BOARDS[training.id] = training
    return _BOARDS


def load_board(path: str | Path) -> Board:
    """A board file of the player's own; from now on situations may name it. UnreadableText, or ImpossibleSituation."""
    data, text, where = SOURCE.load("", path)
    board = board_from(data, where, text)
    known = boards().get(board.id)
    if known is not None and (known.spaces, known.lines) == (board.spaces, board.lines):
        return known
    if known is not None:
        reading = Reading(text, where)
        reading.fault(("board", "id"), f"there is another board {board.id!r} already", "Give yours another id.", "twice")
        reading.finish()
    _BOARDS[board.id] = board
    return board


# ------------------------------------------------------------------ a board file

_MOST_SPACES = 400


def board_from(data: Mapping[str, Any], where: str, text: str | None = None) -> Board:
    """The board of a file's data. Raises ImpossibleSituation with every constraint it breaks."""
    reading = Reading(text, where)
    top = reading.table(data)
    top.only(("board",))
    if not isinstance(data.get("board"), Mapping):
        top.fault("board", "there is no board", "Write [board] with id, nodes and edges.", "missing")
        reading.finish()
    table = top.inner("board", "...")
    table.only(("id", "provenance", "centre_state", "nodes", "edges"))
    name = table.text("id") or ""
    if not (name.isascii() and name.replace("-", "").isalnum() and len(name) <= 40):
        table.fault("id", f"id = {shown(name)} is no name", "Use up to 40 letters, figures and dashes.", "bad-id")
    spaces: dict[str, Space] = {}
    for entry in table.tables("nodes"):
        _add_space(entry, spaces)
    board = Board(name, table.text("provenance") or "unknown", spaces, _lines(table, spaces))
    for wrong, key, what, fix, code in _constraints(board):
        if wrong:
            table.fault(key, what, fix, code)
    reading.finish()
    return board


def _place(table: Table, key: str) -> float | None:
    value = table.raw[key]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1000:
        return float(value)
    table.fault(key, f"{key} = {shown(value)} is no place", "Write a number from -1000 to 1000.", "not-a-number")
    return None


_STATE = Key("state", one_of(("", *STATES), ""), "")
_SPACE = (Key("id", Table.text), Key("kind", one_of(KINDS)), _STATE, Key("x", _place), Key("y", _place))


def _add_space(table: Table, found: dict[str, Space]) -> None:
    values = table.record(_SPACE, '{ id = "ta1", state = "tirad", kind = "black", x = 0, y = 1 }')
    if values is None:
        return
    space = Space(**values)
    if not (space.id.isascii() and space.id.isalnum() and space.id.islower() and len(space.id) <= 12):
        table.fault("id", f"{shown(space.id)} cannot be typed", "Use up to 12 small letters and figures.", "bad-id")
        return
    if space.id in found:
        table.fault("id", f"{space.id} stands twice", "Give each space an id of its own.", "twice")
    if (space.state == "") is not (space.kind == "white"):
        what = f"{space.id} is {space.kind} and in {space.state or 'no state'}"
        table.fault("state", what, "White spots belong to no state, all others to one (board.centre).", "wrong-state")
    found[space.id] = space


def _lines(table: Table, spaces: Mapping[str, Space]) -> tuple[tuple[str, str], ...]:
    raw = table.raw.get("edges", [])
    if not isinstance(raw, list):
        table.fault("edges", "edges is no list", 'Write edges = [["ta1", "tb1"], ...].', "not-a-list")
        return ()
    found: dict[frozenset[str], tuple[str, str]] = {}
    for line in raw:
        ends = line if isinstance(line, list) and len(line) == 2 else []
        if not ends or not all(isinstance(end, str) and end in spaces for end in ends) or ends[0] == ends[1]:
            table.fault("edges", f"{shown(line)} joins no two spaces", "Name two spaces of nodes.", "bad-line")
        elif frozenset(ends) in found:
            table.fault("edges", f"{shown(line)} stands twice", "Write each line once.", "twice")
        else:
            found[frozenset(ends)] = (ends[0], ends[1])
    return tuple(found.values())


#: Of these kinds a board has at least so many: obstacles and knights leave the ring a place, and knights one another.
_LEAST = (
    ("black spots and balls", ("black", "ball"), OBSTACLES + len(COLOURS) + 1, ", so that the ring always finds a place"),
    ("white spots", ("white",), len(COLOURS), ", for all knights"),
    ("dragons", ("dragon",), 1, " (board.spaces)"),
    ("magic stones", ("magic",), 1, " (board.spaces)"),
)


def _constraints(board: Board) -> Iterator[tuple[bool, str, str, str, str]]:
    """What the text demands of a board (`board.states`, `board.spaces`, `setup.knights`, `setup.ring`, `board.centre`)."""
    spaces = board.spaces
    cities, balls = (sorted(spaces[space].state for space in board.of_kind(kind)) for kind in ("city", "ball"))
    for state in STATES:
        what = f"{state} has {cities.count(state)} cities"
        yield cities.count(state) != 1, "nodes", what, "Each state has one (board.states).", "wrong-number"
    what = f"the crystal balls lie in {', '.join(balls) or 'no state'}"
    fix = "There are two, in Galad for the knights and in Tirad for the ring."
    yield balls != sorted((KNIGHTS_BEGIN, RING_BEGINS)), "nodes", what, fix, "wrong-number"
    for kind, kinds, least, why in _LEAST:
        many = len(board.of_kind(*kinds))
        yield many < least, "nodes", f"there are {many} {kind}", f"At least {least}{why}.", "wrong-number"
    what = f"{len(spaces)} spaces are too many"
    yield len(spaces) > _MOST_SPACES, "nodes", what, f"At most {_MOST_SPACES}.", "too-many"
    reached = part(board, next(iter(spaces))) if spaces else ()
    for space in spaces:
        yield space not in reached, "edges", f"no way leads to {space}", "All spaces hang together.", "cut-off"
