"""One exercise in a notebook: its page as a widget, joined to the exercise's desk in the kernel.

Nothing is decided here. The page sends touches, the desk says what they mean and what is shown next, and every try is written
into the learner's progress before it is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.text.faults import Faulty
from tutor.desk import Touch, Viewer, Want
from tutor.desk.link import Message, PageLink
from tutor.desk.progress import Progress
from tutor.draw.svg import svg
from tutor.hosts.lab.cells import takes_its_place
from tutor.hosts.lab.desks import LEARNER, KeptDesk, open_desk
from tutor.hosts.lab.widget import PageWidget
from tutor.pages.exercise import KeptAttempt, Presenter, Shown, presenter
from tutor.pages.exercise.board import scene_of
from tutor.pages.exercise.describing import describe
from tutor.pages.exercise.exercise import STANDING, ExerciseDocument, Standing, Working
from tutor.pages.exercise.looking import Viewing
from tutor.teach.exercise.exercise import Exercise

Clock = Callable[[], float]


#: What a page shows beside its document, each with what tells it when the page is made.
KnownWhenShown = Mapping["Want | str", Callable[[], Any]]


class AskedAnew(Mapping["Want | str", Any]):
    """What a page shows beside its document, asked anew whenever the page is made."""

    def __init__(self, asks: KnownWhenShown) -> None:
        self._asks = asks

    def __getitem__(self, key: Want | str) -> Any:
        return self._asks[key]()

    def __iter__(self) -> Iterator[Want | str]:
        return iter(self._asks)

    def __len__(self) -> int:
        return len(self._asks)


def _nowhere(message: Message) -> None:
    """Where a page's messages go while nothing shows it."""


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
        self._kept_badly = ""
        self.box: PageWidget | None = None
        self._link: PageLink[Viewing] = PageLink(Viewer(LEARNER), _nowhere, AskedAnew(self.asks()))
        self._begin(exercise, number, count)

    def _begin(self, exercise: Exercise, number: int, count: int) -> None:
        """Open the desk of the exercise: as it was left, if anything was done at it."""
        document = ExerciseDocument(lambda source: exercise)
        source = {"lesson": exercise.lesson, "exercise": exercise.id, "number": number, "count": count}
        name = f"exercise {exercise.lesson}/{exercise.id} {exercise.edition}"
        progress, record, clock = self._progress, self._record, self._clock

        def made() -> KeptDesk[Working]:
            return KeptDesk(document, name, source, progress, record, clock, over=_is_over)

        self._sit(open_desk(name, progress, made))

    def _sit(self, desk: KeptDesk[Any]) -> None:
        """Take a place at a desk."""
        self.desk = desk
        self._link.kept = self._half_done()
        self._link.view = desk.of.look(self._link.viewer)

    def _half_done(self) -> str:
        """Under which name the browser keeps what is half done: that of the document and its learner; "" if nothing is kept."""
        return f"{self.desk.name} {self._progress.path}" if isinstance(self._progress, Progress) else ""

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
        takes_its_place(self)
        bundle: dict[str, Any] = {"application/vnd.jupyter.widget-view+json": box.get_view_spec()}
        bundle["text/plain"] = repr(self)
        bundle["image/svg+xml"] = self.picture()
        return bundle

    def __repr__(self) -> str:
        """The exercise as text: always the same for the same lesson, whatever the learner has done before."""
        return describe(self.exercise)

    def picture(self) -> str:
        """The board as the exercise opens, for where nothing runs."""
        return picture_of(self.exercise)

    def widget(self) -> PageWidget:
        """The widget, made when it is first wanted."""
        if self.box is None:
            self.desk.join(self._link)
            self.box = PageWidget(self._link, self.touch)
        return self.box

    def close(self) -> None:
        """Give back what the page and the kernel keep of the widget; asked again, it is made anew."""
        if self.box is not None:
            self.desk.leave(self._link)
            self.box.close()
            self.box = None
            left = self._link
            self._link = PageLink(left.viewer, _nowhere, left.known, left.kept)
            self._link.view = left.view

    # ---------------------------------------------------------------- what is done
    def touch(self, touch: Touch) -> None:
        """Do what a touch means, and show what comes of it."""
        self.desk.touched(self._link, touch)

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

    def _record(self, doc: Any, kept: KeptAttempt) -> None:
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
    def asks(self) -> dict[Want | str, Callable[[], Any]]:
        """What the page shows beside the document itself."""
        return {STANDING: self._standing}

    def shown(self) -> Shown:
        """What is shown now, before it is laid out as a page."""
        shown: Shown = self.document.shown(self.desk.doc, self._look, self._link.known)
        return shown


def _is_over(doc: Working) -> bool:
    """Whether an exercise that was left is solved: who comes back to it begins anew."""
    return doc.presenter.session.solved


def picture_of(exercise: Exercise) -> str:
    """The board as an exercise opens."""
    opened = presenter(exercise)
    return svg(scene_of(opened.session, opened.whole), width="660px")
