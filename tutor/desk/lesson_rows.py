"""How far somebody has come in each lesson of a course: a row a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.desk.attempts import ExerciseStatus


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A line of the learner's table: a lesson, how many of its exercises are done, tries, hints, minutes and
    the best stars of its exercises, added up."""

    name: str
    title: str
    exercises: int
    finished: int
    tries: int
    hints: int
    seconds: float
    stars: int = 0

    @property
    def done(self) -> bool:
        """Whether all of its exercises have been solved."""
        return self.exercises > 0 and self.finished >= self.exercises


Course = Sequence[tuple[str, str, Sequence[str]]]
"""Lessons as (name, title, ids of their exercises)."""


def lesson_rows(found: Sequence[ExerciseStatus], course: Course) -> list[LessonRow]:
    """One line for each lesson of the course, touched or not; what is no longer in the course is left out."""
    rows = []
    for name, title, exercises in course:
        own = [standing for standing in found if standing.lesson == name and standing.exercise in exercises]
        rows.append(
            LessonRow(
                name,
                title,
                len(exercises),
                sum(s.finished for s in own),
                sum(s.tries for s in own),
                sum(s.hints for s in own),
                sum(s.seconds for s in own),
                sum(s.stars for s in own),
            )
        )
    return rows
