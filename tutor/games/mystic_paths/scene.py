"""The board of Mystic Paths as a scene: nineteen portals in the forest with their words, the pieces, and below them the clues."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from engine import mystic_paths as mp
from engine.mystic_paths.material import ROUNDS
from tutor.draw.shapes import Box, Disc, Group, Layer, Outline, Scene, Shape, Target, Words, line, polygon
from tutor.games.mystic_paths import forest, pieces
from tutor.games.mystic_paths.clues import panel
from tutor.games.mystic_paths.forest import PORTAL, places
from tutor.games.mystic_paths.pieces import COLOUR
from tutor.games.mystic_paths.words import board_lines, cell_words, number, title
from tutor.teach.game.teachable import Refutation

Place = tuple[float, float]


def board_scene(
    state: mp.State,
    *,
    clickable: Collection[str] = (),
    highlights: Collection[str] | None = None,
    pointed: Collection[str] = (),
    refutation: Refutation | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    trail: Sequence[str] = (),
    seat: str | None = None,
    loose: bool = False,
    clues_of: Sequence[str] | None = None,
) -> Scene:
    """The picture of a state; the same for equal states. Of a view it shows what that player sees.

    ``clickable`` are target ids ("portal:c3"), ``highlights`` the cells (or their ids) that glow: by default those that can be
    guessed now. ``pointed`` are the ids of what is pointed out, a ``refutation`` is a red arrow with a cross, ``arrows`` lead
    from portal to portal, ``trail`` is the last move. ``seat``: whose map is laid over the board, step by step, and
    whose hand lies below. If ``loose``, Apprentices and NOT tokens are targets that can be moved ("knight:red", "not.red:c3").
    ``clues_of``: whose clues lie below the board where not everybody's do, on a page that says what is asked.
    """
    guessed = state.next_portals(state.turn) if state.moment in ("guess", "answer") else ()
    glowing = set(guessed) if highlights is None else {each.partition(":")[2] or each for each in highlights}
    place = places(state.board)
    width, high = forest.size(state.board)
    told = {cell: cell_words(state, cell) for cell in place}
    targets = [_target(cell, told[cell], x, y, clickable) for cell, (x, y) in place.items()]
    below, height = panel(state, width, high, targets, seat, clickable, clues_of)
    whole = Group((Box(0, 0, width, height, 10, fill="board"),))
    portals = [
        Group(forest.portal(cell, state.word(cell), cell in glowing), x, y, label=told[cell], target=f"portal:{cell}")
        for cell, (x, y) in place.items()
    ]
    starts = [
        Group(pieces.start(one.id), *place[one.start], label=f"{one.id.capitalize()}'s start") for one in state.players
    ]
    standing = [group for cell, (x, y) in place.items() for group in _pieces(state, cell, x, y, targets, loose)]
    route, numbers = _walk(state, seat)
    drawn = [*_pointed_out(state, pointed), *_steps(trail, place, "azure"), *_refusal(state, refutation, place)]
    drawn += [group for ends in arrows for group in _steps(ends, place, "crimson")]
    layers = (
        Layer("ground", (whole, *forest.ground(state.board), *_table(state, width))),
        Layer("cards", (*route, *starts, *portals, *numbers)),
        Layer("tokens", tuple(standing)),
        Layer("overlay", (*drawn, *below)),
    )
    lines = board_lines(state) if refutation is None else [f"Refused: {refutation.text}", *board_lines(state)]
    return Scene(title(state), width, height, layers, tuple(targets), tuple(lines))


def _target(cell: str, label: str, x: float, y: float, clickable: Collection[str]) -> Target:
    """A portal as something to touch, round its middle."""
    name, across = f"portal:{cell}", 2 * PORTAL
    return Target(name, label, x - PORTAL, y - PORTAL, across, across, x, y, cell, name in clickable)


def _table(state: mp.State, width: float) -> list[Group]:
    """What lies in the upper corners: the round cards, and the deck of clue cards."""
    stack: tuple[Shape, ...] = tuple(
        Box(6 - k, 2 - k, 13, 18, 2, fill="fae1", stroke="plate-edge", width=0.8) for k in range(3)
    )
    count = str(state.deck())
    deck = (
        Box(-4, -4, 58, 40, 5, fill="panel", stroke="panel-edge", width=1),
        *stack,
        Words(26, 9, count, 12, "panel-ink", "panel", anchor="start", bold=True),
        Words(0, 26.5, "clue cards", 10.5, "panel-ink", "panel", anchor="start"),
    )
    found = [Group(deck, width - 62, 11, label=f"{number(state.deck(), 'clue card')} in the deck")]
    if not state.alone:
        found.append(Group(pieces.rounds(state.round, ROUNDS), 11, 11, label=f"round {state.round} of {ROUNDS}"))
    return found


def _pieces(state: mp.State, cell: str, x: float, y: float, targets: list[Target], loose: bool) -> list[Group]:
    """Apprentices stand above the word, Bases and NOT tokens below it: none covers it (`right.word-free`)."""
    above = [player.id for player in state.players if player.at == cell]
    below = [(player.id, "base") for player in state.players if player.base == cell]
    below += [(player.id, "mark") for player in state.players if cell in player.marks]
    found = []
    for place, seat in enumerate(above):
        px, py = x + (place - (len(above) - 1) / 2) * 18, y - 24
        label, name = f"{seat.capitalize()}'s Apprentice", f"{'knight' if loose else 'apprentice'}:{seat}"
        found.append(Group(pieces.apprentice(seat), px, py, label=label, target=name))
        targets.append(Target(name, label, px - 9, py - 13, 18, 24, px, py, cell))
    for place, (seat, kind) in enumerate(below):
        px = x + (place - (len(below) - 1) / 2) * 21
        label = f"{seat.capitalize()}'s Base" if kind == "base" else f"a NOT of {seat.capitalize()}"
        name = f"not.{seat}:{cell}" if loose and kind == "mark" else ""
        found.append(
            Group(pieces.base(seat) if kind == "base" else pieces.mark(seat), px, y + 23, label=label, target=name)
        )
        if name:
            targets.append(Target(name, label, px - 10, y + 13, 20, 20, px, y + 23, cell))
    return found


# ------------------------------------------------------------------ what is drawn over it


def _walk(state: mp.State, seat: str | None) -> tuple[list[Group], list[Group]]:
    """A player's map on the board: his path in his colour, and at each portal the numbers of the steps that lead there."""
    player = state.player(seat) if seat in state.order else None
    walk = state.path_of(player) if player else ()
    if not player or not walk:
        return [], []
    place, fill, on = places(state.board), *COLOUR[player.id]
    route = tuple(piece for pair in pairwise((player.start, *walk)) for piece in forest.path(state.board, *pair))
    way = (Outline(route, stroke="chalk", width=8.5, opacity=0.9), Outline(route, stroke=fill, width=5.5))
    steps: dict[str, list[int]] = {}
    for step, cell in enumerate(walk, 1):
        steps.setdefault(cell, []).append(step)
    numbers = []
    for cell, many in steps.items():
        x, y = place[cell]
        for k, step in enumerate(many):
            disc = (
                Disc(0, 0, 9.5, fill=fill, stroke="chalk", width=1.6),
                Words(0, 0.2, str(step), 11, on, fill, bold=True),
            )
            numbers.append(Group(disc, x + (25 if k == 0 else -25), y - 20, label=f"step {step}: {state.word(cell)}"))
    return [Group(way, label=f"{player.id.capitalize()}'s map")], numbers


