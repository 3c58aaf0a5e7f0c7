"""What a Knight holds, and what lies in an area of the Mystic Wood: ids of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.mystic_wood.position.table import Area, Knight


def held_by(knight: Knight) -> frozenset[str]:
    """The ids of all cards a Knight holds: things, companions, prowess cards, Horse, Grail and Blessing."""
    found = {*knight.things, *knight.companions, *knight.prowess_cards}
    found |= {
        card
        for card, has in (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
        if has
    }
    return frozenset(found)


def lying_in(area: Area) -> frozenset[str]:
    """The ids of the denizens and loose things that lie in an area."""
    return frozenset({*area.denizens, *area.things, *area.things_outside})
