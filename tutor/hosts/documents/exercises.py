"""The exercises of the lessons on the web: where each stands, what progress says beside it, and the way on to the next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.text.faults import Faulty
from tutor.draw.html import el, join

if TYPE_CHECKING:
    from tutor.desk.desk import Document, DocumentSource, Known
    from tutor.desk.store import Progress
    from tutor.teach.exercise.exercise import Exercise


def source(rest: str) -> DocumentSource | None:
    """What `/exercise/LESSON/ID` begins with; None if there is no such exercise."""
    from tutor.content.lessons.course import load_lesson

    name, _, exercise_id = rest.partition("/")
    if not re.fullmatch(r"[\w-]+", name):
        return None
    try:
        ids = [each.id for each in load_lesson(name).exercises]
    except Faulty:
        return None
    if exercise_id not in ids:
        return None
    return {"lesson": name, "exercise": exercise_id, "number": ids.index(exercise_id) + 1, "count": len(ids)}


def title(source: DocumentSource) -> str:
    """The title of the browser's tab."""
    return f"Mystic Wood: {_exercise(source).title}"


def name(source: DocumentSource) -> str:
    """What the log calls it: the same in JupyterLab, so that one goes on there as well."""
    exercise = _exercise(source)
    return f"exercise {exercise.lesson}/{exercise.id} {exercise.edition}"


def document(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    """The exercise as a document."""
    from tutor.pages.exercise.exercise import ExerciseDocument

    return ExerciseDocument(_exercise)


def known(store: Progress, source: DocumentSource, of: object, doc: object) -> Known:
    """What the learner's progress says beside the exercise."""
    from tutor.pages.exercise.exercise import STANDING, Standing

    found = {each.exercise: each for each in store.standings(source["lesson"]) if each.finished}
    mine = found.get(source["exercise"])
    done = tuple(each in found for each in _ids(source["lesson"]))
    best = mine.stars if mine is not None else 0
    return {STANDING: Standing(done, mine is not None, best, store.trouble or "", _address_after(source))}


def record(store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    """Write what of the last act is a try."""
    for kept in doc.kept:
        store.record(source["lesson"], source["exercise"], kept.outcome, kept.answer, seconds, kept.stars)


def over(doc: Any) -> bool:
    """Whether an exercise that was left is solved: who comes back to it begins anew."""
    return bool(doc.presenter.session.solved)


def above(source: DocumentSource) -> str:
    """The way back, and where one is in the lesson."""
    from tutor.content.lessons.course import load_lesson

    ids = _ids(source["lesson"])
    here = [
        el(
            "a",
            str(number),
            href=_address(source["lesson"], each),
            aria_current="page" if each == source["exercise"] else None,
        )
        for number, each in enumerate(ids, start=1)
    ]
    lesson = el("h1", load_lesson(source["lesson"]).title)
    return el("nav", el("a", "All lessons", href="/"), " · ", lesson, " ", join(*here), class_="mw-way")


def _exercise(source: DocumentSource) -> Exercise:
    from tutor.content.lessons.course import load_lesson

    return next(each for each in load_lesson(source["lesson"]).exercises if each.id == source["exercise"])


def _ids(lesson: str) -> list[str]:
    from tutor.content.lessons.course import load_lesson

    return [each.id for each in load_lesson(lesson).exercises]


def _address(lesson: str, exercise: str) -> str:
    return f"/exercise/{lesson}/{exercise}/"


def _address_after(source: DocumentSource) -> str:
    """Where the next exercise stands; after the last of a lesson the page of everything."""
    ids = _ids(source["lesson"])
    after = ids[ids.index(source["exercise"]) + 1 :]
    return _address(source["lesson"], after[0]) if after else "/"
