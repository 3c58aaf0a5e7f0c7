"""Which rules the engine names on the way to an answer: in verdicts, in what is played, in what chance makes of it.

A game that can say more exactly what lies on the way (``rules_on_the_way`` of its Teachable) is asked first.
"""

from __future__ import annotations

from functools import lru_cache

from engine.events import rules_of
from tutor.exercises.playing import Moment, advance, judged, learner_of, opening, played, read_situation
from tutor.teach.exercise import Exercise
from tutor.teach.options import Option
from tutor.teach.session import Session

#: The most chances in a row that are followed.
_FOLLOWED = 3


def rules_on_the_way(session: Session) -> frozenset[str]:
    """Every rule the engine names on the way to the answer, by the rules of its edition. Raises what the engine raises.

    That is: in what was played ``before``; where options are judged; in what is played before something is asked, or on a way
    that solves it; and, unless options are actions, in what one could try then.
    """
    exercise = session.exercise
    own = exercise.game.rules_on_the_way(exercise)
    if own is not None:
        return own
    named = set(rules_of(played(Moment(read_situation(exercise)), exercise.before).happened))
    options: tuple[Option, ...] = getattr(exercise, "options", ())
    for option in options:
        named |= rules_named(exercise, option)
    moment = played(opening(exercise), exercise.played_first)
    named.update(rules_of(moment.happened))
    for action in session.way:
        moment = advance(exercise, moment, action, learner_of(exercise, moment.state))
        named.update(rules_of(moment.last))
    if not any(option.action for option in options):
        named |= _tried(exercise, moment)
    return frozenset(named)


@lru_cache(maxsize=256)
def rules_named(exercise: Exercise, option: Option) -> frozenset[str]:
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
