"""Jousts: the challenge and its answer, the throw, and what a decided joust brings besides its prize."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, the
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import rescue
from engine.mystic_wood.rules.challenging import his_round, why_joust_aid, why_no_ally, why_no_joust
from engine.mystic_wood.rules.encounter_order import not_met_because
from engine.mystic_wood.rules.encounters import approach_first
from engine.mystic_wood.rules.ignoring import note_joust
from engine.mystic_wood.rules.king import dethrone
from engine.mystic_wood.rules.placing import break_prayer, imprison, leave_fight, part_partners
from engine.mystic_wood.rules.queries import team
from engine.mystic_wood.rules.reactions import spend_aid
from engine.mystic_wood.rules.scores import Side, aid_faults, joust_side, throw_against
from engine.mystic_wood.rules.spoils import KINGS_HAND, break_off_dispute, hand_over, take_share
from engine.mystic_wood.rules.turns import end_turn

# ------------------------------------------------------------------ the challenge


def why_joust(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against challenging another Knight in one's own turn (`joust.when`)."""
    found = _why_not_now(position, knight, action.of)
    return found + why_joust_aid(position, knight, action.aid, action.of, newcomer=False)


def _why_not_now(position: Position, knight: Knight, foe: str) -> list[Why]:
    found = why_no_joust(position, knight, foe)
    if not found and knight.fighting == foe and not his_round(position, knight):
        found.append(no("joust.tie not-his-turn"))
    return found


