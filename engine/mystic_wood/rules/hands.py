"""What a Knight holds: picking up, dropping, leaving companions, delivering the lost ones, giving and trading."""

from __future__ import annotations

from engine.mystic_wood.material.cards import COMPANIONS, LOST_ONES, THINGS, name_of, the
from engine.mystic_wood.material.ledger import Why, is_challenger
from engine.mystic_wood.material.wood import EARTHLY_GATE, TOWER, corresponding_area
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.state import Knight, State
from engine.mystic_wood.rules.encounters import loose_things, relieve
from engine.mystic_wood.rules.flow import (
    cap,
    guards,
    ignores,
    knight_name,
    leave_companion,
    outside,
    seated,
    unexplored,
    unmet,
)


def why_no_thing(card: str) -> list[Why]:
    """Eight cards are things, and only they are picked up and dropped (`thing.list`, `thing.grail-horse`)."""
    if card in THINGS:
        return []
    if card in ("horse", "holy-grail"):
        return [Why("thing.grail-horse", f"{cap(the(card))} is no thing.")]
    return [Why("thing.list", f"{cap(the(card))} is none of the eight things.", card == "blessing")]


def why_take(state: State, knight: Knight, action: Action) -> list[Why]:
    thing = action.of
    found = why_no_thing(thing)
    if found:
        return found
    if thing not in loose_things(state, knight) and not _armour_under_dwarf(state, knight, thing):
        area = state.area(knight.at)
        if thing in area.things or thing in area.things_outside:
            return [
                Why(
                    "area.cave-island-inside",
                    f"{cap(the(thing))} lies {'inside' if outside(state, knight) else 'outside'}.",
                )
            ]
        return [Why("thing.loose", f"{cap(the(thing))} does not lie loose at {knight.at}.")]
    if knight.freed:
        found.append(Why("card.enchantress-after", "Just freed from the Enchantress, he picks up nothing here."))
    if unexplored(state, knight):
        found.append(Why("reaction.transports-you", f"{knight.at} is to be explored first."))
    keepers = guards(state, knight)
    if keepers:
        found.append(
            Why(
                "loose.guarded",
                f"{cap(', '.join(the(d) for d in keepers))} guard{'s' if len(keepers) == 1 else ''} "
                f"the loose things here{', having remained' if all(ignores(knight, d) for d in keepers) else ''}.",
            )
        )
    waiting = [d for d in unmet(state, knight) if d not in keepers]
    if unmet(state, knight):
        names = ", ".join(the(d) for d in (waiting or unmet(state, knight)))
        found.append(Why("order.list", f"Loose things come last, in place 16: {names} must be met before."))
    if thing == "armour" and "hidden" in state.variants and not knight.knows_armour:
        found.append(Why("variant.hidden", "Only a Knight who has met the Dwarf may pick up the Armour."))
    return found


def _armour_under_dwarf(state: State, knight: Knight, thing: str) -> bool:
    """Hidden-cards variant: the Dwarf left face down tells whoever met him where the Armour is."""
    if thing != "armour" or "hidden" not in state.variants or not knight.knows_armour or outside(state, knight):
        return False
    there = state.area(corresponding_area(knight.at))
    return any(card == "dwarf" for card, _ in there.hidden)


def do_take(draft: Draft, action: Action) -> None:
    knight, thing = draft.mover, action.of
    area = draft.area(knight.at)
    if thing in area.things and not (area.has_inside and not knight.inside):
        draft.set_area(knight.at, things=minus(area.things, thing))
    elif thing in area.things_outside:
        draft.set_area(knight.at, things_outside=minus(area.things_outside, thing))
    else:
        there = corresponding_area(knight.at)
        far = draft.area(there)
        draft.set_area(
            there, denizens=minus(far.denizens, "dwarf"), hidden=tuple(h for h in far.hidden if h[0] != "dwarf")
        )
        draft.say(f"{knight_name(knight)} takes the Armour card.", "variant.hidden", "thing.dwarf-armour")
    draft.set_knight(knight.id, things=plus(knight.things, thing))
    if draft.moment == "arrived":
        draft.moment = "after"
    draft.say(f"{knight_name(knight)} takes {the(thing)}.", "thing.carry", "thing.loose", "thing.bonuses")


def why_drop(state: State, knight: Knight, action: Action) -> list[Why]:
    found = why_no_thing(action.of)
    if found:
        return found
    if action.of not in knight.things:
        found.append(Why("thing.drop", f"{knight_name(knight)} has not {the(action.of)}."))
    if action.of == "golden-bough" and knight.inside and state.area(knight.at).name == "cave":
        found.append(Why("thing.drop", "The Golden Bough must not be left in the Cave on purpose."))
    return found


