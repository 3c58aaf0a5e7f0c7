"""The library of a game's common situations: by theme, each with a name, what one asks of it, and its picture; and the situations
its lessons begin with.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from tutor.draw.svg import svg
from tutor.teach.game import registry as games
from tutor.teach.game.asking import Question
from tutor.teach.game.teachable import Teachable


@dataclass(frozen=True)
class Common:
    """A common situation. ``action`` is what is asked of it: an action, "order" for the order of encounter, or "" for
    nothing in particular."""

    name: str
    theme: str
    title: str
    situation: str
    action: str = ""
    game: str = games.FIRST

    @property
    def question(self) -> Question | None:
        """What is asked of it."""
        if not self.action:
            return None
        return Question("order") if self.action == "order" else Question("may", self.action)

    @property
    def asks(self) -> str:
        """The question in words: "May Roland walk north?"."""
        asked = self.question
        return games.teachable(self.game).asking.question_words(self.state, asked) if asked else ""

    @cached_property
    def state(self) -> Any:
        """The situation as the engine reads it."""
        return games.game(self.game).loads(self.situation)

    @cached_property
    def picture(self) -> str:
        """The part of the board that matters, as SVG."""
        return svg(games.teachable(self.game).asking.picture(self.state), "auto", width="100%")


@cache
def library(name: str) -> tuple[Common, ...]:
    """The common situations of a game, in the order of its file; none where it has no such file."""
    file = games.teachable(name).library
    if file is None:
        return ()
    return tuple(Common(**entry, game=name) for entry in tomllib.loads(file.read_text(encoding="utf-8"))["situation"])


def common(game: Teachable, name: str) -> Common:
    """That situation, of the library or of a lesson ("lesson/04-challenge/a-tie"); KeyError if there is none of this name."""
    lesson = name.removeprefix("lesson/").partition("/")[0] if name.startswith("lesson/") else ""
    for entry in from_lesson(lesson, game.name) if lesson else library(game.name):
        if entry.name == name:
            return entry
    raise KeyError(name)


@cache
def from_lesson(name: str, game: str) -> tuple[Common, ...]:
    """The situations a lesson's exercises in this game begin with, each once; none if there is no such lesson."""
    from tutor.content.lessons import course_lessons

    found: dict[str, Common] = {}
    for lesson in course_lessons():
        for exercise in lesson.exercises if lesson.name == name else ():
            if exercise.game.name == game and exercise.situation and exercise.situation not in found:
                own = f"lesson/{name}/{exercise.id}"
                found[exercise.situation] = Common(own, lesson.title, exercise.title, exercise.situation, game=game)
    return tuple(found.values())


def shelves(name: str) -> dict[str, list[Common]]:
    """The situations of a game by theme, in the order of the file."""
    found: dict[str, list[Common]] = {}
    for entry in library(name):
        found.setdefault(entry.theme, []).append(entry)
    return found
