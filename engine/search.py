"""The best chance that a goal comes true within some turns, for any game: all that can happen is looked through, best first.

Chance counts by its exact probabilities, who plays for the goal chooses as well as can be, everybody else as badly for it as can
be. What a player only says because he knows it (``undisclosed``) may be anything: there the lower bound is the worst and the
upper one the best that can come of it, and they may stay apart. Every moment has proven bounds, at first 0 and 1; what cannot
change the answer any more is not looked at, and a moment that is reached in several ways is looked at once. When the budget runs
out, the bounds are the answer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import State, first_decider
from engine.records import Step

S = TypeVar("S", bound=State)
#: Whether what is wanted has come true with this step. Asked of the first moment, too, as of a step without action and events.
Goal = Callable[[Step[S]], bool]
#: So many steps are played before a search gives up, if nothing else is said.
BUDGET = 40_000
#: So often are the bounds of moments that lead back to themselves worked out anew, at most, before they are left as they are.
SWEEPS = 64
_NEVER, _SURE = Fraction(0), Fraction(1)


class Prospect(NamedTuple):
    """A chance that lies between ``low`` and ``high``; it is ``proved`` where they are the same."""

    low: Fraction
    high: Fraction

    @property
    def proved(self) -> bool:
        return self.low == self.high


class Plan(NamedTuple):
    """What there is to begin with, each action with its chance, the best first; and the chance of the ``whole``.

    ``best`` are those that are proved to be as good as any for whoever decides: none if that is not known, or nothing helps.
    """

    whole: Prospect
    actions: tuple[tuple[str, Prospect], ...] = ()
    best: tuple[str, ...] = ()


def turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether ``who`` has handed the turn on by this action. (Who sits alone hands it on to himself: a game must say when.)"""
    return before.turn == who and after.turn != who


class _Moment:
    """A moment of the search: who decides there, what it leads to (once it has been looked at), and its bounds so far."""

    __slots__ = (
        "bottom", "high", "kind", "left", "low", "number", "onward", "parents", "settled", "state", "top", "visits", "whole",
    )  # fmt: skip

    def __init__(self, state: Any, left: int, kind: str, number: int) -> None:
        self.state = state
        self.left = left
        #: "chance", "for", "against" or "undisclosed".
        self.kind = kind
        self.number = number
        self.low, self.high = _NEVER, _SURE
        #: The bounds as floats, to choose by; and whether they have met.
        self.bottom, self.top, self.settled = 0.0, 1.0, False
        #: The action and what it leads to, with its weight: so many of the ``whole`` is its chance.
        self.onward: list[tuple[str, int, _Moment]] | None = None
        self.whole: int
        #: How often the search has come by.
        self.visits = 0
        self.parents: list[_Moment] = []

    def between(self, low: Fraction, high: Fraction) -> bool:
        """Narrow the bounds; whether they were wider before."""
        if low <= self.low and high >= self.high:
            return False
        if low > self.low:
            self.low, self.bottom = low, float(low)
        if high < self.high:
            self.high, self.top = high, float(high)
        self.settled = self.low == self.high
        return True

    def worth(self, of: Sequence[Fraction], at_best: bool) -> Fraction:
        """What it is worth if what it leads to is worth so much; ``at_best``: the upper bound is asked for."""
        if self.kind != "chance":
            best = self.kind == "for" or (self.kind == "undisclosed" and at_best)
            return (max(of) if best else min(of)) if of else _NEVER
        surely, else_ = 0, _NEVER
        for (_, weight, _), value in zip(self.onward or (), of, strict=True):
            if value is _SURE:
                surely += weight
            elif value is not _NEVER:
                else_ += weight * value
        return (surely + else_) / self.whole


def _certain(chance: Fraction) -> _Moment:
    moment = _Moment(None, 0, "chance", -1)
    moment.between(chance, chance)
    return moment


