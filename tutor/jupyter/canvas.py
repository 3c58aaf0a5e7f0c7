"""Where the board's scene meets a widget: a canvas that is painted and never touched, in the theme the page has on.

What is clicked, pointed at and focused lies over it in the page (front/panel.js), so that the canvas holds nobody.
"""

from __future__ import annotations

import ipywidgets as widgets

from tutor.jupyter.page import PAGE, Page
from tutor.paint.canvas import BoardCanvas
from tutor.scene import Scene


class Board:
    """A board that shows scenes."""

    def __init__(self, page: Page = PAGE) -> None:
        self.widget = widgets.VBox([])
        self.widget.add_class("mw-board")
        self._canvas: BoardCanvas | None = None
        self._page = page
        page.follow(self)

    def show(self, scene: Scene) -> None:
        """Show another scene, in the theme that is on now."""
        if self._canvas is None:
            self._canvas = BoardCanvas(scene, theme=self._page.theme, max_width="100%", touched=False)
            self.widget.children = (self._canvas,)
            return
        self.take_theme()
        if scene != self._canvas.scene:
            self._canvas.show(scene)

    def take_theme(self) -> None:
        """Repaint the board if the page has another theme than it had."""
        if self._canvas is not None and self._canvas.theme != self._page.theme:
            self._canvas.set_theme(self._page.theme)
