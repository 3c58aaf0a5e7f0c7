"""What is true of every state a game can reach; checked at every step of test games."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mystic_wood.material.cards import COMPANIONS
from engine.mystic_wood.position.table import Position
from engine.mystic_wood.position.whereabouts import card_places, is_shared


def misplaced(state: Position) -> list[str]:
    """Everything about this state that must not be; empty for a sound one.

    That a decision is always open is checked by :func:`engine.mystic_wood.play.state.broken_invariants`.
    """
    return [*_areas(state), *_knights(state), *_twice(state)]


def _areas(state: Position) -> Iterator[str]:
    for name, area in zip(state.wood.areas, state.areas, strict=True):
        if area.face_up and area.tile is None:
            yield f"{name} lies face up but is no card"
        if name == state.wood.tower and set(area.denizens) - {"horse"}:
            yield f"denizens in the Tower: {area.denizens}"
        if area.denizens != tuple(sorted(set(area.denizens))) or area.things != tuple(sorted(set(area.things))):
            yield f"cards at {name} are not in canonical order"
        if (area.storm > 0) != (area.storm_by is not None):
            yield f"the storm at {name} and its maker do not fit"
        if any(card not in area.denizens for card, _ in area.hidden):
            yield f"a hidden card at {name} does not lie there"


def _knights(state: Position) -> Iterator[str]:
    for knight in state.knights:
        if knight.at not in state.wood.areas:
            yield f"{knight.id} is off the grid at {knight.at}"
        if any(companion not in COMPANIONS for companion in knight.companions):
            yield f"{knight.id} has companions {knight.companions}"
        if knight.imprisoned and knight.at != state.wood.tower:
            yield f"{knight.id} is imprisoned at {knight.at}"
        if knight.inside and not state.area(knight.at).has_inside:
            yield f"{knight.id} is inside at {knight.at}"
        if knight.captured and "enchantress" not in state.area(knight.at).denizens:
            yield f"{knight.id} is a captive without the Enchantress"
        if knight.fighting in state.cards.denizens and knight.fighting not in state.area(knight.at).denizens:
            yield f"{knight.id} fights {knight.fighting}, who is not there"
        if knight.due and not is_shared(state, knight):
            yield f"{knight.due} is due to {knight.id}, though nothing is shared"
        for partner in knight.partners:
            if knight.id not in state.knight(partner).partners:
                yield f"{knight.id} is partner of {partner}, but not the other way round"


def _twice(state: Position) -> Iterator[str]:
    """Each small card is in exactly one place, each area card in at most one."""
    places: dict[str, list[str]] = {}
    drawn = ((card, "being drawn") for waiting in state.pending for card in waiting.drawn)
    for card, place in (*card_places(state), *drawn):
        places.setdefault(card, []).append(place)
    yield from (f"{card} is in several places: {where}" for card, where in places.items() if len(where) > 1)
    tiles = [area.tile.id for area in state.areas if area.tile is not None and not area.tile.own]
    if len(tiles) != len(set(tiles)) or any(tile not in state.tiles for tile in tiles):
        yield "an area card lies twice"
