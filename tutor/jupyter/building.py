"""A setup in a notebook: the touchable board and what may be laid out, in the place where other exercises have their canvas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tutor.desk import Touch
from tutor.present.built import BuiltPage
from tutor.ui.page import Page
from tutor.ui.widget import SHEET, Board

_FRONT = Path(__file__).parent / "front"


class LaidBoard(Board):
    """The board on which a setup is built. ``touched`` does what a touch means, and gives the page after it."""

    _css = SHEET + (_FRONT / "building.css").read_text(encoding="utf-8")

    def __init__(self, building: BuiltPage, first: Page, touched: Callable[[Touch], Page]) -> None:
        self.building = building
        super().__init__(touched, first)
