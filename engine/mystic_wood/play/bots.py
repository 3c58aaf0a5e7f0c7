"""Bots: policies over what a player sees. They act through legal actions only, like anybody at the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from engine.mystic_wood.play.lookahead import far_sighted
from engine.mystic_wood.play.routing import RoutePlan
from engine.mystic_wood.play.state import State
from engine.mystic_wood.play.weighing import DARING, best

_SELDOM = {"stalemate": 0.02, "drop": 0.05, "offer": 0.1, "stay": 0.2, "done": 0.6, "leave": 0.3, "withdraw": 0.5}


def random_bot(state: State, seat: str, rng: random.Random) -> str:
    """Any legal action; those that only pass the time (dropping, offering, staying) less often."""
    actions = state.legal_actions()
    return rng.choices(actions, [_SELDOM.get(action.verb, 1.0) for action in actions])[0].text


def quest_bot(state: State, seat: str, rng: random.Random) -> str:
    """A sensible player: explores, fights what it can beat, gathers what helps, and carries its quest to the Gate."""
    return best(state, seat, rng, RoutePlan, DARING).text


def crown_bot(state: State, seat: str, rng: random.Random) -> str:
    """The strongest: takes every way to win, and looks to the end of the turn before it chooses (:func:`far_sighted`)."""
    return far_sighted(state, seat, rng).text


BOTS: Mapping[str, Callable[[State, str, random.Random], str]] = {
    "random": random_bot,
    "quest": quest_bot,
    "crown": crown_bot,
}
