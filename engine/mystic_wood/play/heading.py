"""Where a player would walk: what draws him, what frightens him, and how many turns it is to there as far as he knows.

Nothing is reckoned before it is asked for: how far it is from an area is followed from the goals only until that area is
reached, and the dangers of an area are counted when a way leads through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engine.mystic_wood.material.cards import LOST_ONES, cards_of
from engine.mystic_wood.material.ledger import is_challenger
from engine.mystic_wood.material.wood import EARTHLY_GATE, ENCHANTED_GATE, INDEX, NEIGHBOURS
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.paths import hopeful_ways
from engine.mystic_wood.position.table import UNKNOWN_AREA, Area, Knight
from engine.mystic_wood.rules.ending import quest_missing
from engine.mystic_wood.rules.scores import counts, denizens_points
from engine.odds import die_each, to_the_end

HELPFUL = frozenset(("horse", "sage", "princess", "prince", "merlin", "elf", "hermit", "witch", "druid", "rogue"))
WANTED = {"george": ("dragon",), "perceval": ("holy-grail",), "roland": ("princess",), "britomart": ("prince",)}
#: How many turns it costs him to be beaten, about: the way back from the Tower.
TURNS_LOST = 6.0
#: As far as any area can be where something draws him; farther is out of reach.
FAR = 25.0
_BEYOND = float("inf")


@cache
def chance_to_win(lead: int, later: int) -> float:
    """How likely he wins in the end who leads by ``lead`` before the dice are thrown, and by ``later`` after a tie."""
    return float(to_the_end([die_each(lead, 0), die_each(later, 0)]).win)


@cache
def turns_lost(edition: str, denizen: str, place: str | None, strength: int, prowess: int) -> float:
    """How many turns a fight with a denizen is likely to cost who has that much strength and prowess, at a place of that name."""
    cards = cards_of(edition)
    counted = counts(cards, denizen)
    lead = strength * counted[0] + prowess * counted[1] - denizens_points(cards, denizen, place)
    return TURNS_LOST * float(to_the_end([die_each(lead, 0)]).lose)


class Survey(NamedTuple):
    """What is known of the Wood: where each card lies, challengers and where they are, the areas nobody knows, named areas.

    Areas go by their numbers in reading order.
    """

    lies: dict[str, int]
    challengers: list[tuple[str, int]]
    unknown: list[int]
    named: dict[str, int]


def survey(areas: Sequence[Area]) -> Survey:
    """Look over the whole Wood once."""
    lies: dict[str, int] = {}
    challengers: list[tuple[str, int]] = []
    unknown: list[int] = []
    named: dict[str, int] = {}
    for number, area in enumerate(areas):
        if area is UNKNOWN_AREA:
            unknown.append(number)
            continue
        tile, face_up, _, _, denizens, things, outside, *_ = area
        if tile is None:
            unknown.append(number)
        elif face_up and tile.name is not None:
            named[tile.name] = number
        for denizen in denizens:
            lies[denizen] = number
            if is_challenger(denizen):
                challengers.append((denizen, number))
        if things or outside:
            for thing in (*things, *outside):
                lies[thing] = number
    return Survey(lies, challengers, unknown, named)


class Heading:
    """What one Knight makes of a state that he sees. Areas go by their numbers in reading order."""

    def __init__(self, state: State, me: Knight) -> None:
        self.state = state
        self.me = me
        #: Turns to the nearest goal, as far as that has been followed.
        self._turns: dict[int, float] = {}

    @cached_property
    def wood(self) -> Survey:
        """What he knows of the Wood."""
        return survey(self.state.areas)

    @cached_property
    def ways(self) -> Sequence[Sequence[int]]:
        """Where one may hope to walk to or from, for each area."""
        return hopeful_ways(self.state)

    @cached_property
    def _points(self) -> tuple[int, int]:
        """His strength and prowess."""
        totals = self.me.totals(self.state.cards)
        return sum([strength for _, strength, _ in totals]), sum([prowess for _, _, prowess in totals])

    @cached_property
    def dangers(self) -> dict[int, float]:
        """How many turns the challengers of an area are likely to cost him: none if he is sure to win."""
        found: dict[int, float] = {}
        edition, areas, own = self.state.edition, self.state.areas, self._points
        for denizen, number in self.wood.challengers:
            if denizen != "king" or self.me.id != "britomart":
                cost = turns_lost(edition, denizen, areas[number].name, *own)
                found[number] = found.get(number, 0.0) + cost
        return found

    def _where(self, *cards: str) -> list[int]:
        lies, ignored = self.wood.lies, {entry.denizen for entry in self.me.ignored_by}
        return [lies[card] for card in cards if card in lies and card not in ignored]

    def _named(self, name: str) -> list[int]:
        return [self.wood.named[name]] if name in self.wood.named else []

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
        if quest_missing(self.state, me) is None:
            return [INDEX[ENCHANTED_GATE]]
        if me.id == "guyon":
            if "golden-bough" in me.things:
                return self._named("cave")
            return self._where("golden-bough", "druid")
        if me.id == "george" and self.wood.unknown and self._points[0] < 5:
            return []
        return self._where(*WANTED[me.id])

    @cached_property
    def goals(self) -> list[int]:
        """Where to go: the quest if it is known where, else new ground and denizens worth meeting."""
        quest = self._quest()
        if quest:
            return quest
        here = INDEX[self.me.at]
        friends = [n for n in self._where(*HELPFUL & self.wood.lies.keys()) if n != here]
        return [*self.wood.unknown, *friends]

    @cached_property
    def _open(self) -> tuple[list[tuple[float, int]], list[float]]:
        """What is to be followed next: areas by how far they seem; and how far each seems so far."""
        queue, seems = [], [_BEYOND] * len(INDEX)
        for goal in self.goals:
            queue.append((0.0, goal))
            seems[goal] = 0.0
        heapify(queue)
        return queue, seems

    def turns(self, number: int) -> float | None:
        """Turns to the nearest goal from an area, over known paths and into the unknown, dangers on the way counted in.

        None where no way leads there.
        """
        found = self._turns
        if number in found:
            return found[number]
        (queue, seems), ways, dangers = self._open, self.ways, self.dangers
        while queue:
            so_far, here = heappop(queue)
            if here in found:
                continue
            found[here] = so_far
            cost = so_far + 1.0 + dangers.get(here, 0.0)
            for before in ways[here]:
                if cost < seems[before]:
                    seems[before] = cost
                    heappush(queue, (cost, before))
            if here == number:
                return so_far
        return None

    @property
    def cut_off(self) -> bool:
        """Nothing he wants can be reached (`move.isolated`)."""
        return self.turns(INDEX[self.me.at]) is None

    def from_here(self, area: str) -> float | None:
        """Turns to the nearest goal from an area, None where there is no way."""
        return self.turns(INDEX[area])

    def by_way_of(self, area: str) -> float:
        """Turns to the nearest goal for one who walks into an area, its dangers counted in."""
        number = INDEX[area]
        turns = self.turns(number)
        return (FAR if turns is None else turns) + self.dangers.get(number, 0.0)

    def leads(self, here: str, beyond: str) -> bool:
        """Whether one may hope that a path leads from an area to the one beside it."""
        return INDEX[beyond] in self.ways[INDEX[here]]

    def would_return(self, back: str) -> bool:
        """Whether one who goes back there would only come here again: no other way from there is better."""
        if INDEX[back] in self.goals:
            return False
        here = self.by_way_of(self.me.at)
        return all(here <= self.by_way_of(beyond) for beyond in NEIGHBOURS[back].values() if self.leads(back, beyond))
