"""A made puzzle put together from its exercise, in any game: its answer and its rules are the engine's, or it is rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.faults import Faulty
from engine.verdicts import IllegalAction
from tutor.puzzles.model import EASIEST, HARDEST, Puzzle, Rejected
from tutor.puzzles.naming import rules_on_the_way
from tutor.puzzles.solving import solve
from tutor.teach.exercise import Exercise
from tutor.teach.options import Choose


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
    named = rules_on_the_way(puzzle, edition)
    rules = tuple(rule for rule in wanted if rule in named) or tuple(sorted(named))[:1]
    if not rules:
        raise Rejected("no rule on the way")
    puzzle = replace(puzzle, exercise=replace(titled, rules=rules))
    try:
        answer = solve(puzzle).answer
    except (Faulty, IllegalAction):
        raise Rejected("no answer") from None
    if isinstance(exercise, Choose) and len(answer) in (0, len(exercise.options)):
        raise Rejected("trivial")
    return replace(puzzle, answer=answer), idea
