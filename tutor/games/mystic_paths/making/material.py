"""Positions of Mystic Paths laid by chance, and what is said of them in a question."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import OURS, ROUNDS, SHOWN, STEPS
from engine.text.faults import Faulty
from tutor.content.making import proving
from tutor.content.puzzles.model import Rejected
from tutor.games.mystic_paths.teachable import GAME
from tutor.teach.exercise.claims import Claim

BOARD = mp.boards()[OURS]
WORDS = tuple(BOARD.card_of)
#: Where the second and the third player begin.
_OTHERS = {"green": "e3", "blue": "e1"}


def walked(rng: random.Random, steps: int, start: str = "a1") -> list[str]:
    """A lawful walk of so many steps, its start first."""
    trail = [start]
    for _ in range(steps):
        base = trail[-2] if len(trail) > 1 else trail[-1]
        trail.append(rng.choice(BOARD.onward[base, trail[-1]]))
    return trail


def situation(raw: Mapping[str, Any]) -> mp.State:
    """The state of a situation's data. Rejected if it cannot be."""
    try:
        return mp.from_dict({"game": mp.NAME, **raw})
    except Faulty:
        raise Rejected("cannot be") from None


def guessed(
    rng: random.Random, trail: Sequence[str], shown: int = 1, marks: int = 0, others: int = 1, **more: Any
) -> mp.State:
    """Red's path is guessed: he has come over ``trail``, shows clues for so many steps, and so many guesses were wrong.

    ``more`` are keys of the situation, ``red`` among them those of his own table.
    """
    reached = len(trail) - 1
    own = more.pop("red", {})
    keep = own.pop("keep", ())
    if reached + shown > STEPS:
        raise Rejected("no steps left")
    base = trail[-2] if reached else trail[-1]
    ahead = [cell for cell in BOARD.onward[base, trail[-1]] if cell not in keep]
    if marks > len(ahead) - 1:
        raise Rejected("all marked")
    words = rng.sample(WORDS, 12)
    laid = {BOARD.card_of[word] for word in words}
    hands = iter(rng.sample([card for card in BOARD.cards if card not in laid], 3))
    red = {
        "trail": list(trail),
        "marks": rng.sample(ahead, marks),
        "clues": [{"step": reached + n, "word": words[n]} for n in range(1, shown + 1)],
        "hand": [next(hands)],
        **own,
    }
    table: dict[str, Any] = {"red": red}
    number = min(ROUNDS, -(-reached // SHOWN) + 1 + rng.randint(0, 1))
    for seat in tuple(_OTHERS)[:others]:
        trail = walked(rng, rng.randint(0, min(4, SHOWN * (number - 1))), _OTHERS[seat])
        table[seat] = {"trail": trail, "hand": [next(hands)]}
    raw = {"round": number, "moment": "guess", "turn": "red", "order": list(table), "players": table, **more}
    return situation(raw)


def came(state: mp.State, seat: str = "red") -> str:
    """Where somebody has come from, and what was wrong: "Red came from goat to owl; glove was guessed, and was wrong." """
    player = state.player(seat)
    name, at = seat.capitalize(), state.word(player.at)
    told = f"{name} stands on {at} and has not moved yet"
    if player.reached:
        told = f"{name} came from {state.word(player.base)} to {at}"
    return f"{told}; {wrong_ones(state, seat)}" if player.marks else f"{told}."


def wrong_ones(state: mp.State, seat: str = "red") -> str:
    """What of somebody's next step was wrong; "" if nothing."""
    marks = [state.word(cell) for cell in state.player(seat).marks]
    return f"{both(marks)} {'was' if len(marks) == 1 else 'were'} guessed, and wrong." if marks else ""


def both(names: Sequence[str]) -> str:
    """Some names in a row: "owl, goat and drum"."""
    *first, last = names or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def many(number: int, what: str) -> str:
    """So many of something: "one step", "3 steps"."""
    return f"one {what}" if number == 1 else f"{number} {what}s"


def claim(**keys: object) -> Claim:
    """What is to be so of a player."""
    return Claim((tuple(keys.items()),), GAME)


def base(question: str, state: mp.State, point: str, knight: str | None = None) -> dict[str, Any]:
    """What every exercise of a made puzzle has."""
    return proving.base(GAME, question, state, point, knight)
