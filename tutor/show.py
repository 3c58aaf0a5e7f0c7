"""Lets a state show itself as a picture in a notebook.

The engine knows nothing of pictures; :func:`install` tells it and IPython how to make one.
"""

from __future__ import annotations

from typing import Any

from engine.mystic_wood.play import state as engine_state
from engine.mystic_wood.play.state import State
from tutor.mystic_wood.scene import board_scene, hand_scene
from tutor.mystic_wood.scene.view import View
from tutor.paint.svg import svg

__all__ = ["board_scene", "hand_scene", "install", "picture", "svg"]


def picture(state: State, viewer: str | None = None) -> str:
    """The board of a state as SVG: the part that matters, following the theme of the page it stands on."""
    return svg(board_scene(state, view=View.around(state), viewer=viewer))


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
