"""What a puzzle is: an exercise of the tutor's, with its kind, themes, editions, difficulty, and the answers that are stored."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.stored import Rejected, Stored, StoredAnswer
from tutor.teach.game.teachable import Teachable

__all__ = ["EASIEST", "HARDEST", "Puzzle", "Rejected"]

EASIEST, HARDEST = 400, 2800


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. ``exercise`` is what the learner works at, in the first of the ``editions``; the answer holds in all of them.

    ``margin`` is by how much the best option must beat the next. ``refutations`` are, for each option, the rules that refute
    it (empty for one that is right). ``background`` are those of its rules that it takes for granted: the engine names them
    nowhere on the way to the answer. ``twin`` is the puzzle it is the mirror of, ``follows`` the one before it in a story.
    ``collection`` is the file it comes from, without ".toml", and ``situation_line`` where its
    situation begins in it.
    """

    id: str
    kind: str
    exercise: Exercise
    editions: tuple[str, ...]
    themes: tuple[str, ...]
    rating: int
    answer: StoredAnswer
    margin: Fraction = Fraction(0)
    refutations: tuple[tuple[str, ...], ...] = ()
    background: tuple[str, ...] = ()
    twin: str = ""
    follows: str = ""
    collection: str = field(default="", compare=False)
    situation_line: int = field(default=0, compare=False)

    @property
    def game(self) -> Teachable:
        """The game it is about."""
        return self.exercise.game

    @property
    def stored(self) -> Stored:
        """What is stored of its answer."""
        return Stored(self.answer, self.margin, self.refutations)

    @property
    def question(self) -> str:
        """What is asked, in one sentence."""
        return self.exercise.prompt

    @property
    def point(self) -> str:
        """What is worth remembering, said after it is solved."""
        return self.exercise.after

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it is about, those in the background last."""
        return self.exercise.rules

    def in_edition(self, edition: str) -> Exercise:
        """Its exercise as it is in an edition."""
        return replace(self.exercise, edition=edition)
