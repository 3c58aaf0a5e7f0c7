"""The Willow game at a table: who plays which side, its map, actions in words, everybody's card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine import willow
from engine.willow.position.table import UNKNOWN
from tutor.scene.shapes import Scene, Shape
from tutor.ui.page import icon
from tutor.ui.tables import Board, Card, Choice, Label, Offer, letter_sign
from tutor.willow.picture import picture
from tutor.willow.text import next_words

#: The seats of a new game: the first play Good.
SEATS = ("ann", "bob", "cora", "dan")
_COLOURS = (("leaf1", "chalk"), ("crimson", "chalk"), ("azure", "chalk"), ("violet", "chalk"))


@cache
def offer() -> Offer:
    """What a new game is made of."""
    return Offer(
        "The Willow game", tuple(Choice(seat, name(seat)) for seat in SEATS), 2, 4,
        bots=(Choice("planner", "a bot that plans"), Choice("random", "a bot that plays anything")),
    )  # fmt: skip


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> willow.State:
    """A new game, dealt by chance."""
    return willow.new_game(tuple(seats), options.get("edition"))


def secret(state: willow.State) -> bool:
    """Hands and Treasures are secret."""
    return True


def board(state: willow.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The map as that seat sees it."""
    return Board(svg=picture(state))


def targets(state: willow.State, actions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The map has nothing to touch: every action is a button."""
    return {}


def tries(state: willow.State, seat: str, target: str) -> tuple[str, ...]:
    """Nothing on the map can be meant."""
    return ()


def label(state: willow.State, action: str) -> Label:
    """An action on its button: who does it, and what."""
    words = [_word(state, word) for word in action.split()]
    text = " ".join(words)
    return Label(text[:1].upper() + text[1:], aside=" with " in action or words[:2][-1:] == ["discards"])


def _word(state: willow.State, word: str) -> str:
    people = {one.id for one in state.characters}
    return willow.title(word) if word in people else word.replace("-", " ")


def name(seat: str) -> str:
    """The seat, as a name."""
    return seat.capitalize()


@cache
def shield(seat: str) -> tuple[Shape, ...]:
    """His letter on his colour."""
    number = SEATS.index(seat) if seat in SEATS else sum(map(ord, seat)) % len(_COLOURS)
    return letter_sign(seat[:1].upper(), *_COLOURS[number])


def card(state: willow.State, seat: str) -> Card:
    """A player's card: the characters he plays, where they are, and what is known of their cards."""
    mine = [one for one in state.characters if one.id in dict(state.controls).get(seat, ())]
    held = []
    for one in mine:
        cards = [UNKNOWN if each == UNKNOWN else each.replace("-", " ") for each in (*one.face_up, *one.treasures)]
        more = f"; {', '.join(cards)}" if cards else ""
        held.append(
            (
                "",
                f"{willow.title(one.id)} at {one.at.replace('-', ' ')}, health {one.health}, {len(one.hand)} cards{more}",
                "",
            )
        )
    side = mine[0].side.capitalize() if mine else ""
    return Card(name(seat), icon(shield(seat), 22, 25), (), side, tuple(held))


def why(state: willow.State, seat: str) -> str:
    """Why he decides now."""
    return f"{next_words(state).removeprefix('Then ').split(':')[0].rstrip('.').strip()}."


def closer(state: willow.State, seat: str | None, target: str) -> Scene | None:
    """Nothing here is looked at closer than the map shows it."""
    return None
