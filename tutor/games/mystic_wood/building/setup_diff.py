"""What may be laid out in a setup, what has been, and what was touched that had to stay: told from two states, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of, the
from engine.mystic_wood.material.wood import every_area
from engine.mystic_wood.position.table import Area, Knight
from engine.text.faults import Fault, UnreadableText, cap, nearest, sentence
from tutor.games.mystic_wood.building.holdings import held_by, lying_in

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: What can be laid: area cards turned up, denizens, loose things, cards in a Knight's hand, and who takes no notice of him.
KINDS = ("areas", "denizens", "things", "hand", "remaining")
AREA_NAMES = frozenset(CARDS.areas)
#: What may be added to a Knight without his being another.
_HELD = ("things", "companions", "prowess_cards", "horse", "grail", "blessing")
#: What an area has of itself: all but its card and what lies there.
_OF_AREA = tuple(
    key
    for key in Area._fields
    if key not in ("tile", "face_up", "turned", "drawn", "denizens", "things", "things_outside")
)
_OF_KNIGHT = tuple(key for key in Knight._fields if key not in (*_HELD, "ignored_by", "must_rescue"))


class Lay(NamedTuple):
    """One kind of thing that may be laid, and where: areas, or Knights; anywhere if ``where`` names nothing."""

    kind: str
    where: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What may be laid, as it is told: "denizens at c2"."""
        places = (
            " and ".join((", ".join(self.where[:-1]), self.where[-1])) if len(self.where) > 1 else "".join(self.where)
        )
        if self.kind == "hand":
            whose = " and ".join(f"{name_of(knight)}'s" for knight in self.where) or "a Knight's"
            return f"cards in {whose} hand{'s' if len(self.where) > 1 else ''}"
        if self.kind == "remaining":
            return "denizens who have remained"
        what = "area cards" if self.kind == "areas" else self.kind
        return f"{what} at {places}" if places else what


class Piece(NamedTuple):
    """Something that was laid: of which kind, which card, and where (or in whose hand)."""

    kind: str
    card: str
    where: str

    @property
    def counts(self) -> bool:
        """Whether it is a piece; that somebody has remained is a mark on one."""
        return self.kind != "remaining"

    @property
    def words(self) -> str:
        """What was laid, in words."""
        if self.kind == "areas":
            named = the(self.card) if self.card in AREA_NAMES else f"an area card {self.card}"
            return f"{named} at {self.where}"
        if self.kind == "remaining":
            return f"{name_of(self.card)} has remained"
        return (
            f"{name_of(self.card)} {f'at {self.where}' if self.where not in KNIGHTS else f'for {name_of(self.where)}'}"
        )


class Stray(NamedTuple):
    """Something that had to stay and did not, or was not to be laid: a sentence, and the target on the board it is about."""

    text: str
    target: str = ""


def lay_of(text: str) -> Lay:
    """Read what may be laid: "areas a3 b2", "denizens c2", "hand george". UnreadableText says what would be right."""
    kind, *where = text.split() or [""]
    if kind not in KINDS:
        raise UnreadableText(Fault("lay", f"{kind!r} is nothing to lay", sentence(nearest(kind, KINDS))))
    known = KNIGHTS if kind in ("hand", "remaining") else every_area()
    for place in where:
        if place not in known:
            what = "no Knight" if known is KNIGHTS else "no area"
            raise UnreadableText(Fault("lay", f"{place!r} is {what}", sentence(nearest(place, known))))
    return Lay(kind, tuple(where))


#: What may be laid where nothing else is said.
ANYTHING = tuple(Lay(kind) for kind in KINDS[:4])


# -------------------------------------------------------------------- what was laid


def laid(given: State, built: State) -> tuple[Piece, ...]:
    """What was added to a given situation, piece by piece."""
    found: list[Piece] = []
    for name, before, after in _changed(given, built):
        if not before.face_up and after.face_up:
            found.append(Piece("areas", after.name or after.paths, name))
        found += [Piece("denizens", card, name) for card in after.denizens if card not in lying_in(before)]
        loose = (*after.things, *after.things_outside)
        found += [Piece("things", card, name) for card in loose if card not in lying_in(before)]
    for knight in built.knights:
        if knight.id in given.order:
            before_him = given.knight(knight.id)
            found += [Piece("hand", card, knight.id) for card in sorted(held_by(knight) - held_by(before_him))]
            marks = [mark for mark in knight.ignored_by if mark not in before_him.ignored_by]
            found += [Piece("remaining", mark.denizen, knight.id) for mark in marks]
    return tuple(found)


def _changed(given: State, built: State) -> list[tuple[str, Area, Area]]:
    """The areas that are no longer as they were given, by name, before and after."""
    if given.edition == built.edition:  # they lie in one order
        there = zip(given.wood.areas, given.areas, built.areas, strict=True)
        return [each for each in there if each[1] is not each[2] and each[1] != each[2]]
    return [(name, was, now) for name in given.wood.areas if (was := given.area(name)) != (now := built.area(name))]


