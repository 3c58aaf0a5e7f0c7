"""Glicko-2: a rating, how sure it is, and how steady, after Mark Glickman's paper "Example of the Glicko-2 system".

Pure arithmetic. The numbers of the steps are those of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

#: How much steadiness may change: Glickman advises 0.3 to 1.2.
TAU = 0.5
#: Nobody is less sure than this, and no deviation ever grows beyond it.
LARGEST_DEVIATION = 350.0
_SCALE = 173.7178
_CLOSE = 1e-6
#: The steadiness is found long before this many steps.
_MOST_STEPS = 100
#: So sure of winning or losing is nobody that one game says nothing at all.
_SUREST = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating ``value``; its standard ``deviation``; and its ``volatility``, how much it is likely to change."""

    value: float
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {self.deviation:.0f}"


def _g(deviation: float) -> float:
    """How much a game against somebody so unsure says; the deviation is of the inner scale."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def expected(one: Rating, other: Rating) -> float:
    """The chance that one beats the other, as unsure as both are.

    >>> round(expected(Rating(1500, 50), Rating(1350, 50)), 2)
    0.7
    """
    both = math.hypot(one.deviation, other.deviation) / _SCALE
    return 1 / (1 + math.exp(-_g(both) * (one.value - other.value) / _SCALE))


def waited(rating: Rating, periods: float) -> Rating:
    """The same after periods without a game: less sure (step 6).

    >>> [round(waited(Rating(1500, 50), days).deviation) for days in (0, 30, 365, 100_000)]
    [50, 76, 205, 350]
    """
    grown = math.hypot(rating.deviation, rating.volatility * _SCALE * math.sqrt(max(0.0, periods)))
    return replace(rating, deviation=min(LARGEST_DEVIATION, grown))


def played(rating: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after one period with these games: against whom, and how it ended (1 won, 0 lost).

    >>> after = played(Rating(1500, 200), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    >>> round(after.value, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    if not games:
        return waited(rating, 1)
    value, deviation = rating.value / _SCALE, rating.deviation / _SCALE  # step 2; only differences of values matter
    precision = gain = 0.0
    for other, score in games:  # steps 3 and 4
        weight = _g(other.deviation / _SCALE)
        chance = 1 / (1 + math.exp(max(-50.0, min(50.0, -weight * (value - other.value / _SCALE)))))
        precision += weight**2 * max(_SUREST, chance * (1 - chance))
        gain += weight * (score - chance)
    variance = 1 / precision
    volatility = _volatility(rating.volatility, deviation, variance, variance * gain)
    before = math.hypot(deviation, volatility)  # step 6
    after = 1 / math.sqrt(1 / before**2 + precision)  # step 7
    return Rating((value + after**2 * gain) * _SCALE, min(LARGEST_DEVIATION, after * _SCALE), volatility)


def _volatility(old: float, deviation: float, variance: float, delta: float) -> float:
    """The new volatility (step 5), by the Illinois algorithm."""
    a = math.log(old**2)

    def f(x: float) -> float:
        grown = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / TAU**2

    low = a
    if delta**2 > deviation**2 + variance:
        high = math.log(delta**2 - deviation**2 - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_MOST_STEPS):
        if abs(high - low) <= _CLOSE:
            break
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)
