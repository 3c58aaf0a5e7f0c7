"""Moving, exploring, drawing, staying, withdrawing, and going into the Cave or over to the Island."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.material.wood import EDGE, OPPOSITE
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, plus
from engine.mystic_wood.position.table import Area, Knight, Pending, Position
from engine.mystic_wood.position.whereabouts import undrawn
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import storm
from engine.mystic_wood.rules.challenging import ask_bystanders, his_round
from engine.mystic_wood.rules.encounter_order import unmet, why_not_compelled
from engine.mystic_wood.rules.hidden import hidden_cards, lay_face_down, look_at_hidden, who_sees
from engine.mystic_wood.rules.placing import part, place_denizen, relocate
from engine.mystic_wood.rules.queries import fight_of_others, outside, partners_here, unexplored
from engine.mystic_wood.rules.rescue import oblige
from engine.mystic_wood.rules.spells import cast
from engine.mystic_wood.rules.turns import end_turn

# ------------------------------------------------------------------ may he walk?


def why_no_path(game: AnyPosition, knight: Knight, direction: str, aiding: str = "") -> list[Why]:
    """What keeps him from walking or exploring in one direction, as far as the cards and their areas go."""
    beyond = game.wood.neighbours[knight.at].get(direction)
    if beyond is None:
        return [no("wood.edge", direction.capitalize(), knight.at)]
    found = []
    here, there = game.area(knight.at), game.area(beyond)
    if here.face_up and EDGE[direction] not in here.paths:
        found.append(no("move.one no-path", direction, knight.at, about=(knight.at,)))
    if there.face_up and EDGE[OPPOSITE[direction]] not in there.paths:
        found.append(no("move.one ends-there", beyond, about=(beyond,)))
    found += storm.why_no_way_in(game, beyond)
    for other in game.knights:
        if (
            other.fighting
            and other.at == beyond
            and not other.out
            and not other.inside
            and aiding not in (other.id, other.fighting)
            and switch(game.edition, "tie-closes-passage")
        ):
            found.append(
                no("challenge.tie-closes-area enters", other, beyond, other.id, about=(other.id, other.fighting))
            )
            break
    return found


def why_not_first_thing(game: AnyPosition, knight: Knight) -> list[Why]:
    """Moves come at the beginning of a turn, before anything else has used it up."""
    if game.moment != "start":
        return [no("move.one moved", knight)]
    return []


def why_not_set_out(position: Position, knight: Knight) -> list[Why]:
    """What keeps the Knight to move from setting out, whatever the direction."""
    return [
        *why_not_first_thing(position, knight),
        *storm.why_no_way_out(position, knight),
        *(why_not_compelled(position, knight) if position.moment == "start" else ()),
        *why_not_through(position, knight),
    ]


def why_not_through(position: Position, knight: Knight) -> list[Why]:
    """Carried by his Arch-Mage to where another's fight with a denizen is undecided, he does not go on through it
    (`challenge.tie-closes-area`)."""
    if "arch-mage" not in position.powers or not switch(position.edition, "tie-closes-passage"):
        return []
    return [
        no("challenge.tie-closes-area passes", position.knight(fighter), foe, knight.at, about=(fighter, foe))
        for fighter, foe in fight_of_others(position, knight)
    ]


def why_move(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against walking or exploring in a direction, if he may set out at all."""
    return why_no_path(position, knight, action.to)


def do_move(draft: Draft, action: Action) -> None:
    """Begin the walk or the exploring that the action names (:func:`set_out`)."""
    set_out(draft, draft.turn, action.to)


def set_out(draft: Draft, knight_id: str, direction: str) -> None:
    """Begin a walk: those who stand by may challenge him before he is gone (`joust.when`), then he walks."""
    draft.push("walk", None, knight_id, way=direction)
    ask_bystanders(draft, knight_id, leaving=True)
    if draft.pending[-1].kind == "offer":
        draft.tell("about-to-leave", "joust.when", who=knight_id, at=draft.knight(knight_id).at, way=direction)


