"""Where every card is, and what is therefore still undecided: the pack nobody has drawn, the area cards nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol

from engine.mystic_wood.material.cards import CARD_OF, Cards
from engine.mystic_wood.material.wood import Wood, tiles_of
from engine.mystic_wood.position.table import UNKNOWN_AREA, Area, Knight, Pending


class Laid(Protocol):
    """Whatever shows where the cards lie: a position, or one in the making."""

    @property
    def areas(self) -> Sequence[Area]: ...
    @property
    def knights(self) -> Sequence[Knight]: ...
    @property
    def removed(self) -> tuple[str, ...]: ...
    @property
    def pending(self) -> Sequence[Pending]: ...
    @property
    def cards(self) -> Cards: ...
    @property
    def edition(self) -> str: ...
    @property
    def wood(self) -> Wood: ...


def card_places(laid: Laid) -> Iterator[tuple[str, str]]:
    """(card, place) for every small card that is somewhere: an area's name, a Knight's id, "nobody" or "removed".

    Things are named by the denizen whose card they are; a card that is in two places comes twice. What a fallen King had is
    in nobody's hand until it is shared (`combine.king`).
    """
    card_of, names = CARD_OF, laid.wood.areas
    for number, area in enumerate(laid.areas):
        if area is UNKNOWN_AREA:
            continue  # most are, for most of a game
        name = names[number]
        for card in area.denizens:
            yield card, name
        for card in area.things:
            yield card_of[card], name
        for card in area.things_outside:
            yield card_of[card], name
    for knight in laid.knights:
        for card in knight.things:
            yield card_of[card], knight.id
        for card in knight.denizens():
            yield card, knight.id
        for card in knight.due:
            yield card_of.get(card, card), "nobody"
    for card in laid.removed:
        yield card_of.get(card, card), "removed"


def accounted_for(laid: Laid) -> Mapping[str, str]:
    """Every small card that is somewhere, and where: "c2", "george", "nobody", "removed" (things under their denizen's card)."""
    return dict(card_places(laid))


def undrawn(laid: Laid) -> tuple[str, ...]:
    """The small cards nobody has drawn, in the order of the card list (`glade.all-out`)."""
    taken = {card for card, _ in card_places(laid)}
    return tuple([card for card in laid.cards.pack if card not in taken])


def to_draw(laid: Laid, waiting: Pending, next_cards: tuple[str, ...]) -> tuple[str, ...]:
    """The small cards a draw can bring: the stacked one, or all that are undrawn (`glade.draw`)."""
    left = undrawn(laid)
    if waiting.drawn:
        left = tuple([card for card in left if card not in waiting.drawn])
    for card in next_cards:
        if card in left:
            return (card,)
    return left


def lies_with(laid: Laid, card: str) -> str | None:
    """The Knight who has that denizen as a companion, or rides the Horse, or holds the Grail; None if nobody has."""
    for knight in laid.knights:
        if card in knight.companions or card in knight.steeds:
            return knight.id
    return None


def is_shared(laid: Laid, knight: Knight) -> bool:
    """Whether what is due to him is still being shared: his to share out, to be agreed on, or fought for (`combine.king`)."""
    for waiting in laid.pending:
        if waiting.kind == "shared" or (waiting.kind == "share" and waiting.who == knight.id):
            return True
    fought = [{waiting.knight, waiting.of} for waiting in laid.pending if waiting.kind in ("answer", "joust")]
    return knight.dispute == "king" and any(
        rival.id == knight.fighting or {rival.id, knight.id} in fought
        for rival in laid.knights
        if rival.dispute == "king" and rival.id != knight.id
    )


@cache
def _cards_of_half(edition: str, half: str) -> tuple[tuple[str, str | None], ...]:
    tiles = tiles_of(edition)
    return tuple((tile, tiles.tiles[tile].name) for tile in tiles.of_half(half))


def unseen_tiles(laid: Laid, half: str) -> tuple[str, ...]:
    """The ids of a half's area cards that lie nowhere yet, so that each is equally likely to turn up (`explore.look`)."""
    placed: set[str] = set()
    for area in laid.areas:
        tile = area.tile
        if tile is not None and tile.half == half:
            placed.add(tile.id)
            if tile.name:
                placed.add(tile.name)
    cards = _cards_of_half(laid.edition, half)
    return tuple([tile for tile, name in cards if tile not in placed and name not in placed])
