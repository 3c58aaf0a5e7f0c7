"""What a kernel does before anybody has a use for it (tutor.hosts.lab.lab_kernels): all that is the same for every lesson."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module

from tutor.content.lessons.course import COURSE
from tutor.hosts.lab import open_lesson
from tutor.hosts.lab.view import ExerciseView


def warm_up() -> None:
    """Import what exercises and boards need, and lay one out for nobody. Nothing is kept, no widget is made."""
    import_module("tutor.hosts.lab.still")
    if COURSE:
        lesson = open_lesson(COURSE[0].name).lesson
        view = ExerciseView(lesson.exercises[0], None)
        view.desk.join(view._link)  # lays out its page
        view.picture()


def begin(folder: str, changed: Mapping[str, str], gone: Iterable[str]) -> None:
    """From now on this is the kernel of a notebook in a folder, with these variables of the environment changed or gone."""
    os.chdir(folder)
    os.environ.update(changed)
    for name in gone:
        os.environ.pop(name, None)
