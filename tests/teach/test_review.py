"""What was missed comes back: after days, in order, and ever more seldom while it goes well."""

import pytest

from tutor.desk.progress import Attempt, ExerciseStatus, best_stars, lesson_stars
from tutor.teach.review import DAY, WAITS, due

MONDAY = 20_000 * DAY + 8 * 3600


def told(*outcomes, exercise="cut-off"):
    """Tries as (day, outcome)."""
    return [Attempt("02-exploring", exercise, outcome, "", 5.0, MONDAY + day * DAY) for day, outcome in outcomes]


def names(attempts, day):
    return [each.exercise for each in due(attempts, MONDAY + day * DAY)]


@pytest.mark.parametrize("slip", ["wrong", "hint", "solution"])
def test_what_was_missed_comes_back_after_two_days(slip):
    tries = told((0, slip), (0, "right"))
    assert names(tries, 1.9) == []
    assert names(tries, 2) == ["cut-off"]


def test_what_was_right_at_once_does_not_come_back():
    assert names(told((0, "right")), 100) == []
    assert names(told((0, "right"), (3, "right")), 100) == []


def test_what_was_never_finished_is_not_refreshed_but_still_to_be_done():
    assert names(told((0, "wrong"), (0, "hint")), 100) == []


def test_each_time_it_goes_well_it_stays_away_longer_and_at_last_for_good():
    tries, day = told((0, "wrong"), (0, "right")), 0
    for wait in WAITS:
        assert names(tries, day + wait - 0.1) == []
        day += wait
        assert names(tries, day) == ["cut-off"]
        tries += told((day, "right"))
    assert names(tries, day + 1000) == []


def test_one_that_goes_badly_begins_anew():
    tries = told((0, "wrong"), (0, "right"), (2, "right"), (7, "wrong"), (7, "right"))
    assert names(tries, 8.9) == []
    assert names(tries, 9) == ["cut-off"]
    assert due(tries, MONDAY + 9 * DAY)[0].rounds == 0


def test_doing_it_again_the_same_day_is_no_refreshing():
    tries = told((0, "wrong"), (0, "right"), (0.1, "right"), (0.2, "right"))
    assert names(tries, 2.2) == ["cut-off"]


def test_the_longest_overdue_comes_first():
    tries = told((3, "wrong"), (3, "right")) + told((1, "hint"), (1, "right"), exercise="edge")
    assert names(tries, 30) == ["edge", "cut-off"]


@pytest.mark.parametrize(
    ("outcomes", "wanted"),
    [
        (["right"], 3),
        (["wrong", "right"], 2),
        (["hint", "right"], 2),
        (["wrong", "hint", "right"], 1),
        (["solution", "right"], 1),
        (["wrong"] * 9 + ["right"], 1),
        (["wrong", "hint"], 0),
        ([], 0),
    ],
)
def test_stars_for_few_tries_and_hints(outcomes, wanted):
    assert best_stars(told(*((0, outcome) for outcome in outcomes))) == wanted


def test_who_knows_it_at_once_on_another_day_has_all_its_stars():
    first = told((0, "wrong"), (0, "hint"), (0, "right"))
    assert best_stars(first) == 1
    assert best_stars([*first, *told((0.01, "right"))]) == 1, "the answer has only just been given"
    assert best_stars([*first, *told((3, "right"))]) == 3
    assert best_stars([*first, *told((3, "right"), (9, "wrong"), (9, "right"))]) == 3, "the best are kept"


def test_a_game_won_is_worth_what_it_was_worth_when_it_was_won():
    """Also the same day: a game is played once more to win it in fewer turns."""
    won = [
        Attempt("18-whole-game", "the-race", "right", "leave", 5.0, MONDAY + n, stars)
        for n, stars in enumerate((1, 2, 1))
    ]
    assert best_stars(won) == 2
    assert best_stars([*told((0, "wrong"), (0, "wrong")), *won]) == 2


def test_a_lesson_has_stars_when_all_of_it_is_done():
    one, other = (
        ExerciseStatus("x", "a", 1, 0, False, 1.0, True, 3),
        ExerciseStatus("x", "b", 3, 0, False, 1.0, True, 1),
    )
    assert lesson_stars([one, other], 2) == 2
    assert lesson_stars([one], 2) == 0
    assert lesson_stars([], 0) == 0
