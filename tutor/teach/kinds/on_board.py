"""What is played on the board towards a goal: what the kinds ``do`` and ``free`` share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from engine.contract.verdicts import IllegalAction, Verdict
from engine.text.faults import Faulty
from engine.text.keyed import Key, flag
from tutor.desk import Touch
from tutor.teach.exercise.controls import Button, Buttons, Control, NoteShown, Sheet, Write
from tutor.teach.exercise.exercise import AnyState, Exercise, Mistake
from tutor.teach.exercise.face import Face, KeptAttempt, Pictures
from tutor.teach.exercise.feedback import Feedback, Outcome, Refutation
from tutor.teach.exercise.playing import (
    Moment,
    advance,
    begun,
    drawn,
    glimpse,
    judged,
    may_act,
    play_drawn,
    search,
    sums_in,
    waits_for,
)
from tutor.teach.exercise.session import Session, Solution, cannot_check
from tutor.teach.game.teachable import DeadEnd, TooFar

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim

#: The most moments searched to find out whether a goal can still be reached.
FOLLOWED = 1500


@dataclass(frozen=True, slots=True)
class Played(Exercise):
    """Played on the board until ``goal`` holds.

    ``lost`` is what makes the goal unreachable for good, where the engine cannot find that out by trying. ``unmarked``: what is
    allowed is the question, so nothing on the page tells it.
    """

    plays_on: ClassVar[bool] = True

    goal: Claim | None = None
    lost: Claim | None = None
    unmarked: bool = False

    @property
    def most_actions(self) -> int | None:
        """How many actions of one's own it is to be done with; None where they are not counted."""
        return None


def reached(exercise: Exercise, moment: Moment) -> bool:
    """Whether what an exercise asks for has been done: one of the actions it accepts, or else its goal is so."""
    if accept := getattr(exercise, "accept", ()):
        return bool(moment.played) and moment.played[-1] in {exercise.game.meaning(action) for action in accept}
    goal: Claim | None = getattr(exercise, "goal", None)
    return goal is not None and goal.holds(moment.past)


