"""The trainer: ratings, which puzzle comes next, streaks, the puzzle of the day, and what was missed."""

from __future__ import annotations

import io
import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.content.puzzles import Puzzle, book, find_puzzle
from tutor.content.puzzles.reading import LESSON
from tutor.content.trainer.learner_state import (
    BEGINNER,
    LOWEST,
    MISSES,
    TRAINER,
    LearnerState,
    Run,
    day_of,
    learner_state,
    rating_of,
)
from tutor.content.trainer.modes import Daily, Mode, Review, Streak, Training
from tutor.content.trainer.picking import (
    RESTS,
    chosen,
    for_streak,
    for_training,
    is_fresh,
    of_the_day,
    rating_now,
    weak_themes,
)
from tutor.desk.progress import Attempt, Progress
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.tables import class_data, class_table
from tutor.teach.kinds import start
from tutor.teach.rating import LARGEST_DEVIATION, Rating, expected, played, waited
from tutor.teach.review import DAY, WAITS

BOOK = tuple(puzzle for collection in book() for puzzle in collection.puzzles)
#: A Saturday, when it is the same day nearly all over the world, from Hawaii to New Zealand.
MORNING = datetime(2026, 11, 21, 10, 30, tzinfo=UTC).timestamp()
TODAY = day_of(MORNING)


class Clock:
    """A clock one winds by hand."""

    def __init__(self) -> None:
        self.now = MORNING

    def __call__(self) -> float:
        return self.now

    def wait(self, days: float) -> None:
        self.now += days * DAY


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every progress that is opened without one."""
    found = Clock()
    monkeypatch.setattr(Progress.__init__, "__defaults__", (None, found))
    return found


@pytest.fixture(autouse=True)
def _always_the_same_day(clock: Clock) -> None:
    """What is picked depends on the date; what these tests see does not."""


@pytest.fixture
def progress(tmp_path: Path, clock: Clock) -> Progress:
    return Progress(tmp_path / "progress.sqlite", clock)


def puzzles(*ratings: int, themes: tuple[str, ...] = ("order",)) -> tuple[Puzzle, ...]:
    """Puzzles of these ratings, called p0, p1 ..."""
    like = find_puzzle("beast-before-beauty")
    return tuple(replace(like, id=f"p{n}", rating=rating, themes=themes) for n, rating in enumerate(ratings))


def noted(puzzle: str, right: bool, day: float = 0.0, against: int = 900, mode: str = "training") -> Attempt:
    """What the trainer notes of a first try, so many days later."""
    return Attempt(TRAINER, puzzle, "right" if right else "wrong", "", 0.0, MORNING + day * DAY, 0, mode, against)


def tried(puzzle: str, outcome: str, day: float = 0.0) -> Attempt:
    """A try as a desk or the terminal keeps it."""
    return Attempt(LESSON, puzzle, outcome, "", 5.0, MORNING + day * DAY)


def answer(mode: Mode, progress: Progress, right: bool) -> str:
    """Answer the puzzle a mode shows, at the first try."""
    puzzle = mode.next()
    assert puzzle is not None
    progress.record(LESSON, puzzle.id, "right" if right else "wrong")
    return mode.told(puzzle, right, 5.0)


# -------------------------------------------------------------------- the arithmetic


def test_the_published_example_comes_out() -> None:
    """Glickman's own: he rounds on the way, to 1464.06."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = played(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_a_game_only_makes_less_sure() -> None:
    assert played(Rating(1500, 200), []) == waited(Rating(1500, 200), 1)
    assert waited(Rating(1500, 200), 1).deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


def test_who_is_less_sure_moves_further() -> None:
    sure, unsure = (played(Rating(1500, deviation), [(Rating(1500, 50), 1)]) for deviation in (60, 300))
    assert 1500 < sure.value < unsure.value


def test_a_surprise_makes_less_steady_and_what_was_expected_does_not() -> None:
    weak = Rating(1000, 50)
    assert played(Rating(1900, 60), [(weak, 0)] * 10).volatility > 0.06
    assert played(Rating(1900, 60), [(weak, 1)] * 10).volatility < 0.06


