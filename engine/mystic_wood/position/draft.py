"""A state being made from another while one action is played, and the events that tell what happened."""

from __future__ import annotations

from typing import Any

from engine.mystic_wood.material.wood import INDEX
from engine.mystic_wood.position.state import Area, Knight, Pending, State
from engine.verdicts import Event


class Draft:
    """The next state in the making. Rule code reads and changes it; :meth:`freeze` gives the immutable state."""

    __slots__ = (
        "areas",
        "edition",
        "events",
        "knights",
        "moment",
        "next_cards",
        "over",
        "pending",
        "powers",
        "removed",
        "seat",
        "stayed",
        "turn",
        "variants",
        "winners",
    )

    def __init__(self, state: State) -> None:
        self.edition = state.edition
        self.variants = state.variants
        self.areas = list(state.areas)
        self.knights = list(state.knights)
        self.seat = {knight.id: number for number, knight in enumerate(state.knights)}
        self.turn = state.turn
        self.moment = state.moment
        self.pending = list(state.pending)
        self.removed = state.removed
        self.next_cards = state.next_cards
        self.stayed = state.stayed
        self.powers = state.powers
        self.over = state.over
        self.winners = state.winners
        self.events: list[Event] = []

    # reading: the same names as State, so that rule code can read either
    def area(self, name: str) -> Area:
        return self.areas[INDEX[name]]

    def knight(self, knight_id: str) -> Knight:
        return self.knights[self.seat[knight_id]]

    @property
    def mover(self) -> Knight:
        return self.knights[self.seat[self.turn]]

    # changing
    def set_area(self, name: str, **changes: Any) -> Area:
        area = self.areas[INDEX[name]] = self.areas[INDEX[name]]._replace(**changes)
        return area

    def set_knight(self, knight_id: str, **changes: Any) -> Knight:
        seat = self.seat[knight_id]
        knight = self.knights[seat] = self.knights[seat]._replace(**changes)
        return knight

    def say(self, text: str, *rules: str) -> None:
        """Tell an event; ``rules`` are the ids of the rules that made it happen."""
        self.events.append(Event(text, rules))

    def push(self, kind: str, who: str | None = None, knight: str = "", **details: Any) -> None:
        """Let something wait on top of the stack."""
        self.pending.append(Pending(kind, who, knight, **details))

    def freeze(self) -> State:
        """The state as it now is."""
        return State(
            self.edition,
            tuple(self.areas),
            tuple(self.knights),
            self.turn,
            self.moment,
            tuple(self.pending),
            self.variants,
            self.removed,
            self.next_cards,
            self.stayed,
            self.powers,
            self.over,
            self.winners,
        )


#: What rule code reads: a finished state, or one in the making.
Game = State | Draft


def plus(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The cards with more added, sorted, each once."""
    return tuple(sorted({*cards, *more}))


def minus(cards: tuple[str, ...], *fewer: str) -> tuple[str, ...]:
    """The cards without some."""
    return tuple(card for card in cards if card not in fewer)
