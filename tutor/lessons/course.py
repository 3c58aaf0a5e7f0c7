"""The course: its lessons in order, where their sources are, and which of them the learner can open."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.faults import Fault, UnreadableText, nearest
from tutor.lessons.reading import Lesson, read_lesson
from tutor.places import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Set it to teach from lessons in a folder of one's own.
LESSONS_VARIABLE = "MYSTIC_WOOD_LESSONS"


@dataclass(frozen=True, slots=True)
class Entry:
    """A lesson of the course: its file is ``name``.md, its notebook ``name``.ipynb."""

    number: int
    name: str
    title: str


_TITLES = (
    ("start-here", "Start here"),
    ("the-wood", "The Wood"),
    ("exploring", "Exploring"),
    ("glades", "Glades"),
    ("challenge", "Challenge"),
    ("approach", "Approach"),
    ("transportation", "Transportation"),
    ("order-of-encounters", "The order of encounters"),
    ("things", "Things and loose things"),
    ("companions", "Companions"),
    ("jousts", "Jousts"),
    ("combination", "Combination and exchange"),
    ("special-areas", "Special areas"),
    ("special-cards", "Special cards"),
    ("rescue-and-king", "Rescue and the King"),
    ("winning", "Winning"),
    ("two-editions", "Two editions"),
    ("setting-up", "Setting up"),
    ("whole-game", "A whole game"),
)
#: The lessons in order.
COURSE: tuple[Entry, ...] = tuple(Entry(n, f"{n:02d}-{name}", title) for n, (name, title) in enumerate(_TITLES))


def lesson_folders() -> list[Path]:
    """Where lessons are looked for: the folder one has set, the working folder, and those that come with the tutor."""
    folders = []
    if os.environ.get(LESSONS_VARIABLE):
        folders.append(Path(os.environ[LESSONS_VARIABLE]).expanduser())
    folders.append(Path.cwd())
    with suppress(FileNotFoundError):
        folders.append(shipped("lessons"))
    return folders


def find_lesson(name: str | Path) -> Path:
    """The source of a lesson, given by path, name ("02-exploring") or number ("2").

    Raises UnreadableText naming the nearest lesson when there is none.
    """
    given = Path(name)
    if given.suffix == ".md" and given.exists():
        return given
    wanted = given.stem if given.suffix == ".md" else str(name)
    known: list[str] = []
    for folder in lesson_folders():
        for path in sorted(folder.glob("*.md")):
            if path.stem == wanted or (wanted.isdecimal() and path.stem.startswith(f"{int(wanted):02d}-")):
                return path
            known.append(path.stem)
    raise UnreadableText(
        Fault(str(name), "there is no such lesson", nearest(wanted, known) if known else "Give its path.")
    )


def course_lessons(folder: Path | None = None) -> list[Lesson]:
    """The lessons of the course whose sources are there, in order.

    Raises UnreadableText with the faults of the first that cannot be read.
    """
    folder = folder or shipped("lessons")
    return [read_lesson(folder / f"{entry.name}.md") for entry in COURSE if (folder / f"{entry.name}.md").exists()]


def entry_of(name: str, course: Sequence[Entry] = COURSE) -> Entry | None:
    """The place of a lesson in the course, by its name; None if it is a teacher's own."""
    return next((entry for entry in course if entry.name == name), None)
