"""The trainer in a notebook, without a browser: what one may do there, and what is shown of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.by_hand import Clock, check, heard, press, write
from tutor.content.lessons.building import TRAINER, differs, notebook_of_trainer
from tutor.content.puzzles import Puzzle, book
from tutor.content.puzzles.reading import LESSON
from tutor.content.trainer import learner_state
from tutor.content.trainer.picking import of_the_day
from tutor.desk.progress import Progress
from tutor.games.mystic_wood.puzzle_kinds import KINDS
from tutor.hosts.lab.lab_server import lesson_page
from tutor.hosts.lab.notebooks import cells_of
from tutor.hosts.lab.training import TrainerView
from tutor.pages.course_map import map_html
from tutor.pages.exercise.shown import Shown
from tutor.pages.exercise.trainer import MODES
from tutor.teach.review import DAY, WAITS

BOOK = tuple(puzzle for collection in book() for puzzle in collection.puzzles)
#: A Saturday, when it is the same day nearly all over the world.
MORNING = datetime(2026, 11, 21, 10, 30, tzinfo=UTC).timestamp()


@pytest.fixture
def clock() -> Clock:
    """It tells the time of day to the progress and the seconds to the desk."""
    return Clock(MORNING)


@pytest.fixture
def progress(tmp_path: Path, clock: Clock) -> Progress:
    return Progress(tmp_path / "progress.sqlite", clock)


@pytest.fixture
def desk(progress: Progress, clock: Clock) -> TrainerView:
    return opened(progress, clock)


def opened(progress: Progress, clock: Clock) -> TrainerView:
    desk = TrainerView(BOOK, progress, clock)
    desk.widget()
    return desk


def menu(desk: TrainerView) -> str:
    """The buttons and lists above the puzzle."""
    page = desk.widget().link.shown
    assert page is not None
    return str(page.panels["menu"])


def wish(desk: TrainerView, theme: str = "", kind: str = "", edition: str = "") -> None:
    """Choose in the lists what to train with."""
    heard(desk, "type", "wish:theme", **{"wish:theme": [theme], "wish:kind": [kind], "wish:edition": [edition]})


def answer(desk: TrainerView, clock: Clock, right: bool = True) -> Shown:
    """Solve what is shown, or give up."""
    if not right:
        return press(desk, clock, "solution")
    (found,) = desk.presenter.session.accepted()[:1]
    if desk.exercise.kind in ("order", "choose"):
        return check(desk, clock, [str(part) for part in found])
    return write(desk, clock, str(found))


def today(clock: Clock) -> Puzzle:
    return of_the_day(learner_state.day_of(clock.now), BOOK)


def on(desk: TrainerView) -> list[str]:
    return re.findall(r'data-target="([^"]*)"[^>]*aria-pressed="true"', menu(desk))


def test_it_opens_with_the_puzzle_of_the_day_and_once_that_is_solved_with_training(
    progress: Progress, clock: Clock
) -> None:
    desk = opened(progress, clock)
    first = desk.shown()
    assert (first.key, on(desk)) == (today(clock).id, ["daily"])
    assert "The puzzle of Saturday, 21 November 2026" in first.above
    progress.record(learner_state.TRAINER, today(clock).id, "right", mode=f"daily {learner_state.day_of(clock.now)}")
    progress.record(LESSON, today(clock).id, "right")
    assert on(opened(progress, clock)) == ["training"]
    clock.now += DAY
    assert on(opened(progress, clock)) == ["daily"], "there is another one"


def test_the_menu_offers_everything_and_says_how_one_stands(desk: TrainerView, clock: Clock) -> None:
    press(desk, clock, "training")
    above = menu(desk)
    assert re.findall(r'data-target="([^"]*)"', above) == list(MODES)
    assert re.findall(r'data-input="wish:(\w+)"', above) == ["theme", "kind", "edition"]
    assert re.findall(r'<option value="([^"]*)" selected', above) == ["", "", ""]
    assert "None solved yet" in above
    assert '<option value="special-areas">special areas</option>' in above
    for kind in (*KINDS, "1980", "2006"):
        assert f'<option value="{kind}">{kind}</option>' in above
    found = answer(desk, clock)
    assert found.verdict.kind == "right"
    assert found.below.startswith("Your rating: ")
    assert "(+" in found.below
    assert re.search(r'class="mw-standing"[^>]*>Rating [^<]* 1 solved<', menu(desk))


def test_kind_and_edition_are_wished_as_well(desk: TrainerView) -> None:
    """Played by the rules of the edition chosen; what there is not together is said."""
    wish(desk, theme="jousts", kind="may", edition="2006")
    assert desk.puzzle is not None
    assert (desk.puzzle.kind, desk.exercise.edition, "jousts" in desk.puzzle.themes) == ("may", "2006", True)
    assert desk.shown().above == "Training: jousts, may, 2006"
    wish(desk, theme="setup", kind="joust")
    found = desk.shown()
    assert desk.puzzle is None
    assert found.title == "No puzzle is like that"
    assert "Ask for less at once" in found.verdict.html
    wish(desk, kind="joust")
    assert desk.puzzle is not None
    assert desk.puzzle.kind == "joust"


def test_a_theme_is_trained_and_what_was_begun_elsewhere_is_still_there(desk: TrainerView, clock: Clock) -> None:
    begun = press(desk, clock, "training").key
    wish(desk, theme="king")
    found = desk.shown()
    assert "king" in next(puzzle for puzzle in BOOK if puzzle.id == found.key).themes
    assert found.above == "Training: king"
    assert press(desk, clock, "streak").key != found.key
    assert press(desk, clock, "training").key == found.key
    wish(desk)
    assert desk.shown().key == begun


def test_a_streak_ends_with_the_third_miss_and_a_new_one_is_offered(desk: TrainerView, clock: Clock) -> None:
    begun = press(desk, clock, "streak")
    assert [tool.text for tool in begun.tools if tool.id == "next"] == ["Skip: a miss →"]
    first = answer(desk, clock)
    assert first.below.startswith("1 right, 0 missed.")
    assert [tool.text for tool in first.tools if tool.id == "next"] == ["Next →"]
    for _ in range(3):
        press(desk, clock, "next")
        answer(desk, clock, right=False)
    over = press(desk, clock, "next")
    assert over.above == "The streak is over, the third miss: 1 right, your best is 1"
    assert over.title == "The streak is over"
    assert [tool.id for tool in over.tools] == ["new-streak", "training"]
    again = press(desk, clock, "new-streak")
    assert again.above == "Streak: 0 right, 0 of 3 missed · best 1"
    assert again.key


def test_a_streak_that_is_over_begins_anew_when_it_is_chosen_again(desk: TrainerView, clock: Clock) -> None:
    press(desk, clock, "streak")
    for _ in range(3):
        press(desk, clock, "next")
    assert "over" in desk.shown().above
    press(desk, clock, "training")
    assert "0 right, 0 of 3" in press(desk, clock, "streak").above


def test_after_the_day_s_puzzle_training_is_one_press_away(desk: TrainerView, clock: Clock) -> None:
    answer(desk, clock)
    found = press(desk, clock, "next")
    assert "tomorrow" in found.above
    assert [tool.id for tool in found.tools] == ["training"]
    press(desk, clock, "training")
    assert on(desk) == ["training"]


def test_what_was_missed_is_reviewed_some_days_later(desk: TrainerView, clock: Clock) -> None:
    missed = press(desk, clock, "training").key
    answer(desk, clock, right=False)
    found = press(desk, clock, "review")
    assert (found.title, found.controls, found.done) == ("Nothing to review", (), False)
    assert "after 2 days" in found.verdict.html
    clock.now += timedelta(days=WAITS[0]).total_seconds()
    found = press(desk, clock, "review")
    assert found.key == missed
    assert "1 to review" in menu(desk)
    assert "1 puzzle to review" in found.above
    assert answer(desk, clock).below == ""


def test_what_is_no_choice_changes_nothing(desk: TrainerView) -> None:
    before = desk.shown(), menu(desk)
    wish(desk, theme="elf")
    wish(desk, kind="elf")
    wish(desk, edition="1979")
    for target in ("elf", "mode daily", "wish:elf", ""):
        heard(desk, "click", target)
    assert (desk.shown(), menu(desk)) == before


def test_a_double_click_is_one_click(desk: TrainerView, clock: Clock) -> None:
    press(desk, clock, "streak")
    for _ in range(3):
        press(desk, clock, "next")
    seen = desk.desk.n
    for _ in range(2):
        heard(desk, "click", "streak", seen=seen)
    noted = desk._choices._progress.attempts()
    assert sum(attempt.mode.startswith("streak") and attempt.outcome == "wrong" for attempt in noted) == 3


def test_a_streak_is_gone_on_with_by_another_kernel(desk: TrainerView, progress: Progress, clock: Clock) -> None:
    press(desk, clock, "streak")
    answer(desk, clock)
    other = opened(Progress(progress.path, clock), clock)
    assert press(other, clock, "streak").above == "Streak: 1 right, 0 of 3 missed · best 1"


def test_its_text_and_picture_are_the_same_on_every_day_and_for_everybody(progress: Progress, clock: Clock) -> None:
    before = opened(progress, clock)._repr_mimebundle_()
    for _ in range(3):
        progress.record(LESSON, today(clock).id, "right")
        clock.now += DAY
    after = opened(progress, clock)._repr_mimebundle_()
    for kind in ("text/plain", "image/svg+xml"):
        assert before[kind] == after[kind]
    assert all(text in before["text/plain"] for text, _ in MODES.values())


def test_in_the_lab_it_starts_by_itself(project: Path) -> None:
    laid = cells_of((project / "puzzles" / f"{TRAINER}.ipynb").read_bytes())
    page = lesson_page(f"puzzles/{TRAINER}.ipynb", [[cell.id, cell.kind, cell.source] for cell in laid])
    assert (page["kind"], page["title"], page["exercises"]) == ("ours", "The trainer", [])
    assert page["run"] == [cell.id for cell in laid if cell.source.endswith("trainer()")] != []


def test_the_map_leads_to_it_and_says_what_is_to_be_reviewed(progress: Progress, clock: Clock) -> None:
    found = map_html(progress, clock)
    assert 'data-lesson="puzzles/trainer.ipynb"' in found
    assert "to review" not in found
    progress.record(LESSON, BOOK[0].id, "wrong")
    clock.now += WAITS[0] * DAY
    assert "1 to review" in map_html(progress, clock)


def test_its_notebook_is_up_to_date(project: Path) -> None:
    assert differs(project / "puzzles" / f"{TRAINER}.ipynb", notebook_of_trainer(), "the trainer") == ""
