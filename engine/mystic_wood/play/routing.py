"""Where a player would walk: what draws him, what frightens him, and how many turns it is to there as far as he knows.

How far it is from an area is followed from the goals only until that area is reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from itertools import compress
from operator import is_not
from typing import ClassVar, Final, NamedTuple

from engine.chance.chance import DIE
from engine.chance.odds import die_each, to_the_end
from engine.mystic_wood.material.cards import CHALLENGERS, LOST_ONES, cards_of, is_challenger
from engine.mystic_wood.material.wood import EDGE, Wood
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.paths import hopeful_ways
from engine.mystic_wood.position.table import UNKNOWN_AREA, Area, Knight
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.mystic_wood.rules.queries import cooperative, quest_of
from engine.mystic_wood.rules.scores import counts, denizens_points

#: Denizens worth a visit.
HELPFUL: Final = ("horse", "sage", "arch-mage", "merlin", "hermit", "witch")
#: How many turns it costs him, about, to come upon others: the Tower, a rescue, a storm.
TROUBLE: Final[Mapping[str, float]] = {"rogue": 2.5, "child": 3.0, "damsel": 3.0, "magician": 0.7}
#: Cost of being beaten, in turns: the way back from the Tower; the factor for who has fulfilled his quest and may lose it.
TURNS_LOST, DEAR = 8.0, 3.0
#: A fight for prowess, or for what a rival has, is sought while it costs fewer turns than this, or is won as often.
TURNS_RISKED, CHANCE_RISKED = 2.0, 0.35
#: A challenger in his way is fought if he is as likely as this to be beaten.
BOLD: Final = 0.42
#: What his quest is about is sought when he is as likely as this to win it there; until then, what makes him stronger.
HOPE: Final = 0.3
#: Whoever is vanquished as seldom as this bars the way.
HARDLY: Final = 0.03
#: The reactions by which one wins it.
_WON: Final = ("befriends", "is taken", "gives")
#: Cost, in turns, from which on an area counts as out of reach.
FAR: Final = 25.0
_BEYOND: Final = float("inf")
_CHALLENGERS: Final = sorted(CHALLENGERS)


@cache
def chance_to_win(lead: int, later: int) -> float:
    """How likely he wins in the end who leads by ``lead`` before the dice are thrown, and by ``later`` after a tie."""
    return float(to_the_end([die_each(lead, 0), die_each(later, 0)]).win)


@cache
def chance_to_beat(edition: str, denizen: str, place: str | None, strength: int, prowess: int) -> float:
    """How likely he beats a denizen who has that much strength and prowess, at a place of that name."""
    cards = cards_of(edition)
    counted = counts(cards, denizen)
    lead = strength * counted[0] + prowess * counted[1] - denizens_points(cards, denizen, place)
    return chance_to_win(lead, lead)


@cache
def chance_of(edition: str, card_id: str, place: str | None, strength: int, prowess: int) -> float:
    """How likely he wins a card for his quest, where he comes upon it, who has that much strength and prowess."""
    card = cards_of(edition).denizens.get(card_id)
    if card is None or card.always:
        return 1.0
    if is_challenger(card_id):
        return chance_to_beat(edition, card_id, place, strength, prowess)
    added = prowess if card.adds_prowess else 0
    return sum(card.reaction(face + added).startswith(_WON) for face in DIE) / len(DIE)


@cache
def wanted_by(edition: str, knight_id: str) -> tuple[str, ...]:
    """The cards that Knight's quest is about."""
    quest = cards_of(edition).knights[knight_id].quest
    assert quest is not None, "the reader of the cards asks for the quest of every Knight"
    return ("golden-bough", "druid") if quest.kind == "cave" else (quest.card or quest.denizen or "",)


def has_any(knight: Knight, cards: tuple[str, ...]) -> bool:
    """Whether a Knight has one of these cards as a thing, or one of these with him."""
    held = knight.things + knight.following
    return any(card in held for card in cards)


