"""How the Willow game is shown: its map as a picture and as text. ``teachable`` joins all that is its own."""

from tutor.willow.picture import picture
from tutor.willow.text import board_text

__all__ = ["board_text", "picture"]
