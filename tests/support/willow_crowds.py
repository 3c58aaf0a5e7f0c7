"""Crowded moments of the Willow game: made at random so that as many rules as possible meet, and played on a few steps.

Everybody stands in two or three neighbouring spaces, with cards, Spells, shapes, Foes, Armies and Treasures, in any step of
either side, shared out among two to six players. What is offered, refused, told, seen and written after each step is golden text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

from engine import willow
from engine.text.faults import ImpossibleSituation
from engine.willow.material.scenario import ELORA, Material
from engine.willow.play import bots
from engine.willow.play.state import shares
from engine.willow.position.table import TASKS
from engine.willow.rules.turns import STEPS
from tests.golden import text as golden_text
from tests.support.willow_games import scenario

#: How many moments, and how many steps of each are played.
MOMENTS, STEPS_PLAYED = 140, 11
#: How often a kind of action is chosen against the others, where it is not 1.
_EAGER = {
    "discards": 0.2,
    "gives": 0.3,
    "plays": 0.6,
    "attacks": 8.0,
    "casts": 3.0,
    "frees": 9.0,
    "uses": 3.0,
    "searches": 2.0,
    "moves": 1.5,
    "takes": 3.0,
    "looks": 2.0,
    "champion": 3.0,
    "restores": 3.0,
    "is": 3.0,
}


def begun(seed: int) -> willow.State:
    """A crowded moment; every third on the training map, the others on a map made at random."""
    rng = random.Random(seed)
    while True:
        data = scenario(rng.randrange(1000)) if seed % 3 else None
        material = willow.scenarios()["training"] if data is None else willow.material_from(data, "made")
        raw = _moment(rng, material) | ({"scenario": "training"} if data is None else {"material": data})
        try:
            return willow.from_dict(raw)
        except ImpossibleSituation:
            continue


def _moment(rng: random.Random, m: Material) -> dict[str, Any]:
    """What a situation of this scenario could say. Not all of it can be: then another is made."""
    side = rng.choice(("good", "evil"))
    step = rng.choice([one for one in STEPS[side] if one not in ("heal", "draw")] * 2 + ["draw"])
    ends = [m.powers[power] for power in ("castle", "city") if power in m.powers]
    first = rng.choice([*m.places, *ends * 3])
    spaces = [first, *rng.sample(m.next_to[first], min(2, len(m.next_to[first])))]
    deck = [card.id for card in m.cards.values() for _ in range(card.copies) if card.id != ELORA]
    rng.shuffle(deck)
    shapes, treasures = rng.sample(list(m.shapes), len(m.shapes)), rng.sample(list(m.treasures), len(m.treasures))
    people = list(m.characters)
    characters = {name: _character(rng, m, name, rng.choice(spaces), deck, shapes) for name in people}
    good = [name for name in people if m.characters[name].side == "good"]
    evil = [name for name in people if name not in good]
    for name in rng.choices(good, k=rng.randint(0, 4)):
        if treasures:
            characters[name].setdefault("treasures", []).append(treasures.pop())
    lying = {place.id: {"treasure": treasures.pop()} for place in m.places.values() if place.treasure and treasures}
    lying |= {
        place.id: {"treasure": "taken"} for place in m.places.values() if place.treasure and place.id not in lying
    }
    for place in lying.values():
        place["treasure"] = "unknown" if rng.random() < 0.3 else place["treasure"]
    raw: dict[str, Any] = {
        "side": side,
        "step": step,
        "round": rng.randint(1, 5),
        "characters": characters,
        "places": lying,
        "controls": shares(m, [f"seat{n}" for n in range(rng.choice((2, 2, 2, 3, 4, 6)))][: len(people)]),
        "discards": [deck.pop() for _ in range(rng.randint(0, 4)) if deck],
    }
    if side == "evil":
        for name in good:
            characters[name]["found"] = rng.random() < 0.6
    for name, said in characters.items():
        if m.characters[name].side == side:
            said |= _used(rng, step)
    for own, army in (("good", m.army_of.get("good")), ("evil", m.army_of.get("evil"))):
        if army is not None and rng.random() < 0.6:
            characters[rng.choice(good if own == "good" else evil)]["army"] = True
    if "city" in m.powers and rng.random() < 0.25:
        lying.setdefault(m.powers["city"], {})["freed"] = True
    _hide(rng, raw, good, evil)
    if m.lovers is not None and rng.random() < 0.7:
        raw["sorsha"] = {"in_love": True, "times_met": rng.randint(0, 4), "rolled_this_round": rng.random() < 0.2}
    if rng.random() < 0.15:
        own = good if side == "good" else evil
        raw["alone"] = rng.choice(own)
        raw["extra"] = rng.sample(own, 1)
    return raw


def _character(
    rng: random.Random, m: Material, name: str, at: str, deck: list[str], shapes: list[str]
) -> dict[str, Any]:
    """A character with what he may have: cards are taken from the deck, a shape from the shapes."""
    side = m.characters[name].side
    said: dict[str, Any] = {"at": at, "magic": rng.randint(0, 6), "health": rng.choice((0, 1, 1, 2, 3, 4, 6))}
    if rng.random() < 0.5:
        said["prowess"] = rng.randint(0, 6)
    kept: dict[str, list[str]] = {"hand": [], "face_up": [], "spells": [], "foes": []}
    for card in [deck.pop() for _ in range(rng.randint(0, 6)) if deck]:
        printed, key = m.cards[card], "hand"
        if printed.kind == "spell" and len(kept["spells"]) < said["magic"] and rng.random() < 0.8:
            key = "spells"
        elif printed.kind == "foe" and side == "good" and rng.random() < 0.6:
            key = "foes"
        elif printed.kind in ("keep", "friend") and printed.side in ("", side) and rng.random() < 0.5:
            key = "face_up"
        kept[key].append(card)
    if shapes and rng.random() < 0.2:
        said["transformed"] = shapes.pop()
        kept |= {"hand": [], "face_up": []}
    return said | {key: cards for key, cards in kept.items() if cards}


def _used(rng: random.Random, step: str) -> dict[str, Any]:
    """What he has done of his turn already."""
    found: dict[str, Any] = {}
    if step in ("move", "fight", "power") and rng.random() < 0.5:
        found["spent"] = rng.randint(0, 2)
    for key in ("gained_prowess", "gained_magic", "stopped"):
        if rng.random() < 0.15:
            found[key] = True
    return found


def _hide(rng: random.Random, raw: dict[str, Any], good: list[str], evil: list[str]) -> None:
    """Put Elora Danan somewhere, and say who may hold her as far as the other side knows."""
    where = rng.choice(("good", "good", "good", "evil", "unknown", "removed"))
    if where in ("unknown", "removed"):
        raw["elora"] = where
        if where == "removed":
            raw["clock"] = {"evil_wins_after_round": raw["round"] + rng.randint(0, 1), "true_victor": rng.choice(evil)}
        return
    own = good if where == "good" else evil
    holder = rng.choice(own)
    characters = raw["characters"]
    characters[holder].setdefault("hand", []).append(ELORA)
    armed = [name for name in own if characters[name].get("hand")]
    if rng.random() < 0.5:
        raw["seen"] = {"elora": [name for name in armed if name == holder or rng.random() < 0.6]}


def played(seed: int) -> Iterator[tuple[willow.State, willow.Step]]:
    """A few steps from a crowded moment: first what sort of thing is done is chosen, then what."""
    rng = random.Random(seed)
    state = begun(seed)
    for _ in range(STEPS_PLAYED):
        if state.over:
            return
        listed = state.actions()
        verbs: dict[str, list[str]] = {}
        for text in listed:
            verbs.setdefault(willow.parse_action(text, state).verb, []).append(text)
        weights = [_EAGER.get(verb, 1.0) for verb in verbs]
        action = rng.choice(rng.choices(list(verbs.values()), weights)[0])
        step = state.play(action)
        yield state, step
        state = step.state


def text(seed: int) -> str:
    """What is said of a crowded moment and of each step from it: how it is done, the kinds of events, and digests of the rest."""
    rng = random.Random(-seed)
    state = begun(seed)
    lines = [
        f"{seed}: {state.side} {state.step} {_digest(willow.dumps(state), *_asked(state))} {_digest(*worths(state))}"
    ]
    before: list[str] = []
    for state, step in played(seed):
        listed = state.actions()
        refused = [str(state.judge(said)) for said in rng.sample(before, min(12, len(before))) if said not in listed]
        told = [state.told(step, seat) for seat in (state.order[0], state.order[-1], None)]
        heard = [(one.action, [event.text for event in one.events], willow.code(one.state)) for one in told]
        kinds = " ".join(event.kind for event in step.events)
        rest = (willow.dumps(step.state), *map(str, step.events), *_asked(step.state), *refused, *heard)
        lines.append(f"> {step.action}: {kinds} {_digest(*rest)}")
        before += listed
    return "\n".join(lines) + "\n"


def _asked(state: willow.State) -> Iterator[object]:
    """Who may act, on what, and who may hold the child."""
    yield state.moment, state.deciders, state.holders(), state.winners, state.victors
    yield from ((seat, state.actions(seat), state.seen_by(seat).holders()) for seat in state.order)


def worths(state: willow.State) -> Iterator[object]:
    """What each action is worth to a planner who has the word."""
    for seat in state.deciders:
        plan = bots._Plan(state.seen_by(seat), seat)
        for action in state.actions(seat):
            yield action, round(plan.worth(willow.parse_action(action, state)), 6)


def _digest(*told: object) -> str:
    return sha256("\n".join(map(str, told)).encode()).hexdigest()[:10]


def texts() -> str:
    """All of them."""
    return "".join(map(text, range(MOMENTS)))


def blocks(written: str) -> dict[int, str]:
    """The golden text of each moment, by its number."""
    found: dict[int, str] = {}
    for line in written.splitlines(keepends=True):
        number = -1 if line.startswith("> ") else int(line.partition(":")[0])
        last = number if number >= 0 else next(reversed(found))
        found[last] = found.get(last, "") + line
    return found


# ------------------------------------------------------------------ what could not be


#: How many situations are changed in one place, and the most changes to one situation.
SPOILT, CHANGES = 60, 12
_NUMBERS = (0, 1, 2, 3, 6, 7, 40)


def spoilt(seed: int) -> str:
    """What is told of a situation from amid a game when one thing in it is said otherwise: the faults, or what it then is."""
    rng = random.Random(seed)
    states = [begun(seed), *(step.state for _, step in played(seed))]
    raw = willow.to_dict(rng.choice([one for one in states if one.task or one.fight] or states))
    lines = [f"{seed}: {_digest(raw)}"]
    for _ in range(CHANGES):
        changed, what = _changed(rng, raw, willow.from_dict(raw))
        told = golden_text.answer(lambda changed=changed: _digest(willow.dumps(willow.from_dict(changed))))  # type: ignore[misc]
        lines.append(f"> {what}: {told}")
    return "\n".join(lines) + "\n"


def _leaves(value: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every key that is written, the scenario's own left out."""
    for key, inner in value.items():
        if key in ("material", "scenario", "game"):
            continue
        yield (*path, key)
        if isinstance(inner, dict):
            yield from _leaves(inner, (*path, key))


