"""Moving, exploring, glades, withdrawing, the Cave and the Island, and the three spells."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, name_of, the
from engine.mystic_wood.material.ledger import Why, switch
from engine.mystic_wood.material.wood import (
    AREAS,
    EDGE,
    NEIGHBOURS,
    OPPOSITE,
    TILES,
    TOWER,
    Tile,
    corresponding_area,
    half_of,
)
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, Game, plus
from engine.mystic_wood.position.state import Area, Knight, Pending, State, undrawn
from engine.mystic_wood.rules.flow import (
    cap,
    compelled,
    end_turn,
    free_of_fights,
    he,
    his,
    in_play,
    knight_name,
    look_at_hidden,
    oblige,
    outside,
    part,
    place_denizen,
    relocate,
    storm_over,
    unexplored,
    unmet,
)

# ------------------------------------------------------------------ may he walk?


def why_not_leave_area(game: Game, knight: Knight) -> list[Why]:
    """What keeps him from walking out of his area at all."""
    found = []
    turns = storm_over(game, knight.at)
    if turns:
        found.append(
            Why(
                "reaction.storm",
                f"A storm over {knight.at} lets no Knight walk out for {turns} more "
                f"turn{'s' if turns > 1 else ''} of its maker.",
            )
        )
    return found


def why_not_compelled(game: Game, knight: Knight) -> list[Why]:
    """Whom he must meet, or what he must explore, before he may walk on or end his turn."""
    found = []
    if unexplored(game, knight):
        found.append(
            Why(
                "reaction.transports-you",
                f"{knight_name(knight)} stands on unexplored ground: with 'stay' {he(knight)} explores it first.",
            )
        )
    first = compelled(game, knight)
    if first:
        names = ", ".join(the(denizen) for denizen in first)
        if knight.arrived == "transported":
            rule = "withdraw.not-after-transport"
        elif game.moment == "start":
            rule = "withdraw.not-from-arrival"
        elif game.moment == "arrived":
            rule = "encounter.when"
        else:
            rule = "withdraw.first-choice-only"
        found.append(Why(rule, f"{knight_name(knight)} must encounter {names} first."))
    return found


def why_no_path(game: Game, knight: Knight, direction: str, aiding: str = "") -> list[Why]:
    """What keeps him from walking or exploring in one direction, as far as the cards and their areas go."""
    edge = EDGE[direction]
    here = game.area(knight.at)
    beyond = NEIGHBOURS[knight.at].get(direction)
    if beyond is None:
        return [
            Why("wood.edge", f"{direction.capitalize()} of {knight.at} the Wood ends; a path out of it is ignored.")
        ]
    found = []
    if here.face_up and edge not in here.paths:
        found.append(Why("move.one", f"No path leads {direction} out of {knight.at}."))
    there = game.area(beyond)
    if there.face_up and EDGE[OPPOSITE[direction]] not in there.paths:
        found.append(Why("move.one", f"The path does not run on at {beyond}: it must run on both cards."))
    if storm_over(game, beyond) and switch(game.edition, "storm-closes-entry"):
        found.append(Why("reaction.storm", f"The storm over {beyond} keeps Knights out as well."))
    if switch(game.edition, "tie-closes-passage"):
        for other in game.knights:
            if (
                other.at == beyond
                and other.fighting
                and not other.out
                and not other.inside
                and aiding not in (other.id, other.fighting)
            ):
                found.append(
                    Why(
                        "challenge.tie-closes-area",
                        f"{knight_name(other)} is in an undecided fight at {beyond}: "
                        f"one enters only to aid him ('aid {other.id}').",
                    )
                )
                break
    return found


def why_not_first_thing(game: Game, knight: Knight) -> list[Why]:
    """Moves come at the beginning of a turn, before anything else has used it up."""
    if game.moment != "start":
        return [Why("move.one", f"{knight_name(knight)} has had {his(knight)} move of this turn.")]
    return []


def why_not_set_out(state: State, knight: Knight) -> list[Why]:
    """What keeps the Knight to move from setting out, whatever the direction. Found once for a state."""
    cached: list[Why] | None = state._cache.get("set out")
    if cached is None:
        cached = [
            *why_not_first_thing(state, knight),
            *why_not_leave_area(state, knight),
            *(why_not_compelled(state, knight) if state.moment == "start" else ()),
        ]
        state._cache["set out"] = cached
    return cached


def why_move(state: State, knight: Knight, action: Action) -> list[Why]:
    return why_not_set_out(state, knight) + why_no_path(state, knight, action.to)


def do_move(draft: Draft, action: Action) -> None:
    set_out(draft, draft.turn, action.to)


def set_out(draft: Draft, knight_id: str, direction: str) -> None:
    """Begin a walk: those who stand by may challenge him before he is gone (`joust.when`), then he walks."""
    from engine.mystic_wood.rules.jousts import ask_bystanders

    draft.push("walk", None, knight_id, of=direction)
    ask_bystanders(draft, knight_id, leaving=True)


def walk(draft: Draft, step: Pending) -> None:
    """The walk itself, once nobody holds him up (an automatic step)."""
    knight, direction = draft.knight(step.knight), step.of
    beyond = NEIGHBOURS[knight.at][direction]
    there = draft.area(beyond)
    if there.face_up:
        draft.say(
            f"{knight_name(knight)} walks {direction} to {beyond}.",
            *walk_rules(knight, beyond),
            *leaves_behind(draft, knight),
        )
        arrive(draft, knight, beyond)
    elif there.tile is None:
        draft.say(f"{knight_name(knight)} looks {direction} at {beyond}, unknown ground.", "explore.look")
        draft.push("reveal", None, knight.id, of=beyond, other=("explore", direction))
    else:
        draft.say(f"{knight_name(knight)} looks {direction} at {beyond}.", "explore.look")
        explore(draft, knight, beyond, direction)


def leaves_behind(draft: Draft, knight: Knight) -> tuple[str, ...]:
    """The rule by which he leaves without meeting one who came back to him, met in his last turn already."""
    back = [d for d in unmet(draft, knight) if d in knight.met_last_turn]
    return ("encounter.not-twice-running",) if back else ()


def walk_rules(knight: Knight, beyond: str) -> tuple[str, ...]:
    rules = ["move.one", "move.known"]
    if half_of(knight.at) != half_of(beyond):
        rules.append("wood.boundary")
    if beyond == TOWER or knight.at == TOWER:
        rules.append("tower.pass")
    return tuple(rules)


def explore(draft: Draft, knight: Knight, beyond: str, direction: str) -> None:
    """Look at a known face-down card and enter it if the path runs on; otherwise it is a dead end."""
    area = draft.area(beyond)
    assert area.tile is not None
    if EDGE[OPPOSITE[direction]] in area.paths:
        turn_up(draft, beyond)
        draft.say(
            f"The path runs on: {beyond} is turned up and {knight_name(knight)} enters.",
            "explore.enter",
            "move.one",
            *(("wood.boundary",) if half_of(knight.at) != half_of(beyond) else ()),
            *(("wood.arrow",) if area.tile.arrow else ()),
        )
        arrive(draft, knight, beyond)
        return
    seers = (knight.id,) if "hidden" in draft.variants else tuple(k.id for k in in_play(draft))
    draft.set_area(beyond, seen=plus(area.seen, *seers))
    hidden = ("variant.hidden",) if "hidden" in draft.variants else ()
    draft.say(
        f"A dead end: {beyond} shows no path to the {OPPOSITE[direction]}. It stays face down and "
        f"{knight_name(knight)} stays at {knight.at} for this turn.",
        "explore.dead-end",
        *hidden,
    )
    draft.moment = "after"
    end_turn(draft)


def turn_up(draft: Draft, at: str) -> Area:
    """Turn a card face up. Whoever was carried onto it before is inside if it is the Cave or Island."""
    tile = draft.area(at).tile
    assert tile is not None
    area = draft.set_area(at, face_up=True, drawn=not tile.glade, seen=())
    if area.has_inside:
        for knight in draft.knights:
            if knight.at == at and not knight.out:
                draft.set_knight(knight.id, inside=True)
                draft.say(
                    f"{knight_name(knight)} turns out to be inside the {name_of(area.name or '')}.",
                    "area.cave-island-arrivals",
                )
    return area


def arrive(draft: Draft, knight: Knight, at: str) -> None:
    """Walk in, partners along; those who are there may challenge him; then he draws if the glade is unexplored."""
    from engine.mystic_wood.rules.jousts import ask_bystanders

    came_from = knight.at
    partners = [p for p in map(draft.knight, knight.partners) if p.place == knight.place and p.fighting is None]
    for other in knight.partners:
        if all(partner.id != other for partner in partners):
            part(draft, knight.id, other)
    relocate(draft, knight.id, at, came_from=came_from, with_partners=True)
    for partner in partners:
        draft.say(f"{knight_name(partner)} enters {at} together with {knight_name(knight)}.", "combine.enter")
        relocate(draft, partner.id, at, came_from=came_from, with_partners=True)
    if knight.id == draft.turn:
        draft.moment = "arrived"
    ask_bystanders(draft, knight.id)
    draft.push("glade", None, knight.id)


# ------------------------------------------------------------------ chance: cards turned up


def do_reveal(draft: Draft, action: Action) -> None:
    """An area card turns out to be this one (`explore.look`)."""
    waiting = draft.pending.pop()
    tile: Tile = TILES[action.of]
    draft.set_area(waiting.of, tile=tile, turned=False)
    purpose = waiting.other[0]
    if purpose == "explore":
        explore(draft, draft.knight(waiting.knight), waiting.of, waiting.other[1])
    elif purpose == "here":
        explore_here(draft, waiting.knight)
    else:
        from engine.mystic_wood.rules.encounters import horse_runs

        seers = (waiting.knight,) if "hidden" in draft.variants else tuple(k.id for k in in_play(draft))
        draft.set_area(waiting.of, seen=plus(draft.area(waiting.of).seen, *seers))
        draft.say(
            f"{name_of(waiting.knight)} looks at {waiting.of} to see whether a path leads there.", "reaction.runs"
        )
        horse_runs(draft, waiting.knight, waiting.other[1], waiting.other[2] if len(waiting.other) > 2 else "")


def glade(draft: Draft, step: Pending) -> None:
    """On entering: draw if this glade is unexplored (an automatic step; `glade.what`, `glade.draw`)."""
    knight = draft.knight(step.knight)
    area = draft.area(knight.at)
    if area.glade and not area.drawn and not outside(draft, knight):
        begin_draw(draft, knight.id)


def begin_draw(draft: Draft, knight_id: str) -> None:
    at = draft.knight(knight_id).at
    area = draft.area(at)
    wanted = int(CARDS.areas["palace"].details["draws"]) if area.name == "palace" else 1
    number = min(wanted, len(undrawn(draft)))
    if not number:
        draft.set_area(at, drawn=True)
        draft.say("The small pack is used up: nothing is drawn.", "glade.all-out")
        return
    draft.push("draw", None, knight_id, of=at, number=number)


def do_draw(draft: Draft, action: Action) -> None:
    """A small card is drawn; once all are, denizens are placed and then spells carried out (`glade.palace`)."""
    waiting = draft.pending.pop()
    drawn = (*waiting.other, action.of)
    if draft.next_cards and draft.next_cards[0] == action.of:
        draft.next_cards = draft.next_cards[1:]
    knight = draft.knight(waiting.knight)
    area = draft.area(waiting.of)
    rules = ["glade.draw", "glade.what", "setup.pack"]
    if area.name == "palace":
        rules += ["glade.palace", "area.palace"]
    if area.has_inside:
        rules.append("area.cave-island-draw")
    secret = "hidden" in draft.variants and action.of in CARDS.denizens
    if secret:
        rules.append("variant.hidden")
    what = "a denizen, unseen by the others" if secret else the(action.of)
    draft.say(f"{knight_name(knight)} draws {what}.", *rules)
    if waiting.number > 1:
        draft.pending.append(waiting._replace(other=drawn, number=waiting.number - 1))
        return
    draft.set_area(waiting.of, drawn=True)
    before = area.denizens
    for card in drawn:
        if card in CARDS.denizens:
            place_denizen(draft, card, waiting.of)
            beside = ("glade.draw-beside",) if before else ()
            if "hidden" in draft.variants:
                now = draft.area(waiting.of)
                draft.set_area(waiting.of, hidden=tuple(sorted((*now.hidden, (card, (knight.id,))))))
            who = "A denizen, face down," if "hidden" in draft.variants else cap(the(card))
            draft.say(f"{who} is now at {waiting.of}.", "glade.denizen", *beside)
    oblige(draft, knight.id)
    for card in drawn:
        if card in CARDS.spells:
            cast(draft, waiting.of, card)
    if "mystic-horn" in drawn:
        end_turn(draft)


# ------------------------------------------------------------------ spells


def cast(draft: Draft, at: str, spell: str) -> None:
    """A spell drawn at an area is carried out at once and discarded (`glade.spell`, `spell.discard`)."""
    draft.removed = plus(draft.removed, spell)
    {"mystic-fog": fog, "mystic-wind": wind, "mystic-horn": horn}[spell](draft, at)


def fog(draft: Draft, at: str) -> None:
    """Every face-up area with an arrow in this half turns (`spell.fog`)."""
    half = half_of(at)
    turned = []
    for name in AREAS:
        area = draft.area(name)
        if half_of(name) == half and area.face_up and area.tile is not None and area.tile.arrow:
            draft.set_area(name, turned=not area.turned)
            turned.append(name)
    which = ", ".join(turned) if turned else "no area"
    draft.say(f"Mystic Fog turns {which} by 180 degrees.", "spell.fog", "glade.spell", "spell.discard", "wood.arrow")


def wind(draft: Draft, at: str) -> None:
    """All things held, and the Grail, fly to the corresponding areas (`spell.wind`)."""
    draft.say("The Mystic Wind carries off every thing that is held.", "spell.wind", "glade.spell", "spell.discard")
    for knight in in_play(draft):
        to = corresponding_area(knight.at)
        if knight.things:
            draft.set_knight(knight.id, things=())
            draft.set_area(to, things=plus(draft.area(to).things, *knight.things))
            names = ", ".join(the(thing) for thing in knight.things)
            draft.say(
                f"{cap(names)} of {knight_name(knight)} now lie{'s' if len(knight.things) == 1 else ''} loose at {to}.",
                "spell.wind",
                "thing.loose",
            )
        if knight.grail and knight.at != TOWER:
            draft.set_knight(knight.id, grail=False)
            place_denizen(draft, "holy-grail", to)
            draft.say(f"The Holy Grail is carried to {to}.", "spell.wind", "thing.grail-horse")


def horn(draft: Draft, at: str) -> None:
    """All Knights are transported; the drawer's turn ends once all spells are carried out (`spell.horn`)."""
    draft.say(
        "The Mystic Horn sounds: every Knight is transported, his companions with him.",
        "spell.horn",
        "glade.spell",
        "spell.discard",
    )
    for knight in in_play(draft):
        if knight.at == TOWER:
            draft.say(
                f"{knight_name(knight)} stays in the Tower, which corresponds to itself.", "spell.horn", "wood.numbers"
            )
            continue
        free_of_fights(draft, knight.id, "spell.horn")
        if knight.captured:
            draft.say(f"{knight_name(knight)} is carried out of the Enchantress's hands.", "spell.horn")
        to = corresponding_area(knight.at)
        draft.say(f"{knight_name(knight)} comes to {to}.", "spell.horn", "wood.numbers")
        relocate(draft, knight.id, to, arrived="transported")


