"""Where the board's scene meets a widget: its size on the page, and the theme JupyterLab has on."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import ipywidgets as widgets

from tutor.paint.canvas import BoardCanvas
from tutor.paint.theme import ThemeName
from tutor.scene import Scene

#: The most room a board takes on the page, in pixels, so that question and board are seen together.
WIDEST, HIGHEST = 660, 680
_THEMES = Path("lab") / "user-settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"


class Board:
    """A board that shows scenes and tells ``on_click`` the id of the target clicked."""

    def __init__(self, on_click: Callable[[str], None]) -> None:
        self.on_click = on_click
        self.widget = widgets.VBox([])
        self.widget.add_class("mw-board")
        self._canvas: BoardCanvas | None = None
        #: How wide the picture is at most, in pixels; what stands beside it may take the rest.
        self.width = WIDEST

    def show(self, scene: Scene) -> None:
        """Show another scene, in the theme that is on now."""
        theme = theme_now()
        self.width = round(min(WIDEST, HIGHEST * scene.width / scene.height))
        width = f"{self.width}px"
        if self._canvas is None:
            self._canvas = BoardCanvas(scene, theme=theme, max_width=width)
            self._canvas.on_click(self.on_click)
            self.widget.children = (self._canvas,)
            return
        if self._canvas.theme != theme:
            self._canvas.set_theme(theme)
        if scene != self._canvas.scene:
            self._canvas._max_width = width
            self._canvas.show(scene)


def theme_now() -> ThemeName:
    """The theme chosen in JupyterLab, as its settings say; light when they say nothing."""
    folder = os.environ.get("JUPYTERLAB_SETTINGS_DIR")
    config = Path(os.environ.get("JUPYTER_CONFIG_DIR") or Path.home() / ".jupyter")
    settings = Path(folder) / _THEMES.relative_to("lab/user-settings") if folder else config / _THEMES
    try:
        text = settings.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return "light"
    said = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)  # such files may hold comments
    chosen = re.search(r'"theme"\s*:\s*"([^"]*)"', said)
    return "dark" if chosen and "dark" in chosen[1].lower() else "light"
