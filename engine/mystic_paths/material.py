"""What Mystic Paths is played with: figures, the ledger and its switches, and sets of a board, words and maps, each checked.

The links of the board, the words and the maps are a reconstruction (docs/mystic-paths.md): they are data and may be exchanged.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from engine.books.source import Source
from engine.text.faults import shown
from engine.text.keyed import TomlReader, TomlTable

if TYPE_CHECKING:
    from pathlib import Path

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
MODES = ("together", "individual", "teams", "all-or-nothing")
#: How many play in each mode (`setup.players`, `individual.players`, `teams.players`, `all.one`).
PLAYERS: Mapping[str, tuple[int, ...]] = {
    "together": (2, 3, 4, 5, 6),
    "individual": (3, 4, 5, 6),
    "teams": (4, 6),
    "all-or-nothing": (2, 3, 4, 5, 6),
}
PLACES, STARTS, STEPS, ROUNDS, HAND, NOTS = 19, 6, 10, 5, 4, 7
#: Steps shown in a round, and in the last; cards that the Apprentice of all-or-nothing draws.
SHOWN, SHOWN_LAST, ALL_CARDS = 3, 4, 20
#: The side of the cup for who comes through in a round, and its points (`end.cup-side`, `end.cup-points`).
CUPS: Mapping[int, tuple[str, int]] = {4: ("gold", 2), 5: ("silver", 1)}

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120
ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches, reason, wrong = SOURCE.switches, SOURCE.reason, SOURCE.wrong
#: Every sentence that is told, asked or found wrong (words.toml); and where cells and keys are explained.
WORDS, DOCS = SOURCE.load("words.toml")[0], "docs/mystic-paths.md"


@cache
def figures() -> tuple[Mapping[str, Any], ...]:
    """Every figure of the components, with where it comes from."""
    return tuple(SOURCE.load("figures.toml")[0]["count"])


# ------------------------------------------------------------------ a set


@dataclass(frozen=True, eq=False)
class Board:
    """A set: nineteen places (``cells``, with their place on a grid of hexagons), the ``links`` between them, the six
    ``starts`` clockwise, who sits where, portal discs and clue cards (an id with two words each) and map cards: ten steps from
    the first start. ``provenance``: "assumed" for ours.
    """

    id: str
    provenance: str
    cells: Mapping[str, tuple[int, int]] = field(repr=False)
    links: tuple[tuple[str, str], ...] = field(repr=False)
    starts: tuple[str, ...]
    seats: Mapping[int, tuple[str, ...]] = field(repr=False)
    discs: Mapping[str, tuple[str, str]] = field(repr=False)
    cards: Mapping[str, tuple[str, str]] = field(repr=False)
    maps: Mapping[str, tuple[str, ...]] = field(repr=False)

    @property
    def spaces(self) -> Mapping[str, tuple[int, int]]:
        """The places, as the commands call those of any board."""
        return self.cells

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The links, as the commands call those of any board."""
        return self.links

    @cached_property
    def next_to(self) -> Mapping[str, tuple[str, ...]]:
        """The cells at the other ends of a cell's links, in the order of the board."""
        links = {*self.links, *((other, one) for one, other in self.links)}
        return {one: tuple(other for other in self.cells if (one, other) in links) for one in self.cells}

    @cached_property
    def onward(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The directed link graph: who stands on the second cell with his Base on the first can be on these next (`map.lawful`).

        Before the first step both stand on one cell, which excludes nothing (`guess.base-at-start`).
        """
        pairs = [(base, at) for at, around in self.next_to.items() for base in (at, *around)]
        return {(base, at): tuple(beyond for beyond in self.next_to[at] if beyond != base) for base, at in pairs}

    @cached_property
    def card_of(self) -> Mapping[str, str]:
        """The clue card that bears a word: each word is on one card only."""
        return {word: card for card, words in self.cards.items() for word in words}

    @cached_property
    def disc_of(self) -> Mapping[str, str]:
        """The portal disc that bears a word."""
        return {word: disc for disc, words in self.discs.items() for word in words}

    @cached_property
    def turns(self) -> tuple[Mapping[str, str], ...]:
        """For each start: every cell as it lies when the board is turned so far that the first start lies there."""
        at = {place: cell for cell, place in self.cells.items()}
        found = [{cell: cell for cell in self.cells}]
        for _ in self.starts[1:]:
            turned = {}
            for cell, now in found[-1].items():
                q, r = self.cells[now]
                turned[cell] = at.get((-r, q + r), "")
            found.append(turned if all(turned.values()) else found[-1])
        return tuple(found)

    def walk_of(self, card: str, start: str) -> tuple[str, ...]:
        """The ten portals of a map card for who begins at a start: it is turned by sixths of a circle (`setup.map-turned`)."""
        turn = self.turns[self.starts.index(start)]
        return tuple(turn[cell] for cell in self.maps[card])


def unlawful(board: Board, start: str, walk: Sequence[str]) -> tuple[int, str, str] | None:
    """The first step of a walk that touches nothing or leads straight back, and the cells it would join; None if it is lawful.

    This is `map.lawful`.
    """
    way = (start, start, *walk)
    for step in range(1, len(walk) + 1):
        if way[step + 1] not in board.onward[way[step - 1], way[step]]:
            return step, way[step], way[step + 1]
    return None


def met_twice(start: str, walk: Sequence[str], times: int = 2) -> tuple[str, ...]:
    """The cells a walk comes through so many times or more, the start counted (`map.twice`, `hint.loop`)."""
    return tuple(sorted(cell for cell, many in Counter((start, *walk)).items() if many >= times))


_BOARDS: dict[str, Board] = {}
#: The set of the tutor.
OURS = "hexagon"


def boards() -> dict[str, Board]:
    """The sets known by id: ours, and those loaded."""
    if not _BOARDS:
        data, text, where = SOURCE.load(f"{OURS}.toml")
        _BOARDS[OURS] = board_from(data, where, text)
    return _BOARDS


def load_board(path: str | Path) -> Board:
    """A set of the player's own; from now on situations may name it. UnreadableText, or ImpossibleSituation."""
    data, text, where = SOURCE.load("", path)
    board = board_from(data, where, text)
    known = boards().setdefault(board.id, board)
    if any(getattr(known, part) != getattr(board, part) for part in _PARTS):
        reading = TomlReader(text, where)
        reading.fault(("board", "id"), *wrong("another-board", board.id))
        reading.finish()
    return known


_PARTS = ("cells", "links", "starts", "seats", "discs", "cards", "maps")

# ------------------------------------------------------------------ a set, read


def board_from(data: Mapping[str, Any], where: str, text: str | None = None) -> Board:
    """The set of a file's data. Raises ImpossibleSituation with every constraint it breaks."""
    reading = TomlReader(text, where)
    top = reading.table(data)
    top.only(("game", "board", "portals", "clues", "map"))
    for part in ("board", "portals", "clues"):
        if not isinstance(data.get(part), Mapping):
            top.fault(part, *wrong("no-part", part))
    reading.finish()
    table = top.inner("board", "...")
    table.only(("id", "provenance", "starts", "seats", "axial", "links"))
    name = table.text("id") or ""
    if not re.fullmatch(r"[A-Za-z0-9-]{1,40}", name):
        table.fault("id", *wrong("board-id", shown(name)))
    cells = _cells(table)
    links = _links(table, cells)
    starts = table.ids("starts", tuple(cells), ordered=True)
    seats = _seats(table, starts)
    discs = _pairs(top.inner("portals", "..."), "discs", '["p01", "bridge", "bicycle"]')
    cards = _pairs(top.inner("clues", "..."), "cards", '["k001", "hollow", "playful"]')
    reading.finish()
    walks = dict(_maps(top, cells))
    board = Board(name, table.text("provenance") or "unknown", cells, links, starts, seats, discs, cards, walks)
    for unfit, part, key, *told in _constraints(board):
        if unfit:
            reading.fault((part, key) if part else (key,), *wrong(*told))
    reading.finish()
    for unfit, number, *told in _map_constraints(board):
        if unfit:
            reading.fault((f"map {number}", "walk"), *wrong(*told))
    reading.finish()
    return board


def _cells(table: TomlTable) -> dict[str, tuple[int, int]]:
    raw = table.raw.get("axial", {})
    found: dict[str, tuple[int, int]] = {}
    for cell, place in raw.items() if isinstance(raw, Mapping) else ():
        whole = (
            isinstance(place, list) and len(place) == 2 and all(type(part) is int and abs(part) < 50 for part in place)
        )
        if not re.fullmatch(r"[a-z]{1,3}[0-9]{1,2}", str(cell)) or not whole:
            table.fault("axial", *wrong("cell", shown(cell), shown(place)))
        elif tuple(place) in found.values():
            table.fault("axial", *wrong("two-cells", cell, shown(place)))
        else:
            found[cell] = place[0], place[1]
    if len(found) != PLACES:
        table.fault("axial", *wrong("cells", len(found), PLACES))
    return found


def _links(table: TomlTable, cells: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    raw, found = table.raw.get("links", []), dict[frozenset[str], tuple[str, str]]()
    if not isinstance(raw, list):
        table.fault("links", *wrong("no-links"))
        return ()
    for link in raw:
        ends = link if isinstance(link, list) and len(link) == 2 else []
        if not ends or not all(isinstance(end, str) and end in cells for end in ends) or ends[0] == ends[1]:
            table.fault("links", *wrong("no-link", shown(link)))
        elif frozenset(ends) in found:
            table.fault("links", *wrong("link-twice", shown(link)))
        else:
            found[frozenset(ends)] = (ends[0], ends[1])
    return tuple(found.values())


def _seats(table: TomlTable, starts: Sequence[str]) -> dict[int, tuple[str, ...]]:
    if "seats" not in table:
        return {many: tuple(starts[:many]) for many in PLAYERS["together"]}
    inner = table.inner("seats", '{ 2 = ["a1", "e3"] }')
    inner.only(map(str, PLAYERS["together"]))
    found = {}
    for many in PLAYERS["together"]:
        found[many] = inner.ids(str(many), starts, ordered=True) if str(many) in inner else tuple(starts[:many])
        if len(found[many]) != many:
            inner.fault(str(many), *wrong("seats", many, len(found[many])))
    return found


_WORD = re.compile(r"[a-z][a-z' -]{0,30}")


def _pairs(table: TomlTable, key: str, example: str) -> dict[str, tuple[str, str]]:
    """Discs or cards: an id and two words each, no word twice (`setup.portal-side`, `clue.one-word`)."""
    table.only(("provenance", key))
    raw = table.raw.get(key, [])
    found: dict[str, tuple[str, str]] = {}
    words = set[str]()
    for entry in raw if isinstance(raw, list) else ():
        good = isinstance(entry, list) and len(entry) == 3 and all(isinstance(part, str) for part in entry)
        if not good or not re.fullmatch(r"[a-z][a-z0-9-]{0,20}", entry[0]) or not all(map(_word, entry[1:])):
            table.fault(key, *wrong("no-pair", shown(entry), example))
        elif entry[0] in found or words & {*entry[1:]} or entry[1] == entry[2]:
            table.fault(key, *wrong("pair-twice", shown(entry)))
        else:
            found[entry[0]] = entry[1], entry[2]
            words |= {*entry[1:]}
    return found


def _word(word: str) -> bool:
    """Whether a word can stand on a card: small letters; "not" stands for a NOT token in an action (`not.may`)."""
    return bool(_WORD.fullmatch(word)) and word == " ".join(word.split()) and word.partition(" ")[0] != "not"


def _maps(top: TomlTable, cells: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    seen = set[str]()
    for table in top.tables("map"):
        table.only(("id", "walk", "loops"))
        name = table.text("id") or ""
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,20}", name) or name in seen:
            table.fault("id", *wrong("map-id", shown(name)))
        seen.add(name)
        table.flag("loops")
        yield name, table.ids("walk", tuple(cells), ordered=True, repeated=True)


def _constraints(board: Board) -> Iterator[tuple[Any, ...]]:
    """What rules and figures demand of places, links, starts and words: whether it is broken, where, and how that is told."""
    yield len(board.starts) != STARTS, "board", "starts", "starts", len(board.starts), STARTS
    stuck = [cell for cell, around in board.next_to.items() if len(around) < 2]
    yield bool(stuck), "board", "links", "stuck", ", ".join(stuck)
    cut = sorted({*board.cells} - _together(board))
    yield bool(cut), "board", "links", "cut-off", ", ".join(cut)
    yield not _turnable(board), "board", "axial", "not-turnable"
    yield len(board.discs) < PLACES, "portals", "discs", "few-discs", len(board.discs), PLACES
    both = sorted({*board.cells} & {*board.disc_of})
    yield bool(both), "portals", "discs", "word-is-cell", ", ".join(both)
    least = HAND * max(PLAYERS["together"])
    yield len(board.cards) < least, "clues", "cards", "few-cards", len(board.cards), least
    clash = sorted({*board.cards} & {*board.maps})
    yield bool(clash), "clues", "cards", "id-twice", ", ".join(clash)
    yield len(board.maps) < STARTS, "", "map", "few-maps", len(board.maps), STARTS


def _together(board: Board) -> set[str]:
    """The cells that hang together with the first."""
    found, edge = set[str](), {next(iter(board.cells))}
    while edge:
        found |= edge
        edge = {beyond for cell in edge for beyond in board.next_to[cell]} - found
    return found


def _turnable(board: Board) -> bool:
    """Whether a sixth of a circle brings every cell onto a cell, every link onto a link and each start onto the next one."""
    links, first = {frozenset(link) for link in board.links}, board.starts[0] if board.starts else ""
    for turn, start in zip(board.turns, board.starts, strict=True):
        if turn[first] != start or {frozenset((turn[one], turn[other])) for one, other in board.links} != links:
            return False
    return True


def _map_constraints(board: Board) -> Iterator[tuple[Any, ...]]:
    """What is demanded of each map card: the number of the card, and how what it breaks is told."""
    seen: dict[tuple[str, ...], str] = {}
    start = board.starts[0]
    mirror = _mirror(board, start)
    for number, (card, walk) in enumerate(board.maps.items(), start=1):
        bad = unlawful(board, start, walk)
        yield len(walk) != STEPS, number, "map-steps", card, len(walk), STEPS
        yield bad is not None, number, "map-unlawful", card, *(bad or ())
        often = met_twice(start, walk, 3)
        yield bool(often), number, "map-thrice", card, ", ".join(often)
        other = seen.get(walk) or seen.get(tuple(mirror.get(cell, "") for cell in walk))
        yield other is not None, number, "map-alike", card, other
        seen[walk] = card


def _mirror(board: Board, start: str) -> Mapping[str, str]:
    """Every cell as it lies when the board is turned over so that a start stays where it is; nothing if it cannot be."""
    at = {place: cell for cell, place in board.cells.items()}
    for sixths in range(6):
        found = {}
        for cell, (q, r) in board.cells.items():
            q, r = -q, q + r
            for _ in range(sixths):
                q, r = -r, q + r
            found[cell] = at.get((q, r), "")
        if found[start] == start and all(found.values()):
            return found
    return {}
