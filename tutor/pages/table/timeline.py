"""The way through a game as a slider: a tick for each turn, a dot where a player was beaten."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.draw.html import Html, el
from tutor.pages.table.play import Line, Table, at_table

#: At most so many ticks: where a game has more turns each second one has a tick, or each fifth, tenth ...
MOST_TICKS = 40
_EVERY = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
#: The dots drawn at most, the latest.
MOST_DOTS = 60


def slider(table: Table, line: int, last: int, where: str) -> Html:
    """The slider at ``line`` of ``last`` lines; what came after the last is not drawn."""
    made = el(
        "input",
        type="range",
        min=0,
        max=last,
        value=line,
        data_input="walk",
        data_key="walk",
        aria_label="Through the game, line by line",
        aria_valuetext=where,
        disabled=last == 0,
    )
    return el("span", made, _marks(table, table.lines[:last]) if last else None, class_="tb-scrub")


def _marks(table: Table, lines: Sequence[Line]) -> Html:
    beaten: frozenset[str] = getattr(at_table(table.game), "BEATEN", frozenset())
    turns = [at for at, line in enumerate(lines, 1) if any(event.kind == "turn" for event in line.events)]
    dots = [at for at, line in enumerate(lines, 1) if any(event.kind in beaten for event in line.events)]
    every = next((step for step in _EVERY if len(turns) <= step * MOST_TICKS), len(turns))
    ticks = "".join(f"M{_x(at, lines)} 6v8" for at in turns[every - 1 :: every])
    fallen = "".join(f"M{_x(at, lines)} 2h0" for at in dots[-MOST_DOTS:])
    return el(
        "svg",
        el("path", class_="tb-ticks", d=ticks),
        el("path", class_="tb-dots", d=fallen),
        class_="tb-marks",
        viewBox="0 0 1000 20",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _x(at: int, lines: Sequence[Line]) -> int:
    return round(1000 * at / len(lines))
