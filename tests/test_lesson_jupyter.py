"""The widgets of an exercise, without a browser: what they show, what a click does, and what is written down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from engine import mystic_wood as mw
from tutor.exercises import Outcome
from tutor.exercises.session import PlaySession, WatchSession
from tutor.jupyter import LessonInJupyter, exercise, open_lesson, situation
from tutor.jupyter.canvas import Board
from tutor.jupyter.map import CourseMap
from tutor.jupyter.page import Page, theme_now
from tutor.jupyter.view import DOUBLE_CLICK, ExerciseView, Once, describe
from tutor.jupyter.words import die_html, feedback_html, markdown
from tutor.lessons import COURSE
from tutor.progress import Progress
from tutor.review import DAY
from tutor.scene import board_scene


class Ticks:
    """A clock one winds by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.sqlite")


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def lesson(progress: Progress) -> LessonInJupyter:
    opened = open_lesson("02-exploring")
    opened.progress = progress
    return opened


def view(lesson: LessonInJupyter, exercise: str, ticks: Ticks) -> ExerciseView:
    found = ExerciseView(lesson.lesson.exercise(exercise), lesson.progress, 1, 13, ticks)
    found.widget()
    return found


def all_within(widget: Any) -> Iterator[Any]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_within(child)


def button(shown: ExerciseView, text: str) -> Any:
    found = [w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Button) and w.description == text]
    assert len(found) == 1, text
    return found[0]


def press(shown: ExerciseView, text: str, ticks: Ticks) -> None:
    ticks.now += 2
    button(shown, text).click()


def panel(shown: ExerciseView) -> str:
    return next(
        w.value
        for w in all_within(shown.widget())
        if isinstance(w, ipywidgets.HTML) and "mw-panel" in w.value and "<style" not in w.value
    )


def test_a_click_on_the_board_is_judged_shown_and_written_down_at_once(
    lesson: LessonInJupyter, ticks: Ticks, progress: Progress
) -> None:
    shown = view(lesson, "first-step", ticks)
    ticks.now += 3
    shown._clicked("area:c2")
    assert "✓ Right" in panel(shown)
    assert "explore.enter" in panel(shown)
    (attempt,) = progress.attempts()
    assert (attempt.exercise, attempt.outcome, attempt.answer, attempt.seconds) == (
        "first-step",
        "right",
        "move north",
        3.0,
    )


def test_an_illegal_try_names_its_rule_beside_the_board(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "first-step", ticks)
    press(shown, "↓ South", ticks)
    assert "✗ Not so" in panel(shown)
    assert "wood.edge" in panel(shown)
    assert "1980 rules, The Wood" in panel(shown)


def test_a_double_click_tries_once(lesson: LessonInJupyter, ticks: Ticks, progress: Progress) -> None:
    shown = view(lesson, "the-way-round", ticks)
    ticks.now += 2
    east = button(shown, "→ East")
    east.click()
    east.click()
    assert len(progress.attempts()) == 1
    assert shown.session.state.knight("george").at == "d1"
    ticks.now += DOUBLE_CLICK
    button(shown, "↑ North").click()
    assert shown.session.state.knight("george").at == "d2"


def test_a_double_click_on_next_skips_no_picture(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "two-ways", ticks)
    assert isinstance(shown.session, WatchSession)
    ticks.now += 2
    on = button(shown, "Next →")
    on.click()
    on.click()
    assert shown.session.position == 1
    press(shown, "← Back", ticks)
    assert shown.session.position == 0
    press(shown, "Next →", ticks)
    press(shown, "Next →", ticks)
    press(shown, "⟲ Begin again", ticks)
    assert shown.session.position == 0


def test_two_different_controls_are_no_double_click(ticks: Ticks) -> None:
    done: list[str] = []
    once = Once(ticks)
    for control in ("hint", "check", "check", "hint"):
        once.run(control, lambda c=control: done.append(c))  # type: ignore[misc]
    assert done == ["hint", "check", "hint"]


