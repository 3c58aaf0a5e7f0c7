"""The projector's page of a class: one mistake on a large board, whose it is not said. It is made of what anybody may know."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.desk.desk import Known
from tutor.pages.classroom.room import Room
from tutor.scene.shapes import Scene
from tutor.ui.html import el, join
from tutor.ui.page import Page

#: Under this name the host tells what is shown (:class:`Staged`), None for nothing.
STAGED = "staged"
_FRAME = (
    '<div class="cl-stage"><section class="cl-stage-board"><div class="mwb-board" data-board="fill"></div></section>'
    '<section class="cl-stage-words" data-panel="words"></section></div>'
)
_BLANK = '<div class="cl-stage cl-blank"><section class="cl-stage-words" data-panel="words"></section></div>'


@dataclass(frozen=True, slots=True)
class Staged:
    """A mistake as a room may see it: the board on which it was made, what was asked, answered, and by which rule it is wrong."""

    board: Scene
    asked: str
    answer: str
    rule: str
    said: str
    count: int


def projected(room: Room, known: Known) -> Page:
    """The page. ``room`` holds nobody's name (:meth:`tutor.pages.classroom.room.RoomDocument.seen`)."""
    staged: Staged | None = known.get(STAGED)
    if staged is None:
        return Page(_BLANK, panels={"words": el("h1", "The Mystic Wood")})
    number = room.ready.index(room.staged) + 1 if room.staged in room.ready else 1
    count = f"{number} of {len(room.ready)}" if len(room.ready) > 1 else ""
    words = join(
        el("p", count, class_="cl-stage-count") if count else None,
        el("p", staged.asked, class_="cl-stage-asked"),
        el("h1", el("span", "✗", class_="cl-cross", aria_hidden="true"), f" “{staged.answer}”"),
        el("p", staged.said, class_="cl-stage-said") if staged.said != staged.rule else None,
        el("p", staged.rule, class_="cl-stage-rule"),
    )
    return Page(_FRAME, staged.board, panels={"words": words}, say=f"{staged.answer}: {staged.said}")
