"""Which puzzle comes next, in each of the trainer's modes. Pure: from the state, the puzzles and the moment; no other chance."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from datetime import date

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import LESSON
from tutor.content.trainer.learner_state import LearnerState, Run, day_of, rating_of
from tutor.desk.attempts import Attempt
from tutor.teach.game import registry as games
from tutor.teach.rating import Rating, expected
from tutor.teach.review import DAY, due

#: Days for which a puzzle that was worked at is neither trained with nor rated.
RESTS = 30
#: The success that is aimed at; for a theme that is weak a puzzle may be easier or harder.
AIM = (0.65, 0.75)
AIM_IF_WEAK = (0.5, 0.9)
#: A theme is weak if success there falls so far short of what was expected, over the last tries and some that went as expected.
WEAK, LAST_TRIES, AS_EXPECTED = 0.1, 20, 4
#: Puzzles of one difficulty in a streak; rating points by which the next is harder at most, where there is such a one.
EACH, STEP = 2, 40


def chosen(
    puzzles: Iterable[Puzzle], themes: Sequence[str] = (), kinds: Sequence[str] = (), edition: str = ""
) -> tuple[Puzzle, ...]:
    """The puzzles with one of the themes and of one of the kinds, in an edition; nothing given is everything.

    Raises UnreadableText for what there is none of, and if none is left.
    """
    for option, given, known in (
        ("--themes", themes, games.themes()),
        ("--kinds", kinds, games.puzzle_kinds()),
        ("--edition", (edition,) if edition else (), games.puzzle_editions()),
    ):
        for name in given:
            if name not in known:
                what = f"there is no {option.removeprefix('--').removesuffix('s')} {name[:40]!r}"
                raise UnreadableText(Fault(option, what, sentence(nearest(name[:40], tuple(known)))))
    found = tuple(
        _in_edition(puzzle, edition) if edition else puzzle
        for puzzle in puzzles
        if (not themes or set(themes) & set(puzzle.themes))
        and (not kinds or puzzle.kind in kinds)
        and (not edition or edition in puzzle.editions)
    )
    if not found:
        raise UnreadableText(
            Fault("puzzles", "there is none like that", "Ask for fewer things at once, or for other themes.")
        )
    return found


def _in_edition(puzzle: Puzzle, edition: str) -> Puzzle:
    """The same puzzle, played in this one of its editions."""
    others = tuple(each for each in puzzle.editions if each != edition)
    return replace(puzzle, exercise=puzzle.in_edition(edition), editions=(edition, *others))


def rating_now(state: LearnerState, puzzle: Puzzle) -> Rating:
    """The rating of a puzzle, after whatever has been played with it."""
    return state.puzzles.get(puzzle.id) or rating_of(puzzle.id, puzzle.rating)


def is_fresh(state: LearnerState, puzzle_id: str, now: float) -> bool:
    """Whether a puzzle has not been worked at for long enough: only then is it rated."""
    return now - state.touched.get(puzzle_id, -RESTS * DAY) >= RESTS * DAY


def for_training(
    state: LearnerState, puzzles: Sequence[Puzzle], now: float, any_theme: bool = True, without: Container[str] = ()
) -> Puzzle | None:
    """The puzzle to train with: one that he is expected to solve in two cases of three, of a weak theme if there is one and
    ``any_theme`` will do. When none is fresh it is the one that has rested longest. None if there are none ``without`` those."""
    left = [puzzle for puzzle in puzzles if puzzle.id not in without]
    fresh = [puzzle for puzzle in left if is_fresh(state, puzzle.id, now)]
    if not fresh:
        return min(left, key=lambda puzzle: (state.touched[puzzle.id], puzzle.id), default=None)
    draw = _draw(f"{day_of(now)} {len(state.bouts)}")

    def far(puzzle: Puzzle, aim: tuple[float, float] = AIM) -> float:
        chance = expected(state.rating, rating_now(state, puzzle))
        return max(aim[0] - chance, chance - aim[1], 0.0)

    for theme in weak_themes(state, puzzles) if any_theme else ():
        near = [puzzle for puzzle in fresh if theme in puzzle.themes and not far(puzzle, AIM_IF_WEAK)]
        if near:
            return min(near, key=lambda puzzle: (far(puzzle), draw(puzzle)))
    return min(fresh, key=lambda puzzle: (far(puzzle), draw(puzzle)))


def weak_themes(state: LearnerState, puzzles: Iterable[Puzzle]) -> list[str]:
    """The themes in which he falls short of what was expected of him, the weakest first."""
    themes = {puzzle.id: puzzle.themes for puzzle in puzzles}
    short: dict[str, list[float]] = {}
    for bout in state.bouts:
        for theme in themes.get(bout.puzzle, ()) if bout.against else ():
            short.setdefault(theme, []).append(bout.chance - bout.right)
    by_theme = {
        theme: sum(tries[-LAST_TRIES:]) / (len(tries[-LAST_TRIES:]) + AS_EXPECTED)
        for theme, tries in short.items()
        if len(tries) > 1
    }
    return sorted(
        (theme for theme, much in by_theme.items() if much >= WEAK), key=lambda theme: (-by_theme[theme], theme)
    )


def for_streak(state: LearnerState, puzzles: Sequence[Puzzle], run: Run, now: float) -> Puzzle | None:
    """The next puzzle of a streak: as hard as the one before, then harder, but not by much, and fresh if it can be. None at the
    very end."""
    ratings = {puzzle.id: puzzle.rating for puzzle in puzzles}
    met = [ratings[puzzle_id] for puzzle_id in run.puzzles if puzzle_id in ratings]
    reached = max(met, default=0)
    least = reached if met.count(reached) < EACH else reached + 1
    ahead = [puzzle for puzzle in puzzles if puzzle.rating >= least and puzzle.id not in run.puzzles]
    if not ahead:
        return None
    easiest = min(puzzle.rating for puzzle in ahead)
    near = [puzzle for puzzle in ahead if puzzle.rating < easiest + STEP]
    draw = _draw(run.name)
    return min(near, key=lambda puzzle: (not is_fresh(state, puzzle.id, now), draw(puzzle)))


def of_the_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day: the same for everybody who has these puzzles. Easy on Monday, the hardest on Sunday; in each part of
    the week every puzzle has its turn before one comes again.

    Raises UnreadableText if there are none.
    """
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    if not ranked:
        raise UnreadableText(Fault("puzzles", "none are installed", "Install the tutor again, or run it from a clone."))
    week, weekday = divmod(day.toordinal() - 1, 7)
    part = ranked[len(ranked) * weekday // 7 : len(ranked) * (weekday + 1) // 7] or ranked
    return sorted(part, key=_draw("the puzzle of the day"))[week % len(part)]


def for_review(attempts: Iterable[Attempt], puzzles: Iterable[Puzzle], now: float) -> list[Puzzle]:
    """Those of the puzzles that were missed and are due again, the longest overdue first."""
    known = {puzzle.id: puzzle for puzzle in puzzles}
    tries = [each for each in attempts if each.lesson == LESSON and each.exercise in known]
    return [known[each.exercise] for each in due(tries, now, unfinished=True)]


def _draw(what: str) -> Callable[[Puzzle], str]:
    """A key that puts puzzles in an order as if drawn, always the same for the same text."""
    return lambda puzzle: hashlib.sha256(f"{what}/{puzzle.id}".encode()).hexdigest()
