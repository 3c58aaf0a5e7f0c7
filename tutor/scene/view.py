"""Which part of the Wood a picture shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.mystic_wood.material.wood import AREAS, COLUMNS
from engine.mystic_wood.play.state import State
from tutor.scene.ground import GAP, STEP

MARGIN = 7.0


class View(NamedTuple):
    """The part of the Wood that is shown: columns and rows from the first to the last of each, like "b" to "d" and 1 to 4."""

    west: str = "a"
    east: str = "e"
    south: int = 1
    north: int = 9

    @classmethod
    def whole(cls) -> View:
        """All 45 areas."""
        return cls()

    @classmethod
    def around(
        cls, state: State, *, also: Iterable[str] = (), margin: int = 0, least: tuple[int, int] = (3, 3)
    ) -> View:
        """The part that matters: all Knights in play, every revealed area (Gates and Tower only if somebody is there or next
        to it), whatever lies in the Wood, and the areas in ``also``; at least so many columns and rows.

        ``margin`` adds as many columns and rows on every side.
        """
        knights = {knight.at for knight in state.knights if not knight.out}
        wanted = knights | set(also)
        for name, area in zip(AREAS, state.areas, strict=True):
            revealed = area.face_up and not (area.tile is not None and area.tile.fixed)
            if revealed or area.denizens or area.things or area.things_outside or area.hidden:
                wanted.add(name)
        columns = sorted(COLUMNS.index(name[0]) for name in wanted) or [2]
        rows = sorted(int(name[1]) for name in wanted) or [1]
        west, east = _widened(columns[0] - margin, columns[-1] + margin, least[0], 0, 4)
        south, north = _widened(rows[0] - margin, rows[-1] + margin, least[1], 1, 9)
        return cls(COLUMNS[west], COLUMNS[east], south, north)

    @classmethod
    def near(cls, area: str, columns: int = 3, rows: int = 3) -> View:
        """So many columns and rows with ``area`` in their middle, or as near to it as the edge of the Wood allows.

        >>> View.near("c1").areas
        ('b3', 'c3', 'd3', 'b2', 'c2', 'd2', 'b1', 'c1', 'd1')
        """
        west = max(0, min(5 - columns, COLUMNS.index(area[0]) - (columns - 1) // 2))
        south = max(1, min(10 - rows, int(area[1]) - (rows - 1) // 2))
        return cls(COLUMNS[west], COLUMNS[min(4, west + columns - 1)], south, min(9, south + rows - 1))

    def shows(self, area: str) -> bool:
        """Whether the area is in it."""
        return self.west <= area[0] <= self.east and self.south <= int(area[1]) <= self.north

    @property
    def columns(self) -> str:
        """The columns shown, from west to east."""
        return COLUMNS[COLUMNS.index(self.west) : COLUMNS.index(self.east) + 1]

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas shown, as one reads: from the north-west to the south-east."""
        return tuple(f"{column}{row}" for row in range(self.north, self.south - 1, -1) for column in self.columns)

    def corner(self, area: str) -> tuple[float, float]:
        """Where the upper left corner of an area's card lies in the picture; outside it for an area not shown."""
        return (
            MARGIN + (COLUMNS.index(area[0]) - COLUMNS.index(self.west)) * STEP,
            MARGIN + (self.north - int(area[1])) * STEP,
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture in units."""
        return (2 * MARGIN + len(self.columns) * STEP - GAP, 2 * MARGIN + (self.north - self.south + 1) * STEP - GAP)


class CloseView(View):
    """A part of the Wood that stays as large as it is, whoever is elsewhere."""


def _widened(low: int, high: int, least: int, first: int, last: int) -> tuple[int, int]:
    low, high = max(low, first), min(high, last)
    while high - low + 1 < min(least, last - first + 1):
        if low > first and (low - first >= last - high or high == last):
            low -= 1
        else:
            high += 1
    return low, high
