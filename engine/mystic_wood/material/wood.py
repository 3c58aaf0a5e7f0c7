"""The Wood of an edition: its grid, halves, corresponding areas and fixed places, and the area cards with their paths.

Areas are named by column (letters from "a", west to east) and row (from 1, south to north). How many there are, and where Gates
and Tower lie, is data of the edition: in the Wood of 1980 there are five columns and nine rows, the Earthly Gate is c1, the Tower
c5, the Enchanted Gate c9. :func:`wood_of` gives the Wood of an edition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.mystic_wood.material.cards import CARDS
from engine.mystic_wood.material.source import SOURCE
from engine.text.faults import key_shown, shown
from engine.text.keyed import TomlReader, TomlTable

if TYPE_CHECKING:
    from pathlib import Path

DIRECTIONS: Final = ("north", "east", "south", "west")
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
EDGE: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}
_STEP: Final = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: The size of a Wood whose data do not say, and the greatest there can be: an area's name is one letter and one digit.
COLUMNS_IF_UNSAID, ROWS_IF_UNSAID = 5, 9
MOST_COLUMNS, MOST_ROWS = 25, 9
#: What the name of an area looks like in any Wood, as a regular expression.
AREA_NAME: Final = "[a-z][1-9]"
#: The cards that always lie in one place, and the half each lies in.
FIXED: Final[Mapping[str, str]] = {"earthly-gate": "earthly", "tower": "tower", "enchanted-gate": "enchanted"}


class Wood:
    """The grid of an edition. Immutable, and one object for each grid (:func:`grid`), so that it is compared by identity.

    ``areas`` are the names row by row from the south-west, as the areas of a position follow one another; ``index`` gives the
    number of each; ``neighbours[area][direction]`` is the next area that way, a direction out of the grid being left out
    (`wood.edge`). ``fixed`` maps the three fixed places to the cards that lie there. ``beside`` has for each area its neighbours
    by number, with the edge toward each and the edge of theirs that must lie against it.
    """

    __slots__ = (
        "_corresponding",
        "_half",
        "areas",
        "beside",
        "columns",
        "earthly_gate",
        "enchanted_gate",
        "fixed",
        "index",
        "neighbours",
        "rows",
        "tower",
    )

    def __init__(self, columns: int, rows: int, earthly_gate: str) -> None:
        letters = _LETTERS[:columns]
        #: The letters of the columns and the numbers of the rows.
        self.columns: Final[str] = letters
        self.rows: Final[tuple[int, ...]] = tuple(range(1, rows + 1))
        self.areas: Final[tuple[str, ...]] = tuple([f"{column}{row}" for row in self.rows for column in letters])
        self.index: Final[Mapping[str, int]] = {name: number for number, name in enumerate(self.areas)}
        self.neighbours: Final[Mapping[str, Mapping[str, str]]] = {area: self._around(area) for area in self.areas}
        self.earthly_gate: Final[str] = earthly_gate
        self.tower: Final[str] = middle(columns, rows)
        self._corresponding = dict(zip(self.areas, reversed(self.areas), strict=True))
        self.enchanted_gate: Final[str] = self._corresponding[earthly_gate]
        places = (self.earthly_gate, self.tower, self.enchanted_gate)
        self.fixed: Final[Mapping[str, str]] = dict(zip(places, FIXED, strict=True))
        self._half = {area: self._lies_in(area) for area in self.areas}
        self.beside: Final[tuple[tuple[tuple[int, str, str], ...], ...]] = tuple(
            tuple((self.index[beyond], EDGE[way], EDGE[OPPOSITE[way]]) for way, beyond in self.neighbours[area].items())
            for area in self.areas
        )

    def _around(self, area: str) -> dict[str, str]:
        column, row = self.place(area)
        steps = {way: (column + dx, row + dy) for way, (dx, dy) in _STEP.items()}
        return {way: beyond for way, (x, y) in steps.items() if (beyond := self.at(x, y)) is not None}

    def _lies_in(self, area: str) -> str:
        """North of the Tower, and west of it in its own row, is enchanted."""
        (x, y), (tower_x, tower_y) = self.place(area), self.place(self.tower)
        if area == self.tower:
            return "tower"
        return "enchanted" if y > tower_y or (y == tower_y and x < tower_x) else "earthly"

    def place(self, area: str) -> tuple[int, int]:
        """The column and the row of an area, both from 0: ``wood.place("c1")`` is (2, 0)."""
        return self.columns.index(area[0]), int(area[1:]) - 1

    def at(self, column: int, row: int) -> str | None:
        """The area in that column and row, both from 0; None beyond the edge of the grid."""
        inside = 0 <= column < len(self.columns) and 0 <= row < len(self.rows)
        return f"{self.columns[column]}{row + 1}" if inside else None

    def direction_between(self, area: str, other: str) -> str | None:
        """The direction from an area to the adjacent ``other``, or None if they are not adjacent."""
        return next((way for way, beyond in self.neighbours[area].items() if beyond == other), None)

    def corresponding_area(self, area: str) -> str:
        """The area transportation leads to: the reflection through the Tower (`wood.numbers`).

        >>> wood = wood_of("1980")
        >>> [wood.corresponding_area(area) for area in ("b2", "c1", "c5")]
        ['d8', 'c9', 'c5']
        """
        return self._corresponding[area]

    def half_of(self, area: str) -> str:
        """ "enchanted", "earthly", or "tower" for the Tower itself (`wood.halves`).

        The Gates belong to the half they lie in.
        """
        return self._half[area]


#: The Wood by its numbers of columns and rows and its Earthly Gate: always the same object.
grid = cache(Wood)


def middle(columns: int, rows: int) -> str:
    """The area in the middle of a grid with odd numbers of columns and rows."""
    return f"{_LETTERS[columns // 2]}{rows // 2 + 1}"


class Tile(NamedTuple):
    """An area card. ``paths`` are the edges its paths reach as first revealed (letters of "NESW" in that order)."""

    id: str
    half: str
    paths: str
    name: str | None = None
    glade: bool = True
    fixed: bool = False

    @property
    def arrow(self) -> bool:
        """Three paths and not a Gate or the Tower: it bears an arrow and can be turned (`wood.arrow`)."""
        return len(self.paths) == 3 and not self.fixed

    @property
    def own(self) -> bool:
        """A card of a situation's own, not one of the tile set."""
        return self.id == OWN_CARD

    @property
    def known_as(self) -> str | None:
        """The name it goes by on the board: a named area's, a Gate's or the Tower's, else None."""
        return self.id if self.fixed else self.name


