"""Encounters: meeting a denizen, challenges and their throws, and what victory and defeat bring."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, LOST_ONES, is_challenger, the
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.whereabouts import lies_with
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import rescue, storm
from engine.mystic_wood.rules.challenging import why_no_ally
from engine.mystic_wood.rules.encounter_order import not_met_because, why_not_compelled, why_out_of_order
from engine.mystic_wood.rules.ignoring import note_encounter
from engine.mystic_wood.rules.king import beat_king
from engine.mystic_wood.rules.placing import (
    Approach,
    break_prayer,
    free_captives,
    imprison,
    leave_fight,
    lose_companions,
    note_fight,
    other_gate,
    part_partners,
    place_denizen,
    take_denizen,
)
from engine.mystic_wood.rules.queries import quest_of, team, unexplored
from engine.mystic_wood.rules.reactions import approach, join, of_waiting, spend_aid
from engine.mystic_wood.rules.scores import (
    Side,
    aid_faults,
    counts,
    denizens_side,
    helpers,
    knights_side,
    throw_against,
)
from engine.mystic_wood.rules.spoils import share_spoils
from engine.mystic_wood.rules.turns import stop

# ------------------------------------------------------------------ may he meet it?


def why_meet(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against encountering a denizen of his area now, with this aid (`encounter.when`)."""
    denizen = action.of
    if denizen not in position.area(knight.at).denizens and knight.fighting != denizen:
        holder = lies_with(position, denizen)
        if holder is not None:
            case = "encounter.not-companions own" if holder == knight.id else "encounter.not-companions"
            return [no(case, denizen, holder)]
        return [no("encounter.when not-there", denizen, knight.at)]
    found = []
    if position.moment == "start" and knight.fighting is None and unexplored(position, knight):
        found += why_not_compelled(position, knight)[:1]
    not_met = not_met_because(position, knight, denizen)
    if not_met is not None:
        found.append(not_met)
        if not_met.rule == "companion.parted-remains":
            found.append(no("trade.companion-remains", denizen))
    found += why_out_of_order(position, knight, denizen)
    found += why_no_aid(position, knight, action)
    return found


def why_no_aid(position: Position, knight: Knight, action: Action) -> list[Why]:
    """What speaks against the aid declared for an encounter."""
    denizen, aid = action.of, action.aid
    if not aid:
        return []
    found = []
    knights = [a for a in aid if a in KNIGHTS]
    companions = tuple(a for a in aid if a not in KNIGHTS)
    fought = is_challenger(denizen) or knight.fighting == denizen
    if knights:
        found += why_no_ally(position, knight, knights, fought, denizen == "king")
    if companions:
        if fought:
            which = counts(position.cards, denizen)
            found += aid_faults(position, knight, companions, *which, the(denizen), denizen == "king")
        elif position.cards.denizens[denizen].adds_prowess:
            found += aid_faults(position, knight, companions, False, True, the(denizen), False)
        else:
            found.append(no("approach.table", denizen))
    return found


def do_meet(draft: Draft, action: Action) -> None:
    """The encounter begins; Knights who are called on are asked first."""
    allies = tuple(a for a in action.aid if a in KNIGHTS)
    if allies:
        aid = minus(action.aid, *allies)
        rules = ("variant.cooperative", "combine.king") if len(allies) > 1 else ("variant.cooperative",)
        draft.tell("calls-on", *rules, who=draft.turn, others=allies, what=action.of)
        draft.push("ally", allies[0], draft.turn, of=action.of, aid=aid, to_ask=allies[1:])
        return
    fellows = fellow_victors(draft, draft.mover, action.of)
    if fellows:
        draft.tell("would-approach", "combine.no-gain", who=draft.turn, what=action.of)
        draft.push("first", fellows[0], draft.turn, of=action.of, aid=action.aid, to_ask=tuple(fellows[1:]))
        return
    encounter(draft, draft.turn, action.of, action.aid)


def fellow_victors(game: AnyPosition, knight: Knight, denizen: str) -> list[str]:
    """After a joint victory those who have a say in who approaches a denizen first (`combine.no-gain`)."""
    if "joint" not in game.powers or is_challenger(denizen) or knight.fighting == denizen:
        return []
    return [k.id for k in team(game, knight)[1:] if not_met_because(game, k, denizen) is None]


def do_let_approach(draft: Draft, waiting: Pending, action: Action) -> None:
    """A fellow victor lets him approach first; when all do, he approaches (`combine.no-gain`)."""
    draft.tell("agrees", "combine.no-gain", who=waiting.asked, others=waiting.knight)
    if waiting.to_ask:
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
    else:
        encounter(draft, waiting.knight, waiting.of, waiting.aid)


def approach_first(draft: Draft, knight_id: str, denizen: str) -> None:
    """The first approach has been left to him, or won in a dispute: he declares his aid before the dice fall, if he has any
    (`combine.no-gain`, `challenge.aid-declared`)."""
    knight = draft.knight(knight_id)
    if draft.cards.denizens[denizen].adds_prowess and helpers(draft, knight, False, True):
        draft.push("first-approach", knight_id, knight_id, of=denizen)
    else:
        encounter(draft, knight_id, denizen, ())


