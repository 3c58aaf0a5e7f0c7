"""How Mystic Paths is shown: its portals as a scene for the same painters, and as text."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import mystic_paths
from tutor.mystic_paths.goals import read_goal
from tutor.mystic_paths.scene import board_scene
from tutor.mystic_paths.text import board_text
from tutor.mystic_paths.words import next_words
from tutor.paint.svg import svg

__all__ = ["BOT", "OFFERS", "QUESTIONS", "board_scene", "board_text", "next_words", "picture", "read_goal", "whole_board"]

BOT = "blind"
OFFERS = ("board", "variants", "secrets")
#: Nobody is met in order, and there is one edition.
QUESTIONS: Mapping[str, Callable[..., dict[str, Any]]] = {}


def picture(state: mystic_paths.State) -> str:
    """The board of a state as SVG, following the theme of the page it stands on."""
    return svg(board_scene(state), width="1000px")


whole_board = picture
