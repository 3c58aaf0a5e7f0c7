"""A position being made from another while one action is played, and the events that tell what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.contract.events import Event, Sum
from engine.mystic_wood.material.wood import Tile, tiles_of
from engine.mystic_wood.position.messages import UNSEEN, sentence
from engine.mystic_wood.position.table import Area, Knight, Pending, Position

_AREA: Final = {field: number for number, field in enumerate(Area._fields)}
_KNIGHT: Final = {field: number for number, field in enumerate(Knight._fields)}
_PENDING: Final = {field: number for number, field in enumerate(Pending._fields)}
#: What waits has no other details than those that are named.
_DETAILS: Final = Pending("")[3:]
#: Whoever an event is about: a Knight, his id, or several.
Who = Knight | str | tuple[str, ...] | list[str]


class Draft:
    """The next position in the making. Rule code reads and changes it; :meth:`freeze` gives the immutable one."""

    __slots__ = (
        "areas",
        "cards",
        "edition",
        "events",
        "knights",
        "made_from",
        "moment",
        "next_cards",
        "over",
        "pending",
        "powers",
        "removed",
        "seat",
        "stayed",
        "turn",
        "unchanged",
        "variants",
        "winners",
        "wood",
    )

    def __init__(self, position: Position) -> None:
        self.made_from = type(position)
        self.edition = position.edition
        self.wood = position.wood
        self.cards = position.cards
        self.variants = position.variants
        self.areas = list(position.areas)
        #: The areas as a tuple, as long as none of them is changed: one and the same for all positions between.
        self.unchanged: tuple[Area, ...] | None = position.areas
        self.knights = list(position.knights)
        self.seat = {knight.id: number for number, knight in enumerate(position.knights)}
        self.turn = position.turn
        self.moment = position.moment
        self.pending = list(position.pending)
        self.removed = position.removed
        self.next_cards = position.next_cards
        self.stayed = position.stayed
        self.powers = position.powers
        self.over = position.over
        self.winners = position.winners
        self.events: list[Event] = []

    # reading: the same names as Position, so that rule code can read either
    @property
    def tiles(self) -> Mapping[str, Tile]:
        """The area cards of its edition, by id."""
        return tiles_of(self.edition).tiles

    def area(self, name: str) -> Area:
        """The area of that name; KeyError if it is none of the grid."""
        return self.areas[self.wood.index[name]]

    def knight(self, knight_id: str) -> Knight:
        """That player's Knight; KeyError if he is not in the game."""
        return self.knights[self.seat[knight_id]]

    @property
    def mover(self) -> Knight:
        """The Knight whose turn it is."""
        return self.knights[self.seat[self.turn]]

    # changing (as `_replace` does, which asks for every field whether it is among the changes; a class of theirs is slow to call)
    def set_area(self, name: str, **changes: Any) -> Area:
        """Replace fields of an area, and return it as it then is. KeyError for a name or a field that is none."""
        number = self.wood.index[name]
        values = list(self.areas[number])
        for field, value in changes.items():
            values[_AREA[field]] = value
        area = self.areas[number] = tuple.__new__(Area, values)
        self.unchanged = None
        return area

    def set_knight(self, knight_id: str, **changes: Any) -> Knight:
        """Replace fields of a Knight, and return him as he then is. KeyError for an id or a field that is none."""
        seat = self.seat[knight_id]
        values = list(self.knights[seat])
        for field, value in changes.items():
            values[_KNIGHT[field]] = value
        knight = self.knights[seat] = tuple.__new__(Knight, values)
        return knight

    def tell(
        self,
        kind: str,
        *rules: str,
        who: Who = (),
        others: Who = (),
        what: str | tuple[str, ...] | list[str] = (),
        at: str = "",
        to: str = "",
        way: str = "",
        number: int = 0,
        dice: tuple[int, ...] = (),
        sums: tuple[Sum, ...] = (),
    ) -> None:
        """Tell an event; ``rules`` are the ids of the rules that made it happen."""
        cards = (what,) if isinstance(what, str) else tuple(what)
        if "hidden" in self.variants:  # what is told is told to all
            secret = self._face_down() & set(cards)
            if secret:
                cards = tuple(card for card in cards if card not in secret)
                kind = kind if cards else UNSEEN.get(kind, kind)
                rules = (*rules, "variant.hidden")
        titles = tuple([knight.id for knight in self.knights if knight.king])
        beside = _ids(others) if others else ()
        told = (kind, rules, sentence, _ids(who), beside, cards, at, to, way, number, dice, sums, titles)
        self.events.append(tuple.__new__(Event, told))

    def _face_down(self) -> set[str]:
        """The denizens that lie face down, unseen by some Knight in the game."""
        return {
            card
            for area in self.areas
            for card, seers in area.hidden
            if any(knight.id not in seers and not knight.out for knight in self.knights)
        }

    def push(self, kind: str, who: str | None = None, knight: str = "", **details: Any) -> None:
        """Put what must be settled next on top of ``pending``: its kind, who decides it, whom it is about, and fields of Pending.

        KeyError for a detail that is no field of Pending.
        """
        values = [kind, who, knight, *_DETAILS]
        for field, value in details.items():
            values[_PENDING[field]] = value
        self.pending.append(tuple.__new__(Pending, values))

    def freeze(self) -> Position:
        """The immutable position as the draft now is, of the class it was made from. The draft may go on changing."""
        areas = self.unchanged
        if areas is None:
            areas = self.unchanged = tuple(self.areas)
        return self.made_from(
            self.edition,
            areas,
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


#: What rule code reads: a finished position, or one in the making.
AnyPosition = Position | Draft


def _ids(who: Who) -> tuple[str, ...]:
    if isinstance(who, str):
        return (who,)
    return (who.id,) if isinstance(who, Knight) else tuple(who)


def plus(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The cards with more added, sorted, each once."""
    return tuple(sorted({*cards, *more}))


def minus(cards: tuple[str, ...], *fewer: str) -> tuple[str, ...]:
    """The cards without some."""
    return tuple([card for card in cards if card not in fewer])
