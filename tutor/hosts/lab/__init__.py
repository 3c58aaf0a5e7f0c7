"""Lessons in Jupyter: ``exercise("02-exploring", "first-step")`` shows an exercise one can play.

The modules below this one need ipywidgets; nothing else in the tutor does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.content.lessons import Lesson, load_lesson
from tutor.desk.progress import Progress, progress_now
from tutor.hosts.lab.view import ExerciseView
from tutor.teach.exercise.playing import opening

if TYPE_CHECKING:
    from engine.contract.game import State
    from tutor.hosts.lab.map import CourseMap
    from tutor.hosts.lab.puzzles import PuzzleView
    from tutor.hosts.lab.still import StillBoard
    from tutor.hosts.lab.training import TrainerView

__all__ = [
    "ExerciseView",
    "LessonInJupyter",
    "board",
    "course_map",
    "exercise",
    "open_lesson",
    "puzzle_desk",
    "situation",
    "trainer",
]


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
        found: State = opening(self.lesson.exercise(exercise_id)).state
        return found

    def map(self) -> CourseMap:
        """The map of the course, with what has been done."""
        from tutor.hosts.lab.map import CourseMap

        return CourseMap(self.progress)


def open_lesson(name: str) -> LessonInJupyter:
    """Open a lesson by its name ("02-exploring"), number or path.

    Raises UnreadableText naming the nearest lesson, or every fault of its source.
    """
    return LessonInJupyter(load_lesson(name), progress_now())


def exercise(lesson: str, exercise_id: str) -> ExerciseView:
    """An exercise of a lesson, ready to be played: all that a cell of a lesson's notebook says."""
    return open_lesson(lesson).show(exercise_id)


def situation(lesson: str, exercise_id: str) -> State:
    """The situation an exercise opens with, to look into with Python."""
    return open_lesson(lesson).state(exercise_id)


def board(state: State) -> StillBoard:
    """The board of a state of any game with a board, as a state shows itself: touched, it says what lies there."""
    from tutor.hosts.lab.still import board as of_state

    return of_state(state)


def course_map() -> CourseMap:
    """The map of the course, with what the learner has done."""
    from tutor.hosts.lab.map import CourseMap

    return CourseMap(progress_now())


def puzzle_desk(shelf: str) -> PuzzleView:
    """The puzzles of a shelf, one at a time, from the first that is not solved: all that a cell of a puzzles' notebook says."""
    from tutor.content.puzzles.shelves import find_shelf
    from tutor.hosts.lab.puzzles import desk_of

    found = find_shelf(shelf)
    return desk_of(found.puzzles, progress_now(), name=found.name)


def trainer() -> TrainerView:
    """The trainer, with what the learner has done: all that the cell of its notebook says."""
    from tutor.content.puzzles.book import puzzles_by_id
    from tutor.hosts.lab.training import TrainerView

    return TrainerView(list(puzzles_by_id().values()), Progress())
