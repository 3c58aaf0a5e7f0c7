"""How a viewer looks at an exercise; cards he may look at, and the row of a table that the last throw has found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.mystic_wood.material.cards import CARDS, name_of

if TYPE_CHECKING:
    from engine.events import Event
    from engine.mystic_wood.play.state import State


@dataclass(frozen=True, slots=True)
class Viewing:
    """How one viewer looks at an exercise: his own, and never written down.

    ``close``: of a large board only a part is shown (None: as the exercise opens it), round the area ``middle`` ("": round the
    learner's Knight). ``card`` is what he looks at: "denizen:orc" on the board, "orc" from beside it, "hand:George"; "" for
    nothing. ``film`` is what he wants to see once more, for the ``plays``-th time: "answer" or "solution". ``at`` is the picture
    of a proof he looks at, ``bench`` what is selected and said where something is built.
    """

    close: bool | None = None
    middle: str = ""
    card: str = ""
    film: str = ""
    plays: int = 0
    at: int = 0
    bench: tuple[str, ...] = ()


class Thrown(NamedTuple):
    """What the throw for a denizen's reaction has come to, with all that is added."""

    card: str
    number: int


class Look(NamedTuple):
    """A card to be looked at; ``number`` is what was last thrown on its table, 0 if nothing was."""

    card: str
    name: str
    number: int = 0


def thrown_in(events: Iterable[Event], before: Thrown | None = None) -> Thrown | None:
    """The last throw on a denizen's table among the events; ``before`` is the one that was under way when they began.

    >>> from engine import mystic_wood as mw
    >>> c2 = '[areas.c2]\\npaths = "NESW"\\ndenizens = ["elf"]\\n[knights.guyon]\\nat = "c2"'
    >>> state = mw.loads('order = ["guyon"]\\nmoment = "arrived"\\n' + c2)
    >>> threw = state.play("meet elf").state.play("roll 3")
    >>> thrown_in(threw.events)
    Thrown(card='elf', number=3)
    >>> thrown_in(threw.state.play("add 1").events, thrown_in(threw.events))
    Thrown(card='elf', number=4)
    """
    now = before
    for event in events:
        card = next((card for card in event.what if card in CARDS.denizens), "")
        if event.kind == "throws" and card:
            now = Thrown(card, event.dice[0])
        elif event.kind == "adds-1" and now is not None:
            now = now._replace(number=event.number)
        elif event.kind == "approach-sum" and card:
            now = Thrown(card, event.sums[0].total)
    return now


def cards_at(state: State, knight: str, thrown: Thrown | None) -> tuple[Look, ...]:
    """The cards of all that lies where a Knight is, and first that of whoever has just been thrown for."""
    here = state.area(state.knight(knight).at)
    lying = [card for card in (*here.denizens, *here.things, *here.things_outside) if card in CARDS.all()]
    first = [thrown.card] if thrown is not None else []
    numbers = {thrown.card: thrown.number} if thrown is not None else {}
    return tuple(Look(card, name_of(card), numbers.get(card, 0)) for card in dict.fromkeys((*first, *lying)))
