"""What puzzles are made of: positions of played games, and situations laid out by chance. All from one generator."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine import mystic_wood as mw
from engine.contract.events import Event
from engine.contract.game import play_out
from engine.mystic_wood.material.cards import CARD_OF, COMPANIONS, DENIZENS, KNIGHTS, THINGS
from engine.mystic_wood.material.wood import TILES
from engine.mystic_wood.play.bots import quest_bot, random_bot
from engine.text.keyed import text_of

#: The most actions of a game that is played for its positions.
LONGEST_GAME = 260
EDITIONS = tuple(mw.editions())
#: Gates and Tower: nothing is laid there.
#: Where puzzles are made: the Wood of both editions.
WOOD = mw.wood_of(EDITIONS[0])
FIXED = tuple(WOOD.fixed)
#: Denizens whose cards can lie under a Knight from the start: they were beaten.
PROWESS_CARDS = ("giant", "orc", "wild-boar", "wild-ox", "troll", "saracen")


class Supply:
    """What one lot of puzzles is made from: a generator of its own, and a game played with it when one is asked for."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        #: Who has been asked about where: two moments of one visit in one game are too much alike.
        self.told: set[tuple[str, str]] = set()
        self._seed = seed

    @cached_property
    def game(self) -> mw.Record[mw.State]:
        """A game of two to four Knights, some of them sensible."""
        rng = random.Random(f"{self._seed}/game")
        knights = rng.sample(KNIGHTS, rng.randint(2, 4))
        policies = {knight: rng.choice((quest_bot, random_bot)) for knight in knights}
        return play_out(mw.new_game(knights, rng.choice(EDITIONS)), policies, rng.randrange(10**9), LONGEST_GAME)

    def moments(self) -> Sequence[tuple[mw.State, str, tuple[Event, ...]]]:
        """Each moment of the game with the action played there, and what happened."""
        return tuple(zip(self.game.states, self.game.actions, self.game.events, strict=False))


def situation(
    edition: str, knights: Mapping[str, Mapping[str, Any]], areas: Mapping[str, Mapping[str, Any]], **top: Any
) -> str:
    """A situation's text from plain data, empty values left out."""
    data = {
        "edition": edition,
        "order": list(knights),
        **{key: value for key, value in top.items() if value},
        "areas": {name: {key: value for key, value in area.items() if value} for name, area in sorted(areas.items())},
        "knights": {name: {key: value for key, value in knight.items() if value} for name, knight in knights.items()},
    }
    return text_of(data, ("areas", "knights"))


def hand(rng: random.Random, taken: set[str], most: int = 4, companions: bool = False) -> dict[str, Any]:
    """Cards for a Knight's hand that nobody else has; what is dealt is added to ``taken`` (by the denizen's card)."""
    found: dict[str, Any] = {"things": [], "companions": [], "prowess_cards": []}
    pools: list[tuple[str, Sequence[str]]] = [("things", THINGS), ("prowess_cards", PROWESS_CARDS)]
    if companions:
        pools.append(("companions", [card for card in COMPANIONS if card not in ("child", "damsel")]))
    for _ in range(rng.randint(0, most)):
        kind, pool = rng.choice(pools)
        card = rng.choice(pool)
        if CARD_OF.get(card, card) not in taken and card not in ("child", "damsel"):
            taken.add(CARD_OF.get(card, card))
            found[kind].append(card)
    if "horse" not in taken and rng.random() < 0.15:
        taken.add("horse")
        found["horse"] = True
    return {key: sorted(value) if isinstance(value, list) else value for key, value in found.items()}


def some_denizens(rng: random.Random, taken: set[str], number: int, among: Iterable[str] = DENIZENS) -> list[str]:
    """Some denizens who are nowhere yet: ``number`` of them."""
    free = [card for card in among if CARD_OF.get(card, card) not in taken]
    found = rng.sample(free, min(number, len(free)))
    taken.update(found)
    return found


def an_area(rng: random.Random) -> str:
    """An area that is none of the Gates and not the Tower, with all its neighbours in the Wood."""
    return rng.choice([area for area in WOOD.areas if area not in FIXED and len(WOOD.neighbours[area]) == 4])


def some_ground(rng: random.Random, areas: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Area cards of the set, laid at random on these areas, each of its half and each once."""
    left = {
        half: [tile for tile in TILES.values() if tile.half == half and not tile.fixed]
        for half in ("enchanted", "earthly")
    }
    found: dict[str, dict[str, Any]] = {}
    for area in areas:
        tile = rng.choice(left[WOOD.half_of(area)])
        left[WOOD.half_of(area)].remove(tile)
        found[area] = {"tile": tile.id, "turned": tile.arrow and rng.random() < 0.5}
    return found
