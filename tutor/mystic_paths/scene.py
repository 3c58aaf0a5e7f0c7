"""The board of Mystic Paths as a scene: nineteen portals with their words, the ways between them, the pieces, the clues."""

from __future__ import annotations

import math
from collections.abc import Collection

from engine import mystic_paths as mp
from engine.faults import cap
from tutor.mystic_paths.words import asked, board_lines, board_note, cell_words, initial, title
from tutor.scene.shapes import (
    Box,
    Disc,
    Group,
    Layer,
    Outline,
    Scene,
    Shape,
    Target,
    Words,
    fitting_size,
    line,
    polygon,
    text_width,
)

#: How far two portals are apart, how large one is, and how far from the edge the board begins.
APART, PORTAL, MARGIN = 96.0, 37.0, 50.0
_ROW, _CLUE = 30.0, 9.0
#: The name of the colour of each player, and what is written on it.
COLOUR = {
    "red": ("crimson", "chalk"), "orange": ("roof", "chalk"), "yellow": ("gold", "glow-edge"),
    "green": ("leaf1", "chalk"), "blue": ("azure", "chalk"), "purple": ("violet", "chalk"),
}  # fmt: skip


def board_scene(
    state: mp.State, *, clickable: Collection[str] = (), highlights: Collection[str] | None = None
) -> Scene:
    """The picture of a state; the same for equal states. Of a view it shows what that player sees.

    ``clickable`` are target ids ("portal:c3"), ``highlights`` the cells that glow: by default those that can be guessed now.
    """
    guessed = state.next_portals(state.turn) if state.moment in ("guess", "answer") else ()
    glowing = set(guessed if highlights is None else highlights)
    place = places(state)
    width = max(x for x, _ in place.values()) + MARGIN
    high = max(y for _, y in place.values()) + MARGIN
    height = high + 34 + _ROW * len(state.players)
    targets = [
        Target(f"portal:{cell}", cell_words(state, cell), x - PORTAL, y - PORTAL, 2 * PORTAL, 2 * PORTAL, x, y, cell,
               f"portal:{cell}" in clickable)
        for cell, (x, y) in place.items()
    ]  # fmt: skip
    ground = (Group((Box(0, 0, width, height, 10, fill="board"),)),)
    ways = Group(tuple(_way(place[one], place[other]) for one, other in state.board.links))
    portals = [
        Group(_portal(state.word(cell), cell in glowing), *place[cell], label=cell_words(state, cell), target=f"portal:{cell}")
        for cell in place
    ]
    starts = [Group(_start(one.id), *place[one.start], label=f"{one.id.capitalize()}'s start") for one in state.players]
    pieces = [group for cell, (x, y) in place.items() for group in _pieces(state, cell, x, y, targets)]
    layers = (
        Layer("ground", ground),
        Layer("cards", (ways, *starts, *portals)),
        Layer("tokens", tuple(pieces)),
        Layer("overlay", (_panel(state, width, high, targets),)),
    )
    return Scene(title(state), width, height, layers, tuple(targets), tuple(board_lines(state)))


def places(state: mp.State) -> dict[str, tuple[float, float]]:
    """Where each portal lies in the picture."""
    raw = {cell: ((q + r / 2) * APART, r * APART * math.sqrt(3) / 2) for cell, (q, r) in state.board.cells.items()}
    west, north = min(x for x, _ in raw.values()), min(y for _, y in raw.values())
    return {cell: (round(MARGIN + x - west, 1), round(MARGIN + y - north, 1)) for cell, (x, y) in raw.items()}


def _way(one: tuple[float, float], other: tuple[float, float]) -> Shape:
    return Outline(line(one, other), stroke="bark-light", width=5, opacity=0.55)


def _portal(word: str, glows: bool) -> tuple[Shape, ...]:
    """A disc with its word on a plate, bright where it can be guessed now."""
    size = fitting_size(word, 12.5, 2 * PORTAL - 12, bold=True)
    rim = [Disc(0, 0, PORTAL + 2.5, stroke="glow-edge", width=4.5), Disc(0, 0, PORTAL + 2.5, stroke="glow", width=2.8)]
    return (
        Disc(1.2, 2.2, PORTAL, fill="shadow", opacity=0.3),
        Disc(0, 0, PORTAL, fill="stone", stroke="stone-edge", width=1.2),
        Disc(0, 0, PORTAL - 4.5, fill="plate", stroke="plate-edge", width=0.8),
        *(rim if glows else ()),
        *([Words(0, 0, word, size, "ink", "plate", bold=True)] if word else ()),
    )


def _start(seat: str) -> tuple[Shape, ...]:
    """The starting icon of a player: a ring in his colour round the portal."""
    colour = "leaf3" if seat == "green" else COLOUR[seat][0]  # a green that is seen on a dark ground too
    return (Disc(0, 0, PORTAL + 6.5, stroke=colour, width=2.4, opacity=0.9),)


