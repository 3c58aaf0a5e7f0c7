"""The editor of situations as a document: its acts are the editor's own, undoing included."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from engine.text.faults import Faulty
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Effect, Page
from tutor.pages.editor.model import Editor, Misplaced
from tutor.pages.editor.page import EditorLook, EditorPage
from tutor.teach.game.teachable import Teachable

L = TypeVar("L", bound=EditorLook)


@dataclass(frozen=True)
class EditedSituation:
    """A situation in the making. Whoever folds works on a copy of the editor. ``opening`` is how it is looked at by who comes."""

    editor: Editor
    opening: EditorLook


@dataclass(frozen=True)
class EditorViewer:
    """How a viewer looks at it (None: as it opens), how often he has touched it, and what of his last touch happens once."""

    look: EditorLook | None = None
    touches: int = 0
    effects: tuple[Effect, ...] = field(default=())


class EditorDocument:
    """The editor of a game. The source: ``text``, what is laid out at first; nothing is an untouched board. ``address`` is where
    the page stands, for links."""

    def __init__(self, game: Teachable, address: str = "") -> None:
        self.game, self.address = game, address

    def open(self, source: Mapping[str, Any]) -> EditedSituation:
        editing: EditorPage = self.game.edit_page()()
        if text := source.get("text"):
            editing.begin(str(text))
        return EditedSituation(editing.editor.copy(), look_of(editing, EditorLook))

    def look(self, viewer: Viewer) -> EditorViewer:
        return EditorViewer()

    def fold(self, doc: EditedSituation, act: Act) -> EditedSituation:
        return replace(doc, editor=acted(doc.editor, act.text), opening=EditorLook())

    def next(self, doc: EditedSituation) -> str | None:
        return None

    def draw(self, doc: EditedSituation, who: str, rng: random.Random) -> str:
        raise NotImplementedError("nobody but people acts in the editor")

    def seen(self, doc: EditedSituation, viewer: Viewer) -> EditedSituation:
        return doc

    def hear(
        self, seen: EditedSituation, viewer: Viewer, view: EditorViewer, touch: Touch
    ) -> tuple[EditorViewer, tuple[str, ...]]:
        editing = self._page_for(seen, view)
        effects: list[Effect] = []
        editing.does(touch, effects)
        return EditorViewer(look_of(editing, EditorLook), view.touches + 1, tuple(effects)), tuple(editing.editor.acts)

    def page(self, seen: EditedSituation, viewer: Viewer, view: EditorViewer, known: Known) -> Page:
        return replace(self._page_for(seen, view).page(view.effects), answers=view.touches)

    def _page_for(self, seen: EditedSituation, view: EditorViewer) -> EditorPage:
        editing: EditorPage = self.game.edit_page()(
            editor=seen.editor.copy(), address=self.address, **values_of(view.look or seen.opening)
        )
        return editing


def acted(editor: Editor, text: str) -> Editor:
    """An editor after one of its acts; the one given stays as it is. Refused says why it is not possible."""
    after = editor.copy()
    try:
        after.act(text)
    except Misplaced as refused:
        raise Refused(str(refused)) from None
    except Faulty as faulty:
        first = faulty.faults[0]
        raise Refused(f"{first.where}: {first.what}. {first.fix}") from None
    except (LookupError, TypeError, ValueError) as problem:
        raise Refused(f"{text[:80]}: {problem}") from None
    return after


def look_of(editing: EditorPage, kind: type[L]) -> L:
    """How a page is looked at, apart from what is on it."""
    return kind(**{each.name: getattr(editing, each.name) for each in fields(kind)})


def values_of(look: EditorLook) -> dict[str, Any]:
    """Its values by their names."""
    return {each.name: getattr(look, each.name) for each in fields(look)}
