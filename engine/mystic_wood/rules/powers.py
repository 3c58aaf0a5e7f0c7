"""Powers at the beginning of a turn, and what some places offer: Wand, Arch-Mage, Magician, Fountain, prayer."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import Cards, is_challenger
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import storm
from engine.mystic_wood.rules.challenging import ask_bystanders
from engine.mystic_wood.rules.encounter_order import compelled, why_not_compelled
from engine.mystic_wood.rules.ignoring import note_encounter
from engine.mystic_wood.rules.placing import imprison, leave_companion, place_denizen, relocate
from engine.mystic_wood.rules.queries import outside, unexplored
from engine.mystic_wood.rules.turns import end_turn


def why_not_start(position: Position, bearer: str) -> list[Why]:
    """Powers are used at the beginning of a turn (`turn.start-powers`): the Wand's, and those of companions."""
    if position.moment != "start" or "jousted" in position.powers:
        return [no("turn.start-powers wand" if bearer == "wand" else "turn.start-powers companion", bearer)]
    return []


# ------------------------------------------------------------------ Wand


def why_wand(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against turning one's area with the Wand (`card.wand`)."""
    found = why_not_start(position, "wand")
    area = position.area(knight.at)
    if "wand" not in knight.things:
        found.append(no("card.wand not-had", knight, about=("wand",)))
    if not area.face_up or area.tile is None:
        found.append(no("card.wand unknown", knight.at, about=(knight.at,)))
    elif not area.tile.arrow:
        found.append(no("card.wand no-arrow", knight.at, about=(knight.at,)))
    if "wand" in position.powers:
        found.append(no("turn.start-powers wand-used"))
    return found


def do_wand(draft: Draft, action: Action) -> None:
    """The area turns by 180 degrees."""
    knight = draft.mover
    draft.set_area(knight.at, turned=not draft.area(knight.at).turned)
    draft.powers = plus(draft.powers, "wand")
    draft.tell("wand", "card.wand", "wood.arrow", "turn.start-powers", who=knight, what="wand", at=knight.at)


# ------------------------------------------------------------------ Arch-Mage and Magician


def why_no_power(position: Position, knight: Knight, companion: str, to: str) -> list[Why]:
    """What keeps him from using the power of his Arch-Mage or Magician on an area (`turn.start-powers`, `tower.powers`)."""
    found = []
    if companion not in knight.companions:
        found.append(no("companion.list", companion, knight, rule=f"companion.{companion}", about=(companion,)))
    found += why_not_start(position, companion)
    if position.wood.tower in (knight.at, to):
        found.append(no("tower.powers companion", companion, about=(position.wood.tower,)))
    return found


def why_arch_mage(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against being sent to an area by the Arch-Mage (`companion.arch-mage`)."""
    found = why_no_power(position, knight, "arch-mage", action.to)
    if action.to == knight.at:
        found.append(no("companion.arch-mage", knight, action.to))
    if not switch(position.edition, "storm-yields-to-arch-mage"):
        for at in (knight.at, action.to):
            if storm.turns_left(position, at):
                found.append(no("reaction.storm arch-mage", at, about=(at,)))
    if outside(position, knight):
        found.append(no("area.cave-island-leave arch-mage"))
    if position.moment == "start":
        found += why_not_compelled(position, knight)
    return found


def do_arch_mage(draft: Draft, action: Action) -> None:
    """The Arch-Mage stays behind and sends him where he names."""
    knight = draft.mover
    leave_companion(draft, knight.id, "arch-mage", "companion.arch-mage", "companion.lost")
    storm = ("reaction.storm",) if draft.area(knight.at).storm else ()
    draft.tell(
        "arch-mage-sends",
        "companion.arch-mage",
        "turn.start-powers",
        *storm,
        who=knight,
        what="arch-mage",
        at=knight.at,
        to=action.to,
    )
    relocate(draft, knight.id, action.to, arrived="transported")
    draft.powers = plus(draft.powers, "arch-mage")
    ask_bystanders(draft, knight.id)


def why_storm(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against raising a storm with the Magician (`companion.magician`)."""
    found = why_no_power(position, knight, "magician", action.to)
    held = not found and outside(position, knight)
    if held and storm.holds(position, "denizen", knight.at, position.wood.corresponding_area(knight.at)):
        found.append(no("area.cave-island-leave magician"))
    return found


def do_storm(draft: Draft, action: Action) -> None:
    """The Magician raises the storm and transports himself."""
    knight = draft.mover
    to = draft.wood.corresponding_area(knight.at)
    held = storm.keeps(draft, "magician", knight.at, to)  # by an older storm, not by his own
    storm.rises(draft, action.to, knight.id, "companion.magician", "turn.start-powers")
    if held:
        leave_companion(draft, knight.id, "magician", "companion.magician", "companion.lost")
        return
    draft.set_knight(knight.id, companions=minus(knight.companions, "magician"))
    place_denizen(draft, "magician", to, "reaction.transports-self")
    draft.tell(
        "magician-leaves",
        "companion.magician",
        "companion.lost",
        "companion.independent",
        "wood.numbers",
        who=knight,
        what="magician",
        at=knight.at,
        to=to,
    )


# ------------------------------------------------------------------ Fountain


def why_drink(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against drinking of the Fountain (`area.fountain`)."""
    if position.area(knight.at).name != "fountain":
        return [no("area.fountain elsewhere", knight.at)]
    start = position.moment == "start"
    found = [] if start else [no("area.fountain not-at-the-start")]
    if not position.stayed:
        found.append(no("area.fountain not-begun-there"))
    if storm.turns_left(position, knight.at):
        found.append(no("reaction.storm-scope drinks", knight, about=(knight.at,)))
    return found + (why_not_compelled(position, knight) if start else [])


def do_drink(draft: Draft, action: Action) -> None:
    """He drinks; a die says where the water carries him."""
    knight = draft.mover
    draft.tell("drinks", "area.fountain", who=knight, what=knight.companions, at=knight.at)
    draft.push("fountain", None, knight.id)


def fountain_thrown(draft: Draft, waiting: Pending, action: Action) -> None:
    """1-2 the Tower, 3-4 the Earthly Gate, 5-6 the Enchanted Gate (`area.fountain`)."""
    knight = draft.knight(waiting.knight)
    (throw,) = action.dice
    to = fountain_leads_to(draft.cards, throw)
    draft.tell("throws", "area.fountain", who=knight.id, at=knight.at, dice=(throw,))
    if to == "tower":
        imprison(draft, knight.id, "area.fountain")
        end_turn(draft)
        return
    gate = draft.wood.earthly_gate if to == "earthly-gate" else draft.wood.enchanted_gate
    draft.moment = "after"
    if storm.holds(draft, "transported", gate):
        draft.tell("held-by-storm", "reaction.storm", what=knight.id, at=knight.at, to=gate)
        return
    draft.tell("water-carries", "area.fountain", who=knight, at=knight.at, to=gate)
    relocate(draft, knight.id, gate, arrived="transported")
    ask_bystanders(draft, knight.id)


def fountain_leads_to(cards: Cards, throw: int) -> str:
    """Where a throw at the Fountain leads: "tower", "earthly-gate" or "enchanted-gate"."""
    for span, place in cards.areas["fountain"].details["table"].items():
        low, high = (int(end) for end in span.split("-"))
        if low <= throw <= high:
            return str(place)
    raise ValueError(f"the Fountain does not know a throw of {throw}")


# ------------------------------------------------------------------ prayer


def why_pray(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against praying with the Bishop for this turn (`card.bishop-prayer`)."""
    found = []
    fought = {"fought", "jousted"} & set(position.powers) or any(map(is_challenger, knight.met_this_turn))
    only_greeted = position.stayed and knight.met_this_turn
    if fought:
        found.append(no("card.bishop-prayer fought", knight))
    elif position.moment != "start" and not (only_greeted and "pray" not in position.powers):
        found.append(no("card.bishop-prayer whole-turn"))
    elif not position.stayed:
        found.append(no("card.bishop-prayer just-arrived"))
    if "bishop" not in position.area(knight.at).denizens or outside(position, knight) or knight.freed:
        found.append(no("card.bishop-prayer no-bishop", knight))
    if position.moment == "start" and (unexplored(position, knight) or set(compelled(position, knight)) - {"bishop"}):
        found += why_not_compelled(position, knight)
    return found


def do_pray(draft: Draft, action: Action) -> None:
    """He prays for this turn."""
    knight = draft.mover
    draft.moment, draft.powers = "after", plus(draft.powers, "pray")
    if "bishop" not in knight.met:
        note_encounter(draft, knight.id, "bishop")
    draft.tell("prays", "card.bishop-prayer", who=knight, what="bishop", at=knight.at)
