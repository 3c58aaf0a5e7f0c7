"""What speaks for and against one Knight at a moment of the game: the signs from which it is told how likely he is to win
(:func:`~engine.mystic_wood.play.outlook.outlook`). Each is a number, mostly 0 to 1; what does not hold is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, log
from typing import Final

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.material.ledger import default_edition
from engine.mystic_wood.play.crown import least
from engine.mystic_wood.play.prospects import score, stage
from engine.mystic_wood.play.routing import RoutePlan, chance_of, chance_to_win, has_any, points, wanted_by
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.position.whereabouts import undrawn
from engine.mystic_wood.rules.ending import has_fulfilled

#: What is a turn farther off counts so much of what it would; what no way leads to, nothing.
NEARER, BEYOND = 0.93, 40.0
#: Turns from which on it is all the same how far it is.
FARTHEST: Final = 25.0
#: Strength and prowess of the King together: what he leads by is told by it.
KINGS_POINTS: Final = 8
#: How many turns it is worth to meet them.
_MEETINGS: Final[Mapping[str, float]] = {
    "horse": 4.0,
    "hermit": 2.5,
    "sage": 2.0,
    "arch-mage": 2.0,
    "dwarf": 2.0,
    "merlin": 1.5,
    "witch": 1.5,
    "elf": 0.5,
    "bishop": 1.0,
    "druid": 0.3,
}
#: Who helps him who has them with him.
_HELPERS: Final = ("sage", "arch-mage", "magician", "princess")


class Signs:
    """The signs of a Knight: pairs of a name and how far it holds. ``exploring``: he is about to turn up the area where he is."""

    def __init__(self, state: State, me: Knight, exploring: bool) -> None:
        self.state, self.me, self.exploring = state, me, exploring
        self.plan = RoutePlan(state, me)
        self.lies = self.plan.wood.lies
        self.stage = "king" if me.king else stage(state, me, self.plan)
        #: How far it is from where he is, and from the Gate: in turns, dangers counted in.
        self.far = self._distances(self.plan.here)
        self.gate = self.plan.numbers[state.wood.enchanted_gate]
        self.total = self.plan.strength + self.plan.prowess
        #: The others who are still in the game.
        self.rivals = [each for each in state.knights if each.id != me.id and not each.out]

    def all(self) -> Iterator[tuple[str, float]]:
        """All of them; those that do not hold may be left out."""
        yield from self._scores()
        yield from self._crown()
        yield from self._quest()
        yield from self._gate()
        yield from self._with_him()
        yield from self._around()
        yield from self._himself()
        yield from self._could()
        yield from self._rivals()
        yield from self._places()

    def _distances(self, start: int) -> list[float]:
        plan = self.plan
        there = plan.dangers.get(start, 0.0)
        found = least(plan.ways, {start: 0.0}, plan.dangers, BEYOND)
        return [
            turns if turns in (0.0, BEYOND) else turns - there + plan.dangers.get(number, 0.0)
            for number, turns in enumerate(found)
        ]

    def _met(self, number: int) -> float:
        """How near it is to meet who is in an area: the danger of it not counted."""
        return near(self.far[number] - self.plan.dangers.get(number, 0.0))

    def _scores(self) -> Iterator[tuple[str, float]]:
        own = score(self.state, self.me)
        rivals = [score(self.state, each) for each in self.rivals]
        yield "score", own
        yield "lead", own - (log(sum(map(exp, rivals))) if rivals else -3.0)

    def _crown(self) -> Iterator[tuple[str, float]]:
        castle, king = self.lies.get("castle"), self.lies.get("king")
        rivals = [each for each in self.state.knights if each.id != self.me.id]
        ruled = any(each.king for each in rivals)
        yield "rival king", float(ruled)
        if self.me.king:
            yield "king: castle far", (FARTHEST if castle is None else min(self.far[castle], FARTHEST)) / FARTHEST
            if castle is not None:
                yield "king", 1.0
                yield "king: castle near", near(self.far[castle])
                yield "king: there", float(castle == self.plan.here)
        elif self.me.id != "britomart" and king is not None:
            chance, close = self._chance("king", king), self._met(king)
            yield "crown near", close
            yield "crown hoped for", chance * close
            if castle is not None:
                yield "crown and castle", chance * close * near(self._distances(castle)[king])
        elif self.me.id != "britomart" and not ruled:
            yield "crown unseen", self.total / 10

    def _chance(self, card: str, at: int) -> float:
        plan = self.plan
        return chance_of(self.state.edition, card, plan.wood.names[at], plan.strength, plan.prowess)

    def _quest(self) -> Iterator[tuple[str, float]]:
        chance, close, out = self._sought()
        yield "quest: chance", chance
        yield "quest: and near", chance * close
        yield "quest: and gate near", chance * close * out
        yield "cave", self.me.cave_turns / 3
        if self.stage == "unseen":
            yield "unseen", 5.0 / (len(undrawn(self.state)) + 2)

    def _sought(self) -> tuple[float, float, float]:
        """How likely he wins what he seeks, how near it is, and how near from there to the Gate."""
        plan = self.plan
        found = [(0.0, 0.0, 0.0)]
        if self.stage == "seen":
            out = self._distances(self.gate)
            for card in plan.wanted:
                at = self.lies.get(card)
                if at is not None and at != plan.shut:
                    found.append((self._chance(card, at), self._met(at), near(out[at])))
        elif self.stage == "have":
            cave = self.lies.get("cave")
            found.append(
                (1.0, 0.2, 0.5) if cave is None else (1.0, near(self.far[cave]), near(self._distances(self.gate)[cave]))
            )
        elif self.stage == "rival":
            for rival in self.state.knights:
                if rival.id != self.me.id and has_any(rival, plan.wanted):
                    lead = self.total - sum(points(self.state, rival))
                    found.append((chance_to_win(lead, lead), near(self.far[plan.numbers[rival.at]]), 0.0))
        return max(found, key=lambda each: each[0] * each[1])

    def _gate(self) -> Iterator[tuple[str, float]]:
        far = min(self.far[self.gate], FARTHEST) / FARTHEST
        yield "gate far", far
        if self.stage == "done":
            yield "done: gate near", near(self.far[self.gate])
            yield "done: gate far", far
            yield "done: there", float(self.plan.here == self.gate)
            yield "done: strength", self.total / 10

    def _with_him(self) -> Iterator[tuple[str, float]]:
        me = self.me
        yield "forfeits", float(min(2, len(me.forfeits)))
        yield "key", float("key" in me.things)
        yield "wand", float("wand" in me.things)
        yield "prince", float("prince" in me.companions)
        yield "prayer", me.prayer_turns / 3
        whither = {"child": self.plan.numbers[self.state.wood.earthly_gate], "damsel": self.lies.get("queen")}
        for lost in LOST_ONES:
            if lost in me.must_rescue or lost in me.companions:
                yield lost, 1.0
            to = whither[lost]
            if me.king:
                continue
            if lost in me.companions:
                yield "rescue near", 0.1 if to is None else near(self.far[to])
            elif lost in me.must_rescue and lost in self.lies:
                yield "rescue near", 0.8 * near(self.far[self.lies[lost]])

    def _around(self) -> Iterator[tuple[str, float]]:
        plan, areas = self.plan, self.state.areas
        denizens = self.state.cards.denizens
        for challenger, at in plan.wood.challengers:
            if denizens[challenger].prowess_card and challenger not in plan.ignored:
                yield "prowess near", self._chance(challenger, at) * self._met(at)
        for card, turns in _MEETINGS.items():
            at = self.lies.get(card, -1)
            if at >= 0 and card not in plan.ignored and not areas[at].has_inside:
                yield "meetings near", turns * near(self.far[at]) / 5
        yield "cut off", float(plan.cut_off)
        yield "unknown", len(plan.wood.ground.unknown) / 45
        yield "pack", len(undrawn(self.state)) / 40
        yield "exploring", float(self.exploring)
        if not self.exploring:
            yield "danger", plan.dangers.get(plan.here, 0.0) / 8

    def _himself(self) -> Iterator[tuple[str, float]]:
        me, plan = self.me, self.plan
        yield "is " + me.id, 1.0
        yield "strength", plan.strength / 6
        yield "prowess", plan.prowess / 6
        yield "points squared", self.total * self.total / 100
        yield "imprisoned", float(me.imprisoned)
        yield "captured", float(me.captured)
        yield "fighting", float(me.fighting is not None)
        yield "grail", float(me.grail)
        yield "horse", float(me.horse)
        yield "blessing", float(me.blessing)
        yield "armour", float("armour" in me.things)
        yield "bough", float("golden-bough" in me.things)
        yield "inside", float(me.inside)
        yield "tower", float(plan.here == plan.tower)
        for helper in _HELPERS:
            yield helper, float(helper in me.companions)

    def _could(self) -> Iterator[tuple[str, float]]:
        """What he could win as strong as he is, wherever it may lie."""
        plan, edition = self.plan, self.state.edition
        if self.stage not in ("done", "king", "have"):
            yield (
                "could: quest",
                max(chance_of(edition, card, None, plan.strength, plan.prowess) for card in plan.wanted),
            )
        if self.me.id != "britomart" and not self.me.king:
            lead = self.total - KINGS_POINTS
            hope = chance_to_win(lead, lead)
            yield "could: king", hope
            if (king := self.lies.get("king")) is not None:
                yield "kings chance near", hope * self._met(king)

    def _rivals(self) -> Iterator[tuple[str, float]]:
        """How far the others are, who has what they want, and who stands beside him."""
        rivals = self.rivals
        totals = {rival.id: sum(points(self.state, rival)) for rival in rivals}
        beside = [rival for rival in rivals if self.plan.numbers[rival.at] == self.plan.here]
        yield "rivals", len(rivals) / 3
        yield "rivals: strongest", max(totals.values(), default=0) / 10
        yield "rival here", len(beside) / 2
        yield "rival here weaker", max([0, *[self.total - totals[rival.id] + 6 for rival in beside]]) / 10
        castle = self.lies.get("castle")
        if castle is not None:
            yield "rivals: king near", self._nearest([rival for rival in rivals if rival.king], castle)
        plain = [rival for rival in rivals if not rival.king]
        done = [rival for rival in plain if has_fulfilled(self.state, rival)]
        yield "rivals: done", len(done) / 2
        yield "rivals: done near", self._nearest(done, self.gate)
        yield from self._seeking([rival for rival in plain if not has_fulfilled(self.state, rival)])

    def _seeking(self, rivals: list[Knight]) -> Iterator[tuple[str, float]]:
        """Of rivals whose quest is before them: from whom he keeps what it is about, who has not seen it, who is held."""
        wanted = {rival.id: wanted_by(self.state.edition, rival.id) for rival in rivals}
        denied = [rival for rival in rivals if has_any(self.me, wanted[rival.id])]
        free = [rival for rival in rivals if rival not in denied]
        yield "denies britomart", float(any(rival.id == "britomart" for rival in denied))
        yield "denies other", float(sum(rival.id != "britomart" for rival in denied))
        yield "britomart undone", float(any(rival.id == "britomart" for rival in free))
        yield "rivals: unseen", sum(not any(card in self.lies for card in wanted[rival.id]) for rival in free) / 2
        yield "rivals: stuck", sum(rival.imprisoned or rival.captured for rival in free) / 2

    def _nearest(self, rivals: list[Knight], to: int) -> float:
        """How near the nearest of them is to an area, whoever stands in the way."""
        if not rivals:
            return 0.0
        far = least(self.plan.ways, {to: 0.0}, {}, BEYOND)
        return max(near(far[self.plan.numbers[rival.at]]) for rival in rivals)

    def _places(self) -> Iterator[tuple[str, float]]:
        lies, order = self.lies, self.state.order
        if (castle := lies.get("castle")) is not None:
            yield "castle known", 1.0
            yield "castle near", near(self.far[castle])
        yield "cave known", float("cave" in lies)
        bough = lies.get("golden-bough", lies.get("druid"))
        if bough is not None:
            yield "bough near", near(self.far[bough]) * (1.0 if "golden-bough" in lies else 1 / 3)
        yield "turn order", ((order.index(self.me.id) - order.index(self.state.turn)) % len(order)) / len(order)
        yield "2006", float(self.state.edition != default_edition())  # weighed for the two editions there are
        yield "dragon gate", float(lies.get("dragon") == self.gate)


def near(turns: float) -> float:
    """How much of what it would be worth here something is worth so many turns away."""
    return NEARER**turns if turns < BEYOND else 0.0
