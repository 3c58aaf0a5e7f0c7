"""Players: one who does anything legal, and one who follows a plan for his side with what it sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.chance.chance import lead_distribution
from engine.chance.odds import die_each
from engine.contract.game import Policy
from engine.willow.material.scenario import ELORA
from engine.willow.play.paths import distances
from engine.willow.play.state import State
from engine.willow.position.actions import Action
from engine.willow.position.table import Character
from engine.willow.rules import judgement
from engine.willow.rules.casting import involved, spell_meant
from engine.willow.rules.fighting import candidates
from engine.willow.rules.moving import spaces_left, trial_of
from engine.willow.rules.values import effective, freeing

if TYPE_CHECKING:
    import random

_FAR = 9


def random_bot(state: State, seat: str, rng: random.Random) -> str:
    """Any legal action, each equally likely."""
    return rng.choice(state.actions(seat))


def planner_bot(state: State, seat: str, rng: random.Random) -> str:
    """Good arms itself and carries the child to a freed Tir Asleen; Evil hunts whoever may hold her and brings her home.

    Of who may hold her he takes each to be equally likely, which no rule says. Among equals the generator decides.
    """
    found = [action for action in judgement.legal_actions(state) if seat in judgement.deciders(state, action.verb)]
    plan = _Plan(state, seat)
    return max((plan.worth(action), rng.random(), action.text) for action in found)[2]


BOTS: Mapping[str, Policy[State]] = {"random": random_bot, "planner": planner_bot}


class _Plan:
    """What a side wants at this moment, and what each action is worth to it."""

    def __init__(self, state: State, seat: str) -> None:
        self.state, self.seat = state, seat
        self.side = state.side_of(seat)
        self.far = distances(state.material)
        self.city = state.material.powers.get("city", "")
        self.castle = state.material.castle
        self.holders = state.holders()

    def worth(self, action: Action) -> float:
        """How good an action is: nought is doing nothing more."""
        return _WORTH.get(action.verb, _nothing)(self, action)

    def distance(self, one: Character, place: str) -> int:
        return self.far.get(one.at, {}).get(place, _FAR) if place else _FAR

    def seeking(self, one: Character) -> dict[str, float]:
        """The places he wants to end at, each with what that is worth."""
        return _evil_aims(self, one) if one.side == "evil" else _good_aims(self, one)

    def pull(self, one: Character, at: str) -> float:
        """How much being somewhere is worth: the best aim, the less the farther it is."""
        aims = self.seeking(one)
        return max((worth / (1 + self.far[at].get(place, _FAR)) for place, worth in aims.items()), default=0.0)


def _evil_aims(plan: _Plan, one: Character) -> dict[str, float]:
    state = plan.state
    if ELORA in one.hand:
        return {plan.castle: 100.0}
    if one.health <= 1 or one.transformed:
        return {plan.castle: 60.0}
    carrier = next((other for other in state.of_side("evil") if ELORA in other.hand), None)
    if carrier is not None:
        return {carrier.at: 20.0}
    aims: dict[str, float] = {}
    for name in plan.holders:
        prey = state.character(name)
        if prey.side == "good":
            worth = 40.0 / max(1, len(plan.holders))
            aims[prey.at] = aims.get(prey.at, 0.0) + worth + 3.0 * (6 - prey.health)
    for prey in state.of_side("good"):
        aims.setdefault(prey.at, 4.0)
    if plan.city and state.freed_by:
        aims[plan.city] = aims.get(plan.city, 0.0) + 20.0
    return aims


def _good_aims(plan: _Plan, one: Character) -> dict[str, float]:
    state = plan.state
    frees = any(state.material.treasures[name].frees for name in one.treasures)
    if state.freed_by and ELORA in one.hand:
        return {plan.city: 100.0}
    prey = next(
        (other for other in state.of_side("evil") if ELORA in other.hand or (plan.holders == (other.id,))), None
    )
    if prey is not None:
        return {prey.at: 60.0}
    if frees:
        return {plan.city: 60.0}
    aims: dict[str, float] = {}
    sceptre = next(
        (other for other in state.of_side("good") if any(state.material.treasures[t].frees for t in other.treasures)),
        None,
    )
    for place, name in state.lying:
        hidden = name not in state.material.treasures
        wanted = hidden or state.material.treasures[name].frees
        aims[place] = 12.0 if wanted and sceptre is None else 5.0
    if sceptre is not None:
        aims[sceptre.at if not state.freed_by else plan.city] = 15.0 if ELORA in one.hand else 8.0
    island = state.material.powers.get("island", "")
    if island and island not in one.powers_used:
        aims[island] = aims.get(island, 0.0) + 3.0
    return aims


def _nothing(plan: _Plan, action: Action) -> float:
    return -5.0


def _done(plan: _Plan, action: Action) -> float:
    return 0.0


def _deals(plan: _Plan, action: Action) -> float:
    """At the start the child goes to whoever hides best; what else is dealt does not matter."""
    if action.what != ELORA:
        return 1.0
    return 2.0 + (effective(plan.state, action.target, "stealth").total - 3) / 2


def _gives(plan: _Plan, action: Action) -> float:
    state = plan.state
    if state.step == "deal":
        return _deals(plan, action)
    one, to = state.character(action.actor), state.character(action.target)
    if action.what == ELORA and state.freed_by and plan.side == "good" and to.health and not one.spent:
        nearer = plan.distance(to, plan.city) - spaces_left(state, to) < plan.distance(one, plan.city) - spaces_left(
            state, one
        )
        return 6.0 if nearer else -5.0
    if action.what in state.material.treasures and state.material.treasures[action.what].frees and one.at == plan.city:
        stronger = effective(state, to.id, "prowess").total > effective(state, one.id, "prowess").total
        return 6.0 if stronger and not to.transformed else -5.0
    return -5.0


def _plays(plan: _Plan, action: Action) -> float:
    state, card = plan.state, plan.state.card(action.what)
    one = state.character(action.actor)
    if card.kind in ("keep", "friend"):
        adds = card.prowess + card.magic + card.stealth + card.move
        return 4.0 + adds if card.id not in one.face_up or adds else 1.0
    if card.kind == "spell":
        return 3.0
    if card.kind == "foe":
        prey = state.character(action.target)
        lead = card.prowess - effective(state, prey.id, "prowess").total
        return 3.0 + lead + (2.0 if prey.id in plan.holders else 0.0) + (6 - prey.health)
    if card.does("finds") and card.does("finds") != "any":
        return 2.0 if plan.distance(one, card.does("finds")) == 1 and spaces_left(state, one) else -1.0
    return -1.0 if card.does("love") and plan.side == "evil" else 2.5


def _discards(plan: _Plan, action: Action) -> float:
    """Only what is of no use, or when something must go: then what matters least."""
    state = plan.state
    if action.what == "army":
        return -8.0
    card, one = state.card(action.what), state.character(action.actor)
    useless = (card.kind == "foe" and one.side == "good") or card.side not in ("", one.side)
    keeps = card.prowess + card.magic + card.stealth + card.move + (card.kind == "spell")
    worth = -1.0 - keeps - (action.what in one.face_up) - (action.what in one.spells)
    return -0.5 if useless else worth


def _moves(plan: _Plan, action: Action) -> float:
    state = plan.state
    one = state.character(action.actor)
    gain = plan.pull(one, action.target) - plan.pull(one, one.at)
    if one.side == "good":
        gain -= _danger(plan, one, action.target) - _danger(plan, one, one.at)
    company = 0.0
    for name in action.group:
        mate = state.character(name)
        company += min(0.0, plan.pull(mate, action.target) - plan.pull(mate, one.at))
        if mate.side == "good" and state.material.places[action.target].of_power:
            company += 0.2
    return gain + company - 0.05


def _danger(plan: _Plan, one: Character, at: str) -> float:
    """How much whoever holds the child fears a place: enemies within two spaces who fight better."""
    if ELORA not in one.hand:
        return 0.0
    fear = 0.0
    for enemy in plan.state.of_side("evil"):
        if enemy.health and plan.far[at].get(enemy.at, _FAR) <= 2:
            fear += (
                2.0
                + max(
                    0, effective(plan.state, enemy.id, "prowess").total - effective(plan.state, one.id, "prowess").total
                )
                / 2
            )
    return fear


def _searches(plan: _Plan, action: Action) -> float:
    state = plan.state
    one = state.character(action.actor)
    if action.target == "here":
        return 6.0 if _dares(plan, one.at) else -1.0
    trial = trial_of(state, action)
    if trial is None:
        return -1.0
    chance = float(die_each(trial.own.total, trial.other.total).win)
    return chance * (plan.pull(one, action.target) - plan.pull(one, one.at)) + 0.1 * len(action.group) - 0.1


def _dares(plan: _Plan, at: str) -> bool:
    """Whether a fight is worth it: not with a much better fighter while he could be emptied."""
    state = plan.state
    own = [one for one in state.at(at, plan.side) if one.health]
    enemies = [one for one in state.at(at) if one.side != plan.side and one.health]
    if not own or not enemies:
        return bool(own)
    mine = max(effective(state, one.id, "prowess").total + min(one.health, 3) / 3 + one.army for one in own)
    return mine >= max(effective(state, one.id, "prowess").total for one in enemies) - 1


def _attacks(plan: _Plan, action: Action) -> float:
    return 5.0 if _dares(plan, plan.state.character(action.actor).at) else -1.0


def _casts(plan: _Plan, action: Action) -> float:
    state = plan.state
    card = spell_meant(state, action)
    if card is None:
        return -5.0
    if card.does("transforms"):
        friend = action.target in state.material.characters and state.character(action.target).side == plan.side
        if action.verb == "restores":
            return 3.0 if friend or action.target in state.material.treasures else -3.0
        shape = state.material.shapes[action.shape]
        return -3.0 if friend or action.target in state.material.treasures else 4.0 - (shape.prowess or 0)
    if card.does("moves") or card.does("finds"):
        return 1.5  # a failure teaches as well
    return 4.0


def _champion(plan: _Plan, action: Action) -> float:
    """Who loses the hands least likely; against Bavmorda who has most Magic."""
    state, fight = plan.state, plan.state.fight
    assert fight is not None
    one = state.character(action.what)
    if fight.kind == "bavmorda":
        return 5.0 + effective(state, one.id, "magic").total
    own = effective(state, one.id, "prowess").total
    if fight.kind == "foe":
        other = state.card(fight.foe).prowess
    else:
        enemy = "evil" if one.side == "good" else "good"
        names = candidates(state, fight, enemy) or involved(state, fight, enemy)
        other = max((effective(state, name, "prowess").total for name in names), default=0)
    lost = sum((c for lead, c in _leads(other - own).items() if lead >= one.health), Fraction(0))
    return 10.0 - 5.0 * float(lost) + own / 10


def _leads(ahead: int) -> dict[int, Fraction]:
    return {lead + ahead: chance for lead, chance in lead_distribution().items()}


def _absorbs(plan: _Plan, action: Action) -> float:
    task = plan.state.task
    assert task is not None
    return 5.0 if task.number >= min(3, plan.state.character(task.who).health) else -1.0


def _uses(plan: _Plan, action: Action) -> float:
    one = plan.state.character(action.actor)
    if plan.side == "evil":
        return 3.0 if one.transformed or one.health <= 2 else -1.0
    return 4.0


def _frees(plan: _Plan, action: Action) -> float:
    trial = freeing(plan.state, action.actor)
    return 9.0 + float(die_each(trial.own.total, trial.other.total).win)


_WORTH: Mapping[str, Callable[[_Plan, Action], float]] = {
    "done": _done,
    "pass": _done,
    "bears": _done,
    "refuses": _done,
    "gives": _gives,
    "plays": _plays,
    "discards": _discards,
    "moves": _moves,
    "searches": _searches,
    "attacks": _attacks,
    "casts": _casts,
    "restores": _casts,
    "champion": _champion,
    "absorbs": _absorbs,
    "uses": _uses,
    "frees": _frees,
    "takes": lambda plan, action: 8.0,
    "looks": lambda plan, action: 2.0 if plan.side == "good" else 0.5,
    "agrees": lambda plan, action: 5.0,
    "is": lambda plan, action: 5.0 if plan.state.love.times_met >= 2 else 0.5,
    "hides": lambda plan, action: 1.0,
}
