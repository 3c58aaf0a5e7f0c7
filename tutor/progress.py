"""What a learner has done: kept in SQLite in his own data folder, and handed on as a small JSON file.

Every try is written at once, in a transaction of its own, so that a killed kernel loses nothing. Times are seconds; moments are
seconds since 1970 (UTC) as the caller's clock gives them.
"""

from __future__ import annotations

import json
import math
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.faults import Fault, ImpossibleSituation, UnreadableText
from tutor.places import data_folder

if TYPE_CHECKING:
    import argparse

FILE = "progress.sqlite"
#: Where several people learn on one computer, it says who is learning: each has a file of his own.
LEARNER_VARIABLE = "MYSTIC_WOOD_LEARNER"
FORMAT = "mystic-wood-progress"
VERSION = 1
OUTCOMES = ("right", "wrong", "progress", "cannot be checked", "hint", "solution")
#: Longer than this between two tries, and the learner has been elsewhere: no more is counted as time spent.
LONGEST_PAUSE = 300.0
#: Longest name of a learner, lesson or exercise that a file may hold.
LONGEST_NAME = 100

_SCHEMA = """
CREATE TABLE IF NOT EXISTS learner (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER PRIMARY KEY,
    lesson TEXT NOT NULL,
    exercise TEXT NOT NULL,
    outcome TEXT NOT NULL,
    answer TEXT NOT NULL,
    seconds REAL NOT NULL,
    at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS attempt_of ON attempt (lesson, exercise);
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One thing a learner did: tried an answer, or asked for a hint or the solution (``outcome``)."""

    lesson: str
    exercise: str
    outcome: str
    answer: str
    seconds: float
    at: float


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands with one exercise. ``tries`` count up to the first right answer, that one included."""

    lesson: str
    exercise: str
    tries: int
    hints: int
    solution: bool
    seconds: float
    finished: bool


def standings(attempts: Sequence[Attempt]) -> list[Standing]:
    """Where a learner stands with each exercise he has touched, in the order in which he first did."""
    grouped: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in attempts:
        grouped.setdefault((attempt.lesson, attempt.exercise), []).append(attempt)
    found = []
    for (lesson, exercise), tried in grouped.items():
        tries = 0
        finished = False
        for attempt in tried:
            if attempt.outcome in ("right", "wrong") and not finished:
                tries += 1
            finished = finished or attempt.outcome == "right"
        hints = min(2, sum(attempt.outcome == "hint" for attempt in tried))
        shown = any(attempt.outcome == "solution" for attempt in tried)
        found.append(Standing(lesson, exercise, tries, hints, shown, sum(a.seconds for a in tried), finished))
    return found


def file_of(learner: str) -> Path:
    """The file of a learner by that name; "" is the usual one, who need not say."""
    if not learner.strip():
        return data_folder() / FILE
    plain = re.sub(r"[^\w-]+", "-", learner.strip().lower()).strip("-") or "learner"
    return data_folder() / f"progress-{plain[:60]}.sqlite"


class Progress:
    """The progress of the learner on this computer.

    ``path`` is the file (default: that of the usual learner, in the data folder), ``clock`` tells the time in seconds since
    1970. Raises UnreadableText if nothing can be kept there.
    """

    def __init__(self, path: str | Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.path = Path(path) if path is not None else file_of(os.environ.get(LEARNER_VARIABLE, ""))
        self.clock = clock
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._open() as store:
            store.executescript(_SCHEMA)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection for one piece of work: committed when it succeeds, rolled back when it fails."""
        try:
            store = sqlite3.connect(self.path, timeout=10.0, isolation_level=None)
        except sqlite3.Error as problem:
            raise _unusable(self.path, problem) from None
        try:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=FULL")
            store.execute("BEGIN IMMEDIATE")
            yield store
            if store.in_transaction:
                store.execute("COMMIT")
        except sqlite3.DatabaseError as problem:
            if store.in_transaction:
                store.execute("ROLLBACK")
            raise _unusable(self.path, problem) from None
        except BaseException:
            if store.in_transaction:
                store.execute("ROLLBACK")
            raise
        finally:
            store.close()

    # ---------------------------------------------------------------- the learner
    @property
    def learner(self) -> str:
        """The learner's name; "" while he has not said it."""
        with self._open() as store:
            row = store.execute("SELECT name FROM learner WHERE id = 1").fetchone()
        return str(row[0]) if row else ""

    @learner.setter
    def learner(self, name: str) -> None:
        clean = " ".join(name.split())[:LONGEST_NAME]
        with self._open() as store:
            store.execute(
                "INSERT INTO learner (id, name) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (clean,),
            )

    # ---------------------------------------------------------------- writing and reading
    def record(self, lesson: str, exercise: str, outcome: str, answer: str = "", seconds: float = 0.0) -> None:
        """Write one try (or "hint", "solution") now. ``seconds`` is the time since the one before, cut to a sensible pause."""
        spent = min(max(seconds, 0.0), LONGEST_PAUSE)
        with self._open() as store:
            store.execute(
                "INSERT INTO attempt (lesson, exercise, outcome, answer, seconds, at) VALUES (?, ?, ?, ?, ?, ?)",
                (lesson, exercise, outcome, answer[:200], spent, self.clock()),
            )

    def attempts(self, lesson: str | None = None) -> list[Attempt]:
        """Everything recorded, oldest first; of one lesson if given."""
        where, values = ("WHERE lesson = ?", (lesson,)) if lesson is not None else ("", ())
        query = f"SELECT lesson, exercise, outcome, answer, seconds, at FROM attempt {where} ORDER BY id"
        with self._open() as store:
            return [Attempt(*row) for row in store.execute(query, values)]

    def standings(self, lesson: str | None = None) -> list[Standing]:
        """Where the learner stands with each exercise he has touched."""
        return standings(self.attempts(lesson))

    def finished(self, lesson: str) -> frozenset[str]:
        """The ids of the exercises of a lesson that have been solved."""
        return frozenset(standing.exercise for standing in self.standings(lesson) if standing.finished)

    # ---------------------------------------------------------------- handing on
    def export_text(self) -> str:
        """The progress as JSON text, small enough to hand to a teacher."""
        rows = [
            [a.lesson, a.exercise, a.outcome, a.answer, round(a.seconds, 1), round(a.at, 1)] for a in self.attempts()
        ]
        told = {"format": FORMAT, "version": VERSION, "learner": self.learner, "attempts": rows}
        head = json.dumps({key: value for key, value in told.items() if key != "attempts"}, ensure_ascii=False)[:-1]
        body = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        return f'{head}, "attempts": [\n  {body}\n]}}\n' if rows else f'{head}, "attempts": []}}\n'

    def export(self, path: str | Path) -> Path:
        """Write the progress to a file and return its path."""
        path = Path(path)
        path.write_text(self.export_text(), encoding="utf-8")
        return path

    def import_file(self, path: str | Path) -> int:
        """Add what a file holds to what is here, each try once, and return how many were new.

        Raises UnreadableText or ImpossibleSituation with every fault of the file; nothing of it is imported then.
        """
        record = read_export(path)
        with self._open() as store:
            known = {
                (row[0], row[1], row[2], row[3], round(row[4], 1), round(row[5], 1))
                for row in store.execute("SELECT lesson, exercise, outcome, answer, seconds, at FROM attempt")
            }
            fresh = [
                a for a in record.attempts
                if (a.lesson, a.exercise, a.outcome, a.answer, round(a.seconds, 1), round(a.at, 1)) not in known
            ]  # fmt: skip
            store.executemany(
                "INSERT INTO attempt (lesson, exercise, outcome, answer, seconds, at) VALUES (?, ?, ?, ?, ?, ?)",
                [(a.lesson, a.exercise, a.outcome, a.answer, a.seconds, a.at) for a in fresh],
            )
            if record.learner and not store.execute("SELECT 1 FROM learner WHERE name <> ''").fetchone():
                store.execute("INSERT OR REPLACE INTO learner (id, name) VALUES (1, ?)", (record.learner,))
        return len(fresh)


