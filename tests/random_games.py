"""Random games for property tests: any moment of any game the engine can reach, named by two numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import mystic_wood as mw

VARIANTS = ((), (), ("hidden",), ("cooperative",), ("cooperative", "hidden"))
SELDOM = {"stalemate": 0.03, "drop": 0.05, "offer": 0.05, "stay": 0.1}


def first_state(seed: int) -> mw.State:
    rng = random.Random(seed)
    knights = list(mw.CARDS.knights)
    rng.shuffle(knights)
    seats = rng.choice([1, 2, 3, 4, 4])
    return mw.new_game(knights[:seats], rng.choice(mw.editions()), rng.choice(VARIANTS))


def moments(seed: int, most: int) -> Iterator[tuple[mw.State, mw.Action, mw.Step]]:
    """Every (state, action, step) of one random game, up to ``most`` actions."""
    rng = random.Random(seed * 7919 + 1)
    state = first_state(seed)
    for _ in range(most):
        actions = state.legal_actions()
        if not actions:
            return
        action = rng.choices(actions, [SELDOM.get(a.verb, 1.0) for a in actions])[0]
        step = state.play(action)
        yield state, action, step
        state = step.state


def state_at(seed: int, number: int) -> mw.State:
    """The state after ``number`` actions of a random game (or its end)."""
    state = first_state(seed)
    for _, _, step in moments(seed, number):
        state = step.state
    return state
