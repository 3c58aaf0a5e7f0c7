"""A setup as one works at it: the page it is built on, the engine's answer to it, and its proof picture by picture."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from tutor.desk import Touch
from tutor.editor.fenced import Fenced
from tutor.editor.laying import Laying, refusal_of
from tutor.exercises.building import BuildSession, counted
from tutor.exercises.feedback import NOT_TRIED, Feedback, Outcome
from tutor.exercises.laying import laid, pieces
from tutor.exercises.model import Exercise
from tutor.exercises.proving import Step
from tutor.present.base import Kept, Presenter
from tutor.present.board import view_of
from tutor.present.looking import Viewing
from tutor.present.shown import Button, Buttons, Control, Note, Pages, Shown, Verdict
from tutor.present.words import inline, rule_mark
from tutor.scene import View
from tutor.ui.page import Page

#: So many areas are shown round what was given, where nothing says where to lay.
_RIM = 1


class Building(Presenter):
    """A situation to be laid out by hand."""

    session: BuildSession
    #: Where it is laid out.
    bench: Laying

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        self._proof: tuple[Step, ...] = ()
        self._at = 0
        self._lay_afresh()

    def _lay_afresh(self) -> None:
        exercise, given = self.session.exercise, self.session.state
        editor = Fenced.within(given, self.session.lays, exercise.cards, exercise.pieces)
        self.bench = Laying(editor, view=self._room())
        if self._solution is not None:
            self._show_shortest()

    def _room(self) -> View:
        """The part of the Wood that is shown: as the exercise says, else all that is given and all where something may lie."""
        if self.session.exercise.focus:
            return view_of(self.session)
        grounds = [name for lay in self.session.lays if lay.kind == "areas" for name in lay.where]
        places = [name for lay in self.session.lays if lay.kind in ("denizens", "things") for name in lay.where]
        return View.around(self.session.state, also=(*grounds, *places), margin=0 if grounds else _RIM)

    def _is_large(self) -> bool:
        return False  # the board it is built on shows a part of itself where there is little room

    # ---------------------------------------------------------------- inputs
    def touched(self, touch: Touch) -> Page:
        """Something done to the board or what lies beside it; the page after it."""
        before = self.bench.editor.data
        page = self.bench.answer(touch)
        if self.bench.editor.data != before and self.session.feedback.outcome is not Outcome.RIGHT:
            self.session.feedback = NOT_TRIED  # what was said is of something else
        return page

    def page(self) -> Page:
        """The board and what lies beside it, as they are now."""
        return self.bench.page()

    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        if touch.kind == "click" and touch.target in ("forth", "back") and self._proof:
            self._at = min(max(self._at + (1 if touch.target == "forth" else -1), 0), len(self._proof) - 1)
            self.bench.step = self._proof[self._at]
            self._focus = "next" if self._at == len(self._proof) - 1 else ""
            return look, ()
        return super().hear(touch, look)

    def means(self, touch: Touch) -> tuple[str, ...]:
        return ("check",) if touch.target == "check" else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        if verb == "check":
            return self._judge()
        kept = super()._do(verb, what)
        if verb == "again":
            self._proof, self._at = (), 0
            self._lay_afresh()
        elif verb == "solution":
            self._show_shortest()
        return kept

    def _judge(self) -> tuple[Kept, ...]:
        """Have the engine look at what has been laid out."""
        if self.session.solved:
            return ()
        editor = self.bench.editor
        state = editor.state
        if state is None:
            self.bench.refusal = f"{editor.faults[0].fault.what}. {editor.faults[0].fault.fix}"
            return ()
        feedback = self.session.attempt(state)
        self.bench.refused = refusal_of(feedback.refutation)
        if feedback.done:
            self._focus = "forth" if len(self._proof_of()) > 1 else "next"
            self._proof, self._at = self._proof_of(), 0
            self.bench.over, self.bench.selected = True, "game:"
            self.bench.step = self._proof[0] if self._proof else None
            self._show_shortest()
        words = "; ".join(piece.words for piece in laid(self.session.state, state)) or "nothing"
        return (Kept(feedback.outcome.value, words[:200]),)

    def _proof_of(self) -> tuple[Step, ...]:
        return tuple(step for finding in self.session.findings for step in finding.steps)

    def _show_shortest(self) -> None:
        """Show the shortest construction known beside what was built."""
        session = self.session
        given, shortest = session.state, session.shortest
        fewest, needed = pieces(given, shortest), len(laid(given, shortest))
        known = f"{counted(fewest)} in {_operations(needed)}"
        if session.solved:
            mine = f"{counted(pieces(given, self.bench.editor.built))} in {_operations(self.bench.editor.operations)}"
            known = f"Yours: {mine}. This one: {known}"
        self.bench.shortest, self.bench.least = shortest, session.proved_least
        self.bench.compared = f"{known}."

    # ---------------------------------------------------------------- what is shown
    def shown(self, look: Viewing | None = None) -> Shown:
        """All that a front end needs to know of this moment; the board itself is :meth:`page`."""
        scene = self.page().scene
        shown = super().shown(look)
        return replace(shown, board=scene or shown.board, touches=(), hands=(), cards=(), aside=None, near=False, film=())

    def controls(self) -> tuple[Control, ...]:
        if not self.session.solved:
            return (
                Note(f"<p>You may lay {escape(self._allowed())}.</p>"),
                Buttons("What you have built", (Button("check", "Is it true now?", "Have the engine look at it", main=True),)),
            )
        if len(self._proof) < 2:
            return ()
        at, of = self._at, len(self._proof)
        return (
            Buttons("The proof", (
                Button("back", "← Back", "One picture back", enabled=at > 0),
                Button("forth", "Go on →", "The next picture of the proof", main=at < of - 1, enabled=at < of - 1),
            )),
            Pages(at, of),
        )  # fmt: skip

    def _allowed(self) -> str:
        most = self.session.exercise.pieces
        return f"{self.bench.allowed}; at most {counted(most)}" if most else self.bench.allowed

    def feedback(self) -> Feedback:
        """The answer shown now; what was reckoned stands in the proof."""
        found = super().feedback()
        return replace(found, reckoning=()) if self._proof else found

    def verdict(self) -> Verdict:
        """The answer in words; the proof picture by picture once it is right."""
        found = super().verdict()
        if not self.session.solved or not self._proof:
            return found
        marked = [(" class='mw-now'" if number == self._at else "", step) for number, step in enumerate(self._proof)]
        rows = "".join(f"<li{mark}>{inline(step.words)} {_by(step)}</li>" for mark, step in marked)
        return replace(found, html=f'{found.html}<p class="mw-fixed">The proof:</p><ol class="mw-proof">{rows}</ol>')

    def in_words(self) -> list[str]:
        return [f"You may lay {self._allowed()}.", "Answer with a situation: its code, or its text."]

    def idle(self) -> str:
        return "Lay it out on the board, then ask: **Is it true now?**"

    def _can_begin_again(self) -> bool:
        return self.session.finished


def _by(step: Step) -> str:
    """The rules a picture of a proof rests on, the first of them."""
    return " ".join(rule_mark(reason.rule) for reason in step.reasons[:2])


def _operations(number: int) -> str:
    return f"{number} operation{'' if number == 1 else 's'}"
