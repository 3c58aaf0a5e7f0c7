"""How likely each knight is to win, as far as it can be told from where all stand: an estimate learnt from bots' games.

Each knight has a score, a weighted sum of what speaks for and against him; the chances are the scores' softmax. The weights were
fitted to who won 118 games of two to four careful and running bots (5,570 positions at the beginning of a turn); on 30 games
that were kept apart the log loss was 0.85, against 1.11 of equal chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Final

from engine.gran.bots import turns_away
from engine.gran.play import State
from engine.gran.position import Knight

#: Turns to what a knight wants next from which on it is all the same how many they are.
FARTHEST: Final = 12.0


def prospects(state: State) -> dict[str, float]:
    """Each knight's chance to win; they sum to 1. All 0 where the game is over without a winner."""
    if state.over:
        return {knight.id: float(knight.id in state.winners) for knight in state.knights}
    scores = {knight.id: sum(_for_and_against(state, knight)) for knight in state.knights}
    best = max(scores.values())
    weights = {name: exp(score - best) for name, score in scores.items()}
    whole = sum(weights.values())
    return {name: weight / whole for name, weight in weights.items()}


def _for_and_against(state: State, knight: Knight) -> Iterator[float]:
    seals, away = len(set(knight.seals)), min(turns_away(state, knight), FARTHEST) / 10
    yield 0.4 * (seals >= 1) + 1.57 * (seals >= 2) - 0.31 * knight.ring
    yield -(2.62 + 0.56 * (seals >= 2)) * away
    yield 0.38 * (knight.talismans > 0) - 0.07 * (knight.talismans >= 2) - 0.5 * knight.coat
    waits = (state.order.index(knight.id) - state.order.index(state.turn)) % len(state.order)
    yield -0.39 * waits / len(state.order)
