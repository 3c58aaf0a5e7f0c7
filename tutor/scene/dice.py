"""Thrown dice as dice."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.scene.shapes import Box, Disc, Group, Layer, Scene, Shape, Words, fitting_size

_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
_PLACE = {str(3 * row + column + 1): (column, row) for row in range(3) for column in range(3)}


def dice_scene(values: Sequence[int], labels: Sequence[str] = ()) -> Scene:
    """Dice with these values (1 to 6), each with its label below: whose it is, or what it is thrown for.

    Raises ValueError for a value no die shows.
    """
    if any(value not in _PIPS for value in values):
        raise ValueError(f"A die shows 1 to 6, not {', '.join(str(v) for v in values if v not in _PIPS)}.")
    named = [labels[i] if i < len(labels) else "" for i in range(len(values))]
    pitch = 58.0 if any(named) else 46.0
    shapes: list[Shape] = []
    for i, (value, label) in enumerate(zip(values, named, strict=True)):
        x, y = 4 + i * pitch + (pitch - 46) / 2, 4.0
        shapes += [
            Box(x + 1.6, y + 2.4, 38, 38, 8, fill="shadow", opacity=0.3),
            Box(x, y, 38, 38, 8, fill="die", stroke="die-edge", width=1.6),
            Box(x + 2.6, y + 2, 32.8, 15, 6, fill="die-light", opacity=0.7),
        ]
        for pip in _PIPS[value]:
            column, row = _PLACE[pip]
            shapes.append(Disc(x + 9 + 10 * column, y + 9 + 10 * row, 3.7, fill="die-pip"))
        if label:
            size = fitting_size(label, 9.5, pitch - 3, bold=True)
            shapes.append(Words(x + 19, 52, label, size, fill="board-ink", on="board", bold=True))
    width = max(1, len(values)) * pitch + 4
    height = 60.0 if any(named) else 48.0
    thrown = ", ".join(f"{label}: {value}" if label else str(value) for value, label in zip(values, named, strict=True))
    back = Group((Box(0, 0, width, height, 8, fill="board"),))
    return Scene(
        "Dice" if not thrown else f"Dice: {thrown}",
        width,
        height,
        (Layer("ground", (back,)), Layer("tokens", (Group(tuple(shapes)),))),
    )