class PlaySession(Session):
    """On the board: actions as text, judged by the engine. For whatever is played towards a goal."""

    exercise: Played
    #: The action last understood, as the engine writes it.
    meant = ""
    #: A try that chance or another Knight has still to play on from.
    under_way: Moment | None = None

    def _reached(self, moment: Moment) -> bool:
        return reached(self.exercise, moment)

    @property
    def turns_left(self) -> int | None:
        """How many turns a learner still has, the one under way included; None if they are not counted."""
        return None

    @property
    def plays(self) -> bool:
        return not self.solved and may_act(self.state, (self.learner,))

    @property
    def wants_refusal(self) -> bool:
        """Whether the point is to try what is not allowed."""
        return self.exercise.goal is not None and bool(self.exercise.goal.refusals)

    @property
    def tells_allowed(self) -> bool:
        return not self.wants_refusal and not self.exercise.unmarked

    def _goes_on(self) -> bool:
        """Nothing is judged by a goal that has been reached."""
        return False

    def opened(self) -> Moment:
        """The moment it opens with."""
        return self._open()

    def far(self, area: str) -> Feedback:
        """The answer to a try at an area no single move leads to."""
        text, rule = self.game.too_far(self.state, self.learner, area)
        return Feedback(Outcome.CANNOT_CHECK, text, (self.game.cite(rule, self.edition),), heading="Too far")

    def attempt_far(self, area: str) -> Feedback:
        """A try at an area out of reach: nothing happens, and it is said why."""
        self.feedback = self.far(area)
        return self.feedback

    @property
    def typed_as(self) -> str:
        return "an action; one at a time, until the goal is reached"

    def _attempt(self, answer: Any) -> Feedback | None:
        self.meant = ""
        if self.moment.state.over:
            return Feedback(Outcome.NOT_TRIED, "The game is over. Begin again, or take the last action back.")
        try:
            action = self.meant = self.game.understood(str(answer), self.state, self.learner)
            verdict = judged(self.state, action)
            if not verdict.legal:
                return self._refuse(action, verdict)
            self.under_way = begun(self.exercise, self.moment, action, self.learner)
        except TooFar as far:
            return self.far(far.area)
        except IllegalAction as problem:
            return self._refuse(problem.verdict.action, problem.verdict)
        except Faulty as problem:
            return cannot_check(problem)
        return self._arrived()

    @property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        return self.game.dead_ends(self.moment.happened, self.learner, self.state)

    def _remembered(self, after: Moment) -> str:
        """What is said to who has looked once more where no path leads on; "" if he has not."""
        known = {end[:2]: end.turn for end in self.dead_ends}
        again = (end for end in self.game.dead_ends(after.last, self.learner, after.state) if end[:2] in known)
        return " ".join(f"You had looked at {end.to} from {end.at} on turn {known[end[:2]]} already." for end in again)

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
        shown = self.game.refused(self.state, self.learner, action, verdict)
        if self.wants_refusal and self._reached(self.moment):
            self._history.append(before)
            wanted = self.exercise.goal.refusals if self.exercise.goal else ()
            reasons = sorted(
                verdict.reasons, key=lambda reason: reason.rule not in wanted
            )  # first what the exercise is about
            return Feedback(Outcome.RIGHT, self._praise(), tuple(reasons), refutation=shown)
        text = f"“{self.game.label(action)}” is not allowed here."
        if self.wants_refusal:
            text = f"“{self.game.label(action)}” is not allowed either, but for another reason than the one you are looking for."
        return Feedback(Outcome.WRONG, text, verdict.reasons, heading="Not allowed", refutation=shown, refused=True)

    def _accept(self, action: str, after: Moment) -> Feedback:
        told: dict[str, Any] = {"events": after.last, "dice": after.thrown, "reckoning": sums_in(after.last)}
        if self._reached(after):
            self._history.append(self.moment)
            self.moment = after
            return Feedback(Outcome.RIGHT, self._praise(), also=self.exercise.rules, **told)
        return self._not_yet(action, after, told)

    def _not_yet(self, action: str, after: Moment, told: dict[str, Any]) -> Feedback:
        """The answer to an action that is allowed and has not reached the goal."""
        raise NotImplementedError

    def _taken_back(self, action: str, text: str) -> Feedback:
        """The answer to an action that does not stay: what it leads to is seen, and taken back."""
        seen = glimpse(self.exercise, self.moment, action, self.learner)
        led = Refutation(seen.last[-1].text if seen.last else action, self.learner, state=seen.state)
        return Feedback(
            Outcome.WRONG,
            text,
            self._first_rule(),
            seen.last,
            led,
            seen.thrown,
            sums_in(seen.last),
            also=self.exercise.rules[:1],
        )

    def _is_lost(self, moment: Moment, left: int) -> bool:
        """Whether the goal can be reached no more: the lesson says when, or every way on has been tried and none leads there.

        Where there are too many ways to try them all, nothing is claimed.
        """
        return self._is_lost_for_good(moment) or self._nothing_leads_there(moment, left)

    def _is_lost_for_good(self, moment: Moment) -> bool:
        """Whether no number of further actions would do: the lesson says so, or there is nobody left to act."""
        if self.exercise.lost is not None and self.exercise.lost.holds(moment.past):
            return True
        return self.game.is_out(moment.state, self.learner) or moment.state.over

    def _nothing_leads_there(self, moment: Moment, left: int) -> bool:
        lines, complete = search(self.exercise, moment, self.learner, reached, left, FOLLOWED)
        return complete and not lines

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        return isinstance(mistake.answer, str) and self.game.meaning(mistake.answer) == self.meant

    def reshuffle(self) -> None:
        """Begin again with chance drawn anew where the lesson has not fixed it."""
        self.shuffle += 1
        self.restart()

    def accepted(self) -> tuple[str | tuple[str, ...], ...]:
        """Each a sequence of actions that reaches the goal: for a refusal one try each, otherwise all of the shortest length."""
        start = self._open()
        if self.wants_refusal:
            wanted = set(self.exercise.goal.refusals) if self.exercise.goal else set()
            tries = dict.fromkeys((*self.exercise.solution, *self.game.tries(start.state, self.learner)))
            found = [a for a in tries if wanted & set(judged(start.state, a).rules)]
            return tuple((action,) for action in found)
        given = (tuple(self.exercise.solution),) if self.exercise.solution else ()
        return tuple(dict.fromkeys((*given, *self._lines(start))))

    @property
    def way(self) -> tuple[str, ...]:
        if self.wants_refusal:  # nothing is played
            return ()
        return next((line for line in self.accepted() if isinstance(line, tuple)), ())

    def stored(self) -> Any:
        """Nothing: whatever reaches the goal is right, and that something does is looked for when the puzzle is checked."""
        return ""

    def _lines(self, start: Moment) -> tuple[tuple[str, ...], ...]:
        """The ways to the goal that the engine finds, beside the one the author gives."""
        raise NotImplementedError

    # ---------------------------------------------------------------- for whoever writes it
    def faults(self) -> Iterator[tuple[str, str]]:
        goal = self.exercise.goal
        if goal is not None and not self.wants_refusal and goal.holds(self.moment.past):
            yield "the goal is reached before anything is done", "Change the goal or the situation."
        if self.exercise.solution:
            yield from self._solution_faults()

    def _solution_faults(self) -> Iterator[tuple[str, str]]:
        """The author's own solution must lead to the goal, in time."""
        played = type(self)(self.exercise)
        for number, action in enumerate(self.exercise.solution, start=1):
            verdict = played.state.judge(action)
            if not verdict.legal:
                reasons = " ".join(reason.text for reason in verdict.reasons)
                legal = ", ".join(played.state.actions()[:12])
                yield f"action {number} of the solution, “{action}”, is not allowed", f"{reasons} Allowed: {legal}."
                return
            if played.attempt(action).done:
                return
        what = "in time" if played.turns_left == 0 else "with its last action"
        yield f"the solution does not reach the goal {what}", "Play it with `tutor play` and see where it leads."

    def answers_to(self, mistake: Mistake) -> Iterator[Feedback]:
        """What is said wherever a learner goes wrong: at the beginning, or on a way to the goal."""
        lines = [tuple(line) for line in self.accepted()[:20] if not isinstance(line, str)]
        turnings = dict.fromkeys([(), *(line[:length] for line in lines for length in range(1, len(line)))])
        for line in turnings:
            played = type(self)(self.exercise)
            if all(not played.attempt(action).done for action in line):
                yield played.attempt(mistake.answer)

    def _solution(self) -> Solution:
        lines = self.accepted()
        if not lines:
            return Solution("No short way is known. Follow the hints.")
        line = lines[0]
        if self.wants_refusal:
            return Solution(
                f"Try “{self.game.label(line[0])}”: it is refused, and the reason is the one asked for.", line
            )
        words = ", then ".join(f"“{self.game.label(action)}”" for action in line)
        also = (
            f" ({len(lines) - 1} other way{'s' if len(lines) > 2 else ''} would do as well.)" if len(lines) > 1 else ""
        )
        return Solution(f"From the beginning: {words}.{also}", line)


