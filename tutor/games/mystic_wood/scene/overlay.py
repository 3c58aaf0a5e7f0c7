"""What is drawn over the board to explain: rings round what can be clicked, arrows, a refusal, the trail of the last move."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from engine.mystic_wood.material.wood import AREA_NAME
from tutor.draw.shapes import Box, Group, Outline, Segment, Shape, Target, Words, fitting_size, polygon, text_width
from tutor.games.mystic_wood.scene.ground import CARD, CORNER, CardPaths
from tutor.games.mystic_wood.scene.tokens import placed_ellipse
from tutor.games.mystic_wood.scene.view import View


class Arrow(NamedTuple):
    """An arrow from one target or area to another ("denizen:orc", "knight:george", "area:c2" or just "c2")."""

    start: str
    end: str
    label: str = ""
    straight: bool = False


class Refusal(NamedTuple):
    """Why something was refused: a crossed line from Knight to cause, and a few words. ``cause`` None: no line."""

    knight: str
    cause: str | None
    text: str


def ring_groups(
    targets: list[Target], glowing: frozenset[str], highlights: frozenset[str], clickable: frozenset[str] = frozenset()
) -> tuple[list[Group], list[Group]]:
    """Rings round what glows, what can be clicked besides (a thin rim) and what is pointed out: those round areas, which lie
    below the tokens, and the others."""
    below: list[Group] = []
    above: list[Group] = []
    for t in targets:
        area = t.id.startswith("area:")
        found = below if area else above
        out, corner = (-0.5, CORNER) if area else (1.6, min(t.h / 2, 7.6) + 1)
        x, y, w, h = t.x - out, t.y - out, t.w + 2 * out, t.h + 2 * out
        if t.id in clickable - glowing:
            rim = Box(x, y, w, h, corner, stroke="glow", width=1.6, opacity=0.75, dashed=True)
            found.append(Group((rim,), key=("rim", area, t.x, t.y, t.w, t.h)))
        if t.id in glowing:
            found.append(
                Group(
                    (
                        Box(x, y, w, h, corner, stroke="glow", width=9 if area else 6.5, opacity=0.32),
                        Box(x, y, w, h, corner, stroke="glow-edge", width=4.4 if area else 3.4),
                        Box(x, y, w, h, corner, stroke="glow", width=2.8 if area else 2),
                    ),
                    key=("glow", area, t.x, t.y, t.w, t.h),
                )
            )
        if t.id in highlights:
            more = 2.2 if t.id in glowing else 0
            found.append(
                Group(
                    (
                        Box(x - more, y - more, w + 2 * more, h + 2 * more, corner + more, stroke="casing", width=3.4),
                        Box(
                            x - more,
                            y - more,
                            w + 2 * more,
                            h + 2 * more,
                            corner + more,
                            stroke="point",
                            width=2.2,
                            dashed=True,
                        ),
                    ),
                    key=("point", area, t.x, t.y, t.w, t.h, more),
                )
            )
    return below, above


def _find(target: str, targets: list[Target]) -> Target | None:
    return next((t for t in targets if t.id in (target, f"area:{target}")), None)


def _between(a: Target, b: Target) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where an arrow from one to the other begins and ends: at the rim of a token, in the middle of an area; it reaches a
    little into a Knight's shield, so that it is seen whom it means."""
    start, end = a.middle, b.middle
    if b.id.startswith("knight:"):
        end = (end[0], end[1] - b.h * 0.12)
    starts, ends = _at_rim(a, start, end, 0.0), _at_rim(b, end, start, 5.0)
    if math.dist(starts, ends) < 14:  # side by side: from the rim of the one to the heart of the other
        ends = end
    return starts, ends


