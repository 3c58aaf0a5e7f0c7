"""Mystic Paths at a table: its players, its portals, actions in words, everybody's card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import MODES
from engine.text.faults import cap
from tutor.draw.page import icon
from tutor.draw.shapes import Scene, Shape
from tutor.draw.tables import Board, Card, Choice, Count, Label, Offer, letter_sign
from tutor.games.mystic_paths.pieces import COLOUR
from tutor.games.mystic_paths.scene import board_scene
from tutor.games.mystic_paths.words import action_words, asked, initial, result

#: What each variant is, in a line (`individual.guesser`, `teams.guesser`, `all.one`).
_ABOUT = {
    "individual": "each for himself: the left neighbour guesses",
    "teams": "four or six, the partner opposite guesses",
    "all-or-nothing": "one Apprentice, all ten steps in one turn",
}
#: Most players whose clues all lie below the board while a first path is chosen; more would make portals small on a phone.
_ALL_CLUES = 3


@cache
def offer() -> Offer:
    """What a new game is made of."""
    return Offer(
        "Mystic Paths",
        tuple(Choice(seat, name(seat)) for seat in COLOUR),
        2,
        len(COLOUR),
        variants=tuple(Choice(mode, mode.replace("-", " ").capitalize(), _ABOUT[mode]) for mode in MODES[1:]),
        one_variant=True,
        bots=(
            Choice("reader", "a bot that reads the clues"),
            Choice("blind", "a bot that guesses blindly"),
            Choice("random", "a bot that plays anything"),
        ),
    )


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> mp.State:
    """A new game, about to be laid out by chance."""
    return mp.new_game(tuple(seats), options.get("edition"), variants=tuple(options.get("variants", ())))


def secret(state: mp.State) -> bool:
    """Everybody's map and cards are his own."""
    return True


def openly(state: mp.State) -> bool:
    """Paths are chosen and guessed by the clues that lie open: all around one screen look on, and no map is needed."""
    return state.moment in ("first", "attempt") or (state.moment == "guess" and state.mode != "individual")


def ended(state: mp.State) -> str:
    """The result of a game that is won together, or not by anybody alone."""
    return cap(result(state)).rstrip(".")


def board(state: mp.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The portals as that seat sees them, and below them what is wanted now: the cards before everybody stand beside them."""
    return Board(board_scene(state, clickable=targets, seat=seat, clues_of=_wanted(state, seat)))


def _wanted(state: mp.State, seat: str | None) -> tuple[str, ...]:
    """Whose clues are wanted now: of the path that is guessed, of who lays; otherwise all, if they are few."""
    if state.moment in ("guess", "answer") or state.alone:
        return (state.turn,) if state.turn else ()
    if state.moment == "lay" and seat is not None:
        return (seat,)
    return state.order if len(state.order) <= _ALL_CLUES else ()


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
            for kind in ("hand", "not") if named else ():
                if (kind == "not") == (named[0] == "not"):
                    found[f"{kind}:{named[-1]}"] = (*found.get(f"{kind}:{named[-1]}", ()), action)
    return found


def tries(state: mp.State, seat: str, target: str) -> tuple[str, ...]:
    """What a touch would mean: to guess that portal."""
    kind, _, cell = target.partition(":")
    return (f"guess {state.word(cell)}",) if kind == "portal" and state.moment == "guess" and state.word(cell) else ()


def label(state: mp.State, action: str) -> Label:
    """An action on its button; who acts for himself is not named again. A NOT and one more card are seldom meant."""
    return _label(action)


@lru_cache(maxsize=4096)  # every word in hand for every step: hundreds, on every page of the game
def _label(action: str) -> Label:
    named = action.rpartition(": ")[2].split()
    return Label(
        action_words(action), aside=named[1:2] == ["add"] or (named[1:2] == ["clue"] and named[3:4] == ["not"])
    )


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
    """Why he decides now; of who lays clues, for which steps, and what ends it."""
    if state.moment != "lay":
        return f"{cap(asked(state))}."
    actions = state.actions(seat)
    due = list(dict.fromkeys(action.split()[2] for action in actions if action.startswith(f"{seat} clue ")))
    more = list(dict.fromkeys(action.split()[2] for action in actions if action.startswith(f"{seat} add ")))
    told = (
        [f"Touch a word in hand to lay it as a clue for step {_either(due)}; NOT beside it turns it round."]
        if due
        else []
    )
    told += [f"{'Then one' if due else 'One'} more card may join step {_either(more)}."] if more else []
    told += ["Or say that you are ready."] if f"{seat} ready" in actions else []
    return " ".join(told) or f"{cap(asked(state))}."


def _either(steps: Sequence[str]) -> str:
    """ "3", "3 or 4", "3, 4 or 5"; more, which follow one another, are "1 to 10"."""
    *first, last = steps
    if len(first) > 2:
        return f"{first[0]} to {last}"
    return f"{', '.join(first)} or {last}" if first else last


def closer(state: mp.State, seat: str | None, target: str) -> Scene | None:
    """A player's clues, and of his hand and map what is known; of the portals nothing that the board does not show."""
    kind, _, whose = target.partition(":")
    if kind != "hand" or whose not in state.order:
        return None
    return board_scene(state, highlights=(), seat=whose, clues_of=(whose,))
