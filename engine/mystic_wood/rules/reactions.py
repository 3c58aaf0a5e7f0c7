"""Approaches: the throw, the table, and every reaction that stands on a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.wood import EDGE, OPPOSITE
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending
from engine.mystic_wood.rules import rescue, storm
from engine.mystic_wood.rules.challenging import may_be_joined
from engine.mystic_wood.rules.hidden import hidden_cards, without
from engine.mystic_wood.rules.placing import (
    Approach,
    break_prayer,
    imprison,
    leave_companion,
    note_fight,
    other_gate,
    place_denizen,
    relocate,
    remains_for,
    take_denizen,
)
from engine.mystic_wood.rules.queries import cooperative
from engine.mystic_wood.rules.scores import approach_side, counts, helpers
from engine.mystic_wood.rules.turns import stop

# ------------------------------------------------------------------ the throw


def of_waiting(waiting: Pending) -> Approach:
    """What is approached, or fought, while this waits."""
    return Approach(waiting.knight, waiting.of, waiting.holder)


def approach(draft: Draft, it: Approach, aid: tuple[str, ...]) -> None:
    """Approach a denizen, or a prize (`approach.table`, `joust.prize-companion`)."""
    always = draft.cards.denizens[it.denizen].always
    if always:
        react(draft, it, always)
    else:
        draft.push("approach", None, it.knight, of=it.denizen, aid=aid, holder=it.holder)


def may_add_one(game: AnyPosition, knight: Knight, denizen: str, throw: int) -> bool:
    """Whether he can add 1 to this throw, as Guyon can (`setup.guyon`)."""
    highest = game.cards.denizens[denizen].highest
    bonus = game.cards.knights[knight.id].approach_bonus
    return bonus > 0 and not knight.king and (highest is None or throw + 1 <= highest)


def approach_thrown(draft: Draft, waiting: Pending, action: Action) -> None:
    """The die of an approach has fallen; Guyon is asked whether he adds 1."""
    (throw,) = action.dice
    draft.tell("throws", "approach.table", who=waiting.knight, what=waiting.of, dice=(throw,))
    if may_add_one(draft, draft.knight(waiting.knight), waiting.of, throw):
        draft.pending.append(waiting._replace(kind="bonus", who=waiting.knight, number=throw))
        return
    read_table(draft, waiting, throw)


def do_bonus(draft: Draft, waiting: Pending, action: Action) -> None:
    """Guyon adds 1 to his throw, or keeps it (`setup.guyon`)."""
    added = action.verb == "add-1"
    draft.tell("adds-1" if added else "keeps-throw", "setup.guyon", who=waiting.knight, number=waiting.number + added)
    read_table(draft, waiting, waiting.number + added)


def read_table(draft: Draft, waiting: Pending, throw: int) -> None:
    """Read the denizen's table at the throw, with prowess where it asks for it (`approach.table`)."""
    knight = draft.knight(waiting.knight)
    card = draft.cards.denizens[waiting.of]
    total = throw
    if card.adds_prowess:
        side = approach_side(draft, knight, waiting.aid)
        total += side.total
        draft.tell(
            "approach-sum",
            "approach.table",
            *dict.fromkeys(side.rules),
            who=knight,
            what=waiting.of,
            dice=(throw,),
            sums=(side.thrown(throw),),
        )
    spend_aid(draft, waiting.knight, waiting.aid)
    react(draft, of_waiting(waiting), card.reaction(total))


def spend_aid(draft: Draft, knight_id: str, aid: tuple[str, ...]) -> None:
    """One-time aid is spent whatever the throw brought (`challenge.aid-declared`)."""
    if "sage" in aid:
        draft.set_knight(knight_id, companions=minus(draft.knight(knight_id).companions, "sage"))
        draft.removed = plus(draft.removed, "sage")
        draft.tell("sage-gone", "companion.sage-once", "companion.lost", who=knight_id, what="sage")
    if "prince" in aid:
        leave_companion(draft, knight_id, "prince", "companion.prince-once", "companion.lost", guarding=False)


# ------------------------------------------------------------------ the reactions


def react(draft: Draft, it: Approach, reaction: str) -> None:
    """Carry out a reaction as it stands on the card; of "gives lance" and "runs north" the second word says what."""
    how = REACTIONS.get(reaction)
    if how is not None:
        how(draft, it)
        return
    verb, _, which = reaction.partition(" ")
    REACTIONS_WITH[verb](draft, it, which)


def do_nothing(draft: Draft, it: Approach) -> None:
    """It does nothing (`approach.nothing`)."""
    knight = draft.knight(it.knight)
    draft.tell("does-nothing", "approach.nothing", "card.reactions", who=knight, what=it.denizen, at=knight.at)


def befriend(draft: Draft, it: Approach) -> None:
    """It joins him, from wherever it was (`reaction.befriends`)."""
    it.detach(draft)
    join(draft, it)


