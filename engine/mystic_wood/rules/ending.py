"""Ending a turn, and leaving the Wood with the quest done."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import storm
from engine.mystic_wood.rules.challenging import ask_bystanders
from engine.mystic_wood.rules.encounter_order import challengers_in_the_way, why_not_compelled
from engine.mystic_wood.rules.queries import cooperative, in_play, quest_of
from engine.mystic_wood.rules.turns import end_turn, finish


def why_done(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against ending the turn now (`turn.stay`)."""
    if position.moment == "start":
        return [no("turn.stay leaves")]
    return why_not_compelled(position, knight)


def do_done(draft: Draft, action: Action) -> None:
    """The turn ends."""
    end_turn(draft)


def has_fulfilled(game: AnyPosition, knight: Knight) -> bool:
    """Whether his quest is fulfilled, so that he may leave the Wood; a King's is not."""
    if knight.king:
        return False
    quest = quest_of(game, knight.id)
    return quest.card in knight.following if quest.kind == "leave-with" else knight.quest_done


def quest_missing(game: AnyPosition, knight: Knight) -> Why | None:
    """What his quest still lacks, or None when it is fulfilled (`setup.quests`, `end.quest-companion`, `end.guyon-cave`)."""
    if knight.king:
        return no("king.become")
    if has_fulfilled(game, knight):
        return None
    quest, name = quest_of(game, knight.id), knight.id
    if quest.kind == "leave-with":
        grail = quest.card == "holy-grail"
        return no("end.quest-companion grail" if grail else "end.quest-companion", name, quest.card or "", knight)
    if quest.kind == "beat":
        return no("setup.quests", name, quest.denizen or "")
    return no("end.guyon-cave", name, quest.turns)


def why_leave(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against leaving the Wood by the Enchanted Gate (`end.leave`)."""
    found = why_not_alone(position, knight)
    if (
        knight.at == position.wood.enchanted_gate
        and position.moment == "start"
        and not challengers_in_the_way(position, knight)
    ):
        found += why_not_compelled(position, knight)
    if knight.at == position.wood.enchanted_gate and (position.moment != "start" or not position.stayed):
        found.append(no("end.leave not-yet"))
    if cooperative(position):
        for other in in_play(position):
            if other.id != knight.id and why_not_alone(position, other):
                found.append(no("variant.cooperative", other, about=(other.id,)))
    return found


def why_not_alone(game: AnyPosition, knight: Knight) -> list[Why]:
    """What keeps this one Knight from leaving, whoever's turn it is."""
    found = []
    if knight.at != game.wood.enchanted_gate:
        found.append(
            no("end.leave elsewhere", game.wood.enchanted_gate, knight, knight.at, about=(game.wood.enchanted_gate,))
        )
    else:
        hostile = challengers_in_the_way(game, knight)
        if hostile:
            found.append(no("end.leave denizens", hostile, about=tuple(hostile)))
        if storm.turns_left(game, game.wood.enchanted_gate):
            found.append(no("reaction.storm-scope gate", about=(game.wood.enchanted_gate,)))
    missing = quest_missing(game, knight)
    if missing is not None:
        found.append(missing)
    if knight.fighting:
        found.append(no("challenge.tie leaves", knight, about=(knight.fighting,)))
    if knight.must_rescue:
        found.append(no("rescue.no-leaving", knight, knight.must_rescue, about=knight.must_rescue))
    return found


def do_leave(draft: Draft, action: Action) -> None:
    """He is about to leave: those who stand by and would not win with him may challenge him before he is gone (`joust.when`)."""
    draft.push("leave", None, draft.turn)
    if not cooperative(draft):
        ask_bystanders(draft, draft.turn, leaving=True)
    if draft.pending[-1].kind == "offer":
        draft.tell("about-to-leave-wood", "joust.when", who=draft.turn, at=draft.wood.enchanted_gate)


def kept_in_the_wood(game: AnyPosition, waiting: Pending) -> bool:
    """Whether he who was about to leave can do so no more."""
    return bool(why_not_alone(game, game.knight(waiting.knight)))


def cannot_leave(draft: Draft, waiting: Pending) -> None:
    """It is told by which rules he who was about to leave has to stay (`joust.when`)."""
    reasons = why_not_alone(draft, draft.knight(waiting.knight))
    draft.tell("cannot-leave", *dict.fromkeys(why.rule for why in reasons), who=waiting.knight)


def leave_wood(draft: Draft, step: Pending) -> None:
    """He leaves the Wood, his quest done, and has won; in cooperative play all do together (an automatic step)."""
    knight = draft.knight(step.knight)
    winners = [knight.id]
    rules = ["end.leave", "setup.quests"]
    if quest_of(draft, knight.id).kind == "leave-with":
        rules.append("end.quest-companion")
    if cooperative(draft):
        winners += [k.id for k in in_play(draft) if k.id != knight.id]
        rules.append("variant.cooperative")
    draft.tell("leaves-and-wins", *rules, who=winners, at=knight.at)
    finish(draft, *winners)
