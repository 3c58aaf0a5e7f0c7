"""Which part of the Wood a picture shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.mystic_wood.material.wood import Wood
from engine.mystic_wood.play.state import State
from tutor.games.mystic_wood.scene.ground import GAP, STEP

MARGIN = 7.0


class View(NamedTuple):
    """The part of the Wood that is shown: columns and rows from the first to the last of each, like "b" to "d" and 1 to 4."""

    west: str
    east: str
    south: int
    north: int

    @classmethod
    def whole(cls, wood: Wood) -> View:
        """All areas of the Wood."""
        return cls(wood.columns[0], wood.columns[-1], wood.rows[0], wood.rows[-1])

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
        for name, area in zip(state.wood.areas, state.areas, strict=True):
            revealed = area.face_up and not (area.tile is not None and area.tile.fixed)
            if revealed or area.denizens or area.things or area.things_outside or area.hidden:
                wanted.add(name)
        wood = state.wood
        places = [wood.place(name) for name in wanted or (wood.earthly_gate,)]
        columns, rows = sorted(column for column, _ in places), sorted(row for _, row in places)
        west, east = _widened(columns[0] - margin, columns[-1] + margin, least[0], 0, len(wood.columns) - 1)
        south, north = _widened(rows[0] - margin, rows[-1] + margin, least[1], 0, len(wood.rows) - 1)
        return cls(wood.columns[west], wood.columns[east], wood.rows[south], wood.rows[north])

    @classmethod
    def near(cls, wood: Wood, area: str, columns: int = 3, rows: int = 3) -> View:
        """A view of some columns and rows with ``area`` in their middle, or as near to it as the edge of the Wood allows.

        >>> from engine import mystic_wood as mw
        >>> View.near(mw.wood_of("1980"), "c1").areas
        ('b3', 'c3', 'd3', 'b2', 'c2', 'd2', 'b1', 'c1', 'd1')
        """
        column, row = wood.place(area)
        wide, high = min(columns, len(wood.columns)), min(rows, len(wood.rows))
        west = max(0, min(len(wood.columns) - wide, column - (columns - 1) // 2))
        south = max(0, min(len(wood.rows) - high, row - (rows - 1) // 2))
        return cls(wood.columns[west], wood.columns[west + wide - 1], wood.rows[south], wood.rows[south + high - 1])

    def shows(self, area: str) -> bool:
        """Whether the area is in it."""
        return self.west <= area[0] <= self.east and self.south <= int(area[1]) <= self.north

    @property
    def columns(self) -> str:
        """The columns shown, from west to east."""
        return "".join(map(chr, range(ord(self.west), ord(self.east) + 1)))

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas shown, as one reads: from the north-west to the south-east."""
        return tuple(f"{column}{row}" for row in range(self.north, self.south - 1, -1) for column in self.columns)

    def corner(self, area: str) -> tuple[float, float]:
        """Where the upper left corner of an area's card lies in the picture; outside it for an area not shown."""
        return (
            MARGIN + (ord(area[0]) - ord(self.west)) * STEP,
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
