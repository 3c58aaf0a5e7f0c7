"""The marimo notebooks: each runs as it is, every control changes what stands beside it, and nothing hostile is imported."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import gran
from engine import mystic_wood as mw
from engine.text.faults import Faulty
from tests.sources import ROOT
from tutor.hosts.marimo import command, pictures

FOLDER = ROOT / "lessons" / "marimo"
GLADE = pictures.EXAMPLE
CASTLE = GLADE.replace('paths    = "NESW"', 'paths    = "NESW"\nname     = "castle"')


def notebook(name: str) -> Any:
    """The marimo app in a notebook's file."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.app


def run(name: str, **values: Any) -> dict[str, Any]:
    """What a notebook defines when its controls stand like this (left out: as it opens)."""
    _, defined = notebook(name).run(
        defs={control: SimpleNamespace(value=value) for control, value in values.items()} or None
    )
    return dict(defined)


def workbench(done: tuple[str, ...] = (), situation: str = GLADE, **values: Any) -> dict[str, Any]:
    """The workbench after these actions."""
    kept: list[tuple[str, ...]] = []
    if values.keys() & {"action", "own_die", "other_die"}:  # the controls of one cell stand together
        values = {"action": None, "own_die": 6, "other_die": 1, **values}
    controls = {control: SimpleNamespace(value=value) for control, value in values.items()}
    _, defined = notebook("workbench").run(
        defs={
            "situation": SimpleNamespace(value=situation),
            "get_done": lambda: done,
            "set_done": kept.append,
            **controls,
        }
    )
    return {**defined, "kept": kept}


def test_every_notebook_runs_as_it_opens_and_none_is_missing() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.py")) == sorted(command.NOTEBOOKS)
    for name in command.NOTEBOOKS:
        assert run(name)


# ------------------------------------------------------------------ the workbench


def test_the_situation_changes_board_and_odds() -> None:
    glade, castle = workbench(), workbench(situation=CASTLE)
    assert glade["board"].text != castle["board"].text
    assert glade["code"] != castle["code"]
    assert mw.from_code(glade["code"]) == mw.loads(GLADE)


def test_doing_an_action_plays_it_with_the_real_engine_and_undo_takes_it_back() -> None:
    before = workbench(action="meet orc")
    before["do"]._on_change(None)
    assert before["kept"] == [("meet orc",)]
    after = workbench(("meet orc",))
    assert after["state"] == mw.loads(GLADE).play("meet orc").state
    assert "Orc" in after["told"].text
    after["undo"]._on_change(None)
    assert after["kept"] == [()]


def test_at_a_throw_the_dice_are_chosen_and_board_and_story_follow() -> None:
    thrown = workbench(("meet orc",), own_die=6, other_die=1, action=None)
    thrown["do"]._on_change(None)
    assert thrown["kept"] == [("meet orc", "roll 6 1")]
    thrown = workbench(("meet orc",), own_die=1, other_die=6, action=None)
    thrown["do"]._on_change(None)
    assert thrown["kept"] == [("meet orc", "roll 1 6")]
    won, lost = workbench(("meet orc", "roll 6 1")), workbench(("meet orc", "roll 1 6"))
    assert won["board"].text != lost["board"].text
    assert won["told"].text != lost["told"].text


def test_the_chances_of_any_fight_or_visit_stand_beside_the_board() -> None:
    state = mw.loads(GLADE)
    asked = pictures.fights(state)
    assert asked == ["meet orc", "meet orc with prince", "joust george", "joust george with prince"]
    for action in asked:
        told = workbench(about=action)["odds"].text
        assert str(mw.odds(state, action).round.win) in told
    assert workbench(about=asked[0])["odds"].text != workbench(about=asked[1])["odds"].text
    elf = GLADE.replace('["elf", "orc"]', '["elf"]')
    assert "wand" in workbench(situation=elf, about="meet elf")["odds"].text


def test_an_impossible_situation_is_told_and_nothing_can_be_done() -> None:
    shown = workbench(situation='order = ["lancelot"]')
    assert "lancelot" in shown["board"].text
    assert shown["state"] is None
    assert shown["code"] == ""


