"""Combination: entering together, relief of a tied fight, joining forces, and what is asked of another player."""

from __future__ import annotations

from engine.mystic_wood.material.cards import KNIGHTS, name_of, the
from engine.mystic_wood.material.ledger import Why, is_challenger
from engine.mystic_wood.material.wood import NEIGHBOURS, direction_between
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.state import Knight, State
from engine.mystic_wood.rules.encounters import encounter, why_out_of_order
from engine.mystic_wood.rules.exploring import (
    set_out,
    why_no_path,
    why_not_set_out,
)
from engine.mystic_wood.rules.flow import end_turn, finish, in_play, knight_name, relocate, seated, team, unmet
from engine.mystic_wood.rules.jousts import begin_joust, combine, do_spoils


def why_combine(state: State, knight: Knight, action: Action) -> list[Why]:
    found = [*why_not_set_out(state, knight), *why_no_path(state, knight, action.to)]
    for partner in action.aid:
        other = seated(state, partner)
        if other is not None and not other.out and other.at == knight.at and other.inside != knight.inside:
            found.append(
                Why("area.cave-island-inside", f"{name_of(partner)} is in another place of the same area.", True)
            )
        elif other is None or other.out or other.place != knight.place or partner == knight.id:
            found.append(Why("combine.enter", f"{name_of(partner)} is not in the same area to set out together."))
        elif other.imprisoned or other.captured or other.fighting:
            found.append(Why("combine.enter", f"{name_of(partner)} is not free to come along."))
    beyond = NEIGHBOURS[knight.at].get(action.to)
    if beyond is not None:
        enemies = [k for k in state.knights if k.at == beyond and not k.out]
        unseen = {card for card, seers in state.area(beyond).hidden if knight.id not in seers}
        if not set(state.area(beyond).denizens) - unseen and not enemies:
            found.append(Why("combine.enter", f"No common enemy is known at {beyond}."))
        king = "king" in state.area(beyond).denizens or any(k.king for k in enemies)
        if len(action.aid) > 1 and not king:
            found.append(Why("combine.king", "More than two combine only against a King."))
    return found


def do_combine(draft: Draft, action: Action) -> None:
    partners = tuple(action.aid)
    knight = draft.mover
    draft.say(
        f"{knight_name(knight)} asks {' and '.join(name_of(p) for p in partners)} to enter {action.to} together.",
        "combine.enter",
    )
    draft.push("combine", partners[0], knight.id, of=action.to, aid=partners, other=partners[1:])


def why_aid(state: State, knight: Knight, action: Action) -> list[Why]:
    found = list(why_not_set_out(state, knight))
    other = seated(state, action.of)
    if other is None or other.out or other.id == knight.id:
        return [*found, Why("combine.relief", f"{name_of(action.of)} is no other Knight in this game.")]
    if other.fighting is None:
        found.append(Why("combine.relief", f"{knight_name(other)} is in no undecided fight."))
    elif other.fighting == knight.id:
        found.append(Why("combine.relief", "One does not aid one's own opponent."))
    if other.partners and not _fights_a_king(state, other):
        found.append(Why("combine.king", "More than two combine only against a King."))
    if other.inside and state.area(other.at).name == "cave" and "golden-bough" not in knight.things:
        found.append(
            Why(
                "area.cave-enter",
                f"{knight_name(other)} fights inside the Cave: one walks in only with the Golden Bough.",
            )
        )
    direction = direction_between(knight.at, other.at)
    if direction is None or not state.area(other.at).face_up:
        found.append(Why("combine.relief", f"{knight_name(other)} is not in an adjacent area one can walk to."))
    else:
        found += why_no_path(state, knight, direction, aiding=other.id)
    return found


def _fights_a_king(state: State, knight: Knight) -> bool:
    return knight.fighting == "king" or any(k.id == knight.fighting and k.king for k in state.knights)


def do_aid(draft: Draft, action: Action) -> None:
    draft.say(f"{knight_name(draft.mover)} offers to aid {name_of(action.of)}.", "combine.relief")
    draft.push("relief", action.of, draft.turn, of=action.of)


