"""The trainer in a notebook: one puzzle at a time, and above it what to do: today's puzzle, training, a streak, or review."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from tutor.content.puzzles.model import Puzzle
from tutor.content.trainer.choices import OPEN, Choices, Wishes
from tutor.desk import Want
from tutor.desk.progress import Progress
from tutor.hosts.lab.puzzles import PuzzleView
from tutor.hosts.lab.view import Clock, picture_of
from tutor.pages.exercise.puzzle import EMPTY, Solving
from tutor.pages.exercise.trainer import MODES, SUMMARY, WISHED, TrainerDocument
from tutor.teach.exercise.exercise import Exercise


class TrainerView(PuzzleView):
    """A puzzle desk whose picker is chosen above it. It opens with the puzzle of the day, or if that is solved with training."""

    def __init__(self, puzzles: Sequence[Puzzle], progress: Progress, clock: Clock = time.time) -> None:
        self._choices = Choices(progress, puzzles)
        super().__init__(self._choices.mode_of(self._choices.first, OPEN), progress, clock, name="trainer")

    def _begin(self, exercise: Exercise, number: int, count: int) -> None:
        first = self._choices.first
        self._open_document(TrainerDocument(self._choices.mode_of, first, self._choices.wished()), {"mode": first})

    def _goes_on(self, doc: Solving) -> str:
        return self._choices.goes_on(self.mode, bool(doc.tried), doc.told, doc.begun)

    @property
    def mode(self) -> str:
        """What is done now."""
        mode: str = self.desk.doc.mode
        return mode

    @property
    def wishes(self) -> Wishes:
        """What is wished of puzzles to train with."""
        wishes: Wishes = self.desk.doc.wishes
        return wishes

    def __repr__(self) -> str:
        """What there is to do: always the same, whatever the day and whatever the learner has done."""
        return "\n".join(["The trainer.", *(f"  {text}: {tip}" for text, tip in MODES.values())])

    def picture(self) -> str:
        """An empty board, for where nothing runs."""
        return picture_of(EMPTY)

    def asks(self) -> dict[Want | str, Callable[[], Any]]:
        return {
            **super().asks(),
            SUMMARY: lambda: self._choices.summary(self.mode, self.wishes),
            WISHED: lambda: self.document.wished,
        }
