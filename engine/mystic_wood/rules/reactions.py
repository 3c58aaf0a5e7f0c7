"""Approaches: the throw, the table, and every reaction that stands on a card."""

from __future__ import annotations

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.material.wood import EDGE, OPPOSITE
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, Game, minus, plus
from engine.mystic_wood.position.table import Knight, Pending
from engine.mystic_wood.rules import rescue
from engine.mystic_wood.rules.challenging import may_be_joined
from engine.mystic_wood.rules.hidden import hidden_cards, without
from engine.mystic_wood.rules.placing import (
    break_prayer,
    detach,
    held_by_storm,
    imprison,
    leave_companion,
    note_fight,
    other_gate,
    place_denizen,
    relocate,
    remains_for,
    take_denizen,
    transport_self,
)
from engine.mystic_wood.rules.scores import approach_side, counts, helpers
from engine.mystic_wood.rules.standing import cooperative, storm_holds, storm_over
from engine.mystic_wood.rules.turns import stop

# ------------------------------------------------------------------ the throw


def approach(draft: Draft, knight_id: str, denizen: str, aid: tuple[str, ...], holder: str = "") -> None:
    """Approach a denizen, or as a prize what ``holder`` has (`approach.table`, `joust.prize-companion`)."""
    always = draft.cards.denizens[denizen].always
    if always:
        react(draft, knight_id, denizen, always, holder)
    else:
        draft.push("approach", None, knight_id, of=denizen, aid=aid, holder=holder)


def may_add_one(game: Game, knight: Knight, denizen: str, throw: int) -> bool:
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
    react(draft, waiting.knight, waiting.of, card.reaction(total), waiting.holder)


def spend_aid(draft: Draft, knight_id: str, aid: tuple[str, ...]) -> None:
    """One-time aid is spent whatever the throw brought (`challenge.aid-declared`)."""
    if "sage" in aid:
        draft.set_knight(knight_id, companions=minus(draft.knight(knight_id).companions, "sage"))
        draft.removed = plus(draft.removed, "sage")
        draft.tell("sage-gone", "companion.sage-once", "companion.lost", who=knight_id, what="sage")
    if "prince" in aid:
        leave_companion(draft, knight_id, "prince", "companion.prince-once", "companion.lost", guarding=False)


# ------------------------------------------------------------------ the reactions


def react(draft: Draft, knight_id: str, denizen: str, reaction: str, holder: str = "") -> None:
    """Carry out a reaction as it stands on the card. ``holder``: the beaten Knight whose companion it is."""
    knight = draft.knight(knight_id)
    at = knight.at
    for_prize = ("joust.prize-companion",) if holder else ()
    if reaction == "nothing":
        draft.tell("does-nothing", "approach.nothing", "card.reactions", who=knight, what=denizen, at=at)
    elif reaction == "befriends":
        detach(draft, denizen, at, holder)
        join(draft, knight_id, denizen, holder)
    elif reaction == "is taken":
        detach(draft, denizen, at, holder)
        draft.set_knight(knight_id, grail=True)
        draft.tell("takes-grail", "card.grail", "thing.grail-horse", *for_prize, who=knight, what=denizen, at=at)
    elif reaction == "remains":
        remain(draft, knight_id, denizen, holder)
    elif reaction == "attacks":
        attack(draft, knight_id, denizen, holder)
    elif reaction == "betrays":
        rules = ("reaction.betrays", "card.reactions", "order.sent-away-stops")
        imprison(draft, knight_id, *rules, betrayed_by=denizen)
        stop(draft, knight_id)
    elif reaction == "transports you":
        transport_knight(draft, knight, denizen, holder)
    elif reaction == "transports self":
        by_card = "card.grail" if denizen == "holy-grail" else "card.reactions"
        if not held_by_storm(draft, denizen, at, draft.wood.corresponding_area(at), holder):
            transport_self(draft, denizen, at, by_card, *for_prize, holder=holder)
    elif reaction == "creates storm and transports self":
        held = held_by_storm(draft, denizen, at, draft.wood.corresponding_area(at), holder)  # by an older storm, not by his own
        raise_storm(draft, at, knight_id, "card.magician-approached")
        if not held:
            transport_self(draft, denizen, at, "card.magician-approached", *for_prize, holder=holder)
    elif reaction == "flees to the other gate":
        to = other_gate(draft, at)
        if held_by_storm(draft, denizen, at, to, holder):
            return
        detach(draft, denizen, at, holder)
        place_denizen(draft, denizen, to)
        draft.tell("flees", "card.princess-flees", *for_prize, who=knight, what=denizen, at=at, to=to)
    elif reaction == "turns into armour in the corresponding area":
        meet_dwarf(draft, knight_id)
    elif reaction.startswith("gives "):
        give(draft, knight_id, denizen, reaction.removeprefix("gives "))
    else:
        assert reaction.startswith("runs "), f"a reaction no rule knows: {reaction}"
        horse_runs(draft, knight_id, reaction.removeprefix("runs "), holder)


