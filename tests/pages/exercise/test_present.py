"""What exercises offer and show, and what inputs mean: the presenters, without any front end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract.events import Event
from engine.mystic_wood.material.ledger import ledger
from engine.mystic_wood.material.wood import wood_of
from tests.depth import deep
from tests.support.arenas import GEORGE_AND_ORC
from tests.support.touches import does
from tutor.base.prose import inline, markdown
from tutor.content.lessons import course_lessons, find_lesson, read_lesson
from tutor.desk import Refused
from tutor.games.mystic_wood.scene import View
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.pages.exercise import Presenter, presenter
from tutor.pages.exercise.board import clickable
from tutor.pages.exercise.page_of import page_of
from tutor.pages.exercise.words import dice_html, die_html, verdict_of
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.controls import Buttons, NoteShown, Options, Rows, Write
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds import KINDS, Face, Session, start
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.free import Free
from tutor.teach.kinds.order import Order, OrderSession
from tutor.teach.kinds.reckon import Reckon
from tutor.teach.kinds.watch import WatchSession


def opened(lesson: str, exercise: str) -> Presenter:
    return presenter(read_lesson(find_lesson(lesson)).exercise(exercise), number=1, count=3)


def press(shown: Presenter, button: str) -> Presenter:
    does(shown, button)
    return shown


def control(shown: Presenter, kind: type) -> Any:
    return next(found for found in shown.shown().controls if isinstance(found, kind))


def tools(shown: Presenter) -> list[str]:
    return [button.id for button in shown.shown().tools if button.enabled]


def test_every_kind_has_data_a_session_and_a_face() -> None:
    for name, kind in KINDS.items():
        assert kind.exercise.kind == kind.name == name
        assert issubclass(kind.session, Session)
        assert issubclass(kind.face, Face)


# -------------------------------------------------------------------- a board larger than the window


def test_where_one_plays_on_a_large_board_the_part_round_the_knight_is_shown_and_follows_him() -> None:
    shown = opened("18-whole-game", "the-whole-game")
    assert shown.whole == View.whole(wood_of("1980"))
    assert (len(shown.view.columns), shown.view.north - shown.view.south + 1) == (5, 4)
    aside = shown.shown().aside
    assert aside is not None
    assert aside.title == "The whole Wood; shown large: a1 to e4"
    does(shown, "look:c9")
    assert shown.view.shows("c9")
    assert not shown.view.shows("c1")
    press(shown, "action:move north")
    assert shown.view.shows(shown.session.state.knight(shown.session.learner).at), "it follows what is done"
    assert press(shown, "closer").view == View.whole(wood_of("1980"))


def test_a_lesson_that_shows_the_whole_wood_shows_it_whole_and_a_part_on_wish() -> None:
    shown = opened("01-the-wood", "from-above")
    assert shown.view == View.whole(wood_of("1980"))
    aside = shown.shown().aside
    assert aside is not None
    assert shown.shown().near
    assert {target.at for target in aside.targets} == set(View.near(wood_of("1980"), "d5").areas), (
        "a closer look beside it"
    )
    assert press(shown, "closer").view.shows("d5")
    assert not shown.view.shows("c9")
    does(shown, "look:far")
    assert shown.view.shows("d5"), "what is no place is no look"


def test_nothing_is_shown_from_near_by_where_there_is_nothing_to_be_seen() -> None:
    """A Gate among the backs of cards tells nothing more; in a scene the closer look is there from the first picture."""
    assert opened("01-the-wood", "from-gate-to-gate").shown().aside is None
    scene = opened("00-start-here", "a-scene")
    assert isinstance(scene.session, WatchSession)
    for _ in scene.session.frames:
        assert scene.shown().aside is not None, "c2 is turned up in it"
        press(scene, "forth")


def test_a_small_board_has_nothing_beside_it() -> None:
    shown = opened("02-exploring", "first-step")
    assert shown.shown().aside is None
    does(shown, "look:c9")
    assert shown.view == shown.whole


# -------------------------------------------------------------------- on the board


def test_an_illegal_try_says_the_reason_in_front_and_the_rule_behind_why() -> None:
    verdict = press(opened("02-exploring", "first-step"), "action:move south").shown().verdict
    assert verdict.heading == "✗ Not allowed"
    assert "the Wood ends" in verdict.html
    assert "wood.edge" not in verdict.html
    assert "wood.edge" in verdict.why
    assert "1980 rules, The Wood" in verdict.why
    assert 'href="../docs/rulings.md#wood.edge"' in verdict.why


def test_what_is_solved_offers_no_action_but_the_next_exercise() -> None:
    shown = press(opened("02-exploring", "first-step"), "action:move north")
    assert shown.shown().controls == ()
    assert shown.shown().focus == "next"
    assert "next" in tools(shown)
    state = shown.session.state
    with pytest.raises(Refused):
        does(shown, "action:move north")
    assert shown.session.state == state
    assert "action:stay" in [b.id for b in control(press(shown, "undo"), Buttons).buttons]


def test_a_far_area_is_too_far_by_click_and_by_word() -> None:
    shown = opened("02-exploring", "first-step")
    for target, written in (("area:b3", []), ("try", ["ride to b3"])):
        does(shown, target, write=written)
        verdict = shown.shown().verdict
        assert verdict.heading == "? Too far"
        assert "does not lie next to c1" in verdict.html
        assert "move.one" in verdict.why


def test_the_board_shows_where_the_knight_really_is_after_a_move_taken_back() -> None:
    """The consequence is played and taken back before one's eyes; the picture that stays is the true one."""
    shown = opened("00-start-here", "ride-out")
    before = shown.shown().board
    kept = does(shown, "action:stay")
    assert kept[0].outcome == "wrong"
    assert {t.id: t.at for t in shown.shown().board.targets} == {t.id: t.at for t in before.targets}


