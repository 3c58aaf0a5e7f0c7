"""What lies on the table at one moment: areas, Knights, whose turn it is, and what waits. Data only, immutable.

Nothing here knows a rule beyond what a card adds up to. A position is never changed: playing makes a new one that shares all
that stayed the same. Equal positions are equal and hash alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.mystic_wood.material.cards import Cards, cards_of
from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.material.wood import EDGE, OPPOSITE, Tile, Wood, paths_as_it_lies, tiles_of, wood_of
from engine.mystic_wood.position.actions import Action

if TYPE_CHECKING:
    import networkx


class Ignored(NamedTuple):
    """A denizen that takes no notice of a Knight because it "remained" (`reaction.remains`).

    ``guards`` is False for a Prince who parted after helping (`companion.prince-once`): in some editions he guards no loose
    things. So it is for a Dwarf left face down (`variant.hidden`). ``parted`` is True for one who was his companion: it takes
    no notice of him only while it stays in that area (`companion.parted-remains`).
    """

    denizen: str
    area: str
    guards: bool
    parted: bool = False


class Peace(NamedTuple):
    """A Knight this one may not challenge again yet, and where they jousted (`joust.again`)."""

    knight: str
    area: str


class Area(NamedTuple):
    """One place of the grid and what lies there. ``tile`` is None while nobody has seen what card it is."""

    tile: Tile | None = None
    face_up: bool = False
    turned: bool = False
    drawn: bool = False
    denizens: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    #: Things dropped outside the Cave or short of the Island (`area.cave-island-inside`).
    things_outside: tuple[str, ...] = ()
    storm: int = 0
    storm_by: str | None = None
    #: The storm was raised in the turn under way, which does not count (`turn.full`).
    storm_fresh: bool = False
    #: It was raised in this turn over an area no storm closed, so that in some editions it is open until the turn ends.
    storm_open: bool = False
    #: Knights who have looked at this card while it lies face down.
    seen: tuple[str, ...] = ()
    #: Denizens lying face down (hidden-cards variant), each with the Knights who know it.
    hidden: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def paths(self) -> str:
        """The edges the paths reach as the card lies now; "" while it is unknown."""
        tile = self.tile
        if tile is None:
            return ""
        return paths_as_it_lies(tile.paths, True) if self.turned else tile.paths

    @property
    def name(self) -> str | None:
        """The name of a face-up named area, Gate or Tower."""
        return self.tile.known_as if self.tile is not None and self.face_up else None

    @property
    def glade(self) -> bool:
        """Whether this is, face up, a glade (`glade.what`)."""
        return self.tile is not None and self.face_up and self.tile.glade

    @property
    def has_inside(self) -> bool:
        """Whether it is the Cave or the Island, face up."""
        return self.face_up and self.tile is not None and self.tile.name in ("cave", "island")


UNKNOWN_AREA: Final = Area()


class Knight(NamedTuple):
    """One player's Knight with all he holds. Tuples of card ids are sorted."""

    id: str
    at: str = "c1"
    came_from: str | None = None
    things: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    prowess_cards: tuple[str, ...] = ()
    horse: bool = False
    grail: bool = False
    blessing: bool = False
    inside: bool = False
    imprisoned: bool = False
    captured: bool = False
    king: bool = False
    quest_done: bool = False
    must_rescue: tuple[str, ...] = ()
    ignored_by: tuple[Ignored, ...] = ()
    fighting: str | None = None
    out: bool = False
    arrived: str = "walked"
    prayer_turns: int = 0
    cave_turns: int = 0
    #: Denizens of this area met on this visit.
    met: tuple[str, ...] = ()
    #: Denizens encountered on his own previous turn (`encounter.not-twice-running`), and in the turn under way.
    met_last_turn: tuple[str, ...] = ()
    met_this_turn: tuple[str, ...] = ()
    #: Freed from the Enchantress and still in her area (`card.enchantress-after`).
    freed: bool = False
    at_peace: tuple[Peace, ...] = ()
    #: One rule id for each coming turn he forfeits.
    forfeits: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    #: In a tied joust: it was he who challenged.
    challenger: bool = False
    #: In an undecided fight: the Prince helped him in one of its rounds (`companion.prince-no-gain`).
    helped: bool = False
    #: In a joust between partners: the spoils it is about, a thing, the Knight whose prize it is, the denizen to be
    #: approached first, or "king" for what a fallen King had (`combine.dispute`).
    dispute: str | None = None
    #: His share of what a fallen King had, as the leader sees it: in nobody's hand until all have agreed, or the joust about
    #: it is over (`combine.king`).
    due: tuple[str, ...] = ()
    #: In the Castle: 1 for who has been there longest, then 2, ...; the same number for those who entered together.
    castle_rank: int = 0
    #: Lost ones left behind by losing a fight (`rescue.left-behind`).
    left_behind: tuple[str, ...] = ()
    #: Denizens who came to this area while he stood there, and those he may meet or pass by since a joust has lifted that they
    #: remained (`withdraw.not-from-arrival`, `reaction.remains`).
    came: tuple[str, ...] = ()
    passable: tuple[str, ...] = ()
    #: In the hidden-cards variant: he has met the Dwarf and knows where the Armour is.
    knows_armour: bool = False

    def totals(self, cards: Cards) -> list[tuple[str, int, int]]:
        """Where his strength and prowess come from: (card id, strength, prowess), his own first.

        `setup.stats`, `thing.bonuses`.
        """
        own = cards.denizens["king"] if self.king else cards.knights[self.id]
        parts = [("king" if self.king else self.id, own.strength, own.prowess)]
        if self.horse:
            parts.append(("horse", *cards.denizens["horse"].bearer))
        if self.grail:
            parts.append(("holy-grail", *cards.denizens["holy-grail"].bearer))
        for thing in self.things:
            card = cards.things[thing]
            if card.strength or card.prowess:
                parts.append((thing, card.strength, card.prowess))
        if self.blessing:
            parts.append(("blessing", 0, cards.things["blessing"].prowess))
        parts.extend((card, 0, 1) for card in self.prowess_cards)
        return parts

    @property
    def place(self) -> tuple[str, bool]:
        """Where he is, and whether inside the Cave or over on the Island."""
        return self.at, self.inside

    @property
    def steeds(self) -> tuple[str, ...]:
        """The Horse and the Grail, as far as he has them: denizens that are held and are no companions (`thing.grail-horse`)."""
        if self.horse:
            return ("horse", "holy-grail") if self.grail else ("horse",)
        return ("holy-grail",) if self.grail else ()

    @property
    def following(self) -> tuple[str, ...]:
        """All that may be approached as a prize: companions, Horse, Grail (`joust.prize-companion`)."""
        return (*self.companions, *self.steeds)

    def denizens(self) -> Iterator[str]:
        """The id of every denizen's card he holds, as a thing, a companion, prowess, the Blessing or the crown."""
        yield from self.companions
        yield from self.steeds
        yield from self.prowess_cards
        if self.blessing:
            yield "hermit"
        if self.king:
            yield "king"


