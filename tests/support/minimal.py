"""Whether a setup can be done with fewer pieces: every construction of fewer is laid out and held against what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, LOST_ONES, SAME_CARD, THINGS
from engine.text.faults import Faulty
from tutor.games.mystic_wood.building.setup_check import holds
from tutor.games.mystic_wood.building.setup_diff import ANYTHING, Lay, Piece, pieces, strays
from tutor.teach.kinds.build import BuildSession

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: The shapes an area card can have, three of its four paths or all.
SHAPES = ("NESW", "NES", "ESW", "NSW", "NEW")
#: What is written of these cards in a hand.
_FLAGS = {"horse": "horse", "holy-grail": "grail", "blessing": "blessing"}


def shorter(session: BuildSession) -> State | None:
    """A construction with fewer pieces than the shortest known that is accepted; None if every one of fewer fails."""
    for number in range(1, pieces(session.state, session.shortest)):
        for built in _laid_out(session, number):
            if holds(session.exercise, built, session.learner) and _counts(session, built, number):
                return built
    return None


def constructions(session: BuildSession, number: int) -> Iterator[State]:
    """Every construction of so many pieces that a setup allows and that can be.

    A denizen laid where remaining may be marked is laid both ways.
    """
    yield from (built for built in _laid_out(session, number) if _counts(session, built, number))


def _counts(session: BuildSession, built: State, number: int) -> bool:
    """Whether so many pieces were laid, and nothing that may not be."""
    found = strays(session.state, built, session.lays, session.exercise.cards)
    return not found and pieces(session.state, built) == number


def _laid_out(session: BuildSession, number: int) -> Iterator[State]:
    """Every choice of so many pieces, laid out as far as it can be."""
    given, data = session.state, mw.to_dict(session.state)
    lays = session.lays or ANYTHING
    single = [piece for lay in lays for piece in _single(given, lay)]
    allowed = [
        piece
        for piece in single
        if piece.kind == "areas" or not session.exercise.cards or piece.card in session.exercise.cards
    ]
    marks = [lay for lay in lays if lay.kind == "remaining"]
    for chosen in combinations(allowed, number):
        for marked in (False, True) if marks else (False,):
            built = _built(given, data, chosen, marked)
            if built is not None:
                yield built


def _single(given: State, lay: Lay) -> Iterator[Piece]:
    """Everything that one kind of laying can lay, each as one piece."""
    if lay.kind == "areas":
        for name in lay.where or given.wood.areas:
            if name in given.wood.fixed or given.area(name).face_up:
                continue
            named = [card for card, entry in mw.CARDS.areas.items() if entry.half == given.wood.half_of(name)]
            yield from (Piece("areas", card, name) for card in (*SHAPES, *named))
    elif lay.kind == "denizens":
        for name in lay.where or given.wood.areas:
            yield from (Piece("denizens", card, name) for card in given.cards.denizens)
    elif lay.kind == "things":
        for name in lay.where or given.wood.areas:
            yield from (Piece("things", card, name) for card in THINGS)
    elif lay.kind == "hand":
        slayers = [card for card, entry in given.cards.denizens.items() if entry.prowess_card]
        for knight in lay.where or given.order:
            for card in dict.fromkeys((*THINGS, *COMPANIONS, *_FLAGS, *slayers, *LOST_ONES)):
                yield Piece("hand", card, knight)


def _built(given: State, start: dict[str, Any], chosen: tuple[Piece, ...], remaining: bool) -> State | None:
    """The given situation with these laid; None if that cannot be."""
    cards = [SAME_CARD.get(piece.card, piece.card) for piece in chosen if piece.kind != "areas"]
    if len(set(cards)) < len(cards):
        return None
    data = {**start, "areas": dict(start.get("areas", {})), "knights": dict(start.get("knights", {}))}
    for piece in chosen:
        kind = "areas" if piece.where in given.wood.index else "knights"
        table = data[kind][piece.where] = dict(data[kind].get(piece.where, {}))
        if piece.kind == "areas":
            if "paths" in table or "name" in table:
                return None
            table["paths" if piece.card in SHAPES else "name"] = piece.card
        elif piece.kind in ("denizens", "things"):
            table[piece.kind] = [*table.get(piece.kind, ()), piece.card]
            if remaining and piece.kind == "denizens":
                him = data["knights"][given.turn] = dict(data["knights"].get(given.turn, {}))
                him["ignored_by"] = [*him.get("ignored_by", ()), {"denizen": piece.card, "area": piece.where}]
        elif piece.card in _FLAGS:
            table[_FLAGS[piece.card]] = True
        else:
            key = "things" if piece.card in THINGS else "companions" if piece.card in COMPANIONS else "prowess_cards"
            table[key] = [*table.get(key, ()), piece.card]
    try:
        return mw.from_dict(data)
    except Faulty:
        return None
