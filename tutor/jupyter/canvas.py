"""Where the board's scene meets a widget."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from tutor.paint.svg import svg
from tutor.scene import Scene


class Board:
    """A board that shows scenes and tells ``on_click`` the id of the target clicked."""

    def __init__(self, on_click: Callable[[str], None]) -> None:
        self.on_click = on_click
        self.widget = widgets.HTML()
        self.widget.add_class("mw-board")

    def show(self, scene: Scene) -> None:
        """Show another scene."""
        self.widget.value = svg(scene)
