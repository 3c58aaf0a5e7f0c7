"""The full set of right answers to a puzzle, worked out by the engine from what the puzzle shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tutor.exercises.playing import opening
from tutor.puzzles.model import Answer, Puzzle
from tutor.teach.exercise import Exercise
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build
from tutor.teach.kinds.choose import Choose, ChooseSession
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.reckon import Reckon, ReckonSession


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
    exercise = puzzle.in_edition(edition or puzzle.editions[0])
    return _SOLVERS[exercise.kind](exercise)


def _order(exercise: Exercise) -> Solved:
    assert isinstance(exercise, Order)
    return Solved(exercise.game.valid_orders(exercise, opening(exercise).state))


def _choose(exercise: Exercise) -> Solved:
    session = start(exercise)
    assert isinstance(session, ChooseSession)
    values = tuple(option.measured for option in session.options if option.measured is not None)
    if session.exercise.targets:
        return Solved((tuple(sorted(session.options[n].option.words for n in session.right)),))
    return Solved(tuple(n for n, option in enumerate(session.options) if option.right), values)


def _reckon(exercise: Exercise) -> Solved:
    session = start(exercise)
    assert isinstance(session, ReckonSession)
    return Solved(str(session.reckoned.value))


def _build(exercise: Exercise) -> Solved:
    return Solved("")


_SOLVERS: dict[str, Callable[[Exercise], Solved]] = {
    Order.kind: _order,
    Choose.kind: _choose,
    Reckon.kind: _reckon,
    Build.kind: _build,
}
