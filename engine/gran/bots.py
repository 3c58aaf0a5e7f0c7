"""Players: one who does anything legal, a runner, a careful one with a plan; and the search for the best chance of a goal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.chance.search import Search
from engine.contract.game import Policy
from engine.gran import paths, rules
from engine.gran.material import STATES
from engine.gran.play import State
from engine.gran.position import Action, Knight, Position, win_chance

_FAR = 40.0


def random_bot(state: State, seat: str, rng: random.Random) -> str:
    """Any legal action, each equally likely."""
    return rng.choice(rules.legal_actions(state)).text


def runner_bot(state: State, seat: str, rng: random.Random) -> str:
    """The fewest turns to the ring, then to a city whose seal he lacks; no fights and no attacks if it can be helped."""
    return _best(state, seat, rng, lambda after: _own(after, seat) - 3.0 * (after.moment in ("card", "banish")))


def careful_bot(state: State, seat: str, rng: random.Random) -> str:
    """Carries the ring home, hunts whoever bears it, weighs each dragon by the pile, lays obstacles in the way of others."""

    def worth(after: Position) -> float:
        if after.moment == "card" and state.moment != "card":
            return _dared(after, seat)
        attack = (5.0 if after.knight(after.victim).ring else -1.0) if after.victim else 0.0
        return _standing(after, seat) + attack

    return _best(state, seat, rng, worth)


BOTS: Mapping[str, Policy[State]] = {
    "random": random_bot,
    "runner": runner_bot,
    "careful": careful_bot,
}


def _best(state: State, seat: str, rng: random.Random, worth: Callable[[Position], float]) -> str:
    """The action that leads to what is worth most; among equals the generator decides."""

    def scored(action: Action) -> tuple[float, float, str]:
        after = rules.perform(state, action).now
        return 1000.0 if after.winner == seat else worth(after), rng.random(), action.text

    return max(map(scored, rules.legal_actions(state)))[2]


def turns_away(position: Position, knight: Knight) -> float:
    """The turns a knight is from what he wants next: the ring, its bearer, or a city whose seal he lacks."""
    turns, ring = paths.turns_from(position, knight.id), position.ring
    if knight.ring or ring is not None:
        onward = (
            turns
            if ring is None
            else paths.turns_over(paths.Ground(position.board, position.obstacles, None), ring, True)
        )
        lacking = (position.board.city(state) for state in STATES if state not in knight.seals)
        home = min((onward.get(city, _FAR) for city in lacking), default=_FAR)
        return home if ring is None else turns.get(ring, _FAR) + home
    bearer = next((other for other in position.knights if other.ring), None)
    return turns.get(bearer.at, _FAR) + 4 if bearer is not None else 6.0


def _own(position: Position, me: str) -> float:
    """How near to winning a knight is by himself."""
    knight = position.knight(me)
    return -turns_away(position, knight) + 20 * len(set(knight.seals)) + 6 * knight.ring


def _standing(position: Position, me: str) -> float:
    """How well a knight stands: near to his aim, with talismans in hand, the others far from theirs."""
    knight = position.knight(me)
    own = _own(position, me) + 0.4 * min(knight.talismans, 2) - (1.5 * knight.coat + (not knight.talismans))
    others = [turns_away(position, other) - 3 * other.ring for other in position.knights if other.id != me]
    return own + 0.4 * min(others, default=0.0)


def _dared(after: Position, me: str) -> float:
    """A fight: won, up to two spaces more over everything; lost, a talisman and a turn, and the ring of a bearer."""
    win, knight = float(win_chance(after)), after.knight(me)
    lost = knight._replace(talismans=max(0, knight.talismans - 1), coat=True, ring=False)
    knights = tuple(lost if other.id == me else other for other in after.knights)
    ring = after.board.begin("ring") if knight.ring else after.ring
    return win * (_standing(after, me) + 1.0) + (1 - win) * _standing(replace(after, knights=knights, ring=ring), me)


def _turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his has ended: the next has begun, his own where he sits alone or all the others miss theirs."""
    return before.turn == who and (after.turn != who or after.moment == "start")


#: A search for the best chance that a goal comes true within some of somebody's turns; all others play against it.
search = partial(Search[State], passed=_turn_passed)
