"""What a joint victory brought, and how a card passes from hand to hand."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import LOST_ONES, THINGS
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.rescue import take_obligation


def share_spoils(draft: Draft, knight_id: str, joint: list[str], stake: str) -> None:
    """What a joint victory brought is shared by agreement: partners are asked (`combine.no-gain`, `combine.dispute`)."""
    first, *rest = [k for k in joint if k != knight_id]
    draft.push("spoils", first, knight_id, of=stake, to_ask=tuple(rest))


def hand_over(draft: Draft, thing: str, giver_id: str, taker_id: str) -> bool:
    """Pass a thing from one hand to another; False if the giver has not got it."""
    giver, taker = draft.knight(giver_id), draft.knight(taker_id)
    if thing not in giver.things:
        return False
    draft.set_knight(giver_id, things=minus(giver.things, thing))
    draft.set_knight(taker_id, things=plus(taker.things, thing))
    return True


# ------------------------------------------------------------------ what a fallen King had

#: What a joust about a fallen King's hand is about (`combine.dispute`).
KINGS_HAND = "king"


def fall_to_nobody(draft: Draft, leader_id: str, joint: list[str], spoils: tuple[str, ...]) -> None:
    """What the King had is in nobody's hand until it is shared; who led the fight says how (`combine.king`)."""
    draft.set_knight(leader_id, due=plus((), *spoils))
    draft.push("share", leader_id, leader_id, partners=tuple(one for one in joint if one != leader_id))


def why_share(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against sharing like this: a card that does not wait, a Knight who has not won (`combine.king`)."""
    found = [no("combine.king not-among", card, about=(card,)) for card, _ in action.shares if card not in knight.due]
    for taker in dict.fromkeys(taker for _, taker in action.shares):
        if taker not in waiting.partners:
            found.append(no("combine.no-gain not-beside", taker, knight.id))
    return found


def do_share(draft: Draft, waiting: Pending, action: Action) -> None:
    """The leader says who is to have what, the rest being his own; his fellow victors are asked (`combine.no-gain`)."""
    spoils = draft.knight(waiting.knight).due
    for fellow in waiting.partners:
        theirs = tuple(card for card, taker in action.shares if taker == fellow)
        draft.set_knight(fellow, due=plus((), *theirs))
        if theirs:
            draft.tell("would-give", "combine.king", "combine.no-gain", who=waiting.knight, others=fellow, what=theirs)
    own = minus(spoils, *(card for card, _ in action.shares))
    draft.set_knight(waiting.knight, due=own)
    if own:
        draft.tell("would-keep", "combine.king", "combine.no-gain", who=waiting.knight, what=own)
    first, *rest = waiting.partners
    draft.push("shared", first, waiting.knight, to_ask=tuple(rest))


def do_agree_to_share(draft: Draft, waiting: Pending, action: Action) -> None:
    """A fellow victor agrees; when all have, each has his share (`combine.no-gain`)."""
    draft.tell("agrees", "combine.no-gain", who=waiting.asked, others=waiting.knight)
    if waiting.to_ask:
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
        return
    for knight in draft.knights:
        take_share(draft, knight.id, "combine.king")


def take_share(draft: Draft, knight_id: str, rule: str) -> None:
    """His share comes into his hand; with Child and Damsel comes the duty to rescue them (`rescue.take`)."""
    knight = draft.knight(knight_id)
    due = knight.due
    if not due:
        return
    things = tuple(card for card in due if card in THINGS)
    draft.set_knight(
        knight_id,
        due=(),
        things=plus(knight.things, *things),
        companions=plus(knight.companions, *minus(due, *things, "horse", "holy-grail")),
        horse=knight.horse or "horse" in due,
        grail=knight.grail or "holy-grail" in due,
    )
    draft.tell("has-spoils", rule, who=knight_id, what=due)
    for person in LOST_ONES:
        if person in due and person not in knight.must_rescue and not knight.king:
            take_obligation(draft, knight_id, person)


def break_off_dispute(draft: Draft, *knights: str) -> None:
    """A dispute over a fallen King's hand that is broken off falls as the leader had proposed (`combine.dispute`)."""
    for knight_id in knights:
        take_share(draft, knight_id, "combine.dispute")