def join(draft: Draft, it: Approach) -> None:
    """The card is put beside the Knight: a companion (`reaction.befriends`)."""
    knight, denizen = draft.knight(it.knight), it.denizen
    draft.set_knight(
        knight.id,
        companions=plus(knight.companions, denizen),
        ignored_by=tuple(i for i in knight.ignored_by if i.denizen != denizen),
        left_behind=minus(knight.left_behind, denizen),
    )
    by_card = {"sage": "approach.sage", "child": "rescue.take", "damsel": "rescue.take"}.get(denizen, "card.reactions")
    rules = ("reaction.befriends", "companion.list", by_card, *it.rules)
    draft.tell("joins", *rules, who=knight, what=denizen, at=knight.at)
    if denizen in LOST_ONES:
        rescue.joined(draft, knight.id, denizen, it.holder)


def be_taken(draft: Draft, it: Approach) -> None:
    """The Grail is his (`card.grail`)."""
    it.detach(draft)
    knight = draft.set_knight(it.knight, grail=True)
    draft.tell("takes-grail", "card.grail", "thing.grail-horse", *it.rules, who=knight, what=it.denizen, at=knight.at)


def remain(draft: Draft, it: Approach) -> None:
    """It stays and takes no notice of him; a prize stays loyal to its Knight (`reaction.remains`)."""
    if it.holder:
        it.stays_loyal(draft, *it.rules, "reaction.remains")
        return
    knight = draft.knight(it.knight)
    remains_for(draft, knight.id, it.denizen, knight.at)
    misprint = ("card.misprint-witch",) if it.denizen == "witch" else ()
    draft.tell("remains", "reaction.remains", "card.reactions", *misprint, who=knight, what=it.denizen, at=knight.at)


def betray(draft: Draft, it: Approach) -> None:
    """He goes to prison, and his turn ends (`reaction.betrays`)."""
    rules = ("reaction.betrays", "card.reactions", "order.sent-away-stops")
    imprison(draft, it.knight, *rules, betrayed_by=it.denizen)
    stop(draft, it.knight)


def transport_knight(draft: Draft, it: Approach) -> None:
    """The Knight is carried to the corresponding area, and his turn ends (`reaction.transports-you`)."""
    knight = draft.knight(it.knight)
    if it.holder:
        draft.tell("stays-with", *it.rules, "reaction.transports-you", who=it.holder, what=it.denizen)
    about: dict[str, Any] = {"what": it.denizen, "at": knight.at, "to": draft.wood.corresponding_area(knight.at)}
    if storm.holds(draft, "transported", knight.at, about["to"]):
        draft.tell("knight-held-by-storm", "reaction.storm", who=knight, **about)
        return
    rules = ("reaction.transports-you", "wood.numbers", "card.reactions", "order.sent-away-stops")
    draft.tell("transports-knight", *rules, who=knight, **about)
    relocate(draft, knight.id, about["to"], arrived="transported")
    stop(draft, knight.id)


def transport_itself(draft: Draft, it: Approach) -> None:
    """It goes to the corresponding area, if no storm keeps it (`reaction.transports-self`)."""
    if not it.kept_by_storm(draft, draft.wood.corresponding_area(draft.knight(it.knight).at)):
        it.transport_self(draft, "card.grail" if it.denizen == "holy-grail" else "card.reactions")


def raise_storm_and_go(draft: Draft, it: Approach) -> None:
    """The Magician raises a storm and goes (`card.magician-approached`)."""
    at = draft.knight(it.knight).at
    kept = it.kept_by_storm(draft, draft.wood.corresponding_area(at))  # by an older storm, not by his own
    storm.rises(draft, at, it.knight, "card.magician-approached")
    if not kept:
        it.transport_self(draft, "card.magician-approached")


def flee(draft: Draft, it: Approach) -> None:
    """The Princess flees to the Gate of the other half (`card.princess-flees`)."""
    knight = draft.knight(it.knight)
    to = other_gate(draft, knight.at)
    if it.kept_by_storm(draft, to):
        return
    it.detach(draft)
    place_denizen(draft, it.denizen, to)
    draft.tell("flees", "card.princess-flees", *it.rules, who=knight, what=it.denizen, at=knight.at, to=to)


def give(draft: Draft, it: Approach, gift: str) -> None:
    """The denizen is gone; its card is now the thing, or the Blessing, in the Knight's hand (`reaction.gives`)."""
    knight = draft.knight(it.knight)
    take_denizen(draft, it.denizen, knight.at)
    if gift == "blessing":
        draft.set_knight(knight.id, blessing=True)
        rules: tuple[str, ...] = ("card.blessing", "card.reactions")
    else:
        draft.set_knight(knight.id, things=plus(knight.things, gift))
        rules = ("card.reactions", "thing.list", "thing.carry")
    kind = "blesses" if gift == "blessing" else "gives"
    draft.tell(kind, "reaction.gives", *rules, who=knight, what=(it.denizen, gift), at=knight.at)


