"""The orders of encounter, found by judging alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mystic_wood.material.cards import THINGS
from engine.text.faults import Fault, ImpossibleSituation
from tutor.games.mystic_wood.claims.trying import without

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State


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
