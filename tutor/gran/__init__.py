"""How GRAN is shown: its board as a scene for the same painters, and as text."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import gran
from tutor.gran.goals import read_goal
from tutor.gran.scene import board_scene
from tutor.gran.text import board_text
from tutor.gran.words import next_words
from tutor.paint.svg import svg

__all__ = ["BOT", "OFFERS", "QUESTIONS", "board_scene", "board_text", "next_words", "picture", "read_goal", "whole_board"]

BOT = "careful"
OFFERS = ("board",)
#: Nobody is met in order, and there is one edition.
QUESTIONS: Mapping[str, Callable[..., dict[str, Any]]] = {}


def picture(state: gran.State) -> str:
    """The board of a state as SVG, following the theme of the page it stands on."""
    return svg(board_scene(state), width="1000px")


whole_board = picture
