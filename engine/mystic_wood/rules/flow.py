"""What happens around every rule: Knights and denizens changing place, obligations, turns beginning and ending."""

from __future__ import annotations

from engine.mystic_wood.material.cards import KNIGHTS, LOST_ONES, NOT_GUARDING, name_of, the
from engine.mystic_wood.material.ledger import is_challenger, switch
from engine.mystic_wood.material.wood import AREAS, EARTHLY_GATE, ENCHANTED_GATE, TOWER, half_of
from engine.mystic_wood.position.draft import Draft, Game, minus, plus
from engine.mystic_wood.position.state import Ignored, Knight, Peace

# ------------------------------------------------------------------ reading


def in_play(game: Game) -> list[Knight]:
    """The Knights still in the game, in playing order."""
    return [knight for knight in game.knights if not knight.out]


def seated(game: Game, knight_id: str) -> Knight | None:
    """The Knight of that id, out of the game or not; None if he has no seat."""
    return next((knight for knight in game.knights if knight.id == knight_id), None)


def others_at(game: Game, knight: Knight) -> list[Knight]:
    """The other Knights in the same place (inside and outside apart; `area.cave-island-inside`)."""
    return [
        k for k in game.knights if k.at == knight.at and k.inside == knight.inside and k.id != knight.id and not k.out
    ]


def storm_over(game: Game, at: str) -> int:
    """How many full turns a storm still closes an area, 0 for none; in some editions it closes from the next turn on
    (`reaction.storm`)."""
    area = game.area(at)
    if area.storm_fresh and not switch(game.edition, "storm-closes-at-once"):
        return 0
    return area.storm


def outside(game: Game, knight: Knight) -> bool:
    """Whether he stands before the Cave or on this side of the Island (`area.cave-island-pass`)."""
    return not knight.inside and game.area(knight.at).has_inside


def team(game: Game, knight: Knight) -> list[Knight]:
    """He and the partners who fight beside him: those in the same place and free to (`combine.score`)."""
    if not knight.partners:
        return [knight]
    partners = [game.knight(p) for p in knight.partners]
    return [
        knight,
        *(
            p
            for p in partners
            if p.place == knight.place and not p.out and not p.captured and p.fighting in (None, knight.fighting)
        ),
    ]


def ignores(knight: Knight, denizen: str) -> bool:
    """Whether the denizen "remained" for this Knight and still takes no notice of him (`reaction.remains`)."""
    return any(ignored.denizen == denizen for ignored in knight.ignored_by)


def fight_of_others(game: Game, knight: Knight) -> list[tuple[str, str]]:
    """(fighter, denizen or Knight) of each undecided fight in his place that is not his own."""
    fights = []
    for other in game.knights:
        if (
            other.fighting
            and other.at == knight.at
            and other.inside == knight.inside
            and not other.out
            and other.id != knight.id
            and other.fighting != knight.id
        ):
            fights.append((other.id, other.fighting))
    return fights


def not_met_because(game: Game, knight: Knight, denizen: str) -> tuple[str, str, bool] | None:
    """Why this Knight does not meet a denizen of his area now (rule, text, whether a ruling), or None if he does."""
    name = the(denizen)
    if outside(game, knight):
        return ("area.cave-island-pass", f"{knight_name(knight)} stands outside, {name} is inside.", False)
    if knight.captured:
        return ("card.enchantress-captures", f"{knight_name(knight)} is a captive and meets no one.", False)
    if knight.freed:
        return (
            "card.enchantress-after",
            f"Just freed from the Enchantress, {knight_name(knight)} meets no one here until {he(knight)} has left.",
            False,
        )
    if knight.fighting == denizen:
        return None
    if ignores(knight, denizen):
        where = next(ignored.area for ignored in knight.ignored_by if ignored.denizen == denizen)
        lifts = " or a joust" if switch(game.edition, "joust-lifts-remains") else ""
        return (
            "reaction.remains",
            f"{cap(name)} remained and takes no notice of {knight_name(knight)} until {he(knight)} has had an encounter with "
            f"another denizen away from {where}{lifts}.",
            False,
        )
    if denizen == "king" and knight.id == "britomart" and not knight.king and len(team(game, knight)) == 1:
        return (
            "king.ignores-britomart",
            "The King ignores Britomart; she challenges him only beside another Knight.",
            False,
        )
    if denizen in knight.met and not any(w.of == denizen and w.knight == knight.id for w in game.pending):
        return ("turn.stay", f"{knight_name(knight)} has met {name} on this visit already.", True)
    for fighter, enemy in fight_of_others(game, knight):
        if enemy == denizen or switch(game.edition, "tie-closes-passage"):
            return (
                "challenge.tie-closes-area",
                f"{name_of(fighter)}'s fight with {the(enemy)} is undecided: nobody else meets {name} meanwhile.",
                False,
            )
    return None


