"""What a Knight holds: picking up, dropping, leaving companions, delivering the lost ones."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import LOST_ONES, THINGS
from engine.mystic_wood.material.ledger import place_in_order
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import rescue
from engine.mystic_wood.rules.encounter_order import challengers_in_the_way, guards, in_order, loose_things, unmet
from engine.mystic_wood.rules.hidden import armour_is_secret, armour_under_dwarf, take_from_under_dwarf
from engine.mystic_wood.rules.placing import leave_companion
from engine.mystic_wood.rules.queries import ignores, outside, unexplored


def why_no_thing(card: str) -> list[Why]:
    """Eight cards are things, and only they are picked up and dropped (`thing.list`, `thing.grail-horse`)."""
    if card in THINGS:
        return []
    if card in ("horse", "holy-grail"):
        return [no("thing.grail-horse", card, about=(card,))]
    return [no("thing.list", card, about=(card,), ruling=card == "blessing")]


# ------------------------------------------------------------------ things


def why_take(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against picking up a loose thing (`thing.loose`, `loose.guarded`, `order.list`)."""
    thing = action.of
    found = why_no_thing(thing)
    if found:
        return found
    if thing not in loose_things(position, knight) and not (thing == "armour" and armour_under_dwarf(position, knight)):
        area = position.area(knight.at)
        if thing in area.things or thing in area.things_outside:
            if outside(position, knight):
                return [
                    no("area.cave-island-arrivals", thing, about=(thing,)),
                    no("area.cave-island-inside stands-outside", knight, about=(knight.at,)),
                ]
            return [no("area.cave-island-inside thing-outside", thing, about=(thing,))]
        return [no("thing.loose", thing, knight.at)]
    if knight.freed:
        found.append(no("card.enchantress-after picks-up", knight))
    if unexplored(position, knight):
        found.append(no("reaction.transports-you picks-up", knight.at, about=(knight.at,)))
    keepers = in_order(guards(position, knight))
    if keepers:
        found.append(no("loose.guarded", keepers, all(ignores(knight, d) for d in keepers), about=tuple(keepers)))
    to_meet = in_order(unmet(position, knight))
    if to_meet:
        first = [d for d in to_meet if d not in keepers] or to_meet
        found.append(no("order.list loose-last", first, about=tuple(first)))
    if thing == "armour" and armour_is_secret(position, knight):
        found.append(no("variant.hidden"))
    return found


def do_take(draft: Draft, action: Action) -> None:
    """The thing is his (`thing.carry`)."""
    knight, thing = draft.mover, action.of
    area = draft.area(knight.at)
    if thing in area.things and not outside(draft, knight):
        draft.set_area(knight.at, things=minus(area.things, thing))
    elif thing in area.things_outside:
        draft.set_area(knight.at, things_outside=minus(area.things_outside, thing))
    else:
        take_from_under_dwarf(draft, knight)
    draft.set_knight(knight.id, things=plus(knight.things, thing))
    if draft.moment == "arrived":
        draft.moment = "after"
    draft.tell("takes", "thing.carry", "thing.loose", "thing.bonuses", who=knight, what=thing, at=knight.at)


def why_drop(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against dropping a thing (`thing.drop`)."""
    found = why_no_thing(action.of)
    if found:
        return found
    if action.of not in knight.things:
        found.append(no("thing.drop not-had", knight, action.of))
    if action.of == "golden-bough" and knight.inside and position.area(knight.at).name == "cave":
        found.append(no("thing.drop bough"))
    return found


def do_drop(draft: Draft, action: Action) -> None:
    """The thing lies loose where he is (`thing.drop`)."""
    knight, thing = draft.mover, action.of
    area = draft.area(knight.at)
    draft.set_knight(knight.id, things=minus(knight.things, thing))
    if outside(draft, knight):
        draft.set_area(knight.at, things_outside=plus(area.things_outside, thing))
    else:
        draft.set_area(knight.at, things=plus(area.things, thing))
    draft.tell("drops", "thing.drop", "thing.loose", who=knight, what=thing, at=knight.at)


# ------------------------------------------------------------------ companions


def why_leave_companion(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against giving up a companion here (`companion.lost`, `trade.companions`)."""
    found = []
    if action.of not in knight.companions:
        found.append(no("companion.list", action.of, knight))
    if action.of in LOST_ONES and not knight.king:
        found.append(no("rescue.take on-purpose", action.of))
    if knight.at == position.wood.tower:
        found.append(no("tower.no-denizens"))
    if outside(position, knight):
        found.append(no("area.cave-island-leave nobody-left"))
    return found


def do_leave_companion(draft: Draft, action: Action) -> None:
    """The companion is given up, and is not met again on this visit."""
    knight = draft.mover
    rules = ["companion.lost", "trade.companions"]
    rules += ["king.become"] if action.of in LOST_ONES else []
    rules += ["area.cave-island-leave"] if knight.inside else []
    leave_companion(draft, knight.id, action.of, *rules)
    draft.set_knight(knight.id, met=plus(draft.knight(knight.id).met, action.of))


def why_deliver(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against delivering Child or Damsel here and now (`rescue.deliver`)."""
    person = action.of
    area = position.area(knight.at)
    if person not in knight.companions:
        return [no("rescue.deliver not-had", person, knight)]
    gate = position.wood.earthly_gate
    if person == "child" and knight.at != gate:
        return [no("rescue.deliver child", gate, about=(gate,))]
    if person == "damsel" and ("queen" not in area.denizens or outside(position, knight)):
        return [no("rescue.deliver damsel", about=("queen",))]
    found = []
    hostile = challengers_in_the_way(position, knight)
    if hostile:
        found.append(no("rescue.deliver denizens", hostile, about=tuple(hostile)))
    place = place_in_order(person)
    earlier = [d for d in in_order(unmet(position, knight)) if place_in_order(d) < place and d not in hostile]
    if earlier:
        found.append(
            no("order.list delivers-later", earlier, "comes" if len(earlier) == 1 else "come", about=tuple(earlier))
        )
    if knight.freed:
        found.append(no("card.enchantress-after delivers", knight))
    return found


def do_deliver(draft: Draft, action: Action) -> None:
    """The lost one is delivered."""
    knight, person = draft.mover, action.of
    rescue.deliver(draft, knight, person)
    if draft.moment == "arrived":
        draft.moment = "after"
    draft.tell("delivers", "rescue.deliver", "companion.lost", who=knight, what=person, at=knight.at, way=person)
