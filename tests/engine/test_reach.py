"""What a search for a goal leaves out: nothing that matters. Against the plain search, and in positions worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest

from engine import gran
from engine import mystic_wood as mw
from engine.chance.search import Search
from engine.mystic_wood.play.odds import turn_passed
from tests.depth import deep
from tutor.games.mystic_wood.claims.goals import read_goal
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.cli.answers import answer

WIZARD = """
edition = "1980"
order = ["george", "roland"]
[knights.george]
at = "c2"
[knights.roland]
at = "c1"
[areas.c2]
paths = "NES"
[areas.c3]
paths = "NES"
denizens = ["wizard"]
"""
#: Roland stands a step before the Enchanted Gate.
GATE = """
edition = "1980"
order = ["roland"]
[knights.roland]
at = "c8"
[areas.c8]
paths = "NES"
"""


def search_of(state: mw.State, goal: str, budget: int = 40_000, **how: Any) -> Search[mw.State]:
    wanted = read_goal(goal, state, WOOD)
    return mw.search(state, wanted.goal, wanted.who, budget, **wanted.known, **how)


def test_what_is_a_step_too_far_is_cut() -> None:
    """`end.leave`: one leaves on the turn after reaching the Gate, so from c8 nobody wins in one turn."""
    search = search_of(mw.loads(GATE), "roland wins")
    assert search.chance(1) == (0, 0)
    assert search.steps < 5_000


def test_unknown_ground_beside_the_fight_costs_nothing_in_the_last_turn() -> None:
    search = search_of(mw.loads(WIZARD), "george beats wizard")
    assert search.chance(1) == (Fraction(1, 12), Fraction(1, 12))
    assert search.steps < 200


@pytest.mark.deep
def test_two_turns_beside_unknown_ground_are_proved() -> None:
    """George may fight at once, or look east for help and come back: it lay between 8 and 12 %."""
    search = search_of(mw.loads(WIZARD), "george beats wizard")
    found = search.plan(2)
    assert found.whole.proved
    assert Fraction(13, 144) - Fraction(1, 500) < found.whole.low < Fraction(13, 144)
    assert found.best == ("move north",)


@pytest.mark.parametrize(
    ("roland", "used"),
    [
        ("d1", ()),
        ("d1", ("arch-mage",)),
        ("c4", ("arch-mage",)),
        deep("c4", ()),
        deep("d3", ()),
        deep("d3", ("arch-mage",)),
    ],
)
def test_with_an_arch_mage_only_what_lies_about_the_goal_matters(roland: str, used: tuple[str, ...]) -> None:
    """`companion.arch-mage`: he lands in the glade or beside it, once a turn; who stands beside him now is all the same."""
    text = f"""
    order = ["george", "roland"]
    [knights.george]
    at = "d2"
    companions = ["arch-mage"]
    [knights.roland]
    at = "{roland}"
    things = ["ring"]
    [areas.d1]
    paths = "NESW"
    [areas.d2]
    paths = "NESW"
    [areas.c3]
    paths = "NESW"
    denizens = ["wizard"]
    [areas.d3]
    paths = "NESW"
    [areas.c4]
    paths = "ESW"
    """
    state = mw.loads(text)
    if used:
        state = state.play("arch-mage d3").state
    wanted = read_goal("george beats wizard", state, WOOD)
    pruned = search_of(state, "george beats wizard").chance(1)
    plain = Search(state, wanted.goal, wanted.who, 4_000, passed=turn_passed).chance(1)
    assert pruned.proved
    assert plain.low <= pruned.low <= plain.high
    assert pruned.low > 0


def test_nobody_explores_where_only_what_is_known_is_asked() -> None:
    """`challenge.tie`: to win at once, or after a tie in the next turn: 1/12 + 1/12 * 1/12."""
    search = search_of(mw.loads(WIZARD), "george beats wizard", known=True)
    found = search.plan(2)
    assert found.whole == (Fraction(13, 144), Fraction(13, 144))
    assert found.best == ("move north",)
    assert {action for action, _ in found.actions} == {"move north", "move south", "stay"}


def test_an_opponent_cannot_keep_his_turn_from_ending() -> None:
    """Roland may lay down his Lance and take it up without end; his turn ends all the same, and George fights on."""
    text = WIZARD.replace('at = "c1"', 'at = "c1"\nthings = ["key"]')
    found = search_of(mw.loads(text), "george beats wizard", known=True).chance(2)
    assert found == (Fraction(13, 144), Fraction(13, 144))


def test_an_estimate_stands_beside_open_bounds_and_is_the_same_again() -> None:
    def sampled() -> tuple[Any, Any]:
        search = search_of(mw.loads(WIZARD), "george beats wizard", budget=2_000)
        return search.chance(2), search.estimate(2, 1_000)

    bounds, estimate = sampled()
    assert not bounds.proved
    assert float(bounds.low) <= estimate.mean <= float(bounds.high)
    assert 0 < estimate.error < 1
    assert estimate.plays > 10
    assert sampled() == (bounds, estimate)
    asked = {"cmd": "odds", "situation": WIZARD, "goal": "george beats wizard", "turns": 2, "budget": 500}
    assert answer(asked)["estimate"]["plays"] > 10
    assert "estimate" not in answer({**asked, "known": True, "budget": 40_000})


def test_plays_that_all_agree_prove_nothing() -> None:
    """Roland at c8 wins in none of the plays; that he never does is not proved, so the error is not 0."""
    text = """
