"""Where the places of a scenario lie in its picture: the training map by hand, any other row by row from the Castle down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.willow.material.scenario import Material
from engine.willow.play.paths import distances

#: Units: the width of the picture, from its edge to the middle of an outer place, from row to row.
WIDE, SIDE, ROW = 400.0, 48.0, 92.0
#: Above the first row there is room for whoever stands there.
TOP = 58.0
_MOST_IN_A_ROW = 4
#: The training map: column (0 to 3) and row of each place. No two roads of it cross.
_BY_HAND: Mapping[str, tuple[float, float]] = {
    "nockmaar-castle": (2.45, 0.0),
    "tir-asleen": (0.35, 0.35),
    "mountain-pass": (1.75, 0.95),
    "magic-spring": (2.95, 1.3),
    "army-of-galladoorn": (0.05, 1.6),
    "north-road": (1.0, 1.75),
    "standing-stones": (1.95, 2.0),
    "tavern": (2.75, 2.6),
    "crossroads": (1.25, 2.85),
    "cherlindreas-forest": (0.05, 2.85),
    "markaths-study": (2.85, 3.75),
    "river-landing": (1.0, 3.85),
    "nelwyn-village": (0.05, 4.35),
    "fin-raziels-island": (1.95, 4.4),
}


@lru_cache(maxsize=16)
def spots(material: Material) -> Mapping[str, tuple[float, float]]:
    """The middle of every place, in units of the picture; at least 80 units lie between any two."""
    columns = _BY_HAND if set(material.places) == set(_BY_HAND) else _rows(material)
    across = (WIDE - 2 * SIDE) / (_MOST_IN_A_ROW - 1)
    return {
        name: (round(SIDE + columns[name][0] * across, 1), round(TOP + columns[name][1] * ROW, 1))
        for name in material.places
    }


def height(material: Material) -> float:
    """How high the map is."""
    return max((y for _, y in spots(material).values()), default=TOP) + 52


def _rows(material: Material) -> Mapping[str, tuple[float, float]]:
    """The places in rows by their distance from the Castle, at most four in a row, each below those it is linked to."""
    names = list(material.places)
    far = distances(material).get(material.powers.get("castle", names[0]), {})
    found: dict[str, tuple[float, float]] = {}
    row = 0.0
    unlinked = max(far.values(), default=0) + 1
    for distance in range(unlinked + 1):
        here = [name for name in names if far.get(name, unlinked) == distance]
        here.sort(key=lambda name: _above(material, name, found))
        for first in range(0, len(here), _MOST_IN_A_ROW):
            part = here[first : first + _MOST_IN_A_ROW]
            left = (_MOST_IN_A_ROW - len(part)) / 2
            for number, name in enumerate(part):
                found[name] = (left + number, row + (0.28 if number % 2 else 0.0))
            row += 1.15
    return found


def _above(material: Material, name: str, placed: Mapping[str, tuple[float, float]]) -> float:
    """Where the places lie that it hangs on."""
    columns = [placed[other][0] for other in material.next_to[name] if other in placed]
    return sum(columns) / len(columns) if columns else 1.5
