"""Where the board's scene meets a widget: its size on the page, and the theme the page has on."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from tutor.jupyter.page import PAGE, Page
from tutor.paint.canvas import BoardCanvas
from tutor.scene import Scene

#: The most room a board takes on the page, in pixels, so that question and board are seen together.
WIDEST, HIGHEST = 660, 680
#: What stands above and below a board of its exercise and of JupyterLab itself, in pixels; and how high a board is at least.
AROUND, LOWEST = 330, 340


class Board:
    """A board that shows scenes and tells ``on_click`` the id of the target clicked."""

    def __init__(self, on_click: Callable[[str], None], page: Page = PAGE) -> None:
        self.on_click = on_click
        self.widget = widgets.VBox([])
        self.widget.add_class("mw-board")
        self._canvas: BoardCanvas | None = None
        self._page = page
        #: How wide the picture is at most, as CSS has it; what stands beside it may take the rest.
        self.width = f"{WIDEST}px"
        page.follow(self)

    def show(self, scene: Scene) -> None:
        """Show another scene, in the theme that is on now."""
        self.width = width_of(scene)
        if self._canvas is None:
            self._canvas = BoardCanvas(scene, theme=self._page.theme, max_width=self.width)
            self._canvas.on_click(self.on_click)
            self.widget.children = (self._canvas,)
            return
        self.take_theme()
        if scene != self._canvas.scene:
            self._canvas._max_width = self.width
            self._canvas.show(scene)

    def take_theme(self) -> None:
        """Repaint the board if the page has another theme than it had."""
        if self._canvas is not None and self._canvas.theme != self._page.theme:
            self._canvas.set_theme(self._page.theme)


def width_of(scene: Scene) -> str:
    """How wide a board is at most: as its shape allows, and on a low window so that its question is seen with it."""
    ratio = scene.width / scene.height
    widest = round(min(WIDEST, HIGHEST * ratio))
    least = round(min(WIDEST, LOWEST * ratio))
    return f"max({least}px, min({widest}px, calc((100vh - {AROUND}px) * {ratio:.3f})))"
