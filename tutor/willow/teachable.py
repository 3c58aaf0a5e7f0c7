"""The Willow game as the tutor knows it: what is its own, joined to what asks for it."""

from __future__ import annotations

from engine import willow
from tutor.teach.language import Talk
from tutor.teach.teachable import Teachable, Wanted
from tutor.willow import goals, text
from tutor.willow.picture import picture


class Willow(Teachable):
    """What is the Willow game's own; its members say what :class:`Teachable` asks."""

    name, title, package = "willow", "The Willow game", "engine.willow"
    piece_word, place_word = "character", "space"
    BOT, SENSIBLE = "planner", "planner"
    OFFERS = ("board", "secrets")

    def board_text(self, state: willow.State) -> str:
        return text.board_text(state)

    def whole_board(self, state: willow.State) -> str:
        return picture(state)

    def next_words(self, state: willow.State) -> str:
        return text.next_words(state)

    @property
    def talk(self) -> Talk:
        from tutor.willow.talk import talk

        return talk()

    def read_goal(self, text: str, state: willow.State) -> Wanted:
        return goals.read_goal(text, state)


GAME = Willow()
