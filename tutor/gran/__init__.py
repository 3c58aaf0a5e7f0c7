"""How GRAN is shown: its board as a scene for the same painters, and as text."""

from tutor.gran.scene import board_scene
from tutor.gran.text import board_text

__all__ = ["board_scene", "board_text"]
