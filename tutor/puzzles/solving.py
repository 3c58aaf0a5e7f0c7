"""The full set of right answers to a puzzle, worked out by the engine from what the puzzle shows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tutor.puzzles.model import Answer, Puzzle
from tutor.teach.kinds import start


@dataclass(frozen=True, slots=True)
class Solved:
    """The ``answer`` in the form in which it is stored, and what each option ``measured`` where the best is asked for."""

    answer: Answer
    measured: tuple[Fraction, ...] = ()


def solve(puzzle: Puzzle, edition: str | None = None) -> Solved:
    """Every right answer to a puzzle, in one of its editions (default: the first).

    Of an order these are the places, those who share one together; of options the numbers of those that are right; of a
    reckoning its value. A setup has no list of answers: its session judges any construction.

    Raises what the engine raises if there is no answer.
    """
    session = start(puzzle.in_edition(edition or puzzle.editions[0]))
    return Solved(session.stored(), getattr(session, "measured", ()))
