"""What a pupil sees round the exercise: who he is here, and the cover while the class is paused or nothing is open. The
lesson and the puzzles as a class has them: only the steps that are open, hints only where they are free."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tutor.content.lessons.reading import Lesson
from tutor.content.puzzles.picking import Picker
from tutor.desk import Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.page import Page
from tutor.pages.classroom.room import Room
from tutor.pages.exercise.lesson import Learning, LessonDocument, LessonView
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.puzzle import PuzzleDocument, Solving
from tutor.pages.exercise.shown import Shown
from tutor.pages.exercise.trainer import TrainerDocument

#: What asks for help; forbidden where hints are.
_HELP = ("hint", "solution")
_FRAME = (
    '<div class="cl-pupil"><div class="cl-cover" data-panel="cover" data-empty role="status"></div>'
    '<header class="cl-me" data-panel="me"></header>{inner}</div>'
)
#: An eye that looks up.
_EYE = (
    '<svg class="cl-eye" viewBox="0 0 96 60" aria-hidden="true"><path d="M4 30C24 2 72 2 92 30C72 58 24 58 4 30Z" fill="none" '
    'stroke="currentColor" stroke-width="5"/><circle cx="48" cy="22" r="13" fill="currentColor"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Me:
    """Who a pupil is here: his name, what he says to come back on another device, and what is open."""

    name: str
    seat: str
    title: str = ""


def dressed(page: Page, room: Room, me: Me) -> Page:
    """A pupil's page with what stands round it. The frame stays while the class is paused, and with it all that was typed."""
    panels = {**page.panels, "me": _me(me), "cover": _cover(room, me)}
    return replace(page, frame=_FRAME.format(inner=page.frame), panels=panels)


def waiting() -> Page:
    """What stands where nothing is open."""
    return Page('<div class="cl-nothing" data-panel="nothing"></div>')


def _me(me: Me) -> Html:
    code = join("To come back on another device, say: ", el("b", me.seat))
    return el(
        "details",
        el("summary", el("i", me.name[:1].upper(), class_="cl-face", aria_hidden="true"), el("span", me.name)),
        el("p", code),
        data_key="me",
    )


def _cover(room: Room, me: Me) -> Html | str:
    if room.ended:
        file = el("a", "Take it with you", href="file/", download="", class_="mw-button mw-main")
        code = el("p", el("a", "or as a code", href="code/", target="_blank", rel="noopener"))
        return _sheet("Well done", "Your teacher has ended the lesson. What you did stays yours:", join(file, code))
    if room.paused:
        return _sheet(
            "Look up", "Your teacher has paused the Wood. What you have begun waits, even if the phone sleeps."
        )
    if not room.opened:
        return _sheet(f"You are in, {me.name}", "Your teacher opens the Wood in a moment. It comes by itself.")
    return ""


def _sheet(title: str, says: str, more: Html | None = None) -> Html:
    from tutor.draw.html import picture

    return el("div", picture(_EYE), el("h2", title), el("p", says), more, class_="cl-sheet")


def _no_help(room: Room, touch: Touch) -> None:
    if not room.hints and touch.kind == "click" and touch.target in _HELP:
        raise Refused("Your teacher has put hints away for now.")


def _without_help(room: Room, shown: Shown) -> Shown:
    return shown if room.hints else replace(shown, tools=tuple(tool for tool in shown.tools if tool.id not in _HELP))


class ClassLesson(LessonDocument):
    """A lesson of which only the steps are there that the room has open."""

    def __init__(self, find: Callable[[Mapping[str, Any]], Lesson], room: Callable[[], Room]) -> None:
        super().__init__(find)
        self.room = room

    def seen(self, doc: Learning, viewer: Viewer) -> Learning:
        room = self.room()
        if not room.first:
            return doc
        found = copy.copy(doc)
        found.steps = doc.steps[room.first - 1 : room.last] or doc.steps[-1:]
        ids = [step.id for step in doc.steps]
        if doc.at not in {step.id for step in found.steps}:
            found.at = found.steps[0 if ids.index(doc.at) < room.first else -1].id
        return found

    def hear(
        self, seen: Learning, viewer: Viewer, view: LessonView, touch: Touch
    ) -> tuple[LessonView, tuple[str, ...]]:
        _no_help(self.room(), touch)
        at_end = seen.at == seen.steps[-1].id and self.room().first
        if at_end and touch.kind == "click" and touch.target in ("next", "forth-step"):
            raise Refused("That is all that is open now. Your teacher opens what follows.")
        return super().hear(seen, viewer, view, touch)

    def shown(self, seen: Learning, view: LessonView, known: Known) -> Shown:
        return _without_help(self.room(), super().shown(seen, view, known))


class ClassTrainer(TrainerDocument):
    """The trainer as a class has it."""

    room: Callable[[], Room]

    def hear(self, seen: Solving, viewer: Viewer, view: Viewing, touch: Touch) -> tuple[Viewing, tuple[str, ...]]:
        _no_help(self.room(), touch)
        return super().hear(seen, viewer, view, touch)

    def shown(self, seen: Solving, view: Viewing, known: Known) -> Shown:
        return _without_help(self.room(), super().shown(seen, view, known))


class ClassPuzzles(PuzzleDocument):
    """Puzzles as a class has them."""

    def __init__(self, picker: Picker, room: Callable[[], Room]) -> None:
        super().__init__(picker)
        self.room = room

    def hear(self, seen: Solving, viewer: Viewer, view: Viewing, touch: Touch) -> tuple[Viewing, tuple[str, ...]]:
        _no_help(self.room(), touch)
        return super().hear(seen, viewer, view, touch)

    def shown(self, seen: Solving, view: Viewing, known: Known) -> Shown:
        return _without_help(self.room(), super().shown(seen, view, known))
