"""What GRAN is played with: figures, the ledger and its switches, and boards, each checked on load."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.books.source import Source
from engine.text.faults import shown
from engine.text.keyed import Key, TomlReader, TomlTable, one_of

if TYPE_CHECKING:
    from pathlib import Path

COLOURS = ("yellow", "blue", "red", "white", "green", "black")
STATES = ("tirad", "urgad", "galad", "elgad")
KINDS = ("black", "white", "dragon", "magic", "sword", "city", "ball")
#: Black and white spots: obstacles lie on them (`obstacle.where`). And the states on whose balls knights and ring begin.
SPOTS, _BEGIN = ("black", "white"), {"knights": "galad", "ring": "tirad"}
#: Strength of the dragon cards and how many there are of each (figures.toml).
DRAGONS: Mapping[int, int] = {6: 2, 5: 4, 4: 6, 3: 6, 2: 4, 0: 2}
TALISMANS, OBSTACLES, SEALS, COATS = 3, 16, 6, 4

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120
ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches, reason, wrong = SOURCE.switches, SOURCE.reason, SOURCE.wrong
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


@dataclass(frozen=True, eq=False)
class Board:
    """The spaces in their fixed order and the lines between them. ``provenance``: "assumed" for the training board."""

    id: str
    provenance: str
    spaces: Mapping[str, Space] = field(repr=False)
    lines: tuple[tuple[str, str], ...] = field(repr=False)

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
        return self._one["city", state]

    def begin(self, what: str) -> str:
        """The ball where the "knights" wait for their first move, or the "ring" lies at first (`setup.knights`, `setup.ring`)."""
        return self._one["ball", _BEGIN[what]]

    @cached_property
    def _one(self) -> Mapping[tuple[str, str], str]:
        return {(space.kind, space.state): space.id for space in self.spaces.values()}


@lru_cache(maxsize=4096)
def part(board: Board, start: str, closed: frozenset[str] = frozenset()) -> frozenset[str]:
    """The spaces that hang together with ``start`` when some are closed; none if it is closed itself."""
    found, edge = frozenset[str](), {start} - closed
    while edge:
        found |= edge
        edge = {beyond for space in edge for beyond in board.next_to[space]} - found - closed
    return found


_BOARDS: dict[str, Board] = {}


def boards() -> dict[str, Board]:
    """The boards known by id: the training board, and those loaded."""
    if not _BOARDS:
        data, text, where = SOURCE.load("training.toml")
        _BOARDS["training"] = board_from(data, where, text)
    return _BOARDS


def load_board(path: str | Path) -> Board:
    """A board file of the player's own; from now on situations may name it. UnreadableText, or ImpossibleSituation."""
    data, text, where = SOURCE.load("", path)
    board = board_from(data, where, text)
    known = boards().setdefault(board.id, board)
    if (known.spaces, known.lines) != (board.spaces, board.lines):
        reading = TomlReader(text, where)
        reading.fault(("board", "id"), *wrong("another-board", board.id))
        reading.finish()
    return known


def board_from(data: Mapping[str, Any], where: str, text: str | None = None) -> Board:
    """The board of a file's data. Raises ImpossibleSituation with every constraint it breaks."""
    reading = TomlReader(text, where)
    top = reading.table(data)
    top.only(("board",))
    if not isinstance(data.get("board"), Mapping):
        top.fault("board", *wrong("no-board"))
        reading.finish()
    table = top.inner("board", "...")
    table.only(("id", "provenance", "centre_state", "nodes", "edges"))
    name = table.text("id") or ""
    if not (name.isascii() and name.replace("-", "").isalnum() and len(name) <= 40):
        table.fault("id", *wrong("board-id", shown(name)))
    spaces: dict[str, Space] = {}
    for entry in table.tables("nodes"):
        _add_space(entry, spaces)
    board = Board(name, table.text("provenance") or "unknown", spaces, _lines(table, spaces))
    for unfit, key, *told in _constraints(board):
        if unfit:
            table.fault(key, *wrong(*told))
    reading.finish()
    return board


def _place(table: TomlTable, key: str) -> float | None:
    value = table.raw[key]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1000:
        return float(value)
    table.fault(key, *wrong("no-place-to-draw", key, shown(value)))
    return None


_STATE = Key("state", one_of(("", *STATES), ""), "")
_SPACE = (Key("id", TomlTable.text), Key("kind", one_of(KINDS)), _STATE, Key("x", _place), Key("y", _place))


def _add_space(table: TomlTable, found: dict[str, Space]) -> None:
    values = table.record(_SPACE, '{ id = "ta1", state = "tirad", kind = "black", x = 0, y = 1 }')
    if values is None:
        return
    space = Space(**values)
    if not (space.id.isascii() and space.id.isalnum() and space.id.islower() and len(space.id) <= 12):
        table.fault("id", *wrong("space-id", shown(space.id)))
        return
    if space.id in found:
        table.fault("id", *wrong("space-twice", space.id))
    if (space.state == "") is not (space.kind == "white"):
        table.fault("state", *wrong("space-state", space.id, space.kind, space.state or "no state"))
    found[space.id] = space


def _lines(table: TomlTable, spaces: Mapping[str, Space]) -> tuple[tuple[str, str], ...]:
    raw, found = table.raw.get("edges", []), dict[frozenset[str], tuple[str, str]]()
    if not isinstance(raw, list):
        table.fault("edges", *wrong("no-edges"))
        return ()
    for line in raw:
        ends = line if isinstance(line, list) and len(line) == 2 else []
        if not ends or not all(isinstance(end, str) and end in spaces for end in ends) or ends[0] == ends[1]:
            table.fault("edges", *wrong("no-line", shown(line)))
        elif frozenset(ends) in found:
            table.fault("edges", *wrong("line-twice", shown(line)))
        else:
            found[frozenset(ends)] = (ends[0], ends[1])
    return tuple(found.values())


_MOST_SPACES = 400
#: Least number of spaces of these kinds on a board: obstacles and knights leave the ring a place, and knights one another.
_LEAST = (
    (
        "black spots and balls",
        ("black", "ball"),
        OBSTACLES + len(COLOURS) + 1,
        ", so that the ring always finds a place",
    ),
    ("white spots", ("white",), len(COLOURS), ", for all knights"),
    ("dragons", ("dragon",), 1, " (board.spaces)"),
    ("magic stones", ("magic",), 1, " (board.spaces)"),
)


def _constraints(board: Board) -> Iterator[tuple[Any, ...]]:
    """What the text demands of a board (`board.states`, `board.spaces`, `setup.knights`, `setup.ring`, `board.centre`)."""
    spaces = board.spaces
    cities, balls = (sorted(spaces[space].state for space in board.of_kind(kind)) for kind in ("city", "ball"))
    for state in STATES:
        yield cities.count(state) != 1, "nodes", "cities", state, cities.count(state)
    yield balls != sorted(_BEGIN.values()), "nodes", "balls", ", ".join(balls) or "no state"
    for kind, kinds, least, why in _LEAST:
        many = len(board.of_kind(*kinds))
        yield many < least, "nodes", "too-few", many, kind, least, why
    yield len(spaces) > _MOST_SPACES, "nodes", "too-many-spaces", len(spaces), _MOST_SPACES
    reached = part(board, next(iter(spaces))) if spaces else ()
    for space in spaces:
        yield space not in reached, "edges", "no-way", space
