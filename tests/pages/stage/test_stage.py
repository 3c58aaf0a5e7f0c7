"""The stage: scripts, the vote, what if, the clicker, what is drawn, what is taken along."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.text.faults import Faulty
from tests.support.on_stage import FILLED, SCRIPT, Kept, OnStage
from tutor.desk import Refused, Viewer
from tutor.draw.shapes import Words
from tutor.hosts.paper.stage_paper import handout
from tutor.hosts.web.classroom import Classroom, PupilLink
from tutor.pages.stage import picture
from tutor.pages.stage.document import put_act
from tutor.pages.stage.export import exported, slides
from tutor.pages.stage.fit import overflow
from tutor.pages.stage.legible import ROOM, legible
from tutor.pages.stage.recorded import recorded
from tutor.pages.stage.script import Script, read_script, script_files, shipped_script
from tutor.pages.stage.show import LATELY, MOST_MARKS, SCREEN

SHIPPED = (
    "order",
    "remains",
    "combination",
    "loose-things",
    "transport",
    "storm",
    "rescue",
    "king",
    "tower",
    "editions",
)


def ships(name: str) -> Script:
    found = shipped_script(name)
    assert found is not None
    return found


# ------------------------------------------------------------------ scripts
@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_written_on_a_board_is_read_from_afar_or_left_out(name: str) -> None:
    script = ships(name)
    for step in script.steps:
        scene = picture.picture(script.game, step.last)
        near = picture.part(scene, step.focus)
        unit = min(ROOM[0] / near[2], ROOM[1] / near[3])
        groups = [group for layer in legible(scene, near).layers for group in layer.groups]
        written = [(each, group.scale * unit) for group in groups for each in group.shapes if isinstance(each, Words)]
        assert [each.text for each, scale in written if each.size * scale < 26] == [], step.title
        places = {each.at for each in scene.targets if each.is_place}
        assert places <= {each.text for each, _ in written}, "what the places are called is always there"


def test_ten_scripts_ship() -> None:
    assert tuple(script_files()) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_script_that_ships_can_be_given_and_no_step_of_it_scrolls(name: str) -> None:
    script = ships(name)
    assert script.about
    assert any(step.question is not None for step in script.steps)
    assert not overflow(script)
    for step in script.steps:
        question = step.question
        if question is None:
            continue
        assert question.answer, step.title
        assert question.rules, step.title
        assert not question.options or question.right < frozenset(range(len(question.options))), step.title


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 'x'", "no step"),
        ("[[steps]]\ntitle = 'x'", "the first step needs a situation"),
        ("[[steps]]\nsituation = '''\norder = [\"george\"]\n'''\ndo = ['meet orc']", "not allowed there"),
        ("[[steps]]\nsituation = '''\norder = [\"george\"]\n'''\nmay = 'stay'\nmeets = true", "a step asks one thing"),
        (
            "[[steps]]\nsituation = '''\norder = [\"george\"]\n'''\noptions = ['a', 'b']\nright = 'c'",
            "no option is right",
        ),
        ("[[steps]]\nsituation = '''\norder = [\"george\"]\n'''\nnotess = 'x'", "there is no key"),
    ],
)
def test_a_script_that_cannot_be_given_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(Faulty, match=says) as refused:
        read_script(text, "mine.toml")
    assert refused.value.faults[0].where.startswith("mine.toml")
    assert refused.value.faults[0].fix


def test_what_is_too_long_for_the_screen_is_told() -> None:
    words = "Many words that nobody can read from the last row of a class room. " * 4
    option = "A very long option of many words, more than anybody reads from the last row "
    options = str(["Troll", *(option + letter for letter in "abcde")])
    long = read_script(SCRIPT.format(**FILLED).replace('["Elf", "Troll", "Orc"]', options))
    (fault,) = overflow(long)
    assert fault.fix
    said = read_script(SCRIPT.format(**{**FILLED, "because": words[:300]}))
    assert [each.what for each in overflow(said)] == ["the answer takes 6 lines, of 5"]


def test_the_engine_says_who_is_met_first_and_by_which_rule() -> None:
    question = ships("order").steps[2].question
    assert question is not None
    assert [question.options[number].text for number in question.right] == ["Troll"]
    assert question.rules[0].rule == "order.challenges-first"
    assert dict(question.places)["denizen:elf"] == 3


# ------------------------------------------------------------------ vote, talk, vote again
def test_between_opening_and_closing_screen_and_phones_learn_only_how_many() -> None:
    stage = OnStage()
    stage.act("step 1", "poll open")
    stage.vote(0, 1, 1)
    stage.desk.show_all()
    assert "<b>3</b>" in stage.screen.panels
    for link in (stage.screen, *stage.followers):
        assert "Challengers come first" not in link.said
        assert "st-bars" not in link.said
        assert "st-right" not in link.said
    assert "Received" in stage.followers[0].panels
    assert "st-fell" not in stage.clicker.said


def test_divided_opinions_suggest_to_talk_and_both_rounds_stand_side_by_side() -> None:
    stage = OnStage()
    stage.act("step 1", "poll open")
    stage.vote(0, 1, 1)
    stage.act("poll close")
    assert stage.next().endswith("poll again")
    assert "st-fell" in stage.clicker.panels  # how they fell: for whoever drives alone
    assert "st-bars" not in stage.screen.said
    stage.act("poll again")
    stage.vote(1, 1, 1)
    stage.act("poll close", "reveal")
    assert "2 → <b>3</b>" in stage.screen.panels
    assert "Challengers come first" in stage.screen.panels
    assert stage.doc.state.chances()  # the answer was played: the Troll is met


def test_closing_the_vote_sends_one_message_to_each_who_follows() -> None:
    stage = OnStage(followers=12)
    stage.act("step 1", "poll open")
    stage.vote(*[1] * 12)
    before = [len(link.messages) for link in stage.followers]
    stage.act("poll close")
    assert [len(link.messages) - n for link, n in zip(stage.followers, before, strict=True)] == [1] * 12


def test_an_answer_can_be_changed_until_the_vote_closes_and_not_after() -> None:
    stage = OnStage()
    stage.act("step 1", "poll open")
    stage.vote(0)
    stage.vote(1)
    stage.act("poll close")
    stage.vote(2)
    assert stage.doc.votes.count(0, 3) == (0, 1, 0)
    assert any(message["kind"] == "refused" for message in stage.followers[0].messages)


def test_hands_are_counted_where_nobody_has_a_phone() -> None:
    stage = OnStage(followers=0)
    stage.act("step 1")
    assert stage.next().endswith("reveal")  # nobody follows: no vote is offered
    stage.click(stage.clicker, "hands:", **{"hands 0": "4", "hands 1": "17", "hands 2": ""})
    stage.act("reveal")
    assert "<b>17</b>" in stage.screen.panels
    with pytest.raises(Refused):
        stage.act("hands 1 2")


def test_who_follows_can_answer_and_nothing_else() -> None:
    stage = OnStage()
    for target in ("do:1:step 2", "draw:", "card:more", "pip:0:6", "hands:"):
        stage.click(stage.followers[0], target)
    assert stage.doc.step == 0
    assert not stage.doc.marks


# ------------------------------------------------------------------ the clicker
def test_nothing_that_is_to_come_and_no_notes_reach_the_screen_or_a_phone() -> None:
    stage = OnStage()
    stage.act("step 1", "step 0", "step 1", "poll open", "poll close")
    for link in (stage.screen, *stage.followers):
        for secret in ("Afterwards", "note of the", "Let them talk", "The Troll is beaten"):
            assert secret not in link.said, secret


def test_a_button_pressed_twice_goes_on_once() -> None:
    stage = OnStage()
    target = stage.next()
    stage.click(stage.clicker, target)
    stage.click(stage.clicker, target)
    assert stage.doc.step == 1


def test_a_button_pressed_before_the_last_act_was_shown_does_what_it_says() -> None:
    """What is pressed quickly after something else is not taken for a second press of it; what is far too old is nothing."""
    stage = OnStage()
    stage.click(stage.clicker, stage.next())
    shown = stage.doc.moves
    stage.act("mark arrow 1,1 2,2")
    stage.click(stage.clicker, f"do:{shown}:wipe")
    assert stage.doc.marks == ()
    stage.act("mark arrow 1,1 2,2")
    stage.click(stage.clicker, f"do:{shown}:wipe")
    assert len(stage.doc.marks) == 1
    stage.act(*(f"focus c{row}" for row in range(1, 6)), *["spot 1,1"] * LATELY)
    stage.click(stage.clicker, f"do:{shown}:unmark")
    assert len(stage.doc.marks) == 1


def test_one_device_holds_the_stage_and_another_can_take_it_over() -> None:
    stage = OnStage()
    stage.click(stage.clicker, stage.next())
    assert stage.doc.driver == "driver one"
    stage.click(stage.other, f"do:{stage.doc.moves}:step 2")
    assert stage.doc.step == 1
    assert "take over" in stage.other.panels
    stage.click(stage.other, f"do:{stage.doc.moves}:take driver two")
    stage.click(stage.other, f"do:{stage.doc.moves}:step 2")
    assert stage.doc.step == 2
    assert "take over" in stage.clicker.panels


def test_blank_is_blank_everywhere_until_one_goes_on() -> None:
    stage = OnStage()
    stage.act("blank on")
    assert "st-blank" in stage.screen.panels
    assert "Look up" in stage.followers[0].panels
    assert stage.next().endswith("blank off")


def test_the_keys_of_a_presenter_drive_the_screen() -> None:
    stage = OnStage()
    assert stage.screen.shown is not None
    stage.click(stage.screen, stage.screen.shown.keys["PageDown"])
    assert stage.doc.step == 1
    stage.click(stage.screen, stage.screen.shown.keys["PageUp"])
    assert stage.doc.step == 0


# ------------------------------------------------------------------ chance, what if
def test_a_die_falls_as_it_is_told_or_as_chance_will_and_is_seen_to_fall() -> None:
    stage = OnStage()
    stage.act("step 1", "reveal")
    stage.click(stage.clicker, "pip:0:2")
    stage.click(stage.clicker, "pip:1:6")
    (rigged,) = stage.doc.branches
    assert rigged.action == "roll 2 6"
    assert not rigged.by
    assert "data-roll" in stage.screen.panels
    stage.act("go 1+", "throw")
    fallen = stage.doc.branches[-1]
    assert fallen.by == "chance"
    assert fallen.action.startswith("roll ")


def test_every_card_can_be_drawn_by_name() -> None:
    stage = OnStage()
    ground = "order = ['george']\n[areas.c2]\npaths = 'NESW'\nface = 'down'\n"
    stage.act(put_act({"title": "Unknown ground", "situation": ground}))
    stage.act("play move north")
    stage.click(stage.clicker, "card:play")
    chances = list(stage.doc.state.chances())
    assert len(chances) > 20
    assert all(f"play {each}" in stage.clicker.panels for each in chances)


def test_what_if_makes_a_tree_that_is_kept_as_a_script() -> None:
    stage = OnStage()
    stage.act("step 1", "reveal", "play roll 6 1", "play meet orc", "go 1+", "play roll 1 6", "beside b1")
    assert [each.parent for each in stage.doc.branches] == ["1+", "b1", "1+"]
    assert "mwb" in str(stage.screen.shown and stage.screen.shown.panels["second"]) or stage.doc.beside == "b1"
    kept = read_script(recorded(stage.doc))
    assert [step.title for step in kept.steps].count("What if: Roll 6 1") == 1
    assert len(kept.steps) == 5


def test_a_branch_that_was_tried_before_is_gone_to_again() -> None:
    stage = OnStage()
    stage.act("step 1", "reveal", "play roll 6 1", "go 1+", "play roll 6 1")
    assert len(stage.doc.branches) == 1


def test_nothing_is_tried_while_votes_are_taken() -> None:
    stage = OnStage()
    stage.act("step 1", "poll open")
    with pytest.raises(Refused, match="close the vote"):
        stage.act("play meet troll")


# ------------------------------------------------------------------ pointing
def test_arrows_marks_and_spotlight_stand_on_every_phone_at_once() -> None:
    stage = OnStage()
    stage.act("mark arrow 215,735 265,785", "mark ring 250,760", "spot 230,770")
    for link in (stage.screen, *stage.followers):
        assert link.shown is not None
        assert len(link.shown.extra) == 2
    stage.act("wipe")
    assert stage.screen.shown is not None
    assert not stage.screen.shown.extra


@pytest.mark.parametrize(
    "text", ["mark", "mark arrow", "mark star 1,2", "mark ring 1", "mark ring x,y", "spot 99999,1", "focus z9"]
)
def test_what_is_no_mark_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        OnStage().act(text)


def test_there_is_an_end_of_marks() -> None:
    stage = OnStage()
    stage.act(*["mark ring 250,760"] * MOST_MARKS)
    with pytest.raises(Refused, match="wipe"):
        stage.act("mark ring 250,760")


def test_one_area_is_as_large_as_one_likes() -> None:
    stage = OnStage()
    assert stage.screen.shown is not None
    near = stage.screen.shown.focus
    stage.act("focus all")
    wide = stage.screen.shown.focus
    assert near is not None
    assert wide is not None
    assert near[2] < 130 < wide[2]


# ------------------------------------------------------------------ put onto it
@pytest.mark.parametrize(
    "step",
    [
        {"exercise": "07-order-of-encounters/bad-manners"},
        {"puzzle": "beast-before-beauty"},
        {
            "exercise": "07-order-of-encounters/bad-manners",
            "wrong": "Meet the Elf",
            "rules": ["order.challenges-first"],
        },
    ],
)
def test_an_exercise_a_puzzle_an_answer_goes_onto_the_stage(step: dict[str, str]) -> None:
    stage = OnStage()
    stage.act(put_act(step))
    assert stage.doc.step == 1
    assert stage.doc.script is not None
    assert len(stage.doc.script.steps) == 4
    stage.act("reveal")
    assert "st-answer" in stage.screen.panels


def test_what_cannot_be_put_there_is_refused_and_changes_nothing() -> None:
    stage = OnStage()
    for text in ("put {}", "put 7", "put [", put_act({"puzzle": "no-such"}), put_act({"exercise": "no/such"})):
        with pytest.raises(Refused):
            stage.act(text)
    assert stage.doc.script is not None
    assert len(stage.doc.script.steps) == 3


# ------------------------------------------------------------------ kept on the server
def test_a_server_that_was_killed_finds_place_votes_and_branches_again(tmp_path: Path) -> None:
    held = Classroom(tmp_path, "http://192.168.4.20:9377/")
    held.follow_stage("order", "")
    pupil = held.pupil_of(held.join("Ada"))
    assert held.came(pupil)
    link = held.attach(pupil, "", "page of Ada")
    for act in ("step 2", "poll open"):
        held.stage.do("driver one", act)
    votes(held, link)
    again = Classroom(tmp_path, "http://192.168.4.20:9377/")
    again.follow_stage("order", "")
    assert again.stage.doc.step == 2
    assert again.stage.doc.phase == "vote"
    assert again.stage.doc.votes.count(0, 4) == held.stage.doc.votes.count(0, 4) != (0, 0, 0, 0)
    assert again.stage.begun == held.stage.begun > 0


def votes(held: Classroom, link: PupilLink) -> None:
    from tests.support.touches import a_touch

    held.touched(link, a_touch("click", "vote:1"))
    assert link.shown is not None
    assert "Received" in "".join(map(str, link.shown.panels.values()))


def test_another_script_begins_anew_and_the_same_goes_on(tmp_path: Path) -> None:
    held = Classroom(tmp_path, "http://192.168.4.20:9377/")
    held.follow_stage("order", "")
    held.stage.do("driver one", "step 3")
    held.follow_stage("order", "")
    assert held.stage.doc.step == 3
    held.follow_stage("mine", SCRIPT.format(**FILLED))
    assert held.stage.doc.step == 0
    assert held.stage.doc.name == "mine"


def test_the_clickers_link_never_reaches_the_screen(tmp_path: Path) -> None:
    held = Classroom(tmp_path, "")
    held.found_at("http://192.168.4.20:9377/", 9377, "very-secret-token")
    held.follow_stage("order", "")
    screen = Kept(Viewer("screen", role=SCREEN))
    held.stage.record.beside = held.stage.known
    screen.known = held.stage.known(screen.viewer)
    held.stage.record.desk.join(screen)
    held.stage.do("driver one", "join on")
    assert "9377" in screen.said
    assert "very-secret-token" not in screen.said


# ------------------------------------------------------------------ to take along
def test_an_export_needs_nothing_but_itself_and_has_every_step() -> None:
    script = ships("order")
    text = exported(script)
    told = json.loads(text.split('id="script">')[1].split("</script>")[0])
    assert len(told["slides"]) == len(list(slides(script))) == 7 + 4
    assert {key for slide in told["slides"] for frame in slide["frames"] for key in frame} == set(told["pieces"])
    for outside in ('src="', "@import", "url(http", 'href="http'):
        assert outside not in text
    assert max(len(slide["frames"]) for slide in told["slides"]) > 1  # what happens is seen to happen
    assert len(text) < 900_000


def test_a_handout_asks_on_one_page_and_answers_on_another() -> None:
    text = handout(ships("storm"))
    asks, answers = text.split('class="key"')
    assert "May George ride out of the storm?" in asks
    assert "reaction.storm" in answers
    assert "reaction.storm" not in asks
