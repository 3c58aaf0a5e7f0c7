"""GRAN: what its worked cases do not show. Situations and their faults, codes, the graph, the switches, boards, commands."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import gran
from engine.contract.game import play_out
from engine.gran import material, paths, rules
from engine.gran.material import COLOURS, DRAGONS, STATES, boards, ledger
from engine.text.faults import Faulty, ImpossibleSituation, UnreadableText
from tests.depth import deep_from
from tests.sources import ROOT
from tests.support.gran_games import moments, wrong

RED = 'order = ["red", "blue", "green"]\n'
BOARD = boards()["training"]


def at_table(switch: str, value: str, rest: str) -> gran.State:
    order = "" if rest.startswith("order") else RED
    return gran.loads(f'switches = {{ {switch} = "{value}" }}\n{order}{rest}')


def refused(text: str, **more: Any) -> str:
    with pytest.raises(ImpossibleSituation) as refusal:
        gran.loads(text)
    return str(refusal.value)


# ------------------------------------------------------------------ random games


@pytest.mark.parametrize("seed", deep_from(12, range(24)))
def test_random_games_keep_every_invariant_and_are_read_back(seed: int) -> None:
    for number, (_, step) in enumerate(moments(seed, 260 if seed % 8 == 0 else 60)):
        assert wrong(number, step) == ""


@pytest.mark.parametrize("seed", range(4))
def test_an_action_is_legal_exactly_when_it_is_listed(seed: int) -> None:
    spaces = list(BOARD.spaces)
    for number, (state, _) in enumerate(moments(seed, 90)):
        if number % 9:
            continue
        listed = set(state.actions())
        vocabulary = [
            "pass",
            "stay",
            *(f"{verb} {space}" for verb in ("banish", "lay", "ring", "move") for space in spaces),
        ]
        vocabulary += [f"card {n}" for n in range(7)] + [f"roll {n}" for n in range(1, 7)]
        vocabulary += [action.text for action in rules.moves(state)]
        assert {action for action in vocabulary if state.judge(action).legal} == listed


@pytest.mark.parametrize("reach", ["some", "every"])
def test_the_places_of_an_obstacle_are_those_that_are_judged_legal(reach: str) -> None:
    rng, looked = random.Random(3), 0
    near = ["ga1", "gc1", "gc2", "ub4", "ga3", "gb4", "w5", "w6", "ec1", "eb1", "ta1", "w1", "uc1", "ua1", "tb4"]
    while looked < 25:
        data = {
            "moment": "obstacle",
            "switches": {"ring_reach": reach},
            "ring": "gb1",
            "order": ["red", "blue", "green"],
            "obstacles": rng.sample(near, 9),
            "knights": {"red": {"at": "uc5"}, "blue": {"at": "tc3"}},
        }
        try:
            state = gran.from_dict(data)
        except ImpossibleSituation:
            continue  # the ring is out of reach already
        looked += 1
        assert state.obstacle_places() == [s for s in BOARD.spaces if state.judge(f"lay {s}").legal]


def test_every_rule_is_named_by_the_code() -> None:
    files = [*sorted((ROOT / "engine" / "gran").glob("*.py")), ROOT / "engine" / "gran" / "data" / "words.toml"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert [rule for rule in ledger() if rule not in text and rule not in DESCRIBED] == []
    assert [rule for rule in DESCRIBED if rule in text] == []


#: Rules that only describe what lies on the table, or advise: nothing is to be judged by them.
DESCRIBED = ("attack.revenge", "city.peace", "move.any-direction")


# ------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (RED + 'ring = "zz9"', "'zz9' is not known"),
        ('order = ["red", "purple"]', "'purple' has no place"),
        ('game = "chess"\n' + RED, "'chess' is not known"),
        (RED + 'board = "mine"', "'mine' is not known"),
        (RED + 'switches = { ring_reach = "few" }', "'few' is not known"),
        (RED + 'ring = "ta1"\n[knights.red]\nat = "tb1"\nring = true', "and red bears it"),
        (
            RED + '[knights.red]\nat = "tb1"\nring = true\n[knights.blue]\nat = "ta1"\nring = true',
            "red bears the ring already",
        ),
        (RED + '[knights.red]\nat = "tb1"\n[knights.blue]\nat = "tb1"', "red stands at tb1 too"),
        (RED + 'obstacles = ["ga2"]', "a magic space"),
        (RED + 'obstacles = ["gball"]', "a ball space"),
        (RED + 'obstacles = ["ga1"]\n[knights.red]\nat = "ga1"', "an obstacle and a knight"),
        (RED + 'ring = "ga1"\nobstacles = ["ga1"]', "an obstacle lies on the ring"),
        (RED + 'obstacles = ["ga1", "ga1"]', "stands twice"),
        (RED + f"obstacles = {list(BOARD.of_kind('black', 'white')[:17])}".replace("'", '"'), "17 obstacles"),
        (RED + 'ring = "ga2"', "a magic space"),
        (RED + 'ring = "w1"', "a white space"),
        (RED + 'ring = "gb1"\nobstacles = ["ga1", "gc1", "gc2", "ub4"]', "no knight can reach the ring"),
        (RED + "dragons_used = { 6 = 3 }", "from 0 to 2"),
        (RED + "dragons_used = { 1 = 1 }", "no key '1'"),
        (RED + "dragons_used = { 6 = 2, 5 = 4, 4 = 6, 3 = 6, 2 = 4, 0 = 2 }", "shuffled anew"),
        (RED + "[knights.red]\ntalismans = 4", "from 0 to 3"),
        (
            RED + '[knights.red]\nseals = ["tirad", "tirad", "tirad", "tirad"]\n'
            '[knights.blue]\nseals = ["tirad", "tirad", "tirad"]',
            "7 seals of tirad",
        ),
        (RED + '[knights.red]\nseals = ["tirad", "urgad", "elgad"]', "has not won"),
        (RED + 'winner = "red"', "has not three different seals"),
        (RED + 'moment = "over"', "nobody has won"),
        (RED + 'card = 4\n[knights.red]\nat = "gb2"', "a card is turned up in the moment start"),
        (RED + 'moment = "throw"\n[knights.red]\nat = "gb2"', "no card is turned up"),
        (RED + "card = 1", "no dragon card"),
        (RED + 'victim = "blue"', "blue is attacked in the moment start"),
        (
            RED + 'moment = "banish"\nvictim = "blue"\n[knights.red]\nat = "ga1"\n[knights.blue]\nat = "ga3"',
            "not attacked by red",
        ),
        (
            RED
            + 'moment = "banish"\nvictim = "blue"\n[knights.red]\nat = "ga1"\ntalismans = 0\n[knights.blue]\nat = "ga1"',
            "attacks nobody",
        ),
        (RED + 'moment = "obstacle"\n[knights.red]\nat = "ga1"', "stands on a magic space"),
        (RED + 'moment = "ring"\n[knights.red]\nat = "ga1"', "a dragon or a city"),
        (RED + 'moment = "card"\n[knights.red]\nat = "gb2"\ntalismans = 0', "fights no dragon"),
        (RED + 'moment = "extra"', "stands on a dragon space"),
        (RED + '[knights.red]\nat = "ga1"\nwaiting = true', "he waits on the ball"),
        (RED + '[knights.red]\nat = "gb2"\ncoat = true', "taken off his coat"),
        (RED + "next_cards = [6, 6, 6]", "no card of strength 6"),
        (RED + "next_rolls = [7]", "no list of throws"),
        ("", "no knight plays"),
    ],
)
def test_a_situation_that_cannot_be_says_why(text: str, part: str) -> None:
    assert part in refused(text)


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ({"knights": ["red", "red", "purple"]}, ["'red' stands twice", "'purple' has no place"]),
        ({"knights": []}, ["no knight plays"]),
        ({"knights": ["red"], "edition": "frnch", "board": "mine"}, ["'frnch' is not known", "'mine' is not known"]),
    ],
)
def test_a_new_game_that_cannot_be_says_why(asked: dict[str, Any], parts: list[str]) -> None:
    with pytest.raises(ImpossibleSituation) as refusal:
        gran.new_game(**asked)
    assert len(refusal.value.faults) == len(parts)
    assert all(part in str(refusal.value) for part in parts)


def test_all_faults_are_told_at_once_with_their_lines() -> None:
    told = refused(RED + 'ring = "zz9"\nmomint = "start"\n[knights.red]\nat = "nowhere"\ntalismans = 9\n')
    for part in ("line 2", "line 3", "line 5", "line 6", "did you mean 'moment'"):
        assert part in told.replace("Did", "did")


def test_too_many_seals_are_told_of_whoever_holds_them() -> None:
    knights = {"red": ["tirad"] * 4, "blue": ["tirad"] * 3, "green": ["galad"]}
    with pytest.raises(ImpossibleSituation) as refusal:
        gran.from_dict({"knights": {colour: {"seals": seals} for colour, seals in knights.items()}})
    assert [fault.where for fault in refusal.value.faults] == ["[knights.red] seals", "[knights.blue] seals"]


KEYS = "game order turn moment ring obstacles card victim winner knights red blue at seals talismans switches board start ta1"
WORDS = st.sampled_from(KEYS.split())
DATA = st.dictionaries(
    WORDS,
    st.recursive(
        st.one_of(st.integers(-2, 9), st.booleans(), WORDS, st.none(), st.text(max_size=4)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=6,
)


@settings(max_examples=80, deadline=None)
@given(DATA)
def test_data_of_any_shape_is_answered(data: dict[str, Any]) -> None:
    try:
        state = gran.from_dict(data)
    except Faulty:
        return
    assert state.over or state.actions()
    assert gran.from_code(gran.code(state)) == state == gran.loads(gran.dumps(state))


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("", "says nothing"),
        ("mvoe ga1", "Did you mean 'move'"),
        ("move", "0 spaces"),
        ("move" + " ga1" * 13, "13 spaces"),
        ("move zz1", "no space"),
        ("card 7", "from 0 to 6"),
        ("roll 0", "from 1 to 6"),
        ("roll x", "from 1 to 6"),
        ("lay", "0 spaces"),
        ("pass ga1", "1 spaces"),
        ("roll ²", "from 1 to 6"),
    ],
)
def test_an_unreadable_action_says_what_would_be_right(action: str, part: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        gran.new_game(["red"]).judge(action)
    assert part in str(refusal.value)


def test_a_code_is_a_few_dozen_letters() -> None:
    longest = max(len(gran.code(step.state)) for seed in range(6) for _, step in moments(seed, 60))
    assert longest < 90
    assert len(gran.code(gran.new_game(["red", "blue"]))) < 50


# ------------------------------------------------------------------ verdicts and events


def test_what_a_sword_stone_does_is_said_to_be_lost() -> None:
    step = gran.loads(RED + '[knights.red]\nat = "gb4"').play("move gc4")
    assert any("lost" in event.text and "sword.unknown" in event.rules for event in step.events)


def test_the_seventh_seal_of_a_city_is_not_there_to_be_had() -> None:
    held = '[knights.blue]\nseals = ["galad", "galad", "galad"]\n[knights.green]\nseals = ["galad", "galad", "galad"]'
    step = gran.loads(RED + f'[knights.red]\nat = "gc4"\nring = true\n{held}').play("move gcity")
    told = {event.kind: event.rules for event in step.events}
    assert told["no-seal-left"] == ("city.seal", "material.contents")
    assert step.state.knight("red").seals == ()


def test_a_terminal_shows_the_board_and_what_holds_a_state_its_code() -> None:
    printed: list[str] = []

    class Printer:
        text = staticmethod(printed.append)

    state = gran.new_game(["red", "blue"])
    state._repr_pretty_(Printer, cycle=False)
    state._repr_pretty_(Printer, cycle=True)
    assert printed[0].startswith("GRAN: Red moves\n")
    assert printed[1] == f"gran.from_code({gran.code(state)!r})" == repr(state)


def test_events_are_data() -> None:
    spaces = {*BOARD.spaces, ""}
    for seed in range(6):
        for state, step in moments(seed, 60):
            for event in step.events:
                assert {*event.who, *event.others} <= set(state.order)
                assert {event.at, event.to} <= spaces
    step = gran.loads(RED + 'moment = "throw"\ncard = 5\n[knights.red]\nat = "gb2"').play("roll 5")
    assert [(e.kind, e.who, e.at, e.dice, e.number) for e in step.events] == [("beats", ("red",), "gb2", (5,), 5)]
    step = gran.loads(RED + 'ring = "gc2"\n[knights.red]\nat = "gb1"').play("move gc2 gcity")
    assert [e.kind for e in step.events] == ["moves", "finds-ring", "seal", "talismans-full", "rests"]
    assert (step.events[0].at, step.events[0].way, step.events[0].to) == ("gb1", "gc2", "gcity")
    assert (step.events[2].way, step.events[2].number) == ("galad", 1)


def test_every_kind_of_event_is_told_somewhere() -> None:
    text = (ROOT / "engine" / "gran" / "rules.py").read_text(encoding="utf-8")
    assert [kind for kind in gran.KINDS if f'"{kind}"' not in text] == []


def test_every_sentence_of_the_words_is_used_and_every_rule_of_a_reason_known() -> None:
    words, code = (
        material.WORDS,
        "".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine" / "gran").glob("*.py")),
    )
    asked = [*words["first"].values(), *words["not-now"].values()]
    every = [f"obstacle.ring-reachable {how}" for how in ("some", "every")]  # named by the switch
    assert [case for case in words["reasons"] if f'"{case}"' not in code and case not in (*asked, *every)] == []
    assert [case for case in words["reasons"] if case.split()[0] not in ledger()] == []
    assert [case for case in asked if case not in words["reasons"]] == []
    assert [name for name in words["faults"] if f'"{name}"' not in code] == []


def test_a_reason_names_what_stands_in_the_way() -> None:
    state = gran.loads(RED + '[knights.red]\nat = "ga1"\ntalismans = 1\n[knights.blue]\nat = "gb2"')
    verdict = state.judge("move gb2")
    assert [(r.rule, r.about) for r in verdict.reasons] == [("talisman.attack-dragon-two", ("blue", "gb2"))]
    assert state.judge("move gb2 gc2").reasons[0].about == ("gb2",)
    assert state.judge("move gb2 gc2").reasons[1].about == ("blue", "gb2")


def test_who_has_no_talisman_left_is_told_what_he_may_not_do() -> None:
    state = gran.loads(RED + '[knights.red]\nat = "ga1"\ntalismans = 0\n[knights.blue]\nat = "gb1"')
    assert state.to_move == "red"
    told = {action: state.judge(action).reasons[0].text for action in ("move gb2", "move gb1")}
    assert told == {
        "move gb2": "Red has no talisman left and may not fight the dragon at gb2.",
        "move gb1": "Red has no talisman left and may not attack at gb1.",
    }


def test_a_ruling_shows_as_a_ruling() -> None:
    reason = gran.loads(RED + '[knights.red]\nat = "w6"').judge("move ga3 w6").reasons[0]
    assert reason.rule == "move.not-back"
    assert reason.ruling
    assert "cut off" in reason.text
    plain = gran.new_game(["red"]).judge("move gb2 gc2").reasons[0]
    assert not plain.ruling


@pytest.mark.parametrize("moment", ["banish", "card", "throw", "obstacle", "ring"])
def test_what_is_asked_comes_first(moment: str) -> None:
    at = {"obstacle": "ga2", "banish": "ga1"}.get(moment, "gb2")
    more = {"banish": '[knights.blue]\nat = "ga1"\n'}.get(moment, "")
    head = {"banish": 'victim = "blue"\n', "throw": "card = 4\n"}.get(moment, "")
    state = gran.loads(RED + f'moment = "{moment}"\n{head}[knights.red]\nat = "{at}"\n{more}')
    for action in ("move ga3", "pass", "stay"):
        verdict = state.judge(action)
        assert not verdict.legal
        assert verdict.reasons[0].text.startswith("First Red")


def test_after_the_end_nothing_is_legal() -> None:
    text = (
        RED
        + 'winner = "red"\nmoment = "over"\n[knights.red]\nat = "gcity"\nring = true\nseals = ["tirad", "elgad", "galad"]'
    )
    state = gran.loads(text)
    assert (state.over, state.winners, state.to_move, state.actions()) == (True, ("red",), None, [])
    assert state.judge("move gc2").rules == ("goal.three-seals",)


# ------------------------------------------------------------------ switches


def test_a_forced_extra_turn_cannot_be_declined() -> None:
    rest = 'moment = "extra"\n[knights.red]\nat = "gb2"'
    assert at_table("extra_turn", "optional", rest).judge("stay").legal
    forced = at_table("extra_turn", "forced", rest)
    assert forced.judge("stay").rules == ("dragon.extra-turn",)
    assert "stay" not in forced.actions()


def test_the_ring_is_laid_on_no_ball_where_balls_count_as_symbols() -> None:
    rest = 'moment = "ring"\n[knights.red]\nat = "ucity"'
    assert at_table("ring_on_ball", "yes", rest).judge("ring tball").legal
    assert at_table("ring_on_ball", "no", rest).judge("ring tball").rules == ("ring.lay-ball",)


def test_a_coat_protects_where_the_table_says_so() -> None:
    rest = '[knights.red]\nat = "ga1"\n[knights.blue]\nat = "gb2"\ncoat = true'
    assert at_table("coat_attack", "yes", rest).judge("move gb2").legal
    assert at_table("coat_attack", "no", rest).judge("move gb2").rules == ("dragon.coat-attacked",)


def test_a_city_with_a_knight_is_entered_but_not_passed_by_the_strict_reading() -> None:
    rest = '[knights.red]\nat = "gc4"\n[knights.blue]\nat = "gcity"'
    strict = at_table("city_pass", "no", rest)
    assert strict.judge("move gcity gc2").rules == ("city.shared",)
    assert strict.judge("move gcity").legal


def test_no_second_seal_where_the_table_hands_none_out() -> None:
    rest = '[knights.red]\nat = "gc4"\nring = true\nseals = ["galad"]'
    assert at_table("second_seal", "yes", rest).play("move gcity").state.knight("red").seals == ("galad", "galad")
    assert at_table("second_seal", "no", rest).play("move gcity").state.knight("red").seals == ("galad",)


def test_a_switch_that_says_what_the_edition_says_is_not_kept() -> None:
    assert at_table("ring_reach", "some", "") == gran.loads(RED)


# ------------------------------------------------------------------ chance


def test_the_chance_of_a_fight_is_counted_by_the_pile() -> None:
    for _, step in list(moments(5, 200))[::10]:
        state = step.state
        left = [strength for strength, n in state.cards_left().items() for _ in range(n)]
        if state.card is None:
            ways = sum(throw >= strength for strength in left for throw in range(1, 7))
            assert gran.win_chance(state) == Fraction(ways, 6 * len(left))


def test_odds_are_of_this_fight_only() -> None:
    state = gran.new_game(["red", "blue"])
    odds = gran.odds(state, "move gb2")
    assert odds.as_dict()["fight"] == {"win": "7/12", "lose": "5/12"}
    assert sum((odds.dragons or {}).values()) == 1
    assert gran.odds(state, "move ga3").fight is None
    here = state.play("move gb2").state.play("card 6").state
    assert gran.odds(here, "roll 6").as_dict() == {"action": "roll 6", "fight": {"win": "1/6", "lose": "5/6"}}
    fight = gran.search(state.play("move gb2").state, lambda step: step.state.moment == "extra")
    assert fight.chance(1) == (Fraction(7, 12), Fraction(7, 12))


@pytest.mark.parametrize(
    "others",
    ['order = ["red"]', RED + '[knights.blue]\nat = "ub2"\ncoat = true\n[knights.green]\nat = "tb2"\ncoat = true'],
)
def test_a_turn_is_over_too_where_nobody_else_moves_before_the_next(others: str) -> None:
    """Alone at the table, or while all the others miss their turns: w2 is two turns away."""
    state = gran.loads(f'{others}\n[knights.red]\nat = "ga1"\ntalismans = 0')
    search = gran.search(state, lambda step: step.state.knight("red").at == "w2")
    assert state.fewest("w2") == 2
    assert search.chance(1) == (0, 0)
    assert search.chance(2).low == 1


def test_a_stacked_pile_is_turned_in_its_order_and_hidden_in_a_view() -> None:
    state = gran.loads(RED + "next_cards = [4, 0]\nnext_rolls = [6]\n")
    here = state.play("move gb2").state
    assert here.chances() == {"card 4": 1}
    assert here.judge("card 0").rules == ("setup.dragons",)
    assert len(here.seen_by("blue").chances()) == len(DRAGONS)
    thrown = here.play("card 4").state
    assert thrown.actions() == ["roll 6"]
    assert thrown.play("roll 6").state.next_rolls == ()


# ------------------------------------------------------------------ the graph


def test_the_graph_tells_what_is_on_each_space() -> None:
    graph = gran.loads(RED + 'obstacles = ["w9"]\n[knights.red]\nat = "ga1"').paths()
    assert graph.nodes["w9"] == {"kind": "white", "state": "", "obstacle": True, "knights": (), "ring": False}
    assert graph.nodes["ga1"]["knights"] == ("red",)
    assert graph.nodes["tball"]["ring"]
    assert networkx.is_connected(graph)
    assert (len(graph), graph.number_of_edges()) == (61, 124)


def test_the_fewest_turns_are_those_of_the_legal_moves() -> None:
    """The graph of turns against the rules: what a knight alone on the board may do, move by move."""
    rng = random.Random(1)
    closed = rng.sample([s for s in BOARD.of_kind("black", "white") if s not in ("ub1", "w1")], 12)
    state = gran.from_dict({"ring": "ub1", "obstacles": closed, "knights": {"red": {"at": "w1", "talismans": 1}}})
    begin = [("w1", False), ("gb2", False), ("tc3", True)]
    for at, bears in begin:
        found, edge, turns = {at: 0}, {(at, bears)}, 0
        seen = set(edge)
        while edge:
            turns, ends = turns + 1, set()
            for place, has in edge:
                knight = state.knight("red")._replace(at=place, ring=has)
                here = replace(state, knights=(knight,), ring=None if has else "ub1")
                ends |= {(way[-1], has or "ub1" in way) for way in (a.spaces for a in rules.legal_actions(here)) if way}
            for end, _ in ends:
                found.setdefault(end, turns)
            edge = {end for end in ends - seen if BOARD.spaces[end[0]].kind != "dragon"}
            seen |= ends
        ground = paths.Ground(BOARD, frozenset(closed), None if bears else "ub1")
        assert paths.turns_over(ground, at, bears) == found
        assert len(found) > 20


def test_dragons_dared_are_quicker_on_average_only_where_they_are_on_the_way() -> None:
    state = gran.loads('[knights.red]\nat = "ga1"')
    assert state.fewest("gc3") == 2
    dared = state.expected_turns("gc3")
    assert dared is not None
    assert 1 < dared <= 2
    surely = state.expected_turns("gc3", win=Fraction(1))
    assert surely == pytest.approx(1)
    assert state.expected_turns("gc3", win=Fraction(0)) == pytest.approx(2)


def test_the_obstacle_that_costs_a_rival_most() -> None:
    state = gran.loads(
        'ring = "gc2"\nobstacles = ["ga1"]\nmoment = "obstacle"\norder = ["red", "blue", "green"]\n'
        '[knights.red]\nat = "ea2"\n[knights.blue]\nat = "w4"\n[knights.green]\nat = "uc4"'
    )
    costs = state.obstacle_costs("blue", "gc2")
    assert (costs["ua3"], costs["gb1"], costs["gb4"]) == (4, 3, 2)
    assert max(turns for turns in costs.values() if turns is not None) == 4


def test_where_to_lay_the_ring_is_a_race() -> None:
    knights = '[knights.red]\nat = "ucity"\n[knights.blue]\nat = "tb1"\n[knights.green]\nat = "w1"'
    state = gran.loads(RED + 'moment = "ring"\n' + knights)
    race = state.ring_race()
    assert set(race) == set(state.ring_places())
    assert all(state.board.spaces[space].state != "urgad" for space in race)
    assert race["tc1"] == (state.fewest("tc1", "red"), 1)


def test_who_fetches_the_ring_is_barred_on_the_way_there_and_by_nothing_from_there_ring_bearer_passes() -> None:
    """Three turns to the ring, among obstacles; on to Urgad it is five for whoever bears nothing, three for its bearer."""
    closed = 'obstacles = ["w2", "tb4", "uc1", "ta3", "ua1", "ea1", "w5", "eb4", "ub3"]\n'
    state = gran.loads(closed + 'order = ["red"]\nring = "tc2"\n[knights.red]\nat = "w7"')
    assert (state.fewest("tc2"), state.fewest_bearing("ucity")) == (3, 6)
    without = gran.loads(closed + 'order = ["red"]\nring = "gb1"\n[knights.red]\nat = "tc2"')
    assert without.fewest("ucity") == 5
    bearer = gran.loads(closed + 'order = ["red"]\n[knights.red]\nat = "tc2"\nring = true')
    assert (bearer.fewest("ucity"), bearer.fewest_bearing("ucity")) == (3, 3)


def test_who_is_cut_off() -> None:
    state = gran.loads(
        RED + 'obstacles = ["ga1", "gc1", "gc2", "ub4"]\n[knights.red]\nat = "gb1"\n[knights.blue]\nat = "w1"'
    )
    assert state.cut_off() == {"red"}
    assert [space for space in BOARD.of_kind("black") if paths.can_be_closed(BOARD, space)] == [
        "tb1",
        "ub1",
        "gb1",
        "eb1",
    ]


#: Galad closed off: whoever beats the dragon gb2 can jump over ga1, with a space free beyond it.
GALAD = 'order = ["red", "blue"]\nring = "gc2"\nobstacles = ["ga1", "w6", "eb1", "ec1", "ub4", "gc1"]\n'


@pytest.mark.parametrize("reach", ["some", "every"])
def test_the_last_knight_may_jump_out_and_leave_the_ring_behind(reach: str) -> None:
    """The text forbids to lay an obstacle so (line 114) and lets who has beaten a dragon pass through obstacles (line 94)."""
    here = at_table(
        "ring_reach", reach, GALAD + 'moment = "extra"\n[knights.red]\nat = "gb2"\n[knights.blue]\nat = "ta1"'
    )
    after = here.play("move ga1 w5").state
    assert after.cut_off() == {"red", "blue"}
    assert gran.broken_invariants(after) == []
    assert gran.loads(gran.dumps(after)) == gran.from_code(gran.code(after)) == after
    step = after.play("move ta2")  # and as long as nobody reaches it no obstacle comes, by the stricter reading too
    assert [event.kind for event in step.events] == ["moves", "no-place"]


def test_a_ring_that_nobody_can_have_left_behind_so_is_a_fault() -> None:
    outside = '[knights.red]\nat = "w1"\n[knights.blue]\nat = "ta1"'
    gran.loads(GALAD + outside)
    for closed in (("ga1", "w5"), ('"gc1"', '"gc1", "w5"')):  # no obstacle beside a dragon; beyond it no space is free
        assert "no knight can reach the ring at gc2" in refused(GALAD.replace(*closed) + outside)


def test_who_is_walled_in_among_symbols_lays_the_ring_where_nobody_reaches_it() -> None:
    pocket = 'obstacles = ["ec2", "eb3", "ea1", "ea3", "eb4", "tc1"]\n'
    here = gran.loads(f'order = ["red"]\n{pocket}[knights.red]\nat = "ec4"\nring = true').play("move ecity").state
    after = here.play("ring tc2").state
    assert after.cut_off() == {"red"}
    assert gran.loads(gran.dumps(after)) == after


def test_who_was_walled_in_when_the_ring_was_laid_may_jump_out_to_where_he_does_not_reach_it() -> None:
    """Lines 102 and 114 forbid neither: no space could be reached when it was laid, and who beats a dragon passes obstacles."""
    pocket = '"ec2", "eb3", "ea1", "ea3", "eb4", "tc1"'
    begin = f'obstacles = [{pocket}, "ga1", "gc1", "gc2", "ub4"]\n[knights.red]\nat = "ec4"\nring = true'
    state = gran.loads(f"next_cards = [0]\n{begin}")
    for action in ("move ecity", "ring gb1", "move ec3", "card 0", "roll 1", "move ec2 eb1"):
        state = state.play(action).state
        assert gran.broken_invariants(state) == []
    assert state.knight("red").at == "eb1"
    assert state.cut_off() == {"red"}
    assert gran.loads(gran.dumps(state)) == gran.from_code(gran.code(state)) == state
    told = refused('order = ["red"]\nring = "gb1"\nobstacles = ["ga1", "gc1", "gc2", "ub4"]\n[knights.red]\nat = "eb1"')
    assert "no knight can reach the ring at gb1" in told  # and without such a pocket nobody can have left it so


# ------------------------------------------------------------------ boards of one's own


def board_text(*changes: tuple[str, str]) -> str:
    text = material.SOURCE.read("training.toml")[0].replace('id = "training"', 'id = "mine"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ([('kind = "city", x = 0.0, y = 8.3', 'kind = "sword", x = 0.0, y = 8.3')], "tirad has 0 cities"),
        ([('id = "ta1"', 'id = "TA 1"')], "cannot be typed"),
        ([('id = "ta2"', 'id = "ta1"')], "stands twice"),
        ([('kind = "ball", x = 0.96', 'kind = "black", x = 0.96')], "crystal balls lie in galad"),
        (
            [('{ id = "ta1", state = "tirad", kind = "black"', '{ id = "ta1", state = "tirad", kind = "white"')],
            "in tirad",
        ),
        ([('["ta1", "tb1"]', '["ta1", "zz"]')], "joins no two spaces"),
        ([('["ta1", "tb1"]', '["ta1", "tb2"]')], "stands twice"),
        ([('["tc2", "tcity"], ["tc3", "tcity"], ["tc4", "tcity"], ', "")], "no way leads to tcity"),
        ([("x = -1.5, y = 2.83", 'x = "west", y = 2.83')], "is no place"),
        ([('kind = "black", x = -1.5', 'kind = "blakc", x = -1.5')], "Did you mean 'black'"),
        ([("nodes = [", "nodes = 5\nold = [")], "no list of tables"),
        ([("edges = [", "edges = 5\nold = [")], "edges is no list"),
    ],
)
def test_a_board_file_is_told_what_it_breaks(changes: list[tuple[str, str]], part: str, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(board_text(*changes), encoding="utf-8")
    with pytest.raises(ImpossibleSituation) as refusal:
        gran.load_board(file)
    assert part in str(refusal.value)
    assert str(file) in str(refusal.value)


def test_a_board_of_ones_own_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "_BOARDS", dict(boards()))
    file = tmp_path / "board.toml"
    file.write_text(board_text(), encoding="utf-8")
    board = gran.load_board(file)
    assert gran.load_board(file) is board
    assert (board.provenance, BOARD.provenance) == ("assumed", "assumed")
    unsaid = board_text(('id = "mine"', 'id = "unsaid"'), ('provenance = "assumed"', ""))
    assert material.board_from(tomllib.loads(unsaid), "board").provenance == "unknown"
    state = gran.new_game(["red", "blue"], board="mine").play("move ga3").state
    assert gran.from_code(gran.code(state)) == state
    assert gran.loads(gran.dumps(state)).board is board
    code = gran.code(state)
    file.write_text(board_text(("x = -1.5", "x = -1.6")), encoding="utf-8")
    with pytest.raises(ImpossibleSituation, match="another board"):
        gran.load_board(file)
    monkeypatch.setattr(material, "_BOARDS", {"training": boards()["training"]})
    with pytest.raises(UnreadableText, match="not known"):
        gran.from_code(code)


def test_the_figures_agree_with_the_code() -> None:
    figures = {figure["what"]: figure["value"] for figure in gran.figures()}
    assert figures["split of the dragon cards (strength = copies)"] == {str(k): v for k, v in DRAGONS.items()}
    assert figures["dragon cards"] == sum(DRAGONS.values())
    assert set(figures["knight colours"]) == set(COLOURS)
    assert tuple(figures["states"]) == STATES
    assert (figures["obstacles"], figures["talismans to a knight"], figures["seals of each city"]) == (
        material.OBSTACLES,
        material.TALISMANS,
        material.SEALS,
    )


# ------------------------------------------------------------------ bots


def test_the_careful_bot_beats_random_ones() -> None:
    won = 0
    for seed in range(2):
        bots = {"red": gran.BOTS["careful"], "blue": gran.BOTS["random"]}
        record = play_out(gran.new_game(["red", "blue"]), bots, seed, most=400)
        won += record.state.winner == "red"
    assert won == 2


def test_the_careful_bot_dares_a_dragon_on_its_way() -> None:
    state = gran.loads(
        'order = ["black"]\nmoment = "extra"\ndragons_used = { 5 = 2, 4 = 1, 3 = 1 }\n'
        'obstacles = ["ua1", "gc2", "w1"]\n[knights.black]\nat = "eb2"'
    )
    for seed in range(3):
        assert gran.BOTS["careful"](state, state.turn, random.Random(seed)) in ("move ec3", "move ec2 ec3")


def test_equal_states_are_equal_whatever_way_they_were_reached() -> None:
    state = gran.loads(RED + '[knights.red]\nat = "ga3"')
    one, other = state.play("move ga2 ga1").state, state.play("move w6 w5").state.play("move ga3").state
    assert one != other
    ways = state.ends()["gc4"]
    assert ways == ("move gball gc4", "move gb4 gc4")
    assert len({state.play(way).state for way in ways}) == 1


@pytest.mark.parametrize("under_coats", [("red", "blue", "green"), ("red", "blue", "green", "yellow")])
def test_there_are_four_coats_and_the_fifth_is_played_without_one(under_coats: tuple[str, ...]) -> None:
    spaces = ("ub2", "uc3", "tb2", "tc3")
    tables = [f'[knights.{c}]\nat = "{at}"\ncoat = true\n' for c, at in zip(under_coats, spaces, strict=False)]
    order = ", ".join(f'"{colour}"' for colour in (*under_coats, "black"))
    state = gran.loads(f'order = [{order}]\nturn = "black"\n{"".join(tables)}[knights.black]\nat = "ga1"\n')
    for action in ("move gb2", "card 6"):
        state = state.play(action).state
    told = {rule for event in state.play("roll 1").events for rule in event.rules}
    assert ("dragon.coat-supply" in told) is (len(under_coats) == 4)
