"""The fewest turns in which a Knight can be somewhere: walking, turning areas, exploring, all by the engine's own steps."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.mystic_wood.play.odds import CONSENT, turn_passed
from tutor.games.mystic_wood.claims.trying import STANDING_BY

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: No way is longer than this, and no search takes more steps.
MOST_TURNS = 20
MOST_STEPS = 20_000
_UNTRIED = CONSENT | {"drop", "joust"}
#: What nobody can be certain of, if more than one thing can turn up.
_UNDECIDED = ("reveal", "draw")


@dataclass(frozen=True, slots=True)
class FewestTurns:
    """So many ``turns``, and the actions of one way that takes no more (chance as it may fall)."""

    turns: int
    actions: tuple[str, ...]


class Lost(Exception):
    """The search has looked at more moments than it may."""


def fewest_turns(state: State, seat: str, goal: str, most: int = MOST_TURNS) -> FewestTurns | None:
    """The fewest turns, this one included, after which ``seat`` is certain to be at ``goal``; None if ``most`` do not do.

    Certain: he gets there whatever is thrown. He keeps to known ground, for an unknown area can be a dead end and an unknown card
    the Horn; the other Knights stand by. Raises Lost if there is too much to look at.
    """
    search = _Search(seat, goal, state)
    begin = search.number(state)
    for turns in range(_apart(state.knight(seat).at, goal) if search.walks_only else 0, most + 1):
        if search.able(begin, turns):
            return FewestTurns(turns, tuple(search.line(begin, turns)))
    return None


def _walks_only(state: State, seat: str) -> bool:
    """Whether nobody and nothing can carry him: each turn takes him one area at most."""
    if "mystic-horn" in state.next_cards or "arch-mage" in state.knight(seat).companions:
        return False
    return not any(area.denizens or area.name == "fountain" for area in state.areas)


def _apart(one: str, other: str) -> int:
    """The least number of turns between two areas, whatever lies there."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


class _Search:
    def __init__(self, seat: str, goal: str, state: State) -> None:
        self.seat, self.goal = seat, goal
        self.walks_only = _walks_only(state, seat)
        #: Where nothing passes by itself, nobody waits.
        self.untried = (
            _UNTRIED if any(area.storm for area in state.areas) or not self.walks_only else _UNTRIED | {"stay"}
        )
        #: The moments met, by number: a moment is compared as a whole only when it is met.
        self.moments: list[State] = []
        self.numbers: dict[State, int] = {}
        self.tried: dict[int, tuple[str, ...]] = {}
        self.led: dict[tuple[int, str], tuple[int, bool]] = {}
        self.in_vain: dict[int, int] = {}
        self.in_time: dict[int, int] = {}

    def number(self, state: State) -> int:
        """The number of a moment."""
        found = self.numbers.setdefault(state, len(self.moments))
        if found == len(self.moments):
            self.moments.append(state)
        return found

    def able(self, at: int, left: int) -> bool:
        """Whether he is certain to be there before ``left`` turns of his have ended."""
        here = self.moments[at]
        place = here.knight(self.seat).at
        if place == self.goal:
            return True
        if left <= 0 or here.over or self.in_vain.get(at, -1) >= left:
            return False
        if self.walks_only and _apart(place, self.goal) > left:
            return False
        if self.in_time.get(at, MOST_TURNS + 1) <= left:
            return True
        actions = self._actions(at)
        tried = (self._able_by(at, action, left) for action in actions)
        found = all(tried) if actions and here.decision == "chance" else any(tried)
        if found:
            self.in_time[at] = left
        else:
            self.in_vain[at] = left
        return found

    def _able_by(self, at: int, action: str, left: int) -> bool:
        after, passed = self._step(at, action)
        return self.able(after, left - passed)

    def _step(self, at: int, action: str) -> tuple[int, bool]:
        """What an action leads to, and whether a turn of his ends with it."""
        if (at, action) not in self.led:
            if len(self.led) >= MOST_STEPS:
                raise Lost
            here = self.moments[at]
            after = here.play(action).state
            self.led[at, action] = self.number(after), turn_passed(here, action, after, self.seat)
        return self.led[at, action]

    def _actions(self, at: int) -> tuple[str, ...]:
        """What can happen here, or be done; another Knight does one thing."""
        if at not in self.tried:
            here = self.moments[at]
            legal = tuple(action.text for action in here.legal_actions() if action.verb not in self.untried)
            if here.decision != "chance" and here.to_move != self.seat:
                legal = (next((action for action in STANDING_BY if action in legal), legal[0]),)
            elif len(legal) > 1 and legal[0].startswith(_UNDECIDED):
                legal = ()
            self.tried[at] = legal
        return self.tried[at]

    def line(self, at: int, left: int) -> list[str]:
        """The way with the fewest actions from here, the first that can happen wherever chance decides (breadth-first search).

        Of ways equally long the one that goes in nowhere is taken.
        """
        came: dict[tuple[int, int], tuple[tuple[int, int], str] | None] = {(at, left): None}
        waiting = deque([(at, left)])
        while self.moments[waiting[0][0]].knight(self.seat).at != self.goal:
            at, left = here = waiting.popleft()
            ways = sorted(
                (way for way in self._actions(at) if self._able_by(at, way, left)), key=lambda way: way == "go in"
            )
            for way in ways[:1] if self.moments[at].decision == "chance" else ways:
                then, passed = self._step(at, way)
                if (then, left - passed) not in came:
                    came[then, left - passed] = here, way
                    waiting.append((then, left - passed))
        found, before = list[str](), came[waiting[0]]
        while before is not None:
            here, way = before
            found.append(way)
            before = came[here]
        return found[::-1]
