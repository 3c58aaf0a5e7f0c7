"""The library of common situations: by theme, each with a name, what one asks of it, and its picture."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import name_of
from tutor.mystic_wood.phrases import action_words, asker
from tutor.mystic_wood.scene import View, board_scene
from tutor.mystic_wood.scene.faces import portrait
from tutor.paint.svg import svg
from tutor.scene.shapes import Group, Layer, Scene

#: Denizens whose faces are shown as companions'.
COMPANIONS = ("child", "damsel", "horse", "sage")


@dataclass(frozen=True)
class Common:
    """A common situation. ``action`` is what is asked of it: an action, "order" for the order of encounter, or "" for
    nothing in particular."""

    name: str
    theme: str
    title: str
    situation: str
    action: str = ""

    @property
    def asks(self) -> str:
        """The question in words: "May Roland walk north?"."""
        if not self.action:
            return ""
        who = name_of(asker(self.state))
        return f"In which order does {who} meet them?" if self.action == "order" else f"May {who} {action_words(self.action)}?"

    @cached_property
    def state(self) -> mw.State:
        """The situation as the engine reads it."""
        return mw.loads(self.situation)

    @cached_property
    def picture(self) -> str:
        """The part of the board that matters, as SVG."""
        return svg(board_scene(self.state, view=View.around(self.state, least=(2, 2))), "auto", width="100%")


@cache
def _read() -> tuple[Common, ...]:
    text = (Path(__file__).parent / "data" / "library.toml").read_text(encoding="utf-8")
    return tuple(Common(**entry) for entry in tomllib.loads(text)["situation"])


LIBRARY = _read()


def common(name: str) -> Common:
    """That situation, of the library or of a lesson ("lesson/04-challenge/a-tie"); KeyError if there is none of this name."""
    lesson = name.removeprefix("lesson/").partition("/")[0] if name.startswith("lesson/") else ""
    for entry in from_lesson(lesson) if lesson else LIBRARY:
        if entry.name == name:
            return entry
    raise KeyError(name)


@cache
def from_lesson(name: str) -> tuple[Common, ...]:
    """The situations a lesson's exercises begin with, each once; none if there is no such lesson."""
    from tutor.lessons import course_lessons

    found: dict[str, Common] = {}
    for lesson in course_lessons():
        for exercise in lesson.exercises if lesson.name == name else ():
            if exercise.game.name == mw.NAME and exercise.situation and exercise.situation not in found:
                own = f"lesson/{name}/{exercise.id}"
                found[exercise.situation] = Common(own, lesson.title, exercise.title, exercise.situation)
    return tuple(found.values())


def shelves() -> dict[str, list[Common]]:
    """The situations by theme, in the order of the file."""
    found: dict[str, list[Common]] = {}
    for entry in LIBRARY:
        found.setdefault(entry.theme, []).append(entry)
    return found


def face_picture(name: str) -> str:
    """A denizen's face in its frame, as SVG: a companion's where he rides along."""
    shapes = portrait(name, companion=name in COMPANIONS, size=48.0)
    return svg(Scene(name, 48, 48, (Layer("tokens", (Group(shapes),)),)), "auto")
