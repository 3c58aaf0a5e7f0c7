"""A page as one widget of a notebook: its messages travel as the widget's own."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from tutor.base.places import FRONT_END
from tutor.desk import Touch
from tutor.desk.link import PageLink

#: The front end as it is built (make front), and how pages look.
SHEET = (FRONT_END / "page.css").read_text(encoding="utf-8")


class PageWidget(anywidget.AnyWidget):
    """The page of a link that has been shown it, as a widget; ``touched`` hears what is touched on it.

    What is shown first goes with the widget itself; after that, messages carry what changed.
    """

    _esm = FRONT_END / "page.js"
    sheet = traitlets.Unicode(SHEET).tag(
        sync=True
    )  # as _css anywidget would lay it down anew for every page of a notebook
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
