"""The Wood: its grid, halves, corresponding areas, and the area cards with their paths.

Areas are named by column a-e (west to east) and row 1-9 (south to north): the Earthly Gate is c1, the Tower c5, the
Enchanted Gate c9.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.faults import Fault, ImpossibleSituation
from engine.mystic_wood.material.cards import CARDS, parse_toml, read_data

COLUMNS = "abcde"
ROWS = "123456789"
#: Every area's name, row by row from the south-west.
AREAS: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
INDEX: Mapping[str, int] = {name: number for number, name in enumerate(AREAS)}
EARTHLY_GATE, TOWER, ENCHANTED_GATE = "c1", "c5", "c9"
DIRECTIONS = ("north", "east", "south", "west")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
EDGE = {"north": "N", "east": "E", "south": "S", "west": "W"}
_STEP = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def _neighbour(area: str, direction: str) -> str | None:
    dx, dy = _STEP[direction]
    column, row = COLUMNS.index(area[0]) + dx, int(area[1]) + dy
    return f"{COLUMNS[column]}{row}" if 0 <= column < 5 and 1 <= row <= 9 else None


#: NEIGHBOURS[area][direction] is the next area that way; a direction out of the grid is left out (`wood.edge`).
NEIGHBOURS: Mapping[str, Mapping[str, str]] = {
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


def number_of(area: str) -> int | None:
    """The number 1-21 the 1980 diagram gives the area within its half; None for Gates and Tower (`wood.numbers`).

    It pairs the same areas as :func:`corresponding_area`.

    >>> number_of("c2"), number_of(corresponding_area("c2")), number_of("c5")
    (7, 7, None)
    >>> all(number_of(area) == number_of(corresponding_area(area)) for area in AREAS)
    True
    """
    return _NUMBER.get(area)


def _numbers() -> dict[str, int]:
    enchanted = [
        "a9",
        "b9",
        "d9",
        "e9",
        "e8",
        "d8",
        "c8",
        "b8",
        "a8",
        "a7",
        "b7",
        "c7",
        "d7",
        "e7",
        "e6",
        "d6",
        "c6",
        "b6",
        "a6",
        "a5",
        "b5",
    ]
    numbers = {area: number for number, area in enumerate(enchanted, start=1)}
    return numbers | {_CORRESPONDING[area]: number for area, number in numbers.items()}


_NUMBER = _numbers()


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

    def of_half(self, half: str) -> tuple[str, ...]:
        """The ids of the 21 cards of a half."""
        return tuple(tile.id for tile in self.tiles.values() if tile.half == half and not tile.fixed)


FIXED = {"earthly-gate": EARTHLY_GATE, "tower": TOWER, "enchanted-gate": ENCHANTED_GATE}
_FIXED_AT = {area: tile for tile, area in FIXED.items()}


def load_tiles(path: str | Path | None = None) -> TileSet:
    """The area cards of a file (default: the project's own).

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every constraint the set breaks.
    """
    text, where = read_data("tiles.toml", path)
    raw = parse_toml(text, where)
    faults: list[Fault] = []
    tiles: dict[str, Tile] = {}
    for number, entry in enumerate(raw.get("tile", []), start=1):
        tile_id = str(entry.get("id", f"tile number {number}"))
        at = f"{where}, tile {tile_id}"
        fixed = tile_id in FIXED
        half = half_of(FIXED[tile_id]) if fixed else entry.get("half")
        paths = entry.get("paths", "")
        if tile_id in tiles:
            faults.append(Fault(at, "the id stands twice", "Give every card an id of its own."))
        if half not in ("enchanted", "earthly", "tower"):
            faults.append(Fault(at, f"half = {half!r} is neither wood", 'Write half = "enchanted" or "earthly".'))
            continue
        fault = paths_fault(paths)
        if fault:
            faults.append(Fault(at, *fault))
            continue
        name = entry.get("name")
        if name is not None and name not in CARDS.areas:
            faults.append(Fault(at, f"there is no named area {name!r}", f"Named areas: {', '.join(CARDS.areas)}."))
            continue
        if name is not None and CARDS.areas[name].half not in (None, half):
            faults.append(Fault(at, f"{name} lies in the other wood", f'Write half = "{CARDS.areas[name].half}".'))
        glade = bool(entry.get("glade", True))
        if glade and (fixed or name == "fountain"):
            faults.append(Fault(at, "Fountain, Gates and Tower are no glades", "Write glade = false."))
        if not glade and name is not None and name != "fountain":
            faults.append(Fault(at, f"{name} is a glade", "Write glade = true."))
        tiles[tile_id] = Tile(tile_id, half, canonical_paths(paths), name, glade, fixed)
    for tile_id in FIXED:
        if tile_id not in tiles:
            faults.append(Fault(where, f"the card {tile_id} is missing", f"Add it, lying at {FIXED[tile_id]}."))
    for half in ("enchanted", "earthly"):
        count = sum(tile.half == half and not tile.fixed for tile in tiles.values())
        if count != 21:
            faults.append(Fault(where, f"{count} cards are {half}, not 21", "Each wood has 21 cards."))
    names = [tile.name for tile in tiles.values() if tile.name]
    for name in (n for n, card in CARDS.areas.items() if n not in FIXED and card.half):
        if names.count(name) != 1:
            faults.append(Fault(where, f"{name} stands {names.count(name)} times", "Each named area is on one card."))
    glades = sum(tile.glade for tile in tiles.values())
    if glades != 31 and not faults:
        faults.append(
            Fault(
                where,
                f"{glades} cards are glades, not 31",
                "32 small cards are drawn, two of them at the Palace (glade.all-out).",
            )
        )
    if faults:
        raise ImpossibleSituation(faults)
    return TileSet(tiles, str(raw.get("source", "unknown")))


def paths_fault(paths: object) -> tuple[str, str] | None:
    """What is wrong with the paths of a card and what would be right, or None if they can be (`wood.arrow`)."""
    if not isinstance(paths, str) or set(paths) - set("NESW") or len(set(paths)) != len(paths):
        return f"paths = {paths!r} names no edges", 'Write each edge once, like "NES" or "NESW".'
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
def standard_tiles() -> TileSet:
    """The project's own area cards, loaded once."""
    return load_tiles()


TILES = standard_tiles().tiles
FIXED_TILES: Mapping[str, Tile] = {area: TILES[tile] for area, tile in _FIXED_AT.items()}
