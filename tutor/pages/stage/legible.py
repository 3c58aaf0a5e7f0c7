"""Names and numbers of a board made large enough to be read from the last bench: on a screen of 1920 by 1080 nothing is smaller
than 26 pixels. What would have to grow beyond its neighbours is left out: the picture tells it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from tutor.draw.shapes import Box, Disc, Group, Scene, Shape, Words

#: The smallest letters, in pixels of a screen 1920 wide, with a little to spare.
SMALLEST = 26.5
#: The room a board has on that screen while an answer stands below it, in pixels.
ROOM = (1300.0, 770.0)
#: How many times larger a disc with a number or an initial may grow, and how wide a plate with a name, in board units (an area is
#: 100 wide), before it is left out; a plate that grows little is always there.
MOST_DISC, MOST_WIDE, LITTLE = 1.75, 66.0, 1.9


@lru_cache(maxsize=256)
def legible(scene: Scene, box: tuple[float, float, float, float], wide: float = ROOM[0]) -> Scene:
    """The scene as it is shown when this part of it (x, y, width, height in board units) stands in so ``wide`` a room."""
    pixels = min(wide / box[2], ROOM[1] / box[3])
    layers = tuple(
        layer._replace(groups=tuple(_group(each, pixels) for each in layer.groups)) for layer in scene.layers
    )
    return replace(scene, layers=layers)


def _group(group: Group, pixels: float) -> Group:
    """A group with its writing large enough at so many pixels a unit."""
    made: list[Shape] = []
    found = False
    for number, shape in enumerate(group.shapes):
        if not isinstance(shape, Words) or (wanted := SMALLEST / (shape.size * group.scale * pixels)) <= 1.0:
            made.append(shape)
            continue
        found = True
        plate = _plate(group.shapes[number - 1], shape) if number else None
        if plate is not None:
            made.pop()
        if _fits(plate, wanted):
            made += _grown(shape, plate, wanted)
    if not found:
        return group
    return group._replace(shapes=tuple(made), key=(*group.key, "legible", round(pixels, 3)) if group.key else ())


def _plate(shape: Shape, words: Words) -> Box | Disc | None:
    """The plate on which words stand, if the shape is one."""
    if isinstance(shape, Disc):
        return shape if abs(shape.x - words.x) < shape.r and abs(shape.y - words.y) < shape.r else None
    if isinstance(shape, Box):
        return shape if shape.x <= words.x <= shape.x + shape.w and shape.y <= words.y <= shape.y + shape.h else None
    return None


def _fits(plate: Box | Disc | None, by: float) -> bool:
    """Whether there is room for words and their plate, so many times larger."""
    if isinstance(plate, Box):
        return by <= LITTLE or plate.w * by <= MOST_WIDE
    return by <= MOST_DISC


def _grown(words: Words, plate: Box | Disc | None, by: float) -> list[Shape]:
    """Words and their plate, larger; a plate at the edge of a card grows away from that edge."""
    if not isinstance(plate, Box):
        disc = [plate._replace(r=plate.r * by)] if plate is not None else []
        return [*disc, words._replace(size=words.size * by)]
    x, y = _kept(plate.x, plate.w), _kept(plate.y, plate.h)
    grown = plate._replace(
        x=x + (plate.x - x) * by, y=y + (plate.y - y) * by, w=plate.w * by, h=plate.h * by, r=plate.r * by
    )
    return [grown, words._replace(x=x + (words.x - x) * by, y=y + (words.y - y) * by, size=words.size * by)]


def _kept(at: float, length: float, card: float = 100.0) -> float:
    """Which point of a plate stays where it is: its end at the edge of the card, else its middle."""
    near = 0.2 * card
    if at + length / 2 < near:
        return at
    return at + length if at + length / 2 > card - near else at + length / 2
