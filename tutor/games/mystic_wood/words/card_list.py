"""The cards as a list: what each is worth, its table, and where its values come from."""

from __future__ import annotations

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import Card


def card_list(file: str | None) -> list[dict[str, str]]:
    """Every card, or those of a file of one's own. Faulty says what is wrong with such a file."""
    return [_row(card) for card in mw.load_cards(file).all().values()]


def _row(card: Card) -> dict[str, str]:
    worth = [f"{what} {points}" for what, points in (("strength", card.strength), ("prowess", card.prowess)) if points]
    if any(card.bearer):
        worth.append(f"lends strength {card.bearer[0]}, prowess {card.bearer[1]}")
    table = "; ".join(
        f"{low}{'' if high == low else '+' if high is None else f'-{high}'} {what}" for low, high, what in card.table
    )
    return {
        "id": card.id,
        "kind": card.kind,
        "name": card.name,
        "values": ", ".join(worth),
        "table": table or card.always or "",
        "from": card.provenance,
        "why": card.why or "",
    }
