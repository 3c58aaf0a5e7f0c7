"""The Castle: who has been there longest, and what it lends a defender (`area.castle`, `area.castle-defender`)."""

from __future__ import annotations

from engine.mystic_wood.position.draft import AnyPosition, Draft
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.queries import team


def _rank(knight: Knight) -> int:
    return knight.castle_rank or 1


def enter_castle(draft: Draft, knight_id: str) -> None:
    """Note who was in the Castle first; Knights who enter together share a rank (`area.castle-defender`)."""
    knight = draft.knight(knight_id)
    others = [k for k in draft.knights if k.at == knight.at and k.id != knight_id and not k.out]
    together = [k.castle_rank for k in others if k.id in knight.partners]
    rank = together[0] if together else 1 + max(map(_rank, others), default=0)
    for other in others:
        if not other.castle_rank:
            draft.set_knight(other.id, castle_rank=1)
    draft.set_knight(knight_id, castle_rank=rank)


def close_ranks(draft: Draft, area: str) -> None:
    """Close the ranks of those left in the Castle, so that equal positions stay equal."""
    if draft.area(area).name != "castle":
        return
    here = [k for k in draft.knights if k.at == area and not k.out]
    ranks = sorted(set(map(_rank, here)))
    for knight in here:
        draft.set_knight(knight.id, castle_rank=ranks.index(_rank(knight)) + 1)


def defends_castle(game: AnyPosition, knight: Knight, foe: Knight) -> bool:
    """Whether his side was in the Castle before the other's, so that it lends its strength to him (`area.castle-defender`)."""
    return game.area(knight.at).name == "castle" and min(map(_rank, team(game, knight))) < min(
        map(_rank, team(game, foe))
    )
