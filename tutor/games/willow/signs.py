"""The drawings of the map: an emblem for every kind of place, the pieces of the characters, and what lies about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine import willow
from tutor.draw.shapes import Box, Disc, Outline, Segment, Shape, Words, line, polygon, smooth

#: The colours of a side: what a piece is filled with, and what is written on it. Their shapes differ as well.
COLOURS: Mapping[str, tuple[str, str]] = {"good": ("approach", "disc-ink"), "evil": ("crimson", "chalk")}
_EDGE = "stone-edge"


def _house(x: float, y: float, size: float, wall: str = "chalk", roof: str = "roof") -> tuple[Shape, ...]:
    """A small house, its foot's middle at (x, y)."""
    return (
        Box(x - size, y - size, 2 * size, size, 0.6, fill=wall, stroke=_EDGE, width=0.9),
        Outline(
            polygon((x - 1.35 * size, y - size), (x, y - 2.1 * size), (x + 1.35 * size, y - size)),
            fill=roof,
            stroke=_EDGE,
            width=0.9,
        ),
        Box(x - 0.28 * size, y - 0.62 * size, 0.56 * size, 0.62 * size, fill="bark"),
    )


def _tower(x: float, y: float, wide: float, high: float, wall: str, roof: str = "") -> tuple[Shape, ...]:
    """A tower, its foot's middle at (x, y), with battlements or a pointed roof."""
    body = Box(x - wide / 2, y - high, wide, high, 0.5, fill=wall, stroke=_EDGE, width=0.9)
    if roof:
        tip = polygon((x - wide * 0.7, y - high), (x, y - high - wide * 1.3), (x + wide * 0.7, y - high))
        return body, Outline(tip, fill=roof, stroke=_EDGE, width=0.9)
    teeth = tuple(
        Box(x - wide / 2 - 1 + n * (wide - 1) / 2, y - high - 3, 3, 4, fill=wall, stroke=_EDGE, width=0.8)
        for n in range(3)
    )
    return body, *teeth


def _tree(x: float, y: float, r: float, leaf: str) -> tuple[Shape, ...]:
    return (
        Outline(line((x, y), (x, y - r)), stroke="bark", width=r * 0.42),
        Disc(x, y - 1.7 * r, r, fill=leaf, stroke="earthly-edge", width=0.6),
        Disc(x - 0.3 * r, y - 2.05 * r, r * 0.38, fill="leaf4", opacity=0.8),
    )


def _tent(x: float, y: float, size: float, cloth: str) -> tuple[Shape, ...]:
    return (
        Outline(polygon((x - size, y), (x, y - 1.5 * size), (x + size, y)), fill=cloth, stroke=_EDGE, width=0.9),
        Outline(polygon((x - 0.28 * size, y), (x, y - 0.95 * size), (x + 0.28 * size, y)), fill="night"),
        Outline(
            polygon((x, y - 2.1 * size), (x + 0.6 * size, y - 1.85 * size), (x, y - 1.6 * size)),
            fill="gold",
            stroke=_EDGE,
            width=0.5,
        ),
        Outline(line((x, y - 1.5 * size), (x, y - 2.1 * size)), stroke=_EDGE, width=0.8),
    )


def _waves(*places: tuple[float, float]) -> Shape:
    pieces: list[Segment] = []
    for x, y in places:
        pieces += [
            ("M", x - 5, y),
            ("C", x - 3, y - 2.4, x - 2, y - 2.4, x, y),
            ("C", x + 2, y + 2.4, x + 3, y + 2.4, x + 5, y),
        ]
    return Outline(tuple(pieces), stroke="chalk", width=1.1, opacity=0.85)


def _pool(rx: float, ry: float, y: float = 4) -> tuple[Shape, ...]:
    edge = smooth(
        [
            (-rx, y),
            (-rx * 0.5, y - ry),
            (rx * 0.5, y - ry * 0.9),
            (rx, y),
            (rx * 0.5, y + ry),
            (-rx * 0.55, y + ry * 0.9),
        ]
    )
    return (Outline(edge, fill="lake", stroke="lake-deep", width=1.4),)


