"""The path graph is the one answer to what is joined to what, and the quest bot finds its way by it."""

import random

import networkx
import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.play.bots import quest_bot

WOOD = """
order = ["george"]
[areas]
c2 = {paths = "NES"}
d2 = {paths = "NEW"}
a9 = {paths = "NESW"}
[knights.george]
at = "c1"
"""


def test_the_graph_is_built_once_and_nobody_can_change_it():
    state = mw.loads(WOOD)
    assert state.paths() is state.paths()
    with pytest.raises(networkx.NetworkXError):
        state.paths().remove_node("c2")


def test_a_node_says_what_lies_there_and_who_stands_there():
    there = WOOD.replace('"NES"', '"NES", denizens = ["elf"], things = ["lance"]').replace(
        '"george"]', '"george", "roland"]'
    )
    state = mw.loads(there + '[knights.roland]\nat = "c2"')
    roland_gone = mw.loads(mw.dumps(state).replace("[knights.roland]", "[knights.roland]\nout = true"))
    for here, standing in ((state, ("roland",)), (roland_gone, ())):
        node = here.paths().nodes["c2"]
        assert (node["denizens"], node["things"], node["knights"]) == (("elf",), ("lance",), standing)
        assert here.paths().nodes["c1"]["knights"] == ("george",)
        assert here.paths().nodes["d2"]["knights"] == ()


def test_what_cannot_be_reached_is_far_from_everything():
    state = mw.loads(WOOD)
    assert mw.reachable(state, "c1") == {"c1", "c2", "d2"}
    assert mw.way(state, "c1", "a9") == []
    assert mw.way(state, "c1", "b5") == []


def test_turning_a_card_that_lies_face_down_joins_nothing():
    assert mw.rotation_effect(mw.loads(WOOD), "b5") == (set(), set())


def test_the_effect_of_a_rotation_is_what_the_graph_shows_afterwards():
    state = mw.loads(WOOD)
    cut, joined = mw.rotation_effect(state, "c2")
    turned = mw.loads(WOOD.replace('c2 = {paths = "NES"}', 'c2 = {paths = "NSW"}'))
    before, after = set(map(frozenset, state.paths().edges)), set(map(frozenset, turned.paths().edges))
    assert before - after == set(map(frozenset, cut))
    assert after - before == set(map(frozenset, joined))


def test_the_quest_bot_does_not_turn_back_from_the_only_way():
    state = mw.loads(
        """
        order = ["george"]
        moment = "arrived"
        [areas.c2]
        paths = "NES"
        denizens = ["dragon"]
        [areas.b1]
        paths = "NSW"
        [areas.d1]
        paths = "NES"
        [knights.george]
        at = "c2"
        came_from = "c1"
        """
    )
    chosen = [quest_bot(state, state.turn, random.Random(seed)) for seed in range(20)]
    assert chosen.count("withdraw") <= 2
