"""Powers and places: Wand, Arch-Mage, Magician, Fountain, prayer, and getting out of the Tower or the Enchantress's hands."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, DENIZENS, name_of
from engine.mystic_wood.material.ledger import Why, is_challenger, switch
from engine.mystic_wood.material.wood import EARTHLY_GATE, ENCHANTED_GATE, TOWER, corresponding_area
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.state import Ignored, Knight, Pending, State
from engine.mystic_wood.rules.encounters import raise_storm
from engine.mystic_wood.rules.exploring import why_not_compelled
from engine.mystic_wood.rules.flow import (
    cap,
    compelled,
    end_turn,
    he,
    his,
    imprison,
    knight_name,
    leave_companion,
    note_encounter,
    outside,
    place_denizen,
    relocate,
    seated,
    storm_over,
    unexplored,
)
from engine.mystic_wood.rules.jousts import ask_bystanders


def why_not_start(state: State, what: str) -> list[Why]:
    if state.moment != "start" or "jousted" in state.powers:
        return [Why("turn.start-powers", f"{what} only at the beginning of a turn.")]
    return []


# ------------------------------------------------------------------ Wand


def why_wand(state: State, knight: Knight, action: Action) -> list[Why]:
    found = why_not_start(state, "The Wand works")
    area = state.area(knight.at)
    if "wand" not in knight.things:
        found.append(Why("card.wand", f"{knight_name(knight)} has not the Wand."))
    if not area.face_up or area.tile is None or not area.tile.arrow:
        found.append(Why("card.wand", f"{knight.at} bears no arrow: only areas with an arrow are turned.", True))
    if "wand" in state.powers:
        found.append(Why("turn.start-powers", "The Wand has been used in this turn."))
    return found


def do_wand(draft: Draft, action: Action) -> None:
    knight = draft.mover
    area = draft.area(knight.at)
    draft.set_area(knight.at, turned=not area.turned)
    draft.powers = plus(draft.powers, "wand")
    draft.say(
        f"{knight_name(knight)} turns {knight.at} by 180 degrees with the Wand.",
        "card.wand",
        "wood.arrow",
        "turn.start-powers",
    )


# ------------------------------------------------------------------ Arch-Mage and Magician


def why_no_power(state: State, knight: Knight, companion: str, to: str) -> list[Why]:
    """What keeps him from using the power of his Arch-Mage or Magician on an area (`turn.start-powers`, `tower.powers`)."""
    name = name_of(companion)
    found = why_not_start(state, f"The {name}'s power is used")
    if companion not in knight.companions:
        found.append(Why(f"companion.{companion}", f"The {name} is no companion of {knight_name(knight)}."))
    if TOWER in (knight.at, to):
        found.append(Why("tower.powers", f"The {name}'s power is not directed to or from the Tower."))
    return found


def why_arch_mage(state: State, knight: Knight, action: Action) -> list[Why]:
    found = why_no_power(state, knight, "arch-mage", action.to)
    if action.to == knight.at:
        found.append(Why("companion.arch-mage", f"{knight_name(knight)} is at {action.to} already."))
    if not switch(state.edition, "storm-yields-to-arch-mage"):
        for at in (knight.at, action.to):
            if storm_over(state, at):
                found.append(Why("reaction.storm", f"The storm over {at} does not yield to the Arch-Mage.", True))
    if outside(state, knight):
        found.append(
            Why(
                "area.cave-island-leave",
                "Outside Cave and Island no companion can be left behind, as he would be.",
                True,
            )
        )
    return found


def do_arch_mage(draft: Draft, action: Action) -> None:
    knight = draft.mover
    leave_companion(draft, knight.id, "arch-mage", "companion.arch-mage", "companion.lost")
    draft.say(
        f"The Arch-Mage sends {knight_name(knight)} to {action.to}.",
        "companion.arch-mage",
        "turn.start-powers",
        *(("reaction.storm",) if draft.area(knight.at).storm else ()),
    )
    relocate(draft, knight.id, action.to, arrived="transported")
    draft.powers = plus(draft.powers, "arch-mage")
    if unexplored(draft, draft.mover) or draft.area(action.to).denizens:
        draft.say(
            f"{cap(his(knight))} turn ends; in the next {he(knight)} explores and meets whom {he(knight)} finds.",
            "companion.arch-mage",
            "withdraw.not-after-transport",
        )
        end_turn(draft)
        return
    ask_bystanders(draft, knight.id)


def why_storm(state: State, knight: Knight, action: Action) -> list[Why]:
    return why_no_power(state, knight, "magician", action.to)


def do_storm(draft: Draft, action: Action) -> None:
    knight = draft.mover
    to = corresponding_area(knight.at)
    ignored = tuple(i for i in knight.ignored_by if i.denizen != "magician")
    draft.set_knight(
        knight.id,
        companions=minus(knight.companions, "magician"),
        ignored_by=tuple(sorted((*ignored, Ignored("magician", to)))),
    )
    raise_storm(draft, action.to, knight.id, "companion.magician", "turn.start-powers")
    place_denizen(draft, "magician", to, "reaction.transports-self")
    draft.say(
        f"The Magician transports himself to {to}.",
        "companion.magician",
        "companion.lost",
        "companion.independent",
        "wood.numbers",
    )


# ------------------------------------------------------------------ Fountain and prayer


def why_drink(state: State, knight: Knight, action: Action) -> list[Why]:
    area = state.area(knight.at)
    if area.name != "fountain":
        return [Why("area.fountain", f"{knight.at} is not the Fountain.")]
    found = [Why("area.fountain", "One drinks at the beginning of a turn.")] if state.moment != "start" else []
    if not state.stayed:
        found.append(Why("area.fountain", "One must begin the turn at the Fountain to drink."))
    if storm_over(state, knight.at):
        found.append(Why("reaction.storm-scope", "The storm keeps him from drinking, for it would carry him off."))
    if state.moment == "start":
        found += why_not_compelled(state, knight)
    return found


def do_drink(draft: Draft, action: Action) -> None:
    knight = draft.mover
    draft.say(
        f"{knight_name(knight)}{f' and {his(knight)} companions drink' if knight.companions else ' drinks'} of the Fountain.",
        "area.fountain",
    )
    draft.push("fountain", None, knight.id)


def fountain_thrown(draft: Draft, waiting: Pending, throw: int) -> None:
    """1-2 the Tower, 3-4 the Earthly Gate, 5-6 the Enchanted Gate (`area.fountain`)."""
    knight = draft.knight(waiting.knight)
    to = fountain_leads_to(throw)
    draft.say(f"{knight_name(knight)} throws {throw}.", "area.fountain")
    if to == "tower":
        imprison(draft, knight.id, "area.fountain")
        end_turn(draft)
        return
    gate = EARTHLY_GATE if to == "earthly-gate" else ENCHANTED_GATE
    draft.say(f"The water carries {knight_name(knight)} to {gate}.", "area.fountain")
    relocate(draft, knight.id, gate, arrived="transported")
    draft.moment = "after"
    ask_bystanders(draft, knight.id)


def fountain_leads_to(throw: int) -> str:
    for span, place in CARDS.areas["fountain"].details["table"].items():
        low, high = (int(end) for end in span.split("-"))
        if low <= throw <= high:
            return str(place)
    raise ValueError(f"the Fountain does not know a throw of {throw}")


def why_pray(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    only_greeted = state.stayed and knight.met_this_turn and not any(is_challenger(d) for d in knight.met_this_turn)
    if state.moment != "start" and not (only_greeted and "pray" not in state.powers):
        found.append(
            Why(
                "card.bishop-prayer",
                "Prayer takes the whole turn, from its beginning; only an approach may precede it.",
            )
        )
    elif not state.stayed:
        found.append(Why("card.bishop-prayer", "Prayer starts on the turn after arriving."))
    if "bishop" not in state.area(knight.at).denizens or outside(state, knight) or knight.freed:
        found.append(Why("card.bishop-prayer", f"The Bishop is not with {knight_name(knight)}."))
    if state.moment == "start" and (unexplored(state, knight) or set(compelled(state, knight)) - {"bishop"}):
        found += why_not_compelled(state, knight)
    return found


def do_pray(draft: Draft, action: Action) -> None:
    knight = draft.mover
    draft.moment, draft.powers = "after", plus(draft.powers, "pray")
    if "bishop" not in knight.met:
        note_encounter(draft, knight.id, "bishop")
    draft.say(f"{knight_name(knight)} prays with the Bishop.", "card.bishop-prayer")


# ------------------------------------------------------------------ Tower and captivity


def why_use_key(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    if not knight.imprisoned:
        found.append(Why("thing.key", f"{knight_name(knight)} is no prisoner; others he frees with 'release'."))
    if "key" not in knight.things:
        found.append(Why("thing.key", f"{knight_name(knight)} has not the Key."))
    return found


def do_use_key(draft: Draft, action: Action) -> None:
    knight = draft.set_knight(draft.turn, imprisoned=False)
    draft.say(f"The Key lets {knight_name(knight)} out of the Tower's prison.", "thing.key")


def why_try_to_escape(state: State, knight: Knight, action: Action) -> list[Why]:
    if not knight.imprisoned:
        return [Why("tower.escape", f"{knight_name(knight)} is no prisoner.")]
    return []


def do_try_to_escape(draft: Draft, action: Action) -> None:
    draft.push("escape", None, draft.turn)


def escape_faces(knight: Knight) -> tuple[int, ...]:
    """The throws that free this prisoner or captive (`tower.escape`, `card.enchantress-captures`)."""
    if knight.captured:
        return tuple(DENIZENS["enchantress"].details["captive_escapes_on"])
    return tuple(CARDS.areas["tower"].details["escape_on"])


def escape_thrown(draft: Draft, waiting: Pending, throw: int) -> None:
    """A prisoner's or captive's throw."""
    knight = draft.knight(waiting.knight)
    rule = "card.enchantress-captures" if knight.captured else "tower.escape"
    if throw not in escape_faces(knight):
        draft.say(
            f"{knight_name(knight)} throws {throw} and stays {'a captive' if knight.captured else 'in prison'}.", rule
        )
        draft.moment = "after"
        end_turn(draft)
        return
    draft.powers = plus(draft.powers, "escaped")
    if knight.captured:
        draft.set_knight(knight.id, captured=False, freed=True)
        draft.say(
            f"{knight_name(knight)} throws {throw} and escapes the Enchantress: {he(knight)} may leave at once.",
            rule,
            "card.enchantress-after",
        )
    else:
        draft.set_knight(knight.id, imprisoned=False)
        draft.say(
            f"{knight_name(knight)} throws {throw} and escapes from the Tower: {he(knight)} may move at once.", rule
        )


def why_release(state: State, knight: Knight, action: Action) -> list[Why]:
    other = seated(state, action.of)
    if other is None or other.out or not (other.imprisoned or other.captured):
        return [Why("tower.release", f"{name_of(action.of)} is held nowhere.")]
    if other.place != knight.place:
        return [
            Why(
                "tower.release" if other.imprisoned else "card.enchantress-after",
                f"{knight_name(knight)} is not where {knight_name(other)} is held.",
            )
        ]
    if other.imprisoned:
        if "escaped" not in state.powers and "key" not in knight.things:
            return [
                Why("tower.release", "Only who has just got out lets others out with him."),
                Why("thing.key", f"{knight_name(knight)} has not the Key."),
            ]
    elif not knight.freed:
        return [Why("card.enchantress-after", "Only who has just escaped her can free her other captives.")]
    return []


def do_release(draft: Draft, action: Action) -> None:
    other = draft.knight(action.of)
    if other.captured:
        rule, changes = "card.enchantress-after", {"captured": False, "freed": True}
    else:
        rule = "tower.release" if "escaped" in draft.powers else "thing.key"
        changes = {"imprisoned": False}
    draft.set_knight(other.id, **changes)
    mover = knight_name(draft.mover)
    draft.say(f"{mover} lets {knight_name(other)} out; {he(other)} moves when {his(other)} own turn comes.", rule)