@given(st.lists(st.tuples(st.integers(0, 8), st.booleans(), st.integers(1, 4000), st.floats(0, 4000)), max_size=60))
def test_however_one_plays_every_rating_stays_finite_and_within_its_bounds(
    tries: list[tuple[int, bool, int, float]],
) -> None:
    day, attempts = 0.0, []
    for number, right, against, days in tries:
        day += days
        attempts.append(noted(f"p{number}", right, day, against))
    state = learner_state(attempts, MORNING + (day + 1) * DAY)
    for rating in (state.rating, *state.puzzles.values()):
        assert LOWEST <= rating.value <= 4000
        assert 0 < rating.deviation <= LARGEST_DEVIATION
        assert 0 < rating.volatility < 1
    assert all(0 < bout.chance < 1 for bout in state.bouts)


def test_a_thousand_of_the_hardest_in_a_row_do_not_break_it() -> None:
    for right in (True, False):
        state = learner_state([noted("p0", right, n / 100, 4000 if right else 1) for n in range(1000)], MORNING)
        assert math.isfinite(state.rating.value)
        assert LOWEST <= state.rating.value <= 4000


# -------------------------------------------------------------------- the state


def test_learner_and_puzzle_are_both_rated() -> None:
    won, lost = (learner_state([noted("p0", right)], MORNING) for right in (True, False))
    assert won.rating.value > BEGINNER.value > lost.rating.value
    assert won.puzzles["p0"].value < 900 < lost.puzzles["p0"].value
    assert won.rating.deviation < BEGINNER.deviation, "one knows him better"


def test_a_harder_one_brings_more_and_one_of_the_makers_less_than_one_of_the_book() -> None:
    easy, hard, made = (
        learner_state([noted(name, True, 0, against)], MORNING).rating.value
        for name, against in (("p0", 600), ("p0", 1400), ("made-order-0", 1400))
    )
    assert easy < made < hard
    assert rating_of("made-order-0", 1400).deviation > rating_of("p0", 1400).deviation


def test_whoever_stays_away_is_the_same_but_less_surely_so() -> None:
    attempts = [noted(f"p{n}", n % 3 > 0) for n in range(30)]
    soon, later = learner_state(attempts, MORNING), learner_state(attempts, MORNING + 100 * DAY)
    assert later.rating.value == soon.rating.value
    assert later.rating.deviation > soon.rating.deviation + 20
    at_once = learner_state([*attempts, noted("p40", True)], MORNING)
    back = learner_state([*attempts, noted("p40", True, 100)], MORNING + 100 * DAY)
    assert back.rating.value > at_once.rating.value, "the first try after it counts for more"


def test_a_try_that_is_not_rated_changes_no_rating() -> None:
    before = learner_state([noted("p0", True)], MORNING)
    after = learner_state([noted("p0", True), noted("p0", False, 0.1, against=0), tried("p0", "wrong", 0.2)], MORNING)
    assert after.rating == before.rating
    assert after.puzzles == before.puzzles
    assert (before.rated, after.rated) == (1, 1)


def test_tries_of_two_computers_give_one_form_in_whatever_order_they_are_brought_together() -> None:
    attempts = [noted(f"p{n % 7}", n % 3 > 0, n / 3, 700 + 40 * n) for n in range(40)]
    shuffled = random.Random(1).sample(attempts, len(attempts))
    assert learner_state(shuffled, MORNING + 30 * DAY) == learner_state(attempts, MORNING + 30 * DAY)


def test_form_is_handed_on_whole(progress: Progress, clock: Clock, tmp_path: Path) -> None:
    training, streak = Training(progress, BOOK), Streak(progress, BOOK)
    for number in range(12):
        answer(streak if number % 2 else training, progress, number % 3 > 0)
        clock.wait(0.3)
    file = progress.export(tmp_path / "mine.json")
    other = Progress(tmp_path / "other.sqlite", clock)
    assert other.import_file(file) == 24 + 6, "two notes of each try, and what the streak has shown"
    assert other.import_file(file) == 0
    here, there = (learner_state(each.attempts(), clock.now) for each in (progress, other))
    assert (here.rated, here.rating.value > 0, len(here.runs)) == (12, True, len(there.runs))
    assert there.rating.value == pytest.approx(here.rating.value)
    assert (there.best_streak, there.solved) == (here.best_streak, here.solved)
    here_again = Progress(progress.path, clock)
    assert learner_state(here_again.attempts(), clock.now) == here


# -------------------------------------------------------------------- training