def test_a_move_is_played_step_by_step_the_card_first() -> None:
    film = press(opened("02-exploring", "first-step"), "action:move north").shown().film
    moves = [{(step.kind, step.target) for step in shot.steps} for shot in film]
    assert ("turn", "area:c2") in moves[1]
    assert ("slide", "knight:george") in moves[2]


def test_the_dead_end_is_seen_and_lies_face_down_again_at_the_end() -> None:
    shown = press(opened("02-exploring", "two-ways"), "forth")
    assert "paths" in next(line for line in shown.shown().board.lines if line.startswith("c2:"))
    press(shown, "forth")
    assert not any(line.startswith("c2:") and "paths" in line for line in shown.shown().board.lines)


def test_actions_one_may_try_are_buttons_and_those_of_the_lesson_only_at_first() -> None:
    shown = opened("02-exploring", "first-step")
    assert [b.text for b in control(shown, Buttons).buttons][:5] == ["↑ North", "→ East", "↓ South", "← West", "Stay"]
    assert control(shown, Write).press == "Try it"


def test_places_one_may_click_are_told_from_those_the_rules_allow() -> None:
    touches = {touch.id: touch for touch in opened("02-exploring", "through-the-trees").shown().touches}
    assert any(touch.acts for touch in touches.values())
    assert not any(touch.allowed for touch in touches.values()), "where a refusal is sought nothing is given away"
    first = {touch.id: touch for touch in opened("02-exploring", "first-step").shown().touches}
    assert first["area:c2"].allowed


def test_a_lost_goal_is_said_and_undo_offered() -> None:
    wood = 'order = ["george"]\n' + "".join(f'[areas.{a}]\npaths = "NESW"\nglade = false\n' for a in ("c2", "c3", "d1"))
    shown = presenter(
        Do(
            "x",
            WOOD,
            situation=wood,
            goal=Claim(((("knight", "george"), ("at", "c3")),), WOOD),
            within=2,
            rules=("move.one",),
        )
    )
    press(shown, "action:move east")
    assert shown.shown().verdict.heading == "✗ No way on"
    assert "Undo?" in shown.shown().verdict.html
    assert next(b for b in shown.shown().tools if b.id == "undo").main
    press(shown, "undo")
    press(shown, "action:move north")
    assert shown.shown().verdict.heading == "… On the way"


#: Exercises whose ways are dear to search, or long: of each kind every lesson has others.
DEAR = {
    "25-paths-forest-and-map/a-map-of-your-own",
    "25-paths-forest-and-map/home-in-three",
    "15-winning/three-turns-in-the-dark",
    "26-paths-three-clues/all-at-once",
    "33-willow-spells/fly-away",
    "18-whole-game/the-whole-game",
}


