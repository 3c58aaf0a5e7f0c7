"""The ruling checker of a game as a test has it: opened, asked by a situation of its library, and by touches."""

from __future__ import annotations

from typing import Any

from tests.support.touches import a_touch
from tutor.teach.game.registry import teachable


def checker(game: str) -> Any:
    """The page of a game's checker, as one meets it."""
    return teachable(game).ask_page()()


def asked(game: str, name: str) -> Any:
    """The page after a situation of its library was opened."""
    found = checker(game)
    found.answer(a_touch("click", f"open:{name}"))
    assert not found.refusal
    return found
