"""The facts of every page are as they were: a change in them is to be seen, and read, in review.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest tests/pages/test_golden_pages.py`` writes them anew.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

import pytest

from tests.depth import DEAR_PUZZLES
from tests.golden.pages import FOLDER, PAGES, blocks, write, written
from tests.support.page_facts import Work, lacking, same_after_refolding
from tutor.pages.exercise.puzzle import since_shown


def held(work: Work, last: bool) -> None:
    """All that is to be shown stands on the page; solved, it is picked up from its log as it is, by whoever looks."""
    assert lacking(work) == []
    if last:
        assert work.session.finished, work.exercise.id
        assert all("\n" not in act.text for act in work.log), "an act is a line"
        same_after_refolding(work, list(since_shown(work.log)))


WITH_EXERCISES = [name for name in PAGES if name.startswith(("lesson", "puzzles"))]
#: So many of each lesson and each collection are not deep, whatever their kind.
FIRST = 2


@lru_cache
def sample() -> dict[str, frozenset[str]]:
    """The exercises of each page that are not deep: the first two, and the first of each kind of exercise in each game."""
    met: set[tuple[str, str]] = set()
    found: dict[str, frozenset[str]] = {}
    for name in WITH_EXERCISES:
        game = re.sub(
            r"^lesson-\d\d-(gran|paths|willow)-.*|^lesson-.*", r"lesson \1", name
        )  # a kind of puzzle is asked in one
        there = blocks(written(name))
        kinds = {
            exercise: (game, block.split()[2]) for exercise, block in there.items() if exercise not in DEAR_PUZZLES
        }
        first = {kind: exercise for exercise, kind in reversed(kinds.items()) if kind not in met}
        met |= first.keys()
        found[name] = frozenset((*[*kinds][:FIRST], *first.values()))
    return found


def hold(name: str, exercises: frozenset[str] | None = None) -> None:
    """Hold what is made of these exercises, or of all, against what is written of them."""
    if os.environ.get("UPDATE_GOLDEN"):
        write(name)
    known = blocks(written(name))
    wanted = [block for exercise, block in known.items() if exercises is None or exercise in exercises]
    assert PAGES[name](held, exercises).rstrip("\n").splitlines() == "\n\n".join(wanted).splitlines()


@pytest.mark.parametrize("name", PAGES)
def test_the_facts_of_every_page_are_as_before_and_it_is_picked_up_from_its_log(name: str) -> None:
    hold(name, sample().get(name))


@pytest.mark.deep
@pytest.mark.parametrize("name", WITH_EXERCISES)
def test_so_are_the_facts_of_all_other_exercises(name: str) -> None:
    hold(name, blocks(written(name)).keys() - sample()[name])


def test_every_kind_of_exercise_and_of_puzzle_is_in_the_sample() -> None:
    assert sum(map(len, sample().values())) < 200
    assert sum(len(blocks(written(name))) for name in WITH_EXERCISES) > 800
    for name, exercises in sample().items():
        assert len(exercises) >= FIRST
        assert exercises <= blocks(written(name)).keys()


def test_there_is_a_file_for_every_lesson_every_kind_of_puzzle_checker_editor_and_trainer_and_no_other() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(PAGES)
    assert len(PAGES) >= 18 + 10 + 3
    told = {name: written(name) for name in PAGES}
    assert sum(text.count("\n== ") + text.startswith("== ") for text in told.values()) > 400
    assert sum(map(len, told.values())) < 1_500_000, "short enough to be read"


@pytest.mark.parametrize("name", WITH_EXERCISES)
def test_every_right_answer_is_called_right_and_no_wrong_one_is(name: str) -> None:
    for exercise in written(name).split("== ")[1:]:
        moments = {part.partition(" ")[0]: part for part in exercise.split("\n- ")[1:]}
        kind = exercise.partition(": ")[2].partition(",")[0]
        verdicts = {when: part.partition("verdict: ")[2].partition("\n")[0] for when, part in moments.items()}
        if kind == "watch":
            assert "done" in moments["right"], exercise
            continue
        assert verdicts["right"] in ("right", "noted"), exercise
        if verdicts["right"] == "noted":  # an opinion: nothing is wrong
            continue
        assert verdicts["wrong"] in ("wrong", "progress", "cannot"), exercise
        assert "rules: " in moments["wrong"] or verdicts["wrong"] != "wrong", exercise
