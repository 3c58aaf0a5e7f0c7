"""What a table asks of a game besides the engine's contract: who may sit there, board, actions in words, players' cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from tutor.draw.html import Html
from tutor.draw.shapes import Disc, Scene, Shape, Words


class Choice(NamedTuple):
    """Something that can be chosen for a new game: its id, its name, and a sentence about it ("" if it needs none)."""

    id: str
    name: str
    about: str = ""


class Preset(NamedTuple):
    """A way to begin at once: its id, what it is called, and who plays the first seats: "here", "phone" or "bot"."""

    id: str
    name: str
    by: tuple[str, ...]


class Label(NamedTuple):
    """An action on its button: a few words, the smaller line below, and the picture beside it ("" for none).

    ``aside`` says that it stands behind "more": what is seldom meant. ``stays`` is never put there: what ends a step.
    """

    text: str
    small: str = ""
    icon: Html | str = ""
    aside: bool = False
    stays: bool = False


class Count(NamedTuple):
    """A number on a player's card, like his strength: what it is called, and its shape ("disc" or "diamond")."""

    name: str
    number: int
    shape: str = "disc"


@dataclass(frozen=True)
class Card:
    """A player's card beside the board. ``goal`` is what he plays for, ``held`` what he has: target of a closer look or "",
    name, picture. ``people`` are those he plays, where they are several: a line about each, and what that one has.
    ``closer`` says that his hand can be looked at from near by."""

    name: str
    icon: Html | str = ""
    counts: tuple[Count, ...] = ()
    goal: str = ""
    held: tuple[tuple[str, str, Html | str], ...] = ()
    note: str = ""
    people: tuple[tuple[str, tuple[tuple[str, str, Html | str], ...]], ...] = ()
    closer: bool = True


@dataclass(frozen=True)
class Board:
    """A board as it is shown: the picture with its targets, or one in SVG that has none, and the part that matters now.

    ``narrow``: it is no wider than a phone, which shows all of it, as high as it is.
    """

    scene: Scene | None = None
    focus: tuple[float, float, float, float] | None = None
    svg: str = ""
    narrow: bool = False


@dataclass(frozen=True)
class Offer:
    """What a new game is made of. ``seats`` are those one can play, at least ``fewest`` and at most ``most`` of them. ``bots``:
    the usual one first."""

    title: str
    seats: tuple[Choice, ...]
    fewest: int
    most: int
    editions: tuple[Choice, ...] = ()
    variants: tuple[Choice, ...] = ()
    boards: tuple[Choice, ...] = ()
    bots: tuple[Choice, ...] = ()
    #: Situations to begin from: a code, a name, a sentence.
    situations: tuple[Choice, ...] = field(default=())
    #: Whether at most one of the variants is played: they are ways to play, not additions.
    one_variant: bool = False
    #: Ways to begin at once, where the usual ones do not fit: the first is what a new game begins with.
    presets: tuple[Preset, ...] = ()


def letter_sign(letter: str, fill: str, on: str) -> tuple[Shape, ...]:
    """A player's sign where he has no arms: his letter on a disc of his colour."""
    return (
        Disc(11, 12.5, 10, fill=fill, stroke="plate-edge", width=1.4),
        Words(11, 12.7, letter, 11, fill=on, on=fill, bold=True),
    )


class AtTable(Protocol):
    """A game at a table: the module ``table`` of its folder.

    It may have besides: ``openly(state)``, whether what is decided now needs nothing that only one player knows, so that all
    around one screen may look on; ``ended(state)``, how a game is over that nobody wins alone; ``stuck(state)``, that
    nobody can win any more as far as is known, and how it may be ended; ``unplayable(state)``, why nobody can play on from a
    moment; ``parts(seats, variants)``, what each of these seats would play, in a few words, where they are not alike; ``signs``,
    whose sign ``shield`` knows besides the seats'; ``BEATEN``, the kinds of events by which a player is beaten; ``rides`` and
    ``prospects`` (see docs/table.md).
    """

    def offer(self) -> Offer:
        """What a new game is made of."""

    def begun(self, seats: Sequence[str], options: Mapping[str, Any]) -> Any:
        """A new game for these seats. ``options``: "edition", "variants", "board". ImpossibleSituation for what cannot be."""

    def board(self, state: Any, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
        """The board as that seat sees it. A touch of ``targets`` is allowed now; ``before`` is the moment before."""

    def targets(self, state: Any, actions: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """For each target of the board the legal actions a touch of it may mean."""

    def tries(self, state: Any, seat: str, target: str) -> tuple[str, ...]:
        """What a touch of any other target would mean, whether allowed or not; () if nothing."""

    def label(self, state: Any, action: str) -> Label:
        """An action on its button."""

    def card(self, state: Any, seat: str) -> Card:
        """A player's card."""

    def name(self, seat: str) -> str:
        """What a seat's piece is called."""

    def shield(self, seat: str) -> tuple[Shape, ...]:
        """A seat's sign, 20 units wide and 24 high."""

    def why(self, state: Any, seat: str) -> str:
        """Why that seat decides now, in a sentence."""

    def closer(self, state: Any, seat: str | None, target: str) -> Scene | None:
        """A card or hand looked at from near by; None if there is nothing to be seen."""

    def secret(self, state: Any) -> bool:
        """Whether in this game one player may know what another may not."""
