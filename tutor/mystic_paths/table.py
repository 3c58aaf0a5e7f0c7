"""Mystic Paths at a table: its players, its portals, actions in words, everybody's card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import MODES
from tutor.mystic_paths.pieces import COLOUR
from tutor.mystic_paths.scene import board_scene
from tutor.mystic_paths.words import asked, initial
from tutor.scene.shapes import Scene, Shape
from tutor.ui.page import icon
from tutor.ui.tables import Board, Card, Choice, Count, Label, Offer, letter_sign


@cache
def offer() -> Offer:
    """What a new game is made of."""
    return Offer(
        "Mystic Paths", tuple(Choice(seat, name(seat)) for seat in COLOUR), 2, len(COLOUR),
        variants=tuple(Choice(mode, mode.replace("-", " ").capitalize()) for mode in MODES[1:]),
        bots=(Choice("reader", "a bot that reads the clues"), Choice("blind", "a bot that guesses blindly"),
              Choice("random", "a bot that plays anything")),
    )  # fmt: skip


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> mp.State:
    """A new game, about to be laid out by chance."""
    return mp.new_game(tuple(seats), options.get("edition"), variants=tuple(options.get("variants", ())))


def secret(state: mp.State) -> bool:
    """Everybody's map and cards are his own."""
    return True


def board(state: mp.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The portals as that seat sees them."""
    return Board(board_scene(state, clickable=targets, seat=seat))


def targets(state: mp.State, actions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each portal the guess it stands for, for each Apprentice whose path is first, for each word in hand its steps."""
    words = {state.word(cell): cell for cell in state.board.cells if state.word(cell)}
    found: dict[str, tuple[str, ...]] = {}
    for action in actions:
        verb, _, word = action.partition(" ")
        if verb == "guess" and word in words:
            found[f"portal:{words[word]}"] = (action,)
        elif verb == "first":
            found[f"apprentice:{word}"] = (action,)
        else:  # a card of one's hand: every step that it can be laid for
            named = action.split()[3:]
            for kind in (("hand", "not") if named else ()):
                if (kind == "not") == (named[0] == "not"):
                    found[f"{kind}:{named[-1]}"] = (*found.get(f"{kind}:{named[-1]}", ()), action)
    return found


def tries(state: mp.State, seat: str, target: str) -> tuple[str, ...]:
    """What a touch would mean: to guess that portal."""
    kind, _, cell = target.partition(":")
    return (f"guess {state.word(cell)}",) if kind == "portal" and state.moment == "guess" and state.word(cell) else ()


def label(state: mp.State, action: str) -> Label:
    """An action on its button; who acts for himself is not named again."""
    words = action.split()
    if words[0] in state.order and len(words) > 1:
        words = words[1:]
    if words[0] in ("clue", "add") and len(words) > 2:
        said = " ".join(words[2:]).replace("not ", "NOT ")
        told = "lay it as a clue" if words[0] == "clue" else "add it"
        return Label(f"Step {words[1]}: {said}", told, aside=words[2] == "not")
    text = " ".join(words)
    return Label(text[:1].upper() + text[1:].replace("-", " "))


def name(seat: str) -> str:
    """The player's colour."""
    return seat.capitalize()


@cache
def shield(seat: str) -> tuple[Shape, ...]:
    """His letter on his colour."""
    return letter_sign(initial(seat), *COLOUR[seat])


def card(state: mp.State, seat: str) -> Card:
    """A player's card: what of his clues is laid, and, for himself, his map and hand."""
    player = next(each for each in state.players if each.id == seat)
    held = [("", f"step {clue.step}: {clue.text.replace('not ', 'NOT ')}", "") for clue in player.clues]
    held += [("", " / ".join(state.board.cards[each]), "") for each in player.hand or ()]
    note = f"map {player.map}" if player.map else ""
    return Card(
        name(seat), icon(shield(seat), 22, 25), (Count("steps guessed", len(player.trail) - 1),), "", tuple(held), note
    )


def why(state: mp.State, seat: str) -> str:
    """Why he decides now."""
    told = asked(state)
    return f"{told[:1].upper()}{told[1:]}."


def closer(state: mp.State, seat: str | None, target: str) -> Scene | None:
    """Nothing here is looked at closer than the board shows it."""
    return None
