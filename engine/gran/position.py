"""The immutable data of a situation of GRAN, and the draft in which the next one is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.events import Event
from engine.gran.material import DRAGONS, SEALS, STATES, Board, switches
from engine.gran.telling import sentence

MOMENTS = ("start", "extra", "banish", "card", "throw", "obstacle", "ring", "over")


class Knight(NamedTuple):
    """One player's knight. ``waiting``: on the ball without occupying it, until his first move (`setup.waiting`)."""

    id: str
    at: str
    waiting: bool
    talismans: int
    ring: bool
    coat: bool
    seals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that is kept (contract of the game): the rest follows from it.

    ``chosen`` are the switches that differ from the edition, ``ring`` the space where it lies, ``used`` how many cards of
    each strength of :data:`DRAGONS` have been turned, ``card`` the one just turned, ``victim`` the knight to be banished,
    ``next_cards`` and ``next_rolls`` what a demonstration has stacked.
    """

    edition: str
    board: Board
    knights: tuple[Knight, ...]
    turn: str
    moment: str
    ring: str | None
    obstacles: frozenset[str]
    used: tuple[int, ...]
    card: int | None
    victim: str | None
    next_cards: tuple[int, ...]
    next_rolls: tuple[int, ...]
    winner: str | None
    chosen: tuple[tuple[str, str], ...]

    def knight(self, colour: str) -> Knight:
        """That player's knight; KeyError if nobody plays him."""
        for knight in self.knights:
            if knight.id == colour:
                return knight
        raise KeyError(colour)

    @property
    def mover(self) -> Knight:
        """The knight whose turn it is."""
        return self.knight(self.turn)

    @property
    def privileged(self) -> bool:
        """Whether the knight on turn may pass through everything (`ring.bearer-passes`, `dragon.extra-passes`)."""
        return self.moment == "extra" or self.mover.ring

    def switch(self, name: str) -> Any:
        """The value of a switch at this table."""
        return dict(self.chosen).get(name, switches()[name].values[self.edition])

    def occupant(self, space: str) -> Knight | None:
        """Who occupies a space. Nobody ever occupies a city, nor does who is still waiting (`city.shared`, `setup.waiting`)."""
        if self.board.spaces[space].kind == "city":
            return None
        found = None
        for knight in self.knights:
            if knight.at == space and not knight.waiting and (found is None or found.id == self.turn):
                found = knight
        return found

    def cards_left(self) -> dict[int, int]:
        """How many cards of each strength are still face down, for those of which there are any."""
        pile = zip(DRAGONS.items(), self.used, strict=True)
        return {strength: copies - used for (strength, copies), used in pile if copies > used}

    def seals_left(self, state: str) -> int:
        """The seals of a city that nobody holds."""
        return SEALS - sum(knight.seals.count(state) for knight in self.knights)


class Draft:
    """A position in the making: what changes, and what is told of it."""

    def __init__(self, position: Position) -> None:
        self.before = position
        self.values: dict[str, Any] = {}
        self.knights = {knight.id: knight for knight in position.knights}
        self.events: list[Event] = []

    @property
    def now(self) -> Position:
        """The position as it is so far."""
        return replace(self.before, knights=tuple(self.knights.values()), **self.values)

    @property
    def mover(self) -> Knight:
        return self.knights[str(self.values.get("turn", self.before.turn))]

    def set(self, **values: Any) -> None:
        """Change what belongs to the whole position."""
        self.values |= values

    def set_knight(self, colour: str, **values: Any) -> None:
        """Change a knight. His seals are kept in the order of the states."""
        knight = self.knights[colour]._replace(**values)
        self.knights[colour] = knight._replace(seals=tuple(sorted(knight.seals, key=STATES.index)))

    def say(self, kind: str, *rules: str | bool, **about: Any) -> None:
        """Tell what has happened, by which rules: to whom and where, if not to who is on turn, where he now is.

        A rule that has no part in it this time may stand there as False.
        """
        knight, by = self.mover, tuple(rule for rule in rules if isinstance(rule, str))
        self.events.append(Event(kind, by, sentence, **({"who": (knight.id,), "at": knight.at} | about)))