def test_the_workbench_opens_from_a_code_and_takes_the_second_game_too() -> None:
    code = mw.code(mw.loads(GLADE))
    assert workbench(situation=code)["state"] == mw.loads(GLADE)
    ring = gran.new_game(["red", "blue"])
    shown = workbench(situation=gran.code(ring))
    assert shown["state"] == ring
    assert shown["code"] == gran.code(ring)
    assert "<svg" in shown["board"].text


# ------------------------------------------------------------------ the checker and the joust


def test_the_checker_of_ones_own_answers_with_the_rule() -> None:
    refused = run("my_checker", action="meet elf", situation=GLADE)["shown"].answer.text
    allowed = run("my_checker", action="meet orc", situation=GLADE)["shown"].answer.text
    assert "order.challenges-first" in refused
    assert "order.challenges-first" not in allowed
    assert "nobody" in run("my_checker", action="mvoe nobody", situation=GLADE)["shown"].answer.text


@pytest.mark.parametrize(
    "changed",
    [
        {"edition": "2006"},
        {"challenger": "guyon"},
        {"foe": "guyon"},
        {"own": ["lance"]},
        {"others": ["lance"]},
        {"place": "castle"},
    ],
)
def test_each_control_turns_the_picture_of_a_joust(changed: dict[str, Any]) -> None:
    usual: dict[str, Any] = {
        "edition": "1980",
        "challenger": "george",
        "foe": "roland",
        "own": [],
        "others": [],
        "place": "",
    }
    before, after = (run("joust", **values)["shown"].answer for values in (usual, {**usual, **changed}))
    assert before[0].count("<td") == after[0].count("<td") == 36
    assert (before[0], before[1], before[2]) != (after[0], after[1], after[2])


def test_the_coloured_throws_are_the_engines_odds() -> None:
    shown = run("joust", edition="1980", challenger="george", foe="roland", own=["lance"], others=[], place="")
    table, _, state = shown["shown"].answer
    odds = mw.odds(state, "joust roland").round
    for mark, chance in (("win", odds.win), ("tie", odds.tie), ("lose", odds.lose)):
        assert table.count(f">{mark}<") == chance * 36


def test_a_knight_cannot_joust_himself_and_a_thing_is_in_one_hand() -> None:
    usual: dict[str, Any] = {
        "edition": "1980",
        "challenger": "george",
        "foe": "george",
        "own": [],
        "others": [],
        "place": "",
    }
    assert "danger" in run("joust", **usual)["shown"].answer.text
    twice = {**usual, "foe": "roland", "own": ["lance"], "others": ["lance"]}
    assert "danger" in run("joust", **twice)["shown"].answer.text


# ------------------------------------------------------------------ the command


def options(**given: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"run": False, "no_browser": True, "port": None, **given})


def test_ones_own_copy_is_kept_and_a_fresh_one_sets_it_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path))
    copy = command.own_copy("workbench")
    copy.write_text("# mine\n", encoding="utf-8")
    assert command.own_copy("workbench").read_text(encoding="utf-8") == "# mine\n"
    for aside in ("workbench (earlier).py", "workbench (earlier 2).py"):
        copy.write_text(f"# mine, for {aside}\n", encoding="utf-8")
        fresh = command.own_copy("workbench", fresh=True)
        assert fresh.read_bytes() == (FOLDER / "workbench.py").read_bytes()
        assert copy.with_name(aside).read_text(encoding="utf-8") == f"# mine, for {aside}\n"


def test_marimo_listens_on_this_computer_with_a_token_and_asks_nobody_for_updates() -> None:
    line = command.marimo_command(Path("workbench.py"), "mw1-x", options())
    assert line[1:4] == ["-P", "-m", "marimo"]
    assert line[line.index("--host") + 1] == "127.0.0.1"
    assert {"--token", "--skip-update-check", "--headless"} <= set(line)
    assert line[-3:] == ["--", "--situation", "mw1-x"]


def test_a_situation_that_cannot_be_is_told_before_anything_opens(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('order = ["lancelot"]\n', encoding="utf-8")
    with pytest.raises(Faulty, match="lancelot"):
        command.command(["workbench", str(wrong)])