@pytest.mark.parametrize("dear", [False, deep(True)])
def test_every_step_of_every_solution_is_offered_by_button_or_board(dear: bool) -> None:
    missing, tried = [], set()
    for lesson in course_lessons():
        for exercise in lesson.exercises:
            if exercise.kind not in ("do", "free") or (exercise.key in DEAR) != dear:
                continue
            tried.add(exercise.key)
            shown = presenter(exercise)
            session = shown.session
            line = session.accepted()[0]
            for action in (line,) if isinstance(line, str) else line:
                if session.solved:
                    break
                buttons = {
                    b.id for found in shown.shown().controls if isinstance(found, Buttons) for b in found.buttons
                }
                clicks = {session.game.meant(session.state, session.learner, target) for target in clickable(session)}
                there = {
                    click.split()[-1] for click in clicks if click
                }  # of two ways to a space a touch is the shorter
                if f"action:{action}" not in buttons and action.split()[-1] not in there:
                    missing.append((exercise.key, action))
                press(shown, f"action:{action}")
    assert tried == DEAR if dear else len(tried) > 120
    # In the Willow game a space says who goes there, but of several who may go along a touch takes none: that is typed.
    assert [(key, action) for key, action in missing if " moves " not in action or " with " not in action] == []


# -------------------------------------------------------------------- the other kinds


def test_a_scene_opens_with_its_words_and_says_them_no_more_in_its_middle() -> None:
    shown = opened("04-challenge", "three-fights")
    assert "Two fights" in shown.shown().verdict.html
    for _ in range(30):
        press(shown, "forth")
        assert "Two fights" not in shown.shown().verdict.html
        assert shown.shown().verdict.html
    assert "next" in tools(shown)


def test_what_a_scene_draws_is_on_the_board_while_it_speaks_of_it() -> None:
    shown = opened("06-transportation", "through-the-middle")

    def arrows() -> list[tuple[str, str]]:
        keys = [group.key for layer in shown.shown().board.layers for group in layer.groups if group.key]
        return [(key[1].start, key[1].end) for key in keys if key[0] == "arrow"]  # type: ignore[attr-defined]

    assert arrows() == [("b3", "c5")]
    press(shown, "forth")
    assert arrows() == [("b3", "c5"), ("c5", "d7")]
    press(shown, "forth")
    assert arrows() == []


def test_an_order_is_kept_as_the_learner_left_it() -> None:
    shown = opened("02-exploring", "in-this-order")
    items = [row.id for row in control(shown, Rows).rows]
    wrong = list(reversed(items))
    does(shown, "check", picked=wrong)
    assert [row.id for row in control(shown, Rows).rows] == wrong
    does(shown, "check", picked=list(shown.session.accepted()[0]))
    assert control(shown, Rows).frozen


def test_a_wrong_order_marks_the_two_that_are_spoken_of_and_a_right_one_is_played_out() -> None:
    shown = opened("07-order-of-encounters", "then-the-gentle")
    assert isinstance(shown.session, OrderSession)
    right = list(shown.session.accepted()[0])
    does(shown, "check", picked=[*right[1:], right[0]])
    rows = control(shown, Rows).rows
    assert [row.id for row in rows if row.mark] == [right[1], right[0]]
    assert all(row.face is not None and row.place == 0 for row in rows)
    assert not any(shot.about for shot in shown.shown().film)
    does(shown, "check", picked=right)
    rows = control(shown, Rows).rows
    places = {item: number for number, group in enumerate(shown.session.places, start=1) for item in group}
    assert [(row.mark, row.place) for row in rows] == [("right", places[row.id]) for row in rows]
    film = shown.shown().film
    assert [shot.about for shot in film if shot.about] == right
    there = [{target.id.partition(":")[2] for target in shot.scene.targets} for shot in film]
    assert set(right) <= there[0]
    assert [set(right) & seen for seen in there[1:-1]] == [set(right[number:]) for number in range(len(right) + 1)]
    assert set(right) <= there[-1]


def test_things_that_are_no_cards_are_ordered_without_pictures() -> None:
    shown = opened("02-exploring", "in-this-order")
    assert all(row.face is None for row in control(shown, Rows).rows)
    does(shown, "check", picked=list(shown.session.accepted()[0]))
    assert shown.shown().film == ()
    assert [row.mark for row in control(shown, Rows).rows] == ["right"] * 4


