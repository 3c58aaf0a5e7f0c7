"""What a learner did, try by try, and where he stands with each exercise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

OUTCOMES = ("right", "wrong", "progress", "cannot be checked", "hint", "solution")
#: Longer than this between two tries, and the learner has been elsewhere: no more is counted as time spent.
LONGEST_PAUSE = 300.0
#: Longest name of a learner, lesson or exercise, and longest answer, that are kept.
LONGEST_NAME = 100
LONGEST_ANSWER = 200


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing a learner did: tried an answer, or asked for a hint or the solution (``outcome``)."""

    lesson: str
    exercise: str
    outcome: str
    answer: str
    seconds: float
    at: float


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands with one exercise. ``tries`` count up to the first right answer, that one included."""

    lesson: str
    exercise: str
    tries: int
    hints: int
    solution: bool
    seconds: float
    finished: bool


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


def standings(attempts: Sequence[Attempt]) -> list[Standing]:
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
            finished = finished or attempt.outcome == "right"
        hints = min(2, sum(attempt.outcome == "hint" for attempt, _ in tried))
        shown = any(attempt.outcome == "solution" for attempt, _ in tried)
        found.append(Standing(lesson, exercise, tries, hints, shown, sum(seconds for _, seconds in tried), finished))
    return found
