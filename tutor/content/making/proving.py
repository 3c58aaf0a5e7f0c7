"""A made puzzle put together from its exercise, in any game: its answer and its rules are the engine's, or it is rejected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.content.puzzles.model import EASIEST, HARDEST, Puzzle, Rejected
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.solving import form_of
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.options import Option
from tutor.teach.exercise.rule_trace import rules_on_the_way
from tutor.teach.exercise.session import Session
from tutor.teach.game.teachable import Teachable
from tutor.teach.kinds import start


def base(game: Teachable, question: str, state: Any, point: str, seat: str | None = None) -> dict[str, Any]:
    """What every exercise of a made puzzle has; ``seat`` is the learner's, where it is not whoever acts."""
    return {
        "id": "made",
        "game": game,
        "lesson": LESSON,
        "prompt": question,
        "situation": game.engine.dumps(state),
        "edition": game.edition,
        "after": point,
        "knight": seat,
    }


def measured(options: Sequence[tuple[str, str]]) -> tuple[Option, ...]:
    """Options to be compared: each its text and what is reckoned of it."""
    return tuple(Option(text, reckon=reckon) for text, reckon in options)


def opened(exercise: Exercise) -> Session:
    """An exercise of a maker, opened. Rejected if it cannot be, or the engine cannot prove what it asks."""
    try:
        return start(exercise)
    except IllegalAction:
        raise Rejected("cannot be") from None
    except Faulty:
        raise Rejected("not proved") from None


def made(
    kind: str,
    exercise: Exercise,
    theme: str,
    wanted: Sequence[str],
    rating: float,
    idea: str,
    against: Sequence[str] = (),
) -> tuple[Puzzle, str]:
    """A finished puzzle, and its idea: two of one idea are one puzzle too many. Its kind of exercise completes it; its answer is
    what the engine says; its rules are those ``wanted`` that the engine names on the way there. What is wrong is refuted by the
    first rule ``against`` it (default: by those wanted). Rejected where there is no answer, or any would do."""
    game = exercise.game
    session = opened(exercise)
    puzzle = Puzzle(
        "made",
        kind,
        exercise,
        (exercise.edition,),
        tuple(each for each in (theme,) if each in game.themes),
        max(EASIEST, min(HARDEST, round(rating / 10) * 10)),
        (),
    )
    form = form_of(puzzle)
    try:
        completed, stored = form.completed(session, against or wanted)
        named = rules_on_the_way(session)
        rules = tuple(rule for rule in wanted if rule in named) or tuple(sorted(named))[:1]
        answer = session.stored() if rules else ()
    except (Faulty, IllegalAction):
        raise Rejected("no answer") from None
    if not rules:
        raise Rejected("no rule on the way")
    if form.is_trivial(completed, answer):
        raise Rejected("trivial")
    completed = replace(completed, title=game.puzzle_kinds[kind][0], rules=rules)
    return replace(
        puzzle, exercise=completed, answer=answer, margin=stored.margin, refutations=stored.refutations
    ), idea
