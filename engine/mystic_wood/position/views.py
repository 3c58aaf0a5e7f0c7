"""What one player knows: everything only others have looked at is undecided again."""

from __future__ import annotations

from dataclasses import replace

from engine.mystic_wood.position.draft import minus
from engine.mystic_wood.position.table import Area, Position


def seen_by(state: Position, knight_id: str) -> Position:
    """The state as a player sees it.

    A face-down card he has not looked at is unknown; denizens lying face down that he does not know are left out
    (hidden-cards variant, `variant.hidden`); the stacked pack is not seen. KeyError if he is not in the game.
    """
    state.knight(knight_id)
    areas = tuple([_area(area, knight_id) if _has_secrets(area) else area for area in state.areas])
    if areas == state.areas and not state.next_cards:
        return state
    return replace(state, areas=areas, next_cards=())


def _has_secrets(area: Area) -> bool:
    return bool(area.hidden or (area.tile is not None and not area.face_up))


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
