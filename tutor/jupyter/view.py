"""One exercise in a notebook: a canvas for the board and, round it, what the presenter shows.

Nothing is decided here. The page sends inputs, the presenter says what they mean and what is shown next, and every try is
written into the learner's progress before it is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from engine.faults import Faulty
from tutor.desk import Touch, Viewer, Want
from tutor.desk.desk import Known
from tutor.jupyter.canvas import Board, put_away
from tutor.jupyter.desks import KeptDesk, PanelLink, open_desk
from tutor.jupyter.page import PAGE
from tutor.pages.exercise import STANDING, ExerciseDocument, Standing, Working
from tutor.paint.svg import svg
from tutor.present import Kept, Presenter, Shown, presenter
from tutor.present.board import scene_of
from tutor.present.built import BuiltPage
from tutor.present.describing import describe
from tutor.present.looking import Viewing
from tutor.present.shown import Verdict, as_data
from tutor.progress import Progress
from tutor.teach.controls import Rows
from tutor.teach.exercise import Exercise
from tutor.teach.prose import markdown
from tutor.ui.page import Page

#: A second click on the same control within so many seconds of the answer to the first is half of a double click.
DOUBLE_CLICK = 0.4
Clock = Callable[[], float]
_FRONT = Path(__file__).parent / "front"


class Once:
    """Lets a double click count once.

    The time is taken when the first click has been answered, since until then nobody can have seen a reason for another.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._last: tuple[object, float] | None = None

    def forget(self) -> None:
        """Something else was done: the next click is no half of a double click."""
        self._last = None

    def run(self, control: object, work: Callable[[], None]) -> bool:
        """Do the work unless the same control has done its work a moment ago; whether it was done."""
        if self._last is not None and self._last[0] == control and self._clock() - self._last[1] < DOUBLE_CLICK:
            return False
        try:
            work()
        finally:
            self._last = (control, self._clock())
        return True


class Panel(anywidget.AnyWidget):
    """What stands round the board, laid out by the page itself; it tells what is pressed, written, chosen and touched."""

    _esm = _FRONT / "panel.js"
    _css = _FRONT / "style.css"
    shown = traitlets.Dict().tag(sync=True)


