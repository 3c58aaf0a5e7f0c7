"""GRAN: how likely each knight is to win, as far as it can be told from where all stand."""

from __future__ import annotations

import random

import pytest

from engine import gran
from engine.chance.chance import pick
from engine.gran.prospects import prospects
from tests.depth import deep

SEATS = ("red", "blue", "yellow")
#: Red bears the ring with two seals, a step from the city of the third.
NEARLY = """
order = ["red", "blue"]
turn = "red"
[knights.red]
at = "gc3"
ring = true
seals = ["tirad", "urgad"]
talismans = 3
[knights.blue]
at = "tcity"
talismans = 3
"""


def games(seeds: range) -> list[list[gran.State]]:
    found = []
    for seed in seeds:
        rng, state = random.Random(seed), gran.new_game(SEATS)
        states = [state]
        while not state.over and len(states) < 600:
            chosen = (
                pick(state.chances(), rng)
                if state.decision == "chance"
                else gran.BOTS["careful"](state, state.turn, rng)
            )
            state = state.play(chosen).state
            states.append(state)
        found.append(states)
    return found


@pytest.fixture(scope="module", params=[range(2_000, 2_004), deep(range(2_000, 2_012))], ids=len)
def played(request: pytest.FixtureRequest) -> list[list[gran.State]]:
    return games(request.param)


def test_chances_add_up_to_one(played: list[list[gran.State]]) -> None:
    for state in played[0]:
        assert sum(prospects(state).values()) == pytest.approx(1.0)
    last = played[0][-1]
    assert prospects(last) == {seat: float(seat in last.winners) for seat in last.order}


def test_who_brings_the_last_ring_home_is_far_ahead() -> None:
    assert prospects(gran.loads(NEARLY))["red"] > 0.8


def test_they_foretell_who_wins_better_than_equal_chances(played: list[list[gran.State]]) -> None:
    """In games the weights were not fitted to: the squares they are off by, against a third for each."""
    off = level = 0.0
    for states in played:
        for state in states[len(states) // 2 : -1 : 5] if states[-1].winners else ():
            off += sum((chance - (seat in states[-1].winners)) ** 2 for seat, chance in prospects(state).items())
            level += 2 / 3
    assert 0 < off < 0.9 * level
