"""Shapes as polygons, lines included: for painters that can fill polygons faster than anything else."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TypeAlias

from tutor.scene.shapes import Box, Disc, Outline

Point: TypeAlias = tuple[float, float]
#: A polygon's corners, or the points of a line.
Figure: TypeAlias = list[Point]
#: A dash (without its round ends) and the space after it, as multiples of the width of the line.
DASH, SPACE = 1.4, 2.5


def outlines(shape: Outline | Disc | Box) -> Iterator[tuple[Figure, bool]]:
    """The outlines of a shape as points, and whether each is closed."""
    if isinstance(shape, Disc):
        yield arc(shape.x, shape.y, shape.r, 0.0, 2 * math.pi)[:-1], True
    elif isinstance(shape, Box):
        yield _box(shape), True
    else:
        figure: Figure = []
        for letter, *numbers in shape.pieces:
            n = [float(number) for number in numbers]
            if letter == "M":
                if len(figure) > 1:
                    yield figure, False
                figure = [(n[0], n[1])]
            elif letter == "L":
                figure.append((n[0], n[1]))
            elif letter == "C":
                figure += _bent(figure[-1], n)
            else:
                yield figure, True
                figure = []
        if len(figure) > 1:
            yield figure, False


def _box(shape: Box) -> Figure:
    x, y, w, h = shape.x, shape.y, shape.w, shape.h
    r = min(shape.r, w / 2, h / 2)
    if r <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    right = math.pi / 2
    return [
        *arc(x + w - r, y + r, r, -right, 0), *arc(x + w - r, y + h - r, r, 0, right),
        *arc(x + r, y + h - r, r, right, 2 * right), *arc(x + r, y + r, r, 2 * right, 3 * right),
    ]  # fmt: skip


def arc(x: float, y: float, r: float, start: float, end: float) -> Figure:
    """Points along a circle from one angle to another (radians), so close that no corner shows."""
    steps = max(2, math.ceil(abs(end - start) / (2 * math.acos(max(0.5, 1 - 0.035 / max(r, 0.05))))))
    return [
        (x + r * math.cos(a), y + r * math.sin(a))
        for a in (start + (end - start) * i / steps for i in range(steps + 1))
    ]


def _bent(start: Point, n: list[float]) -> Figure:
    """Points along a Bézier curve after its start, closer where it bends more."""
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = n
    # How far the control points lie from an even division of the chord bounds how far the curve leaves it.
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    steps = max(2, min(16, math.ceil(math.sqrt(bend * 0.75 / 0.04))))
    found = []
    for i in range(1, steps + 1):
        t = i / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def stroked(figure: Figure, width: float, *, closed: bool, dash: float = 0.0, blunt: bool = False) -> list[Figure]:
    """A line of that width as polygons with round corners, and round ends unless ``blunt``; ``dash`` (a width) breaks it."""
    if dash:
        return [
            polygon
            for piece in _dashes(figure, dash * DASH, dash * SPACE, closed)
            for polygon in stroked(piece, width, closed=False)
        ]
    points = [p for i, p in enumerate(figure) if i == 0 or math.dist(p, figure[i - 1]) > 1e-6]
    if closed and len(points) > 1 and math.dist(points[0], points[-1]) < 1e-6:
        points.pop()
    r = width / 2
    if len(points) < 2:
        return [arc(*points[0], r, 0, 2 * math.pi)[:-1]] if points else []
    if not closed or len(points) < 3:
        start, end = _angle(points[0], points[1]), _angle(points[-2], points[-1])
        right = math.pi / 2
        last, first = (
            arc(*points[-1], r, end + right, end - right),
            arc(*points[0], r, start - right, start - 3 * right),
        )
        if blunt:
            last, first = [last[0], last[-1]], [first[0], first[-1]]
        return [[*_side(points, r), *last, *_side(points[::-1], r), *first]]
    # Outer and inner edge as one polygon, joined by a seam: they run in opposite directions, so what is inside stays empty.
    ring = [points[-1], *points, points[0]]
    there, back = _side(ring, r), _side(ring[::-1], r)
    return [[*there, there[0], back[0], *back[1:], back[0]]]


def _side(points: Figure, r: float) -> Figure:
    """The edge at distance ``r`` to one side of a line, between its first and last points."""
    found: Figure = []
    angles = [_angle(a, b) for a, b in itertools.pairwise(points)]
    for i in range(1, len(points) - 1):
        x, y = points[i]
        before, after = angles[i - 1], angles[i]
        turn = (after - before + math.pi) % (2 * math.pi) - math.pi
        if abs(turn) < 0.35:
            middle = before + turn / 2 + math.pi / 2
            reach = r / math.cos(turn / 2)
            found.append((x + reach * math.cos(middle), y + reach * math.sin(middle)))
        elif turn < 0:  # this side is the outer one of the corner
            found += arc(x, y, r, before + math.pi / 2, before + turn + math.pi / 2)
        else:
            found += [(x + r * math.cos(before + math.pi / 2), y + r * math.sin(before + math.pi / 2)), (x, y),
                      (x + r * math.cos(after + math.pi / 2), y + r * math.sin(after + math.pi / 2))]  # fmt: skip
    return found


def _angle(a: Point, b: Point) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _dashes(figure: Figure, on: float, off: float, closed: bool) -> Iterator[Figure]:
    points = [*figure, figure[0]] if closed else figure
    piece, drawing, left = [points[0]], True, on
    for a, b in itertools.pairwise(points):
        length, done = math.dist(a, b), 0.0
        while length - done > left:
            done += left
            at = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
            if drawing:
                yield [*piece, at]
            drawing = not drawing
            piece, left = [at], on if drawing else off
        left -= length - done
        if drawing:
            piece.append(b)
    if drawing and len(piece) > 1:
        yield piece
