"""Random games for property tests: any moment of any game the engine can reach, named by two numbers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS
from engine.mystic_wood.material.wood import DIRECTIONS
from engine.mystic_wood.position.actions import Action, parse_action, sorted_aid

VARIANTS = ((), (), ("hidden",), ("cooperative",), ("cooperative", "hidden"))
SELDOM = {"stalemate": 0.03, "drop": 0.05, "offer": 0.05, "stay": 0.1}


def first_state(seed: int) -> mw.State:
    rng = random.Random(seed)
    knights = list(mw.CARDS.knights)
    rng.shuffle(knights)
    seats = rng.choice([1, 2, 3, 4, 4])
    return mw.new_game(knights[:seats], rng.choice(mw.editions()), rng.choice(VARIANTS))


def moments(seed: int, most: int) -> Iterator[tuple[mw.State, mw.Action, mw.Step]]:
    """Every (state, action, step) of one random game, up to ``most`` actions."""
    rng = random.Random(seed * 7919 + 1)
    state = first_state(seed)
    for _ in range(most):
        actions = state.legal_actions()
        if not actions:
            return
        action = rng.choices(actions, [SELDOM.get(a.verb, 1.0) for a in actions])[0]
        step = state.play(action)
        yield state, action, step
        state = step.state


def state_at(seed: int, number: int) -> mw.State:
    """The state after ``number`` actions of a random game (or its end)."""
    state = first_state(seed)
    for _, _, step in moments(seed, number):
        state = step.state
    return state


def vocabulary() -> list[Action]:
    """Every action there is, with every aid that could be named for it."""
    texts: list[str] = ["stay", "withdraw", "keep", "add 1", "drink", "pray", "wand", "done", "leave", "accept", "decline",
                        "try to escape", "go in", "use key", "no joust", "show dwarf", "hide dwarf", "stalemate"]  # fmt: skip
    texts += [f"move {direction}" for direction in DIRECTIONS]
    texts += [f"reveal {tile}" for tile in mw.TILES]
    texts += [f"draw {card}" for card in mw.CARDS.pack]
    texts += [f"roll {a}" for a in range(1, 7)] + [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)]
    texts += [f"{verb} {area}" for verb in ("arch-mage", "storm", "send illusion") for area in mw.AREAS]
    texts += [f"{verb} {thing}" for verb in ("take", "drop") for thing in THINGS]
    texts += [f"leave {companion}" for companion in COMPANIONS] + ["deliver child", "deliver damsel"]
    texts += [f"{verb} {knight}" for verb in ("release", "aid", "stalemate") for knight in KNIGHTS]
    found = [parse_action(text) for text in texts]
    aids = [aid for size in range(4) for aid in itertools.combinations(("prince", "princess", "sage"), size)]
    groups = [group for size in range(4) for group in itertools.combinations(KNIGHTS, size)]
    for aid in aids:
        found += [Action("meet", denizen, aid) for denizen in mw.CARDS.denizens]
        found += [Action("prize", card, aid) for card in ("tower", "none", "blessing", *THINGS, *mw.CARDS.denizens)]
        found += [Action(verb, aid=(*group, *aid)) for verb in ("defend", "dispute") for group in groups]
        found += [Action("joust", knight, (*group, *aid)) for knight in KNIGHTS for group in groups]
        found += [Action("meet", d, (*group, *aid)) for d in ("orc", "king", "elf", "prince") for group in groups[1:]]
    found += [Action("combine", aid=sorted_aid(group), to=d) for group in groups[1:] for d in DIRECTIONS]
    found += [Action("offer", thing, to=k, price=price) for thing in THINGS for k in KNIGHTS for price in ("", *THINGS)]
    found += [Action("yield", denizen, to=knight) for denizen in mw.CARDS.denizens for knight in KNIGHTS]
    return list(dict.fromkeys(found))
