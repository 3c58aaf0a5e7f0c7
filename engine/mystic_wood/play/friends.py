"""Cooperative play: what friends can do for one another, and whether they can still leave the Wood together."""

from __future__ import annotations

from typing import Final

from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.play.routing import HARDLY, RoutePlan, has_any
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.mystic_wood.rules.queries import cooperative, in_play, quest_of

#: How many turns it costs to pass whoever bars the way.
_BARRED: Final = 1000.0


def cut_off(state: State) -> tuple[str, ...]:
    """Whom no way leads any more to what he needs, as far as is known (`move.isolated`): in cooperative play each who holds up
    his friends by it, a King from whom no way leads to the Castle among them; else all Knights, if it is so for each of them,
    and nobody if not."""
    players = in_play(state)
    found = tuple(knight.id for knight in players if not _has_fulfilled(state, knight) and _is_cut_off(state, knight))
    return found if cooperative(state) or len(found) == len(players) else ()


def held_up(state: State) -> tuple[str, ...]:
    """In cooperative play whoever holds up his friends, as far as is known: he is cut off, or somebody stands in his way whom he
    will hardly ever vanquish alone."""
    found = cut_off(state)
    if not found and cooperative(state):
        found = tuple(each.id for each in in_play(state) if not has_fulfilled(state, each) and _is_barred(state, each))
    return found


def _is_barred(state: State, knight: Knight) -> bool:
    plan = RoutePlan(state, knight)
    explored = not plan.comes_to(plan.wood.ground.unknown)
    if explored and not knight.king and not knight.must_rescue and plan.best_chance() <= HARDLY:
        return True
    barred = {number: _BARRED for _, number in plan.strong(HARDLY)}
    if plan.here in plan.goals:
        return plan.here in barred
    turns = plan.wood.ground.chart(plan.goals, {**plan.dangers, **barred}).turns(plan.here)
    return turns is None or turns >= _BARRED


def _has_fulfilled(state: State, knight: Knight) -> bool:
    return cooperative(state) and has_fulfilled(state, knight)


def _is_cut_off(state: State, knight: Knight) -> bool:
    if knight.imprisoned or knight.captured:
        return False
    plan = RoutePlan(state, knight)
    if knight.king:
        castle = plan.wood.lies.get("castle")
        return not plan.comes_to(plan.wood.ground.unknown if castle is None else [castle])
    if cooperative(state) and not knight.must_rescue and not plan.comes_to(plan.wood.ground.unknown):
        known = any(card in plan.wood.lies for card in plan.wanted)
        if not known and not any(has_any(other, plan.wanted) for other in state.knights):
            return True  # what his quest is about has turned up nowhere, and no new ground is left to him
    return plan.cut_off and not plan.opened


def helps_with(state: State, me: Knight, action: Action) -> bool:
    """Whether the friends an action asks for help are of use: not where he must vanquish somebody alone (`setup.quests`)."""
    quest = quest_of(state, me.id)
    alone = quest.kind == "beat" and quest.denizen == action.of and not me.king
    return cooperative(state) and not alone and any(helper in KNIGHTS for helper in action.aid)
