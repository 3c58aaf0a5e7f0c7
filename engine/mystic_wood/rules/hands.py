"""What a Knight holds: picking up, dropping, leaving companions, delivering the lost ones."""

from __future__ import annotations

from engine.faults import cap
from engine.mystic_wood.material.cards import LOST_ONES, THINGS, the
from engine.mystic_wood.material.ledger import Why, place_in_order
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Position
from engine.mystic_wood.position.words import he, knight_name, the_cards
from engine.mystic_wood.rules import rescue
from engine.mystic_wood.rules.hidden import armour_is_secret, armour_under_dwarf, take_from_under_dwarf
from engine.mystic_wood.rules.meeting import challengers_in_the_way, guards, in_order, loose_things, unmet
from engine.mystic_wood.rules.placing import leave_companion
from engine.mystic_wood.rules.standing import ignores, outside, unexplored


def why_no_thing(card: str) -> list[Why]:
    """Eight cards are things, and only they are picked up and dropped (`thing.list`, `thing.grail-horse`)."""
    if card in THINGS:
        return []
    if card in ("horse", "holy-grail"):
        return [Why("thing.grail-horse", f"{cap(the(card))} is no thing.", about=(card,))]
    return [Why("thing.list", f"{cap(the(card))} is none of the eight things.", card == "blessing", (card,))]


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
                    Why("area.cave-island-arrivals", f"{cap(the(thing))} lies inside, as all that arrives.", about=(thing,)),
                    Why("area.cave-island-inside", f"{knight_name(knight)} stands outside.", about=(knight.at,)),
                ]
            return [Why("area.cave-island-inside", f"{cap(the(thing))} lies outside.", about=(thing,))]
        return [Why("thing.loose", f"{cap(the(thing))} does not lie loose at {knight.at}.")]
    if knight.freed:
        found.append(
            Why("card.enchantress-after", f"Just freed from the Enchantress, {he(knight)} picks up nothing here.")
        )
    if unexplored(position, knight):
        found.append(Why("reaction.transports-you", f"{knight.at} is to be explored first.", about=(knight.at,)))
    keepers = in_order(guards(position, knight))
    if keepers:
        found.append(
            Why(
                "loose.guarded",
                f"{cap(the_cards(keepers))} guard{'s' if len(keepers) == 1 else ''} "
                f"the loose things here{', having remained' if all(ignores(knight, d) for d in keepers) else ''}.",
                about=tuple(keepers),
            )
        )
    to_meet = in_order(unmet(position, knight))
    if to_meet:
        first = [d for d in to_meet if d not in keepers] or to_meet
        found.append(
            Why(
                "order.list",
                f"Loose things come last, in place 16: {the_cards(first)} must be met before.",
                about=tuple(first),
            )
        )
    if thing == "armour" and armour_is_secret(position, knight):
        found.append(Why("variant.hidden", "Only a Knight who has met the Dwarf may pick up the Armour."))
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
        found.append(Why("thing.drop", f"{knight_name(knight)} has not {the(action.of)}."))
    if action.of == "golden-bough" and knight.inside and position.area(knight.at).name == "cave":
        found.append(Why("thing.drop", "The Golden Bough must not be left in the Cave on purpose."))
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
        found.append(Why("companion.list", f"{cap(the(action.of))} is no companion of {knight_name(knight)}."))
    if action.of in LOST_ONES and not knight.king:
        found.append(Why("rescue.take", f"{cap(the(action.of))} may not be left behind on purpose."))
    if knight.at == position.wood.tower:
        found.append(
            Why("tower.no-denizens", "No denizen is ever in the Tower, so no companion can be left there.", True)
        )
    if outside(position, knight):
        found.append(
            Why("area.cave-island-leave", "Companions are left there only by a Knight who has gone in or over.")
        )
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
        return [Why("rescue.deliver", f"{cap(the(person))} is not with {knight_name(knight)}.")]
    gate = position.wood.earthly_gate
    if person == "child" and knight.at != gate:
        return [Why("rescue.deliver", f"The Child is delivered at the Earthly Gate, {gate}.", about=(gate,))]
    if person == "damsel" and ("queen" not in area.denizens or outside(position, knight)):
        return [Why("rescue.deliver", "The Damsel is delivered to the Queen, who is not here.", about=("queen",))]
    found = []
    hostile = challengers_in_the_way(position, knight)
    if hostile:
        found.append(
            Why("rescue.deliver", f"{cap(the_cards(hostile))} must be vanquished first.", about=tuple(hostile))
        )
    place = place_in_order(person)
    earlier = [d for d in in_order(unmet(position, knight)) if place_in_order(d) < place and d not in hostile]
    if earlier:
        found.append(
            Why(
                "order.list",
                f"{cap(the_cards(earlier))} {'comes' if len(earlier) == 1 else 'come'} first in the order of encounters.",
                about=tuple(earlier),
            )
        )
    if knight.freed:
        found.append(Why("card.enchantress-after", f"Just freed from the Enchantress, {he(knight)} meets no one here."))
    return found


def do_deliver(draft: Draft, action: Action) -> None:
    """The lost one is delivered."""
    knight, person = draft.mover, action.of
    rescue.deliver(draft, knight, person)
    if draft.moment == "arrived":
        draft.moment = "after"
    draft.tell("delivers", "rescue.deliver", "companion.lost", who=knight, what=person, at=knight.at, way=person)
