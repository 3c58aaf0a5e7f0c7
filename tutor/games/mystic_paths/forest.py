"""The Eternal Forest of Mystic Paths: where each portal lies, the paths between them, the trees, and the portals themselves."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from engine.mystic_paths.material import Board
from tutor.draw.shapes import (
    Box,
    Crown,
    Crowns,
    Disc,
    Group,
    Outline,
    Segment,
    Shape,
    Words,
    fitting_size,
    smooth,
    text_width,
)

#: How far two portals of a row, and two rows, are apart; how large a portal is; how far from the edge the board begins.
#: A phone shows all of a picture of 412 by 590 units at four fifths of its size or more; a higher one only in part.
APART, ROW, PORTAL, MARGIN, TOP = 80.0, 67.0, 31.0, 46.0, 46.0
_TREES, _SIZES = 14.0, (4.6, 5.8, 7.2, 9.0)
_WOOD, _DEEP = ("leaf1", "leaf2", "leaf3"), ("fae1", "fae2", "fae3", "fae4", "fae5")
#: What shimmers in a portal: two colours, from the outside inwards.
_VEILS = (("fae1", "fae3"), ("fae4", "lake"), ("violet", "fae5"), ("lake-deep", "lake"))


@lru_cache(maxsize=16)
def places(board: Board) -> dict[str, tuple[float, float]]:
    """Where each portal lies in the picture."""
    raw = {cell: ((q + r / 2) * APART, r * ROW) for cell, (q, r) in board.cells.items()}
    west, north = min(x for x, _ in raw.values()), min(y for _, y in raw.values())
    return {cell: (round(MARGIN + x - west, 1), round(TOP + y - north, 1)) for cell, (x, y) in raw.items()}


def size(board: Board) -> tuple[float, float]:
    """How wide and how high the forest is."""
    place = places(board).values()
    return max(x for x, _ in place) + MARGIN, max(y for _, y in place) + TOP - 6


@lru_cache(maxsize=256)
def _bends(one: tuple[float, float], other: tuple[float, float]) -> tuple[Segment, ...]:
    """The line of a path: a little crooked, always in the same way."""
    rng = Random(f"path {one} {other}")
    (x1, y1), (x2, y2) = one, other
    sway, back = rng.choice((-1, 1)) * rng.uniform(3, 7), rng.uniform(-4, 4)
    dx, dy = (x2 - x1) / 3, (y2 - y1) / 3
    nx, ny = -dy / math.hypot(dx, dy), dx / math.hypot(dx, dy)
    points = (x1 + dx + sway * nx, y1 + dy + sway * ny, x2 - dx + back * nx, y2 - dy + back * ny, x2, y2)
    return ("M", x1, y1), ("C", *(round(each, 1) for each in points))


def path(board: Board, one: str, other: str) -> tuple[Segment, ...]:
    """The line of the path between two portals, from the one to the other; a straight one where there is no link."""
    place = places(board)
    if (one, other) in board.links or (other, one) not in board.links:
        return _bends(place[one], place[other])
    (_, x2, y2), (_, *bends) = _bends(place[other], place[one])
    a, b, c, d, x1, y1 = bends
    return ("M", x1, y1), ("C", c, d, a, b, x2, y2)


@lru_cache(maxsize=16)
def ground(board: Board) -> tuple[Group, ...]:
    """The wood from above: its floor, its paths and its trees, which grow denser and stranger towards the middle."""
    width, height = size(board)
    place = places(board)
    mx, my = width / 2, height / 2
    glade = smooth(
        [
            (mx + 0.42 * width * math.cos(k * math.pi / 6), my + 0.43 * height * math.sin(k * math.pi / 6))
            for k in range(12)
        ]
    )
    ways = tuple(piece for one, other in board.links for piece in _bends(place[one], place[other]))
    floor = (
        Box(0, 0, width, height, 10, fill="turf"),
        Outline(glade, fill="moss", opacity=0.75),
        Outline(ways, stroke="rim", width=14),
        Outline(ways, stroke="sand", width=10.5),
    )
    return (Group(floor), Group((Crowns(_crowns(board)),)))


def _crowns(board: Board) -> tuple[Crown, ...]:
    """The trees: everywhere but on the paths and near the portals, those behind first."""
    (width, height), place = size(board), places(board)
    rng = Random("the trees of the Eternal Forest")
    waypoints = [
        ((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1])
        for a, b in ((place[one], place[other]) for one, other in board.links)
        for t in (0.3, 0.4, 0.5, 0.6, 0.7)
    ]
    found = []
    for row in range(int(height / _TREES) + 1):
        for column in range(int(width / _TREES) + 1):
            x = column * _TREES + rng.uniform(-4, 4) + (row % 2) * _TREES / 2
            y, r = row * _TREES + rng.uniform(-4, 4), rng.choice(_SIZES)
            free = all(math.hypot(x - px, y - py) > PORTAL + 3 + 0.8 * r for px, py in place.values())
            free = free and all(math.hypot(x - px, y - py) > 6 + r for px, py in waypoints)
            if free and r <= x <= width - r and r <= y <= height - r - 2:
                far = math.hypot((x - width / 2) / width, (y - height / 2) / height)
                deep = rng.random() > (far - 0.12) / 0.3
                found.append(Crown(round(x, 1), round(y, 1), r, rng.choice(_DEEP if deep else _WOOD)))
    return tuple(found)


@lru_cache(maxsize=256)
def portal(cell: str, word: str, glows: bool = False) -> tuple[Shape, ...]:
    """A ring of stones with a veil in it, and across it the plate with the word; nothing in the ring where no portal lies yet.

    One that ``glows`` can be guessed now: its rim is bright.
    """
    rng = Random(f"portal {cell}")
    outer, inner = _VEILS[rng.randrange(len(_VEILS))]
    turn = rng.uniform(0, math.pi)
    wide = text_width(word, 13, bold=True) + 10 if word else 0
    veil = (
        (
            Disc(0, 0, PORTAL - 3.5, fill=outer),
            Disc(0, 0, PORTAL - 9, fill=inner, opacity=0.6),
            Outline(_swirl(turn, PORTAL - 5), stroke="chalk", width=1.3, opacity=0.5),
            Outline(_swirl(turn + math.pi, PORTAL - 5), stroke="chalk", width=1.3, opacity=0.5),
        )
        if word
        else (Disc(0, 0, PORTAL - 3.5, fill="night", opacity=0.5),)
    )
    plate = (
        (
            Box(-min(wide, 78) / 2, -10, min(wide, 78), 20, 6, fill="plate", stroke="plate-edge", width=1.1),
            Words(0, 0, word, fitting_size(word, 13, 70, bold=True), "ink", "plate", bold=True),
        )
        if word
        else ()
    )
    rim = (Disc(0, 0, PORTAL + 3, stroke="glow-edge", width=6.5), Disc(0, 0, PORTAL + 3, stroke="glow", width=4))
    return (Disc(1.5, 2.6, PORTAL + 1, fill="shadow", opacity=0.35), *_STONES, *veil, *(rim if glows else ()), *plate)


def _swirl(turn: float, far: float) -> tuple[Segment, ...]:
    """A line that winds inwards."""

    def at(part: float) -> tuple[float, float]:
        angle, r = turn + 2.6 * part, far * (1 - 0.75 * part)
        return round(r * math.cos(angle), 1), round(r * math.sin(angle), 1)

    (x, y), *_ = (at(0),)
    return ("M", x, y), ("C", *at(0.25), *at(0.6), *at(0.9))


def _stones() -> tuple[Shape, ...]:
    """The ring: a dark band with a light stone every thirty degrees."""
    ends = [(k * math.pi / 6 + 0.08, (k + 1) * math.pi / 6 - 0.08) for k in range(12)]
    r = PORTAL - 1.2
    arcs: list[Segment] = []
    for a, b in ends:
        arcs += [
            ("M", round(r * math.cos(a), 1), round(r * math.sin(a), 1)),
            ("L", round(r * math.cos(b), 1), round(r * math.sin(b), 1)),
        ]
    return Disc(0, 0, PORTAL + 1, fill="stone-edge"), Outline(tuple(arcs), stroke="stone-light", width=4.6)


_STONES = _stones()
