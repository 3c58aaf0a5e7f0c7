"""Where a player would walk: what draws him, what frightens him, and how many turns it is to there as far as he knows.

Nothing is reckoned before it is asked for: how far it is from an area is followed from the goals only until that area is
reached, and the dangers of an area are counted when a way leads through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import Any, Generic, NamedTuple, TypeVar

from engine.mystic_wood.material.cards import LOST_ONES, cards_of
from engine.mystic_wood.material.ledger import is_challenger
from engine.mystic_wood.material.wood import EARTHLY_GATE, ENCHANTED_GATE, INDEX, NEIGHBOURS
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.paths import hopeful_ways
from engine.mystic_wood.position.table import UNKNOWN_AREA, Area, Knight
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.mystic_wood.rules.scores import counts, denizens_points
from engine.mystic_wood.rules.standing import quest_of
from engine.odds import die_each, to_the_end

T = TypeVar("T")

#: Denizens worth a visit.
HELPFUL = frozenset(("horse", "sage", "merlin", "elf", "hermit", "witch"))
#: How many turns it costs him, about, to come upon others: the Tower, a rescue, a storm.
TROUBLE: Mapping[str, float] = {"rogue": 2.5, "child": 3.0, "damsel": 3.0, "magician": 0.7}
#: And to be beaten: the way back from the Tower.
TURNS_LOST = 8.0
#: A fight for prowess, or for what a rival has, is sought while it costs fewer turns than this, or is won as often.
TURNS_RISKED, CHANCE_RISKED = 2.0, 0.35
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


class reckoned(Generic[T]):  # noqa: N801 -- it stands where property would
    """A property that is reckoned once, when it is first asked for: functools.cached_property without its lock."""

    def __init__(self, reckon: Callable[[Any], T]) -> None:
        self.reckon = reckon
        self.name = reckon.__name__
        self.__doc__ = reckon.__doc__

    def __get__(self, owner: object, kind: type | None = None) -> T:
        value = owner.__dict__[self.name] = self.reckon(owner)
        return value


class Survey(NamedTuple):
    """What is known of the Wood: where each card lies, challengers and where they are, the areas nobody knows, named areas.

    Areas go by their numbers in reading order.
    """

    lies: dict[str, int]
    challengers: list[tuple[str, int]]
    unknown: list[int]
    named: dict[str, int]
    #: For each area the neighbours one may hope to walk to or from.
    ways: Sequence[Sequence[int]]


#: What each made last of which areas: between two of his decisions little changes.
_SURVEYED: dict[str, tuple[tuple[Area, ...], Survey]] = {}


def survey(state: State, who: str) -> Survey:
    """Look over the whole Wood once."""
    areas = state.areas
    last = _SURVEYED.get(who)
    if last is not None and last[0] == areas:
        return last[1]
    found = _survey(state)
    _SURVEYED[who] = (areas, found)
    return found


def _survey(state: State) -> Survey:
    lies: dict[str, int] = {}
    challengers: list[tuple[str, int]] = []
    unknown: list[int] = []
    named: dict[str, int] = {}
    for number, area in enumerate(state.areas):
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
    return Survey(lies, challengers, unknown, named, hopeful_ways(state))


class Heading:
    """What one Knight makes of a state that he sees. Areas go by their numbers in reading order."""

    def __init__(self, state: State, me: Knight, goals: list[int] | None = None) -> None:
        self.state = state
        self.me = me
        if goals is not None:
            self.goals = goals
        #: Turns to the nearest goal, as far as that has been followed.
        self._turns: dict[int, float] = {}

    @reckoned
    def wood(self) -> Survey:
        """What he knows of the Wood."""
        return survey(self.state, self.me.id)

    @property
    def ways(self) -> Sequence[Sequence[int]]:
        """Where one may hope to walk to or from, for each area."""
        return self.wood.ways

    @reckoned
    def _points(self) -> tuple[int, int]:
        """His strength and prowess."""
        totals = self.me.totals(self.state.cards)
        return sum([strength for _, strength, _ in totals]), sum([prowess for _, _, prowess in totals])

    @reckoned
    def dangers(self) -> dict[int, float]:
        """How many turns who is in an area is likely to cost him: none if he is sure to win."""
        found: dict[int, float] = {}
        edition, areas, own = self.state.edition, self.state.areas, self._points
        for denizen, number in self.wood.challengers:
            if denizen != "king" or self.me.id != "britomart":
                cost = turns_lost(edition, denizen, areas[number].name, *own)
                found[number] = found.get(number, 0.0) + cost
        ignored, lies = self.ignored, self.wood.lies
        for denizen, cost in TROUBLE.items():
            if denizen in lies and denizen not in ignored:
                found[lies[denizen]] = found.get(lies[denizen], 0.0) + cost
        if self.me.id != "britomart" and "prince" in lies and "prince" not in ignored:
            number = lies["prince"]
            found[number] = found.get(number, 0.0) + turns_lost(edition, "prince", areas[number].name, *own)
        return found

    @reckoned
    def ignored(self) -> frozenset[str]:
        """Who takes no notice of him for now."""
        return frozenset([entry.denizen for entry in self.me.ignored_by])

    def _where(self, *cards: str) -> list[int]:
        lies, ignored = self.wood.lies, self.ignored
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
        if has_fulfilled(self.state, me):
            return [INDEX[ENCHANTED_GATE]]
        if "golden-bough" in me.things and quest_of(self.state, me.id).kind == "cave":
            return self._named("cave")
        if me.id == "george" and self.wood.unknown and self._points[0] < 5:
            return []
        return self._where(*self.wanted) or self._hunted()

    @reckoned
    def wanted(self) -> tuple[str, ...]:
        """The cards his quest is about."""
        quest = quest_of(self.state, self.me.id)
        return ("golden-bough", "druid") if quest.kind == "cave" else (quest.card or quest.denizen or "",)

    def has_wanted(self, rival: Knight) -> bool:
        """Whether a rival has what his own quest is about."""
        return any(card in rival.things or card in rival.following for card in self.wanted)

    def _hunted(self) -> list[int]:
        """Where a rival is from whom he may win what his quest is about."""
        own, me = sum(self._points), self.me
        found = []
        for rival in self.state.knights:
            free = not (rival.out or rival.imprisoned or rival.captured)
            if rival.id != me.id and free and self.has_wanted(rival):
                lead = own - sum([strength + prowess for _, strength, prowess in rival.totals(self.state.cards)])
                if chance_to_win(lead, lead) > CHANCE_RISKED and all(p.knight != rival.id for p in me.at_peace):
                    found.append(INDEX[rival.at])
        return found

    def _gains(self) -> list[int]:
        """New ground, denizens worth meeting, and those whom he is likely to beat for their prowess."""
        here, areas, state = INDEX[self.me.at], self.state.areas, self.state
        found = list(self.wood.unknown)
        for number in self._where(*HELPFUL & self.wood.lies.keys()):
            if number != here and not areas[number].has_inside:
                found.append(number)
        for denizen, number in self.wood.challengers:
            if number == here or not state.cards.denizens[denizen].prowess_card:
                continue
            if turns_lost(state.edition, denizen, areas[number].name, *self._points) < TURNS_RISKED:
                found.append(number)
        return found

    @reckoned
    def goals(self) -> list[int]:
        """Where to go: the quest if it is known where, else all that brings him on."""
        return self._quest() or self._gains()

    @reckoned
    def instead(self) -> Heading | None:
        """Where to go while no way leads to his goals: what brings him on, or else a fight, since lost it frees him too."""
        here = INDEX[self.me.at]
        for goals in (self._gains(), [number for _, number in self.wood.challengers]):
            other = Heading(self.state, self.me, [number for number in goals if number != here])
            if not other.cut_off:
                return other
        return None

    @reckoned
    def _open(self) -> tuple[list[tuple[float, int]], list[float]]:
        """What is to be followed next: areas by how far they seem; and how far each seems so far. It begins beside the goals."""
        seems = [_BEYOND] * len(INDEX)
        ways, dangers, found = self.ways, self.dangers, self._turns
        found.update(dict.fromkeys(self.goals, 0.0))
        for goal in found:
            cost = 1.0 + dangers.get(goal, 0.0)
            for before in ways[goal]:
                if before not in found and cost < seems[before]:
                    seems[before] = cost
        queue = [(cost, number) for number, cost in enumerate(seems) if cost < _BEYOND]
        heapify(queue)
        return queue, seems

    def turns(self, number: int) -> float | None:
        """Turns to the nearest goal from an area, over known paths and into the unknown, dangers on the way counted in.

        None where no way leads there.
        """
        found, (queue, seems) = self._turns, self._open
        if number in found:
            return found[number]
        ways, dangers = self.ways, self.dangers
        while queue:
            so_far, here = heappop(queue)
            if here in found:
                continue
            found[here] = so_far
            cost = so_far + 1.0 + dangers.get(here, 0.0)
            for before in ways[here]:
                if cost < seems[before] and before not in found:
                    seems[before] = cost
                    heappush(queue, (cost, before))
            if here == number:
                return so_far
        return None

    @reckoned
    def cut_off(self) -> bool:
        """Nothing he wants can be reached (`move.isolated`)."""
        return self.turns(INDEX[self.me.at]) is None

    def from_here(self, area: str) -> float | None:
        """Turns to the nearest goal from an area, None where there is no way."""
        return self.turns(INDEX[area])

    def by_way_of(self, area: str) -> float:
        """Turns to the nearest goal for one who walks into an area, its dangers counted in."""
        if self.cut_off and self.instead is not None:
            return self.instead.by_way_of(area)
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
