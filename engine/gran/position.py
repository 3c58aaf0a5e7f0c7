"""The immutable data of a situation of GRAN, the draft in which the next one is made, and what is told of it (words.toml)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from engine.chance import DIE
from engine.events import Event
from engine.gran.material import COLOURS, DRAGONS, SEALS, WORDS, Board, switches
from engine.verdicts import Why

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

    def switch(self, name: str) -> Any:
        """The value of a switch at this table."""
        return dict(self.chosen).get(name, switches()[name].values[self.edition])

    def occupant(self, space: str) -> Knight | None:
        """Who occupies a space. Nobody ever occupies a city, nor does who is still waiting (`city.shared`, `setup.waiting`)."""
        there = [knight for knight in self.knights if knight.at == space and not knight.waiting]
        if not there or self.board.spaces[space].kind == "city":
            return None
        return min(there, key=lambda knight: knight.id == self.turn)  # in an attack: who is attacked

    def cards_left(self) -> dict[int, int]:
        """How many cards of each strength are still face down, for those of which there are any."""
        pile = zip(DRAGONS.items(), self.used, strict=True)
        return {strength: copies - used for (strength, copies), used in pile if copies > used}

    def seals_left(self, state: str) -> int:
        """The seals of a city that nobody holds."""
        return SEALS - sum(knight.seals.count(state) for knight in self.knights)


def dragons(position: Position) -> dict[int, Fraction]:
    """The chance of each strength by the cards that are left (`dragon.unknown-strength`)."""
    left = position.cards_left()
    return {strength: Fraction(copies, sum(left.values())) for strength, copies in left.items()}


def win_chance(position: Position) -> Fraction:
    """The chance to beat the next dragon: by the card that is turned up, or by those that are left (`dragon.win`)."""
    cards = dragons(position) if position.card is None else {position.card: Fraction(1)}
    return sum((chance * sum(face >= strength for face in DIE) / len(DIE) for strength, chance in cards.items()), Fraction(0))


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
        """Change a knight."""
        self.knights[colour] = self.knights[colour]._replace(**values)

    def say(self, kind: str, *rules: str | bool, **about: Any) -> None:
        """Tell what has happened, by which rules: to whom and where, if not to who is on turn, where he now is.

        A rule that has no part in it this time may stand there as False.
        """
        knight, by = self.mover, tuple(rule for rule in rules if isinstance(rule, str))
        self.events.append(Event(kind, by, sentence, **({"who": (knight.id,), "at": knight.at} | about)))


#: Every kind of event there is.
KINDS = tuple(WORDS["events"])
_BARRED = {"obstacle": "an obstacle", "dragon": "a dragon"}


def name(knight: str) -> str:
    """A knight's written name: "Red"."""
    return knight.capitalize()


def sentence(event: Event) -> str:
    """The event as a sentence."""
    told: str = WORDS["events"][event.kind]
    others = " and ".join(map(name, event.others))
    return told.format(
        who=" and ".join(map(name, event.who)), others=others, at=event.at, to=event.to, way=event.way, number=event.number,
        over=f" over {event.way}" if event.way else "", barred=_BARRED.get(event.way, others), state=name(event.way),
        second=", a second one" if event.number > 1 else "", die=event.dice[0] if event.dice else "",
        talismans="a talisman" if event.number == 1 else "two talismans",
    )  # fmt: skip


def no(case: str, *about: str, what: object = "") -> Why:
    """A reason against an action: its rule, or one case of it, and the knights and spaces it is about."""
    told = WORDS["reasons"][case]
    text, ruling = (told["ruling"], True) if isinstance(told, dict) else (told, False)
    words = [name(one) if one in COLOURS else one for one in about]
    return Why(case.partition(" ")[0], text.format(*words, what=what), ruling, about)
