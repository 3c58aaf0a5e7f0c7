"""Positions of the Willow game laid by chance on the training map, and how they are spoken of in a question."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine import willow
from engine.text.faults import Faulty
from engine.willow.material.scenario import ELORA
from tutor.content.puzzles.model import Rejected

MAP = willow.scenarios()["training"]
GOOD = tuple(name for name, one in MAP.characters.items() if one.side == "good")
EVIL = tuple(name for name, one in MAP.characters.items() if one.side == "evil")
HIDDEN = tuple(name for name, place in MAP.places.items() if place.of_power and place.power != "castle")
OPEN = tuple(name for name, place in MAP.places.items() if not place.of_power)
FOES = tuple(name for name, card in MAP.cards.items() if card.kind == "foe")
KEEPS = tuple(name for name, card in MAP.cards.items() if card.kind == "keep")
SPELLS = tuple(name for name, card in MAP.cards.items() if card.kind == "spell" and not card.boxed)
SCEPTRE = next(name for name, treasure in MAP.treasures.items() if treasure.frees)
CITY = next(name for name, place in MAP.places.items() if place.power == "city")


def position(characters: Mapping[str, Mapping[str, Any]], **more: Any) -> willow.State:
    """A position of the training map; ``more`` are keys of the situation. Rejected if it cannot be."""
    try:
        return willow.from_dict(
            {"scenario": "training", "characters": {k: dict(v) for k, v in characters.items()}, **more}
        )
    except Faulty:
        raise Rejected("cannot be") from None


def cards(rng: random.Random, number: int, without: Iterable[str] = ()) -> list[str]:
    """Different cards for a hand: ``number`` of them."""
    known = [card for card in MAP.cards if card not in without and card != ELORA and not MAP.cards[card].boxed]
    return rng.sample(known, number)


def name(one: str) -> str:
    """Anybody and anything as it is called."""
    return "the Brownies" if one == "franjean-rool" else willow.title(one)


def start(text: str) -> str:
    """A sentence begins with it."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Several, in a sentence."""
    *first, last = map(name, names)
    return f"{', '.join(first)} and {last}" if first else last


def steps(chance: Fraction) -> int:
    """A chance in sixths, for telling ideas apart."""
    return int(chance * 6)
