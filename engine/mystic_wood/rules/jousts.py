"""Jousts: who may challenge whom and when, the throw, ties, the prize, and what follows."""

from __future__ import annotations

from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, LOST_ONES, THINGS, name_of, the
from engine.mystic_wood.material.ledger import Why, switch
from engine.mystic_wood.material.wood import EARTHLY_GATE, TOWER
from engine.mystic_wood.position.actions import Action, parse_action
from engine.mystic_wood.position.draft import Draft, Game, minus, plus
from engine.mystic_wood.position.state import Knight, Pending, State
from engine.mystic_wood.rules.encounters import approach, join, relieve, spend_aid
from engine.mystic_wood.rules.flow import (
    cap,
    count_survivors,
    end_turn,
    his,
    imprison,
    in_play,
    knight_name,
    note_joust,
    part_partners,
    rank_in_castle,
    seated,
    take_obligation,
    team,
)
from engine.mystic_wood.rules.scores import Side, aid_faults, joust_side, throw_against

# ------------------------------------------------------------------ may he challenge?


def why_no_joust(game: Game, knight: Knight, foe_id: str) -> list[Why]:
    """What speaks against ``knight`` challenging that other Knight now (`joust.when`, `joust.tower`, `joust.again`)."""
    foe = seated(game, foe_id)
    if foe is None or foe.out or foe.id == knight.id:
        return [Why("joust.when", f"{name_of(foe_id)} is no opponent in this game.")]
    found = []
    if foe.at != knight.at:
        found.append(Why("joust.when", f"{knight_name(foe)} is at {foe.at}, not at {knight.at}."))
    elif foe.inside != knight.inside:
        found.append(
            Why("area.cave-island-inside", "One of them is inside and the other outside: those are two places.")
        )
    if TOWER in (knight.at, foe.at):
        found.append(Why("joust.tower", "The Tower is a sanctuary: no joust there."))
    for one in (knight, foe):
        if one.captured:
            found.append(
                Why("card.enchantress-captures", f"{knight_name(one)} is a captive, and captives do not joust.", True)
            )
        other = foe if one is knight else knight
        if one.fighting and one.fighting != other.id:
            found.append(Why("joust.when", f"{knight_name(one)} is in a fight with {the(one.fighting)} already."))
    if knight.fighting == foe.id:
        return found  # a joust once begun is fought to its end
    if any(peace.knight == foe.id for peace in knight.at_peace):
        lifts = " or a joust with another Knight" if switch(game.edition, "joust-lifts-peace") else ""
        found.append(
            Why(
                "joust.again",
                f"{knight_name(knight)} has jousted {knight_name(foe)} and first needs an encounter elsewhere{lifts}.",
            )
        )
    if foe.id in knight.partners:
        found.append(Why("combine.enter", f"{knight_name(knight)} and {knight_name(foe)} are combined."))
    return found


def why_joust_aid(game: Game, knight: Knight, aid: tuple[str, ...], foe_id: str, newcomer: bool) -> list[Why]:
    """What speaks against the companions, or Knights, he calls on for a joust."""
    foe = seated(game, foe_id)
    against_king = foe is not None and foe.king
    found = aid_faults(knight, tuple(a for a in aid if a not in KNIGHTS), True, True, name_of(foe_id), against_king)
    allies = [a for a in aid if a in KNIGHTS]
    for ally in allies:
        other = seated(game, ally)
        if knight.dispute is not None:
            found.append(Why("combine.dispute", "The others stay neutral in a dispute over spoils."))
        elif (
            other is None
            or other.out
            or other.place != knight.place
            or other.id in (knight.id, foe_id)
            or other.captured
            or other.fighting
        ):
            found.append(Why("combine.newcomer", f"{name_of(ally)} is not there and free to join forces."))
        elif newcomer and not switch(game.edition, "newcomer-combination") and "cooperative" not in game.variants:
            found.append(Why("combine.newcomer", "In this edition Knights combine only by entering together."))
        elif not newcomer and "cooperative" not in game.variants:
            found.append(Why("combine.enter", f"{name_of(ally)} and {name_of(knight.id)} did not enter together."))
    if allies and len(allies) + len(team(game, knight)) > 2 and not against_king:
        found.append(Why("combine.king", "More than two combine only against a King."))
    return found


