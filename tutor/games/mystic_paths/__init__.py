"""How Mystic Paths is shown: its portals as a scene for the same painters, and as text. ``teachable`` joins what is its own."""

from engine import mystic_paths
from tutor.draw.svg import svg
from tutor.games.mystic_paths.scene import board_scene
from tutor.games.mystic_paths.text import board_text

__all__ = ["board_scene", "board_text", "picture"]


def picture(state: mystic_paths.State) -> str:
    """The board of a state as SVG, following the theme of the page it stands on."""
    return svg(board_scene(state), width="1000px")