def walk(draft: Draft, step: Pending) -> None:
    """The walk itself, once nobody holds him up (an automatic step)."""
    knight, direction = draft.knight(step.knight), step.way
    beyond = draft.wood.neighbours[knight.at][direction]
    there = draft.area(beyond)
    if there.face_up:
        passing = ("area.cave-island-pass",) if there.has_inside else ()
        rules = (*walk_rules(draft, knight, beyond), *leaves_behind(draft, knight), *passing)
        draft.tell("walks", *rules, who=knight, at=knight.at, to=beyond, way=direction)
        arrive(draft, knight, beyond)
    elif there.tile is None:
        draft.tell("looks-at-unknown", "explore.look", who=knight, at=knight.at, to=beyond, way=direction)
        draft.push("reveal", None, knight.id, area=beyond, purpose="explore", way=direction)
    else:
        draft.tell("looks-at", "explore.look", who=knight, at=knight.at, to=beyond, way=direction)
        explore(draft, knight, beyond, direction)


def leaves_behind(draft: Draft, knight: Knight) -> tuple[str, ...]:
    """The rule by which he leaves without meeting one who came back to him, met in his last turn already."""
    back = [d for d in unmet(draft, knight) if d in knight.met_last_turn]
    return ("encounter.not-twice-running",) if back else ()


def walk_rules(game: AnyPosition, knight: Knight, beyond: str) -> tuple[str, ...]:
    """The rules a step from his area to the next goes by."""
    rules = ["move.one", "move.known"]
    if game.wood.half_of(knight.at) != game.wood.half_of(beyond):
        rules.append("wood.boundary")
    if game.wood.tower in (beyond, knight.at):
        rules.append("tower.pass")
    if knight.inside:
        rules.append("area.cave-island-inside")
    return tuple(rules)


def explore(draft: Draft, knight: Knight, beyond: str, direction: str) -> None:
    """Look at a known face-down card and enter it if the path runs on; otherwise it is a dead end."""
    area = draft.area(beyond)
    assert area.tile is not None
    if EDGE[OPPOSITE[direction]] in area.paths:
        undrawn_by = why_no_draw(turn_up(draft, beyond))
        draft.tell(
            "explores",
            "explore.enter",
            "move.one",
            *undrawn_by,
            *(("wood.boundary",) if draft.wood.half_of(knight.at) != draft.wood.half_of(beyond) else ()),
            *(("wood.arrow",) if area.tile.arrow else ()),
            who=knight,
            at=knight.at,
            to=beyond,
            way=direction,
        )
        arrive(draft, knight, beyond)
        return
    draft.set_area(beyond, seen=plus(area.seen, *who_sees(draft, knight.id)))
    draft.tell(
        "dead-end",
        "explore.dead-end",
        *(("variant.hidden",) if hidden_cards(draft) else ()),
        who=knight,
        what=() if hidden_cards(draft) else area.tile.id,
        at=knight.at,
        to=beyond,
        way=OPPOSITE[direction],
    )
    draft.moment = "after"
    end_turn(draft)


def why_no_draw(area: Area) -> tuple[str, ...]:
    """The rules by which nothing is drawn for who walks into an area just turned up; none if a card is."""
    if area.has_inside:
        return ("area.cave-island-pass",)
    if area.glade:
        return ()
    return ("glade.what", "area.fountain") if area.name == "fountain" else ("glade.what",)


def turn_up(draft: Draft, at: str) -> Area:
    """Turn a card face up. Whoever was carried onto it before is inside if it is the Cave or Island."""
    tile = draft.area(at).tile
    assert tile is not None
    area = draft.set_area(at, face_up=True, drawn=not tile.glade, seen=())
    if area.has_inside:
        for knight in draft.knights:
            if knight.at == at and not knight.out:
                draft.set_knight(knight.id, inside=True)
                draft.tell("turns-out-inside", "area.cave-island-arrivals", who=knight, at=at, what=area.name or "")
    return area


def arrive(draft: Draft, knight: Knight, at: str) -> None:
    """Walk in, partners along; those who are there may challenge him; then he draws if the glade is unexplored."""
    came_from = knight.at
    partners = [p for p in partners_here(draft, knight) if p.fighting is None]
    together = [knight, *partners]
    for one in together:
        for other in one.partners:
            if all(walker.id != other for walker in together):
                part(draft, one.id, other)
    relocate(draft, knight.id, at, came_from=came_from, with_partners=True)
    for partner in partners:
        draft.tell("enters-together", "combine.enter", who=partner, others=knight, at=came_from, to=at)
        relocate(draft, partner.id, at, came_from=came_from, with_partners=True)
    if knight.id == draft.turn:
        draft.moment = "arrived"
    ask_bystanders(draft, knight.id)
    draft.push("glade", None, knight.id)


