"""What a learner can do with the trainer: its modes with the pickers they have made, what can be wished, and how he stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.text.faults import UnreadableText
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.own import own_puzzles
from tutor.content.trainer.learner_state import DAILY, REVIEW, STREAK, TRAINING, day_of
from tutor.content.trainer.modes import Daily, Mode, Review, Streak, Training
from tutor.content.trainer.picking import chosen
from tutor.content.trainer.summary import summary_of
from tutor.desk.progress import Progress
from tutor.teach.game import registry as games

#: A theme, a kind and an edition that are wished of a puzzle; "" leaves one open.
Wishes = tuple[str, str, str]
OPEN: Wishes = ("", "", "")


class Choices:
    """The trainer's modes over these ``puzzles``; what was begun in one is still there when one comes back to it."""

    def __init__(self, progress: Progress, puzzles: Sequence[Puzzle]) -> None:
        self._progress = progress
        self._puzzles = tuple(puzzles)
        self._modes: dict[tuple[str, Wishes], Mode] = {}
        self._own: tuple[Puzzle, ...] = ()

    @property
    def first(self) -> str:
        """What it opens with now: the puzzle of the day, or if that is solved training."""
        days = self.mode_of(DAILY, OPEN).state().days
        return TRAINING if day_of(self._progress.clock()) in days else DAILY

    def mode_of(self, mode: str, wishes: Wishes) -> Mode:
        """The picker of a mode; wishes count in training alone."""
        key = mode, wishes if mode == TRAINING else OPEN
        if mode == REVIEW:
            self._look_for_own()
        if key not in self._modes:
            self._modes[key] = self._made(*key)
        return self._modes[key]

    def _look_for_own(self) -> None:
        """Choices from games of one's own come in the review, and nowhere else: they are not proved, and rate nobody."""
        own = own_puzzles(self._progress)
        if own != self._own:
            self._own = own
            self._modes.pop((REVIEW, OPEN), None)

    def _made(self, mode: str, wishes: Wishes) -> Mode:
        others: dict[str, Callable[[Progress, Sequence[Puzzle]], Mode]] = {DAILY: Daily, STREAK: Streak, REVIEW: Review}
        if mode in others:
            return others[mode](self._progress, (*self._puzzles, *(self._own if mode == REVIEW else ())))
        theme, kind, edition = wishes
        about = ", ".join(in_words(wish) for wish in wishes if wish)
        try:
            puzzles = chosen(self._puzzles, (theme,) if theme else (), (kind,) if kind else (), edition)
        except UnreadableText:  # each of them there is, but not together
            puzzles = ()
        return Training(self._progress, puzzles, about, any_theme=not theme)

    def wished(self) -> Mapping[str, Mapping[str, str]]:
        """What can be wished, of what there is, each with the words for it."""
        themes = {theme for puzzle in self._puzzles for theme in puzzle.themes}
        kinds = {puzzle.kind for puzzle in self._puzzles}
        seen_in = sorted({edition for puzzle in self._puzzles for edition in puzzle.editions})
        return {
            "theme": {"": "any, the weak ones first"}
            | {each: in_words(each) for each in sorted(games.themes()) if each in themes},
            "kind": {"": "any"} | {each: each for each in games.puzzle_kinds() if each in kinds},
            "edition": {"": "any"} | {each: each for each in seen_in},
        }

    def summary(self, mode: str, wishes: Wishes) -> str:
        """How the learner stands, in a line."""
        state = self.mode_of(mode, wishes).state()
        words = summary_of(self._progress.attempts(), self._progress.clock(), state, own_puzzles(self._progress)).words
        return words[:1].upper() + words[1:]

    def goes_on(self, mode: str, tried: bool, told: bool, begun: float) -> str:
        """What is done first at a trainer that was left: half a puzzle is gone on with (""), else the day begins with its own.
        So does a day that has come since it was ``begun``."""
        over = mode == DAILY and (self.first != DAILY or day_of(begun) != day_of(self._progress.clock()))
        return f"mode {self.first}" if told or over or not tried else ""


def in_words(wish: str) -> str:
    """A wish as it is read."""
    return wish.replace("-", " ")
