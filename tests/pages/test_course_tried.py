"""What trying the course as a first-time learner found: each of its faults is held off here by what a learner would see."""

from __future__ import annotations

import dataclasses
import math
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

from engine.mystic_wood import ledger
from engine.mystic_wood.material.cards import CARDS
from tests.support.touches import does
from tutor.base.places import PACKAGE
from tutor.content.lessons import COURSE, load_lesson
from tutor.desk.attempts import Attempt, best_stars
from tutor.desk.progress import Progress
from tutor.draw.motion import Shot
from tutor.draw.shapes import Outline
from tutor.games.mystic_wood.scene.pictures import LONGEST, banner
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.pages.course_map import map_html
from tutor.pages.exercise import Presenter, presenter
from tutor.pages.exercise.board import film_of, view_of
from tutor.pages.exercise.exercise import Working
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of
from tutor.teach.exercise.controls import Buttons, Rows, Write
from tutor.teach.exercise.session import PRAISE, too_few
from tutor.teach.kinds.watch import Watch, WatchStep

FRONT = PACKAGE / "front/source"


def opened(lesson: str, exercise: str) -> Presenter:
    loaded = load_lesson(lesson)
    number = next(n for n, each in enumerate(loaded.exercises, start=1) if each.id == exercise)
    return presenter(loaded.exercises[number - 1], number=number, count=len(loaded.exercises))


def control(shown: Presenter, kind: type) -> Any:
    return next(each for each in shown.shown().controls if isinstance(each, kind))


def tool(shown: Presenter, name: str) -> str:
    return next((each.text for each in shown.shown().tools if each.id == name), "")


def stars(kept: list[Any]) -> int:
    return best_stars(
        [Attempt("a", "b", one.outcome, one.answer, 1.0, float(n), one.stars) for n, one in enumerate(kept)]
    )


def panels(shown: Presenter) -> dict[str, str]:
    return dict(page_of(shown.shown(), 1, shown, Viewing()).panels)


# ---------------------------------------------------------------- the board does not answer
@pytest.mark.parametrize(
    ("lesson", "exercise"), [("02-exploring", "cut-off"), ("07-order-of-encounters", "clear-the-glade")]
)
def test_where_one_is_asked_what_is_allowed_nothing_on_the_page_tells_it(lesson: str, exercise: str) -> None:
    shown = opened(lesson, exercise)
    if exercise == "clear-the-glade":
        does(shown, "action:move north")
    touched = [touch for touch in shown.shown().touches if touch.acts]
    assert len(touched) > 1
    assert not any(touch.allowed for touch in touched)
    assert "to win" not in panels(shown)["act"]


# ---------------------------------------------------------------- a wrong choice
def test_a_wrong_choice_is_refuted_by_itself_and_the_truth_is_played_after_the_second() -> None:
    shown = opened("00-start-here", "whose-turn")
    does(shown, "check", picked=["1"])
    first = shown.shown()
    assert "two areas: a Knight moves one area in a turn" in first.verdict.html
    assert "walks north to c2" not in first.verdict.html
    assert not first.film
    does(shown, "check", picked=["1"])
    assert "c2" in shown.shown().verdict.html
    assert shown.shown().film


def test_the_truth_is_played_at_once_to_who_has_asked_for_it() -> None:
    shown = opened("00-start-here", "whose-turn")
    does(shown, "solution")
    does(shown, "check", picked=["1"])
    assert shown.shown().film


def test_a_wrong_order_or_number_does_not_print_the_rule_that_answers_it() -> None:
    order = opened("00-start-here", "put-in-order")
    does(order, "check", picked=list(order.session.items))  # type: ignore[attr-defined]
    assert "45 area cards" not in order.shown().verdict.html
    number = opened("00-start-here", "a-number")
    does(number, "try", write=["3"])
    said = number.shown().verdict.html
    assert "45 area cards" not in said
    assert "It is not 3." in said, "more or less would be all one needs"
    does(number, "try", write=["3"])
    assert "more than that" in number.shown().verdict.html
    does(number, "try", write=["four"])
    assert number.session.solved


def test_half_of_what_is_right_is_said_to_be_half_without_a_rule_that_misleads() -> None:
    shown = (
        opened("10-jousts", "the-spoils") if any(e.id == "the-spoils" for e in load_lesson("10").exercises) else None
    )
    shown = shown or next(
        opened("10-jousts", e.id) for e in load_lesson("10").exercises if getattr(e, "several", False)
    )
    right = shown.session.accepted()[0]
    does(shown, "check", picked=[str(right[0])])
    assert "right as well" in shown.shown().verdict.html
    assert shown.shown().verdict.html.count("<p>") == 1