def _pieces(state: mp.State, cell: str, x: float, y: float, targets: list[Target]) -> list[Group]:
    """Apprentices stand above the word, Bases and NOT tokens below it: none covers it (`right.word-free`)."""
    above = [player.id for player in state.players if player.at == cell]
    below = [(player.id, "base") for player in state.players if player.base == cell]
    below += [(player.id, "mark") for player in state.players if cell in player.marks]
    found = []
    for number, seat in enumerate(above):
        px, py = x + (number - (len(above) - 1) / 2) * 14, y - 21
        label = f"{seat.capitalize()}'s Apprentice"
        found.append(Group(_apprentice(seat), px, py, label=label, target=f"apprentice:{seat}"))
        targets.append(Target(f"apprentice:{seat}", label, px - 7, py - 10, 14, 18, px, py, cell))
    for number, (seat, kind) in enumerate(below):
        px = x + (number - (len(below) - 1) / 2) * 15
        label = f"{seat.capitalize()}'s Base" if kind == "base" else f"a NOT of {seat.capitalize()}"
        found.append(Group(_base(seat) if kind == "base" else _mark(seat), px, y + 20, label=label))
    return found


def _apprentice(seat: str) -> tuple[Shape, ...]:
    fill, on = COLOUR[seat]
    return (
        Outline(polygon((0, -11), (7.5, 8), (-7.5, 8)), fill=fill, stroke="glow-edge", width=1),
        Disc(0, -7.5, 4.2, fill=fill, stroke="glow-edge", width=1),
        Words(0, 3.4, initial(seat), 7.4, on, fill, bold=True),
    )


def _base(seat: str) -> tuple[Shape, ...]:
    fill, on = COLOUR[seat]
    plate = Box(-6.5, -4.5, 13, 9, 4.5, fill=fill, stroke="glow-edge", width=1)
    return plate, Words(0, 0, initial(seat), 6, on, fill, bold=True)


def _mark(seat: str) -> tuple[Shape, ...]:
    return (
        Disc(0, 0, 6.4, fill="chalk", stroke=COLOUR[seat][0], width=2.4),
        Outline(line((-3, -3), (3, 3)), stroke="refused", width=2.2),
        Outline(line((3, -3), (-3, 3)), stroke="refused", width=2.2),
    )


# ------------------------------------------------------------------ the clues


def _panel(state: mp.State, width: float, top: float, targets: list[Target]) -> Group:
    """Below the board: each player's clues by step, how far he is, and what is asked."""
    shapes: list[Shape] = [
        Box(MARGIN / 4, top, width - MARGIN / 2, 28 + _ROW * len(state.players), 6, fill="panel", stroke="panel-edge", width=1)
    ]
    for number, player in enumerate(state.players):
        shapes += _row(state, player, MARGIN / 2, top + 3 + _ROW * (number + 0.5), width - MARGIN, targets)
    for number, words in enumerate((cap(asked(state)), board_note(state))):
        size, y = fitting_size(words, 7.6, width - MARGIN), top + 8 + _ROW * len(state.players) + 10 * number
        shapes.append(Words(MARGIN / 2, y, words, size, "panel-ink", "panel", anchor="start"))
    return Group(tuple(shapes))


def _row(state: mp.State, player: mp.Player, x: float, y: float, room: float, targets: list[Target]) -> list[Shape]:
    fill, on = COLOUR[player.id]
    found: list[Shape] = [
        Disc(x + 8, y, 8, fill=fill, stroke="glow-edge", width=1),
        Words(x + 8, y, initial(player.id), 8, on, fill, bold=True),
        Words(x + 21, y, f"step {player.reached}", 9, "panel-ink", "panel", anchor="start", bold=player.id in state.deciders),
    ]
    at, end = x + 62, x + room
    clues = [(f"{clue.step}", clue.text.replace("not ", "NOT ")) for clue in player.clues] + [("?", "hidden")] * player.covered
    wide = min(110.0, (end - at) / max(1, len(clues)) - 4)
    for step, word in clues:
        size = fitting_size(word, _CLUE, wide - 20)
        found += [
            Box(at, y - 9, wide, 18, 3, fill="plate", stroke="plate-edge", width=0.8),
            Disc(at + 8, y, 6, fill=fill, stroke="glow-edge", width=0.8),
            Words(at + 8, y, step, 7, on, fill, bold=True),
            Words(at + 17, y, word, size, "ink", "plate", anchor="start"),
        ]
        targets.append(Target(f"clue:{player.id} {step} {word}", f"{player.id.capitalize()}: {word} for step {step}",
                              at, y - 9, wide, 18, at + wide / 2, y))  # fmt: skip
        at += wide + 4
    told = "ready" if player.ready else f"{state.holds(player)} in hand" if not player.clues and not player.covered else ""
    if told and at + text_width(told, 8) < end:
        found.append(Words(at, y, told, 8, "panel-ink", "panel", anchor="start"))
    return found
