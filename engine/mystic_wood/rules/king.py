"""The King: how the crown is won and lost (`king.become`, `king.dethroned`, `combine.king`)."""

from __future__ import annotations

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.castle import close_ranks
from engine.mystic_wood.rules.placing import free_of_fights, take_denizen
from engine.mystic_wood.rules.rescue import take_obligation
from engine.mystic_wood.rules.spoils import fall_to_nobody
from engine.mystic_wood.rules.turns import count_survivors


def fights_a_king(game: AnyPosition, knight: Knight) -> bool:
    """Whether his undecided fight is with the King or with a player who is King."""
    return knight.fighting == "king" or any(k.id == knight.fighting and k.king for k in game.knights)


def beat_king(draft: Draft, knight: Knight, joint: list[str]) -> None:
    """Whoever vanquishes the King becomes King; a joint win removes him (`king.become`, `combine.king`)."""
    take_denizen(draft, "king", knight.at)
    if len(joint) > 1:
        draft.removed = plus(draft.removed, "king")
        draft.tell("king-leaves", "combine.king", who=joint, what="king")
        return
    crown(draft, knight.id)
    draft.tell("becomes-king", "king.become", who=knight, what="king")


def crown(draft: Draft, knight_id: str) -> None:
    """He takes the King's card; extra prowess, quest and obligations go (`king.become`)."""
    knight = draft.knight(knight_id)
    draft.removed = plus(draft.removed, *extra_prowess(knight))
    draft.set_knight(
        knight_id,
        king=True,
        prowess_cards=(),
        blessing=False,
        must_rescue=(),
        left_behind=(),
        quest_done=False,
        cave_turns=0,
    )


def extra_prowess(knight: Knight) -> tuple[str, ...]:
    """The cards of his extra prowess: prowess cards and the Blessing's."""
    return (*knight.prowess_cards, *(("hermit",) if knight.blessing else ()))


def dethrone(draft: Draft, winner_id: str, loser_id: str, winners: list[str]) -> None:
    """A player who is King is vanquished and out of the game (`king.dethroned`, `king.britomart-dethrones`, `combine.king`)."""
    free_of_fights(draft, loser_id, "king.dethroned")
    loser, winner = draft.knight(loser_id), draft.knight(winner_id)
    joint, spoils = len(winners) > 1, (*loser.things, *loser.following)
    if not joint:
        draft.set_knight(
            winner_id,
            things=plus(winner.things, *loser.things),
            companions=plus(winner.companions, *loser.companions),
            horse=winner.horse or loser.horse,
            grail=winner.grail or loser.grail,
        )
    draft.removed = plus(draft.removed, *extra_prowess(loser))
    for other in loser.partners:
        draft.set_knight(other, partners=minus(draft.knight(other).partners, loser_id))
    draft.set_knight(
        loser_id,
        out=True,
        king=False,
        things=(),
        companions=(),
        prowess_cards=(),
        blessing=False,
        horse=False,
        grail=False,
        must_rescue=(),
        partners=(),
        forfeits=(),
        castle_rank=0,
        ignored_by=(),
        at_peace=(),
        prayer_turns=0,
    )
    close_ranks(draft, loser.at)
    draft.tell(
        "king-out-jointly" if joint else "king-out",
        "combine.king" if joint else "king.dethroned",
        who=loser_id,
        others=winners if joint else winner_id,
    )
    if not joint and (winner_id != "britomart" or switch(draft.edition, "britomart-becomes-king")):
        if not winner.king:
            crown(draft, winner_id)
        rule = "king.britomart-dethrones" if winner_id == "britomart" else "king.dethroned"
        draft.tell("new-king", rule, "king.become", who=winner_id, what="king")
    else:
        draft.removed = plus(draft.removed, "king")
        draft.tell("king-card-gone", "combine.king" if joint else "king.britomart-dethrones", what="king")
    for person in LOST_ONES:
        heir = draft.knight(winner_id)
        if not joint and person in loser.companions and person not in heir.must_rescue and not heir.king:
            take_obligation(draft, winner_id, person)
    count_survivors(draft)
    if joint and spoils:
        fall_to_nobody(draft, winner_id, winners, spoils)