def _stone(x: float, y: float, w: float, h: float) -> tuple[Shape, ...]:
    shape = smooth([(x - w, y), (x - w * 0.8, y - h * 0.8), (x, y - h), (x + w * 0.85, y - h * 0.75), (x + w, y)])
    return Outline(shape, fill="stone", stroke=_EDGE, width=0.9), Outline(
        line((x - w * 0.35, y - h * 0.75), (x - w * 0.5, y - h * 0.2)), stroke="stone-light", width=1
    )


def _peak(x: float, y: float, w: float, h: float) -> tuple[Shape, ...]:
    return (
        Outline(polygon((x - w, y), (x, y - h), (x + w, y)), fill="stone", stroke=_EDGE, width=0.9),
        Outline(
            polygon(
                (x - w * 0.36, y - h * 0.64),
                (x, y - h),
                (x + w * 0.36, y - h * 0.64),
                (x + w * 0.1, y - h * 0.54),
                (x - w * 0.1, y - h * 0.7),
            ),
            fill="chalk",
        ),
    )


#: Each within 20 units round (0, 0).
_EMBLEMS: Mapping[str, tuple[Shape, ...]] = {
    "castle": (
        *_tower(-12, 13, 8, 20, "storm", "night"),
        *_tower(12, 13, 8, 20, "storm", "night"),
        Box(-10, -3, 20, 16, 0.5, fill="storm", stroke=_EDGE, width=0.9),
        *_tower(0, 6, 8, 16, "storm", "crimson"),
        Outline((("M", -3, 13), ("L", -3, 7), ("C", -3, 3, 3, 3, 3, 7), ("L", 3, 13), ("Z",)), fill="night"),
    ),
    "city": (
        Box(-17, 0, 34, 13, 0.6, fill="stone-light", stroke=_EDGE, width=0.9),
        *_tower(-11, 8, 8, 16, "chalk", "azure"),
        *_tower(11, 8, 8, 16, "chalk", "azure"),
        *_tower(0, 4, 9, 14, "chalk", "gold"),
        Outline((("M", -3, 13), ("L", -3, 8), ("C", -3, 4, 3, 4, 3, 8), ("L", 3, 13), ("Z",)), fill="bark"),
    ),
    "village": (*_house(-8, 4, 6), *_house(9, 5, 6), *_house(0, 13, 7, "clearing", "bark-light")),
    "forest": (
        *_tree(-10, 8, 6, "leaf2"),
        *_tree(9, 7, 6.6, "leaf1"),
        *_tree(0, 13, 8, "leaf3"),
        Outline(
            polygon((12, -13), (13.2, -10.2), (16, -9), (13.2, -7.8), (12, -5), (10.8, -7.8), (8, -9), (10.8, -10.2)),
            fill="gold",
        ),
    ),
    "island": (
        *_pool(19, 13, 3),
        _waves((-10, -3), (11, 9), (-9, 12)),
        Outline(smooth([(-9, 5), (-3, 0), (6, 0), (10, 5), (2, 8)]), fill="sand", stroke="rim", width=1),
        *_tree(1, 4, 5.4, "leaf2"),
    ),
    "study": (
        *_tower(0, 13, 15, 20, "stone-light", "violet"),
        Box(-4, -2, 8, 6.4, 0.8, fill="gold", stroke=_EDGE, width=0.9),
        Outline(line((0, -2), (0, 4.4)), stroke=_EDGE, width=0.9),
        Box(-2.4, 7, 4.8, 6, fill="bark"),
    ),
    "stones": (
        *_stone(-12, 9, 3.4, 17),
        *_stone(12, 9, 3.4, 17),
        *_stone(-4, 13, 3.4, 15),
        *_stone(5, 13, 3.2, 14),
        Box(-9, -8, 20, 4.4, 1, fill="stone-light", stroke=_EDGE, width=0.9),
    ),
    "spring": (
        *_pool(15, 8, 7),
        _waves((-5, 6), (6, 9)),
        Outline(
            (
                ("M", -1, 5),
                ("C", -7, -6, -9, -4, -11, 0),
                ("M", 1, 5),
                ("C", 7, -6, 9, -4, 11, 0),
                ("M", 0, 5),
                ("L", 0, -12),
            ),
            stroke="lake-deep",
            width=1.8,
        ),
        Disc(0, -13, 1.8, fill="lake"),
        Disc(-11, 1, 1.5, fill="lake"),
        Disc(11, 1, 1.5, fill="lake"),
    ),
    "crossroads": (
        Outline(line((0, 14), (0, -13)), stroke="bark", width=2.6),
        Outline(
            polygon((-1, -11), (12, -11), (15.5, -8), (12, -5), (-1, -5)), fill="tag", stroke="tag-edge", width=0.9
        ),
        Outline(
            polygon((1, -2.5), (-11, -2.5), (-14.5, 0.4), (-11, 3.4), (1, 3.4)),
            fill="tag",
            stroke="tag-edge",
            width=0.9,
        ),
    ),
    "tavern": (
        *_house(-3, 13, 10, "clearing", "roof"),
        Outline(line((7.6, 2), (15, 2)), stroke="bark", width=1.4),
        Box(10, 3.4, 6.4, 6, 0.8, fill="tag", stroke="tag-edge", width=0.9),
        Disc(13.2, 6.4, 1.7, fill="gold"),
    ),
    "camp": (*_tent(-8, 8, 8, "azure"), *_tent(8, 9, 8, "chalk"), *_tent(0, 14, 9, "azure")),
    "river": (
        Outline(
            (("M", -17, -6), ("C", -6, -12, 2, 2, 17, -5), ("L", 17, 7), ("C", 4, 13, -6, 1, -17, 8), ("Z",)),
            fill="lake",
            stroke="lake-deep",
            width=1.2,
        ),
        _waves((-9, 1), (9, 1)),
        Outline(polygon((-8, 5), (9, 5), (6, 10), (-5, 10)), fill="bark-light", stroke="bark", width=0.9),
        Outline(line((0, 5), (0, -5)), stroke="bark", width=1.2),
        Outline(polygon((0.8, -5), (8, 2), (0.8, 2)), fill="chalk", stroke=_EDGE, width=0.7),
    ),
    "pass": (*_peak(-8, 12, 10, 22), *_peak(9, 12, 10, 18)),
    "road": (
        Outline((("M", -8, 14), ("C", -3, 4, 8, 4, 2, -6), ("C", 0, -10, 3, -12, 5, -13)), stroke="rim", width=7),
        Outline((("M", -8, 14), ("C", -3, 4, 8, 4, 2, -6), ("C", 0, -10, 3, -12, 5, -13)), stroke="sand", width=5),
        *_tree(-11, 3, 4.4, "leaf2"),
        *_tree(12, 8, 4.6, "leaf1"),
    ),
}


