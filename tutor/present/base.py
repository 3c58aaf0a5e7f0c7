"""What the presenters of all kinds share: hints, solution, taking back, and the pictures with their film."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engine.events import Event
from engine.faults import Faulty
from engine.mystic_wood.material.cards import CARDS, name_of
from engine.verdicts import IllegalAction
from tutor.desk import Refused, Touch
from tutor.exercises import Outcome, Session, start
from tutor.exercises.feedback import Feedback
from tutor.exercises.model import Exercise
from tutor.mystic_wood.scene import area_at, card_scene, overview_scene
from tutor.mystic_wood.scene.view import View
from tutor.present.board import (
    MANY,
    beside_view,
    clickable,
    close_view,
    consequence_of,
    film_of,
    hands_of,
    scene_of,
    shown_state,
    touches_of,
    view_of,
)
from tutor.present.looking import Look, Thrown, Viewing, cards_at, thrown_in
from tutor.present.shown import Button, Control, Looked, Shown, Verdict
from tutor.present.words import markdown, verdict_of
from tutor.scene.motion import Shot, film
from tutor.scene.shapes import Scene

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.exercises.session import Solution


class Kept(NamedTuple):
    """Something to be written into the learner's progress; ``stars`` are what a game won is worth."""

    outcome: str
    answer: str
    stars: int = 0


#: What makes a film for one way of looking at the board.
Reel = Callable[[View], tuple[Shot, ...]]
#: How long a consequence that is taken back stands on the board, in milliseconds.
SEEN = 1300


def card_of(target: str) -> str:
    """The card that can be looked at where a target lies on the board; "" if there is none."""
    kind, _, name = target.partition(":")
    return name if kind in ("denizen", "thing") and name in CARDS.all() else ""


