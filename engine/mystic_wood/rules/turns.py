"""Turns: how one ends with all that a full turn brings, how the next begins, and how the game is over."""

from __future__ import annotations

from engine.mystic_wood.material.cards import is_challenger
from engine.mystic_wood.position.draft import Draft, plus
from engine.mystic_wood.position.table import Area, Knight, Peace
from engine.mystic_wood.rules import storm
from engine.mystic_wood.rules.encounter_order import unmet
from engine.mystic_wood.rules.hidden import look_at_hidden
from engine.mystic_wood.rules.placing import break_prayer, part_partners, take_denizen
from engine.mystic_wood.rules.queries import in_play, quest_of, unexplored


def end_turn(draft: Draft) -> None:
    """End the turn under way with all that a full turn brings, and begin the next that is not forfeited."""
    draft.pending.clear()
    knight = draft.mover
    if not knight.out:
        full_turn(draft, knight)
    if draft.over:
        return
    storm.count_turn(draft, knight.id)
    knight = draft.mover
    draft.set_knight(
        knight.id, met_last_turn=knight.met_this_turn, met_this_turn=(), arrived=_arrived_after_turn(draft, knight)
    )
    for one in list(draft.knights):
        # a combination lasts until the turn ends, or as long as a fight of theirs is undecided
        if one.partners and one.fighting is None and not any(draft.knight(p).fighting for p in one.partners):
            part_partners(draft, one.id)
    draft.powers = ()  # they were his whose turn is over
    while True:
        seat = draft.seat[draft.turn]
        draft.turn = draft.knights[(seat + 1) % len(draft.knights)].id
        upcoming = draft.mover
        if not upcoming.out and not upcoming.forfeits:
            break
        storm.count_turn(draft, upcoming.id)
        if upcoming.out:
            continue
        draft.set_knight(upcoming.id, forfeits=upcoming.forfeits[1:], met_last_turn=())
        draft.tell("forfeits", upcoming.forfeits[0], who=upcoming)
        break_prayer(draft, upcoming.id)
    draft.tell("turn", "setup.order", who=draft.turn)
    begin_turn(draft)


def _arrived_after_turn(draft: Draft, knight: Knight) -> str:
    """Transportation holds him through the first turn in which he can meet whom he finds (`withdraw.not-after-transport`)."""
    if knight.arrived != "transported":
        return knight.arrived
    nothing_left = not unexplored(draft, knight) and not unmet(draft, knight)
    return "earlier" if draft.stayed or nothing_left else "transported"


def begin_turn(draft: Draft) -> None:
    """Begin the turn of the Knight in ``draft.turn``."""
    draft.moment, draft.stayed, draft.powers = "start", True, ()
    look_at_hidden(draft, draft.turn)


def stop(draft: Draft, knight_id: str) -> None:
    """A Knight sent away ends his turn; the rest of the denizens stay as they are (`order.sent-away-stops`)."""
    if knight_id == draft.turn:
        end_turn(draft)


# ------------------------------------------------------------------ what a turn in one place counts for


def full_turn(draft: Draft, knight: Knight) -> None:
    """What a turn that began and ended in one place counts for (`turn.full`)."""
    area = draft.area(knight.at)
    _turn_in_the_cave(draft, knight, area)
    _turn_of_prayer(draft, knight, area)
    _turn_in_the_castle(draft, knight, area)


def _turn_in_the_cave(draft: Draft, knight: Knight, area: Area) -> None:
    """Guyon's quest: three full turns inside the Cave, one after the other (`end.guyon-cave`)."""
    in_cave = knight.inside and area.name == "cave"
    if draft.stayed and in_cave and not knight.king and quest_of(draft, knight.id).kind == "cave":
        turns, enough = knight.cave_turns + 1, quest_of(draft, knight.id).turns
        done = knight.quest_done or turns >= enough
        draft.set_knight(knight.id, cave_turns=min(turns, enough), quest_done=done)
        if not knight.quest_done:
            draft.tell(
                "cave-quest-done" if done else "turn-in-the-cave",
                "end.guyon-cave",
                "turn.full",
                "setup.guyon-bough",
                *storm.harmless(area),
                who=knight,
                at=knight.at,
                number=turns,
            )
    elif knight.cave_turns and not in_cave:
        draft.set_knight(knight.id, cave_turns=0)


def _turn_of_prayer(draft: Draft, knight: Knight, area: Area) -> None:
    """Three full turns of prayer with the Bishop bring the Ring (`card.bishop-prayer`)."""
    if not ("pray" in draft.powers and draft.stayed and "bishop" in area.denizens):
        break_prayer(draft, knight.id)
        return
    rules = ("card.bishop-prayer", "turn.full", *storm.harmless(area))
    turns = knight.prayer_turns + 1
    if turns < 3:
        draft.set_knight(knight.id, prayer_turns=turns)
        draft.tell("has-prayed", *rules, who=knight, what="bishop", number=turns)
        return
    take_denizen(draft, "bishop", knight.at)
    draft.set_knight(knight.id, prayer_turns=0, things=plus(draft.knight(knight.id).things, "ring"))
    draft.tell("prayer-heard", *rules, "reaction.gives", who=knight, what=("bishop", "ring"))


def _turn_in_the_castle(draft: Draft, knight: Knight, area: Area) -> None:
    """A King who holds the Castle for a full turn, with nobody in his way, has won (`king.win`)."""
    if not (knight.king and draft.stayed and area.name == "castle") or knight.captured or knight.fighting is not None:
        return
    in_the_way = [d for d in area.denizens if is_challenger(d)]
    rivals = [k.id for k in in_play(draft) if k.at == knight.at and k.id != knight.id and not _beaten_here(knight, k)]
    if in_the_way or rivals:
        draft.tell("castle-not-held", "king.win", who=knight, others=rivals, what=in_the_way, at=knight.at)
    elif "jousted" in draft.powers or any(map(is_challenger, knight.met_this_turn)):
        draft.tell("castle-turn-begins", "king.win", "turn.full", who=knight, at=knight.at)
    else:
        draft.tell("king-wins", "king.win", "turn.full", who=knight, at=knight.at)
        finish(draft, knight.id)


def _beaten_here(king: Knight, rival: Knight) -> bool:
    """Whether the King has jousted this rival in the Castle, and is King still: such a one does not block him (`king.win`)."""
    return Peace(rival.id, king.at) in king.at_peace or Peace(king.id, king.at) in rival.at_peace


# ------------------------------------------------------------------ the end


def finish(draft: Draft, *winners: str) -> None:
    """The game is over; ``winners`` may be empty (a new game is started)."""
    draft.over, draft.winners = True, winners
    draft.pending.clear()


def count_survivors(draft: Draft) -> None:
    """A single player left in the game has won (`king.dethroned`)."""
    left = in_play(draft)
    if len(left) == 1 and len(draft.knights) > 1 and not draft.over:
        draft.tell("alone-wins", "king.dethroned", who=left[0])
        finish(draft, left[0].id)