class Pending(NamedTuple):
    """Something that waits: a choice of ``who``, or chance or an automatic step when ``who`` is None.

    ``kind`` says what waits (each kind and the fields it uses: :mod:`engine.mystic_wood.rules.decisions`).
    """

    kind: str
    #: Whose choice it is.
    who: str | None = None
    #: The Knight it concerns: who fights, approaches, draws, walks, offers, has won.
    knight: str = ""
    #: The other side: a denizen or Knight fought, approached, challenged, beaten; the thing offered; the card in dispute.
    of: str = ""
    #: The area it is about, and the direction.
    area: str = ""
    way: str = ""
    #: Aid declared by ``knight``, and by the Knight he jousts with.
    aid: tuple[str, ...] = ()
    foe_aid: tuple[str, ...] = ()
    #: Knights who go along or have lost with one; those still to be asked.
    partners: tuple[str, ...] = ()
    to_ask: tuple[str, ...] = ()
    #: Small cards drawn so far.
    drawn: tuple[str, ...] = ()
    #: The beaten Knight whose companion is approached as a prize.
    holder: str = ""
    #: Why an area card is turned up: "explore", "horse" or "here".
    purpose: str = ""
    #: A throw that has fallen; how many cards are still drawn.
    number: int = 0
    #: He is about to walk away, not arriving.
    leaving: bool = False
    #: What is asked in return; the prize that was named.
    price: str = ""
    prize: str = ""
    #: The fellow victor who is to have the prize.
    taker: str = ""

    @property
    def asked(self) -> str:
        """Whose choice it is, where it is known to be somebody's."""
        assert self.who is not None, f"nobody chooses: {self.kind}"
        return self.who