def why_challenge_passer(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against challenging one who arrives or is about to walk away (`joust.when`, `combine.newcomer`)."""
    if action.of != waiting.of:
        return [no("joust.when asked", knight.id, waiting.of)]
    found = _why_not_now(position, knight, action.of)
    return found + why_joust_aid(position, knight, action.aid, action.of, newcomer=not waiting.leaving)


def do_joust(draft: Draft, action: Action) -> None:
    """A challenge in one's own turn."""
    challenge(draft, draft.turn, action)


def do_challenge_passer(draft: Draft, waiting: Pending, action: Action) -> None:
    """A challenge to one who comes or goes."""
    draft.pending.append(waiting)  # it stands until the challenge is made: an ally who is asked may decline
    challenge(draft, waiting.knight, action)


def challenge(draft: Draft, challenger: str, action: Action) -> None:
    """The joust begins; Knights who are called on are asked first."""
    allies = tuple(a for a in action.aid if a in KNIGHTS)
    aid = minus(action.aid, *allies)
    if allies:
        draft.tell("calls-on", "combine.newcomer", who=challenger, others=allies, what=action.of)
        draft.push("ally", allies[0], challenger, of=action.of, aid=aid, to_ask=allies[1:])
        return
    begin_joust(draft, challenger, action.of, aid)


def begin_joust(draft: Draft, challenger: str, foe: str, aid: tuple[str, ...]) -> None:
    """The challenge cannot be refused; the challenged declares his aid (`challenge.compulsory`)."""
    sides = {challenger, foe, *draft.knight(challenger).partners, *draft.knight(foe).partners}
    draft.pending = [p for p in draft.pending if p.kind != "offer" or p.knight not in sides]
    tied = draft.knight(challenger).fighting == foe
    draft.tell(
        "challenges-again" if tied else "challenges",
        "joust.when",
        "joust.tie" if tied else "challenge.compulsory",
        *(("challenge.aid-declared",) if aid else ()),
        who=challenger,
        others=foe,
        what=aid,
        at=draft.knight(foe).at,
    )
    if draft.turn in (challenger, foe):
        draft.powers = plus(draft.powers, "jousted")
    draft.push("answer", foe, challenger, of=foe, aid=aid)


def do_no_joust(draft: Draft, waiting: Pending, action: Action) -> None:
    """He lets the other come or go."""
    draft.tell("lets-be", "joust.when", who=waiting.knight, others=waiting.of)


# ------------------------------------------------------------------ the answer


def why_defend(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against answering a challenge with this aid (`joust.score`, `card.prince-attacks`)."""
    if waiting.kind == "attacked":
        allies = [a for a in action.aid if a in KNIGHTS]
        companions = minus(action.aid, *allies)
        found = aid_faults(position, knight, companions, True, True, the(waiting.of), False)
        if allies and waiting.holder:
            found.append(no("combine.not-approach prize"))
            return found
        return found + (why_no_ally(position, knight, allies, True, False) if allies else [])
    return why_joust_aid(position, knight, action.aid, waiting.knight, newcomer=False)


def do_defend(draft: Draft, waiting: Pending, action: Action) -> None:
    """The aid of the challenged, or of the attacked, is declared; the dice are next (`challenge.aid-declared`).

    Knights who are called on are asked first; the answer stands open until they have agreed (`variant.cooperative`).
    """
    allies = tuple(a for a in action.aid if a in KNIGHTS)
    aid = minus(action.aid, *allies)
    if allies:
        enemy = waiting.of if waiting.kind == "attacked" else waiting.knight
        draft.pending.append(waiting)
        draft.tell("calls-on", "variant.cooperative", who=waiting.asked, others=allies, what=enemy)
        draft.push("ally", allies[0], waiting.asked, of=enemy, aid=aid, to_ask=allies[1:])
        return
    if waiting.kind == "attacked":
        draft.tell(
            "defends", "challenge.aid-declared", "card.prince-attacks", who=waiting.knight, what=(waiting.of, *aid)
        )
        draft.push("challenge", None, waiting.knight, of=waiting.of, aid=aid, holder=waiting.holder)
        return
    draft.tell("defends", "challenge.aid-declared", who=waiting.of, others=waiting.knight, what=(waiting.knight, *aid))
    draft.push("joust", None, waiting.knight, of=waiting.of, aid=waiting.aid, foe_aid=aid)


# ------------------------------------------------------------------ the throw


def joust_sides(game: AnyPosition, waiting: Pending) -> tuple[Side, Side]:
    """Both sides of a waiting joust, the challenger's first (`joust.score`)."""
    challenger, foe = game.knight(waiting.knight), game.knight(waiting.of)
    return joust_side(game, challenger, waiting.aid, foe), joust_side(game, foe, waiting.foe_aid, challenger)


def joust_thrown(draft: Draft, waiting: Pending, action: Action) -> None:
    """The dice of a joust have fallen, the challenger's first (`joust.score`)."""
    own_die, other_die = action.dice
    lead = throw_against(draft, "joust.score", *joust_sides(draft, waiting), (own_die, other_die))
    for knight_id in (waiting.knight, waiting.of):
        break_prayer(draft, knight_id)
    if lead == 0:
        joust_tied(draft, waiting)
        return
    winner, loser = (waiting.knight, waiting.of) if lead > 0 else (waiting.of, waiting.knight)
    settle_joust(draft, waiting, winner, loser)


def joust_tied(draft: Draft, waiting: Pending) -> None:
    """A tie ends the turn, and the joust goes on; but not beside another that is tied already (`joust.tie`, `joust.when`)."""
    challenger, foe = draft.knight(waiting.knight), draft.knight(waiting.of)
    spend_aid(draft, challenger.id, waiting.aid)
    spend_aid(draft, foe.id, waiting.foe_aid)
    if foe.fighting not in (None, challenger.id):
        draft.tell("joust-beside-tied", "joust.when", "joust.in-turn", "challenge.tie", who=challenger, others=foe)
        if challenger.dispute == foe.dispute == KINGS_HAND:
            for one in (challenger, foe):
                draft.set_knight(one.id, dispute=None)
            break_off_dispute(draft, challenger.id, foe.id)
        end_turn(draft)
        return
    leads = _challenger(draft, waiting)
    for one, other, aid in ((challenger, foe, waiting.aid), (foe, challenger, waiting.foe_aid)):
        draft.set_knight(one.id, fighting=other.id, challenger=one.id == leads, helped=one.helped or "prince" in aid)
    draft.tell("joust-tied", "joust.tie", "joust.in-turn", "challenge.tie", who=challenger, others=foe)
    end_turn(draft)


def _challenger(game: AnyPosition, waiting: Pending) -> str:
    """Who made the challenge this joust began with, whoever leads its present round (`joust.tie`)."""
    foe = game.knight(waiting.of)
    return foe.id if foe.challenger and foe.fighting == waiting.knight else waiting.knight


def settle_joust(draft: Draft, waiting: Pending, winner_id: str, loser_id: str) -> None:
    """The joust is decided: peace between the two, forfeit, lost ones, and the prize."""
    winner, loser = draft.knight(winner_id), draft.knight(loser_id)
    challenged = _challenger(draft, waiting) == winner_id
    losers = [k.id for k in team(draft, loser) if k.id != winner_id]
    winners = [k.id for k in team(draft, winner) if k.id not in losers]
    stake = winner.dispute if winner.dispute == loser.dispute else None
    draft.tell("joust-won", "joust.score", who=winners, others=losers)
    for one in winners:
        note_joust(draft, one, losers)
    for one in losers:
        note_joust(draft, one, winners)
    spend_aid(draft, waiting.knight, waiting.aid)
    spend_aid(draft, waiting.of, waiting.foe_aid)
    for knight_id in (*winners, *losers):
        if draft.knight(knight_id).fighting in (None, winner_id, loser_id):
            leave_fight(draft, knight_id)
    draft.push("joust-over", None, winner_id, of=loser_id, partners=tuple(losers))
    kings = [one for one in losers if draft.knight(one).king]
    beaten = [one for one in losers if one not in kings]
    forfeit(draft, winner_id, beaten)
    rescue.goes_with_victor(draft, winner_id, beaten, challenged)
    if stake is not None:
        settle_dispute(draft, winner_id, loser_id, stake)
        return
    if len(losers) > 1 and switch(draft.edition, "pair-beaten") == "tower":
        draft.tell("both-to-the-tower", "combine.lose", who=losers)
        for one in beaten:
            imprison(draft, one, "combine.lose", "joust.prize-tower")
    elif beaten:
        draft.push("prize", winner_id, winner_id, of=beaten[0], partners=tuple(beaten[1:]))
    for one in kings:
        dethrone(draft, winner_id, one, winners)


def forfeit(draft: Draft, winner_id: str, losers: list[str]) -> None:
    """A loser whose next turn would come before the winner's forfeits it (`joust.forfeit`)."""
    in_his_turn = draft.turn == winner_id or draft.turn in draft.knight(winner_id).partners
    if in_his_turn and not switch(draft.edition, "forfeit-in-winners-turn"):
        return
    count = len(draft.knights)
    now = draft.seat[draft.turn]

    def until(knight_id: str) -> int:
        owed = len(draft.knight(knight_id).forfeits)
        return (draft.seat[knight_id] - now - 1) % count + owed * count

    for loser in losers:
        if until(loser) < until(winner_id):
            draft.set_knight(loser, forfeits=(*draft.knight(loser).forfeits, "joust.forfeit"))
            draft.tell("will-forfeit", "joust.forfeit", who=loser)


def settle_dispute(draft: Draft, winner_id: str, loser_id: str, stake: str) -> None:
    """The loser of a joust over spoils goes to the Tower; the winner has, or approaches, what it was about
    (`combine.dispute`)."""
    draft.tell("dispute-settled", "combine.dispute", who=winner_id, others=loser_id)
    if stake == KINGS_HAND:
        both = plus(draft.knight(winner_id).due, *draft.knight(loser_id).due)
        draft.set_knight(loser_id, due=())
        draft.set_knight(winner_id, due=both)
        take_share(draft, winner_id, "combine.dispute")
    elif stake not in draft.seat and hand_over(draft, stake, loser_id, winner_id):
        draft.tell("has-spoils", "combine.dispute", who=winner_id, others=loser_id, what=stake)
    part_partners(draft, winner_id)
    imprison(draft, loser_id, "combine.dispute", "joust.prize-tower")
    if stake in draft.seat and draft.knight(stake).place == draft.knight(winner_id).place:
        draft.push("prize", winner_id, winner_id, of=stake)
    winner = draft.knight(winner_id)
    if stake in draft.area(winner.at).denizens and not_met_because(draft, winner, stake) is None:
        approach_first(draft, winner_id, stake)


def joust_over(draft: Draft, step: Pending) -> None:
    """After the prize: if the Knight whose turn it is has lost, his turn ends; a winner plays on (`joust.in-turn`)."""
    if draft.turn in step.partners:
        draft.tell("loser-turn-ends", "joust.in-turn", who=draft.turn)
        end_turn(draft)
