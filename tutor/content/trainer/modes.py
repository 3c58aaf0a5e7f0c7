"""The trainer's four modes, each a picker of puzzles: training, a streak, the puzzle of the day, and review of what was missed.

A mode reads the state anew whenever a puzzle is wanted, and notes a first try as soon as it is told of it, so that leaving in the
middle loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.picking import Picker
from tutor.content.trainer.learner_state import (
    DAILY,
    MISSES,
    REVIEW,
    SHOWN,
    STREAK,
    TRAINER,
    TRAINING,
    LearnerState,
    Run,
    day_of,
    learner_state,
)
from tutor.content.trainer.picking import for_review, for_streak, for_training, is_fresh, of_the_day
from tutor.desk.progress import Progress
from tutor.teach.review import DAY

#: Seconds after which a puzzle that is skipped in training has been worked at.
LOOKED_AT = 30.0


class Mode(Picker):
    """What the modes share: the same puzzle until it is answered or left, its first try noted, and rated if it is fresh.

    ``puzzles`` are those to pick from (what a Picker calls so is the bar of a desk, and a trainer has none).
    """

    #: Whether first tries are rated: not those at puzzles from a file, whose ratings anybody may have written.
    rates = True

    def __init__(self, progress: Progress, puzzles: Sequence[Puzzle], rates: bool = True) -> None:
        self.progress = progress
        self.rates = self.rates and rates
        self.choice = tuple(puzzles)
        self._puzzle: Puzzle | None = None
        self._fresh = False
        self._since = 0.0
        self._told = False
        self._left: set[str] = set()
        #: The state, and of how many tries on which day.
        self._known: tuple[int, float, LearnerState] | None = None

    # ---------------------------------------------------------------- what a desk asks
    def next(self) -> Puzzle | None:
        if self._puzzle is None or self._told:
            state = self.state()
            self._puzzle = self.pick(state)
            self._told = False
            self._since = self.progress.clock()
            self._fresh = self.rates and self._puzzle is not None and is_fresh(state, self._puzzle.id, self._since)
        return self._puzzle

    def resume(self, puzzle: Puzzle, answered: bool, since: float) -> None:
        if puzzle is not self._puzzle:
            self._puzzle, self._told, self._since = puzzle, answered, since
            # What was done at it since it lies open, a hint, say, is not of an earlier time.
            before = [each for each in self.progress.attempts() if each.at < since]
            self._fresh = self.rates and is_fresh(learner_state(before, since), puzzle.id, since)

    def left(self, puzzle: Puzzle) -> None:
        if puzzle is self._puzzle and not self._told:
            self._left.add(puzzle.id)
            self._puzzle = None

    def told(self, puzzle: Puzzle, first_try: bool, seconds: float) -> str:
        if puzzle is not self._puzzle or self._told:
            return ""
        before = self.state()
        self._told = True
        # It may lie open in another mode, or another notebook, and have been answered there meanwhile.
        self._fresh = self._fresh and not any(
            each.puzzle == puzzle.id and each.at >= self._since for each in before.bouts
        )
        outcome = "right" if first_try else "wrong"
        self.progress.record(TRAINER, puzzle.id, outcome, mode=self.mode(), against=puzzle.rating if self._fresh else 0)
        return self.line(before, self.state())

    # ---------------------------------------------------------------- what a mode says for itself
    def mode(self) -> str:
        """What a try is noted as."""
        raise NotImplementedError

    def pick(self, state: LearnerState) -> Puzzle | None:
        """The puzzle to show now; None if there is nothing more."""
        raise NotImplementedError

    def line(self, before: LearnerState, after: LearnerState) -> str:
        """What is said to a first try: how the rating has changed."""
        if not self._fresh:
            return "Not rated: you have worked at this one before." if self.rates else self.unrated
        change = round(after.rating.value) - round(before.rating.value)
        return f"Your rating: {after.rating} ({change:+d})."

    @property
    def unrated(self) -> str:
        """What is said where nothing is rated."""
        return "Not rated: puzzles from a file rate nobody."

    def state(self) -> LearnerState:
        """The learner's state at this moment."""
        attempts, now = self.progress.attempts(), self.progress.clock()
        if self._known is None or self._known[:2] != (len(attempts), now // DAY):
            self._known = len(attempts), now // DAY, learner_state(attempts, now)
        return self._known[2]


class Training(Mode):
    """Puzzles about as hard as does him good; ``themes`` and other wishes are met by the puzzles given, ``about`` names them."""

    def __init__(
        self, progress: Progress, puzzles: Sequence[Puzzle], about: str = "", any_theme: bool = True, rates: bool = True
    ) -> None:
        super().__init__(progress, puzzles, rates)
        self.about = about
        self.any_theme = any_theme

    def heading(self) -> str:
        return f"Training: {self.about}" if self.about else "Training"

    def mode(self) -> str:
        return TRAINING

    def pick(self, state: LearnerState) -> Puzzle | None:
        now = self.progress.clock()
        found = for_training(state, self.choice, now, self.any_theme, self._left)
        if found is None:  # every one has been left: from the beginning
            self._left.clear()
            found = for_training(state, self.choice, now, self.any_theme)
        return found

    def left(self, puzzle: Puzzle) -> None:
        """Who looks at a puzzle for long and goes on has worked at it: it is not rated when it comes again."""
        if puzzle is self._puzzle and not self._told and self.progress.clock() - self._since >= LOOKED_AT:
            self.progress.record(TRAINER, puzzle.id, "hint", mode=TRAINING)
        super().left(puzzle)


class Streak(Mode):
    """Ever harder puzzles until the third that is missed. It goes on where it was left, on another day too."""

    def __init__(self, progress: Progress, puzzles: Sequence[Puzzle], rates: bool = True) -> None:
        super().__init__(progress, puzzles, rates)
        run = self.state().run
        self._name = run.name if run is not None else self._new_name()
        self._at_the_end = False

    def _new_name(self) -> str:
        """After the second it begins in, or the next that no other is named after: three are soon missed."""
        second, taken = round(self.progress.clock()), {run.name for run in self.state().runs}
        while f"{STREAK} {second}" in taken:
            second += 1
        return f"{STREAK} {second}"

    def again(self) -> None:
        """Begin a new streak; the one under way, if any, stays as far as it went."""
        self._name, self._puzzle, self._told, self._at_the_end = self._new_name(), None, False, False

    def run(self, state: LearnerState) -> Run:
        """The streak under way, or just ended."""
        return next((run for run in state.runs if run.name == self._name), Run(self._name))

    def heading(self) -> str:
        state = self.state()
        run = self.run(state)
        if run.over or self._at_the_end:
            end = "the third miss" if run.over else "there is no harder puzzle"
            return f"The streak is over, {end}: {run.right} right, your best is {state.best_streak}"
        return f"Streak: {run.right} right, {run.missed} of {MISSES} missed · best {state.best_streak}"

    def mode(self) -> str:
        return self._name

    def pick(self, state: LearnerState) -> Puzzle | None:
        asked, since = state.asked.get(self._name, ("", 0.0))
        open_still = next((puzzle for puzzle in self.choice if puzzle.id == asked), None)
        if open_still is not None and state.touched.get(asked, 0.0) <= since:
            return open_still
        if open_still is not None:  # its answer has been seen, or help, since the streak asked for it
            self.progress.record(TRAINER, asked, "wrong", mode=self._name)
            state = self.state()
        run = self.run(state)
        found = None if run.over else for_streak(state, self.choice, run, self.progress.clock())
        self._at_the_end = found is None
        if found is not None:
            self.progress.record(TRAINER, found.id, SHOWN, mode=self._name)
        return found

    def left(self, puzzle: Puzzle) -> None:
        """In a streak what is left is missed."""
        self.told(puzzle, False, 0.0)

    def line(self, before: LearnerState, after: LearnerState) -> str:
        run = self.run(after)
        best = " Your best so far." if run.right > before.best_streak > 0 else ""
        over = " The third miss: the streak is over." if run.over else ""
        return f"{run.right} right, {run.missed} missed.{over}{best} {super().line(before, after)}".strip()


class Daily(Mode):
    """The puzzle of the day, and no other."""

    def __init__(self, progress: Progress, puzzles: Sequence[Puzzle]) -> None:
        super().__init__(progress, puzzles)
        self.day: date | None = None

    def resume(self, puzzle: Puzzle, answered: bool, since: float) -> None:
        if puzzle is not self._puzzle:
            self.day = day_of(since)
        super().resume(puzzle, answered, since)

    def next(self) -> Puzzle | None:
        """That of the day: what lay open yesterday and was not answered is left behind at midnight."""
        if self.day != day_of(self.progress.clock()):
            self._puzzle = None
        return super().next()

    def heading(self) -> str:
        day = day_of(self.progress.clock())
        state = self.state()
        days = state.days_in_a_row(day)
        row = " · solved" if day in state.days else ""
        row += f" · {days} days in a row" if days > 1 else ""
        if self._puzzle is None and self.day == day:
            return f"The next puzzle of the day is there tomorrow{row}"
        return f"The puzzle of {day:%A}, {day.day} {day:%B %Y}{row}"

    def mode(self) -> str:
        return f"{DAILY} {self.day}"

    def pick(self, state: LearnerState) -> Puzzle | None:
        """That of the day, until it has been answered here; from midnight on the next."""
        day = day_of(self.progress.clock())
        if self._told and self.day == day:
            return None
        self.day = day
        return of_the_day(day, self.choice)

    def left(self, puzzle: Puzzle) -> None:
        """It stays the puzzle of the day."""


class Review(Mode):
    """What was missed, one after another as it has come due. Nothing of it is rated: the answers have been seen."""

    rates = False

    def heading(self) -> str:
        count = len(self._due())
        if not count:
            return "Nothing is to be reviewed today"
        return f"{count} puzzle{'s' if count > 1 else ''} to review, missed some days ago"

    def mode(self) -> str:
        return REVIEW

    def pick(self, state: LearnerState) -> Puzzle | None:
        waiting = self._due()
        return next((puzzle for puzzle in waiting if puzzle.id not in self._left), waiting[0] if waiting else None)

    def line(self, before: LearnerState, after: LearnerState) -> str:
        return ""

    def _due(self) -> list[Puzzle]:
        return for_review(self.progress.attempts(), self.choice, self.progress.clock())