OWN_CARD = "own"
_TURN = str.maketrans("NESW", "SWNE")


def turned_paths(paths: str) -> str:
    """The edges after a turn by 180 degrees.

    >>> turned_paths("ESW")
    'NEW'
    """
    return "".join(sorted(paths.translate(_TURN), key="NESW".index))


@cache
def paths_as_it_lies(paths: str, turned: bool) -> str:
    """The edges reached by a card with these paths, turned or not."""
    return turned_paths(paths) if turned else paths


class TileSet(NamedTuple):
    """The area cards of a Wood by id, one for each area, and where they come from ("reconstructed" for the project's own)."""

    tiles: Mapping[str, Tile]
    source: str
    wood: Wood

    def fixed_at(self, area: str) -> Tile | None:
        """The card that always lies there: a Gate or the Tower; None elsewhere."""
        return self.tiles[self.wood.fixed[area]] if area in self.wood.fixed else None

    def of_half(self, half: str) -> tuple[str, ...]:
        """The ids of the cards of a half, Gates left out."""
        return tuple(tile.id for tile in self.tiles.values() if tile.half == half and not tile.fixed)


def _wood(written: Sequence[TomlTable], cards: Sequence[TomlTable]) -> Wood:
    """The grid that tables describe: ``columns`` and ``rows`` of their table ``wood``, the last one's first.

    The Earthly Gate lies where its card says; Tower and Enchanted Gate follow from that, and a card that says otherwise is a
    fault.
    """
    columns, rows = COLUMNS_IF_UNSAID, ROWS_IF_UNSAID
    for table in written:
        if "wood" in table:
            size = table.inner("wood", "{ columns = 5, rows = 9 }")
            size.only(("columns", "rows"))
            columns, rows = _odd(size, "columns", columns, MOST_COLUMNS), _odd(size, "rows", rows, MOST_ROWS)
    fixed = {str(card.raw.get("id")): card for card in cards if "at" in card}
    gate = f"{middle(columns, rows)[0]}1"
    wood = grid(columns, rows, gate)
    if "earthly-gate" in fixed:
        earthly = tuple(area for area in wood.areas if wood.half_of(area) == "earthly")
        wood = grid(columns, rows, fixed["earthly-gate"].one_of("at", earthly, gate))
    for area, tile_id in wood.fixed.items():
        if tile_id in fixed and fixed[tile_id].raw["at"] != area and tile_id != "earthly-gate":
            what = "the Tower is the middle of the grid, the Gates correspond to one another (wood.numbers)"
            fixed[tile_id].fault("at", what, f'Write at = "{area}".', "wrong-place")
    return wood


