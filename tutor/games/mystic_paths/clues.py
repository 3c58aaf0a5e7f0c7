"""The clues of Mystic Paths below the board: for each player how far he is, and the cards that lie before him, step by step."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence

from engine import mystic_paths as mp
from engine.mystic_paths.material import STEPS
from engine.mystic_paths.scores import cup_of
from engine.text.faults import cap
from tutor.draw.shapes import Box, Disc, Group, Outline, Shape, Target, Words, fitting_size, line, placed, polygon
from tutor.games.mystic_paths import pieces
from tutor.games.mystic_paths.pieces import COLOUR
from tutor.games.mystic_paths.words import asked, note, number

#: A card with the room beside and below it; how many lie in a row; where the first begins; the height of a row without any.
_WIDE, _HIGH, _A_ROW, _FROM, _BARE = 78.0, 38.0, 4, 88.0, 30.0
_SAID = 12.5
#: Beside a hand the clues of more players than these stand each in a line so high, or a phone would not show the portals whole.
_WITH_HAND, _LINE = 2, 23.0
#: The width of a card in hand with the room beside it; the height of one of its two words, and where the hand is large.
_HELD, _HALF, _FLAT = 99.0, 34.0, 26.0
#: The most cards in hand that are drawn high enough for a finger; with more (twenty in all-or-nothing) the portals would be
#: left too small.
_FEW = 8


def panel(
    state: mp.State,
    width: float,
    top: float,
    targets: list[Target],
    seat: str | None,
    clickable: Collection[str],
    clues_of: Sequence[str] | None = None,
) -> tuple[tuple[Group, ...], float]:
    """Everybody's clues, the hand of ``seat``, and what is asked, from ``top`` down; with the height of the whole picture.

    With ``clues_of`` only the clues of these, a hand only beside its owner's clues, and not what is asked: a page says it. Each
    card is a target; of a card in hand each word is one, and beside it a NOT.
    """
    shapes: list[Shape] = []
    hand: list[Group] = []
    y = top + 6
    held = seat in state.order and clues_of in (None, (seat,)) and state.player(seat).hand
    for player in state.players:
        if clues_of is not None and player.id not in clues_of:
            continue
        if held and player.id != seat and len(state.order) > _WITH_HAND:
            shapes += _brief(state, player, y + _LINE / 2)
            y += _LINE
            continue
        cards = [(str(clue.step), clue.word, clue.negated) for clue in player.clues] + [
            ("?", "hidden", False)
        ] * player.covered
        high = max(_BARE, _HIGH * -(-len(cards) // _A_ROW) + 4)
        if player.id == state.turn and state.moment in ("guess", "answer"):
            shapes.append(Box(5, y, width - 10, high, 5, fill="clearing", stroke="glow-edge", width=1, opacity=0.35))
        shapes += _player(state, player, y + min(high, _HIGH + 4) / 2)
        for place, card in enumerate(cards):
            x, down = _FROM + (place % _A_ROW) * _WIDE, y + 3 + (place // _A_ROW) * _HIGH
            shapes += _card(player.id, *card, x, down)
            words = f"{'NOT ' * card[2]}{card[1]}"
            label = f"{player.id.capitalize()}: {words} for step {card[0]}"
            middle = x + _WIDE / 2, down + _HIGH / 2
            targets.append(Target(f"clue:{player.id} {card[0]} {words}", label, x, down, _WIDE - 3, _HIGH - 4, *middle))
        said = _told(state, player) if not cards else ""
        if said:
            shapes.append(Words(_FROM, y + high / 2, said, _SAID, "panel-ink", "panel", anchor="start"))
        y += high + 2
    if held and seat:
        hand, y = _hand(state, state.player(seat), y + 2, targets, clickable)
    for words, size in ((cap(asked(state)), _SAID), (note(state), 10))[clues_of is not None :]:
        for each in textwrap.wrap(words, int((width - 24) / (0.5 * size))):
            y += size + 3
            shapes.append(
                Words(12, y - 3, each, fitting_size(each, size, width - 24), "panel-ink", "panel", anchor="start")
            )
    ground = Box(3, top, width - 6, y + 4 - top, 7, fill="panel", stroke="panel-edge", width=1)
    return (Group((ground, *shapes)), *hand), round(y + 8, 1)


def _brief(state: mp.State, player: mp.Player, y: float) -> list[Shape]:
    """A player's clues in a line of words."""
    clues = [f"{clue.step} {clue.text.replace('not ', 'NOT ')}" for clue in player.clues] + [
        "? hidden"
    ] * player.covered
    said = ", ".join(clues) or _told(state, player)
    room = 412 - _FROM - 16
    return [
        *_player(state, player, y, 0.8),
        Words(_FROM, y, said, fitting_size(said, _SAID, room), "panel-ink", "panel", anchor="start"),
    ]