def test_praise_alone_is_no_answer() -> None:
    for entry in COURSE[:6]:
        for exercise in load_lesson(entry.name).exercises:
            if exercise.kind not in ("choose", "reckon", "order"):
                continue
            shown = presenter(exercise)
            shown.session.attempt(shown.session.accepted()[0])
            said = re.sub(r"<[^>]+>", " ", shown.shown().verdict.html)
            assert len(said.split()) > 4, (entry.name, exercise.id, said)


# ---------------------------------------------------------------- films
def sizes(film: tuple[Shot, ...]) -> set[tuple[float, float]]:
    return {(shot.scene.width, shot.scene.height) for shot in film}


@pytest.mark.parametrize("entry", [pytest.param(each, id=each.name) for each in COURSE if each.number in (4, 7, 11)])
def test_all_pictures_of_a_film_show_the_same_part_of_the_wood(entry: Any) -> None:
    seen = 0
    for exercise in load_lesson(entry.name).exercises:
        shown = presenter(exercise)
        answer = shown.session.accepted()[0]
        if exercise.kind == "choose":
            wrong = [n for n in range(len(exercise.options)) if n not in answer]  # type: ignore[attr-defined]
            for _ in range(2):
                does(shown, "check", picked=[str(wrong[0])])
        elif exercise.kind in ("do", "free"):
            for action in [answer] if isinstance(answer, str) else answer:
                does(shown, f"action:{action}")
                assert len(sizes(shown.shown().film)) <= 1
        assert len(sizes(shown.shown().film)) <= 1, exercise.id
        seen += bool(shown.shown().film)
    assert seen > 2


# ---------------------------------------------------------------- stars
def test_what_the_rules_refuse_costs_no_star() -> None:
    shown = opened("00-start-here", "ride-out")
    kept = [*does(shown, "action:move south"), *does(shown, "action:move north")]
    assert [one.outcome for one in kept] == ["progress", "right"]
    assert stars(kept) == 3
    assert "Not allowed" in verdict_after(opened("00-start-here", "ride-out"), "action:move south")


def verdict_after(shown: Presenter, button: str) -> str:
    does(shown, button)
    return shown.shown().verdict.heading


def test_what_help_costs_stands_on_its_button_until_it_costs_nothing() -> None:
    shown = opened("00-start-here", "ride-out")
    assert tool(shown, "hint") == "Hint (−1 ★)"
    assert tool(shown, "solution") == "Solution (−2 ★)"
    kept = [*does(shown, "hint"), *does(shown, "hint")]
    assert tool(shown, "solution") == "Solution"
    kept += does(shown, "action:move north")
    assert stars(kept) == 1
    shown = opened("00-start-here", "ride-out")
    shown.done_before = True
    assert tool(shown, "hint") == "Hint"


def test_a_hint_is_gone_in_the_best_moment() -> None:
    shown = opened("00-start-here", "ride-out")
    does(shown, "hint")
    assert shown.shown().verdict.help
    does(shown, "action:move north")
    assert not shown.shown().verdict.help


# ---------------------------------------------------------------- who is spoken of
def test_everyone_a_question_speaks_of_has_a_chip() -> None:
    """In a question on three Knights the third, who holds nothing but a card won, has one too."""
    missing = []
    for entry in COURSE:
        for exercise in load_lesson(entry.name).exercises:
            if exercise.kind == "build" or exercise.game.name != "mystic-wood":
                continue  # the hands of all lie on the page
            shown = presenter(exercise)
            there = {knight.id: shown.game.called(knight.id) for knight in shown.session.state.knights}
            chips = {hand.knight for hand in shown.shown().hands}
            asked = shown.session.hidden_sums
            missing += [
                (exercise.key, name)
                for knight, name in there.items()
                if re.search(rf"\b{name}\b", exercise.prompt)
                and name not in chips
                and knight not in asked
                and not shown.session.state.knight(knight).out
            ]
    assert missing == []


def test_in_a_whole_game_the_opponent_has_a_chip() -> None:
    shown = opened("18-whole-game", "the-whole-game")
    assert len(shown.shown().hands) == len(shown.session.state.order)


