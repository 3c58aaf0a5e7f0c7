"""A state of any game as a picture in a notebook. The engine knows nothing of pictures; it finds this by an entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor import games
from tutor.paint.svg import svg
from tutor.scene.shapes import Scene

if TYPE_CHECKING:
    from tutor.jupyter.canvas import StillBoard


def picture(state: Any, viewer: str | None = None) -> str:
    """The board of a state as SVG: the part that matters, following the theme of the page it stands on."""
    return svg(still_scene(state, viewer))


def still_scene(state: Any, viewer: str | None = None) -> Scene:
    """The same before it is painted."""
    return games.of_state(state).still(state, viewer)


def board(state: Any, *, dark: bool = False) -> StillBoard:
    """The board of a state, for a cell of one's own: ``show(still_scene(another))`` paints another in its place."""
    from tutor.jupyter.canvas import StillBoard

    return StillBoard(still_scene(state), "dark" if dark else "light")
