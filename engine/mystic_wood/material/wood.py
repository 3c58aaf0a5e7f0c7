"""The Wood: its grid, halves, corresponding areas, and the area cards with their paths.

Areas are named by column a-e (west to east) and row 1-9 (south to north): the Earthly Gate is c1, the Tower c5, the
Enchanted Gate c9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.faults import key_shown, shown
from engine.keyed import Reading, Table
from engine.mystic_wood.material.cards import CARDS
from engine.mystic_wood.material.source import game_editions, load_data

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = "abcde"
ROWS = "123456789"
#: Every area's name, row by row from the south-west.
AREAS: Final[tuple[str, ...]] = tuple(column + row for row in ROWS for column in COLUMNS)
INDEX: Final[Mapping[str, int]] = {name: number for number, name in enumerate(AREAS)}
EARTHLY_GATE, TOWER, ENCHANTED_GATE = "c1", "c5", "c9"
DIRECTIONS: Final = ("north", "east", "south", "west")
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
EDGE: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}
_STEP = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def _neighbour(area: str, direction: str) -> str | None:
    dx, dy = _STEP[direction]
    column, row = COLUMNS.index(area[0]) + dx, int(area[1]) + dy
    return f"{COLUMNS[column]}{row}" if 0 <= column < 5 and 1 <= row <= 9 else None


#: NEIGHBOURS[area][direction] is the next area that way; a direction out of the grid is left out (`wood.edge`).
NEIGHBOURS: Final[Mapping[str, Mapping[str, str]]] = {
    area: {d: beyond for d in DIRECTIONS if (beyond := _neighbour(area, d)) is not None} for area in AREAS
}


def direction_between(area: str, other: str) -> str | None:
    """The direction from an area to the adjacent ``other``, or None if they are not adjacent."""
    for direction, beyond in NEIGHBOURS[area].items():
        if beyond == other:
            return direction
    return None


def _corresponding(area: str) -> str:
    return f"{COLUMNS[4 - COLUMNS.index(area[0])]}{10 - int(area[1])}"


_CORRESPONDING = {area: _corresponding(area) for area in AREAS}


def corresponding_area(area: str) -> str:
    """The area transportation leads to: the reflection through the Tower (`wood.numbers`).

    >>> corresponding_area("b2"), corresponding_area("c1"), corresponding_area("c5")
    ('d8', 'c9', 'c5')
    """
    return _CORRESPONDING[area]


def half_of(area: str) -> str:
    """ "enchanted", "earthly", or "tower" for the Tower itself (`wood.halves`).

    The Gates belong to the half they lie in.
    """
    return _HALF[area]


_HALF = {
    area: "tower"
    if area == TOWER
    else "enchanted"
    if area[1] > "5" or (area[1] == "5" and area[0] in "ab")
    else "earthly"
    for area in AREAS
}


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
    """The 45 area cards by id, and where they come from ("reconstructed" for the project's own)."""

    tiles: Mapping[str, Tile]
    source: str

    def fixed_at(self, area: str) -> Tile | None:
        """The card that always lies there: a Gate or the Tower; None elsewhere."""
        return self.tiles[_FIXED_AT[area]] if area in _FIXED_AT else None

    def of_half(self, half: str) -> tuple[str, ...]:
        """The ids of the 21 cards of a half."""
        return tuple(tile.id for tile in self.tiles.values() if tile.half == half and not tile.fixed)


FIXED = {"earthly-gate": EARTHLY_GATE, "tower": TOWER, "enchanted-gate": ENCHANTED_GATE}
_FIXED_AT = {area: tile for tile, area in FIXED.items()}


def _tile(table: Table, used: Mapping[str, Tile]) -> Tile | None:
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
    half = half_of(FIXED[tile_id]) if fixed else table.one_of("half", ("enchanted", "earthly"))
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


def _glade(table: Table, name: str | None, glade: bool, fixed: bool) -> None:
    if glade and (fixed or name == "fountain"):
        table.fault("glade", "Fountain, Gates and Tower are no glades", "Write glade = false.", "bad-glade")
    if not glade and name is not None and name != "fountain":
        table.fault("glade", f"{name} is a glade", "Write glade = true.", "bad-glade")


def _whole_set(top: Table, tiles: Mapping[str, Tile]) -> None:
    """What a whole set of area cards must keep: numbers of cards, of named areas and of glades."""
    for tile_id, area in FIXED.items():
        if tile_id not in tiles:
            top.fault("tile", f"the card {tile_id} is missing", f"Add it, lying at {area}.", "missing")
    for half in ("enchanted", "earthly"):
        count = sum(tile.half == half and not tile.fixed for tile in tiles.values())
        if count != 21:
            top.fault("tile", f"{count} cards are {half}, not 21", "Each wood has 21 cards.", "wrong-number")
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
    reading = Reading(text, where)
    top = reading.table(data)
    top.only(("source", "tile", "edition"))
    tiles: dict[str, Tile] = {}
    for table in top.tables("tile"):
        tile = _tile(table, tiles)
        if tile is not None:
            tiles[tile.id] = tile
    for name, changed in top.named("edition").items():
        if name == edition:
            for table in changed.tables("tile"):
                tile = _tile(table, {})
                if tile is not None:
                    tiles[tile.id] = tile
    _whole_set(top, tiles)
    source = top.text("source") or "unknown"
    reading.finish()
    return TileSet(tiles, source)


def load_tiles(path: str | Path | None = None, edition: str | None = None) -> TileSet:
    """The area cards of a file (default: the project's own), as they are in an edition.

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every constraint the set breaks.
    """
    data, text, where = load_data("tiles.toml", path)
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


#: The project's own area cards in the default edition.
TILES = tiles_of(game_editions().default).tiles
FIXED_TILES: Mapping[str, Tile] = {area: TILES[tile] for area, tile in _FIXED_AT.items()}
