"""The trainer in a notebook, without a browser: what one may do there, and what is shown of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.by_hand import Clock
from tutor.course_map import map_html
from tutor.jupyter.training import TrainerDesk
from tutor.lab_server import lesson_page
from tutor.lessons.building import TRAINER, differs, notebook_of_trainer
from tutor.mystic_wood.puzzle_kinds import KINDS
from tutor.notebooks import cells_of
from tutor.pages.trainer import MODES
from tutor.progress import Progress
from tutor.puzzles import Puzzle, book
from tutor.puzzles.reading import LESSON
from tutor.review import DAY, WAITS
from tutor.trainer import form
from tutor.trainer.picking import of_the_day

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
def desk(progress: Progress, clock: Clock) -> TrainerDesk:
    return opened(progress, clock)


def opened(progress: Progress, clock: Clock) -> TrainerDesk:
    desk = TrainerDesk(BOOK, progress, clock)
    desk._once._clock = clock
    desk.widget()
    return desk


def shown(desk: TrainerDesk) -> dict[str, Any]:
    return {**desk.panel.shown, "menu": desk.menu.shown}


def tell(desk: TrainerDesk, clock: Clock, **given: Any) -> dict[str, Any]:
    clock.now += 2
    desk.take(given)
    return shown(desk)


def wishing(**wishes: str) -> dict[str, Any]:
    return {"do": "about", "wishes": {"theme": "", "kind": "", "edition": "", **wishes}}


def choose(desk: TrainerDesk, clock: Clock, mode: str) -> dict[str, Any]:
    clock.now += 2
    desk.take_menu({"do": "mode", "id": mode})
    return shown(desk)


def answer(desk: TrainerDesk, clock: Clock, right: bool = True) -> dict[str, Any]:
    """Solve what is shown, or give up."""
    if not right:
        return tell(desk, clock, do="press", id="solution")
    (found,) = desk.presenter.session.accepted()[:1]
    if desk.exercise.kind in ("order", "choose"):
        return tell(desk, clock, do="check", picked=[str(part) for part in found])
    return tell(desk, clock, do="write", text=str(found))


def today(clock: Clock) -> Puzzle:
    return of_the_day(form.day_of(clock.now), BOOK)


def on(found: dict[str, Any]) -> list[str]:
    return [mode["id"] for mode in found["menu"]["modes"] if mode["on"]]


def test_it_opens_with_the_puzzle_of_the_day_and_once_that_is_solved_with_training(progress: Progress, clock: Clock) -> None:
    first = shown(opened(progress, clock))
    assert (first["key"], on(first)) == (today(clock).id, ["daily"])
    assert "The puzzle of Saturday, 21 November 2026" in first["above"]
    progress.record(form.TRAINER, today(clock).id, "right", mode=f"daily {form.day_of(clock.now)}")
    progress.record(LESSON, today(clock).id, "right")
    assert on(shown(opened(progress, clock))) == ["training"]
    clock.now += DAY
    assert on(shown(opened(progress, clock))) == ["daily"], "there is another one"


def test_the_menu_offers_everything_and_says_how_one_stands(desk: TrainerDesk, clock: Clock) -> None:
    found = choose(desk, clock, "training")
    assert [mode["id"] for mode in found["menu"]["modes"]] == list(MODES)
    theme, kind, edition = found["menu"]["wishes"]
    assert (theme["value"], kind["value"], edition["value"], found["menu"]["standing"]) == ("", "", "", "None solved yet")
    assert ["special-areas", "special areas"] in theme["known"]
    assert kind["known"] == [["", "any"], *([each, each] for each in KINDS)]
    assert edition["known"] == [["", "any"], ["1980", "1980"], ["2006", "2006"]]
    found = answer(desk, clock)
    assert found["verdict"]["kind"] == "right"
    assert found["below"].startswith("Your rating: ")
    assert "(+" in found["below"]
    assert found["menu"]["standing"].startswith("Rating ")
    assert found["menu"]["standing"].endswith(" 1 solved")


def test_kind_and_edition_are_wished_as_well(desk: TrainerDesk) -> None:
    """Played by the rules of the edition chosen; what there is not together is said."""
    desk.take_menu(wishing(theme="jousts", kind="may", edition="2006"))
    assert desk.puzzle is not None
    assert (desk.puzzle.kind, desk.exercise.edition, "jousts" in desk.puzzle.themes) == ("may", "2006", True)
    assert shown(desk)["above"] == "Training: jousts, may, 2006"
    desk.take_menu(wishing(theme="setup", kind="joust"))
    found = shown(desk)
    assert desk.puzzle is None
    assert found["title"] == "No puzzle is like that"
    assert "Ask for less at once" in found["verdict"]["html"]
    desk.take_menu(wishing(kind="joust"))
    assert desk.puzzle is not None
    assert desk.puzzle.kind == "joust"


def test_a_theme_is_trained_and_what_was_begun_elsewhere_is_still_there(desk: TrainerDesk, clock: Clock) -> None:
    begun = choose(desk, clock, "training")["key"]
    desk.take_menu(wishing(theme="king"))
    found = shown(desk)
    assert "king" in next(puzzle for puzzle in BOOK if puzzle.id == found["key"]).themes
    assert found["above"] == "Training: king"
    assert choose(desk, clock, "streak")["key"] != found["key"]
    assert choose(desk, clock, "training")["key"] == found["key"]
    desk.take_menu(wishing())
    assert shown(desk)["key"] == begun


def test_a_streak_ends_with_the_third_miss_and_a_new_one_is_offered(desk: TrainerDesk, clock: Clock) -> None:
    begun = choose(desk, clock, "streak")
    assert [tool["text"] for tool in begun["tools"] if tool["id"] == "next"] == ["Skip: a miss →"]
    first = answer(desk, clock)
    assert first["below"].startswith("1 right, 0 missed.")
    assert [tool["text"] for tool in first["tools"] if tool["id"] == "next"] == ["Next →"]
    for _ in range(3):
        tell(desk, clock, do="press", id="next")
        answer(desk, clock, right=False)
    over = tell(desk, clock, do="press", id="next")
    assert over["above"] == "The streak is over, the third miss: 1 right, your best is 1"
    assert over["title"] == "The streak is over"
    assert [tool["id"] for tool in over["tools"]] == ["new-streak", "training"]
    again = tell(desk, clock, do="press", id="new-streak")
    assert again["above"] == "Streak: 0 right, 0 of 3 missed · best 1"
    assert again["key"]


def test_a_streak_that_is_over_begins_anew_when_it_is_chosen_again(desk: TrainerDesk, clock: Clock) -> None:
    choose(desk, clock, "streak")
    for _ in range(3):
        tell(desk, clock, do="press", id="next")
    assert "over" in shown(desk)["above"]
    choose(desk, clock, "training")
    assert "0 right, 0 of 3" in choose(desk, clock, "streak")["above"]


def test_after_the_day_s_puzzle_training_is_one_press_away(desk: TrainerDesk, clock: Clock) -> None:
    answer(desk, clock)
    found = tell(desk, clock, do="press", id="next")
    assert "tomorrow" in found["above"]
    assert [tool["id"] for tool in found["tools"]] == ["training"]
    assert on(tell(desk, clock, do="press", id="training")) == ["training"]


def test_what_was_missed_is_reviewed_some_days_later(desk: TrainerDesk, clock: Clock) -> None:
    missed = choose(desk, clock, "training")["key"]
    answer(desk, clock, right=False)
    found = choose(desk, clock, "review")
    assert (found["title"], found["controls"], found["done"]) == ("Nothing to review", [], False)
    assert "after 2 days" in found["verdict"]["html"]
    clock.now += timedelta(days=WAITS[0]).total_seconds()
    found = choose(desk, clock, "review")
    assert found["key"] == missed
    assert "1 to review" in found["menu"]["standing"]
    assert "1 puzzle to review" in found["above"]
    assert answer(desk, clock)["below"] == ""


def test_what_is_no_choice_changes_nothing(desk: TrainerDesk, clock: Clock) -> None:
    before = shown(desk)
    none = (
        wishing(theme="elf"), wishing(kind="elf"), wishing(edition="1979"), {"do": "about"}, {"do": "about", "wishes": "king"},
        {"do": "mode", "id": "elf"}, {"do": "mode", "id": ["daily"]},
    )  # fmt: skip
    for given in (None, "daily", {}, *none):
        desk.take_menu(given)
    assert shown(desk) == before


def test_a_double_click_is_one_click(desk: TrainerDesk, clock: Clock) -> None:
    choose(desk, clock, "streak")
    for _ in range(3):
        tell(desk, clock, do="press", id="next")
    clock.now += 2
    for _ in range(2):
        desk.take_menu({"do": "mode", "id": "streak"})
    assert sum(attempt.mode.startswith("streak") for attempt in desk._kept.attempts()) == 3


def test_a_streak_is_gone_on_with_by_another_kernel(desk: TrainerDesk, progress: Progress, clock: Clock) -> None:
    choose(desk, clock, "streak")
    answer(desk, clock)
    other = opened(Progress(progress.path, clock), clock)
    assert choose(other, clock, "streak")["above"] == "Streak: 1 right, 0 of 3 missed · best 1"


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
