"""Where the board's scene meets a widget: a canvas that is painted and never touched, in the theme the page has on.

What is clicked, pointed at and focused lies over it in the page (front/panel.js), so that the canvas holds nobody.
"""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from tutor.jupyter.building import LaidBoard
from tutor.jupyter.page import PAGE, Page
from tutor.paint.canvas import BoardCanvas
from tutor.present.building import Building
from tutor.scene import Scene


class Board:
    """A board that shows scenes."""

    def __init__(self, page: Page = PAGE) -> None:
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

    def lay_out(self, building: Building, told: Callable[[], None]) -> None:
        """Show the page on which a setup is built instead; ``told`` is called after each touch."""
        if self._laid is not None and self._laid.building is building:
            self._laid.show(building.page())
            return
        self._put_away()
        self._laid, self._canvas = LaidBoard(building, told), None
        self.widget.children = (self._laid,)
        self.widget.add_class("mw-laying")

    def _put_away(self) -> None:
        if self._laid is not None:
            self.widget.remove_class("mw-laying")
            self.widget.children = ()
            self._laid.close()
            self._laid = None

    def take_theme(self) -> None:
        """Repaint the board if the page has another theme than it had."""
        if self._canvas is not None and self._canvas.theme != self._page.theme:
            self._canvas.set_theme(self._page.theme)
