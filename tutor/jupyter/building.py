"""A setup in a notebook: the touchable board and what may be laid out, in the place where other exercises have their canvas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tutor.board import Page, Touch
from tutor.board.widget import SHEET, Board
from tutor.present.building import Building

_FRONT = Path(__file__).parent / "front"


class LaidBoard(Board):
    """The board on which a setup is built. ``told`` is called after each touch, so that what stands beside it can follow."""

    _css = SHEET + (_FRONT / "building.css").read_text(encoding="utf-8")

    def __init__(self, building: Building, told: Callable[[], None]) -> None:
        self.building = building
        self._told = told
        super().__init__(self._touched, building.page())

    def _touched(self, touch: Touch) -> Page:
        page = self.building.touched(touch)
        self._told()
        return page
