"""What a kind of exercise consists of: its data, its session, its face. One module in :mod:`tutor.teach.kinds` says it."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.teach.exercise import Exercise
from tutor.teach.face import Face
from tutor.teach.session import Session


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: the ``exercise`` it reads, the ``session`` that judges it, the ``face`` one works at."""

    exercise: type[Exercise]
    session: type[Session]
    face: type[Face]

    @property
    def name(self) -> str:
        """What it is called in a lesson: "choose"."""
        return self.exercise.kind
