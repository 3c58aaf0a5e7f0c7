"""Whole lessons as a host opens them: what progress says beside them, and where their ways out lead."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.text.faults import Faulty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.content.lessons.reading import Lesson
    from tutor.desk import Act
    from tutor.desk.desk import Document, DocumentSource, Known
    from tutor.desk.store import Progress
    from tutor.pages.exercise.lesson import LessonLink, LessonLinks

#: The ways out of each lesson that was opened, by its text.
_WAYS: dict[str, LessonLinks] = {}


def source(rest: str) -> DocumentSource | None:
    """What `/lesson/NAME` begins with; None if there is no such lesson."""
    from tutor.content.lessons.course import load_lesson

    if not re.fullmatch(r"\w[\w .-]*", rest):
        return None
    try:
        return {"lesson": load_lesson(rest).name}
    except Faulty:
        return None


def title(source: DocumentSource) -> str:
    """The title of the browser's tab."""
    return f"Mystic Wood: {_lesson(source).title}"


def name(source: DocumentSource) -> str:
    """What the log calls it."""
    return f"lesson {source['lesson']}"


def document(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    """The lesson, from where it was left."""
    from tutor.pages.exercise.lesson import LessonDocument

    return LessonDocument(_lesson)


def cut(acts: Sequence[Act]) -> Sequence[Act]:
    """What of a log need be folded."""
    from tutor.pages.exercise.lesson import since_begun

    return since_begun(acts)


def known(store: Progress, source: DocumentSource, of: object, doc: object) -> Known:
    """What the learner's progress says, and the ways out of the lesson."""
    from tutor.pages.exercise.lesson import LEARNED, WAYS, Learned, LessonLinks

    lesson = _lesson(source)
    stars = {each.exercise: each.stars for each in store.standings(lesson.name) if each.finished}
    if lesson.source not in _WAYS:
        _WAYS[lesson.source] = LessonLinks(
            _way("/", "Lessons"), _after(lesson), partial(_practice, lesson), _rules(lesson)
        )
    return {LEARNED: Learned(stars, store.trouble or ""), WAYS: _WAYS[lesson.source]}


def record(store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    """Write what of the last act is a try."""
    for kept in doc.kept:
        store.record(source["lesson"], doc.acted, kept.outcome, kept.answer, seconds, kept.stars)


def _lesson(source: DocumentSource) -> Lesson:
    from tutor.content.lessons.course import load_lesson

    return load_lesson(source["lesson"])


def _way(address: str, title: str, note: str = "") -> LessonLink:
    from tutor.pages.exercise.lesson import LessonLink

    return LessonLink(address, title, note)


def _after(lesson: Lesson) -> LessonLink:
    """The lesson that follows; the trainer after the last."""
    from tutor.content.lessons.course import course

    entries = list(course())
    at = next((n for n, entry in enumerate(entries) if entry.name == lesson.name), len(entries))
    if at + 1 >= len(entries):
        return _way("/train/", "The trainer: puzzles one after another")
    entry = entries[at + 1]
    return _way(f"/lesson/{entry.name}/", f"{entry.number} · {entry.title}")


def _practice(lesson: Lesson) -> LessonLink:
    from tutor.content.puzzles.shelves import shelf_for

    shelf = shelf_for(lesson)
    return _way(f"/puzzles/{shelf.name}/", f"{shelf.title}: puzzles") if shelf is not None else _way("", "")


def _rules(lesson: Lesson) -> dict[str, LessonLink]:
    """Each rule the lesson teaches: where it stands, and what it says in our words."""
    from tutor.content.lessons.building import taught

    return {
        rule.id: _way(
            f"/rules/{rule.topic}.html#{rule.id}", rule.id, f"{'Our ruling. ' if rule.ruling else ''}{rule.says}"
        )
        for rule in taught(lesson)
    }
