"""The fewest turns in which a Knight can be somewhere: walking, turning areas, exploring, all by the engine's own steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.exercises.playing import STANDING_BY
from tutor.exercises.prospects import UNTRIED, turn_passed

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: No way is longer than this, and no search looks at more moments.
MOST_TURNS = 24
MOST_MOMENTS = 20_000
_UNTRIED = UNTRIED | {"joust"}
#: What nobody can be certain of, if more than one thing can turn up.
_UNDECIDED = ("reveal", "draw")


@dataclass(frozen=True, slots=True)
class Way:
    """So many ``turns``, and the actions of one way that takes no more (chance as it may fall)."""

    turns: int
    actions: tuple[str, ...]


class Lost(Exception):
    """The search has looked at more moments than it may."""


def fewest_turns(state: State, seat: str, goal: str, most: int = MOST_TURNS) -> Way | None:
    """The fewest turns, this one included, after which ``seat`` is certain to be at ``goal``; None if ``most`` do not do.

    Certain: he gets there whatever is thrown. He keeps to known ground, for an unknown area can be a dead end and an unknown card
    the Horn; the other Knights stand by. Raises Lost if there is too much to look at.
    """
    search = _Search(seat, goal)
    for turns in range(most + 1):
        if search.able(state, turns):
            return Way(turns, tuple(search.line(state, turns)))
    return None


class _Search:
    def __init__(self, seat: str, goal: str) -> None:
        self.seat, self.goal = seat, goal
        self.tried: dict[State, tuple[str, ...]] = {}
        self.led: dict[tuple[State, str], tuple[State, bool]] = {}
        self.in_vain: dict[State, int] = {}
        self.in_time: dict[State, int] = {}

    def there(self, here: State) -> bool:
        return here.knight(self.seat).at == self.goal

    def able(self, here: State, left: int) -> bool:
        """Whether he is certain to be there before ``left`` turns of his have ended."""
        if self.there(here):
            return True
        if left <= 0 or here.over or self.in_vain.get(here, -1) >= left:
            return False
        if self.in_time.get(here, MOST_TURNS + 1) <= left:
            return True
        tried = (self._able_by(here, action, left) for action in self._actions(here))
        certain = here.decision == "chance" and self._actions(here)
        found = all(tried) if certain else any(tried)
        if found:
            self.in_time[here] = left
        else:
            self.in_vain[here] = left
        return found

    def _able_by(self, here: State, action: str, left: int) -> bool:
        after, passed = self._step(here, action)
        return self.able(after, left - passed)

    def _step(self, here: State, action: str) -> tuple[State, bool]:
        """What an action leads to, and whether a turn of his ends with it."""
        if (here, action) not in self.led:
            if len(self.led) >= MOST_MOMENTS:
                raise Lost
            after = here.play(action).state
            self.led[here, action] = after, turn_passed(here, action, after, self.seat)
        return self.led[here, action]

    def _actions(self, here: State) -> tuple[str, ...]:
        """What can happen here, or be done; another Knight does one thing."""
        if here not in self.tried:
            legal = tuple(action.text for action in here.legal_actions() if action.verb not in _UNTRIED)
            if here.decision != "chance" and here.to_move != self.seat:
                legal = (next((action for action in STANDING_BY if action in legal), legal[0]),)
            elif len(legal) > 1 and legal[0].startswith(_UNDECIDED):
                legal = ()
            self.tried[here] = legal
        return self.tried[here]

    def line(self, here: State, left: int) -> list[str]:
        """The actions of one way, from here, the first that can happen wherever chance decides."""
        found: list[str] = []
        while not self.there(here):
            action = next(action for action in self._actions(here) if self._able_by(here, action, left))
            here, passed = self._step(here, action)
            left -= passed
            found.append(action)
        return found
