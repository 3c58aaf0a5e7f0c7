"""The map of the course as HTML: its picture (:mod:`tutor.pages.course_scene`) with each card a link, the same as a list,
what is to be refreshed today, and the shelves of puzzles. Made from a learner's progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from engine.text.faults import Faulty
from tutor.content.lessons import COURSE, Entry, Lesson, course, course_lessons
from tutor.content.lessons.building import TRAINER
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.shelves import shelves
from tutor.content.trainer.picking import for_review
from tutor.desk.progress import Attempt, LessonRow, Progress, lesson_rows, lesson_stars, standings
from tutor.draw.shapes import Scene
from tutor.draw.svg import SvgPainter
from tutor.draw.theme import colours_of
from tutor.pages.course_scene import course_scene, next_of
from tutor.teach.review import AT_ONCE, due

#: The parts of the map, each of which has the colours of the sheet.
_PARTS = ":is(.mw-map,.mw-map-next,.mw-refresh,.mw-shelves)"
_SHEET = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
_STYLE = f"<style>\n{colours_of(_SHEET, _PARTS)}\n{_SHEET}</style>\n"


def map_text() -> str:
    """The lessons and shelves of puzzles that come with the tutor, as text: always the same, whatever has been done."""
    lessons = "\n".join(f"  {entry.number:2d} {entry.title}" for entry in COURSE)
    return f"The map of the course:\n{lessons}\nPuzzles:\n" + "\n".join(f"   - {shelf.title}" for shelf in shelves())


def map_picture() -> str:
    """The picture of the course before anything of it is done."""
    rows = lesson_rows([], [(entry.name, entry.title, ("",)) for entry in COURSE])
    return map_svg(rows, [0] * len(rows), COURSE)


def map_html(progress: Progress | None, clock: Callable[[], float] = time.time) -> str:
    """The map as a picture whose glades are links; what is to be refreshed today; and the same as a list."""
    lessons = {lesson.name: lesson for lesson in course_lessons()}
    attempts = _attempts(progress)
    found = standings(attempts)
    entries = course()
    outline = [
        (e.name, e.title, tuple(x.id for x in lessons[e.name].exercises) if e.name in lessons else ()) for e in entries
    ]
    rows = lesson_rows(found, outline)
    stars = [
        lesson_stars([s for s in found if s.lesson == name and s.exercise in ids], len(ids)) for name, _, ids in outline
    ]
    items = "".join(
        f'<li value="{entry.number}">{link(entry, escape(entry.title))} '
        f'<span class="mw-map-count">{_standing(row, earned)}</span></li>'
        for entry, row, earned in zip(entries, rows, stars, strict=True)
    )
    return (
        f"{_STYLE}{refresh_html(attempts, lessons, entries, clock())}{_onward(rows, entries)}{map_svg(rows, stars, entries)}"
        f'<details class="mw-map-words"><summary>The lessons as a list</summary><ol class="mw-map-list">{items}</ol></details>'
        f"{puzzles_html({s.exercise for s in found if s.lesson == LESSON and s.finished}, _to_review(attempts, clock()))}"
    )


def _onward(rows: Sequence[LessonRow], entries: Sequence[Entry]) -> str:
    """Which lesson comes next, as a link; "" when all are done."""
    number = next_of(rows)
    if number < 0:
        return ""
    entry, row = entries[number], rows[number]
    word = "Go on with" if row.finished else "Begin with" if number == 0 else "Next"
    return f'<p class="mw-map-next">{word}: {link(entry, f"{entry.number} · {escape(entry.title)}")}</p>'


def _to_review(attempts: Sequence[Attempt], now: float) -> int:
    """How many puzzles the trainer would bring back."""
    return len(for_review(attempts, (puzzle for shelf in shelves() for puzzle in shelf.puzzles), now))


def puzzles_html(solved: Container[str], to_review: int = 0) -> str:
    """The trainer and the shelves of puzzles as links, each shelf with how many of it are solved."""
    tiles = [_tile(TRAINER, "The trainer", f"{to_review} to review" if to_review else "today's puzzle, streaks")]
    every: set[str] = set()
    for shelf in shelves():
        ids = {puzzle.id for puzzle in shelf.puzzles}
        every |= ids
        done = sum(each in solved for each in ids)
        tiles.append(_tile(shelf.name, shelf.title, f"{done} of {len(ids)}", 100 * done // max(1, len(ids))))
    if not every:
        return ""
    count = f"{sum(each in solved for each in every)} of {len(every)} solved; some stand on more than one shelf"
    return (
        f'<section class="mw-shelves" aria-label="Puzzles: {count}"><h3>Puzzles <span class="mw-map-count">{count}</span></h3>'
        f"<ul>{''.join(tiles)}</ul></section>"
    )


def _tile(name: str, title: str, told: str, percent: int = 0) -> str:
    """A link to a notebook of puzzles, with what is told of it and a bar of how much is done."""
    path, done = f"puzzles/{name}.ipynb", percent == 100
    return (
        f'<li><a class="mw-shelf{" mw-shelf-done" if done else ""}" href="../{path}" data-lesson="{path}"><b>{escape(title)}</b>'
        f'<span class="mw-map-count">{"✓ " if done else ""}{escape(told)}</span><i style="width:{percent}%"></i></a></li>'
    )


def _attempts(progress: Progress | None) -> list[Attempt]:
    try:
        return progress.attempts() if progress is not None else []
    except Faulty:
        return []


def link(entry: Entry, inside: str, exercise: str = "") -> str:
    """A link to a lesson, or to an exercise of it, which the page follows without being loaded anew."""
    folder = "own" if entry.own else "lessons"
    to = f' data-exercise="{escape(exercise)}"' if exercise else ""
    name = escape(entry.name)
    return f'<a href="../{folder}/{name}.ipynb" data-lesson="{folder}/{name}.ipynb"{to}>{inside}</a>'


def refresh_html(attempts: Sequence[Attempt], lessons: dict[str, Lesson], entries: Sequence[Entry], now: float) -> str:
    """Up to three exercises that were missed some days ago, as links; "" when there is nothing to refresh."""
    places = {entry.name: entry for entry in entries}
    names = {(lesson.name, each.id): each.name for lesson in lessons.values() for each in lesson.exercises}
    known = [each for each in due(attempts, now) if (each.lesson, each.exercise) in names and each.lesson in places]
    if not known:
        return ""
    items = "".join(
        f"<li>{link(places[each.lesson], escape(names[each.lesson, each.exercise]), each.exercise)}"
        f' <span class="mw-map-count">{escape(places[each.lesson].title)}</span></li>'
        for each in known[:AT_ONCE]
    )
    head = "One to refresh" if len(known) == 1 else f"{('Two', 'Three')[min(len(known), AT_ONCE) - 2]} to refresh"
    return f'<div class="mw-refresh"><b>{head}</b><ul>{items}</ul></div>'


def _standing(row: LessonRow, stars: int) -> str:
    if not row.exercises:
        return "not written yet"
    if row.done:
        return f'✓ done <span title="{stars} of 3 stars" aria-label="{stars} of 3 stars">{"★" * stars}</span>'
    most = 3 * row.exercises
    earned = f' <span aria-label="{row.stars} of {most} stars">· {row.stars} of {most} ★</span>' if row.stars else ""
    return f"{row.finished} of {row.exercises}{earned}" if row.finished else ""


class _LinkedPainter(SvgPainter):
    """Paints the course: what belongs to a lesson is a link to it."""

    kind, role = "mw mw-map", "group"

    def __init__(self, scene: Scene, entries: Sequence[Entry]) -> None:
        super().__init__(scene, "auto", None)
        self.size = ""  # the style sheet says how large it is
        self.entries = {entry.name: entry for entry in entries}

    def body(self) -> list[str]:
        groups = (group for layer in self.scene.layers for group in layer.groups)
        found = []
        for name, parts in groupby(groups, lambda group: group.target):
            drawn = "".join(self.group(part._replace(target="")) for part in parts)
            found.append(link(self.entries[name], drawn) if name else drawn)
        return found


def map_svg(rows: Sequence[LessonRow], stars: Sequence[int], entries: Sequence[Entry]) -> str:
    """The picture: a card for each lesson, a link to it."""
    return _LinkedPainter(course_scene(rows, stars, entries), entries).picture()
