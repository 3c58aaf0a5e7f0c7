"""The area cards: two woods with their trees, paths, clearings and the emblems of the named areas.

Everything random comes from a seed of the area's name and card, so that an area looks the same wherever it is shown.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import repeat
from random import Random
from typing import NamedTuple

from engine.mystic_wood.material.cards import name_of
from tutor.draw.shapes import (
    Box,
    Crown,
    Crowns,
    Disc,
    Outline,
    Segment,
    Shape,
    Words,
    fitting_size,
    moved,
    polygon,
    smooth,
    text_width,
)
from tutor.games.mystic_wood.scene.emblems import emblem

CARD = 100.0
GAP = 4.0
STEP = CARD + GAP
MID = CARD / 2
CORNER = 8.0
PATH_WIDTH = 14.0
RIM_WIDTH = 17.0
CLEARING = 25.5
#: Named areas have a larger clearing, for their emblem.
NAMED_CLEARING = 29.0
#: How far the outermost part of a clearing can be from its middle, as a multiple of its radius.
CLEARING_WOBBLE = 1.06

#: Where a path leaves the card: the middle of each edge.
EDGE_MIDDLE = {"N": (MID, 0.0), "E": (CARD, MID), "S": (MID, CARD), "W": (0.0, MID)}
_OUTWARD = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
LEAVES = {"earthly": ("leaf1", "leaf2", "leaf3", "leaf4"), "enchanted": ("fae1", "fae2", "fae3", "fae4", "fae5")}
_WEIGHTS = {"earthly": (5, 5, 4, 2), "enchanted": (5, 4, 4, 3, 2)}
CROWN_SIZES = (3.4, 4.6, 5.8, 7.0, 8.4)


class Curve(NamedTuple):
    """A piece of path from an edge to where the paths meet: its two ends and the two points that bend it."""

    x0: float
    y0: float
    x1: float
    y1: float
    x2: float
    y2: float
    x3: float
    y3: float

    def at(self, t: float) -> tuple[float, float]:
        """The point a part ``t`` (0 to 1) of the way along."""
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        return (
            a * self.x0 + b * self.x1 + c * self.x2 + d * self.x3,
            a * self.y0 + b * self.y1 + c * self.y2 + d * self.y3,
        )


class CardLook(NamedTuple):
    """What a card's picture depends on. ``paths`` as the card lies now; ``blocked`` are the edges at which a path meets
    a card without one, or the edge of the Wood; ``arrow`` is "N", "S" or "" for none; ``peek`` the paths of a face-down card
    that whoever looks at the picture has seen; ``half`` the wood it lies in, or "tower"."""

    area: str
    face_up: bool
    paths: str = ""
    tile: str = ""
    name: str | None = None
    glade: bool = False
    blocked: str = ""
    arrow: str = ""
    peek: str = ""
    storm: bool = False
    half: str = "earthly"


class CardPaths(NamedTuple):
    """The paths of a card: where they meet, one curve per edge, and the radius of the clearing (0 for a bare crossing).

    ``named`` says that the card bears a name plate."""

    hub: tuple[float, float]
    curves: tuple[tuple[str, Curve], ...]
    clearing: float
    named: bool = False


@lru_cache(maxsize=512)
def way(area: str, tile: str, paths: str, name: str | None, glade: bool) -> CardPaths:
    """How the paths of a card run, in units of the card. Each ends exactly in the middle of its edge."""
    rng = Random(f"paths {area} {tile} {paths}")
    open_place = glade or name is not None
    hub = (MID + rng.uniform(-2.5, 2.5), MID + rng.uniform(-2.5, 2.5))
    if not open_place and len(paths) == 3:  # a bend at a bare crossing leans towards the edge that has a path alone
        lone = next((e for e in paths if {"N": "S", "S": "N", "E": "W", "W": "E"}[e] not in paths), None)
        if lone:
            dx, dy = _OUTWARD[lone]
            hub = (hub[0] + 4 * dx, hub[1] + 4 * dy)
    curves = []
    for edge in paths:
        (x0, y0), (ox, oy) = EDGE_MIDDLE[edge], _OUTWARD[edge]
        sway = rng.choice((-1, 1)) * rng.uniform(3.0, 6.5)
        near, far = rng.uniform(13, 18), rng.uniform(12, 18)
        # It leaves the edge at a right angle, so that it runs on smoothly, and sways once on its way in.
        x1, y1 = x0 - ox * near, y0 - oy * near
        x2, y2 = hub[0] + ox * far + oy * sway, hub[1] + oy * far + ox * sway
        curves.append((edge, Curve(x0, y0, *(round(n, 1) for n in (x1, y1, x2, y2, *hub)))))
    radius = (NAMED_CLEARING if name is not None else CLEARING) if open_place else 0.0
    return CardPaths((round(hub[0], 1), round(hub[1], 1)), tuple(curves), radius, name is not None)


def _from_clearing(found: CardPaths, x: float, y: float) -> float:
    """How far a point is from the rim of the clearing; negative on it."""
    if not found.clearing:
        return math.inf
    return math.hypot(found.hub[0] - x, found.hub[1] - y) - found.clearing * CLEARING_WOBBLE


def _from_paths(samples: list[tuple[float, float]], x: float, y: float) -> float:
    """How far a point is from the rim of the nearest path, of which these are samples; negative on it."""
    return min(map(math.dist, samples, repeat((x, y))), default=math.inf) - RIM_WIDTH / 2


@lru_cache(maxsize=512)
def crowns(area: str, tile: str, half: str, found: CardPaths) -> tuple[Crown, ...]:
    """The trees of a card: scattered everywhere but on paths and clearings, those behind first."""
    rng = Random(f"trees {area} {tile}")
    spacing = 9.6
    samples = [curve.at(i / 14) for _, curve in found.curves for i in range(15)]
    places: list[Crown] = []
    rows = int(CARD / spacing) + 2
    for row in range(-1, rows):
        for column in range(-1, rows):
            x = (column + (row % 2) / 2) * spacing + rng.uniform(-3.4, 3.4)
            y = row * spacing + rng.uniform(-3.4, 3.4)
            wish = rng.choice(CROWN_SIZES[1:])
            tint = rng.random()
            if not (-4 < x < CARD + 4 and -4 < y < CARD + 4):
                continue
            # A tree may stand over the edge of its card, but never over that of the next one, not even with its shadow.
            over = GAP - 0.2
            room = min(
                x + over, y + over, (CARD + over - x) / 1.16, (CARD + over - y) / 1.3, _from_clearing(found, x, y) - 0.7
            )
            if room < CROWN_SIZES[0]:
                continue
            room = min(room, _from_paths(samples, x, y) - 0.7)
            fitting = [size for size in CROWN_SIZES if size <= min(wish, room)]
            if not fitting:
                continue
            wood = half if half != "tower" else "enchanted" if x + y < CARD else "earthly"
            places.append(Crown(round(x, 1), round(y, 1), fitting[-1], _leaf(wood, tint)))
    return tuple(sorted(places, key=lambda c: (c.y + c.r * 0.6, c.x)))


def _leaf(wood: str, tint: float) -> str:
    left = tint * sum(_WEIGHTS[wood])
    for leaf, weight in zip(LEAVES[wood], _WEIGHTS[wood], strict=True):
        left -= weight
        if left < 0:
            return leaf
    return LEAVES[wood][-1]


def clearing_outline(area: str, tile: str, hub: tuple[float, float], radius: float) -> tuple[Segment, ...]:
    """The rim of a clearing: round, but grown, not drawn with compasses."""
    rng = Random(f"clearing {area} {tile}")
    count = 11
    points = []
    for i in range(count):
        angle = 2 * math.pi * i / count
        r = radius * rng.uniform(0.955, 1.035)
        points.append((hub[0] + r * math.cos(angle), hub[1] + r * math.sin(angle)))
    return smooth(points)


def way_pieces(found: CardPaths) -> tuple[Segment, ...]:
    """The middle lines of the paths, each from its edge to where they meet."""
    pieces: list[Segment] = []
    for _, c in found.curves:
        pieces += [("M", c.x0, c.y0), ("C", c.x1, c.y1, c.x2, c.y2, c.x3, c.y3)]
    return tuple(pieces)


@lru_cache(maxsize=512)
def card_shapes(card: CardLook) -> tuple[Shape, ...]:
    """The picture of a card, in units of the card: face down its back, face up its wood, paths and emblem."""
    half = card.half
    if not card.face_up:
        return (*_back(half), *_peek(half, card.peek), *(STORM if card.storm else ()), *_grid_name(card.area))
    ground = {"earthly": "turf", "enchanted": "moss", "tower": "turf"}[half]
    shapes: list[Shape] = [Box(0, 0, CARD, CARD, CORNER, fill=ground)]
    if half == "tower":
        shapes.append(Outline(polygon((0, 0), (CARD, 0), (0, CARD)), fill="moss"))
    found = way(card.area, card.tile, card.paths, card.name, card.glade)
    middle = way_pieces(found)
    # Paths stop just at the edge, where the next card or the bridge to it begins; a disc rounds them off where they meet.
    shapes.append(Outline(middle, stroke="rim", width=RIM_WIDTH, blunt=True))
    shapes.append(Disc(*found.hub, RIM_WIDTH / 2, fill="rim"))
    if found.clearing:
        floor = clearing_outline(card.area, card.tile, found.hub, found.clearing)
        shapes += [Outline(floor, stroke="rim", width=3.2), Outline(floor, fill="sand")]
    shapes.append(Outline(middle, stroke="sand", width=PATH_WIDTH, blunt=True))
    shapes.append(Disc(*found.hub, PATH_WIDTH / 2, fill="sand"))
    if found.clearing:
        shapes.append(Outline(clearing_outline(card.area, card.tile, found.hub, found.clearing - 4.5), fill="clearing"))
    shapes.append(_grit(card.area, card.tile, found))
    shapes.append(Crowns(crowns(card.area, card.tile, half, found)))
    for edge in card.blocked:
        shapes += fallen_trunk(
            edge, 19.0 if edge == "N" and card.name is not None else 5.0
        )  # never behind the name plate
    if card.name is not None:
        shapes += emblem(card.name, found.hub)
    edge_colour = {"earthly": "earthly-edge", "enchanted": "enchanted-edge", "tower": "tower-edge"}[half]
    shapes.append(Box(0.6, 0.6, CARD - 1.2, CARD - 1.2, CORNER - 0.6, stroke=edge_colour, width=1.2))
    if card.storm:
        shapes += STORM
    shapes += _arrow(card.arrow)
    if card.name is not None:
        shapes += name_plate(name_of(card.name))
    shapes += _grid_name(card.area)
    return tuple(shapes)


def _grid_name(area: str) -> list[Shape]:
    return [
        Box(82.5, 3.5, 14, 10.5, 4.5, fill="badge", opacity=0.86),
        Words(89.5, 8.8, area, 8.2, fill="badge-ink", on="badge", bold=True),
    ]


def _arrow(points: str) -> list[Shape]:
    """The arrow of a three-path card; it points south once the card is turned (`wood.arrow`)."""
    if not points:
        return []
    up = points == "N"
    head = (
        polygon((9.5, 4.6), (13.4, 12), (9.5, 10), (5.6, 12))
        if up
        else polygon((9.5, 12.9), (13.4, 5.5), (9.5, 7.5), (5.6, 5.5))
    )
    return [Disc(9.5, 8.8, 6.2, fill="badge", opacity=0.86), Outline(head, fill="badge-ink")]


def name_plate(name: str) -> list[Shape]:
    """The plate with the name of a named area, between arrow and grid name."""
    size = fitting_size(name, 8.6, 58)
    width = text_width(name, size) + 7
    return [
        Box(49 - width / 2, 3.2, width, 11.2, 4, fill="plate", stroke="plate-edge", width=0.9),
        Words(49, 8.9, name, size, fill="ink", on="plate", serif=True),
    ]


def _rain() -> tuple[Shape, ...]:
    pieces: list[Segment] = []
    for row in range(7):
        for column in range(8):
            x, y = 4 + column * 13 + (row % 2) * 6, 6 + row * 14
            if x < CARD - 4:
                pieces += [("M", x + 3, y), ("L", x, y + 7)]
    return (
        Box(0, 0, CARD, CARD, CORNER, fill="storm", opacity=0.34),
        Outline(tuple(pieces), stroke="rain", width=1.1, opacity=0.6),
    )


#: The rain over a card with a storm.
STORM = _rain()


def _peek(half: str, paths: str) -> list[Shape]:
    """A small plan on the back of a card that has been looked at: its paths, and an eye that says why one sees them."""
    if not paths:
        return []
    pieces: list[Segment] = []
    for edge in paths:
        ox, oy = _OUTWARD[edge]
        pieces += [("M", MID, MID), ("L", MID + 17 * ox, MID + 17 * oy)]
    eye: tuple[Segment, ...] = (
        ("M", 5.5, 9),
        ("C", 7.5, 5.6, 12.5, 5.6, 14.5, 9),
        ("C", 12.5, 12.4, 7.5, 12.4, 5.5, 9),
        ("Z",),
    )
    return [
        Box(
            MID - 22,
            MID - 22,
            44,
            44,
            6,
            fill="turf" if half == "earthly" else "moss",
            stroke=f"{half}-edge",
            width=1.2,
        ),
        Outline(tuple(pieces), stroke="rim", width=8.4),
        Outline(tuple(pieces), stroke="sand", width=6.2),
        Box(3, 3.5, 14, 11, 4.5, fill="badge", opacity=0.86),
        Outline(eye, stroke="badge-ink", width=1),
        Disc(10, 9, 1.7, fill="badge-ink"),
    ]


def _grit(area: str, tile: str, found: CardPaths) -> Shape:
    """A few pebbles on the paths, so that the sand does not look painted on."""
    rng = Random(f"grit {area} {tile}")
    pieces: list[Segment] = []
    for _, curve in found.curves:
        for _ in range(3):
            x, y = curve.at(rng.uniform(0.05, 0.6))
            x, y = round(x + rng.uniform(-4.6, 4.6), 1), round(y + rng.uniform(-4.6, 4.6), 1)
            x, y = min(max(x, 1.0), CARD - 2), min(max(y, 1.0), CARD - 1)
            pieces += [("M", x, y), ("L", round(x + rng.uniform(0.2, 0.9), 1), y)]
    return Outline(tuple(pieces), stroke="rim", width=1.6, opacity=0.6)


def fallen_trunk(edge: str, inside: float = 5.0) -> list[Shape]:
    """A fallen trunk across a path that leads nowhere (`explore.dead-end`), just inside its edge."""
    (x, y), (ox, oy) = EDGE_MIDDLE[edge], _OUTWARD[edge]
    x, y = x - ox * inside, y - oy * inside
    ax, ay = abs(oy), abs(ox)
    a, b = (x - 9.5 * ax, y - 9.5 * ay), (x + 9.5 * ax, y + 9.5 * ay)
    log: tuple[Segment, ...] = (("M", *a), ("L", *b))
    twig: tuple[Segment, ...] = (("M", x + 2 * ax, y + 2 * ay), ("L", x + 5 * ax - 4 * ox, y + 5 * ay - 4 * oy))
    return [
        Outline(twig, stroke="bark", width=1.8),
        Outline(log, stroke="bark", width=5.6),
        Outline(log, stroke="bark-light", width=3.4),
        Outline((("M", a[0] + 3 * ax, a[1] + 3 * ay), ("L", b[0] - 6 * ax, b[1] - 6 * ay)), stroke="bark", width=0.7),
        Disc(*b, 2.6, fill="clearing", stroke="bark", width=0.9),
    ]


_LEAF: tuple[Segment, ...] = (
    ("M", 0, -7),
    ("C", 3.6, -3.6, 4.6, 1.2, 2.6, 4),
    ("C", 1.8, 5.2, 0.8, 5.8, 0, 6.2),
    ("C", -0.8, 5.8, -1.8, 5.2, -2.6, 4),
    ("C", -4.6, 1.2, -3.6, -3.6, 0, -7),
    ("Z",),
)


@lru_cache(maxsize=4)
def _back(half: str) -> tuple[Shape, ...]:
    leaves: list[Segment] = []
    veins: list[Segment] = []
    for row in range(3):
        for column in range(3):
            x, y = 24 + 26 * column, 24 + 26 * row
            leaves += moved(_LEAF, x, y, 1.2)
            veins += [("M", x, y - 6.4), ("L", x, y + 9.8), ("M", x - 2.8, y), ("L", x, y + 2.8), ("L", x + 2.8, y)]
    return (
        Box(0, 0, CARD, CARD, CORNER, fill=f"{half}-edge"),
        Box(1.4, 1.4, CARD - 2.8, CARD - 2.8, CORNER - 1.2, fill=f"{half}-back"),
        Box(6.5, 6.5, CARD - 13, CARD - 13, 5, stroke=f"{half}-back-leaf", width=1.6),
        Outline(tuple(leaves), fill=f"{half}-back-leaf"),
        Outline(tuple(veins), stroke=f"{half}-back", width=0.9),
    )


def bridge(edge: str) -> tuple[Shape, ...]:
    """The piece of path in the gap between two cards whose paths join at this edge ("N" or "E"), in units of the card.

    It lies over the outlines of both cards, from the end of one path to the end of the other.
    """
    x, y = EDGE_MIDDLE[edge]
    found: list[Shape] = []
    for width, colour, over in ((RIM_WIDTH, "rim", 0.7), (PATH_WIDTH, "sand", 1.6)):
        if edge == "N":
            found.append(Box(x - width / 2, y - GAP - over, width, GAP + 2 * over, fill=colour))
        else:
            found.append(Box(x - over, y - width / 2, GAP + 2 * over, width, fill=colour))
    return tuple(found)
