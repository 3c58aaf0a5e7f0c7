"""Chance with exact probabilities: dice and equally likely draws, as Fractions that sum to 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random

T = TypeVar("T")
DIE = range(1, 7)


def uniform(outcomes: Iterable[T]) -> dict[T, Fraction]:
    """Each outcome equally likely.

    >>> uniform("ab")
    {'a': Fraction(1, 2), 'b': Fraction(1, 2)}
    """
    listed = list(outcomes)
    return dict.fromkeys(listed, one_in(len(listed))) if listed else {}


@cache
def one_in(number: int) -> Fraction:
    """1/number as a Fraction."""
    return Fraction(1, number)


@cache
def lead_distribution() -> dict[int, Fraction]:
    """How far one die leads another (own minus other), from -5 to 5, with its probability.

    >>> lead_distribution()[0], lead_distribution()[5]
    (Fraction(1, 6), Fraction(1, 36))
    """
    ways: dict[int, int] = {}
    for own in DIE:
        for other in DIE:
            ways[own - other] = ways.get(own - other, 0) + 1
    return {lead: Fraction(count, 36) for lead, count in sorted(ways.items())}


def pick(chances: Mapping[T, Fraction], rng: random.Random) -> T:
    """One outcome drawn by ``rng`` with its exact probability (no rounding: whole numbers are drawn)."""
    listed = list(chances)
    alike = list(chances.values())
    if listed and alike.count(alike[0]) == len(listed):
        return listed[rng.randrange(len(listed))]
    common = math.lcm(*{chance.denominator for chance in chances.values()})
    ticket = rng.randrange(common)
    for outcome, chance in chances.items():
        ticket -= chance.numerator * (common // chance.denominator)
        if ticket < 0:
            return outcome
    raise ValueError("the chances do not sum to 1")