def emblem(kind: str, name: str) -> tuple[Shape, ...]:
    """The drawing of a kind of place; a pass in the mountains has its own, a kind nobody has drawn is a road."""
    return _EMBLEMS["pass" if kind == "road" and "pass" in name else kind if kind in _EMBLEMS else "road"]


def initials(name: str) -> str:
    """Two letters for a character's piece: "Wi", of two who are one "F&R"."""
    words = willow.title(name).replace("General ", "").replace("Queen ", "").split()
    return "&".join(word[0] for word in words if word != "&") if "&" in words else words[0][:2]


@cache
def piece(side: str, letters: str, shape: str = "", found: bool = False) -> tuple[Shape, ...]:
    """A character's piece, 24 units wide: round for Good, pointed for Evil; his shape if he is transformed, an eye if found."""
    fill, on = COLOURS[side]
    body: tuple[Segment, ...] = (
        smooth([(-11, -8), (0, -11), (11, -8), (9, 4), (0, 12), (-9, 4)])
        if side == "good"
        else polygon((-11.5, -9.5), (0, -6), (11.5, -9.5), (8.5, 5), (0, 12.5), (-8.5, 5))
    )
    shapes: list[Shape] = [
        Outline(body, fill="shadow", stroke="shadow", width=3.4, opacity=0.45),
        Outline(body, fill=fill, stroke="chalk", width=1.8),
        Words(0, -0.6, letters, 10.5 if len(letters) < 3 else 8.6, on, fill, bold=True),
    ]
    if shape:
        shapes += [
            Box(-12, 6.4, 24, 8, 2, fill="tag", stroke="tag-edge", width=0.8),
            Words(0, 10.5, shape[:7], 6.6, "tag-ink", "tag", bold=True),
        ]
    if found:
        shapes += eye(9, -9.6)
    return tuple(shapes)