def why_first_approach(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against making the first approach, which is his, in this way."""
    if action.of != waiting.of:
        return [no("combine.no-gain not-his", waiting.of, knight)]
    return why_no_aid(position, knight, action)


def do_first_approach(draft: Draft, waiting: Pending, action: Action) -> None:
    """He approaches first, with the aid he names."""
    encounter(draft, waiting.knight, waiting.of, action.aid)


def encounter(draft: Draft, knight_id: str, denizen: str, aid: tuple[str, ...]) -> None:
    """The encounter begins: a challenge or an approach (`encounter.when`, `encounter.kinds`)."""
    if knight_id == draft.turn:
        draft.moment = "after"
    knight = draft.knight(knight_id)
    tied = knight.fighting == denizen
    rules = ("challenge.aid-declared",) if aid else ()
    if is_challenger(denizen) or tied:
        draft.tell(
            "fights-on" if tied else "is-challenged",
            "challenge.tie" if tied else "challenge.compulsory",
            "encounter.kinds",
            "order.separate",
            *rules,
            who=knight,
            what=(denizen, *aid),
            at=knight.at,
        )
        break_prayer(draft, knight_id)
        note_fight(draft, knight_id)
        note_encounter(draft, knight_id, denizen)
        draft.push("challenge", None, knight_id, of=denizen, aid=aid)
        return
    draft.tell("approaches", "encounter.when", "order.separate", *rules, who=knight, what=(denizen, *aid), at=knight.at)
    note_encounter(draft, knight_id, denizen)
    approach(draft, Approach(knight_id, denizen), aid)


# ------------------------------------------------------------------ the throw


def sides(game: AnyPosition, waiting: Pending) -> tuple[Side, Side]:
    """Both sides of a waiting challenge: the Knight's and the denizen's (`challenge.score`)."""
    knight = game.knight(waiting.knight)
    which = counts(game.cards, waiting.of)
    own = knights_side(game, knight, waiting.aid, *which, alone=bool(waiting.holder))
    return own, denizens_side(game, waiting.of, knight.at, place=not waiting.holder)


def challenge_thrown(draft: Draft, waiting: Pending, action: Action) -> None:
    """The dice of a challenge have fallen, the Knight's own first (`challenge.score`)."""
    knight, denizen = draft.knight(waiting.knight), waiting.of
    own_die, other_die = action.dice
    lead = throw_against(draft, "challenge.score", *sides(draft, waiting), (own_die, other_die))
    helped = knight.helped or "prince" in waiting.aid
    leave_fight(draft, knight.id)
    joint = [knight.id] if waiting.holder else [k.id for k in team(draft, knight)]
    if lead == 0:
        spend_aid(draft, knight.id, waiting.aid)
        if waiting.holder:
            draft.tell("tie-stays-loyal", *of_waiting(waiting).rules, who=waiting.holder, what=denizen)
            return
        draft.set_knight(knight.id, fighting=denizen, helped=helped)
        draft.tell("tie", "challenge.tie", "order.tie-stops", who=joint, what=denizen, at=knight.at)
        stop(draft, knight.id)
    elif lead > 0:
        vanquish(draft, knight.id, denizen, waiting, joint, helped)
        spend_aid(draft, knight.id, waiting.aid)
    else:
        spend_aid(draft, knight.id, waiting.aid)
        lose_challenge(draft, knight.id, denizen, waiting, joint)


# ------------------------------------------------------------------ defeat


def lose_challenge(draft: Draft, knight_id: str, denizen: str, waiting: Pending, joint: list[str]) -> None:
    """The denizen has the higher score: the Tower, or capture, for all who fought (`challenge.lose`, `combine.lose`)."""
    draft.tell(
        "is-vanquished",
        "challenge.lose",
        "challenge.lose-keeps",
        "order.sent-away-stops",
        *(("combine.lose",) if len(joint) > 1 else ()),
        who=joint,
        what=denizen,
        at=draft.knight(knight_id).at,
    )
    if waiting.holder:
        it = of_waiting(waiting)
        it.stays_loyal(draft, *it.rules)
    for loser in joint:
        beaten_by_denizen(draft, loser, denizen)
    stop(draft, knight_id)


def beaten_by_denizen(draft: Draft, knight_id: str, denizen: str) -> None:
    """What befalls a Knight beaten in a challenge: the Tower, or capture by the Enchantress (`challenge.lose`)."""
    knight = draft.knight(knight_id)
    lost = [p for p in LOST_ONES if p in knight.companions or p in draft.area(knight.at).denizens]
    captured = denizen == "enchantress"
    if not captured or not switch(draft.edition, "captive-keeps-companions"):
        lose_companions(draft, knight_id)
        rescue.left_behind_by(draft, knight_id, lost)
    if captured:
        part_partners(draft, knight_id)
        break_prayer(draft, knight_id)
        draft.set_knight(knight_id, captured=True)
        draft.tell("captured", "card.enchantress-captures", who=knight, what=denizen, at=knight.at)
    else:
        imprison(draft, knight_id, "challenge.lose")


# ------------------------------------------------------------------ victory


def vanquish(draft: Draft, knight_id: str, denizen: str, waiting: Pending, joint: list[str], helped: bool) -> None:
    """The Knight's side has the higher score: follow the card (`challenge.win`). ``helped``: by the Prince, in any round."""
    knight = draft.knight(knight_id)
    at = knight.at
    together = len(joint) > 1
    draft.tell("vanquishes", "challenge.win", who=joint, what=denizen, at=at)
    if together:
        draft.powers = plus(draft.powers, "joint")
    if denizen == "prince":
        it = of_waiting(waiting)
        it.detach(draft)
        draft.tell("prince-befriends", "card.prince-attacks", who=knight, what="prince")
        join(draft, it)
    elif len(joint) == 1 and not helped and _is_his_quest(draft, knight, denizen):
        take_denizen(draft, denizen, at)
        draft.removed = plus(draft.removed, denizen)
        draft.set_knight(knight_id, quest_done=True)
        by_card = ("card.dragon",) if denizen == "dragon" else ()
        draft.tell("slain-for-quest", *by_card, "setup.quests", who=knight, what=denizen, at=at)
    elif denizen == "dragon":
        dragon_flies(draft, knight, joint, helped)
    elif denizen == "illusion":
        if storm.holds(draft, "illusion", at):
            draft.tell("held-by-storm", "reaction.storm", what=denizen, at=at)
        else:
            draft.push("illusion", knight_id, knight_id, area=at)
    elif denizen == "wizard":
        take_denizen(draft, denizen, at)
        draft.set_knight(knight_id, things=plus(knight.things, "lance"))
        draft.tell("wizard-gives", "card.wizard", "reaction.gives", who=knight, what=("wizard", "lance"), at=at)
        if together:
            share_spoils(draft, knight_id, joint, "lance")
    elif denizen == "enchantress":
        if not storm.keeps(draft, denizen, at, draft.wood.corresponding_area(at)):
            of_waiting(waiting).transport_self(draft, "card.enchantress-beaten")
            free_captives(draft)
    elif denizen == "king":
        beat_king(draft, knight, joint)
    else:
        take_denizen(draft, denizen, at)
        if together or helped:
            draft.removed = plus(draft.removed, denizen)
            rule = "combine.no-gain" if together else "companion.prince-no-gain"
            draft.tell("no-prowess", rule, who=joint, what=denizen)
        else:
            draft.set_knight(knight_id, prowess_cards=plus(knight.prowess_cards, denizen))
            title = draft.cards.denizens[denizen].prowess_card or ""
            draft.tell("gains-prowess", "challenge.prowess-card", who=knight, what=denizen, way=title)


def _is_his_quest(game: AnyPosition, knight: Knight, denizen: str) -> bool:
    """Whether to slay it, alone and unaided, is his quest (`setup.quests`, `combine.dragon`, `companion.prince-no-gain`)."""
    quest = quest_of(game, knight.id)
    return quest.kind == "beat" and quest.denizen == denizen and not knight.king


def dragon_flies(draft: Draft, knight: Knight, joint: list[str], helped: bool) -> None:
    """Who does not slay the Dragon for his quest makes it fly to the other Gate (`card.dragon`, `combine.dragon`)."""
    to = other_gate(draft, knight.at)
    if storm.keeps(draft, "dragon", knight.at, to):
        return
    take_denizen(draft, "dragon", knight.at)
    place_denizen(draft, "dragon", to)
    draft.tell(
        "dragon-flies",
        "card.dragon",
        *(
            ("combine.dragon",)
            if len(joint) > 1 and any(_is_his_quest(draft, draft.knight(k), "dragon") for k in joint)
            else ()
        ),
        *(("companion.prince-no-gain",) if helped else ()),
        who=joint,
        what="dragon",
        at=knight.at,
        to=to,
    )


# ------------------------------------------------------------------ the Illusion


def why_send(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against sending the vanquished Illusion to an area (`card.illusion`)."""
    to = action.to
    if to == position.wood.tower:
        return [no("tower.powers illusion", about=(position.wood.tower,))]
    standing = [k for k in position.knights if k.at == to and not k.out]
    if standing:
        return [no("card.illusion", standing[0], to, about=(standing[0].id, to))]
    if storm.holds(position, "illusion", to):
        return [no("reaction.storm illusion", to, about=(to,))]
    return []


def do_send(draft: Draft, waiting: Pending, action: Action) -> None:
    """The Illusion goes where it is sent."""
    take_denizen(draft, "illusion", waiting.area)
    draft.tell("sends-illusion", "card.illusion", who=waiting.knight, what="illusion", at=waiting.area, to=action.to)
    place_denizen(draft, "illusion", action.to, "card.illusion")
