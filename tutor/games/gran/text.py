"""The board of GRAN as text for a terminal, at most 100 columns wide."""

from __future__ import annotations

import textwrap

from engine import gran
from tutor.games.gran.words import board_lines, initial, title

_MARK = {"black": "●", "white": "○", "dragon": "D", "magic": "M", "sword": "S", "city": "C", "ball": "◉"}
_LEGEND = (
    "● black spot  ○ white spot  ◉ crystal ball  D dragon  M magic stone  S sword stone  C city  # an obstacle  "
    "(o) the ring  R a knight, by his initial (K black)  * the move may end here"
)
_WIDE, _HIGH = 92, 33


def board_text(state: gran.State) -> str:
    """A state as a map with a list of everything below it. No line is longer than 100 columns."""
    lines = [title(state), "", *_map(state), ""]
    lines += textwrap.wrap(_LEGEND, 98)
    lines.append("")
    for part in board_lines(state):
        lines += textwrap.wrap(part, 98, subsequent_indent="    ") or [""]
    return "\n".join(line.rstrip() for line in lines)


def _map(state: gran.State) -> list[str]:
    spaces = state.board.spaces.values()
    west, east = min(s.x for s in spaces), max(s.x for s in spaces)
    south, north = min(s.y for s in spaces), max(s.y for s in spaces)
    across, down = (_WIDE - 8) / ((east - west) or 1), (_HIGH - 1) / ((north - south) or 1)
    place = {s.id: (round(4 + (s.x - west) * across), round((north - s.y) * down)) for s in spaces}
    rows = [[" "] * (_WIDE + 6) for _ in range(_HIGH)]
    for one, other in state.board.lines:
        _dots(rows, place[one], place[other])
    ends = state.ends()
    for space in spaces:
        x, y = place[space.id]
        told = _told(state, space.id, space.id in ends)
        start = max(0, min(x - len(told) // 2, len(rows[0]) - len(told)))
        rows[y][start : start + len(told)] = told
    return ["".join(row).rstrip() for row in rows]


def _dots(rows: list[list[str]], one: tuple[int, int], other: tuple[int, int]) -> None:
    """A line from place to place, dotted."""
    steps = max(abs(other[0] - one[0]) // 2, abs(other[1] - one[1]), 1)
    for step in range(steps + 1):
        x = round(one[0] + (other[0] - one[0]) * step / steps)
        y = round(one[1] + (other[1] - one[1]) * step / steps)
        rows[y][x] = "·"


def _told(state: gran.State, name: str, end: bool) -> str:
    """A space with its sign, its name and what is there."""
    sign = "#" if name in state.obstacles else _MARK[state.board.spaces[name].kind]
    knights = "".join(initial(k.id) for k in state.knights if k.at == name)
    carried = any(knight.ring and knight.at == name for knight in state.knights)
    ring = "(o)" if name == state.ring or carried else ""
    return f"{sign}{name}{'*' if end else ''}{ring}{f'[{knights}]' if knights else ''}"