# ------------------------------------------------------------------ drawing in a glade


def glade(draft: Draft, step: Pending) -> None:
    """On entering: draw if this glade is unexplored (an automatic step; `glade.what`, `glade.draw`)."""
    knight = draft.knight(step.knight)
    area = draft.area(knight.at)
    if area.glade and not area.drawn and not outside(draft, knight):
        begin_draw(draft, knight.id)


def begin_draw(draft: Draft, knight_id: str) -> None:
    """One small card is drawn for an unexplored glade, two at the Palace, none when the pack is used up (`glade.all-out`)."""
    at = draft.knight(knight_id).at
    area = draft.area(at)
    wanted = int(draft.cards.areas["palace"].details["draws"]) if area.name == "palace" else 1
    number = min(wanted, len(undrawn(draft)))
    if not number:
        draft.set_area(at, drawn=True)
        draft.tell("pack-used-up", "glade.all-out", at=at)
        return
    draft.push("draw", None, knight_id, area=at, number=number)


def do_draw(draft: Draft, waiting: Pending, action: Action) -> None:
    """A small card is drawn; once all are, denizens are placed and then spells carried out (`glade.palace`)."""
    drawn = (*waiting.drawn, action.of)
    if draft.next_cards and draft.next_cards[0] == action.of:
        draft.next_cards = draft.next_cards[1:]
    knight, at = draft.knight(waiting.knight), waiting.area
    area = draft.area(at)
    secret = hidden_cards(draft) and action.of in draft.cards.denizens
    draft.tell(
        "draws-unseen" if secret else "draws",
        "glade.draw",
        "glade.what",
        "setup.pack",
        *(("glade.palace", "area.palace") if area.name == "palace" else ()),
        *(("area.cave-island-draw",) if area.has_inside else ()),
        *(("variant.hidden",) if secret else ()),
        who=knight,
        what=() if secret else action.of,
        at=at,
    )
    if waiting.number > 1:
        draft.pending.append(waiting._replace(drawn=drawn, number=waiting.number - 1))
        return
    draft.set_area(at, drawn=True)
    beside = ("glade.draw-beside",) if area.denizens else ()
    for card in drawn:
        if card not in draft.cards.denizens:
            continue
        place_denizen(draft, card, at, arriving=False)
        if hidden_cards(draft):
            lay_face_down(draft, at, card, knight.id)
            draft.tell("now-here-unseen", "glade.denizen", *beside, at=at)
        else:
            draft.tell("now-here", "glade.denizen", *beside, what=card, at=at)
    oblige(draft, knight.id)
    for card in drawn:
        if card in draft.cards.spells:
            cast(draft, at, card)
    if "mystic-horn" in drawn:
        end_turn(draft)


# ------------------------------------------------------------------ staying, withdrawing, going in