def _unusable(path: Path, problem: sqlite3.Error) -> UnreadableText:
    return UnreadableText(
        Fault(
            str(path),
            f"the progress cannot be kept there ({problem})",
            "Move that file away, or set MYSTIC_WOOD_DATA to another folder.",
        )
    )


# -------------------------------------------------------------------- files


@dataclass(frozen=True, slots=True)
class Record:
    """What an exported file holds."""

    learner: str
    attempts: tuple[Attempt, ...]


def read_export(path: str | Path) -> Record:
    """Read an exported file. UnreadableText if it is none, ImpossibleSituation with every fault of what it says."""
    where = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableText(
            Fault(where, f"it cannot be read ({problem})", "Name a file written by `tutor progress --export`.")
        ) from None
    try:
        raw = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        line = f", line {problem.lineno}" if isinstance(problem, json.JSONDecodeError) else ""
        raise UnreadableText(
            Fault(f"{where}{line}", "this is no JSON: it is cut off or has been changed", "Export it once more.")
        ) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise UnreadableText(
            Fault(where, "this is no progress file", "Name a file written by `tutor progress --export`.")
        )
    if raw.get("version") != VERSION:
        raise UnreadableText(
            Fault(
                where,
                f"its version is {raw.get('version')!r}, not {VERSION}",
                "Export it with this version of the tutor.",
            )
        )
    faults: list[Fault] = []
    learner = raw.get("learner", "")
    if not isinstance(learner, str) or len(learner) > LONGEST_NAME:
        faults.append(Fault(f"{where}, learner", "this is no name", f"Write a text of at most {LONGEST_NAME} letters."))
    rows = raw.get("attempts")
    if not isinstance(rows, list):
        faults.append(Fault(f"{where}, attempts", "there is no list of tries", "Export it once more."))
        rows = []
    attempts = []
    for number, row in enumerate(rows, start=1):
        wrong = _row_fault(row)
        if wrong:
            faults.append(
                Fault(f"{where}, try {number}", wrong, "Export it once more; such files are not written by hand.")
            )
        else:
            attempts.append(Attempt(row[0], row[1], row[2], row[3], float(row[4]), float(row[5])))
    if faults:
        raise ImpossibleSituation(faults)
    return Record(" ".join(learner.split()), tuple(attempts))


