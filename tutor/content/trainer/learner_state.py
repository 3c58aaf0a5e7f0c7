"""How a learner stands, worked out from what the progress holds: ratings, streaks, the days of the daily puzzle. Pure.

The trainer notes each first try once, under a lesson of its own, with the mode and (if it was rated) the puzzle's own rating.
Whatever else is said here follows from that, so that it is the same after a merge, an export or a crash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from tutor.content.puzzles.reading import LESSON
from tutor.desk.attempts import HIGHEST_RATING, Attempt
from tutor.teach.rating import Rating, expected, played, waited
from tutor.teach.review import DAY

#: Under which name the trainer notes first tries.
TRAINER = "trainer"
TRAINING, STREAK, DAILY, REVIEW = "training", "streak", "daily", "review"
#: How it is noted that a streak has shown a puzzle: it is the next of that streak from then on, wherever its answer is seen.
SHOWN = "progress"
#: A learner begins here: below the middle of the book, so that the first puzzles go well, and quite unsure.
BEGINNER = Rating(900.0, 250.0)
#: However it goes, no rating falls below this, nor rises above what a progress file may hold.
LOWEST = 100.0
#: How unsure the rating of a puzzle is: one of the book was given it by somebody, a made one by its features.
OF_THE_BOOK, MADE = 100.0, 200.0
#: Number of wrong answers that end a streak.
MISSES = 3


@dataclass(frozen=True, slots=True)
class Bout:
    """A first try at a puzzle. ``against`` is the puzzle's own rating, 0 if the try was not rated; ``chance`` the success that
    was expected."""

    puzzle: str
    right: bool
    at: float
    mode: str
    against: int = 0
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """A streak: what it is called in the progress, its puzzles in their order, how many were right and how many missed."""

    name: str
    puzzles: tuple[str, ...] = ()
    right: int = 0
    missed: int = 0

    @property
    def over(self) -> bool:
        return self.missed >= MISSES


@dataclass(frozen=True, slots=True)
class LearnerState:
    """How a learner stands at one moment.

    ``puzzles`` are the ratings of those that were played, ``touched`` when each was last worked at, ``solved`` those solved at
    any try, ``runs`` the streaks, oldest first, ``days`` on which the day's puzzle was solved, ``asked`` for each streak the
    puzzle that it has shown and that was not answered in it yet, and since when.
    """

    rating: Rating = BEGINNER
    puzzles: Mapping[str, Rating] = field(default_factory=dict)
    bouts: tuple[Bout, ...] = ()
    touched: Mapping[str, float] = field(default_factory=dict)
    solved: frozenset[str] = frozenset()
    runs: tuple[Run, ...] = ()
    days: frozenset[date] = frozenset()
    asked: Mapping[str, tuple[str, float]] = field(default_factory=dict)

    @property
    def rated(self) -> int:
        """How many tries were rated."""
        return sum(bout.against > 0 for bout in self.bouts)

    @property
    def best_streak(self) -> int:
        return max((run.right for run in self.runs), default=0)

    @property
    def run(self) -> Run | None:
        """The streak under way, if one is."""
        return self.runs[-1] if self.runs and not self.runs[-1].over else None

    def days_in_a_row(self, today: date) -> int:
        """On how many days in a row the day's puzzle was solved: up to today, or up to yesterday while today's is still open."""
        day = today if today in self.days else today - timedelta(days=1)
        count = 0
        while day in self.days:
            count, day = count + 1, day - timedelta(days=1)
        return count


def learner_state(attempts: Sequence[Attempt], now: float) -> LearnerState:
    """The state of whoever made these tries, at ``now``."""
    own = sorted((each for each in attempts if each.lesson in (LESSON, TRAINER)), key=lambda each: each.at)
    tried = [each for each in own if each.outcome in ("right", "wrong", "hint", "solution")]
    rating, puzzles, bouts = _ratings(each for each in tried if each.lesson == TRAINER)
    return LearnerState(
        waited(rating, _days(bouts[-1].at, now)) if bouts else rating,
        puzzles,
        bouts,
        {each.exercise: each.at for each in tried},
        frozenset(each.exercise for each in tried if each.outcome == "right"),
        _runs(bouts),
        _daily(tried),
        _asked(own),
    )


def _ratings(noted: Iterable[Attempt]) -> tuple[Rating, dict[str, Rating], tuple[Bout, ...]]:
    """Every rated try is a period of its own, for learner and puzzle; a day without one is another period for the learner, who
    forgets."""
    rating, puzzles, bouts = BEGINNER, dict[str, Rating](), list[Bout]()
    last: float | None = None
    for each in noted:
        right, chance = each.outcome == "right", 0.0
        if each.against:
            rating = waited(rating, _days(last, each.at)) if last is not None else rating
            puzzle = puzzles.get(each.exercise) or rating_of(each.exercise, each.against)
            chance = expected(rating, puzzle)
            puzzles[each.exercise] = _kept(played(puzzle, [(rating, not right)]))
            rating, last = _kept(played(rating, [(puzzle, right)])), each.at
        bouts.append(Bout(each.exercise, right, each.at, each.mode, each.against, chance))
    return rating, puzzles, tuple(bouts)


def _kept(rating: Rating) -> Rating:
    return replace(rating, value=min(max(rating.value, LOWEST), HIGHEST_RATING))


def _days(since: float, until: float) -> int:
    return max(0, int((until - since) // DAY))


def rating_of(puzzle_id: str, own: float) -> Rating:
    """What a puzzle is rated before anybody has played it."""
    return Rating(float(own), MADE if puzzle_id.startswith("made-") else OF_THE_BOOK)


def _runs(bouts: Iterable[Bout]) -> tuple[Run, ...]:
    grouped: dict[str, list[Bout]] = {}
    for bout in bouts:
        if bout.mode.startswith(STREAK):
            grouped.setdefault(bout.mode, []).append(bout)
    return tuple(
        Run(
            name,
            tuple(each.puzzle for each in run),
            sum(each.right for each in run),
            sum(not each.right for each in run),
        )
        for name, run in grouped.items()
    )


def _asked(own: Sequence[Attempt]) -> dict[str, tuple[str, float]]:
    """For each streak the puzzle that lies open in it: shown, and neither answered nor left."""
    found: dict[str, tuple[str, float]] = {}
    for each in own:
        if each.lesson == TRAINER and each.mode.startswith(STREAK):
            if each.outcome == SHOWN:
                found.setdefault(each.mode, (each.exercise, each.at))
            else:
                found.pop(each.mode, None)
    return found


def _daily(tried: Sequence[Attempt]) -> frozenset[date]:
    """The days whose puzzle was solved on that day, at the first try or a later one."""
    solved = {(each.exercise, day_of(each.at)) for each in tried if each.outcome == "right"}
    met = {(each.exercise, day) for each in tried if (day := _day_named(each.mode)) is not None}
    return frozenset(day for _, day in solved & met)


def _day_named(mode: str) -> date | None:
    """The day in "daily 2026-11-21"; None if it is no such mode, or no day."""
    name, _, day = mode.partition(" ")
    try:
        return date.fromisoformat(day) if name == DAILY else None
    except ValueError:
        return None


def day_of(at: float) -> date:
    """Which day it is where the learner is."""
    return datetime.fromtimestamp(at, tz=UTC).astimezone().date()
