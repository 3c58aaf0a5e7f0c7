"""A learner at work on one exercise: trying, being answered, taking back, asking for a hint. Pure: no display, no clock.

:func:`start` opens an exercise; every kind answers ``attempt`` with a Feedback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.events import Event
from engine.faults import Fault, Faulty, ImpossibleSituation
from engine.mystic_wood.material.cards import CARDS, THINGS, name_of, the
from engine.verdicts import IllegalAction, Reason, Verdict
from tutor.exercises.answers import in_words, read_area, read_number
from tutor.exercises.clicks import label
from tutor.exercises.feedback import NOT_TRIED, Feedback, Outcome, Refutation, cite, cite_all
from tutor.exercises.model import Choose, Do, Exercise, Free, Mistake, Option, Order, Reckon, Scene, Watch
from tutor.exercises.playing import (
    MOST_STEPS,
    Moment,
    advance,
    begun,
    drawn,
    every_try,
    glimpse,
    judged,
    learner_of,
    lines_to_goal,
    opening,
    play_drawn,
    played,
    read_situation,
    search,
    sums_in,
    waits_for,
)
from tutor.exercises.reckoning import Reckoned, proved, reckon, search_for
from tutor.exercises.sayings import TooFar, meaning, understood
from tutor.mystic_wood.scene.between import stages

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from engine.records import Step
    from engine.search import Search

#: Said when the goal can be reached no more.
LOST = "From here it cannot be done any more. Undo?"
#: So many moments are looked through to find out whether a goal can still be reached.
FOLLOWED = 1500
#: In so many last turns of a longer play it is found out whether there is time enough left.
LAST_TURNS = 3
#: What Knights say when something has gone well, in turn.
PRAISE = ("Well done!", "Right, good Knight.", "So it is.", "Well ridden!", "Just so.")


@dataclass(frozen=True, slots=True)
class Solution:
    """The way an exercise is solved: in ``words``, as the ``answer`` one would give, and the ``sums`` behind it."""

    words: str
    answer: Any = None
    sums: tuple[str, ...] = ()


class Session:
    """What the sessions of all kinds share. Use :func:`start`.

    ``solved`` says that the question is answered at this moment; ``finished`` that it has ever been.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.shuffle = 0
        self.tries = 0
        self.hints_used = 0
        self.solution_shown = False
        self.finished = False
        self.solved = False
        self.feedback = NOT_TRIED
        self._history: list[Moment] = []
        self.moment = self._open()
        self.learner = learner_of(exercise, self.moment.state)

    def _open(self) -> Moment:
        return opening(self.exercise, shuffle=self.shuffle)

    # ---------------------------------------------------------------- what the views show
    @property
    def state(self) -> State:
        """The moment the board shows."""
        return self.moment.state

    @property
    def edition(self) -> str:
        return self.exercise.edition

    @property
    def can_undo(self) -> bool:
        return bool(self._history)

    @property
    def chance_is_fixed(self) -> bool:
        """Whether the learner should be told that the lesson has fixed what chance does."""
        return bool(self.exercise.dice) or isinstance(self.exercise, Free)

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

    def _goes_on(self) -> bool:
        """Whether tries are still answered when it is solved: a question can be answered again."""
        return True

    # ---------------------------------------------------------------- helpers
    def _praise(self) -> str:
        return self.exercise.after or PRAISE[sum(map(ord, self.exercise.id)) % len(PRAISE)]

    def _taught(self) -> tuple[Reason, ...]:
        return cite_all(self.exercise.rules, self.edition)

    def _first_rule(self) -> tuple[Reason, ...]:
        return cite_all(self.exercise.rules[:1], self.edition)

    def _overridden(self, answer: Any, feedback: Feedback) -> Feedback:
        """The feedback in the lesson's own words where it has some for this mistake."""
        if feedback.outcome is not Outcome.WRONG:
            return feedback
        mistake = next((m for m in self.exercise.wrong if self._is(m, answer)), None)
        if mistake is None:
            return feedback
        reasons = feedback.reasons
        if mistake.rule and mistake.rule not in {reason.rule for reason in reasons}:
            reasons = (cite(mistake.rule, self.edition), *reasons)
        return replace(feedback, text=mistake.text, reasons=reasons, own=True)

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        """Whether this answer is the one the lesson means."""
        return bool(mistake.answer == (tuple(answer) if isinstance(answer, list | tuple) else answer))


def cannot_check(problem: Faulty) -> Feedback:
    """The feedback to an answer nobody can read: what is wrong and what would be right."""
    fault = problem.faults[0]
    return Feedback(Outcome.CANNOT_CHECK, fault.told)