def pieces(given: State, built: State) -> int:
    """How many pieces were laid: area cards turned up, denizens and things put down, cards put into hands."""
    return sum(piece.counts for piece in laid(given, built))


def may_remain(state: State, denizen: str) -> bool:
    """Whether it is one of those who may come to take no notice of a Knight."""
    card = state.cards.denizens.get(denizen)
    return card is not None and any("remains" in says for _, _, says in card.table)


# -------------------------------------------------------------------- what had to stay


def strays(given: State, built: State, lays: Sequence[Lay] = (), cards: Sequence[str] = ()) -> list[Stray]:
    """What is no longer as it was given, and what was laid that is not to be laid here; empty if all is well.

    Without ``lays`` anything may be laid that counts as a piece, without ``cards`` every card.
    """
    found = [
        Stray(f"{what} must stay as given.")
        for what, same in (
            ("The edition", given.edition == built.edition),
            ("The Knights and their order", given.order == built.order),
            ("Whose turn it is", given.turn == built.turn),
            ("The moment of the turn", (given.moment, given.pending) == (built.moment, built.pending)),
            ("The variants", given.variants == built.variants),
        )
        if not same
    ]
    found += [Stray(f"{name_of(card)} is out of the game here.") for card in given.removed if card not in built.removed]
    found += [Stray(f"{name_of(card)} must stay in the game.") for card in built.removed if card not in given.removed]
    if found:
        return found
    told = ("edition", "areas", "knights", "turn", "moment", "pending", "variants", "removed")
    others = [each.name for each in fields(given) if each.init and each.name not in told]
    found += [
        Stray(f"{key.replace('_', ' ').capitalize()} must stay as given.")
        for key in others
        if getattr(given, key) != getattr(built, key)
    ]
    for name, before, after in _changed(given, built):
        found += _area_strays(name, before, after)
    for knight in given.knights:
        found += _knight_strays(knight, built.knight(knight.id), built)
    return found or [stray for piece in laid(given, built) for stray in _not_asked(piece, lays or ANYTHING, cards)]


def _area_strays(name: str, before: Area, after: Area) -> Iterator[Stray]:
    target = f"area:{name}"
    if before.face_up and (before.paths, before.name, before.glade) != (after.paths, after.name, after.glade):
        yield Stray(f"The area card at {name} must stay as given.", target)
    elif not before.face_up and not after.face_up and (before.tile, before.turned) != (after.tile, after.turned):
        yield Stray(f"The card at {name} must stay unknown, or be turned up.", target)
    elif before.face_up and before.drawn != after.drawn:
        yield Stray(f"Whether a card has been drawn at {name} must stay as given.", target)
    gone = lying_in(before) - lying_in(after)
    if gone:
        yield Stray(f"{', '.join(map(name_of, sorted(gone)))} must stay at {name}.", target)
    for key in _OF_AREA:
        if getattr(before, key) != getattr(after, key):
            yield Stray(f"At {name} nothing else may be changed ({key.replace('_', ' ')}).", target)


def _knight_strays(before: Knight, after: Knight, built: State) -> Iterator[Stray]:
    target = f"knight:{before.id}"
    if any(getattr(before, key) != getattr(after, key) for key in _OF_KNIGHT):
        as_is = "she is" if before.id == "britomart" else "he is"
        yield Stray(f"{name_of(before.id)} must stay where and as {as_is}.", target)
    duties = [
        lost for lost in after.must_rescue if lost not in lying_in(built.area(after.at))
    ]  # he meets them as he stands
    if not set(duties) <= set(before.must_rescue) <= set(after.must_rescue):
        yield Stray(f"Whom {name_of(before.id)} is bound to rescue must stay as given.", target)
    gone = held_by(before) - held_by(after)
    if gone:
        yield Stray(f"{name_of(before.id)} must keep {', '.join(map(name_of, sorted(gone)))}.", target)
    for mark in before.ignored_by:
        if mark not in after.ignored_by:
            yield Stray(f"{name_of(mark.denizen)} must go on taking no notice of {name_of(before.id)}.", target)
    for mark in after.ignored_by:
        if mark in before.ignored_by:
            continue
        if not may_remain(built, mark.denizen):
            yield Stray(f"{cap(the(mark.denizen))} never remains.", target)
        elif not mark.guards or mark.denizen not in built.area(mark.area).denizens:
            yield Stray(f"{name_of(mark.denizen)} can only have remained at {mark.area} if he lies there.", target)


def _not_asked(piece: Piece, lays: Sequence[Lay], cards: Sequence[str]) -> Iterator[Stray]:
    if cards and piece.kind != "areas" and piece.card not in cards:
        yield Stray(f"{name_of(piece.card)} is not among the cards to be laid here.", f"area:{piece.where}")
        return
    fitting = [lay for lay in lays if lay.kind == piece.kind]
    if any(not lay.where or piece.where in lay.where for lay in fitting):
        return
    target = f"knight:{piece.where}" if piece.where in KNIGHTS else f"area:{piece.where}"
    asked = "; ".join(lay.words for lay in lays)
    yield Stray(f"{cap(piece.words)}: that is not to be laid here, only {asked}.", target)
