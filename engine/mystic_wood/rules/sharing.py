"""What a joint victory brought, and how a card passes from hand to hand."""

from __future__ import annotations

from engine.mystic_wood.position.draft import Draft, minus, plus


def share_spoils(draft: Draft, knight_id: str, joint: list[str], stake: str) -> None:
    """What a joint victory brought is shared by agreement: partners are asked (`combine.no-gain`, `combine.dispute`)."""
    first, *rest = [k for k in joint if k != knight_id]
    draft.push("spoils", first, knight_id, of=stake, to_ask=tuple(rest))


def hand_over(draft: Draft, card: str, giver_id: str, taker_id: str) -> bool:
    """Pass a thing, a companion, the Horse or the Grail from one hand to another; False if the giver has not got it."""
    giver, taker = draft.knight(giver_id), draft.knight(taker_id)
    if card in giver.things:
        draft.set_knight(giver_id, things=minus(giver.things, card))
        draft.set_knight(taker_id, things=plus(taker.things, card))
    elif card in giver.companions:
        draft.set_knight(giver_id, companions=minus(giver.companions, card))
        draft.set_knight(taker_id, companions=plus(taker.companions, card))
    elif card == "horse" and giver.horse:
        draft.set_knight(giver_id, horse=False)
        draft.set_knight(taker_id, horse=True)
    elif card == "holy-grail" and giver.grail:
        draft.set_knight(giver_id, grail=False)
        draft.set_knight(taker_id, grail=True)
    else:
        return False
    return True
