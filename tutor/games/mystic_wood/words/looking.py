"""Cards of the Mystic Wood to be looked at, and the row of a table that the last throw has found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.mystic_wood.material.cards import CARDS, name_of
from tutor.teach.game.teachable import ShownCard, Thrown

if TYPE_CHECKING:
    from engine.contract.events import Event
    from engine.mystic_wood.play.state import State


def thrown_in(events: Iterable[Event], before: Thrown | None = None) -> Thrown | None:
    """The last throw on a denizen's table among the events; ``before`` is the one that was under way when they began.

    >>> from engine import mystic_wood as mw
    >>> c2 = '[areas.c2]\\npaths = "NESW"\\ndenizens = ["elf"]\\n[knights.guyon]\\nat = "c2"'
    >>> state = mw.loads('order = ["guyon"]\\nmoment = "arrived"\\n' + c2)
    >>> threw = state.play("meet elf").state.play("roll 3")
    >>> thrown_in(threw.events)
    Thrown(card='elf', number=3, die=3)
    >>> thrown_in(threw.state.play("add 1").events, thrown_in(threw.events))
    Thrown(card='elf', number=4, die=3)
    """
    now = before
    for event in events:
        card = next((card for card in event.what if card in CARDS.denizens), "")
        if event.kind == "throws" and card:
            now = Thrown(card, event.dice[0], event.dice[0])
        elif event.kind == "adds-1" and now is not None:
            now = now._replace(number=event.number)
        elif event.kind == "approach-sum" and card:
            now = Thrown(card, event.sums[0].total, event.sums[0].die)
    return now


def cards_at(state: State, knight: str, thrown: Thrown | None) -> tuple[ShownCard, ...]:
    """The cards of all that lies where a Knight is, and first that of whoever has just been thrown for."""
    here = state.area(state.knight(knight).at)
    lying = [card for card in (*here.denizens, *here.things, *here.things_outside) if card in CARDS.all()]
    first = [thrown.card] if thrown is not None else []
    numbers = {thrown.card: (thrown.number, thrown.die)} if thrown is not None else {}
    return tuple(ShownCard(card, name_of(card), *numbers.get(card, (0, 0))) for card in dict.fromkeys((*first, *lying)))


def assumed_in(text: str) -> tuple[str, ...]:
    """The cards named in a text whose values nobody has printed: they are assumed."""
    named = [card for card in CARDS.all().values() if card.provenance == "assumed"]
    return tuple(name_of(card.id) for card in named if re.search(rf"\b{name_of(card.id)}\b", text))