class ExerciseView:
    """An exercise as a notebook shows it. ``number`` of ``count`` is its place in the lesson, ``ids`` are all of that lesson's.

    ``progress`` is where tries are written; None keeps nothing.
    """

    def __init__(
        self,
        exercise: Exercise,
        progress: Progress | None = None,
        number: int = 0,
        count: int = 0,
        clock: Clock = time.time,
        ids: Sequence[str] = (),
    ) -> None:
        self._progress = progress
        self._ids = tuple(ids)
        self._clock = clock
        self._since = clock()
        self._once = Once(clock)
        self._kept_badly = ""
        self.box: widgets.Box | None = None
        self._link: PanelLink[Any] = PanelLink(self._changed)
        self._begin(exercise, number, count)

    def _begin(self, exercise: Exercise, number: int, count: int) -> None:
        """Open the desk of the exercise: as it was left, if anything was done at it."""
        document = _ExerciseShown(lambda source: exercise)
        source = {"lesson": exercise.lesson, "exercise": exercise.id, "number": number, "count": count}
        name = f"exercise {exercise.lesson}/{exercise.id} {exercise.edition}"
        progress, record, clock = self._progress, self._record, self._clock

        def made() -> KeptDesk[Working]:
            return KeptDesk(document, name, source, progress, record, clock, over=_is_over)

        self._sit(open_desk(name, progress, made))

    def _sit(self, desk: KeptDesk[Any]) -> None:
        """Take a place at a desk."""
        self.desk = desk
        desk.join(self._link)

    @property
    def document(self) -> Any:
        """What kind of document it is."""
        return self.desk.of

    @property
    def presenter(self) -> Presenter:
        """What shows the exercise that is worked at."""
        presenter: Presenter = self.desk.doc.presenter
        return presenter

    @property
    def exercise(self) -> Exercise:
        """The exercise that is worked at."""
        return self.presenter.exercise

    @property
    def _look(self) -> Viewing:
        assert self._link.view is not None
        return self._link.view

    # ---------------------------------------------------------------- what a notebook asks for
    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        box = self.widget()
        if cell := _cell_now():
            earlier, _SHOWN[cell] = _SHOWN.get(cell), self
            if earlier is not None and earlier is not self:
                earlier.close()
        bundle: dict[str, Any] = dict(box._repr_mimebundle_())
        bundle["text/plain"] = repr(self)
        bundle["image/svg+xml"] = self.picture()
        return bundle

    def __repr__(self) -> str:
        """The exercise as text: always the same for the same lesson, whatever the learner has done before."""
        return describe(self.exercise)

    def picture(self) -> str:
        """The board as the exercise opens, for where nothing runs."""
        return picture_of(self.exercise)

    def widget(self) -> widgets.Box:
        """The widget, made when it is first wanted."""
        if self.box is None:
            self.board = Board()
            self.panel = Panel()
            self.panel.on_msg(lambda _, given, __: self.take(given))
            self.box = widgets.Box((self.board.widget, self.panel))
            self.box.add_class("mw-exercise")
            self.desk.links[self._link] = None
            self.refresh()
        return self.box

    def close(self) -> None:
        """Give back what the page and the kernel keep of the widget; asked again, it is made anew."""
        if self.box is not None:
            self.desk.leave(self._link)
            put_away(self.box)
            self.box = None
            del self.board, self.panel

    # ---------------------------------------------------------------- inputs
    def take(self, given: Any) -> None:
        """Something the page tells: what is pressed, written, chosen or touched, or which theme it has."""
        if not isinstance(given, dict):
            return
        if given.get("do") == "theme":
            PAGE.tell(str(given.get("theme", "")))
        elif given.get("do") == "card":
            self._send_card(str(given.get("id", "")))
        elif given.get("by") == "key":
            self._work(given)
        else:
            self._once.run(_control(given), lambda: self._work(given))

    def _work(self, given: dict[str, Any]) -> None:
        touch = self._touch_of(given)
        if touch is not None:
            self.touch(touch)

    def _touch_of(self, given: dict[str, Any]) -> Touch | None:
        return self.presenter.touch_of(given, self._look)

    def touch(self, touch: Touch) -> None:
        """Do what a touch means, and show what comes of it."""
        self._link.refused = ""
        self._once.forget()  # whatever is done between two clicks makes them two
        # the board of each setup counts its touches from 1, and a kernel hears none twice
        self.desk.touched(self._link, touch._replace(seen=self.desk.n, serial=0))

    def _changed(self) -> None:
        """Something was done here, or in another cell that shows the same."""
        if self.box is not None:
            self.refresh()

    def _send_card(self, card: str) -> None:
        thrown = self.presenter.thrown
        number = thrown.number if thrown is not None and thrown.card == card else None
        scene = self.presenter.game.card(card, number)
        if scene is not None:
            self.panel.send({"card": card, "name": self.presenter.game.called(card), "svg": svg(scene, width="100%")})

    # ---------------------------------------------------------------- progress
    def _standing(self) -> Standing:
        """What the learner has done of this lesson, and whether anything is wrong with keeping it."""
        trouble = self._kept_badly or self.desk.trouble or self.desk.told
        if self._progress is None:
            return Standing(trouble=trouble)
        trouble = getattr(self._progress, "trouble", None) or trouble
        try:
            found = {each.exercise: each for each in self._progress.standings(self.exercise.lesson) if each.finished}
        except Faulty as problem:
            return Standing(trouble=f"Your progress is not being kept: {problem.faults[0]}")
        mine = found.get(self.exercise.id)
        done = tuple(each in found for each in self._ids)
        return Standing(done, mine is not None, mine.stars if mine is not None else 0, trouble)

    def _record(self, doc: Any, kept: Kept) -> None:
        """Write a try at once. If that fails the lesson goes on, and says that nothing is kept."""
        now = self._clock()
        seconds, self._since = max(0.0, now - self._since), now
        if self._progress is None:
            return
        self._kept_badly = ""
        exercise = doc.presenter.exercise
        try:
            self._progress.record(exercise.lesson, exercise.id, kept.outcome, kept.answer, seconds, kept.stars)
        except Faulty as problem:
            self._kept_badly = f"Your progress is not being kept: {problem.faults[0]}"

    # ---------------------------------------------------------------- showing
    def known(self) -> dict[Want | str, Any]:
        """What the page shows beside the document itself."""
        return {STANDING: self._standing()}

    def shown(self) -> Shown:
        """What is shown now."""
        shown: Shown = self.document.shown(self.desk.doc, self._look, self.known())
        if not self._link.refused:
            return shown
        said = Verdict(html=markdown(self._link.refused), help=shown.verdict.help, spoken=self._link.refused)
        return replace(shown, verdict=said)

    def refresh(self) -> None:
        """Show the exercise as it is now."""
        shown = self.shown()
        if isinstance(self.presenter, BuiltPage):
            self.board.lay_out(self.presenter, self.presenter.page(self._look), self._build)
        else:
            self.board.show(shown.board)
        self.panel.shown = data_of(shown)

    def _build(self, touch: Touch) -> Page:
        """Something done on the board a setup is built on; the page after it."""
        self.touch(touch)
        assert isinstance(self.presenter, BuiltPage)
        return self.presenter.page(self._look)