def unmet(game: Game, knight: Knight) -> list[str]:
    """The denizens of his place whom he has still to encounter, or may."""
    here = game.area(knight.at).denizens
    return [denizen for denizen in here if not_met_because(game, knight, denizen) is None] if here else []


def compelled(game: Game, knight: Knight) -> list[str]:
    """The denizens he must encounter before he may do anything else with his turn.

    At the start of a turn those who came to him, or whom he was carried to; Queen and Bishop, who do nothing, keep nobody,
    nor does one he met in his turn before (`encounter.not-twice-running`).
    """
    if knight.fighting is not None:
        return [] if knight.fighting in KNIGHTS else [knight.fighting]
    if any(game.knight(p).fighting and game.knight(p).place == knight.place for p in knight.partners):
        return []  # order.tie-stops: the others await the outcome of the fight he has joined
    found = []
    for denizen in unmet(game, knight):
        if game.moment == "start" and denizen in ("queen", "bishop") and knight.arrived != "transported":
            continue
        if denizen in knight.met_last_turn and game.stayed and knight.arrived != "transported":
            continue
        if denizen == "druid" and "hidden" in game.variants:
            continue  # variant.hidden: the Druid may be passed by
        found.append(denizen)
    return found


def guards(game: Game, knight: Knight) -> list[str]:
    """The denizens of his place that keep him from its loose things (`loose.guarded`)."""
    if outside(game, knight):
        return []
    found = []
    for denizen in game.area(knight.at).denizens:
        if denizen in NOT_GUARDING:
            continue
        if denizen == "king" and knight.id == "britomart" and not knight.king:
            continue  # king.ignores-britomart
        if any(i.denizen == denizen and not i.guards for i in knight.ignored_by):
            continue  # companion.prince-once
        found.append(denizen)
    return found


def unexplored(game: Game, knight: Knight) -> bool:
    """Whether he stands on ground nobody has explored: a face-down card, or inside with its card undrawn."""
    area = game.area(knight.at)
    return not area.face_up or (knight.inside and area.has_inside and not area.drawn)


def knight_name(knight: Knight | str) -> str:
    """What a Knight is called in a sentence: "George", or "King Roland"."""
    if isinstance(knight, str):
        return name_of(knight)
    return f"King {name_of(knight.id)}" if knight.king and knight.id != "britomart" else name_of(knight.id)


def he(knight: Knight | str) -> str:
    """ "he", or "she" for Britomart."""
    return "she" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "he"


def his(knight: Knight | str) -> str:
    """ "his", or "her" for Britomart."""
    return "her" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "his"


