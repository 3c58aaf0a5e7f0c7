"""An exercise as one works at it: what a touch means, the acts it stands for, the ways one may answer. No picture is made here.

Each kind has a face of its own; whoever shows it (:mod:`tutor.pages.exercise`) adds the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.desk import Refused, Touch
from tutor.teach.exercise.controls import Button, Control, Sheet
from tutor.teach.exercise.exercise import AnyState
from tutor.teach.exercise.feedback import Feedback, Outcome

if TYPE_CHECKING:
    from tutor.teach.exercise.session import Session, Solution


class KeptAttempt(NamedTuple):
    """Something to be written into the learner's progress; ``stars`` are what a game won is worth."""

    outcome: str
    answer: str
    stars: int = 0


class Still(NamedTuple):
    """One picture of a film: a moment, the targets that are lit up, and the card it is about."""

    state: AnyState
    highlights: tuple[str, ...] = ()
    about: str = ""


class Pictures(Protocol):
    """What makes films of an exercise, for one way of looking at it. A film is a tuple of shots."""

    def going(self, moments: Sequence[tuple[AnyState, AnyState, Sequence[Event]]]) -> tuple[Any, ...]:
        """From moment to moment with what happens between."""

    def solution(self, moments: Sequence[tuple[AnyState, AnyState, Sequence[Event]]]) -> tuple[Any, ...]:
        """From where it stands now from moment to moment, and back."""

    def there_and_back(self, before: AnyState, led: AnyState, events: Sequence[Event]) -> tuple[Any, ...]:
        """What a try leads to, and back to where it stands now."""

    def slides(self, stills: Sequence[Still]) -> tuple[Any, ...]:
        """One picture after the other."""

    def in_turn(self, stills: Sequence[Still]) -> tuple[Any, ...]:
        """One picture after the other, and then back to where it stands now."""


Reel = Callable[[Pictures], tuple[Any, ...]]
#: The most stars an exercise is worth.
MOST_STARS = 3
#: What answers nothing: how one answers by playing.
BY_PLAYING = ("Answer by playing.",)


