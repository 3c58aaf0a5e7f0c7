"""How likely each Knight is to win, as far as it can be told from where all stand: an estimate learnt from bots' games.

Each Knight has a score, a weighted sum of what speaks for and against him; the chances are the scores' softmax. The weights were
fitted to who won 3,700 games of two to four quest bots (44,000 positions at the beginning of a turn); on a fifth of the games
that was kept apart the log loss was 0.81, against 1.19 of equal chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp
from typing import Final

from engine.mystic_wood.play.routing import HOPE, RoutePlan, chance_of, has_any
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.ending import has_fulfilled

#: Turns from which on it is all the same how far it is.
FARTHEST: Final = 25.0
#: What a turn of distance costs, in each stage of a quest (:func:`stage`).
_TURN: Final[Mapping[str, float]] = {
    "done": -0.041,
    "have": -0.072,
    "seen": -0.072,
    "weak": -0.028,
    "rival": -0.028,
    "unseen": -0.028,
}
_STAGE: Final[Mapping[str, float]] = {
    "done": 2.35,
    "have": -0.11,
    "seen": 0.18,
    "weak": -1.05,
    "rival": -1.22,
    "unseen": -1.23,
}
#: Whose quest is still before him.
_UNDONE: Final[Mapping[str, float]] = {
    "george": -0.65,
    "perceval": -0.65,
    "roland": -0.69,
    "guyon": -1.37,
    "britomart": 0.06,
}
_OWN: Final[Mapping[str, float]] = {
    "george": 0.01,
    "perceval": -0.07,
    "roland": -0.09,
    "guyon": 0.37,
    "britomart": -0.17,
}
_WITH: Final[Mapping[str, float]] = {"arch-mage": 0.33, "damsel": -0.3}


def prospects(state: State) -> dict[str, float]:
    """Each Knight's chance to win; they sum to 1, or to how many win together. All 0 where the game is over without a winner."""
    if state.over:
        return {knight.id: float(knight.id in state.winners) for knight in state.knights}
    playing = [knight for knight in state.knights if not knight.out]
    scores = {knight.id: score(state, knight) for knight in playing}
    best = max(scores.values())
    weights = {knight: exp(score - best) for knight, score in scores.items()}
    whole = sum(weights.values())
    return {knight.id: weights.get(knight.id, 0.0) / whole for knight in state.knights}


def score(state: State, knight: Knight) -> float:
    """What speaks for a Knight less what speaks against him; the chances to win are the scores' softmax."""
    return sum(_for_and_against(state, knight))


def stage(state: State, knight: Knight, plan: RoutePlan) -> str:
    """How far his quest is: done, its card with him, seen where it lies, seen but too hard, with a rival, or not seen yet."""
    if has_fulfilled(state, knight):
        return "done"
    if has_any(knight, plan.wanted):
        return "have"
    if any(card in plan.wood.lies for card in plan.wanted):
        return "seen" if plan.best_chance() > HOPE else "weak"
    return "rival" if any(has_any(other, plan.wanted) for other in state.knights if other.id != knight.id) else "unseen"


def _for_and_against(state: State, knight: Knight) -> Iterator[float]:
    plan = RoutePlan(state, knight)
    strength, prowess = plan.strength, plan.prowess
    both, reached = (strength + prowess) / 10, stage(state, knight, plan)
    yield _STAGE[reached]
    yield _TURN[reached] * _near(plan.turns(plan.here))
    gate = plan.wood.ground.chart([plan.numbers[state.wood.enchanted_gate]], plan.dangers).turns(plan.here)
    yield (-0.08 if reached == "done" else -0.024) * _near(gate)
    yield 0.398 * strength + 0.35 * prowess + 1.91 * both - 2.47 * both * both
    if reached == "done":
        yield -0.54 * both
    elif reached != "have":
        yield _UNDONE[knight.id]
        chances = [
            chance_of(state.edition, card, None, strength, prowess)
            for card in plan.wanted
            if card in state.cards.denizens
        ]
        yield 1.1 * max(chances, default=1.0)
    if reached in ("weak", "rival", "unseen"):
        yield 0.86 * len(plan.wood.ground.unknown) / 45
    yield _OWN[knight.id]
    yield 1.17 * knight.king - 0.66 * knight.captured - 0.09 * knight.imprisoned
    yield -0.21 * len(knight.forfeits) - 0.08 * len(knight.must_rescue) - 0.22 * knight.grail
    yield 0.27 * ("key" in knight.things) + sum(_WITH.get(each, 0.0) for each in knight.companions)
    order = len(state.knights)
    yield -0.09 * ((state.order.index(knight.id) - state.order.index(state.turn)) % order) / order


def _near(turns: float | None) -> float:
    return FARTHEST if turns is None else min(turns, FARTHEST)