def _at_rim(t: Target, start: tuple[float, float], end: tuple[float, float], inwards: float) -> tuple[float, float]:
    if t.id.startswith("area:"):
        return start
    dx, dy = end[0] - start[0], end[1] - start[1]
    reach = min((t.w / 2) / abs(dx) if dx else 1e9, (t.h / 2) / abs(dy) if dy else 1e9, 1.0)
    reach = max(0.0, reach - inwards / (math.hypot(dx, dy) or 1.0))
    return (start[0] + dx * reach, start[1] + dy * reach)


def _arrow_shapes(
    a: tuple[float, float], b: tuple[float, float], colour: str, *, bend: float = 0.16
) -> tuple[list[Shape], tuple[float, float]]:
    """A bent arrow from a to b with a light casing, and the point in its middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    cx, cy = (a[0] + b[0]) / 2 - uy * length * bend, (a[1] + b[1]) / 2 + ux * length * bend
    tx, ty = b[0] - cx, b[1] - cy
    away = math.hypot(tx, ty) or 1.0
    tx, ty = tx / away, ty / away
    neck = (b[0] - tx * 8, b[1] - ty * 8)
    c1 = (a[0] + 2 * (cx - a[0]) / 3, a[1] + 2 * (cy - a[1]) / 3)
    c2 = (neck[0] + 2 * (cx - neck[0]) / 3, neck[1] + 2 * (cy - neck[1]) / 3)
    shaft: tuple[Segment, ...] = (("M", *_r(a)), ("C", *_r(c1), *_r(c2), *_r(neck)))
    head = polygon(
        _r(b),
        _r((neck[0] - ty * 6.4 - tx * 1.6, neck[1] + tx * 6.4 - ty * 1.6)),
        _r(neck),
        _r((neck[0] + ty * 6.4 - tx * 1.6, neck[1] - tx * 6.4 - ty * 1.6)),
    )
    middle = ((a[0] + 2 * cx + neck[0]) / 4, (a[1] + 2 * cy + neck[1]) / 4)
    return [
        Outline(shaft, stroke="casing", width=6.6),
        Outline(head, fill="casing", stroke="casing", width=3.4),
        Outline(shaft, stroke=colour, width=4),
        Outline(head, fill=colour),
    ], middle


def _r(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def _label(
    text: str,
    middle: tuple[float, float],
    kind: str,
    room: tuple[float, float],
    taken: list[Target],
    *,
    size: float = 8.4,
) -> list[Shape]:
    """Words in a plate, on as many lines as it takes, within the picture, near ``middle`` and over as little as can be."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold=True) <= min(150, room[0] - 20):
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    size = min(fitting_size(line, size, room[0] - 18, bold=True) for line in lines)
    w = max(text_width(line, size, bold=True) for line in lines) + 10
    h = len(lines) * size * 1.25 + 6

    boxes = [(t.x, t.y, t.x + t.w, t.y + t.h) for t in taken]

    def hides(x: float, y: float) -> float:
        """How much of what is written on the board the plate would cover there."""
        x0, y0, x1, y1 = x - 2, y - 2, x + w + 2, y + h + 2
        covered = 0.0
        for left, top, right, bottom in boxes:
            if left < x1 and right > x0 and top < y1 and bottom > y0:
                covered += (min(x1, right) - max(x0, left)) * (min(y1, bottom) - max(y0, top))
        return covered

    best: tuple[float, float, float] | None = None
    for dy in range(-72, 73, 6):
        for dx in range(-72, 73, 12):
            away = math.hypot(dx, 1.3 * dy)
            if best is not None and away >= best[0]:
                continue
            x = max(3.0, min(room[0] - w - 3, middle[0] + dx - w / 2))
            y = max(3.0, min(room[1] - h - 3, middle[1] + dy - h / 2))
            cost = hides(x, y) * 1.5 + away
            if best is None or cost < best[0]:
                best = (cost, x, y)
    assert best is not None
    _, x, y = best
    found: list[Shape] = [Box(*_r((x, y)), *_r((w, h)), 5, fill=kind, stroke="casing", width=1.4)]
    for i, line in enumerate(lines):
        middle_of_line = round(y + 3 + size * 1.25 * (i + 0.5), 2)
        found.append(Words(round(x + w / 2, 2), middle_of_line, line, size, fill=f"{kind}-ink", on=kind, bold=True))
    return found


