"""The luck ledger: where each player's chance to win came from, line by line of a game that is over.

One evaluator is asked throughout: a game's ``prospects`` where a turn begins, and within a turn their mean over all that may
still come of it, everybody going on as a sensible bot would. The mean is exact as far as :data:`LEAVES` outcomes
reach, beyond that of a sample. So each line is worth something to each seat:

* a line of chance: how much better it is after it than on the mean of all that could have come;
* a choice: how much better it is than what a sensible bot would have chosen there;
* where a turn begins the evaluator is asked twice, for what it says at once and for its mean over the turn. The difference is
  nobody's doing, but what it had not seen coming. It is told beside the rest, and the errors are made of it.

All is reckoned backwards, from the end, with one value for each moment of the game: so it adds up to the whole game exactly.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.contract.game import first_decider

#: The most moments that are asked for the mean of what may come of one line.
LEAVES = 48
#: Most actions into a turn for which a line is followed; then the moment is valued as it is.
DEEPEST = 60
#: Standard errors that a gain must exceed to be told.
ERRORS = 2.0
#: The columns of the ledger: one's own choices and throws, and those of the others.
COLUMNS = ("own choices", "own dice", "others' choices", "others' dice")

#: What a moment is worth to each seat, in the order of the seats: chances to win.
Worth = tuple[float, ...]


class Gain(NamedTuple):
    """What one line brought. ``line`` counts from 1; ``seat`` chose, or had the turn when chance decided; ``chance`` says which;
    ``worth`` is what it brought each seat, ``error`` the standard error of that;
    ``usual`` is what a sensible bot would have chosen."""

    line: int
    seat: str
    chance: bool
    worth: Worth
    error: float
    usual: str = ""


@dataclass
class LuckLedger:
    """The ledger of a game. ``first`` and ``last`` are the chances of each seat before and after, ``gains`` what each line
    brought, the last line first, ``unseen`` what the evaluator had not seen coming, turn by turn."""

    seats: tuple[str, ...]
    first: Worth
    last: Worth
    gains: list[Gain] = field(default_factory=list)
    unseen: list[Worth] = field(default_factory=list)

    def column(self, seat: str, own: bool, chance: bool) -> tuple[float, float]:
        """What choices or chance brought a seat, its own or the others', and the standard error of that: what was reckoned with
        samples, and the column's part in what was not seen coming."""
        at = self.seats.index(seat)
        found = [gain for gain in self.gains if (gain.seat == seat) == own and gain.chance == chance]
        moved = sum(gain.worth[at] ** 2 for gain in self.gains)
        part = sum(gain.worth[at] ** 2 for gain in found) / moved if moved else 0.0
        off = sum(unseen[at] ** 2 for unseen in self.unseen) + self.rest(seat) ** 2
        off = part * off + sum(gain.error**2 for gain in found)
        return sum(gain.worth[at] for gain in found), math.sqrt(off)

    def rest(self, seat: str) -> float:
        """What was not seen coming, for good or ill."""
        at = self.seats.index(seat)
        return sum(unseen[at] for unseen in self.unseen)

    def columns(self, seat: str) -> tuple[tuple[float, float], ...]:
        """All :data:`COLUMNS` of a seat."""
        return tuple(self.column(seat, own, chance) for own in (True, False) for chance in (False, True))