def test_what_one_is_expected_to_solve_in_two_cases_of_three_is_picked() -> None:
    for learner in (700, 1100, 1600):
        state = LearnerState(rating=Rating(learner, 60))
        found = for_training(state, BOOK, MORNING)
        assert found is not None
        assert 0.6 <= expected(state.rating, rating_now(state, found)) <= 0.8


def test_the_same_store_and_the_same_day_pick_the_same_puzzle_and_another_day_may_pick_another() -> None:
    state = LearnerState(rating=Rating(1200, 60))
    assert for_training(state, BOOK, MORNING) == for_training(state, tuple(reversed(BOOK)), MORNING + 60)
    assert len({for_training(state, BOOK, MORNING + n * DAY) for n in range(30)} - {None}) > 3


def test_one_worked_at_lately_is_not_picked_while_there_are_others() -> None:
    three = puzzles(900, 900, 2000)
    state = learner_state([tried("p0", "right", -RESTS + 1), tried("p1", "hint", -1)], MORNING)
    assert for_training(state, three, MORNING) is three[2]
    later = MORNING + 2 * DAY
    assert is_fresh(state, "p0", later)
    assert for_training(state, three, later) is three[0]
    assert for_training(state, three[:2], MORNING) is three[0], "when none is fresh, the one that has rested longest"
    assert for_training(state, three[:2], MORNING, without=("p0",)) is three[1]
    assert for_training(state, (), MORNING) is None


def test_what_he_is_weak_in_comes_first_when_no_theme_is_chosen() -> None:
    strong = tuple(replace(each, id=f"strong-{n}") for n, each in enumerate(puzzles(*[900] * 12, themes=("king",))))
    weak = tuple(replace(each, id=f"weak-{n}") for n, each in enumerate(puzzles(*[900] * 12, themes=("storms",))))
    both = strong + weak
    tried = [each for pair in zip(strong[:5], weak[:5], strict=True) for each in pair]
    state = learner_state([noted(each.id, each in strong) for each in tried], MORNING)
    assert weak_themes(state, both) == ["storms"]
    found = for_training(state, both, MORNING)
    assert found in weak[5:]
    assert for_training(state, strong, MORNING) in strong[5:]
    assert {for_training(state, both, MORNING + n * DAY, any_theme=False) for n in range(20)} & set(strong)


def test_one_slip_makes_no_theme_weak() -> None:
    assert weak_themes(learner_state([noted("p0", False)], MORNING), puzzles(900)) == []


def test_wishes_are_kept_to_and_an_edition_is_played() -> None:
    found = chosen(BOOK, ("king", "storms"), ("may", "ruling"), "2006")
    assert found
    assert all({"king", "storms"} & set(each.themes) and each.kind in ("may", "ruling") for each in found)
    assert {each.exercise.edition for each in found} == {each.editions[0] for each in found} == {"2006"}
    assert chosen(BOOK) == BOOK
    for wish, told in (
        ({"themes": ("oder",)}, "'order'"),
        ({"kinds": ("elf",)}, "no kind"),
        ({"edition": "1066"}, "1980"),
    ):
        with pytest.raises(ValueError, match=told):
            chosen(BOOK, **wish)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="none like that"):
        chosen(BOOK, ("variants",), ("joust",))


def test_only_the_first_try_is_rated(progress: Progress) -> None:
    mode = Training(progress, BOOK)
    puzzle = mode.next()
    assert puzzle is not None
    assert "(-" in answer(mode, progress, right=False)
    rated = mode.state().rating
    assert mode.told(puzzle, True, 5.0) == ""
    assert mode.state().rating == rated
    (kept,) = progress.attempts(TRAINER)
    assert (kept.exercise, kept.outcome, kept.against) == (puzzle.id, "wrong", puzzle.rating)


def test_begun_anew_in_the_middle_nothing_is_lost_and_nothing_is_rated_twice(progress: Progress, clock: Clock) -> None:
    one = puzzles(900)
    answer(Training(progress, one), progress, right=False)
    kept = learner_state(progress.attempts(), clock.now)
    again = Training(Progress(progress.path, clock), one)
    assert again.state() == kept
    assert "Not rated" in answer(again, progress, right=True)
    assert again.state().rating == kept.rating


