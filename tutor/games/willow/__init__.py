"""The Willow game as it is shown: its map as a scene, and as text. ``teachable`` joins all that is its own."""

from tutor.games.willow.scene import board_scene
from tutor.games.willow.text import board_text

__all__ = ["board_scene", "board_text"]
