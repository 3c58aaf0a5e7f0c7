"""What a learner did, try by try, and where he stands with each exercise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

OUTCOMES = ("right", "wrong", "progress", "cannot be checked", "hint", "solution", "noted")
#: With these an exercise is finished; what is noted is neither right nor wrong.
FINISHES = ("right", "noted")
#: Longer than this between two tries, and the learner has been elsewhere: no more is counted as time spent.
LONGEST_PAUSE = 300.0
#: Longest name of a learner, lesson or exercise, and longest answer, that are kept.
LONGEST_NAME = 100
LONGEST_ANSWER = 200
#: The most stars an exercise is worth.
MOST_STARS = 3
#: No puzzle is rated higher.
HIGHEST_RATING = 4000
#: No moment of a learner's life lies beyond it (the year 5138).
LAST_MOMENT = 1e11


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing a learner did: tried an answer, or asked for a hint or the solution (``outcome``).

    ``stars`` are those a game won was worth, 0 where the exercise itself gives none. What the trainer notes of a puzzle has a
    ``mode`` ("training", "daily 2026-11-21"), and if it was rated, the rating of the puzzle it was ``against``, else 0.
    """

    lesson: str
    exercise: str
    outcome: str
    answer: str
    seconds: float
    at: float
    stars: int = 0
    mode: str = ""
    against: int = 0


def attempt_of(row: Sequence[object]) -> Attempt | None:
    """The try that a row of a store holds; None if the disk, or another program, has made it none.

    >>> attempt_of(("02", "cut-off", "right", "", 1e9, 0.0, 3, "", 0))
    Attempt(lesson='02', exercise='cut-off', outcome='right', answer='', seconds=300.0, at=0.0, stars=3, mode='', against=0)
    >>> attempt_of(("02", "cut-off", "right", "", 9.0, float("inf"), 3, "", 0))
    """
    lesson, exercise, outcome, answer, seconds, at, stars, mode, against = row
    if not (
        isinstance(lesson, str) and isinstance(exercise, str) and isinstance(answer, str) and isinstance(mode, str)
    ):
        return None
    if not (isinstance(seconds, int | float) and isinstance(at, int | float) and 0 <= at <= LAST_MOMENT):
        return None
    if not (isinstance(stars, int) and isinstance(against, int) and isinstance(outcome, str) and outcome in OUTCOMES):
        return None
    if not (lesson and exercise) or max(map(len, (lesson, exercise, mode))) > LONGEST_NAME:
        return None
    spent = min(max(float(seconds), 0.0), LONGEST_PAUSE)
    earned, rating = min(max(stars, 0), MOST_STARS), min(max(against, 0), HIGHEST_RATING)
    return Attempt(lesson, exercise, outcome, answer[:LONGEST_ANSWER], spent, float(at), earned, mode, rating)


@dataclass(frozen=True, slots=True)
class ExerciseStatus:
    """Where a learner stands with one exercise. ``tries`` count up to the first right answer, that one included.

    ``stars`` are the best he has had for it, 0 before it is done (:func:`best_stars`).
    """

    lesson: str
    exercise: str
    tries: int
    hints: int
    solution: bool
    seconds: float
    finished: bool
    stars: int = 0


def spent(attempts: Sequence[Attempt]) -> list[float]:
    """The seconds spent on each of these tries (all of a learner's): never more than have passed since the one before.

    Exercises that lie open side by side each measure the same minutes; they are counted once, for the one that was tried.
    """
    found = [0.0] * len(attempts)
    before: float | None = None
    for number in sorted(range(len(attempts)), key=lambda number: attempts[number].at):
        attempt = attempts[number]
        passed = LONGEST_PAUSE if before is None else max(0.0, attempt.at - before)
        found[number] = min(attempt.seconds, passed, LONGEST_PAUSE)
        before = attempt.at
    return found


def standings(attempts: Sequence[Attempt]) -> list[ExerciseStatus]:
    """Where a learner stands with each exercise he has touched, in the order in which he first did."""
    times = spent(attempts)
    grouped: dict[tuple[str, str], list[tuple[Attempt, float]]] = {}
    for attempt, seconds in zip(attempts, times, strict=True):
        grouped.setdefault((attempt.lesson, attempt.exercise), []).append((attempt, seconds))
    found = []
    for (lesson, exercise), tried in grouped.items():
        tries = 0
        finished = False
        for attempt, _ in tried:
            if attempt.outcome in ("right", "wrong") and not finished:
                tries += 1
            finished = finished or attempt.outcome in FINISHES
        hints = min(2, sum(attempt.outcome == "hint" for attempt, _ in tried))
        shown = any(attempt.outcome == "solution" for attempt, _ in tried)
        stars = best_stars(attempt for attempt, _ in tried)
        found.append(
            ExerciseStatus(lesson, exercise, tries, hints, shown, sum(seconds for _, seconds in tried), finished, stars)
        )
    return found


def best_stars(tried: Iterable[Attempt]) -> int:
    """The best stars for one exercise: what a game won was worth; else three at the first go, two after one slip or hint, one if
    it was done at all. What is done once more counts on another day, when it may well have been forgotten.

    >>> monday = [Attempt("02", "cut-off", outcome, "", 9.0, 0.0) for outcome in ("hint", "right")]
    >>> best_stars(monday)
    2
    >>> best_stars([*monday, Attempt("02", "cut-off", "right", "", 9.0, 60.0)])
    2
    >>> best_stars([*monday, Attempt("02", "cut-off", "right", "", 9.0, 200_000.0)])
    3
    """
    best, slips, last = 0, 0, None
    for attempt in sorted(tried, key=lambda attempt: attempt.at):
        slips += {"wrong": 1, "hint": 1, "solution": 2}.get(attempt.outcome, 0)
        if attempt.outcome != "right":
            continue
        if attempt.stars:
            best = max(best, min(attempt.stars, MOST_STARS))
        elif last is None or day_number(last) != day_number(attempt.at):
            best = max(best, 1, MOST_STARS - slips)
        slips, last = 0, attempt.at
    return best


def day_number(at: float) -> int:
    """The day (UTC) of a moment, counted on from one to the next."""
    return datetime.fromtimestamp(at, tz=UTC).toordinal()


def lesson_stars(found: Iterable[ExerciseStatus], exercises: int) -> int:
    """The stars of a whole lesson, rounded down; none before it is done."""
    done = [standing.stars for standing in found if standing.finished]
    return sum(done) // exercises if exercises and len(done) >= exercises else 0
