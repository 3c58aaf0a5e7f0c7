"""The table of a class at the end: who solved what, as a file and on paper."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import NamedTuple

from tutor.draw.html import el, join, sheet, whole_page
from tutor.pages.classroom.room import Opening, Room

_SHEET = Path(__file__).with_name("paper.css")


class LearnerRow(NamedTuple):
    """One pupil: how many exercises were solved, of them at once, what was tried and asked for, and the rules he broke most."""

    name: str
    solved: int
    at_once: int
    tries: int
    hints: int
    rules: tuple[str, ...]


_HEADINGS = ("pupil", "solved", "of them at once", "tries", "hints and solutions", "rules missed most")


def rows_of(room: Room) -> list[LearnerRow]:
    """A row for each pupil, of what is open."""
    found = []
    for pupil in sorted(room.pupils, key=lambda each: room.named(each).casefold()):
        tries = room.tried(pupil)
        standing = [room.standing(pupil, exercise) for exercise in dict.fromkeys(each.exercise for each in tries)]
        missed = [each.rule for each in tries if each.outcome == "wrong"]
        rules = tuple(sorted(dict.fromkeys(missed), key=lambda rule: -missed.count(rule))[:3])
        found.append(
            LearnerRow(
                room.named(pupil),
                sum(each in ("right", "mended") for each in standing),
                standing.count("right"),
                sum(each.outcome in ("right", "wrong") for each in tries),
                sum(each.outcome in ("hint", "solution") for each in tries),
                rules,
            )
        )
    return found


def as_csv(room: Room, opened: Opening | None) -> str:
    """The table as CSV. A name that a spreadsheet would take for a formula begins with an apostrophe."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(_HEADINGS)
    for row in rows_of(room):
        name = f"'{row.name}" if row.name[:1] in "=+-@" else row.name
        lines.writerow((name, *row[1:5], " ".join(row.rules)))
    return written.getvalue()


def as_json(room: Room, opened: Opening | None) -> str:
    """The table as JSON."""
    title = opened.title if opened is not None else ""
    return (
        json.dumps({"open": title, "pupils": [row._asdict() for row in rows_of(room)]}, ensure_ascii=False, indent=1)
        + "\n"
    )


def on_paper(room: Room, opened: Opening | None) -> str:
    """The table as a page of its own, to be printed."""
    title = opened.title if opened is not None else "The class"
    top = el("tr", *(el("th", heading) for heading in _HEADINGS))
    body = [
        el("tr", el("td", row.name), *(el("td", str(each)) for each in row[1:5]), el("td", ", ".join(row.rules)))
        for row in rows_of(room)
    ]
    inner = join(el("h1", title), el("table", top, *body))
    return whole_page(title, el("body", inner), sheet(_SHEET))
