"""The full set of right answers to a puzzle, worked out by the engine, and the rules on the way there."""

from __future__ import annotations

from tutor.content.puzzles.model import Puzzle
from tutor.teach.exercise import rule_trace
from tutor.teach.exercise.named import Named
from tutor.teach.exercise.stored import AnswerForm, Solved
from tutor.teach.kinds import KINDS, start


def form_of(puzzle: Puzzle) -> AnswerForm:
    """How its kind of exercise stores an answer."""
    return KINDS[puzzle.exercise.kind].stored


def solve(puzzle: Puzzle, edition: str | None = None) -> Solved:
    """Every right answer to a puzzle, in one of its editions (default: the first).

    Of an order these are the places, those who share one together; of options the numbers of those that are right; of a
    reckoning its value. A setup has no list of answers: its session judges any construction.

    Raises what the engine raises if there is no answer.
    """
    session = start(puzzle.in_edition(edition or puzzle.editions[0]))
    return Solved(session.stored(), session.measured)


def rules_on_the_way(puzzle: Puzzle, edition: str) -> Named:
    """Every rule the engine names on the way to the answer, by an edition. Whoever asks hears what the engine raises."""
    return rule_trace.rules_on_the_way(start(puzzle.in_edition(edition)))
