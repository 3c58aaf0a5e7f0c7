"""Where the board's scene meets a widget: a canvas that is painted and never touched, in the theme the page has on.

What is clicked, pointed at and focused lies over it in the page (front/panel.js), so that the canvas holds nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from tutor.desk import Touch
from tutor.jupyter.building import LaidBoard
from tutor.jupyter.page import PAGE
from tutor.jupyter.page import Page as Around
from tutor.paint.canvas import BoardCanvas
from tutor.present.built import BuiltPage
from tutor.scene.shapes import Scene
from tutor.ui.page import Page


class Board:
    """A board that shows scenes."""

    def __init__(self, page: Around = PAGE) -> None:
        self.widget = widgets.VBox([])
        self.widget.add_class("mw-board")
        self._canvas: BoardCanvas | None = None
        self._laid: LaidBoard | None = None
        self._page = page
        page.follow(self)

    def show(self, scene: Scene) -> None:
        """Show another scene, in the theme that is on now."""
        self._put_away()
        if self._canvas is None:
            self._canvas = BoardCanvas(scene, theme=self._page.theme, max_width="100%", touched=False)
            self.widget.children = (self._canvas,)
            return
        self.take_theme()
        if scene != self._canvas.scene:
            self._canvas.show(scene)

    def lay_out(self, building: BuiltPage, page: Page, touched: Callable[[Touch], Page]) -> None:
        """Show the page on which a setup is built instead; ``touched`` does what a touch means, and gives the page after it."""
        if self._laid is not None and self._laid.building is building:
            self._laid.show(page)
            return
        self._put_away()
        before, self._canvas = self._canvas, None
        self._laid = LaidBoard(building, page, touched)
        self.widget.children = (self._laid,)
        if before is not None:
            put_away(before)
        self.widget.add_class("mw-laying")

    def _put_away(self) -> None:
        if self._laid is not None:
            self.widget.remove_class("mw-laying")
            self.widget.children = ()
            put_away(self._laid)
            self._laid = None

    def take_theme(self) -> None:
        """Repaint the board if the page has another theme than it had."""
        if self._canvas is not None and self._canvas.theme != self._page.theme:
            self._canvas.set_theme(self._page.theme)


def put_away(widget: widgets.Widget) -> None:
    """Close a widget and all that it is made of: page and kernel keep nothing of it."""
    for each in _widgets_in(widget):
        each.close()


def _widgets_in(widget: widgets.Widget) -> list[widgets.Widget]:
    """A widget and all that it is made of, but not what all canvases of a kernel share."""
    found: dict[str, widgets.Widget] = {}

    def walk(value: Any) -> None:
        if isinstance(value, tuple | list):
            for each in value:
                walk(each)
        elif isinstance(value, widgets.Widget) and value.model_id not in found:
            found[value.model_id] = value
            for name in value.traits(sync=True):
                if name != "_canvas_manager":
                    walk(getattr(value, name))

    walk(widget)
    return list(found.values())
