"""The page on which a situation is built by hand, as hosts know it; a game that has the kind makes a subclass."""

from __future__ import annotations

from typing import Any

from tutor.desk import Touch
from tutor.draw.page import Page
from tutor.pages.exercise.base import Presenter
from tutor.pages.exercise.looking import Viewing


class BuiltPage(Presenter):
    """A situation to be laid out by hand."""

    def page(self, look: Viewing | None = None) -> Page:
        """The board and what lies beside it, as they are now."""
        raise NotImplementedError

    def touched(self, touch: Touch) -> Page:
        """Something done where only one looks; the page after it."""
        raise NotImplementedError

    @property
    def setup_page(self) -> Any:
        """What it is laid out on."""
        raise NotImplementedError
