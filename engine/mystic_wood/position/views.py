"""What one player knows: everything only others have looked at is undecided again."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import is_not

from engine.mystic_wood.material.wood import AREAS
from engine.mystic_wood.position.draft import minus
from engine.mystic_wood.position.table import Area, Position


def seen_by(state: Position, knight_id: str | None) -> Position:
    """The state as a player sees it; None: as everybody does, which is what all who play have seen.

    A face-down card he has not looked at is unknown; denizens lying face down that he does not know are left out
    (hidden-cards variant, `variant.hidden`); the stacked pack is not seen. KeyError if he is not in the game.
    """
    if knight_id is None:
        viewers = tuple(sorted(knight.id for knight in state.knights if not knight.out))
    else:
        viewers = (state.knight(knight_id).id,)
    areas = _areas(state.areas, viewers)
    if areas is state.areas and not state.next_cards:
        return state
    view = type(state)(
        state.edition,
        areas,
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


#: What viewers saw last, and of what: between two decisions little changes, and to compare is quicker than to look.
_UNSEEN = (None,) * len(AREAS)
_SEEN: dict[tuple[str, ...], tuple[tuple[Area, ...], tuple[Area, ...]]] = {}


def _areas(areas: tuple[Area, ...], viewers: tuple[str, ...]) -> tuple[Area, ...]:
    """The areas as all the viewers know them; the very same where they know all."""
    last = _SEEN.get(viewers)
    if last is not None and last[0] == areas:
        return areas if last[1] is last[0] else last[1]
    before, seen = (_UNSEEN, list(areas)) if last is None else (last[0], list(last[1]))
    for number in compress(range(len(areas)), map(is_not, before, areas)):
        area = areas[number]
        secret = area.hidden or (not area.face_up and area.tile is not None)
        seen[number] = _area(area, viewers) if secret else area
    known = tuple(seen)
    known = areas if known == areas else known
    _SEEN[viewers] = (areas, known)
    return known


@lru_cache(maxsize=4096)
def _area(area: Area, viewers: tuple[str, ...]) -> Area:
    if area.tile is not None and not area.face_up:
        area = area._replace(seen=viewers) if {*viewers} <= {*area.seen} else area._replace(tile=None, seen=())
    if area.hidden:
        known = tuple((card, viewers) for card, seers in area.hidden if {*viewers} <= {*seers})
        unknown = {card for card, _ in area.hidden} - {card for card, _ in known}
        area = area._replace(denizens=minus(area.denizens, *unknown), hidden=known)
    return area
