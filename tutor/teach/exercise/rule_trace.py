"""Which rules the engine names on the way to an answer: in verdicts, in what is played, in what chance makes of it.

A game that can say more exactly what lies on the way (``rules_on_the_way`` of its Teachable) is asked first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from engine.contract.events import rules_of
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.named import Named
from tutor.teach.exercise.options import Option
from tutor.teach.exercise.playing import Moment, advance, judged, learner_of, opening, played, read_situation
from tutor.teach.exercise.session import Session
from tutor.teach.game.teachable import Teachable


def rules_on_the_way(session: Session) -> Named:
    """Every rule the engine names on the way to the answer, by its edition. Whoever asks hears what the engine raises.

    That is: in what was played ``before``; where options are judged; in what is played before something is asked, or on a way
    that solves it; and, unless options are actions, in what one could try then.
    """
    own = session.exercise.game.rules_on_the_way(session.exercise)
    return Named(_on_the_way(session)) if own is None else own


def _on_the_way(session: Session) -> Iterator[Collection[str]]:
    """The same, as they are met."""
    exercise = session.exercise
    yield rules_of(played(Moment(read_situation(exercise)), exercise.before).happened)
    options: tuple[Option, ...] = getattr(exercise, "options", ())
    for option in options:
        yield from rules_named(exercise, option).portions()
    for question in (exercise.question, getattr(exercise, "answer", "")):
        yield exercise.game.answered_by(question)
    moment = played(opening(exercise), exercise.played_first)
    yield rules_of(moment.happened)
    for action in session.way:
        moment = advance(exercise, moment, action, learner_of(exercise, moment.state))
        yield rules_of(moment.last)
    if not any(option.action for option in options):
        yield _tried(exercise.game, moment.state, learner_of(exercise, moment.state))


@lru_cache(maxsize=512)
def rules_named(exercise: Exercise, option: Option) -> Named:
    """The rules the engine names where an option is judged: in reasons, in what is played, and in what comes of it."""
    own = exercise.game.rules_named(exercise, option)
    return Named(_where_judged(exercise, option)) if own is None else own


def _where_judged(exercise: Exercise, option: Option) -> Iterator[Collection[str]]:
    """The same, as they are met."""
    moment = played(opening(exercise), option.do)
    yield rules_of(moment.happened)
    yield exercise.game.answered_by(option.reckon)
    for action in (option.action, *(option.claim.judged if option.claim is not None else ())):
        if action:
            yield _after(exercise.game, moment.state, action)
    if option.reckon or option.claim is not None:
        yield _tried(exercise.game, moment.state, learner_of(exercise, moment.state))


@lru_cache(maxsize=64)
def _tried(game: Teachable, state: AnyState, seat: str) -> frozenset[str]:
    """The rules in all one could try here, legal or not, and in what comes of it."""
    outcomes = state.actions() if game.follows(state) else ()
    tries = outcomes if state.decision == "chance" else game.tries(state, seat)
    return frozenset(rule for action in tries for rule in _after(game, state, action))


def _after(game: Teachable, state: AnyState, action: str) -> set[str]:
    """The rules in a verdict; of a legal action those of its events, and of all that chance makes of it."""
    verdict = judged(state, action)
    return _followed(game, state, action) if verdict.legal else set(verdict.rules)


def _followed(game: Teachable, state: AnyState, action: str, deep: int = 0) -> set[str]:
    """The rules in the events of what can be done, and of all that chance makes of it."""
    step = state.play(action)
    named = set(rules_of(step.events))
    if deep < game.chances_followed and game.follows(step.state):
        for outcome in step.state.actions():
            named |= _followed(game, step.state, outcome, deep + 1)
    return named
