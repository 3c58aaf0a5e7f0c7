"""The full set of right answers to a puzzle, worked out by the engine from what the puzzle shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.faults import Fault, ImpossibleSituation
from engine.mystic_wood.material.cards import THINGS
from tutor.exercises.playing import learner_of, opening, without
from tutor.puzzles.model import Answer, Puzzle
from tutor.teach.exercise import Exercise
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build
from tutor.teach.kinds.choose import Choose, ChooseSession
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.reckon import Reckon, ReckonSession

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State


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
    state = opening(exercise).state
    return Solved(valid_orders(state, learner_of(exercise, state)))


def _choose(exercise: Exercise) -> Solved:
    session = start(exercise)
    assert isinstance(session, ChooseSession)
    values = tuple(option.measured for option in session.options if option.measured is not None)
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


def valid_orders(state: State, seat: str) -> tuple[tuple[str, ...], ...]:
    """Every valid order of encounter where a Knight stands, as places: those in one may be taken in any order.

    Worked out by judging alone: whom may he meet (what may he pick up) first, and when that one is out of the way, whom next?
    Whatever can never be met or picked up is left out. ImpossibleSituation if the valid orders cannot be told as places.
    """
    at = state.knight(seat).at
    left = [*state.area(at).denizens, *state.area(at).things, *state.area(at).things_outside]
    places: list[tuple[str, ...]] = []
    while first := _first(state, at, left):
        for one in first:
            after = without(state, at, (one,))
            next_ones = _first(after, at, [card for card in left if card != one])
            if len(first) > 1 and set(next_ones) != set(first) - {one}:
                what = f"the orders in which {seat} meets them cannot be told place by place"
                raise ImpossibleSituation(Fault("the order", what, "Lay out fewer of them."))
        places.append(tuple(sorted(first)))
        state = without(state, at, first)
        left = [card for card in left if card not in first]
    return tuple(places)


def _first(state: State, at: str, left: list[str]) -> tuple[str, ...]:
    """Those of ``left`` that may come first."""
    return tuple(card for card in left if state.judge(f"{'take' if card in THINGS else 'meet'} {card}").legal)
