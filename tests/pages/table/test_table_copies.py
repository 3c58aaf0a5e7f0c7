"""Copies: the game is played on from any line beside itself, alone or together; notes, and a walk that does not tell the end."""

from __future__ import annotations

import json
import random

import pytest

from tests.support.at_table import AtTable
from tutor.desk import Refused, fold_log
from tutor.pages.table import play
from tutor.pages.table.document import TableDocument
from tutor.pages.table.play import HOST, SEAT

ON_PHONES = {"george": "phone", "britomart": "phone", "roland": "bot"}
GEORGE, BRITOMART = SEAT + "george", SEAT + "britomart"


def begun(touches: int = 6, **more: object) -> AtTable:
    table, rng = AtTable(**more), random.Random(4)  # type: ignore[arg-type]
    for _ in range(touches):
        table.random_touch(rng)
    return table


# ---------------------------------------------------------------- alone
def test_from_any_line_one_plays_on_in_a_copy_and_the_game_stays() -> None:
    table = begun()
    lines, state = table.doc.lines, table.doc.at(3)
    table.touch("line:3")
    table.touch("copy")
    copy = table.doc.copy_of(HOST)
    assert copy is not None
    assert (copy.table.state, copy.table.copied) == (state, 3)
    assert "A copy" in table.host.panels["top"]
    assert copy.table.dice == "named", "what comes is named by who plays on"
    table.touch("dice:thrown")
    for _ in range(4):
        table.touch(next(each for each in table.host.buttons if each.startswith("act:")))
    copy = table.doc.copy_of(HOST)
    assert copy is not None
    assert len(copy.table.lines) > 3
    assert table.doc.lines == lines, "the game itself stays as it is"
    table.touch("leave-copy")
    assert "A copy" not in table.host.panels["top"]
    assert "To your copy" in table.host.panels["now"]
    table.touch("see-copy:learner")
    assert len(table.doc.copies) == 1
    table.touch("end-copy")
    assert not table.doc.copies
    assert "To your copy" not in table.host.panels["now"]


def test_in_a_copy_one_takes_back_as_far_as_it_left_the_game() -> None:
    table = begun()
    table.touch("copy")
    for _ in range(3):
        table.touch("dice:thrown")
        table.touch(next(each for each in table.host.buttons if each.startswith("act:")))
    left = table.doc.copies[0].table.copied
    assert left is not None
    table.touch(f"undo:{left}")
    assert len(table.doc.copies[0].table.lines) == left
    table.touch(f"undo:{left - 1}")
    assert len(table.doc.copies[0].table.lines) == left, "what lies before it is the game's"


def test_chance_is_named_in_a_copy_and_never_the_next_of_the_game() -> None:
    """With a seed the game throws the same again; its copy does not, or it would tell what comes."""
    table = begun(more={"seed": "w134"})
    table.touch("copy")
    assert table.doc.copies[0].table.seed == ""
    assert table.doc.copies[0].table.again == ()


def test_a_copy_is_there_again_when_the_server_is() -> None:
    table = begun(by=ON_PHONES)
    table.touch("copy", GEORGE)
    table.touch("dice:thrown", GEORGE)
    for _ in range(3):
        table.touch(next(each for each in table.pages[GEORGE].buttons if each.startswith("act:")), GEORGE)
    again = fold_log(TableDocument(), {}, table.acts)
    assert again.stopped is None
    assert again.doc.copies == table.doc.copies


# ---------------------------------------------------------------- together
def test_who_is_shown_a_copy_follows_plays_his_seat_leaves_and_comes_back() -> None:
    table = begun(by=ON_PHONES)
    table.touch("copy", GEORGE)
    table.touch("see-copy:george", BRITOMART)
    assert "no more" in table.pages[BRITOMART].refusals[-1], "it is not shown to others yet"
    table.touch("show-copy:on", GEORGE)
    assert "Look on: George plays on in a copy" in table.pages[BRITOMART].panels["now"]
    table.touch("see-copy:george", BRITOMART)
    assert "George leads it" in table.pages[BRITOMART].panels["top"]
    table.touch("dice:thrown", GEORGE)
    played = 0
    for _ in range(12):
        copy = table.doc.copies[0].table
        if copy.over:
            break
        decides = copy.state.deciders[0]
        who = SEAT + decides
        others = BRITOMART if who == GEORGE else GEORGE
        follows = [each for each in table.pages[BRITOMART].buttons if each.startswith("act:")]
        assert bool(follows) == (decides == "britomart"), "who follows plays his own seat"
        assert [each for each in table.pages[GEORGE].buttons if each.startswith("act:")], "who leads plays all"
        played += decides == "britomart"
        before = table.pages[others].panels["story"]
        table.touch(next(each for each in table.pages[who].buttons if each.startswith("act:")), who)
        assert table.pages[others].panels["story"] != before, "both see what came of it"
    assert played
    table.touch("leave-copy", BRITOMART)
    assert "A copy" not in table.pages[BRITOMART].panels["top"]
    table.touch("see-copy:george", BRITOMART)
    assert "A copy" in table.pages[BRITOMART].panels["top"]
    table.touch("end-copy", GEORGE)
    assert "A copy" not in table.pages[BRITOMART].panels["top"], "when it ends everybody is back at the game"