def test_hints_come_one_after_the_other_and_the_solution_on_asking(
    lesson: LessonInJupyter, ticks: Ticks, progress: Progress
) -> None:
    shown = view(lesson, "cut-off", ticks)
    press(shown, "Hint", ticks)
    assert "Hint 1." in panel(shown)
    assert "Hint 2." not in panel(shown)
    press(shown, "Hint", ticks)
    press(shown, "Solution", ticks)
    assert "Hint 2." in panel(shown)
    assert "“stay”" in panel(shown)
    assert [a.outcome for a in progress.attempts()] == ["hint", "hint", "solution"]
    assert button(shown, "Hint").disabled


def test_an_order_is_made_with_buttons_and_checked(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "in-this-order", ticks)
    press(shown, "Check", ticks)
    assert "✗" in panel(shown)
    downs = [
        w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Button) and "one place down" in w.tooltip
    ]
    downs[1].click()
    downs[2].click()
    press(shown, "Check", ticks)
    assert "✓ Right" in panel(shown)


def test_a_number_is_typed_and_checked_with_enter(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "how-far", ticks)
    box = next(w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Text))
    for typed, heading in (("five", "?"), ("5", "✗"), ("3", "✓")):
        ticks.now += 2
        box.value = typed
        box._handle_custom_msg({"event": "submit"}, [])
        assert f'mw-verdict">{heading}' in panel(shown)


def test_options_are_ticked_and_checked(lesson: LessonInJupyter, ticks: Ticks, progress: Progress) -> None:
    shown = view(lesson, "after-a-dead-end", ticks)
    boxes = [w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Checkbox)]
    press(shown, "Check", ticks)
    assert progress.attempts() == []
    boxes[3].value = True
    press(shown, "Check", ticks)
    assert "He only looked" in panel(shown)
    assert "The board shows what happens instead" in panel(shown)
    for number, box in enumerate(boxes):
        box.value = number in (0, 2)
    press(shown, "Check", ticks)
    assert "✓ Right" in panel(shown)


def test_an_action_can_be_written(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "first-step", ticks)
    box = next(w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Text))
    box.value = "meet elf"
    press(shown, "Try it", ticks)
    assert "✗" in panel(shown)
    assert box.value == ""


def test_a_click_on_a_far_area_says_how_far_a_move_goes(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "first-step", ticks)
    shown._clicked("area:b3")
    assert "does not lie next to c1" in panel(shown)
    assert "move.one" in panel(shown)


def test_undo_and_restart_bring_the_board_back(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "the-way-round", ticks)
    assert button(shown, "↶ Undo").disabled
    press(shown, "→ East", ticks)
    press(shown, "↶ Undo", ticks)
    assert isinstance(shown.session, PlaySession)
    assert shown.session.state.knight("george").at == "c1"
    assert shown.session.feedback.outcome is Outcome.NOT_TRIED


def test_a_finished_exercise_is_marked_when_it_is_opened_again(
    lesson: LessonInJupyter, ticks: Ticks, progress: Progress
) -> None:
    progress.record("02-exploring", "first-step", "right")
    shown = view(lesson, "first-step", ticks)
    assert any("✓ done" in w.value for w in all_within(shown.widget()) if isinstance(w, ipywidgets.HTML))


def test_where_nothing_can_be_kept_the_lesson_goes_on_and_says_so(
    lesson: LessonInJupyter, ticks: Ticks, progress: Progress
) -> None:
    shown = view(lesson, "first-step", ticks)
    for path in progress.path.parent.glob("progress.sqlite*"):
        path.unlink()
    progress.path.mkdir()
    press(shown, "↑ North", ticks)
    assert "✓ Right" in panel(shown)
    assert "not being kept" in panel(shown)


def test_the_text_of_an_exercise_does_not_depend_on_what_was_done(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "first-step", ticks)
    before = shown._repr_mimebundle_()
    press(shown, "↑ North", ticks)
    after = shown._repr_mimebundle_()
    assert before["text/plain"] == after["text/plain"] == describe(shown.exercise)
    assert "George" in before["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in after


def test_buttons_are_used_again_instead_of_being_made_anew(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "to-the-tower", ticks)
    before = [w.model_id for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Button)]
    press(shown, "← West", ticks)
    after = [w.model_id for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Button)]
    assert after == before


