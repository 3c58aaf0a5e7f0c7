"""GRAN in the tutor: the game is taken from situation or code; its board as picture and text; its rules searched alone."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine import gran
from engine import mystic_wood as mw
from engine.text.faults import Faulty
from tests.support.contrast import contrast
from tutor.content.coverage import coverage
from tutor.content.rulings import find_rules, rule_entry, rule_text
from tutor.draw.shapes import Words
from tutor.draw.svg import svg
from tutor.draw.theme import THEMES
from tutor.games.gran import board_scene, board_text
from tutor.hosts.cli.answers import answer
from tutor.hosts.cli.cli import main
from tutor.teach.game.registry import FIRST, GAMES, game, game_of, name_of_game, teachable

TEXT = """
game = "gran"
ring = "tc2"
obstacles = ["ga1", "w9", "uc2"]
order = ["red", "blue", "green", "yellow", "white", "black"]
[knights.red]
at = "ga3"
talismans = 2
seals = ["tirad", "elgad"]
[knights.green]
at = "uc3"
coat = true
[knights.yellow]
at = "ecity"
[knights.black]
at = "ecity"
"""
STATE = gran.loads(TEXT)
CODE = gran.code(STATE)
SEATS = {
    "mystic-wood": ["george", "roland"],
    "gran": ["red", "blue"],
    "mystic_paths": ["red", "blue"],
    "willow": ["ann", "bob"],
}


def test_the_games_known_are_those_of_the_packages() -> None:
    for name, known in GAMES.items():
        assert (name, known.prefix) == (game(name).NAME, game(name).CODE_PREFIX)
        assert teachable(name).BOT in game(name).BOTS
        state = game(name).new_game(SEATS[name])
        assert teachable(name).board_text(state)
        assert teachable(name).whole_board(state).startswith("<svg")
        assert teachable(name).next_words(state).startswith("Then ")
    assert FIRST in GAMES
    with pytest.raises(Faulty, match="no game 'chess'"):
        game_of('game = "chess"')


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TEXT, "gran"),
        (CODE, "gran"),
        ("  " + CODE + "\n", "gran"),
        ("game='gran'", "gran"),
        ('order = ["george"]', "mystic-wood"),
        (mw.code(mw.new_game(["george"])), "mystic-wood"),
        ('[knights.george]\ngame = "gran"', "mystic-wood"),
        ("", "mystic-wood"),
        ('game = "mystic-wood"\norder = ["george"]', "mystic-wood"),
        ('# game = "gran"\n', "mystic-wood"),
    ],
)
def test_a_situation_says_which_game_it_is(text: str, name: str) -> None:
    assert name_of_game(text) == name


def test_a_mystic_wood_situation_may_name_its_game() -> None:
    assert mw.loads('game = "mystic-wood"\norder = ["george"]') == mw.loads('order = ["george"]')


def test_the_pipe_answers_for_either_game() -> None:
    for situation in (TEXT, CODE):
        judged = answer({"cmd": "judge", "situation": situation, "action": "move ga2 ga1"})
        assert [reason["rule"] for reason in judged["reasons"]] == ["move.free-space", "move.obstacle-no-end"]
        played = answer({"cmd": "play", "situation": situation, "do": ["move gb2", "move ga3"]})
        assert "error" in played or "refused" in played
        moved = answer({"cmd": "play", "situation": situation, "do": ["move ga2 gb2", "card 4"]})
        assert moved["decision"] == "chance"
        assert moved["state"]["game"] == "gran"
        assert gran.from_code(moved["code"]).card == 4
        assert answer({"cmd": "odds", "situation": situation, "action": "move ga2 gb2"})["fight"]["win"] == "7/12"
        shown = answer({"cmd": "board", "situation": situation})
        assert shown["svg"].startswith("<svg")
        assert "Red moves" in shown["text"]
    assert answer({"cmd": "play", "situation": 'order = ["george"]', "do": []})["state"]["edition"] == "1980"


def test_what_is_allowed_is_told_with_its_rules_and_what_it_leads_to(capsys: pytest.CaptureFixture[str]) -> None:
    judged = answer({"cmd": "judge", "situation": CODE, "action": "move ga2 gb2"})
    assert judged["legal"]
    told = {cause["rule"]: cause for cause in judged["allowed_by"]}
    assert list(told) == [
        "turn.one-knight",
        "move.one-or-two",
        "move.through-symbols",
        "move.power-on-stop",
        "dragon.must-fight",
    ]
    assert told["dragon.must-fight"]["text"] == "Whoever lands on a dragon must fight it."
    assert told["dragon.must-fight"]["cite"] == "english rules, The Dragons, line 92"
    assert judged["events"][-1]["text"] == "Red has landed on the dragon at gb2 and must fight."
    assert judged["then"] == "Then Red fights: a dragon card is turned up."
    played = answer({"cmd": "judge", "situation": CODE, "action": "move ga2"})
    assert played["then"] == "Then Red lays an obstacle: lay ta1, lay ta3, lay tb1, lay tb4 ..."
    silent = answer({"cmd": "judge", "situation": 'game = "gran"\norder = ["red"]', "action": "move ga3"})["allowed_by"]
    assert silent[2]["text"].startswith("A knight who has not moved yet is waiting")
    assert silent[2]["cite"].startswith("our ruling")
    assert main(["judge", CODE, "move ga2 gb2"]) == 0
    out = capsys.readouterr().out
    assert "must fight" in out
    assert "dragon.must-fight: english rules" in out


def test_odds_where_chance_has_no_part_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", CODE, "move ga2"]) == 0
    assert capsys.readouterr().out == "move ga2\n  nothing is thrown or turned up for it\n"
    assert main(["odds", CODE, "move ga2 gb2"]) == 0
    assert "the dragon's strength: 6 1/12" in capsys.readouterr().out


def test_the_game_that_is_over_says_so() -> None:
    text = 'game = "gran"\norder = ["red"]\n[knights.red]\nat = "gc4"\nring = true\nseals = ["tirad", "elgad"]'
    assert (
        answer({"cmd": "judge", "situation": text, "action": "move gcity"})["then"] == "The game is over; Red has won."
    )


@pytest.mark.parametrize("command", ["order", "compare"])
def test_a_question_that_makes_no_sense_for_a_game_says_so(command: str) -> None:
    told = answer({"cmd": command, "situation": CODE, "action": "move ga2"})
    assert "gran has no" in told["error"]["what"]


def test_coverage_is_of_one_game() -> None:
    found = coverage("gran")
    assert set(found) == set(gran.ledger())
    assert [rule for rule, row in found.items() if not row["engine"]] == [
        "move.any-direction",
        "city.peace",
        "attack.revenge",
    ]
    assert sum(bool(row["cases"]) for row in found.values()) >= 62
    assert found["move.not-through-dragon"]["refusals"]
    assert not any(row["lessons"] for row in found.values())


def test_rules_are_searched_in_one_game_at_a_time() -> None:
    assert [rule.id for rule in find_rules("sword.unknown", game="gran")] == ["sword.unknown"]
    for query in ("dragon", "obstacle", "ring"):
        assert all(rule.id in gran.ledger() for rule in find_rules(query, game="gran"))
        assert all(rule.id in mw.ledger() for rule in find_rules(query))
    assert find_rules("coat", game="gran")
    unknown = answer({"cmd": "rule", "query": "qqqq", "game": "gran"})["error"]["fix"]
    assert unknown.startswith("Try words of a rule, or a topic: goal, material, board")
    assert "error" in answer({"cmd": "rule", "query": "joust.tower", "game": "chess"})
    entry = rule_entry(gran.ledger()["dragon.coat-attacked"], "gran")
    assert entry["says"] == {"english": "silent"}
    assert entry["switches"] == ["coat_attack"]
    assert entry["cases"][0]["situation"].startswith('game = "gran"')
    text = rule_text(gran.ledger()["dragon.coat-attacked"], game="gran")
    assert "The question: Whether a knight under a coat can be attacked." in text
    assert "tutor play gr1-" in text


def test_each_case_of_a_rule_runs_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    for case in rule_entry(gran.ledger()["dragon.win"], "gran")["cases"]:
        if "do" in case:
            assert "error" not in answer({"cmd": "play", "situation": case["situation"], "do": case["do"]})


def test_a_game_of_bots_is_saved_and_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    asked = ["game", "--game", "gran", "--knights", "red,blue", "--seed", "2", "--bot", "random", "--most", "40"]
    assert main([*asked, "--save", str(file)]) == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))["do"]) == 40
    assert "40 actions" in capsys.readouterr().out
    assert main(["game", "--game", "gran", "--knights", "red", "--bot", "quest"]) == 2
    assert "no such bot" in capsys.readouterr().err
    assert main(["game", "--game", "gran", "--knights", "red", "--variant", "hidden"]) == 2
    assert "has no variants" in capsys.readouterr().err


def test_the_command_line_takes_the_game_from_the_situation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "gran.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["judge", str(file), "move ga2"]) == 0
    assert "legal" in capsys.readouterr().out
    assert main(["play", CODE, "--do", "move ga2 ga1"]) == 3
    assert "move.obstacle-no-end" in capsys.readouterr().out
    assert main(["board", CODE, "--svg", str(tmp_path / "gran.svg")]) == 0
    assert (tmp_path / "gran.svg").read_text(encoding="utf-8").startswith("<svg")
    capsys.readouterr()
    assert main(["rule", "--game", "gran", "sword.unknown"]) == 0
    assert "sword.unknown" in capsys.readouterr().out


def test_a_board_file_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from engine.gran import material

    text = material.SOURCE.read("training.toml")[0]
    (tmp_path / "bad.toml").write_text(text.replace('["ta1", "tb1"]', '["ta1", "zz"]'), encoding="utf-8")
    assert main(["cards", "--board", str(tmp_path / "bad.toml")]) == 2
    assert "joins no two spaces" in capsys.readouterr().err
    assert main(["cards", "--board", str(Path(material.__file__).parent / "data" / "training.toml")]) == 0
    assert "61 spaces, 124 lines" in capsys.readouterr().out


def test_commands_play_on_a_board_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.gran import material

    monkeypatch.setattr(material, "_BOARDS", dict(material.boards()))
    text = material.SOURCE.read("training.toml")[0].replace('id = "training"', 'id = "drawn"')
    file, situation = str(tmp_path / "drawn.toml"), str(tmp_path / "here.toml")
    (tmp_path / "drawn.toml").write_text(text, encoding="utf-8")
    (tmp_path / "here.toml").write_text('game = "gran"\nboard = "drawn"\n[knights.red]\nat = "ga3"\n', encoding="utf-8")
    assert main(["judge", situation, "move w6"]) == 2
    assert "'drawn' is not known" in capsys.readouterr().err
    assert main(["judge", situation, "move w6", "--board", file]) == 0
    assert "legal" in capsys.readouterr().out
    assert main(["play", situation, "--do", "move w6", "--board", file]) == 0
    code = capsys.readouterr().out.split()[-1]
    assert main(["board", code, "--board", file]) == main(["odds", situation, "move gball gb2", "--board", file]) == 0
    assert "win 7/12" in capsys.readouterr().out
    assert (
        main(
            [
                "game",
                "--game",
                "gran",
                "--knights",
                "red,blue",
                "--bot",
                "random",
                "--most",
                "9",
                "--seed",
                "2",
                "--json",
                "--board",
                file,
            ]
        )
        == 0
    )
    assert '"board": "drawn"' in capsys.readouterr().out
    material._BOARDS.pop("drawn")
    asked = json.dumps({"cmd": "judge", "situation": code, "action": "move ga3"})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asked}\n"))
    assert main(["pipe"]) == 0
    assert "drawn" in json.loads(capsys.readouterr().out)["error"]["what"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asked}\n"))
    assert main(["pipe", "--board", file]) == 0
    assert json.loads(capsys.readouterr().out)["legal"]
    for command in (["game", "--knights", "george"], ["judge", "mw1-x", "meet elf"]):
        assert main([*command, "--board", file]) == 2
        assert "no board files" in capsys.readouterr().err


# ------------------------------------------------------------------ the picture and the text


def test_everything_can_be_pointed_at_and_says_what_it_is() -> None:
    scene = board_scene(STATE, clickable=["space:ga2"])
    assert {target.id for target in scene.targets} >= {f"space:{space}" for space in STATE.board.spaces}
    assert {target.id for target in scene.targets} >= {f"knight:{colour}" for colour in STATE.order}
    for target in scene.targets:
        assert 0 <= target.px <= scene.width
        assert 0 <= target.py <= scene.height
    x, y = scene.target("space:ga2").px, scene.target("space:ga2").py
    assert scene.hit(x, y) == "space:ga2"
    assert "an obstacle" in scene.target("space:w9").label
    assert "the ring" in scene.target("space:tc2").label
    assert "misses his next turn" in scene.target("knight:green").label


def test_the_picture_glows_where_the_move_may_end() -> None:
    def glowing(**more: list[str]) -> int:
        shapes = [shape for _, shape in board_scene(STATE, **more).shapes()]  # type: ignore[arg-type]
        return sum(getattr(shape, "fill", None) == "glow" for shape in shapes)

    assert glowing() == len(STATE.ends()) > 3
    assert glowing(highlights=["ga1"]) == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_in_both_themes(theme: str) -> None:
    colours = THEMES[theme]  # type: ignore[index]
    poor = {
        (shape.fill, shape.on): round(contrast(colours[shape.fill], colours[shape.on]), 1)
        for _, shape in board_scene(STATE).shapes()
        if isinstance(shape, Words) and contrast(colours[shape.fill], colours[shape.on]) < 4.5
    }
    assert poor == {}
    assert svg(board_scene(STATE), theme).startswith("<svg")  # type: ignore[arg-type]


def test_equal_states_have_equal_pictures() -> None:
    assert svg(board_scene(STATE)) == svg(board_scene(gran.from_code(CODE)))


def test_the_scene_says_everything_in_words() -> None:
    words = board_scene(STATE).as_text()
    for part in (
        "Red moves",
        "The ring lies at tc2",
        "Obstacles: uc2, ga1, w9",
        "seals of Tirad, Elgad",
        "Blue waits at gball",
        "made for this tutor",
        "Cities: tcity of Tirad",
    ):
        assert part in words, part
    assert "7/12" not in words, "a chance is asked for: a lesson asks it of this very board"


def test_the_text_shows_each_space_once_and_keeps_to_the_page() -> None:
    text = board_text(STATE)
    assert max(map(len, text.splitlines())) <= 100
    for space in STATE.board.spaces:
        assert text.split("\n\n")[1].count(space) == 1, space
    assert "ecity[YK]" in text
    assert "tc2(o)" in text
    assert "ga2*" in text


@pytest.mark.parametrize("moment", ["extra", "card", "throw", "ring", "obstacle", "banish", "over"])
def test_every_moment_is_shown(moment: str) -> None:
    at = {"obstacle": "ga2", "banish": "ga1"}.get(moment, "gb2")
    more = {"banish": 'victim = "blue"', "throw": "card = 4", "over": 'winner = "red"'}.get(moment, "")
    seals = '\nring = true\nseals = ["tirad", "elgad", "galad"]' if moment == "over" else ""
    blue = '\n[knights.blue]\nat = "ga1"' if moment == "banish" else ""
    text = f'order = ["red", "blue"]\nmoment = "{moment}"\n{more}\n[knights.red]\nat = "{at}"{seals}{blue}'
    state = gran.loads(text)
    assert board_text(state).startswith("GRAN: Red")
    assert svg(board_scene(state)).startswith("<svg")