def test_who_follows_is_never_torn_away_from_where_he_looks() -> None:
    table = begun(by=ON_PHONES)
    table.touch("copy", GEORGE)
    table.touch("show-copy:on", GEORGE)
    table.touch("see-copy:george", BRITOMART)
    table.touch("line:2", BRITOMART)
    table.touch("dice:thrown", GEORGE)
    table.touch(next(each for each in table.pages[GEORGE].buttons if each.startswith("act:")), GEORGE)
    assert "Line 2 of" in table.pages[BRITOMART].panels["now"]


def test_nobody_does_in_a_copy_what_is_not_his_to_do() -> None:
    table = begun(by=ON_PHONES)
    table.touch("copy", GEORGE)
    with pytest.raises(Refused, match="not shown"):
        table.desk.append(BRITOMART, "in george play stay")
    table.touch("show-copy:on", GEORGE)
    for text in ("in george undo 0", "in george dice thrown", "in george new", "in george begin {}"):
        with pytest.raises(Refused):
            table.desk.append(BRITOMART, text)
    for text in ("in george new", "in george bot roland quest", "in nobody play stay", "show-copy on"):
        with pytest.raises(Refused):
            table.desk.append(HOST if text.startswith("show") else GEORGE, text)


# ---------------------------------------------------------------- with secrets
@pytest.mark.parametrize(
    ("game", "by", "more"),
    [
        ("mystic-wood", ON_PHONES, {"variants": ["hidden"]}),
        ("mystic_paths", {"red": "phone", "green": "phone", "blue": "bot"}, {}),
    ],
)
def test_while_there_are_secrets_a_copy_is_of_what_its_leader_knows_and_for_him_alone(
    game: str, by: dict[str, str], more: dict[str, object]
) -> None:
    table = begun(20, game=game, by=by, more=more)
    one, other = (name for name in table.pages if name != HOST)
    sent = len(table.pages[other].messages)
    table.touch("copy", one)
    copy = table.doc.copies[0]
    assert copy.table.state == table.doc.state.seen_by(one.removeprefix(SEAT))
    assert not copy.table.seed
    assert {place.by for place in copy.table.places} == {"here"}, "nobody else knows how others would choose there"
    rng = random.Random(2)
    for _ in range(10):
        buttons = [each for each in table.pages[one].buttons if not each.startswith("face")]
        if not buttons:
            break
        table.touch(rng.choice(buttons), one)
    assert len(table.doc.copies[0].table.lines) > (table.doc.copies[0].table.copied or 0)
    table.touch("show-copy:on", one)
    assert "made of what you know" in table.pages[one].refusals[-1]
    told = [message for message in table.pages[other].messages[sent:] if "copy" in json.dumps(message)]
    assert not told, "the others hear nothing of it"
    assert not play.seen(table.doc, table.pages[other].viewer).copies


def test_where_nobody_can_play_on_with_what_he_knows_the_page_does_not_offer_it() -> None:
    table = begun(8, game="willow", by={"ann": "phone", "bob": "phone"})
    name = SEAT + "ann"
    table.touch("line:2", name)
    assert 'data-target="copy"' not in table.pages[name].panels["now"]
    for line in range(len(table.doc.lines) + 1):
        table.touch(f"line:{line}", name)
        table.touch("copy", name)
        assert "cannot be played on" in table.pages[name].refusals[-1]
    assert not table.doc.copies
    table.touch("line:2")
    table.touch("copy")
    assert "nobody" in table.host.refusals[-1], "the screen on which nobody plays knows nobody's cards"


# ---------------------------------------------------------------- notes, and a walk without the end
def test_a_note_stands_beside_its_line_until_that_is_taken_back() -> None:
    table = begun(by={"george": "here", "britomart": "bot"})
    table.touch("line:3")
    table.touch("note", notes="Here I should have stayed.")
    assert "Here I should have stayed." in table.host.panels["story"]
    table.touch("now")
    assert "Here I should have stayed." in table.host.panels["story"]
    table.touch("undo:1")
    assert "Here I should have stayed." not in table.host.panels["story"]


def test_in_a_game_with_secrets_a_note_is_ones_own() -> None:
    table = begun(12, by=ON_PHONES, more={"variants": ["hidden"]})
    table.touch("note", GEORGE, notes="The Troll lies there.")
    assert "The Troll lies there." in table.pages[GEORGE].panels["story"]
    assert "The Troll lies there." not in table.pages[BRITOMART].all_sent() + table.host.all_sent()


def test_who_walks_through_a_game_is_not_told_what_came_later_until_he_asks() -> None:
    table = AtTable("gran", {"red": "bot", "blue": "bot"})
    assert table.doc.over
    count = len(table.doc.lines)
    table.touch("review")
    table.touch("step:on")
    shown = "".join(table.host.panels.values())
    assert "<h1>Line 1</h1>" in shown
    assert "wins" not in shown
    assert f"of {count}" not in shown
    assert 'max="1"' in table.host.panels["time"]
    table.touch("what-came")
    assert f"Line 1 of {count}" in table.host.panels["now"]
    assert "tb-future" in table.host.panels["story"]
