"""What is typed into the checker's words box, as questions: how each was understood.

The words are understood in the room for language (:mod:`tutor.teach.language`) by what the game tells of itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from tutor.teach.game.asking import Question, QuestionKind
from tutor.teach.game.teachable import Teachable


class AskedQuestion(NamedTuple):
    """One way to understand the words. ``who`` is another Knight than the one whose decision it is, or ""."""

    question: Question
    who: str = ""

    def words(self, game: Teachable, state: Any) -> str:
        """How it was understood, in a sentence."""
        return game.asking.question_words(state, self.question, self.who)

    def turned(self, game: Teachable, state: Any) -> Any:
        """The moment at which it is asked: that of whom it names; None where it cannot be his turn."""
        if not self.who or self.who == game.asking.asker(state):
            return state
        return game.asking.turned_to(state, self.who)


class HeardQuestions(NamedTuple):
    """What words can mean: none, one or several ``readings``; ``notes`` say what was read as something else, or not at all.

    Only where it is ``sure`` may a single reading be answered at once; otherwise whoever asks is to choose it.
    """

    readings: tuple[AskedQuestion, ...]
    notes: tuple[str, ...] = ()
    sure: bool = True


def understand(game: Teachable, text: str, state: Any) -> HeardQuestions:
    """What a question in everyday words can mean in this situation."""
    found = game.talk.understood(text, state)
    readings = tuple(
        AskedQuestion(Question(cast("QuestionKind", one.kind), one.what), one.who) for one in found.meanings
    )
    return HeardQuestions(readings, found.notes, found.sure)
