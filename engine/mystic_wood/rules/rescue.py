"""The lost ones, Child and Damsel: who must rescue them, who is relieved, and how the duty passes on."""

from __future__ import annotations

from itertools import product

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight


def oblige(draft: Draft, knight_id: str) -> None:
    """Put him under obligation for every lost one lying in the area he has come to (`rescue.obligation`).

    Partners who enter together owe it together: neither relieves the other (`rescue.relieved`).
    """
    knight = draft.knight(knight_id)
    if knight.king or knight.at == draft.wood.tower:
        return
    for person in LOST_ONES:
        if person in draft.area(knight.at).denizens and person not in knight.must_rescue:
            take_obligation(draft, knight_id, person, together=knight.partners)


def take_obligation(draft: Draft, knight_id: str, person: str, together: tuple[str, ...] = ()) -> None:
    """He falls under the obligation to rescue; who is relieved depends on the edition (`rescue.relieved`).

    Those who fall under it ``together`` with him are not relieved.
    """
    knight = draft.knight(knight_id)
    draft.set_knight(knight_id, must_rescue=plus(knight.must_rescue, person))
    draft.tell("must-rescue", "rescue.obligation", who=knight, what=person)
    entering = switch(draft.edition, "entering-relieves")
    for other in draft.knights:
        if other.id == knight_id or other.id in together or person not in other.must_rescue:
            continue
        left = person in other.left_behind
        if entering or left:
            relieve(draft, other.id, person)
            rules = ("rescue.relieved", "rescue.left-behind")[: 1 + left]
            draft.tell("relieved", *(rules if entering else rules[::-1]), who=other, what=person)


def relieve(draft: Draft, knight_id: str, person: str) -> bool:
    """He need not rescue this person any more; whether he had to."""
    knight = draft.knight(knight_id)
    if person not in knight.must_rescue:
        return False
    draft.set_knight(
        knight_id, must_rescue=minus(knight.must_rescue, person), left_behind=minus(knight.left_behind, person)
    )
    return True


def joined(draft: Draft, knight_id: str, person: str, holder: str) -> None:
    """A lost one has joined him: he owes the rescue now, and who it was taken from does not (`rescue.take`)."""
    knight = draft.knight(knight_id)
    if not knight.king and person not in knight.must_rescue:
        if holder:
            relieve(draft, holder, person)
        take_obligation(draft, knight_id, person)
    elif switch(draft.edition, "entering-relieves") and not knight.king:
        for other in draft.knights:
            if other.id != knight_id and relieve(draft, other.id, person):
                draft.tell("relieved", "rescue.relieved", who=other, what=person)


def left_behind_by(draft: Draft, knight_id: str, lost: list[str]) -> None:
    """Beaten, he leaves lost ones behind whom he still owes the rescue (`rescue.left-behind`)."""
    knight = draft.knight(knight_id)
    left = tuple(person for person in lost if person in knight.must_rescue)
    if left:
        draft.set_knight(knight_id, left_behind=plus(knight.left_behind, *left))
        draft.tell("still-owes", "rescue.left-behind", who=knight, what=left)


def goes_with_victor(draft: Draft, winner_id: str, losers: list[str], challenged: bool) -> None:
    """Child and Damsel go with the victor besides his prize (`rescue.joust-won`, `rescue.joust-lost`)."""
    always = switch(draft.edition, "victor-takes-lost-ones")
    if not challenged and not always:
        return
    rule = "rescue.joust-won" if challenged else "rescue.joust-lost"
    for loser_id, person in product(losers, LOST_ONES):
        loser, winner = draft.knight(loser_id), draft.knight(winner_id)
        if person in loser.companions:
            draft.set_knight(loser_id, companions=minus(loser.companions, person))
            draft.set_knight(winner_id, companions=plus(winner.companions, person))
            kind = "goes-with-king" if winner.king else "goes-with-victor"  # a King owes no rescue
            draft.tell(kind, rule, who=winner, others=loser, what=person)
        elif not (always and person in loser.must_rescue):
            continue
        if not (winner.king and switch(draft.edition, "entering-relieves")):  # a King takes no duty over
            relieve(draft, loser_id, person)
        if not winner.king and person not in winner.must_rescue:
            draft.tell("duty-passes", rule, "rescue.obligation", who=winner, others=loser, what=person)
            draft.set_knight(winner_id, must_rescue=plus(winner.must_rescue, person))


def deliver(draft: Draft, knight: Knight, person: str) -> None:
    """The lost one is where she or he belongs: 1 prowess for who brought them, and all others are relieved (`rescue.deliver`)."""
    draft.set_knight(
        knight.id, companions=minus(knight.companions, person), prowess_cards=plus(knight.prowess_cards, person)
    )
    for other in draft.knights:
        relieve(draft, other.id, person)
        draft.set_knight(other.id, left_behind=minus(draft.knight(other.id).left_behind, person))