def join(draft: Draft, knight_id: str, denizen: str, holder: str = "") -> None:
    """The card is put beside the Knight: a companion (`reaction.befriends`)."""
    knight = draft.knight(knight_id)
    draft.set_knight(
        knight_id,
        companions=plus(knight.companions, denizen),
        ignored_by=tuple(i for i in knight.ignored_by if i.denizen != denizen),
        left_behind=minus(knight.left_behind, denizen),
    )
    by_card = {"sage": "approach.sage", "child": "rescue.take", "damsel": "rescue.take"}
    draft.tell(
        "joins",
        "reaction.befriends",
        "companion.list",
        by_card.get(denizen, "card.reactions"),
        *(("joust.prize-companion",) if holder else ()),
        who=knight,
        what=denizen,
        at=knight.at,
    )
    if denizen in LOST_ONES:
        rescue.joined(draft, knight_id, denizen, holder)


def remain(draft: Draft, knight_id: str, denizen: str, holder: str) -> None:
    """It stays and takes no notice of him; a prize stays loyal to its Knight (`reaction.remains`)."""
    if holder:
        stays_loyal(draft, denizen, holder, "joust.prize-companion", "reaction.remains")
        return
    at = draft.knight(knight_id).at
    remains_for(draft, knight_id, denizen, at)
    draft.tell(
        "remains",
        "reaction.remains",
        "card.reactions",
        *(("card.misprint-witch",) if denizen == "witch" else ()),
        who=draft.knight(knight_id),
        what=denizen,
        at=at,
    )


def stays_loyal(draft: Draft, denizen: str, holder: str, *rules: str) -> None:
    """A prize that was approached in vain stays with the Knight who has it."""
    draft.tell("stays-loyal", *rules, who=holder, what=denizen)


def transport_knight(draft: Draft, knight: Knight, denizen: str, holder: str) -> None:
    """The Knight is carried to the corresponding area, and his turn ends (`reaction.transports-you`)."""
    if holder:
        draft.tell("stays-with", "joust.prize-companion", "reaction.transports-you", who=holder, what=denizen)
    to = draft.wood.corresponding_area(knight.at)
    if storm_holds(draft, "transported", knight.at, to):
        draft.tell("knight-held-by-storm", "reaction.storm", who=knight, what=denizen, at=knight.at, to=to)
        return
    draft.tell(
        "transports-knight",
        "reaction.transports-you",
        "wood.numbers",
        "card.reactions",
        "order.sent-away-stops",
        who=knight,
        what=denizen,
        at=knight.at,
        to=to,
    )
    relocate(draft, knight.id, to, arrived="transported")
    stop(draft, knight.id)


