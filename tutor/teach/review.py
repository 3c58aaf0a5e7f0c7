"""What to refresh today: what was missed comes back after some days, and later and later while it goes well.

Pure: from the tries of a learner and the time of day to what is due, of lessons and of puzzles. An exercise enters when it was
not done at the first go: a wrong answer, a hint or the solution before the first right one. Each later visit on another day
that goes well lets it stay away longer; one that does not begins anew. An exercise of a lesson that was never done is still to
be done there; a puzzle that was missed and left comes back like the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tutor.desk.attempts import Attempt, day_number

DAY = 86_400.0
#: How many days pass before an exercise comes back: after the first time, the second, and so on.
WAITS = (2, 5, 12, 30)
#: Number of exercises offered for review at once.
AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Due:
    """An exercise to refresh. ``since`` is when it came due, ``rounds`` how often it has come back already."""

    lesson: str
    exercise: str
    since: float
    rounds: int


def due(attempts: Iterable[Attempt], now: float, unfinished: bool = False) -> list[Due]:
    """What is to be refreshed at ``now``, the longest overdue first; with ``unfinished`` also what was missed and never done.

    >>> monday = 20_000 * DAY
    >>> tries = [Attempt("02-exploring", "cut-off", outcome, "", 9.0, monday) for outcome in ("wrong", "right")]
    >>> due(tries, monday + DAY)
    []
    >>> [(each.exercise, each.rounds) for each in due(tries, monday + 2 * DAY)]
    [('cut-off', 0)]
    """
    grouped: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in attempts:
        grouped.setdefault((attempt.lesson, attempt.exercise), []).append(attempt)
    found = []
    for (lesson, exercise), tried in grouped.items():
        box = _box(sorted(tried, key=lambda attempt: attempt.at), unfinished)
        if box is not None:
            rounds, last = box
            since = last + WAITS[rounds] * DAY
            if since <= now:
                found.append(Due(lesson, exercise, since, rounds))
    return sorted(found, key=lambda each: (each.since, each.lesson, each.exercise))


def _box(tried: list[Attempt], unfinished: bool) -> tuple[int, float] | None:
    """How often an exercise has come back and gone well, and when it was last done (``unfinished``: or missed and left); None if
    it is not to come back."""
    rounds: int | None = None
    missed, last = False, 0.0
    for attempt in tried:
        if attempt.outcome in ("wrong", "hint", "solution"):
            missed = True
        elif attempt.outcome == "right":
            again = last and day_number(attempt.at) != day_number(last)
            if missed:
                rounds = 0
            elif again and rounds is not None:
                rounds += 1
            missed, last = False, attempt.at
    if missed and unfinished:
        return 0, max(attempt.at for attempt in tried if attempt.outcome in ("wrong", "hint", "solution"))
    if rounds is None or rounds >= len(WAITS):
        return None
    return rounds, last
