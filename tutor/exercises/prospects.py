"""What an action is worth: the best chance that a goal comes true within some turns, by looking through all that can happen.

:func:`prospect` is the one door to the search: whoever has a better one puts it there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.faults import Fault, ImpossibleSituation
from engine.mystic_wood.play.odds import turn_passed
from tutor.exercises.claims import Claim, Past

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: So many moments are looked at before the search gives up, and so many decisions and throws followed on one line.
MOST_MOMENTS = 40_000
DEEPEST = 40
#: What is not tried: it moves nothing, or needs another's consent, and could be repeated without end.
UNTRIED = frozenset(["stalemate", "offer", "drop", "combine", "aid"])
_NEVER, _SURE = Fraction(0), Fraction(1)
_Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best chance lies between ``low`` and ``high``; it is ``proved`` where they are the same."""

    low: Fraction
    high: Fraction
    moments: int = 0

    @property
    def proved(self) -> bool:
        return self.low == self.high


def prospect(state: State, goal: Claim, seat: str, turns: int, most: int = MOST_MOMENTS) -> Prospect:
    """The best chance that ``goal`` holds at some moment before ``seat`` has ended ``turns`` of his turns.

    His choices are made as well as can be, the others' as badly for him as can be, chance by its exact probabilities. When
    ``most`` moments have been looked at, the rest is left open: the answer is then no longer proved.
    """
    search = _Search(goal, seat, most)
    low, high = search.follow(state, turns, DEEPEST)
    return Prospect(low, high, search.looked)


def after_action(state: State, action: str, goal: Claim, seat: str, turns: int, most: int = MOST_MOMENTS) -> Prospect:
    """The same, if this action is what he begins with."""
    after = state.play(action).state
    left = turns - turn_passed(state, action, after, seat)
    return prospect(after, goal, seat, left, most) if left or holds(goal, after) else Prospect(_NEVER, _NEVER)


def holds(goal: Claim, state: State) -> bool:
    """Whether a goal is so at this moment, whatever led to it."""
    return goal.holds(Past(state))


class _Search:
    """Expectimax with bounds: a line that is not followed to its end counts as anything between never and certain."""

    def __init__(self, goal: Claim, seat: str, most: int) -> None:
        self.goal, self.seat, self.most = goal, seat, most
        self.looked = 0
        self.known: dict[tuple[State, int], tuple[_Bounds, int]] = {}

    def follow(self, here: State, left: int, depth: int) -> _Bounds:
        if holds(self.goal, here):
            return _SURE, _SURE
        if here.over or left <= 0:
            return _NEVER, _NEVER
        found = self.known.get((here, left))
        if found is not None and (found[0][0] == found[0][1] or found[1] >= depth):
            return found[0]
        if depth == 0 or self.looked >= self.most:
            return _NEVER, _SURE
        self.looked += 1
        bounds = self._by_chance(here, left, depth) if here.decision == "chance" else self._by_choice(here, left, depth)
        self.known[here, left] = bounds, depth
        return bounds

    def _onward(self, before: State, action: str, left: int) -> tuple[State, int]:
        """What an action leads to, and how many turns are left then."""
        after = before.play(action).state
        return after, left - turn_passed(before, action, after, self.seat)

    def _by_chance(self, here: State, left: int, depth: int) -> _Bounds:
        merged: dict[tuple[State, int], Fraction] = {}
        for action, chance in here.chances().items():
            then = self._onward(here, action, left)
            merged[then] = merged.get(then, _NEVER) + chance
        low = high = _NEVER
        for (after, remain), chance in merged.items():
            worst, best = self.follow(after, remain, depth - 1)
            low, high = low + chance * worst, high + chance * best
        return low, high

    def _by_choice(self, here: State, left: int, depth: int) -> _Bounds:
        mine = here.to_move == self.seat
        found: list[_Bounds] = []
        for option in here.legal_actions():
            if option.verb in UNTRIED:
                continue
            found.append(self.follow(*self._onward(here, option.text, left), depth - 1))
            if found[-1] == ((_SURE, _SURE) if mine else (_NEVER, _NEVER)):
                break
        if not found:
            return _NEVER, _NEVER
        choose = max if mine else min
        return choose(low for low, _ in found), choose(high for _, high in found)


def proved(found: Prospect) -> Fraction:
    """The chance itself; ImpossibleSituation if the search has not come to its end."""
    if not found.proved:
        what = f"after {found.moments:,} moments the chance is only known to lie between {found.low} and {found.high}"
        raise ImpossibleSituation(Fault("goal", what, "Ask for fewer turns, or lay out a smaller part of the Wood."))
    return found.low
