"""What a table says before one acts: where an action leads, its odds, and that a game can be won no more."""

from __future__ import annotations

import pytest

from engine import mystic_wood as mw
from tests.support.arenas import FRIEND_IN_A_CORNER
from tests.support.at_table import AtTable
from tutor.games.mystic_wood import table as wood
from tutor.pages.table.asking import hint
from tutor.pages.table.play import Place, Table
from tutor.pages.table.timeline import MOST_TICKS, slider

CHALLENGED = """
order = ["george", "roland"]
edition = "1980"
moment = "arrived"
turn = "george"
[areas.c6]
paths = "NESW"
denizens = ["giant"]
[areas.b6]
paths = "NESW"
[knights.george]
at = "c6"
came_from = "b6"
things = ["armour"]
[knights.roland]
at = "c5"
imprisoned = true
"""
BESIDE = """
order = ["george", "roland"]
edition = "1980"
[areas.c6]
paths = "NESW"
denizens = ["giant"]
[areas.b6]
paths = "NESW"
[knights.george]
at = "b6"
"""


def told(text: str, action: str) -> str:
    state = mw.loads(text)
    table = Table("mystic-wood", state.edition, (), tuple(Place(seat, "here") for seat in state.order), first=state)
    return str(hint(table, state, action))


def test_what_another_throws_in_his_turn_is_no_odds_of_ones_own_action() -> None:
    """George goes back, and Roland's throw in the Tower comes next: his chance to escape is nothing that withdrawing brings."""
    says = told(CHALLENGED, "withdraw")
    assert "withdraws" in says
    assert "%" not in says


def test_victory_tie_and_defeat_each_say_what_comes_of_them() -> None:
    says = told(CHALLENGED, "meet giant")
    assert "tb-leading" in says
    assert says.count("vanquishes") == 2
    assert "in the end" in says


def test_a_walk_names_the_fight_it_leads_into() -> None:
    says = told(BESIDE, "move east")
    assert "Meet the Giant" in says
    assert "%" in says
    assert "%" not in told(BESIDE, "stay")


def test_a_game_nobody_can_win_any_more_is_told_and_its_end_offered() -> None:
    """Perceval is cut off, and Guyon may leave with him only (`move.isolated`, `variant.cooperative`)."""
    state = mw.loads(FRIEND_IN_A_CORNER % ("ESW", "[]"))
    says = wood.stuck(state)
    assert says.startswith("Perceval is cut off")
    assert "the Wand or the Arch-Mage" in says, "Fog and Horn are gone"
    assert not wood.label(state, "stalemate").aside
    free = mw.loads(FRIEND_IN_A_CORNER % ("NES", "[]"))
    assert wood.stuck(free) == ""
    assert wood.label(free, "stalemate").aside


def test_who_can_only_stay_is_told_why() -> None:
    storm = 'order = ["george"]\nedition = "1980"\n[areas.b3]\npaths = "NES"\nstorm = 1\n[knights.george]\nat = "b3"\n'
    state = mw.loads(storm)
    assert state.actions() == ["stay"]
    assert wood.why(state, "george") == "George's turn. A storm rages at b3: George can only stay."


@pytest.mark.parametrize("touches", [0, 12])
def test_the_way_through_a_game_has_ticks_and_dots(touches: int) -> None:
    table = AtTable(by={"george": "here", "roland": "bot"}, more={"seed": "ticks"})
    for _ in range(touches):
        table.touch(f"act:{next(each for each in table.doc.state.actions() if not each.startswith('stalemate'))}")
    lines = len(table.doc.lines)
    drawn = str(slider(table.doc, lines, lines, "now"))
    assert drawn.count("v8") <= MOST_TICKS
    assert ("v8" in drawn) == bool(touches)
    assert "v8" not in str(slider(table.doc, 0, 0, "line 0")), "what came later is not told by the ticks"
