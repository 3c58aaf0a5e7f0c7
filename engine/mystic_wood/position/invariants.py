"""What is true of every state a game can reach; checked at every step of test games."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, COMPANIONS, SAME_CARD
from engine.mystic_wood.material.wood import AREAS, TILES, TOWER
from engine.mystic_wood.position.state import State


def broken_invariants(state: State) -> list[str]:
    """Everything about this state that must not be; empty for a sound one.

    Each small card in exactly one place, each area card in at most one, every Knight in the grid, denizens nowhere in the
    Tower but the Horse (`tower.no-denizens`), a decision always open until the game is over.
    """
    found = []
    card_of = {thing: denizen for denizen, thing in SAME_CARD.items()}
    places: dict[str, list[str]] = {}

    def note(card: str, place: str) -> None:
        places.setdefault(card_of.get(card, card), []).append(place)

    tiles: list[str] = []
    for name, area in zip(AREAS, state.areas, strict=True):
        for card in (*area.denizens, *area.things, *area.things_outside):
            note(card, name)
        if area.tile is not None and not area.tile.own:
            tiles.append(area.tile.id)
        if area.face_up and area.tile is None:
            found.append(f"{name} lies face up but is no card")
        if name == TOWER and set(area.denizens) - {"horse"}:
            found.append(f"denizens in the Tower: {area.denizens}")
        if area.denizens != tuple(sorted(set(area.denizens))) or area.things != tuple(sorted(set(area.things))):
            found.append(f"cards at {name} are not in canonical order")
        if (area.storm > 0) != (area.storm_by is not None):
            found.append(f"the storm at {name} and its maker do not fit")
        if any(card not in area.denizens for card, _ in area.hidden):
            found.append(f"a hidden card at {name} does not lie there")
    for knight in state.knights:
        for card in (*knight.things, *knight.companions, *knight.prowess_cards):
            note(card, knight.id)
        for holds, card in (
            (knight.horse, "horse"),
            (knight.grail, "holy-grail"),
            (knight.blessing, "hermit"),
            (knight.king, "king"),
        ):
            if holds:
                note(card, knight.id)
        if knight.at not in AREAS:
            found.append(f"{knight.id} is off the grid at {knight.at}")
        if any(companion not in COMPANIONS for companion in knight.companions):
            found.append(f"{knight.id} has companions {knight.companions}")
        if knight.imprisoned and knight.at != TOWER:
            found.append(f"{knight.id} is imprisoned at {knight.at}")
        if knight.inside and not state.area(knight.at).has_inside:
            found.append(f"{knight.id} is inside at {knight.at}")
        if knight.captured and "enchantress" not in state.area(knight.at).denizens:
            found.append(f"{knight.id} is a captive without the Enchantress")
        if knight.fighting in CARDS.denizens and knight.fighting not in state.area(knight.at).denizens:
            found.append(f"{knight.id} fights {knight.fighting}, who is not there")
        for partner in knight.partners:
            if knight.id not in state.knight(partner).partners:
                found.append(f"{knight.id} is partner of {partner}, but not the other way round")
    for card in state.removed:
        note(card, "removed")
    for waiting in state.pending:
        if waiting.kind == "draw":
            for card in waiting.other:
                note(card, "being drawn")
    found += [f"{card} is in several places: {where}" for card, where in places.items() if len(where) > 1]
    if len(tiles) != len(set(tiles)) or any(tile not in TILES for tile in tiles):
        found.append("an area card lies twice")
    if not state.over and not state.legal_actions():
        found.append("no decision is open, though the game is not over")
    chances = state.chances()
    if chances and sum(chances.values()) != 1:
        found.append("the chances do not sum to 1")
    return found
