"""What a kind of exercise consists of: its data, its session, its face. One module in :mod:`tutor.teach.kinds` says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.text.keyed import Key, TomlTable
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.face import Face
from tutor.teach.exercise.session import Session
from tutor.teach.exercise.stored import AnswerForm


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: the ``exercise`` it reads, the ``session`` that judges it, the ``face`` one works at.

    ``keys`` are its own in a lesson's block; ``check`` notes among a table's faults what is wrong with them together.
    ``stored`` says what a collection of puzzles stores of the answer to one.
    """

    exercise: type[Exercise]
    session: type[Session]
    face: type[Face]
    keys: tuple[Key, ...] = ()
    check: Callable[[TomlTable, dict[str, Any]], None] = lambda table, values: None
    stored: AnswerForm = AnswerForm()  # noqa: RUF009

    @property
    def name(self) -> str:
        """What it is called in a lesson: "choose"."""
        return self.exercise.kind
