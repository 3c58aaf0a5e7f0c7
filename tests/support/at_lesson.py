"""What somebody sends who works at a lesson: the touches that solve an exercise, and one that is wrong. As a page sends them."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.support.touches import does
from tutor.desk import Touch
from tutor.pages.exercise import presenter
from tutor.teach.exercise.exercise import Exercise


class Sent(NamedTuple):
    """A click on ``target``, with what is picked or written on the page."""

    target: str
    values: dict[str, list[str]]

    @property
    def touch(self) -> Touch:
        return Touch(0, 0, "click", self.target, values=self.values)


def right(exercise: Exercise) -> list[Sent]:
    """The touches that solve it. What chance brings in a lesson is the same for everybody."""
    session: Any = presenter(exercise).session
    if exercise.kind == "watch":
        return [Sent("forth", {}) for _ in session.frames[1:]]
    answer = session.accepted()[0]
    if exercise.kind in ("do", "free"):
        return [_written(each) for each in ([answer] if isinstance(answer, str) else answer)]
    if exercise.kind == "reckon":
        return [_written(str(answer))]
    return [Sent("check", {"picked": [str(each) for each in answer]})]


def wrong(exercise: Exercise) -> Sent | None:
    """A touch that is judged and is wrong; None where one cannot be wrong without playing on."""
    session: Any = presenter(exercise).session
    if exercise.kind == "reckon":
        return _written("997")
    if exercise.kind == "order":
        return Sent("check", {"picked": list(reversed(session.accepted()[0]))})
    if exercise.kind == "choose" and not getattr(exercise, "bins", ()):
        options = range(len(session.options))
        return Sent("check", {"picked": [str(next(each for each in options if each not in session.right))]})
    return None


def _written(text: str) -> Sent:
    return Sent("try", {"write": [text]})


def solves(exercise: Exercise, sent: list[Sent]) -> bool:
    """Whether these touches solve the exercise where only one looks."""
    there = presenter(exercise)
    for each in sent:
        does(there, each.touch)
    return bool(there.session.finished)
