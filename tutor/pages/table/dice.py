"""The dice that were thrown last, as pictures that roll when they are new."""

from __future__ import annotations

from functools import cache

from tutor.draw.html import Html, el
from tutor.draw.page import icon
from tutor.draw.shapes import Box, Disc, Shape
from tutor.pages.table.play import Table

_PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}
#: Lines played after a throw for which its dice are still shown.
LATELY = 6


@cache
def die(pips: int) -> tuple[Shape, ...]:
    """A die that shows so many pips, on a square of 24 units."""
    dots = tuple(Disc(x, y, 2.1, fill="die-pip") for x, y in _PIPS.get(pips, ()))
    return (Box(1.5, 1.5, 21, 21, 4.5, fill="die", stroke="die-edge", width=1.3), *dots)


def last_throw(table: Table, line: int) -> Html | None:
    """The last throw before a line, if it was lately: the dice and what they came to."""
    for number in range(line, max(0, line - LATELY), -1):
        for event in reversed(table.lines[number - 1].events):
            if event.dice:
                made = [icon(die(pips), 24, 24) for pips in event.dice]
                return el(
                    "div",
                    el("span", made, data_roll=table.lines[number - 1].n, class_="tb-dice", data_key="dice"),
                    el("span", event.text),
                    class_="tb-throw",
                    data_key="throw",
                )
    return None