def _row_fault(row: Any) -> str | None:
    """What is wrong with one try of a file, or None."""
    if not isinstance(row, list) or len(row) != 6:
        return "it has not six parts: lesson, exercise, outcome, answer, seconds and when"
    if not all(isinstance(part, str) for part in row[:4]):
        return "lesson, exercise, outcome and answer are not all texts"
    if not row[0] or not row[1] or len(row[0]) > LONGEST_NAME or len(row[1]) > LONGEST_NAME or len(row[3]) > 200:
        return "lesson, exercise or answer is empty or far too long"
    if row[2] not in OUTCOMES:
        return f"its outcome is {row[2]!r}, which is none of {', '.join(OUTCOMES)}"
    numbers = row[4:]
    if not all(
        isinstance(part, int | float) and not isinstance(part, bool) and math.isfinite(part) for part in numbers
    ):
        return "its time is no number"
    if not 0 <= row[4] <= LONGEST_PAUSE or row[5] < 0:
        return "its time cannot be"
    return None


# -------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A line of the learner's table: a lesson, how many of its exercises are done, tries, hints and minutes."""

    name: str
    title: str
    exercises: int
    finished: int
    tries: int
    hints: int
    seconds: float

    @property
    def done(self) -> bool:
        """Whether all of its exercises have been solved."""
        return self.exercises > 0 and self.finished >= self.exercises


Course = Sequence[tuple[str, str, Sequence[str]]]
"""Lessons as (name, title, ids of their exercises)."""


def lesson_rows(found: Sequence[Standing], course: Course) -> list[LessonRow]:
    """One line for each lesson of the course, touched or not; what is no longer in the course is left out."""
    rows = []
    for name, title, exercises in course:
        own = [standing for standing in found if standing.lesson == name and standing.exercise in exercises]
        rows.append(LessonRow(name, title, len(exercises), sum(s.finished for s in own), sum(s.tries for s in own),
                              sum(s.hints for s in own), sum(s.seconds for s in own)))  # fmt: skip
    return rows


def progress_table(progress: Progress, course: Course) -> str:
    """What ``tutor progress`` prints."""
    rows = lesson_rows(progress.standings(), course)
    lines = [f"Progress of {progress.learner or 'a nameless Knight'}", ""]
    body = [("lesson", "done", "tries", "hints", "minutes")]
    body += [
        (row.title, f"{row.finished}/{row.exercises}", str(row.tries), str(row.hints), f"{row.seconds / 60:.0f}")
        for row in rows
    ]
    finished, total = sum(row.finished for row in rows), sum(row.exercises for row in rows)
    body.append(("in all", f"{finished}/{total}", str(sum(r.tries for r in rows)), str(sum(r.hints for r in rows)),
                 f"{sum(r.seconds for r in rows) / 60:.0f}"))  # fmt: skip
    return "\n".join([*lines, *_columns(body)])


@dataclass(frozen=True, slots=True)
class Trouble:
    """How an exercise went in a class: how many tried and solved it, wrong tries and hints for each pupil who tried."""

    lesson: str
    exercise: str
    tried: int
    solved: int
    wrong_each: float
    hints_each: float

    @property
    def weight(self) -> float:
        """How much trouble it gives: wrong tries and hints for each, and those who gave up."""
        return self.wrong_each + self.hints_each / 2 + 2 * (self.tried - self.solved) / self.tried


