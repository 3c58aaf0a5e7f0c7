"""The Willow game on the command line, in the pipe, as text and as a picture; goals as a person writes them."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from engine import willow
from engine.text.faults import Faulty
from tests.support.willow_games import begin, moments
from tutor.content.coverage import coverage
from tutor.desk import Touch
from tutor.hosts.cli.answers import answer
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.controls import Buttons
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.game import registry as games
from tutor.teach.game.registry import teachable
from tutor.teach.kinds import start
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.on_board import Playing

GAME = teachable("willow")

T = 'game = "willow"\nscenario = "training"\n'
TAVERN = T + '[characters.willow]\nat = "tavern"\nhand = ["elora-danan"]\n[characters.madmartigan]\nat = "tavern"'


def test_the_pipe_judges_plays_and_reckons() -> None:
    judged = answer({"cmd": "judge", "situation": TAVERN, "action": "willow searches magic-spring"})
    assert judged["legal"]
    assert judged["assumed"] == ["links of the map", "stealth of willow", "hide of magic-spring"]
    refused = answer({"cmd": "judge", "situation": TAVERN, "action": "willow discards elora-danan"})
    assert [reason["rule"] for reason in refused["reasons"]] == ["elora.never-discarded"]
    played = answer(
        {"cmd": "play", "situation": TAVERN, "do": ["willow searches magic-spring with madmartigan", "roll 6 2"]}
    )
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
        ("willow at markaths-study", "Willow is in Markath's Study"),
        ("kael has elora-danan", "Kael has Elora Danan"),
        ("willow is found", "Willow is found"),
        ("sorsha is good", "Sorsha is Good"),
        ("tir-asleen is free", "Tir Asleen is free"),
        ("good wins", "Good wins"),
        ("airk has army", "Airk has Army"),
    ],
)
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


def test_a_touch_asks_who_goes_and_whom_he_takes_along() -> None:
    """move.together: Willow stands with Madmartigan; a touch of a space asks who goes there, and it is done."""
    face = Playing(start(_playing()))
    face.where = lambda target: target.partition(":")[2]
    for target, acts in (("space:crossroads", ("ways space:crossroads",)), ("space:north-road", ("play",))):
        assert face.means(Touch(0, 1, "click", target))[0].startswith(acts)
    face.do("ways space:crossroads")
    asked = next(control for control in face.controls() if isinstance(control, Buttons))
    assert [button.id for button in asked.buttons] == [
        "action:willow moves crossroads",
        "action:willow moves crossroads with madmartigan",
        "action:madmartigan moves crossroads",
        "action:madmartigan moves crossroads with willow",
        "action:airk moves crossroads",
        "action:franjean-rool moves crossroads",
    ]
    face.do("play willow moves crossroads with madmartigan")
    assert {face.session.state.character(one).at for one in ("willow", "madmartigan")} == {"crossroads"}
    assert not [control for control in face.controls() if isinstance(control, Buttons) and "mean" in control.label]


def test_a_right_choice_names_the_assumed_figures_it_rests_on() -> None:
    """search.group: who searches best is asked, and the Hide is ours; a verdict on a move rests on the map."""
    along = (("Airk", "airk"), ("Brownies", "franjean-rool"))
    options = tuple(Option(text, reckon=f"reach madmartigan tir-asleen with {one}") for text, one in along)
    at = {name: {"at": "army-of-galladoorn"} for name in ("madmartigan", "airk", "franjean-rool")}
    situation = willow.dumps(willow.from_dict({"scenario": "training", "characters": at}))
    common: dict[str, Any] = {
        "id": "x",
        "game": GAME,
        "lesson": "l",
        "prompt": "?",
        "situation": situation,
        "edition": "tor",
    }
    best = start(Choose(**common, options=options, ask="best")).attempt(1)
    assert "Assumed, since the text we have does not give it:" in best.text
    assert "hide of Tir Asleen" in best.text
    allowed = (Option("goes", action="airk moves crossroads"), Option("flies", action="airk moves tavern"))
    right = start(Choose(**common, options=allowed))
    assert "links of the map" in right.attempt(0).text
    both = start(Choose(**common, options=(*allowed, Option("walks", action="airk moves north-road")), several=True))
    assert both.attempt((0, 2)).text.count("Assumed") == both.attempt((0, 2)).text.count("links of the map") == 1


def test_who_cannot_hold_the_child_is_told_why() -> None:
    """elora.secret: an empty hand, or what has been seen; of whoever may hold her nothing is said."""
    at = '[characters.willow]\nhand = ["elora-danan"]\n[characters.airk]\nhand = ["bow"]\n[seen]\nelora = ["willow"]\n'
    state = willow.loads(f'scenario = "training"\n{at}')
    told = {item.words: item.because for item in GAME.items(state, "board", "good")}
    assert told["Willow"] == ""
    assert told["Madmartigan"] == "No unplayed card is left in that hand."
    assert told["Airk"].startswith("By what has been seen she is not in that hand")


def test_a_wrong_choice_of_an_action_says_what_the_rules_say() -> None:
    """Where the allowed ones are asked for, that it is not; where the forbidden one is asked for, that it is allowed."""
    common: dict[str, Any] = {
        "id": "x",
        "game": GAME,
        "lesson": "l",
        "prompt": "?",
        "situation": 'scenario = "training"\n',
        "edition": "tor",
    }
    options = (Option("goes", action="airk moves crossroads"), Option("flies", action="airk moves tavern"))
    assert "“flies”: the rules do not allow that." in start(Choose(**common, options=options)).attempt(1).text
    assert "“goes”: the rules allow that." in start(Choose(**common, options=options, ask="forbidden")).attempt(0).text


def _playing() -> Do:
    """An exercise in which Good moves: Willow and Madmartigan in the Tavern."""
    at = {"willow": {"at": "tavern"}, "madmartigan": {"at": "tavern"}, "airk": {"at": "north-road"}}
    situation = willow.dumps(willow.from_dict({"scenario": "training", "characters": at}))
    goal = Claim(((("character", "willow"), ("at", "crossroads")),), GAME)
    return Do(id="x", game=GAME, lesson="l", prompt="?", situation=situation, edition=GAME.edition, goal=goal)
