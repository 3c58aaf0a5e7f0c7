"""What is typed into the checker's words box, as questions: how each was understood, and whose turn it would be.

The words are understood in the room for language (:mod:`tutor.teach.language`) by what the game tells of itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from engine.faults import Faulty
from tutor import games
from tutor.pages.checker.asking import Kind, Question


class Reading(NamedTuple):
    """One way to understand the words. ``who`` is another Knight than the one whose decision it is, or ""."""

    question: Question
    who: str = ""

    def words(self, state: Any) -> str:
        """How it was understood, in a sentence."""
        return games.teachable(games.FIRST).talk.question_words(state, self.question.kind, self.question.action, self.who)


class Understood(NamedTuple):
    """What words can mean: none, one or several ``readings``; ``notes`` say what was read as something else, or not at all.

    Only where it is ``sure`` may a single reading be answered at once; otherwise whoever asks is to choose it.
    """

    readings: tuple[Reading, ...]
    notes: tuple[str, ...] = ()
    sure: bool = True


def understand(text: str, state: Any) -> Understood:
    """What a question in everyday words can mean in this situation."""
    found = games.teachable(games.FIRST).talk.understood(text, state)
    readings = tuple(Reading(Question(cast("Kind", one.kind), one.what), one.who) for one in found.meanings)
    return Understood(readings, found.notes, found.sure)


def turned_to(state: Any, who: str) -> Any:
    """The same moment as if it were another Knight's turn; None if that cannot be."""
    game = games.game(games.FIRST)
    raw = game.to_dict(state)
    for key in ("pending", "powers", "stayed"):
        raw.pop(key, None)
    arrived = raw["knights"][who].get("came_from") is not None
    try:
        return game.from_dict({**raw, "turn": who, "moment": "arrived" if arrived else "start"})
    except Faulty:
        return None