def way_for_horse(game: AnyPosition, at: str, direction: str) -> str | None:
    """The area the Horse would run to, as far as the area it leaves shows; None where it is caught (`reaction.runs`)."""
    beyond = game.wood.neighbours[at].get(direction)
    if beyond is None or EDGE[direction] not in game.area(at).paths or storm.holds(game, "horse", at, beyond):
        return None
    return beyond


def horse_runs(draft: Draft, it: Approach, direction: str) -> None:
    """The Horse runs along a path, or is caught where there is none (`reaction.runs`)."""
    knight = draft.knight(it.knight)
    beyond = draft.wood.neighbours[knight.at].get(direction)
    way = way_for_horse(draft, knight.at, direction)
    stopped = beyond is not None and storm.holds(draft, "horse", knight.at, beyond)
    rules = ("reaction.runs", "card.reactions", *it.rules, *(("reaction.storm",) if stopped else ()))
    if way is not None:
        there = draft.area(way)
        if there.tile is None:
            draft.push("reveal", None, knight.id, area=way, purpose="horse", way=direction, holder=it.holder)
            return
        if EDGE[OPPOSITE[direction]] in there.paths:
            it.detach(draft)
            place_denizen(draft, "horse", way, "reaction.runs")
            tower = ("tower.no-denizens",) if way == draft.wood.tower else ()
            draft.tell("horse-runs", *rules, *tower, who=knight, what="horse", at=knight.at, to=way, way=direction)
            return
    it.detach(draft)
    draft.set_knight(knight.id, horse=True)
    edge = ("wood.edge",) if beyond is None else ()
    draft.tell("catches-horse", *rules, "card.horse", *edge, who=knight, what="horse", at=knight.at, way=direction)


def attack(draft: Draft, it: Approach) -> None:
    """The Prince attacks: aid is declared anew by who has any, then the dice fall (`card.prince-attacks`)."""
    knight = draft.knight(it.knight)
    draft.tell("attacks", "card.prince-attacks", "encounter.kinds", who=knight, what=it.denizen, at=knight.at)
    break_prayer(draft, knight.id)
    note_fight(draft, knight.id)
    called = cooperative(draft) and not it.holder and may_be_joined(draft, knight)
    if called or helpers(draft, knight, *counts(draft.cards, it.denizen)):
        draft.push("attacked", knight.id, knight.id, of=it.denizen, holder=it.holder)
    else:
        draft.push("challenge", None, knight.id, of=it.denizen, holder=it.holder)


# ------------------------------------------------------------------ the Dwarf


def meet_dwarf(draft: Draft, it: Approach) -> None:
    """The Dwarf tells where the Armour is; hidden, he may be left face down (`thing.dwarf-armour`, `variant.hidden`)."""
    knight_id = it.knight
    at = draft.knight(knight_id).at
    if hidden_cards(draft) and any(card == "dwarf" for card, _ in draft.area(at).hidden):
        draft.push("dwarf", knight_id, knight_id, area=at)
        return
    armour_appears(draft, knight_id)


def armour_appears(draft: Draft, knight_id: str) -> None:
    """The Dwarf is gone, and the Armour lies in the corresponding area (`thing.dwarf-armour`)."""
    at = draft.knight(knight_id).at
    to = draft.wood.corresponding_area(at)
    take_denizen(draft, "dwarf", at)
    draft.set_area(to, things=plus(draft.area(to).things, "armour"))
    draft.set_knight(knight_id, knows_armour=hidden_cards(draft))
    draft.tell(
        "dwarf-gone",
        "thing.dwarf-armour",
        "thing.loose",
        "wood.numbers",
        who=knight_id,
        what=("dwarf", "armour"),
        at=at,
        to=to,
    )


def do_dwarf(draft: Draft, waiting: Pending, action: Action) -> None:
    """With hidden cards: the Dwarf is shown, or left face down by one who knows now where the Armour is."""
    if action.verb == "show-dwarf":
        draft.set_area(waiting.area, hidden=without(draft.area(waiting.area), "dwarf"))
        armour_appears(draft, waiting.knight)
        return
    draft.set_knight(waiting.knight, knows_armour=True)
    remains_for(draft, waiting.knight, "dwarf", waiting.area, guarding=False)
    draft.tell("dwarf-left", "variant.hidden", who=waiting.knight, at=waiting.area)


#: What a denizen does, in the words of its card.
REACTIONS: Final[Mapping[str, Callable[[Draft, Approach], None]]] = {
    "nothing": do_nothing,
    "befriends": befriend,
    "is taken": be_taken,
    "remains": remain,
    "attacks": attack,
    "betrays": betray,
    "transports you": transport_knight,
    "transports self": transport_itself,
    "creates storm and transports self": raise_storm_and_go,
    "flees to the other gate": flee,
    "turns into armour in the corresponding area": meet_dwarf,
}
#: The same of those that name something more: the gift, or the direction.
REACTIONS_WITH: Final[Mapping[str, Callable[[Draft, Approach, str], None]]] = {"gives": give, "runs": horse_runs}
