"""Whole random games of Mystic Paths with every invariant at every step.

Run by ``python -m tests.support.mystic_paths_games --games 1000``. Mode and seats are drawn for each game. The figures are
printed; the first state that breaks something stops it, with its code and the seed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import mystic_paths as mp
from engine.chance.chance import pick
from engine.mystic_paths.material import COLOURS, MODES, PLAYERS, ROUNDS

#: The most steps that can have been reached after each round, and the most cards a player draws (contract of the game).
MOST_STEPS, MOST_CARDS = (0, 3, 6, 9, 10, 10), 16
Step = mp.Step[mp.State]


def begun(seed: int) -> mp.State:
    """A new game of its own mode and seats."""
    rng = random.Random(seed)
    mode = MODES[seed % len(MODES)]
    return mp.new_game(rng.sample(COLOURS, rng.choice(PLAYERS[mode])), mode=mode)


def moments(seed: int, right: float = 0.45, state: mp.State | None = None) -> Iterator[tuple[mp.State, Step]]:
    """Every step of a random game to its end: the state before, and what was done.

    A guess is made right with this chance (who plays at random seldom gets far), and guessing is seldom stopped.
    """
    rng = random.Random(seed)
    state = state or begun(seed)
    while not state.over:
        if state.decision == "chance":
            action = pick(state.chances(), rng)
        else:
            action = rng.choice(state.actions())
            if state.moment == "guess":
                player = state.player(state.turn)
                ahead = state.path_of(player)[player.reached : player.reached + 1]
                if ahead and player.reached + 1 in player.steps_shown and rng.random() < right:
                    action = f"guess {ahead[0]}"
                elif action == "stop" and rng.random() < 0.8 and len(state.actions()) > 1:
                    action = rng.choice([one for one in state.actions() if one != "stop"])
        step = state.play(action)
        yield state, step
        state = step.state


def wrong(number: int, before: mp.State, step: Step) -> str:
    """What is wrong after a step, if anything; every seventh state is written and read back as text and code too."""
    state = step.state
    if found := mp.broken_invariants(state):
        return "; ".join(found)
    if not step.events or not all(event.rules and set(event.rules) <= set(mp.ledger()) for event in step.events):
        return f"{step.action} is not told with its rules"
    if number % 7 == 0 and not mp.loads(mp.dumps(state)) == mp.from_code(mp.code(state)) == state:
        return "it is not read back as it was written"
    return ", ".join([*facts(state), *secrets(number, before, step)])


def facts(state: mp.State) -> Iterator[str]:
    """What follows from the rules and is not so (contract of the game, section 5)."""
    for player in state.players:
        if not state.alone and player.reached > MOST_STEPS[state.round]:
            yield f"{player.id} has come too far"
        if len(player.marks) > 4 or not {*player.marks} <= {*state.board.onward[player.base, player.at]}:
            yield f"{player.id}'s marks mark nothing"
        if state.moment in ("first", "guess") and not state.alone and not player.through:
            shown = max(player.steps_shown, default=0)
            if state.moment == "first" and shown < min(10, player.reached + 3):
                yield f"{player.id}'s hand did not suffice"
        if state.can_finish(player.id) is False and player.through:
            yield f"{player.id} could not finish and has"
    if state.mode == "together" and state.over and not 0 <= (state.scores().group or 0) <= 12:
        yield "the common score cannot be"
    if state.deck() + sum(state.holds(p) + len(p.clues) for p in state.players) + len(state.discards) != 108:
        yield "a card is lost"


def secrets(number: int, before: mp.State, step: Step) -> Iterator[str]:
    """What a view or a told step says that it must not, or does not follow."""
    seats = [*before.order, None]
    seat = seats[number % len(seats)]
    view, told = before.seen_by(seat), before.told(step, seat)
    if told.state != step.state.seen_by(seat) or [e.rules for e in told.events] != [e.rules for e in step.events]:
        yield f"what {seat} is told does not go with what he sees"
    if seat is not None and before.actions(seat) != view.actions(seat):
        yield f"{seat} may do in his view what he may not do"
    if mp.from_dict(mp.to_dict(view)) != view or view.seen_by(seat) != view:
        yield f"{seat}'s view is not read back"
    hidden = {card for player in before.players if player.id != seat for card in player.hand or ()}
    maps = {player.map for player in before.players if player.id != seat and player.map and not step.state.over}
    text = mp.dumps(view) + "\n".join((told.action, *map(str, told.events)))
    if any(card in text for card in {*hidden, *maps}):
        yield f"{seat} is told a secret"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them; 0 if nothing is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    asked = parser.parse_args(arguments)
    begun_at, seen = time.perf_counter(), Counter[str]()
    for seed in range(asked.first, asked.first + asked.games):
        drawn = Counter[str]()
        for number, (before, step) in enumerate(moments(seed, 0.3 + 0.1 * (seed % 7))):
            seen["steps"] += 1
            drawn.update([step.action.split()[1]] if step.action.startswith("draw") else [])
            trouble = wrong(number, before, step)
            if not before.alone and drawn and max(drawn.values()) > MOST_CARDS:
                trouble = "somebody has drawn too many cards"
            if any(event.kind == "reshuffles" for event in step.events):
                trouble = "the deck ran out"
            if trouble:
                print(f"seed {seed}: {trouble}, after {step.action} from {mp.code(before)}")
                return 1
            seen["through"] += sum(event.kind in ("cup", "succeeds") for event in step.events)
            seen["round 5"] += step.state.over and step.state.round == ROUNDS
        seen["games"] += 1
        if seen["games"] % 250 == 0 or seen["games"] == asked.games:
            told = ", ".join(f"{seen[what]} {what}" for what in ("games", "steps", "through", "round 5"))
            print(f"{told}; {time.perf_counter() - begun_at:.0f} s: nothing wrong", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