def eye(x: float, y: float) -> list[Shape]:
    """An open eye: Evil has found him."""
    lid = (
        ("M", x - 5, y),
        ("C", x - 2.6, y - 4.4, x + 2.6, y - 4.4, x + 5, y),
        ("C", x + 2.6, y + 4.4, x - 2.6, y + 4.4, x - 5, y),
        ("Z",),
    )
    return [Outline(lid, fill="chalk", stroke="glow-edge", width=1.1), Disc(x, y, 2.1, fill="night")]


def chest(x: float, y: float, known: bool) -> list[Shape]:
    """A Treasure that lies there: closed with a question mark, or open."""
    found: list[Shape] = [
        Box(x - 7, y - 3.5, 14, 9, 1.4, fill="bark-light", stroke="bark", width=1.1),
        Outline(
            (("M", x - 7, y - 3), ("C", x - 6, y - 8.4, x + 6, y - 8.4, x + 7, y - 3), ("Z",)),
            fill="gold" if known else "bark-light",
            stroke="bark",
            width=1.1,
        ),
        Disc(x, y + 1, 1.6, fill="gold"),
    ]
    if not known:
        found += [
            Disc(x + 7.4, y - 5.4, 4.6, fill="plate", stroke="plate-edge", width=0.8),
            Words(x + 7.4, y - 5.2, "?", 7.4, "ink", "plate", bold=True),
        ]
    return found


def banner(x: float, y: float, side: str) -> list[Shape]:
    """An Army: a banner in the colour of its side."""
    fill, on = COLOURS[side]
    return [
        Outline(line((x - 5, y + 8), (x - 5, y - 8)), stroke="bark", width=1.6),
        Outline(
            polygon((x - 5, y - 8), (x + 8, y - 8), (x + 5, y - 3.4), (x + 8, y + 1.4), (x - 5, y + 1.4)),
            fill=fill,
            stroke=_EDGE,
            width=0.9,
        ),
        Words(x + 0.4, y - 3.2, "A", 6.6, on, fill, bold=True),
    ]


def child(x: float, y: float, sure: bool) -> list[Shape]:
    """Elora Danan in her cloth; with a question mark where she only may be."""
    found: list[Shape] = [
        Outline(
            smooth([(x - 6, y + 1), (x - 2, y - 5.6), (x + 5, y - 3), (x + 5.4, y + 4), (x - 1, y + 6)]),
            fill="chalk",
            stroke="rose",
            width=1.4,
        ),
        Disc(x + 0.6, y - 0.8, 2.9, fill="clearing", stroke="bark-light", width=0.7),
    ]
    if not sure:
        found += [
            Disc(x + 5, y - 5, 4.2, fill="plate", stroke="plate-edge", width=0.8),
            Words(x + 5, y - 4.8, "?", 6.8, "ink", "plate", bold=True),
        ]
    return found


#: The colours of the kinds of cards, as stripes on their backs.
_BACKS: Mapping[str, str] = {
    "keep": "crimson",
    "friend": "approach",
    "foe": "night",
    "spell": "violet",
    "discard": "gold",
    "special": "rose",
}


def card_back(kind: str) -> tuple[Shape, ...]:
    """A card of a kind as a small picture of 18 by 24."""
    return (
        Box(2, 1.5, 14, 21, 2.4, fill="chalk", stroke=_EDGE, width=1),
        Box(4.4, 4, 9.2, 16, 1.4, fill=_BACKS.get(kind, "stone"), stroke=_EDGE, width=0.6),
    )
