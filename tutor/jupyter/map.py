"""The map of the course as a Wood of its own: glades are lessons, paths join them, those that are done lie face up."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets

from engine.faults import Faulty
from tutor.jupyter.style import STYLE
from tutor.lessons import COURSE, course_lessons
from tutor.progress import LessonRow, Progress, lesson_rows

COLUMNS = 4
CARD, GAP = 100, 10
STEP = CARD + GAP


class CourseMap:
    """The map for one learner; without ``progress`` every glade but the first lies face down."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress

    def __repr__(self) -> str:
        return "The map of the course:\n" + "\n".join(f"  {entry.number:2d} {entry.title}" for entry in COURSE)

    def rows(self) -> list[LessonRow]:
        """Each lesson of the course with what has been done of it."""
        lessons = {lesson.name: lesson for lesson in course_lessons()}
        course = [
            (e.name, e.title, tuple(x.id for x in lessons[e.name].exercises) if e.name in lessons else ())
            for e in COURSE
        ]
        try:
            found = self.progress.standings() if self.progress is not None else []
        except Faulty:
            found = []
        return lesson_rows(found, course)

    def html(self) -> str:
        """The map as a picture, and below it the same as a list with links."""
        rows = self.rows()
        items = "".join(
            f'<li value="{entry.number}"><a href="{entry.name}.ipynb">{escape(entry.title)}</a> '
            f'<span class="mw-count">{_standing(row)}</span></li>'
            for entry, row in zip(COURSE, rows, strict=True)
        )
        return f'{STYLE}{map_svg(rows)}<ol class="mw-map-list">{items}</ol>'

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        box = widgets.VBox([widgets.HTML(self.html())])
        box.add_class("mw-exercise")
        bundle: dict[str, Any] = dict(box._repr_mimebundle_())
        bundle["text/plain"] = repr(self)
        return bundle


def _standing(row: LessonRow) -> str:
    if not row.exercises:
        return "not written yet"
    return "✓ done" if row.done else f"{row.finished} of {row.exercises}" if row.finished else ""


def place(number: int) -> tuple[int, int]:
    """Column and row of a lesson on the map: from below to above, to and fro like a path.

    >>> [place(number) for number in (0, 3, 4, 7)]
    [(0, 4), (3, 4), (3, 3), (0, 3)]
    """
    row, column = divmod(number, COLUMNS)
    last = (len(COURSE) - 1) // COLUMNS
    return (column if row % 2 == 0 else COLUMNS - 1 - column), last - row


def map_svg(rows: list[LessonRow]) -> str:
    """The picture: a card for each lesson, its trees cut by the path that leads on."""
    height = ((len(COURSE) - 1) // COLUMNS + 1) * STEP + GAP
    width = COLUMNS * STEP + GAP
    done = sum(row.done for row in rows)
    title = f"Map of the course: {done} of {len(rows)} lessons done"
    parts = [
        f'<svg class="mw-map" viewBox="0 0 {width} {height}" role="img" aria-label="{title}" '
        f"font-family=\"Georgia, 'Iowan Old Style', serif\"><title>{title}</title>"
    ]
    for number, row in enumerate(rows):
        parts.append(_card(number, row, rows))
    for number in range(len(rows) - 1):
        parts.append(_bridge(number, rows))
    return "".join([*parts, "</svg>"])


def _corner(number: int) -> tuple[int, int]:
    column, row = place(number)
    return GAP + column * STEP, GAP + row * STEP


def _open(number: int, rows: list[LessonRow]) -> bool:
    """Face up are the lessons that are done, and the next one to ride to."""
    return rows[number].done or number == next((n for n, row in enumerate(rows) if not row.done), -1)


def _ways(number: int) -> list[tuple[int, int]]:
    """The directions in which the path leads from a lesson to those before and after it."""
    here = place(number)
    others = [place(n) for n in (number - 1, number + 1) if 0 <= n < len(COURSE)]
    return [(column - here[0], row - here[1]) for column, row in others]


def _card(number: int, row: LessonRow, rows: list[LessonRow]) -> str:
    x, y = _corner(number)
    enchanted = number > 8
    words = _title(COURSE[number].title)
    if not _open(number, rows):
        back, edge, leaf = ("#3c6e80", "#173f4d", "#2c5a6a") if enchanted else ("#55783a", "#2b4a1e", "#41612b")
        leaves = "".join(
            f'<path d="M{x + 20 + 30 * i} {y + 16 + 17 * (i % 2)} q7 9 0 18 q-7 -9 0 -18" fill="{leaf}"/>'
            for i in range(3)
        )
        return (
            f'<rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9" fill="{back}" stroke="{edge}" stroke-width="2"/>'
            f'<rect x="{x + 5}" y="{y + 5}" width="90" height="90" rx="6" fill="none" stroke="{edge}" opacity=".45"/>'
            f'{leaves}<text x="{x + CARD / 2}" y="{y + 56}" text-anchor="middle" font-size="20" fill="#fff8e6">{number}</text>'
            + _words(words, x, y + 74, "#fff8e6")
        )
    ground, edge = ("#6fa3a0", "#173f4d") if enchanted else ("#7d9c4f", "#2b4a1e")
    ways = "".join(
        f'<path d="M{x + 50} {y + 42} l{50 * dx} {(58 if dy > 0 else 42) * dy}" stroke="{colour}" stroke-width="{wide}"/>'
        for dx, dy in _ways(number)
        for colour, wide in (("#b98e4f", 22), ("#e3c78f", 17))
    )
    mark = "✓" if row.done else str(number)
    part = f"{row.finished}/{row.exercises}" if not row.done and row.finished else ""
    glow = (
        ""
        if row.done
        else f'<circle cx="{x + 50}" cy="{y + 42}" r="29" fill="none" stroke="#f2b632" stroke-width="4"/>'
    )
    return (
        f'<g><clipPath id="mwc{number}"><rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9"/></clipPath>'
        f'<g clip-path="url(#mwc{number})"><rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" fill="{ground}"/>'
        f"{_trees(number, enchanted)}{ways}"
        f'<circle cx="{x + 50}" cy="{y + 42}" r="27" fill="#efe0b8" stroke="#b98e4f" stroke-width="3"/>{glow}'
        f'<rect x="{x}" y="{y + 74}" width="{CARD}" height="26" fill="#fff8e6" opacity=".93"/></g>'
        f'<rect x="{x}" y="{y}" width="{CARD}" height="{CARD}" rx="9" fill="none" stroke="{edge}" stroke-width="2"/>'
        f'<text x="{x + 50}" y="{y + (50 if not part else 45)}" text-anchor="middle" font-size="22" font-weight="bold" '
        f'fill="#2f2a1c">{mark}</text>'
        f'<text x="{x + 50}" y="{y + 59}" text-anchor="middle" font-size="10" fill="#2f2a1c">{part}</text>'
        + _words(words, x, y + (90 if len(words) == 1 else 85), "#2f2a1c")
        + "</g>"
    )


def _trees(number: int, enchanted: bool) -> str:
    """Crowns round the rim, always the same for the same lesson."""
    x, y = _corner(number)
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


def _bridge(number: int, rows: list[LessonRow]) -> str:
    """The piece of path between two cards; only a hint of it where one of them lies face down."""
    (x1, y1), (x2, y2) = _corner(number), _corner(number + 1)
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
