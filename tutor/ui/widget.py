"""A page as one widget of a notebook: its messages travel as the widget's own."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tutor.desk import Touch, Viewer
from tutor.ui.link import PageLink
from tutor.ui.page import Page

#: The front end as it is built (make front), and how pages look.
BUILT = Path(__file__).parent / "dist"
SHEET = (BUILT / "page.css").read_text(encoding="utf-8")


class Board(anywidget.AnyWidget):
    """A page one can touch. ``answer`` gets each :class:`Touch` and returns the page as it then is.

    What is shown first goes with the widget itself; after that, messages carry what changed.
    """

    _esm = BUILT / "page.js"
    _css = SHEET
    page = traitlets.Dict().tag(sync=True)

    def __init__(self, answer: Callable[[Touch], Page], first: Page) -> None:
        self._answer = answer
        self._answers = 0
        said: list[dict[str, Any]] = []
        self._link: PageLink[None] = PageLink(Viewer("learner"), said.append)
        self._link.show(0, first)
        super().__init__(page=said[0])
        self._link.send = self.send
        self.on_msg(self._heard)

    @property
    def shown(self) -> Page:
        """The page as it is shown now."""
        shown = self._link.shown
        assert shown is not None
        return shown

    def show(self, page: Page) -> None:
        """Show another page: what is the same as before is not sent."""
        self._answers += 1
        self._link.show(0, replace(page, answers=self._answers))

    def _heard(self, _: object, content: object, __: object) -> None:
        self._link.heard(content, self._take)

    def _take(self, touch: Touch) -> None:
        self._link.serial = touch.serial
        try:
            page = self._answer(touch)
        except Exception as problem:  # a page that falls silent would be worse than one that says so
            traceback.print_exc()
            self._link.trouble(f"The tutor is at fault here: {type(problem).__name__}: {problem}")
            return
        self.show(page)
