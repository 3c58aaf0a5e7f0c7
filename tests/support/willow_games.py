"""Whole random games of the Willow game, on the training map and on maps made at random, with every promise held.

``python -m tests.support.willow_games --games 1000`` makes a scenario for each game within the constraints, plays it to its
end (a last round is set, since nothing in the rules ends a game otherwise), and stops at the first state that breaks
something.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine import willow
from engine.chance.chance import pick
from engine.willow.material.scenario import POWERS

_EFFECTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("discard", {"effect": {"finds": "any"}}),
    ("discard", {"effect": {"moves": 4}, "own_turn": True}),
    ("discard", {"effect": {"heals": 2}}),
    ("discard", {"effect": {"turn": True}, "own_turn": True}),
    ("discard", {"effect": {"spies": True}}),
    ("discard", {"effect": {"love": True}}),
    ("discard", {}),
    ("spell", {"resistance": 2, "when": "any", "effect": {"heals": 1}}),
    ("spell", {"resistance": 3, "when": "before-fight", "effect": {"harm": 2}, "fails": 1}),
    ("spell", {"resistance": 4, "when": "before-move", "effect": {"moves": 4}}),
    ("spell", {"resistance": 4, "when": ["before-fight"], "effect": {"prowess": 2}}),
    ("spell", {"resistance": 5, "when": "before-move", "effect": {"finds": "any"}}),
    ("spell", {"resistance": 5, "when": ["before-move", "before-fight"], "effect": {"transforms": True}}),
    ("foe", {"prowess": 2, "health": 3}),
    ("foe", {"prowess": 5, "health": 2}),
    ("keep", {"prowess": 2}),
    ("keep", {"magic": 2}),
    ("keep", {"stealth": 1, "colour": "black"}),
    ("keep", {"move": 1}),
    ("friend", {"side": "good", "prowess": 1}),
    ("friend", {"side": "evil", "magic": 1}),
)


def scenario(seed: int) -> dict[str, Any]:
    """The plain data of a scenario made at random within the constraints."""
    rng = random.Random(seed)
    powers = ["castle", *(power for power in POWERS if power != "castle" and rng.random() < 0.8)]
    places = [f"p{n}" for n in range(len(powers) + rng.randint(3, 6))]
    edges = [[places[n], places[rng.randrange(n)]] for n in range(1, len(places))]
    more = [sorted(rng.sample(places, 2)) for _ in range(rng.randint(2, 6))]
    edges += [link for link in more if link not in edges and link[::-1] not in edges and more.count(link) == 1]
    good = [f"g{n}" for n in range(rng.randint(2, 4))]
    evil = [f"e{n}" for n in range(rng.randint(1, 3))]
    treasures = [f"t{n}" for n in range(rng.randint(2, 5))]
    cards: dict[str, Any] = {
        f"c{n}": {"kind": kind, "copies": rng.randint(1, 3), **more} for n, (kind, more) in enumerate(_EFFECTS)
    }
    cards |= {"elora-danan": {"kind": "special"}, "marked": {"kind": "keep", "prowess": 1}}
    cards["c12"]["boxed"] = True
    characters: dict[str, Any] = {}
    for name in (*good, *evil):
        values = {value: rng.randint(0, 5) for value in ("prowess", "magic", "stealth")}
        side = "good" if name in good else "evil"
        characters[name] = {
            "side": side,
            "grows": rng.choice(["prowess", "magic"]),
            "at": rng.choice(places),
            "health": rng.randint(2, 6),
            **values,
            "deals": rng.randint(0, 4) if side == "evil" else 0,
        }
    characters[evil[0]] |= {"loves": good[0], "begins_with": ["marked"], "army": "black-army"}
    characters[good[-1]] |= {"knows": [rng.choice(places)], "army": "white-army"}
    hidden = {place: {"hide": rng.randint(0, 6), "power": power} for place, power in zip(places, powers, strict=False)}
    open_to_treasure = [place for place, power in zip(places, powers, strict=False) if power != "castle"]
    for place, treasure in zip(open_to_treasure, treasures, strict=False):
        hidden[place]["treasure"] = treasure
    return {
        "id": f"made-{seed}",
        "label": "Made at random",
        "dealer": good[0],
        "edges": edges,
        "places": {place: hidden.get(place, {}) for place in places},
        "characters": characters,
        "cards": cards,
        "treasures": {
            treasure: [
                {"frees": True, "prowess": rng.randint(1, 6)},
                {"magic": 4},
                {"companion": "s0", "magic": 3},
                {"halves": True},
                {"stealth": 1},
            ][n]
            for n, treasure in enumerate(treasures)
        },
        "shapes": {f"s{n}": {"prowess": n * 2, "loveless": n == 3} for n in range(4)},
        "armies": {
            "white-army": {"side": "good", "home": places[-1], "prowess": 3, "betrays": rng.random() < 0.5},
            "black-army": {"side": "evil", "home": places[0], "prowess": 4, "stealth": 2},
        },
        "counts": {"move": rng.randint(1, 3), "limit_good": rng.randint(3, 6)},
        "bavmorda": {"magic": rng.randint(3, 9)},
    }


def begin(seed: int, last_round: int = 8) -> willow.State:
    """A game about to begin: every third on the training map, the others on a map of their own; from two to all seats."""
    rng = random.Random(seed)
    raw: dict[str, Any] = {"setup": "dealt", "last_round": last_round}
    if seed % 3:
        data = scenario(seed)
        material = willow.material_from(data, "made")
        raw["material"] = data
    else:
        material = willow.scenarios()["training"]
        raw["scenario"] = "training"
    from engine.willow.play.state import shares

    seats = [f"seat{n}" for n in range(rng.randint(2, len(material.characters)))]
    raw["controls"] = shares(material, seats)
    return willow.from_dict(raw)


def moments(
    state: willow.State, seed: int, most: int, bots: Sequence[str] = ("random", "planner")
) -> Iterator[tuple[willow.State, willow.Step]]:
    """Every step of a game: the state before, and what was done. Each seat has one of these bots."""
    rng = random.Random(seed)
    plays = {seat: willow.BOTS[rng.choice(bots)] for seat in state.order}
    for _ in range(most):
        if state.over:
            return
        if state.decision == "chance":
            action = pick(state.chances(), rng)
        else:
            who = rng.choice(state.deciders)
            action = plays[who](state.seen_by(who), who, rng)
        step = state.play(action)
        yield state, step
        state = step.state


def wrong(number: int, before: willow.State, step: willow.Step) -> str:
    """What is wrong after a step, if anything; every eleventh is looked at in all ways."""
    state = step.state
    if not step.events or not all(rule in willow.ledger() for event in step.events for rule in event.rules):
        return f"{step.action} is not told with its rules"
    if number % 11:
        return ""
    if found := willow.broken_invariants(state):
        return "; ".join(found)
    if willow.from_code(willow.code(state)) != state or willow.loads(willow.dumps(state)) != state:
        return "it is not read back as it was written"
    for seat in (*state.order, None):
        view = state.seen_by(seat)
        if view.seen_by(seat) != view or willow.loads(willow.dumps(view)) != view:
            return f"the view of {seat} is not sound"
        if seat is not None and state.actions(seat) != view.actions(seat):
            return f"{seat} may do something else in the view"
        if seat is not None and state.holder and state.holder not in view.holders():
            return f"{seat} takes {state.holder} for cleared"
        if before.told(step, seat).state != view:
            return f"{seat} is told something else than he sees"
    if state.decision == "choice" and state.actions() != list(
        dict.fromkeys(a for seat in state.order for a in state.actions(seat))
    ):
        return "the list is not that of the seats"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them; 0 if nothing is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    asked = parser.parse_args(arguments)
    begun, seen = time.perf_counter(), Counter[str]()
    for seed in range(asked.first, asked.first + asked.games):
        state = begin(seed)
        for number, (before, step) in enumerate(moments(state, seed, 20_000)):
            seen["steps"] += 1
            if trouble := wrong(number, before, step):
                print(f"seed {seed}: {trouble}, after {step.action} from {willow.code(before)}")
                return 1
            state = step.state
        if not state.over:
            print(f"seed {seed}: it has not ended: {willow.code(state)}")
            return 1
        seen["games"] += 1
        seen[f"won by {state.won}"] += 1
        if seen["games"] % 100 == 0 or seen["games"] == asked.games:
            told = ", ".join(f"{seen[what]} {what}" for what in sorted(seen))
            print(f"{told}; {time.perf_counter() - begun:.0f} s: nothing wrong", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
