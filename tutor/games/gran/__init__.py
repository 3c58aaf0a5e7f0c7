"""How GRAN is shown: its board as a scene for the same painters, and as text. ``teachable`` joins all that is its own."""

from engine import gran
from tutor.draw.svg import svg
from tutor.games.gran.scene import board_scene
from tutor.games.gran.text import board_text

__all__ = ["board_scene", "board_text", "picture"]


def picture(state: gran.State) -> str:
    """The board of a state as SVG, following the theme of the page it stands on."""
    return svg(board_scene(state), width="1000px")