def test_killed_after_a_hint_and_taken_up_again_it_is_still_rated(progress: Progress, clock: Clock) -> None:
    one, begun = puzzles(900), clock.now
    clock.wait(0.001)
    progress.record(LESSON, "p0", "hint")
    again = Training(Progress(progress.path, clock), one)
    again.resume(one[0], False, begun)
    assert "Your rating" in again.told(one[0], False, 5.0)


def test_one_that_lies_open_twice_is_rated_once(progress: Progress, clock: Clock) -> None:
    one = puzzles(900)
    training, streak = Training(progress, one), Streak(progress, one)
    assert training.next() is streak.next()
    clock.wait(0.001)
    assert "Your rating" in answer(streak, progress, right=True)
    assert "Not rated" in answer(training, progress, right=True)
    assert training.state().rated == 1


def test_a_hint_before_the_answer_is_no_first_try(progress: Progress, clock: Clock) -> None:
    """Asked for, and the notebook opened once more: it has been worked at."""
    one = puzzles(900)
    mode = Training(progress, one)
    mode.next()
    progress.record(LESSON, "p0", "hint")
    assert "Not rated" in answer(Training(Progress(progress.path, clock), one), progress, right=True)
    assert learner_state(progress.attempts(), clock.now).rating == BEGINNER


def test_whoever_passes_one_gets_another_and_nothing_is_kept(progress: Progress) -> None:
    mode = Training(progress, puzzles(900, 900, 900))
    seen = []
    for _ in range(4):
        puzzle = mode.next()
        assert puzzle is not None
        assert mode.next() is puzzle, "until it is answered or left"
        seen.append(puzzle.id)
        mode.left(puzzle)
    assert sorted(seen[:3]) == ["p0", "p1", "p2"]
    assert seen[3] == seen[0]
    assert progress.attempts() == []


def test_his_rating_finds_where_he_belongs(progress: Progress, clock: Clock) -> None:
    """Somebody who plays like 1600 comes near it in fifty puzzles, and is then asked harder ones than at the beginning."""
    drawn = random.Random(7)
    mode = Training(progress, BOOK)
    asked = []
    for _ in range(50):
        puzzle = mode.next()
        assert puzzle is not None
        asked.append(puzzle.rating)
        answer(mode, progress, drawn.random() < expected(Rating(1600, 0.001), Rating(puzzle.rating, 0.001)))
        clock.wait(0.1)
    assert 1350 < mode.state().rating.value < 1850
    assert sum(asked[-10:]) > sum(asked[:10]) + 10 * 300
    assert len(set(asked)) > 5


# -------------------------------------------------------------------- a streak


def test_a_streak_grows_harder_and_ends_with_the_third_that_is_missed(progress: Progress, clock: Clock) -> None:
    mode = Streak(progress, BOOK)
    ratings, lines = [], []
    for right in (True, True, False, True, False, True, True, False):
        puzzle = mode.next()
        assert puzzle is not None
        ratings.append(puzzle.rating)
        lines.append(answer(mode, progress, right))
        clock.wait(0.001)
    assert ratings == sorted(ratings)
    assert ratings[0] == min(puzzle.rating for puzzle in BOOK)
    assert max(Counter(ratings).values()) <= 2, "harder after two of a kind"
    assert mode.next() is None
    assert "over" in lines[-1]
    assert mode.heading() == "The streak is over, the third miss: 5 right, your best is 5"
    mode.again()
    first = mode.next()
    assert first is not None
    assert first.rating == ratings[0]
    assert mode.heading() == "Streak: 0 right, 0 of 3 missed · best 5"


def test_a_streak_goes_on_where_it_was_left_and_the_best_is_kept(progress: Progress, clock: Clock) -> None:
    mode = Streak(progress, BOOK)
    for _ in range(6):
        answer(mode, progress, right=True)
    clock.wait(3)
    again = Streak(Progress(progress.path, clock), BOOK)
    assert again.heading() == "Streak: 6 right, 0 of 3 missed · best 6"
    for _ in range(MISSES):
        answer(again, progress, right=False)
    clock.wait(1)
    last = Streak(progress, BOOK)
    answer(last, progress, right=True)
    state = learner_state(progress.attempts(), clock.now)
    assert [(run.right, run.missed) for run in state.runs] == [(6, 3), (1, 0)]
    assert (state.best_streak, state.run) == (6, state.runs[-1])


