"""Exercises, puzzles and the trainer as documents: a log makes the same page for whoever looks, and nothing played is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.support.by_hand import Clock
from tests.support.page_facts import Work, ids_on, lesson_work, same_after_refolding, seen_by
from tutor.content.lessons import load_lesson
from tutor.content.puzzles import book, find_puzzle
from tutor.content.puzzles.picking import Through
from tutor.content.trainer.choices import OPEN
from tutor.content.trainer.learner_state import DAILY, TRAINING
from tutor.content.trainer.modes import Daily, Mode, Training
from tutor.desk import Act, Desk, Refused, Touch, Viewer, fold_log
from tutor.desk.desk import Document
from tutor.desk.link import PageLink
from tutor.desk.progress import Progress
from tutor.draw.page import Page
from tutor.pages.exercise.exercise import STANDING, ExerciseDocument, Standing, Working
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.puzzle import PICKER, PuzzleDocument, Solving, since_shown
from tutor.pages.exercise.trainer import TrainerDocument

_exercises: Document[Working, Viewing, Page] = ExerciseDocument(lambda source: load_lesson("2").exercises[0])
_puzzles: Document[Solving, Viewing, Page] = PuzzleDocument(Through(()))


def work(lesson: str, exercise: str) -> Work:
    """An exercise being worked at."""
    return next(each for each in lesson_work(load_lesson(lesson)) if each.exercise.id == exercise)


def texts(working: Work) -> list[str]:
    return [act.text for act in working.log]


# -------------------------------------------------------------------- acts


def test_acts_are_lines_that_can_be_read() -> None:
    first = work("2", "first-step")
    first.click("action:move south")
    first.click("area:b3")
    first.press("hint")
    first.click("try", write=["ride  north"])
    assert texts(first) == ["play move south", "far b3", "hint", "play move north"]
    first.press("undo")
    first.press("again")
    assert texts(first)[-2:] == ["undo", "again"]


def test_chance_and_other_knights_are_written_down_and_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = work("18", "the-whole-game")
    for action in ("play joust perceval", "play prize tower", "play move north"):
        game.desk.append("anna", action) if game.desk.of.next(game.desk.doc) is None else None
        game.desk.go_on()
    assert {act.by for act in game.log} > {"anna", "chance"}

    def asked(*_: object) -> str:
        raise AssertionError("what was written down is drawn anew")

    monkeypatch.setattr(ExerciseDocument, "draw", asked)
    same_after_refolding(game, game.log)


def test_what_chance_brings_cannot_be_written_by_anybody_else() -> None:
    game = work("18", "the-whole-game")
    game.document.fold(game.desk.doc, Act(1, "anna", "play joust perceval", 0.0))
    assert game.desk.of.next(game.desk.doc) == "perceval"
    with pytest.raises(Refused, match="First perceval plays on"):
        game.document.fold(game.desk.doc, Act(2, "anna", "defend", 0.0))
    game.document.fold(game.desk.doc, Act(2, "perceval", "defend", 0.0))
    with pytest.raises(Refused, match="can no longer be played"):
        game.document.fold(game.desk.doc, Act(3, "chance", "roll 9 9", 0.0))
    game.desk.n = 2
    game.desk.go_on()
    assert game.desk.of.next(game.desk.doc) is None


def test_an_action_taken_back_and_tried_again_comes_out_as_before() -> None:
    """Chance is not drawn anew by going back: that would be a way to choose it."""
    game = work("18", "the-whole-game")
    for _ in range(2):
        game.click("action:joust perceval")
        game.press("undo")
    throws = [act.text for act in game.log if act.by == "chance"]
    assert len(throws) == 2
    assert throws[0] == throws[1]


def test_a_log_that_no_longer_fits_is_kept_as_far_as_it_does() -> None:
    log = [Act(1, "anna", "play move north", 0.0), Act(2, "anna", "dance", 0.0)]
    folded = fold_log(ExerciseDocument(lambda source: load_lesson("2").exercise("first-step")), {}, log)
    assert folded.n == 1
    assert folded.stopped is not None
    assert "“dance”" in folded.stopped[1]


@pytest.mark.parametrize(
    ("lesson", "exercise", "target", "values", "reason"),
    [
        ("0", "first-question", "check", {"picked": []}, "Choose an option first"),
        ("2", "first-step", "nonsense", {}, ""),
        ("2", "first-step", "try", {"write": ["  "]}, ""),
    ],
)
def test_a_touch_that_means_nothing_is_no_act(
    lesson: str, exercise: str, target: str, values: dict[str, list[str]], reason: str
) -> None:
    lessons = load_lesson(lesson)
    kind = "choose" if reason else "do"
    working = next(each for each in lesson_work(lessons) if each.exercise.kind == kind)
    before = seen_by(working.desk, "anna")
    working.click(target, **values)
    assert working.log == []
    assert seen_by(working.desk, "anna") == before
    told = [message["text"] for message in working.sent if message["kind"] == "refused"]
    assert [reason in text for text in told] == ([True] if reason else [])


# -------------------------------------------------------------------- looking is not doing


def test_how_one_looks_at_a_large_board_is_ones_own() -> None:
    game = work("18", "the-whole-game")
    other: PageLink[Any] = PageLink(Viewer("ms-may"), lambda message: None)
    game.desk.join(other)
    assert game.link.shown == other.shown
    game.click("look:c9")
    assert game.link.shown is not None
    assert other.shown is not None
    assert game.link.shown.scene != other.shown.scene
    game.click("closer")
    assert game.log == []
    assert 'data-target="closer"' in ids_on(game.link.shown)


def test_a_card_is_looked_at_by_who_asked_and_put_back_by_escape() -> None:
    working = work("5", "the-elf")
    card = working.shown().cards[0].card
    working.click(f"card:{card}")
    assert working.link.shown is not None
    assert "<svg" in working.link.shown.panels["card"]
    assert seen_by(working.desk, "ms-may").panels["card"] == ""
    working.desk.touched(working.link, Touch(0, working.link.serial + 1, "escape"))
    assert working.link.shown.panels["card"] == ""
    assert working.log == []


def tools_after_a_slip(working: Work) -> list[str]:
    """The tools after a wrong answer; none where no answer is wrong."""
    wrong = working.wrong()
    if wrong is None or working.exercise.kind != "do":
        return []
    working.answer(wrong)
    return [tool.id for tool in working.shown().tools]


def test_a_film_is_played_for_everybody_and_seen_again_by_who_asks() -> None:
    working = next(each for each in lesson_work(load_lesson("12")) if "replay" in tools_after_a_slip(each))
    other: PageLink[Any] = PageLink(Viewer("ms-may"), lambda message: None)
    working.press("again")
    working.desk.join(other)
    working.answer(working.wrong())
    acts = len(working.log)
    assert working.link.shown is not None
    assert other.shown is not None
    assert working.link.shown.film == other.shown.film
    assert working.link.shown.film is not None
    first = working.link.shown.film.id
    working.click("replay")
    assert working.link.shown.film is not None
    assert working.link.shown.film.id > first
    assert len(working.log) == acts, "looking is not doing"


def test_what_progress_says_stands_on_the_page_and_is_no_part_of_the_document() -> None:
    exercise = load_lesson("2").exercises[0]
    document = ExerciseDocument(lambda source: exercise)
    desk: Desk[Any, Any, Page] = Desk(
        document, {"number": 1, "count": 2}, keep=lambda act: None, clock=lambda: 0.0, rng=random.Random(1)
    )
    standing = Standing((True, False), True, 2, "The disk is full.")
    link: PageLink[Any] = PageLink(Viewer("anna"), lambda message: None, {STANDING: standing})
    desk.join(link)
    assert link.shown is not None
    assert "✓ done" in link.shown.panels["head"]
    assert "The disk is full." in link.shown.panels["verdict"]
    assert "The disk is full." not in ids_on(seen_by(desk, "anna"))


# -------------------------------------------------------------------- the trainer


def trained(progress: Progress, log: list[Act]) -> Desk[Any, Any, Page]:
    """The trainer with a log, as another process opens it."""
    puzzles = tuple(puzzle for collection in book() for puzzle in collection.puzzles)
    modes: dict[str, Mode] = {DAILY: Daily(progress, puzzles), TRAINING: Training(progress, puzzles)}
    document = TrainerDocument(lambda mode, wishes: modes[mode], DAILY)
    return Desk(
        document, {"mode": DAILY}, list(since_shown(log)), keep=log.append, clock=progress.clock, rng=random.Random(3)
    )


def test_the_trainer_goes_on_at_its_puzzle_and_rates_it_once(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.sqlite", Clock(1_795_000_000.0))
    log: list[Act] = []
    desk = trained(progress, log)
    link: PageLink[Any] = PageLink(Viewer("anna"), lambda message: None)
    desk.join(link)
    desk.touched(link, Touch(desk.n, 1, "click", "training"))
    puzzle = desk.doc.puzzle
    desk.touched(link, Touch(desk.n, 2, "click", "hint"))
    again = trained(progress, log)
    assert (again.doc.mode, again.doc.wishes, again.doc.puzzle) == (TRAINING, OPEN, puzzle)
    assert seen_by(again, "anna").panels["verdict"] == seen_by(desk, "anna").panels["verdict"]
    link = PageLink(Viewer("anna"), lambda message: None)
    again.join(link)
    again.touched(link, Touch(again.n, 1, "click", "solution"))
    assert [(each.lesson, each.outcome) for each in progress.attempts()] == [("trainer", "wrong")]
    assert log[-1].by == PICKER
    assert log[-1].text.startswith("told ")
    third = trained(progress, log)
    assert third.doc.told
    assert len(progress.attempts()) == 1


# -------------------------------------------------------------------- killed


PLAY = """
    import os, signal
    from tests.support.by_hand import Clock, press
    from tutor.jupyter import exercise, puzzle_desk
    game, shelf = exercise("18-whole-game", "the-whole-game"), puzzle_desk("ways")
    for action in ("joust perceval", "prize tower", "move north"):
        press(game, Clock(), f"action:{action}")
    press(shelf, Clock(), "next")
    press(shelf, Clock(), "hint")
    LAST
