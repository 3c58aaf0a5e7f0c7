"""What a picture is made of: a few kinds of shape, gathered in groups, layers and a scene. All of it is immutable.

Lengths are board units: an area card is 100 units wide and high. Colours are names ("sand", "ink"); a theme gives each
its value (:mod:`tutor.draw.theme`), so that a scene is the same in light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

#: One piece of an outline: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",).
Segment: TypeAlias = tuple[str | float, ...]


class Outline(NamedTuple):
    """A line or a filled area with any outline. ``fill`` and ``stroke`` are colour names, None for none.

    A line has round ends, unless ``blunt`` has it stop just where it ends.
    """

    pieces: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0
    dashed: bool = False
    blunt: bool = False


class Disc(NamedTuple):
    """A circle round (x, y)."""

    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0


class Box(NamedTuple):
    """A rectangle with its upper left corner at (x, y), its corners rounded by ``r``."""

    x: float
    y: float
    w: float
    h: float
    r: float = 0.0
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0
    dashed: bool = False


class Crown(NamedTuple):
    """One tree seen from above: shadow, leaves and a spot of light. ``leaf`` is a colour name."""

    x: float
    y: float
    r: float
    leaf: str


class Crowns(NamedTuple):
    """Many trees, painted one after the other."""

    crowns: tuple[Crown, ...]


class Words(NamedTuple):
    """Written words on one line, centred up and down on y. ``anchor`` is "start", "middle" or "end"; ``on`` names the colour
    behind them, so that their contrast can be checked."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    on: str
    anchor: str = "middle"
    bold: bool = False
    serif: bool = False


class Drawn(NamedTuple):
    """A small drawing kept as SVG, its square of ``size`` with the upper left corner at (x, y). ``svg`` is drawn on a square of
    48 units and may name itself ``{id}``. ``instead`` is what a painter paints that knows no SVG."""

    svg: str
    x: float
    y: float
    size: float
    opacity: float = 1.0
    instead: tuple[Shape, ...] = ()


Shape: TypeAlias = Outline | Disc | Box | Crowns | Words | Drawn
#: The square a drawing is drawn on, in its own units.
DRAWN_ON = 48.0


class Target(NamedTuple):
    """Something that can be pointed at. ``id`` is like "area:c2", "denizen:orc", "thing:lance" or "knight:george"; ``at`` the
    place it lies in ("" off the board); (x, y, w, h) its rectangle; (px, py) a point where nothing else lies over it. ``face`` is
    what one sees of it that can be turned over; ``is_middle`` marks the place by which one is carried to the opposite one."""

    id: str
    label: str
    x: float
    y: float
    w: float
    h: float
    px: float
    py: float
    at: str = ""
    clickable: bool = False
    face: tuple[object, ...] = ()
    is_middle: bool = False

    @property
    def is_place(self) -> bool:
        """Whether it is a place of the board, which stays where it is: it lies where it is itself."""
        return self.at != "" and self.id.endswith(f":{self.at}")

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def covers(self, x: float, y: float) -> bool:
        """Whether the point lies on it."""
        return self.x <= x <= self.x + self.w and self.y <= y <= self.y + self.h


class Group(NamedTuple):
    """Shapes that belong together, in units of their own: at (x, y) of the board and ``scale`` times as large.

    ``key`` is equal for groups with equal shapes, so that a painter can keep what it prepared; "" says there is no such key.
    ``clip`` cuts everything off at the outline of a card.
    """

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    clip: bool = False
    label: str = ""
    target: str = ""
    key: tuple[object, ...] = ()


class Layer(NamedTuple):
    """Groups painted one after the other: "ground", "cards", "tokens" or "overlay"."""

    name: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: ``width`` by ``height`` units, its layers from below to above, what can be pointed at, and itself in words."""

    title: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    targets: tuple[Target, ...] = ()
    lines: tuple[str, ...] = ()

    def hit(self, x: float, y: float) -> str | None:
        """What a click at that point means: the uppermost clickable thing there, else the uppermost thing, else None."""
        under = self.hits(x, y)
        return next((target.id for target in under if target.clickable), under[0].id if under else None)

    def hits(self, x: float, y: float) -> list[Target]:
        """Everything that lies under the point, uppermost first."""
        return [target for target in reversed(self.targets) if target.covers(x, y)]

    def target(self, target_id: str) -> Target:
        """That target; KeyError if it is not in the picture."""
        for target in self.targets:
            if target.id == target_id:
                return target
        raise KeyError(target_id)

    def as_text(self) -> str:
        """The same scene in words, for screen readers and wherever no picture can be shown."""
        return "\n".join((self.title, *self.lines))

    def layer(self, name: str) -> Layer:
        """That layer; KeyError if there is none."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise KeyError(name)

    def shapes(self) -> Iterator[tuple[Group, Shape]]:
        """Every shape with the group it is in, from below to above."""
        for layer in self.layers:
            for group in layer.groups:
                for shape in group.shapes:
                    yield group, shape

    def words(self) -> list[str]:
        """Every text written in the picture."""
        return [shape.text for _, shape in self.shapes() if isinstance(shape, Words)]