class DistanceMap:
    """How many turns it is to the nearest goal, from each area, over ground where one may hope to walk."""

    def __init__(self, ground: KnownMap, goals: list[int], dangers: Mapping[int, float]) -> None:
        ways, new = ground.ways, len(ground.unknown)
        self._ways, self._dangers = ways, dangers
        #: Turns to the nearest goal, as far as that has been followed; what is to be followed next, areas by how far they
        #: seem; and how far each seems so far. It begins beside the goals.
        self._turns = dict.fromkeys(goals, 0.0)
        self._seems = [_BEYOND] * len(ways)
        self._open: list[tuple[float, int]] = []
        for goal in ground.shore + goals[new:] if goals[:new] == ground.unknown else goals:
            cost = 1.0 + dangers.get(goal, 0.0)
            for before in ways[goal]:
                if cost < self._seems[before] and before not in self._turns:
                    self._seems[before] = cost
                    self._open.append((cost, before))
        heapify(self._open)

    def turns(self, number: int) -> float | None:
        """How many from that area; None where no way leads there."""
        found = self._turns
        if number in found:
            return found[number]
        queue, seems, ways, dangers = self._open, self._seems, self._ways, self._dangers
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


class KnownMap(NamedTuple):
    """What is known of the paths, and what has been reckoned on it. Areas go by their numbers in reading order."""

    #: The edges the paths reach, "" where the card is unknown.
    paths: list[str]
    #: For each area the neighbours one may hope to walk to or from.
    ways: list[tuple[int, ...]]
    unknown: list[int]
    #: The unknown areas beside known ones: into the others one comes only by way of these.
    shore: list[int]
    #: By goals and dangers: who goes where he went before follows them no second time.
    charts: dict[tuple[tuple[int, ...], tuple[tuple[int, float], ...]], DistanceMap]

    def chart(self, goals: list[int], dangers: dict[int, float]) -> DistanceMap:
        """How far it is to the nearest of these goals."""
        key = (tuple(goals), tuple(dangers.items()))
        made = self.charts.get(key)
        if made is None:
            made = self.charts[key] = DistanceMap(self, goals, dangers)
        return made


class SearchSoFar(NamedTuple):
    """What is known of these areas: the ground, and the name of each if it has one; where each card lies, and each area with a
    name; where challengers are."""

    areas: tuple[Area, ...]
    ground: KnownMap
    names: list[str | None]
    lies: dict[str, int]
    challengers: list[tuple[str, int]]


#: What was looked over last of each Wood, one entry a Wood: from one decision to the next little changes, and mostly all know the
#: same. It changes no answer; without it a step of a game of bots takes 1.6 to 1.9 times as long.
_LAST: Final[dict[Wood, SearchSoFar]] = {}
#: The first fields of an area say what it is and what lies there; storms, and who has seen it, change nothing here.
_SHOWN: Final = Area._fields.index("storm")


def _unseen(wood: Wood) -> SearchSoFar:
    """A Wood of which nothing is known."""
    size = len(wood.areas)
    blank = [""] * size
    ground = KnownMap(blank, [hopeful_ways(wood, blank, number) for number in range(size)], list(range(size)), [], {})
    return SearchSoFar((UNKNOWN_AREA,) * size, ground, [None] * size, {}, [])


def survey(wood: Wood, areas: tuple[Area, ...]) -> SearchSoFar:
    """Look over the whole Wood: at what is other than it was when it was looked over last."""
    last = _LAST.get(wood) or _unseen(wood)
    if last.areas == areas:
        return last
    others = compress(range(len(areas)), map(is_not, last.areas, areas))
    changed = [number for number in others if last.areas[number][:_SHOWN] != areas[number][:_SHOWN]]
    if not changed:
        made = _LAST[wood] = last._replace(areas=areas)
        return made
    paths, names, lies = last.ground.paths, last.names.copy(), last.lies.copy()
    turned: dict[int, str] = {}
    for number in changed:
        area = areas[number]
        for card in _cards(last.areas[number]):
            if lies.get(card) == number:
                del lies[card]
        for card in _cards(area):
            lies[card] = number
        names[number] = area.name
        if paths[number] != area.paths:
            turned[number] = area.paths
    challengers = [(denizen, lies[denizen]) for denizen in _CHALLENGERS if denizen in lies]
    made = _LAST[wood] = SearchSoFar(areas, _ground(wood, last.ground, turned), names, lies, challengers)
    return made


