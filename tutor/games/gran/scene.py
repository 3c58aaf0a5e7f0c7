"""The board of GRAN as a scene: four states, the lines, the spaces with their symbols, and whatever lies and stands on them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from engine import gran
from engine.gran.material import STATES, Space
from tutor.draw.shapes import (
    Box,
    Disc,
    Group,
    Layer,
    Outline,
    Scene,
    Segment,
    Shape,
    Target,
    Words,
    fitting_size,
    line,
    placed,
    polygon,
    smooth,
    text_width,
)
from tutor.games.gran.words import board_lines, board_notes, initial, knight_words, pile_words, space_words, title
from tutor.teach.game.teachable import Refutation

#: Units of the picture for one unit of the board file; how large a space is; how far from the edge the board begins.
SCALE, SPOT, MARGIN = 25.0, 7.2, 26.0
#: Below the board: how high a line is, and how large its words are; on a phone they are three quarters of that in pixels.
_ROW, _TYPE = 15.0, 11.0
#: The ground of each state, and the name of the colour of each knight and what is written on it.
_GROUND = {"tirad": "azure", "urgad": "roof", "galad": "leaf3", "elgad": "violet"}
COLOUR = {
    "yellow": ("gold", "glow-edge"),
    "blue": ("azure", "chalk"),
    "red": ("crimson", "chalk"),
    "white": ("chalk", "glow-edge"),
    "green": ("leaf1", "chalk"),
    "black": ("badge", "badge-ink"),
}


def board_scene(
    state: gran.State,
    *,
    clickable: Collection[str] = (),
    highlights: Collection[str] | None = None,
    pointed: Collection[str] = (),
    refutation: Refutation | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    trail: Sequence[str] = (),
    loose: bool = False,
) -> Scene:
    """The picture of a state; the same for equal states.

    ``clickable`` are target ids ("space:ga1"), ``highlights`` the spaces (or their ids) that glow: by default those where the
    move may end. ``pointed`` are the ids of what is pointed out; a ``refutation`` is drawn as the way that was meant, with the
    space that bars it; ``arrows`` lead from space to space, ``trail`` is the last move, space by space.
    If ``loose``, obstacles and the ring are targets of their own ("obstacle:ub4").
    """
    spaces = state.board.spaces
    glowing = set(state.ends()) if highlights is None else {each.partition(":")[2] or each for each in highlights}
    width, high = _size(spaces.values())
    height = high + 14 + _ROW * (len(state.knights) + 3)
    place = {name: _place(space, spaces.values()) for name, space in spaces.items()}
    targets = [
        Target(
            f"space:{name}", space_words(state, name), x - 10, y - 10, 20, 20, x, y, name, f"space:{name}" in clickable
        )
        for name, (x, y) in place.items()
    ]
    ground = [Group((Box(0, 0, width, height, 10, fill="board"),))]
    ground += [Group(_region(state, one, place), label=one.capitalize()) for one in STATES]
    ways = Group(tuple(_line(place[one], place[other]) for one, other in state.board.lines))
    symbols = [
        Group(
            _symbol(space),
            *place[name],
            label=space_words(state, name),
            target=f"space:{name}",
            key=("space", space.kind),
        )
        for name, space in spaces.items()
    ]
    names = Group(tuple(shape for name in spaces for shape in _name(name, *place[name], spaces[name].kind)))
    lying = [("obstacle", space, _OBSTACLE, "an obstacle") for space in sorted(state.obstacles)]
    lying += [("ring", state.ring, _RING, "the ring")] if state.ring is not None else []
    tokens = [_token(*each, place, targets if loose else None) for each in lying]
    for name in spaces:
        tokens += _knights_at(state, name, *place[name], targets)
    glow = [Group(_glow(spaces[name].kind), *place[name]) for name in spaces if name in glowing]
    drawn = [*_pointed_out(state, pointed, place), *_steps(trail, place, "azure"), *_refusal(state, refutation, place)]
    drawn += [group for ends in arrows for group in _steps(ends, place, "crimson")]
    layers = (
        Layer("ground", tuple(ground)),
        Layer("cards", (ways, *glow, *symbols, names)),
        Layer("tokens", tuple(tokens)),
        Layer("overlay", (*drawn, _panel(state, width, high))),
    )
    lines = board_lines(state) if refutation is None else [f"Refused: {refutation.text}", *board_lines(state)]
    return Scene(title(state), width, height, layers, tuple(targets), tuple(lines))


def obstacle_shapes() -> tuple[Shape, ...]:
    """An obstacle as a small picture of 24 by 24."""
    return tuple(placed(shape, 12, 12, 1.0) for shape in _OBSTACLE)


def ring_shapes() -> tuple[Shape, ...]:
    """The ring as a small picture of 30 by 30."""
    return tuple(placed(shape, 15, 16, 1.0) for shape in _RING)


def _token(
    kind: str,
    space: str,
    shapes: tuple[Shape, ...],
    words: str,
    place: dict[str, tuple[float, float]],
    targets: list[Target] | None,
) -> Group:
    """What lies on a space; a target of its own where there is a list of them."""
    label, (x, y) = f"{words} at {space}", place[space]
    if targets is None:
        return Group(shapes, x, y, label=label, key=(kind,))
    targets.append(Target(f"{kind}:{space}", label, x - 10, y - 10, 20, 20, x, y, space))
    return Group(shapes, x, y, label=label, target=f"{kind}:{space}")


# ------------------------------------------------------------------ what is drawn over it


def _pointed_out(state: gran.State, pointed: Collection[str], place: dict[str, tuple[float, float]]) -> list[Group]:
    """A ring round each space that is pointed out; a knight is pointed out where he stands."""
    names = [each.partition(":")[2] or each for each in pointed]
    spaces = dict.fromkeys(state.knight(name).at if name in state.order else name for name in names)
    rim = (Disc(0, 0, 15, stroke="glow-edge", width=4.4), Disc(0, 0, 15, stroke="azure", width=2.6))
    return [Group(rim, *place[name]) for name in spaces if name in place]


def _steps(way: Sequence[str], place: dict[str, tuple[float, float]], colour: str) -> list[Group]:
    """A way as arrows from space to space."""
    ends = [space for space in way if space in place]
    return [group for pair in pairwise(ends) for group in (_arrow(place[pair[0]], place[pair[1]], colour),)]


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> Group:
    """An arrow between two points, short of both."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    a, b = (x1 + 9 * dx, y1 + 9 * dy), (x2 - 11 * dx, y2 - 11 * dy)
    tip = polygon(
        (x2 - 6 * dx, y2 - 6 * dy),
        (b[0] - 4 * dx - 5 * dy, b[1] - 4 * dy + 5 * dx),
        (b[0] - 4 * dx + 5 * dy, b[1] - 4 * dy - 5 * dx),
    )
    shaft = line(a, b)
    return Group(
        (
            Outline(shaft, stroke="glow-edge", width=5.2),
            Outline(tip, fill=colour, stroke="glow-edge", width=1.6),
            Outline(shaft, stroke=colour, width=3.2),
        )
    )