def test_html_in_prose_is_shown_not_run() -> None:
    assert "<script>" not in markdown("Hello <script>alert(1)</script>")


def test_what_a_learner_writes_is_shown_not_run(lesson: LessonInJupyter, ticks: Ticks) -> None:
    shown = view(lesson, "first-step", ticks)
    box = next(w for w in all_within(shown.widget()) if isinstance(w, ipywidgets.Text))
    box.value = "<img src=x onerror=alert(1)>"
    press(shown, "Try it", ticks)
    assert "<img" not in panel(shown)


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_shows_as_many_pips_as_were_thrown(pips: int) -> None:
    html = die_html(pips)
    assert html.count("<circle") == pips
    assert f'aria-label="die: {pips}"' in html


def test_dice_and_sums_are_shown_with_a_fight(ticks: Ticks) -> None:
    from tutor.exercises import Do, start

    situation = """
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc"]
[knights.george]
at = "c2"
came_from = "c1"
"""
    session = start(Do(id="x", situation=situation, accept=("meet orc",), rules=("move.one",), dice=("roll 6 2",)))
    html = feedback_html(session.attempt("meet orc"))
    assert 'aria-label="die: 6"' in html
    assert 'aria-label="die: 2"' in html
    assert "George: die 6 + strength 3 = 9" in html


def test_the_board_follows_the_theme_of_jupyterlab(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    monkeypatch.delenv("JUPYTERLAB_SETTINGS_DIR", raising=False)
    assert theme_now() == "light"
    folder = tmp_path / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    folder.mkdir(parents=True)
    settings = folder / "themes.jupyterlab-settings"
    settings.write_text('{\n    // "theme": "JupyterLab Light"\n    "theme": "JupyterLab Dark"\n}')
    assert theme_now() == "dark"
    settings.write_text('{"theme": "JupyterLab Light"}')
    assert theme_now() == "light"


def test_a_board_that_is_open_follows_the_page_and_the_next_kernel_remembers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A page that follows the system has no theme in its settings: it tells the kernel itself."""
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    monkeypatch.delenv("JUPYTERLAB_SETTINGS_DIR", raising=False)
    page = Page()
    board = Board(lambda target: None, page)
    board.show(board_scene(mw.new_game(knights=["george"])))
    (canvas,) = board.widget.children
    assert canvas.theme == "light"

    page.widget().children[0].value = "dark"  # as the script on the page does
    assert canvas.theme == "dark"
    assert Page().theme == "dark"

    page.widget().children[0].value = "no theme at all"
    assert canvas.theme == "dark"
    page.widget().children[0].value = "light"
    assert (canvas.theme, Page().theme) == ("light", "light")


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
    assert shown.count("<clipPath") == 3  # the one done, the one begun, and the next to ride to
    assert repr(CourseMap(progress)) == repr(CourseMap())
    assert repr(CourseMap()).count("\n") == count


def test_every_glade_of_the_map_is_a_link_that_needs_no_reload() -> None:
    shown = CourseMap().html()
    for entry in COURSE:
        assert shown.count(f'data-lesson="lessons/{entry.name}.ipynb"') == 2  # in the picture and in the list


def test_what_was_missed_is_offered_again_some_days_later(tmp_path: Path) -> None:
    times = Ticks()
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


def test_a_cell_says_all_it_needs() -> None:
    shown = exercise("02-exploring", "first-step")
    assert isinstance(shown, ExerciseView)
    assert situation("02-exploring", "first-step").knight("george").at == "c1"
    assert set(shown._repr_mimebundle_()) >= {"text/plain", "image/svg+xml"}


def test_an_unknown_lesson_or_exercise_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean 'first-step'"):
        open_lesson("02-exploring").show("first-stepp")
    with pytest.raises(ValueError, match="02-exploring"):
        open_lesson("02-explorin")