# ------------------------------------------------------------------ staying, withdrawing, going in


def why_stay(state: State, knight: Knight, action: Action) -> list[Why]:
    return why_not_first_thing(state, knight)


def do_stay(draft: Draft, action: Action) -> None:
    knight = draft.mover
    draft.moment = "after"
    if unexplored(draft, knight):
        if draft.area(knight.at).tile is None:
            draft.say(
                f"{knight_name(knight)} explores {knight.at}, where {he(knight)} stands.",
                "reaction.transports-you",
                "explore.look",
            )
            draft.push("reveal", None, knight.id, of=knight.at, other=("here",))
        else:
            explore_here(draft, knight.id)
        return
    cut_off = all(why_no_path(draft, knight, d) for d in NEIGHBOURS[knight.at])
    draft.say(
        f"{knight_name(knight)} stays at {knight.at}{', cut off, and waits for help' if cut_off else ''}.",
        "turn.stay",
        *(("move.isolated",) if cut_off else ()),
    )


def explore_here(draft: Draft, knight_id: str) -> None:
    """Explore the area he was carried to: turned up, drawn for, and met without withdrawal (`reaction.transports-you`)."""
    knight = draft.knight(knight_id)
    area = draft.area(knight.at)
    if not area.face_up:
        area = turn_up(draft, knight.at)
        draft.say(
            f"{knight_name(knight)} explores {knight.at}.", "reaction.transports-you", "withdraw.not-after-transport"
        )
    draft.set_knight(knight_id, arrived="transported")
    if not area.drawn:
        begin_draw(draft, knight_id)


