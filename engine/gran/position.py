"""The data of GRAN: a position, the draft in which the next one is made, what is told of it (words.toml), and actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from engine.chance.chance import DIE
from engine.contract import ruled
from engine.contract.events import Event
from engine.contract.verdicts import Reasons, Why
from engine.gran.material import COLOURS, DOCS, DRAGONS, SEALS, STATES, WORDS, Board, switches
from engine.text.faults import Fault, UnreadableText, nearest, sentence, shown

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
        return {knight.id: knight for knight in self.knights}[colour]

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
    return sum(
        (chance * sum(face >= strength for face in DIE) / len(DIE) for strength, chance in cards.items()), Fraction(0)
    )


#: Every kind of event there is.
KINDS = tuple(WORDS["events"])
_BARRED, _NAMES = {"obstacle": "an obstacle", "dragon": "a dragon"}, {*COLOURS, *STATES}


def tell(event: Event) -> str:
    """The event as a sentence."""
    told: str = WORDS["events"][event.kind]
    others = " and ".join(map(str.capitalize, event.others))
    return told.format(
        who=" and ".join(map(str.capitalize, event.who)),
        others=others,
        at=event.at,
        to=event.to,
        way=event.way,
        over=f" over {event.way}" if event.way else "",
        barred=_BARRED.get(event.way, others),
        state=event.way.capitalize(),
        number=event.number,
        second=", a second one" if event.number > 1 else "",
        die=event.dice[0] if event.dice else "",
        talismans="a talisman" if event.number == 1 else "two talismans",
    )


class Draft(ruled.Draft[Position]):
    """A position in the making: what changes, and what is told of it."""

    tell = staticmethod(tell)

    def set_knight(self, colour: str, **values: Any) -> None:
        """Change a knight."""
        self.set_among("knights", (colour,), **values)

    def say(self, kind: str, *rules: str | bool, **about: Any) -> None:
        """Tell what has happened, to whom and where, if not to who is on turn."""
        knight = self.now.mover
        super().say(kind, *rules, **({"who": (knight.id,), "at": knight.at} | about))


_REASONS = Reasons(WORDS["reasons"])


def no(case: str, about: tuple[str, ...] = (), what: object = "") -> Why:
    """A reason against an action: its rule, or one case of it, and the knights and spaces it is about."""
    *words, what = [one.capitalize() if one in _NAMES else one for one in (*about, what)]
    return _REASONS.why(case, words, about, what=what)


#: Every verb with an example, which names as many spaces as it may.
FORMS: Mapping[str, str] = {
    "move": "move ga3 w6",
    "pass": "pass",
    "stay": "stay",
    "banish": "banish w9",
    "lay": "lay ub4",
    "ring": "ring eb1",
    "card": "card 4",
    "roll": "roll 5",
}
#: The longest move that is judged, in spaces; a longer one is no action. A legal one has two (`move.one-or-two`).
_MOST_SPACES = 12
#: Verbs of chance name one of these numbers instead.
_NUMBERS: Mapping[str, range] = {"card": range(max(DRAGONS) + 1), "roll": DIE}


class Action(NamedTuple):
    """An action: its verb, and the spaces or the number it names."""

    verb: str
    spaces: tuple[str, ...] = ()
    number: int = -1

    @property
    def text(self) -> str:
        """The action as one line."""
        return " ".join((self.verb, *self.spaces, *([str(self.number)] if self.number >= 0 else [])))


def parse_action(text: str, position: Position) -> Action:
    """The action a text names. UnreadableText if it is none, or names a space that is not on the board."""
    board = position.board
    verb, *named = text[:200].lower().split() or [""]

    def refusal(what: str, fix: str, code: str) -> UnreadableText:
        return UnreadableText(Fault(f"action {shown(text)}", what, fix, code))

    if verb not in FORMS:
        what = f"{shown(verb)} is no action" if verb else "it says nothing"
        raise refusal(what, sentence(nearest(verb, tuple(FORMS))), "no-action")
    fix, numbers = f"Write it like this: {FORMS[verb]}.", _NUMBERS.get(verb)
    fewest, most = (
        min(1, len(FORMS[verb].split()) - 1),
        _MOST_SPACES if verb == "move" else len(FORMS[verb].split()) - 1,
    )
    if numbers is not None:
        if len(named) != 1 or named[0] not in map(str, numbers):
            raise refusal(f"{verb} names a number from {numbers[0]} to {numbers[-1]}", fix, "no-number")
        return Action(verb, number=int(named[0]))
    if not fewest <= len(named) <= most:
        raise refusal(f"{verb} does not name {len(named)} spaces", fix, "wrong-number")
    for space in named:
        if space not in board.spaces:
            hint = sentence(nearest(space, tuple(board.spaces), DOCS))
            raise refusal(f"{shown(space)} is no space of this board", hint, "unknown-space")
    return Action(verb, tuple(named))
