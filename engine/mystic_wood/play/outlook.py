"""How likely one Knight is to win, told more closely than the prospects of all tell it: what the strongest bot asks of every
position it looks at.

The signs of a position (:mod:`~engine.mystic_wood.play.signs`) go through a small neural network: each hidden unit adds up the
signs as it weighs them and counts where the sum is above 0, and the units and the signs themselves are added up to the log odds.
What it weighs stands in ``outlook.json``, which ``python -m bench.outlook`` makes: it plays games of the strongest bot against
three quest bots and fits the network to a mean of who won and of what the network itself said some turns later (temporal
differences).
"""

from __future__ import annotations

import json
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple

from engine.mystic_wood.play.signs import Signs
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight

#: Where the weights are.
WEIGHTS: Final = Path(__file__).with_name("outlook.json")
#: Log odds beyond which it is all the same.
_SURE: Final = 30.0


class HiddenUnit(NamedTuple):
    """What it adds to the log odds: ``gain`` times as much as ``begin`` and the weighed signs come to, if that is above 0."""

    begin: float
    gain: float
    weights: tuple[float, ...]


class Network(NamedTuple):
    """``places``: where each sign stands among the ``weights``, which are those of the signs themselves."""

    places: dict[str, int]
    begin: float
    weights: tuple[float, ...]
    hidden: tuple[HiddenUnit, ...]

    def log_odds(self, values: list[float]) -> float:
        """The log odds of winning, from the signs in their places."""
        total: float = self.begin + sum(map(mul, self.weights, values))
        for begin, gain, weights in self.hidden:
            reached: float = begin + sum(map(mul, weights, values))
            if reached > 0.0:
                total += gain * reached
        return total


@cache
def network() -> Network:
    """The network as it was learnt, read when it is first asked for."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    hidden = tuple([HiddenUnit(each["begin"], each["gain"], tuple(each["weights"])) for each in raw["hidden"]])
    return Network({name: at for at, name in enumerate(raw["signs"])}, raw["begin"], tuple(raw["weights"]), hidden)


def outlook(state: State, seat: str, exploring: bool = False) -> float:
    """How likely a Knight wins, 0 to 1. ``exploring``: he is about to turn up the area he stands on here."""
    if state.over:
        return float(seat in state.winners)
    me = state.knight(seat)
    if me.out:
        return 0.0
    learnt = network()
    total = learnt.log_odds(signs_of(state, me, exploring, learnt.places))
    return 1.0 / (1.0 + exp(-max(-_SURE, min(_SURE, total))))


def signs_of(state: State, me: Knight, exploring: bool, places: dict[str, int]) -> list[float]:
    """The signs of a Knight, each in its place; 0 where one does not hold."""
    values = [0.0] * len(places)
    for name, value in Signs(state, me, exploring).all():
        values[places[name]] = value
    return values
