"""How somebody looks at a stage: kept by his link, never written down."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.draw.page import Effect


@dataclass(frozen=True, slots=True)
class Looking:
    """How a viewer looks: the drawer that is open on his clicker, the pips he has picked of a throw, what he draws with, the card
    before him; and what happens once."""

    card: str = ""
    picked: tuple[str, ...] = ()
    tool: str = "arrow"
    effects: tuple[Effect, ...] = ()
    touches: int = 0
