"""What the coach says of an action in the Mystic Wood: where it leads a Knight, and what he may win there."""

from __future__ import annotations

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of, the
from engine.mystic_wood.play.crown import CrownPlan
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.text.faults import cap


def reason(state: mw.State, action: str) -> str:
    """What speaks for an action, in a sentence; "" if there is nothing to say but what its button says."""
    said = mw.parse_action(action)
    who = state.knight(state.to_move or state.turn)
    if said.verb == "move":
        return _where(state, who, said.to)
    odds = mw.odds(state, action) if said.verb in ("meet", "joust") else None
    if odds is not None and odds.fight is not None:
        won = f"{round(100 * float(odds.fight.win))} times in 100; {_stake(state, who, said.of)}."
        joins = odds.reactions.get("befriends")  # a fight is only what comes of it where he attacks
        return (
            f"A friend {round(100 * float(joins))} times in 100; if it comes to a fight, won {won}"
            if joins
            else f"Won {won}"
        )
    if said.verb == "meet":
        return (
            "Nothing is risked but the throw."
            if said.of in CARDS.denizens and not CARDS.denizens[said.of].always
            else ""
        )
    if said.verb == "pray":
        return "Three full turns with the Bishop bring the Ring, which adds to prowess."
    if said.verb == "withdraw":
        return "The fight is put off, for the price of the turn."
    return ""


def _stake(state: mw.State, who: mw.Knight, foe: str) -> str:
    if foe in KNIGHTS:
        return "the winner takes a card, or sends the other to the Tower"
    quest = state.cards.knights[who.id].quest
    if quest is not None and quest.denizen == foe:
        return "it is the quest itself"
    if foe == "king":
        return "the victor is King, and then only the Castle is wanting"
    card = CARDS.denizens[foe]
    won = f"{card.prowess_card} adds one to prowess" if card.prowess_card else "won, the way is free"
    return f"{won}; lost, it is the Tower"


def _where(state: mw.State, who: mw.Knight, way: str) -> str:
    """What he comes nearer to that way."""
    there = state.wood.neighbours[who.at].get(way)
    if there is None:
        return ""
    plan = CrownPlan(state, who)
    number = state.wood.index[there]
    now, then = plan.turns(plan.here), plan.turns(number)
    if number in plan.goals:
        return cap(f"{_goal(state, who, there)}.")
    if now is None or then is None or then >= now:
        return "Away from what is nearest."
    goal = min(plan.goals, key=lambda one: plan.wood.ground.chart([one], plan.dangers).turns(number) or 0.0)
    turns = round(then) or 1
    return f"Toward {_goal(state, who, state.wood.areas[goal])}, {turns} turn{'s' if turns > 1 else ''} on from there."


def _goal(state: mw.State, who: mw.Knight, name: str) -> str:
    area = state.area(name)
    if not area.face_up:
        return f"new ground at {name}"
    if name == state.wood.enchanted_gate and has_fulfilled(state, who):
        return "the Enchanted Gate, the quest done"
    here = [*map(the, area.denizens), *map(the, area.things)] or ([name_of(area.name)] if area.name else [])
    return f"{' and '.join(here)} at {name}" if here else name
