"""Positions of GRAN laid by chance, and a puzzle put together from one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine import gran
from engine.gran.material import COLOURS, STATES
from engine.text.faults import Faulty
from tutor.content.making import proving
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.gran.teachable import GAME
from tutor.teach.exercise.options import Choose

BOARD = gran.boards()["training"]


def of_kind(*kinds: str) -> tuple[str, ...]:
    """The spaces of some kinds."""
    return tuple(name for name, space in BOARD.spaces.items() if space.kind in kinds)


def position(
    rng: random.Random, seats: int, obstacles: int, moment: str = "start", bearer: str = "", **more: Any
) -> gran.State:
    """A position with knights, obstacles and the ring anywhere; ``more`` are keys of the situation. Rejected if it cannot be."""
    order = ("red", *rng.sample([colour for colour in COLOURS if colour != "red"], seats - 1))
    free = rng.sample(of_kind("black", "white", "magic", "sword"), len(order))
    knights: dict[str, dict[str, Any]] = {seat: {"at": at} for seat, at in zip(order, free, strict=True)}
    for seat, own in more.pop("knights", {}).items():
        knights[seat if seat in knights else order[1]] |= own
    taken = {one["at"] for one in knights.values()}
    lying = rng.sample([spot for spot in of_kind("black", "white") if spot not in taken], obstacles)
    raw: dict[str, Any] = {
        "game": "gran",
        "order": list(order),
        "moment": moment,
        "obstacles": lying,
        "knights": knights,
        **more,
    }
    if bearer:
        knights[order[1] if bearer == "rival" else bearer]["ring"] = True
    elif moment != "ring":
        raw["ring"] = rng.choice([spot for spot in of_kind("black") if spot not in taken and spot not in lying])
    try:
        return gran.from_dict(raw)
    except Faulty:
        raise Rejected("cannot be") from None


def name(seat: str) -> str:
    """A knight as he is called."""
    return seat.capitalize()


def region(space: str) -> str:
    """The state a space lies in, or the centre."""
    return BOARD.spaces[space].state or "centre"


def city(rng: random.Random) -> tuple[str, str]:
    """A city: its space, and its state."""
    state = rng.choice(STATES)
    return BOARD.city(state), state


def base(question: str, state: gran.State, point: str, knight: str = "red") -> dict[str, Any]:
    """What every exercise of a made puzzle has."""
    return proving.base(GAME, question, state, point, knight)


def best(
    kind: str,
    question: str,
    state: gran.State,
    options: Sequence[tuple[str, str]],
    rule: str,
    theme: str,
    rating: float,
    idea: str,
    point: str,
    ask: str = "best",
) -> tuple[Puzzle, str]:
    """A puzzle that asks which option comes to most (or least): each its text and what is reckoned of it."""
    exercise = Choose(**base(question, state, point), options=proving.measured(options), ask=ask, several=True)
    return proving.made(kind, exercise, theme, (rule,), rating, idea)