def why_joust(state: State, knight: Knight, action: Action) -> list[Why]:
    """Reasons against a joust on his own account (the Knight to move), or in answer to a newcomer."""
    asked = bool(state.pending) and state.pending[-1].kind == "offer"
    newcomer = asked and not state.pending[-1].number
    if asked:
        waiting = state.pending[-1]
        knight = state.knight(waiting.knight)
        if action.of != waiting.of:
            return [Why("joust.when", f"{name_of(knight.id)} is asked about {name_of(waiting.of)} now.")]
    found = why_no_joust(state, knight, action.of)
    if not found and knight.fighting == action.of and not his_round(state, knight):
        found.append(Why("joust.tie", "The next round of this joust is fought in the challenger's turn."))
    return found + why_joust_aid(state, knight, action.aid, action.of, newcomer)


def his_round(game: Game, knight: Knight) -> bool:
    """Whether the next round of his tied joust comes in his turn (`joust.tie`)."""
    if switch(game.edition, "joust-tie-alternates"):
        return True
    foe = game.knight(knight.fighting or knight.id)
    return knight.challenger or not foe.challenger


def drop_what_lapsed(draft: Draft) -> None:
    """Forget what can no longer come about: challenges nobody can make now, walks of Knights who have been sent away."""
    if any(waiting.kind in ("offer", "walk", "glade") for waiting in draft.pending):
        draft.pending = [waiting for waiting in draft.pending if not lapsed(draft, waiting)]


def lapsed(game: Game, waiting: Pending) -> bool:
    """Whether what waits has been overtaken by what happened."""
    if waiting.kind not in ("offer", "walk", "glade"):
        return False
    knight = game.knight(waiting.knight)
    if waiting.kind != "offer":
        return knight.out or knight.imprisoned or knight.captured or knight.fighting is not None
    other = game.knight(waiting.of)
    return knight.place != other.place or knight.out or bool(why_no_joust(game, knight, waiting.of))


def set_out_already(knight: Knight) -> bool:
    """False while he still stands at the Gate he sets out from: those do not hold each other up."""
    return not (knight.at == EARTHLY_GATE and knight.came_from is None and knight.arrived == "walked")


def ask_bystanders(draft: Draft, knight_id: str, leaving: bool = False) -> None:
    """Ask the Knights who stand there whether they challenge one who arrives or is about to walk away (`joust.when`).

    Knights still at the Gate they set out from are not asked; in their own turns they may challenge as any other.
    """
    knight = draft.knight(knight_id)
    for other in reversed(in_play(draft)):
        if (
            other.place != knight.place
            or other.id == knight_id
            or other.id in knight.partners
            or not set_out_already(other)
        ):
            continue
        if other.fighting is None and not why_no_joust(draft, other, knight_id):
            draft.push("offer", other.id, other.id, of=knight_id, number=int(leaving))


# ------------------------------------------------------------------ challenge and answer


def do_joust(draft: Draft, action: Action) -> None:
    allies = tuple(a for a in action.aid if a in KNIGHTS)
    asking = draft.pending[-1].knight if draft.pending else draft.turn
    if allies:
        draft.push("ally", allies[0], asking, of=action.of, aid=minus(action.aid, *allies), other=allies[1:])
        return
    begin_joust(draft, asking, action.of, action.aid)


