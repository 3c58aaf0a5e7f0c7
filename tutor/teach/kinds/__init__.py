"""The kinds of exercise: a module each, and a place in the list below. Nothing else lists them.

>>> sorted(KINDS)
['build', 'choose', 'do', 'free', 'order', 'reckon', 'watch']
"""

from __future__ import annotations

from collections.abc import Mapping

from tutor.teach.exercise.exercise import Exercise, Mistake
from tutor.teach.exercise.face import Face
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.session import Session, Solution
from tutor.teach.game.teachable import Teachable
from tutor.teach.kinds import build, choose, do, free, order, reckon, watch

#: Every kind by its name. Writers of lessons are told of them in this order.
KINDS: Mapping[str, Kind] = {
    module.KIND.name: module.KIND for module in (watch, do, choose, order, reckon, free, build)
}


def start(exercise: Exercise) -> Session:
    """Open an exercise: a session of its kind. Raises what the engine raises if its situation cannot be."""
    return KINDS[exercise.kind].session(exercise)


def face(exercise: Exercise) -> Face:
    """Open an exercise as one works at it. Raises as :func:`start` does."""
    return KINDS[exercise.kind].face(start(exercise))


def still(name: str, game: Teachable, lesson: str, title: str) -> Exercise:
    """What stands where there is no exercise: one that asks nothing, on a board where nothing has happened."""
    kind = next(kind for kind in KINDS.values() if not kind.exercise.asks)
    return kind.exercise(name, game, lesson, title=title, situation=game.empty)


__all__ = ["KINDS", "Exercise", "Face", "Kind", "Mistake", "Session", "Solution", "face", "start", "still"]
