"""The pieces of Mystic Paths: Apprentices, Bases, NOT tokens, cups, round cards; all of them round (0, 0)."""

from __future__ import annotations

from functools import cache

from tutor.draw.shapes import Box, Disc, Outline, Segment, Shape, Words, line
from tutor.games.mystic_paths.words import initial

#: The name of the colour of each player, and what is written on it.
COLOUR = {
    "red": ("crimson", "chalk"),
    "orange": ("roof", "chalk"),
    "yellow": ("gold", "glow-edge"),
    "green": ("leaf1", "chalk"),
    "blue": ("azure", "chalk"),
    "purple": ("violet", "chalk"),
}
_CLOAK: tuple[Segment, ...] = (
    ("M", 0, -12.5),
    ("C", 4.8, -10.5, 5, -5, 4.2, -3),
    ("C", 7, 1, 8, 5, 8.6, 9),
    ("C", 3, 11, -3, 11, -8.6, 9),
    ("C", -8, 5, -7, 1, -4.2, -3),
    ("C", -5, -5, -4.8, -10.5, 0, -12.5),
    ("Z",),
)


@cache
def apprentice(seat: str) -> tuple[Shape, ...]:
    """A hooded figure with the player's letter."""
    fill, on = COLOUR[seat]
    return (
        Outline(_CLOAK, fill=fill, stroke="chalk", width=3),
        Outline(_CLOAK, fill=fill, stroke="glow-edge", width=1.1),
        Disc(0, -6.2, 2.7, fill="night"),
        Words(0, 3.8, initial(seat), 9.5, on, fill, bold=True),
    )


@cache
def base(seat: str) -> tuple[Shape, ...]:
    """The stand an Apprentice has left behind, with the player's letter."""
    fill, on = COLOUR[seat]
    return (
        Box(-9.5, -6.5, 19, 13, 6.5, fill=fill, stroke="chalk", width=2.6),
        Box(-9.5, -6.5, 19, 13, 6.5, fill=fill, stroke="glow-edge", width=0.9),
        Words(0, 0.2, initial(seat), 9, on, fill, bold=True),
    )


@cache
def mark(seat: str) -> tuple[Shape, ...]:
    """A NOT token on a portal: a cross in a rim of the player's colour."""
    return (
        Disc(0, 0, 9, fill="chalk", stroke=COLOUR[seat][0], width=3),
        Outline((*line((-4, -4), (4, 4)), *line((4, -4), (-4, 4))), stroke="crimson", width=2.8),
    )


def start(seat: str) -> tuple[Shape, ...]:
    """The starting icon of a player: a ring in his colour round the portal."""
    return (Disc(0, 0, 35.5, stroke="chalk", width=4.4), Disc(0, 0, 35.5, stroke=COLOUR[seat][0], width=3))


def cup(side: str) -> tuple[Shape, ...]:
    """A Wizard Cup, "gold" or "silver"."""
    bowl: tuple[Segment, ...] = (
        ("M", -6, -7),
        ("L", 6, -7),
        ("C", 6, 0, 3, 2, 1.4, 3),
        ("L", 1.4, 6),
        ("L", 4, 8),
        ("L", -4, 8),
        ("L", -1.4, 6),
        ("L", -1.4, 3),
        ("C", -3, 2, -6, 0, -6, -7),
        ("Z",),
    )
    return (Outline(bowl, fill="gold" if side == "gold" else "stone-light", stroke="glow-edge", width=1),)


def rounds(now: int, last: int) -> tuple[Shape, ...]:
    """The round cards in a row: those of past rounds face down, that of the present one bright."""
    found: list[Shape] = [Box(-4, -4, last * 15 + 5, 40, 5, fill="panel", stroke="panel-edge", width=1)]
    for number in range(1, last + 1):
        x, here = (number - 1) * 15.0, number == now
        fill, on = ("gold", "glow-edge") if here else ("plate", "ink")
        if number < now:
            found.append(Box(x, 0, 12, 17, 2, fill="fae1", stroke="plate-edge", width=0.8))
            continue
        found += [
            Box(x, 0, 12, 17, 2, fill=fill, stroke="plate-edge", width=0.8),
            Words(x + 6, 8.7, str(number), 10, on, fill, bold=here),
        ]
    return (*found, Words(0, 26.5, f"round {now} of {last}", 10.5, "panel-ink", "panel", anchor="start"))
