"""Players: one who does anything legal, a runner who only takes the shortest way, and a careful one with a plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.gran import paths, rules
from engine.gran.play import State
from engine.gran.position import Knight, Position
from engine.gran.rules import Action

_FAR = 40.0


def random_bot(state: State, rng: random.Random) -> str:
    """Any legal action, each equally likely."""
    return rng.choice(rules.legal_actions(state)).text


def runner_bot(state: State, rng: random.Random) -> str:
    """The fewest turns to the ring, then to a city whose seal he lacks; no fights and no attacks if it can be helped."""
    return _best(state, rng, _run)


def careful_bot(state: State, rng: random.Random) -> str:
    """Carries the ring home, hunts whoever bears it, weighs each dragon by the pile, lays obstacles in the way of others."""
    return _best(state, rng, _care)


BOTS: Mapping[str, Callable[[State, random.Random], str]] = {
    "random": random_bot,
    "runner": runner_bot,
    "careful": careful_bot,
}


def _best(state: State, rng: random.Random, worth: Callable[[Position, Action], float]) -> str:
    """The action worth most; among equals the generator decides."""
    scored = [(worth(state, action), rng.random(), action.text) for action in rules.legal_actions(state)]
    return max(scored)[2]


# ------------------------------------------------------------------ how far everybody is


def _away(position: Position, knight: Knight) -> float:
    """The turns a knight is from what he wants next: the ring, its bearer, or a city whose seal he lacks."""
    turns = paths.turns_from(position, knight.id)
    if knight.ring:
        found = paths.home(position, knight, turns.get)
        return float(found[1]) if found else _FAR
    if position.ring is not None:
        there = paths.home(position, knight, lambda city: _between(position, position.ring or "", city))
        return turns.get(position.ring, _FAR) + (there[1] if there else _FAR)
    bearer = next((other for other in position.knights if other.ring), None)
    return turns.get(bearer.at, _FAR) + 4 if bearer is not None else 6.0


def _between(position: Position, start: str, end: str) -> int | None:
    """The fewest turns of a bearer from one space to another."""
    ground = paths.Ground(position.board, position.obstacles, None)
    return paths.turns_over(ground, start, True).get(end)


def _standing(position: Position, me: str) -> float:
    """How well a knight stands: near to his aim, with talismans in hand, the others far from theirs."""
    knight = position.knight(me)
    own = -_away(position, knight) + 20 * len(set(knight.seals)) + 6 * knight.ring + 0.4 * min(knight.talismans, 2)
    own -= 1.5 * knight.coat + (0 if knight.talismans else 1)
    others = [_away(position, other) - 3 * other.ring for other in position.knights if other.id != me]
    return own + 0.4 * min(others, default=0.0)


def _after(position: Position, action: Action) -> Position:
    return rules.perform(position, action).now


# ------------------------------------------------------------------ the plans


def _run(position: Position, action: Action) -> float:
    me = position.turn
    after = _after(position, action)
    if after.winner == me:
        return 100.0
    trouble = 3.0 * (after.moment in ("card", "banish"))
    return -_away(after, after.knight(me)) + 20 * len(set(after.knight(me).seals)) + 6 * after.knight(me).ring - trouble


def _care(position: Position, action: Action) -> float:
    me = position.turn
    after = _after(position, action)
    if after.winner == me:
        return 1000.0
    if after.moment == "card" and position.moment != "card":
        return _dared(after, me)
    if after.moment == "banish":
        victim = after.knight(after.victim or "")
        gained = 5.0 if victim.ring else -1.0
        return _standing(after, me) + gained
    return _standing(after, me)


def _dared(after: Position, me: str) -> float:
    """A fight: won, up to two spaces more over everything; lost, a talisman and a turn, and the ring of a bearer."""
    win = float(rules.win_chance(after))
    knight = after.knight(me)
    won = _standing(after, me) + 1.0
    lost = after.knight(me)._replace(talismans=max(0, knight.talismans - 1), coat=True, ring=False)
    knights = tuple(lost if other.id == me else other for other in after.knights)
    ring = after.ring if not knight.ring else after.board.ball("tirad")
    return win * won + (1 - win) * _standing(replace(after, knights=knights, ring=ring), me)
