"""The best chance that a goal comes true within some turns, for any game: bounded value iteration over a game of chance.

Chance counts by its exact probabilities, who plays for the goal chooses as well as can be, everybody else as badly for it as can
be. What a player only says because he knows it (``undisclosed``) may be anything: there the lower bound is the worst and the
upper one the best that can come of it, and they may stay apart.

Every moment has a proven lower and upper bound, at first 0 and 1. The search follows the greatest gap between them, as bounded
real-time dynamic programming does (McMahan, Likhachev, Gordon: Bounded Real-Time Dynamic Programming, ICML 2005), and backs up
exact fractions. A moment reached in several ways is expanded once. On cycles upper bounds alone would not sink; they are deflated
as in interval iteration for stochastic games (Kelmendi, Kraemer, Kretinsky, Weininger: Value Iteration for Simple Stochastic
Games, CAV 2018). When the budget runs out, the bounds are the answer, and :meth:`Search.estimate` gives a sampled value between
them.

A game may tell what it knows of a goal by a :class:`Pruning`: what is out of reach, which moments are alike, and which outcomes
of chance are alike. The bounds stay proven as far as what it tells is true.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.contract.game import State, first_decider
from engine.contract.records import Step

if TYPE_CHECKING:
    import random

S = TypeVar("S", bound=State)
#: Whether what is wanted has come true with this step. Asked of the first moment, too, as of a step without action and events.
Goal = Callable[[Step[S]], bool]
#: Default budget, in steps played.
BUDGET = 40_000
#: Maximum sweeps of interval iteration on a cycle; after that its bounds stay as they are, which is sound.
SWEEPS = 64
#: Number of plays sampled at most.
MOST_PLAYS = 2_000
#: Moments after which a sampled play that has not ended counts as missing the goal.
LONGEST_PLAY = 500
#: Half the width of a 95 % confidence interval, in standard errors.
CONFIDENCE = 1.96
#: Rule of three: after n plays that all agree, the chance of another outcome is at most 3/n, with 95 % confidence.
RARE = 3.0
_NEVER, _SURE = Fraction(0), Fraction(1)


class Prospect(NamedTuple):
    """A chance that lies between ``low`` and ``high``; it is ``proved`` where they are the same."""

    low: Fraction
    high: Fraction

    @property
    def proved(self) -> bool:
        return self.low == self.high


class Estimate(NamedTuple):
    """A sampled chance: the mean of so many ``plays``, within ``error`` of their expected mean with 95 % confidence."""

    mean: float
    error: float
    plays: int


class Pruning(NamedTuple, Generic[S]):
    """What a game knows of one goal, so that less has to be searched. Each entry must be true whatever the bounds are.

    ``lost`` says of a moment, and the turns left in it, that the goal cannot come true any more. ``key`` maps such a moment to
    a key: moments with equal keys have the same best chance, and only the first of them is expanded; the state itself is always
    a right key. ``chances`` gives the outcomes of a chance step with those that have the same worth counted as one of them.
    """

    lost: Callable[[S, int], bool]
    key: Callable[[S, int], Hashable]
    chances: Callable[[S], Mapping[str, Fraction]]


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
    """A node of the search: who decides there, what it leads to (once it has been expanded), and its bounds so far."""

    __slots__ = (
        "bottom",
        "high",
        "kind",
        "left",
        "low",
        "number",
        "onward",
        "parents",
        "settled",
        "state",
        "top",
        "visits",
        "whole",
    )

    def __init__(self, state: Any, left: int, kind: str, number: int) -> None:
        self.state = state
        self.left = left
        #: "chance", "for", "against" or "undisclosed".
        self.kind = kind
        self.number = number
        self.low, self.high = _NEVER, _SURE
        #: The bounds as floats, to choose by; and whether they have met.
        self.bottom, self.top, self.settled = 0.0, 1.0, False
        #: Each action, its weight, and the moment it leads to; its chance is the weight divided by ``whole``.
        self.onward: list[tuple[str, int, _Moment]] | None = None
        self.whole: int
        #: How often the search has come by.
        self.visits = 0
        self.parents: list[_Moment] = []

    def tighten(self, low: Fraction, high: Fraction) -> bool:
        """Narrow the bounds; whether they were wider before."""
        if low <= self.low and high >= self.high:
            return False
        if low > self.low:
            self.low, self.bottom = low, float(low)
        if high < self.high:
            self.high, self.top = high, float(high)
        self.settled = self.low == self.high
        return True

    def value(self, of: Sequence[Fraction], at_best: bool) -> Fraction:
        """What it is worth if what it leads to is worth so much; ``at_best``: the upper bound is asked for."""
        if self.kind != "chance":
            best = self.kind == "for" or (self.kind == "undisclosed" and at_best)
            return (max(of) if best else min(of)) if of else _NEVER
        above, below = 0, 1  # the sum as a fraction that is reduced once, at the end
        for (_, weight, _), value in zip(self.onward or (), of, strict=True):
            if value is _SURE:
                above += weight * below
            elif value is not _NEVER:
                under = value.denominator
                more = under // math.gcd(below, under)
                above, below = above * more + weight * value.numerator * (below * more // under), below * more
        return Fraction(above, below * self.whole)


def _certain(chance: Fraction) -> _Moment:
    moment = _Moment(None, 0, "chance", -1)
    moment.tighten(chance, chance)
    return moment


class Search(Generic[S]):
    """A search for one ``goal`` from one ``state`` on; what it has found out is kept for whatever else it is asked.

    ``who`` is whose turns are counted (default: whose turn it is), ``friends`` the seats that play for the goal (default: he
    alone). ``budget`` bounds the steps that are played, which is the same on every machine; ``seconds`` the time, for whoever
    waits for the answer. ``options`` are the choices looked at (default: all), ``passed`` says whether a turn of his has ended:
    asked with the state before, the action, the state after and ``who``. ``pruning`` is what the game knows of this goal.
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
        pruning: Pruning[S] | None = None,
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
        self.pruning = pruning
        #: How many steps have been played, and how many different moments met.
        self.steps = 0
        self._known: dict[tuple[Any, int], _Moment] = {}
        self._met: list[_Moment] = []
        self._never, self._sure = _certain(_NEVER), _certain(_SURE)
        #: Whether a cycle has been seen since upper bounds were last deflated, and how many moments were known then.
        self._cyclic = False
        self._deflated = 0

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

    def possible(self, turns: int) -> bool:
        """Whether the goal can come true at all in so many turns: looked into no further than this is known.

        True as well where the budget has run out before it was known.
        """
        return self._settle(self._begin(turns, None), lambda moment: moment.low > 0).high > 0

    def equals(self, turns: int, value: Fraction) -> bool:
        """Whether the best chance is just this: looked into no further than this is known.

        By its lower bound where the budget has run out.
        """
        other = self._settle(self._begin(turns, None), lambda moment: moment.high < value or moment.low > value)
        return other.low == value

    def after(self, action: str, turns: int, state: S | None = None) -> Prospect:
        """The same, if this action is what is done first. Raises what playing it raises."""
        begin = self._begin(turns, state)
        return self._settle(self._after(begin, action) if begin.state is not None else begin)

    def compared(self, action: str, turns: int, value: Fraction) -> Prospect:
        """The same, looked into no further than it is known whether it is more than ``value``, less, or just that."""
        begin = self._begin(turns, None)
        first = self._after(begin, action) if begin.state is not None else begin
        return self._settle(first, lambda moment: moment.low > value or moment.high < value)

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
        state, here = self.state, self._begin(turns, None)
        done = [action]
        state, here = state.play(action).state, self._after(here, action)
        seen = {id(here)}
        while here.onward and here.low:
            nexts = [one for one in here.onward if id(one[2]) not in seen and one[2].low]
            if not nexts:
                break
            if here.kind == "against":
                action, _, then = min(nexts, key=lambda one: one[2].low)
            else:
                action, _, then = max(nexts, key=lambda one: one[1] * one[2].low)
            if self.pruning is not None and state != here.state:
                action = self._alike(state, here.left, action, then)
                if not action:
                    break
            state, here = state.play(action).state, then
            seen.add(id(here))
            done.append(action)
        return tuple(done)

    def _alike(self, state: S, left: int, action: str, then: _Moment) -> str:
        """The action that leads from ``state`` where ``action`` leads from a moment that is alike; "" if none is found."""
        for other in (action, *state.actions()):
            if not state.judge(other).legal:
                continue
            step = state.play(other)
            after = left - self.passed(state, other, step.state, self.who)
            if (then is self._sure) if self.goal(step) else (self._known.get(self._key(step.state, after)) is then):
                return other
        return ""

    def estimate(self, turns: int, budget: int, seed: int = 0) -> Estimate:
        """The chance, sampled: plays in which both sides follow the bounds, ``MOST_PLAYS`` or until ``budget`` steps are spent.

        Each chooses what has the best middle between its bounds, among equals any; what the play comes by is expanded, so that
        the bounds grow closer too. A play ends where the chance is proved. The same ``seed`` and budget give the same estimate
        after the same search. It is no proof: where bounds are wide, sides may play below their best.
        """
        import random  # late, so that a program that samples nothing starts sooner

        rng = random.Random(seed)
        until, begin = self.steps + budget, self._begin(turns, None)
        found: list[float] = []
        while len(found) < MOST_PLAYS and (self.steps < until or not found):
            found.append(self._played(begin, rng))
            if begin.settled:
                return Estimate(begin.bottom, 0.0, len(found))
        mean = sum(found) / len(found)
        spread = sum((one - mean) ** 2 for one in found) / max(1, len(found) - 1)
        mean = min(max(mean, begin.bottom), begin.top)
        # What has not come about in n plays once has a chance of up to 3/n, with the same confidence: no plays agree for certain.
        return Estimate(mean, max(CONFIDENCE * math.sqrt(spread / len(found)), RARE / len(found)), len(found))

    def _played(self, here: _Moment, rng: random.Random) -> float:
        """One sampled play from here on: what it is worth where it ends."""
        for _ in range(LONGEST_PLAY):
            if here.settled:
                return here.bottom
            if here.onward is None and here.kind == "chance":
                chances = here.state.chances()
                here = self._after(here, rng.choices(list(chances), [float(chance) for chance in chances.values()])[0])
                continue
            if here.onward is None:
                self._expand(here)
                self._back_up(here)
            onward = here.onward or []
            if here.settled or not onward:
                return here.bottom
            if here.kind == "chance":
                here = rng.choices(onward, [weight for _, weight, _ in onward])[0][2]
                continue
            middles = [then.bottom + then.top for _, _, then in onward]
            best = max(middles) if here.kind == "for" else min(middles)
            equals = [
                one for one, middle in zip(onward, middles, strict=True) if here.kind == "undisclosed" or middle == best
            ]
            here = rng.choice(equals)[2]
        return 0.0

    # ---------------------------------------------------------------- moments
    def _begin(self, turns: int, state: S | None) -> _Moment:
        if turns < 1:
            raise ValueError("turns are at least 1")
        here = self.state if state is None else state
        return self._sure if self.holds(here) else self._moment(here, turns, asked=True)

    def _key(self, state: S, left: int) -> tuple[Any, int]:
        return (state, left) if self.pruning is None else (self.pruning.key(state, left), left)

    def _moment(self, state: S, left: int, *, asked: bool = False) -> _Moment:
        """The node of a state. One that is ``asked`` about is expanded even if it is known to be lost, to tell its actions."""
        if left <= 0 or state.over:
            return self._never
        key = self._key(state, left)
        known = self._known.get(key)
        if known is None or (asked and known is self._never):
            if self.pruning is not None and not asked and self.pruning.lost(state, left):
                self._known[key] = self._never
                return self._never
            known = self._known[key] = _Moment(state, left, self._kind(state), len(self._met))
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

    def _expand(self, here: _Moment) -> None:
        """Expand a moment: find out what it leads to."""
        found: dict[int, tuple[str, int, _Moment]] = {}
        if here.kind == "chance":
            chances = here.state.chances() if self.pruning is None else self.pruning.chances(here.state)
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
    def _settle(self, begin: _Moment, enough: Callable[[_Moment], bool] | None = None) -> Prospect:
        """Expand what matters most until the bounds of a moment meet, are ``enough``, or the budget has run out."""
        while not begin.settled and not self.exhausted and not (enough is not None and enough(begin)):
            here = self._widest(begin)
            if here is None:
                if not self._deflate():
                    break
            else:
                self._expand(here)
                self._back_up(here)
                if self._cyclic and len(self._met) > self._deflated + self._deflated // 8:
                    self._deflate()
        return Prospect(begin.low, begin.high)

    def _widest(self, begin: _Moment) -> _Moment | None:
        """The unexpanded moment with the greatest gap, both sides playing by their optimistic bounds; None if all lead back.

        Of equals the one visited least often is taken.
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
                    self._cyclic = True
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

    def _back_up(self, here: _Moment) -> None:
        """Back up the bounds of an expanded moment to all that lead to it, the latest first; at most ``SWEEPS`` times each."""
        waiting, times = [(-here.number, here)], {here.number: 0}
        queued = {here.number}
        while waiting:
            _, one = heappop(waiting)
            queued.discard(one.number)
            onward = one.onward
            assert onward is not None, "only what has been expanded leads anywhere"
            low = one.value([then.low for _, _, then in onward], at_best=False)
            if one.tighten(low, one.value([then.high for _, _, then in onward], at_best=True)):
                for parent in one.parents:
                    if parent.number in queued or parent.settled or times.setdefault(parent.number, 0) > SWEEPS:
                        continue
                    times[parent.number] += 1
                    queued.add(parent.number)
                    heappush(waiting, (-parent.number, parent))

    def _deflate(self) -> bool:
        """Deflate upper bounds that hold one another up on a cycle; whether any bound has become narrower.

        Going round a cycle does not reach the goal. So the least fixed point of the upper bounds is worked out anew from the
        lower ones, at most in ``SWEEPS`` sweeps; if it is not reached, bounds stay as they are.
        """
        self._deflated, self._cyclic = len(self._met), False
        looked = [one for one in reversed(self._met) if one.onward is not None and not one.settled]
        exits = self._delays(looked)
        narrower = self._inflate(looked, exits)
        high = {one.number: one.low for one in looked}
        for _ in range(SWEEPS):
            changed = False
            for one in looked:
                number = one.number
                if number in exits:
                    value = min((high.get(then.number, then.high) for then in exits[number]), default=_NEVER)
                else:
                    value = one.value(
                        [high.get(then.number, then.high) for _, _, then in one.onward or ()], at_best=True
                    )
                if value > high[number]:
                    high[number], changed = value, True
            if not changed:
                sunk = [one for one in looked if one.tighten(one.low, high[one.number])]
                return bool(sunk) or narrower
        return narrower

    def _delays(self, looked: Sequence[_Moment]) -> dict[int, list[_Moment]]:
        """For each moment on a cycle of choices against the goal, by its number, what leads out of all such cycles it is on.

        Only with a pruning: there nobody may go round for ever to keep his turn from ending, so whoever decides on such a cycle
        takes one of these in the end (the end component is collapsed). Empty otherwise.
        """
        if self.pruning is None:
            return {}
        import networkx  # late, as everywhere in the engine

        against = {one.number: one for one in looked if one.kind == "against"}
        graph = networkx.DiGraph(
            (number, then.number)
            for number, one in against.items()
            for _, _, then in one.onward or ()
            if then.number in against
        )
        found: dict[int, list[_Moment]] = {}
        for part in networkx.strongly_connected_components(graph):
            if len(part) > 1:
                edges = (then for number in part for _, _, then in against[number].onward or ())
                out = {id(then): then for then in edges if then.number not in part}
                found |= {number: list(out.values()) for number in part}
        return found

    def _inflate(self, looked: Sequence[_Moment], exits: Mapping[int, Sequence[_Moment]]) -> bool:
        """Raise the lower bounds on those cycles to the least of what leads out of them; whether any has risen."""
        risen = []
        for one in looked:
            if one.number in exits:
                least = min((then.low for then in exits[one.number]), default=_NEVER)
                if one.tighten(least, one.high):
                    risen.append(one)
        for parent in {parent.number: parent for one in risen for parent in one.parents}.values():
            self._back_up(parent)
        return bool(risen)