def test_a_throw_is_told_as_it_fell_and_only_while_it_matters() -> None:
    shown = opened("05-approach", "the-prince")
    does(shown, "check", picked=["0"])
    does(shown, "check", picked=["0"])
    assert "4 thrown, 7 in all" in panels(shown)["hands"]


# ---------------------------------------------------------------- dead ends
def test_a_dead_end_is_remembered_on_its_card() -> None:
    shown = opened("02-exploring", "to-the-tower")
    blocked = next(
        direction
        for direction in ("north", "east", "west")
        if any(event.kind == "dead-end" for event in shown.session.state.play(f"move {direction}").events)
    )
    before = len(shown.shown().board.layers[1].groups)
    does(shown, f"action:move {blocked}")
    there = shown.session.state.wood.neighbours[shown.session.state.knight(shown.session.learner).at][blocked]
    label = next(target.label for target in shown.shown().board.targets if target.id == f"area:{there}")
    assert "you looked there from c1 on turn 1: a dead end" in label
    assert len(shown.shown().board.layers[1].groups) == before + 1
    assert not any("you looked there" in target.label for shot in shown.shown().film for target in shot.scene.targets)
    does(shown, f"action:move {blocked}")
    assert f"You had looked at {there} from c1 on turn 1 already." in shown.shown().verdict.html


# ---------------------------------------------------------------- words
@pytest.mark.parametrize("rule", list(ledger()))
def test_a_banner_on_the_board_is_a_whole_short_sentence(rule: str) -> None:
    for text in ledger().rule(rule).says.values():
        if text:
            said = banner(text)
            assert len(said) <= LONGEST + 1
            assert said.endswith((".", "!", "?", ")"))
            assert "…" not in said


def test_editions_and_assumed_values_are_left_to_who_asks_why() -> None:
    """Nobody knows that there are editions before the lesson that speaks of them."""
    for entry in COURSE[:11]:
        for exercise in load_lesson(entry.name).exercises:
            assert not re.search(r"\b(1980|2006|printed source)\b", f"{exercise.prompt} {exercise.after}"), exercise.key
    shown = opened("05-approach", load_lesson("5").exercises[2].id)
    assert shown.exercise.note
    shown.session.attempt(shown.session.accepted()[0])
    verdict = shown.shown().verdict
    assert "printed source" in verdict.why
    assert "printed source" not in verdict.html


def test_the_form_of_a_chance_stands_in_the_box() -> None:
    assert "7/12" in control(opened("05-approach", "the-princess"), Write).placeholder
    assert "7/12" not in control(opened("00-start-here", "a-number"), Write).placeholder


# ---------------------------------------------------------------- order
def test_an_order_never_opens_with_what_comes_first_in_its_place() -> None:
    found = 0
    for entry in COURSE:
        for exercise in load_lesson(entry.name).exercises:
            if exercise.kind == "order":
                shown = presenter(exercise)
                first = shown.session.places[0]  # type: ignore[attr-defined]
                assert control(shown, Rows).rows[0].id not in first, exercise.key
                found += 1
    assert found > 5


# ---------------------------------------------------------------- faces
def test_denizens_have_faces_on_the_board_and_on_their_chips() -> None:
    working = Working(next(each for each in load_lesson("5").exercises if each.id == "the-elf"))
    page = page_of(working.presenter.shown(), 1, working.presenter, Viewing())
    assert "mw-portrait" in page.panels["hands"]
    assert page.scene is not None
    drawn = [shape for layer in page.scene.layers for group in layer.groups for shape in group.shapes]
    assert any(type(shape).__name__ == "Drawn" for shape in drawn)


def test_lesson_0_meets_a_denizen() -> None:
    met = [
        event.kind
        for exercise in load_lesson("0").exercises
        if exercise.kind == "watch"
        for frame in presenter(exercise).session.frames  # type: ignore[attr-defined]
        for event in frame.events
        if set(event.what) & set(CARDS.denizens)
    ]
    assert met


@pytest.mark.parametrize(("lesson", "exercise", "verb"), [("01-the-wood", "from-the-gate", "joust")])
def test_what_a_later_lesson_teaches_has_no_button_yet_and_may_be_tried(lesson: str, exercise: str, verb: str) -> None:
    shown = opened(lesson, exercise)
    legal = [action for action in shown.session.state.actions() if action.startswith(verb)]
    assert legal
    offered = {button.id.removeprefix("action:") for button in control(shown, Buttons).buttons}
    assert not offered & set(legal)
    assert "move north" in offered
    does(shown, f"action:{legal[0]}")
    assert shown.shown().verdict.kind != "idle", "written, or by a click on the board, it is answered"


