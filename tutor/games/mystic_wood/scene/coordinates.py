"""The letters of the columns and the numbers of the rows, at the edge of the board like those of a chess board."""

from __future__ import annotations

from dataclasses import replace

from tutor.draw.shapes import Box, Group, Layer, Scene, Shape, Words
from tutor.games.mystic_wood.scene.ground import CARD, STEP
from tutor.games.mystic_wood.scene.view import MARGIN, View

#: How much room they take at the left and below, in units, and how large they are written.
ROOM, SIZE = 15.0, 13.0


def with_marks(scene: Scene, view: View) -> Scene:
    """The scene with row and column marks at its left and lower edge; everything else is moved to make room."""
    first, last = view.corner(view.areas[0]), view.corner(view.areas[-1])
    bottom = last[1] + CARD + MARGIN
    shapes: list[Shape] = [Box(0, 0, scene.width + ROOM, scene.height + ROOM, 10, fill="board")]
    for number, column in enumerate(view.columns):
        x = ROOM + first[0] + number * STEP + CARD / 2
        shapes.append(Words(x, bottom + ROOM / 2 - 3, column, SIZE, fill="board-ink", on="board", bold=True))
    for number, row in enumerate(range(view.north, view.south - 1, -1)):
        y = first[1] + number * STEP + CARD / 2
        shapes.append(Words(ROOM / 2 + 3, y, str(row), SIZE, fill="board-ink", on="board", bold=True))
    ground = Group(tuple(shapes), key=("marks", view, scene.width, scene.height))
    below = bottom  # what stands below the board moves down to make room for the letters
    layers = tuple(
        Layer(
            layer.name, (ground,) if layer.name == "ground" else tuple(_moved(group, below) for group in layer.groups)
        )
        for layer in scene.layers
    )
    targets = tuple(
        t._replace(x=t.x + ROOM, px=t.px + ROOM, y=t.y + down, py=t.py + down)
        for t in scene.targets
        for down in [ROOM if t.y > below and not t.at else 0.0]
    )
    return replace(scene, width=scene.width + ROOM, height=scene.height + ROOM, layers=layers, targets=targets)


def _moved(group: Group, below: float) -> Group:
    lower = group.target.startswith("action:") or (bool(group.key) and group.key[0] == "legend")
    return group._replace(x=group.x + ROOM, y=group.y + (ROOM if lower else 0.0))