def _odd(size: TomlTable, key: str, default: int, most: int) -> int:
    """A number of columns or rows, which is odd, so that the grid has a middle."""
    number = size.count(key, 3, most, default)
    if number % 2:
        return number
    size.fault(key, f"{key} = {number}: the grid has no middle for the Tower", "Write an odd number.", "out-of-range")
    return default


def _tile(table: TomlTable, used: Mapping[str, Tile]) -> Tile | None:
    """One area card of a file; None, and faults, if it cannot be."""
    tile_id = table.text("id") or ""
    table.path = (*table.path[:-1], f"{table.path[-1]}, {key_shown(tile_id)}") if tile_id else table.path
    if not tile_id:
        table.fault("id", "the card has no id", 'Write id = "e01".', "missing")
        return None
    if tile_id in used:
        table.fault("id", "the id stands twice", "Give every card an id of its own.", "twice")
    fixed = tile_id in FIXED
    table.only(_TILE_KEYS)
    half = FIXED[tile_id] if fixed else table.one_of("half", ("enchanted", "earthly"))
    if half is None:
        table.fault("half", "it is of neither wood", 'Write half = "enchanted" or "earthly".', "missing")
    fault = paths_fault(table.raw.get("paths", ""))
    if fault:
        table.fault("paths", *fault, "bad-paths")
    name: str | None = table.one_of("name", _NAMED)
    glade = table.flag("glade", True)
    _glade(table, name, glade, fixed)
    if name is not None and half is not None and CARDS.areas[name].half not in (None, half):
        fix = f'Write half = "{CARDS.areas[name].half}".'
        table.fault("name", f"{name} lies in the other wood", fix, "wrong-half")
    if half is None or fault:
        return None
    return Tile(tile_id, half, canonical_paths(table.raw["paths"]), name, glade, fixed)


_TILE_KEYS = ("id", "half", "paths", "name", "glade", "at")
#: The named areas that are on cards of the two woods.
_NAMED = tuple(area for area in CARDS.areas if area != "tower")


def _glade(table: TomlTable, name: str | None, glade: bool, fixed: bool) -> None:
    if glade and (fixed or name == "fountain"):
        table.fault("glade", "Fountain, Gates and Tower are no glades", "Write glade = false.", "bad-glade")
    if not glade and name is not None and name != "fountain":
        table.fault("glade", f"{name} is a glade", "Write glade = true.", "bad-glade")