def test_in_a_streak_what_is_left_is_missed(progress: Progress) -> None:
    mode = Streak(progress, BOOK)
    for _ in range(MISSES):
        puzzle = mode.next()
        assert puzzle is not None
        mode.left(puzzle)
    assert mode.next() is None


def test_a_streak_that_is_over_within_a_second_is_not_the_next_one(progress: Progress) -> None:
    mode = Streak(progress, BOOK)
    for _ in range(3):
        while (puzzle := mode.next()) is not None:
            mode.left(puzzle)
        assert mode.heading() == "The streak is over, the third miss: 0 right, your best is 0"
        mode.again()
        assert mode.heading() == "Streak: 0 right, 0 of 3 missed · best 0"
    assert [(run.right, run.missed) for run in mode.state().runs] == [(0, MISSES)] * 3


def test_what_a_streak_has_shown_stays_its_next_and_looked_up_elsewhere_it_is_a_miss(
    progress: Progress, clock: Clock
) -> None:
    """See a hard one, leave, look at its solution: the streak offered another, and nothing was missed."""
    mode = Streak(progress, BOOK)
    answer(mode, progress, right=True)
    clock.wait(0.001)
    asked = mode.next()
    assert asked is not None
    clock.wait(0.001)
    assert Streak(Progress(progress.path, clock), BOOK).next() == asked, "it is kept"
    progress.record("puzzles", asked.id, "solution")
    clock.wait(0.001)
    again = Streak(Progress(progress.path, clock), BOOK)
    other = again.next()
    assert other is not None
    assert other.id != asked.id
    assert again.heading().startswith("Streak: 1 right, 1 of 3 missed")


def test_whoever_skips_what_he_has_looked_at_for_long_is_not_rated_by_it_later(
    progress: Progress, clock: Clock
) -> None:
    mode = Training(progress, puzzles(900, 900))
    first = mode.next()
    assert first is not None
    clock.wait(40 / DAY)
    mode.left(first)
    assert first.id in mode.state().touched
    second = mode.next()
    assert second is not None
    clock.wait(5 / DAY)
    mode.left(second)
    assert second.id not in mode.state().touched, "passed at once, nothing is kept"


def test_puzzles_from_a_file_rate_nobody(progress: Progress) -> None:
    """Eight trifles that call themselves 2800 made a rating of 2734."""
    mode = Training(progress, puzzles(*[2800] * 8), rates=False)
    for _ in range(8):
        told = answer(mode, progress, right=True)
        assert told == "Not rated: puzzles from a file rate nobody."
    assert mode.state().rating == BEGINNER
    assert mode.state().rated == 0


def test_a_streak_through_the_whole_book_comes_to_its_end(progress: Progress, clock: Clock) -> None:
    few = puzzles(500, 540, 540, 700, 900)
    mode = Streak(progress, few)
    ids = []
    while (puzzle := mode.next()) is not None:
        ids.append(puzzle.rating)
        answer(mode, progress, right=True)
    assert ids == sorted(ids)
    assert ids[-1] == 900
    assert "no harder puzzle" in mode.heading()


def test_two_streaks_of_two_computers_stay_two() -> None:
    one = [noted(f"p{n}", n > 0, n, mode="streak 100") for n in range(5)]
    other = [noted(f"p{n}", n > 1, n + 0.5, mode="streak 200") for n in range(5)]
    runs = learner_state([*one, *other], MORNING).runs
    assert [(run.right, run.missed) for run in runs] == [(4, 1), (3, 2)]


def test_a_fresh_one_is_preferred_in_a_streak_and_one_that_was_seen_is_not_rated() -> None:
    two = puzzles(500, 530)
    state = learner_state([tried("p0", "right")], MORNING)
    assert for_streak(state, two, Run("streak 1"), MORNING) is two[1]
    assert for_streak(state, two[:1], Run("streak 1"), MORNING) is two[0]


# -------------------------------------------------------------------- the day's puzzle


def test_the_day_alone_says_which_it_is_always_and_everywhere() -> None:
    """Written down once: whoever gets other ones has another book, or has broken this."""
    fourteen = puzzles(*range(600, 2000, 100))
    days = [of_the_day(date(2026, 11, 16) + timedelta(days=n), fourteen).id for n in range(14)]
    assert days == PINNED
    assert [of_the_day(date(2026, 11, 16) + timedelta(days=n), reversed(fourteen)).id for n in range(14)] == days


