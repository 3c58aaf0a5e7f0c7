"""How a learner stands with puzzles, for tables: a line of his own, a column of the teacher's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.content.puzzles.model import Puzzle
from tutor.content.trainer.learner_state import LearnerState, day_of, learner_state
from tutor.desk.attempts import Attempt
from tutor.teach.rating import Rating


@dataclass(frozen=True, slots=True)
class Summary:
    """``rating`` is None before the first rated try; ``due`` puzzles are to be reviewed."""

    solved: int
    rating: Rating | None
    rated: int
    best_streak: int
    days_in_a_row: int
    due: int

    @property
    def words(self) -> str:
        """One line; what there is nothing of yet is left out."""
        told = [f"rating {self.rating}"] if self.rating is not None else []
        told += [f"{self.solved} solved" if self.solved else "none solved yet"]
        told += [f"best streak {self.best_streak}"] if self.best_streak else []
        told += [f"the day's puzzle {self.days_in_a_row} days in a row"] if self.days_in_a_row > 1 else []
        told += [f"{self.due} to review"] if self.due else []
        return ", ".join(told)

    def as_dict(self) -> dict[str, object]:
        """The same as plain data."""
        rating = self.rating
        return {
            "rating": round(rating.value) if rating else None,
            "deviation": round(rating.deviation) if rating else None,
            "rated": self.rated,
            "solved": self.solved,
            "best_streak": self.best_streak,
            "days_in_a_row": self.days_in_a_row,
            "due": self.due,
        }


def summary_of(
    attempts: Sequence[Attempt], now: float, state: LearnerState | None = None, own: Sequence[Puzzle] = ()
) -> Summary:
    """The summary of whoever made these tries, at ``now``; ``state`` is his, if it is known already. Of the puzzles those of the
    book count as due, and those from ``own`` games."""
    from tutor.content.puzzles.book import puzzles_by_id
    from tutor.content.trainer.picking import for_review

    state = state or learner_state(attempts, now)
    puzzles = [*(puzzles_by_id().values() if state.touched else ()), *own]
    return Summary(
        len(state.solved),
        state.rating if state.rated else None,
        state.rated,
        state.best_streak,
        state.days_in_a_row(day_of(now)),
        len(for_review(attempts, puzzles, now)),
    )
