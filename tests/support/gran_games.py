"""Whole random games of GRAN with every invariant at every step: ``python -m tests.support.gran_games --games 5000``.

Seats from one to six and every switch are drawn for each game. Games need not end (nobody must fetch the ring), so each stops
at a number of steps, every twentieth later than the others. The figures are printed; the first state that breaks something stops
it, with its code and the seed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import gran
from engine.gran.material import COLOURS

MOST, LONG = 40, 240


def moments(seed: int, most: int) -> Iterator[tuple[gran.State, gran.Step[gran.State]]]:
    """Every step of a random game, with seats and switches of its own: the state before, and what was done."""
    rng = random.Random(seed)
    chosen = (
        {name: rng.choice(list(switch.choices)) for name, switch in gran.switches().items()} if seed % 3 == 0 else {}
    )
    state = gran.from_dict({"order": rng.sample(COLOURS, 1 + seed % 6), "switches": chosen})
    for _ in range(most):
        actions = state.actions()
        if not actions:
            return
        step = state.play(rng.choices(actions, [0.2 if action == "stay" else 1 for action in actions])[0])
        yield state, step
        state = step.state


def wrong(number: int, step: gran.Step[gran.State]) -> str:
    """What is wrong after a step, if anything; every seventh state is written and read back too."""
    state = step.state
    if found := gran.broken_invariants(state):
        return "; ".join(found)
    if not step.events or not all(rule in gran.ledger() for event in step.events for rule in event.rules):
        return f"{step.action} is not told with its rules"
    if number % 7 == 0 and not gran.loads(gran.dumps(state)) == gran.from_code(gran.code(state)) == state:
        return "it is not read back as it was written"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them; 0 if nothing is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    asked = parser.parse_args(arguments)
    begun, seen = time.perf_counter(), Counter[str]()
    for seed in range(asked.first, asked.first + asked.games):
        for number, (before, step) in enumerate(moments(seed, MOST if seed % 20 else LONG)):
            seen["steps"] += 1
            seen["won"] += step.state.over
            seen["out of reach"] += step.state.cut_off() == set(step.state.order)
            if trouble := wrong(number, step):
                print(f"seed {seed}: {trouble}, after {step.action} from {gran.code(before)}")
                return 1
        seen["games"] += 1
        if seen["games"] % 250 == 0 or seen["games"] == asked.games:
            told = ", ".join(f"{seen[what]} {what}" for what in ("games", "steps", "won", "out of reach"))
            print(f"{told}; {time.perf_counter() - begun:.0f} s: nothing wrong", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
