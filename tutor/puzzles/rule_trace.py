"""Which rules the engine names on the way to a puzzle's answer: in verdicts, in what is played, in what chance makes of it.

A game that can say more exactly what lies on the way (``rules_on_the_way`` of its Teachable) is asked first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.events import rules_of
from tutor.exercises.playing import Moment, advance, judged, learner_of, opening, played, read_situation
from tutor.puzzles.model import Puzzle
from tutor.teach.exercise import Exercise
from tutor.teach.kinds import start
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.reckon import Reckon
from tutor.teach.options import Choose, Option

if TYPE_CHECKING:
    pass

#: The most chances in a row that are followed.
_FOLLOWED = 3


def rules_on_the_way(puzzle: Puzzle, edition: str) -> frozenset[str]:
    """Every rule the engine names on the way to the answer, by the rules of an edition. Raises what the engine raises.

    That is: in what was played ``before``; where the options are judged; on a way that reaches a goal; and in what one could try,
    of what is reckoned or put in order.
    """
    own = puzzle.game.rules_on_the_way(puzzle, edition)
    if own is not None:
        return own
    exercise = puzzle.in_edition(edition)
    named = set(rules_of(played(Moment(read_situation(exercise)), exercise.before).happened))
    if isinstance(exercise, Choose):
        for option in exercise.options:
            named |= rules_named(exercise, option)
    moment = opening(exercise)
    if isinstance(exercise, Reckon):
        moment = played(moment, exercise.do)
        named.update(rules_of(moment.happened))
    if isinstance(exercise, Do):
        for action in start(exercise).accepted()[0]:
            moment = advance(exercise, moment, action, learner_of(exercise, moment.state))
            named.update(rules_of(moment.last))
    if isinstance(exercise, Reckon | Order) or not any(option.action for option in getattr(exercise, "options", ())):
        named |= _tried(exercise, moment)
    return frozenset(named)


@lru_cache(maxsize=256)
def rules_named(exercise: Choose, option: Option) -> frozenset[str]:
    """The rules the engine names where an option is judged: in reasons, in what is played, and in what comes of it."""
    own = exercise.game.rules_named(exercise, option)
    if own is not None:
        return own
    moment = played(opening(exercise), option.do)
    named = set(rules_of(moment.happened))
    for action in (option.action, *(option.claim.judged if option.claim is not None else ())):
        named |= _after(moment, action) if action else set()
    if option.reckon or option.claim is not None:
        named |= _tried(exercise, moment)
    return frozenset(named)


def _tried(exercise: Exercise, moment: Moment) -> set[str]:
    """The rules in all one could try here, legal or not, and in what comes of it."""
    if moment.state.decision == "chance":
        return {rule for outcome in moment.state.actions() for rule in _after(moment, outcome)}
    tries = exercise.game.tries(moment.state, learner_of(exercise, moment.state))
    return {rule for action in tries for rule in _after(moment, action)}


def _after(moment: Moment, action: str, deep: int = 0) -> set[str]:
    """The rules in a verdict; of a legal action those of its events, and of all that chance makes of it."""
    verdict = judged(moment.state, action)
    if not verdict.legal:
        return set(verdict.rules)
    step = moment.state.play(action)
    named = set(rules_of(step.events))
    if deep < _FOLLOWED and step.state.decision == "chance":
        for outcome in step.state.actions():
            named |= _after(Moment(step.state), outcome, deep + 1)
    return named
