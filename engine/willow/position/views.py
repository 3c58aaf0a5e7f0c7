"""What a player sees: the hands of his side, all that lies open, and of the others what has been seen (`elora.secret`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.contract.events import Event
from engine.willow.position.draft import PRIVATE
from engine.willow.position.table import UNKNOWN, Character, Position


def _hand(one: Character, side: str | None) -> tuple[str, ...]:
    """A hand as a side sees it: its own whole, of another only the cards it has seen there."""
    if side == one.side:
        return one.hand
    known = one.known if side is not None else ()
    return tuple(sorted((*known, *(UNKNOWN for _ in range(len(one.hand) - len(known))))))


def view(position: Position, side: str | None) -> Position:
    """The position as a side knows it; None: as all know it who only look on."""
    looks_on = side is None
    characters = tuple(
        one._replace(hand=_hand(one, side), known=() if looks_on else one.known) for one in position.characters
    )
    lying = tuple((place, name if (side, place) in position.looked else UNKNOWN) for place, name in position.lying)
    seen = replace(position, characters=characters, lying=lying, next_cards=())
    if seen.elora == "held" and not seen.holder:
        seen = replace(seen, elora=UNKNOWN)
    if looks_on and position.suspects:
        of = position.character(position.suspects[0]).side
        seen = replace(seen, suspects=tuple(one.id for one in position.of_side(of)))
    return seen


def redacted(event: Event, side: str | None) -> Event:
    """An event as a side hears it: without the card that only the other side sees."""
    if event.kind in PRIVATE and event.way != side:
        return event._replace(what=(UNKNOWN,))
    if event.kind == "hand-captured" and side is None:
        return event._replace(what=(UNKNOWN,))
    return event


def redacted_action(text: str, events: tuple[Event, ...], side: str | None) -> str:
    """What was done, as a side hears it."""
    words = text.split()
    first = next((event for event in events if event.kind in PRIVATE), None)
    if first is None or first.way == side:
        return text
    if words[0] == "treasure":
        return f"treasure {UNKNOWN}"
    if words[1:2] == ["draws"] or (words[1:2] == ["gives"] and first.kind in ("gives", "dealt")):
        words[2] = UNKNOWN
    return " ".join(words)


def holders(position: Position) -> tuple[str, ...]:
    """Who may hold Elora Danan: the one who is seen to, or else the set of those who may, never with a probability."""
    return (position.holder,) if position.holder else position.suspects


def unseen(position: Position) -> Counter[str]:
    """The Encounter cards that are nowhere in sight: in the deck, or in hands that are not seen."""
    return position.undrawn()
