"""The map of the course as a Wood of its own: glades are lessons, paths join them, those begun or done lie face up. Below it
stand the shelves of puzzles.

Pure: from the progress to a picture and a list, both of links.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Sequence
from html import escape
from pathlib import Path

from engine.faults import Faulty
from tutor.lessons import COURSE, Entry, Lesson, course, course_lessons
from tutor.lessons.building import TRAINER
from tutor.progress import Attempt, LessonRow, Progress, lesson_rows, lesson_stars, standings
from tutor.puzzles.reading import LESSON
from tutor.puzzles.shelves import shelves
from tutor.review import AT_ONCE, due
from tutor.trainer.picking import for_review

COLUMNS = 4
CARD, GAP = 100, 10
STEP = CARD + GAP
STYLE = f"<style>\n{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>\n"


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
        f"{STYLE}{refresh_html(attempts, lessons, entries, clock())}{_onward(rows, entries)}{map_svg(rows, stars, entries)}"
        f'<details class="mw-map-words"><summary>The lessons as a list</summary><ol class="mw-map-list">{items}</ol></details>'
        f"{puzzles_html({s.exercise for s in found if s.lesson == LESSON and s.finished}, _to_review(attempts, clock()))}"
    )


def _onward(rows: Sequence[LessonRow], entries: Sequence[Entry]) -> str:
    """Which lesson comes next, as a link; "" when all are done."""
    number = _next(rows)
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


def place(number: int, count: int) -> tuple[int, int]:
    """Column and row of a lesson on a map of so many: from below to above, to and fro like a path.

    >>> [place(number, 18) for number in (0, 3, 4, 7)]
    [(0, 4), (3, 4), (3, 3), (0, 3)]
    """
    row, column = divmod(number, COLUMNS)
    last = (count - 1) // COLUMNS
    return (column if row % 2 == 0 else COLUMNS - 1 - column), last - row


def map_svg(rows: Sequence[LessonRow], stars: Sequence[int], entries: Sequence[Entry]) -> str:
    """The picture: a card for each lesson, its trees cut by the path that leads on."""
    height = ((len(rows) - 1) // COLUMNS + 1) * STEP + GAP
    width = COLUMNS * STEP + GAP
    done = sum(row.done for row in rows)
    title = f"Map of the course: {done} of {len(rows)} lessons done"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mw-map" viewBox="0 0 {width} {height}" role="group" '
        f'aria-label="{title}" font-family="Georgia, \'Iowan Old Style\', serif"><title>{title}</title>'
    ]
    for number, (row, entry) in enumerate(zip(rows, entries, strict=True)):
        parts.append(link(entry, _card(number, row, rows, stars[number], entry)))
    for number in range(len(rows) - 1):
        parts.append(_bridge(number, rows))
    return "".join([*parts, "</svg>"])


def _corner(number: int, count: int) -> tuple[int, int]:
    column, row = place(number, count)
    return GAP + column * STEP, GAP + row * STEP


def _next(rows: Sequence[LessonRow]) -> int:
    """The lesson to ride to next: the first that is not done; -1 if all are."""
    return next((n for n, row in enumerate(rows) if not row.done), -1)


def _open(number: int, rows: Sequence[LessonRow]) -> bool:
    """Face up are the lessons that are done or begun, and the next one to ride to."""
    return rows[number].finished > 0 or number == _next(rows)


def _ways(number: int, count: int) -> list[tuple[int, int]]:
    """The directions in which the path leads from a lesson to those before and after it."""
    here = place(number, count)
    others = [place(n, count) for n in (number - 1, number + 1) if 0 <= n < count]
    return [(column - here[0], row - here[1]) for column, row in others]


def _card(number: int, row: LessonRow, rows: Sequence[LessonRow], stars: int, entry: Entry) -> str:
    count = len(rows)
    x, y = _corner(number, count)
    enchanted = 2 * number >= count
    words = _title(entry.title)
    part = f"{row.finished} of {row.exercises}" if not row.done and row.finished else ""
    comes_next = number == _next(rows)
    said = "done" if row.done else f"{part or 'to do'}{', comes next' if comes_next else ''}"
    name = f"<title>{entry.number} {escape(entry.title)}: {said}</title>"
    if not _open(number, rows):
        back, edge, leaf = ("#3c6e80", "#173f4d", "#2c5a6a") if enchanted else ("#55783a", "#2b4a1e", "#41612b")
        leaves = "".join(
            f'<path d="M{x + 20 + 30 * i} {y + 16 + 17 * (i % 2)} q7 9 0 18 q-7 -9 0 -18" fill="{leaf}"/>'
            for i in range(3)
        )
        return (
            f'{name}<rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9" fill="{back}" stroke="{edge}" stroke-width="2"/>'
            f'<rect x="{x + 5}" y="{y + 5}" width="90" height="90" rx="6" fill="none" stroke="{edge}" opacity=".45"/>'
            f'{leaves}<text x="{x + CARD / 2}" y="{y + 56}" text-anchor="middle" font-size="20" fill="#fff8e6">{number}</text>'
            + _words(words, x, y + 74, "#fff8e6")
        )
    ground, edge = ("#6fa3a0", "#173f4d") if enchanted else ("#7d9c4f", "#2b4a1e")
    ways = "".join(
        f'<path d="M{x + 50} {y + 42} l{50 * dx} {(58 if dy > 0 else 42) * dy}" stroke="{colour}" stroke-width="{wide}"/>'
        for dx, dy in _ways(number, count)
        for colour, wide in (("#b98e4f", 22), ("#e3c78f", 17))
    )
    mark = "✓" if row.done else str(number)
    ring = f'<circle cx="{x + 50}" cy="{y + 42}" r="29" fill="none" stroke="#f2b632" stroke-width="4"/>'
    glow = ring if comes_next else ""
    return (
        f'<g>{name}<clipPath id="mwc{number}"><rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9"/></clipPath>'
        f'<g clip-path="url(#mwc{number})"><rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" fill="{ground}"/>'
        f"{_trees(number, count, enchanted)}{ways}"
        f'<circle cx="{x + 50}" cy="{y + 42}" r="27" fill="#efe0b8" stroke="#b98e4f" stroke-width="3"/>{glow}'
        f'<rect x="{x}" y="{y + 74}" width="{CARD}" height="26" fill="#fff8e6" opacity=".93"/></g>'
        f'<rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9" fill="none" stroke="{edge}" stroke-width="2"/>'
        f'<text x="{x + 50}" y="{y + (50 if not part else 45)}" text-anchor="middle" font-size="22" font-weight="bold" '
        f'fill="#2f2a1c">{mark}</text>'
        f'<text x="{x + 50}" y="{y + 58}" text-anchor="middle" font-size="10" fill="#2f2a1c">{part}</text>'
        f'<text x="{x + 50}" y="{y + 63}" text-anchor="middle" font-size="11" fill="#a86f00">{"★" * stars}</text>'
        + _words(words, x, y + (90 if len(words) == 1 else 85), "#2f2a1c")
        + "</g>"
    )


def _trees(number: int, count: int, enchanted: bool) -> str:
    """Crowns round the rim, always the same for the same lesson."""
    x, y = _corner(number, count)
    shades = ("#2f7a80", "#5b7fb0", "#8f79b8", "#2a6171") if enchanted else ("#4d7a32", "#3c6a2b", "#6fa043", "#568a3a")
    crowns = []
    for n in range(16):
        seed = (number * 37 + n * 101) * 7919 % 1000
        column, line = n % 4, n // 4
        cx, cy = x + 12 + column * 25 + seed % 9, y + 8 + line * 20 + seed % 7
        r = 10 + seed % 6
        crowns.append(f'<circle cx="{cx}" cy="{cy + 2}" r="{r}" fill="#1d2f1a" opacity=".3"/>')
        crowns.append(f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{shades[seed % 4]}"/>')
        crowns.append(
            f'<circle cx="{cx - r / 3:.1f}" cy="{cy - r / 3:.1f}" r="{r / 2.6:.1f}" fill="#fff" opacity=".14"/>'
        )
    return "".join(crowns)


def _bridge(number: int, rows: Sequence[LessonRow]) -> str:
    """The piece of path between two cards; only a hint of it where one of them lies face down."""
    (x1, y1), (x2, y2) = _corner(number, len(rows)), _corner(number + 1, len(rows))
    known = _open(number, rows) and _open(number + 1, rows)
    wide, colour = (18, "#e3c78f") if known else (8, "#c2a871")
    if y1 == y2:
        left = min(x1, x2) + CARD
        return f'<rect x="{left - 1}" y="{y1 + 42 - wide / 2}" width="{GAP + 2}" height="{wide}" fill="{colour}"/>'
    top = min(y1, y2) + CARD - 1
    return f'<rect x="{x1 + 50 - wide / 2}" y="{top}" width="{wide}" height="{GAP + 2}" fill="{colour}"/>'


def _title(title: str) -> list[str]:
    """A title on one line or two."""
    if len(title) <= 15:
        return [title]
    words = title.split()
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))), default=1)
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def _words(lines: list[str], x: int, y: float, ink: str) -> str:
    return "".join(
        f'<text x="{x + CARD / 2}" y="{y + 11 * n}" text-anchor="middle" font-size="10.5" fill="{ink}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