def _whole_set(top: TomlTable, tiles: Mapping[str, Tile], wood: Wood) -> None:
    """What a whole set of area cards must keep: numbers of cards, of named areas and of glades."""
    for area, tile_id in wood.fixed.items():
        if tile_id not in tiles:
            top.fault("tile", f"the card {tile_id} is missing", f"Add it, lying at {area}.", "missing")
    for half in ("enchanted", "earthly"):
        count = sum(tile.half == half and not tile.fixed for tile in tiles.values())
        wanted = sum(wood.half_of(area) == half and area not in wood.fixed for area in wood.areas)
        if count != wanted:
            fix = f"Each wood has {wanted} cards."
            top.fault("tile", f"{count} cards are {half}, not {wanted}", fix, "wrong-number")
    names = [tile.name for tile in tiles.values()]
    for name in _NAMED:
        if names.count(name) != 1:
            what = f"{name} stands {names.count(name)} times"
            top.fault("tile", what, "Each named area is on one card.", "wrong-number")
    glades = sum(tile.glade for tile in tiles.values())
    if glades != 31 and not top.reading.faults:
        fix = "32 small cards are drawn, two of them at the Palace (glade.all-out)."
        top.fault("tile", f"{glades} cards are glades, not 31", fix, "wrong-number")


def tiles_from(data: Mapping[str, Any], where: str, text: str | None = None, edition: str | None = None) -> TileSet:
    """The area cards of a file's data, as they are in an edition: ``[[edition.2006.tile]]`` takes the place of its card.

    Raises ImpossibleSituation with every constraint the set breaks.
    """
    reading = TomlReader(text, where)
    top = reading.table(data)
    top.only(("source", "wood", "tile", "edition"))
    tiles: dict[str, Tile] = {}
    cards = [*top.tables("tile")]
    for table in cards:
        tile = _tile(table, tiles)
        if tile is not None:
            tiles[tile.id] = tile
    changed = [table for name, table in top.named("edition").items() if name == edition]
    for table in [card for one in changed for card in one.tables("tile")]:
        cards.append(table)
        tile = _tile(table, {})
        if tile is not None:
            tiles[tile.id] = tile
    wood = _wood([top, *changed], cards)
    _whole_set(top, tiles, wood)
    source = top.text("source") or "unknown"
    reading.finish()
    return TileSet(tiles, source, wood)


def load_tiles(path: str | Path | None = None, edition: str | None = None) -> TileSet:
    """The area cards of a file (default: the project's own), as they are in an edition.

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every constraint the set breaks.
    """
    data, text, where = SOURCE.load("tiles.toml", path)
    return tiles_from(data, where, text, edition)


def paths_fault(paths: object) -> tuple[str, str] | None:
    """What is wrong with the paths of a card and what would be right, or None if they can be (`wood.arrow`)."""
    if not isinstance(paths, str) or set(paths) - set("NESW") or len(set(paths)) != len(paths):
        return f"paths = {shown(paths)} names no edges", 'Write each edge once, like "NES" or "NESW".'
    if len(paths) not in (3, 4):
        return (
            f"a card with {len(paths)} path{'s' if len(paths) != 1 else ''} cannot be",
            "Every area has three or four paths.",
        )
    return None


def canonical_paths(paths: str) -> str:
    """The same edges in the order N, E, S, W."""
    return "".join(edge for edge in "NESW" if edge in paths)


@cache
def tiles_of(edition: str) -> TileSet:
    """The project's own area cards as they are in an edition, loaded once."""
    return load_tiles(edition=edition)


@cache
def wood_of(edition: str) -> Wood:
    """The Wood of an edition."""
    return tiles_of(edition).wood


@cache
def every_area() -> tuple[str, ...]:
    """The areas of the Woods of all editions, each once: what can be an area where no situation says which Wood."""
    return tuple(dict.fromkeys(area for edition in SOURCE.editions() for area in wood_of(edition).areas))


#: The project's own area cards in the default edition.
TILES = tiles_of(SOURCE.default_edition()).tiles
