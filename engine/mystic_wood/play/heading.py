"""Where a player would walk: what draws him, what frightens him, and how many turns it is to there as far as he knows."""

from __future__ import annotations

import heapq
from functools import cache, cached_property

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.ledger import is_challenger
from engine.mystic_wood.material.wood import EARTHLY_GATE, ENCHANTED_GATE, INDEX, NEIGHBOURS
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.paths import hopeful_ways
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.ending import quest_missing
from engine.mystic_wood.rules.scores import counts, denizens_side
from engine.odds import die_each, to_the_end

HELPFUL = frozenset(("horse", "sage", "princess", "prince", "merlin", "elf", "hermit", "witch", "druid", "rogue"))
WANTED = {"george": ("dragon",), "perceval": ("holy-grail",), "roland": ("princess",), "britomart": ("prince",)}
#: How many turns it costs him to be beaten, about: the way back from the Tower.
TURNS_LOST = 6.0
#: As far as any area can be where something draws him; farther is out of reach.
FAR = 25.0


@cache
def beaten(lead: int) -> float:
    """How likely he is beaten in the end who leads by that much before the dice are thrown."""
    return float(to_the_end([die_each(lead, 0)]).lose)


class Heading:
    """What one Knight makes of a state that he sees. Areas go by their numbers in reading order."""

    def __init__(self, state: State, me: Knight) -> None:
        self.state = state
        self.me = me
        self.ways = hopeful_ways(state)
        #: Where each card lies, areas nobody knows, areas by name.
        self.lies: dict[str, int] = {}
        self.unknown: list[int] = []
        self.named: dict[str, int] = {}
        for number, area in enumerate(state.areas):
            if area.tile is None:
                self.unknown.append(number)
            elif area.face_up and area.tile.name is not None:
                self.named[area.tile.name] = number
            if area.denizens or area.things or area.things_outside:
                for card in (*area.denizens, *area.things, *area.things_outside):
                    self.lies[card] = number

    @cached_property
    def dangers(self) -> dict[int, float]:
        """How many turns the challengers of an area are likely to cost him: none if he is sure to win."""
        found: dict[int, float] = {}
        totals = self.me.totals(self.state.cards)
        strong, brave = sum(s for _, s, _ in totals), sum(p for _, _, p in totals)
        for denizen, number in self.lies.items():
            if is_challenger(denizen) and not (denizen == "king" and self.me.id == "britomart"):
                strength, prowess = counts(self.state.cards, denizen)
                side = denizens_side(self.state, denizen, _AREAS[number])
                lose = beaten(strong * strength + brave * prowess - side.total)
                found[number] = found.get(number, 0.0) + TURNS_LOST * lose
        return found

    def _where(self, *cards: str) -> list[int]:
        ignored = {entry.denizen for entry in self.me.ignored_by}
        return [self.lies[card] for card in cards if card in self.lies and card not in ignored]

    def _named(self, name: str) -> list[int]:
        return [self.named[name]] if name in self.named else []

    def _quest(self) -> list[int]:
        """Where his quest leads him, as far as that is known."""
        me = self.me
        if me.king:
            return self._named("castle")
        for person in LOST_ONES:
            if person in me.companions:
                return [INDEX[EARTHLY_GATE]] if person == "child" else self._where("queen")
            if person in me.must_rescue:
                return self._where(person)
        if quest_missing(me) is None:
            return [INDEX[ENCHANTED_GATE]]
        if me.id == "guyon":
            if "golden-bough" in me.things:
                return self._named("cave")
            return self._where("golden-bough", "druid")
        if me.id == "george" and self.unknown and self.state.strength(me.id) < 5:
            return []
        return self._where(*WANTED[me.id])

    @cached_property
    def goals(self) -> list[int]:
        """Where to go: the quest if it is known where, else new ground and denizens worth meeting."""
        friends = [n for n in self._where(*HELPFUL & self.lies.keys()) if n != INDEX[self.me.at]]
        return self._quest() or [*self.unknown, *sorted(friends)]

    @cached_property
    def turns(self) -> dict[int, float]:
        """Turns to the nearest goal from each area, over known paths and into the unknown, dangers on the way counted in."""
        ways, dangers = self.ways, self.dangers
        found: dict[int, float] = {}
        queue = [(0.0, goal) for goal in self.goals]
        heapq.heapify(queue)
        while queue:
            so_far, here = heapq.heappop(queue)
            if here not in found:
                found[here] = so_far
                cost = so_far + 1.0 + dangers.get(here, 0.0)
                for before in ways[here]:
                    if before not in found:
                        heapq.heappush(queue, (cost, before))
        return found

    @property
    def cut_off(self) -> bool:
        """Nothing he wants can be reached (`move.isolated`)."""
        return INDEX[self.me.at] not in self.turns

    def from_here(self, area: str) -> float | None:
        """Turns to the nearest goal from an area, None where there is no way."""
        return self.turns.get(INDEX[area])

    def by_way_of(self, area: str) -> float:
        """Turns to the nearest goal for one who walks into an area, its dangers counted in."""
        number = INDEX[area]
        return self.turns.get(number, FAR) + self.dangers.get(number, 0.0)

    def leads(self, here: str, beyond: str) -> bool:
        """Whether one may hope that a path leads from an area to the one beside it."""
        return INDEX[beyond] in self.ways[INDEX[here]]

    def would_return(self, back: str) -> bool:
        """Whether one who goes back there would only come here again: no other way from there is better."""
        beside = [beyond for beyond in NEIGHBOURS[back].values() if self.leads(back, beyond)]
        here = self.by_way_of(self.me.at)
        return INDEX[back] not in self.goals and all(here <= self.by_way_of(b) for b in beside)


_AREAS = tuple(INDEX)
