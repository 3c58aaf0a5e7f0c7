"""The prize of a joust: one of three, or none; and how those who won together agree on what they won."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, LOST_ONES, THINGS, name_of, the
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import knight_name, listed, no
from engine.mystic_wood.rules import rescue
from engine.mystic_wood.rules.jousts import begin_joust
from engine.mystic_wood.rules.placing import Approach, imprison, part_partners
from engine.mystic_wood.rules.queries import team
from engine.mystic_wood.rules.reactions import approach, befriend
from engine.mystic_wood.rules.scores import aid_faults
from engine.mystic_wood.rules.spoils import KINGS_HAND, take_share


def why_prize(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against taking this as the prize (`joust.prize-one`, `joust.prize-card`, `joust.prize-companion`)."""
    prize = action.of
    losers = [position.knight(one) for one in (waiting.of, *waiting.partners)]
    loser = next((one for one in losers if holds(one, prize)), losers[0])
    whom = listed(map(knight_name, losers))
    denizens = position.cards.denizens
    found = []
    if prize in ("tower", "none"):
        pass
    elif prize in THINGS:
        if not switch(position.edition, "joust-prize-thing"):
            found.append(no("joust.prize-card edition", position.edition))
        if prize not in loser.things:
            found.append(no("joust.prize-card thing", whom, prize))
    elif prize == "blessing":
        if not loser.blessing:
            found.append(no("joust.prize-card blessing", whom))
    elif prize in loser.prowess_cards or prize in loser.following:
        pass
    elif prize in LOST_ONES and prize in position.knight(waiting.knight).companions:
        found.append(no("rescue.joust-won has", position.knight(waiting.knight), prize))
    elif denizens[prize].companion or prize in ("horse", "holy-grail"):
        found.append(no("joust.prize-companion not-had", whom, prize, loser))
    else:
        found.append(no("joust.prize-card prowess", whom, prize))
    taker = position.knight(waiting.knight)
    if action.to:
        fellows = [k.id for k in fellow_winners(position, waiting)]
        if prize in ("tower", "none") or action.to not in fellows:
            return [
                *found,
                no("combine.one-prize", action.to),
            ]
        taker = position.knight(action.to)
    if action.aid:
        if prize in loser.prowess_cards or prize not in denizens or not denizens[prize].adds_prowess:
            found.append(no("joust.prize-companion no-aid"))
        else:
            found += aid_faults(position, taker, action.aid, False, True, the(prize), False)
    return found


def holds(knight: Knight, prize: str) -> bool:
    """Whether he has what is named as a prize."""
    return (
        prize in knight.things
        or prize in knight.prowess_cards
        or prize in knight.following
        or (prize == "blessing" and knight.blessing)
    )


def fellow_winners(game: AnyPosition, waiting: Pending) -> list[Knight]:
    """Those who won the joust beside the Knight who names the prize (`combine.one-prize`)."""
    _, *fellows = team(game, game.knight(waiting.knight))
    return [k for k in fellows if k.id != waiting.of and k.id not in waiting.partners]


def do_prize(draft: Draft, waiting: Pending, action: Action) -> None:
    """The winner names his prize; those who won with him are asked first (`combine.one-prize`)."""
    partners = [k.id for k in fellow_winners(draft, waiting)]
    if partners and action.of != "none":
        draft.tell("would-take", "combine.one-prize", who=waiting.knight, others=waiting.of, way=action.text)
        draft.push(
            "spoils",
            partners[0],
            waiting.knight,
            of=waiting.of,
            to_ask=tuple(partners[1:]),
            prize=action.of,
            aid=action.aid,
            partners=waiting.partners,
            taker=action.to,
        )
        return
    take_prize(draft, waiting, action.of, action.aid)


