"""How likely one Knight is to win, told more closely than the prospects of all tell it: what the strongest bot asks of every
position it looks at.

The weights were fitted to 96,000 positions at the end of a turn, and before new ground was turned up, of 3,800 games of one
strong bot, its constants varied, against three quest bots: not only to who won, but to a mean of that and of what the estimate
itself said some turns later (temporal differences, lambda 0.8). On games kept apart the log loss was 0.507, against 0.522 of
:func:`~engine.mystic_wood.play.prospects.prospects`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, log
from typing import Final

from engine.mystic_wood.material.cards import LOST_ONES
from engine.mystic_wood.play.crown import least
from engine.mystic_wood.play.prospects import score, stage
from engine.mystic_wood.play.routing import RoutePlan, chance_of, chance_to_win, has_any, points
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.position.whereabouts import undrawn

#: What is a turn farther off counts so much of what it would; what no way leads to, nothing.
NEARER, BEYOND = 0.93, 40.0
#: Turns from which on it is all the same how far it is.
FARTHEST: Final = 25.0
#: How many turns it is worth to meet them.
_MEETINGS: Final[Mapping[str, float]] = {
    "horse": 4.0, "hermit": 2.5, "sage": 2.0, "arch-mage": 2.0, "dwarf": 2.0, "merlin": 1.5, "witch": 1.5, "elf": 0.5,
    "bishop": 1.0, "druid": 0.3,
}  # fmt: skip
_BEGIN: Final = -0.12
#: What each sign weighs (:class:`Signs` has what they say).
WEIGHTS: Final[Mapping[str, float]] = {
    "score": -0.20, "lead": 0.89,
    "king": 0.87, "king: castle near": 1.73, "king: castle far": -1.25, "king: there": 0.28, "rival king": -0.55,
    "crown near": 0.36, "crown hoped for": 0.73, "crown and castle": 2.14, "crown unseen": 0.37,
    "done: gate near": 0.50, "done: gate far": -0.53, "done: there": 2.80, "done: strength": -0.16,
    "quest: chance": -0.41, "quest: and near": 0.07, "quest: and gate near": 0.37, "cave": 1.77, "unseen": -0.10,
    "forfeits": -0.13, "key": -0.29, "wand": 0.10, "child": -0.28, "damsel": -0.18, "rescue near": 0.23, "prince": 0.11,
    "prayer": 0.58, "prowess near": 0.19, "meetings near": 0.07, "cut off": -0.57, "gate far": 0.21, "unknown": 0.19,
    "pack": 0.35, "danger": -0.37, "exploring": -0.10,
}  # fmt: skip


def outlook(state: State, seat: str, exploring: bool = False) -> float:
    """How likely a Knight wins, 0 to 1. ``exploring``: he is about to turn up the area he stands on here."""
    if state.over:
        return float(seat in state.winners)
    me = state.knight(seat)
    if me.out:
        return 0.0
    total = _BEGIN + sum([WEIGHTS[name] * value for name, value in Signs(state, me, exploring).all()])
    return 1.0 / (1.0 + exp(-total))


class Signs:
    """What speaks for and against a Knight: pairs of a name in :data:`WEIGHTS` and how far it holds, mostly 0 to 1."""

    def __init__(self, state: State, me: Knight, exploring: bool) -> None:
        self.state, self.me, self.exploring = state, me, exploring
        self.plan = RoutePlan(state, me)
        self.lies = self.plan.wood.lies
        self.stage = "king" if me.king else stage(state, me, self.plan)
        #: How far it is from where he is, and from the Gate: in turns, dangers counted in.
        self.far = self._distances(self.plan.here)
        self.gate = self.plan.numbers[state.wood.enchanted_gate]
        self.total = self.plan.strength + self.plan.prowess

    def all(self) -> Iterator[tuple[str, float]]:
        """All of them; those that do not hold may be left out."""
        yield from self._scores()
        yield from self._crown()
        yield from self._quest()
        yield from self._gate()
        yield from self._with_him()
        yield from self._around()

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
        rivals = [score(self.state, each) for each in self.state.knights if each.id != self.me.id and not each.out]
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
            found.append((1.0, 0.2, 0.5) if cave is None else (1.0, near(self.far[cave]), near(self._distances(self.gate)[cave])))
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


def near(turns: float) -> float:
    """How much of what it would be worth here something is worth so many turns away."""
    return NEARER**turns if turns < BEYOND else 0.0
