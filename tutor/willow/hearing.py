"""Which rules the engine names on the way to the answer of a puzzle of the Willow game.

As for other games, but chance is followed only where dice are thrown or a shape is drawn: whoever ends a turn sets six draws
from the deck going, which are about nothing that was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine import willow
from engine.events import rules_of
from tutor.exercises.playing import Moment, judged, learner_of, opening, played, read_situation
from tutor.willow.tries import tries

#: The rules by which a question is answered that plays nothing: what "holders" looks at, what makes a way.
_BY: Mapping[str, tuple[str, ...]] = {
    "holders": ("elora.secret",), "reach": ("move.one-or-two", "search.place-approach"), "on-the-way": ("move.one-or-two",),
    "turns": ("move.one-or-two",), "searches": ("move.places-need-find", "move.one-or-two"), "spaces": ("move.one-or-two",),
    "frees": ("free.contest",), "slays": ("bavmorda.champion", "bavmorda.values"), "loves": ("sorsha.again",),
    "against": ("contest.prowess", "fight.foe-champion"), "duel": ("contest.prowess", "fight.defeat"),
    "spells": ("contest.magic", "spell.learn"),
}  # fmt: skip
_CHANCE = ("roll", "shape", "love")


def rules_on_the_way(exercise: Any) -> frozenset[str]:
    """The rules in what was played before, where the options are judged, and in what one could try of what is reckoned."""
    named = set(rules_of(played(Moment(read_situation(exercise)), exercise.before).happened))
    options = getattr(exercise, "options", ())
    for option in options:
        named |= rules_named(exercise, option)
    questions = [getattr(exercise, "reckon", ""), getattr(exercise, "answer", "")]
    named |= _asked(questions)
    moment = played(opening(exercise), getattr(exercise, "do", ()))
    named.update(rules_of(moment.happened))
    if not any(option.action for option in options):
        named |= _tried(moment.state, learner_of(exercise, moment.state))
    return frozenset(named)


@lru_cache(maxsize=512)
def rules_named(exercise: Any, option: Any) -> frozenset[str]:
    """The rules in the reasons against an option, in what is played, and in what the dice make of it."""
    moment = played(opening(exercise), option.do)
    named = set(rules_of(moment.happened)) | _asked([option.reckon])
    for action in (option.action, *(option.claim.judged if option.claim is not None else ())):
        named |= _after(moment.state, action) if action else set()
    if option.reckon or option.claim is not None:
        named |= _tried(moment.state, learner_of(exercise, moment.state))
    return frozenset(named)


def _asked(questions: Iterable[str]) -> set[str]:
    """The rules by which questions are answered."""
    words = {word for question in questions for word in str(question).split()}
    return {rule for word in words for rule in _BY.get(word, ())}


@lru_cache(maxsize=64)
def _tried(state: willow.State, learner: str) -> frozenset[str]:
    """The rules in all one could try here, legal or not."""
    asked = state.actions() if state.moment in _CHANCE else () if state.decision == "chance" else tries(state, learner)
    return frozenset(rule for action in asked for rule in _after(state, action))


def _after(state: willow.State, action: str) -> set[str]:
    """The rules in a verdict; of a legal action those of its events, and of every throw it leads to."""
    verdict = judged(state, action)
    if not verdict.legal:
        return set(verdict.rules)
    step = state.play(action)
    named = set(rules_of(step.events))
    if step.state.moment in _CHANCE:
        for outcome in step.state.actions():
            named |= set(rules_of(step.state.play(outcome).events))
    return named
