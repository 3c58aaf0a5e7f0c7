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


@dataclass(frozen=True, slots=True)
class Way:
    """So many ``turns``, and the actions of one way that takes no more (chance as it may fall)."""

    turns: int
    actions: tuple[str, ...]


class Lost(Exception):
    """The search has looked at more moments than it may."""


def fewest_turns(state: State, seat: str, goal: str, lucky: bool = False, most: int = MOST_TURNS) -> Way | None:
    """The fewest turns, this one included, after which ``seat`` can be at ``goal``; None if he cannot within ``most``.

    He gets there whatever chance does, or (``lucky``) if all falls as he would like. The other Knights stand by. Raises Lost
    if there is too much to look at.
    """
    search = _Search(seat, goal, lucky)
    for turns in range(most + 1):
        if search.able(state, turns):
            return Way(turns, tuple(search.line(state, turns)))
    return None


class _Search:
    def __init__(self, seat: str, goal: str, lucky: bool) -> None:
        self.seat, self.goal, self.lucky = seat, goal, lucky
        self.steps: dict[State, tuple[tuple[str, State, bool], ...]] = {}
        self.in_vain: dict[State, int] = {}
        self.in_time: dict[State, int] = {}

    def there(self, here: State) -> bool:
        return here.knight(self.seat).at == self.goal

    def able(self, here: State, left: int) -> bool:
        """Whether he can be there before ``left`` turns of his have ended."""
        if self.there(here):
            return True
        if left <= 0 or here.over or self.in_vain.get(here, -1) >= left:
            return False
        if self.in_time.get(here, MOST_TURNS + 1) <= left:
            return True
        tried = (self.able(after, left - passed) for _, after, passed in self._steps(here))
        each = all if here.decision == "chance" and not self.lucky else any
        found = each(tried)
        if found:
            self.in_time[here] = left
        else:
            self.in_vain[here] = left
        return found

    def _steps(self, here: State) -> tuple[tuple[str, State, bool], ...]:
        """What can be done here, what it leads to, and whether a turn of his ends with it."""
        if here not in self.steps:
            if len(self.steps) >= MOST_MOMENTS:
                raise Lost
            found = []
            for action in self._tried(here):
                after = here.play(action).state
                found.append((action, after, turn_passed(here, after, self.seat)))
            self.steps[here] = tuple(found)
        return self.steps[here]

    def _tried(self, here: State) -> list[str]:
        legal = [action.text for action in here.legal_actions() if action.verb not in _UNTRIED]
        if here.decision == "chance" or here.to_move == self.seat:
            return legal
        return [next((action for action in STANDING_BY if action in legal), legal[0])]

    def line(self, here: State, left: int) -> list[str]:
        """The actions of one way, from here."""
        found: list[str] = []
        while not self.there(here):
            for action, after, passed in self._steps(here):
                if self.able(after, left - passed):
                    found.append(action)
                    here, left = after, left - passed
                    break
        return found
