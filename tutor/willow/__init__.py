"""How the Willow game is shown: its map as a picture and as text."""

from collections.abc import Callable, Mapping
from typing import Any

from tutor.willow.goals import read_goal
from tutor.willow.picture import picture
from tutor.willow.text import board_text, next_words

__all__ = ["BOT", "OFFERS", "QUESTIONS", "board_text", "next_words", "picture", "read_goal", "whole_board"]

BOT = "planner"
OFFERS = ("board", "secrets")
#: Nobody is met in order, and there is one edition.
QUESTIONS: Mapping[str, Callable[..., dict[str, Any]]] = {}
whole_board = picture