"""
SHOW = "print(json.dumps([dict(each.widget().link.shown.panels) for each in (game, shelf)]))"


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import json\n" + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MYSTIC_WOOD_DATA": str(folder), "PYTHONHASHSEED": "0"},
    )


def test_a_kernel_killed_in_the_middle_of_a_game_goes_on_at_the_very_move(tmp_path: Path) -> None:
    end = "\n    import sys; sys.stdout.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    killed = run(PLAY.replace("LAST", SHOW + end), tmp_path)
    assert killed.returncode == -9, killed.stderr
    again = run(
        f"""
        from tutor.jupyter import exercise, puzzle_desk
        game, shelf = exercise("18-whole-game", "the-whole-game"), puzzle_desk("ways")
        {SHOW}
        """,
        tmp_path,
    )
    assert again.returncode == 0, again.stderr
    before, after = json.loads(killed.stdout), json.loads(again.stdout)
    assert "mw-log" in before[0]["verdict"], "something was played"
    assert "mw-help" in before[1]["verdict"], "a hint was asked for"
    assert after == before


def test_what_was_built_is_there_after_a_kill_too() -> None:
    """A setup half laid out: its operations are acts."""
    document = PuzzleDocument(Through([find_puzzle("third-time-elf")]))
    log: list[Act] = []

    def desk() -> Desk[Any, Any, Page]:
        return Desk(document, {}, list(log), keep=log.append, clock=count(1).__next__, rng=random.Random(1))

    first = desk()
    link: PageLink[Any] = PageLink(Viewer("anna"), lambda message: None)
    first.join(link)
    for serial, card in enumerate(("orc", "prince"), start=1):
        first.touched(link, Touch(first.n, serial, "drag", f"palette:{card}", "area:c2"))
    first.touched(link, Touch(first.n, 3, "click", "do:undo"))
    assert [act.text for act in log[1:]] == ["lay place orc c2", "lay place prince c2", "undo"]
    again = desk()
    assert seen_by(again, "anna").scene == seen_by(first, "anna").scene
    back: PageLink[Any] = PageLink(Viewer("anna"), lambda message: None)
    again.join(back)
    again.touched(back, Touch(again.n, 1, "click", "do:redo"))
    assert {piece.card for piece in again.doc.presenter.editor.laid} == {"orc", "prince"}