def _written(targets: list[Target]) -> list[Target]:
    """What is written on the board: tokens with their names, and the strip of each card that bears grid name and name plate."""
    found = []
    for t in targets:
        if t.id.startswith("area:"):
            t = Target("", "", t.x + 16, t.y + 3, t.w - 19, 12, t.px, t.py)
        found.append(t)
    return found


def arrow_groups(arrows: Iterable[Arrow], room: tuple[float, float], targets: list[Target]) -> list[Group]:
    """The arrows whose two ends are in the picture, each with its label."""
    found = []
    for arrow in arrows:
        a, b = _find(arrow.start, targets), _find(arrow.end, targets)
        if a is None or b is None or a == b:
            continue
        shapes, middle = _arrow_shapes(*_between(a, b), "point", bend=0 if arrow.straight else 0.16)
        if arrow.label:
            shapes += _label(arrow.label, middle, "point", room, _written(targets))
        found.append(Group(tuple(shapes), label=arrow.label, key=("arrow", arrow, a, b, room)))
    return found


def refusal_groups(refusal: Refusal, room: tuple[float, float], targets: list[Target]) -> list[Group]:
    """A crossed red line between the Knight and the cause, without a head, since nothing moves: to the edge of his area if the
    cause is another area. If it is not on the board, he himself is crossed out. And the words."""
    knight = _find(f"knight:{refusal.knight}", targets)
    nearby = [t for t in targets if knight is not None and t.at == knight.at]
    cause = _find(refusal.cause, [*nearby, *targets]) if refusal.cause else None
    if refusal.cause and knight is not None and refusal.cause.startswith("edge:"):
        cause = _beyond(refusal.cause, knight, targets)
    x, y = knight.middle if knight else (room[0] / 2, room[1] / 2)
    shapes: list[Shape] = []
    taken = _written(targets)
    if cause is not None and knight is not None and cause.id.startswith("area:"):
        shapes, (x, y) = _barred(knight, cause)
        taken.append(Target("", "", x - 9, y - 9, 18, 18, x, y))
    elif cause is not None and knight is not None and cause != knight:
        begin, end = _between(cause, knight)
        middle = _clear_spot(
            begin, end, [t for t in targets if t not in (cause, knight) and not t.id.startswith("area:")]
        )
        shapes = [*_tie(begin, end), *_cross(*middle, 5, 3.6)]
        # The words keep off the cross as well.
        taken.append(Target("", "", middle[0] - 10, middle[1] - 10, 20, 20, *middle))
    else:
        shapes += _cross(x, y, 8, 3.6)
    shapes += _label(refusal.text, (x + 12, y + 30), "refused", room, taken)
    return [Group(tuple(shapes), label=f"Refused: {refusal.text}", key=("refusal", refusal, cause, knight, room))]


def _clear_spot(begin: tuple[float, float], end: tuple[float, float], others: list[Target]) -> tuple[float, float]:
    """Where on a line a cross crosses nobody else out: as near its middle as may be, else as far from all of them as it can."""
    spots = [
        tuple(a + (b - a) * part for a, b in zip(begin, end, strict=True))
        for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
    ]
    far = [min((math.dist(spot, other.middle) for other in others), default=math.inf) for spot in spots]
    best = next((n for n, away in enumerate(far) if away > 16), far.index(max(far)))
    x, y = spots[best]
    return x, y


def _beyond(edge: str, knight: Target, targets: list[Target]) -> Target | None:
    """Where an area would lie beyond the edge of the Wood, "edge:south" of a Knight's own."""
    own = _find(f"area:{knight.at}", targets)
    dx, dy = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}[edge.removeprefix("edge:")]
    return None if own is None else own._replace(id="area:", x=own.x + dx * own.w, y=own.y + dy * own.h)


