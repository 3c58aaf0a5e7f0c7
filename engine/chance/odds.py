"""Exact odds of an action, and fights that can tie followed to their end in closed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any

from engine.chance.chance import lead_distribution


@dataclass(frozen=True, slots=True)
class Round:
    """Chances of one round: ``win`` + ``tie`` + ``lose`` = 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction

    def as_dict(self) -> dict[str, str]:
        return {"win": str(self.win), "tie": str(self.tie), "lose": str(self.lose)}


@dataclass(frozen=True, slots=True)
class Fight:
    """Chances of a whole fight: ``win`` + ``lose`` = 1."""

    win: Fraction
    lose: Fraction

    def as_dict(self) -> dict[str, str]:
        return {"win": str(self.win), "lose": str(self.lose)}


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact chances of an action. A game's own odds add fields: a round, a fight, or the chances of several outcomes."""

    action: str

    def as_dict(self) -> dict[str, Any]:
        """Plain data with fractions as text, as ``--json`` prints it; what is empty is left out."""
        found: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, Mapping):
                value = {str(outcome): str(chance) for outcome, chance in value.items()}
            if value:
                found[one.name] = value.as_dict() if isinstance(value, (Round, Fight)) else value
        return found


@cache
def die_each(own: int, other: int) -> Round:
    """One round in which both sides throw a die and add ``own`` and ``other``: the higher sum wins.

    >>> die_each(3, 4)
    Round(win=Fraction(5, 18), tie=Fraction(5, 36), lose=Fraction(7, 12))
    """
    win = tie = Fraction(0)
    for lead, chance in lead_distribution().items():
        if lead + own > other:
            win += chance
        elif lead + own == other:
            tie += chance
    return Round(win, tie, 1 - win - tie)


def to_the_end(rounds: Sequence[Round]) -> Fight:
    """Follow ties to the end: the given rounds in turn, the last one as often as it takes.

    >>> to_the_end([die_each(3, 4)]).win
    Fraction(10, 31)
    """
    last = rounds[-1]
    win, lose = last.win / (1 - last.tie), last.lose / (1 - last.tie)
    for earlier in reversed(rounds[:-1]):
        win, lose = earlier.win + earlier.tie * win, earlier.lose + earlier.tie * lose
    return Fight(win, lose)