def why_yield(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    if "joint" not in state.powers or action.to not in [k.id for k in team(state, knight)[1:]]:
        found.append(Why("combine.no-gain", "Only after a joint victory is it shared who first approaches the others."))
    if action.of not in unmet(state, knight) or is_challenger(action.of):
        found.append(Why("combine.no-gain", f"{name_of(action.of)} is not there to be approached."))
    else:
        found += why_out_of_order(state, knight, action.of)
    return found


def do_yield(draft: Draft, action: Action) -> None:
    draft.say(
        f"{knight_name(draft.mover)} leaves it to {name_of(action.to)} to approach {the(action.of)} first.",
        "combine.no-gain",
    )
    draft.push("yielded", action.to, draft.turn, of=action.of)


# ------------------------------------------------------------------ accept or decline


def do_accept(draft: Draft, action: Action) -> None:
    kind = draft.pending[-1].kind
    if kind == "spoils":
        do_spoils(draft, action)
        return
    waiting = draft.pending.pop()
    who = waiting.who or ""
    if kind == "combine":
        if waiting.other:
            draft.pending.append(waiting._replace(who=waiting.other[0], other=waiting.other[1:]))
            return
        for partner in waiting.aid:
            combine(draft, waiting.knight, partner)
            draft.set_knight(partner, forfeits=(*draft.knight(partner).forfeits, "combine.enter"))
        names = " and ".join(name_of(p) for p in waiting.aid)
        rules = ("combine.enter", "combine.king") if len(waiting.aid) > 1 else ("combine.enter",)
        draft.say(f"{names} will enter with {name_of(waiting.knight)} and forfeit a turn for it.", *rules)
        set_out(draft, waiting.knight, waiting.of)
    elif kind == "relief":
        aider, fighter = draft.knight(waiting.knight), draft.knight(waiting.of)
        draft.say(
            f"{knight_name(aider)} moves in to aid {knight_name(fighter)}; on {name_of(fighter.id)}'s next turn they "
            "fight together.",
            "combine.relief",
            "challenge.tie-closes-area",
        )
        relocate(draft, aider.id, fighter.at, came_from=aider.at)
        if fighter.inside:
            draft.set_knight(aider.id, inside=True)
        combine(draft, fighter.id, aider.id)
        end_turn(draft)
    elif kind == "ally":
        combine(draft, waiting.knight, who)
        draft.say(
            f"{name_of(who)} joins forces with {name_of(waiting.knight)}.",
            "variant.cooperative" if "cooperative" in draft.variants else "combine.newcomer",
            "combine.score",
        )
        if waiting.other:
            draft.pending.append(waiting._replace(who=waiting.other[0], other=waiting.other[1:]))
        elif waiting.of in KNIGHTS:
            begin_joust(draft, waiting.knight, waiting.of, waiting.aid)
        else:
            encounter(draft, waiting.knight, waiting.of, waiting.aid)
    elif kind == "trade":
        trade(draft, waiting.knight, who, waiting.of, waiting.other)
    elif kind == "yielded":
        encounter(draft, who, waiting.of, ())
    else:
        if waiting.other:
            draft.pending.append(waiting._replace(who=waiting.other[0], other=waiting.other[1:]))
            return
        winners = (waiting.knight, waiting.of) if waiting.of else ()
        joint = (
            f"{name_of(waiting.knight)} and {name_of(waiting.of)} win together" if winners else "a new game is started"
        )
        draft.say(f"All agree: {joint}.", "end.stalemate", "move.isolated")
        finish(draft, *winners)


def do_decline(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    rule = _DECLINED[waiting.kind]
    draft.say(f"{name_of(waiting.who or '')} declines.", rule)


_DECLINED = {
    "combine": "combine.enter",
    "relief": "combine.relief",
    "ally": "combine.enter",
    "trade": "trade.things",
    "yielded": "combine.no-gain",
    "stalemate": "end.stalemate",
}


def trade(draft: Draft, giver_id: str, taker_id: str, thing: str, price: tuple[str, ...]) -> None:
    """Things change hands (`trade.things`)."""
    giver, taker = draft.knight(giver_id), draft.knight(taker_id)
    draft.set_knight(giver_id, things=plus(minus(giver.things, thing), *price))
    draft.set_knight(taker_id, things=plus(minus(taker.things, *price), thing))
    back = f" for {the(price[0])}" if price else ""
    draft.say(f"{knight_name(giver)} gives {knight_name(taker)} {the(thing)}{back}.", "trade.things", "thing.carry")


# ------------------------------------------------------------------ stalemate


def why_stalemate(state: State, knight: Knight, action: Action) -> list[Why]:
    cached: list[Why] | None = state._cache.get("stalemate")
    if cached is None:
        cached = state._cache["stalemate"] = _why_no_stalemate(state)
    if action.of and (action.of == knight.id or action.of not in [k.id for k in in_play(state)]):
        return [*cached, Why("end.stalemate", f"{name_of(action.of)} is no other Knight in this game.")]
    return cached


def _why_no_stalemate(state: State) -> list[Why]:
    """What speaks against proposing it now, whatever is proposed."""
    found = []
    if len(in_play(state)) < 2:
        found.append(Why("end.stalemate", "There is nobody to agree with."))
    if state.moment != "start":
        found.append(Why("end.stalemate", "It is proposed at the beginning of a turn."))
    if "stalemate" in state.powers:
        found.append(Why("end.stalemate", "It has been proposed in this turn."))
    return found


def do_stalemate(draft: Draft, action: Action) -> None:
    others = tuple(k.id for k in in_play(draft) if k.id != draft.turn)
    draft.powers = plus(draft.powers, "stalemate")
    what = f"that he and {name_of(action.of)} win together" if action.of else "to start a new game"
    draft.say(f"{knight_name(draft.mover)} proposes {what}.", "end.stalemate")
    draft.push("stalemate", others[0], draft.turn, of=action.of, other=others[1:])
