"""`tutor odds FILE --goal "george beats dragon"`: a goal as a person writes it, and its chance with what to begin with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import gran
from tests.support.arenas import GEORGE_AND_ORC, QUARREL
from tutor.hosts.cli.answers import answer
from tutor.hosts.cli.cli import main


@pytest.fixture
def quarrel(tmp_path: Path) -> str:
    path = tmp_path / "quarrel.toml"
    path.write_text(QUARREL, encoding="utf-8")
    return str(path)


@pytest.fixture
def orc(tmp_path: Path) -> str:
    path = tmp_path / "orc.toml"
    path.write_text(GEORGE_AND_ORC, encoding="utf-8")
    return str(path)


def odds(capsys: pytest.CaptureFixture[str], file: str, *arguments: str) -> str:
    assert main(["odds", file, *arguments]) == 0
    return capsys.readouterr().out


def test_the_best_first_action_is_told_with_its_chance_and_rules(
    quarrel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = odds(capsys, quarrel, "--goal", "roland has lance")
    assert told.startswith(
        "Roland has the Lance, before Roland's turn ends: 5/6 (83.33 %)\n  Guyon plays against it.\n"
    )
    assert "* joust guyon with prince princess: 5/6 (83.33 %)  [joust.when, " in told
    assert "\n  joust guyon with prince: 13/18 (72.22 %)" in told
    assert "One way it comes true:" in told
    assert "Roland takes the Lance from Guyon.  [joust.prize-card, joust.prize-one]" in told


def test_what_is_done_first_may_be_said(orc: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = odds(capsys, orc, "meet orc", "--goal", "george beats the Orc")
    assert told.startswith("George beats the Orc, before George's turn ends after “meet orc”: 5/18 (27.78 %)\n")
    assert main(["odds", orc, "meet elf", "--goal", "george beats orc"]) == 3


def test_a_budget_that_runs_out_leaves_it_not_proved(orc: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = odds(capsys, orc, "--goal", "george beats the Orc", "--turns", "3", "--budget", "300")
    assert "within 3 turns of George's: not proved: between " in told
    assert "Looked through: 3" in told


def test_what_holds_already_and_what_cannot_be_is_said(quarrel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(capsys, quarrel, "--goal", "roland at c3") == "Roland is at c3: that is so already.\n"
    told = odds(capsys, quarrel, "--goal", "roland has the grail")
    assert told.startswith("Roland has the Holy Grail, before Roland's turn ends: 0\n")
    assert "Nothing that can be done first helps:" in told


def test_it_is_plain_data_too(quarrel: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(odds(capsys, quarrel, "--goal", "roland beats guyon", "--json"))
    assert (data["low"], data["high"], data["proved"], data["turns"]) == ("5/6", "5/6", True, 1)
    assert data["best"] == [one["action"] for one in data["actions"] if one["low"] == "5/6"]
    assert data["way"][-1]["events"]
    asked = {"cmd": "odds", "situation": QUARREL, "goal": "roland beats guyon", "turns": 1}
    assert answer(asked) == data
    assert "turns" in answer({**asked, "turns": 0})["error"]["where"]


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("Roland beats the Orc", "Roland beats the Orc"),
        ("guyon at c2 or tower", "Guyon is at c2 or c5"),
        ("roland loses the horse", "Roland lacks the Horse"),
        ("she reaches c4", "Roland is at c4"),
        ("{ knight = 'roland', has = 'golden-bough' }", "Roland has the Golden Bough"),
        ("roland wins!", "Roland wins"),
        ("Roland picks? gets golden bough", ""),
        ("knight = 'guyon', imprisoned = true", "knight = 'guyon', imprisoned = true"),
        ("guyon is not free", "guyon is not free"),
        ("roland gets the boar or the troll", "roland gets the boar or the troll"),
        ("guyon is a prisoner", "guyon is a prisoner"),
    ],
)
def test_a_goal_is_read_forgivingly(goal: str, meant: str) -> None:
    found = answer({"cmd": "odds", "situation": QUARREL, "goal": goal, "budget": 1})
    assert found.get("goal", "") == meant


@pytest.mark.parametrize(
    ("goal", "what", "fix"),
    [
        ("", "nothing is wished for", "For example"),
        ("roland wobbles", "'wobbles' is nothing one can look for", "For example"),
        ("roland beats orcs", "no 'orcs' to beat", "'orc'"),
        ("george at c6", "George does not play here", "roland, guyon"),
        ("roland at q9", "'q9' is no area", '"a1" to "e9"'),
        ("roland at", "does not say where", "For example"),
        ("{ knight = ", "is no claim", "For example"),
        ("{ knight = 'roland', att = 'c6' }", "no key 'att'", "'at'"),
        ("{ played = 'stay' }", "looks ahead", "Claim what is so then"),
        ("x" * 500, "longer than", "For example"),
        ("roland has excalibur", "no 'excalibur' to have", "known here"),
        ("roland beat", "does not say whom", "For example"),
    ],
)
def test_a_goal_that_is_none_says_what_would_be_right(goal: str, what: str, fix: str) -> None:
    error = answer({"cmd": "odds", "situation": QUARREL, "goal": goal})["error"]
    assert what in error["what"]
    assert fix.lower() in error["fix"].lower()


def test_a_budget_or_an_action_that_is_missing_is_told(orc: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", orc]) == 2
    assert 'Name an action ("meet orc"), or a --goal' in capsys.readouterr().err
    assert main(["odds", orc, "--goal", "george beats orc", "--budget", "much"]) == 2
    assert "40000" in capsys.readouterr().err
    assert main(["odds", orc, "--goal", "george beats orc", "--budget", "60s"]) == 0


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("red beats a dragon", "Red beats a dragon"),
        ("blue at gb2", "Blue is at gb2"),
        ("red has the ring", "Red has the ring"),
        ("red has the seal of tirad", "Red has the seal of Tirad"),
        ("wins", "Red wins"),
    ],
)
def test_gran_is_asked_in_its_own_words(goal: str, meant: str) -> None:
    found = answer({"cmd": "odds", "situation": gran.code(gran.new_game(["red", "blue"])), "goal": goal, "budget": 200})
    assert found["goal"] == meant


def test_a_dragon_of_gran_is_beaten_by_the_pile(capsys: pytest.CaptureFixture[str]) -> None:
    code = gran.code(gran.new_game(["red", "blue"]).play("move gb2").state)
    assert "Red beats a dragon, before Red's turn ends: 7/12 (58.33 %)" in odds(
        capsys, code, "--goal", "red beats a dragon"
    )
    assert main(["odds", code, "--goal", "red at zz9"]) == 2