def _changed(rng: random.Random, raw: dict[str, Any], state: willow.State) -> tuple[dict[str, Any], str]:
    """The situation with one key left out or said otherwise, and what has been done to it."""
    found = deepcopy(raw)
    paths = list(_leaves(raw))
    telling = [
        path
        for path in paths
        if path[0] in ("fight", "pending", "bavmorda", "sorsha", "seen", "clock") or len(path) == 1
    ]
    path = rng.choice(rng.choice((paths, telling)))
    table = found
    for key in path[:-1]:
        table = table[key]
    key, name = path[-1], ".".join(path)
    if rng.random() < 0.2:
        del table[key]
        return found, f"without {name}"
    table[key] = _otherwise(rng, table[key], _pools(state))
    return found, f"{name} = {table[key] if not isinstance(table[key], dict) else '...'}"


def _pools(state: willow.State) -> list[list[str]]:
    """The words that may stand for one another."""
    m = state.material
    return [
        list(m.places),
        list(m.characters),
        list(m.cards),
        list(m.treasures),
        list(m.shapes),
        ["good", "evil"],
        list(state.order),
        ["deal", "draw", "foes", "move", "fight", "power"],
        ["prepare", "cast", "champions", "roll"],
        ["characters", "foe", "bavmorda"],
        list(TASKS),
        ["fight", "foe", "bavmorda", "spell", "fails", "dust", "met", "take"],
    ]


def _otherwise(rng: random.Random, value: Any, pools: list[list[str]]) -> Any:
    """Another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([number for number in _NUMBERS if number != value])
    if isinstance(value, str):
        pool = next((one for one in pools if value in one), ["no-such"])
        return rng.choice([word for word in pool if word != value] or ["no-such"])
    if isinstance(value, dict):
        return dict(list(value.items())[1:])
    if not value or rng.random() < 0.5:
        pool = next((one for one in pools if value and value[0] in one), rng.choice(pools[:5]))
        return [*value, rng.choice(pool)]
    return value[1:]


def spoilt_texts() -> str:
    """All of them."""
    return "".join(map(spoilt, range(SPOILT)))
