"""The numbers a learner is asked to reckon, worked out by the engine, with the sum that leads there.

What can be asked of every game stands here; what a game answers besides is in its :attr:`Teachable.computed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, nearest, sentence
from tutor.teach.exercise.playing import Moment, learner_of, opening, played
from tutor.teach.game.teachable import Reckoned

if TYPE_CHECKING:
    from engine.chance.search import Prospect, Search
    from tutor.teach.exercise.claims import Claim
    from tutor.teach.exercise.exercise import Exercise

#: The most steps played to prove an answer about a goal, for all options together; beyond that it is refused.
BUDGET = 40_000

__all__ = ["BUDGET", "Reckoned", "no_answer", "proved", "reckon", "search_anew", "search_for", "work_out_set"]


def no_answer(what: str, fix: str, where: str = "reckon") -> ImpossibleSituation:
    """What is raised where a question has no answer at this moment."""
    return ImpossibleSituation(Fault(where, what, fix))


def reckon(question: str, exercise: Exercise, moment: Moment) -> Reckoned:
    """Work out a question like "odds win meet orc" at this moment.

    Raises UnreadableText if it is no such question, ImpossibleSituation if it has no answer here.
    """
    words = question.split()
    known = {**_COMMON, **exercise.game.computed}
    if not words or words[0] not in known:
        hint = sentence(nearest(words[0] if words else "", list(known)))
        raise UnreadableText(Fault("reckon", f"{question!r} is no question", hint))
    return known[words[0]](words[1:], exercise, moment)


def work_out_set(question: str, exercise: Exercise, moment: Moment) -> frozenset[str] | Mapping[str, str]:
    """Work out a question whose answer is a set of targets, like "ends", or for each the bin it belongs in.

    Raises UnreadableText if the game knows no such question, ImpossibleSituation if it has no answer here.
    """
    words = question.split()
    if not words or words[0] not in exercise.game.sets:
        hint = sentence(nearest(words[0] if words else "", list(exercise.game.sets)))
        raise UnreadableText(Fault("answer", f"{question!r} is no question for a set", hint))
    return exercise.game.sets[words[0]](words[1:], exercise, moment)


def _chance(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance of one outcome at a chance step: "chance roll 6"."""
    chances = moment.state.chances()
    outcome = " ".join(words)
    if outcome not in chances:
        raise no_answer(
            f"{outcome!r} is no outcome here", f"Outcomes: {', '.join(list(chances)[:8]) or 'this is no chance step'}."
        )
    return Reckoned(chances[outcome], (f"1 of {len(chances)} outcomes",) if len(set(chances.values())) == 1 else ())


def _count(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many legal actions begin so: "count move"."""
    found = [action for action in moment.state.actions() if action.split()[: len(words)] == words]
    return Reckoned(Fraction(len(found)), (", ".join(map(exercise.game.label, found)),) if found else ())


def _goal(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The best chance of the exercise's goal within its turns, after an action if one is named: "goal move north"."""
    search, turns = search_for(exercise, moment), getattr(exercise, "turns", 1)
    if search is None:
        raise no_answer("there is no goal to reach", f"Give the puzzle a goal = {exercise.game.claim_help}, say.")
    found = search.after(" ".join(words), turns) if words else search.chance(turns)
    return Reckoned(proved(found, search))


def search_for(exercise: Exercise, moment: Moment) -> Search[Any] | None:
    """A search for the exercise's goal, which whatever is asked of this moment shares; None if it has no goal."""
    goal: Claim | None = getattr(exercise, "goal", None)
    if goal is None:
        return None
    who = getattr(exercise, "seeker", None) or learner_of(exercise, moment.state)
    friends = getattr(exercise, "friends", ())
    # What the goal cannot come true without narrows the search; friends may bring it about in ways the reach does not know.
    more = {"friends": friends} if friends else exercise.game.narrows(goal, who)
    found: Search[Any] = exercise.game.engine.search(moment.state, goal.comes_true, who, BUDGET, **more)
    return found


def search_anew(exercise: Exercise) -> Search[Any]:
    """A search that knows nothing yet, from where the chance of an exercise's goal is asked."""
    found = search_for(exercise, played(opening(exercise), exercise.played_first))
    assert found is not None, "only where there is a goal"
    return found


def proved(found: Prospect, search: Search[Any], where: str = "goal") -> Fraction:
    """The chance itself; ImpossibleSituation if the search has not come to its end."""
    if not found.proved:
        what = f"it is not proved: after {search.steps:,} steps the chance is known to lie between {found.low} and {found.high}"
        raise no_answer(what, "Ask for fewer turns, or lay out a smaller part of the board.", where)
    return found.low


_COMMON: Mapping[str, Callable[[list[str], Exercise, Moment], Reckoned]] = {
    "chance": _chance,
    "count": _count,
    "goal": _goal,
}
