"""Answers to an exercise: those that are right, and wrong ones with the likeliest mistakes first, as its session takes them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from engine.contract.verdicts import Verdict
from tutor.teach.exercise.session import Session
from tutor.teach.kinds.build import BuildSession
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.on_board import PlaySession
from tutor.teach.kinds.order import OrderSession
from tutor.teach.kinds.reckon import ReckonSession

#: So many options have all their sets tried, 1,023 of them; of more, as of a whole board, those that are nearly right.
ALL_SETS = 10


def _wrong_choices(session: ChooseSession, right: set[int]) -> Iterator[tuple[int, ...]]:
    numbers = range(len(session.options))
    if len(numbers) > ALL_SETS and session.exercise.several:
        yield from ((number,) for number in numbers if {number} != right)
        yield from (tuple(sorted(right ^ {number})) for number in numbers if right != {number})
        return
    for size in range(1, (len(numbers) if session.exercise.several else 1) + 1):
        yield from (picked for picked in combinations(numbers, size) if set(picked) != right)


def _wrong_bins(session: ChooseSession, right: dict[int, str]) -> Iterator[dict[int, str]]:
    for number in right:
        yield from ({**right, number: other} for other in session.exercise.bins if other != right[number])


def wrong_answers(session: Session) -> Iterator[Any]:
    """Answers that are not among the accepted ones, the likeliest mistakes first."""
    right = session.accepted()
    if isinstance(session, PlaySession):
        firsts = {line[0] for line in right}
        yield from (mistake.answer for mistake in session.exercise.wrong if mistake.answer not in firsts)
        tries = session.game.tries(session.state, session.learner)
        verdicts: dict[str, Verdict] = {action: session.state.judge(action) for action in tries}
        yield from (a for a in tries if a not in firsts and not verdicts[a].legal)
        yield from (a for a in tries if a not in firsts and verdicts[a].legal)
    elif isinstance(session, ChooseSession):
        yield from _wrong_bins(session, right[0]) if session.exercise.bins else _wrong_choices(session, set(right[0]))
    elif isinstance(session, OrderSession):
        place = {item: n for n, group in enumerate(session.places) for item in group}
        for order in permutations(session.items):
            if [place[item] for item in order] != sorted(place.values()):
                yield order
    elif isinstance(session, BuildSession):  # one thing left out
        given, lines = (session.exercise.situation or "").splitlines(), session.exercise.built.splitlines()
        laid = [n for n, line in enumerate(lines) if "=" in line and line not in given]
        yield from ("\n".join(line for n, line in enumerate(lines) if n != left_out) for left_out in laid)
    elif isinstance(session, ReckonSession):
        value = session.reckoned.value
        yield from (m.answer for m in session.exercise.wrong)
        if isinstance(value, Fraction):
            yield from (str(other) for other in (value + 1, value + 2, value / 2, 1 - value) if other != value)
        else:
            places = session.game.places
            yield from (
                place for place in (places[0], places[-1], places[len(places) // 2], places[1]) if place != value
            )
