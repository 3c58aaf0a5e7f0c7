"""What one player knows: everything only others have looked at is undecided again."""

from __future__ import annotations

from functools import lru_cache

from engine.mystic_wood.position.draft import minus
from engine.mystic_wood.position.table import Area, Position


def seen_by(state: Position, knight_id: str) -> Position:
    """The state as a player sees it.

    A face-down card he has not looked at is unknown; denizens lying face down that he does not know are left out
    (hidden-cards variant, `variant.hidden`); the stacked pack is not seen. KeyError if he is not in the game.
    """
    state.knight(knight_id)
    secrets = [n for n, area in enumerate(state.areas) if area.hidden or (not area.face_up and area.tile is not None)]
    areas = list(state.areas)
    for number in secrets:
        areas[number] = _area(areas[number], knight_id)
    known = not state.next_cards and all(areas[number] == state.areas[number] for number in secrets)
    if known:
        return state
    view = type(state)(
        state.edition,
        tuple(areas),
        state.knights,
        state.turn,
        state.moment,
        state.pending,
        state.variants,
        state.removed,
        (),
        state.stayed,
        state.powers,
        state.over,
        state.winners,
    )
    if state.listed is not None and state.to_move == knight_id:
        # what he may do is what he knows he may do, so that a list that was made is his as well
        object.__setattr__(view, "listed", state.listed)
    return view


@lru_cache(maxsize=4096)
def _area(area: Area, knight_id: str) -> Area:
    if area.tile is not None and not area.face_up:
        area = area._replace(seen=(knight_id,)) if knight_id in area.seen else area._replace(tile=None, seen=())
    if area.hidden:
        unknown = tuple(card for card, seers in area.hidden if knight_id not in seers)
        area = area._replace(
            denizens=minus(area.denizens, *unknown),
            hidden=tuple((card, (knight_id,)) for card, seers in area.hidden if knight_id in seers),
        )
    return area
