"""First actions that change nothing: after them the best action is still there, and worth as much.

"What gives the best chance?" has no use for them: whoever stays where he is and thinks on has not begun yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from typing import Any

from engine.chance.search import Search
from engine.contract.game import first_decider

#: The most throws in a row that are followed; an action that needs more is taken to matter.
_FOLLOWED = 3


def putting_off(
    anew: Callable[[], Search[Any]], actions: Iterable[str], rights: Collection[str], turns: int
) -> set[str]:
    """Those of the ``actions`` that only put the best off. ``anew`` makes a search for the goal that knows nothing yet.

    After such an action one of the ``rights``, or another such action, can still be done, whatever chance does, and is worth as
    much as before; the turn goes on, and the goal has not been reached. And nobody needs it: without it the best is as good.
    """
    search = anew()
    best = search.chance(turns, search.state).low
    found: set[str] = set()
    left = [action for action in actions if _needless(anew(), action, turns, best)]
    while True:
        others = {*rights, *found}
        new = [
            one for one in left if one not in found and _leaves(search, search.state, one, others - {one}, turns, best)
        ]
        if not new:
            return found
        found.update(new)


def _needless(search: Search[Any], action: str, turns: int, best: Fraction) -> bool:
    """Whether the best is as good where an action is never done."""
    offered = search.options or (lambda state: state.actions(first_decider(state)))
    search.options = lambda state: [one for one in offered(state) if one != action] or offered(state)
    return search.equals(turns, best)


def _leaves(search: Search[Any], state: Any, action: str, others: Collection[str], turns: int, best: Fraction) -> bool:
    """Whether after an action, whatever chance does, one of the ``others`` can be done and is worth ``best``."""
    who = first_decider(state)
    waiting = [(state.play(action), 0)]
    while waiting:
        step, deep = waiting.pop()
        here = step.state
        if search.goal(step) or here.over or here.turn != state.turn:
            return False
        if here.decision == "chance":
            if deep == _FOLLOWED:
                return False
            waiting += [(here.play(outcome), deep + 1) for outcome in here.actions()]
            continue
        if first_decider(here) != who or search.chance(turns, here).low != best:
            return False
        if not any(here.judge(other).legal and search.after(other, turns, here).low == best for other in others):
            return False
    return True