def _player(state: mp.State, player: mp.Player, y: float, size: float = 1.05) -> list[Shape]:
    """His Apprentice, the step he has come to, and his cup."""
    found = [placed(shape, 19, y, size) for shape in pieces.apprentice(player.id)]
    bold = player.id in state.deciders
    if player.through:
        side = cup_of(player)[0]
        return [*found, *(placed(shape, 43, y) for shape in pieces.cup(side) if side)]
    return [*found, Words(34, y, f"step {player.reached}", 12, "panel-ink", "panel", anchor="start", bold=bold)]


def _hand(
    state: mp.State, player: mp.Player, y: float, targets: list[Target], clickable: Collection[str]
) -> tuple[list[Group], float]:
    """The cards somebody holds, four in a row; and where they end. Each word is as large as a finger, and so is its NOT."""
    whose = f"{player.id.capitalize()}'s hand"
    found: list[Shape] = [Words(12, y + 8, whose, 11, "panel-ink", "panel", anchor="start", bold=True)]
    y += 18
    half = _HALF if len(player.hand or ()) <= _FEW else _FLAT
    words: list[Group] = []
    for place, card in enumerate(player.hand or ()):
        x, top = 9 + (place % _A_ROW) * _HELD, y + (place // _A_ROW) * (2 * half + 6)
        found += [
            Box(x + 1, top + 1.8, _HELD - 4, 2 * half, 4, fill="shadow", opacity=0.3),
            Box(x, top, _HELD - 4, 2 * half, 4, fill="plate", stroke="plate-edge", width=1),
        ]
        for row, word in enumerate(state.board.cards[card]):
            words += _held(player.at, word, x, top + row * half, half, targets, clickable)
        found.append(Outline(line((x + 4, top + half), (x + _HELD - 8, top + half)), stroke="plate-edge", width=0.8))
    rows = -(-len(player.hand or ()) // _A_ROW)
    return [Group(tuple(found)), *words], y + rows * (2 * half + 6)


def _held(
    at: str, word: str, x: float, y: float, half: float, targets: list[Target], clickable: Collection[str]
) -> list[Group]:
    """One word of a card in hand, and beside it the NOT with which it may be laid."""
    chip, room = 32.0, _HELD - 4 - 32
    targets.append(
        Target(
            f"hand:{word}", f"lay {word}", x, y, room, half, x + room / 2, y + half / 2, at, f"hand:{word}" in clickable
        )
    )
    targets.append(
        Target(
            f"not:{word}",
            f"lay NOT {word}",
            x + room,
            y,
            chip,
            half,
            x + room + chip / 2,
            y + half / 2,
            at,
            f"not:{word}" in clickable,
        )
    )
    size = fitting_size(word, 12.5, room - 7, bold=True)
    said = (
        Box(x + 1, y + 1, room - 2, half - 2, 3, fill="plate"),
        Words(x + 5, y + half / 2, word, size, "ink", "plate", anchor="start", bold=True),
    )
    turned = (
        Box(x + room + 1, y + half / 2 - 9, chip - 5, 18, 3, fill="plate", stroke="both", width=1),
        Words(x + room + chip / 2 - 1.5, y + half / 2, "NOT", 9.5, "both", "plate", bold=True),
    )
    return [
        Group(said, label=f"lay {word}", target=f"hand:{word}"),
        Group(turned, label=f"lay NOT {word}", target=f"not:{word}"),
    ]


def _told(state: mp.State, player: mp.Player) -> str:
    if player.through:
        return f"all {STEPS} steps"
    return f"{'ready, ' * player.ready}{number(state.holds(player), 'clue card')} in hand"


def _card(seat: str, step: str, word: str, negated: bool, x: float, y: float) -> list[Shape]:
    """A clue card: its word, the token of its step in a corner, and in the other a NOT that turns it round."""
    fill, on = COLOUR[seat]
    wide, high = _WIDE - 4, _HIGH - 4
    room = wide - 8
    found: list[Shape] = [
        Box(x + 1, y + 1.8, wide, high, 4, fill="shadow", opacity=0.3),
        Box(
            x,
            y,
            wide,
            high,
            4,
            fill="plate",
            stroke="refused" if negated else "plate-edge",
            width=1.8 if negated else 1,
        ),
        Disc(x + 11, y + 9.5, 8, fill=fill, stroke="glow-edge", width=0.9),
        Words(x + 11, y + 9.7, step, 10, on, fill, bold=True),
        Words(x + wide / 2, y + high - 9.5, word, fitting_size(word, 13, room, bold=True), "ink", "plate", bold=True),
    ]
    if negated:
        end = x + wide
        found += [
            Outline(
                polygon((end - 36, y + 2.5), (end - 3, y + 2.5), (end - 3, y + 16), (end - 36, y + 16)), fill="both"
            ),
            Words(end - 19.5, y + 9.4, "NOT", 11, "disc-ink", "both", bold=True),
        ]
    return found