class Presenter:
    """An exercise as one works at it: ``hear`` what a touch means, ``do`` the acts it stands for, and ask what is ``shown``."""

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
        self._hints: list[str] = []
        self._solution: Solution | None = None
        self._reel: Reel | None = None
        self._reels = self._film_id = 0
        self._resets = 0
        self._focus = ""
        self._said = ""
        self._thrown: Thrown | None = None
        #: A try that chance or another Knight plays on from: where it began, and what is kept of it.
        self._trying: tuple[State, str] | None = None
        #: How it is looked at where only one looks.
        self.look = Viewing()

    def is_close(self, look: Viewing) -> bool:
        """Whether only a part of a large board is shown."""
        return self.follows and self._is_large() if look.close is None else look.close

    def view_for(self, look: Viewing) -> View:
        """The part of the Wood shown: as the lesson says, or only what lies round the learner's Knight or where one looks."""
        return close_view(self.session, look.middle) if self.is_close(look) else self.whole

    @property
    def view(self) -> View:
        """The part of the Wood shown where only one looks."""
        return self.view_for(self.look)

    def _is_large(self) -> bool:
        """Whether there is more to be seen than can be shown large."""
        return self.whole.north - self.whole.south + 1 >= MANY

    # ---------------------------------------------------------------- what a touch means
    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        """How one looks at it after a touch, and the acts it stands for. A touch of no meaning (here, now) changes nothing."""
        now = replace(look, film="", card="")
        if touch.kind == "escape":
            return now, ()
        if touch.kind != "click":
            return look, ()
        target = touch.target
        if target == "replay":
            return replace(now, film="answer", plays=look.plays + 1), ()
        if target == "closer" and self._is_large():
            return replace(now, close=not self.is_close(look), middle=""), ()
        if target.startswith("look:") and self._is_large() and target[5:] in self._places():
            return replace(now, close=True, middle=target[5:]), ()
        if target.startswith("card:"):
            return replace(now, card=target.removeprefix("card:")), ()
        if target == "card":  # by key, or by the other button: the card of what it was meant for
            return replace(now, card=touch.to if card_of(touch.to) else ""), ()
        if card_of(target) and target not in clickable(self.session):
            return replace(now, card=target), ()
        texts = self.means(touch)
        return (now if not texts or texts[0] in ("hint", "solution") else replace(now, middle="")), texts

    def means(self, touch: Touch) -> tuple[str, ...]:
        """The acts a click stands for. Refused if it cannot be, with a sentence on what would be right."""
        button = touch.target
        if button in ("hint", "solution") and self.helps:
            return (button,) if any(tool.id == button and tool.enabled for tool in self._tools(self.look)) else ()
        if button == "undo" and self.undoes and self.session.can_undo:
            return ("undo",)
        return ("again",) if button == "again" else ()

    # ---------------------------------------------------------------- acts
    def do(self, text: str, by: str = "") -> tuple[Kept, ...]:
        """Fold an act; what is to be kept of it. Refused if it cannot be done now: nothing has changed."""
        before = self._reel, self._focus, self._said
        self._reel, self._focus, self._said = None, "", ""
        try:
            if self.session.waits_for is not None:
                return self._play_on(text, by)
            verb, _, what = text.partition(" ")
            return self._do(verb, what)
        except Refused:
            self._reel, self._focus, self._said = before
            raise

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        if verb == "hint" and self.helps:
            return self._ask_hint()
        if verb == "solution" and self.helps:
            return self._ask_solution()
        if verb == "undo" and self.undoes and self.session.can_undo:
            before = shown_state(self.session)
            self.session.undo()
            self._thrown = None
            self._play(before, shown_state(self.session), ())
        elif verb == "again":
            self.session.restart()
            self._thrown = None
            self._resets += 1
        else:
            raise Refused(f"“{verb} {what}” cannot be done here.".replace(" ”", "”"))
        return ()

    def _try(self, answer: Any, text: str) -> tuple[Kept, ...]:
        """Have the session judge an answer, and show what comes of it."""
        before = self.session.state
        feedback = self.session.begin(answer)
        if feedback is None:
            self._trying = before, text
            return ()
        if feedback.outcome is Outcome.NOT_TRIED:
            raise Refused(feedback.text)
        return self._answered(before, text, feedback)

    def _play_on(self, action: str, by: str) -> tuple[Kept, ...]:
        """What chance or another Knight does, as it was drawn."""
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

    def _answered(self, before: State, text: str, feedback: Feedback) -> tuple[Kept, ...]:
        """Show what comes of an answer; what is kept of it."""
        self._thrown = thrown_in(feedback.events, self._thrown)
        self._show(before, feedback)
        if feedback.done:
            self._focus = "next"
        return (Kept(feedback.outcome.value, text, self.stars() if feedback.done else 0),)

    def _ask_hint(self) -> tuple[Kept, ...]:
        before = self.session.hints_used
        hint = self.session.hint()
        if not hint or self.session.hints_used == before:
            raise Refused("There is no further hint.")
        self._hints.append(hint)
        return (Kept("hint", str(self.session.hints_used)),)

    def _ask_solution(self) -> tuple[Kept, ...]:
        if self._solution is not None:
            raise Refused("The solution is shown already.")
        self._solution = self.session.solution()
        return (Kept("solution", ""),)

    # ---------------------------------------------------------------- films
    def _show(self, before: State, feedback: Feedback) -> None:
        """Play what an answer leads to; what is not to stay is taken back again before one's eyes."""
        led = consequence_of(feedback)
        if led is None:
            self._play(before, shown_state(self.session), feedback.events)
        else:
            self._record(lambda view: self._there_and_back(view, before, led, feedback.events))

    def _there_and_back(self, view: View, before: State, led: State, events: Sequence[Event]) -> tuple[Shot, ...]:
        there = film(film_of(self.session, view, before, led, events), last=SEEN)
        back = film(film_of(self.session, view, led, shown_state(self.session), ()))
        return (*there, *back[1:])

    def films_before(self, number: int) -> None:
        """Have films numbered on from those of another exercise, which was shown in the same place."""
        self._reels = number
        self._film_id = 1000 * number

    def _play(self, before: State, after: State, events: Sequence[Event]) -> None:
        self._record(lambda view: film(film_of(self.session, view, before, after, events)))

    def _record(self, reel: Reel) -> None:
        """Have a film shown to every viewer, once."""
        self._reel = reel
        self._reels += 1

    def _replay(self, view: View) -> tuple[Shot, ...]:
        """The film of the last answer once more."""
        led = consequence_of(self.session.feedback)
        return self._there_and_back(view, self.session.state, led, self.session.feedback.events) if led is not None else ()

    def _solution_film(self, view: View) -> tuple[Shot, ...]:
        """The solution played from the beginning, where it can be."""
        return ()

    def film_for(self, look: Viewing) -> tuple[Shot, ...]:
        """What is played now: what the viewer wants to see again, or what has just happened."""
        view = self.view_for(look)
        if look.film:
            return self._replay(view) if look.film == "answer" else self._solution_film(view)
        return self._reel(view) if self._reel is not None else ()

    # ---------------------------------------------------------------- where one alone looks, as the canvas in a notebook
    def take(self, given: Mapping[str, Any]) -> tuple[Kept, ...]:
        """Do what an input means, and all that follows by itself; what is to be kept of it."""
        touch = self.touch_of(given, self.look)
        if touch is None:
            return ()
        kept: list[Kept] = []
        self._reel, self._focus, self._said = None, "", ""
        try:
            self.look, texts = self.hear(touch, self.look)
            for text in texts:
                kept += self.do(text)
                while (who := self.session.waits_for) is not None:
                    kept += self.do(self.session.drawn(), who)
        except Refused as reason:
            self._said = str(reason)
        return tuple(kept)

    def touch_of(self, given: Mapping[str, Any], look: Viewing) -> Touch | None:
        """An input of a notebook's page as a touch; None if it is none."""
        what, name = given.get("do"), str(given.get("id", ""))
        if what in ("press", "touch"):
            return Touch(0, 0, "click", name)
        if what == "write":
            return Touch(0, 0, "click", "try", values={"write": [str(given.get("text", ""))]})
        if what == "check":
            picked = given.get("picked", ())
            found = [str(each) for each in picked] if isinstance(picked, list | tuple) else []
            return Touch(0, 0, "click", "check", values={"picked": found})
        x, y = given.get("x"), given.get("y")
        if not isinstance(x, int | float) or not isinstance(y, int | float) or not (0 <= x <= 1 and 0 <= y <= 1):
            return None
        if what == "look":
            return Touch(0, 0, "click", f"look:{area_at(shown_state(self.session).wood, x, y)}")
        if what == "far" and self.far:
            scene = scene_of(self.session, self.view_for(look))
            target = scene.hit(x * scene.width, y * scene.height)
            return Touch(0, 0, "click", target) if target else None
        return None

    def _aside(self, look: Viewing) -> Scene | None:
        """What is shown beside a large board: all of it small, or the part of it that matters from near by."""
        if not self._is_large():
            return None
        if self.is_close(look):
            return overview_scene(shown_state(self.session), self.view_for(look))
        view = beside_view(self.session)
        return scene_of(self.session, view) if view is not None else None

    # ---------------------------------------------------------------- what is shown
    def shown(self, look: Viewing | None = None) -> Shown:
        """All that a front end needs to know of this moment, for one way of looking at it."""
        session = self.session
        look = self.look if look is None else look
        scene = scene_of(session, self.view_for(look))
        shots = self.film_for(look)
        self._film_id = 1000 * self._reels + look.plays if shots else self._film_id
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
            tools=self._tools(look),
            verdict=self.verdict(),
            hands=hands_of(session),
            cards=self._cards(),
            board=scene,
            aside=self._aside(look),
            near=self._is_large() and not self.is_close(look),
            touches=touches_of(session, scene),
            far=self.far and not session.solved,
            film=shots,
            films=self._film_id,
            reset=self._resets,
            focus=self._focus,
            note=self.trouble,
            stars=self.stars(),
            best=self.best,
            closing=self.closing(),
            log=self.log(),
            looked=self._looked(look, scene),
            places=self._places() if self._is_large() and self.is_close(look) else (),
        )

    def _places(self) -> tuple[str, ...]:
        """The areas as a map has them: row by row from the north."""
        return View.whole(self.session.state.wood).areas

    def _looked(self, look: Viewing, scene: Scene) -> Looked | None:
        """The card or hand that is looked at; None for nothing, or for what is not there any more."""
        kind, _, name = look.card.partition(":")
        if kind == "hand":
            hand = next((each for each in hands_of(self.session) if each.knight == name), None)
            return Looked(look.card, name, hand.scene) if hand is not None else None
        card = card_of(look.card) or look.card
        if card not in CARDS.all():
            return None
        thrown = self.thrown
        number = thrown.number if thrown is not None and thrown.card == card else None
        return Looked(look.card, name_of(card), card_scene(card, thrown=number), self._way_to(look.card, scene))

    def _way_to(self, target: str, scene: Scene) -> Button | None:
        """Whoever lies on an area covers it: from the card one can go there all the same."""
        at = next((each.at for each in scene.targets if each.id == target), "")
        if not at or f"area:{at}" not in clickable(self.session):
            return None
        return Button(f"area:{at}", f"It is {at}" if self.exercise.kind == "reckon" else f"To {at} →")

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
        return Feedback(Outcome.NOT_TRIED, self._said) if self._said else self.session.feedback

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

    def _tools(self, look: Viewing) -> tuple[Button, ...]:
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
            tip = "The whole of it again" if self.is_close(look) else "Only what lies round the Knights, larger"
            tools.append(Button("closer", "⌕ Whole board" if self.is_close(look) else "⌕ Closer", tip))
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