def test_what_a_lesson_is_about_has_its_button_in_that_lesson() -> None:
    """Each verb that is kept for later is taught by some lesson that no longer keeps it."""
    kept = {entry.name: set(load_lesson(entry.name).exercises[0].later) for entry in COURSE}
    assert kept["00-start-here"] >= {"joust", "withdraw", "drop", "offer", "combine"}
    for name, verb in (
        ("03-glades", "withdraw"),
        ("08-things", "drop"),
        ("10-jousts", "joust"),
        ("11-combination", "combine"),
    ):
        assert verb not in kept[name]
        assert re.search(rf'"{verb}\b', load_lesson(name).source), f"{name} has nobody {verb}"


def test_buttons_of_a_whole_game_are_only_those_the_rules_allow() -> None:
    shown = opened("18-whole-game", "the-whole-game")
    legal = set(shown.session.state.actions())
    offered = [button.id.removeprefix("action:") for button in control(shown, Buttons).buttons if button.enabled]
    assert set(offered) <= legal


# ---------------------------------------------------------------- scenes
def test_a_scene_told_in_the_lessons_own_words_does_not_say_it_twice() -> None:
    shown = opened("00-start-here", "a-scene")
    seen = 0
    for frame in shown.session.frames[1:]:  # type: ignore[attr-defined]
        shown.session.attempt("next")
        verdict = shown.shown().verdict
        for event in frame.events:
            if frame.say and event.kind != "turn" and not event.sums:
                assert event.text not in verdict.html
                assert event.text in verdict.why
                seen += 1
            elif not frame.say and event.kind != "turn":
                assert verdict.html, "without words of its own it tells what happens"
    assert seen > 1


@pytest.mark.parametrize("entry", COURSE, ids=[entry.name for entry in COURSE])
def test_a_scene_of_the_course_opens_with_what_one_will_see(entry: Any) -> None:
    """Nothing to do but press, with nothing told or asked, is an empty page."""
    for exercise in load_lesson(entry.name).exercises:
        if exercise.kind == "watch":
            first = presenter(exercise).session.frames[0]  # type: ignore[attr-defined]
            assert (bool(first.say), first.action) == (True, ""), exercise.id


def test_a_scene_without_words_to_open_with_begins_by_itself() -> None:
    wood = 'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\nface = "down"\n'
    steps = (WatchStep(do="move north"), WatchStep(judge="move south"))
    scene = Watch("x", WOOD, situation=wood, rules=("explore.look",), steps=steps)
    shown = presenter(scene)
    assert [event.kind for event in shown.session.frames[0].events] == ["looks-at"]  # type: ignore[attr-defined]
    assert "Begin" not in shown.shown().verdict.html
    one = presenter(dataclasses.replace(scene, steps=steps[1:]))
    assert [button.text for button in control(one, Buttons).buttons] == ["← Back", "Begin →"], (
        "or nothing were left to press"
    )


# ---------------------------------------------------------------- what is to be counted can be seen
def test_nobody_stands_on_the_paths_that_are_to_be_counted() -> None:
    state = opened("00-start-here", "a-number").session.state
    assert [knight.at for knight in state.knights if knight.at == "c5"] == []


# ---------------------------------------------------------------- the map
def test_the_map_says_which_lesson_is_next_and_out_of_how_many_stars() -> None:
    """Only one lesson wears the gold ring, however many are begun."""
    with tempfile.TemporaryDirectory() as folder:
        progress = Progress(Path(folder) / "progress.sqlite")
        for name in ("02-exploring", "04-challenge", "07-order-of-encounters"):
            progress.record(name, load_lesson(name).exercises[0].id, "right", stars=2)
        shown = map_html(progress)
    assert shown.count(", comes next</title>") == 1
    assert re.search(r'class="mw-map-next">Begin with: <a [^>]*>0 · Start here</a>', shown)
    most = 3 * len(load_lesson("04-challenge").exercises)
    assert f"2 of {most} stars" in shown
    assert "4 Challenge: 1 of" in shown
    list_at = shown.index('<ol class="mw-map-list"')
    assert shown.index("<details") < list_at < shown.index("</details>"), "it says what the map says already"