class Face:
    """What the faces of all kinds share: hints, solution, trying, taking back."""

    #: Whether one can ask for hints and the solution, and take actions back.
    helps: ClassVar[bool] = True
    undoes: ClassVar[bool] = False
    #: Whether of a large board only what lies round the learner's piece is shown at first, and follows it.
    follows: ClassVar[bool] = False
    #: Whether a click on any other place of the board is answered as well.
    far: ClassVar[bool] = False

    def __init__(self, session: Session) -> None:
        self.session = session
        self.exercise = session.exercise
        #: Where something on the board lies, "" if nowhere; known to whoever shows it.
        self.where: Callable[[str], str] = lambda target: ""
        self.hints: list[str] = []
        self.shown_solution: Solution | None = None
        #: The film to be shown to every viewer, and how many there have been.
        self.reel: Reel | None = None
        self.reels = 0
        #: How often all that is half done was to be forgotten.
        self.resets = 0
        #: The control the keyboard should go to.
        self.focus = ""
        self._happened: tuple[Event, ...] = ()
        #: A try that chance or another player plays on from: where it began, and what is kept of it.
        self._trying: tuple[AnyState, str] | None = None

    # ---------------------------------------------------------------- what a touch means
    def means(self, touch: Touch) -> tuple[str, ...]:
        """The acts a click stands for. Refused if it cannot be, with a sentence on what would be right."""
        button = touch.target
        if button == "hint" and self.can_ask and len(self.hints) < len(self.exercise.hints):
            return (button,)
        if button == "solution" and self.can_ask and self.shown_solution is None:
            return (button,)
        if button == "undo" and self.undoes and self.session.can_undo:
            return ("undo",)
        return ("again",) if button == "again" else ()

    @property
    def can_ask(self) -> bool:
        """Whether hints and the solution can be asked for."""
        return self.helps and not self.session.solved

    def price(self, stars: int) -> int:
        """So many of the three stars one loses by what costs as much as so many slips."""
        slips = self.session.missed + self.session.hints_used
        return max(0, min(MOST_STARS - 1 - slips, stars))

    # ---------------------------------------------------------------- acts
    def do(self, text: str, by: str = "") -> tuple[KeptAttempt, ...]:
        """Fold an act; what is to be kept of it. Refused if it cannot be done now: nothing has changed."""
        before = self.reel, self.focus
        self.reel, self.focus = None, ""
        try:
            if self.session.waits_for is not None:
                return self._play_on(text, by)
            verb, _, what = text.partition(" ")
            return self._do(verb, what)
        except Refused:
            self.reel, self.focus = before
            raise

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        if verb == "hint" and self.helps:
            return self._ask_hint()
        if verb == "solution" and self.helps:
            return self._ask_solution()
        if verb == "undo" and self.undoes and self.session.can_undo:
            before = self.session.shown_state
            self.session.undo()
            self._happened = ()
            self._goes(before, self.session.shown_state, ())
        elif verb == "again":
            self.session.restart()
            self._happened = ()
            self.resets += 1
        else:
            raise Refused(f"“{verb} {what}” cannot be done here.".replace(" ”", "”"))
        return ()

    def _try(self, answer: Any, text: str) -> tuple[KeptAttempt, ...]:
        """Have the session judge an answer, and show what comes of it."""
        before = self.session.state
        feedback = self.session.begin(answer)
        if feedback is None:
            self._trying = before, text
            return ()
        if feedback.outcome is Outcome.NOT_TRIED:
            raise Refused(feedback.text)
        return self._answered(before, text, feedback)

    def _play_on(self, action: str, by: str) -> tuple[KeptAttempt, ...]:
        """What chance or another player does, as it was drawn."""
        if by != self.session.waits_for:
            raise Refused(f"First {self.session.waits_for} plays on.")
        assert self._trying is not None
        try:
            feedback = self.session.play_on(action)
        except (IllegalAction, Faulty) as problem:
            raise Refused(f"“{action}” can no longer be played here: {problem}") from None
        if feedback is None:
            return ()
        (before, text), self._trying = self._trying, None
        return self._answered(before, text, feedback)

    def _answered(self, before: AnyState, text: str, feedback: Feedback) -> tuple[KeptAttempt, ...]:
        """Show what comes of an answer; what is kept of it."""
        self._happened += feedback.events
        self._shows(before, feedback)
        if feedback.done:
            self.focus = "next"
        return (KeptAttempt(feedback.outcome.value, text, self.stars() if feedback.done else 0),)

    def _ask_hint(self) -> tuple[KeptAttempt, ...]:
        before = self.session.hints_used
        hint = self.session.hint()
        if not hint or self.session.hints_used == before:
            raise Refused("There is no further hint.")
        self.hints.append(hint)
        return (KeptAttempt("hint", str(self.session.hints_used)),)

    def _ask_solution(self) -> tuple[KeptAttempt, ...]:
        if self.shown_solution is not None:
            raise Refused("The solution is shown already.")
        self.shown_solution = self.session.solution()
        return (KeptAttempt("solution", ""),)

    # ---------------------------------------------------------------- films
    def _shows(self, before: AnyState, feedback: Feedback) -> None:
        """Play what an answer leads to; what is not to stay is taken back again before one's eyes."""
        led = led_to(feedback)
        if led is None:
            self._goes(before, self.session.shown_state, feedback.events)
        else:
            self.record(lambda pictures: pictures.there_and_back(before, led, feedback.events))

    def _goes(self, before: AnyState, after: AnyState, events: Sequence[Event]) -> None:
        self.record(lambda pictures: pictures.going(((before, after, events),)))

    def record(self, reel: Reel) -> None:
        """Have a film shown to every viewer, once."""
        self.reel = reel
        self.reels += 1

    def answer_again(self, pictures: Pictures) -> tuple[Any, ...]:
        """The film of the last answer once more."""
        led = led_to(self.session.feedback)
        return pictures.there_and_back(self.session.state, led, self.session.feedback.events) if led is not None else ()

    def solution_film(self, pictures: Pictures) -> tuple[Any, ...]:
        """The solution played from the beginning, where it can be."""
        return ()

    # ---------------------------------------------------------------- what is shown
    def controls(self) -> tuple[Control, ...]:
        """How one answers now."""
        return ()

    def tools(self) -> tuple[Button, ...]:
        """Buttons of this kind alone, besides hint, solution and the like."""
        return ()

    def idle(self) -> str:
        """What stands in the panel while nothing has been tried."""
        return "Answer, and then press **Check**."

    def feedback(self) -> Feedback:
        """The answer shown now."""
        return self.session.feedback

    def happened(self) -> Iterable[Event]:
        """What has happened since the beginning, or since the last action was taken back."""
        return self._happened

    def in_words(self) -> Sequence[str]:
        """How one answers, as lines of text for a terminal."""
        return BY_PLAYING

    def told(self) -> Sequence[str]:
        """What it tells step by step, on paper."""
        return ()

    def on_paper(self) -> Sheet:
        """Room for the answer on paper."""
        return Sheet()

    def stars(self) -> int:
        """How many stars it is worth so far; 0 where none are given."""
        return 0

    def closing(self) -> str:
        """What is said in large letters when a game has been won; "" otherwise."""
        return ""

    def log(self) -> tuple[str, ...]:
        """What has happened so far where a whole game is played: for each action its turn and name, and a line for each event."""
        return ()

    def can_begin_again(self) -> bool:
        """Whether there is anything to set back."""
        return self.session.tries > 0 or self.session.finished


def led_to(feedback: Feedback) -> AnyState | None:
    """What a wrong try leads to, to be shown and taken back."""
    refutation = feedback.refutation
    return refutation.state if refutation is not None else None
