"""What one might try in the Mystic Wood, where a refusal comes from, and a moment with some cards out of the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.contract.verdicts import Verdict
from engine.mystic_wood.material.cards import name_of
from tutor.teach.game.teachable import Refutation

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: What a Knight who only stands by prefers to do, when asked; the first that is legal.
STANDING_BY = ("done", "stay", "no joust", "keep", "decline", "prize none", "defend", "withdraw")


def without(state: State, at: str, cards: Sequence[str]) -> State:
    """The same moment with these out of the way, and any fight with them over."""
    area = state.area(at)
    emptied = area._replace(
        denizens=tuple(card for card in area.denizens if card not in cards),
        things=tuple(card for card in area.things if card not in cards),
        things_outside=tuple(card for card in area.things_outside if card not in cards),
    )
    number = state.wood.index[at]
    knights = tuple(knight._replace(fighting=None) if knight.fighting in cards else knight for knight in state.knights)
    return replace(state, areas=(*state.areas[:number], emptied, *state.areas[number + 1 :]), knights=knights)


def every_try(state: State, learner: str) -> tuple[str, ...]:
    """Actions a learner could well try by clicking about: the ways out, staying, what lies here, what he holds, the others."""
    knight = state.knight(learner)
    here = state.area(knight.at)
    tries = [f"move {direction}" for direction in ("north", "east", "south", "west")]
    tries += ["stay", "done", "withdraw", "leave", "drink", "pray", "go in", "wand", "use key"]
    tries += [f"meet {denizen}" for denizen in here.denizens]
    tries += [f"take {thing}" for thing in (*here.things, *here.things_outside)]
    tries += [f"drop {thing}" for thing in knight.things]
    tries += [
        f"joust {other.id}"
        for other in state.knights
        if other.id != learner and other.at == knight.at and not other.out
    ]
    return tuple(dict.fromkeys(tries))


def refusal_on_board(state: State, learner: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the area walked toward, or the denizen, thing or Knight the reasons name."""
    words = action.split()
    knight = state.knight(learner)
    text = verdict.reasons[0].text if verdict.reasons else ""
    if words[0] == "move" and len(words) > 1:
        return Refutation(text, learner, at=state.wood.neighbours[knight.at].get(words[1], f"edge:{words[1]}"))
    here = state.area(knight.at)
    others = [k.id for k in state.knights if k.id != learner and k.at == knight.at]
    present = [*here.denizens, *here.things, *here.things_outside, *others]
    told = " ".join(reason.text for reason in verdict.reasons).lower()
    named = [card for card in present if name_of(card).lower() in told]
    blamed = [card for card in named if card not in words]
    cause = (blamed or named or [None])[0]  # type: ignore[list-item]
    return Refutation(text, learner, at=knight.at, cause=cause)
