"""Setting up a new game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.material.ledger import default_edition, editions
from engine.mystic_wood.material.wood import wood_of
from engine.mystic_wood.notation.reading import VARIANTS
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from engine.text.faults import Fault, ImpossibleSituation, nearest, sentence


def new_game(knights: Sequence[str], edition: str | None = None, variants: Sequence[str] = ()) -> State:
    """A new game (`wood.grid`, `setup.pack`, `setup.players`, `setup.choose`, `setup.start`, `setup.open-cards`).

    ``knights`` in the order of choosing; the order of play is the reverse (`setup.order`). Every Knight stands at the Earthly
    Gate. Raises ImpossibleSituation with every fault: an unknown or repeated Knight, more than four, an unknown edition.
    """
    edition = edition or default_edition()
    faults = []
    for knight in knights:
        if knight not in KNIGHTS:
            hint = nearest(knight, KNIGHTS)
            faults.append(Fault("knights", f"there is no Knight {knight!r}", sentence(hint)))
    if len(set(knights)) != len(knights):
        faults.append(
            Fault("knights", "a Knight is chosen twice", "Each player chooses another Knight (setup.choose).")
        )
    if not 1 <= len(knights) <= 4:
        faults.append(
            Fault("knights", f"{len(knights)} Knights play", "Two to four play, or one for practice (setup.players).")
        )
    if edition not in editions():
        faults.append(Fault("edition", f"there is no edition {edition!r}", f"Editions: {', '.join(editions())}."))
    for variant in variants:
        if variant not in VARIANTS:
            faults.append(Fault("variants", f"there is no variant {variant!r}", f"Variants: {', '.join(VARIANTS)}."))
    if faults:
        raise ImpossibleSituation(faults)
    order = tuple(reversed(knights))
    gate = wood_of(edition).earthly_gate
    seats = tuple(Knight(knight, gate) for knight in order)
    return State(edition, empty_wood(edition), seats, order[0], variants=tuple(sorted(variants)))
