"""The immutable state of a game: areas, Knights, whose turn it is, and what waits to be decided.

Nothing here knows a rule beyond what a card adds up to; the rules are in the modules beside it. A state is never
changed: playing makes a new one that shares all that stayed the same. Equal situations are equal and hash alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from engine.mystic_wood.material.cards import CARDS, SAME_CARD
from engine.mystic_wood.material.wood import (
    AREAS,
    EDGE,
    FIXED_TILES,
    INDEX,
    NEIGHBOURS,
    OPPOSITE,
    Tile,
    paths_as_it_lies,
    standard_tiles,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    import networkx

    from engine.mystic_wood.position.actions import Action
    from engine.verdicts import Event, Verdict


class Ignored(NamedTuple):
    """A denizen that takes no notice of a Knight because it "remained" (`reaction.remains`).

    ``guards`` is False for a Prince who parted after helping: he does not guard loose things (`companion.prince-once`).
    """

    denizen: str
    area: str
    guards: bool = True


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


UNKNOWN_AREA = Area()


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
    #: In a tied joust between partners: the spoils it is about, a thing or the Knight whose prize it is (`combine.dispute`).
    dispute: str | None = None
    #: In the Castle: 1 for who has been there longest, then 2, ...; the same number for those who entered together.
    castle_rank: int = 0
    #: Lost ones left behind by losing a fight (`rescue.left-behind`).
    left_behind: tuple[str, ...] = ()
    #: In the hidden-cards variant: he has met the Dwarf and knows where the Armour is.
    knows_armour: bool = False

    @property
    def strength(self) -> int:
        """His strength with all he carries, without companions and places (`setup.stats`, `thing.bonuses`)."""
        return sum(points for _, points, _ in self.totals())

    @property
    def prowess(self) -> int:
        """His prowess with all he carries, without companions and places (`setup.stats`, `thing.bonuses`)."""
        return sum(points for _, _, points in self.totals())

    def totals(self) -> list[tuple[str, int, int]]:
        """Where his strength and prowess come from: (card id, strength, prowess), his own first."""
        own = CARDS.denizens["king"] if self.king else CARDS.knights[self.id]
        parts = [("king" if self.king else self.id, own.strength, own.prowess)]
        if self.horse:
            parts.append(("horse", *CARDS.denizens["horse"].bearer))
        if self.grail:
            parts.append(("holy-grail", *CARDS.denizens["holy-grail"].bearer))
        for thing in self.things:
            card = CARDS.things[thing]
            if card.strength or card.prowess:
                parts.append((thing, card.strength, card.prowess))
        if self.blessing:
            parts.append(("blessing", 0, CARDS.things["blessing"].prowess))
        parts.extend((card, 0, 1) for card in self.prowess_cards)
        return parts

    @property
    def place(self) -> tuple[str, bool]:
        """Where he is, and whether inside the Cave or over on the Island."""
        return self.at, self.inside


class Pending(NamedTuple):
    """Something that waits: a choice of ``who``, or chance or an automatic step when ``who`` is None.

    ``kind`` says what waits, ``knight`` whom it concerns, ``of`` the denizen, Knight, thing or area, ``aid`` and ``other``
    card or Knight ids, ``number`` a throw or a count. See :mod:`engine.mystic_wood.rules.judgement` for each kind.
    """

    kind: str
    who: str | None = None
    knight: str = ""
    of: str = ""
    aid: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """What playing one action led to: the new ``state`` and the ``events``, each naming its rules."""

    action: str
    state: State
    events: tuple[Event, ...]


#: How a state is painted: set by a front end, or found among the installed packages under :data:`PICTURES`.
PICTURE: Callable[[State], str] | None = None
PICTURES = "mystic_wood.pictures"


@cache
def _installed_picture(kind: str) -> Callable[[State], str] | None:
    """The painter ("svg" or "text") an installed package offers as an entry point; None if there is none."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=PICTURES, name=kind):
        return cast("Callable[[State], str]", entry.load())
    return None


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """One moment of a game. ``areas`` follow :data:`engine.mystic_wood.material.wood.AREAS`, ``knights`` the playing order.

    ``moment`` is "start" (the turn's Knight has not moved), "arrived" (has just walked in and may withdraw) or "after" (his
    move is spent). ``pending`` is a stack; its last entry is what happens next. ``stayed``: the turn's Knight has not left
    his place since the turn began (`turn.full`). ``powers`` are those used in this turn.
    """

    edition: str
    areas: tuple[Area, ...]
    knights: tuple[Knight, ...]
    turn: str
    moment: str = "start"
    pending: tuple[Pending, ...] = ()
    variants: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    next_cards: tuple[str, ...] = ()
    stayed: bool = True
    powers: tuple[str, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    # ---------------------------------------------------------------- reading
    def area(self, name: str) -> Area:
        """The area of that name, "a1" to "e9"."""
        return self.areas[INDEX[name]]

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
        beyond = NEIGHBOURS[area].get(direction)
        if beyond is None or EDGE[direction] not in self.area(area).paths:
            return None
        there = self.area(beyond)
        return beyond if there.face_up and EDGE[OPPOSITE[direction]] in there.paths else None

    # ---------------------------------------------------------------- the rules, as one reads the README
    def actions(self) -> list[str]:
        """The legal actions here as text, chance steps included; empty when the game is over."""
        return [action.text for action in self.legal_actions()]

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions here as objects, chance steps included."""
        cached = self._cache.get("actions")
        if cached is None:
            from engine.mystic_wood.rules.judgement import legal_actions

            cached = self._cache["actions"] = legal_actions(self)
        return cast("tuple[Action, ...]", cached)

    def judge(self, action: str | Action) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        from engine.mystic_wood.rules.judgement import judge

        return judge(self, action)

    def play(self, action: str | Action) -> Step:
        """Play an action (chance included). Raises IllegalAction carrying the verdict, or UnreadableText."""
        from engine.mystic_wood.rules.judgement import play

        return play(self, action)

    def chances(self) -> dict[str, Fraction]:
        """At a chance step every outcome with its exact probability (they sum to 1); otherwise empty."""
        from engine.mystic_wood.rules.judgement import chances

        return chances(self)

    def paths(self) -> networkx.Graph[str]:
        """The path graph of the revealed areas: nodes are areas with their attributes, edges paths that run on both cards."""
        cached = self._cache.get("paths")
        if cached is None:
            from engine.mystic_wood.position.paths import path_graph

            cached = self._cache["paths"] = path_graph(self)
        return cached

    def seen_by(self, knight_id: str) -> State:
        """The state as that player knows it: what only others have looked at is undecided again, so nothing leaks."""
        from engine.mystic_wood.position.views import seen_by

        return seen_by(self, knight_id)

    def _repr_svg_(self) -> str | None:
        """The board as a picture, in a notebook, where a package that paints is installed."""
        paint = PICTURE or _installed_picture("svg")
        return None if paint is None else paint(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The board as text, in IPython's terminal."""
        write = _installed_picture("text")
        printer.text(repr(self) if write is None or cycle else write(self))

    def __repr__(self) -> str:
        from engine.mystic_wood.notation.situations import code

        return f"mw.from_code({code(self)!r})"

    def __str__(self) -> str:
        from engine.mystic_wood.notation.situations import dumps

        return dumps(self)


def empty_wood() -> tuple[Area, ...]:
    """An untouched Wood: Gates and Tower face up, everything else face down and unknown (`wood.grid`)."""
    return tuple(
        Area(FIXED_TILES[name], face_up=True, drawn=True) if name in FIXED_TILES else UNKNOWN_AREA for name in AREAS
    )


@cache
def _cards_of(half: str) -> tuple[Tile, ...]:
    tiles = standard_tiles()
    return tuple(tiles.tiles[tile] for tile in tiles.of_half(half))


def unseen_tiles(state: State, half: str) -> tuple[str, ...]:
    """The ids of a half's area cards that lie nowhere yet, so that each is equally likely to turn up (`explore.look`)."""
    cached = state._cache.get(half)
    if cached is not None:
        return cast("tuple[str, ...]", cached)
    placed: set[str] = set()
    names: set[str] = set()
    for area in state.areas:
        tile = area.tile
        if tile is not None and tile.half == half:
            placed.add(tile.id)
            if tile.name:
                names.add(tile.name)
    cached = state._cache[half] = tuple(
        tile.id for tile in _cards_of(half) if tile.id not in placed and tile.name not in names
    )
    return cached


class Table(Protocol):
    """Whatever shows where the cards are: a state, or one in the making."""

    @property
    def areas(self) -> Sequence[Area]: ...
    @property
    def knights(self) -> Sequence[Knight]: ...
    @property
    def removed(self) -> tuple[str, ...]: ...


_CARD_OF = {thing: denizen for denizen, thing in SAME_CARD.items()}


def accounted_for(state: Table) -> Mapping[str, str]:
    """Every small card that is somewhere, and where: "c2", "george", "removed" (things under their denizen's card)."""
    card_of = _CARD_OF
    found: dict[str, str] = {}
    for name, area in zip(AREAS, state.areas, strict=True):
        for card in area.denizens:
            found[card] = name
        if area.things or area.things_outside:
            for card in (*area.things, *area.things_outside):
                found[card_of[card]] = name
    for knight in state.knights:
        for card in (*knight.things, *knight.companions, *knight.prowess_cards):
            found[card_of.get(card, card)] = knight.id
        if knight.horse:
            found["horse"] = knight.id
        if knight.grail:
            found["holy-grail"] = knight.id
        if knight.blessing:
            found["hermit"] = knight.id
        if knight.king:
            found["king"] = knight.id
    for card in state.removed:
        found[card_of.get(card, card)] = "removed"
    return found


def undrawn(state: Table) -> tuple[str, ...]:
    """The small cards nobody has drawn, in the order of the card list (`glade.all-out`)."""
    taken = accounted_for(state)
    return tuple(card for card in CARDS.pack if card not in taken)
