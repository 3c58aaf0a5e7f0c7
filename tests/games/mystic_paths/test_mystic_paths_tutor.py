"""Mystic Paths in the tutor: the commands and the pipe take the game from situation or code; its picture, text and goals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine import mystic_paths as mp
from engine.mystic_paths.material import COLOURS
from engine.text.faults import Faulty
from tests.support.contrast import contrast
from tutor.content.coverage import coverage
from tutor.content.lessons import load_lesson
from tutor.content.puzzles.book import find_puzzle
from tutor.content.rulings import rule_entry, rule_text
from tutor.draw.shapes import Outline, Words
from tutor.draw.svg import svg
from tutor.draw.theme import THEMES
from tutor.games.mystic_paths import board_scene, board_text, pieces
from tutor.games.mystic_paths.goals import read_goal
from tutor.games.mystic_paths.words import next_words
from tutor.hosts.cli.answers import answer
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.sheet import key_html
from tutor.hosts.paper.paper import key_block
from tutor.teach.game.registry import game, load_board, name_of_game
from tutor.teach.kinds import start

TEXT = """
game = "mystic_paths"
round = 2
moment = "guess"
[players.red]
map = "m02"
reached = 3
marks = ["c3"]
clues = [ { step = 4, word = "metal", not = true }, { step = 5, word = "wet" } ]
[players.green]
map = "m03"
reached = 3
hand = ["k001", "k005"]
clues = [ { step = 4, word = "paper" } ]
[players.blue]
"""
STATE = mp.loads(TEXT)
CODE = mp.code(STATE)


@pytest.mark.parametrize("text", [TEXT, CODE, "game = 'mystic-paths'\n[players.red]\n[players.green]"])
def test_a_situation_or_a_code_says_which_game_it_is(text: str) -> None:
    assert name_of_game(text) == "mystic_paths"
    assert game("mystic-paths") is mp
    assert isinstance(mp.read(text), mp.State)


def test_the_pipe_answers_for_it() -> None:
    for situation in (TEXT, CODE):
        refused = answer({"cmd": "judge", "situation": situation, "action": "guess owl"})
        assert [reason["rule"] for reason in refused["reasons"]] == ["guess.not-marked"]
        played = answer({"cmd": "play", "situation": situation, "do": ["guess elevator", "guess dolphin"]})
        assert played["state"]["players"]["red"]["trail"] == ["a1", "a2", "a3", "b3", "b4", "c5"]
        assert played["state"]["turn"] == "green"
        assert (played["to_move"], played["deciders"]) == (None, ["red", "blue"])
        odds = answer({"cmd": "odds", "situation": situation, "action": "guess b4"})
        assert odds["right"] == "1/4"
        assert odds["portals"]["goat"] == "1/4"
        shown = answer({"cmd": "board", "situation": situation})
        assert shown["svg"].startswith("<svg")
        assert "Green and Blue guess Red's path" in shown["text"]


@pytest.mark.parametrize("action", ["guess elevator", "guess goat"])
def test_a_judged_guess_is_not_told_to_be_right_or_wrong(action: str) -> None:
    told = answer({"cmd": "judge", "situation": TEXT, "action": action})
    assert told["legal"]
    assert not {"right.move", "wrong.mark"} & {cause["rule"] for cause in told["allowed_by"]}
    assert told["then"] == f"Then Red says whether {action.split()[1]} is right: yes, no."


def test_a_goal_of_a_guess_is_left_open_not_looked_up() -> None:
    found = answer({"cmd": "odds", "situation": TEXT, "goal": "red at elevator", "turns": 1})
    assert (found["goal"], found["low"], found["high"], found["against"]) == ("Red is at elevator", "0", "1", [])
    for one in found["actions"]:
        assert not {"right.move", "wrong.mark"} & set(one["rules"])
    goals = {
        "red reaches step 5": "Red has reached step 5",
        "green finishes": "Green is through",
        "owl": "Red is at owl",
    }
    for text, told in goals.items():
        assert read_goal(text, STATE).told == told
    assert read_goal("red reaches step 4", STATE).goal(STATE.play("guess elevator"))
    assert read_goal("blue at e1", STATE).goal(STATE.play("guess goat"))
    assert not read_goal("red through", STATE).goal(STATE.play("guess elevator"))
    for text in ("purple at owl", "red eats owl", "red reaches step 11", "red"):
        with pytest.raises(Faulty):
            read_goal(text, STATE)


def test_the_command_line_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "paths.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["judge", str(file), "guess jungle"]) == 0
    assert "guess.not-base: english rules" in capsys.readouterr().out
    assert main(["odds", str(file), "guess elevator"]) == 0
    assert "right: 1/4" in capsys.readouterr().out
    assert main(["odds", str(file), "--goal", "red at elevator"]) == 0
    assert "What is best for whoever decides is not proved" in capsys.readouterr().out
    assert main(["play", str(file), "--do", "guess elevator"]) == 0
    assert "Next: green, blue." in capsys.readouterr().out
    assert main(["play", str(file), "--do", "guess owl"]) == 3
    assert main(["board", CODE, "--svg", str(tmp_path / "paths.svg")]) == 0
    assert (tmp_path / "paths.svg").read_text(encoding="utf-8").startswith("<svg")
    assert main(["rule", "--game", "mystic_paths", "score.cups"]) == 0
    assert "best possible 12" in capsys.readouterr().out
    assert (
        main(
            ["game", "--game", "mystic_paths", "--knights", "red,green,blue", "--variant", "individual", "--seed", "3"]
        )
        == 0
    )
    assert "individual.win" in capsys.readouterr().out
    assert main(["game", "--game", "mystic_paths", "--knights", "red,green", "--variant", "teams"]) == 2
    assert "opposite in pairs" in capsys.readouterr().err
    assert main(["compare", CODE, "guess owl"]) == 2


def test_a_set_of_ones_own_is_checked_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.mystic_paths import material

    monkeypatch.setattr(material, "_BOARDS", dict(material.boards()))
    text = material.SOURCE.read("hexagon.toml")[0].replace('id = "hexagon"', 'id = "mine"').replace('"owl"', '"wizard"')
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["cards", "--board", str(file)]) == 0
    assert "19 spaces, 42 lines" in capsys.readouterr().out
    assert load_board(file).id == "mine"
    situation = 'board = "mine"\n' + TEXT.strip()
    assert (
        answer({"cmd": "judge", "situation": situation, "action": "guess wizard"})["reasons"][0]["rule"]
        == "guess.not-marked"
    )
    assert mp.from_code(mp.code(mp.loads(situation))).board.id == "mine"
    assert (
        main(
            ["game", "--game", "mystic_paths", "--knights", "red,green", "--board", str(file), "--most", "30", "--json"]
        )
        == 0
    )
    file.write_text(text.replace('["a1", "a2"], ', ""), encoding="utf-8")
    assert main(["cards", "--board", str(file)]) == 2
    assert "sixth of a circle" in capsys.readouterr().err


def test_coverage_names_every_rule_in_the_engine() -> None:
    found = coverage("mystic_paths")
    assert set(found) == set(mp.ledger())
    assert [rule for rule, row in found.items() if not row["engine"]] == []
    assert sum(bool(row["cases"]) for row in found.values()) >= 100
    assert sum(bool(row["refusals"]) for row in found.values()) >= 40


def test_every_rule_is_told_with_its_cases() -> None:
    for rule in mp.ledger().values():
        assert rule_text(rule, game="mystic_paths").startswith(rule.id)
        assert rule_entry(rule, "mystic_paths")["cases"], rule.id


# ------------------------------------------------------------------ the picture and the text


def moments() -> list[mp.State]:
    """A state of each moment, and the views of one."""
    states = [STATE, *(STATE.seen_by(seat) for seat in (*STATE.order, None)), mp.new_game(COLOURS, mode="individual")]
    for mode, seats in (("together", 2), ("all-or-nothing", 2), ("individual", 3)):
        state, seen = mp.new_game(COLOURS[:seats], mode=mode), set[str]()
        while not state.over:
            if state.moment not in seen:
                states.append(state)
                seen.add(state.moment)
            state = state.play(next(a for a in state.actions() if a != "stop")).state
        states.append(state)
    return states


def test_every_moment_is_shown_and_told() -> None:
    told = set()
    for state in moments():
        assert max(map(len, board_text(state).splitlines())) <= 100
        assert svg(board_scene(state)).startswith("<svg")
        assert next_words(state).startswith("Then ")
        told.add(state.moment)
    assert told >= {"place", "draw", "deal", "lay", "first", "guess", "over", "attempt"}
    assert "the common score is 4" in next_words(
        mp.loads('moment="over"\nround=5\n[players.red]\nmap="m02"\nreached=4\n[players.blue]\nmap="m03"\nreached=5')
    )


def test_everything_can_be_pointed_at_and_says_what_it_is() -> None:
    scene = board_scene(STATE, clickable=["portal:a2"])
    assert {target.id for target in scene.targets} >= {f"portal:{cell}" for cell in STATE.board.cells}
    assert {target.id for target in scene.targets} >= {f"apprentice:{seat}" for seat in STATE.order}
    assert scene.hit(scene.target("portal:a2").px, scene.target("portal:a2").py) == "portal:a2"
    for target in scene.targets:
        assert 0 <= target.px <= scene.width
        assert 0 <= target.py <= scene.height
    assert "a NOT of Red" in scene.target("portal:c3").label
    assert "Red's Base" in scene.target("portal:a3").label


def test_the_picture_glows_where_one_may_guess() -> None:
    def glowing(**more: Any) -> int:
        return sum(getattr(shape, "stroke", None) == "glow" for _, shape in board_scene(STATE, **more).shapes())

    assert glowing() == len(STATE.next_portals("red")) == 4
    assert glowing(highlights=["a1"]) == 1


def test_a_picture_of_a_view_shows_no_secret() -> None:
    whole, seen = board_scene(STATE).as_text(), board_scene(STATE.seen_by("blue")).as_text()
    assert "map m03" in whole
    assert "hollow/playful" in whole
    assert "map m0" not in seen
    assert "hollow" not in seen
    twin = mp.loads(TEXT.replace('"k001", "k005"', '"k002", "k003"'))
    assert twin != STATE
    assert svg(board_scene(twin.seen_by("blue"))) == svg(board_scene(STATE.seen_by("blue")))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_in_both_themes(theme: str) -> None:
    colours = THEMES[theme]  # type: ignore[index]
    state = mp.loads('game = "mystic_paths"\n' + "\n".join(f"[players.{seat}]" for seat in COLOURS))
    poor = {
        (shape.fill, shape.on): round(contrast(colours[shape.fill], colours[shape.on]), 1)
        for one in (state, STATE)
        for _, shape in board_scene(one).shapes()
        if isinstance(shape, Words) and contrast(colours[shape.fill], colours[shape.on]) < 4.5
    }
    assert poor == {}


def test_odds_by_opinions_are_told_as_fractions() -> None:
    text = TEXT + '[fit]\n"not metal" = { goat = 3, drum = "1/2" }\n'
    told = answer({"cmd": "odds", "situation": text, "action": "guess goat"})
    assert Fraction(told["right"]) == Fraction(3) / (3 + Fraction(1, 2) + 2)


def test_a_puzzle_answered_by_touching_portals_has_a_key_on_paper() -> None:
    """Its key names the portals that are right; why not is not said of each of the others."""
    key = key_html([find_puzzle("paths-next-corner")], "Forest")
    assert all(word in key for word in ("drum", "envelope", "goat"))


def test_a_sheet_is_by_the_rules_of_its_game_and_a_key_says_options_as_they_are_read() -> None:
    """ "Rules of english" told nobody anything, and no star of the way it is written stands on paper."""
    assert "Rules of Mystic Paths" in key_html([find_puzzle("paths-next-corner")], "Forest")
    lesson = load_lesson("26-paths-three-clues")
    told = key_block(3, start(lesson.exercise("may-be-laid")))
    assert "<em>wild</em>" in told
    assert "*" not in told


def test_a_hand_leaves_the_portals_of_three_players_room_on_a_phone_and_a_cup_is_drawn_to_who_has_one() -> None:
    """A phone shows a picture of 412 by 590 units whole. (all.result: no cups there; end.cup-side)"""
    text = '[players.red]\nmap = "m08"\nhand = ["k070", "k038", "k102", "k001"]\n[players.green]\n{}[players.blue]\n'
    many = mp.loads(text.format('clues = [ { step = 1, word = "proud", not = true }, { step = 2, word = "hard" } ]\n'))
    scene = board_scene(many, seat="red")
    assert scene.height <= 590
    assert "1 NOT proud, 2 hard" in scene.words()
    assert board_scene(many.seen_by("blue"), seat="blue").height <= 590

    def bowls(text: str) -> int:
        """How many cups are drawn: outlines of as many pieces as a cup has."""
        shapes = [shape for _, shape in board_scene(mp.loads(text)).shapes()]
        size = len(pieces.cup("gold")[0].pieces)  # type: ignore[union-attr]
        return sum(isinstance(shape, Outline) and len(shape.pieces) == size and shape.width == 1 for shape in shapes)

    through = '[players.red]\nmap = "m02"\nreached = 10\n{}[players.green]\nmap = "m03"\nreached = 9\n'
    assert bowls('round = 5\nmoment = "over"\n' + through.format("finished_in = 4\n")) == 1
    assert (
        bowls('mode = "all-or-nothing"\nmoment = "over"\n[players.red]\nmap = "m02"\nreached = 10\n[players.green]\n')
        == 0
    )