PINNED = ["p1", "p2", "p4", "p7", "p9", "p11", "p12", "p0", "p3", "p5", "p6", "p8", "p10", "p13"]


def test_over_five_years_every_puzzle_of_the_book_has_its_turn_evenly_and_never_two_days_running() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(5 * 365 + 1)]
    shown = [of_the_day(day, BOOK).id for day in days]
    counted = Counter(shown)
    assert set(counted) == {puzzle.id for puzzle in BOOK}
    assert max(counted.values()) - min(counted.values()) <= 2
    assert all(one != other for one, other in pairwise(shown))
    weeks = {id_: [n for n, each in enumerate(shown) if each == id_] for id_ in counted}
    assert min(later - sooner for met in weeks.values() for sooner, later in pairwise(met)) > 100


def test_the_week_begins_with_an_easy_one_and_ends_with_the_hardest() -> None:
    monday = date(2026, 11, 16)
    year = [of_the_day(monday + timedelta(days=n), BOOK).rating for n in range(52 * 7)]
    for sooner, later in pairwise(range(7)):
        assert max(year[sooner::7]) <= min(year[later::7])
    assert max(year[::7]) + 500 < min(year[6::7])


@pytest.mark.parametrize("count", [1, 2, 5, 6])
def test_a_small_book_has_a_puzzle_for_every_day_too(count: int) -> None:
    few = puzzles(*range(600, 600 + 100 * count, 100))
    assert {of_the_day(date(2026, 11, 16) + timedelta(days=n), few).id for n in range(60)} == {each.id for each in few}


def test_without_puzzles_it_is_said_and_nothing_breaks() -> None:
    with pytest.raises(ValueError, match="none are installed"):
        of_the_day(TODAY, ())


def test_days_in_a_row_are_those_on_which_it_was_solved(progress: Progress, clock: Clock) -> None:
    for solved in (True, False, True, True):
        mode = Daily(progress, BOOK)
        answer(mode, progress, solved)
        clock.wait(1)
    state = learner_state(progress.attempts(), clock.now)
    assert state.days_in_a_row(day_of(clock.now)) == 2, "today's is still open"
    assert state.days_in_a_row(day_of(clock.now) + timedelta(days=1)) == 0
    answer(Daily(progress, BOOK), progress, right=True)
    assert learner_state(progress.attempts(), clock.now).days_in_a_row(day_of(clock.now)) == 3
    assert Daily(progress, BOOK).heading().endswith(" · solved · 3 days in a row")


def test_solved_at_a_later_try_of_the_same_day_the_day_counts(progress: Progress, clock: Clock) -> None:
    mode = Daily(progress, BOOK)
    answer(mode, progress, right=False)
    assert mode.state().days_in_a_row(TODAY) == 0
    puzzle = of_the_day(TODAY, BOOK)
    progress.record(LESSON, puzzle.id, "right")
    assert mode.state().days_in_a_row(TODAY) == 1
    assert mode.state().rated == 1


def test_there_is_one_a_day_and_the_next_tomorrow(progress: Progress, clock: Clock) -> None:
    mode = Daily(progress, BOOK)
    assert mode.next() is of_the_day(TODAY, BOOK)
    assert mode.heading() == "The puzzle of Saturday, 21 November 2026"
    answer(mode, progress, right=True)
    assert mode.next() is None
    assert "tomorrow" in mode.heading()
    clock.wait(1)
    assert mode.next() is of_the_day(TODAY + timedelta(days=1), BOOK)


# -------------------------------------------------------------------- review


def test_what_was_missed_comes_back_spaced_over_days(progress: Progress, clock: Clock) -> None:
    answer(Training(progress, puzzles(900)), progress, right=False)
    progress.record(LESSON, "p0", "right")
    review = Review(progress, puzzles(900))
    for wait in WAITS:
        assert review.next() is None
        clock.wait(wait - 0.5)
        assert review.next() is None
        clock.wait(0.5)
        assert "1 puzzle to review" in review.heading()
        assert answer(review, progress, right=True) == ""
    clock.wait(400)
    assert review.next() is None, "known by now"
    assert learner_state(progress.attempts(), clock.now).rated == 1, "nothing of a review is rated"


