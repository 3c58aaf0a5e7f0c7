"""Whom a Knight meets where he is, whom he must meet, in which order, and who keeps him from the loose things."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, NOT_GUARDING, is_challenger
from engine.mystic_wood.material.ledger import place_in_order, switch
from engine.mystic_wood.position.draft import AnyPosition
from engine.mystic_wood.position.table import Knight, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.queries import (
    fight_of_others,
    ignores,
    king_ignores,
    outside,
    parted,
    partners_here,
    team,
    unexplored,
)


def not_met_because(game: AnyPosition, knight: Knight, denizen: str) -> Why | None:
    """Why this Knight does not meet a denizen of his area now, or None if he does."""
    if outside(game, knight):
        return no("area.cave-island-pass denizen-inside", knight, denizen)
    if knight.imprisoned:
        return no("tower.escape meets", knight)
    if knight.captured:
        return no("card.enchantress-captures meets", knight)
    if knight.freed:
        return no("card.enchantress-after meets", knight)
    if knight.fighting == denizen:
        return None
    if ignores(knight, denizen):
        ignored = next(i for i in knight.ignored_by if i.denizen == denizen)
        where = ignored.area
        lifts = switch(game.edition, "joust-lifts-remains")
        if denizen == "prince" and not ignored.guards:
            return no("companion.prince-once", knight, where, lifts, about=(denizen,))
        if parted(game, ignored):
            return no("companion.parted-remains", denizen, knight, where, about=(denizen,))
        return no("reaction.remains", denizen, knight, where, lifts, about=(denizen,))
    if denizen == "king" and king_ignores(knight) and len(team(game, knight)) == 1:
        return no("king.ignores-britomart", about=("king",))
    if denizen in knight.met and not any(w.of == denizen and w.knight == knight.id for w in game.pending):
        return no("turn.stay met", knight, denizen, about=(denizen,))
    for fighter, enemy in fight_of_others(game, knight):
        if enemy == denizen or switch(game.edition, "tie-closes-passage"):
            return no("challenge.tie-closes-area meets", fighter, enemy, denizen, about=(fighter, enemy))
    return None


def unmet(game: AnyPosition, knight: Knight) -> list[str]:
    """The denizens of his place whom he has still to encounter, or may."""
    here = game.area(knight.at).denizens
    return [denizen for denizen in here if not_met_because(game, knight, denizen) is None] if here else []


def in_order(denizens: list[str]) -> list[str]:
    """Denizens in the order in which they are met (`order.list`)."""
    return sorted(denizens, key=place_in_order)


def compelled(game: AnyPosition, knight: Knight) -> list[str]:
    """The denizens he must encounter before he may do anything else with his turn.

    At the start of a turn those who came to him, or whom he was carried to; Queen and Bishop, who do nothing, keep nobody,
    nor does one he met in his turn before (`encounter.not-twice-running`).
    """
    if knight.fighting is not None:
        return [] if knight.fighting in KNIGHTS else [knight.fighting]
    if knight.partners and any(partner.fighting for partner in partners_here(game, knight)):
        return []  # order.tie-stops: the others await the outcome of the fight he has joined
    if knight.at == game.wood.tower and knight.id == game.turn and ("escaped" in game.powers or "key" in game.powers):
        return []  # who has just got out of prison may walk on
    carried = knight.arrived == "transported"
    found = []
    for denizen in unmet(game, knight):
        if game.moment == "start" and not carried and game.cards.denizens[denizen].always == "nothing":
            continue
        if denizen in knight.passable or (denizen in knight.met_last_turn and game.stayed and not carried):
            continue
        if denizen == "druid" and "hidden" in game.variants:
            continue  # variant.hidden: the Druid may be passed by
        found.append(denizen)
    return found


def why_not_compelled(game: AnyPosition, knight: Knight) -> list[Why]:
    """Whom he must meet, or what he must explore, before he may walk on or end his turn."""
    found = []
    if unexplored(game, knight):
        found.append(no("reaction.transports-you explores", knight, about=(knight.at,)))
    first = compelled(game, knight)
    if first:
        found.append(_why_owed(game, knight, in_order(first)))
    return found


def _why_owed(game: AnyPosition, knight: Knight, first: list[str]) -> Why:
    """By which rule he must meet these now."""
    about = tuple(first)
    if knight.arrived == "transported":
        by_text = bool(switch(game.edition, "says-carried-meets")) or game.moment != "start"
        return no("withdraw.not-after-transport meets", knight, first, about=about, ruling=not by_text)
    if game.moment == "start" or (game.stayed and not knight.met_this_turn):
        if set(first) & set(knight.came):
            return no("withdraw.not-from-arrival came", knight, first, about=about)
        if knight.came_from is None:
            return no("withdraw.not-from-arrival lies-there", knight, first, about=about)
        if any(is_challenger(denizen) for denizen in knight.met_last_turn):
            return no("order.tie-stops", knight, first, about=about)
        return no("encounter.when not-met", knight, first, about=about)
    if game.moment == "arrived":
        return no("encounter.when or-withdraw", knight, first, about=about)
    return no("withdraw.first-choice-only goes-on", knight, first, about=about)


def why_out_of_order(game: AnyPosition, knight: Knight, denizen: str) -> list[Why]:
    """Whom he must meet before this denizen (`order.challenges-first`, `order.list`)."""
    if knight.fighting == denizen:
        return []
    waiting = in_order([d for d in unmet(game, knight) if d != denizen])
    if not waiting:
        return []
    found = []
    challengers = [d for d in waiting if is_challenger(d)]
    if challengers and not is_challenger(denizen):
        found.append(no("order.challenges-first", challengers, denizen, about=tuple(challengers)))
    place = place_in_order(denizen)
    earlier = [d for d in waiting if place_in_order(d) < place]
    if earlier:
        found.append(no("order.list meets-later", earlier, denizen, place, about=tuple(earlier)))
    return found


def guards(game: AnyPosition, knight: Knight) -> list[str]:
    """The denizens of his place that keep him from its loose things (`loose.guarded`)."""
    if outside(game, knight):
        return []
    parted = {ignored.denizen for ignored in knight.ignored_by if not ignored.guards}
    if switch(game.edition, "helped-prince-guards"):
        parted.discard("prince")
    return [
        denizen
        for denizen in game.area(knight.at).denizens
        if denizen not in NOT_GUARDING and denizen not in parted and not (denizen == "king" and king_ignores(knight))
    ]


def challengers_in_the_way(game: AnyPosition, knight: Knight) -> list[str]:
    """The denizens of his area who challenge him or are in a fight with him, met or not, in their order."""
    return in_order(
        [
            denizen
            for denizen in game.area(knight.at).denizens
            if (is_challenger(denizen) or knight.fighting == denizen)
            and not (denizen == "king" and king_ignores(knight))
        ]
    )


def loose_things(game: AnyPosition, knight: Knight) -> tuple[str, ...]:
    """The loose things lying where he is (outside and inside apart; `thing.loose`)."""
    area = game.area(knight.at)
    if area.has_inside and not knight.inside:
        return area.things_outside
    return area.things


# ------------------------------------------------------------------ the order as a list


def encounter_order(position: Position) -> list[list[str]]:
    """The order in which the Knight to move meets the denizens of his area, and picks up its loose things.

    One list per place, those who share a place together (`order.list`). Whom he does not meet is left out: see
    :func:`not_met`.
    """
    knight = _asking(position)
    to_meet = unmet(position, knight)
    places: dict[int, list[str]] = {}
    if knight.fighting in to_meet and knight.fighting is not None:
        places[0] = [knight.fighting]
        to_meet = [d for d in to_meet if d != knight.fighting]
    for denizen in to_meet:
        places.setdefault(place_in_order(denizen), []).append(denizen)
    things = loose_things(position, knight)
    if things and not [
        keeper for keeper in guards(position, knight) if keeper not in to_meet and keeper != knight.fighting
    ]:
        places[place_in_order("loose things")] = list(things)
    return [places[place] for place in sorted(places)]


def not_met(position: Position) -> dict[str, Why]:
    """The denizens of the area whom the Knight to move does not meet now, each with the reason."""
    knight = _asking(position)
    found = {}
    for denizen in position.area(knight.at).denizens:
        why = not_met_because(position, knight, denizen)
        if why is not None:
            found[denizen] = why
    return found


def _asking(position: Position) -> Knight:
    return position.knight(position.to_move or position.turn)