def do_drop(draft: Draft, action: Action) -> None:
    knight, thing = draft.mover, action.of
    area = draft.area(knight.at)
    draft.set_knight(knight.id, things=minus(knight.things, thing))
    if outside(draft, knight):
        draft.set_area(knight.at, things_outside=plus(area.things_outside, thing))
    else:
        draft.set_area(knight.at, things=plus(area.things, thing))
    draft.say(f"{knight_name(knight)} drops {the(thing)} at {knight.at}.", "thing.drop", "thing.loose")
    if knight.imprisoned and thing == "key":
        draft.push("escape", None, knight.id)


def why_leave_companion(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    if action.of not in knight.companions:
        found.append(Why("companion.list", f"{cap(the(action.of))} is no companion of {knight_name(knight)}."))
    if action.of in LOST_ONES and not knight.king:
        found.append(Why("rescue.take", f"{cap(the(action.of))} may not be left behind on purpose."))
    if knight.at == TOWER:
        found.append(
            Why("tower.no-denizens", "No denizen is ever in the Tower, so no companion can be left there.", True)
        )
    if outside(state, knight):
        found.append(
            Why("area.cave-island-leave", "Companions are left there only by a Knight who has gone in or over.")
        )
    return found


def do_leave_companion(draft: Draft, action: Action) -> None:
    knight = draft.mover
    leave_companion(draft, knight.id, action.of, "companion.lost", "trade.companions")
    draft.set_knight(knight.id, met=plus(draft.knight(knight.id).met, action.of))


def why_deliver(state: State, knight: Knight, action: Action) -> list[Why]:
    person = action.of
    area = state.area(knight.at)
    found = []
    if person not in knight.companions:
        found.append(Why("rescue.deliver", f"{cap(the(person))} is not with {knight_name(knight)}."))
    if person == "child" and knight.at != EARTHLY_GATE:
        found.append(Why("rescue.deliver", f"The Child is delivered at the Earthly Gate, {EARTHLY_GATE}."))
    if person == "damsel" and ("queen" not in area.denizens or outside(state, knight)):
        found.append(Why("rescue.deliver", "The Damsel is delivered to the Queen, who is not here."))
    hostile = (
        []
        if outside(state, knight)
        else [
            d
            for d in area.denizens
            if (is_challenger(d) or knight.fighting == d)
            and not (d == "king" and knight.id == "britomart" and not knight.king)
        ]
    )
    if hostile:
        found.append(Why("rescue.deliver", f"{cap(', '.join(the(d) for d in hostile))} must be vanquished first."))
    if knight.freed:
        found.append(Why("card.enchantress-after", "Just freed from the Enchantress, he meets no one here."))
    return found


def do_deliver(draft: Draft, action: Action) -> None:
    knight, person = draft.mover, action.of
    draft.set_knight(
        knight.id, companions=minus(knight.companions, person), prowess_cards=plus(knight.prowess_cards, person)
    )
    for other in draft.knights:
        relieve(draft, other.id, person)
        draft.set_knight(other.id, left_behind=minus(draft.knight(other.id).left_behind, person))
    if draft.moment == "arrived":
        draft.moment = "after"
    to = "the Earthly Gate" if person == "child" else "the Queen"
    draft.say(
        f"{knight_name(knight)} delivers {the(person)} to {to} and gains 1 prowess.", "rescue.deliver", "companion.lost"
    )


def why_offer(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    other = seated(state, action.to)
    if other is not None and not other.out and other.at == knight.at and other.inside != knight.inside:
        found.append(
            Why("area.cave-island-inside", "One of them is inside and the other outside: those are two places.", True)
        )
    elif other is None or other.out or other.id == knight.id or other.at != knight.at:
        found.append(Why("trade.things", f"{name_of(action.to)} is not in the same area as {knight_name(knight)}."))
    for card in filter(None, (action.of, action.price)):
        if card in COMPANIONS and card not in knight.prowess_cards:
            found.append(
                Why(
                    "trade.companions",
                    f"{cap(the(card))} is not traded: a companion is given up with 'leave' and approached as usual.",
                )
            )
        elif card not in THINGS:
            found.append(Why("trade.not-cards", f"{cap(the(card))} is no thing and cannot be traded.", True))
    if found:
        return found
    if action.of not in knight.things:
        found.append(Why("trade.things", f"{knight_name(knight)} has not {the(action.of)}."))
    if action.price and (other is None or action.price not in other.things):
        found.append(Why("trade.things", f"{name_of(action.to)} has not {the(action.price)}."))
    return found


def do_offer(draft: Draft, action: Action) -> None:
    price = (action.price,) if action.price else ()
    back = f" for {the(action.price)}" if price else ""
    draft.say(
        f"{knight_name(draft.mover)} offers {name_of(action.to)} {the(action.of)}{back}.",
        "trade.things",
    )
    draft.push("trade", action.to, draft.turn, of=action.of, other=price)