def test_a_wrong_option_is_named_and_marked_and_the_others_are_not() -> None:
    shown = opened("02-exploring", "after-a-dead-end")
    does(shown, "check", picked=["3"])
    assert "He only looked" in shown.shown().verdict.html
    assert [option.mark for option in control(shown, Options).options] == ["", "", "", "wrong"]
    assert not shown.shown().film, "the first time what is so is still to be found"
    does(shown, "check", picked=["3"])
    assert shown.shown().film, "what it leads to is shown, and taken back"
    does(shown, "check", picked=["0", "2"])
    assert [option.mark for option in control(shown, Options).options] == ["right", "", "right", ""]
    assert control(shown, Options).frozen


def test_nothing_chosen_is_no_try() -> None:
    shown = opened("02-exploring", "after-a-dead-end")
    with pytest.raises(Refused, match="Choose an option first"):
        does(shown, "check", picked=[])


def test_an_area_is_answered_by_a_click() -> None:
    shown = presenter(Reckon("x", WOOD, situation=GEORGE_AND_ORC, reckon="corresponding c2", rules=("move.one",)))
    assert does(shown, "area:c7")[0].outcome == "wrong"
    assert does(shown, "area:c8")[0].outcome == "right"


def test_of_a_hand_without_cards_nothing_is_left_when_its_sum_is_asked_for() -> None:
    assert opened("01-the-wood", "whom-to-send").shown().hands == ()


def test_a_hand_tells_what_the_place_adds_only_where_it_always_does() -> None:
    """The Chapel helps every Knight in everything, the Castle only the one who defends it."""
    assert "prowess 2 more in the Chapel" in opened("12-special-areas", "chapel").shown().hands[0].line
    assert all("Castle" not in hand.line for hand in opened("12-special-areas", "castle").shown().hands)


def test_what_is_taken_back_is_seen_as_far_as_ones_own_next_turn() -> None:
    """Beaten, Guyon goes to the Tower: what he would throw there, turn after turn, is no answer to the try."""
    verdict = press(opened("04-challenge", "call-the-sage"), "action:meet wizard").shown().verdict
    assert "vanquishes Guyon" in verdict.html
    assert "prison." not in verdict.html
    assert verdict.html.count('class="mw-die"') == 2


def test_where_nothing_allowed_is_wanted_the_others_do_not_play_on() -> None:
    verdict = press(opened("04-challenge", "not-through-here"), "action:move east").shown().verdict
    assert "Perceval walks east" in verdict.html
    assert "Roland fights on" not in verdict.html


def test_where_it_is_right_to_be_refused_the_refusal_is_heard_first() -> None:
    """The one the exercise is about, in words for a family: how an action is written and ids of rules stand behind "Why?"."""
    assert (
        "No path leads west out of c2."
        in press(opened("00-start-here", "ask-why"), "action:move west").shown().verdict.html
    )
    aid = press(opened("04-challenge", "not-through-here"), "action:move north").shown().verdict
    assert "one enters only to aid him." in aid.html
    silent = press(opened("16-two-editions", "the-silent-page"), "action:move west").shown().verdict
    assert "The 2006 text is silent here" in silent.html
    assert "edition.silent" not in silent.html
    assert "edition.silent" in silent.why
    why = press(opened("00-start-here", "ask-why"), "action:move west").shown().verdict.why
    assert "No path leads west" in why
    assert why.count("must run on both cards") == 1, "each reason once"
    over = press(opened("12-special-areas", "over-the-water"), "action:withdraw").shown().verdict
    assert "before the first encounter" not in over.html.partition("</p>")[0], (
        "another reason against it, beside the point"
    )


def test_an_order_that_is_wrong_is_told_in_a_sentence() -> None:
    beasts = opened("07-order-of-encounters", "the-challengers")
    does(beasts, "check", picked=["dragon", "giant", "king", "wild-boar", "wizard"])
    assert "The Wild Boar comes before the Dragon." in beasts.shown().verdict.html
    steps = opened("02-exploring", "in-this-order")
    does(steps, "check", picked=[steps.session.places[n][0] for n in (0, 3, 1, 2)])  # type: ignore[attr-defined]
    assert (
        "“Looking at the face-down card, its arrow to the north” comes before “Entering" in steps.shown().verdict.html
    )