def test_what_was_missed_and_left_comes_back_too_and_what_was_right_does_not(progress: Progress, clock: Clock) -> None:
    two = puzzles(900, 900)
    training = Training(progress, two)
    missed = training.next()
    answer(training, progress, right=False)
    answer(training, progress, right=True)
    clock.wait(WAITS[0])
    review = Review(progress, two)
    assert review.next() is missed
    answer(review, progress, right=False)
    assert review.next() is None, "missed again: in some days"
    clock.wait(WAITS[0])
    assert review.next() is missed


def test_of_a_review_one_may_be_put_off_and_comes_round_again(progress: Progress, clock: Clock) -> None:
    for name in ("p0", "p1"):
        progress.record(LESSON, name, "wrong")
        clock.wait(0.1)
    clock.wait(WAITS[0])
    review = Review(progress, puzzles(900, 900))
    seen = []
    for _ in range(3):
        puzzle = review.next()
        assert puzzle is not None
        seen.append(puzzle.id)
        review.left(puzzle)
    assert seen == ["p0", "p1", "p0"]


# -------------------------------------------------------------------- tables


def test_the_learners_table_says_rating_solved_streak_and_what_is_due(
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = Progress()
    streak = Streak(here, BOOK)
    for right in (True, True, False):
        answer(streak, here, right)
    assert main(["progress"]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    rating = learner_state(here.attempts(), MORNING).rating
    assert line.startswith(f"Puzzles: rating {rating.value:.0f} ± ")
    assert "2 solved, best streak 2" in line
    assert main(["progress", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["puzzles"]
    assert (told["solved"], told["rated"], told["best_streak"]) == (2, 3, 2)


def test_whoever_has_solved_none_has_no_rating(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["progress"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Puzzles: none solved yet"


def test_the_teachers_table_has_a_column_for_puzzles(tmp_path: Path, clock: Clock) -> None:
    files = []
    for name, rights in (("Una", (True, True)), ("Arthur", ())):
        pupil = Progress(tmp_path / f"{name}.sqlite", clock)
        pupil.learner = name
        pupil.record("02-exploring", "first", "right")
        mode = Training(pupil, BOOK)
        for right in rights:
            answer(mode, pupil, right)
        files.append(pupil.export(tmp_path / f"{name}.json"))
    course = [("02-exploring", "2 Exploring", ("first",))]
    table, faults = class_table(files, course)
    assert faults == ()
    lines = {line.split()[0]: line for line in table.splitlines() if line}
    head, una, arthur = lines["pupil"], lines["Una"], lines["Arthur"]
    assert head.split()[-2:] == ["puzzles", "rating"]
    assert una.split()[-4] == "2"
    assert una.split()[-2] == "±"
    assert arthur.split()[-2:] == ["0", "-"]
    data, _ = class_data(files, course)
    assert [pupil["puzzles"]["solved"] for pupil in data["pupils"]] == [0, 2]  # type: ignore[attr-defined]


def test_a_class_that_has_no_puzzles_has_no_column_for_them(tmp_path: Path) -> None:
    pupil = Progress(tmp_path / "una.sqlite")
    pupil.record("02-exploring", "first", "right")
    table, _ = class_table([pupil.export(tmp_path / "una.json")], [("02-exploring", "2 Exploring", ("first",))])
    assert "rating" not in table


# -------------------------------------------------------------------- the command


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


def right_answer(puzzle: Puzzle) -> str:
    """What one types to solve it."""
    found = start(puzzle.exercise).accepted()[0]
    if isinstance(found, str):
        return found
    return ", ".join(str(each + 1) if isinstance(each, int) else each for each in found)


def train(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str, typed: str) -> str:
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert main(["train", *arguments]) == 0
    return capsys.readouterr().out


def test_in_the_terminal_one_comes_after_another_and_all_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Training(Progress(), chosen(BOOK, kinds=("may",))).next()
    assert first is not None
    out = train(monkeypatch, capsys, "--kinds", "may", typed=f"{right_answer(first)}\n\nsolution\nq\n")
    assert "Right." in out
    assert first.point in " ".join(out.split())
    assert out.count("Your rating:") == 2
    assert out.rstrip().splitlines()[-1].startswith("Training: may · your rating:")
    kept = Progress().attempts()
    assert [(each.lesson, each.outcome) for each in kept] == [
        (LESSON, "right"),
        (TRAINER, "right"),
        (LESSON, "solution"),
        (TRAINER, "wrong"),
    ]


def test_a_wrong_answer_is_refuted_with_its_rule_and_may_be_tried_again_unrated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = chosen(BOOK, kinds=("may",))
    first = Training(Progress(), choice).next()
    assert first is not None
    right = right_answer(first)
    options = len(first.exercise.options)  # type: ignore[attr-defined]
    wrong = next(str(n) for n in range(1, options + 1) if str(n) not in right.split(", "))
    refuting = first.refutations[int(wrong) - 1]
    out = train(monkeypatch, capsys, "--kinds", "may", typed=f"{wrong}\n{right}\nq\n")
    assert "Not so." in out
    assert any(f"    {rule}" in out for rule in refuting)
    assert "You may try again." in out
    assert "Right." in out
    assert [each.outcome for each in Progress().attempts(TRAINER)] == ["wrong"]


def test_who_leaves_at_once_has_lost_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed in ("q\n", "", "next\nq\n"):
        train(monkeypatch, capsys, typed=typed)
    assert Progress().attempts() == []


def test_in_a_streak_it_is_said_that_going_on_is_a_miss(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = train(monkeypatch, capsys, "--streak", typed="next\n" * MISSES)
    assert out.count("Or: next (a miss)") == MISSES
    assert "The streak is over, the third miss: 0 right, your best is 0" in out.splitlines()[-1]
    assert [each.outcome for each in Progress().attempts(TRAINER)] == ["progress", "wrong"] * MISSES


def test_the_day_s_puzzle_is_asked_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    today = of_the_day(TODAY, BOOK)
    out = train(monkeypatch, capsys, "--daily", typed="solution\n\n")
    assert today.exercise.name in out
    assert "tomorrow" in out.splitlines()[-1]
    assert "your rating: " in out.splitlines()[-1]


def test_without_a_terminal_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert main(["train"]) == 2
    told = capsys.readouterr().err
    assert "no" in told
    assert "tutor train --json" in told


def test_where_one_stands_is_told_together_with_what_keeps_the_progress_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path / "file" / "below"))
    assert main(["train", "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["next"]
    assert told.err.startswith("Your progress is not being kept: ")


def test_as_data_it_says_where_one_stands_and_what_is_next(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    for right in (True, True, False):
        answer(Streak(progress, BOOK), progress, right)
    assert main(["train", "--json", "--themes", "king"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rated"], told["solved"], told["best_streak"], told["streak"]) == (
        3,
        2,
        2,
        {"right": 2, "missed": 1, "of": 3},
    )
    assert "king" in told["next"]["themes"]
    assert told["daily"]["puzzle"] in {puzzle.id for puzzle in BOOK}
    assert main(["train", "--json", "--review"]) == 0
    assert json.loads(capsys.readouterr().out)["next"] is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--themes", "oder"], "'order'"),
        (["--kinds", "quiz"], "no kind"),
        (["--edition", "1066"], "1980"),
        (["--daily", "--themes", "king"], "Leave --themes out"),
        (["--file", "none.toml"], "none.toml"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused_in_words(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_what_the_maker_makes_can_be_trained_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "made.toml"
    assert main(["make", "order", "--count", "2", "--seed", "3", "--workers", "1", "--out", str(file)]) == 0
    capsys.readouterr()
    out = train(monkeypatch, capsys, "--file", str(file), typed="solution\n\nsolution\n\nq\n")
    assert out.count("Not rated: puzzles from a file rate nobody.") == 2
    noted = Progress().attempts(TRAINER)
    assert [(each.exercise[:11], each.against) for each in noted] == [("made-order-", 0)] * 2


def test_in_a_real_terminal_it_asks() -> None:
    try:
        master, slave = os.openpty()
    except (AttributeError, OSError):
        pytest.skip("there are no such terminals here")
    try:
        os.write(master, b"next\nq\n")
        command = [sys.executable, "-m", "tutor", "train", "--kinds", "may"]
        done = subprocess.run(command, stdin=slave, capture_output=True, timeout=300, check=False)
    finally:
        os.close(slave)
        os.close(master)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode("utf-8").count("Training: may") == 3
