"""Mystic Paths as the tutor knows it: what is its own, joined to what asks for it."""

from __future__ import annotations

from engine import mystic_paths
from engine.mystic_paths.material import COLOURS
from tutor.mystic_paths import goals, text, words
from tutor.mystic_paths.scene import board_scene
from tutor.paint.svg import svg
from tutor.scene.shapes import Scene
from tutor.teach.language import Talk
from tutor.teach.teachable import BoardLook, Teachable, Wanted


class MysticPaths(Teachable):
    """What is Mystic Paths' own; its members say what :class:`Teachable` asks."""

    name, title, package = "mystic_paths", "Mystic Paths", "engine.mystic_paths"
    seats = COLOURS
    piece_word, place_word = "walker", "portal"
    BOT, SENSIBLE = "blind", "blind"
    OFFERS = ("board", "variants", "secrets")

    def board(self, state: mystic_paths.State, look: BoardLook = BoardLook()) -> Scene:  # noqa: B008
        return board_scene(state)

    def board_text(self, state: mystic_paths.State) -> str:
        return text.board_text(state)

    def whole_board(self, state: mystic_paths.State) -> str:
        return svg(board_scene(state), width="1000px")

    def next_words(self, state: mystic_paths.State) -> str:
        return words.next_words(state)

    @property
    def talk(self) -> Talk:
        from tutor.mystic_paths.talk import talk

        return talk()

    def read_goal(self, text: str, state: mystic_paths.State) -> Wanted:
        return goals.read_goal(text, state)


GAME = MysticPaths()
