"""Encounters: whom one meets in which order, challenges, approaches, and every reaction."""

from __future__ import annotations

from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, LOST_ONES, name_of, the
from engine.mystic_wood.material.ledger import Why, is_challenger, place_in_order, switch
from engine.mystic_wood.material.wood import EDGE, NEIGHBOURS, OPPOSITE, TOWER, corresponding_area
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, Game, minus, plus
from engine.mystic_wood.position.state import Ignored, Knight, Pending, State
from engine.mystic_wood.rules.exploring import why_not_compelled
from engine.mystic_wood.rules.flow import (
    beaten_by_denizen,
    cap,
    end_turn,
    free_captives,
    guards,
    imprison,
    knight_name,
    leave_companion,
    not_met_because,
    note_encounter,
    other_gate,
    place_denizen,
    relocate,
    seated,
    take_denizen,
    take_obligation,
    team,
    unexplored,
    unmet,
)
from engine.mystic_wood.rules.scores import (
    Side,
    aid_faults,
    approach_total,
    counts,
    denizens_side,
    helpers,
    knights_side,
    throw_against,
)

# ------------------------------------------------------------------ whom, and in which order


def why_meet(state: State, knight: Knight, action: Action) -> list[Why]:
    denizen = action.of
    area = state.area(knight.at)
    if denizen not in area.denizens and knight.fighting != denizen:
        for other in state.knights:
            if (
                denizen in other.companions
                or (denizen == "horse" and other.horse)
                or (denizen == "holy-grail" and other.grail)
            ):
                whose = "your own" if other.id == knight.id else f"{name_of(other.id)}'s"
                return [Why("encounter.not-companions", f"{cap(the(denizen))} is {whose} and not encountered.")]
        return [Why("encounter.when", f"{cap(the(denizen))} is not at {knight.at}.")]
    found = []
    if state.moment == "start" and knight.fighting is None and unexplored(state, knight):
        found += why_not_compelled(state, knight)[:1]
    not_met = not_met_because(state, knight, denizen)
    if not_met is not None:
        found.append(Why(*not_met))
        if not_met[0] == "reaction.remains" and DENIZENS[denizen].companion:
            found.append(
                Why("trade.companion-remains", f"{cap(the(denizen))}, given up or left, is as one who remains.")
            )
    found += why_out_of_order(state, knight, denizen)
    found += why_no_aid(state, knight, action)
    return found


def why_out_of_order(state: State, knight: Knight, denizen: str) -> list[Why]:
    """Whom he must meet before this denizen (`order.challenges-first`, `order.list`)."""
    if knight.fighting == denizen:
        return []
    waiting = [d for d in unmet(state, knight) if d != denizen]
    if not waiting:
        return []
    found = []
    if not is_challenger(denizen):
        challengers = [d for d in waiting if is_challenger(d)]
        if challengers:
            found.append(
                Why(
                    "order.challenges-first",
                    f"{_names(challengers)} challenge{'s' if len(challengers) == 1 else ''}: "
                    f"that comes before {the(denizen)} can be approached.",
                )
            )
    place = place_in_order(denizen)
    earlier = [d for d in waiting if place_in_order(d) < place]
    if earlier:
        found.append(
            Why(
                "order.list",
                f"{_names(earlier)} come{'s' if len(earlier) == 1 else ''} before {the(denizen)}, whose "
                f"place is {place} of sixteen.",
            )
        )
    return found


def _names(denizens: list[str]) -> str:
    return cap(" and ".join(the(d) for d in sorted(denizens, key=place_in_order)))


def why_no_aid(state: State, knight: Knight, action: Action) -> list[Why]:
    """What speaks against the aid declared for an encounter."""
    denizen, aid = action.of, action.aid
    if not aid:
        return []
    found = []
    knights = [a for a in aid if a in KNIGHTS]
    companions = tuple(a for a in aid if a not in KNIGHTS)
    fought = is_challenger(denizen) or knight.fighting == denizen
    if knights:
        found += why_no_ally(state, knight, knights, fought, denizen == "king")
    if companions:
        if fought:
            found += aid_faults(knight, companions, *counts(denizen), the(denizen), denizen == "king")
        elif DENIZENS[denizen].adds_prowess:
            found += aid_faults(knight, companions, False, True, the(denizen), False)
        else:
            found.append(
                Why("approach.table", f"Strength and prowess do not matter to {the(denizen)}: nobody can help.")
            )
    return found