def _barred(knight: Target, area: Target) -> tuple[list[Shape], tuple[float, float]]:
    """The way to an area that is not open: a line from the Knight to the edge, and a cross there. Where the cross is as well."""
    start, end = knight.middle, area.middle
    way = math.dist(start, end) or 1.0
    reach = max(0.0, way - CARD / 2 - 3) / way
    x, y = start[0] + (end[0] - start[0]) * reach, start[1] + (end[1] - start[1]) * reach
    return [*_tie(start, (x, y)), *_cross(x, y, 7, 4.4)], (x, y)


def _tie(start: tuple[float, float], end: tuple[float, float]) -> list[Shape]:
    """A broken red line."""
    line: tuple[Segment, ...] = (("M", *_r(start)), ("L", *_r(end)))
    return [Outline(line, stroke="casing", width=6), Outline(line, stroke="refused", width=3.6, dashed=True)]


def _cross(x: float, y: float, arm: float, width: float) -> list[Shape]:
    """A red cross in its casing, its arms so long."""
    corners = [_r((x + dx * arm, y + dy * arm)) for dx, dy in ((-1, -1), (1, 1), (1, -1), (-1, 1))]
    cross = tuple((letter, *corner) for letter, corner in zip("MLML", corners, strict=True))
    return [Outline(cross, stroke="casing", width=width + 2.6), Outline(cross, stroke="refused", width=width)]


def trail_groups(areas: tuple[str, ...], view: View, ways: dict[str, CardPaths]) -> list[Group]:
    """Footprints from area to area, along the way a walker takes."""
    prints: list[Segment] = []
    for here, there in pairwise(areas):
        if here == there or not all(re.fullmatch(AREA_NAME, area) for area in (here, there)):
            continue
        points = [_hub(here, view, ways), _hub(there, view, ways)]
        (x0, y0), (x1, y1) = points
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        count = max(4, int(length / 11))
        for i in range(1, count):
            t = i / count
            if t * length < 17 or (1 - t) * length < 17:
                continue
            side = 2.9 if i % 2 else -2.9
            x, y = x0 + (x1 - x0) * t - uy * side, y0 + (y1 - y0) * t + ux * side
            if not any(_on_plate(area, ways, view, x, y) for area in (here, there)):
                prints += _footprint(x, y, ux, uy)
    if not prints:
        return []
    shapes: tuple[Shape, ...] = (
        Outline(tuple(prints), stroke="casing", width=1.8, opacity=0.75),
        Outline(tuple(prints), fill="footprint"),
    )
    return [Group(shapes, label=f"The last move: {' to '.join(areas)}", key=("trail", areas, view))]


def _on_plate(area: str, ways: dict[str, CardPaths], view: View, x: float, y: float) -> bool:
    """Whether the point is on the name plate of a named area, which must stay readable."""
    left, top = view.corner(area)
    return area in ways and ways[area].named and 0 <= x - left <= CARD and -1 <= y - top <= 17


def _footprint(x: float, y: float, ux: float, uy: float) -> list[Segment]:
    def turned(points: tuple[Segment, ...]) -> list[Segment]:
        found: list[Segment] = []
        for letter, *numbers in points:
            pairs = [(float(numbers[i]), float(numbers[i + 1])) for i in range(0, len(numbers), 2)]
            found.append((letter, *(n for px, py in pairs for n in _r((x + px * ux - py * uy, y + px * uy + py * ux)))))
        return found

    return turned(placed_ellipse(0.9, 0, 2.5, 1.75)) + turned(placed_ellipse(-3.1, 0, 1.35, 1.3))


def _hub(area: str, view: View, ways: dict[str, CardPaths]) -> tuple[float, float]:
    x, y = view.corner(area)
    hx, hy = ways[area].hub if area in ways else (CARD / 2, CARD / 2)
    return x + hx, y + hy