def troubles(records: Sequence[Record]) -> list[Trouble]:
    """Every exercise somebody tried, the most troublesome first."""
    grouped: dict[tuple[str, str], list[Standing]] = {}
    for record in records:
        for standing in standings(record.attempts):
            grouped.setdefault((standing.lesson, standing.exercise), []).append(standing)
    found = []
    for (lesson, exercise), group in grouped.items():
        wrong = sum(standing.tries - standing.finished for standing in group)
        hints = sum(standing.hints for standing in group)
        found.append(
            Trouble(
                lesson, exercise, len(group), sum(s.finished for s in group), wrong / len(group), hints / len(group)
            )
        )
    return sorted(found, key=lambda trouble: (-trouble.weight, trouble.lesson, trouble.exercise))


def class_table(files: Sequence[str | Path], course: Course) -> str:
    """What ``tutor class FILES...`` prints: who finished what, and which exercises trip people up.

    Raises UnreadableText or ImpossibleSituation with the faults of all bad files together.
    """
    records: list[tuple[str, Record]] = []
    faults: list[Fault] = []
    for file in files:
        try:
            record = read_export(file)
            records.append((record.learner or Path(file).stem, record))
        except (UnreadableText, ImpossibleSituation) as problem:
            faults.extend(problem.faults)
    if faults:
        raise UnreadableText(faults)
    shown = [
        lesson for lesson in course if any(a.lesson == lesson[0] for _, record in records for a in record.attempts)
    ]
    body: list[tuple[str, ...]] = [
        ("pupil", *(name.split("-")[0] for name, _, _ in shown), "tries", "hints", "minutes")
    ]
    for learner, record in sorted(records, key=lambda pair: pair[0].lower()):
        rows = lesson_rows(standings(record.attempts), shown)
        done = ["done" if row.done else f"{row.finished}/{row.exercises}" for row in rows]
        body.append((learner, *done, str(sum(r.tries for r in rows)), str(sum(r.hints for r in rows)),
                     f"{sum(r.seconds for r in rows) / 60:.0f}"))  # fmt: skip
    lines = [f"{len(records)} pupil{'s' if len(records) != 1 else ''}", "", *_columns(body)]
    hard = [trouble for trouble in troubles([record for _, record in records]) if trouble.weight > 0][:10]
    if hard:
        lines += ["", "What trips people up", ""]
        trouble_lines: list[tuple[str, ...]] = [("exercise", "tried", "solved", "wrong each", "hints each")]
        trouble_lines += [
            (f"{t.lesson}/{t.exercise}", str(t.tried), str(t.solved), f"{t.wrong_each:.1f}", f"{t.hints_each:.1f}")
            for t in hard
        ]
        lines += _columns(trouble_lines)
    return "\n".join(lines)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Text in columns: the first to the left, the others to the right, a rule below the head."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    return [lines[0].rstrip(), "-" * max(map(len, lines)), *(line.rstrip() for line in lines[1:])]


def course_outline() -> list[tuple[str, str, tuple[str, ...]]]:
    """The lessons that come with the tutor, as the tables want them."""
    from tutor.lessons import course_lessons

    return [
        (lesson.name, f"{lesson.number} {lesson.title}", tuple(e.id for e in lesson.exercises))
        for lesson in course_lessons()
    ]


# -------------------------------------------------------------------- command line


def cli_progress(options: argparse.Namespace) -> int:
    """``tutor progress [--learner NAME] [--export FILE] [--import FILE]``.

    Raises UnreadableText or ImpossibleSituation if a file is bad; nothing of it is imported then.
    """
    progress = Progress(file_of(options.learner) if options.learner else None)
    if options.learner and not progress.learner:
        progress.learner = options.learner
    if options.import_file:
        new = progress.import_file(options.import_file)
        print(f"{new} tr{'y' if new == 1 else 'ies'} added from {options.import_file}.")
    if options.export:
        try:
            path = progress.export(options.export)
        except OSError as problem:
            raise UnreadableText(
                Fault(str(options.export), f"it cannot be written ({problem.strerror})", "Name a file that can be.")
            ) from None
        print(f"Progress written to {path}. Hand it to your teacher, or take it to another computer.")
    if getattr(options, "json", False):
        rows = lesson_rows(progress.standings(), course_outline())
        print(json.dumps({"learner": progress.learner, "lessons": [_as_dict(row) for row in rows]}, ensure_ascii=False))
    elif not options.export and not options.import_file:
        print(progress_table(progress, course_outline()))
    return 0


def _as_dict(row: LessonRow) -> dict[str, object]:
    return {"lesson": row.name, "title": row.title, "exercises": row.exercises, "finished": row.finished,
            "tries": row.tries, "hints": row.hints, "seconds": round(row.seconds)}  # fmt: skip


def cli_class(options: argparse.Namespace) -> int:
    """``tutor class FILES...``: the teacher's table. Raises UnreadableText with the faults of all bad files."""
    print(class_table(options.files, course_outline()))
    return 0
