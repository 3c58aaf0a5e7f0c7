"""Lessons in Jupyter: ``open_lesson("02-exploring").show("first-step")`` shows an exercise one can play.

The modules below this one need ipywidgets; nothing else in the tutor does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.faults import Faulty
from tutor.exercises.playing import opening
from tutor.jupyter.view import ExerciseView
from tutor.lessons import Lesson, find_lesson, read_lesson
from tutor.progress import Progress

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.jupyter.map import CourseMap

__all__ = ["ExerciseView", "LessonInJupyter", "open_lesson"]


class LessonInJupyter:
    """A lesson opened in a notebook. ``progress`` is None where nothing can be kept."""

    def __init__(self, lesson: Lesson, progress: Progress | None) -> None:
        self.lesson = lesson
        self.progress = progress

    def __repr__(self) -> str:
        return f"Lesson {self.lesson.number}: {self.lesson.title}"

    def show(self, exercise_id: str) -> ExerciseView:
        """An exercise of this lesson, ready to be played; KeyError names the nearest id."""
        exercise = self.lesson.exercise(exercise_id)
        ids = [each.id for each in self.lesson.exercises]
        return ExerciseView(exercise, self.progress, ids.index(exercise_id) + 1, len(ids), ids=ids)

    def state(self, exercise_id: str) -> State:
        """The situation an exercise opens with, to look into with Python."""
        return opening(self.lesson.exercise(exercise_id)).state

    def map(self) -> CourseMap:
        """The map of the course, with what has been done."""
        from tutor.jupyter.map import CourseMap

        return CourseMap(self.progress)


def open_lesson(name: str) -> LessonInJupyter:
    """Open a lesson by its name ("02-exploring"), number or path.

    Raises UnreadableText naming the nearest lesson, or every fault of its source.
    """
    lesson = read_lesson(find_lesson(name))
    try:
        progress: Progress | None = Progress()
    except (Faulty, OSError):
        progress = None
    return LessonInJupyter(lesson, progress)
