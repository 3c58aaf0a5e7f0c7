"""A learner at work on one exercise: trying, being answered, taking back, asking for a hint. Pure: no display, no clock.

:func:`tutor.teach.kinds.start` opens an exercise; the session of every kind answers ``attempt`` with a Feedback.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from engine.contract.verdicts import Reason
from engine.text.faults import Faulty
from tutor.teach.exercise.exercise import AnyState, Exercise, Mistake
from tutor.teach.exercise.feedback import NOT_TRIED, Feedback, Outcome, Refutation
from tutor.teach.exercise.playing import MOST_STEPS, Moment, learner_of, opening
from tutor.teach.game.teachable import DeadEnd, Teachable

#: Said when the goal can be reached no more, under its own heading.
LOST, NO_WAY_ON = "From here it cannot be done any more. Undo?", "No way on"
#: What Knights say when something has gone well, in turn.
PRAISE = ("Well done!", "That is it.", "So it is.", "Well ridden!", "Just so.")


def too_few(left: int, what: str) -> str:
    """Why the goal can be reached no more, though it could with more than the ``left`` actions or turns there are."""
    if not left:
        return f"That was your last {what}. Undo?"
    return f"In the {f'one {what}' if left == 1 else f'{left} {what}s'} you have left it cannot be done any more. Undo?"


@dataclass(frozen=True, slots=True)
class Solution:
    """The way an exercise is solved: in ``words``, as the ``answer`` one would give, and the ``sums`` behind it."""

    words: str
    answer: Any = None
    sums: tuple[str, ...] = ()


class Ballot(NamedTuple):
    """What a class may vote on: each choice in ``words``, what on the board it ``means`` (a target, or a card; "" for nothing),
    the numbers of those that are ``right``, and where they are to be put in order the numbers at each of the ``places``.

    ``asks`` is added to the question: a vote names one choice. ``told`` is the right answer; "" where the solution's words are.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    right: frozenset[int]
    places: tuple[tuple[int, ...], ...] = ()
    asks: str = ""
    told: str = ""


class This:
    """A state by what it is, not by what it says: to compare two whole positions takes longer than to look."""

    __slots__ = ("state",)

    def __init__(self, state: AnyState) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, This) and other.state is self.state


@lru_cache(
    maxsize=64
)  # a page asks several times of one moment: what can be touched, what is allowed, what each touch means
def meanings(game: Teachable, this: This, seat: str) -> Mapping[str, str | None]:
    """What touching each thing on the board stands for."""
    return {target: game.meant(this.state, seat, target) for target in game.targets(this.state, seat)}


