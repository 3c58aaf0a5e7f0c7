"""The widgets of an exercise, without a browser: what they show, what a click does, and what is written down."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import tutor.hosts.lab.cells as cells
from engine import mystic_wood as mw
from tests.support.by_hand import Clock, heard, press
from tutor.content.lessons import COURSE, load_lesson
from tutor.content.puzzles import find_puzzle
from tutor.content.puzzles.shelves import find_shelf, shelves
from tutor.content.puzzles.solving import solve
from tutor.desk.progress import ExerciseStatus, Progress
from tutor.hosts.lab import LessonInJupyter, desks, exercise, open_lesson, situation
from tutor.hosts.lab.map import CourseMap
from tutor.hosts.lab.view import ExerciseView
from tutor.pages.exercise.describing import describe
from tutor.teach.kinds.watch import WatchSession
from tutor.teach.review import DAY


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.sqlite")


@pytest.fixture
def ticks() -> Clock:
    return Clock()


@pytest.fixture
def lesson(progress: Progress) -> LessonInJupyter:
    opened = open_lesson("02-exploring")
    opened.progress = progress
    return opened


def view(lesson: LessonInJupyter, exercise: str, ticks: Clock) -> ExerciseView:
    found = lesson.show(exercise)
    found._clock = ticks
    found._since = ticks()
    found.widget()
    return found


def test_a_click_on_the_board_is_judged_shown_and_written_down_at_once(
    lesson: LessonInJupyter, ticks: Clock, progress: Progress
) -> None:
    shown = view(lesson, "first-step", ticks)
    ticks.now += 1
    told = press(shown, ticks, "area:c2")
    assert told.verdict.heading == "✓ Right"
    assert "explore.enter" in told.verdict.why
    (attempt,) = progress.attempts()
    assert (attempt.exercise, attempt.outcome, attempt.answer, attempt.seconds) == (
        "first-step",
        "right",
        "move north",
        3.0,
    )


def panels(shown: ExerciseView) -> Mapping[str, str]:
    """The panels of the page as it is shown."""
    page = shown.widget().link.shown
    assert page is not None
    return {name: str(text) for name, text in page.panels.items()}


def test_what_comes_twice_of_the_same_page_is_tried_once(
    lesson: LessonInJupyter, ticks: Clock, progress: Progress
) -> None:
    """The second half of a double click, made before what the first has done could be seen."""
    shown = view(lesson, "the-way-round", ticks)
    seen = shown.desk.n
    for _ in range(2):
        heard(shown, "click", "action:move east", seen=seen)
    assert len(progress.attempts()) == 1
    assert shown.presenter.session.state.knight("george").at == "d1"
    heard(shown, "click", "area:d2")
    assert shown.presenter.session.state.knight("george").at == "d2"


def test_what_is_pressed_on_the_page_that_came_of_it_is_meant(lesson: LessonInJupyter, ticks: Clock) -> None:
    shown = view(lesson, "two-ways", ticks)
    session = shown.presenter.session
    assert isinstance(session, WatchSession)
    for _ in range(2):
        press(shown, ticks, "forth")
    assert session.position == 2
    press(shown, ticks, "again")
    assert session.position == 0


def test_the_second_half_of_a_double_click_is_nothing_where_a_click_is_an_act(
    lesson: LessonInJupyter, ticks: Clock
) -> None:
    """Nor on what the first half has brought under the pointer: here the board a step further."""
    shown = view(lesson, "to-the-tower", ticks)
    heard(shown, "click", "action:move west")
    before = shown.desk.n
    for target in ("action:move west", "action:stay", "hint", "area:b1"):
        heard(shown, "double", target)
    assert shown.desk.n == before
    assert shown.presenter.session.state.knight("george").at == "b1"


def test_another_answer_is_heard_however_soon_it_comes(ticks: Clock, progress: Progress) -> None:
    """Cards laid anew and checked at once are a second try; the same ones checked twice are half of a double click."""
    puzzle = find_puzzle("beast-before-beauty")
    shown = ExerciseView(puzzle.exercise, progress, clock=ticks)
    right = [item for place in solve(puzzle).answer for item in place]
    wrong = [*right[1:], right[0]]
    for picked in (wrong, wrong, right, right):
        heard(shown, "click", "check", seen=0, picked=picked)
    assert [each.outcome for each in progress.attempts()] == ["wrong", "right"]


def test_hints_and_the_solution_are_written_down(lesson: LessonInJupyter, ticks: Clock, progress: Progress) -> None:
    shown = view(lesson, "cut-off", ticks)
    for button in ("hint", "hint", "hint", "solution", "solution"):
        press(shown, ticks, button)
    assert [a.outcome for a in progress.attempts()] == ["hint", "hint", "solution"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        "press",
        {},
        {"kind": "fly"},
        {"kind": "touch"},
        {"kind": "touch", "seen": "x", "serial": -1, "touch": {"kind": 7, "target": [], "values": "none"}},
        {"kind": "touch", "seen": 0, "serial": 1, "touch": {"kind": "click", "target": "elf"}},
        {"kind": "touch", "seen": 0, "serial": 1, "touch": {"kind": "click", "target": "card:nobody"}},
        {"kind": "theme", "theme": "none"},
    ],
)
def test_what_means_nothing_changes_nothing(
    lesson: LessonInJupyter, ticks: Clock, progress: Progress, content: Any
) -> None:
    shown = view(lesson, "first-step", ticks)
    before = shown.presenter.session.state
    widget = shown.widget()
    widget._heard(widget, content, [])
    assert shown.presenter.session.state == before
    assert progress.attempts() == []


def test_what_is_done_of_the_lesson_is_shown(lesson: LessonInJupyter, ticks: Clock, progress: Progress) -> None:
    progress.record("02-exploring", "two-ways", "right")
    told = view(lesson, "first-step", ticks).shown()
    assert (told.done, told.number, told.count) == (False, 1, 13)
    assert told.bar == (False, True, *[False] * 11)
    shown = view(lesson, "first-step", ticks)
    told = press(shown, ticks, "action:move north")
    assert (told.done, told.bar[0]) == (True, True)


def new_kernel() -> None:
    """Forget all that a kernel keeps in memory: what comes after is another one, with the same store."""
    desks._OPEN.clear()
    desks._LOGS.clear()


def test_the_stars_of_a_game_won_are_kept_and_shown_the_next_time(progress: Progress, ticks: Clock) -> None:
    nine = LessonInJupyter(load_lesson("9"), progress)
    shown = view(nine, "a-word-of-advice", ticks)
    for action in ("move north", "meet sage", "done", "move north", "meet princess with sage"):
        told = press(shown, ticks, f"action:{action}")
    assert (told.stars, told.best) == (3, 3)
    assert [attempt.stars for attempt in progress.attempts()] == [0, 0, 0, 0, 3]
    new_kernel()
    again = view(nine, "a-word-of-advice", ticks).shown()
    assert (again.stars, again.best, again.done) == (0, 3, True)


def test_the_thrown_row_is_lit_on_the_card_of_whoever_was_thrown_for(progress: Progress, ticks: Clock) -> None:
    shown = view(LessonInJupyter(load_lesson("5"), progress), "the-elf", ticks)
    lit = []
    press(shown, ticks, "card:elf")
    lit.append("(thrown)" in panels(shown)["card"])
    press(shown, ticks, "action:meet elf")
    assert tuple(shown.shown().cards[0])[:3] == ("elf", "Elf", 5)
    for card in ("elf", "merlin"):
        press(shown, ticks, f"card:{card}")
        lit.append("(thrown)" in panels(shown)["card"])
    assert lit == [False, True, False]
    press(shown, ticks, "undo")
    assert all(look.number == 0 for look in shown.shown().cards)


def test_where_nothing_can_be_kept_the_lesson_goes_on_and_says_so(
    lesson: LessonInJupyter, ticks: Clock, progress: Progress
) -> None:
    shown = view(lesson, "first-step", ticks)
    for path in progress.path.parent.glob("progress.sqlite*"):
        path.unlink()
    progress.path.mkdir()
    told = press(shown, ticks, "action:move north")
    assert told.verdict.heading == "✓ Right"
    assert "not being kept" in told.verdict.html


def test_trouble_that_the_store_tells_of_stands_beside_the_exercise(lesson: LessonInJupyter, ticks: Clock) -> None:
    class Troubled:
        trouble = "Your progress lies on a full disk."

        def standings(self, lesson: str) -> list[ExerciseStatus]:
            return []

    lesson.progress = Troubled()  # type: ignore[assignment]
    assert "full disk" in view(lesson, "first-step", ticks).shown().verdict.html


def test_the_text_of_an_exercise_does_not_depend_on_what_was_done(lesson: LessonInJupyter, ticks: Clock) -> None:
    shown = view(lesson, "first-step", ticks)
    before = shown._repr_mimebundle_()
    press(shown, ticks, "action:move north")
    after = shown._repr_mimebundle_()
    for kind in ("text/plain", "image/svg+xml"):
        assert before[kind] == after[kind]
    assert before["text/plain"] == describe(shown.exercise)
    assert "George" in before["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in after


def test_the_map_lays_begun_and_done_lessons_face_up(progress: Progress) -> None:
    count = len(COURSE)
    assert f"0 of {count} lessons done" in CourseMap(progress).html()
    for each in open_lesson("00-start-here").lesson.exercises:
        progress.record("00-start-here", each.id, "right")
    progress.record("04-challenge", open_lesson("4").lesson.exercises[0].id, "right")
    shown = CourseMap(progress).html()
    assert f"1 of {count} lessons done" in shown
    assert "0 Start here: done" in shown
    assert f"4 Challenge: 1 of {len(open_lesson('4').lesson.exercises)}" in shown
    assert "3 of 3 stars" in shown
    assert shown.count("clip-path=") == 3  # the one done, the one begun, and the next to ride to
    assert repr(CourseMap(progress)) == repr(CourseMap())
    assert repr(CourseMap()).count("\n") == count + len(shelves()) + 1


def test_the_map_leads_to_the_puzzles_and_says_how_many_are_solved(progress: Progress) -> None:
    every = {puzzle.id for shelf in shelves() for puzzle in shelf.puzzles}
    jousts = find_shelf("jousts")
    progress.record("puzzles", jousts.puzzles[0].id, "right")
    progress.record("puzzles", jousts.puzzles[1].id, "wrong")
    shown = CourseMap(progress).html()
    assert f"1 of {len(every)} solved" in shown
    assert f'<b>{jousts.title}</b><span class="mw-map-count">1 of {len(jousts.puzzles)}<' in shown
    assert 'data-lesson="puzzles/jousts.ipynb"' in shown
    for puzzle in jousts.puzzles:
        progress.record("puzzles", puzzle.id, "right")
    assert f"✓ {len(jousts.puzzles)} of {len(jousts.puzzles)}" in CourseMap(progress).html()


def test_every_glade_of_the_map_is_a_link_that_needs_no_reload() -> None:
    shown = CourseMap().html()
    for entry in COURSE:
        times = 3 if entry is COURSE[0] else 2  # in the picture and in the list; and what comes next, above them
        assert shown.count(f'data-lesson="lessons/{entry.name}.ipynb"') == times


def test_what_was_missed_is_offered_again_some_days_later(tmp_path: Path) -> None:
    times = Clock()
    progress = Progress(tmp_path / "progress.sqlite", clock=times)
    for each in ("first-step", "cut-off", "how-far", "in-this-order"):
        progress.record("02-exploring", each, "wrong")
        progress.record("02-exploring", each, "right")
    assert "to refresh" not in CourseMap(progress, times).html()
    times.now += 3 * DAY
    shown = CourseMap(progress, times).html()
    assert "Three to refresh" in shown
    assert 'data-lesson="lessons/02-exploring.ipynb" data-exercise="cut-off"' in shown
    assert shown.count("data-exercise") == 3


def test_a_cell_run_once_more_gives_back_what_it_showed_before(
    lesson: LessonInJupyter, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ipywidgets.widgets.widget import _instances

    runs = iter("1234")
    monkeypatch.setattr(cells, "_now", lambda: ("exercise-first-step", next(runs)))
    shown = lesson.show("first-step")
    shown._repr_mimebundle_()
    widgets = len(_instances)
    for _ in range(3):
        again = lesson.show("first-step")
        again._repr_mimebundle_()
    assert len(_instances) == widgets
    assert shown.box is None
    assert again.box is not None
    assert again.box.comm is not None


def test_the_same_exercise_in_two_cells_stays_in_both(lesson: LessonInJupyter, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter([("one", "1"), ("other", "2")])
    monkeypatch.setattr(cells, "_now", lambda: next(runs))
    shown = [lesson.show("first-step") for _ in range(2)]
    for each in shown:
        each._repr_mimebundle_()
    assert all(each.box is not None for each in shown)


def test_a_cell_says_all_it_needs() -> None:
    shown = exercise("02-exploring", "first-step")
    assert isinstance(shown, ExerciseView)
    state = situation("02-exploring", "first-step")
    assert isinstance(state, mw.State)
    assert state.knight("george").at == "c1"
    assert set(shown._repr_mimebundle_()) >= {"text/plain", "image/svg+xml"}


def test_an_unknown_lesson_or_exercise_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'first-step'"):
        open_lesson("02-exploring").show("first-stepp")
    with pytest.raises(ValueError, match="02-exploring"):
        open_lesson("02-explorin")