order = ["roland", "george"]
[areas.c8]
paths = "NESW"
[knights.roland]
at = "c8"
[knights.george]
at = "c1"
"""
    search = search_of(mw.loads(text), "roland wins", budget=500)
    assert not search.chance(2).proved
    estimate = search.estimate(2, 300)
    assert estimate.error >= 3 / estimate.plays


def test_a_game_without_unknown_ground_says_so() -> None:
    asked = {
        "cmd": "odds",
        "situation": gran.code(gran.new_game(["red", "blue"])),
        "goal": "red has the ring",
        "known": True,
    }
    assert "error" in answer(asked)


# ------------------------------------------------------------------ nothing that matters is left out


def position(seed: int) -> tuple[mw.State, str] | None:
    """A moment of a random game, and something a Knight may want that lies where he is or next to him."""
    rng = random.Random(seed)
    seats = rng.sample(("george", "roland", "guyon", "perceval", "britomart"), rng.choice((1, 2, 2, 3)))
    state = mw.new_game(seats, rng.choice(mw.editions()))
    for _ in range(rng.randrange(40, 260)):
        if state.over:
            return None
        state = state.play(rng.choice(state.actions())).state
    wanted = [
        f"{knight.id} {'beats' if not (card := state.cards.denizens[denizen]).table and not card.always else 'has'} {denizen}"
        for knight in state.knights
        for area in sorted({knight.at, *state.wood.neighbours[knight.at].values()})
        for denizen in state.area(area).denizens
    ]
    return (state, rng.choice(wanted)) if wanted and not state.over else None


def plain(state: mw.State, goal: str, left: int, budget: int) -> Any:
    """The bounds of the search that leaves nothing out."""
    wanted = read_goal(goal, state, WOOD)
    return mw.search(state, wanted.goal, wanted.who, budget).chance(left, state)


def left_out(
    state: mw.State, goal: str, turns: int, budget: int
) -> tuple[list[list[mw.State]], list[tuple[mw.State, int]]]:
    """What a search takes for alike, in lists of two or more, and what it cuts with the turns left there."""
    search = search_of(state, goal, budget)
    pruning = search.pruning
    assert pruning is not None
    alike: dict[Hashable, list[mw.State]] = {}
    cut: list[tuple[mw.State, int]] = []

    def key(state: mw.State, left: int) -> Hashable:
        told = pruning.key(state, left)
        if told is not state and state not in (known := alike.setdefault(told, [])):
            known.append(state)
        return told

    def lost(state: mw.State, left: int) -> bool:
        told = pruning.lost(state, left)
        if told:
            cut.append((state, left))
        return told

    search.pruning = pruning._replace(key=key, lost=lost)
    search.chance(turns)
    return [states for states in alike.values() if len(states) > 1], cut


@pytest.mark.parametrize("seed", [140, 149, 162, 178, 181, 185, 196, 198, 200, 222, 240, 253])
def test_with_and_without_leaving_out_the_bounds_hold_the_same_truth(seed: int) -> None:
    """So they overlap; and what is cut has no chance by the plain search either."""
    found = position(seed)
    assert found is not None, "a moment where somebody is near whom a Knight may want"
    state, goal = found
    whole, truth = search_of(state, goal, budget=1_200).chance(1), plain(state, goal, 1, 1_200)
    assert whole.low <= truth.high
    assert truth.low <= whole.high
    for cut, left in left_out(state, goal, 1, 600)[1][:3]:
        assert plain(cut, goal, left, 400).low == 0


def test_positions_taken_for_alike_are_worth_the_same() -> None:
    """After George's tie Roland explores elsewhere: whatever he draws, the second round is as it would have been."""
    tied = mw.loads(WIZARD)
    for action in ("move north", "meet wizard", "roll 4 1"):
        tied = tied.play(action).state
    alike, _ = left_out(tied, "george beats wizard", 1, 4_000)
    assert alike
    for states in alike:
        ends = {
            plain(state, "george beats wizard", 1, 3_000) for state in (states[0], states[len(states) // 2], states[-1])
        }
        assert len(ends) == 1 or max(end.low for end in ends) <= min(end.high for end in ends)
    lows = [
        plain(state, "george beats wizard", 1, 3_000)
        for states in alike
        for state in states[:2]
        if state.turn == "george"
    ]
    assert lows
    assert any(found.proved for found in lows)


BESIDE_THE_TOWER = """
edition = "1980"
moment = "arrived"
order = ["{knight}"]
[areas.c3]
paths = "NESW"
[areas.c4]
paths = "NESW"
denizens = {there}
[knights.{knight}]
at = "c4"
came_from = "c3"
{holds}
"""


@pytest.mark.parametrize(
    ("knight", "there", "holds", "goal", "turns", "chance"),
    [
        # First the Hermit, who gives a Blessing with 1/3, then the Princess with the Sage: 2/3 * 1/2 + 1/3 * 2/3.
        ("roland", '["princess", "sage", "hermit"]', 'things = ["ring"]', "roland has princess", 1, Fraction(5, 9)),
        # He joins on 2 to 6, else he attacks: 5/6 + 1/6 * 10/36.
        ("britomart", '["prince"]', 'companions = ["sage", "princess"]', "britomart has prince", 1, Fraction(95, 108)),
        # After a tie once more; or by way of the Tower, out again on 5 or 6, and to him from next door without help.
        ("britomart", '["prince"]', 'companions = ["sage", "princess"]', "britomart has prince", 2, Fraction(389, 432)),
    ],
)
def test_chances_are_what_is_worked_out_by_hand(
    knight: str, there: str, holds: str, goal: str, turns: int, chance: Fraction
) -> None:
    """`tower.escape`, `approach.table`, `companion.sage-once`: each sum stands above its line."""
    found = search_of(mw.loads(BESIDE_THE_TOWER.format(knight=knight, there=there, holds=holds)), goal).chance(turns)
    assert found == (chance, chance)
