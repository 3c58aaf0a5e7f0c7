"""The search for the best chance of a goal, against plain enumeration, and against what is known of fights and walks."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from icepool import d6

from engine import gran
from engine import mystic_wood as mw
from engine.chance.search import Prospect, Search
from engine.chance.search import turn_passed as handed_on
from engine.contract.game import Deciding
from engine.mystic_wood.play.odds import CONSENT, turn_passed
from tests.depth import deep
from tests.support.arenas import GEORGE_AND_ORC, QUARREL
from tutor.games.mystic_wood.making.material import hand, situation, some_denizens
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.teach.exercise.claims import Claim

Passed = Callable[[Any, str, Any, str], bool]
#: The most steps a position of the property test leads to, so that enumerating them all takes no time.
MOST = 4000


class TooMany(Exception):
    """The position leads to more than is enumerated."""


def enumerated(state: Any, goal: Callable[[Any], bool], who: str, turns: int, passed: Passed) -> Fraction:
    """The chance by the book: every moment there is, each line of play to its end, valued again and again until nothing changes.

    Nothing is left out as useless, nothing is bounded, and nothing is shared with the search.
    """
    begin = (state, turns)
    edges: dict[Any, list[tuple[Fraction, Any]]] = {}
    open_, steps = [begin], 0
    while open_:
        here = open_.pop()
        if here in edges:
            continue
        now, left = here
        chances = now.chances()
        led: list[tuple[Fraction, Any]] = []
        for action in now.actions():
            if not chances and action.split()[0] in CONSENT:
                continue
            step = now.play(action)
            steps += 1
            if steps > MOST:
                raise TooMany
            after: Any = (step.state, left - passed(now, action, step.state, who))
            if goal(step):
                after = True
            elif step.state.over or after[1] == 0:
                after = False
            else:
                open_.append(after)
            led.append((chances.get(action, Fraction(1)), after))
        edges[here] = led
    value: dict[Any, Fraction] = dict.fromkeys(edges, Fraction(0))
    value |= {True: Fraction(1), False: Fraction(0)}
    while True:
        before = dict(value)
        for here in reversed(edges):
            now = here[0]
            if now.decision == "chance":
                value[here] = sum((chance * value[after] for chance, after in edges[here]), Fraction(0))
            else:
                worth = [value[after] for _, after in edges[here]]
                value[here] = max(worth) if now.to_move == who else min(worth)
        if value == before:
            return value[begin]


# -------------------------------------------------------------------- small positions, drawn at random


def small_position(rng: random.Random) -> tuple[mw.State, str]:
    """One or two Knights in a glade with one way out, somebody to meet there, and something in the hand."""
    taken: set[str] = set()
    seats = rng.sample(("george", "roland", "guyon", "perceval", "britomart"), rng.choice((1, 1, 2)))
    back, at, on = rng.choice((("c2", "c3", "c4"), ("c6", "c7", "c8")))
    knights = {seat: {"at": at, **hand(rng, taken, 2, companions=True)} for seat in seats}
    moment = rng.choice(("start", "arrived"))
    if moment == "arrived":
        knights[seats[0]]["came_from"] = back
    ground: dict[str, dict[str, Any]] = {
        at: {"paths": "NES", "denizens": sorted(some_denizens(rng, taken, rng.randint(1, 2)))},
        back: {"paths": "NEW"},
        on: {"paths": "NEW"},
        f"d{at[1]}": {"paths": "NES"},
    }
    text = situation(rng.choice(("1980", "2006")), knights, ground, moment=moment)
    return mw.loads(text), seats[0]


def a_goal(rng: random.Random, state: mw.State, who: str) -> Callable[[mw.Step[mw.State]], bool]:
    """Something that can happen there: somebody is beaten or joins, something is got or lost, somebody goes to the Tower."""
    at = state.knight(who).at
    here = state.area(at).denizens
    tables: list[tuple[tuple[str, Any], ...]] = [
        (("knight", who), ("at", "c5")),
        (("area", at), ("lacks_card", here[0])),
        (("knight", who), ("beats", here[-1])),
        (("knight", who), ("has", here[0])),
        (("knight", who), ("lacks", (state.knight(who).things or ("lance",))[0])),
        (("event", "reaction.gives"),),
        (("event", "challenge.tie"),),
    ]
    other = next((seat for seat in state.order if seat != who), None)
    if other is not None:
        tables += [(("knight", who), ("beats", other)), (("knight", other), ("at", "c5"))] * 2
    return Claim((rng.choice(tables),), WOOD).comes_true


@pytest.mark.parametrize("examples", [12, deep(30)])
def test_a_small_position_is_worth_what_enumerating_all_of_it_says(examples: int) -> None:
    @given(st.integers(0, 10**9))
    @settings(max_examples=examples, deadline=None)
    def held(seed: int) -> None:
        rng = random.Random(seed)
        try:
            state, who = small_position(rng)
        except mw.ImpossibleSituation:
            assume(False)
        goal = a_goal(rng, state, who)
        search = mw.search(state, goal, who)
        assume(not search.holds())
        try:
            by_the_book = enumerated(state, goal, who, 1, turn_passed)
        except TooMany:
            assume(False)
        assert mw.search(state, goal, who).possible(1) is (by_the_book > 0)
        assert search.chance(1) == (by_the_book, by_the_book)

    held()


def test_the_small_positions_are_worth_something() -> None:
    """The property above would hold of anything if all were impossible, or certain."""
    worth = set()
    for seed in range(24):
        rng = random.Random(seed)
        try:
            state, who = small_position(rng)
            worth.add(mw.search(state, a_goal(rng, state, who), who, budget=400).chance(1))
        except mw.ImpossibleSituation:
            continue
    assert len({found.low for found in worth if found.proved} - {0, 1}) > 5


def test_a_turn_of_gran_is_worth_what_enumerating_it_says() -> None:
    """Fights and what follows from them; where a whole move is open there are thousands of ways."""
    worth = []
    for seed in range(400):
        rng = random.Random(seed)
        state = gran.new_game(["red", "blue"])
        for _ in range(rng.randrange(60)):
            state = state.play(rng.choice(state.actions())).state
        if state.over or len(state.actions()) > 12:
            continue
        goal = rng.choice(
            [
                lambda step: step.state.knight("red").talismans != 2,
                lambda step: step.state.knight("blue").coat,
                lambda step: step.state.moment == "extra",
                lambda step: step.state.ring is None,
            ]
        )
        try:
            by_the_book = enumerated(state, goal, state.turn, 1, handed_on)
        except TooMany:
            continue
        search = gran.search(state, goal)
        assert search.holds() or search.chance(1) == (by_the_book, by_the_book)
        worth += [by_the_book] if not search.holds() else []
        if len(worth) == 3 and len(set(worth)) >= 2:
            return
    raise AssertionError("too few of them could be enumerated")


# -------------------------------------------------------------------- known chances


def beats(knight: str, foe: str) -> Callable[[mw.Step[mw.State]], bool]:
    return Claim(((("knight", knight), ("beats", foe)),), WOOD).comes_true


def test_a_fight_is_worth_what_an_independent_library_and_the_engine_s_odds_say() -> None:
    state = mw.loads(GEORGE_AND_ORC)
    found = mw.search(state, beats("george", "orc")).after("meet orc", 1)
    told = mw.odds(state, "meet orc").round
    assert told is not None
    by_icepool = Fraction(((d6 + 3) - (d6 + 4) > 0).mean())  # strength 3 against 4
    assert found == (told.win, told.win) == (by_icepool, by_icepool)


def test_who_plays_against_it_answers_as_badly_as_can_be() -> None:
    """The Lance is Guyon's, and whether he is worth fighting is Roland's to choose: the chance is that of the joust."""
    state = mw.loads(QUARREL)
    goal = Claim(((("knight", "roland"), ("has", "lance")),), WOOD).comes_true
    plan = mw.search(state, goal).plan(1)
    told = mw.odds(state, "joust guyon with prince princess").round
    assert told is not None
    assert plan.whole == (told.win, told.win)
    assert set(plan.best) == {"joust guyon with prince princess", "stay"}
    assert dict(plan.actions)["joust guyon"] == (Fraction(1, 36), Fraction(1, 36))
    assert [found.low for _, found in plan.actions] == sorted((found.low for _, found in plan.actions), reverse=True)


def test_who_plays_against_it_has_his_best_answer_too() -> None:
    """Guyon is asked in the middle of it: whatever he may answer, the worst for Roland comes first."""
    state = mw.loads(QUARREL).play("joust guyon with prince princess").state
    assert state.to_move == "guyon"
    plan = mw.search(state, beats("roland", "guyon")).plan(1)
    assert plan.best == tuple(action for action, found in plan.actions if found == plan.whole)
    assert [found for _, found in plan.actions] == sorted(found for _, found in plan.actions)


def test_it_finds_what_nobody_thinks_of() -> None:
    """No way leads out of c3, but one: to leave the Prince, win without him, meet him again, and be beaten into the Tower."""
    search = mw.search(mw.loads(QUARREL), lambda step: step.state.knight("roland").at != "c3")
    found = search.chance(1)
    assert found.proved
    assert 0 < found.low < Fraction(1, 10)
    way = search.line("leave prince", 1)
    assert way[0] == "leave prince"
    assert "joust guyon with princess" in way
    assert way.index("joust guyon with princess") < way.index("meet prince")


def test_in_cooperative_play_the_others_choose_for_it() -> None:
    """Two friends, one of whom has the Lance: it is his turn, and he offers it; an enemy keeps it."""
    text = QUARREL.replace('companions = ["prince", "princess"]', "").replace(
        '["roland", "guyon"]', '["guyon", "roland"]'
    )
    goal = Claim(((("knight", "roland"), ("has", "lance")),), WOOD).comes_true
    enemy = mw.search(mw.loads(text), goal, "roland", budget=500).chance(1)
    friend = mw.search(mw.loads('variants = ["cooperative"]' + text), goal, "roland").chance(1)
    assert enemy.high < 1
    assert friend == (1, 1)


# -------------------------------------------------------------------- bounds, budget, going round


def test_the_same_budget_gives_the_same_answer_and_more_of_it_a_better_one() -> None:
    state = mw.new_game(["george", "roland"])
    goal = Claim(((("knight", "roland"), ("has", "lance")),), WOOD).comes_true

    def within(budget: int) -> tuple[Prospect, int, int]:
        search = mw.search(state, goal, budget=budget)
        return search.chance(2), search.steps, search.moments

    assert within(600) == within(600)
    rough, fine = within(200)[0], within(2500)[0]
    assert 0 <= rough.low <= fine.low <= fine.high <= rough.high <= 1
    assert not rough.proved


def test_bounds_that_have_not_met_hold_the_truth() -> None:
    state = mw.loads(QUARREL)
    truth = mw.search(state, beats("roland", "guyon")).chance(1)
    assert truth.proved
    for budget in (1, 5, 30, 60, 120):
        found = mw.search(state, beats("roland", "guyon"), budget=budget).chance(1)
        assert found.low <= truth.low <= found.high


def test_what_is_asked_twice_is_known() -> None:
    search = mw.search(mw.loads(QUARREL), beats("roland", "guyon"))
    first = search.chance(1)
    steps = search.steps
    assert search.chance(1) == first
    assert search.steps == steps
    assert search.plan(1).whole == first


def test_whether_there_is_a_chance_at_all_is_known_sooner_than_the_chance() -> None:
    goal = beats("roland", "guyon")
    quick, whole = mw.search(mw.loads(QUARREL), goal), mw.search(mw.loads(QUARREL), goal)
    assert quick.possible(1)
    assert whole.chance(1).low > 0
    assert quick.steps < whole.steps
    assert not mw.search(mw.loads(QUARREL), lambda step: False).possible(1)
    assert mw.search(mw.loads(QUARREL), lambda step: False, seconds=0.0).possible(1), "nobody has looked"


def test_no_time_no_answer() -> None:
    assert mw.search(mw.loads(GEORGE_AND_ORC), beats("george", "orc"), seconds=0.0).chance(1) == (0, 1)


def test_laying_down_and_picking_up_again_leads_nowhere() -> None:
    """He may drop the Ring and take it up without end: that is no way to the Orc, who fights him at his own odds."""
    state = mw.loads(GEORGE_AND_ORC.replace('came_from = "c1"', 'came_from = "c1"\nthings = ["ring", "key", "potion"]'))
    search = mw.search(state, lambda step: step.state.knight("george").at == "e9")
    assert search.chance(1) == (0, 0)
    fight = mw.odds(state, "meet orc").round
    assert fight is not None
    assert mw.search(state, beats("george", "orc")).chance(1) == (fight.win, fight.win)


def test_a_goal_that_holds_is_certain_and_one_out_of_reach_impossible() -> None:
    state = mw.loads(GEORGE_AND_ORC)
    here = mw.search(state, lambda step: step.state.knight("george").at == "c2")
    assert here.holds()
    assert here.plan(1) == ((1, 1), (), ())
    far = mw.search(state, lambda step: step.state.knight("george").at == "c9").plan(1)
    assert far.whole == (0, 0)
    assert far.best == ()


class Ring(Deciding):
    """A game of its own that goes round in a circle, by chance even: heads leads home, tails on to the next of three places."""

    edition, order, turn, winner, winners, over = "", ("one",), "one", None, (), False

    def __init__(self, place: int, thrown: bool = False) -> None:
        self.place, self.thrown = place, thrown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and (self.place, self.thrown) == (other.place, other.thrown)

    def __hash__(self) -> int:
        return hash((self.place, self.thrown))

    @property
    def decision(self) -> str:
        return "chance" if self.thrown else "choice"

    def actions(self, seat: str | None = None) -> list[str]:
        if self.thrown:
            return ["heads", "tails"] if seat is None else []
        return ["throw"] if seat in (None, "one") else []

    def chances(self) -> dict[str, Fraction]:
        return {"heads": Fraction(1, 2), "tails": Fraction(1, 2)} if self.thrown else {}

    def play(self, action: str) -> mw.Step[Any]:
        to = {"throw": self.place, "heads": 9, "tails": (self.place + 1) % 3}[action]
        return mw.Step(action, Ring(to, action == "throw"), ())


def test_chance_that_goes_round_for_ever_is_bounded_not_guessed() -> None:
    """Home is certain in the end, but no number of throws proves it: the answer says so. From home nobody goes anywhere."""
    state: Any = Ring(0)
    found = Search(state, lambda step: step.state.place == 9).chance(1)
    assert found == (Fraction(0), Fraction(1)) or (found.low > Fraction(1, 2) and found.high == 1)
    assert not found.proved
    never = Search(state, lambda step: step.state.place == 7).chance(1)
    assert never == (0, 0)


def test_who_does_not_play_has_no_chance() -> None:
    with pytest.raises(ValueError, match="does not play"):
        mw.search(mw.loads(GEORGE_AND_ORC), beats("george", "orc"), "roland")
