"""How Knights and cards are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from engine.mystic_wood.material.cards import name_of, the
from engine.mystic_wood.position.table import Knight


def knight_name(knight: Knight | str) -> str:
    """What a Knight is called in a sentence: "George", or "King Roland"."""
    if isinstance(knight, str):
        return name_of(knight)
    return f"King {name_of(knight.id)}" if knight.king and knight.id != "britomart" else name_of(knight.id)


def he(knight: Knight | str) -> str:
    """ "he", or "she" for Britomart."""
    return "she" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "he"


def his(knight: Knight | str) -> str:
    """ "his", or "her" for Britomart."""
    return "her" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "his"


def him(knight: Knight | str) -> str:
    """ "him", or "her" for Britomart."""
    return "her" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "him"


def himself(knight: Knight | str) -> str:
    """ "himself", or "herself" for Britomart."""
    return "herself" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "himself"


def listed(names: Iterable[str]) -> str:
    """Names in a row: "the Orc", "the Orc and the Elf", "the Orc, the Elf and the Child".

    >>> listed(["the Orc", "the Elf", "the Child"])
    'the Orc, the Elf and the Child'
    """
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def the_cards(cards: Iterable[str]) -> str:
    """Cards, denizens or Knights by their names with articles, in a row."""
    return listed(the(card) for card in cards)
