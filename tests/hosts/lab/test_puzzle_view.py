"""Puzzles in a notebook, without a browser: which is shown, what is told and kept, and how one goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from tests.support.by_hand import Clock, check, heard, press, write
from tutor.content.puzzles import book
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.picking import Picker, Through
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.shelves import shelves
from tutor.content.puzzles.solving import solve
from tutor.desk.progress import Progress
from tutor.hosts.lab.puzzles import PuzzleView, desk_of, done_of
from tutor.pages.exercise.shown import Shown

ORDERS = tuple(p for p in next(each for each in book() if each.name == "order").puzzles if p.exercise.kind == "order")


class Remembering(Picker):
    """A picker without an end that remembers what it is told."""

    def __init__(self, *puzzles: Puzzle) -> None:
        self.waiting = list(puzzles)
        self.heard: list[Any] = []

    def heading(self) -> str:
        return "Rating 1500"

    def next(self) -> Puzzle | None:
        return self.waiting[0] if self.waiting else None

    def left(self, puzzle: Puzzle) -> None:
        self.heard.append(("left", puzzle.id))
        self.waiting.pop(0)

    def told(self, puzzle: Puzzle, first_try: bool, seconds: float) -> str:
        self.heard.append((puzzle.id, first_try, seconds))
        self.waiting.pop(0)
        return "Rating 1512"


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.sqlite")


@pytest.fixture
def ticks() -> Clock:
    return Clock()


def opened(desk: PuzzleView, ticks: Clock) -> PuzzleView:
    desk.widget()
    return desk


def right(puzzle: Puzzle) -> list[str]:
    return [item for place in solve(puzzle).answer for item in place]


def tools(shown: Shown) -> list[str]:
    return [tool.id for tool in shown.tools]


def test_a_puzzle_is_there_with_all_that_is_said_of_it(progress: Progress, ticks: Clock) -> None:
    desk = opened(desk_of(ORDERS, progress, "Who comes first?"), ticks)
    shown = desk.shown()
    assert (shown.key, shown.title, shown.above) == (ORDERS[0].id, ORDERS[0].exercise.name, "Who comes first?")
    assert shown.tags[0] == "In which order are they met?"
    assert re.fullmatch(rf"(easy|middling|hard|very hard) \({ORDERS[0].rating}\)", shown.tags[1])
    assert len(shown.tags) == 2, "it holds in both editions"
    assert (shown.number, shown.count, shown.bar) == (1, len(ORDERS), (False,) * len(ORDERS))
    assert tools(shown)[-1:] == ["next"]
    assert "previous" not in tools(shown)


def test_pressed_twice_it_goes_past_no_puzzle_that_was_not_there(progress: Progress, ticks: Clock) -> None:
    """The second press was made of a page that showed the puzzle before."""
    first, second, third = ORDERS[:3]
    desk = opened(desk_of(ORDERS, progress), ticks)
    for then in (second, third):
        seen = desk.desk.n
        heard(desk, "click", "next", seen=seen)
        heard(desk, "click", "next", seen=seen)
        assert desk.puzzle == then
    seen = desk.desk.n
    heard(desk, "click", "previous", seen=seen)
    heard(desk, "click", "previous", seen=seen)
    assert desk.puzzle == second
    press(desk, ticks, "previous")
    assert desk.puzzle == first


def test_going_to_and_fro_between_setups_and_others_leaves_no_board_behind(progress: Progress, ticks: Clock) -> None:
    setup = next(puzzle for shelf in shelves() for puzzle in shelf.puzzles if puzzle.exercise.kind == "build")
    desk = opened(desk_of((ORDERS[0], setup), progress), ticks)
    kept = []
    for button in ("next", "previous") * 3:
        press(desk, ticks, button)
        kept.append(len(_instances))
    assert desk.puzzle == ORDERS[0]
    assert kept[2:] == kept[:2] * 2


def test_a_right_answer_is_kept_and_next_leads_on(progress: Progress, ticks: Clock) -> None:
    desk = opened(desk_of(ORDERS, progress), ticks)
    shown = check(desk, ticks, right(ORDERS[0]))
    assert shown.verdict.heading == "✓ Right"
    assert ORDERS[0].point.split(",")[0] in shown.verdict.html
    assert (shown.bar[0], shown.focus) == (True, "next")
    assert progress.finished(LESSON) == {ORDERS[0].id}
    shown = press(desk, ticks, "next")
    assert (shown.key, shown.number, shown.solved) == (ORDERS[1].id, 2, False)
    shown = press(desk, ticks, "previous")
    assert (shown.key, shown.done, shown.solved) == (ORDERS[0].id, True, False)


def test_the_second_day_goes_on_at_the_first_that_is_not_done(progress: Progress, ticks: Clock) -> None:
    for puzzle in (ORDERS[0], ORDERS[2]):
        progress.record(LESSON, puzzle.id, "right")
    desk = opened(desk_of(ORDERS, progress), ticks)
    assert desk.shown().key == ORDERS[1].id
    assert press(desk, ticks, "next").key == ORDERS[3].id
    assert press(desk, ticks, f"puzzle:{ORDERS[2].id}").key == ORDERS[2].id
    assert press(desk, ticks, "puzzle:none-of-these").key == ORDERS[2].id


def test_after_the_last_it_goes_back_to_what_was_left(progress: Progress, ticks: Clock) -> None:
    desk = opened(desk_of(ORDERS[:3], progress), ticks)
    check(desk, ticks, right(ORDERS[0]))
    assert [press(desk, ticks, "next").key for _ in range(4)] == [ORDERS[n].id for n in (1, 2, 1, 2)]
    for puzzle in ORDERS[:3]:
        progress.record(LESSON, puzzle.id, "right")
    assert [press(desk, ticks, "next").key for _ in range(3)] == [ORDERS[n].id for n in (0, 1, 2)]


def test_the_first_answer_is_told_and_no_later_one(progress: Progress, ticks: Clock) -> None:
    picker = Remembering(*ORDERS[:3])
    desk = opened(PuzzleView(picker, progress, ticks), ticks)
    wrong = list(reversed(right(ORDERS[0])))
    shown = check(desk, ticks, wrong)
    assert (shown.verdict.kind, shown.below, shown.above) == ("wrong", "Rating 1512", "Rating 1500")
    assert shown.verdict.why
    assert "again" in tools(shown)
    shown = check(desk, ticks, right(ORDERS[0]))
    assert shown.verdict.kind == "right"
    assert picker.heard == [(ORDERS[0].id, False, 2.0)]
    shown = press(desk, ticks, "next")
    assert (shown.key, shown.below) == (ORDERS[1].id, "")
    check(desk, ticks, right(ORDERS[1]))
    assert picker.heard[1:] == [(ORDERS[1].id, True, 2.0)]


@pytest.mark.parametrize("help_asked", ["hint", "solution"])
def test_with_help_it_is_not_the_first_try(progress: Progress, ticks: Clock, help_asked: str) -> None:
    hinted = next(puzzle for collection in book() for puzzle in collection.puzzles if puzzle.exercise.hints)
    picker = Remembering(hinted)
    desk = opened(PuzzleView(picker, progress, ticks), ticks)
    press(desk, ticks, help_asked)
    (answer,) = desk.presenter.session.accepted()[:1]
    if hinted.exercise.kind in ("order", "choose"):
        check(desk, ticks, [str(part) for part in answer])
    else:
        write(desk, ticks, str(answer))
    assert [heard[:2] for heard in picker.heard] == [(hinted.id, False)]


def test_who_goes_on_without_an_answer_has_left_it(progress: Progress, ticks: Clock) -> None:
    picker = Remembering(*ORDERS[:1])
    desk = opened(PuzzleView(picker, progress, ticks), ticks)
    shown = press(desk, ticks, "next")
    assert picker.heard == [("left", ORDERS[0].id)]
    assert (shown.title, tools(shown)) == ("No puzzle is left", [])


def test_nothing_to_show_is_said(ticks: Clock) -> None:
    desk = opened(PuzzleView(Remembering()), ticks)
    assert desk.shown().title == "No puzzle is left"
    assert "No puzzle is left" in repr(desk)
    assert Through(()).next() is None


def test_its_text_and_picture_do_not_depend_on_what_was_done(progress: Progress, ticks: Clock) -> None:
    before = opened(desk_of(ORDERS, progress), ticks)._repr_mimebundle_()
    progress.record(LESSON, ORDERS[0].id, "right")
    after = opened(desk_of(ORDERS, progress), ticks)._repr_mimebundle_()
    for kind in ("text/plain", "image/svg+xml"):
        assert before[kind] == after[kind]
    assert all(puzzle.exercise.name in before["text/plain"] for puzzle in ORDERS)


def test_where_nothing_can_be_kept_nothing_counts_as_done() -> None:
    assert done_of(None)() == frozenset()
