"""A setup as one works at it: the page it is built on, the engine's answer to it, and its proof picture by picture."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from engine.faults import Faulty
from tutor.desk import Refused, Touch
from tutor.exercises.building import BuildSession, counted
from tutor.exercises.feedback import NOT_TRIED, Feedback, Outcome
from tutor.exercises.laying import laid, pieces
from tutor.exercises.model import Exercise
from tutor.exercises.proving import Step
from tutor.mystic_wood.editor.fenced import Fenced
from tutor.mystic_wood.editor.laying import Laying, refusal_of
from tutor.mystic_wood.editor.model import Misplaced
from tutor.mystic_wood.scene import Refusal, View
from tutor.present.base import Kept, Presenter
from tutor.present.board import view_of
from tutor.present.looking import Viewing
from tutor.present.shown import Button, Buttons, Control, Note, Pages, Shown, Verdict
from tutor.present.words import inline, rule_mark
from tutor.ui.page import Page

#: What stands between the operations of one step in an act.
SEVERAL = " ;; "
#: The buttons beside the board; whatever else is touched lays something out.
_OWN = ("check", "hint", "solution", "again")
#: The buttons that go back and forth: their acts, and what is said with them.
_STEPS = {
    "do:undo": ("undo", "Taken back.", "There is nothing to take back."),
    "do:redo": ("redo", "Done again.", "There is nothing to do again."),
}
#: So many areas are shown round what was given, where nothing says where to lay.
_RIM = 1


class Building(Presenter):
    """A situation to be laid out by hand. The ``editor`` holds what is laid, and stays within what may be."""

    session: BuildSession
    #: The picture of the proof that is looked at.
    _at = 0

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        self._lay_afresh()

    def _lay_afresh(self) -> None:
        exercise, given = self.session.exercise, self.session.state
        self.editor = Fenced.within(given, self.session.lays, exercise.cards, exercise.pieces)
        self._proof: tuple[Step, ...] = ()
        self._arrow: Refusal | None = None

    # ---------------------------------------------------------------- where it is laid out
    def bench_for(self, look: Viewing, editor: Fenced | None = None) -> Laying:
        """The board and what lies beside it, as one viewer has them."""
        bench = Laying(editor or self.editor, view=self._room(), over=self.session.solved, refused=self._arrow)
        if look.bench and not self.session.solved:
            bench.selected, bench.half, bench.find, bench.status, bench.refusal = look.bench
        if self._proof:
            bench.step = self._proof[min(look.at, len(self._proof) - 1)]
        if self.session.solved or self._solution is not None:
            self._compare(bench)
        return bench

    @property
    def bench(self) -> Laying:
        """The same where only one looks."""
        return self.bench_for(self.look)

    def page(self, look: Viewing | None = None) -> Page:
        """The board and what lies beside it, as they are now."""
        return self.bench_for(self.look if look is None else look).page()

    def _room(self) -> View:
        """The part of the Wood that is shown: as the exercise says, else all that is given and all where something may lie."""
        if self.session.exercise.focus:
            return view_of(self.session)
        grounds = [name for lay in self.session.lays if lay.kind == "areas" for name in lay.where]
        places = [name for lay in self.session.lays if lay.kind in ("denizens", "things") for name in lay.where]
        return View.around(self.session.state, also=(*grounds, *places), margin=0 if grounds else _RIM)

    def _is_large(self) -> bool:
        return False  # the board it is built on shows a part of itself where there is little room

    # ---------------------------------------------------------------- what a touch means
    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        if touch.kind == "click" and touch.target in ("forth", "back") and self._proof:
            at = look.at + (1 if touch.target == "forth" else -1)
            return replace(look, at=min(max(at, 0), len(self._proof) - 1)), ()
        if touch.kind == "click" and touch.target in _OWN:
            seen, texts = super().hear(touch, look)
            return (replace(seen, at=0, bench=()) if "again" in texts or "check" in texts else seen), texts
        if touch.kind == "click" and touch.target in _STEPS:
            verb, told, nothing = _STEPS[touch.target]
            can = self.editor.can_undo if verb == "undo" else self.editor.can_redo
            return replace(look, bench=_said(look, told if can else nothing)), (verb,) if can else ()
        return self._lay_out(touch, look)

    def means(self, touch: Touch) -> tuple[str, ...]:
        return ("check",) if touch.target == "check" else super().means(touch)

    def _lay_out(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        """Something done to the board or what lies beside it, tried on a copy."""
        copy = replace(self.editor, _steps=[*self.editor._steps], _undone=[])
        bench = self.bench_for(look, copy)
        before = len(copy.log)
        bench.does(touch, [])
        seen = replace(look, bench=(bench.selected, bench.half, bench.find, bench.status, bench.refusal))
        return seen, (f"lay {SEVERAL.join(copy.log[before:])}",) if len(copy.log) > before else ()

    def touched(self, touch: Touch) -> Page:
        """Something done where only one looks; the page after it."""
        self.look, texts = self.hear(touch, self.look)
        for text in texts:
            self.do(text)
        return self.page()

    # ---------------------------------------------------------------- acts
    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        """``lay place orc c2`` (several operations of one step with ``;;`` between them), ``undo``, ``redo``, ``check``."""
        if verb == "check":
            return self._judge()
        if verb in ("lay", "undo", "redo"):
            self._edit(verb, what)
            return ()
        kept = super()._do(verb, what)
        if verb == "again":
            self._lay_afresh()
        return kept

    def _edit(self, verb: str, what: str) -> None:
        if self.session.solved:
            raise Refused("This is done. Begin again to build it another way.")
        try:
            if verb == "lay":
                self.editor.do(*what.split(SEVERAL), strict=True)
            elif not (self.editor.undo() if verb == "undo" else self.editor.redo()):
                raise Refused("There is nothing to take back." if verb == "undo" else "There is nothing to do again.")
        except (Misplaced, Faulty, LookupError, ValueError) as problem:
            raise Refused(str(problem)) from None
        self._arrow = None
        if self.session.feedback.outcome is not Outcome.RIGHT:
            self.session.feedback = NOT_TRIED  # what was said is of something else

    def _judge(self) -> tuple[Kept, ...]:
        """Have the engine look at what has been laid out."""
        if self.session.solved:
            raise Refused("This is done. Begin again to build it another way.")
        state = self.editor.state
        if state is None:
            fault = self.editor.faults[0].fault
            raise Refused(f"{fault.what}. {fault.fix}")
        feedback = self.session.attempt(state)
        self._arrow = refusal_of(feedback.refutation)
        if feedback.done:
            self._proof = tuple(step for finding in self.session.findings for step in finding.steps)
        words = "; ".join(piece.words for piece in laid(self.session.state, state)) or "nothing"
        return (Kept(feedback.outcome.value, words[:200]),)

    def _compare(self, bench: Laying) -> None:
        """Show the shortest construction known beside what was built."""
        session = self.session
        given, shortest = session.state, session.shortest
        fewest, needed = pieces(given, shortest), len(laid(given, shortest))
        known = f"{counted(fewest)} in {_operations(needed)}"
        if session.solved:
            mine = f"{counted(pieces(given, self.editor.built))} in {_operations(self.editor.operations)}"
            known = f"Yours: {mine}. This one: {known}"
        bench.shortest, bench.least, bench.compared = shortest, session.proved_least, f"{known}."

    # ---------------------------------------------------------------- what is shown
    def shown(self, look: Viewing | None = None) -> Shown:
        """All that a front end needs to know of this moment; the board itself is :meth:`page`."""
        look = self.look if look is None else look
        self._at = min(look.at, max(len(self._proof) - 1, 0))
        self._focus = self._onward()
        scene = self.page(look).scene
        shown = super().shown(look)
        return replace(shown, board=scene or shown.board, touches=(), hands=(), cards=(), aside=None, near=False, film=())

    def _onward(self) -> str:
        """What the keyboard goes to: the proof, and from its end what comes next."""
        if not self.session.solved:
            return ""
        return "next" if self._at >= len(self._proof) - 1 else "forth" if not self._at else ""

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
        allowed = self.bench.allowed
        return f"{allowed}; at most {counted(most)}" if most else allowed

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


def _said(look: Viewing, status: str) -> tuple[str, ...]:
    """What is selected and said on the bench, with another line said."""
    selected, half, find, *_ = look.bench or ("game:", "earthly", "", "", "")
    return selected, half, find, status, ""


def _by(step: Step) -> str:
    """The rules a picture of a proof rests on, the first of them."""
    return " ".join(rule_mark(reason.rule) for reason in step.reasons[:2])


def _operations(number: int) -> str:
    return f"{number} operation{'' if number == 1 else 's'}"
