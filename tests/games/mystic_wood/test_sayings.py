"""What a learner may write: the action counts, never its spelling."""

from __future__ import annotations

import pytest

from engine import mystic_wood as mw
from engine.text.faults import UnreadableText
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.games.mystic_wood.words.places import read_area
from tutor.games.mystic_wood.words.typed_actions import LONGEST, understood
from tutor.teach.exercise.answers import read_number
from tutor.teach.exercise.exercise import Mistake
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.game.teachable import TooFar
from tutor.teach.kinds import start
from tutor.teach.kinds.do import Do

GLADE = """
order = ["george", "roland"]
[areas.c2]
paths = "NESW"
denizens = ["orc", "wizard"]
things = ["shield"]
[knights.george]
at = "c2"
companions = ["prince", "princess"]
[knights.roland]
at = "c2"
"""


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("east", "move east"),
        ("East", "move east"),
        ("E", "move east"),
        ("go east", "move east"),
        ("Go to the east.", "move east"),
        ("→ East", "move east"),
        ("-> East", "move east"),
        ("d2", "move east"),
        ("ride to d2", "move east"),
        ("Move  North", "move north"),
        ("c1", "move south"),
        ("walk to C1", "move south"),
        ("Meet Orc", "meet orc"),
        ("meet the orc!", "meet orc"),
        ("fight the Orc", "meet orc"),
        ("orc", "meet orc"),
        ("Joust Roland", "joust roland"),
        ("challenge Roland", "joust roland"),
        ("meet wizard with princess prince", "meet wizard with prince princess"),
        ("Meet the Wizard with Princess and Prince", "meet wizard with prince princess"),
        ("Meet Wild Boar", "meet wild-boar"),
        ("take the Golden Bough", "take golden-bough"),
        ("pick up the shield", "take shield"),
        ("shield", "take shield"),
        ("Stay", "stay"),
        ("wait", "stay"),
        ("Done.", "done"),
        ("withdraw", "withdraw"),
        ("try to escape", "try to escape"),
        ("go in", "go in"),
        ("use key", "use key"),
        ("offer shield to roland", "offer shield to roland"),
        ("leave princess", "leave princess"),
        ("leave", "leave"),
        # Words that the ruling checker knows, an exercise knows as well.
        ("beat up the boar", "meet wild-boar"),
        ("duel roland", "joust roland"),
        ("run away", "withdraw"),
        ("go back", "withdraw"),
        ("take the buckler", "take shield"),
        ("give the shield to roland", "offer shield to roland"),
        ("hit the orc with the princess", "meet orc with princess"),
        ("finish my turn", "done"),
    ],
)
def test_any_sensible_writing_is_understood(text: str, action: str) -> None:
    assert understood(text, mw.loads(GLADE), "george") == action


@pytest.mark.parametrize("text", ["e9", "ride to a1", "go to d3"])
def test_an_area_out_of_reach_is_too_far_not_unreadable(text: str) -> None:
    with pytest.raises(TooFar):
        understood(text, mw.loads(GLADE), "george")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "help",
        "?",
        "fly to the moon",
        "meet",
        "ride",
        "meet the moon",
        "x" * 10_000,
        "north " * 5_000,
        "kill everybody",
        "what is the orc",
        "don't fight",
        "i do not fight the boar",
        "never fight the boar",
        "how strong is the boar",
        "fight the orc and the wizard",
    ],
)
def test_what_means_nothing_is_told_what_would(text: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        understood(text, mw.loads(GLADE), "george")
    assert "meet the Orc" in refused.value.faults[0].fix
    assert len(refused.value.faults[0].what) < LONGEST


def test_an_exercise_takes_the_right_action_however_it_is_spelt() -> None:
    for text in ("Meet Orc", "meet the ORC", "orc", "fight orc"):
        session = start(Do("x", WOOD, situation=GLADE, accept=("Meet Orc",), rules=("move.one",)))
        assert session.attempt(text).outcome is Outcome.RIGHT


def test_own_words_for_a_mistake_are_found_however_it_is_spelt() -> None:
    mistake = Mistake("Meet Wizard", "Not him!")
    session = start(Do("x", WOOD, situation=GLADE, accept=("meet orc",), rules=("move.one",), wrong=(mistake,)))
    assert session.attempt("wizard").text == "Not him!"


def test_staying_uses_a_turn_whatever_its_capitals() -> None:
    from tutor.teach.exercise.claims import Claim
    from tutor.teach.kinds.free import Free

    goal = Claim(((("knight", "george"), ("at", "e9")),), WOOD)
    session = start(
        Free("x", WOOD, situation='order = ["george"]', goal=goal, rules=("move.one",), max_turns=5, bots="still")
    )
    session.attempt("Stay")
    assert session.turns_left == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text", ["10", "10/36", "10 of 36", "10 out of 36", "10 in 36", "5/18", "27.8 %", "about 28 %"]
)
def test_so_many_of_36_is_written_as_one_likes(text: str) -> None:
    from fractions import Fraction

    assert read_number(text, 36).means(Fraction(10, 36))


def test_numbers_and_areas_of_any_length_are_answered_at_once() -> None:
    for text in ("1" + " " * 30_000 + "x", "9" * 100_000):
        with pytest.raises(UnreadableText):
            read_number(text)
    with pytest.raises(UnreadableText):
        read_area("a" * 100_000)
