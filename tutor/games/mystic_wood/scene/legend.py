"""What stands below the board: buttons for actions that have no place on it, and the legend."""

from __future__ import annotations

from engine.text.faults import cap
from tutor.draw.shapes import Box, Group, Outline, Shape, Target, Words, fitting_size, text_width
from tutor.games.mystic_wood.scene.tokens import disc, shield
from tutor.games.mystic_wood.scene.view import MARGIN


def button_groups(ids: list[str], width: float, height: float, targets: list[Target]) -> tuple[list[Group], float]:
    x, y, h = MARGIN, height, 17.0
    found = []
    for target in ids:
        text = target.removeprefix("action:")
        text = cap(text)
        w = min(text_width(text, 9, bold=True) + 14, width - 2 * MARGIN)
        if x + w > width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + h + 5
        size = fitting_size(text, 9, w - 8, bold=True)
        found.append(
            Group(
                (
                    Box(x, y, w, h, 6, fill="plate", stroke="glow-edge", width=3),
                    Box(x, y, w, h, 6, stroke="glow", width=1.8),
                    Words(x + w / 2, y + h / 2, text, size, fill="ink", on="plate", bold=True),
                ),
                label=text,
                target=target,
            )
        )
        targets.append(Target(target, text, x, y, w, h, x + w / 2, y + h / 2, "", True))
        x += w + 6
    return found, y + h + MARGIN


def legend_groups(width: float, height: float) -> tuple[list[Group], float]:
    """What the discs mean, in words."""
    items: list[tuple[str, str]] = [
        ("strength", "challenges with strength"),
        ("prowess", "challenges with prowess"),
        ("both", "challenges with both"),
        ("approach", "is approached"),
        ("decides", "decides now"),
        ("hedge", "path leads nowhere"),
    ]
    x, y, row = MARGIN, height + 4.0, 15.0
    shapes: list[Shape] = []
    for kind, text in items:
        w = 16 + text_width(text, 8) + 6
        if x + w > width - 3 and x > MARGIN:
            x, y = MARGIN, y + row
        if kind == "decides":
            shapes += shield("george", x + 6, y, 11, decides=True)
        elif kind == "hedge":
            shapes += [
                Outline((("M", x + 2.5, y), ("L", x + 9.5, y)), stroke="bark", width=5),
                Outline((("M", x + 2.5, y), ("L", x + 9.5, y)), stroke="bark-light", width=3),
            ]
        else:
            shapes += disc(kind, {"strength": "4", "prowess": "3", "both": "8", "approach": "?"}[kind], x + 6, y, 5)
        shapes.append(Words(x + 14.5, y + 0.2, text, 8, fill="board-ink", on="board", anchor="start"))
        x += w
    return [Group(tuple(shapes), label="Legend", key=("legend", width, height))], y + row
