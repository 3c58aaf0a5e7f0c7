"""Random games for property tests: any moment of any game the engine can reach, named by two numbers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, SAME_CARD, THINGS
from engine.mystic_wood.material.wood import DIRECTIONS
from engine.mystic_wood.position.actions import Action, parse_action, share_out, sorted_aid
from tests.support.usual_wood import AREAS, half_of

VARIANTS = ((), (), ("hidden",), ("cooperative",), ("cooperative", "hidden"))
SELDOM = {"stalemate": 0.03, "drop": 0.05, "offer": 0.05, "stay": 0.1}


def first_state(seed: int) -> mw.State:
    rng = random.Random(seed)
    knights = list(mw.CARDS.knights)
    rng.shuffle(knights)
    seats = rng.choice([1, 2, 3, 4, 4])
    state = mw.new_game(knights[:seats], rng.choice(mw.editions()), rng.choice(VARIANTS))
    stacked = rng.sample(list(mw.CARDS.pack), rng.choice([0, 0, 0, 3, 12]))
    return mw.from_dict({**mw.to_dict(state), "next_cards": stacked})


def crowded_state(seed: int) -> mw.State:
    """A game in which everything is near: much of the Wood turned up, denizens in every corner, Knights well provided."""
    rng = random.Random(f"crowd {seed}")
    data: dict[str, Any] = {"edition": rng.choice(mw.editions()), "variants": list(rng.choice(VARIANTS)), "areas": {}}
    unused = {
        half: [t.id for t in mw.TILES.values() if t.half == half and not t.fixed] for half in ("earthly", "enchanted")
    }
    for half in unused:
        rng.shuffle(unused[half])
    near = rng.choice([0.5, 0.8, 1.0])
    for area in AREAS:
        half = half_of(area)
        if area not in ("c1", "c5", "c9") and unused.get(half) and rng.random() < near:
            entry: dict[str, Any] = {"tile": unused[half].pop()}
            if mw.TILES[entry["tile"]].arrow and rng.random() < 0.5:
                entry["turned"] = True
            if mw.TILES[entry["tile"]].name in ("cave", "island") and rng.random() < 0.5:
                entry["drawn"] = False
            data["areas"][area] = entry
    pack = [card for card in mw.CARDS.pack if card in mw.CARDS.denizens]
    rng.shuffle(pack)
    knights = list(KNIGHTS)
    rng.shuffle(knights)
    meeting = [rng.choice([*data["areas"], "c9", "c1"]) for _ in range(2)]
    data["order"] = knights[: rng.choice([2, 3, 4, 4])]
    data["knights"] = {}
    for name in data["order"]:
        at = rng.choice([*meeting, *meeting, *data["areas"]])
        knight: dict[str, Any] = {"at": at}
        tile = data["areas"].get(at, {}).get("tile")
        if tile and mw.TILES[tile].name in ("cave", "island") and data["areas"][at].get("drawn", True):
            knight["inside"] = rng.random() < 0.6
        for _ in range(rng.choice([1, 3, 5])):
            hold(knight, pack.pop())
        if name == "britomart":
            knight.pop("king", None)  # in some editions she never is
        elif not knight.get("king"):
            knight["quest_done"] = name in ("george", "guyon") and rng.random() < 0.3
        data["knights"][name] = knight
    for card in pack[: rng.choice([4, 10, 20])]:
        area = rng.choice([*meeting, *data["areas"], "c1", "c9"])
        if not data["areas"].get(area, {}).get("drawn", True):
            continue
        data["areas"].setdefault(area, {}).setdefault("denizens", []).append(card)
    return mw.from_dict(data)


def hold(knight: dict[str, Any], card: str) -> None:
    """Give a card of the pack to a Knight, as what it can be in his hand; a card that can be nothing there is left out."""
    if card in COMPANIONS:
        knight.setdefault("companions", []).append(card)
    elif SAME_CARD.get(card) in THINGS:
        knight.setdefault("things", []).append(SAME_CARD[card])
    elif card in ("horse", "hermit", "holy-grail", "king"):
        key = {"hermit": "blessing", "holy-grail": "grail"}.get(card, card)
        if not (key == "blessing" and knight.get("king")):
            knight[key] = True
    elif mw.CARDS.denizens[card].prowess_card and not knight.get("king"):
        knight.setdefault("prowess_cards", []).append(card)
    if knight.get("king"):
        knight.pop("prowess_cards", None)
        knight.pop("blessing", None)


def moments(seed: int, most: int) -> Iterator[tuple[mw.State, mw.Action, mw.Step]]:
    """Every (state, action, step) of one random game, up to ``most`` actions."""
    yield from moments_from(first_state(seed), random.Random(seed * 7919 + 1), most)


def moments_from(state: mw.State, rng: random.Random, most: int) -> Iterator[tuple[mw.State, mw.Action, mw.Step]]:
    """Every (state, action, step) of one random game that starts here, up to ``most`` actions."""
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


@cache
def by_verb() -> dict[str, list[Action]]:
    """Every action there is, by its verb."""
    found: dict[str, list[Action]] = {}
    for action in vocabulary():
        found.setdefault(action.verb, []).append(action)
    return found


def vocabulary() -> list[Action]:
    """Every action there is, with every aid that could be named for it."""
    texts: list[str] = [
        "stay",
        "withdraw",
        "keep",
        "add 1",
        "drink",
        "pray",
        "wand",
        "done",
        "leave",
        "accept",
        "decline",
        "try to escape",
        "go in",
        "use key",
        "no joust",
        "show dwarf",
        "hide dwarf",
        "stalemate",
    ]
    texts += [f"move {direction}" for direction in DIRECTIONS]
    texts += [f"reveal {tile}" for tile in mw.TILES]
    texts += [f"draw {card}" for card in mw.CARDS.pack]
    texts += [f"roll {a}" for a in range(1, 7)] + [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)]
    texts += [f"{verb} {area}" for verb in ("arch-mage", "storm", "send illusion") for area in AREAS]
    texts += [f"{verb} {thing}" for verb in ("take", "drop") for thing in THINGS]
    texts += [f"leave {companion}" for companion in COMPANIONS] + ["deliver child", "deliver damsel"]
    texts += [f"{verb} {knight}" for verb in ("release", "aid", "stalemate") for knight in KNIGHTS]
    found = [parse_action(text) for text in texts]
    aids = [aid for size in range(4) for aid in itertools.combinations(("prince", "princess", "sage"), size)]
    groups = [group for size in range(4) for group in itertools.combinations(KNIGHTS, size)]
    for aid in aids:
        found += [Action("meet", denizen, aid) for denizen in mw.CARDS.denizens]
        found += [Action("prize", card, aid) for card in ("tower", "none", "blessing", *THINGS, *mw.CARDS.denizens)]
        found += [
            Action("prize", card, aid, to) for card in ("blessing", *THINGS, *mw.CARDS.denizens) for to in KNIGHTS
        ]
        found += [Action(verb, aid=(*group, *aid)) for verb in ("defend", "dispute") for group in groups]
        found += [Action("joust", knight, (*group, *aid)) for knight in KNIGHTS for group in groups]
        found += [Action("meet", d, (*group, *aid)) for d in ("orc", "king", "elf", "prince") for group in groups[1:]]
    found += [Action("combine", aid=sorted_aid(group), to=d) for group in groups[1:] for d in DIRECTIONS]
    found += [Action("offer", thing, to=k, price=price) for thing in THINGS for k in KNIGHTS for price in ("", *THINGS)]
    spoils = ("lance", "ring", "sage", "holy-grail")
    for takers in itertools.product(("", *KNIGHTS), repeat=len(spoils)):
        found.append(share_out((card, taker) for card, taker in zip(spoils, takers, strict=True) if taker))
    found += [Action("yield", denizen, to=knight) for denizen in mw.CARDS.denizens for knight in KNIGHTS]
    return list(dict.fromkeys(found))