def _is_over(doc: Working) -> bool:
    """Whether an exercise that was left is solved: who comes back to it begins anew."""
    return doc.presenter.session.solved


class _ExerciseShown(ExerciseDocument):
    """An exercise whose panel in a notebook lays itself out."""

    def page(self, seen: Working, viewer: Viewer, view: Viewing, known: Known) -> None:  # type: ignore[override]
        return None


def picture_of(exercise: Exercise) -> str:
    """The board as an exercise opens."""
    opened = presenter(exercise)
    return svg(scene_of(opened.session, opened.whole), width="660px")


#: What each cell of the notebook shows now. A cell that is run once more has no use for what it has shown before.
_SHOWN: dict[str, ExerciseView] = {}


def _cell_now() -> str:
    """The id of the cell that is being run; "" outside a notebook."""
    from IPython import get_ipython

    shell = get_ipython()
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else {}
    return str(parent.get("metadata", {}).get("cellId", ""))


def _control(given: dict[str, Any]) -> object:
    """What a double click hits twice: all actions are one control, and so are all places of the board. An answer is not the same
    control as another answer, however soon it comes."""
    name = str(given.get("id", ""))
    if given.get("do") == "touch" or name.startswith("action:"):
        return "action"
    return (given.get("do"), name, str(given.get("picked", "")), str(given.get("text", "")))


def data_of(shown: Shown) -> dict[str, Any]:
    """What is shown as plain data with its pictures painted, for the page."""
    data: dict[str, Any] = as_data(shown)
    board = shown.board
    data["board"] = {"w": board.width, "h": board.height, "title": board.title, "lines": list(board.lines)}
    data["aside"] = svg(shown.aside, width="100%") if shown.aside is not None else ""
    data["film"] = [
        {
            "svg": svg(shot.scene), "stand": shot.stand, "about": shot.about,
            "steps": [step._asdict() for step in shot.steps],
        }
        for shot in shown.film
    ]
    for control, told in zip(shown.controls, data["controls"], strict=True):
        if isinstance(control, Rows):
            for item, row in zip(control.rows, told["rows"], strict=True):
                row["face"] = svg(item.face, width="100%") if item.face is not None else ""
    for hand, found in zip(shown.hands, data["hands"], strict=True):
        found["svg"] = svg(hand.scene, width="100%")
        del found["scene"]
    return data