def why_withdraw(state: State, knight: Knight, action: Action) -> list[Why]:
    found = []
    if knight.arrived == "transported":
        found.append(
            Why(
                "withdraw.not-after-transport",
                f"{knight_name(knight)} did not walk here: {he(knight)} cannot withdraw.",
            )
        )
    if state.moment == "start":
        found.append(Why("withdraw.back", "One withdraws only on having just walked in."))
    elif state.moment == "after":
        found.append(
            Why("withdraw.first-choice-only", "Withdrawal is offered once, before the first encounter of the visit.")
        )
    if knight.inside:
        found.append(Why("area.cave-island-draw", f"Inside, {knight_name(knight)} cannot withdraw any more."))
    area = state.area(knight.at)
    if not area.denizens or outside(state, knight):
        found.append(Why("withdraw.back", f"There is no denizen at {knight.at} to withdraw from."))
    if storm_over(state, knight.at):
        found.append(Why("reaction.storm-scope", f"The storm over {knight.at} lets him neither walk on nor back."))
    back = knight.came_from
    if back is None:
        if not found:
            found.append(Why("withdraw.back", "It is not known which way he came."))
    elif state.moment == "arrived":
        direction = next((d for d, n in NEIGHBOURS[knight.at].items() if n == back), None)
        if direction is None or state.open_to(knight.at, direction) is None:
            found.append(Why("spell.fog-retreat", f"The path back to {back} is cut."))
        elif storm_over(state, back) and switch(state.edition, "storm-closes-entry"):
            found.append(Why("reaction.storm", f"The storm over {back} keeps him out."))
    return found