def begin_joust(draft: Draft, challenger: str, foe: str, aid: tuple[str, ...]) -> None:
    """The challenge cannot be refused; the challenged declares his aid (`challenge.compulsory`)."""
    sides = {challenger, foe, *draft.knight(challenger).partners, *draft.knight(foe).partners}
    draft.pending = [p for p in draft.pending if p.kind != "offer" or p.knight not in sides]
    fighter = draft.knight(challenger)
    tied = fighter.fighting == foe
    if not tied:
        draft.set_knight(challenger, challenger=True)
        draft.set_knight(foe, challenger=False)
    helped = f" with {' and '.join(the(c) for c in aid)}" if aid else ""
    again = " to the next round of their joust" if tied else ""
    draft.say(
        f"{knight_name(fighter)} challenges {knight_name(draft.knight(foe))}{again}{helped}.",
        "joust.when",
        *(("joust.tie",) if tied else ("challenge.compulsory",)),
        *(("challenge.aid-declared",) if aid else ()),
    )
    if draft.turn in (challenger, foe):
        draft.powers = plus(draft.powers, "jousted")
    draft.push("answer", foe, challenger, of=foe, aid=aid)


def do_no_joust(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    draft.say(f"{name_of(waiting.knight)} lets {name_of(waiting.of)} be.", "joust.when")


def why_defend(state: State, knight: Knight, action: Action) -> list[Why]:
    waiting = state.pending[-1]
    defender = state.knight(waiting.who or "")
    if waiting.kind == "attacked":
        return aid_faults(defender, action.aid, True, True, the(waiting.of), False)
    return why_joust_aid(state, defender, action.aid, waiting.knight, newcomer=False)


def do_defend(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    aid = tuple(a for a in action.aid if a not in KNIGHTS)
    if waiting.kind == "attacked":
        draft.push("challenge", None, waiting.knight, of=waiting.of, aid=aid, other=waiting.other)
        return
    for ally in action.aid:  # in cooperative play those who stand by may be named without further asking
        if ally in KNIGHTS:
            combine(draft, waiting.of, ally)
    draft.push("joust", None, waiting.knight, of=waiting.of, aid=waiting.aid, other=aid)


def combine(draft: Draft, knight_id: str, ally: str) -> None:
    """They fight side by side from now on."""
    draft.set_knight(knight_id, partners=plus(draft.knight(knight_id).partners, ally))
    draft.set_knight(ally, partners=plus(draft.knight(ally).partners, knight_id))


# ------------------------------------------------------------------ the throw


def joust_sides(game: Game, waiting: Pending) -> tuple[Side, Side]:
    """Both sides of a waiting joust, the challenger's first (`joust.score`)."""
    challenger, foe = game.knight(waiting.knight), game.knight(waiting.of)
    return joust_side(game, challenger, waiting.aid, foe), joust_side(game, foe, waiting.other, challenger)


def joust_thrown(draft: Draft, waiting: Pending, own_die: int, other_die: int) -> None:
    """The dice of a joust have fallen, the challenger's first (`joust.score`)."""
    lead = throw_against(draft, "joust.score", *joust_sides(draft, waiting), (own_die, other_die))
    spend_aid(draft, waiting.knight, waiting.aid)
    spend_aid(draft, waiting.of, waiting.other)
    for knight_id in (waiting.knight, waiting.of):
        draft.set_knight(knight_id, prayer_turns=0)
    if "pray" in draft.powers and draft.turn in (waiting.knight, waiting.of):
        draft.powers = minus(draft.powers, "pray")
    if lead == 0:
        draft.set_knight(waiting.knight, fighting=waiting.of)
        draft.set_knight(waiting.of, fighting=waiting.knight)
        draft.say(
            "A tie: the turn ends, both stay, and the joust goes on.", "joust.tie", "joust.in-turn", "challenge.tie"
        )
        end_turn(draft)
        return
    winner, loser = (waiting.knight, waiting.of) if lead > 0 else (waiting.of, waiting.knight)
    settle_joust(draft, winner, loser)


def settle_joust(draft: Draft, winner_id: str, loser_id: str) -> None:
    """The joust is decided: peace between the two, forfeit, lost ones, and the prize."""
    winner, loser = draft.knight(winner_id), draft.knight(loser_id)
    challenged = winner.challenger or not loser.challenger
    winners, losers = [k.id for k in team(draft, winner)], [k.id for k in team(draft, loser) if k.id != winner_id]
    winners = [k for k in winners if k not in losers]
    stake = winner.dispute
    draft.say(
        f"{' and '.join(name_of(w) for w in winners)} win{'' if len(winners) > 1 else 's'} the joust against "
        f"{' and '.join(name_of(k) for k in losers)}.",
        "joust.score",
    )
    for knight_id in (*winners, *losers):
        draft.set_knight(knight_id, fighting=None, challenger=False, dispute=None)
    for one in winners:
        note_joust(draft, one, losers)
    for one in losers:
        note_joust(draft, one, winners)
    draft.push("joust-over", None, winner_id, of=loser_id, other=tuple(losers))
    if not loser.king:
        forfeit(draft, winner_id, losers)
    if stake is not None:
        settle_dispute(draft, winner_id, loser_id, stake)
        return
    if loser.king:
        dethrone(draft, winner_id, loser_id, winners)
        return
    take_lost_ones(draft, winner_id, loser_id, challenged)
    if len(losers) > 1:
        draft.say("The two who combined go to the Tower together.", "combine.lose")
        for one in losers:
            imprison(draft, one, "combine.lose", "joust.prize-tower")
        return
    draft.push("prize", winner_id, winner_id, of=loser_id)


def forfeit(draft: Draft, winner_id: str, losers: list[str]) -> None:
    """A loser whose next turn would come before the winner's forfeits it (`joust.forfeit`)."""
    count = len(draft.knights)
    now = draft.seat[draft.turn]

    def until(knight_id: str) -> int:
        owed = len(draft.knight(knight_id).forfeits)
        return (draft.seat[knight_id] - now - 1) % count + owed * count

    for loser in losers:
        if until(loser) < until(winner_id):
            draft.set_knight(loser, forfeits=(*draft.knight(loser).forfeits, "joust.forfeit"))
            draft.say(f"{name_of(loser)} will forfeit {his(loser)} next turn.", "joust.forfeit")


def take_lost_ones(draft: Draft, winner_id: str, loser_id: str, challenged: bool) -> None:
    """Child and Damsel go with the victor besides his prize (`rescue.joust-won`, `rescue.joust-lost`)."""
    always = switch(draft.edition, "victor-takes-lost-ones")
    if not challenged and not always:
        return
    rule = "rescue.joust-won" if challenged else "rescue.joust-lost"
    for person in LOST_ONES:
        loser, winner = draft.knight(loser_id), draft.knight(winner_id)
        if person in loser.companions:
            draft.set_knight(loser_id, companions=minus(loser.companions, person))
            draft.set_knight(winner_id, companions=plus(winner.companions, person))
            draft.say(f"{cap(the(person))} goes with {knight_name(winner)}, and the rescue with it.", rule)
        elif not (always and person in loser.must_rescue):
            continue
        relieve(draft, loser_id, person)
        if not winner.king and person not in winner.must_rescue:
            draft.say(f"The duty to rescue {the(person)} passes to {knight_name(winner)}.", rule, "rescue.obligation")
            draft.set_knight(winner_id, must_rescue=plus(winner.must_rescue, person))


def dethrone(draft: Draft, winner_id: str, loser_id: str, winners: list[str]) -> None:
    """A player who is King is vanquished and out of the game (`king.dethroned`, `king.britomart-dethrones`, `combine.king`)."""
    loser = draft.knight(loser_id)
    winner = draft.knight(winner_id)
    draft.set_knight(
        winner_id,
        things=plus(winner.things, *loser.things),
        companions=plus(winner.companions, *loser.companions),
        horse=winner.horse or loser.horse,
        grail=winner.grail or loser.grail,
    )
    gone = (*loser.prowess_cards, *(("hermit",) if loser.blessing else ()))
    draft.removed = plus(draft.removed, *gone)
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
    rank_in_castle(draft, loser.at)
    for person in loser.companions:
        if person in LOST_ONES and person not in draft.knight(winner_id).must_rescue and not winner.king:
            take_obligation(draft, winner_id, person)
    joint = len(winners) > 1
    from engine.mystic_wood.rules.encounters import crown, share_spoils

    taken = "what he had falls to the victors" if joint else f"{knight_name(winner)} takes all he had"
    draft.say(f"{name_of(loser_id)} is out of the game; {taken}.", "combine.king" if joint else "king.dethroned")
    crowned = not joint and (winner_id != "britomart" or switch(draft.edition, "britomart-becomes-king"))
    if crowned:
        if not winner.king:
            crown(draft, winner_id)
        rule = "king.britomart-dethrones" if winner_id == "britomart" else "king.dethroned"
        draft.say(f"{name_of(winner_id)} is the new King.", rule, "king.become")
    else:
        draft.removed = plus(draft.removed, "king")
        draft.say("The King card leaves the game.", "combine.king" if joint else "king.britomart-dethrones")
    count_survivors(draft)
    spoils = (
        *loser.things,
        *loser.companions,
        *(("horse",) if loser.horse else ()),
        *(("holy-grail",) if loser.grail else ()),
    )
    if joint and spoils and not draft.over:
        share_spoils(draft, winner_id, winners, spoils[0])


# ------------------------------------------------------------------ the prize


def why_prize(state: State, knight: Knight, action: Action) -> list[Why]:
    waiting = state.pending[-1]
    winner, loser = state.knight(waiting.knight), state.knight(waiting.of)
    prize, whom = action.of, knight_name(loser)
    found = []
    if prize in ("tower", "none"):
        pass
    elif prize in THINGS:
        if not switch(state.edition, "joust-prize-thing"):
            found.append(
                Why(
                    "joust.prize-card", f"By the {state.edition} text only a prowess card can be taken, no thing.", True
                )
            )
        if prize not in loser.things:
            found.append(Why("joust.prize-card", f"{whom} has not {the(prize)}."))
    elif prize == "blessing":
        if not loser.blessing:
            found.append(Why("joust.prize-card", f"{whom} has no Blessing."))
    elif prize in loser.prowess_cards or prize in loser.companions or _holds(loser, prize):
        pass
    elif DENIZENS[prize].companion or prize in ("horse", "holy-grail"):
        found.append(Why("joust.prize-companion", f"{whom} has not {the(prize)} with him."))
    else:
        found.append(Why("joust.prize-card", f"{whom} has no prowess card of {the(prize)}."))
    if action.aid:
        if prize in loser.prowess_cards or prize not in DENIZENS or not DENIZENS[prize].adds_prowess:
            found.append(
                Why("joust.prize-companion", "Companions add prowess only in approaching Prince, Princess and Grail.")
            )
        else:
            found += aid_faults(winner, action.aid, False, True, the(prize), False)
    return found


def _holds(knight: Knight, prize: str) -> bool:
    return (prize == "horse" and knight.horse) or (prize == "holy-grail" and knight.grail)


def do_prize(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    partners = [k.id for k in team(draft, draft.knight(waiting.knight)) if k.id not in (waiting.knight, waiting.of)]
    if partners and action.of != "none":
        draft.say(f"{name_of(waiting.knight)} would take: {action.text}.", "combine.one-prize")
        draft.push("spoils", partners[0], waiting.knight, of=waiting.of, other=tuple(partners[1:]), aid=(action.text,))
        return
    take_prize(draft, waiting.knight, waiting.of, action)


def take_prize(draft: Draft, winner_id: str, loser_id: str, action: Action) -> None:
    """One of the three prizes, or none (`joust.prize-one`)."""
    winner, loser = draft.knight(winner_id), draft.knight(loser_id)
    prize, who = action.of, knight_name(winner)
    if prize == "none":
        draft.say(f"{who} takes no prize.", "joust.prize-one")
    elif prize == "tower":
        imprison(draft, loser_id, "joust.prize-tower", "joust.prize-one")
    elif prize in THINGS:
        draft.set_knight(loser_id, things=minus(loser.things, prize))
        draft.set_knight(winner_id, things=plus(winner.things, prize))
        draft.say(f"{who} takes {the(prize)} from {knight_name(loser)}.", "joust.prize-card", "joust.prize-one")
    elif prize == "blessing":
        draft.set_knight(loser_id, blessing=False)
        draft.set_knight(winner_id, blessing=True)
        draft.say(f"{who} takes the Blessing from {knight_name(loser)}.", "joust.prize-card", "card.blessing")
    elif prize in loser.companions or _holds(loser, prize):
        draft.say(f"{who} approaches {the(prize)} of {knight_name(loser)}.", "joust.prize-companion", "joust.prize-one")
        if prize in ("sage", *LOST_ONES):
            draft.set_knight(loser_id, companions=minus(loser.companions, prize))
            join(draft, winner_id, prize, loser_id)
            if prize in LOST_ONES:
                draft.say(f"The victor takes on the rescue with {the(prize)}, by his own choice.", "rescue.joust-lost")
            relieve(draft, loser_id, prize)
            return
        approach(draft, winner_id, prize, action.aid, holder=loser_id)
    else:
        draft.set_knight(loser_id, prowess_cards=minus(loser.prowess_cards, prize))
        draft.set_knight(winner_id, prowess_cards=plus(winner.prowess_cards, prize))
        draft.say(
            f"{who} takes a prowess card, {DENIZENS[prize].prowess_card or name_of(prize)}, from {knight_name(loser)}.",
            "joust.prize-card",
            "joust.prize-one",
        )


def joust_over(draft: Draft, step: Pending) -> None:
    """After the prize: if the Knight whose turn it is has lost, his turn ends; a winner plays on (`joust.in-turn`)."""
    if draft.turn in step.other:
        draft.say(f"{name_of(draft.turn)} has lost the joust: {his(draft.turn)} turn ends.", "joust.in-turn")
        end_turn(draft)


# ------------------------------------------------------------------ disputes over spoils


def settle_dispute(draft: Draft, winner_id: str, loser_id: str, stake: str) -> None:
    """The loser of a joust over spoils goes to the Tower; the winner has what it was about (`combine.dispute`)."""
    draft.say(f"The dispute is settled for {name_of(winner_id)}.", "combine.dispute")
    if stake not in draft.seat and hand_over(draft, stake, loser_id, winner_id):
        draft.say(f"{name_of(winner_id)} has {the(stake)}.", "combine.dispute")
    part_partners(draft, winner_id)
    imprison(draft, loser_id, "combine.dispute", "joust.prize-tower")
    if stake in draft.seat and draft.knight(stake).place == draft.knight(winner_id).place:
        draft.push("prize", winner_id, winner_id, of=stake)


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


def do_spoils(draft: Draft, action: Action) -> None:
    """A partner agrees to how the spoils fall, or disputes it by a joust (`combine.no-gain`, `combine.dispute`)."""
    waiting = draft.pending.pop()
    partner = waiting.who or ""
    if action.verb == "dispute":
        draft.say(f"{name_of(partner)} disputes the spoils: a joust must decide.", "combine.dispute")
        for knight_id in (partner, waiting.knight):
            draft.set_knight(knight_id, dispute=waiting.of)
        part_partners(draft, partner)
        begin_joust(draft, partner, waiting.knight, action.aid)
        return
    draft.say(f"{name_of(partner)} agrees.", "combine.no-gain")
    if waiting.other:
        draft.pending.append(waiting._replace(who=waiting.other[0], other=waiting.other[1:]))
    elif waiting.aid:
        take_prize(draft, waiting.knight, waiting.of, parse_action(waiting.aid[0]))


def why_dispute(state: State, knight: Knight, action: Action) -> list[Why]:
    waiting = state.pending[-1]
    partner, leader = state.knight(waiting.who or ""), state.knight(waiting.knight)
    found = aid_faults(
        partner, tuple(a for a in action.aid if a not in KNIGHTS), True, True, name_of(leader.id), leader.king
    )
    found += [Why("combine.dispute", "The others stay neutral in a dispute.") for a in action.aid if a in KNIGHTS]
    return found
