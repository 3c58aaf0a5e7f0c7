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


class PageWidget(anywidget.AnyWidget):
    """The page of a link that has been shown it, as a widget; ``touched`` hears what is touched on it.

    What is shown first goes with the widget itself; after that, messages carry what changed.
    """

    _esm = BUILT / "page.js"
    sheet = traitlets.Unicode(SHEET).tag(sync=True)  # as _css anywidget would lay it down anew for every page of a notebook
    page = traitlets.Dict().tag(sync=True)

    def __init__(self, link: PageLink[Any], touched: Callable[[Touch], None]) -> None:
        self.link, self._touched = link, touched
        super().__init__(page=link.whole())
        link.send = self.send
        self.on_msg(self._heard)

    def close(self) -> None:
        """Give back what the page and the kernel keep of it."""
        self.layout.close()
        super().close()

    def _heard(self, _: object, content: object, __: object) -> None:
        self.link.heard(content, self._take)

    def _take(self, touch: Touch) -> None:
        try:
            self._touched(touch)
        except Exception as problem:  # a page that falls silent would be worse than one that says so
            traceback.print_exc()
            self.link.serial = max(self.link.serial, touch.serial)
            self.link.trouble(f"The tutor is at fault here: {type(problem).__name__}: {problem}")


class BoardWidget(PageWidget):
    """A page one can touch. ``answer`` gets each :class:`Touch` and returns the page as it then is."""

    def __init__(self, answer: Callable[[Touch], Page], first: Page) -> None:
        self._answer = answer
        self._answers = 0
        link: PageLink[None] = PageLink(Viewer("learner"), lambda message: None)
        link.show(0, first)
        super().__init__(link, self._answered)

    @property
    def shown(self) -> Page:
        """The page as it is shown now."""
        shown = self.link.shown
        assert shown is not None
        return shown

    def show(self, page: Page) -> None:
        """Show another page: what is the same as before is not sent."""
        self._answers += 1
        self.link.show(0, replace(page, answers=self._answers))

    def _answered(self, touch: Touch) -> None:
        self.link.serial = touch.serial
        self.show(self._answer(touch))