def polygon(*points: tuple[float, float]) -> tuple[Segment, ...]:
    """The outline of a closed figure with straight sides.

    >>> polygon((0, 0), (1, 0), (0, 1))
    (('M', 0, 0), ('L', 1, 0), ('L', 0, 1), ('Z',))
    """
    (x, y), *rest = points
    return (("M", x, y), *(("L", px, py) for px, py in rest), ("Z",))


def line(*points: tuple[float, float]) -> tuple[Segment, ...]:
    """An open line from point to point."""
    return polygon(*points)[:-1]


def smooth(points: list[tuple[float, float]]) -> tuple[Segment, ...]:
    """A closed outline that runs through the points without corners."""
    pieces: list[Segment] = [("M", *_tidy(points[0]))]
    count = len(points)
    for i in range(count):
        before, here, there, after = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        c1 = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        c2 = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        pieces.append(("C", *_tidy(c1), *_tidy(c2), *_tidy(there)))
    return (*pieces, ("Z",))


def _tidy(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 1), round(point[1], 1)


def moved(pieces: tuple[Segment, ...], x: float, y: float, scale: float = 1.0) -> tuple[Segment, ...]:
    """The outline somewhere else, ``scale`` times as large."""
    found: list[Segment] = []
    for letter, *numbers in pieces:
        xs = [round((float(n) * scale) + (y if i % 2 else x), 2) for i, n in enumerate(numbers)]
        found.append((letter, *xs))
    return tuple(found)


# How wide letters are in the usual sans-serif faces, as parts of the size of the type.
_NARROW = frozenset("iljI.,:;'|!()[] ")
_WIDE = frozenset("mwMWQO@%—")
_UPPER = frozenset("ABCDEFGHKLNPRSTUVXYZ")


class _Widths(dict[str, float]):
    def __missing__(self, letter: str) -> float:
        return 0.555


_WIDTHS = _Widths({c: 0.3 if c in _NARROW else 0.86 if c in _WIDE else 0.69 for c in _NARROW | _WIDE | _UPPER})


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how many units wide a text is, rather too many than too few.

    >>> text_width("Enchantress", 10) > text_width("Elf", 10)
    True
    """
    parts = sum(map(_WIDTHS.__getitem__, text))
    return parts * size * (1.07 if bold else 1.0)


def fitting_size(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """``size``, or the largest smaller one at which the text fits into ``room``."""
    width = text_width(text, size, bold=bold)
    return size if width <= room else round(size * room / width, 2)


def placed(shape: Shape, x: float, y: float, scale: float = 1.0) -> Shape:
    """The shape somewhere else, ``scale`` times as large; lines become thicker with it."""
    match shape:
        case Outline():
            return shape._replace(pieces=moved(shape.pieces, x, y, scale), width=round(shape.width * scale, 2))
        case Disc():
            return shape._replace(
                x=_r(x + shape.x * scale),
                y=_r(y + shape.y * scale),
                r=_r(shape.r * scale),
                width=_r(shape.width * scale),
            )
        case Box():
            return shape._replace(
                x=_r(x + shape.x * scale),
                y=_r(y + shape.y * scale),
                w=_r(shape.w * scale),
                h=_r(shape.h * scale),
                r=_r(shape.r * scale),
                width=_r(shape.width * scale),
            )
        case Drawn():
            instead = tuple(placed(each, x, y, scale) for each in shape.instead)
            return shape._replace(
                x=_r(x + shape.x * scale), y=_r(y + shape.y * scale), size=_r(shape.size * scale), instead=instead
            )
        case Words():
            return shape._replace(x=_r(x + shape.x * scale), y=_r(y + shape.y * scale), size=_r(shape.size * scale))
        case Crowns():
            return Crowns(
                tuple(Crown(_r(x + c.x * scale), _r(y + c.y * scale), _r(c.r * scale), c.leaf) for c in shape.crowns)
            )


def _r(number: float) -> float:
    return round(number, 2)