class Session:
    """What the sessions of all kinds share. Use :func:`tutor.teach.kinds.start`.

    ``solved`` says that the question is answered at this moment; ``finished`` that it has ever been.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.game = exercise.game
        self.shuffle = 0
        self.tries = 0
        #: How many answers were wrong; a refusal is none.
        self.missed = 0
        self.hints_used = 0
        self.solution_shown = False
        self.finished = False
        self.solved = False
        self.feedback = NOT_TRIED
        self._history: list[Moment] = []
        self.moment = self._open()
        self._learner = learner_of(exercise, self.moment.state)

    @property
    def learner(self) -> str:
        """Whose player the learner is; where he plays for several, the one who must choose now."""
        return learner_of(self.exercise, self.state) if self.exercise.plays else self._learner

    def _open(self) -> Moment:
        return opening(self.exercise, shuffle=self.shuffle)

    # ---------------------------------------------------------------- what the views show
    @property
    def state(self) -> AnyState:
        """The moment the board shows."""
        return self.moment.state

    @property
    def shown_state(self) -> AnyState:
        """The moment its picture shows: what a right answer leads to, else where the exercise stands."""
        shows = self.feedback.shows
        return shows if self.solved and shows is not None else self.state

    @property
    def states(self) -> tuple[AnyState, ...]:
        """Every moment it shows by itself: the pictures keep the size that all of them need."""
        return (self.state,)

    @property
    def refutation(self) -> Refutation | None:
        """What shows on the board why the last try failed."""
        return self.feedback.refutation

    @property
    def changed(self) -> tuple[str, ...]:
        """The targets of the picture that are lit up."""
        return ()

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        """The arrows in the picture, each from one place to another."""
        return ()

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Where the learner has looked in vain."""
        return ()

    @property
    def plays(self) -> bool:
        """Whether the learner is to act on the board now."""
        return False

    @property
    def wants_place(self) -> bool:
        """Whether a place of the board is the answer asked for now."""
        return False

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets of the picture that are picked by touching them."""
        return ()

    @property
    def wants_refusal(self) -> bool:
        """Whether the point is to try what is not allowed."""
        return False

    @property
    def tells_allowed(self) -> bool:
        """Whether the page may show which tries the rules allow."""
        return True

    @property
    def means_allowed(self) -> tuple[str, ...]:
        """What lies on the board and means, touched, something the rules allow."""
        legal = set(self.state.actions())
        return tuple(
            target for target, action in meanings(self.game, This(self.state), self.learner).items() if action in legal
        )

    @property
    def touchable(self) -> bool:
        """Whether anything on the board stands for what may be done now, be it alone or as one of several ways."""
        if self.means_allowed:
            return True
        legal, ways = set(self.state.actions()), self.game.ways
        targets = meanings(self.game, This(self.state), self.learner)
        return any(not legal.isdisjoint(ways(self.state, self.learner, target)) for target in targets)

    @property
    def hidden_sums(self) -> frozenset[str]:
        """The players whose totals are what is asked, and must not be shown."""
        return frozenset() if self.solved else self.game.sums_asked(self.exercise, self.state, self.learner)

    @property
    def tells_truth(self) -> bool:
        """Whether a wrong answer is answered with what is right: the second is, and any after one has asked for the solution."""
        return self.missed > 0 or self.solution_shown

    @property
    def edition(self) -> str:
        return self.exercise.edition

    @property
    def can_undo(self) -> bool:
        return bool(self._history)

    @property
    def chance_is_fixed(self) -> bool:
        """Whether the learner should be told that the lesson has fixed what chance does."""
        return bool(self.exercise.dice)

    # ---------------------------------------------------------------- what the learner does
    def attempt(self, answer: Any) -> Feedback:
        """Answer one try, with all that chance and the other Knights do then."""
        feedback = self.begin(answer)
        for _ in range(MOST_STEPS):
            if feedback is not None:
                return feedback
            feedback = self.play_on(self.drawn())
        raise RuntimeError(f"the exercise {self.exercise.key} never comes to its learner")

    def begin(self, answer: Any) -> Feedback | None:
        """Answer one try; None if chance or another Knight plays first (:attr:`waits_for`)."""
        if self.solved and not self._goes_on():
            return Feedback(
                Outcome.NOT_TRIED, "This is done. Take the last action back or begin again to try another way."
            )
        feedback = self._attempt(answer)
        return None if feedback is None else self._settled(answer, feedback)

    @property
    def waits_for(self) -> str | None:
        """Who plays before a try can be answered: "chance" or another Knight; None if nobody does."""
        return None

    def drawn(self) -> str:
        """What they do."""
        raise NotImplementedError

    def play_on(self, action: str) -> Feedback | None:
        """Let them do it; the answer to the try, or None if somebody plays still."""
        raise NotImplementedError

    def _settled(self, answer: Any, feedback: Feedback) -> Feedback:
        """Count a try that is answered, in the lesson's own words where it has some."""
        feedback = self._overridden(answer, feedback)
        if feedback.outcome is not Outcome.NOT_TRIED:
            self.tries += 1
        self.missed += feedback.outcome is Outcome.WRONG and not feedback.refused
        self.solved = self.solved or feedback.done
        self.finished = self.finished or feedback.done
        self.feedback = feedback
        return feedback

    def hint(self) -> str:
        """The next hint (the second one when the first has been given); "" if the exercise has none."""
        if not self.exercise.hints:
            return ""
        self.hints_used = min(self.hints_used + 1, len(self.exercise.hints))
        return self.exercise.hints[self.hints_used - 1]

    def solution(self) -> Solution:
        """The way it is solved. Asking for it is remembered."""
        self.solution_shown = True
        return self._solution()

    def undo(self) -> None:
        """Take the last action back; nothing happens when there is none."""
        if self._history:
            self.moment = self._history.pop()
            self.solved = False
            self.feedback = NOT_TRIED

    def restart(self) -> None:
        """Back to the beginning. Tries and hints stay counted; a finished exercise stays finished."""
        self._history = []
        self.moment = self._open()
        self.solved = False
        self.feedback = NOT_TRIED

    # ---------------------------------------------------------------- for the kinds to fill in
    def _attempt(self, answer: Any) -> Feedback | None:
        raise NotImplementedError

    def _solution(self) -> Solution:
        raise NotImplementedError

    def accepted(self) -> tuple[Any, ...]:
        """Answers that are right, as the engine works them out: each of them solves the exercise from its beginning."""
        raise NotImplementedError

    def stored(self) -> Any:
        """The full set of right answers as a puzzle stores it (:data:`tutor.teach.exercise.stored.Answer`): here the first,
        as text."""
        return str(self.accepted()[0])

    @property
    def measured(self) -> tuple[Fraction, ...]:
        """What each answer that is listed comes to, where the best is asked for."""
        return ()

    @property
    def ballot(self) -> Ballot | None:
        """What a class may vote on; None where nothing is listed."""
        return None

    @property
    def way(self) -> tuple[str, ...]:
        """Actions that solve it, where it is solved by playing."""
        return ()

    # ---------------------------------------------------------------- on paper
    @property
    def read_aloud(self) -> str:
        """All the words that are asked of its board."""
        return self.exercise.prompt

    @property
    def shortest(self) -> AnyState | None:
        """Where something is to be laid out, the shortest construction known."""
        return None

    @property
    def refuted(self) -> tuple[tuple[int, str, str], ...]:
        """The wrong answers that are listed: the number of each (from 0), its words, and what is said to it."""
        return ()

    # ---------------------------------------------------------------- in a terminal
    @property
    def listed(self) -> Mapping[str, tuple[str, ...]]:
        """What an answer names, as ``tutor puzzle --json`` says it: "options" or "items". Empty where nothing is listed."""
        return {}

    @property
    def lines(self) -> tuple[str, ...]:
        """The same for a reader, a line each."""
        return ()

    @property
    def typed_as(self) -> str:
        """How an answer is typed: "the number of the right one"."""
        return f"a number, or {self.game.a_place_word}"

    def typed(self, text: str) -> Any:
        """The answer that was typed, as ``attempt`` takes it. UnreadableText says what would be right."""
        return text

    def typed_solution(self) -> str:
        """What one could type, where the words of the solution do not say it; "" where they do. Asks for the solution."""
        return ""

    @property
    def shows_way(self) -> bool:
        """Whether the shortest way known is told once it is solved: another may have been found."""
        return False

    def _goes_on(self) -> bool:
        """Whether tries are still answered when it is solved: a question can be answered again."""
        return True

    # ---------------------------------------------------------------- for whoever writes it
    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong with an exercise that can be opened, each with what would be right. Raises what the engine raises."""
        return iter(())

    @property
    def wanted(self) -> str:
        """What an answer to it looks like, for a prepared mistake that is none."""
        return "Write an answer"

    def answers_to(self, mistake: Mistake) -> Iterator[Feedback]:
        """What is said to a prepared mistake wherever a learner might make it."""
        yield type(self)(self.exercise).attempt(mistake.answer)

    # ---------------------------------------------------------------- helpers
    def _praise(self) -> str:
        return self.exercise.after or PRAISE[sum(map(ord, self.exercise.id)) % len(PRAISE)]

    def _taught(self) -> tuple[Reason, ...]:
        return self.game.cite_all(self.exercise.rules, self.edition)

    def _first_rule(self) -> tuple[Reason, ...]:
        return self.game.cite_all(self.exercise.rules[:1], self.edition)

    def _overridden(self, answer: Any, feedback: Feedback) -> Feedback:
        """The feedback in the lesson's own words where it has some for this mistake."""
        if feedback.outcome is not Outcome.WRONG:
            return feedback
        mistake = next((m for m in self.exercise.wrong if self._is(m, answer)), None)
        if mistake is None:
            return feedback
        reasons = feedback.reasons
        if mistake.rule and mistake.rule not in {reason.rule for reason in reasons}:
            reasons = (self.game.cite(mistake.rule, self.edition), *reasons)
        return replace(feedback, text=mistake.text, reasons=reasons, own=True)

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        """Whether this answer is the one the lesson means."""
        return bool(mistake.answer == (tuple(answer) if isinstance(answer, list | tuple) else answer))


def cannot_check(problem: Faulty) -> Feedback:
    """The feedback to an answer nobody can read: what is wrong and what would be right."""
    fault = problem.faults[0]
    return Feedback(Outcome.CANNOT_CHECK, fault.told)
