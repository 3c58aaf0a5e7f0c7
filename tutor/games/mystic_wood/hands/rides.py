"""The ride of each Knight, drawn over the whole Wood: every way he took once, in his colour and with his own dash."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from engine import mystic_wood as mw
from tutor.draw.shapes import Disc, Group, Outline, Segment, Shape, Words
from tutor.games.mystic_wood.scene import View
from tutor.games.mystic_wood.scene.ground import CARD
from tutor.games.mystic_wood.scene.tokens import shield

#: For each Knight the colour of his ride, and the lengths of its dashes and gaps in turn, in units of the board.
_LINES: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "george": ("shield-line", (4.0, 8.0)),
    "britomart": ("azure", ()),
    "roland": ("crimson", (13.0, 7.0)),
    "perceval": ("violet", (17.0, 6.0, 3.0, 6.0)),
    "guyon": ("approach", (8.0, 5.0)),
}
#: How far the rides lie apart, how broad they are, and their light rim.
_APART, _BROAD, _RIM = 7.5, 6.5, 10.5
Point = tuple[float, float]


def rides(states: Sequence[mw.State], marks: Mapping[int, str]) -> tuple[Group, ...]:
    """The rides through the moments of a game, and on them the ``marks``: a word for the line after which it stands."""
    first = states[0]
    view, groups = View.whole(first.wood), []
    for at, seat in enumerate(first.order):
        colour, dash = _LINES[seat]
        aside = (at - (len(first.order) - 1) / 2) * _APART
        chains = [
            [_middle(view, area, aside) for area in chain]
            for chain in chains_of([state.knight(seat).at for state in states])
        ]
        if chains:
            key = ("ride", at, seat, tuple(map(tuple, chains)))
            groups.append(Group(tuple(_drawn(chains, colour, dash)), label=f"{seat.title()}'s ride", key=key))
    groups += _riders(view, states[-1])
    taken: set[Point] = set()
    for line, word in marks.items():
        x, y = _middle(view, states[line].knight(states[line - 1].turn).at, 24.0)
        while (x, y) in taken:
            x = round(x - 32, 1)
        taken.add((x, y))
        groups.append(Group(_mark(x, y, word), label=f"Turning point {word}", key=("turning", word, x, y)))
    return tuple(groups)


def _riders(view: View, last: mw.State) -> Iterator[Group]:
    """Each Knight where his ride ended, above the lines: those in one area beside one another."""
    for area in dict.fromkeys(last.knight(seat).at for seat in last.order):
        here = [seat for seat in last.order if last.knight(seat).at == area]
        x, y = _middle(view, area, 0.0)
        for at, seat in enumerate(here):
            aside = (at - (len(here) - 1) / 2) * 30
            shapes = shield(seat, x + aside, y, 44 if len(here) < 3 else 32, king=last.knight(seat).king)
            yield Group(
                tuple(shapes), label=f"{mw.name_of(seat)} at the end", key=("rider", seat, x + aside, y, len(here))
            )


def ride_key(seat: str) -> tuple[Shape, ...]:
    """A piece of a Knight's ride, 38 units wide and 10 high, for the key beside the map."""
    colour, dash = _LINES[seat]
    return tuple(_drawn([[(3.0, 5.0), (35.0, 5.0)]], colour, dash, 0.62))


def areas_of(states: Sequence[mw.State], seat: str) -> int:
    """How many areas a Knight has been in."""
    return len({state.knight(seat).at for state in states})


def chains_of(places: Sequence[str]) -> Iterator[list[str]]:
    """A ride as chains of neighbouring areas, each way from one to another once, in whichever direction. Where he was carried
    away, a chain ends."""
    drawn: set[frozenset[str]] = set()
    chain: list[str] = []
    for here, there in pairwise(places):
        if here == there:
            continue
        way = frozenset((here, there))
        if _next_to(here, there) and way not in drawn:
            drawn.add(way)
            chain = [*chain, there] if chain else [here, there]
            continue
        if chain:
            yield chain
        chain = []
    if chain:
        yield chain


def _next_to(here: str, there: str) -> bool:
    return abs(ord(here[0]) - ord(there[0])) + abs(int(here[1:]) - int(there[1:])) == 1


def _middle(view: View, area: str, aside: float) -> Point:
    x, y = view.corner(area)
    return round(x + CARD / 2 + aside, 1), round(y + CARD / 2 + aside, 1)


def _drawn(
    chains: Sequence[Sequence[Point]], colour: str, dash: Sequence[float], broad: float = 1.0
) -> Iterator[Shape]:
    """A light rim below, the line with its dashes above it."""
    whole = tuple(piece for chain in chains for piece in _line(chain))
    yield Outline(whole, stroke="chalk", width=_RIM * broad)
    pieces = (
        whole
        if not dash
        else tuple(piece for chain in chains for piece in dashed(chain, [each * broad for each in dash]))
    )
    yield Outline(pieces, stroke=colour, width=_BROAD * broad, blunt=bool(dash))


def _line(points: Sequence[Point]) -> Iterator[Segment]:
    for at, (x, y) in enumerate(points):
        yield ("L" if at else "M", x, y)


def dashed(points: Sequence[Point], dash: Sequence[float]) -> Iterator[Segment]:
    """A line cut into dashes: ``dash`` are the lengths drawn and left out by turns, running on round corners."""
    at, left, pen = 0, dash[0], True
    for (x0, y0), (x1, y1) in pairwise(points):
        length, gone = math.dist((x0, y0), (x1, y1)), 0.0
        if pen:
            yield ("M", x0, y0)
        while length - gone > 1e-6:
            step = min(left, length - gone)
            gone, left = gone + step, left - step
            point = round(x0 + (x1 - x0) * gone / length, 1), round(y0 + (y1 - y0) * gone / length, 1)
            if pen:
                yield ("L", *point)
            if left <= 1e-6:
                at = (at + 1) % len(dash)
                left, pen = dash[at], not at % 2
                if pen and length - gone > 1e-6:
                    yield ("M", *point)


def _mark(x: float, y: float, word: str) -> tuple[Shape, ...]:
    return (
        Disc(x, y, 15, fill="gold", stroke="shield-line", width=2.4),
        Words(x, y + 0.4, word, 17, fill="shield-line", on="gold", bold=True),
    )