class Evaluator:
    """What a moment is worth to each seat. ``bot`` goes on for everybody, ``prospects`` tells it where a turn begins."""

    def __init__(
        self, bot: Callable[[Any, str, Any], str], prospects: Callable[[Any], Mapping[str, float]], seats: Sequence[str]
    ) -> None:
        self.bot, self.prospects, self.seats = bot, prospects, tuple(seats)
        self.rng = random.Random(0)

    def at_turn(self, state: Any) -> Worth:
        """Where a turn begins, or the game is over."""
        found = self.prospects(state)
        return tuple(found[seat] for seat in self.seats)

    def usual(self, state: Any) -> str:
        """What a sensible bot chooses; the same for the same moment."""
        who = first_decider(state)
        assert who is not None, "somebody decides at a choice"
        return str(self.bot(state, who, random.Random(0)))

    def mean(self, state: Any, turn: str, leaves: int = LEAVES, deep: int = 0) -> tuple[Worth, float]:
        """The mean at the end of a turn of all that may come from a moment within it, and its standard error."""
        while not state.over and state.turn == turn and deep < DEEPEST:
            if state.decision == "chance":
                return self._mean_of(state, turn, leaves, deep)
            state, deep = state.play(self.usual(state)).state, deep + 1
        return self.at_turn(state), 0.0

    def _mean_of(self, state: Any, turn: str, leaves: int, deep: int) -> tuple[Worth, float]:
        chances = {outcome: float(chance) for outcome, chance in state.chances().items()}
        return self.over(state, turn, chances, leaves, deep, {})

    def over(
        self, state: Any, turn: str, chances: Mapping[str, float], leaves: int, deep: int, known: Mapping[str, Worth]
    ) -> tuple[Worth, float]:
        """The mean over chance's outcomes, all of them or a sample of ``leaves``; ``known`` are worths reckoned already."""
        each = sample(chances, leaves, self.rng.random())
        below = max(1, leaves // len(each))
        worth = [0.0] * len(self.seats)
        variance, squares = 0.0, 0.0
        for outcome, weight in each.items():
            one, error = (
                (known[outcome], 0.0)
                if outcome in known
                else self.mean(state.play(outcome).state, turn, below, deep + 1)
            )
            for at, value in enumerate(one):
                worth[at] += weight * value
            squares += weight * max(value * value for value in one)
            variance += (weight * error) ** 2
        if len(each) < len(chances):
            spread = max(0.0, squares - max(value * value for value in worth))
            variance += spread * (1 - len(each) / len(chances)) / len(each)
        return tuple(worth), math.sqrt(variance)


def sample(chances: Mapping[str, float], leaves: int, start: float) -> Mapping[str, float]:
    """All outcomes with their chances; of more than ``leaves`` so many, each for an equal part, evenly through the whole from a
    random ``start`` (0 to 1) on: on the mean over all starts it is the whole."""
    if len(chances) <= leaves:
        return chances
    found: dict[str, float] = {}
    wanted, passed = 0, 0.0
    for outcome, chance in chances.items():
        passed += chance
        while wanted < leaves and passed > (wanted + start) / leaves:
            found[outcome] = found.get(outcome, 0.0) + 1 / leaves
            wanted += 1
    return found


def reckoned(evaluator: Evaluator, states: Sequence[Any], actions: Sequence[str]) -> Iterator[LuckLedger]:
    """The ledger of a game, from its end: after each line what stands so far. The last is the whole."""
    last = worth = evaluator.at_turn(states[-1])
    ledger = LuckLedger(evaluator.seats, last, last)
    for line in range(len(actions), 0, -1):
        before, after = states[line - 1], states[line]
        if before.turn != after.turn and not after.over:
            worth = _told_at_once(evaluator, after, worth, ledger)
        gain, worth = _gain(evaluator, before, actions[line - 1], line, worth)
        ledger.gains += [gain] if gain is not None else []
        ledger.first = worth
        yield ledger
    ledger.first = _told_at_once(evaluator, states[0], worth, ledger)
    yield ledger


def _told_at_once(evaluator: Evaluator, state: Any, mean: Worth, ledger: LuckLedger) -> Worth:
    """What the evaluator says where a turn begins; what differs from the mean over the turn is written down."""
    said = evaluator.at_turn(state)
    ledger.unseen.append(minus(mean, said))
    return said


def _gain(evaluator: Evaluator, before: Any, action: str, line: int, after: Worth) -> tuple[Gain | None, Worth]:
    """What one line brought, and what the moment before it was worth."""
    if before.decision == "chance":
        chances = {outcome: float(chance) for outcome, chance in before.chances().items()}
        worth, error = evaluator.over(before, before.turn, chances, LEAVES, 0, {action: after})
        return Gain(line, before.turn, True, minus(after, worth), error), worth
    usual = evaluator.usual(before)
    if action == usual or len(before.actions()) == 1:
        return None, after
    worth, error = evaluator.mean(before.play(usual).state, before.turn)
    who = next((seat for seat in before.deciders if action in before.actions(seat)), before.turn)
    return Gain(line, who, False, minus(after, worth), error, usual), worth


def minus(one: Worth, other: Worth) -> Worth:
    """What one is worth more than the other, to each."""
    return tuple(a - b for a, b in zip(one, other, strict=True))