def _refusal(state: gran.State, refutation: Refutation | None, place: dict[str, tuple[float, float]]) -> list[Group]:
    """The way that was meant as red arrows, and a cross on the space that bars it."""
    if refutation is None or refutation.state is not None:
        return []
    way = [target.partition(":")[2] for target in refutation.targets]
    start = (
        [state.knight(refutation.knight).at]
        if refutation.knight in state.order and state.moment in ("start", "extra")
        else []
    )
    drawn = _steps((*start, *way), place, "refused")
    if refutation.at in place:
        cross = tuple(
            Outline(line(*ends), stroke=colour, width=width)
            for colour, width in (("glow-edge", 5.6), ("refused", 3.6))
            for ends in (((-7, -7), (7, 7)), ((7, -7), (-7, 7)))
        )
        drawn.append(Group((Disc(0, 0, 13, stroke="refused", width=2.4), *cross), *place[refutation.at]))
    return drawn


# ------------------------------------------------------------------ where things lie


def _bounds(spaces: Iterable[Space]) -> tuple[float, float, float, float]:
    return _bounds_of(tuple((space.x, space.y) for space in spaces))


@lru_cache(maxsize=64)  # every space of a picture is laid out within the same
def _bounds_of(points: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    east, north = [x for x, _ in points], [y for _, y in points]
    return min(east), max(east), min(north), max(north)


def _size(spaces: Iterable[Space]) -> tuple[float, float]:
    west, east, south, north = _bounds(spaces)
    return (2 * MARGIN + (east - west) * SCALE, 2 * MARGIN + (north - south) * SCALE)


def _place(space: Space, spaces: Iterable[Space]) -> tuple[float, float]:
    west, _, _, north = _bounds(spaces)
    return round(MARGIN + (space.x - west) * SCALE, 1), round(MARGIN + (north - space.y) * SCALE, 1)


def _hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The outline round some points, in order."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return list(ordered)

    def half(line_of: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for x, y in line_of:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found

    return half(ordered)[:-1] + half(reversed(ordered))[:-1]


def _region(state: gran.State, one: str, place: dict[str, tuple[float, float]]) -> tuple[Shape, ...]:
    """The ground of a state, somewhat wider than its spaces, with its name."""
    points = [place[s.id] for s in state.board.spaces.values() if s.state == one]
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    hull = [
        (x + 16 * (x - mx) / (math.hypot(x - mx, y - my) or 1), y + 16 * (y - my) / (math.hypot(x - mx, y - my) or 1))
        for x, y in _hull(points)
    ]
    city = place[state.board.city(one)]
    if abs(city[1] - my) > abs(city[0] - mx):  # a state above or below the centre has its name beside its city
        x, y, anchor = city[0] + 58, city[1] + (8 if city[1] > my else -6), "start"
    else:
        x, y, anchor = city[0] + (12 if city[0] > mx else -12), city[1] - 80, "end" if city[0] > mx else "start"
    return (
        Outline(smooth(hull), fill=_GROUND[one], opacity=0.2),
        Outline(smooth(hull), stroke=_GROUND[one], width=1.2, opacity=0.75),
        Words(x, y, one.capitalize(), 11, "board-ink", "board", anchor=anchor, bold=True, serif=True),
    )


def _line(one: tuple[float, float], other: tuple[float, float]) -> Shape:
    return Outline(line(one, other), stroke="board-ink", width=1.3, opacity=0.6)


def _name(name: str, x: float, y: float, kind: str) -> tuple[Shape, ...]:
    y += 19.5 if kind == "city" else 15.6
    wide = text_width(name, 6.2, bold=True) + 2
    return (
        Box(x - wide / 2, y - 3.6, wide, 7.2, 2, fill="board", opacity=0.65),
        Words(x, y, name, 6.2, "board-ink", "board", bold=True),
    )


# ------------------------------------------------------------------ symbols


def _symbol(space: Space) -> tuple[Shape, ...]:
    if space.kind == "ball":
        return _BALL["azure" if space.state == "galad" else "lake-deep"]
    return _SYMBOLS[space.kind]


def _medal(fill: str, r: float = 9.4) -> tuple[Shape, ...]:
    return (Disc(0.7, 1.2, r, fill="shadow", opacity=0.3), Disc(0, 0, r, fill=fill, stroke="stone-edge", width=1))


def _crystal(fill: str) -> tuple[Shape, ...]:
    return (
        *_medal("casing", 9.0),
        Disc(0, 0, 6.8, fill=fill),
        Disc(-2.0, -2.4, 2.4, fill="chalk", opacity=0.75),
        Outline((("M", -4.2, 3.2), ("C", -1.6, 5.6, 2.2, 5.6, 4.6, 2.6)), stroke="chalk", width=0.9, opacity=0.7),
    )


_BALL = {fill: _crystal(fill) for fill in ("azure", "lake-deep")}
_DRAGON_HEAD: tuple[Segment, ...] = (
    ("M", -6.4, 3.4),
    ("C", -4.6, 0.4, -4.4, -2.6, -2.2, -4.4),
    ("L", -3.4, -7.0),
    ("L", 0.2, -4.9),
    ("L", 1.2, -7.4),
    ("L", 2.6, -4.2),
    ("C", 5.0, -3.2, 6.6, -1.2, 7.2, 0.8),
    ("L", 3.6, 0.9),
    ("L", 6.2, 2.6),
    ("C", 3.4, 3.6, 1.4, 3.2, 0.2, 2.2),
    ("C", 0.4, 4.4, -0.8, 6.2, -2.6, 6.8),
    ("C", -2.2, 5.0, -3.4, 4.0, -6.4, 3.4),
    ("Z",),
)
_SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "black": (
        Disc(0.5, 0.9, SPOT, fill="shadow", opacity=0.3),
        Disc(0, 0, SPOT, fill="badge", stroke="plate-edge", width=0.9),
    ),
    "white": (
        Disc(0.5, 0.9, SPOT, fill="shadow", opacity=0.3),
        Disc(0, 0, SPOT, fill="chalk", stroke="stone-edge", width=1.3),
    ),
    "dragon": (
        *_medal("crimson", 10.0),
        Outline(_DRAGON_HEAD, fill="gold"),
        Disc(2.2, -1.5, 0.9, fill="badge"),
    ),
    "magic": (
        *_medal("moss", 9.4),
        Outline(
            smooth([(-4.4, 5.8), (-4.0, -1.6), (-1.6, -6.2), (2.6, -5.6), (4.4, 0.2), (4.2, 5.8)]),
            fill="stone-light",
            stroke="stone-edge",
            width=0.8,
        ),
        Outline(
            polygon(
                (0.2, -3.6), (1.0, -0.9), (3.4, 0.0), (1.0, 0.9), (0.2, 3.6), (-0.6, 0.9), (-3.0, 0.0), (-0.6, -0.9)
            ),
            fill="violet",
        ),
    ),
    "sword": (
        *_medal("sand", 9.4),
        Outline(
            smooth([(-6.2, 6.0), (-4.6, 1.6), (0.0, 0.2), (4.8, 1.8), (6.2, 6.0)]),
            fill="stone",
            stroke="stone-edge",
            width=0.8,
        ),
        Outline(line((0, -7.2), (0, 3.0)), stroke="stone-edge", width=2.0),
        Outline(line((0, -6.6), (0, 2.6)), stroke="chalk", width=0.9),
        Outline(line((-3.0, -4.0), (3.0, -4.0)), stroke="bark", width=1.5),
    ),
    "city": (
        Disc(0.8, 1.4, 14, fill="shadow", opacity=0.3),
        Disc(0, 0, 14, fill="clearing", stroke="stone-edge", width=1.2),
        Box(-9, -1.5, 18, 10.5, 0.6, fill="stone-light", stroke="stone-edge", width=0.8),
        Box(-9.6, -6, 5, 15, 0.5, fill="stone", stroke="stone-edge", width=0.8),
        Box(4.6, -6, 5, 15, 0.5, fill="stone", stroke="stone-edge", width=0.8),
        Box(-2.8, -8, 5.6, 10, 0.5, fill="stone", stroke="stone-edge", width=0.8),
        Outline(polygon((-10.4, -6), (-7.1, -10.6), (-3.8, -6)), fill="roof", stroke="stone-edge", width=0.7),
        Outline(polygon((3.8, -6), (7.1, -10.6), (10.4, -6)), fill="roof", stroke="stone-edge", width=0.7),
        Outline(polygon((-3.6, -8), (0, -12.8), (3.6, -8)), fill="roof", stroke="stone-edge", width=0.7),
        Outline(
            (("M", -2.2, 9), ("L", -2.2, 5.4), ("C", -2.2, 2.6, 2.2, 2.6, 2.2, 5.4), ("L", 2.2, 9), ("Z",)), fill="bark"
        ),
    ),
}
_OBSTACLE: tuple[Shape, ...] = (
    Disc(0.8, 1.6, 9.6, fill="shadow", opacity=0.4),
    *(
        Outline(line(*ends), stroke=colour, width=width)
        for colour, width in (("bark", 5.4), ("bark-light", 3.4))
        for ends in (((-7, -6), (7, 6)), ((7, -6), (-7, 6)))
    ),
    Outline(line((-8.4, 0), (8.4, 0)), stroke="bark", width=4.6),
    Outline(line((-8.4, 0), (8.4, 0)), stroke="bark-light", width=2.6),
)
_RING: tuple[Shape, ...] = (
    Disc(0, 0, 10.6, stroke="glow-edge", width=5.4),
    Disc(0, 0, 10.6, stroke="gold", width=3.6),
    Outline(polygon((0, -14.8), (3.6, -11), (0, -7.2), (-3.6, -11)), fill="refused", stroke="glow-edge", width=0.9),
)


def _glow(kind: str) -> tuple[Shape, ...]:
    r = 16.0 if kind == "city" else 12.0
    return (
        Disc(0, 0, r, fill="glow", opacity=0.45),
        Disc(0, 0, r, stroke="glow-edge", width=3),
        Disc(0, 0, r, stroke="glow", width=1.9),
    )


# ------------------------------------------------------------------ knights


def _figure(colour: str, ring: bool, coat: bool, decides: bool) -> tuple[Shape, ...]:
    """A knight's piece: the foot, the body, the head; the ring round his foot, the coat over him."""
    fill, on = COLOUR[colour]
    shapes: list[Shape] = [Outline(smooth([(-7, 7), (0, 4.4), (7, 7), (0, 9.8)]), fill="shadow", opacity=0.4)]
    rim, thick = ("glow", 2.0) if decides else ("stone-light", 1.2)
    for width, edge in ((thick + 1.6, "glow-edge"), (thick, rim)):
        shapes += [
            Outline(_BODY, fill=fill, stroke=edge, width=width),
            Disc(0, -6.6, 4.1, fill=fill, stroke=edge, width=width),
        ]
    shapes += [Outline(_BODY, fill=fill), Disc(0, -6.6, 4.1, fill=fill)]
    if coat:
        shapes += [
            Outline(_CLOAK, fill="badge", stroke="storm-edge", width=1),
            Words(0, -3.4, "coat", 4, "badge-ink", "badge", bold=True),
            Disc(0, 3, 3.6, fill=fill, stroke="stone-light", width=0.7),
        ]
    shapes.append(Words(0, 3.0, initial(colour), 5.2 if coat else 6.4, on, fill, bold=True))
    if ring:
        shapes += [Outline(_HOOP, stroke="glow-edge", width=3.4), Outline(_HOOP, stroke="gold", width=2.0)]
    return tuple(shapes)


_BODY: tuple[Segment, ...] = (
    ("M", -5.6, 7),
    ("C", -4.6, 2.4, -3.4, -1.0, -2.2, -3.4),
    ("L", 2.2, -3.4),
    ("C", 3.4, -1.0, 4.6, 2.4, 5.6, 7),
    ("Z",),
)
_CLOAK: tuple[Segment, ...] = (
    ("M", -6.6, 7.4),
    ("C", -6.4, -2.0, -4.6, -11.6, 0.0, -11.8),
    ("C", 4.6, -11.6, 6.4, -2.0, 6.6, 7.4),
    ("Z",),
)
_HOOP: tuple[Segment, ...] = (("M", -7.2, 5.4), ("C", -5.4, 9.6, 5.4, 9.6, 7.2, 5.4))


def _knights_at(state: gran.State, name: str, x: float, y: float, targets: list[Target]) -> list[Group]:
    """The pieces on a space: those who stand there in its middle, those who wait beside it."""
    here = [knight for knight in state.knights if knight.at == name]
    found = []
    for number, knight in enumerate(here):
        apart, up = (14, 14) if len(here) < 4 else (9, 6)  # many stand close, so that they hide no space beside them
        px = x + (number - (len(here) - 1) / 2) * apart
        py = y - (up if len(here) > 1 or knight.waiting else 3)
        decides = knight.id == state.to_move
        shapes = _figure(knight.id, knight.ring, knight.coat, decides)
        label = knight_words(state, knight.id)
        found.append(Group(shapes, px, py, 1.15, label=label, target=f"knight:{knight.id}"))
        targets.append(Target(f"knight:{knight.id}", label, px - 7, py - 12, 14, 21, px, py, name))
    return found


# ------------------------------------------------------------------ what each holds


def _panel(state: gran.State, width: float, top: float) -> Group:
    """Below the board: each knight with talismans and seals, what is left in the piles, what kind of board it is."""
    shapes: list[Shape] = []
    high = _ROW * (len(state.knights) + 3) + 6
    shapes.append(Box(MARGIN / 2, top, width - MARGIN, high, 6, fill="panel", stroke="panel-edge", width=1))
    for number, colour in enumerate(state.order):
        shapes += _row(state, colour, MARGIN, top + 4 + _ROW * (number + 0.5), width - 2 * MARGIN)
    for number, words in enumerate((pile_words(state), *board_notes(state)), len(state.knights)):
        y = top + 4 + _ROW * (number + 0.5)
        size = fitting_size(words, _TYPE, width - 2 * MARGIN)
        shapes.append(Words(MARGIN, y, words, size, "panel-ink", "panel", anchor="start"))
    return Group(tuple(shapes))


def _row(state: gran.State, colour: str, x: float, y: float, room: float) -> list[Shape]:
    knight = state.knight(colour)
    fill, on = COLOUR[colour]
    found: list[Shape] = [
        Disc(x + 7, y, 6.6, fill=fill, stroke="glow-edge", width=1),
        Words(x + 7, y, initial(colour), 8.2, on, fill, bold=True),
        Words(x + 19, y, colour.capitalize(), _TYPE, "panel-ink", "panel", anchor="start", bold=colour == state.turn),
    ]
    at = x + 76
    for number in range(3):
        has = number < knight.talismans
        found.append(
            Outline(
                polygon(*((at + 11 * number + dx, y + dy) for dx, dy in ((0, -4.6), (3.8, 0), (0, 4.6), (-3.8, 0)))),
                fill="prowess" if has else None,
                stroke="panel-ink",
                width=0.8,
            )
        )
    at += 38
    for seal in knight.seals:
        found += [
            Box(at, y - 5.4, 11, 10.8, 2, fill="plate", stroke=_GROUND[seal], width=1.8),
            Words(at + 5.5, y, seal[0].upper(), 7.4, "ink", "plate", bold=True),
        ]
        at += 14
    said = [f"at {knight.at}" + (", waiting" if knight.waiting else "")]
    said += ["bears the ring"] if knight.ring else []
    said += ["misses his next turn"] if knight.coat else []
    said += ["on turn"] if colour == state.turn and not state.over else []
    said += ["has won"] if colour == state.winner else []
    words = " · ".join(said)
    at = max(at + 8, x + 130)
    size = fitting_size(words, _TYPE, room + x - at)
    found.append(Words(at, y, words, size, "panel-ink", "panel", anchor="start"))
    return found