def do_withdraw(draft: Draft, action: Action) -> None:
    knight = draft.mover
    back = knight.came_from
    assert back is not None
    partners = [p for p in knight.partners if draft.knight(p).place == knight.place]
    draft.say(f"{knight_name(knight)} withdraws to {back}; {his(knight)} turn ends.", "withdraw.back", "withdraw.later")
    for knight_id in (knight.id, *partners):
        relocate(draft, knight_id, back)
    end_turn(draft)


def why_go_in(state: State, knight: Knight, action: Action) -> list[Why]:
    area = state.area(knight.at)
    if not area.has_inside:
        return [Why("area.cave-island-pass", "Only the Cave and the Island have an inside.")]
    found = []
    if knight.inside:
        found.append(Why("area.cave-island-inside", f"{knight_name(knight)} is inside already."))
    if area.name == "cave" and "golden-bough" not in knight.things:
        found.append(Why("area.cave-enter", "Into the Cave one walks only with the Golden Bough."))
    if "went-in" in state.powers:
        found.append(Why("area.cave-island-inside", "One goes in once a turn."))
    return found


def do_go_in(draft: Draft, action: Action) -> None:
    from engine.mystic_wood.rules.jousts import ask_bystanders

    knight = draft.mover
    name = draft.area(knight.at).name or ""
    rule = "area.cave-enter" if name == "cave" else "area.island-enter"
    along = [draft.knight(p) for p in knight.partners if draft.knight(p).place == knight.place]
    for one in (knight, *(p for p in along if name == "island" or "golden-bough" in p.things)):
        draft.set_knight(one.id, inside=True, met=(), arrived="walked", castle_rank=0)
        look_at_hidden(draft, one.id)
    draft.moment, draft.stayed, draft.powers = "after", False, plus(draft.powers, "went-in")
    draft.say(f"{knight_name(knight)} goes {'into the Cave' if name == 'cave' else 'over to the Island'}.", rule)
    ask_bystanders(draft, knight.id)
    draft.push("glade", None, knight.id)
