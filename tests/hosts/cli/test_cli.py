"""The `tutor` command and its JSON pipe, as the contract has them."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tutor.hosts.cli import cli
from tutor.hosts.cli.cli import main

SITUATION = """
order = ["roland", "george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["elf", "orc"]
[knights.roland]
at = "c2"
came_from = "c1"
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "situation.toml"
    path.write_text(SITUATION, encoding="utf-8")
    return str(path)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(arguments)
    return status, capsys.readouterr().out


def test_judge_says_why_not(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = ask(capsys, "judge", file, "meet elf", "--json")
    answer = json.loads(out)
    assert status == 0
    assert set(answer) == {"action", "legal", "reasons"}
    assert not answer["legal"]
    assert {"order.challenges-first", "order.list"} <= {reason["rule"] for reason in answer["reasons"]}
    assert all(set(reason) == {"rule", "text", "cite", "ruling"} for reason in answer["reasons"])
    _, words = ask(capsys, "judge", file, "meet elf")
    assert "not allowed" in words
    assert "order.challenges-first: 1980 rules" in words


def test_judge_says_why_it_may_be_and_what_it_leads_to(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ask(capsys, "judge", file, "meet orc", "--json")
    answer = json.loads(out)
    assert answer["legal"]
    assert answer["reasons"] == []
    assert "challenge.compulsory" in {entry["rule"] for entry in answer["allowed_by"]}
    assert answer["events"]
    assert answer["then"] == "A throw decides."
    _, words = ask(capsys, "judge", file, "meet orc")
    assert words.startswith("meet orc: legal")
    assert "challenge.compulsory: 1980 rules" in words


def test_play_shows_what_happened_before_a_refusal(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = ask(capsys, "play", file, "--do", "meet orc", "--do", "meet elf")
    assert status == 3
    assert out.index("Roland is challenged by the Orc") < out.index("meet elf: not allowed")
    _, out = ask(capsys, "play", file, "--do", "meet orc", "--do", "meet elf", "--json")
    assert json.loads(out)["events"][0]["rules"]
    assert json.loads(out)["refused"]["action"] == "meet elf"


def test_compare_reads_the_situation_anew_and_speaks_in_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    king = tmp_path / "king.toml"
    text = 'edition = "2006"\n[areas.c2]\npaths = "NESW"\n[knights.britomart]\nat = "c2"\nking = true\n'
    king.write_text(text, encoding="utf-8")
    _, out = ask(capsys, "compare", str(king), "stay", "--json")
    answer = json.loads(out)
    assert answer["differ"]
    assert not answer["editions"]["1980"]["legal"]
    assert "never becomes King" in answer["editions"]["1980"]["impossible"][0]
    assert answer["editions"]["2006"]["legal"]
    _, words = ask(capsys, "compare", str(king), "stay")
    assert words.splitlines()[0] == "May Britomart stay where he is? The editions differ."
    assert "1980: The rules of 1980 know no such situation." in words


def test_play_gives_state_code_and_events(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = ask(capsys, "play", file, "--do", "meet orc", "--do", "roll 6 1", "--json")
    answer = json.loads(out)
    assert status == 0
    assert {"state", "code", "to_move", "decision", "actions", "events", "winner"} <= set(answer)
    assert answer["state"]["knights"]["roland"]["prowess_cards"] == ["orc"]
    assert answer["state"]["knights"]["george"]["at"] == "c1"
    assert answer["state"]["turn"] == "roland"
    assert (answer["to_move"], answer["deciders"], answer["undisclosed"]) == ("roland", ["roland"], False)
    assert all(event["rules"] for event in answer["events"])
    assert mw.to_dict(mw.from_code(answer["code"])) == answer["state"]
    assert "die 6 + strength 2 = 8" in " ".join(event["text"] for event in answer["events"])


def test_a_refused_action_is_exit_3_and_bad_input_exit_2(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = ask(capsys, "play", file, "--do", "meet elf", "--json")
    assert status == 3
    assert json.loads(out)["refused"]["action"] == "meet elf"
    status, out = ask(capsys, "play", file, "--do", "meet orc", "--do", "roll 6 1", "--do", "meet orc")
    assert status == 3
    assert out.index("die 6 + strength 2 = 8") < out.index("meet orc: not allowed")
    status, out = ask(capsys, "judge", file, "meet unicorn", "--json")
    assert status == 2
    assert {"where", "what", "fix"} <= set(json.loads(out)["error"])
    status, out = ask(capsys, "judge", "no-such-file.toml", "stay", "--json")
    assert status == 2
    assert "no-such-file" in json.loads(out)["error"]["where"]
    assert main(["judge", "no-such-file.toml", "stay"]) == 2
    assert "no-such-file" in capsys.readouterr().err


def test_order_tells_places_and_who_is_not_met(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ask(capsys, "order", file, "--json")
    assert json.loads(out) == {"knight": "roland", "area": "c2", "order": [["orc"], ["elf"]], "not_met": {}}
    text = SITUATION.replace('["elf", "orc"]', '["elf", "king"]').replace("roland", "britomart")
    _, out = ask(capsys, "order", mw.code(mw.loads(text)), "--json")
    answer = json.loads(out)
    assert answer["order"] == [["elf"]]
    assert answer["not_met"]["king"][0]["rule"] == "king.ignores-britomart"


def test_odds_are_fractions(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ask(capsys, "odds", file, "meet orc", "--json")
    answer = json.loads(out)
    assert answer["round"] == {"win": "1/6", "tie": "1/9", "lose": "13/18"}
    assert answer["fight"]["win"] == "3/16"
    assert main(["odds", file, "meet elf"]) == 3


def test_compare_marks_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    code = mw.code(
        mw.loads(
            'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\n[knights.george]\nat = "c2"\n'
            '[knights.roland]\nat = "c2"\nthings = ["armour"]'
        )
        .play("joust roland")
        .state.play("defend")
        .state.play("roll 6 1")
        .state
    )
    _, out = ask(capsys, "compare", code, "prize armour", "--json")
    answer = json.loads(out)
    assert answer["differ"]
    assert answer["editions"]["1980"]["legal"]
    assert not answer["editions"]["2006"]["legal"]
    assert [s["rule"] for s in answer["switches"]] == ["joust.prize-card"]
    _, out = ask(capsys, "compare", code, "prize tower", "--json")
    assert not json.loads(out)["differ"]


def test_rule_cards_board_and_game(file: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out = ask(capsys, "rule", "joust.tower")
    assert "Never in the Tower" in out
    _, out = ask(capsys, "rule", "tower", "joust", "--json")
    assert "joust.tower" in [rule["id"] for rule in json.loads(out)["rules"]]
    assert main(["rule", "qqq"]) == 2
    capsys.readouterr()
    _, out = ask(capsys, "cards", "giant")
    assert "strength 3" in out
    assert "source: text" in out
    _, out = ask(capsys, "cards", "--json")
    cards = json.loads(out)["cards"]
    assert len(cards) >= 45
    assert {card["from"] for card in cards} == {"text", "derived", "public", "assumed"}
    svg = tmp_path / "board.svg"
    ask(capsys, "board", file, "--svg", str(svg))
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    _, out = ask(capsys, "board", file)
    assert "Roland" in out
    assert "Orc" in out
    saved = tmp_path / "game.json"
    _, out = ask(capsys, "game", "--knights", "george,britomart", "--seed", "2", "--save", str(saved))
    assert "won by" in out
    assert json.loads(saved.read_text(encoding="utf-8"))["do"]
    assert main(["game", "--knights", "george,lancelot"]) == 2


def test_coverage_tells_of_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = ask(capsys, "coverage", "--json")
    assert set(json.loads(out)) == set(mw.ledger())


def test_the_pipe_answers_every_line_and_goes_on() -> None:
    requests: list[object] = [
        {"cmd": "judge", "situation": SITUATION, "action": "meet elf"},
        {"cmd": "dance"},
        [],
        {"cmd": "judge", "situation": SITUATION},
        {"cmd": "play", "situation": "order = [", "do": []},
        {"cmd": "play", "situation": SITUATION, "do": "meet orc"},
        {"cmd": "play", "situation": SITUATION, "do": ["meet elf"]},
        {"cmd": "rule", "query": "wand"},
        {"cmd": "board", "situation": SITUATION},
        {"cmd": "compare", "situation": SITUATION, "action": "meet orc"},
        {"cmd": "order", "situation": "pending = [{}]\norder = ['george']"},
        {"cmd": "odds", "situation": SITUATION, "action": "meet orc"},
    ]
    lines = [json.dumps(request) for request in requests]
    lines.insert(3, "this is no JSON")
    done = subprocess.run(
        [sys.executable, "-m", "tutor", "pipe"],
        input="\n".join(lines) + "\n",
        text=True,
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert [next(iter(a)) for a in answers] == [
        "action",
        "error",
        "error",
        "error",
        "error",
        "error",
        "error",
        "refused",
        "query",
        "text",
        "action",
        "error",
        "action",
    ]
    assert all({"where", "what", "fix"} <= set(a["error"]) for a in answers if "error" in a)


def test_every_command_is_in_the_table_and_the_table_leads_to_functions() -> None:
    """What runs a command is imported late: a name that is wrong would only be seen by whoever types it."""
    (commands,) = [
        action.choices for action in cli._parser()._actions if isinstance(action, argparse._SubParsersAction)
    ]
    assert commands.keys() == cli.RUNS.keys()
    assert len(cli.RUNS) > 25
    assert all(callable(cli._runner(name)) for name in cli.RUNS)
