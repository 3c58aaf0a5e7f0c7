"""What a teacher can open for a class: lessons, shelves of puzzles, quarrels, scripts of the stage, sheets of his own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache

from engine.text.faults import Faulty
from tutor.content.lessons.course import course, load_lesson
from tutor.content.puzzles.book import puzzles_by_id
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.shelves import shelves
from tutor.content.trainer.learner_state import day_of
from tutor.content.trainer.picking import of_the_day
from tutor.pages.classroom import own
from tutor.pages.classroom.room import ON_STAGE, Opening
from tutor.pages.editor.library import Common, library
from tutor.pages.exercise.lesson import END, steps_of
from tutor.pages.stage.script import script_files, shipped_script
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.game import registry as games

#: The names of the puzzle of the day, and of the trainer, where each has puzzles of his own.
TODAY, TRAINER = "today", "train"


def find(name: str) -> Opening | None:
    """What is opened by that name; None if there is no such thing."""
    kind, _, rest = name.partition("/")
    kinds: Mapping[str, Callable[[str], Opening | None]] = {
        "lesson": _lesson,
        "puzzles": _shelf,
        "today": _today,
        ON_STAGE: _stage,
        TRAINER: _trainer,
        "quarrel": _quarrel,
        "sheet": _sheet,
    }
    return kinds[kind](rest) if kind in kinds else None


def every() -> Mapping[str, tuple[Opening, ...]]:
    """All that can be opened, by the heading it stands under."""
    lessons = [Opening(f"lesson/{entry.name}", f"{entry.number} · {entry.title}") for entry in course()]
    on_shelves = [Opening(f"puzzles/{shelf.name}", shelf.title) for shelf in shelves()]
    quarrels = [Opening(f"quarrel/{each.name}", each.title) for each in library(games.FIRST)]
    sheets = [Opening(f"sheet/{name}", own.title(name), own=f"{own.SHEETS}/{name}") for name in own.names(own.SHEETS)]
    scripts = [
        Opening(f"{ON_STAGE}/{name}", own.title(name), own=f"{own.SCRIPTS}/{name}") for name in own.names(own.SCRIPTS)
    ]
    scripts += [
        Opening(f"{ON_STAGE}/{name}", script.title) for name in script_files() if (script := shipped_script(name))
    ]
    return {
        "Together, on the stage": (*scripts, _STAGE),
        **({"Sheets of your own": tuple(sheets)} if sheets else {}),
        "Lessons": tuple(lessons),
        "Puzzles": (Opening(TODAY, "Today's puzzle"), Opening(TRAINER, "The trainer: to each his own"), *on_shelves),
        "Quarrels": tuple(quarrels),
    }


def quarrel(name: str) -> Common | None:
    """The quarrel of that name; None if there is none."""
    return next((each for each in library(games.FIRST) if each.name == name), None)


def _quarrel(rest: str) -> Opening | None:
    found = quarrel(rest)
    return Opening(f"quarrel/{rest}", found.title) if found is not None else None


def _trainer(rest: str) -> Opening | None:
    return Opening(TRAINER, "The trainer") if not rest else None


_STAGE = Opening(ON_STAGE, "What is on the stage now: all follow")


def _stage(rest: str) -> Opening | None:
    if not rest:
        return _STAGE
    if rest in own.names(own.SCRIPTS):
        return Opening(f"{ON_STAGE}/{rest}", f"On the stage: {own.title(rest)}")
    script = shipped_script(rest)
    return Opening(f"{ON_STAGE}/{rest}", f"On the stage: {script.title}") if script is not None else None


def _sheet(rest: str) -> Opening | None:
    found = own.puzzles(rest)
    return Opening(f"sheet/{rest}", own.title(rest), (), tuple(puzzle.id for puzzle in found)) if found else None


def puzzles_of(name: str, day: date | None = None) -> tuple[Puzzle, ...]:
    """The puzzles that are opened by that name; () if none are."""
    if name == TODAY:
        return (of_the_day(day or day_of(time.time()), list(puzzles_by_id().values())),)
    if name == TRAINER:
        return tuple(puzzles_by_id().values())
    if name.startswith("sheet/"):
        return own.puzzles(name.partition("/")[2])
    return next((shelf.puzzles for shelf in shelves() if f"puzzles/{shelf.name}" == name), ())


def exercises_of(name: str) -> tuple[Exercise, ...]:
    """The exercises everybody gets who works at what is opened by that name; () where each gets his own, or none."""
    kind, _, rest = name.partition("/")
    if kind == "lesson":
        return load_lesson(rest).exercises
    return () if kind == TRAINER else tuple(puzzle.exercise for puzzle in puzzles_of(name))


@lru_cache(maxsize=64)
def _lesson(rest: str) -> Opening | None:
    try:
        lesson = load_lesson(rest)
    except (Faulty, OSError, ValueError):
        return None
    steps = steps_of(lesson)
    heads = tuple(
        each.exercise.title if each.exercise is not None else "The end" if each.id == END else "To read"
        for each in steps
    )
    ids = tuple(each.exercise.id if each.exercise is not None else "" for each in steps)
    number = f"{lesson.number} · " if lesson.number else ""
    return Opening(f"lesson/{rest}", f"{number}{lesson.title}", heads, ids)


def _shelf(rest: str) -> Opening | None:
    found = next((shelf for shelf in shelves() if shelf.name == rest), None)
    if found is None:
        return None
    return Opening(f"puzzles/{rest}", found.title, (), tuple(puzzle.id for puzzle in found.puzzles))


def _today(rest: str) -> Opening | None:
    return Opening(TODAY, "Today's puzzle", (), tuple(puzzle.id for puzzle in puzzles_of(TODAY))) if not rest else None
