"""Ending a turn, and leaving the Wood with the quest done."""

from __future__ import annotations

from engine.mystic_wood.material.cards import the
from engine.mystic_wood.material.ledger import Why, is_challenger
from engine.mystic_wood.material.wood import ENCHANTED_GATE
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, Game
from engine.mystic_wood.position.state import Knight, State
from engine.mystic_wood.rules.exploring import why_not_compelled
from engine.mystic_wood.rules.flow import cap, end_turn, finish, in_play, knight_name, storm_over


def why_done(state: State, knight: Knight, action: Action) -> list[Why]:
    if state.moment == "start":
        return [Why("turn.stay", "A turn needs a move, an attempt to explore, or 'stay'.", True)]
    return why_not_compelled(state, knight)


def do_done(draft: Draft, action: Action) -> None:
    end_turn(draft)


def quest_missing(knight: Knight) -> Why | None:
    """What his quest still lacks, or None when it is fulfilled (`setup.quests`, `end.quest-companion`, `end.guyon-cave`)."""
    if knight.king:
        return Why("king.become", "A King's quest is the Castle: he does not win by leaving.")
    if knight.id == "george" and not knight.quest_done:
        return Why("setup.quests", "George must have slain the Dragon.")
    if knight.id == "guyon" and not knight.quest_done:
        return Why("end.guyon-cave", "Guyon must have spent three full turns in the Cave.")
    if knight.id == "perceval" and not knight.grail:
        return Why("end.quest-companion", "Perceval must have the Grail with him.")
    if knight.id == "roland" and "princess" not in knight.companions:
        return Why("end.quest-companion", "Roland must have the Princess with him.")
    if knight.id == "britomart" and "prince" not in knight.companions:
        return Why("end.quest-companion", "Britomart must have the Prince with her.")
    return None


def why_leave(state: State, knight: Knight, action: Action) -> list[Why]:
    found = why_not_alone(state, knight)
    if knight.at == ENCHANTED_GATE and state.moment == "start":
        found += [
            why for why in why_not_compelled(state, knight) if not any("at the Gate" in other[1] for other in found)
        ]
    if knight.at == ENCHANTED_GATE and (state.moment != "start" or not state.stayed):
        found.append(Why("end.leave", "One leaves on the turn after reaching the Gate safely."))
    if "cooperative" in state.variants:
        for other in in_play(state):
            if other.id != knight.id and why_not_alone(state, other):
                found.append(
                    Why("variant.cooperative", f"All leave together, and {knight_name(other)} cannot leave yet.")
                )
    return found


def why_not_alone(game: Game, knight: Knight) -> list[Why]:
    """What keeps this one Knight from leaving, whoever's turn it is."""
    found = []
    if knight.at != ENCHANTED_GATE:
        found.append(
            Why(
                "end.leave",
                f"One leaves by the Enchanted Gate, {ENCHANTED_GATE}; {knight_name(knight)} is at {knight.at}.",
            )
        )
    else:
        area = game.area(ENCHANTED_GATE)
        hostile = [d for d in area.denizens if is_challenger(d) and not (d == "king" and knight.id == "britomart")]
        if hostile:
            found.append(
                Why(
                    "end.leave",
                    f"{cap(', '.join(the(d) for d in hostile))} at the Gate must be vanquished first.",
                    True,
                )
            )
        if storm_over(game, ENCHANTED_GATE):
            found.append(Why("reaction.storm-scope", "The storm over the Gate lets no Knight walk out."))
    missing = quest_missing(knight)
    if missing is not None:
        found.append(missing)
    if knight.fighting:
        found.append(Why("challenge.tie", f"{knight_name(knight)} is in an undecided fight."))
    if knight.must_rescue:
        found.append(
            Why(
                "rescue.no-leaving",
                f"{knight_name(knight)} must first rescue {' and '.join(the(p) for p in knight.must_rescue)}.",
            )
        )
    return found


def do_leave(draft: Draft, action: Action) -> None:
    knight = draft.mover
    winners = [knight.id]
    rules = ["end.leave", "setup.quests"]
    if knight.id in ("perceval", "roland", "britomart"):
        rules.append("end.quest-companion")
    if "cooperative" in draft.variants:
        winners += [k.id for k in in_play(draft) if k.id != knight.id]
        rules.append("variant.cooperative")
    draft.say(
        f"{' and '.join(knight_name(draft.knight(w)) for w in winners)} leave{'s' if len(winners) == 1 else ''} the Wood by "
        "the Enchanted Gate and win" + ("s." if len(winners) == 1 else "."),
        *rules,
    )
    finish(draft, *winners)