def cap(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------ changing place


def free_of_fights(draft: Draft, knight_id: str, why: str) -> None:
    """Break off whatever undecided fight he is in, on both sides."""
    knight = draft.knight(knight_id)
    if knight.fighting is None:
        return
    foe = knight.fighting
    draft.set_knight(knight_id, fighting=None, challenger=False, dispute=None)
    if foe in draft.seat and draft.knight(foe).fighting == knight_id:
        draft.set_knight(foe, fighting=None, challenger=False, dispute=None)
    draft.say(f"The fight of {name_of(knight_id)} and {the(foe)} is broken off.", why)


def part_partners(draft: Draft, knight_id: str) -> None:
    """End his combination with others."""
    for other in draft.knight(knight_id).partners:
        part(draft, knight_id, other)


def part(draft: Draft, knight_id: str, other_id: str) -> None:
    """Two Knights are partners no more. Left alone, Britomart does not go on against the King (`king.ignores-britomart`)."""
    for one, other in ((knight_id, other_id), (other_id, knight_id)):
        knight = draft.set_knight(one, partners=minus(draft.knight(one).partners, other))
        if one == "britomart" and knight.fighting == "king" and not knight.partners:
            draft.set_knight(one, fighting=None)
            draft.say("Left alone, Britomart is ignored by the King: their fight is void.", "king.ignores-britomart")


def relocate(
    draft: Draft,
    knight_id: str,
    to: str,
    *,
    arrived: str = "walked",
    came_from: str | None = None,
    with_partners: bool = False,
) -> None:
    """Put a Knight, with all he holds, into another area; arriving by other means than walking he is inside Cave or Island."""
    free_of_fights(
        draft, knight_id, "joust.in-turn" if draft.knight(knight_id).fighting in draft.seat else "challenge.tie"
    )
    knight = draft.knight(knight_id)
    area = draft.area(to)
    inside = arrived == "transported" and area.has_inside
    if knight.partners and not with_partners:
        part_partners(draft, knight_id)
    draft.set_knight(
        knight_id,
        at=to,
        came_from=came_from,
        inside=inside,
        imprisoned=False,
        captured=False,
        freed=False,
        arrived=arrived,
        met=(),
        prayer_turns=0,
        cave_turns=0,
        castle_rank=0,
    )
    if knight.at != to:
        rank_in_castle(draft, knight.at)
    if area.name == "castle":
        enter_castle(draft, knight_id)
    if inside:
        draft.say(
            f"{knight_name(knight)} comes to be inside the {name_of(area.name or '')}.", "area.cave-island-arrivals"
        )
    if draft.turn == knight_id:
        draft.stayed = False
    look_at_hidden(draft, knight_id)
    oblige(draft, knight_id)


def look_at_hidden(draft: Draft, knight_id: str) -> None:
    """Whoever is in a place sees the cards that lie there face down, for he may have to meet them (`variant.hidden`)."""
    knight = draft.knight(knight_id)
    area = draft.area(knight.at)
    if area.hidden and not outside(draft, knight):
        draft.set_area(knight.at, hidden=tuple((card, plus(seers, knight_id)) for card, seers in area.hidden))


def enter_castle(draft: Draft, knight_id: str) -> None:
    """Note who was in the Castle first; Knights who enter together share a rank (`area.castle-defender`)."""
    knight = draft.knight(knight_id)
    others = [k for k in draft.knights if k.at == knight.at and k.id != knight_id and not k.out]
    together = [k.castle_rank for k in others if k.id in knight.partners]
    rank = together[0] if together else 1 + max((k.castle_rank or 1 for k in others), default=0)
    for other in others:
        if not other.castle_rank:
            draft.set_knight(other.id, castle_rank=1)
    draft.set_knight(knight_id, castle_rank=rank)


def rank_in_castle(draft: Draft, area: str) -> None:
    """Close the ranks of those left in the Castle, so that equal situations stay equal."""
    if draft.area(area).name != "castle":
        return
    here = [k for k in draft.knights if k.at == area and not k.out]
    ranks = sorted({k.castle_rank or 1 for k in here})
    for knight in here:
        draft.set_knight(knight.id, castle_rank=ranks.index(knight.castle_rank or 1) + 1)


def oblige(draft: Draft, knight_id: str) -> None:
    """Put him under obligation for every lost one lying in the area he is in (`rescue.obligation`)."""
    knight = draft.knight(knight_id)
    if knight.king or knight.at == TOWER:
        return
    for person in draft.area(knight.at).denizens:
        if person in LOST_ONES and person not in knight.must_rescue:
            take_obligation(draft, knight_id, person)


def take_obligation(draft: Draft, knight_id: str, person: str) -> None:
    """He falls under the obligation to rescue; who is relieved depends on the edition (`rescue.relieved`)."""
    knight = draft.knight(knight_id)
    draft.set_knight(knight_id, must_rescue=plus(knight.must_rescue, person))
    draft.say(f"{knight_name(knight)} must now rescue {the(person)}.", "rescue.obligation")
    for other in draft.knights:
        if other.id in (knight_id, *knight.partners) or person not in other.must_rescue:
            continue
        if switch(draft.edition, "entering-relieves"):
            rules = ("rescue.relieved", "rescue.left-behind") if person in other.left_behind else ("rescue.relieved",)
        elif person in other.left_behind:
            rules = ("rescue.left-behind", "rescue.relieved")
        else:
            continue
        draft.set_knight(
            other.id, must_rescue=minus(other.must_rescue, person), left_behind=minus(other.left_behind, person)
        )
        draft.say(f"{knight_name(other)} is relieved of rescuing {the(person)}.", *rules)


def place_denizen(draft: Draft, denizen: str, at: str, *rules: str) -> None:
    """Let a denizen come to lie in an area. None comes to the Tower but the Horse (`tower.no-denizens`)."""
    if at == TOWER and denizen != "horse":
        draft.removed = plus(draft.removed, denizen)
        draft.say(f"{cap(the(denizen))} may not be in the Tower and leaves the game.", "tower.no-denizens")
        return
    area = draft.area(at)
    draft.set_area(at, denizens=plus(area.denizens, denizen))
    for knight in draft.knights:
        if knight.at == at and denizen in knight.met and not ignores(knight, denizen):
            draft.set_knight(knight.id, met=minus(knight.met, denizen))
    if area.has_inside and rules:
        draft.say(
            f"{cap(the(denizen))} comes to be inside the {name_of(area.name or '')}.", "area.cave-island-arrivals"
        )


def take_denizen(draft: Draft, denizen: str, at: str) -> None:
    """Take a denizen off its area."""
    area = draft.area(at)
    for knight in draft.knights:
        if knight.fighting == denizen and knight.at == at:
            draft.set_knight(knight.id, fighting=None)
    draft.set_area(
        at,
        denizens=minus(area.denizens, denizen),
        hidden=tuple(h for h in area.hidden if h[0] != denizen) if area.hidden else (),
    )


def other_gate(at: str) -> str:
    """The Gate of the half an area does not lie in (`card.dragon`, `card.princess-flees`)."""
    return ENCHANTED_GATE if half_of(at) == "earthly" else EARTHLY_GATE


def leave_companion(draft: Draft, knight_id: str, companion: str, *rules: str, guarding: bool = True) -> None:
    """A companion parts from him in his area: independent again, and remaining for him (`companion.parted-remains`)."""
    knight = draft.knight(knight_id)
    ignored = tuple(i for i in knight.ignored_by if i.denizen != companion)
    draft.set_knight(
        knight_id,
        companions=minus(knight.companions, companion),
        ignored_by=tuple(sorted((*ignored, Ignored(companion, knight.at, guarding)))),
    )
    place_denizen(draft, companion, knight.at)
    draft.say(
        f"{cap(the(companion))} parts from {knight_name(knight)} and stays at {knight.at}.",
        *rules,
        "companion.independent",
        "companion.parted-remains",
    )


def lose_companions(draft: Draft, knight_id: str) -> None:
    """All companions stay where he was beaten and become independent (`challenge.lose-keeps`, `companion.lost`)."""
    knight = draft.knight(knight_id)
    if not knight.companions or knight.at == TOWER:
        return
    names = ", ".join(the(c) for c in knight.companions)
    draft.set_knight(knight_id, companions=())
    for companion in knight.companions:
        place_denizen(draft, companion, knight.at)
    draft.say(
        f"{cap(names)} stay{'s' if len(knight.companions) == 1 else ''} at {knight.at}, independent again.",
        "challenge.lose-keeps",
        "companion.lost",
        "companion.independent",
    )


def imprison(draft: Draft, knight_id: str, *rules: str) -> None:
    """Send a Knight, with what he still holds, to prison in the Tower."""
    knight = draft.knight(knight_id)
    draft.say(f"{knight_name(knight)} goes to the Tower, a prisoner.", *rules)
    relocate(draft, knight_id, TOWER, arrived="transported")
    draft.set_knight(knight_id, imprisoned=True, fighting=None, challenger=False)


def beaten_by_denizen(draft: Draft, knight_id: str, denizen: str) -> None:
    """What befalls a Knight beaten in a challenge: the Tower, or capture by the Enchantress (`challenge.lose`)."""
    knight = draft.knight(knight_id)
    lost = [p for p in LOST_ONES if p in knight.companions or p in draft.area(knight.at).denizens]
    captured = denizen == "enchantress"
    if not captured or not switch(draft.edition, "captive-keeps-companions"):
        lose_companions(draft, knight_id)
        left = tuple(p for p in lost if p in draft.knight(knight_id).must_rescue)
        if left:
            draft.set_knight(knight_id, left_behind=plus(draft.knight(knight_id).left_behind, *left))
            draft.say(
                f"{knight_name(knight)} still owes the rescue of {', '.join(the(p) for p in left)} until another "
                "Knight enters there.",
                "rescue.left-behind",
            )
    if captured:
        part_partners(draft, knight_id)
        draft.set_knight(knight_id, captured=True, fighting=None, prayer_turns=0)
        draft.say(
            f"The Enchantress holds {knight_name(knight)} captive where {he(knight)} is.", "card.enchantress-captures"
        )
    else:
        imprison(draft, knight_id, "challenge.lose")


def free_captives(draft: Draft, at: str) -> None:
    """The Enchantress is gone from an area: whoever she held there is free."""
    for knight in draft.knights:
        if knight.freed and knight.at == at:
            draft.set_knight(knight.id, freed=False)
        if knight.captured and knight.at == at:
            draft.set_knight(knight.id, captured=False)
            draft.say(f"With the Enchantress gone, {knight_name(knight)} is free.", "card.enchantress-captures")


# ------------------------------------------------------------------ encounters and jousts lift things


def note_encounter(draft: Draft, knight_id: str, denizen: str) -> None:
    """He has had an encounter here: what it lifts elsewhere is lifted (`reaction.remains`, `joust.again`)."""
    knight = draft.knight(knight_id)
    lifted = [i for i in knight.ignored_by if i.area != knight.at and i.denizen != denizen]
    if lifted:
        extra = ("reaction.remains-queen-bishop",) if denizen in ("queen", "bishop") else ()
        names = ", ".join(the(i.denizen) for i in lifted)
        draft.say(f"After this encounter {knight_name(knight)} can meet {names} again.", "reaction.remains", *extra)
    peace = tuple(p for p in knight.at_peace if p.area == knight.at)
    if len(peace) != len(knight.at_peace):
        names = ", ".join(name_of(p.knight) for p in knight.at_peace if p not in peace)
        draft.say(f"After this encounter {knight_name(knight)} may challenge {names} again.", "joust.again")
    draft.set_knight(
        knight_id,
        met=plus(knight.met, denizen),
        met_this_turn=plus(knight.met_this_turn, denizen),
        at_peace=peace,
        ignored_by=tuple(i for i in knight.ignored_by if i not in lifted),
    )
    show_hidden(draft, knight_id, denizen)


def note_joust(draft: Draft, knight_id: str, foes: list[str]) -> None:
    """He has jousted: that too can lift things, and he keeps the peace with these foes for a while (`joust.again`)."""
    knight = draft.knight(knight_id)
    # A Prince who has just parted from him after helping in this very joust is not met again at once.
    kept = tuple(i for i in knight.ignored_by if not i.guards and i.area == knight.at)
    ignored = tuple(i for i in knight.ignored_by if i not in kept)
    if ignored and switch(draft.edition, "joust-lifts-remains"):
        draft.say(
            f"After this joust {knight_name(knight)} can meet {', '.join(the(i.denizen) for i in ignored)} again.",
            "reaction.remains",
        )
        ignored = ()
    peace = tuple(p for p in knight.at_peace if p.knight not in foes)
    if peace and switch(draft.edition, "joust-lifts-peace"):
        draft.say(
            f"After this joust {knight_name(knight)} may challenge {', '.join(name_of(p.knight) for p in peace)} again.",
            "joust.again",
        )
        peace = ()
    draft.set_knight(
        knight_id,
        ignored_by=tuple(sorted((*kept, *ignored))),
        at_peace=tuple(sorted((*peace, *(Peace(foe, knight.at) for foe in foes)))),
        prayer_turns=0,
    )


def show_hidden(draft: Draft, knight_id: str, denizen: str) -> None:
    """In the hidden-cards variant an encountered denizen is shown, but for a few (`variant.hidden`)."""
    knight = draft.knight(knight_id)
    area = draft.area(knight.at)
    for entry in area.hidden:
        if entry[0] != denizen:
            continue
        rest = tuple(h for h in area.hidden if h[0] != denizen)
        if denizen in switch(draft.edition, "left-face-down"):
            draft.set_area(knight.at, hidden=tuple(sorted((*rest, (denizen, plus(entry[1], knight_id))))))
        else:
            draft.set_area(knight.at, hidden=rest)
            draft.say(f"{cap(the(denizen))} is shown to all.", "variant.hidden")
        return


# ------------------------------------------------------------------ turns


def end_turn(draft: Draft) -> None:
    """End the turn under way with all that a full turn brings, and begin the next that is not forfeited."""
    draft.pending.clear()
    knight = draft.mover
    if not knight.out:
        full_turn(draft, knight)
    if draft.over:
        return
    count_storms(draft, knight.id)
    knight = draft.mover
    draft.set_knight(knight.id, met_last_turn=knight.met_this_turn, met_this_turn=())
    for one in list(
        draft.knights
    ):  # a combination lasts until the turn ends, or as long as a fight of theirs is undecided
        if one.partners and one.fighting is None and not any(draft.knight(p).fighting for p in one.partners):
            part_partners(draft, one.id)
    while True:
        seat = draft.seat[draft.turn]
        draft.turn = draft.knights[(seat + 1) % len(draft.knights)].id
        upcoming = draft.mover
        if not upcoming.out and not upcoming.forfeits:
            break
        count_storms(draft, upcoming.id)
        if upcoming.out:
            continue
        draft.set_knight(upcoming.id, forfeits=upcoming.forfeits[1:], met_last_turn=(), prayer_turns=0)
        draft.say(f"{knight_name(upcoming)} forfeits this turn.", upcoming.forfeits[0])
    begin_turn(draft)


def begin_turn(draft: Draft) -> None:
    """Begin the turn of the Knight in ``draft.turn``: prisoners and captives throw first (`tower.escape`)."""
    draft.moment, draft.stayed, draft.powers = "start", True, ()
    knight = draft.mover
    look_at_hidden(draft, knight.id)
    if (knight.imprisoned and "key" not in knight.things) or knight.captured:
        draft.push("escape", None, knight.id)


def count_storms(draft: Draft, maker: str) -> None:
    """The turn passes a storm-maker's seat, whether he has taken it, forfeits it or is out (`reaction.storm-end`)."""
    stormy = [(AREAS[number], area) for number, area in enumerate(draft.areas) if area.storm]
    for at, area in stormy:
        if area.storm_by != maker:
            continue
        if area.storm_fresh:
            draft.set_area(at, storm_fresh=False)
        elif area.storm > 1:
            draft.set_area(at, storm=area.storm - 1)
        else:
            draft.set_area(at, storm=0, storm_by=None)
            draft.say(f"The storm over {at} has blown over.", "reaction.storm-end")


def full_turn(draft: Draft, knight: Knight) -> None:
    """What a turn that began and ended in one place counts for (`turn.full`)."""
    area = draft.area(knight.at)
    if draft.stayed and knight.inside and area.name == "cave" and knight.id == "guyon" and not knight.king:
        turns = knight.cave_turns + 1
        done = knight.quest_done or turns >= 3
        draft.set_knight(knight.id, cave_turns=min(turns, 3), quest_done=done)
        rules = ("end.guyon-cave", "turn.full", "setup.guyon-bough") + (
            ("reaction.storm-harmless",) if area.storm else ()
        )
        text = f"Guyon has spent {turns} full turn{'s' if turns > 1 else ''} in the Cave"
        if done and not knight.quest_done:
            draft.say(f"{text}: his quest is done; he has still to leave the Wood.", *rules)
        elif not done:
            draft.say(f"{text}.", *rules)
    elif knight.cave_turns and not (knight.inside and area.name == "cave"):
        draft.set_knight(knight.id, cave_turns=0)
    if "pray" in draft.powers and draft.stayed and "bishop" in area.denizens:
        turns = knight.prayer_turns + 1
        rules = ("card.bishop-prayer", "turn.full") + (("reaction.storm-harmless",) if area.storm else ())
        if turns >= 3:
            take_denizen(draft, "bishop", knight.at)
            now = draft.knight(knight.id)
            draft.set_knight(knight.id, prayer_turns=0, things=plus(now.things, "ring"))
            draft.say(
                f"After three turns of prayer the Bishop gives {knight_name(knight)} the Ring.",
                *rules,
                "reaction.gives",
            )
        else:
            draft.set_knight(knight.id, prayer_turns=turns)
            draft.say(
                f"{knight_name(knight)} has prayed {turns} turn{'s' if turns > 1 else ''} with the Bishop.", *rules
            )
    elif knight.prayer_turns:
        draft.set_knight(knight.id, prayer_turns=0)
    if knight.king and draft.stayed and area.name == "castle" and not knight.captured and knight.fighting is None:
        in_the_way = [d for d in area.denizens if is_challenger(d)]
        rivals = [k.id for k in draft.knights if k.at == knight.at and k.id != knight.id and not k.out]
        if not in_the_way and not rivals:
            draft.say(f"{knight_name(knight)} has held the Castle for a full turn and wins.", "king.win", "turn.full")
            finish(draft, knight.id)


def finish(draft: Draft, *winners: str) -> None:
    """The game is over; ``winners`` may be empty (a new game is started)."""
    draft.over, draft.winners = True, winners
    draft.pending.clear()


def count_survivors(draft: Draft) -> None:
    """A single player left in the game has won (`king.dethroned`)."""
    left = in_play(draft)
    if len(left) == 1 and len(draft.knights) > 1 and not draft.over:
        draft.say(f"{knight_name(left[0])} alone is left in the game and wins.", "king.dethroned")
        finish(draft, left[0].id)