def why_no_ally(game: Game, knight: Knight, allies: list[str], fought: bool, king: bool) -> list[Why]:
    """What speaks against a Knight who is there already helping in a fight (`combine.enter`, `variant.cooperative`)."""
    found = []
    if not fought:
        found.append(Why("combine.not-approach", "Knights combine against an enemy, not in an approach."))
    for ally in allies:
        other = seated(game, ally)
        if (
            other is None
            or other.out
            or other.place != knight.place
            or ally == knight.id
            or other.captured
            or other.fighting
        ):
            found.append(Why("combine.enter", f"{name_of(ally)} is not there and free to help."))
        elif ally in knight.partners:
            found.append(Why("combine.score", f"{name_of(ally)} fights beside him already, without being named."))
        elif "cooperative" not in game.variants:
            found.append(Why("combine.enter", f"{name_of(ally)} and {name_of(knight.id)} did not enter together."))
    if allies and len(allies) + len(team(game, knight)) > 2 and not king:
        found.append(Why("combine.king", "More than two combine only against a King."))
    return found


def do_meet(draft: Draft, action: Action) -> None:
    allies = tuple(a for a in action.aid if a in KNIGHTS)
    if allies:
        draft.push("ally", allies[0], draft.turn, of=action.of, aid=minus(action.aid, *allies), other=allies[1:])
        return
    encounter(draft, draft.turn, action.of, action.aid)


def encounter(draft: Draft, knight_id: str, denizen: str, aid: tuple[str, ...]) -> None:
    """The encounter begins: a challenge or an approach (`encounter.when`, `encounter.kinds`)."""
    if knight_id == draft.turn:
        draft.moment = "after"
    knight = draft.knight(knight_id)
    tied = knight.fighting == denizen
    note_encounter(draft, knight_id, denizen)
    helped = f" with {' and '.join(the(c) for c in aid)}" if aid else ""
    rules = ("challenge.aid-declared",) if aid else ()
    if is_challenger(denizen) or tied:
        verb = "fights on against" if tied else "is challenged by"
        draft.set_knight(knight_id, prayer_turns=0)
        draft.say(
            f"{knight_name(knight)} {verb} {the(denizen)}{helped}.",
            "challenge.tie" if tied else "challenge.compulsory",
            "encounter.kinds",
            "order.separate",
            *rules,
        )
        draft.push("challenge", None, knight_id, of=denizen, aid=aid)
        return
    draft.say(f"{knight_name(knight)} approaches {the(denizen)}{helped}.", "encounter.when", "order.separate", *rules)
    approach(draft, knight_id, denizen, aid)


# ------------------------------------------------------------------ approach


def approach(draft: Draft, knight_id: str, denizen: str, aid: tuple[str, ...], holder: str = "") -> None:
    """Approach a denizen, or as a prize what ``holder`` has (`approach.table`, `joust.prize-companion`)."""
    always = DENIZENS[denizen].always
    if always:
        react(draft, knight_id, denizen, always, holder)
    else:
        draft.push("approach", None, knight_id, of=denizen, aid=aid, other=(holder,) if holder else ())


def may_add_one(knight: Knight, denizen: str, throw: int) -> bool:
    """Whether Guyon can add 1 to this throw (`setup.guyon`)."""
    highest = DENIZENS[denizen].highest
    return knight.id == "guyon" and not knight.king and (highest is None or throw + 1 <= highest)


def approach_thrown(draft: Draft, waiting: Pending, throw: int) -> None:
    """The die of an approach has fallen; Guyon is asked whether he adds 1."""
    draft.say(f"{name_of(waiting.knight)} throws {throw}.", "approach.table")
    if may_add_one(draft.knight(waiting.knight), waiting.of, throw):
        draft.pending.append(waiting._replace(kind="bonus", who=waiting.knight, number=throw))
        return
    read_table(draft, waiting, throw)


