"""Bots: policies over what a player sees. They act through legal actions only, like anybody at the table."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping
from fractions import Fraction

from engine.mystic_wood.material.cards import KNIGHTS, LOST_ONES
from engine.mystic_wood.material.ledger import is_challenger
from engine.mystic_wood.material.wood import (
    AREAS,
    DIRECTIONS,
    EARTHLY_GATE,
    EDGE,
    ENCHANTED_GATE,
    NEIGHBOURS,
    OPPOSITE,
    TOWER,
)
from engine.mystic_wood.play.odds import Odds, odds
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.ending import quest_missing
from engine.mystic_wood.rules.scores import counts, denizens_side
from engine.odds import die_each, to_the_end

_SELDOM = {"stalemate": 0.02, "drop": 0.05, "offer": 0.1, "stay": 0.2, "done": 0.6, "leave": 0.3, "withdraw": 0.5}


def random_bot(state: State, rng: random.Random) -> str:
    """Any legal action; those that only pass the time (dropping, offering, staying) less often."""
    actions = state.legal_actions()
    return rng.choices(actions, [_SELDOM.get(action.verb, 1.0) for action in actions])[0].text


def quest_bot(state: State, rng: random.Random) -> str:
    """A sensible player: explores, fights what it can beat, gathers what helps, and carries its quest to the Gate."""
    actions = state.legal_actions()
    if len(actions) == 1:
        return actions[0].text
    me = state.knight(state.to_move or state.turn)
    steps = _distances_to(state, me, _goals(state, me))
    # Now and then a little daring, so that two careful bots do not wait for each other for ever.
    daring = 4.0 if rng.random() < 0.1 else 0.01
    scored = [(_worth(state, me, action, steps) + rng.random() * daring, action.text) for action in actions]
    return max(scored)[1]


BOTS: Mapping[str, Callable[[State, random.Random], str]] = {"random": random_bot, "quest": quest_bot}

# ------------------------------------------------------------------ where to go


def _where(state: State, card: str) -> list[str]:
    """The areas a denizen or loose thing is known to lie at."""
    return [
        name
        for name, area in zip(AREAS, state.areas, strict=True)
        if card in area.denizens or card in area.things or card in area.things_outside
    ]


def _quest_goals(state: State, me: Knight) -> list[str]:
    if me.king:
        return [name for name, area in zip(AREAS, state.areas, strict=True) if area.name == "castle"]
    for person in LOST_ONES:
        if person in me.companions:
            return [EARTHLY_GATE] if person == "child" else _where(state, "queen")
        if person in me.must_rescue:
            return _where(state, person)
    if quest_missing(me) is None:
        return [ENCHANTED_GATE]
    wanted = {"george": ("dragon",), "perceval": ("holy-grail",), "roland": ("princess",), "britomart": ("prince",)}
    if me.id == "guyon":
        if "golden-bough" in me.things:
            return [name for name, area in zip(AREAS, state.areas, strict=True) if area.name == "cave"]
        return _where(state, "golden-bough") + ([] if _ignored(me, "druid") else _where(state, "druid"))
    found = [at for card in wanted[me.id] if not _ignored(me, card) for at in _where(state, card)]
    return [] if me.id == "george" and state.strength(me.id) < 5 and _new_ground(state) else found


def _new_ground(state: State) -> list[str]:
    return [name for name, area in zip(AREAS, state.areas, strict=True) if not area.face_up and area.tile is None]


def _ignored(me: Knight, denizen: str) -> bool:
    return any(entry.denizen == denizen for entry in me.ignored_by)


def _goals(state: State, me: Knight) -> list[str]:
    """Where to go: the quest if it is known where, else new ground, else denizens worth meeting."""
    quest = _quest_goals(state, me)
    if quest:
        return quest
    unknown = _new_ground(state)
    helpful = ("horse", "sage", "princess", "prince", "merlin", "elf", "hermit", "witch", "druid", "rogue")
    friends = [
        name
        for name, area in zip(AREAS, state.areas, strict=True)
        if any(d in helpful and not _ignored(me, d) for d in area.denizens) and name != me.at
    ]
    return unknown + friends


def _danger(state: State, me: Knight, area: str) -> float:
    """How many turns the challengers of an area are likely to cost him: none if he is sure to win, about six if to lose."""
    danger = 0.0
    for denizen in state.area(area).denizens:
        if is_challenger(denizen) and not (denizen == "king" and me.id == "britomart"):
            strength, prowess = counts(state.cards, denizen)
            own = state.strength(me.id) * strength + state.prowess(me.id) * prowess
            danger += 6.0 * float(to_the_end([die_each(own, denizens_side(state, denizen, area).total)]).lose)
    return danger


def _distances_to(state: State, me: Knight, goals: list[str]) -> dict[str, float]:
    """Turns to the nearest goal from each area, over known paths and into the unknown, dangers on the way counted in."""
    found: dict[str, float] = {}
    queue = [(0.0, goal) for goal in goals]
    heapq.heapify(queue)
    while queue:
        so_far, area = heapq.heappop(queue)
        if area in found:
            continue
        found[area] = so_far
        cost = 1.0 + _danger(state, me, area)
        for direction in DIRECTIONS:
            before = NEIGHBOURS[area].get(direction)
            if before is None or before in found:
                continue
            there, here = state.area(before), state.area(area)
            if there.tile is not None and EDGE[OPPOSITE[direction]] not in there.paths:
                continue
            if here.tile is not None and EDGE[direction] not in here.paths:
                continue
            heapq.heappush(queue, (so_far + cost, before))
    return found


# ------------------------------------------------------------------ what an action is worth


def _chance_to_win(found: Odds) -> Fraction:
    return found.fight.win if found.fight is not None else Fraction(1)


def _worth(state: State, me: Knight, action: Action, steps: Mapping[str, float]) -> float:
    verb = action.verb
    if verb in ("move", "combine", "aid"):
        return _worth_of_step(state, me, action, steps)
    cut_off = me.at not in steps
    if verb == "stalemate" and cut_off and not action.of:
        return 12.0  # nothing he wants can be reached: a new game, if the others see it so (move.isolated)
    if verb == "accept" and state.pending and state.pending[-1].kind == "stalemate":
        return 1.0 if cut_off and not state.pending[-1].of else -1.0
    if verb in _WORTH:
        return _WORTH[verb]
    if verb in ("meet", "joust", "withdraw"):
        return _worth_of_meeting(state, me, action)
    if verb == "prize":
        return {"none": 0.0, "tower": 4.0}.get(action.of, 5.0 + len(action.of) / 100)
    if verb in ("arch-mage", "send"):
        far = steps.get(action.to, 20)
        return (
            3.0 - far
            if verb == "arch-mage" and steps.get(me.at, 20) > far + 2
            else (far / 10 if verb == "send" else -5.0)
        )
    if verb == "stay":
        if me.king and state.area(me.at).name == "castle":
            return 30.0
        in_cave = me.id == "guyon" and me.inside and not me.quest_done and state.area(me.at).name == "cave"
        return 30.0 if in_cave else 0.1
    if verb == "go-in":
        undrawn = not state.area(me.at).drawn
        wanted = me.id == "guyon" and not me.quest_done and state.area(me.at).name == "cave"
        return 12.0 if wanted else 6.0 if undrawn else -1.0
    if verb == "pray":
        return 4.0 if me.prayer_turns else 0.05
    if verb == "leave":
        return 100.0 if not action.of else -10.0
    if verb == "wand":
        return 0.2 if steps.get(me.at) is None else -1.0
    return -1.0 - len(action.aid)


_WORTH = {
    "done": 0.0,
    "take": 20.0,
    "deliver": 50.0,
    "use-key": 5.0,
    "try-to-escape": -1.0,
    "release": 0.5,
    "add-1": 1.0,
    "keep": 0.5,
    "accept": 0.4,
    "decline": 0.5,
    "no-joust": 0.5,
    "show-dwarf": 1.0,
    "hide-dwarf": 0.5,
    "dispute": -1.0,
    "drop": -9.0,
    "offer": -8.0,
    "yield": -8.0,
    "storm": -7.0,
    "drink": -6.0,
    "stalemate": -20.0,
}


def _worth_of_step(state: State, me: Knight, action: Action, steps: Mapping[str, float]) -> float:
    if action.verb != "move":
        return -2.0
    beyond = NEIGHBOURS[me.at][action.to]
    there = state.area(beyond)
    if there.tile is not None and EDGE[OPPOSITE[action.to]] not in there.paths:
        return -10.0  # a dead end he knows
    worth = 10.0 - min(steps.get(beyond, 25.0) + _danger(state, me, beyond), 30.0) / 3
    if beyond == TOWER:
        worth -= 0.2
    return worth


def _worth_of_meeting(state: State, me: Knight, action: Action) -> float:
    if action.verb == "withdraw":
        return 0.0
    try:
        chance = float(_chance_to_win(odds(state, action)))
    except (KeyError, ValueError):
        return 0.0
    cost = sum(9.0 if helper in KNIGHTS else 0.4 for helper in action.aid)
    if action.verb == "joust":
        return 8.0 * (chance - 0.6) - cost - (0.0 if chance > 0.6 else 2.0)
    if me.fighting:
        return 5.0 * chance - cost
    if is_challenger(action.of):
        # He has counted the danger before he came, so here he is bold: to turn back every time leads nowhere.
        return 10.0 * (chance - 0.3) - cost
    wanted = {"perceval": "holy-grail", "roland": "princess", "britomart": "prince"}.get(me.id) == action.of
    return (9.0 + 5.0 * chance if wanted else 6.0) - (0.1 if wanted else 1.0) * len(action.aid)
