"""An exercise being worked at: its document, whose acts are what the learner tries and asks for, and its page."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tutor.desk import Act, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Page
from tutor.pages.exercise import KeptAttempt, Presenter, Shown, presenter
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of
from tutor.teach.exercise.exercise import Exercise

#: Under this name a host tells what the learner has done of the lesson (a :class:`Standing`).
STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a learner's progress says beside the exercise itself: for each of the lesson whether it is ``done``, whether this one
    was done ``before`` with which ``best`` stars, and a sentence on what is wrong with keeping it, "" if nothing is. ``onward``
    is the address of what follows, "" where that stands on the same page."""

    done: tuple[bool, ...] = ()
    before: bool = False
    best: int = 0
    trouble: str = ""
    onward: str = ""


class Working:
    """An exercise as it stands: a mutable object that its desk alone changes. ``kept`` is what of the last act is to be written
    into the learner's progress, ``n`` the number of that act. Its films have higher numbers than ``films``."""

    def __init__(self, exercise: Exercise, number: int = 0, count: int = 0, films: int = 0) -> None:
        self.presenter: Presenter = presenter(exercise, number=number, count=count)
        self.presenter.films_before(films)
        self.kept: tuple[KeptAttempt, ...] = ()
        self.n = 0


class ExerciseDocument:
    """An exercise as a document. ``find`` gives the exercise a source names, like ``{"lesson": "02-exploring", "exercise":
    "first-step"}``; its place in the lesson stands under ``number`` and ``count``.

    Acts: ``play move north``, ``far c4`` (a place no single move leads to), ``answer 1 3``, ``answer 7/12``,
    ``answer elf | orc``, ``next``, ``back``, ``lay place orc c2``, ``check``, ``hint``, ``solution``, ``undo``, ``redo``,
    ``again``, ``shuffle``; and by chance or another Knight the bare action, like ``roll 4``. What those do is what the lesson
    has fixed, else what its own dice show: it is the same for everybody, and an action taken back and tried once more comes out
    as before. Once done it is not drawn again.
    """

    def __init__(self, find: Callable[[Mapping[str, Any]], Exercise]) -> None:
        self._find = find

    def open(self, source: Mapping[str, Any]) -> Working:
        return Working(self._find(source), int(source.get("number", 0)), int(source.get("count", 0)))

    def look(self, viewer: Viewer) -> Viewing:
        return Viewing()

    def fold(self, doc: Working, act: Act) -> Working:
        doc.kept = doc.presenter.do(act.text, act.by)
        doc.n = act.n
        return doc

    def next(self, doc: Working) -> str | None:
        return doc.presenter.session.waits_for

    def draw(self, doc: Working, who: str, rng: random.Random) -> str:
        return doc.presenter.session.drawn()

    def seen(self, doc: Working, viewer: Viewer) -> Working:
        return doc

    def hear(self, seen: Working, viewer: Viewer, view: Viewing, touch: Touch) -> tuple[Viewing, tuple[str, ...]]:
        return seen.presenter.hear(touch, view)

    def shown(self, seen: Working, view: Viewing, known: Known) -> Shown:
        """All that is shown, before it is laid out as a page."""
        standing: Standing = known.get(STANDING, Standing())
        return replace(stand(seen.presenter, standing).shown(view), onward=standing.onward)

    def page(self, seen: Working, viewer: Viewer, view: Viewing, known: Known) -> Page:
        return page_of(self.shown(seen, view, known), seen.n, seen.presenter, view)


def stand(shown_by: Presenter, standing: Standing) -> Presenter:
    """A presenter that knows what the learner's progress says."""
    shown_by.bar, shown_by.done_before = standing.done, standing.before
    shown_by.best, shown_by.trouble = standing.best, standing.trouble
    return shown_by