def test_a_card_that_is_drawn_is_held_up_before_it_lies_on_the_board() -> None:
    """Item 15: who meets Merlin for the first time sees Merlin, not a small label that fades in."""
    session = opened("03-glades", "first-glade").session
    before = session.state
    step = before.play("move north")
    events, after = list(step.events), step.state
    if after.decision == "chance":
        drawn = after.play(next(text for text in after.actions() if text.startswith("draw")))
        events, after = [*events, *drawn.events], drawn.state
    card = next(event.what[0] for event in events if event.kind == "draws")
    scenes = film_of(session, view_of(session), before, after, events)
    held = [n for n, scene in enumerate(scenes) if any(target.id == f"card:{card}" for target in scene.targets)]
    lies = [n for n, scene in enumerate(scenes) if any(target.id == f"denizen:{card}" for target in scene.targets)]
    assert held
    assert held[-1] < lies[0]
    large = scenes[held[0]].target(f"card:{card}")
    assert large.h > 0.6 * scenes[held[0]].height
    assert len(held) == 1


def test_a_place_of_the_board_is_announced_in_words_and_its_ring_is_seen() -> None:
    """Item 32: "c1: Earthly Gate: stay" was no sentence, and a thin line outside the glow was easily lost."""
    scene = opened("00-start-here", "ride-out").shown().board
    labels = [group.label for layer in scene.layers for group in layer.groups if group.target.startswith("area:")]
    assert labels
    assert all(re.fullmatch(r"[a-e][1-9]: [A-Z a-z].*\.", label) and ": stay" not in label for label in labels), labels
    rule = r"\.mwb-wood \[data-target\]:focus-visible \{ outline: (\d+)px solid"
    ring = re.search(rule, (FRONT / "css/board.css").read_text(encoding="utf-8"))
    assert ring is not None
    assert int(ring[1]) >= 5


# ---------------------------------------------------------------- the course tried once more
def test_a_bound_is_told_before_it_is_broken_and_as_the_reason_when_it_is() -> None:
    shown = opened("05-approach", "by-way-of-the-bishop")
    assert "You have 4 actions." in shown.shown().verdict.html
    does(shown, "action:move west")
    said = shown.shown().verdict
    assert "No way on" in said.heading
    assert "In the 3 actions you have left it cannot be done any more. Undo?" in said.html


def test_what_nothing_can_mend_names_no_bound() -> None:
    shown = opened("05-approach", "two-gifts")
    assert "for good" not in shown.shown().verdict.html
    assert too_few(0, "action") == "That was your last action. Undo?"
    assert too_few(1, "turn") == "In the one turn you have left it cannot be done any more. Undo?"


def test_where_only_buttons_answer_nothing_on_the_board_is_offered() -> None:
    shown = opened("10-jousts", "call-for-aid").shown()
    assert not any(touch.acts for touch in shown.touches)
    assert "Press a button." in shown.verdict.html
    assert "glows" not in shown.verdict.html


@pytest.mark.parametrize(("exercise", "numbers"), [("the-blessing", "prowess 2"), ("where-it-runs", "strength 1")])
def test_a_sum_that_is_asked_for_after_something_is_done_is_no_secret_before(exercise: str, numbers: str) -> None:
    [hand] = opened("05-approach", exercise).shown().hands
    assert numbers in hand.line


def test_a_refusal_crosses_nobody_out_of_whom_it_does_not_speak() -> None:
    shown = opened("07-order-of-encounters", "the-challengers")
    does(shown, "check", picked=["dragon", "wizard", "wild-boar", "giant", "king"])
    assert "The Wild Boar comes before the Dragon." in shown.shown().verdict.html
    scene = shown.shown().film[-1].scene if shown.shown().film else shown.shown().board
    drawn = next(g for layer in scene.layers for g in layer.groups if g.label.startswith("Refused"))
    arms = [s for s in drawn.shapes if isinstance(s, Outline) and s.stroke == "refused" and not s.dashed]
    xs, ys = zip(*[piece[1:3] for piece in arms[0].pieces], strict=True)
    cross = (sum(xs) / len(xs), sum(ys) / len(ys))
    others = [t for t in scene.targets if t.id.startswith("denizen:") and t.id != "denizen:wild-boar"]
    assert len(others) == 4
    assert all(math.dist(cross, other.middle) > 11 for other in others)


def test_praise_does_not_say_the_heading_twice() -> None:
    assert not [words for words in PRAISE if words.casefold().startswith("right")]