def do_bonus(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    added = action.verb == "add-1"
    if added:
        draft.say("Guyon adds 1 to his throw.", "setup.guyon")
    read_table(draft, waiting, waiting.number + added)


def read_table(draft: Draft, waiting: Pending, throw: int) -> None:
    """Read the denizen's table at the throw, with prowess where it asks for it (`approach.table`)."""
    knight = draft.knight(waiting.knight)
    card = DENIZENS[waiting.of]
    total = throw
    if card.adds_prowess:
        side = approach_total(draft, knight, waiting.aid)
        total += side.total
        draft.say(f"{side.words(throw)}.", "approach.table", *dict.fromkeys(side.rules))
    spend_aid(draft, waiting.knight, waiting.aid)
    react(draft, waiting.knight, waiting.of, card.reaction(total), waiting.other[0] if waiting.other else "")


def spend_aid(draft: Draft, knight_id: str, aid: tuple[str, ...]) -> None:
    """One-time aid is spent whatever the throw brought (`challenge.aid-declared`)."""
    if "sage" in aid:
        draft.set_knight(knight_id, companions=minus(draft.knight(knight_id).companions, "sage"))
        draft.removed = plus(draft.removed, "sage")
        draft.say("The Sage has given his aid and disappears.", "companion.sage-once", "companion.lost")
    if "prince" in aid:
        leave_companion(draft, knight_id, "prince", "companion.prince-once", "companion.lost", guarding=False)


def detach(draft: Draft, denizen: str, at: str, holder: str) -> None:
    """Take a denizen from where it is: off its area, or out of the hand of ``holder``."""
    if not holder:
        take_denizen(draft, denizen, at)
    elif denizen == "horse":
        draft.set_knight(holder, horse=False)
    elif denizen == "holy-grail":
        draft.set_knight(holder, grail=False)
    else:
        draft.set_knight(holder, companions=minus(draft.knight(holder).companions, denizen))


def react(draft: Draft, knight_id: str, denizen: str, reaction: str, holder: str = "") -> None:
    """Carry out a reaction as it stands on the card. ``holder``: the beaten Knight whose companion it is."""
    knight = draft.knight(knight_id)
    at, name, him = knight.at, cap(the(denizen)), knight_name(knight)
    for_prize = ("joust.prize-companion",) if holder else ()
    if reaction == "nothing":
        draft.say(f"{name} does nothing.", "approach.nothing", "card.reactions")
    elif reaction == "befriends":
        detach(draft, denizen, at, holder)
        join(draft, knight_id, denizen, holder)
    elif reaction == "is taken":
        detach(draft, denizen, at, holder)
        draft.set_knight(knight_id, grail=True)
        draft.say(f"{him} takes the Holy Grail.", "card.grail", "thing.grail-horse", *for_prize)
    elif reaction == "remains":
        remain(draft, knight_id, denizen, holder)
    elif reaction == "attacks":
        attack(draft, knight_id, denizen, holder)
    elif reaction == "betrays":
        imprison(draft, knight_id, "reaction.betrays", "card.reactions", "order.sent-away-stops")
        stop(draft, knight_id)
    elif reaction == "transports you":
        if holder:
            draft.say(f"{name} stays with {name_of(holder)}.", "joust.prize-companion", "reaction.transports-you")
        to = corresponding_area(at)
        draft.say(
            f"{name} transports {him} to {to}.",
            "reaction.transports-you",
            "wood.numbers",
            "card.reactions",
            "order.sent-away-stops",
        )
        relocate(draft, knight_id, to, arrived="transported")
        stop(draft, knight_id)
    elif reaction == "transports self":
        detach(draft, denizen, at, holder)
        rules = ("card.grail",) if denizen == "holy-grail" else ("card.reactions",)
        transport_self(draft, denizen, at, *rules, *for_prize)
    elif reaction == "creates storm and transports self":
        detach(draft, denizen, at, holder)
        raise_storm(draft, at, knight_id, "card.magician-approached")
        transport_self(draft, denizen, at, "card.magician-approached", *for_prize)
    elif reaction == "flees to the other gate":
        detach(draft, denizen, at, holder)
        to = other_gate(at)
        place_denizen(draft, denizen, to)
        draft.say(f"{name} flees to {to}, the Gate of the other half.", "card.princess-flees", *for_prize)
    elif reaction == "turns into armour in the corresponding area":
        meet_dwarf(draft, knight_id)
    elif reaction.startswith("gives "):
        give(draft, knight_id, denizen, reaction.removeprefix("gives "))
    else:
        assert reaction.startswith("runs "), f"a reaction no rule knows: {reaction}"
        horse_runs(draft, knight_id, reaction.removeprefix("runs "), holder)


def stop(draft: Draft, knight_id: str) -> None:
    """A Knight sent away ends his turn; the rest of the denizens stay as they are (`order.sent-away-stops`)."""
    if knight_id == draft.turn:
        end_turn(draft)


def join(draft: Draft, knight_id: str, denizen: str, holder: str = "") -> None:
    """The card is put beside the Knight: a companion (`reaction.befriends`), or the Horse."""
    knight = draft.knight(knight_id)
    draft.set_knight(
        knight_id,
        companions=plus(knight.companions, denizen),
        ignored_by=tuple(i for i in knight.ignored_by if i.denizen != denizen),
    )
    if denizen in knight.left_behind:
        draft.set_knight(knight_id, left_behind=minus(knight.left_behind, denizen))
    rules = ["reaction.befriends", "companion.list"]
    rules += {"sage": ["approach.sage"], "child": ["rescue.take"], "damsel": ["rescue.take"]}.get(
        denizen, ["card.reactions"]
    )
    if holder:
        rules.append("joust.prize-companion")
    draft.say(f"{cap(the(denizen))} joins {knight_name(knight)}.", *rules)
    if denizen in LOST_ONES and not knight.king and denizen not in knight.must_rescue:
        if holder:
            relieve(draft, holder, denizen)
        take_obligation(draft, knight_id, denizen)
    elif denizen in LOST_ONES and switch(draft.edition, "entering-relieves"):
        for other in list(draft.knights):
            if other.id != knight_id and denizen in other.must_rescue:
                relieve(draft, other.id, denizen)
                draft.say(f"{knight_name(other)} is relieved of rescuing {the(denizen)}.", "rescue.relieved")


def relieve(draft: Draft, knight_id: str, person: str) -> None:
    """He need not rescue this person any more."""
    knight = draft.knight(knight_id)
    if person in knight.must_rescue:
        draft.set_knight(
            knight_id, must_rescue=minus(knight.must_rescue, person), left_behind=minus(knight.left_behind, person)
        )


def remain(draft: Draft, knight_id: str, denizen: str, holder: str) -> None:
    """It stays and takes no notice of him; a prize stays loyal to its Knight (`reaction.remains`)."""
    knight = draft.knight(knight_id)
    if holder:
        draft.say(f"{cap(the(denizen))} stays loyal to {name_of(holder)}.", "joust.prize-companion", "reaction.remains")
        return
    ignored = tuple(i for i in knight.ignored_by if i.denizen != denizen)
    draft.set_knight(knight_id, ignored_by=tuple(sorted((*ignored, Ignored(denizen, knight.at)))))
    draft.say(
        f"{cap(the(denizen))} remains and takes no notice of {knight_name(knight)}.",
        "reaction.remains",
        "card.reactions",
        *(("card.misprint-witch",) if denizen == "witch" else ()),
    )


def transport_self(draft: Draft, denizen: str, at: str, *rules: str) -> None:
    """It goes to the corresponding area, with the loose things there unless it carries none (`reaction.transports-self`)."""
    to = corresponding_area(at)
    area = draft.area(at)
    draft.say(f"{cap(the(denizen))} transports itself to {to}.", "reaction.transports-self", "wood.numbers", *rules)
    place_denizen(draft, denizen, to, "reaction.transports-self")
    if area.things and denizen not in switch(draft.edition, "carries-nothing"):
        names = ", ".join(the(thing) for thing in area.things)
        draft.set_area(at, things=())
        draft.set_area(to, things=plus(draft.area(to).things, *area.things))
        draft.say(f"{cap(the(denizen))} takes {names} along to {to}.", "reaction.transports-self-takes")


def raise_storm(draft: Draft, at: str, maker: str, *rules: str) -> None:
    """A storm over an area for three full turns of its maker; of two the longer counts (`reaction.storm`)."""
    draft.set_area(at, storm=3, storm_by=maker, storm_fresh=maker == draft.turn)
    draft.say(
        f"A storm rises over {at}: for three full turns of {name_of(maker)} no Knight walks out.",
        "reaction.storm",
        "reaction.storm-end",
        *rules,
    )


def give(draft: Draft, knight_id: str, denizen: str, gift: str) -> None:
    """The denizen is gone; its card is now the thing, or the Blessing, in the Knight's hand (`reaction.gives`)."""
    knight = draft.knight(knight_id)
    take_denizen(draft, denizen, knight.at)
    if gift == "blessing":
        draft.set_knight(knight_id, blessing=True)
        draft.say(
            f"{cap(the(denizen))} gives {knight_name(knight)} his Blessing.",
            "reaction.gives",
            "card.blessing",
            "card.reactions",
        )
        return
    draft.set_knight(knight_id, things=plus(knight.things, gift))
    draft.say(
        f"{cap(the(denizen))} gives {knight_name(knight)} {the(gift)} and is gone.",
        "reaction.gives",
        "card.reactions",
        "thing.list",
        "thing.carry",
    )


def meet_dwarf(draft: Draft, knight_id: str) -> None:
    """The Dwarf tells where the Armour is; hidden, he may be left face down (`thing.dwarf-armour`, `variant.hidden`)."""
    at = draft.knight(knight_id).at
    if "hidden" in draft.variants and any(card == "dwarf" for card, _ in draft.area(at).hidden):
        draft.push("dwarf", knight_id, knight_id, of=at)
        return
    armour_appears(draft, knight_id)


def armour_appears(draft: Draft, knight_id: str) -> None:
    at = draft.knight(knight_id).at
    to = corresponding_area(at)
    take_denizen(draft, "dwarf", at)
    draft.set_area(to, things=plus(draft.area(to).things, "armour"))
    draft.set_knight(knight_id, knows_armour="hidden" in draft.variants)
    draft.say(
        f"The Dwarf disappears; the Armour now lies loose at {to}.", "thing.dwarf-armour", "thing.loose", "wood.numbers"
    )


def do_dwarf(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    if action.verb == "show-dwarf":
        area = draft.area(waiting.of)
        draft.set_area(waiting.of, hidden=tuple(h for h in area.hidden if h[0] != "dwarf"))
        armour_appears(draft, waiting.knight)
        return
    knight = draft.set_knight(waiting.knight, knows_armour=True)
    draft.set_knight(knight.id, ignored_by=tuple(sorted((*knight.ignored_by, Ignored("dwarf", waiting.of, False)))))
    draft.say(f"{knight_name(knight)} leaves the card face down and knows where the Armour is.", "variant.hidden")


def horse_runs(draft: Draft, knight_id: str, direction: str, holder: str = "") -> None:
    """The Horse runs along a path, or is caught where there is none (`reaction.runs`)."""
    knight = draft.knight(knight_id)
    beyond = NEIGHBOURS[knight.at].get(direction)
    path = EDGE[direction] in draft.area(knight.at).paths
    rules = ("reaction.runs", "card.reactions", *(("joust.prize-companion",) if holder else ()))
    if beyond is not None and path:
        there = draft.area(beyond)
        if there.tile is None:
            other = ("horse", direction, holder) if holder else ("horse", direction)
            draft.push("reveal", None, knight_id, of=beyond, other=other)
            return
        if EDGE[OPPOSITE[direction]] in there.paths:
            detach(draft, "horse", knight.at, holder)
            place_denizen(draft, "horse", beyond, "reaction.runs")
            draft.say(
                f"The Horse runs {direction} to {beyond}.", *rules, *(("tower.no-denizens",) if beyond == TOWER else ())
            )
            return
    detach(draft, "horse", knight.at, holder)
    draft.set_knight(knight_id, horse=True)
    edge = ("wood.edge",) if beyond is None else ()
    draft.say(f"No way leads {direction}: {knight_name(knight)} catches the Horse.", *rules, "card.horse", *edge)


def attack(draft: Draft, knight_id: str, denizen: str, holder: str) -> None:
    """The Prince attacks: aid is declared anew by who has any, then the dice fall (`card.prince-attacks`)."""
    knight = draft.knight(knight_id)
    draft.say(f"{cap(the(denizen))} attacks {knight_name(knight)}.", "card.prince-attacks", "encounter.kinds")
    draft.set_knight(knight_id, prayer_turns=0)
    other = (holder,) if holder else ()
    if helpers(knight, *counts(denizen)):
        draft.push("attacked", knight_id, knight_id, of=denizen, other=other)
    else:
        draft.push("challenge", None, knight_id, of=denizen, other=other)


# ------------------------------------------------------------------ challenge


def sides(game: Game, waiting: Pending) -> tuple[Side, Side]:
    """Both sides of a waiting challenge: the Knight's and the denizen's (`challenge.score`)."""
    knight = game.knight(waiting.knight)
    own = knights_side(game, knight, waiting.aid, *counts(waiting.of), alone=bool(waiting.other))
    return own, denizens_side(game, waiting.of, knight.at, place=not waiting.other)


def challenge_thrown(draft: Draft, waiting: Pending, own_die: int, other_die: int) -> None:
    """The dice of a challenge have fallen (`challenge.score`)."""
    knight = draft.knight(waiting.knight)
    denizen = waiting.of
    lead = throw_against(draft, "challenge.score", *sides(draft, waiting), (own_die, other_die))
    draft.set_knight(knight.id, fighting=None)
    joint = [k.id for k in team(draft, knight)] if not waiting.other else [knight.id]
    if lead == 0:
        spend_aid(draft, knight.id, waiting.aid)
        if waiting.other:
            draft.say(f"A tie: {the(denizen)} stays loyal to {name_of(waiting.other[0])}.", "joust.prize-companion")
            return
        draft.set_knight(knight.id, fighting=denizen)
        draft.say("A tie: the turn ends here, and the fight goes on in the next.", "challenge.tie", "order.tie-stops")
        stop(draft, knight.id)
    elif lead > 0:
        vanquish(draft, knight.id, denizen, waiting, joint)
        spend_aid(draft, knight.id, waiting.aid)
    else:
        spend_aid(draft, knight.id, waiting.aid)
        lose_challenge(draft, knight.id, denizen, waiting, joint)


def lose_challenge(draft: Draft, knight_id: str, denizen: str, waiting: Pending, joint: list[str]) -> None:
    draft.say(
        f"{cap(the(denizen))} vanquishes {' and '.join(name_of(k) for k in joint)}.",
        "challenge.lose",
        "challenge.lose-keeps",
        "order.sent-away-stops",
        *(("combine.lose",) if len(joint) > 1 else ()),
    )
    if waiting.other:
        draft.say(f"{cap(the(denizen))} stays loyal to {name_of(waiting.other[0])}.", "joust.prize-companion")
    for loser in joint:
        beaten_by_denizen(draft, loser, denizen)
    stop(draft, knight_id)


def vanquish(draft: Draft, knight_id: str, denizen: str, waiting: Pending, joint: list[str]) -> None:
    """The Knight's side has the higher score: follow the card (`challenge.win`)."""
    knight = draft.knight(knight_id)
    at = knight.at
    together = len(joint) > 1
    helped = "prince" in waiting.aid
    winners = " and ".join(knight_name(draft.knight(k)) for k in joint)
    draft.say(f"{winners} vanquish{'' if together else 'es'} {the(denizen)}.", "challenge.win")
    card = DENIZENS[denizen]
    if together:
        draft.powers = plus(draft.powers, "joint")
    if denizen == "prince":
        holder = waiting.other[0] if waiting.other else ""
        detach(draft, "prince", at, holder)
        draft.say("Vanquished, the Prince befriends.", "card.prince-attacks")
        join(draft, knight_id, "prince", holder)
    elif denizen == "dragon":
        beat_dragon(draft, knight, joint, helped)
    elif denizen == "illusion":
        draft.push("illusion", knight_id, knight_id, of=at)
    elif denizen == "wizard":
        take_denizen(draft, denizen, at)
        draft.set_knight(knight_id, things=plus(knight.things, "lance"))
        draft.say(f"The Wizard gives {knight_name(knight)} the Lance and is gone.", "card.wizard", "reaction.gives")
        if together:
            share_spoils(draft, knight_id, joint, "lance")
    elif denizen == "enchantress":
        take_denizen(draft, denizen, at)
        transport_self(draft, denizen, at, "card.enchantress-beaten")
        free_captives(draft, at)
    elif denizen == "king":
        beat_king(draft, knight, joint)
    else:
        take_denizen(draft, denizen, at)
        if together or helped:
            draft.removed = plus(draft.removed, denizen)
            rule = "combine.no-gain" if together else "companion.prince-no-gain"
            draft.say(f"No prowess is gained; {the(denizen)} leaves the game.", rule)
        else:
            draft.set_knight(knight_id, prowess_cards=plus(knight.prowess_cards, denizen))
            draft.say(f"{knight_name(knight)} is now {card.prowess_card}: 1 more prowess.", "challenge.prowess-card")


def beat_dragon(draft: Draft, knight: Knight, joint: list[str], helped: bool) -> None:
    """Slain by George alone and unaided; from anyone else it flies to the other Gate (`card.dragon`, `combine.dragon`)."""
    take_denizen(draft, "dragon", knight.at)
    if knight.id == "george" and not knight.king and len(joint) == 1 and not helped:
        draft.removed = plus(draft.removed, "dragon")
        draft.set_knight("george", quest_done=True)
        draft.say("George has slain the Dragon: his quest is done.", "card.dragon", "setup.quests")
        return
    to = other_gate(knight.at)
    place_denizen(draft, "dragon", to)
    rules = ["card.dragon"]
    if "george" in joint and len(joint) > 1:
        rules.append("combine.dragon")
    if helped:
        rules.append("companion.prince-no-gain")
    draft.say(f"The Dragon flies to {to}, the Gate of the other half.", *rules)


def beat_king(draft: Draft, knight: Knight, joint: list[str]) -> None:
    """Whoever vanquishes the King becomes King; a joint win removes him (`king.become`, `combine.king`)."""
    take_denizen(draft, "king", knight.at)
    if len(joint) > 1:
        draft.removed = plus(draft.removed, "king")
        draft.say("The King, beaten by more than one Knight, leaves the game.", "combine.king")
        return
    crown(draft, knight.id)
    draft.say(
        f"{knight_name(knight)} becomes King: Knight card and extra prowess are laid aside, the quest is now the Castle.",
        "king.become",
    )


def crown(draft: Draft, knight_id: str) -> None:
    """He takes the King's card; extra prowess, quest and obligations go (`king.become`)."""
    knight = draft.knight(knight_id)
    gone = (*knight.prowess_cards, *(("hermit",) if knight.blessing else ()))
    draft.removed = plus(draft.removed, *gone)
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


def share_spoils(draft: Draft, knight_id: str, joint: list[str], stake: str) -> None:
    """What a joint victory brought is shared by agreement: partners are asked (`combine.no-gain`, `combine.dispute`)."""
    partners = [k for k in joint if k != knight_id]
    draft.push("spoils", partners[0], knight_id, of=stake, other=tuple(partners[1:]))


def why_send(state: State, knight: Knight, action: Action) -> list[Why]:
    to = action.to
    if to == TOWER:
        return [Why("tower.powers", "The Illusion may never be sent to the Tower.")]
    standing = [k for k in state.knights if k.at == to and not k.out]
    if standing:
        return [Why("card.illusion", f"{knight_name(standing[0])} is at {to}: it is sent to an area without a Knight.")]
    return []


def do_send(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    take_denizen(draft, "illusion", waiting.of)
    draft.say(f"{name_of(waiting.knight)} sends the Illusion to {action.to}.", "card.illusion")
    place_denizen(draft, "illusion", action.to, "card.illusion")


# ------------------------------------------------------------------ the order as a list


def encounter_order(state: State) -> list[list[str]]:
    """The order in which the Knight to move meets the denizens of his area, and picks up its loose things.

    One list per place, those who share a place together (`order.list`). Whom he does not meet is left out: see
    :func:`not_met`.
    """
    knight = _asking(state)
    to_meet = unmet(state, knight)
    places: dict[int, list[str]] = {}
    if knight.fighting in to_meet and knight.fighting is not None:
        places[0] = [knight.fighting]
        to_meet = [d for d in to_meet if d != knight.fighting]
    for denizen in to_meet:
        places.setdefault(place_in_order(denizen), []).append(denizen)
    things = loose_things(state, knight)
    if things and not [
        keeper for keeper in guards(state, knight) if keeper not in to_meet and keeper != knight.fighting
    ]:
        places[place_in_order("loose things")] = list(things)
    return [places[place] for place in sorted(places)]


def not_met(state: State) -> dict[str, Why]:
    """The denizens of the area whom the Knight to move does not meet now, each with the reason."""
    knight = _asking(state)
    found = {}
    for denizen in state.area(knight.at).denizens:
        why = not_met_because(state, knight, denizen)
        if why is not None:
            found[denizen] = Why(*why)
    return found


def loose_things(game: Game, knight: Knight) -> tuple[str, ...]:
    """The loose things lying where he is (outside and inside apart; `thing.loose`)."""
    area = game.area(knight.at)
    if area.has_inside and not knight.inside:
        return area.things_outside
    return area.things


def _asking(state: State) -> Knight:
    return state.knight(state.to_move or state.turn)