def test_what_has_happened_in_a_whole_game_is_numbered_by_its_turns() -> None:
    game = press(opened("18-whole-game", "the-whole-game"), "action:move north").shown()
    assert game.log[0].startswith("1. ↑ North\nBritomart looks north")


def test_nobody_is_offered_a_joust_with_one_who_is_out_of_the_game() -> None:
    shown = press(opened("16-two-editions", "long-live-the-king"), "action:joust george")
    assert shown.session.state.knight("george").out
    assert "action:joust george" not in [button.id for button in control(shown, Buttons).buttons]


def test_time_that_is_too_short_is_told_before_it_is_up() -> None:
    """Three prayers do not go into two turns, and nobody walks from the Gate to the Tower in one."""
    prayer = opened("13-special-cards", "the-ring")
    for action in ("move north", "meet bishop"):
        assert press(prayer, f"action:{action}").shown().verdict.kind == "progress"
    assert "No way on" in press(prayer, "action:stay").shown().verdict.heading
    assert press(prayer, "undo").shown().verdict.kind == "idle"
    assert press(prayer, "action:pray").shown().verdict.kind == "progress"
    ride = opened("02-exploring", "to-the-tower")
    for _ in range(11):
        press(ride, "action:stay")
    assert "No way on" in ride.shown().verdict.heading


def test_of_several_things_one_may_do_it_is_said_which_is_played_out() -> None:
    shown = opened("03-glades", "one-choice")
    does(shown, "check", picked=["0", "1"])
    assert "Played here: “Withdraw to the Gate”." in shown.shown().verdict.html


def test_the_lessons_own_words_for_a_mistake_stand_alone_and_the_rule_behind_why() -> None:
    shown = opened("06-transportation", "where-to")
    does(shown, "try", write=["d7"])
    verdict = shown.shown().verdict
    assert "Right row, wrong side." in verdict.html
    assert "diagram" not in verdict.html
    assert "diagram" in verdict.why


def test_what_is_not_allowed_does_not_glow_and_is_not_said_to() -> None:
    assert "glows" in opened("00-start-here", "ride-out").shown().verdict.html
    refused = opened("00-start-here", "ask-why").shown()
    assert not any(touch.allowed for touch in refused.touches)
    assert "glows" not in refused.verdict.html
    assert "Click on the board" in refused.verdict.html


def test_a_power_that_needs_an_area_says_so_by_its_name() -> None:
    assert "<b>Arch-Mage</b>: click the area" in control(opened("09-companions", "sent-far-away"), NoteShown).html
    assert "<b>Storm</b>: click the area" in control(opened("13-special-cards", "my-own-weather"), NoteShown).html


def test_a_hand_never_shows_the_sum_that_is_asked_for() -> None:
    shown = opened("08-things", "how-strong")
    asked = shown.session.accepted()[0]
    (hand,) = shown.shown().hands[:1]
    assert "strength" not in hand.line
    assert asked not in hand.scene.words()
    assert not any("strength" in line for line in shown.shown().board.lines if line.startswith(hand.knight))
    does(shown, "try", write=[asked])
    assert f"strength {asked}" in shown.shown().hands[0].line


def test_hints_come_one_by_one_and_the_solution_can_be_watched() -> None:
    shown = press(opened("02-exploring", "the-way-round"), "hint")
    assert "Hint 1." in shown.shown().verdict.help
    assert "Hint 2." not in shown.shown().verdict.help
    press(press(shown, "hint"), "solution")
    assert "Solution." in shown.shown().verdict.help
    assert "hint" not in tools(shown)
    before = shown.session.state
    film = press(shown, "show").shown().film
    assert any(step.kind == "slide" for shot in film for step in shot.steps)
    assert shown.session.state == before


def test_a_game_played_on_has_a_log_stars_and_an_end() -> None:
    lesson = read_lesson(find_lesson("02-exploring"))
    shown = presenter(lesson.exercise("to-the-tower"))
    for action in shown.session.accepted()[0]:
        does(shown, "try", write=[f"{action} "])
    told = shown.shown()
    assert told.stars == 3
    assert told.closing.startswith("Done in ")
    assert len(told.log) == len(shown.session.accepted()[0])


