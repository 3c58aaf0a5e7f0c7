"""Golden players: where the sensible bot goes and what it does in the worked cases, and how a search comes by its answer.

Written down in ``golden/bots.txt`` and ``golden/searches.txt``; see :mod:`tests.golden.games` for how to write them anew. They
hold what is chosen and reckoned, not how: who plays better, or searches less, may write them anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine import gran
from engine import mystic_wood as mw
from engine.chance.search import Search
from engine.mystic_wood.play.bots import quest_bot
from engine.mystic_wood.play.routing import RoutePlan
from engine.text.faults import Faulty
from tests.engine.test_search import Ring, a_goal, small_position
from tests.support.arenas import GEORGE_AND_ORC, QUARREL
from tests.support.random_games import crowded_state
from tests.support.usual_wood import AREAS
from tutor.content.cases import cases
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.teach.exercise.claims import Claim

# ------------------------------------------------------------------ the sensible bot


def _last(case: dict[str, Any]) -> mw.State | None:
    """The last moment of a worked case; None if there is none, or nobody has anything to choose there."""
    try:
        state = mw.read(case["situation"])
        for action in case.get("do", ()):
            verdict = state.judge(action.removeprefix("?"))
            if verdict.legal:
                state = state.play(verdict.action).state
    except Faulty:
        return None
    return state if state.to_move and len(state.actions()) > 1 else None


def bots() -> str:
    """What the sensible bot does at the end of each worked case where it can choose, and why: a line for what is new.

    Where it would go, in how many turns, what the way costs by each neighbour, and what it fears where.
    """
    told: dict[str, str] = {}
    for case in cases():
        state = _last(case)
        if state is None:
            continue
        who = state.to_move or ""
        seen = state.seen_by(who)
        route = RoutePlan(seen, seen.knight(who))
        goals = (
            " ".join(sorted(AREAS[number] for number in {*route.goals})) if len(route.goals) < 6 else len(route.goals)
        )
        turns = route.turns(route.here)
        ways = {AREAS[number]: round(route.by_way_of(number), 2) for number in route.ways[route.here]}
        fears = {AREAS[number]: round(cost, 2) for number, cost in sorted(route.dangers.items())}
        does = dict.fromkeys(quest_bot(seen, who, random.Random(seed)) for seed in (1, 2))
        far = "nowhere" if turns is None else f"{turns:.2f}"
        told.setdefault(f"{who} {' or '.join(does)}; to {goals}, {far}, by {ways}, fears {fears}", case["name"])
    return "".join(f"{name}: {does}\n" for does, name in told.items())


# ------------------------------------------------------------------ the search


def _told(name: str, search: Search[Any], turns: int) -> str:
    """What a search finds, first and best actions with it, and in how many steps."""
    if search.holds():
        return f"{name}: it is so already"
    plan = search.plan(turns)
    after = "; ".join(f"{action} {low}..{high}" for action, (low, high) in plan.actions[:4])
    way = " > ".join(search.line(plan.actions[0][0], turns)[:8]) if plan.actions and plan.whole.low else "none"
    found = f"{plan.whole.low}..{plan.whole.high}, best {', '.join(plan.best) or 'unknown'}; {after}; way {way}"
    return f"{name}: {found}; {search.steps} steps, {search.moments} moments"


def _searches() -> Iterator[str]:
    for seed in range(24):
        rng = random.Random(seed)
        try:
            state, who = small_position(rng)
        except mw.ImpossibleSituation:
            continue
        yield _told(f"small {seed}", mw.search(state, a_goal(rng, state, who), who, budget=300), 1)
    for budget in (1, 5, 30, 60, 120, 400, 1500):
        quarrel = mw.loads(QUARREL)
        beaten = Claim(((("knight", "roland"), ("beats", "guyon")),), WOOD).comes_true
        yield _told(f"quarrel, {budget}", mw.search(quarrel, beaten, budget=budget), 1)
        asked = quarrel.play("joust guyon with prince princess").state
        yield _told(f"asked in a quarrel, {budget}", mw.search(asked, beaten, "roland", budget=budget), 1)
    for seed in range(12):
        crowd = crowded_state(seed)
        whose = crowd.order[seed % 2]
        wanted = (("at", "c5"), ("lacks", "lance"), ("beats", crowd.order[1 - seed % 2]))[seed % 3]
        goal = Claim(((("knight", whose), wanted),), WOOD)
        yield _told(f"crowd {seed}", mw.search(crowd, goal.comes_true, whose, budget=150), 1 + seed % 2)
    orc = mw.loads(GEORGE_AND_ORC)
    yield _told(
        "orc", mw.search(orc, Claim(((("knight", "george"), ("beats", "orc")),), WOOD).comes_true, budget=600), 2
    )
    for place in (2, 7, 9):
        ring: Any = Ring(0)
        for budget in (4, 12, 700):
            circle = Search(ring, lambda step, place=place: step.state.place == place, budget=budget)  # type: ignore[misc]
            found = circle.chance(1)
            yield f"circle to {place}, {budget}: {float(found.low):.6f}..{float(found.high):.6f}; {circle.steps} steps"
    for seed in (3, 5, 8):
        rng = random.Random(seed)
        game = gran.new_game(["red", "blue"])
        for _ in range(30):
            game = game.play(rng.choice(game.actions())).state
        yield _told(f"gran {seed}", gran.search(game, lambda step: step.state.knight("red").coat, budget=200), 1)


def searches() -> str:
    """The lines of all searches."""
    return "\n".join(_searches()) + "\n"
