"""The strongest bot's estimate, learnt anew: ``python -m bench.outlook play games.npz --games 4000``, then ``... fit games.npz``.

``play`` plays one strongest bot against three quest bots, what it does varied a little so that it sees what else may come of it,
and keeps the signs of each position at the end of its turn and before it turns up new ground. ``fit`` learns the network from one
or several such files and writes it to ``engine/mystic_wood/play/outlook.json``; with it better games can be played, from which
to learn again. It is for the source: what `make fast` has compiled varies nothing. About ten games a second of processor time
are played, and a fit of 3,000 takes a minute.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine import mystic_wood as mw
from engine.chance.chance import pick
from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.play import crown, lookahead
from engine.mystic_wood.play.bots import crown_bot, quest_bot
from engine.mystic_wood.play.outlook import WEIGHTS, network, signs_of
from engine.mystic_wood.position.table import Position

Numbers = NDArray[np.float64]

#: What is drawn anew for every game: what denial is worth, and the margin by which a look ahead must promise more.
DENIED, MARGINS = (0.0, 4.0, 8.0, 16.0), (0.002, 0.008, 0.03)
#: A game that is not over after so many actions is lost.
MOST_ACTIONS: Final = 3000
#: How much of what is learnt comes from what happened later, not from the estimate of the next turn; and how often it is done.
LAMBDA, ROUNDS = 0.8, 3
#: Hidden units of a network, and networks whose mean is taken.
UNITS, NETWORKS = 16, 2
#: Passes over all positions, positions in a step, size of a step, and what is taken off large weights.
PASSES, BATCH, STEP, DECAY = 8, 512, 0.003, 1e-4
#: In a long game each position counts less, so that it counts no more than one of so many.
USUAL: Final = 60


# ------------------------------------------------------------------ games
def play(seed: str) -> tuple[bool, list[list[float]]]:
    """Whether the strongest bot won a game, and the signs of its positions."""
    rng = random.Random(seed)
    with patch.object(crown, "DENIED", rng.choice(DENIED)), patch.object(lookahead, "MARGIN", rng.choice(MARGINS)):
        return _played(rng)


def _played(rng: random.Random) -> tuple[bool, list[list[float]]]:
    seats = rng.sample(list(KNIGHTS), 4)
    me = rng.choice(seats)
    state, rows = mw.new_game(seats, rng.choice(mw.editions())), []
    places = network().places
    for _ in range(MOST_ACTIONS):
        if state.over:
            break
        if state.decision == "chance":
            waiting = state.pending[-1]
            if (waiting.kind, waiting.purpose, waiting.knight, state.turn) == ("reveal", "explore", me, me):
                there = lookahead.set_down(state.seen_by(me), me, waiting.area)
                rows.append(signs_of(there, there.knight(me), True, places))
            action = pick(state.chances(), rng)
        else:
            who = state.to_move or ""
            action = (crown_bot if who == me else quest_bot)(state.seen_by(who), who, rng)
        before, state = state.turn, state.play(action).state
        if before == me != state.turn and not _gone(state, me):
            seen = state.seen_by(me)
            rows.append(signs_of(seen, seen.knight(me), False, places))
    return me in state.winners, rows


def _gone(state: Position, me: str) -> bool:
    return state.over or state.knight(me).out


def play_all(file: Path, games: int, seed: int) -> None:
    """Play so many games and keep their positions in a file, with how many each has and whether it was won."""
    rows: list[list[float]] = []
    lengths: list[int] = []
    won: list[bool] = []
    for number in range(games):
        victory, found = play(f"{seed} {number}")
        rows += found
        lengths.append(len(found))
        won.append(victory)
        if number % 100 == 99:
            print(f"{number + 1} games, won {100 * sum(won) / len(won):.1f} of 100", flush=True)
    np.savez_compressed(file, rows=np.array(rows, np.float32), lengths=np.array(lengths), won=np.array(won))


# ------------------------------------------------------------------ learning
@dataclass
class Learner:
    """A network as it is learnt: weights of the signs, where it begins, and its hidden units (weights, beginnings, gains)."""

    parts: list[Numbers]

    @classmethod
    def fresh(cls, signs: int, seed: int) -> Learner:
        rng = np.random.default_rng(seed)
        weights, gains = rng.normal(0, signs**-0.5, (signs, UNITS)), rng.normal(0, 0.1, UNITS)
        return cls([np.zeros(signs), np.zeros(1), weights, np.zeros(UNITS), gains])

    def chances(self, rows: Numbers) -> Numbers:
        weights, begin, inner, starts, gains = self.parts
        total = rows @ weights + begin + np.maximum(rows @ inner + starts, 0) @ gains
        return np.asarray(1 / (1 + np.exp(-np.clip(total, -30, 30))))

    def gradients(self, rows: Numbers, aims: Numbers, counts: Numbers) -> list[Numbers]:
        """How the log loss changes with each part."""
        _, _, inner, starts, gains = self.parts
        reached = np.maximum(rows @ inner + starts, 0)
        off = (self.chances(rows) - aims) * counts / len(rows)
        back = np.outer(off, gains) * (reached > 0)
        return [rows.T @ off, np.array([off.sum()]), rows.T @ back, back.sum(0), reached.T @ off]

    def fit(self, rows: Numbers, aims: Numbers, counts: Numbers, seed: int) -> None:
        """Learn the aims by Adam, with smaller and smaller steps."""
        rng = np.random.default_rng(seed)
        mean = [np.zeros_like(part) for part in self.parts]
        square = [np.zeros_like(part) for part in self.parts]
        steps = 0
        for done in range(PASSES):
            order = rng.permutation(len(rows))
            size = STEP * (1 - done / PASSES) + 1e-4
            for first in range(0, len(order), BATCH):
                some, steps = order[first : first + BATCH], steps + 1
                for at, slope in enumerate(self.gradients(rows[some], aims[some], counts[some])):
                    slope = slope + DECAY * self.parts[at] * (at != 1)
                    mean[at] = 0.9 * mean[at] + 0.1 * slope
                    square[at] = 0.999 * square[at] + 0.001 * slope * slope
                    root = np.sqrt(square[at] / (1 - 0.999**steps)) + 1e-8
                    self.parts[at] = self.parts[at] - size * mean[at] / (1 - 0.9**steps) / root


@dataclass
class Played:
    """All positions: their signs, how much each counts, where each game begins, and whether it was won."""

    rows: Numbers
    counts: Numbers
    lengths: list[int]
    won: list[bool]

    @classmethod
    def read(cls, files: Sequence[Path]) -> Played:
        kept = [np.load(file) for file in files]
        lengths = [int(length) for each in kept for length in each["lengths"]]
        won = [bool(victory) for each in kept for victory in each["won"]]
        counts = [min(1.0, USUAL / length) for length in lengths for _ in range(length)]
        return cls(np.concatenate([each["rows"] for each in kept]).astype(float), np.array(counts), lengths, won)

    def aims(self, chances: Numbers, share: float) -> Numbers:
        """What each position should say: the estimates of the turns after it and the end, the later the less by ``share``."""
        found, first = np.empty(len(chances)), 0
        for length, victory in zip(self.lengths, self.won, strict=True):
            aim = float(victory)
            for at in range(first + length - 1, first - 1, -1):
                found[at] = aim
                aim = (1 - share) * chances[at] + share * aim
            first += length
        return found


def learn(played: Played) -> list[Learner]:
    """Networks that differ by chance alone; each learns who won first, then from itself."""
    learnt = []
    for seed in range(NETWORKS):
        share, chances = 1.0, np.zeros(len(played.rows))
        for done in range(ROUNDS + 1):
            made = Learner.fresh(played.rows.shape[1], 10 * seed + done)
            made.fit(played.rows, played.aims(chances, share), played.counts, seed)
            share, chances = LAMBDA, made.chances(played.rows)
        learnt.append(made)
    return learnt


def write(learnt: Sequence[Learner], signs: Sequence[str], file: Path) -> None:
    """The mean of the networks as one, with so few digits that nothing changes by it."""
    whole = len(learnt)
    mean = sum(each.parts[0] for each in learnt) / whole
    units: list[dict[str, Any]] = []
    for each in learnt:
        _, _, inner, starts, gains = each.parts
        for at in range(len(gains)):
            weights = [round(float(value), 4) for value in inner[:, at]]
            units.append(
                {"begin": round(float(starts[at]), 4), "gain": round(float(gains[at]) / whole, 5), "weights": weights}
            )
    begin = sum(float(each.parts[1][0]) for each in learnt) / whole
    told = {
        "signs": [*signs],
        "begin": round(begin, 4),
        "weights": [round(float(value), 4) for value in np.asarray(mean)],
        "hidden": units,
    }
    text = json.dumps(told).replace('{"begin"', '\n{"begin"').replace('"begin"', '\n"begin"', 1)
    file.write_text(text + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("files", type=Path, nargs="+", help="where the positions are kept, *.npz")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=WEIGHTS, help="where fit writes the network")
    given = parser.parse_args(arguments)
    if given.what == "play":
        play_all(given.files[0], given.games, given.seed)
    else:
        write(learn(Played.read(given.files)), [*network().places], given.to)


if __name__ == "__main__":
    main()
