"""The three spells: carried out at once when drawn, and out of the game (`glade.spell`, `spell.discard`)."""

from __future__ import annotations

from engine.mystic_wood.position.draft import Draft, plus
from engine.mystic_wood.rules.placing import free_of_fights, place_denizen, relocate
from engine.mystic_wood.rules.queries import in_play


def cast(draft: Draft, at: str, spell: str) -> None:
    """A spell drawn at an area is carried out at once and discarded."""
    draft.removed = plus(draft.removed, spell)
    {"mystic-fog": fog, "mystic-wind": wind, "mystic-horn": horn}[spell](draft, at)


def fog(draft: Draft, at: str) -> None:
    """Every face-up area with an arrow in this half turns (`spell.fog`)."""
    half = draft.wood.half_of(at)
    turned = []
    for name, area in zip(draft.wood.areas, draft.areas, strict=True):
        if draft.wood.half_of(name) == half and area.face_up and area.tile is not None and area.tile.arrow:
            turned.append(name)
    for name in turned:
        draft.set_area(name, turned=not draft.area(name).turned)
    draft.tell("fog", "spell.fog", "glade.spell", "spell.discard", "wood.arrow", what=turned, at=at)


def wind(draft: Draft, at: str) -> None:
    """All things held, and the Grail, fly to the corresponding areas (`spell.wind`)."""
    draft.tell("wind", "spell.wind", "glade.spell", "spell.discard", at=at)
    for knight in in_play(draft):
        to = draft.wood.corresponding_area(knight.at)
        if knight.things:
            draft.set_knight(knight.id, things=())
            draft.set_area(to, things=plus(draft.area(to).things, *knight.things))
            draft.tell("blown-away", "spell.wind", "thing.loose", who=knight, what=knight.things, at=knight.at, to=to)
        if knight.grail and knight.at != draft.wood.tower:
            draft.set_knight(knight.id, grail=False)
            place_denizen(draft, "holy-grail", to)
            draft.tell(
                "grail-blown-away",
                "spell.wind",
                "thing.grail-horse",
                who=knight,
                what="holy-grail",
                at=knight.at,
                to=to,
            )


def horn(draft: Draft, at: str) -> None:
    """All Knights are transported; the drawer's turn ends once all spells are carried out (`spell.horn`)."""
    draft.tell("horn", "spell.horn", "glade.spell", "spell.discard", at=at)
    for knight in in_play(draft):
        if knight.at == draft.wood.tower:
            draft.tell("stays-in-the-tower", "spell.horn", "wood.numbers", who=knight, at=draft.wood.tower)
            continue
        free_of_fights(draft, knight.id, "spell.horn")
        if knight.captured:
            draft.tell("carried-from-enchantress", "spell.horn", who=knight, at=knight.at)
        to = draft.wood.corresponding_area(knight.at)
        draft.tell("carried-by-horn", "spell.horn", "wood.numbers", who=knight, at=knight.at, to=to)
        relocate(draft, knight.id, to, arrived="transported")