class Playing(Face):
    """Actions on the board and by buttons: to do something, or to play on."""

    undoes = True
    far = True
    session: PlaySession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert isinstance(session, PlaySession)
        first = {line[0] for line in session.accepted() if line} if session.wants_refusal else set()
        mistakes = {m.answer for m in self.exercise.wrong if isinstance(m.answer, str)}
        #: What the last touch of the board may have meant, where that is more than one thing.
        self._ways: tuple[str, ...] = ()
        self._also = tuple(sorted(action for action in first | mistakes if self.session.game.can_be_read(action)))

    def means(self, touch: Touch) -> tuple[str, ...]:
        target = touch.target
        if target.startswith("action:"):
            return (f"play {target.removeprefix('action:')}",)
        if target == "try":
            text = " ".join(touch.value("write").split())[:200]
            return (f"play {self._meaning(text)}",) if text else ()
        at = self.where(target) if ":" in target else ""
        if not at:
            return super().means(touch)
        if not self.session.plays:
            return ()
        if len(self.session.game.ways(self.session.state, self.session.learner, target)) > 1:
            return (f"ways {target}",)
        action = self.session.game.meant(self.session.state, self.session.learner, target)
        return (f"play {action}",) if action is not None else (f"far {at}",)

    def _meaning(self, text: str) -> str:
        """What somebody has written, as the engine writes it; the text itself where that cannot be known."""
        try:
            return self.session.game.understood(text, self.session.state, self.session.learner)
        except (Faulty, IllegalAction, TooFar):
            return text

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        self._ways = ()
        if verb == "ways" and self.session.plays:
            self._ways = tuple(self.session.game.ways(self.session.state, self.session.learner, what))
            return ()
        if verb == "play" and what:
            return self._act(what)
        if verb == "far" and what in self.session.game.places and self.session.plays:
            self.session.attempt_far(what)
            return ()
        return super()._do(verb, what)

    def _act(self, action: str) -> tuple[KeptAttempt, ...]:
        return self._try(action, " ".join(action.split())[:200])

    def _answered(self, before: AnyState, text: str, feedback: Feedback) -> tuple[KeptAttempt, ...]:
        kept = super()._answered(before, text, feedback)
        # Whoever asks the rules is never the poorer for it.
        return tuple(
            one._replace(
                answer=self.session.meant or one.answer,
                outcome=Outcome.PROGRESS.value if feedback.refused else one.outcome,
            )
            for one in kept
        )

    def solution_film(self, pictures: Pictures) -> tuple[Any, ...]:
        """The solution played from the beginning, to be watched; where one stands is not changed."""
        session = self.session
        line = self.shown_solution.answer if self.shown_solution is not None else None
        if not line or session.wants_refusal:
            return ()
        moment, gone = session.opened(), []
        for action in line:
            if not may_act(moment.state, moment.seats) or not moment.state.judge(action).legal:
                break
            after = advance(self.exercise, moment, action, session.learner)
            gone.append((moment.state, after.state, after.last))
            moment = after
        return pictures.solution(gone)

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        if not session.plays:
            return ()
        also = self._also if not session.moment.played else ()
        state, game = session.state, session.game
        actions = self._taught(game.offered(state, session.learner, also))
        buttons = tuple(
            Button(
                f"action:{action}",
                game.button(state, session.learner, action),
                game.tooltip(state, session.learner, action),
                enabled=self._open_to_him(action),
            )
            for action in self._worth_a_button(actions)
        )
        controls: list[Control] = []
        if self._ways:
            ways = (Button(f"action:{way}", game.button(state, session.learner, way), way) for way in self._ways)
            controls += [
                NoteShown("<p><b>Which of these do you mean?</b></p>"),
                Buttons("What the touch may mean", tuple(ways)),
            ]
        if buttons:
            controls.append(Buttons("What you may try", buttons))
        if powers := game.by_touch(state, actions):
            controls.append(
                NoteShown(f"<p><b>{escape(' or '.join(powers))}</b>: click the {game.place_word} on the board.</p>")
            )
        controls.append(Write("Or write it", game.write_help, "Try it"))
        return tuple(controls)

    def _taught(self, actions: Sequence[str]) -> Sequence[str]:
        """The actions without those a later lesson teaches, unless the exercise is about one, or there is nothing else to do."""
        about = {*self.exercise.solution, *self._also}
        found = [action for action in actions if action.split(" ")[0] not in self.exercise.later or action in about]
        legal = self.session.state.actions()
        return found if any(action in legal for action in found) else actions

    def _open_to_him(self, action: str) -> bool:
        """Whether its button can be pressed: in an exercise one may try anything."""
        return True

    def _worth_a_button(self, actions: Sequence[str]) -> Sequence[str]:
        return actions

    def idle(self) -> str:
        if self.session.wants_refusal:
            return "Click on the board, or press a button."
        within = self.session.exercise.most_actions or 1
        how = "Click what glows on the board, or press a button." if self.session.touchable else "Press a button."
        return f"{how} You have {within} actions." if within > 1 else how

    def tools(self) -> tuple[Button, ...]:
        if (
            self.shown_solution is not None
            and not self.session.solved
            and self.shown_solution.answer
            and not self.session.wants_refusal
        ):
            return (Button("show", "▶ Play it for me", "Watch the solution on the board"),)
        return ()

    def on_paper(self) -> Sheet:
        return Sheet("Write down what you do.", lines=1 if self.session.exercise.most_actions == 1 else 4)


UNMARKED = Key(
    "unmarked", flag(), False, about="true: what is allowed is the question, and nothing on the page tells it"
)