def take_prize(draft: Draft, waiting: Pending, prize: str, aid: tuple[str, ...]) -> None:
    """One of the three prizes, or none; of two who were beaten together, from whoever has it (`joust.prize-one`)."""
    winner_id, losers = waiting.taker or waiting.knight, (waiting.of, *waiting.partners)
    loser_id = next((one for one in losers if holds(draft.knight(one), prize)), waiting.of)
    winner, loser = draft.knight(winner_id), draft.knight(loser_id)
    rules: tuple[str, ...] = ("joust.prize-card", "joust.prize-one")
    if prize == "none":
        draft.tell("no-prize", "joust.prize-one", who=winner, others=loser)
    elif prize == "tower":
        also = (("combine.lose",) if len(losers) > 1 else ()) + (
            ("reaction.storm-scope",) if draft.area(loser.at).storm else ()
        )
        for one in losers:
            imprison(draft, one, "joust.prize-tower", "joust.prize-one", *also)
    elif prize in loser.following:
        _approach_prize(draft, winner, loser, prize, aid)
    else:
        if prize in THINGS:
            draft.set_knight(loser_id, things=minus(loser.things, prize))
            draft.set_knight(winner_id, things=plus(winner.things, prize))
            kind = "takes-thing"
        elif prize == "blessing":
            draft.set_knight(loser_id, blessing=False)
            draft.set_knight(winner_id, blessing=True)
            kind, rules = "takes-blessing", ("joust.prize-card", "card.blessing")
        else:
            draft.set_knight(loser_id, prowess_cards=minus(loser.prowess_cards, prize))
            draft.set_knight(winner_id, prowess_cards=plus(winner.prowess_cards, prize))
            kind = "takes-prowess"
        title = draft.cards.denizens[prize].prowess_card or name_of(prize) if kind == "takes-prowess" else ""
        draft.tell(kind, *rules, who=winner, others=loser, what=prize, way=title)


def _approach_prize(draft: Draft, winner: Knight, loser: Knight, prize: str, aid: tuple[str, ...]) -> None:
    """A companion, the Horse or the Grail is approached; Sage, Child and Damsel come along (`joust.prize-companion`)."""
    draft.tell("approaches-prize", "joust.prize-companion", "joust.prize-one", who=winner, others=loser, what=prize)
    it = Approach(winner.id, prize, loser.id)
    if prize != "sage" and prize not in LOST_ONES:
        approach(draft, it, aid)
        return
    befriend(draft, it)
    if prize in LOST_ONES:
        draft.tell("takes-on-rescue", "rescue.joust-lost", who=winner, what=prize)
    rescue.relieve(draft, loser.id, prize)


# ------------------------------------------------------------------ spoils of those who won together


def do_agree(draft: Draft, waiting: Pending, action: Action) -> None:
    """A partner agrees to how the spoils fall (`combine.no-gain`)."""
    draft.tell("agrees", "combine.no-gain", who=waiting.asked, others=waiting.knight)
    if waiting.to_ask:
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
    elif waiting.prize:
        take_prize(draft, waiting, waiting.prize, waiting.aid)


def why_dispute(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against this aid in a joust over the spoils (`combine.dispute`)."""
    leader = position.knight(waiting.knight)
    companions = tuple(a for a in action.aid if a not in KNIGHTS)
    found = aid_faults(position, knight, companions, True, True, name_of(leader.id), leader.king)
    if waiting.kind == "shared" and not (knight.due or leader.due):
        found.append(no("combine.dispute nothing-between", knight.id, leader.id))
    return found + [no("combine.dispute neutral-ally") for a in action.aid if a in KNIGHTS]


def do_dispute(draft: Draft, waiting: Pending, action: Action) -> None:
    """A partner disputes how the spoils fall: a joust must decide (`combine.dispute`)."""
    partner = waiting.asked
    draft.tell("disputes", "combine.dispute", who=partner, others=waiting.knight)
    for knight_id in (partner, waiting.knight):
        draft.set_knight(knight_id, dispute=KINGS_HAND if waiting.kind == "shared" else waiting.of)
    if waiting.kind == "shared":  # what a third was to have is not in dispute
        for third in draft.knights:
            if third.id not in (partner, waiting.knight):
                take_share(draft, third.id, "combine.king")
    part_partners(draft, partner)
    begin_joust(draft, partner, waiting.knight, action.aid)
