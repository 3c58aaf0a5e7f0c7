"""The Mystic Wood's common situations, and a denizen's face by itself."""

from __future__ import annotations

from tutor.games.mystic_wood.teachable import GAME
from tutor.pages.editor import library
from tutor.pages.editor.library import Common

LIBRARY = library.library(GAME.name)


def common(name: str) -> Common:
    """That situation, of the library or of a lesson; KeyError if there is none of this name."""
    return library.common(GAME, name)
