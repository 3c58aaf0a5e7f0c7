"""The hidden-cards variant: who knows which denizen that lies face down (`variant.hidden`)."""

from __future__ import annotations

from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Area, Knight
from engine.mystic_wood.rules.queries import in_play, outside


def hidden_cards(game: AnyPosition) -> bool:
    """Whether the hidden-cards variant is played."""
    return "hidden" in game.variants


def who_sees(draft: Draft, knight_id: str) -> tuple[str, ...]:
    """Who sees a card that this Knight looks at: all, or with hidden cards he alone."""
    return (knight_id,) if hidden_cards(draft) else tuple(k.id for k in in_play(draft))


def without(area: Area, denizen: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The face-down denizens of an area but for one."""
    return tuple(entry for entry in area.hidden if entry[0] != denizen) if area.hidden else ()


def lay_face_down(draft: Draft, at: str, denizen: str, *seers: str) -> None:
    """A denizen lies face down in an area, known to these Knights."""
    area = draft.area(at)
    draft.set_area(at, hidden=tuple(sorted((*without(area, denizen), (denizen, plus((), *seers))))))


def look_at_hidden(draft: Draft, knight_id: str) -> None:
    """Whoever is in a place sees the cards that lie there face down, for he may have to meet them."""
    knight = draft.knight(knight_id)
    area = draft.area(knight.at)
    if area.hidden and not outside(draft, knight):
        draft.set_area(knight.at, hidden=tuple((card, plus(seers, knight_id)) for card, seers in area.hidden))


def show_hidden(draft: Draft, knight_id: str, denizen: str) -> None:
    """An encountered denizen is shown, but for a few."""
    at = draft.knight(knight_id).at
    area = draft.area(at)
    seers = next((seers for card, seers in area.hidden if card == denizen), None)
    if seers is None:
        return
    if denizen in switch(draft.edition, "left-face-down"):
        lay_face_down(draft, at, denizen, *seers, knight_id)
    else:
        draft.set_area(at, hidden=without(area, denizen))
        draft.tell("shown", "variant.hidden", what=denizen, at=at)


def known_denizens(game: AnyPosition, knight: Knight, at: str) -> set[str]:
    """The denizens of an area this Knight knows of."""
    area = game.area(at)
    return set(area.denizens) - {card for card, seers in area.hidden if knight.id not in seers}


def armour_under_dwarf(game: AnyPosition, knight: Knight) -> bool:
    """Whether the Dwarf, left face down, has told him that the Armour is here for him alone."""
    if not hidden_cards(game) or not knight.knows_armour or outside(game, knight):
        return False
    return any(card == "dwarf" for card, _ in game.area(game.wood.corresponding_area(knight.at)).hidden)


def armour_is_secret(game: AnyPosition, knight: Knight) -> bool:
    """Whether only those who have met the Dwarf may pick up the Armour, and he is none of them."""
    return hidden_cards(game) and not knight.knows_armour


def take_from_under_dwarf(draft: Draft, knight: Knight) -> None:
    """The Armour's card is still the Dwarf's, face down in the corresponding area: it is taken from there."""
    there = draft.wood.corresponding_area(knight.at)
    far = draft.area(there)
    draft.set_area(there, denizens=minus(far.denizens, "dwarf"), hidden=without(far, "dwarf"))
    draft.tell("takes-armour-card", "variant.hidden", "thing.dwarf-armour", who=knight, what="armour", at=there)
