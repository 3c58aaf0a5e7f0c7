"""Combination: entering together, relief of a tied fight, joining forces, and leaving an approach to a partner."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, is_challenger
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import encounters
from engine.mystic_wood.rules.challenging import more_than_two
from engine.mystic_wood.rules.encounter_order import unmet, why_not_compelled, why_out_of_order
from engine.mystic_wood.rules.exploring import set_out, why_no_path, why_not_first_thing, why_not_set_out
from engine.mystic_wood.rules.hidden import known_denizens
from engine.mystic_wood.rules.jousts import begin_joust, do_defend
from engine.mystic_wood.rules.king import fights_a_king
from engine.mystic_wood.rules.placing import combine, relocate
from engine.mystic_wood.rules.queries import cooperative, playing, team
from engine.mystic_wood.rules.turns import end_turn

# ------------------------------------------------------------------ entering together


def why_combine(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against these Knights and this direction for setting out together (`combine.enter`)."""
    found = why_no_path(position, knight, action.to)
    for partner in action.aid:
        other = playing(position, partner)
        if other is not None and other.at == knight.at and other.inside != knight.inside:
            found.append(no("area.cave-island-inside partner", partner))
        elif other is None or other.place != knight.place or partner == knight.id:
            found.append(no("combine.enter elsewhere", partner))
        elif other.imprisoned or other.captured or other.fighting:
            found.append(no("combine.enter not-free", partner, about=(partner,)))
    beyond = position.wood.neighbours[knight.at].get(action.to)
    if beyond is not None:
        enemies = known_enemies(position, knight, beyond)
        if not enemies:
            found.append(no("combine.enter no-enemy", beyond, about=(beyond,)))
        king = "king" in position.area(beyond).denizens or any(k.king for k in position.knights if k.id in enemies)
        if len(action.aid) > 1 and not king:
            found.append(more_than_two(position))
    return found


def known_enemies(position: Position, knight: Knight, at: str) -> list[str]:
    """Who fights in an area, as far as he knows: Knights who are not with him, denizens who challenge, the Prince."""
    knights = [k.id for k in position.knights if k.at == at and not k.out and k.id not in knight.partners]
    if not position.area(at).denizens:
        return knights
    return knights + [d for d in known_denizens(position, knight, at) if is_challenger(d) or d == "prince"]


def do_combine(draft: Draft, action: Action) -> None:
    """He asks the others to enter with him."""
    partners = tuple(action.aid)
    rules = ("combine.enter", "combine.king") if len(partners) > 1 else ("combine.enter",)
    draft.tell("asks-to-enter", *rules, who=draft.mover, others=partners, way=action.to)
    draft.push("combine", partners[0], draft.turn, way=action.to, partners=partners, to_ask=partners[1:])


def enter_together(draft: Draft, waiting: Pending, action: Action) -> None:
    """One agrees to enter with him; when all have, they set out, and forfeit a turn for it (`combine.enter`)."""
    if waiting.to_ask:
        draft.tell("agrees", "combine.enter", who=waiting.asked, others=waiting.knight)
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
        return
    for partner in waiting.partners:
        combine(draft, waiting.knight, partner)
        draft.set_knight(partner, forfeits=(*draft.knight(partner).forfeits, "combine.enter"))
    rules = ("combine.enter", "combine.king") if len(waiting.partners) > 1 else ("combine.enter",)
    draft.tell("will-enter-together", *rules, who=waiting.partners, others=waiting.knight, way=waiting.way)
    set_out(draft, waiting.knight, waiting.way)


# ------------------------------------------------------------------ relief of a tied fight


