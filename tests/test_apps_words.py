"""Everyday questions, read forgivingly and never in silence."""

from __future__ import annotations

import pytest

from engine import mystic_wood as mw
from tutor.apps.words import turned_to, understand

TABLE = """
order = ["roland", "george", "guyon"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc", "elf", "wild-boar", "saracen"]
things = ["lance"]
[areas.c3]
paths = "NESW"
[knights.roland]
at = "c2"
came_from = "c1"
things = ["key", "ring"]
companions = ["prince", "sage", "arch-mage", "magician"]
[knights.george]
at = "c2"
[knights.guyon]
at = "c5"
imprisoned = true
"""

ASKED = {
    "may Roland joust George?": "may joust george",
    "can he challenge george to a joust": "may joust george",
    "wild boar": "may meet wild-boar",
    "Wild Bore?": "may meet wild-boar",
    "may he fight the orc": "may meet orc",
    "may he meet the elf before the orc?": "may meet elf",
    "arch mage to d7": "may arch-mage d7",
    "can the Arch-Mage carry him to d7?": "may arch-mage d7",
    "who comes first?": "order ",
    "in which order?": "order ",
    "what are the chances against the saracen with the prince": "chances meet saracen with prince",
    "odds of beating the orc": "chances meet orc",
    "meet saracen with prince": "may meet saracen with prince",
    "may Roland pick up the lance?": "may take lance",
    "take the lance": "may take lance",
    "may he walk north": "may move north",
    "can he go to c3": "may move north",
    "may he withdraw?": "may withdraw",
    "retreat": "may withdraw",
    "may he stay": "may stay",
    "drop the ring": "may drop ring",
    "may he leave the sage behind?": "may leave sage",
    "may he give george the ring": "may offer ring to george",
    "trade the ring to george for the key": "may offer ring to george for key",
    "may he release guyon from the tower": "may release guyon",
    "may he let out guyon": "may release guyon",
    "storm over d4": "may storm d4",
    "add one": "may add 1",
    "go into the cave": "may go in",
    "may he drink?": "may drink",
    "may he help george": "may aid george",
    "may they combine, Roland and George, to the north": "may combine george north",
    "leave the wood": "may leave",
    "may he end the turn": "may done",
    "try to escape": "may try to escape",
    "call it a stalemate": "may stalemate",
}


@pytest.mark.parametrize(("words", "wanted"), ASKED.items())
def test_everyday_words_are_understood(words, wanted):
    found = understand(words, mw.loads(TABLE))
    assert [f"{r.question.kind} {r.question.action}" for r in found.readings] == [wanted]


def test_what_was_misspelt_is_said():
    found = understand("may he meet the wizzard", mw.loads(TABLE))
    assert [r.question.action for r in found.readings] == ["meet wizard"]
    assert found.notes == ("“wizzard” is read as Wizard.",)


def test_where_words_can_mean_several_things_all_are_offered():
    found = understand("george", mw.loads(TABLE))
    assert {"joust george"} < {r.question.action for r in found.readings}
    assert len(understand("may he combine with george", mw.loads(TABLE)).readings) == 4


@pytest.mark.parametrize("words", ["", "xyzzy plugh", "the weather tomorrow", "<script>alert(1)</script>"])
def test_what_says_nothing_is_said_to_say_nothing(words):
    found = understand(words, mw.loads(TABLE))
    assert found.readings == ()
    assert found.notes


def test_a_question_about_another_knight_says_whose_turn_is_meant():
    state = mw.loads(TABLE)
    found = understand("may George take the lance?", state)
    assert [(r.question.action, r.who) for r in found.readings] == [("take lance", "george")]
    assert "in a turn of George's own" in found.readings[0].words(state)
    assert turned_to(state, "george").to_move == "george"


def test_a_knight_who_does_not_play_is_noted():
    found = understand("may Britomart take the lance?", mw.loads(TABLE))
    assert any("does not play" in note for note in found.notes)


def test_every_action_the_engine_knows_can_be_asked_as_it_is_written():
    from engine.mystic_wood.position.actions import FORMS

    for form in FORMS:
        assert [r.question.action for r in understand(form, mw.loads(TABLE)).readings] == [mw.parse_action(form).text]


def test_a_prize_is_named_in_a_word():
    state = mw.loads('order = ["roland", "george"]\n[areas.c2]\npaths = "NESW"\n[knights.roland]\nat = "c2"\n'
                     '[knights.george]\nat = "c2"\nthings = ["key"]\n')  # fmt: skip
    for action in ("joust george", "defend", "roll 6 1"):
        state = state.play(action).state
    assert [r.question.action for r in understand("may he take the key?", state).readings] == ["prize key"]
    assert [r.question.action for r in understand("to the tower with him", state).readings] == ["prize tower"]
