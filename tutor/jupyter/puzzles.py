"""Puzzles in a notebook, one at a time on the same board: whoever picks them says which is next."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from engine.faults import Faulty
from tutor.exercises.model import Watch
from tutor.jupyter.view import Clock, ExerciseView, picture_of
from tutor.present import Button, Kept, Shown, presenter
from tutor.present.describing import describe
from tutor.progress import Progress
from tutor.puzzles.model import Puzzle
from tutor.puzzles.picking import Picker, Through
from tutor.puzzles.reading import LESSON

#: What is on the board when there is no puzzle.
_EMPTY = Watch(id="no-puzzle", lesson=LESSON, title="No puzzle is left", situation='order = ["george"]', focus="b1-d3")


class PuzzleDesk(ExerciseView):
    """One puzzle at a time. ``picker`` says which, and is told how it was answered; ``progress`` keeps every try (None keeps
    nothing)."""

    def __init__(self, picker: Picker, progress: Progress | None = None, clock: Clock = time.monotonic) -> None:
        self.picker = picker
        self.puzzle: Puzzle | None = picker.next()
        #: The line under the verdict.
        self.line = ""
        self._told = self._helped = False
        self._begun = clock()
        exercise = self.puzzle.exercise if self.puzzle is not None else _EMPTY
        super().__init__(exercise, progress, clock=clock, ids=[puzzle.id for puzzle in picker.puzzles])

    def __repr__(self) -> str:
        """The first puzzle in full and the others by name: always the same, whatever the learner has done before."""
        if not self.picker.puzzles:
            return describe(_EMPTY) if self.puzzle is None else f"{self.picker.heading()}\n{describe(self.puzzle.exercise)}"
        names = [f"  {tags_line(puzzle):44} {puzzle.exercise.name}" for puzzle in self.picker.puzzles]
        return "\n".join([describe(self.picker.puzzles[0].exercise), "", "The puzzles here:", *names])

    def picture(self) -> str:
        """The board of the first puzzle, for where nothing runs."""
        return picture_of(self.picker.puzzles[0].exercise if self.picker.puzzles else self.exercise)

    # ---------------------------------------------------------------- going on
    def _work(self, given: dict[str, object]) -> None:
        button = str(given.get("id", "")) if given.get("do") == "press" else ""
        if button in ("next", "previous") and given.get("of", self.exercise.id) != self.exercise.id:
            return  # pressed once more before what follows was on the page
        if button == "next":
            if self.puzzle is not None and not self._told:
                self.picker.left(self.puzzle)
            self._open(self.picker.next())
        elif button == "previous":
            self._open(self.picker.back() or self.puzzle)
        elif button.startswith("puzzle:"):
            self._open(self.picker.to(button.removeprefix("puzzle:")) or self.puzzle)
        else:
            super()._work(given)

    def _open(self, puzzle: Puzzle | None) -> None:
        """Show a puzzle in the place of the one before, as it begins."""
        self.puzzle = puzzle
        self.exercise = puzzle.exercise if puzzle is not None else _EMPTY
        self.presenter = presenter(self.exercise)
        self.line = ""
        self._told = self._helped = False
        self._begun = self._since = self._clock()
        self._look_up()
        self.refresh()

    def _answered(self, kept: Kept) -> None:
        if kept.outcome == "hint":
            self._helped = True
        if self.puzzle is None or self._told or kept.outcome not in ("right", "wrong", "solution"):
            return
        self._told = True
        first = kept.outcome == "right" and not self._helped
        self.line = self.picker.told(self.puzzle, first, self._clock() - self._begun)

    # ---------------------------------------------------------------- showing
    def shown(self) -> Shown:
        return self.dressed(super().shown())

    def dressed(self, shown: Shown) -> Shown:
        """What is shown of an exercise, with what is said of a puzzle and the ways on from it."""
        puzzles = self.picker.puzzles
        number = next((n for n, each in enumerate(puzzles, start=1) if self.puzzle and each.id == self.puzzle.id), 0)
        tools = [replace(tool, text="⟲ Try again") if tool.id == "again" else tool for tool in shown.tools if tool.id != "next"]
        if number > 1:
            tools.append(Button("previous", "← Back", "The puzzle before this one", key="p"))
        if self.puzzle is not None:
            done = shown.solved or self._told
            tools.append(Button("next", "Next →" if done else "Skip →", "The next puzzle", main=shown.solved, key="n"))
        return replace(
            shown,
            number=number,
            count=len(puzzles),
            tools=tuple(tools),
            key=self.exercise.id,
            above=self.picker.heading(),
            tags=tags_of(self.puzzle) if self.puzzle is not None else (),
            below=self.line,
        )


def tags_of(puzzle: Puzzle) -> tuple[str, ...]:
    """What is said of a puzzle above it: its kind, how hard it is, and the editions it holds in."""
    return puzzle.kind, str(puzzle.rating), " and ".join(puzzle.editions)


def tags_line(puzzle: Puzzle) -> str:
    """The same in a line of text."""
    return " · ".join(tags_of(puzzle))


def done_of(progress: Progress | None) -> Callable[[], frozenset[str]]:
    """What tells at any time which puzzles a learner has solved; nothing where that cannot be known."""

    def done() -> frozenset[str]:
        try:
            return progress.finished(LESSON) if progress is not None else frozenset()
        except Faulty:
            return frozenset()

    return done


def desk_of(puzzles: tuple[Puzzle, ...], progress: Progress | None, title: str = "") -> PuzzleDesk:
    """A desk that goes through puzzles in their order, from the first that is not done."""
    return PuzzleDesk(Through(puzzles, done_of(progress), title), progress)
