"""Who learns on this computer: each has progress of his own, under a name of his own."""

from __future__ import annotations

import os

from engine.text.faults import Fault, UnreadableText
from tutor.desk.progress import LEARNER_VARIABLE, LONGEST_NAME, Progress, file_of, files_of_learners, name_in


def this_learner() -> str:
    """The name of whoever learns now; "" for the usual learner."""
    return os.environ.get(LEARNER_VARIABLE, "")


def choose_learner(name: str) -> None:
    """From now on somebody learns, here and in every kernel started later. Raises UnreadableText for no possible name."""
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise UnreadableText(
            Fault(repr(name[:LONGEST_NAME]), "this is no name", f"Write at most {LONGEST_NAME} letters.")
        )
    os.environ[LEARNER_VARIABLE] = name
    if name:
        progress = Progress(file_of(name))
        if not progress.learner:
            progress.learner = name


def learners() -> list[str]:
    """The names of those who have learned on this computer, without the usual learner."""
    return sorted({name for name in map(name_in, files_of_learners()) if name and file_of(name).exists()})