# -------------------------------------------------------------------- on the board: do and free


class PlaySession(Session):
    """At work on a :class:`Do` or :class:`Free`: actions as text, judged by the engine."""

    exercise: Do | Free
    #: The action last understood, as the engine writes it.
    meant = ""
    #: A try that chance or another Knight has still to play on from.
    under_way: Moment | None = None

    def _reached(self, moment: Moment) -> bool:
        exercise = self.exercise
        if isinstance(exercise, Do) and exercise.accept:
            return bool(moment.played) and moment.played[-1] in {meaning(action) for action in exercise.accept}
        return exercise.goal is not None and exercise.goal.holds(moment.past)

    @property
    def actions_left(self) -> int | None:
        """How many actions of his own a learner still has in a :class:`Do`; None if it is not counted."""
        if isinstance(self.exercise, Do) and not self.wants_refusal:
            return self.exercise.within - len(self.moment.played)
        return None

    @property
    def turns_left(self) -> int | None:
        """How many turns a learner still has in a :class:`Free`, the one under way included."""
        return max(0, self.exercise.max_turns - self.moment.turns + 1) if isinstance(self.exercise, Free) else None

    @property
    def wants_refusal(self) -> bool:
        """Whether the point is to try what is not allowed."""
        return self.exercise.goal is not None and bool(self.exercise.goal.refusals)

    @property
    def stars(self) -> int:
        """How well a :class:`Free` was played, once it is solved: 3 for as few turns as the lesson's own solution takes (or
        fewer), 2 for half as many again, 1 for any success, and never more than 2 with the solution shown. 0 before."""
        if not self.solved or not isinstance(self.exercise, Free):
            return 0
        best = self._turns_of_solution()
        stars = 3 if self.moment.turns <= best else 2 if 2 * self.moment.turns <= 3 * best else 1
        return min(stars, 1) if self.solution_shown else stars

    def _turns_of_solution(self) -> int:
        """How many turns the lesson's own solution takes; all there are if it has none."""
        moment = self._open()
        for action in self.exercise.solution:
            if moment.state.to_move != self.learner or not moment.state.judge(action).legal:
                break
            moment = advance(self.exercise, moment, action, self.learner)
            if self._reached(moment):
                return moment.turns
        return self.turns_left or 1

    def _goes_on(self) -> bool:
        """Nothing is judged by a goal that has been reached."""
        return False

    def opened(self) -> Moment:
        """The moment it opens with."""
        return self._open()

    def far(self, area: str) -> Feedback:
        """The answer to a try at an area no single move leads to."""
        at = self.state.knight(self.learner).at
        text = f"{area} does not lie next to {at}. One move leads to a neighbouring area."
        return Feedback(Outcome.CANNOT_CHECK, text, (cite("move.one", self.edition),), heading="Too far")

    def attempt_far(self, area: str) -> Feedback:
        """A try at an area out of reach: nothing happens, and it is said why."""
        self.feedback = self.far(area)
        return self.feedback

    def _attempt(self, answer: Any) -> Feedback | None:
        self.meant = ""
        if self.moment.state.over:
            return Feedback(Outcome.NOT_TRIED, "The game is over. Begin again, or take the last action back.")
        try:
            action = self.meant = understood(str(answer), self.state, self.learner)
            verdict = judged(self.state, action)
            if not verdict.legal:
                return self._refuse(action, verdict)
            self.under_way = begun(self.moment, action, self.learner)
        except TooFar as far:
            return self.far(far.area)
        except IllegalAction as problem:
            return self._refuse(problem.verdict.action, problem.verdict)
        except Faulty as problem:
            return cannot_check(problem)
        return self._arrived()

    @property
    def waits_for(self) -> str | None:
        return waits_for(self.under_way, self.learner) if self.under_way is not None else None

    def drawn(self) -> str:
        assert self.under_way is not None
        return drawn(self.exercise, self.under_way)

    def play_on(self, action: str) -> Feedback | None:
        assert self.under_way is not None
        self.under_way = play_drawn(self.exercise, self.under_way, action, self.learner)
        feedback = self._arrived()
        return None if feedback is None else self._settled(self.meant, feedback)

    def _arrived(self) -> Feedback | None:
        """The answer to the try, once the learner must choose again or the game is over."""
        if self.waits_for is not None or self.under_way is None:
            return None
        after, self.under_way = self.under_way, None
        return self._accept(self.meant, after)

    def _refuse(self, action: str, verdict: Verdict) -> Feedback:
        before = self.moment
        self.moment = replace(self.moment, refused=(*self.moment.refused, verdict), last=(), thrown=())
        shown = refusal_on_board(self.state, self.learner, action, verdict)
        if self.wants_refusal and self._reached(self.moment):
            self._history.append(before)
            wanted = self.exercise.goal.refusals if self.exercise.goal else ()
            reasons = sorted(verdict.reasons, key=lambda reason: reason.rule not in wanted)  # first what the exercise is about
            return Feedback(Outcome.RIGHT, self._praise(), tuple(reasons), refutation=shown)
        text = f"“{label(action)}” is not allowed here."
        if self.wants_refusal:
            text = f"“{label(action)}” is not allowed either, but for another reason than the one you are looking for."
        return Feedback(Outcome.WRONG, text, verdict.reasons, refutation=shown)

    def _accept(self, action: str, after: Moment) -> Feedback:
        told: dict[str, Any] = {"events": after.last, "dice": after.thrown, "reckoning": sums_in(after.last)}
        if self._reached(after):
            self._history.append(self.moment)
            self.moment = after
            return Feedback(Outcome.RIGHT, self._praise(), also=self.exercise.rules, **told)
        if isinstance(self.exercise, Free):
            return self._played_on(after, told)
        if self.wants_refusal:
            text = f"“{label(action)}” is allowed, so it is taken back. Look for what is not."
            return replace(self._taken_back(action, text), also=())
        mistaken = any(self._is(mistake, action) for mistake in self.exercise.wrong)
        left = self.exercise.within - len(after.played)
        if self.exercise.within > 1 and left >= 0 and not mistaken:  # what the lesson calls a mistake is taken back
            self._history.append(self.moment)
            self.moment = after
            if self._is_lost(after, left):
                return Feedback(Outcome.WRONG, LOST, self._first_rule(), lost=True, **told)
            return Feedback(Outcome.PROGRESS, f"You have {left} more action{'s' if left > 1 else ''}.", **told)
        return self._taken_back(
            action, f"“{label(action)}” is allowed, but it does not lead where you want to go. It is taken back."
        )

    def _taken_back(self, action: str, text: str) -> Feedback:
        """The answer to an action that does not stay: what it leads to is seen, and taken back."""
        seen = glimpse(self.exercise, self.moment, action, self.learner)
        led = Refutation(seen.last[-1].text if seen.last else action, self.learner, state=seen.state)
        return Feedback(
            Outcome.WRONG, text, self._first_rule(), seen.last, led, seen.thrown, sums_in(seen.last),
            also=self.exercise.rules[:1],
        )  # fmt: skip

    def _played_on(self, after: Moment, told: Mapping[str, Any]) -> Feedback:
        """The answer to an action of a :class:`Free` that has not reached the goal."""
        exercise = self.exercise
        assert isinstance(exercise, Free)
        self._history.append(self.moment)
        self.moment = after
        if after.state.over or after.turns > exercise.max_turns:
            text = "The game is over." if after.state.over else "The time for this is up."
            return Feedback(
                Outcome.WRONG,
                f"{text} The goal is not reached: take some actions back, or begin again.",
                lost=True,
                **told,
            )
        if self._is_lost(after, 0):
            return Feedback(Outcome.WRONG, LOST, lost=True, **told)
        left = exercise.max_turns - after.turns + 1
        return Feedback(Outcome.PROGRESS, f"{left} turn{'s' if left != 1 else ''} left.", **told)

    def _is_lost(self, moment: Moment, left: int) -> bool:
        """Whether the goal can be reached no more: the lesson says when, or every way on has been tried and none leads there.

        Where there are too many ways to try them all, nothing is claimed.
        """
        if self.exercise.lost is not None and self.exercise.lost.holds(moment.past):
            return True
        if moment.state.knight(self.learner).out or moment.state.over:
            return True
        if isinstance(self.exercise, Free):
            return self._time_is_too_short(self.exercise, moment)
        lines, complete = search(self.exercise, moment, self.learner, self._reached, left, FOLLOWED)
        return complete and not lines

    def _time_is_too_short(self, exercise: Free, moment: Moment) -> bool:
        """Whether nothing that can be done in the last turns leads to the goal, as chance and those who stand by have it now."""
        planned = exercise.bots != "still" and len(moment.state.knights) > 1  # asking them all the time would take too long
        if planned or exercise.max_turns - moment.turns >= LAST_TURNS:
            return False
        in_time = lambda then: then.turns <= exercise.max_turns and not then.state.over  # noqa: E731
        lines, complete = search(exercise, moment, self.learner, self._reached, FOLLOWED, FOLLOWED // 3, in_time)
        return complete and not lines

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        return isinstance(mistake.answer, str) and meaning(mistake.answer) == self.meant

    def reshuffle(self) -> None:
        """Begin again with chance drawn anew where the lesson has not fixed it."""
        self.shuffle += 1
        self.restart()

    def accepted(self) -> tuple[str | tuple[str, ...], ...]:
        """Each a sequence of actions that reaches the goal: for a refusal one try each, otherwise all of the shortest length."""
        start = self._open()
        if self.wants_refusal:
            wanted = set(self.exercise.goal.refusals) if self.exercise.goal else set()
            tries = dict.fromkeys((*self.exercise.solution, *every_try(start.state, self.learner)))
            found = [a for a in tries if wanted & set(judged(start.state, a).rules)]
            return tuple((action,) for action in found)
        if isinstance(self.exercise, Do) and self.exercise.accept:
            return tuple((meaning(a),) for a in self.exercise.accept if judged(start.state, a).legal)
        if self.exercise.solution:
            given: tuple[tuple[str, ...], ...] = (tuple(self.exercise.solution),)
        else:
            given = ()
        most = self.exercise.within if isinstance(self.exercise, Do) else 4
        if isinstance(self.exercise, Free) and given:
            return given
        found_lines = tuple(lines_to_goal(self.exercise, start, self.learner, self._reached, most))
        return tuple(dict.fromkeys((*given, *found_lines)))

    def _solution(self) -> Solution:
        lines = self.accepted()
        if not lines:
            return Solution("No short way is known. Follow the hints.")
        line = lines[0]
        if self.wants_refusal:
            return Solution(f"Try “{label(line[0])}”: it is refused, and the reason is the one asked for.", line)
        words = ", then ".join(f"“{label(action)}”" for action in line)
        also = (
            f" ({len(lines) - 1} other way{'s' if len(lines) > 2 else ''} would do as well.)" if len(lines) > 1 else ""
        )
        return Solution(f"From the beginning: {words}.{also}", line)


def refusal_on_board(state: State, learner: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the area walked toward, or the denizen, thing or Knight the reasons name."""
    words = action.split()
    knight = state.knight(learner)
    text = verdict.reasons[0].text if verdict.reasons else ""
    if words[0] == "move" and len(words) > 1:
        return Refutation(text, learner, at=state.wood.neighbours[knight.at].get(words[1], knight.at))
    here = state.area(knight.at)
    others = [k.id for k in state.knights if k.id != learner and k.at == knight.at]
    present = [*here.denizens, *here.things, *here.things_outside, *others]
    told = " ".join(reason.text for reason in verdict.reasons).lower()
    named = [card for card in present if name_of(card).lower() in told]
    blamed = [card for card in named if card not in words]
    cause = (blamed or named or [None])[0]  # type: ignore[list-item]
    return Refutation(text, learner, at=knight.at, cause=cause)


# -------------------------------------------------------------------- watch


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a scripted scene: the state, what happened or was refused, and the lesson's words.

    ``picture`` is what the board shows: the state as far as it has come, when one action makes several things happen.
    ``changed`` are the targets in which it differs from the picture before, or who it is about; ``arrows`` join areas.
    """

    state: State
    say: str = ""
    action: str = ""
    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()
    refutation: Refutation | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    reckoning: tuple[str, ...] = ()
    picture: State | None = None
    changed: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> State:
        """What the board shows."""
        return self.picture or self.state

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it names."""
        return tuple(dict.fromkeys([*(r.rule for r in self.reasons), *(rule for e in self.events for rule in e.rules)]))


class WatchSession(Session):
    """At a :class:`Watch`: next, back, restart. The answers are the words "next" and "back"."""

    exercise: Watch

    def __init__(self, exercise: Watch) -> None:
        self.position = 0
        self.frames: tuple[Frame, ...] = ()
        super().__init__(exercise)
        self.frames = frames_of(exercise)
        self._show()

    @property
    def frame(self) -> Frame:
        """The picture shown now."""
        return self.frames[self.position]

    def _show(self) -> None:
        self.moment = replace(self.moment, state=self.frame.state, last=self.frame.events)
        if self.position == len(self.frames) - 1:
            self.finished = True

    def next(self) -> Feedback:
        """One picture on."""
        return self.attempt("next")

    def back(self) -> Feedback:
        """One picture back."""
        return self.attempt("back")

    def restart(self) -> None:
        super().restart()
        self.position = 0
        if self.frames:
            self._show()

    def _attempt(self, answer: Any) -> Feedback:
        if answer not in ("next", "back"):
            return Feedback(Outcome.CANNOT_CHECK, "A scene is watched with “next” and “back”.")
        step = 1 if answer == "next" else -1
        self.position = min(max(self.position + step, 0), len(self.frames) - 1)
        self._show()
        frame = self.frame
        last = self.position == len(self.frames) - 1
        return Feedback(
            Outcome.RIGHT if last else Outcome.PROGRESS,
            frame.say or (self.exercise.after if last else ""),
            frame.reasons,
            frame.events,
            frame.refutation,
            frame.dice,
            frame.reckoning,
        )

    def accepted(self) -> tuple[Any, ...]:
        return (("next",) * (len(self.frames) - 1),)

    def _solution(self) -> Solution:
        return Solution("There is nothing to solve here: watch to the end.")


def _pictures(state: State, step: Step[State], scene: Scene) -> list[Frame]:
    """What one action of a script leads to: a picture for each thing one sees happen, the lesson's words with the last."""
    throw = (tuple(int(pip) for pip in scene.do.split()[1:]),) if scene.do.startswith("roll ") else ()
    found = []
    shown = stages(state, step.state, step.events)
    for number, stage in enumerate(shown):
        last = number == len(shown) - 1
        if not stage.events and not scene.say:
            continue
        found.append(Frame(
            step.state, scene.say if last else "", scene.do, stage.events, dice=throw if number == 0 else (),
            reckoning=sums_in(stage.events), picture=stage.state, changed=stage.changed,
            arrows=scene.draw if last else (),
        ))  # fmt: skip
    return found


def frames_of(exercise: Watch) -> tuple[Frame, ...]:
    """Every picture of a scripted scene, the opening first; each consequence one sees has a picture of its own.

    Raises IllegalAction if the script plays what the rules refuse.
    """
    state = opening(exercise).state
    frames = [Frame(state)]
    for scene in exercise.steps:
        if scene.judge:
            verdict = judged(state, scene.judge)
            shown = (
                refusal_on_board(state, learner_of(exercise, state), scene.judge, verdict)
                if not verdict.legal
                else None
            )
            frames.append(Frame(state, scene.say, scene.judge, reasons=verdict.reasons, refutation=shown, arrows=scene.draw))
        elif scene.do:
            step = state.play(scene.do)
            frames += _pictures(state, step, scene)
            state = step.state
        else:
            frames.append(Frame(state, scene.say, arrows=scene.draw))
    if len(frames) > 1 and not exercise.steps[0].do and not exercise.steps[0].judge:
        # A scene that opens with words alone shows them with its first picture.
        frames = [replace(frames[1], events=()), *frames[2:]]
    return tuple(frames)


# -------------------------------------------------------------------- choose


@dataclass(frozen=True, slots=True)
class JudgedOption:
    """An option with the engine's word on it: whether it is right, the reasons, and what playing it leads to.

    ``refutation`` shows why it is wrong; ``shows`` the moment it leads to where it is right, with its ``events`` and ``dice``.
    ``measured`` is what it comes to where the best is asked for.
    """

    option: Option
    right: bool
    reasons: tuple[Reason, ...]
    refutation: Refutation | None = None
    events: tuple[Event, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    shows: State | None = None
    measured: Fraction | None = None

    @property
    def because(self) -> str:
        """What is said to it: what it comes to, where that is asked for, and the exercise's own words."""
        return " ".join(filter(None, (self._comes_to("This"), self.option.because)))

    def _comes_to(self, what: str) -> str:
        return f"{what} comes to {in_words(self.measured)}." if self.measured is not None else ""

    @staticmethod
    def because_of(options: Sequence[JudgedOption]) -> str:
        """What is said to several that are right together. Where the best is asked for they all come to the same."""
        if len(options) == 1:
            return options[0].because
        return " ".join(filter(None, (options[0]._comes_to("Each"), *(one.option.because for one in options))))


class ChooseSession(Session):
    """At a :class:`Choose`. An answer is the number of an option, or several of them (from 0)."""

    exercise: Choose

    def __init__(self, exercise: Choose) -> None:
        super().__init__(exercise)
        self.options = judge_options(exercise, self.moment)

    def _attempt(self, answer: Any) -> Feedback:
        picked = {answer} if isinstance(answer, int) else set(answer)
        if not picked:
            return Feedback(Outcome.NOT_TRIED, "Choose an option first.")
        if not all(isinstance(number, int) and 0 <= number < len(self.options) for number in picked):
            return Feedback(Outcome.CANNOT_CHECK, f"There are {len(self.options)} options to choose from.")
        right = {number for number, option in enumerate(self.options) if option.right}
        if picked == right:
            reasons = [*self._taught(), *(reason for n in sorted(picked) for reason in self.options[n].reasons)]
            because = JudgedOption.because_of([self.options[n] for n in sorted(picked)])
            led = [self.options[n] for n in sorted(picked) if self.options[n].shows is not None]
            # Of several things he may do, one is played: which, is said.
            played_out = f"Played here: “{led[0].option.words}”." if len({one.shows for one in led}) > 1 else ""
            return Feedback(
                Outcome.RIGHT, " ".join(filter(None, (self._praise(), because, played_out))), _each_once(reasons),
                events=led[0].events if led else (), dice=led[0].dice if led else (),
                shows=led[0].shows if led else None, marks=tuple((number, number in right) for number in sorted(picked)),
            )  # fmt: skip
        wrong = sorted(picked - right)
        if wrong:
            option = self.options[wrong[0]]
            text = f"“{option.option.words}”: {option.because or 'that is not so.'}"
            # Only what is discussed is marked, so that there is still something to find.
            return Feedback(
                Outcome.WRONG, text, option.reasons or self._first_rule(), events=option.events if option.refutation else (),
                dice=option.dice if option.refutation else (), refutation=option.refutation, marks=((wrong[0], False),),
                own=bool(option.because),
            )  # fmt: skip
        missing = len(right - picked)
        text = f"What you have chosen is right, but {'one more is' if missing == 1 else 'others are'} right as well."
        return Feedback(
            Outcome.WRONG, text, self._first_rule(), marks=tuple((number, True) for number in sorted(picked))
        )

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        picked = {answer} if isinstance(answer, int) else set(answer)
        words = {self.options[n].option.words for n in picked} | {self.options[n].option.action for n in picked}
        meant = {mistake.answer} if isinstance(mistake.answer, str) else set(mistake.answer)
        return meant <= words

    def accepted(self) -> tuple[Any, ...]:
        return (tuple(number for number, option in enumerate(self.options) if option.right),)

    def _solution(self) -> Solution:
        (right,) = self.accepted()
        words = "; ".join(f"“{self.options[number].option.words}”" for number in right)
        return Solution(f"Right {'is' if len(right) == 1 else 'are'}: {words}.", right)


def _each_once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(reasons))


def judge_options(exercise: Choose, moment: Moment) -> tuple[JudgedOption, ...]:
    """What the engine says of every option. Raises what the engine raises if one cannot be judged."""
    if exercise.ask in ("best", "least"):
        search = search_for(exercise, moment)
        values = [measured(exercise, option, moment, search) for option in exercise.options]
        best = (max if exercise.ask == "best" else min)(values)
        return tuple(
            _weighed(exercise, option, value, value == best)
            for option, value in zip(exercise.options, values, strict=True)
        )
    if exercise.ask == "differs":
        return tuple(_compared(exercise, option, moment) for option in exercise.options)
    return tuple(judge_option(exercise, option, moment) for option in exercise.options)


def measured(exercise: Choose, option: Option, moment: Moment, search: Search[State] | None) -> Fraction:
    """What an option comes to where the best is asked for: what is reckoned, or what the ``search`` for the goal can prove.

    Raises ImpossibleSituation if it cannot be measured, or what the engine raises.
    """
    here = played(moment, option.do)
    if option.reckon:
        found = reckon(option.reckon, exercise, here).value
        if isinstance(found, str):
            what = f"{option.reckon!r} gives an area, not a number"
            raise ImpossibleSituation(Fault("reckon", what, 'Reckon a number, as "odds win meet orc" does.'))
        return found
    if search is None or not option.action:
        fix = "Give the option reckon, or an action and the puzzle a goal."
        raise ImpossibleSituation(Fault("options", f"“{option.words}” cannot be measured", fix))
    return proved(search.after(option.action, exercise.turns, here.state), search, f"“{option.words}”")


def _own_reasons(exercise: Choose, option: Option, edition: str) -> tuple[Reason, ...]:
    """The rules an option names for itself."""
    return cite_all((*((option.rule,) if option.rule else ()), *option.rules), edition)


def _weighed(exercise: Choose, option: Option, value: Fraction, right: bool) -> JudgedOption:
    """An option where the best is asked for."""
    named = _own_reasons(exercise, option, exercise.edition) or cite_all(exercise.rules, exercise.edition)
    return JudgedOption(option, right, named, measured=value)


def _compared(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """An action where those are asked for that the editions judge differently: what each of them says is said with it."""
    state = played(moment, option.do).state
    found = mw.compare(state, option.action)
    said = [f"{edition}: {_told_of(verdict, found.events.get(edition, ()))}" for edition, verdict in found.verdicts.items()]
    told = " ".join(filter(None, (option.because, *said)))
    own = _own_reasons(exercise, option, exercise.edition)
    switched = tuple(cite(switch.rule, edition) for switch in found.switches for edition in found.verdicts)
    refused = tuple(reason for verdict in found.verdicts.values() for reason in verdict.reasons)
    reasons = _each_once((*own, *switched, *refused)) or cite_all(exercise.rules, exercise.edition)
    return JudgedOption(replace(option, because=told), found.differ, reasons)


def _told_of(verdict: Verdict, events: Sequence[str]) -> str:
    """A verdict in a sentence, and what playing the action leads to where it is legal."""
    return " ".join(events) if verdict.legal else " ".join(["Not allowed.", *(reason.text for reason in verdict.reasons[:1])])


def judge_option(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """What the engine says of an option by itself. Raises what the engine raises if it cannot be judged."""
    edition = option.edition or exercise.edition
    state = moment.state if edition == exercise.edition else opening(exercise, edition).state
    learner = learner_of(exercise, state)
    own = _own_reasons(exercise, option, edition)
    here = played(replace(moment, state=state), option.do)
    if option.action:
        verdict = judged(here.state, option.action)
        right = verdict.legal is (exercise.ask == "allowed")
        reasons = _each_once((*own, *verdict.reasons))
        if not verdict.legal:
            refused = refusal_on_board(here.state, learner, option.action, verdict)
            return JudgedOption(option, right, reasons, None if right else refused)
        step = here.state.play(option.action)
        return JudgedOption(option, right, reasons, None, step.events, (), step.state if right else None)
    if option.claim is not None:
        right = option.claim.holds(here.past)
        shown = None
        if option.do and not right:
            told = here.last[-1].text if here.last else "This is what happens instead."
            shown = Refutation(told, learner, state=here.state)
        named = own or cite_all(exercise.rules, edition)
        led = here.state if option.do and edition == exercise.edition else None
        return JudgedOption(option, right, named, shown, here.last, here.thrown, led if right else None)
    return JudgedOption(option, bool(option.correct), own or cite_all(exercise.rules, edition))


# -------------------------------------------------------------------- order


class OrderSession(Session):
    """At an :class:`Order`. An answer is the list of ids in the learner's order."""

    exercise: Order

    def __init__(self, exercise: Order) -> None:
        super().__init__(exercise)
        self.places = places_of(exercise, self.state)
        self.items = shown_order(self.places)

    def _attempt(self, answer: Any) -> Feedback:
        given = tuple(answer)
        if sorted(given) != sorted(self.items):
            return Feedback(
                Outcome.CANNOT_CHECK, "Each of them stands once in the order: nothing is missing and nothing added."
            )
        place = {item: number for number, group in enumerate(self.places) for item in group}
        for number, item in enumerate(given):
            before = [other for other in given[number + 1 :] if place[other] < place[item]]
            if before:
                first = min(before, key=lambda other: place[other])
                stays = in_order([place[each] for each in given])
                marks = tuple((number, False) for number in range(len(given)) if number not in stays)
                return replace(self._out_of_order(item, first), marks=marks)
        return Feedback(
            Outcome.RIGHT, self._praise(), self._taught(), marks=tuple((number, True) for number in range(len(given)))
        )

    def _out_of_order(self, item: str, first: str) -> Feedback:
        text = f"{_in_a_sentence(first)} comes before {_in_a_sentence(item)}."
        text = text[:1].upper() + text[1:]
        if self.exercise.of == "encounter":
            verdict = judged(self.state, f"{'take' if item in THINGS else 'meet'} {item}")
            shown = Refutation(text, self.learner, at=self.state.knight(self.learner).at, cause=first)
            return Feedback(Outcome.WRONG, text, verdict.reasons or self._first_rule(), refutation=shown)
        return Feedback(Outcome.WRONG, text, self._first_rule())

    def accepted(self) -> tuple[Any, ...]:
        """The order of the places, and (where some share a place) each with those the other way round."""
        flat = tuple(item for group in self.places for item in group)
        turned = tuple(item for group in self.places for item in reversed(group))
        return tuple(dict.fromkeys((flat, turned)))

    def _solution(self) -> Solution:
        words = ", then ".join(" and ".join(named(item) for item in group) for group in self.places)
        both = " (those who share a place in any order)" if any(len(group) > 1 for group in self.places) else ""
        return Solution(f"{words}{both}.", self.accepted()[0])


def in_order(ranks: Sequence[int]) -> tuple[int, ...]:
    """As many places as can stay where they are: whatever else there is has to be moved.

    >>> in_order([2, 3, 4, 1]), in_order([4, 1, 2, 3]), in_order([1, 1, 2])
    ((0, 1, 2), (1, 2, 3), (0, 1, 2))
    """
    best: list[tuple[int, ...]] = []
    for number, rank in enumerate(ranks):
        before = max((row for row in best if ranks[row[-1]] <= rank), key=len, default=())
        best.append((*before, number))
    return max(best, key=len, default=())


def named(item: str) -> str:
    """What an item of an order is called: a card's name, or the item itself."""
    return name_of(item) if item in CARDS.all() else item


def _in_a_sentence(item: str) -> str:
    """A card with its article, "the Orc"; whatever the lesson has written, in quotes."""
    return the(item) if item in CARDS.all() else f"“{item}”"


def places_of(exercise: Order, state: State) -> tuple[tuple[str, ...], ...]:
    """The right order, those who share a place together."""
    if exercise.of == "turns":
        return tuple((knight,) for knight in state.order)
    if exercise.of == "places":
        return exercise.places
    return tuple(tuple(group) for group in mw.encounter_order(state))


def shown_order(places: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The items as they are first shown: alphabetically, but never already in a right order."""
    place = {item: number for number, group in enumerate(places) for item in group}
    shown = sorted(place)
    ranks = [place[item] for item in shown]
    return tuple(reversed(shown)) if ranks == sorted(ranks) else tuple(shown)


# -------------------------------------------------------------------- reckon


class ReckonSession(Session):
    """At a :class:`Reckon`. An answer is what the learner typed."""

    exercise: Reckon

    def __init__(self, exercise: Reckon) -> None:
        super().__init__(exercise)
        self.reckoned = reckoned(exercise, self.moment)

    def _attempt(self, answer: Any) -> Feedback:
        exact = self.reckoned.value
        try:
            if isinstance(exact, str):
                right, text = read_area(str(answer)) == exact, "That is another area."
            else:
                given = read_number(str(answer), out_of(self.exercise))
                right = given.means(exact)
                text = "It is more than that." if given.value < exact else "It is less than that."
        except Faulty as problem:
            return cannot_check(problem)
        if right:
            return Feedback(Outcome.RIGHT, self._praise(), self._taught(), reckoning=self.reckoned.sums)
        return Feedback(Outcome.WRONG, text, self._first_rule())

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        if not isinstance(mistake.answer, str):
            return False
        if isinstance(self.reckoned.value, str):
            return read_area(str(answer)) == mistake.answer
        of = out_of(self.exercise)
        return read_number(str(answer), of).value == read_number(mistake.answer, of).value

    def accepted(self) -> tuple[Any, ...]:
        """The answer in each form that is taken: fraction or whole number, percentage and decimal."""
        value = self.reckoned.value
        if isinstance(value, str):
            return (value, value.upper())
        if value.denominator == 1:
            return (str(value),)
        return (str(value), f"{round(value * 100)} %", f"{float(value):.3f}", f"{float(value * 100):.1f}%")

    def _solution(self) -> Solution:
        value = self.reckoned.value
        words = value if isinstance(value, str) else in_words(value)
        return Solution(f"The answer is {words}.", self.accepted()[0], self.reckoned.sums)


def out_of(exercise: Reckon) -> int | None:
    """How many cases the question counts in ("in how many of 36?"): a whole number alone then means so many of them."""
    found = re.search(r"how many (?:\w+ )?(?:out )?of (?:the )?(\d+)", f"{exercise.prompt} {exercise.unit}")
    return int(found[1]) if found else None


def reckoned(exercise: Reckon, moment: Moment) -> Reckoned:
    """The answer of a :class:`Reckon` and how it comes about."""
    if exercise.reckon:
        return reckon(exercise.reckon, exercise, played(moment, exercise.do))
    try:
        return Reckoned(read_area(exercise.answer))
    except Faulty:
        value: Fraction = read_number(exercise.answer).value
        return Reckoned(value)


__all__ = [
    "ChooseSession", "Frame", "OrderSession", "PlaySession", "ReckonSession", "Session", "Solution", "WatchSession",
    "read_situation",
]  # fmt: skip
