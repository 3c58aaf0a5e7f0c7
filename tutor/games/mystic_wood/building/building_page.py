"""A setup as one works at it: the page it is built on, the engine's answer to it, and its proof picture by picture."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from tutor.base.prose import inline
from tutor.desk import Touch
from tutor.draw.page import Page
from tutor.games.mystic_wood.building.constrained import ConstrainedEditor
from tutor.games.mystic_wood.building.setup_check import ProofStep
from tutor.games.mystic_wood.building.setup_diff import laid, pieces
from tutor.games.mystic_wood.building.setup_page import SetupPage, refusal_of
from tutor.games.mystic_wood.scene import View
from tutor.games.mystic_wood.teachable import GAME
from tutor.pages.exercise.board import view_of
from tutor.pages.exercise.built import BuiltPage
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.shown import Shown, VerdictShown
from tutor.pages.exercise.words import rule_mark
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.game.teachable import Proved
from tutor.teach.kinds.build import SEVERAL, BuildSession, counted
from tutor.teach.kinds.build import LayingOut as Face

#: The buttons beside the board; whatever else is touched lays something out.
_OWN = ("check", "hint", "solution", "again")
#: The buttons that go back and forth: their acts, and what is said with them.
_STEPS = {
    "do:undo": ("undo", "Taken back.", "There is nothing to take back."),
    "do:redo": ("redo", "Done again.", "There is nothing to do again."),
}
#: Areas shown on each side of what was given, where nothing says where to lay.
_RIM = 1


class Building(BuiltPage):
    """A situation to be laid out by hand. The ``editor`` holds what is laid, and stays within what may be."""

    session: BuildSession
    face: Face

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        self.face.afresh, self.face.allowed = self._afresh, lambda: self.setup_page.allowed
        self.face.editor = self._afresh()

    def _afresh(self) -> ConstrainedEditor:
        asked = self.session.exercise
        return ConstrainedEditor.within(self.session.state, self.session.lays, asked.cards, asked.pieces)

    @property
    def editor(self) -> ConstrainedEditor:
        """What holds the situation that is being laid out."""
        found = self.face.editor
        assert isinstance(found, ConstrainedEditor)
        return found

    # ---------------------------------------------------------------- where it is laid out
    def setup_page_for(self, look: Viewing, editor: ConstrainedEditor | None = None) -> SetupPage:
        """The board and what lies beside it, as one viewer has them."""
        refused = refusal_of(self.session.feedback.refutation)
        setup_page = SetupPage(editor or self.editor, view=self._room(), over=self.session.solved, refused=refused)
        if look.setup_page and not self.session.solved:
            setup_page.selected, setup_page.tab, setup_page.find, setup_page.status, setup_page.refusal = (
                look.setup_page
            )
        if proof := self.face.proof:
            setup_page.step = cast("ProofStep", proof[min(look.at, len(proof) - 1)])
        if self.session.solved or self.face.shown_solution is not None:
            self._compare(setup_page)
        return setup_page

    @property
    def setup_page(self) -> SetupPage:
        """The same where only one looks."""
        return self.setup_page_for(self.look)

    def page(self, look: Viewing | None = None) -> Page:
        """The board and what lies beside it, as they are now."""
        return self.setup_page_for(self.look if look is None else look).page()

    def _room(self) -> View:
        """The part of the Wood that is shown: as the exercise says, else all that is given and all where something may lie."""
        if self.session.exercise.focus:
            return cast("View", view_of(self.session))
        grounds = [name for lay in self.session.lays if lay.kind == "areas" for name in lay.where]
        places = [name for lay in self.session.lays if lay.kind in ("denizens", "things") for name in lay.where]
        return View.around(self.session.state, also=(*grounds, *places), margin=0 if grounds else _RIM)

    def _is_large(self) -> bool:
        return False  # the board it is built on shows a part of itself where there is little room

    # ---------------------------------------------------------------- what a touch means
    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        clicked = touch.kind in ("click", "double")
        if clicked and touch.target in ("forth", "back") and self.face.proof:
            at = look.at + (1 if touch.target == "forth" else -1)
            return replace(look, at=min(max(at, 0), len(self.face.proof) - 1)), ()
        if touch.kind == "click" and touch.target in _OWN:
            seen, texts = super().hear(touch, look)
            return (replace(seen, at=0, setup_page=()) if "again" in texts or "check" in texts else seen), texts
        if clicked and touch.target in _STEPS:
            verb, told, nothing = _STEPS[touch.target]
            can = self.editor.can_undo if verb == "undo" else self.editor.can_redo
            return replace(look, setup_page=_said(look, told if can else nothing)), (verb,) if can else ()
        return self._lay_out(touch, look)

    def _lay_out(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        """Something done to the board or what lies beside it, tried on a copy."""
        copy = replace(self.editor, _steps=[*self.editor._steps], _undone=[])
        setup_page = self.setup_page_for(look, copy)
        before = len(copy.log)
        setup_page.does(touch, [])
        said = (setup_page.selected, setup_page.tab, setup_page.find, setup_page.status, setup_page.refusal)
        seen = replace(look, setup_page=said)
        return seen, (f"lay {SEVERAL.join(copy.log[before:])}",) if len(copy.log) > before else ()

    def _compare(self, setup_page: SetupPage) -> None:
        """Show the shortest construction known beside what was built."""
        session = self.session
        given, shortest = session.state, session.shortest
        fewest, needed = pieces(given, shortest), len(laid(given, shortest))
        known = f"{counted(fewest)} in {_operations(needed)}"
        if session.solved:
            mine = f"{counted(pieces(given, self.editor.built))} in {_operations(self.editor.operations)}"
            known = f"Yours: {mine}. This one: {known}"
        setup_page.shortest, setup_page.least, setup_page.compared = shortest, session.proved_least, f"{known}."

    # ---------------------------------------------------------------- what is shown
    def shown(self, look: Viewing | None = None) -> Shown:
        """All that a front end needs to know of this moment; the board itself is :meth:`page`."""
        look = self.look if look is None else look
        self.face.at = min(look.at, max(len(self.face.proof) - 1, 0))
        self.face.focus = self._onward()
        scene = self.page(look).scene
        shown = super().shown(look)
        return replace(
            shown, board=scene or shown.board, touches=(), hands=(), cards=(), aside=None, near=False, film=()
        )

    def _onward(self) -> str:
        """What the keyboard goes to: the proof, and from its end what comes next."""
        if not self.session.solved:
            return ""
        at, last = self.face.at, len(self.face.proof) - 1
        return "next" if at >= last else "forth" if not at else ""

    def verdict(self) -> VerdictShown:
        """The answer in words; the proof picture by picture once it is right."""
        found = super().verdict()
        if not self.face.proof:
            return found
        marked = [
            (" class='mw-now'" if number == self.face.at else "", step) for number, step in enumerate(self.face.proof)
        ]
        rows = "".join(f"<li{mark}>{inline(step.words)} {_by(step)}</li>" for mark, step in marked)
        return replace(found, html=f'{found.html}<p class="mw-fixed">The proof:</p><ol class="mw-proof">{rows}</ol>')


def _said(look: Viewing, status: str) -> tuple[str, ...]:
    """What is selected and said on the setup_page, with another line said."""
    selected, half, find, *_ = look.setup_page or ("game:", "earthly", "", "", "")
    return selected, half, find, status, ""


def _by(step: Proved) -> str:
    """The rules a picture of a proof rests on, the first of them."""
    return " ".join(rule_mark(GAME, reason.rule) for reason in step.reasons[:2])


def _operations(number: int) -> str:
    return f"{number} operation{'' if number == 1 else 's'}"
