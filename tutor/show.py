"""Lets a state show itself as a picture in a notebook.

The engine knows nothing of pictures; :func:`install` tells it and IPython how to make one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.mystic_wood.play import state as engine_state
from engine.mystic_wood.play.state import State
from tutor.mystic_wood.scene import board_scene, hand_scene
from tutor.mystic_wood.scene.view import View
from tutor.paint.svg import svg
from tutor.scene.shapes import Scene

if TYPE_CHECKING:
    from tutor.jupyter.canvas import StillBoard

__all__ = ["board", "board_scene", "hand_scene", "install", "picture", "still_scene", "svg"]


def picture(state: State, viewer: str | None = None) -> str:
    """The board of a state as SVG: the part that matters, following the theme of the page it stands on."""
    return svg(still_scene(state, viewer))


def still_scene(state: State, viewer: str | None = None) -> Scene:
    """The same before it is painted."""
    return board_scene(state, view=View.around(state), viewer=viewer)


def board(state: State, *, dark: bool = False) -> StillBoard:
    """The board of a state, for a cell of one's own: ``show(still_scene(another))`` paints another in its place."""
    from tutor.jupyter.canvas import StillBoard

    return StillBoard(still_scene(state), "dark" if dark else "light")


def install() -> None:
    """Have states shown as pictures: by the engine's own hook, and in IPython as a page that follows JupyterLab's theme.

    It does no harm to call it more than once, or outside IPython.
    """
    engine_state.PICTURE = picture
    shell = _shell()
    if shell is not None:
        # Inline, the picture follows the theme of the page; an <img>, as which SVG is shown otherwise, knows the system's only.
        shell.display_formatter.formatters["text/html"].for_type(State, picture)
        shell.display_formatter.formatters["image/svg+xml"].for_type(State, _nothing)  # once is enough


def _nothing(state: State) -> None:
    """No picture of this kind."""


def _shell() -> Any:
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:  # the engine and the command line need no IPython
        return None
    return get_ipython()