@dataclass(init=False, unsafe_hash=True, slots=True, repr=False)
class Position:
    """One moment of a game. ``areas`` follow those of the edition's Wood (:attr:`wood`), ``knights`` the playing order.

    ``moment`` is "start" (the turn's Knight has not moved), "arrived" (has just walked in and may withdraw) or "after" (his
    move is spent). ``pending`` is a stack; its last entry is what happens next. ``stayed``: the turn's Knight has not left
    his place since the turn began (`turn.full`). ``powers`` are those used in this turn. That no field is ever set again is
    for the type checker to see: a frozen dataclass asks leave for each as it is made, which takes a tenth of a step of play.
    """

    edition: Final[str]
    areas: Final[tuple[Area, ...]]
    knights: Final[tuple[Knight, ...]]
    turn: Final[str]
    moment: Final[str]
    pending: Final[tuple[Pending, ...]]
    variants: Final[tuple[str, ...]]
    removed: Final[tuple[str, ...]]
    next_cards: Final[tuple[str, ...]]
    stayed: Final[bool]
    powers: Final[tuple[str, ...]]
    over: Final[bool]
    winners: Final[tuple[str, ...]]
    #: The Wood of its edition.
    wood: Wood = field(init=False, repr=False, compare=False)
    #: The legal actions by their text, once somebody has asked for them (kept by the judgement).
    listed: Mapping[str, Action] | None = field(init=False, repr=False, compare=False)
    #: The path graph, likewise (:func:`engine.mystic_wood.position.paths.path_graph`).
    graph: networkx.Graph[str] | None = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        edition: str,
        areas: tuple[Area, ...],
        knights: tuple[Knight, ...],
        turn: str,
        moment: str = "start",
        pending: tuple[Pending, ...] = (),
        variants: tuple[str, ...] = (),
        removed: tuple[str, ...] = (),
        next_cards: tuple[str, ...] = (),
        stayed: bool = True,
        powers: tuple[str, ...] = (),
        over: bool = False,
        winners: tuple[str, ...] = (),
    ) -> None:
        self.edition = edition
        self.areas = areas
        self.knights = knights
        self.turn = turn
        self.moment = moment
        self.pending = pending
        self.variants = variants
        self.removed = removed
        self.next_cards = next_cards
        self.stayed = stayed
        self.powers = powers
        self.over = over
        self.winners = winners
        self.wood = wood_of(edition)
        self.listed = None
        self.graph = None

    def __reduce__(self) -> tuple[type[Position], tuple[Any, ...]]:
        """Its class and what it is made of, for copies; what is kept with it is worked out anew."""
        return type(self), tuple([getattr(self, one.name) for one in fields(self) if one.init])

    @property
    def cards(self) -> Cards:
        """The small cards of its edition."""
        return cards_of(self.edition)

    @property
    def tiles(self) -> Mapping[str, Tile]:
        """The area cards of its edition, by id."""
        return tiles_of(self.edition).tiles

    def area(self, name: str) -> Area:
        """The area of that name; KeyError if it is none of the grid."""
        return self.areas[self.wood.index[name]]

    def knight(self, knight_id: str) -> Knight:
        """That player's Knight; KeyError if he is not in the game."""
        for knight in self.knights:
            if knight.id == knight_id:
                return knight
        raise KeyError(knight_id)

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order."""
        return tuple(knight.id for knight in self.knights)

    @property
    def mover(self) -> Knight:
        """The Knight whose turn it is."""
        return self.knight(self.turn)

    @property
    def winner(self) -> str | None:
        """Who has won, or None. With several (stalemate agreed, cooperative play) the first of ``winners``."""
        return self.winners[0] if self.winners else None

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""
        if self.over:
            return "over"
        return "chance" if self.pending and self.pending[-1].who is None else "choice"

    @property
    def to_move(self) -> str | None:
        """The Knight whose player must choose now; None at a chance step and when the game is over."""
        if self.over:
            return None
        return self.pending[-1].who if self.pending else self.turn

    def open_to(self, area: str, direction: str) -> str | None:
        """The face-up area a path leads to from ``area`` that way: it runs on both cards (`move.one`). None if there is none."""
        beyond = self.wood.neighbours[area].get(direction)
        if beyond is None or EDGE[direction] not in self.area(area).paths:
            return None
        there = self.area(beyond)
        return beyond if there.face_up and EDGE[OPPOSITE[direction]] in there.paths else None


def empty_wood(edition: str | None = None) -> tuple[Area, ...]:
    """An untouched Wood: Gates and Tower face up, everything else face down and unknown (`wood.grid`)."""
    tiles = tiles_of(edition or SOURCE.default_edition())
    fixed = map(tiles.fixed_at, tiles.wood.areas)
    return tuple([UNKNOWN_AREA if tile is None else Area(tile, face_up=True, drawn=True) for tile in fixed])
