"""The Willow game on the command line, in the pipe, as text and as a picture; goals as a person writes them."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from engine import willow
from engine.faults import Faulty
from tests.willow_games import begin, moments
from tutor import games
from tutor.answers import answer
from tutor.coverage import coverage

T = 'game = "willow"\nscenario = "training"\n'
TAVERN = T + '[characters.willow]\nat = "tavern"\nhand = ["elora-danan"]\n[characters.madmartigan]\nat = "tavern"'


def test_the_pipe_judges_plays_and_reckons() -> None:
    judged = answer({"cmd": "judge", "situation": TAVERN, "action": "willow searches magic-spring"})
    assert judged["legal"]
    assert judged["assumed"] == ["links of the map", "stealth of willow", "hide of magic-spring"]
    refused = answer({"cmd": "judge", "situation": TAVERN, "action": "willow discards elora-danan"})
    assert [reason["rule"] for reason in refused["reasons"]] == ["elora.never-discarded"]
    played = answer({"cmd": "play", "situation": TAVERN, "do": ["willow searches magic-spring with madmartigan", "roll 6 2"]})
    assert played["state"]["characters"]["madmartigan"]["at"] == "magic-spring"
    assert (played["deciders"], played["to_move"], played["winner"]) == (["good"], "good", None)
    odds = answer({"cmd": "odds", "situation": TAVERN, "action": "willow searches magic-spring"})
    assert odds["round"]["win"] == "5/18"
    again = answer({"cmd": "judge", "situation": played["code"], "action": "done"})
    assert again["legal"]
    for request in (judged, refused, played, odds):
        json.dumps(request)


def test_bad_requests_say_what_would_be_right() -> None:
    wrong = answer({"cmd": "judge", "situation": T + "siede = 3", "action": "done"})
    assert "Did you mean 'side'" in wrong["error"]["fix"]
    assert "what" in answer({"cmd": "order", "situation": TAVERN})["error"]


def test_the_map_is_shown_as_text_and_as_a_picture() -> None:
    for seed in (0, 1):
        for number, (_, step) in enumerate(moments(begin(seed), seed, 120)):
            if number % 30 == 0:
                for state in (step.state, step.state.seen_by(step.state.order[-1])):
                    text = games.teachable("willow").board_text(state)
                    assert max(map(len, text.splitlines())) <= 100
                    assert all(willow.title(one.id) in text for one in state.characters)
                    picture = ElementTree.fromstring(games.teachable("willow").whole_board(state))
                    assert picture.tag.endswith("svg")
                    assert games.teachable("willow").next_words(state)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("willow at markaths-study", "Willow is in Markath's Study"), ("kael has elora-danan", "Kael has Elora Danan"),
        ("willow is found", "Willow is found"), ("sorsha is good", "Sorsha is Good"),
        ("tir-asleen is free", "Tir Asleen is free"),
        ("good wins", "Good wins"), ("airk has army", "Airk has Army"),
    ],
)  # fmt: skip
def test_a_goal_is_read_as_a_person_writes_it(text: str, told: str) -> None:
    state = willow.loads(TAVERN)
    wanted = games.teachable("willow").read_goal(text, state)
    assert wanted.told == told
    assert wanted.who in state.order
    assert wanted.goal(willow.Step("", state, ())) is False


@pytest.mark.parametrize("text", ["", "willow", "wilow at tavern", "willow at nowhere", "x" * 500])
def test_a_goal_that_is_none_says_so(text: str) -> None:
    with pytest.raises(Faulty):
        games.teachable("willow").read_goal(text, willow.loads(TAVERN))


def test_every_rule_is_applied_and_the_codes_are_told_apart() -> None:
    rows = coverage("willow")
    assert len(rows) == 198
    assert [rule for rule, row in rows.items() if not row["engine"]] == []
    assert games.name_of_game(willow.code(willow.loads(TAVERN))) == "willow"