def raise_storm(draft: Draft, at: str, maker: str, *rules: str) -> None:
    """A storm over an area for three full turns of its maker; of two the longer counts (`reaction.storm`)."""
    fresh = maker == draft.turn
    shut = storm_over(draft, at) > 0
    draft.set_area(at, storm=3, storm_by=maker, storm_fresh=fresh, storm_open=fresh and not shut)
    kind = "storm-both-ways" if switch(draft.edition, "storm-closes-entry") else "storm"
    draft.tell(kind, "reaction.storm", "reaction.storm-end", *rules, who=maker, at=at, number=3)


def give(draft: Draft, knight_id: str, denizen: str, gift: str) -> None:
    """The denizen is gone; its card is now the thing, or the Blessing, in the Knight's hand (`reaction.gives`)."""
    knight = draft.knight(knight_id)
    take_denizen(draft, denizen, knight.at)
    if gift == "blessing":
        draft.set_knight(knight_id, blessing=True)
        rules: tuple[str, ...] = ("card.blessing", "card.reactions")
    else:
        draft.set_knight(knight_id, things=plus(knight.things, gift))
        rules = ("card.reactions", "thing.list", "thing.carry")
    draft.tell(
        "blesses" if gift == "blessing" else "gives",
        "reaction.gives",
        *rules,
        who=knight,
        what=(denizen, gift),
        at=knight.at,
    )


def way_for_horse(game: Game, at: str, direction: str) -> str | None:
    """The area the Horse would run to, as far as the area it leaves shows; None where it is caught (`reaction.runs`)."""
    beyond = game.wood.neighbours[at].get(direction)
    if beyond is None or EDGE[direction] not in game.area(at).paths or storm_holds(game, "horse", at, beyond):
        return None
    return beyond


def horse_runs(draft: Draft, knight_id: str, direction: str, holder: str = "") -> None:
    """The Horse runs along a path, or is caught where there is none (`reaction.runs`)."""
    knight = draft.knight(knight_id)
    beyond = draft.wood.neighbours[knight.at].get(direction)
    way = way_for_horse(draft, knight.at, direction)
    stopped = beyond is not None and storm_holds(draft, "horse", knight.at, beyond)
    rules = (
        "reaction.runs",
        "card.reactions",
        *(("joust.prize-companion",) if holder else ()),
        *(("reaction.storm",) if stopped else ()),
    )
    if way is not None:
        there = draft.area(way)
        if there.tile is None:
            draft.push("reveal", None, knight_id, area=way, purpose="horse", way=direction, holder=holder)
            return
        if EDGE[OPPOSITE[direction]] in there.paths:
            detach(draft, "horse", knight.at, holder)
            place_denizen(draft, "horse", way, "reaction.runs")
            tower = ("tower.no-denizens",) if way == draft.wood.tower else ()
            draft.tell("horse-runs", *rules, *tower, who=knight, what="horse", at=knight.at, to=way, way=direction)
            return
    detach(draft, "horse", knight.at, holder)
    draft.set_knight(knight_id, horse=True)
    edge = ("wood.edge",) if beyond is None else ()
    draft.tell("catches-horse", *rules, "card.horse", *edge, who=knight, what="horse", at=knight.at, way=direction)


def attack(draft: Draft, knight_id: str, denizen: str, holder: str) -> None:
    """The Prince attacks: aid is declared anew by who has any, then the dice fall (`card.prince-attacks`)."""
    knight = draft.knight(knight_id)
    draft.tell("attacks", "card.prince-attacks", "encounter.kinds", who=knight, what=denizen, at=knight.at)
    break_prayer(draft, knight_id)
    note_fight(draft, knight_id)
    called = cooperative(draft) and not holder and may_be_joined(draft, knight)
    if called or helpers(draft, knight, *counts(draft.cards, denizen)):
        draft.push("attacked", knight_id, knight_id, of=denizen, holder=holder)
    else:
        draft.push("challenge", None, knight_id, of=denizen, holder=holder)


# ------------------------------------------------------------------ the Dwarf


def meet_dwarf(draft: Draft, knight_id: str) -> None:
    """The Dwarf tells where the Armour is; hidden, he may be left face down (`thing.dwarf-armour`, `variant.hidden`)."""
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