def test_a_game_played_on_tells_the_chances_of_the_fights_one_could_begin() -> None:
    goal = Claim(((("knight", "george"), ("has", "orc")),), WOOD)
    shown = presenter(Free("x", WOOD, situation=GEORGE_AND_ORC, goal=goal, rules=("move.one",)))
    (note, *_) = (found for found in shown.shown().controls if isinstance(found, NoteShown))
    assert "Turn 1" in note.html
    assert "Meet Orc: 5/18 (about 28 %) to win" in note.html


# -------------------------------------------------------------------- words


def test_html_and_pictures_in_prose_are_shown_not_used() -> None:
    assert "<script>" not in markdown("Hello <script>alert(1)</script>")
    assert "<img" not in markdown("![x](http://example.org/x.png)")
    assert "<b>" not in inline("<b>bold</b>")


@pytest.mark.parametrize("kind", ["unit", "places", "text"])
def test_html_of_a_lesson_is_escaped_wherever_it_stands(kind: str) -> None:
    bad = "<img src=x onerror=alert(1)>"
    exercise = {
        "unit": Reckon("x", WOOD, situation=GEORGE_AND_ORC, answer="3", unit=bad, rules=("move.one",)),
        "places": Order("x", WOOD, situation=GEORGE_AND_ORC, of="places", places=((bad,), ("b",)), rules=("move.one",)),
        "text": Choose(
            id="x",
            game=WOOD,
            situation=GEORGE_AND_ORC,
            options=(Option(text=bad, correct=True), Option(text="b", correct=False)),
            rules=("move.one",),
        ),
    }[kind]
    shown = presenter(exercise)  # type: ignore[arg-type]
    told = str(page_of(shown.shown(), 0, shown, shown.look).panels["act"])
    assert "onerror" in told
    assert "<img" not in told


def test_what_a_learner_writes_is_shown_not_run() -> None:
    shown = opened("02-exploring", "first-step")
    does(shown, "try", write=["<img src=x onerror=alert(1)>"])
    assert "<img" not in shown.shown().verdict.html


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_shows_as_many_pips_as_were_thrown(pips: int) -> None:
    html = die_html(pips)
    assert html.count("<circle") == pips
    assert f'aria-label="die: {pips}"' in html


def test_each_die_of_a_fight_bears_the_name_of_who_threw_it() -> None:
    session = start(
        Do("x", WOOD, situation=GEORGE_AND_ORC, accept=("meet orc",), rules=("move.one",), dice=("roll 6 2",))
    )
    feedback = session.attempt("Meet Orc")
    assert feedback.outcome is Outcome.RIGHT
    html = dice_html(WOOD, feedback.dice, feedback.events)
    assert html.index("George") < html.index("The Orc")
    assert "George: die 6 + strength 3 = 9" in verdict_of(WOOD, feedback, "1980").html


def test_what_happens_many_times_is_told_once() -> None:
    events = (Event("stays-in-prison", ("tower.escape",), lambda _: "George throws 4 and stays in prison."),) * 8
    html = verdict_of(WOOD, Feedback(Outcome.PROGRESS, "", events=events), "1980").html
    assert html.count("stays in prison") == 1
    assert "(8 times in all)" in html


def test_assumed_values_are_marked_where_they_are_spoken_of() -> None:
    told = verdict_of(WOOD, Feedback(Outcome.RIGHT, "With the Shield he has 5."), "1980")
    assert "assumed" in told.why
    assert "assumed" not in told.html
    assert "assumed" not in verdict_of(WOOD, Feedback(Outcome.RIGHT, "With the Lance he has 5."), "1980").why


def test_our_rulings_are_marked() -> None:
    """Where the texts are silent in front, where we only add to them behind "Why?"."""
    silent = next(rule for rule in ledger().values() if rule.ruling and not any(rule.says.values()))
    told = verdict_of(WOOD, Feedback(Outcome.WRONG, "No.", (WOOD.cite(silent.id, "1980"),)), "1980")
    assert told.ruling
    assert "our ruling" in told.why
    added = verdict_of(WOOD, Feedback(Outcome.WRONG, "No.", (WOOD.cite("area.castle-defender", "1980"),)), "1980")
    assert not added.ruling
    assert "our ruling" in added.why
