"""Everyday questions, read forgivingly and never in silence."""

from __future__ import annotations

import pytest

from engine import mystic_wood as mw
from tests.touches import a_touch
from tutor.pages.checker.words import turned_to, understand

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


GLADE = """
order = ["roland", "george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["witch", "orc", "queen"]
things = ["lance"]
[knights.roland]
at = "c2"
came_from = "c1"
companions = ["prince", "sage", "magician"]
things = ["key", "wand"]
[knights.george]
at = "c2"
things = ["ring"]
companions = ["child"]
"""

#: As people at a table say it: what is read, and whether it is answered at once.
SPOKEN = {
    "can I joust George with the prince's help?": ["joust george with prince"],
    "can the sage help against the orc?": ["meet orc with sage"],
    "may the prince fight the orc for him?": ["meet orc with prince"],
    "how likely is it that he beats the orc with the prince?": ["meet orc with prince"],
    "what are my chances against the orc?": ["meet orc"],
    "what if he just walks off to the east?": ["move east"],
    "who do I have to meet first?": [""],
    "Is he allowed to pick up the lance before the orc?": ["take lance"],
    "can he use the wand now?": ["wand"],
    "can I use the key?": ["use key"],
    "can the magician make a storm on c3?": ["storm c3"],
    "teleport to c5": ["arch-mage c5"],
    "Ork": ["meet orc"],
    "fight the ork with the price": ["meet orc with prince"],
    "jost geroge": ["joust george"],
    "can he sit this one out?": ["stay"],
    "end my turn": ["done"],
    "does the queen guard the lance?": ["take lance"],
    "may he trade his key for George's ring": ["offer key to george for ring"],
    "can he give the key to George in exchange for the ring?": ["offer key to george for ring"],
    "can he back out?": ["withdraw"],
    "may he run away from the orc?": ["withdraw"],
}
UNSURE = {
    "may the queen and the orc be met in the same turn?": ["meet queen", "meet orc", ""],
    "can he take the child from George?": ["joust george", "prize child"],
    "does he get another turn?": ["take lance"],
    "can he marry the sage?": ["leave sage"],
    "can he ignore the orc and talk to the witch first?": ["meet witch", "withdraw", "move north", "move east", "move south"],
    "does the child help George?": ["aid george"],
    "is he safe?": ["leave sage"],
    "may he send George to the tower?": ["prize tower", "joust george"],
    "may they fight together?": ["combine george north", "combine george east", "combine george south", "combine george west"],
    "can he pass the Orc by?": ["withdraw", "move north", "move east", "move south", "move west"],
}


@pytest.mark.parametrize(("words", "wanted"), SPOKEN.items())
def test_spoken_questions_are_understood(words, wanted):
    found = understand(words, mw.loads(GLADE))
    assert [reading.question.action for reading in found.readings] == wanted
    assert found.sure


@pytest.mark.parametrize(("words", "wanted"), UNSURE.items())
def test_what_may_be_a_guess_is_offered_and_not_answered(words, wanted):
    from tutor.pages.checker.page import Checker

    found = understand(words, mw.loads(GLADE))
    assert [reading.question.action for reading in found.readings][: len(wanted)] == wanted
    checker = Checker()
    checker.begin(GLADE, words)
    assert checker.answer_now is None
    assert checker.page().panels["mean"].count("<button") == len(found.readings)


def test_walking_past_somebody_in_the_next_area_is_walking_there():
    state = mw.loads(GLADE.replace('[knights.george]\nat = "c2"', '[knights.george]\nat = "c3"'))
    for words in ("may Roland pass George?", "can he walk through to George", "may he ride past george"):
        assert [reading.question.action for reading in understand(words, state).readings] == ["move north"]


def test_chances_are_of_what_is_thrown_for():
    state = mw.loads(GLADE)
    against = [reading.question.action for reading in understand("what are my chances against George?", state).readings]
    assert against[0] == "joust george"
    assert all(action.startswith("joust george") for action in against)
    good = [reading.question for reading in understand("are the chances good?", state).readings]
    assert {question.action.split()[0] for question in good} == {"meet", "joust"}
    assert {question.kind for question in good} == {"chances"}


def test_who_is_fought_is_no_partner():
    table = GLADE.replace('[knights.george]\nat = "c2"', '[knights.george]\nat = "c3"').replace('"george"]', '"george", "guyon"]')
    state = mw.loads(table + '[knights.guyon]\nat = "c2"\n')
    for words in ("may he fight together with Guyon against George?", "may they join forces against George?"):
        assert [reading.question.action for reading in understand(words, state).readings] == ["combine guyon north"]


def test_who_throws_first_is_not_the_order_of_meeting_and_leads_to_the_rules():
    from tutor.pages.checker.page import Checker

    checker = Checker()
    checker.begin(GLADE, "who throws first?")
    assert (checker.answer_now, checker.index) == (None, None)
    checker.answer(a_touch("click", "do:rules-of-it"))
    assert "throw" in checker.page().panels["index"]
    assert checker.index.find == "who throws first?"


def test_whoever_asks_whether_he_must_is_told_all_that_he_may():
    found = understand("does he have to fight the orc?", mw.loads(GLADE))
    assert found.notes[0].startswith("Whether he must: all that Roland may do now is withdraw, meet the Orc, ")
    assert [reading.question.action for reading in found.readings] == ["meet orc"]
