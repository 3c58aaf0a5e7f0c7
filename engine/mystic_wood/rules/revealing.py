"""An area card nobody has seen turns out to be one of those that are left, and what it was turned up for goes on."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.whereabouts import unseen_tiles
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.exploring import explore, explore_here
from engine.mystic_wood.rules.hidden import hidden_cards, who_sees
from engine.mystic_wood.rules.placing import Approach
from engine.mystic_wood.rules.reactions import horse_runs


def why_reveal(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against this being the card that turns up (`explore.look`, `wood.halves`)."""
    at = waiting.area
    tile = position.tiles[action.of]
    if tile.half != position.wood.half_of(at) or tile.fixed:
        return [no("wood.halves", action.of, position.wood.half_of(at), at)]
    if action.of not in unseen_tiles(position, position.wood.half_of(at)):
        return [no("explore.look", action.of, at)]
    return []


def do_reveal(draft: Draft, waiting: Pending, action: Action) -> None:
    """An area card turns out to be this one (`explore.look`)."""
    at = waiting.area
    draft.set_area(at, tile=draft.tiles[action.of], turned=False)
    if waiting.purpose == "explore":
        explore(draft, draft.knight(waiting.knight), at, waiting.way)
    elif waiting.purpose == "here":
        explore_here(draft, waiting.knight, begun=True)
    else:
        draft.set_area(at, seen=plus(draft.area(at).seen, *who_sees(draft, waiting.knight)))
        card = () if hidden_cards(draft) else action.of
        draft.tell("looks-for-horse", "reaction.runs", who=waiting.knight, what=card, at=at)
        horse_runs(draft, Approach(waiting.knight, "horse", waiting.holder), waiting.way)