def why_stay(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against staying where he is for this turn (`turn.stay`)."""
    return why_not_first_thing(position, knight)


def do_stay(draft: Draft, action: Action) -> None:
    """He stays, and explores the ground he stands on if nobody has."""
    knight = draft.mover
    draft.moment = "after"
    if unexplored(draft, knight):
        if draft.area(knight.at).tile is None:
            draft.tell("explores-here", carried_by(draft), "explore.look", who=knight, at=knight.at)
            draft.push("reveal", None, knight.id, area=knight.at, purpose="here")
        else:
            explore_here(draft, knight.id)
        return
    cut_off = all(why_no_path(draft, knight, d) for d in draft.wood.neighbours[knight.at])
    draft.tell(
        "stays-cut-off" if cut_off else "stays",
        "turn.stay",
        *(("move.isolated",) if cut_off else ()),
        *(("joust.tie",) if knight.fighting in KNIGHTS and not his_round(draft, knight) else ()),
        who=knight,
        at=knight.at,
    )


def carried_by(draft: Draft) -> str:
    """The rule by which he explores where he was carried to: his own Arch-Mage's power in this turn, or another's reaction."""
    return "companion.arch-mage" if "arch-mage" in draft.powers else "reaction.transports-you"


def explore_here(draft: Draft, knight_id: str, begun: bool = False) -> None:
    """Explore the area he was carried to: turned up, drawn for, and met without withdrawal (`reaction.transports-you`).

    ``begun`` means that he has been told to explore it already, and only the card was not known yet."""
    knight = draft.knight(knight_id)
    area = draft.area(knight.at)
    if not area.face_up:
        area = turn_up(draft, knight.at)
    kind = "turned-up-here" if begun else "explores-here"
    draft.tell(kind, carried_by(draft), "withdraw.not-after-transport", who=knight, at=knight.at)
    draft.set_knight(knight_id, arrived="transported")
    if not area.drawn:
        begin_draw(draft, knight_id)


def why_withdraw(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against going back where he came from (`withdraw.back`)."""
    found = []
    at = knight.at
    if knight.arrived != "walked":
        found.append(no("withdraw.not-after-transport withdraws", knight))
    if position.moment == "start":
        found.append(no("withdraw.back not-walked-in"))
    elif position.moment == "after" and knight.arrived == "walked":
        found.append(no("withdraw.first-choice-only offered"))
    gone_in = knight.inside and "went-in" in position.powers and position.moment == "arrived"
    if knight.inside and not gone_in:
        found.append(no("area.cave-island-draw", knight))
    if not position.area(at).denizens or outside(position, knight):
        found.append(no("withdraw.back nobody-there", at))
    elif position.moment == "arrived" and not unmet(position, knight):
        found.append(no("withdraw.back nobody-to-meet", at, knight, about=(at,)))
    if gone_in:
        return found  # he only comes out again
    if storm.turns_left(position, at):
        found.append(no("reaction.storm-scope back", at, knight, about=(at,)))
    back = knight.came_from
    if back is None:
        if not found:
            found.append(no("withdraw.back unknown", knight))
    elif position.moment == "arrived":
        direction = position.wood.direction_between(at, back)
        if direction is None or position.open_to(at, direction) is None:
            found.append(no("spell.fog-retreat", back, about=(back,)))
        elif storm.shuts_out(position, back):
            found.append(no("reaction.storm back", back, knight, about=(back,)))
    return found


def do_withdraw(draft: Draft, action: Action) -> None:
    """He goes back, partners along, and his turn ends. Who has just gone in comes out again (`area.cave-island-draw`)."""
    knight = draft.mover
    back = knight.at if knight.inside else knight.came_from
    assert back is not None
    partners = [p.id for p in partners_here(draft, knight)]
    out = ("area.cave-island-draw",) if knight.inside else ()
    draft.tell("withdraws", "withdraw.back", "withdraw.later", *out, who=knight, others=partners, at=knight.at, to=back)
    for knight_id in (knight.id, *partners):
        if knight.inside:
            draft.set_knight(knight_id, inside=False, met=())
        else:
            relocate(draft, knight_id, back)
    end_turn(draft)


def why_go_in(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against going into the Cave, or over to the Island (`area.cave-enter`, `area.island-enter`)."""
    area = position.area(knight.at)
    if not area.has_inside:
        return [no("area.cave-island-pass no-inside")]
    found = []
    if knight.inside:
        found.append(no("area.cave-island-inside already", knight))
    if area.name == "cave" and "golden-bough" not in knight.things:
        found.append(no("area.cave-enter no-bough", about=("golden-bough",)))
    if "went-in" in position.powers:
        found.append(no("area.cave-island-inside once"))
    if switch(position.edition, "tie-closes-passage"):
        for other in position.knights:
            if other.fighting and other.inside and other.at == knight.at and not other.out and other.id != knight.id:
                found.append(no("challenge.tie-closes-area goes-in", other, other.id, about=(other.id, other.fighting)))
    return found


def do_go_in(draft: Draft, action: Action) -> None:
    """He goes in, with the partners who can; whoever is there may challenge him, and the area's card is drawn."""
    knight = draft.mover
    name = draft.area(knight.at).name or ""
    along = [p for p in partners_here(draft, knight) if name == "island" or "golden-bough" in p.things]
    for one in (knight, *along):
        draft.set_knight(one.id, inside=True, met=(), came=(), passable=(), arrived="walked", castle_rank=0)
        look_at_hidden(draft, one.id)
    # The first to go in draws, and must meet whom he draws; whoever follows may come out again.
    draft.moment = "arrived" if draft.area(knight.at).drawn else "after"
    draft.stayed, draft.powers = False, plus(draft.powers, "went-in")
    draft.tell(
        f"goes-in-{name}",
        "area.cave-enter" if name == "cave" else "area.island-enter",
        who=knight,
        others=[p.id for p in along],
        at=knight.at,
    )
    ask_bystanders(draft, knight.id)
    draft.push("glade", None, knight.id)
