"""How a state of any game shows itself in a notebook. The engine knows nothing of it; it finds this by entry points."""

from __future__ import annotations

import sys
from typing import Any

from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.teach.game import registry as games


def picture(state: Any, viewer: str | None = None) -> str:
    """The board of a state as SVG: the part that matters, following the theme of the page it stands on."""
    return svg(still_scene(state, viewer))


def still_scene(state: Any, viewer: str | None = None) -> Scene:
    """The same before it is painted."""
    return games.of_state(state).still(state, viewer)


def bundle(state: Any) -> dict[str, Any] | None:
    """A state's board on a canvas, where a Jupyter kernel runs; None elsewhere, where a picture or text must do."""
    if "ipykernel" not in sys.modules or not in_kernel():
        return None
    from tutor.hosts.lab.still import bundle as alive

    return alive(state)


def in_kernel() -> bool:
    """Whether this is a kernel of Jupyter's, to which widgets can talk."""
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None
