"""The plan of the strongest bot: every way to win, and what lies beside his way if it is worth the detour.

A point of strength or prowess is worth several turns: in 400 games in which he began with one more point of prowess than he has,
he won nine games in 100 more; where the Tower never kept him, four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import ClassVar, Final

from engine.mystic_wood.material.cards import LOST_ONES, cards_of, is_challenger
from engine.mystic_wood.play.routing import (
    BOLD,
    FAR,
    TURNS_LOST,
    DistanceMap,
    RoutePlan,
    chance_to_beat,
    points,
    wanted_by,
)
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.mystic_wood.rules.queries import cooperative, quest_of

#: Who seeks the crown tries for it if he is as likely as this to win it: a King has as good as won.
CROWN_HOPE: Final = 0.02
#: With less prowess than this it is worth three turns to pray for the Ring.
PRAYS_BELOW: Final = 6
#: With such a lead before the dice a joust is as good as won.
SURE_LEAD: Final = 4
#: Things that add to strength or prowess.
STRENGTHENING: Final = ("armour", "lance", "shield", "potion", "ring")
#: How many turns a point is worth, and a look at new ground.
STRENGTH, PROWESS, NEW_GROUND = 3.0, 5.0, 1.0
#: How many turns the way to the Ring may cost: a point of prowess less the three turns of prayer.
RING: Final = PROWESS - 3.0
#: How many turns it is worth to meet them: what they give, as often as they give it. The Wizard has the Lance.
VISITS: Final[Mapping[str, float]] = {
    "horse": 7.0,
    "hermit": 2.5,
    "sage": 2.0,
    "arch-mage": 2.0,
    "dwarf": 4.0,
    "merlin": 1.5,
    "witch": 1.5,
    "elf": 0.5,
}
#: The same of what may be won there, and is another's quest: the Grail strengthens, the Princess helps as often as she is asked.
WON: Final[Mapping[str, float]] = {"holy-grail": 6.0, "princess": 6.0}
#: How many turns it is worth to have what a rival's quest is about: he must take it from its holder, or cannot win by it. The
#: Dragon cannot be kept from George.
DENIED: Final = 8.0
#: How often the Druid gives the Golden Bough.
DRUID_GIVES: Final = 1 / 3


class CrownPlan(RoutePlan):
    """The plan of one who takes every way to win: he tries for the crown, gathers what is worth a detour, prays for the Ring, and
    jousts his way out where he is cut off."""

    hope: ClassVar[float] = 0.15

    def __init__(self, state: State, me: Knight) -> None:
        super().__init__(state, me)
        #: What there is still before one in each area, once it has been asked for.
        self._after: list[float] = []

    @property
    def barred(self) -> set[int]:
        """Where somebody remains who takes no notice of him: he may take nothing there (`reaction.remains`)."""
        return {self.wood.lies[one] for one in self.ignored if one in self.wood.lies}

    @property
    def turned_back(self) -> list[int]:
        """Areas whose card went back face down since it was a dead end from where it was explored. Whoever comes from another
        side turns it up, and draws for it (`explore.dead-end`)."""
        return [number for number, area in enumerate(self.state.areas) if area.tile is not None and not area.face_up]

    @property
    def prays(self) -> bool:
        """For the Ring, as long as he has little prowess and nothing is to be done first."""
        me = self.me
        busy = me.king or me.must_rescue or has_fulfilled(self.state, me)
        if busy or self.prowess >= PRAYS_BELOW or "bishop" not in self.wood.lies:
            return False
        return "ring" not in self.wood.lies and not any("ring" in knight.things for knight in self.state.knights)

    @property
    def breaks_out(self) -> bool:
        """Whoever is beaten in a joust may be sent to the Tower, from where other ways lead."""
        if not self.cut_off or has_fulfilled(self.state, self.me):
            return False
        rivals = [rival for rival in self.state.knights if self._may_joust(rival)]
        return any(rival.at == self.me.at for rival in rivals) or (self.instead is not None and bool(rivals))

    def _quest(self) -> list[int]:
        me, found = self.me, super()._quest()
        cave = "golden-bough" in me.things and quest_of(self.state, me.id).kind == "cave"
        lost = me.must_rescue or any(one in LOST_ONES for one in me.companions)
        if (
            cave
            or lost
            or me.king
            or has_fulfilled(self.state, me)
            or me.id == "britomart"
            or "king" not in self.wood.lies
        ):
            return found
        return found + self._where(["king"]) if self._chance("king") >= CROWN_HOPE else found

    def _gains(self) -> list[int]:
        found, lies, areas, barred = super()._gains(), self.wood.lies, self.state.areas, self.barred
        guarded = {
            number for denizen, number in self.wood.challengers if self._lost[denizen] > TURNS_LOST * (1.0 - BOLD)
        }
        for thing in STRENGTHENING:
            number = lies.get(thing, self.here)
            if number != self.here and number not in guarded and number not in barred and not areas[number].has_inside:
                found.append(number)
        if self.prays:
            found.append(lies["bishop"])
        return found + self.turned_back

    def _instead(self) -> DistanceMap | None:
        """To whom he would have to go inside he does not go, since that is not what he is here for (`area.cave-island-pass`)."""
        areas, rivals = self.state.areas, [knight for knight in self.state.knights if self._may_joust(knight)]
        gains = [number for number in self._gains() if not areas[number].has_inside]
        fights = [number for _, number in self.wood.challengers if not areas[number].has_inside]
        for goals in (self.opened, gains, [self.numbers[rival.at] for rival in rivals], fights):
            made = self.wood.ground.chart([number for number in goals if number != self.here], self.dangers)
            if made.turns(self.here) is not None:
                return made
        return None

    def _may_joust(self, rival: Knight) -> bool:
        """Whether a joust with him may bring it about: with one he would always beat it leads nowhere."""
        free = not (rival.out or rival.imprisoned or rival.captured) and self.numbers[rival.at] != self.tower
        if not free or rival.id == self.me.id or rival.id in [peace.knight for peace in self.me.at_peace]:
            return False
        return self.strength + self.prowess - sum(points(self.state, rival)) < SURE_LEAD

    # ---------------------------------------------------------------- what is worth a detour
    def errands(self) -> dict[int, float]:
        """The areas worth a detour, and of how many turns. Who has fulfilled his quest, or is King, makes none."""
        if self.me.king or has_fulfilled(self.state, self.me):
            return {}
        found = dict.fromkeys([*self.wood.ground.unknown, *self.turned_back], NEW_GROUND)
        barred, things, denied = self.barred, cards_of(self.state.edition).things, self._denied()
        for card, number in self.wood.lies.items():
            if number in barred and card in things:
                continue
            if number != self.here and card not in self.ignored and not self.state.areas[number].has_inside:
                worth = max(self._worth(card), denied.get(card, 0.0))
                if worth > 0.0:
                    found[number] = found.get(number, 0.0) + worth
        return found

    def _denied(self) -> dict[str, float]:
        """What it is worth, in turns, to get what rivals still seek before they do; nothing where all win together."""
        found: dict[str, float] = {}
        if cooperative(self.state):
            return found
        for rival in self.state.knights:
            if rival.id == self.me.id or rival.out or rival.king or has_fulfilled(self.state, rival):
                continue
            for card in wanted_by(self.state.edition, rival.id):
                if card in self.wood.lies and card not in self.wanted and not is_challenger(card):
                    found[card] = DENIED * self._chance_to_keep(card)
        return found

    def _chance_to_keep(self, card: str) -> float:
        """How likely he has a card of another's quest with him after he has come upon it."""
        if card == "druid":
            return DRUID_GIVES
        chance = self._chance(card)
        if card != "prince":
            return chance
        place = self.wood.names[self.wood.lies[card]]  # he joins whoever beats him, too
        return chance + (1.0 - chance) * chance_to_beat(self.state.edition, card, place, self.strength, self.prowess)

    def _worth(self, card: str) -> float:
        """What it is worth, in turns, to come by a card."""
        cards = cards_of(self.state.edition)
        denizen, thing = cards.denizens.get(card), cards.things.get(card)
        if thing is not None:
            return STRENGTH * thing.strength + PROWESS * thing.prowess
        if denizen is None:
            return 0.0
        if is_challenger(card):
            prize = STRENGTH if card == "wizard" else PROWESS if denizen.prowess_card else 0.0
            return prize * (1.0 - self._lost[card] / TURNS_LOST)
        if card == "bishop":
            return RING if self.prays else 0.0
        if card in WON and card not in self.wanted:
            return WON[card] * self._chance(card)
        return VISITS.get(card, 0.0)

    def onward(self, number: int) -> float:
        """What there is still before one who walks over to a neighbour, in turns, errands taken into account."""
        if not self._after:
            self._after = self._reckoned()
        return self._after[number] + self.dangers.get(number, 0.0)

    def _reckoned(self) -> list[float]:
        """What there is still before one in each area, in turns: the way to his goal, less the best errand on it."""
        chart, errands, ahead = self.instead or self._chart, self.errands(), {}
        for number in range(len(self.ways)):
            turns = chart.turns(number)
            if turns is not None:
                ahead[number] = turns - errands.get(number, 0.0)
        return least(self.ways, ahead, self.dangers)


def least(
    ways: Sequence[Sequence[int]], ahead: Mapping[int, float], dangers: Mapping[int, float], beyond: float = FAR
) -> list[float]:
    """The least cost from each area: a turn for each step and the dangers of where it leads, and what is ``ahead`` where one
    stops; ``beyond`` where no way leads to such an area."""
    found = [beyond] * len(ways)
    queue = [(cost, number) for number, cost in ahead.items()]
    heapify(queue)
    done: set[int] = set()
    while queue:
        so_far, here = heappop(queue)
        if here in done:
            continue
        done.add(here)
        found[here] = so_far
        for before in ways[here]:
            if before not in done:
                heappush(queue, (so_far + 1.0 + dangers.get(here, 0.0), before))
    return found
