"""What the presenters of all kinds share: hints, solution, taking back, and the pictures with their film."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tutor.exercises import Outcome, Session, start
from tutor.exercises.feedback import Feedback
from tutor.exercises.model import Exercise
from tutor.present.board import (
    MANY,
    beside_view,
    close_view,
    consequence_of,
    film_of,
    hands_of,
    scene_of,
    shown_state,
    touches_of,
    view_of,
)
from tutor.present.looking import Look, Thrown, cards_at, thrown_in
from tutor.present.shown import Button, Control, Shown, Verdict
from tutor.present.words import markdown, verdict_of
from tutor.scene import Scene, area_at, overview_scene
from tutor.scene.motion import Shot, film
from tutor.scene.view import View

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.exercises.session import Solution


class Kept(NamedTuple):
    """Something to be written into the learner's progress; ``stars`` are what a game won is worth."""

    outcome: str
    answer: str
    stars: int = 0


#: How long a consequence that is taken back stands on the board, in milliseconds.
SEEN = 1300


class Presenter:
    """An exercise as one works at it. ``take`` an input, then ask what is ``shown``."""

    #: Whether one can ask for hints and the solution, and take actions back.
    helps: ClassVar[bool] = True
    undoes: ClassVar[bool] = False
    #: Whether of a large board only what lies round the learner's Knight is shown at first, and follows him.
    follows: ClassVar[bool] = False

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        self.exercise = exercise
        self.session: Session = start(exercise)
        self.number, self.count = number, count
        #: For each exercise of the lesson whether it is done; set by whoever knows the learner's progress.
        self.bar: tuple[bool, ...] = ()
        self.done_before = False
        #: The best stars the learner has had for it.
        self.best = 0
        #: A sentence about what is wrong with the learner's progress; "" if nothing is.
        self.trouble = ""
        #: The part of the Wood the exercise is about.
        self.whole = view_of(self.session)
        self._close = self.follows and self._is_large()
        self._middle = ""
        self._hints: list[str] = []
        self._solution: Solution | None = None
        self._film: tuple[Shot, ...] = ()
        self._films = 0
        self._resets = 0
        self._focus = ""
        self._said: Feedback | None = None
        self._thrown: Thrown | None = None

    @property
    def view(self) -> View:
        """The part of the Wood shown: as the lesson says, or only what lies round the learner's Knight or where he looks."""
        return close_view(self.session, self._middle) if self._close else self.whole

    def _is_large(self) -> bool:
        """Whether there is more to be seen than can be shown large."""
        return self.whole.north - self.whole.south + 1 >= MANY

    # ---------------------------------------------------------------- inputs
    def take(self, given: Mapping[str, Any]) -> tuple[Kept, ...]:
        """Do what an input means; what is to be kept of it. Inputs of no meaning (here, now) change nothing."""
        self._film, self._focus, self._said = (), "", None
        what = given.get("do")
        if what == "press":
            return self._press(str(given.get("id", "")))
        if what == "touch":
            return self._touch(str(given.get("id", "")))
        if what == "look":
            self._look(given.get("x"), given.get("y"))
        if what == "far":
            return self._elsewhere(given.get("x"), given.get("y"))
        if what == "write":
            return self._write(str(given.get("text", "")))
        if what == "check":
            picked = given.get("picked", ())
            return self._check(tuple(map(str, picked)) if isinstance(picked, list | tuple) else ())
        return ()

    def _press(self, button: str) -> tuple[Kept, ...]:
        if button == "hint" and self.helps:
            return self._ask_hint()
        if button == "solution" and self.helps:
            return self._ask_solution()
        if button == "undo" and self.undoes and self.session.can_undo:
            before = shown_state(self.session)
            self.session.undo()
            self._thrown = None
            self._play(film_of(self.session, self.view, before, shown_state(self.session), ()))
        elif button == "again":
            self.session.restart()
            self._thrown = None
            self._resets += 1
        elif button == "replay":
            self._replay()
        elif button == "closer":
            self._close, self._middle = not self._close, ""
        return ()

    def _touch(self, target: str) -> tuple[Kept, ...]:
        return ()

    def _aside(self) -> Scene | None:
        """What is shown beside a large board: all of it small, or the part of it that matters from near by."""
        if not self._is_large():
            return None
        if self._close:
            return overview_scene(shown_state(self.session), self.view)
        view = beside_view(self.session)
        return scene_of(self.session, view) if view is not None else None

    def _look(self, x: Any, y: Any) -> None:
        """Look at another part of a large board, named by a place on its small map."""
        if self._is_large() and all(isinstance(n, int | float) and 0 <= n <= 1 for n in (x, y)):
            self._close, self._middle = True, area_at(x, y)

    def _elsewhere(self, x: Any, y: Any) -> tuple[Kept, ...]:
        """A click on the board, in parts of its width and height, where nothing is offered."""
        if not self.far or not all(isinstance(n, int | float) and 0 <= n <= 1 for n in (x, y)):
            return ()
        scene = scene_of(self.session, self.view)
        target = scene.hit(x * scene.width, y * scene.height)
        return self._touch(target) if target else ()

    def _write(self, text: str) -> tuple[Kept, ...]:
        return ()

    def _check(self, picked: tuple[str, ...]) -> tuple[Kept, ...]:
        return ()

    def _try(self, answer: Any, text: str) -> tuple[Kept, ...]:
        """Have the session judge an answer, and show what comes of it."""
        before = self.session.state
        self._middle = ""
        feedback = self.session.attempt(answer)
        if feedback.outcome is Outcome.NOT_TRIED:
            self._said = feedback
            return ()
        self._thrown = thrown_in(feedback.events, self._thrown)
        self._show(before, feedback)
        if feedback.done:
            self._focus = "next"
        return (Kept(feedback.outcome.value, text, self.stars() if feedback.done else 0),)

    def _show(self, before: State, feedback: Feedback) -> None:
        """Play what an answer leads to; what is not to stay is taken back again before one's eyes."""
        led = consequence_of(feedback)
        after = led if led is not None else shown_state(self.session)
        scenes = film_of(self.session, self.view, before, after, feedback.events)
        if led is None:
            self._play(scenes)
            return
        there = film(scenes, last=SEEN)
        back = film(film_of(self.session, self.view, after, shown_state(self.session), ()))
        self._film = (*there, *back[1:])
        self._films += bool(self._film)

    def _play(self, scenes: Sequence[Any]) -> None:
        self._film = film(scenes)
        self._films += bool(self._film)

    def _replay(self) -> None:
        """The film of the last answer once more."""
        self._show(self.session.state, self.session.feedback)

    def _ask_hint(self) -> tuple[Kept, ...]:
        before = self.session.hints_used
        hint = self.session.hint()
        if hint and self.session.hints_used > before:
            self._hints.append(hint)
            return (Kept("hint", str(self.session.hints_used)),)
        return ()

    def _ask_solution(self) -> tuple[Kept, ...]:
        if self._solution is not None:
            return ()
        self._solution = self.session.solution()
        return (Kept("solution", ""),)

    # ---------------------------------------------------------------- what is shown
    def shown(self) -> Shown:
        """All that a front end needs to know of this moment."""
        session = self.session
        scene = scene_of(session, self.view)
        return Shown(
            kind=self.exercise.kind,
            title=self.exercise.name,
            number=self.number,
            count=self.count,
            done=session.finished or self.done_before,
            solved=session.solved,
            bar=self.bar,
            prompt=markdown(self.exercise.prompt) if self.exercise.prompt else "",
            controls=self.controls(),
            tools=self._tools(),
            verdict=self.verdict(),
            hands=hands_of(session),
            cards=self._cards(),
            board=scene,
            aside=self._aside(),
            near=self._is_large() and not self._close,
            touches=touches_of(session, scene),
            far=self.far and not session.solved,
            film=self._film,
            films=self._films,
            reset=self._resets,
            focus=self._focus,
            note=self.trouble,
            stars=self.stars(),
            best=self.best,
            closing=self.closing(),
            log=self.log(),
        )

    #: Whether a click on any other place of the board is answered as well.
    far: bool = False

    def controls(self) -> tuple[Control, ...]:
        """How one answers now."""
        return ()

    def idle(self) -> str:
        """What stands in the panel while nothing has been tried."""
        return "Answer, and then press **Check**."

    def feedback(self) -> Feedback:
        """The answer shown now."""
        return self._said or self.session.feedback

    def verdict(self) -> Verdict:
        """The answer in words, with the rules behind it."""
        return verdict_of(
            self.feedback(), self.session.edition, taught=self.exercise.rules, idle=self.idle(), hints=self._hints,
            solution=self._solution, fixed=self.session.chance_is_fixed and self.feedback().outcome is Outcome.NOT_TRIED,
            trouble=self.trouble,
        )  # fmt: skip

    def in_words(self) -> list[str]:
        """How one answers, as lines of text."""
        return ["Answer by playing."]

    def stars(self) -> int:
        """How many stars it is worth so far; 0 where none are given."""
        return 0

    def closing(self) -> str:
        """What is said in large letters when a game has been won; "" otherwise."""
        return ""

    def log(self) -> tuple[str, ...]:
        """What has happened so far, a line each, where a whole game is played."""
        return ()

    @property
    def thrown(self) -> Thrown | None:
        """The last throw for a denizen's reaction: its row is lit on the card."""
        return self._thrown

    def _cards(self) -> tuple[Look, ...]:
        return cards_at(shown_state(self.session), self.session.learner, self.thrown)

    def _tools(self) -> tuple[Button, ...]:
        session = self.session
        tools: list[Button] = []
        if self.helps and not session.solved:
            left = len(self._hints) < len(self.exercise.hints)
            tools.append(Button("hint", "Hint", "A nudge; press again for a second, plainer one", enabled=left))
            tools.append(Button("solution", "Solution", "Show how it is done", enabled=self._solution is None))
        if self.undoes and session.can_undo:
            tools.append(Button("undo", "↶ Undo", "Take the last action back", main=session.feedback.lost))
        if self._can_begin_again():
            tools.append(Button("again", "⟲ Begin again", "Set everything back to the beginning"))
        if session.feedback.refutation is not None and session.feedback.refutation.state is not None:
            tools.append(Button("replay", "▶ Show again", "Show once more what this leads to"))
        if self._is_large():
            tip = "The whole of it again" if self._close else "Only what lies round the Knights, larger"
            tools.append(Button("closer", "⌕ Whole board" if self._close else "⌕ Closer", tip))
        tools += self.more_tools()
        if session.finished or self.done_before:
            text = "Next →" if self.number < self.count else "On →"
            tools.append(Button("next", text, "On to what comes next", main=session.solved))
        return tuple(tools)

    def more_tools(self) -> tuple[Button, ...]:
        """Buttons of this kind alone."""
        return ()

    def _can_begin_again(self) -> bool:
        return self.session.tries > 0 or self.session.finished
