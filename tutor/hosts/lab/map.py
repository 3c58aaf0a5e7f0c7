"""The map of the course in a notebook."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from tutor.desk.progress import Progress
from tutor.pages.course_map import map_html, map_picture, map_text


class CourseMap:
    """The map for one learner; without ``progress`` every glade but the first lies face down."""

    def __init__(self, progress: Progress | None = None, clock: Callable[[], float] = time.time) -> None:
        self.progress = progress
        self._clock = clock

    def __repr__(self) -> str:
        return map_text()

    def html(self) -> str:
        """The map as a picture whose glades are links; what is to be refreshed today; and the same as a list."""
        return map_html(self.progress, self._clock)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        shown = widgets.HTML(self.html())
        shown.add_class("mw-live-map")
        bundle: dict[str, Any] = dict(shown._repr_mimebundle_())
        bundle["text/plain"] = repr(self)
        bundle["image/svg+xml"] = map_picture()
        return bundle
