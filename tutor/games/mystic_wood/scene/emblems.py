"""The picture each named area, each Gate and the Tower has of its own, and the glyphs of the loose things.

Emblems are drawn round (0, 0), about 48 units wide and high; glyphs in a square of 10 units from (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from tutor.draw.shapes import Box, Disc, Outline, Segment, Shape, line, placed, polygon, smooth


@lru_cache(maxsize=256)
def emblem(name: str, hub: tuple[float, float], scale: float = 1.0) -> tuple[Shape, ...]:
    """The picture of a named area round ``hub``. Raises KeyError if there is no area of that name."""
    return tuple(placed(shape, *hub, scale) for shape in _EMBLEMS[name]())


def _shadow(w: float, y: float) -> Shape:
    points = [(w * math.cos(a), y + 3.4 * math.sin(a)) for a in (2 * math.pi * i / 12 for i in range(12))]
    return Outline(smooth(points), fill="shadow", opacity=0.28)


def _wall(x: float, y: float, w: float, h: float, fill: str = "stone") -> Shape:
    return Box(x, y, w, h, 0.6, fill=fill, stroke="stone-edge", width=1.2)


def _battlements(x: float, y: float, w: float, h: float, teeth: int, fill: str = "stone") -> Shape:
    """A wall with a crenellated top."""
    step = w / (2 * teeth - 1)
    points: list[tuple[float, float]] = [(x, y + h), (x, y)]
    for tooth in range(teeth):
        left = x + 2 * tooth * step
        points += [(left, y), (left, y - 3.2), (left + step, y - 3.2), (left + step, y)]
    points += [(x + w, y), (x + w, y + h)]
    return Outline(polygon(*points), fill=fill, stroke="stone-edge", width=1.2)


def _arch(x: float, y: float, w: float, h: float, fill: str, stroke: str | None = "stone-edge") -> Shape:
    """An opening with a round top; (x, y) is the middle of its foot."""
    r = w / 2
    k = r * 0.552
    pieces: tuple[Segment, ...] = (
        ("M", x - r, y),
        ("L", x - r, y - h + r),
        ("C", x - r, y - h + r - k, x - k, y - h, x, y - h),
        ("C", x + k, y - h, x + r, y - h + r - k, x + r, y - h + r),
        ("L", x + r, y),
        ("Z",),
    )
    return Outline(pieces, fill=fill, stroke=stroke, width=1.1)


def _bricks(*places: tuple[float, float]) -> Shape:
    pieces: list[Segment] = []
    for x, y in places:
        pieces += [("M", x, y), ("L", x + 3.4, y)]
    return Outline(tuple(pieces), stroke="stone-edge", width=0.7, opacity=0.6)


def _flag(x: float, y: float, colour: str) -> list[Shape]:
    return [
        Outline(line((x, y), (x, y - 9)), stroke="stone-edge", width=1.1),
        Outline(
            polygon((x + 0.4, y - 9), (x + 7.5, y - 6.8), (x + 0.4, y - 4.6)),
            fill=colour,
            stroke="stone-edge",
            width=0.7,
        ),
    ]


# Drawings are tables: a line for each part.
# fmt: off
def _castle() -> list[Shape]:
    return [
        _shadow(25, 17), *_flag(-17, -13, "crimson"), *_flag(17, -13, "crimson"), *_flag(0, -17, "gold"),
        _battlements(-14, -4, 28, 20, 5), _battlements(-7, -14, 14, 14, 3, "stone-light"),
        _battlements(-23, -10, 11.5, 27, 3, "stone-light"), _battlements(11.5, -10, 11.5, 27, 3, "stone-light"),
        _bricks((-20.5, -4), (-18, 3), (-21, 10), (14, -3), (17.5, 4), (15, 11), (-10.5, 2), (7, 3), (-4, -8), (1.5, -4)),
        _arch(0, 16, 10, 13, "bark"), _arch(0, 16, 6.6, 10.6, "night", None),
        Box(-18.4, -6, 2.2, 5, 1, fill="night"), Box(16.2, -6, 2.2, 5, 1, fill="night"), Box(-1, -9.5, 2, 4.6, 1, fill="night"),
    ]


def _tower() -> list[Shape]:
    return [
        _shadow(17, 19), *_flag(0, -22, "violet"),
        _battlements(-11, -14, 22, 32, 4, "stone-light"), _battlements(-13.5, -20, 27, 8, 5),
        _bricks((-8, -8), (3, -5), (-5, 0), (4, 5), (-9, 8), (5, 13), (-7.5, 14), (0.5, -1.5)),
        _arch(0, 18, 8.4, 11, "bark"), Outline(line((-2, 18), (-2, 9)), stroke="stone-edge", width=0.8),
        Outline(line((2, 18), (2, 9)), stroke="stone-edge", width=0.8),
        # A barred window: it is a prison.
        Box(-4, -7, 8, 9, 1.5, fill="night", stroke="stone-edge"),
        Outline((("M", -1.4, -7), ("L", -1.4, 2), ("M", 1.4, -7), ("L", 1.4, 2)), stroke="stone-light", width=0.9),
    ]


def _chapel() -> list[Shape]:
    return [
        _shadow(20, 17),
        Box(-6, -4, 24, 20, 0.8, fill="chalk", stroke="stone-edge", width=1.2),
        Outline(polygon((-8, -3.5), (-3, -13), (15, -13), (20.5, -3.5)), fill="roof", stroke="stone-edge", width=1.2),
        Box(-17, -9, 13, 25, 0.8, fill="chalk", stroke="stone-edge", width=1.2),
        Outline(polygon((-19, -8.5), (-10.5, -21), (-2, -8.5)), fill="roof", stroke="stone-edge", width=1.2),
        Outline((("M", -10.5, -27), ("L", -10.5, -20), ("M", -12.8, -24.6), ("L", -8.2, -24.6)), stroke="gold", width=1.9),
        _arch(-10.5, 16, 6.4, 10, "bark"), Disc(-10.5, -2, 2.3, fill="lake", stroke="stone-edge", width=0.8),
        _arch(1.5, 10, 4, 8.5, "lake"), _arch(8, 10, 4, 8.5, "lake"), _arch(14.3, 10, 4, 8.5, "lake"),
    ]


def _cave() -> list[Shape]:
    hill = [(-24.0, 16.0), (-22, 3), (-15, -6), (-9, -16), (2, -19), (11, -13), (18, -5), (24, 5), (24, 16), (0, 18.5)]
    mouth = [(-11.0, 16.5), (-11, 5), (-7, -3.5), (0, -6.5), (7, -2), (10.5, 6), (10.5, 16.5), (0, 17.5)]
    deep = [(-7.0, 16.5), (-7.5, 8), (-4, 1.5), (1, -0.5), (5.5, 4), (7, 10), (6.5, 16.5), (0, 17)]
    return [
        _shadow(26, 17), Outline(smooth(hill), fill="stone", stroke="stone-edge", width=1.3),
        Outline(smooth([(-15, -3), (-9, -14), (0, -17), (-4, -10), (-11, -4)]), fill="stone-light", opacity=0.8),
        Outline((("M", 13, -6), ("L", 16, 2), ("M", 18.5, 0), ("L", 19, 8), ("M", -19, 4), ("L", -16.5, 10)),
                stroke="stone-edge", width=0.9, opacity=0.7),
        Outline(smooth(mouth), fill="bark", stroke="stone-edge", width=1.2), Outline(smooth(deep), fill="night"),
        Outline(polygon((-5, -3.6), (-3.4, 2.2), (-1.8, -5)), fill="stone"), Outline(polygon((2, -5), (3.8, 0.6), (5.4, -2.6)), fill="stone"),
        Disc(-15.5, 15.5, 3, fill="stone-light", stroke="stone-edge", width=0.9), Disc(15.8, 16, 2.2, fill="stone-light", stroke="stone-edge", width=0.9),
    ]


def _island() -> list[Shape]:
    def oval(rx: float, ry: float, wobble: float, dy: float = 0.0) -> tuple[Segment, ...]:
        return smooth([((rx + wobble * math.sin(3 * a)) * math.cos(a), dy + (ry + wobble * math.cos(2 * a)) * math.sin(a))
                       for a in (2 * math.pi * i / 14 for i in range(14))])

    ripples: tuple[Segment, ...] = (
        ("M", -21, -8), ("C", -19, -10, -17, -10, -15, -8), ("C", -13, -6, -11, -6, -9, -8),
        ("M", 8, -15), ("C", 9.5, -16.5, 11.5, -16.5, 13, -15), ("C", 14.5, -13.5, 16, -13.5, 17.5, -15),
        ("M", -14, 16), ("C", -12, 14, -10, 14, -8, 16), ("C", -6, 18, -4, 18, -2, 16),
        ("M", 10, 13.5), ("C", 11.5, 12, 13.5, 12, 15, 13.5), ("C", 16.5, 15, 18, 15, 19.5, 13.5),
    )
    return [
        Outline(oval(27, 25.5, 0.8), fill="lake-deep", stroke="rim", width=1.2),
        Outline(oval(23, 21.5, 1), fill="lake"), Outline(ripples, stroke="chalk", width=1.2, opacity=0.75),
        Outline(oval(14.5, 9, 1.2, 3), fill="sand", stroke="rim", width=1),
        Outline(oval(11.5, 6.2, 1, 2.2), fill="leaf3"),
        Outline((("M", -1, 2), ("C", -1.6, -3, -0.4, -6, 1.6, -9)), stroke="bark", width=2),
        Disc(-2.6, -9.6, 4, fill="leaf1"), Disc(4.4, -9.2, 4.2, fill="leaf2"), Disc(1, -13.2, 4.4, fill="leaf3"),
        Disc(0, -14.4, 1.4, fill="chalk", opacity=0.5), Disc(6.6, 3.2, 1.7, fill="leaf1"), Disc(-6.8, 3, 1.9, fill="leaf1"),
    ]


def _dome(x: float, y: float, w: float, colour: str) -> list[Shape]:
    """An onion dome with a knob; (x, y) is the middle of its foot."""
    pieces: tuple[Segment, ...] = (
        ("M", x - w * 0.42, y), ("C", x - w * 0.75, y - w * 0.4, x - w * 0.4, y - w * 0.85, x, y - w * 1.15),
        ("C", x + w * 0.4, y - w * 0.85, x + w * 0.75, y - w * 0.4, x + w * 0.42, y), ("Z",),
    )
    return [
        Outline(pieces, fill=colour, stroke="stone-edge", width=1.1),
        Disc(x, y - w * 1.25, 1.2, fill="gold", stroke="stone-edge", width=0.6),
    ]


def _palace() -> list[Shape]:
    return [
        _shadow(25, 17), Box(-22, -2, 44, 18, 0.8, fill="chalk", stroke="stone-edge", width=1.2),
        Box(-9, -8, 18, 24, 0.8, fill="chalk", stroke="stone-edge", width=1.2), *_dome(0, -8, 15, "gold"),
        Box(-22, -7, 9, 23, 0.8, fill="chalk", stroke="stone-edge", width=1.2), *_dome(-17.5, -7, 8.6, "violet"),
        Box(13, -7, 9, 23, 0.8, fill="chalk", stroke="stone-edge", width=1.2), *_dome(17.5, -7, 8.6, "violet"),
        _arch(0, 16, 8, 13, "violet"), _arch(-17.5, 7, 3.6, 8, "night", None), _arch(17.5, 7, 3.6, 8, "night", None),
        _arch(-11, 16, 3.2, 8, "lake-deep", None), _arch(11, 16, 3.2, 8, "lake-deep", None),
        Disc(0, -2.6, 2.4, fill="lake", stroke="stone-edge", width=0.8),
        Outline(line((-22, 12.4), (-13, 12.4)), stroke="gold", width=1), Outline(line((13, 12.4), (22, 12.4)), stroke="gold", width=1),
    ]


def _sacred_grove() -> list[Shape]:
    """A circle of standing stones, those behind smaller, with a light in the middle."""
    found: list[Shape] = [
        Disc(0, 1, 20, fill="fae1", opacity=0.35),
        Disc(0, 2, 11, fill="gold", opacity=0.28),
        Disc(0, 2, 6, fill="chalk", opacity=0.55),
    ]
    stones = []
    for i in range(9):
        angle = -math.pi / 2 + 2 * math.pi * (i + 0.5) / 9
        stones.append((19.5 * math.cos(angle), 2 + 15.5 * math.sin(angle), 0.85 + 0.22 * math.sin(angle)))
    for number, (x, y, size) in enumerate(sorted(stones, key=lambda s: s[1])):
        w, h = 3.2 * size, (11 if number % 2 else 9.4) * size
        found.append(Outline(polygon((x - w - 0.6, y + 2.4), (x - w * 0.8, y - h), (x + w * 0.2, y - h - 1.6), (x + w, y - h + 0.8), (x + w + 0.4, y + 2.4)),
                             fill="stone", stroke="stone-edge", width=1.1))
        found.append(
            Outline(
                polygon((x - w * 0.5, y + 1), (x - w * 0.55, y - h + 1.4), (x, y - h + 0.6), (x + 0.1, y + 1)),
                fill="stone-light",
                opacity=0.8,
            )
        )
    found += [Box(-4.8, 3.6, 9.6, 4, 1, fill="stone-light", stroke="stone-edge"), Outline(line((0, 2), (0, -4)), stroke="gold", width=1.4),
              Outline(line((-3, -1), (3, -1)), stroke="gold", width=1.4)]
    return found


def _fountain() -> list[Shape]:
    spray: tuple[Segment, ...] = (
        ("M", 0, -15), ("C", -4, -23, -12, -21, -12.5, -10), ("M", 0, -15), ("C", 4, -23, 12, -21, 12.5, -10),
        ("M", 0, -15), ("C", -2, -21, -6, -20, -6.5, -11), ("M", 0, -15), ("C", 2, -21, 6, -20, 6.5, -11),
    )

    def bowl(rx: float, ry: float, y: float) -> tuple[Segment, ...]:
        return smooth([(rx * math.cos(a), y + ry * math.sin(a)) for a in (2 * math.pi * i / 12 for i in range(12))])

    return [
        Outline(bowl(25, 13, 9), fill="shadow", opacity=0.25), Outline(bowl(23.5, 12, 6.5), fill="stone", stroke="stone-edge", width=1.3),
        Outline(bowl(19.5, 8.8, 5.4), fill="lake-deep", stroke="stone-edge"), Outline(bowl(14, 5.6, 5.8), fill="lake"),
        Outline(polygon((-2.8, 8), (-1.8, -9), (1.8, -9), (2.8, 8)), fill="stone-light", stroke="stone-edge", width=1),
        Outline(bowl(12.5, 4.2, -9), fill="stone-light", stroke="stone-edge", width=1.1), Outline(bowl(9.6, 2.4, -9.6), fill="lake"),
        Box(-1.1, -15.5, 2.2, 6, 1, fill="stone-light", stroke="stone-edge", width=0.8),
        Outline(spray, stroke="lake", width=2.2), Outline(spray, stroke="chalk", width=0.9),
    ]


def _gate(door: str, light: str, banner: str, roof: str) -> list[Shape]:
    return [
        _shadow(25, 18), _battlements(-23, -13, 13, 31, 3, "stone-light"), _battlements(10, -13, 13, 31, 3, "stone-light"),
        _battlements(-12, -14, 24, 32, 4), _arch(0, 18, 17, 24, "stone-edge", None), _arch(0, 18, 14.4, 22.4, light, None),
        # Two wings of the gate, standing open.
        Outline(polygon((-7.2, 18), (-7.2, -1.5), (-2.6, 1.5), (-2.6, 16)), fill=door, stroke="stone-edge", width=0.9),
        Outline(polygon((7.2, 18), (7.2, -1.5), (2.6, 1.5), (2.6, 16)), fill=door, stroke="stone-edge", width=0.9),
        _bricks((-20, -6), (-16, 1), (-21, 9), (13, -5), (17, 3), (13.5, 11), (-9.5, -8), (5.5, -9)),
        Box(-19.4, -4.5, 5.6, 11, 0.6, fill=banner, stroke="stone-edge", width=0.8), Box(13.8, -4.5, 5.6, 11, 0.6, fill=banner, stroke="stone-edge", width=0.8),
        Disc(-16.6, 0, 1.7, fill=roof), Disc(16.6, 0, 1.7, fill=roof), *_flag(-16.5, -16, banner), *_flag(16.5, -16, banner),
    ]


def _earthly_gate() -> list[Shape]:
    return [*_gate("bark-light", "leaf4", "leaf1", "chalk"), Disc(0, -9.5, 3.6, fill="leaf3", stroke="stone-edge", width=1),
            Outline(line((0, -12), (0, -7)), stroke="leaf1", width=1)]


def _enchanted_gate() -> list[Shape]:
    star = []
    for i in range(10):
        r, angle = (4.6 if i % 2 == 0 else 1.9), -math.pi / 2 + math.pi * i / 5
        star.append((r * math.cos(angle), -9.5 + r * math.sin(angle)))
    return [
        *_gate("violet", "glow", "violet", "gold"),
        Outline(polygon(*star), fill="gold", stroke="stone-edge", width=0.8),
    ]


_EMBLEMS: dict[str, Callable[[], list[Shape]]] = {
    "castle": _castle, "tower": _tower, "chapel": _chapel, "cave": _cave, "island": _island, "palace": _palace,
    "sacred-grove": _sacred_grove, "fountain": _fountain, "earthly-gate": _earthly_gate, "enchanted-gate": _enchanted_gate,
}
#: The names that have a picture.
NAMED = tuple(_EMBLEMS)


# ---------------------------------------------------------------- glyphs of the things, in a square of 10 units
def has_glyph(card: str) -> bool:
    """Whether there is a small picture of a card."""
    return card in _GLYPHS


def glyph(thing: str) -> tuple[Shape, ...]:
    """The small picture of a thing, the Horse, the Grail or a companion; an open square for what has none."""
    return _GLYPHS.get(thing, (Box(2, 2, 6, 6, 1, stroke="tag-ink", width=1),))


def _g(*pieces: Segment, fill: str | None = None, width: float = 1.3) -> Shape:
    return Outline(pieces, fill=fill, stroke="tag-ink", width=width)


_GLYPHS: dict[str, tuple[Shape, ...]] = {
    "lance": (_g(("M", 1.2, 8.8), ("L", 6.8, 3.2)), Outline(polygon((9, 1), (7.8, 4.4), (5.6, 2.2)), fill="tag-ink")),
    "shield": (_g(("M", 1.8, 1.6), ("L", 8.2, 1.6), ("C", 8.2, 5.4, 7.4, 7.6, 5, 9), ("C", 2.6, 7.6, 1.8, 5.4, 1.8, 1.6), ("Z",), fill="gold"),
               _g(("M", 5, 1.8), ("L", 5, 8.6), width=0.9)),
    "armour": (_g(("M", 2, 2), ("L", 4, 1.2), ("C", 4.4, 2.6, 5.6, 2.6, 6, 1.2), ("L", 8, 2), ("L", 7.4, 8.6), ("L", 2.6, 8.6), ("Z",), fill="stone-light"),
               _g(("M", 2.6, 5.6), ("L", 7.4, 5.6), width=0.9)),
    "potion": (_g(("M", 4, 1.2), ("L", 4, 4), ("C", 1.2, 5, 1.6, 9, 5, 9), ("C", 8.4, 9, 8.8, 5, 6, 4), ("L", 6, 1.2), ("Z",), fill="crimson-soft"),
               _g(("M", 3.3, 1.2), ("L", 6.7, 1.2))),
    "ring": (Disc(5, 6, 2.9, stroke="tag-ink", width=1.6), Outline(polygon((5, 0.6), (6.7, 2.4), (5, 4), (3.3, 2.4)), fill="lake-deep", stroke="tag-ink", width=0.8)),
    "key": (Disc(2.9, 5, 1.9, stroke="tag-ink", width=1.4), _g(("M", 4.8, 5), ("L", 9.2, 5), ("M", 7.2, 5), ("L", 7.2, 7.2), ("M", 9, 5), ("L", 9, 7))),
    "wand": (_g(("M", 1.4, 8.8), ("L", 6.4, 3.8), width=1.7), _g(("M", 7.8, 0.6), ("L", 7.8, 4), ("M", 6.1, 2.3), ("L", 9.5, 2.3), width=1)),
    "golden-bough": (_g(("M", 1.4, 9), ("C", 3, 6, 5, 4, 8.4, 1.4), width=1.1),
                     Outline(polygon((3.2, 6.4), (1.4, 3.6), (4.4, 4.4)), fill="gold", stroke="tag-ink", width=0.7),
                     Outline(polygon((4.6, 5), (7.6, 6.8), (5.2, 3.6)), fill="gold", stroke="tag-ink", width=0.7),
                     Outline(polygon((6, 3.4), (5.2, 0.8), (8.4, 1.4)), fill="gold", stroke="tag-ink", width=0.7)),
    "horse": (_g(("M", 2.6, 9), ("C", 2.2, 6, 3, 3.2, 5.6, 1.4), ("L", 6, 0.6), ("L", 6.6, 1.8), ("L", 9, 4.6), ("L", 8, 5.8), ("L", 5.8, 4.8),
               ("C", 5.6, 6.4, 6.4, 7.6, 6.6, 9), ("Z",), fill="bark-light", width=1),),
    "holy-grail": (_g(("M", 2, 1.4), ("L", 8, 1.4), ("C", 8, 4.4, 6.6, 5.6, 5, 5.6), ("C", 3.4, 5.6, 2, 4.4, 2, 1.4), ("Z",), fill="gold", width=1),
                   _g(("M", 5, 5.6), ("L", 5, 8.4), ("M", 2.8, 8.8), ("L", 7.2, 8.8))),
    "blessing": (Outline(polygon((4.2, 0.8), (5.8, 0.8), (5.8, 3), (8, 3), (8, 4.6), (5.8, 4.6), (5.8, 9.2), (4.2, 9.2), (4.2, 4.6), (2, 4.6), (2, 3), (4.2, 3)),
                         fill="gold", stroke="tag-ink", width=0.8),),
    "prowess-card": (Box(2, 0.8, 6, 8.4, 1, fill="plate", stroke="tag-ink", width=1), Outline(polygon((5, 2.6), (6.6, 5), (5, 7.4), (3.4, 5)), fill="violet")),
    "companion": (Disc(5, 3.1, 2, fill="clearing", stroke="tag-ink", width=1), _g(("M", 1.6, 9.2), ("C", 1.6, 5.2, 8.4, 5.2, 8.4, 9.2), ("Z",), fill="leaf3", width=1)),
}
# fmt: on
