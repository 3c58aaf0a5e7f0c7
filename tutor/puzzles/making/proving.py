"""A made puzzle put together from its exercise, in any game: its answer and its rules are the engine's, or it is rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.faults import Faulty
from engine.verdicts import IllegalAction
from tutor.puzzles.model import EASIEST, HARDEST, Puzzle, Rejected
from tutor.puzzles.reading import LESSON
from tutor.puzzles.solving import form_of, rules_on_the_way, solve
from tutor.teach.exercise import Exercise
from tutor.teach.kinds import start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.options import Choose, Option
from tutor.teach.teachable import Teachable


def base(game: Teachable, question: str, state: Any, point: str, seat: str | None = None) -> dict[str, Any]:
    """What every exercise of a made puzzle has; ``seat`` is the learner's, where it is not whoever acts."""
    return {
        "id": "made", "game": game, "lesson": LESSON, "prompt": question, "situation": game.engine.dumps(state),
        "edition": game.edition, "after": point, "knight": seat,
    }  # fmt: skip


def measured(options: Sequence[tuple[str, str]]) -> tuple[Option, ...]:
    """Options to be compared: each its text and what is reckoned of it."""
    return tuple(Option(text, reckon=reckon) for text, reckon in options)


def best(kind: str, exercise: Choose, rule: str, theme: str, rating: float, idea: str) -> tuple[Puzzle, str]:
    """A puzzle that asks which option comes to most (or least), as the exercise says. One at least must be ahead, and no more
    than half of them. The rule refutes the others."""
    try:
        session = start(exercise)
    except (Faulty, IllegalAction):
        raise Rejected("not proved") from None
    assert isinstance(session, ChooseSession)
    values = [option.measured for option in session.options]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        raise Rejected("not proved")
    ahead = sorted(set(known), reverse=exercise.ask == "best")
    right = [value == ahead[0] for value in known]
    if 2 * sum(right) > len(right) or len(ahead) < 2:
        raise Rejected("ambiguous")
    refuted = tuple(() if is_right else (rule,) for is_right in right)
    options = tuple(replace(one, rules=rules) for one, rules in zip(exercise.options, refuted, strict=True))
    exercise = replace(exercise, options=options, several=sum(right) > 1)
    margin = abs(Fraction(ahead[0]) - Fraction(ahead[1]))
    return made(kind, exercise, theme, (rule,), rating, idea, margin=margin, refutations=refuted)


def made(
    kind: str, exercise: Exercise, theme: str, wanted: Sequence[str], rating: float, idea: str, **more: Any
) -> tuple[Puzzle, str]:
    """A finished puzzle, and its idea: two of one idea are one puzzle too many. Its answer is what the engine says; its rules are
    those wanted of it that the engine names on the way there. Rejected where there is no answer, or any would do."""
    game, edition = exercise.game, exercise.edition
    rated = max(EASIEST, min(HARDEST, round(rating / 10) * 10))
    themes = tuple(each for each in (theme,) if each in game.themes)
    titled = replace(exercise, title=game.puzzle_kinds[kind][0])
    puzzle = Puzzle("made", kind, titled, (edition,), themes, rated, (), **more)
    try:
        named = rules_on_the_way(puzzle, edition)
        rules = tuple(rule for rule in wanted if rule in named) or tuple(sorted(named))[:1]
        if not rules:
            raise Rejected("no rule on the way")
        puzzle = replace(puzzle, exercise=replace(titled, rules=rules))
        answer = solve(puzzle).answer
    except (Faulty, IllegalAction):
        raise Rejected("no answer") from None
    if form_of(puzzle).is_trivial(exercise, answer):
        raise Rejected("trivial")
    return replace(puzzle, answer=answer), idea
