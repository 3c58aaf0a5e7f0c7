"""Opening an exercise: a session of its kind."""

from __future__ import annotations

from tutor.exercises.building import BuildSession
from tutor.exercises.model import Exercise
from tutor.exercises.session import (
    ChooseSession,
    OrderSession,
    PlaySession,
    ReckonSession,
    Session,
    WatchSession,
)

_SESSIONS: dict[str, type[Session]] = {
    "watch": WatchSession,
    "do": PlaySession,
    "free": PlaySession,
    "choose": ChooseSession,
    "order": OrderSession,
    "reckon": ReckonSession,
    "build": BuildSession,
}


def start(exercise: Exercise) -> Session:
    """Open an exercise: a session of its kind.

    Raises what the engine raises if its situation cannot be.
    """
    return _SESSIONS[exercise.kind](exercise)
