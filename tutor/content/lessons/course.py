"""The course: its lessons in order, where their sources are, and which of them the learner can open.

The lessons that come with the tutor make the course, and after them those that a teacher has added on this computer.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text.faults import Fault, Faulty, UnreadableText, nearest
from tutor.base.places import data_folder, private_folder, shipped, write_whole
from tutor.content.lessons.packing import ENDING, pack, read_packed
from tutor.content.lessons.reading import Lesson, read_lesson
from tutor.teach.game.registry import FIRST

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Set it to teach from lessons in a folder of one's own.
LESSONS_VARIABLE = "MYSTIC_WOOD_LESSONS"
_NUMBERED = re.compile(r"(\d+)-.+")
_GAME = re.compile(r'^game\s*=\s*"([^"]+)"', re.MULTILINE)
_TITLE = re.compile(r'^title\s*=\s*"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A lesson of the course: its file is ``name``.md, its notebook ``name``.ipynb. ``own`` if a teacher has added it;
    ``game`` is the one it is about."""

    number: int
    name: str
    title: str
    own: bool = False
    game: str = FIRST


def _shipped_course() -> tuple[Entry, ...]:
    """The lessons in the folder that comes with the tutor, as their names are numbered."""
    try:
        sources = sorted(shipped("lessons").glob("*.md"))
    except FileNotFoundError:
        return ()
    found = []
    for source in sources:
        numbered = _NUMBERED.fullmatch(source.stem)
        if numbered:
            text = source.read_text(encoding="utf-8")
            title, game = _TITLE.search(text), _GAME.search(text)
            about = game[1] if game else FIRST
            found.append(Entry(int(numbered[1]), source.stem, title[1] if title else source.stem, game=about))
    return tuple(found)


#: The lessons that come with the tutor, in order.
COURSE: tuple[Entry, ...] = _shipped_course()


# ---------------------------------------------------------------- a teacher's own lessons


def own_folder() -> Path:
    """Where the lessons lie that were added on this computer, packed."""
    return data_folder() / "course"


def own_lessons() -> list[Lesson]:
    """The lessons added on this computer that can be read, in order of their numbers; none where nothing can be kept."""
    found = []
    try:
        paths = sorted(own_folder().glob(f"*{ENDING}"))
    except OSError:
        return []
    for path in paths:
        with suppress(Faulty):
            found.append(read_packed(path))
    return sorted(found, key=lambda lesson: (lesson.number, lesson.name))


def add_lesson(lesson: Lesson, source: str) -> Path:
    """Put a lesson, read from ``source``, on the course of this computer; one of the same name is replaced.

    Raises UnreadableText if its name is that of a lesson that comes with the tutor.
    """
    if entry_of(lesson.name, COURSE) is not None:
        raise UnreadableText(
            Fault(lesson.name, "a lesson of that name comes with the tutor", "Give the file another name.")
        )
    return write_whole(private_folder(own_folder()) / f"{lesson.name}{ENDING}", pack(source))


def remove_lesson(name: str) -> Path:
    """Take a lesson that was added off the course again. Raises UnreadableText naming the nearest if there is none."""
    known = {path.stem: path for path in own_folder().glob(f"*{ENDING}")}
    wanted = name.removesuffix(".md")
    if wanted not in known:
        fix = nearest(wanted, list(known)) if known else "None has been added yet."
        raise UnreadableText(Fault(name, "no such lesson has been added", fix))
    known[wanted].unlink()
    return known[wanted]


def course() -> tuple[Entry, ...]:
    """The whole course of this computer: what comes with the tutor, then what was added."""
    first = len(COURSE)
    own = (Entry(first + n, lesson.name, lesson.title, own=True) for n, lesson in enumerate(own_lessons()))
    return (*COURSE, *own)


# ---------------------------------------------------------------- finding and reading


def lesson_folders() -> list[Path]:
    """Where lessons are looked for: the folder one has set, those that come with the tutor, and the working folder.

    In that order: what lies beside the notebooks under the name of a lesson, notes of the learner's say, is not taken for it.
    """
    folders = []
    if os.environ.get(LESSONS_VARIABLE):
        folders.append(Path(os.environ[LESSONS_VARIABLE]).expanduser())
    with suppress(FileNotFoundError):
        folders.append(shipped("lessons"))
    folders.append(Path.cwd())
    return folders


def find_lesson(name: str | Path) -> Path:
    """The source of a lesson, given by path, name ("02-exploring") or number ("2").

    Raises UnreadableText naming the nearest lesson when there is none.
    """
    given = Path(name)
    if given.suffix in (".md", ENDING) and given.exists():
        return given
    wanted = given.stem if given.suffix == ".md" else str(name)
    known: list[str] = []
    for folder in lesson_folders():
        for path in sorted(folder.glob("*.md")):
            if path.stem == wanted or (
                len(wanted) < 4 and wanted.isdecimal() and path.stem.startswith(f"{int(wanted):02d}-")
            ):
                return path
            known.append(path.stem)
    for path in sorted(own_folder().glob(f"*{ENDING}")):
        if path.stem == wanted:
            return path
        known.append(path.stem)
    raise UnreadableText(
        Fault(str(name), "there is no such lesson", nearest(wanted, known) if known else "Give its path.")
    )


def load_lesson(name: str | Path) -> Lesson:
    """A lesson of the course, an added one, or that of a file; read once, and again when its file has changed.

    Raises UnreadableText naming the nearest lesson, or every fault of its source.
    """
    path = find_lesson(name)
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> Lesson:
    return read_packed(path) if path.suffix == ENDING else read_lesson(path)


def course_lessons(folder: Path | None = None) -> list[Lesson]:
    """The lessons of the course whose sources are there, in order; those added only without a ``folder`` to look in.

    Raises UnreadableText with the faults of the first that cannot be read.
    """
    folder_given, folder = folder is not None, folder or shipped("lessons")
    found = [load_lesson(folder / f"{entry.name}.md") for entry in COURSE if (folder / f"{entry.name}.md").exists()]
    return found if folder_given else [*found, *own_lessons()]


def entry_of(name: str, course: Sequence[Entry] | None = None) -> Entry | None:
    """The place of a lesson in a course (default: the one that comes with the tutor), by its name; None if it has none."""
    return next((entry for entry in (COURSE if course is None else course) if entry.name == name), None)


def is_last(entry: Entry) -> bool:
    """Whether a lesson is the last one on its game of those that come with the tutor."""
    return all(other.number <= entry.number for other in COURSE if other.game == entry.game)