def why_aid(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against aiding a Knight in an undecided fight, next door or where one stands (`combine.relief`)."""
    other = playing(position, action.of)
    if other is None or other.id == knight.id:
        return [no("combine.relief no-knight", action.of)]
    found = []
    if other.fighting is None:
        found.append(no("combine.relief no-fight", other))
    elif other.fighting == knight.id:
        found.append(no("combine.relief opponent"))
    if other.partners and not fights_a_king(position, other):
        found.append(more_than_two(position))
    if knight.freed:
        found.append(no("card.enchantress-after fights", knight))
    if (
        other.inside
        and position.area(other.at).name == "cave"
        and "golden-bough" not in knight.things
        and not knight.inside
    ):
        found.append(no("area.cave-enter other-inside", other, about=("golden-bough",)))
    if other.at == knight.at:
        if knight.inside and not other.inside:
            found.append(no("area.cave-island-inside fights-outside", other, knight))
        found += why_not_first_thing(position, knight)
        return found + (why_not_compelled(position, knight) if position.moment == "start" else [])
    direction = position.wood.direction_between(knight.at, other.at)
    if direction is None or not position.area(other.at).face_up:
        found.append(no("combine.relief too-far", other))
    else:
        found += why_no_path(position, knight, direction, aiding=other.id)
    return found + why_not_set_out(position, knight)


def do_aid(draft: Draft, action: Action) -> None:
    """He offers his aid; the fighter is asked."""
    draft.tell("offers-aid", "combine.relief", who=draft.mover, others=action.of)
    draft.push("relief", action.of, draft.turn, of=action.of)


def move_in_to_aid(draft: Draft, waiting: Pending, action: Action) -> None:
    """The aid is welcome: he moves in, and on the fighter's next turn they fight together (`combine.relief`)."""
    aider, fighter = draft.knight(waiting.knight), draft.knight(waiting.of)
    there = aider.at == fighter.at
    draft.tell(
        "stands-by" if there else "moves-in-to-aid",
        "combine.relief",
        "challenge.tie-closes-area",
        who=aider,
        others=fighter,
        at=aider.at,
        to=fighter.at,
    )
    if not there:
        relocate(draft, aider.id, fighter.at, came_from=aider.at)
    if fighter.inside and not draft.knight(aider.id).inside:
        draft.set_knight(aider.id, inside=True, met=(), came=(), passable=())
    combine(draft, fighter.id, aider.id)
    end_turn(draft)


# ------------------------------------------------------------------ joining forces where one is


def join_forces(draft: Draft, waiting: Pending, action: Action) -> None:
    """A Knight who is called on joins; when all have, the fight begins (`combine.newcomer`, `variant.cooperative`)."""
    ally = waiting.asked
    combine(draft, waiting.knight, ally)
    rule = "variant.cooperative" if cooperative(draft) else "combine.newcomer"
    draft.tell("joins-forces", rule, "combine.score", who=ally, others=waiting.knight)
    beneath = draft.pending[-1] if draft.pending else None
    if waiting.to_ask:
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
    elif beneath is not None and beneath.kind in ("answer", "attacked") and beneath.who == waiting.knight:
        do_defend(draft, draft.pending.pop(), Action("defend", aid=waiting.aid))
    elif waiting.of in KNIGHTS:
        begin_joust(draft, waiting.knight, waiting.of, waiting.aid)
    else:
        encounters.encounter(draft, waiting.knight, waiting.of, waiting.aid)


# ------------------------------------------------------------------ who approaches first


def why_yield(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against leaving it to a partner to approach a denizen first (`combine.no-gain`)."""
    found = []
    if "joint" not in position.powers or action.to not in [k.id for k in team(position, knight)[1:]]:
        found.append(no("combine.no-gain not-joint"))
    if action.of not in unmet(position, knight) or is_challenger(action.of):
        found.append(no("combine.no-gain not-there", action.of))
    else:
        found += why_out_of_order(position, knight, action.of)
    return found


def do_yield(draft: Draft, action: Action) -> None:
    """He leaves the first approach to a partner, who is asked."""
    draft.tell("yields", "combine.no-gain", who=draft.mover, others=action.to, what=action.of)
    draft.push("yielded", action.to, draft.turn, of=action.of)


def approach_first(draft: Draft, waiting: Pending, action: Action) -> None:
    """Let the partner approach a denizen first, as the one whose turn it is yields it to him (`combine.no-gain`)."""
    draft.tell("agrees", "combine.no-gain", who=waiting.asked, others=waiting.knight)
    encounters.approach_first(draft, waiting.asked, waiting.of)
