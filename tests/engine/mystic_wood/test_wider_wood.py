"""A Wood of another size is data of its edition: seven columns and nine rows, laid into a copy of the data (`wood.grid`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.material.wood import tiles_from, wood_of
from engine.text.faults import ImpossibleSituation
from tests.engine.mystic_wood.test_editions import changed
from tests.sources import ROOT

#: Two columns more: Gates and Tower in the middle column, and eighteen crossings more, nine of each half.
TILES = "\n[edition.wide.wood]\ncolumns = 7\n" + "".join(
    f"\n[[edition.wide.tile]]\n{card}\nglade = false\n"
    for card in (
        'id = "tower"\nat = "d5"\npaths = "NESW"',
        'id = "earthly-gate"\nat = "d1"\npaths = "NEW"',
        'id = "enchanted-gate"\nat = "d9"\npaths = "ESW"',
        *(
            f'id = "{letter}{number}"\nhalf = "{half}"\npaths = "{"NESW" if number % 3 else "NES"}"'
            for half, letter in (("earthly", "g"), ("enchanted", "e"))
            for number in range(31, 40)
        ),
    )
)
PLAYED = r"""
import random
from engine import mystic_wood as mw
from engine.mystic_wood.material.ledger import switch
from tutor.draw.svg import svg
from tutor.games.mystic_wood.words.text import text
from tutor.games.mystic_wood.scene.board import board_scene
from tutor.games.mystic_wood.scene.overview import overview_scene
from tutor.games.mystic_wood.scene.view import View

wide, usual = mw.wood_of("wide"), mw.wood_of("1980")
assert (len(wide.areas), wide.areas[0], wide.areas[-1]) == (63, "a1", "g9")
assert (wide.earthly_gate, wide.tower, wide.enchanted_gate) == ("d1", "d5", "d9")
assert (wide.corresponding_area("g2"), wide.half_of("c5"), wide.half_of("e5")) == ("a8", "enchanted", "earthly")
assert [*wide.neighbours["g9"].items()] == [("south", "g8"), ("west", "f9")]
assert (len(usual.areas), usual.tower) == (45, "c5"), "the other editions are as they were"

state = mw.new_game(["george", "britomart", "roland"], "wide")
assert {knight.at for knight in state.knights} == {"d1"} and state.area("d5").name == "tower"
assert state.actions()[:3] == ["move north", "move east", "move west"]
assert not state.judge("arch-mage g9").legal, "read, and refused for want of the Arch-Mage"
for action in ("arch-mage h1", "reveal e40"):
    try:
        state.judge(action)
    except mw.UnreadableText as unreadable:
        assert "there is no area" in str(unreadable), unreadable
    else:
        raise AssertionError(f"{action} is read")
try:
    mw.loads('edition = "1980"\norder = ["george"]\n[knights.george]\nat = "g2"')
except mw.ImpossibleSituation as impossible:
    assert "Areas are a1 (south-west) to e9 (north-east)." in str(impossible), impossible
else:
    raise AssertionError("g2 is an area of 1980")

# random games and a game of bots, with what must be true of every state; texts and codes give the states back
ends, far = 0, set()
for seed in range(6):
    rng, state = random.Random(seed), mw.new_game(["george", "britomart", "roland"][: 1 + seed % 3], "wide")
    for number in range(1500):
        if state.over:
            ends += 1
            break
        assert mw.broken_invariants(state) == [], mw.broken_invariants(state)
        if number % 10 == 0:
            assert mw.from_code(mw.code(state)) == mw.loads(mw.dumps(state)) == state
            assert all(state.seen_by(who).actions(who) == state.actions(who) for who in state.order)
        actions = state.legal_actions()
        often = [0.02 if action.verb in ("drop", "offer") else 0.002 if action.verb == "stalemate" else 1 for action in actions]
        state = state.play(rng.choices(actions, often)[0]).state
        far |= {knight.at for knight in state.knights if knight.at[0] in "fg"}
record = mw.play_out(mw.new_game(["george", "roland"], "wide"), dict.fromkeys(["george", "roland"], mw.BOTS["quest"]), 5)
assert record.state.winners, "the bots find their way"
assert len(far) > 5, "beyond the fifth column"
assert ends, "one has ended"

# the board in words and as a picture, all of it and in part, and the way one is carried over it
state = record.states[len(record.states) // 2]
whole = View.whole(wide)
assert len(whole.areas) == 63 and View.near(wide, "g9").areas[0] == "e9"
shown = text(state, view=whole)
assert all(f" {area}" in shown for area in wide.areas)
assert text(state)
scene = board_scene(state, view=whole)
assert {target.at for target in scene.targets} == {*wide.areas}
assert "<svg" in svg(scene)
assert svg(overview_scene(state, View.near(wide, "d5")))
assert mw.search(state, lambda step: False, budget=40).chance(1).low == 0
assert mw.distances(mw.new_game(["george"], "wide"), "d1") == {"d1": 0}
print("played")
"""


def test_a_wood_of_seven_columns_is_made_of_data_alone(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    folder = tmp_path / "engine" / "mystic_wood" / "material" / "data"
    changed(
        folder,
        "editions.toml",
        (r"^(2006 = \{.*)$", r'\1\nwide = { ledger = "a1980", title = "the rules of 1980 in a wider Wood" }', 1),
        (r"^2006 = ([^{\n]*)$", r"2006 = \1\nwide = \1", 0),
    )
    changed(folder, "tiles.toml", (r"\Z", TILES.replace("\\", r"\\"), 1))
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    run = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert run.stdout == "played\n", run.stderr[-2000:]


@pytest.mark.parametrize(
    ("wood", "fault"),
    [
        ({"columns": 6}, "columns = 6: the grid has no middle for the Tower. Write an odd number."),
        ({"columns": 27}, "columns = 27 cannot be. Write a number from 3 to 25."),
        ({"rows": 11}, "rows = 11 cannot be. Write a number from 3 to 9."),
        ({"columns": 7}, 'the Gates correspond to one another (wood.numbers). Write at = "d5".'),
        ({"width": 7}, "there is no key 'width'"),
    ],
)
def test_a_wood_that_cannot_be_is_refused_with_what_would_be_right(wood: dict[str, int], fault: str) -> None:
    data, text, where = SOURCE.load("tiles.toml")
    with pytest.raises(ImpossibleSituation) as refused:
        tiles_from({**data, "wood": wood}, where, text)
    assert fault in str(refused.value)


def test_gates_and_tower_lie_where_their_cards_say() -> None:
    data, _, where = SOURCE.load("tiles.toml")
    moved = {"earthly-gate": "a2", "enchanted-gate": "e8"}
    cards = [{**card, "at": moved.get(card["id"], card.get("at", "c5"))} for card in data["tile"]]
    cards = [
        card if card["id"] in (*moved, "tower") else {k: v for k, v in card.items() if k != "at"} for card in cards
    ]
    wood = tiles_from({**data, "tile": cards}, where).wood
    assert wood.fixed == {"a2": "earthly-gate", "c5": "tower", "e8": "enchanted-gate"}
    assert wood_of("1980") is wood_of("2006")