def _pointed_out(state: mp.State, pointed: Collection[str]) -> Iterator[Group]:
    """A ring round each portal that is pointed out; an Apprentice is pointed out where he stands."""
    place = places(state.board)
    names = [each.partition(":")[2].partition(" ")[0] or each for each in pointed]
    cells = dict.fromkeys(state.player(name).at if name in state.order else name for name in names)
    rim = (Disc(0, 0, PORTAL + 4, stroke="chalk", width=7), Disc(0, 0, PORTAL + 4, stroke="azure", width=4.4))
    yield from (Group(rim, *place[cell]) for cell in cells if cell in place)


def _steps(way: Sequence[str], place: dict[str, Place], colour: str) -> list[Group]:
    """A way as arrows from portal to portal."""
    ends = [cell for cell in way if cell in place]
    return [_arrow(place[one], place[other], colour) for one, other in pairwise(ends) if one != other]


def _arrow(one: Place, other: Place, colour: str) -> Group:
    """An arrow between two portals, from rim to rim."""
    (x1, y1), (x2, y2) = one, other
    long = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    a, b, tip = (x1 + 20 * dx, y1 + 20 * dy), (x2 - 40 * dx, y2 - 40 * dy), (x2 - 28 * dx, y2 - 28 * dy)
    head = polygon(tip, (b[0] - 8 * dy, b[1] + 8 * dx), (b[0] + 8 * dy, b[1] - 8 * dx))
    shaft = line(a, b)
    return Group(
        (
            Outline(shaft, stroke="chalk", width=8),
            Outline(head, fill=colour, stroke="chalk", width=2),
            Outline(shaft, stroke=colour, width=5),
            Outline(head, fill=colour),
        )
    )


def _refusal(state: mp.State, refutation: Refutation | None, place: dict[str, Place]) -> list[Group]:
    """The step that was meant as a red arrow, and a cross on the portal that it may not lead to."""
    if refutation is None or refutation.state is not None or refutation.at not in place:
        return []
    cell = refutation.at
    start = state.player(state.turn).at if state.moment in ("guess", "answer") else cell
    cross = tuple(
        Outline((*line((-8, 13), (8, 29)), *line((8, 13), (-8, 29))), stroke=colour, width=width)
        for colour, width in (("chalk", 8.5), ("refused", 5))
    )
    rim = Disc(0, 0, PORTAL + 3, stroke="refused", width=4)
    return [*_steps((start, cell), place, "refused"), Group((rim, *cross), *place[cell])]
