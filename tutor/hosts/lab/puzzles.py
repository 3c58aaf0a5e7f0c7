"""Puzzles in a notebook, one at a time on the same board: whoever picks them says which is next."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.text.faults import Faulty
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.picking import Picker, Through
from tutor.content.puzzles.reading import LESSON
from tutor.desk import Want
from tutor.desk.progress import Progress
from tutor.hosts.lab.desks import LEARNER, KeptDesk, open_desk
from tutor.hosts.lab.view import Clock, ExerciseView, picture_of
from tutor.pages.exercise.describing import describe
from tutor.pages.exercise.puzzle import EMPTY, HEADING, PuzzleDocument, Solving, since_shown
from tutor.teach.exercise.exercise import Exercise


class PuzzleView(ExerciseView):
    """One puzzle at a time. ``picker`` says which, and is told how it was answered; ``progress`` keeps every try (None keeps
    nothing). ``name`` is what its log is kept under; "" keeps none."""

    def __init__(
        self, picker: Picker, progress: Progress | None = None, clock: Clock = time.time, name: str = ""
    ) -> None:
        self._name = name
        self._picker = picker
        super().__init__(EMPTY, progress, clock=clock, ids=[puzzle.id for puzzle in picker.puzzles])

    def _begin(self, exercise: Exercise, number: int, count: int) -> None:
        """Open the desk: at the puzzle that was left, else at the first the picker shows."""
        self._open_document(PuzzleDocument(self._picker), {"puzzles": self._name})

    def _open_document(self, document: PuzzleDocument, source: Mapping[str, Any]) -> None:
        progress, record, clock = self._progress, self._record, self._clock
        kept = progress if self._name else None

        def made() -> KeptDesk[Solving]:
            return KeptDesk(document, f"puzzles {self._name}", source, kept, record, clock, since_shown)

        desk = open_desk(f"puzzles {self._name}", kept, made)
        begun = desk.n
        self._sit(desk)
        if begun and (text := self._goes_on(desk.doc)):
            desk.append(LEARNER, text)
            desk.go_on()
            desk.show_all()

    def _goes_on(self, doc: Solving) -> str:
        """What is done first at a desk that was left: a puzzle that was answered is left behind; "" goes on with it."""
        return "onward" if doc.told else ""

    @property
    def picker(self) -> Picker:
        """Who picks the puzzles."""
        picker: Picker = self.document.picker
        return picker

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle shown now."""
        found: Puzzle | None = self.desk.doc.puzzle
        return found

    @property
    def line(self) -> str:
        """The line under the verdict."""
        line: str = self.desk.doc.line
        return line

    def __repr__(self) -> str:
        """The first puzzle in full and the others by name: always the same, whatever the learner has done before."""
        if not self.picker.puzzles:
            return (
                describe(EMPTY) if self.puzzle is None else f"{self.picker.heading()}\n{describe(self.puzzle.exercise)}"
            )
        names = [f"  {tags_line(puzzle):44} {puzzle.exercise.name}" for puzzle in self.picker.puzzles]
        return "\n".join([describe(self.picker.puzzles[0].exercise), "", "The puzzles here:", *names])

    def picture(self) -> str:
        """The board of the first puzzle, for where nothing runs."""
        return picture_of(self.picker.puzzles[0].exercise if self.picker.puzzles else self.exercise)

    # ---------------------------------------------------------------- showing
    def asks(self) -> dict[Want | str, Callable[[], Any]]:
        return {**super().asks(), HEADING: self._heading}

    def _heading(self) -> str:
        return self.picker.heading()


def tags_line(puzzle: Puzzle) -> str:
    """What is said of a puzzle in a list: its kind, how hard it is, and its editions."""
    return f"{puzzle.kind} · {puzzle.rating} · {' and '.join(puzzle.editions)}"


def done_of(progress: Progress | None) -> Callable[[], frozenset[str]]:
    """What tells at any time which puzzles a learner has solved; nothing where that cannot be known."""

    def done() -> frozenset[str]:
        try:
            return progress.finished(LESSON) if progress is not None else frozenset()
        except Faulty:
            return frozenset()

    return done


def desk_of(puzzles: tuple[Puzzle, ...], progress: Progress | None, title: str = "", name: str = "") -> PuzzleView:
    """A desk that goes through puzzles in their order, from the first that is not done."""
    return PuzzleView(Through(puzzles, done_of(progress), title), progress, name=name)
