"""What a collection of puzzles stores of the right answer to an exercise: each kind says how that is read, written and proved.

A kind that says nothing stores its answer as text (:class:`AnswerForm`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.text.faults import Faulty, shown
from engine.text.keyed import TomlTable
from tutor.teach.exercise.answers import read_number
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.schema import reading_of, text

if TYPE_CHECKING:
    from tutor.teach.exercise.session import Session

#: A stored answer: the places of an order, the numbers of the right options, or a number or place as text.
StoredAnswer: TypeAlias = tuple[tuple[str, ...], ...] | tuple[int, ...] | str


class Rejected(Exception):
    """A candidate of a maker that is no good, and why, in a word or two."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The ``answer``; by how much the best option is ahead of the next (``margin``); for each option the rules against it
    (``refutations``, empty for one that is right)."""

    answer: StoredAnswer = ""
    margin: Fraction = Fraction(0)
    refutations: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Solved:
    """The ``answer`` in the form in which it is stored, and what each option ``measured`` where the best is asked for."""

    answer: StoredAnswer
    measured: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """An answer that is stored as text: a number, a place.

    ``keys`` are those that a puzzle has besides the keys of its exercise. ``mark`` is the key by which a puzzle is known to be
    of this kind where it could be of several, ``otherwise`` what helps whoever has asked for it in another way. ``examples``
    are the keys that must be there, each with a value.
    """

    keys: tuple[str, ...] = ("answer",)
    mark: str = ""
    otherwise: str = ""
    examples: tuple[tuple[str, str], ...] = ()

    def asked(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """A puzzle's table without what is only stored."""
        return {key: value for key, value in raw.items() if key not in self.keys}

    def read(self, table: TomlTable, exercise: Exercise) -> Stored:
        """What a table stores. What is wrong with it stands among the faults of its reading."""
        for key, example in self.examples:
            if not table.raw.get(key):
                table.fault(key, f"{key} is missing", f'Write {key} = "{example}", say.', "missing")
        return Stored(text(200)(table, "answer") if table.raw.get("answer") else "")

    def written(self, exercise: Exercise, stored: Stored) -> dict[str, Any]:
        """The keys of a table that store it."""
        return {"answer": stored.answer}

    def tables(self, exercise: Exercise, stored: Stored) -> dict[str, list[dict[str, Any]]]:
        """What of the exercise stands in tables of its own, with what is stored of each: by the name of the key."""
        return {}

    def told(self, exercise: Exercise, answer: StoredAnswer) -> str:
        """An answer in words."""
        return str(answer) or "nothing"

    def faults(self, exercise: Exercise, stored: Stored, solved: Solved) -> Iterator[tuple[str, str, str]]:
        """What is wrong with what is stored besides the answer: where (", option ..."), what, and what would be right."""
        return iter(())

    def is_trivial(self, exercise: Exercise, answer: StoredAnswer) -> bool:
        """Whether nobody could be wrong."""
        return False

    def completed(self, session: Session, against: Sequence[str]) -> tuple[Exercise, Stored]:
        """A made exercise with all that its author leaves to the engine, and what is stored of it besides the answer.

        ``against`` are the rules that may refute a wrong answer, the weightiest first. Raises Rejected where it is no puzzle.
        """
        return session.exercise, Stored()


class Places(AnswerForm):
    """The places of an order, those who share one together."""

    __slots__ = ()

    def read(self, table: TomlTable, exercise: Exercise) -> Stored:
        raw = table.raw.get("answer", [])
        proper = isinstance(raw, list) and all(
            isinstance(place, list) and place and all(isinstance(card, str) for card in place) for place in raw
        )
        if not proper or not raw:
            what = f"answer = {shown(raw)} is no order" if raw else "the answer is missing"
            table.fault("answer", what, 'Write it like answer = [["wild-boar", "wild-ox"], ["orc"], ["elf"]].')
            return Stored(())
        known = reading_of(table).game.cards
        for card in (card for place in raw for card in place if card not in known):
            table.fault("answer", f"there is no card {shown(card)}", table.reading.hint(card, known))
        return Stored(tuple(tuple(sorted(place)) for place in raw))

    def written(self, exercise: Exercise, stored: Stored) -> dict[str, Any]:
        return {"answer": [list(place) for place in stored.answer if isinstance(place, tuple)]}

    def told(self, exercise: Exercise, answer: StoredAnswer) -> str:
        return ", then ".join(" or ".join(place) for place in answer if isinstance(place, tuple)) or "nothing"


class Unstored(AnswerForm):
    """Nothing: whatever reaches a goal is right, or whatever has been laid out is judged."""

    __slots__ = ()

    def read(self, table: TomlTable, exercise: Exercise) -> Stored:
        return Stored()

    def written(self, exercise: Exercise, stored: Stored) -> dict[str, Any]:
        return {}


def fraction(table: TomlTable, key: str) -> Fraction:
    """A fraction under a key of a table, 0 where it is not given; a fault, and 0, where it cannot be read."""
    written = text(40)(table, key) if key in table else ""
    try:
        return read_number(written).value if written else Fraction(0)
    except Faulty as problem:
        table.fault(key, problem.faults[0].what, f'Write {key} = "1/10", say.')
        return Fraction(0)
