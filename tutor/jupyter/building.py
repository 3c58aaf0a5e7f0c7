"""A setup in a notebook: the touchable board and what may be laid out, in the place where other exercises have their canvas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tutor.desk import Touch
from tutor.present.building import Building
from tutor.ui.page import Page
from tutor.ui.widget import SHEET, Board

_FRONT = Path(__file__).parent / "front"


class LaidBoard(Board):
    """The board on which a setup is built. ``told`` is called after each touch, so that what stands beside it can follow."""

    _css = SHEET + (_FRONT / "building.css").read_text(encoding="utf-8")

    def __init__(self, building: Building, told: Callable[[], None]) -> None:
        self.building = building
        self._told = told
        super().__init__(self._build, building.page())

    def _build(self, touch: Touch) -> Page:
        page = self.building.touched(touch)
        self._told()
        return page