class Search(Generic[S]):
    """A search for one ``goal`` from one ``state`` on; what it has found out is kept for whatever else it is asked.

    ``who`` is whose turns are counted (default: whose turn it is), ``friends`` the seats that play for the goal (default: he
    alone). ``budget`` bounds the steps that are played, which is the same on every machine; ``seconds`` the time, for whoever
    waits for the answer. ``options`` are the choices looked at (default: all), ``passed`` says whether a turn of his has ended:
    asked with the state before, the action, the state after and ``who``.
    """

    def __init__(
        self,
        state: S,
        goal: Goal[S],
        who: str | None = None,
        budget: int = BUDGET,
        seconds: float | None = None,
        *,
        friends: Sequence[str] = (),
        options: Callable[[S], Sequence[str]] | None = None,
        passed: Callable[[S, str, S, str], bool] = turn_passed,
    ) -> None:
        self.state = state
        self.goal = goal
        self.who = who or state.turn
        if self.who not in state.order:
            raise ValueError(f"{self.who!r} does not play; seats: {', '.join(state.order)}")
        self.budget = budget
        self.until = None if seconds is None else time.monotonic() + seconds
        self.friends = frozenset((self.who, *friends))
        self.options = options
        self.passed = passed
        #: How many steps have been played, and how many different moments met.
        self.steps = 0
        self._known: dict[tuple[S, int], _Moment] = {}
        self._met: list[_Moment] = []
        self._never, self._sure = _certain(_NEVER), _certain(_SURE)
        #: A moment leads back to itself somewhere; and how many moments were known when bounds were last freed of that.
        self._round_about = False
        self._freed = 0

    @property
    def moments(self) -> int:
        """How many different moments have been met."""
        return len(self._met)

    @property
    def exhausted(self) -> bool:
        """Whether the budget has run out."""
        return self.steps >= self.budget or (self.until is not None and time.monotonic() >= self.until)

    def holds(self, state: S | None = None) -> bool:
        """Whether the goal is so already."""
        return self.goal(Step("", self.state if state is None else state, ()))

    # ---------------------------------------------------------------- what is asked
    def chance(self, turns: int, state: S | None = None) -> Prospect:
        """The best chance that the goal is so at some moment before ``turns`` of his turns have ended, from here or ``state`` on.

        The turn under way, if it is his, is the first. ValueError for ``turns`` below 1.
        """
        return self._settle(self._begin(turns, state))

    def after(self, action: str, turns: int, state: S | None = None) -> Prospect:
        """The same, if this action is what is done first. Raises what playing it raises."""
        begin = self._begin(turns, state)
        return self._settle(self._after(begin, action) if begin.state is not None else begin)

    def plan(self, turns: int) -> Plan:
        """Every action that can be done now with its chance: the best one is looked into first, then what may come near it."""
        begin = self._begin(turns, None)
        whole = self._settle(begin)
        if begin.state is None or begin.kind == "chance":
            return Plan(whole)
        first = [(action, self._after(begin, action)) for action in self._choices(begin.state)]
        for_it = begin.kind == "for"
        for _, moment in sorted(first, key=lambda one: -one[1].high if for_it else one[1].low):
            self._settle(moment)
        found = [(action, Prospect(moment.low, moment.high)) for action, moment in first]
        found.sort(key=lambda one: one[1], reverse=for_it)
        whole = self._settle(begin)
        if not whole.high or begin.kind == "undisclosed":
            return Plan(whole, tuple(found))
        best = []
        for action, mine in found:
            others = [other for another, other in found if another != action]
            if all(mine.low >= other.high if for_it else mine.high <= other.low for other in others):
                best.append(action)
        return Plan(whole, tuple(found), tuple(best))

    def line(self, action: str, turns: int) -> tuple[str, ...]:
        """How it is likeliest to come true after this action, as far as is known: what is done, and what chance does."""
        here = self._begin(turns, None)
        done = [action]
        here = self._after(here, action)
        seen = {id(here)}
        while here.onward and here.low:
            nexts = [one for one in here.onward if id(one[2]) not in seen and one[2].low]
            if not nexts:
                break
            if here.kind == "against":
                action, _, here = min(nexts, key=lambda one: one[2].low)
            else:
                action, _, here = max(nexts, key=lambda one: one[1] * one[2].low)
            seen.add(id(here))
            done.append(action)
        return tuple(done)

    # ---------------------------------------------------------------- moments
    def _begin(self, turns: int, state: S | None) -> _Moment:
        if turns < 1:
            raise ValueError("turns are at least 1")
        here = self.state if state is None else state
        return self._sure if self.holds(here) else self._moment(here, turns)

    def _moment(self, state: S, left: int) -> _Moment:
        if left <= 0 or state.over:
            return self._never
        known = self._known.get((state, left))
        if known is None:
            known = self._known[state, left] = _Moment(state, left, self._kind(state), len(self._met))
            self._met.append(known)
        return known

    def _kind(self, state: S) -> str:
        """Who decides there. Where several may act, the first does: what each does for himself commutes."""
        if state.decision == "chance":
            return "chance"
        if state.undisclosed:
            return "undisclosed"
        return "for" if first_decider(state) in self.friends else "against"

    def _after(self, here: _Moment, action: str) -> _Moment:
        self.steps += 1
        step = here.state.play(action)
        if self.goal(step):
            return self._sure
        return self._moment(step.state, here.left - self.passed(here.state, action, step.state, self.who))

    def _choices(self, state: S) -> Sequence[str]:
        if self.options is not None:
            return self.options(state)
        return state.actions(first_decider(state))

    def _look(self, here: _Moment) -> None:
        """Find out what a moment leads to."""
        found: dict[int, tuple[str, int, _Moment]] = {}
        if here.kind == "chance":
            chances = here.state.chances()
            here.whole = math.lcm(*{chance.denominator for chance in chances.values()})
            for action, chance in chances.items():
                then = self._after(here, action)
                weight = chance.numerator * (here.whole // chance.denominator)
                told = found.get(id(then))
                found[id(then)] = (action, weight, then) if told is None else (told[0], told[1] + weight, then)
        else:
            decisive = {"for": self._sure, "against": self._never}.get(here.kind)
            for action in self._choices(here.state):
                then = self._after(here, action)
                if then is decisive:
                    found = {id(then): (action, 1, then)}
                    break
                if then is not here:
                    found.setdefault(id(then), (action, 1, then))
        here.onward = list(found.values())
        for _, _, then in here.onward:
            if not then.settled:
                then.parents.append(here)

    # ---------------------------------------------------------------- bounds
    def _settle(self, begin: _Moment) -> Prospect:
        """Look on, where it matters most, until the bounds of a moment meet or the budget has run out."""
        while not begin.settled and not self.exhausted:
            here = self._where_to_look(begin)
            if here is None:
                if not self._free():
                    break
            else:
                self._look(here)
                self._narrow(here)
                if self._round_about and len(self._met) > self._freed + self._freed // 8:
                    self._free()
        return Prospect(begin.low, begin.high)

    def _where_to_look(self, begin: _Moment) -> _Moment | None:
        """The moment where most is open that both sides may come to, playing for what is possible; None if all lead back.

        Of what looks alike, that is taken which has been looked into least.
        """
        way, seen = [begin], {begin.number}
        while way:
            here = way[-1]
            if here.onward is None:
                return here
            here.visits += 1
            most, then = -1.0, None
            for _, weight, one in here.onward:
                if one.settled:
                    continue
                if one.number in seen:
                    self._round_about = True
                    continue
                if here.kind in ("chance", "undisclosed"):
                    open_still = weight * (one.top - one.bottom)
                else:
                    open_still = one.top if here.kind == "for" else 1.0 - one.bottom
                if open_still > most or (open_still == most and then is not None and one.visits < then.visits):
                    most, then = open_still, one
            if then is None:
                way.pop()
            else:
                way.append(then)
                seen.add(then.number)
        return None

    def _narrow(self, here: _Moment) -> None:
        """Work out the bounds of a moment that has been looked at, and of all that lead to it, the latest first."""
        waiting, times = [(-here.number, here)], {here.number: 0}
        queued = {here.number}
        while waiting:
            _, one = heappop(waiting)
            queued.discard(one.number)
            onward = one.onward
            assert onward is not None, "only what has been looked at leads anywhere"
            low = one.worth([then.low for _, _, then in onward], at_best=False)
            if one.between(low, one.worth([then.high for _, _, then in onward], at_best=True)):
                for parent in one.parents:
                    if parent.number in queued or parent.settled or times.setdefault(parent.number, 0) > SWEEPS:
                        continue
                    times[parent.number] += 1
                    queued.add(parent.number)
                    heappush(waiting, (-parent.number, parent))

    def _free(self) -> bool:
        """Free the upper bounds of what moments that lead back to one another only promise each other; whether any has sunk.

        Who goes round in a circle has not reached the goal: so nothing is counted that is not seen to come from outside it.
        """
        self._freed, self._round_about = len(self._met), False
        looked = [one for one in reversed(self._met) if one.onward is not None and not one.settled]
        high = {one.number: one.low for one in looked}
        for _ in range(SWEEPS):
            changed = False
            for one in looked:
                worth = one.worth([high.get(then.number, then.high) for _, _, then in one.onward or ()], at_best=True)
                if worth > high[one.number]:
                    high[one.number], changed = worth, True
            if not changed:
                sunk = [one for one in looked if one.between(one.low, high[one.number])]
                return bool(sunk)
        return False