def _ground(wood: Wood, last: KnownMap, turned: dict[int, str]) -> KnownMap:
    """The ground where the paths of some areas are other than they were."""
    if not turned:
        return last
    paths, ways = last.paths.copy(), last.ways.copy()
    for number, edges in turned.items():
        paths[number] = edges
    for number in {beside for at in turned for beside in (at, *[beyond for beyond, _, _ in wood.beside[at]])}:
        ways[number] = hopeful_ways(wood, paths, number)
    unknown = [number for number, known in enumerate(paths) if not known]
    shore = [number for number in unknown if any(map(paths.__getitem__, ways[number]))]
    return KnownMap(paths, ways, unknown, shore, {})


def _cards(area: Area) -> tuple[str, ...]:
    """The cards that lie there, and the name of the area if it is known."""
    cards = area.denizens + area.things + area.things_outside
    return cards if area.name is None else (*cards, area.name)


class RoutePlan:
    """What one Knight makes of a state that he sees. Areas go by their numbers in reading order."""

    #: How likely he must be to win what his quest is about for him to seek it.
    hope: ClassVar[float] = HOPE

    def __init__(self, state: State, me: Knight) -> None:
        self.state = state
        self.me = me
        self.numbers = state.wood.index
        self.here, self.tower = self.numbers[me.at], self.numbers[state.wood.tower]
        #: What he knows of the Wood, and where one may hope to walk to or from, for each area.
        self.wood = survey(state.wood, state.areas)
        self.ways = self.wood.ground.ways
        self.wanted = wanted_by(state.edition, me.id)
        #: Who takes no notice of him for now.
        self.ignored = [entry.denizen for entry in me.ignored_by]
        #: The Cave, where he cannot go in (`area.cave-enter`); None where he can, or it is not known.
        self.shut = None if me.inside or "golden-bough" in me.things else self.wood.lies.get("cave")
        self.strength, self.prowess = points(state, me)
        #: How many turns a fight with each challenger is likely to cost him.
        self._lost = {denizen: self._turns_lost(denizen, number) for denizen, number in self.wood.challengers}
        #: How many turns who is in an area is likely to cost him: none if he is sure to win.
        self.dangers = self._dangers()
        #: Where to go: the quest if it is known where, else all that brings him on.
        self.goals = self._quest() or self._gains() or self._where(self.wanted)
        self._chart = self.wood.ground.chart(self.goals, self.dangers)
        #: Nothing he wants can be reached (`move.isolated`).
        self.cut_off = self.turns(self.here) is None
        #: The way to where he goes while that is so: to what brings him on, or else to a fight, since lost it frees him too.
        self.instead = self._instead() if self.cut_off else None

    def _dangers(self) -> dict[int, float]:
        found: dict[int, float] = {}
        lies, spares = self.wood.lies, "king" if self.me.id == "britomart" else ""
        dear = DEAR if has_fulfilled(self.state, self.me) else 1.0
        for denizen, number in self.wood.challengers:
            if denizen != spares:
                found[number] = found.get(number, 0.0) + self._lost[denizen] * dear
        if "king" in lies and not spares and not self.me.king and cooperative(self.state):
            number = lies["king"]  # who vanquishes him alone has another quest than his friends (`king.become`)
            found[number] = found.get(number, 0.0) + TURNS_LOST * DEAR
        if not spares and "prince" in lies and "prince" not in self.ignored:
            number = lies["prince"]
            found[number] = found.get(number, 0.0) + self._turns_lost("prince", number) * dear
        for denizen, cost in TROUBLE.items():
            if denizen in lies and denizen not in self.ignored:
                found[lies[denizen]] = found.get(lies[denizen], 0.0) + cost
        return found

    @property
    def prays(self) -> bool:
        """Whether it is worth his while to pray with the Bishop to the end for the Ring."""
        return False

    @property
    def breaks_out(self) -> bool:
        """Whether nothing he wants can be reached, and he would rather be sent to the Tower by another Knight than wait."""
        return False

    def _chance(self, card: str) -> float:
        """How likely he wins a card for his quest where it lies."""
        place = self.wood.names[self.wood.lies[card]]
        return chance_of(self.state.edition, card, place, self.strength, self.prowess)

    def best_chance(self) -> float:
        """How likely he wins what his quest is about, where he knows it to lie; 0 if he knows of none."""
        return max((self._chance(card) for card in self.wanted if card in self.wood.lies), default=0.0)

    def _turns_lost(self, denizen: str, number: int) -> float:
        """How many turns a fight with a denizen is likely to cost him."""
        place = self.wood.names[number]
        return TURNS_LOST * (1.0 - chance_to_beat(self.state.edition, denizen, place, self.strength, self.prowess))

    def _instead(self) -> DistanceMap | None:
        for goals in (self.opened, self._gains(), [number for _, number in self.wood.challengers]):
            chart = self.wood.ground.chart([number for number in goals if number != self.here], self.dangers)
            if chart.turns(self.here) is not None:
                return chart
        return None

    @property
    def opened(self) -> list[int]:
        """Areas he can reach where to turn them with the Wand would open the way to his goals (`card.wand`)."""
        if "wand" not in self.me.things:
            return []
        areas, found, reached = self.state.areas, [], [self.here]
        for number in reached:
            reached += [beyond for beyond in self.ways[number] if beyond not in reached]
            if not areas[number].face_up or len(areas[number].paths) == len(EDGE):
                continue
            turned = {number: areas[number]._replace(turned=not areas[number].turned).paths}
            ground = _ground(self.state.wood, self.wood.ground, turned)
            if ground.chart(self.goals, self.dangers).turns(number) is not None:
                found.append(number)
        return found

    def _where(self, cards: Sequence[str]) -> list[int]:
        """Where these cards lie. Of what is shut in the Cave it is where the Golden Bough may be had (`area.cave-enter`)."""
        lies, ignored = self.wood.lies, self.ignored
        found = [lies[card] for card in cards if card in lies and card not in ignored]
        if self.shut not in found:
            return found
        inside = self.state.areas[self.shut]
        within = (*inside.denizens, *inside.things)
        open_to_him = [lies[card] for card in cards if card in lies and card not in ignored and card not in within]
        opens = [card for card in ("golden-bough", "druid") if card in lies and card not in within]
        return open_to_him or [lies[card] for card in opens if card not in ignored]

    def _quest(self) -> list[int]:
        """Where his quest leads him, as far as that is known."""
        me = self.me
        if me.king:
            return self._where(["castle"])
        for person in LOST_ONES:
            if person in me.companions:
                return [self.numbers[self.state.wood.earthly_gate]] if person == "child" else self._where(["queen"])
            if person in me.must_rescue:
                return self._where([person])
        if has_fulfilled(self.state, me):
            return self._to_the_gate()
        if "golden-bough" in me.things and quest_of(self.state, me.id).kind == "cave":
            return self._where(["cave"])
        seen = [card for card in self.wanted if card in self.wood.lies and card not in self.ignored]
        if not seen:
            return self._hunted()
        hope = self.hope
        if cooperative(self.state) and not self.comes_to(self.wood.ground.unknown):
            hope = min(hope, HARDLY)  # all is explored, and his friends wait for him
        return self._where([card for card in seen if self._chance(card) > hope])

    def strong(self, chance: float) -> list[tuple[str, int]]:
        """The challengers he vanquishes so seldom at most, and the King in cooperative play, and where they are."""
        lost = TURNS_LOST * (1.0 - chance)
        friends = cooperative(self.state) and not self.me.king
        spared = self.me.id == "britomart"  # the King takes no notice of her (`king.ignores-britomart`)
        return [
            (denizen, number)
            for denizen, number in self.wood.challengers
            if (denizen != "king" and self._lost[denizen] >= lost) or (denizen == "king" and not spared and friends)
        ]

    def comes_to(self, goals: list[int]) -> bool:
        """Whether a way leads from where he stands to one of these areas, as far as he knows."""
        return self.wood.ground.chart(goals, self.dangers).turns(self.here) is not None

    def _to_the_gate(self) -> list[int]:
        """The Gate, or what makes him stronger as long as he has little hope against who bars it."""
        gate = self.numbers[self.state.wood.enchanted_gate]
        barred = [denizen for denizen, number in self.wood.challengers if number == gate]
        if any(self._lost[denizen] > TURNS_LOST * (1.0 - self.hope) for denizen in barred):
            return self._gains() or [gate]
        return [gate]

    def _hunted(self) -> list[int]:
        """Where a rival is from whom he may win what his quest is about."""
        own, me = self.strength + self.prowess, self.me
        found = []
        for rival in self.state.knights:
            free = not (rival.out or rival.imprisoned or rival.captured)
            if rival.id != me.id and free and has_any(rival, self.wanted):
                lead = own - sum(points(self.state, rival))
                if chance_to_win(lead, lead) > CHANCE_RISKED and rival.id not in [
                    peace.knight for peace in me.at_peace
                ]:
                    found.append(self.numbers[rival.at])
        return found

    def _gains(self) -> list[int]:
        """New ground, denizens worth meeting unless one guards them whom he would not fight, and those whom he is likely to
        beat for their prowess."""
        here, areas, denizens = self.here, self.state.areas, self.state.cards.denizens
        found = self.wood.ground.unknown.copy()
        guarded = [
            number for denizen, number in self.wood.challengers if self._lost[denizen] > TURNS_LOST * (1.0 - BOLD)
        ]
        for number in self._where(HELPFUL):
            if number != here and number not in guarded and not areas[number].has_inside:
                found.append(number)
        for denizen, number in self.wood.challengers:
            if number != here and self._lost[denizen] < TURNS_RISKED and denizens[denizen].prowess_card:
                found.append(number)
        return found

    def turns(self, number: int) -> float | None:
        """Turns to the nearest goal from an area, over known paths and into the unknown, dangers on the way counted in.

        None where no way leads there.
        """
        return self._chart.turns(number)

    def onward(self, number: int) -> float:
        """What there is still before one who walks over to a neighbour, in turns."""
        return self.by_way_of(number)

    def by_way_of(self, number: int) -> float:
        """Turns to the nearest goal for one who walks into an area, its dangers counted in."""
        turns = (self.instead or self._chart).turns(number)
        return (FAR if turns is None else turns) + self.dangers.get(number, 0.0)


def points(state: State, knight: Knight) -> tuple[int, int]:
    """A Knight's strength and prowess."""
    return _points(
        state.edition,
        knight.id,
        knight.king,
        knight.things,
        knight.prowess_cards,
        knight.horse,
        knight.grail,
        knight.blessing,
    )


@lru_cache(maxsize=4096)
def _points(
    edition: str,
    knight_id: str,
    king: bool,
    things: tuple[str, ...],
    prowess_cards: tuple[str, ...],
    horse: bool,
    grail: bool,
    blessing: bool,
) -> tuple[int, int]:
    bearer = Knight(
        knight_id,
        things=things,
        prowess_cards=prowess_cards,
        horse=horse,
        grail=grail,
        blessing=blessing,
        king=king,
    )
    parts = bearer.totals(cards_of(edition))
    return sum([strength for _, strength, _ in parts]), sum([prowess for _, _, prowess in parts])
