"""GRAN at a table: its knights, its board, actions in words, everybody's card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine import gran
from engine.gran.material import COLOURS, boards
from engine.gran.prospects import prospects
from tutor.draw.page import icon
from tutor.draw.shapes import Scene, Shape
from tutor.draw.tables import Board, Card, Choice, Count, Label, Offer, letter_sign
from tutor.games.gran.scene import COLOUR, board_scene
from tutor.games.gran.words import KIND, initial, next_words

__all__ = [
    "begun",
    "board",
    "card",
    "closer",
    "label",
    "name",
    "offer",
    "prospects",
    "secret",
    "shield",
    "targets",
    "tries",
    "why",
]


@cache
def offer() -> Offer:
    """What a new game is made of."""
    return Offer(
        "GRAN",
        tuple(Choice(colour, name(colour)) for colour in COLOURS),
        2,
        4,
        boards=tuple(Choice(each.id, f"the {each.id} board") for each in boards().values()),
        bots=(
            Choice("careful", "a careful bot"),
            Choice("runner", "a bot that runs"),
            Choice("random", "a bot that plays anything"),
        ),
    )


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> gran.State:
    """A new game, begun by the first named."""
    return gran.new_game(tuple(seats), options.get("edition"), options.get("board") or "training")


def secret(state: gran.State) -> bool:
    """Nothing is secret."""
    return False


def board(state: gran.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The whole board; where a move may end glows for who decides."""
    spaces = [target.removeprefix("space:") for target in targets]
    return Board(board_scene(state, clickable=targets, highlights=spaces))


def targets(state: gran.State, actions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each space the actions that end there, the shortest way first."""
    found: dict[str, list[str]] = {}
    for action in sorted(actions, key=len):
        last = action.split()[-1]
        if last in state.board.spaces:
            found.setdefault(f"space:{last}", []).append(action)
    # Several ways to one end come to the same; the shortest is meant.
    return {target: (meant[0],) for target, meant in found.items()}


def tries(state: gran.State, seat: str, target: str) -> tuple[str, ...]:
    """What a touch would mean: to move there."""
    kind, _, space = target.partition(":")
    verb = {"obstacle": "lay", "ring": "ring", "banish": "banish"}.get(state.moment, "move")
    return (f"{verb} {space}",) if kind == "space" else ()


def label(state: gran.State, action: str) -> Label:
    """An action on its button."""
    verb, *spaces = action.split()
    last = spaces[-1] if spaces else ""
    kind = KIND[state.board.spaces[last].kind] if last in state.board.spaces else ""
    if verb == "move":
        ways = [each for each in state.ends().get(last, ()) if len(each) < len(action)]
        by = f", by {', '.join(spaces[:-1])}" if len(spaces) > 1 else ""
        return Label(f"Move to {last}", f"{kind}{by}", aside=bool(ways))
    words = {
        "ring": "Lay the ring on",
        "lay": "Lay an obstacle on",
        "banish": f"Send {(state.victim or '').capitalize()} to",
    }
    return Label(f"{words.get(verb, verb.capitalize())} {last}".strip(), kind)


def name(seat: str) -> str:
    """The knight's colour."""
    return seat.capitalize()


@cache
def shield(seat: str) -> tuple[Shape, ...]:
    """His letter on his colour."""
    return letter_sign(initial(seat), *COLOUR[seat])


def card(state: gran.State, seat: str) -> Card:
    """A knight's card: his talismans and seals, and what he bears."""
    knight = state.knight(seat)
    held = [("", f"seal of {seal.capitalize()}", "") for seal in knight.seals]
    held += [("", "the ring", "")] if knight.ring else []
    note = (
        f"at {knight.at}" + (", waiting" if knight.waiting else "") + (", misses his next turn" if knight.coat else "")
    )
    return Card(
        name(seat),
        icon(shield(seat), 22, 25),
        (Count("talismans", knight.talismans, "diamond"),),
        "three seals",
        tuple(held),
        note,
        closer=False,
    )


def why(state: gran.State, seat: str) -> str:
    """Why he decides now."""
    return f"{next_words(state).removeprefix('Then ').split(':')[0].rstrip('.').strip()}."


def closer(state: gran.State, seat: str | None, target: str) -> Scene | None:
    """Nothing here is looked at closer than the board shows it."""
    return None
