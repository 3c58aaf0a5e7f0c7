"""The learner's progress on this computer: an SQLite file that is written at once, or says why it cannot be."""

from __future__ import annotations

import atexit
import contextlib
import glob
import hashlib
import os
import random
import re
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any, TypeVar

from engine.text.faults import Fault, Faulty, UnreadableText
from tutor.base.places import data_folder
from tutor.base.writing import written
from tutor.desk.attempts import (
    HIGHEST_RATING,
    LONGEST_ANSWER,
    LONGEST_NAME,
    LONGEST_PAUSE,
    MOST_STARS,
    Attempt,
    ExerciseStatus,
    attempt_of,
    standings,
)
from tutor.desk.files import ProgressExport, export_text, read_export, record_of

FILE = "progress.sqlite"
#: Where several people learn on one computer, it says who is learning: each has a file of his own.
LEARNER_VARIABLE = "MYSTIC_WOOD_LEARNER"
#: The version of the tables below, kept in the file. A file without one is older than that, with the same tables.
#: The first had no stars, the second nothing of the trainer's, the third no logs of acts.
SCHEMA = 4
#: How long another kernel may hold the file before that counts as trouble, in seconds.
PATIENCE = 5.0

#: What the table of tries has been given since the first version, with what an older row has there.
_ADDED = {
    "stars": "INTEGER NOT NULL DEFAULT 0",
    "mode": "TEXT NOT NULL DEFAULT ''",
    "against": "INTEGER NOT NULL DEFAULT 0",
}
_TABLES = f"""
CREATE TABLE IF NOT EXISTS learner (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER PRIMARY KEY,
    lesson TEXT NOT NULL,
    exercise TEXT NOT NULL,
    outcome TEXT NOT NULL,
    answer TEXT NOT NULL,
    seconds REAL NOT NULL,
    at REAL NOT NULL,
    {", ".join(f"{name} {kind}" for name, kind in _ADDED.items())}
);
CREATE INDEX IF NOT EXISTS attempt_of ON attempt (lesson, exercise);
CREATE TABLE IF NOT EXISTS document (id TEXT PRIMARY KEY, source TEXT NOT NULL, begun REAL NOT NULL);
CREATE TABLE IF NOT EXISTS act (
    document TEXT NOT NULL, n INTEGER NOT NULL, "by" TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY (document, n)
);
CREATE TABLE IF NOT EXISTS act_aside (
    document TEXT NOT NULL, n INTEGER NOT NULL, "by" TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL, why TEXT NOT NULL,
    aside REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS act_aside_of ON act_aside (document);
PRAGMA user_version = {SCHEMA};
"""
#: How every sentence begins that says nothing can be written.
UNKEPT = "Your progress is not being kept: "
#: Seconds for which everybody who opens a file is told that the one before it was damaged.
TOLD_FOR = 3600.0
#: Of a damaged file the tries, and the acts, up to these are looked for.
_LAST_SAVED, _LAST_ACT_SAVED = 2**14, 2**17
T = TypeVar("T")
#: What a damaged file that was set aside has in its name, before a number.
_DAMAGED = "-damaged-"
_COLUMNS = "lesson, exercise, outcome, answer, seconds, at, stars, mode, against"
_INSERT = f"INSERT INTO attempt ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


def file_of(learner: str) -> Path:
    """The file of a learner by that name; "" is the usual one, who need not say. Raises OSError if there is no folder for it."""
    name = " ".join(learner.split()).lower()
    if not name:
        return data_folder() / FILE
    slug = re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "learner"
    usual = data_folder() / f"progress-{slug}.sqlite"
    if slug == name:
        return usual
    # A name that a file cannot bear as it is: told apart by a mark made from the whole of it.
    marked = data_folder() / f"progress-{slug}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}.sqlite"
    if not marked.exists() and usual.exists():
        kept_for = Progress(usual).learner.lower()
        if kept_for == name or (not kept_for and slug == name.replace(" ", "-")):
            return usual  # begun before names were told apart
    return marked


def name_in(path: Path) -> str:
    """The learner's name in a file, which is only read; "" if it holds none, or cannot be read."""
    for way in ("mode=ro", "immutable=1"):  # the second for a disk on which nothing can be written
        with contextlib.suppress(OSError, sqlite3.Error), contextlib.closing(_reading(path, way)) as store:
            rows = store.execute("SELECT name FROM learner WHERE id = 1").fetchall()
            return str(rows[0][0]) if rows else ""
    return ""


def files_of_learners() -> list[Path]:
    """The files of those who have learned on this computer, without the usual learner; damaged ones that lie aside are none."""
    found = sorted(data_folder().glob(f"{Path(FILE).stem}-*.sqlite"))
    return [path for path in found if not re.search(rf"{_DAMAGED}\d+$", path.stem)]


class _Newer(Exception):
    """The file was written by a later version of the tutor."""


class Progress:
    """The progress of the learner on this computer.

    ``path`` is the file (default: that of the usual learner, in the data folder), ``clock`` tells the time in seconds since
    1970. It never fails for the file's sake: whatever cannot be written waits in memory, and ``trouble`` says so.
    """

    def __init__(self, path: str | Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._waiting: list[Attempt] = []
        #: Rows of logs saved from a damaged file: table and values.
        self._logs: list[tuple[str, tuple[Any, ...]]] = []
        self._name: str | None = None
        self._trouble: str | None = None
        self._told: str | None = None
        #: Whose file is still to be found: there is no folder for it yet.
        self._whose = os.environ.get(LEARNER_VARIABLE, "") if path is None else None
        self.path = Path(FILE if path is None else path)
        with contextlib.suppress(_Newer, OSError, sqlite3.Error), self._open():
            pass
        self._told = self._told or self._told_before()
        if path is None and (learner := os.environ.get(LEARNER_VARIABLE, "").strip()) and not self.learner:
            self.learner = learner
        _OPENED.add(self)

    @property
    def trouble(self) -> str | None:
        """What the learner must be told of his progress, in a sentence; None if all is well."""
        return self._trouble or self._told

    # ---------------------------------------------------------------- the file
    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A connection for one piece of work: committed when it succeeds, rolled back when it fails.

        Raises what kept it from being done, after telling the learner in ``trouble``. A file that is damaged is set aside, one
        that has gone is made anew.
        """
        try:
            if self._whose is not None:
                self.path, self._whose = file_of(self._whose), None
            store = self._connection()
        except (OSError, sqlite3.Error, _Newer) as problem:
            named = getattr(problem, "filename", None)
            self._trouble = _sentence(Path(named) if isinstance(named, str) else self.path, problem)
            raise
        try:
            yield store
            store.execute("COMMIT")
        except sqlite3.Error as problem:
            self._trouble = _sentence(self.path, problem)
            with contextlib.suppress(sqlite3.Error):
                store.execute("ROLLBACK")
            raise
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                store.execute("ROLLBACK")
            raise
        else:
            if not self._waiting:
                self._trouble = None
        finally:
            store.close()

    def _connection(self) -> sqlite3.Connection:
        """An open file with our tables and a transaction begun; tried again while other kernels hold it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._connected(until)
            except sqlite3.OperationalError as problem:
                if not _busy(problem) or time.monotonic() > until:
                    raise
                time.sleep(random.uniform(0.01, 0.1))
            except sqlite3.DatabaseError as problem:
                if not _damaged(problem):
                    raise
                self._set_aside()

    def _connected(self, until: float) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Made by us, for the learner alone: SQLite gives its own files beside it the same rights.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        with contextlib.suppress(OSError):
            self.path.chmod(0o600)
        store = sqlite3.connect(self.path, timeout=max(0.1, until - time.monotonic()), isolation_level=None)
        store.text_factory = _text
        try:
            version = store.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA:
                raise _Newer
            if store.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=FULL")
            store.execute("BEGIN IMMEDIATE")
            if store.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
                for statement in _TABLES.split(";"):
                    store.execute(statement)
                for name in _ADDED.keys() - _columns(store):
                    store.execute(f"ALTER TABLE attempt ADD COLUMN {name} {_ADDED[name]}")
        except BaseException:
            store.close()
            raise
        return store

    def _set_aside(self) -> None:
        """Give a damaged file another name, and carry over into a new one what can still be read of it."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.stem}{_DAMAGED}{number}{self.path.suffix}")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except FileNotFoundError:
            return  # another kernel was first
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + ending).rename(aside.with_name(aside.name + ending))
        saved = _readable(aside)
        self._logs += _logs_of(aside)
        self._name = self._name or name_in(aside) or None
        self._waiting = [*saved, *self._waiting]
        kept = f"{len(saved)} tries in it could still be read and are kept" if saved else "nothing in it could be read"
        self._trouble = None
        self._told = f"The file of your progress was damaged: it is now {aside}, a new one has been begun, and {kept}."

    def _told_before(self) -> str | None:
        """What must be told of a damaged file that another kernel, or the server, has just set aside, unseen."""
        now = time.time()
        with contextlib.suppress(OSError):
            for aside in self.path.parent.glob(f"{glob.escape(self.path.stem)}{_DAMAGED}*{self.path.suffix}"):
                if now - aside.stat().st_ctime < TOLD_FOR:
                    return f"The file of your progress was damaged: it is now {aside}, and a new one has been begun."
        return None

    def work(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """One piece of work; once more in a new file if it shows that this one is damaged."""
        try:
            with self._open() as store:
                return work(store)
        except sqlite3.DatabaseError as problem:
            if not _damaged(problem):
                raise
        self._set_aside()
        with self._open() as store:
            return work(store)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Rows of the file as it is, on a read-only disk too; none if it cannot be read."""
        with contextlib.suppress(_Newer, OSError, sqlite3.Error):
            return self.work(lambda store: list(store.execute(query, values)))
        if self._whose is not None or not self.path.is_file():
            return []
        for way in ("mode=ro", "immutable=1"):
            with contextlib.suppress(sqlite3.Error), contextlib.closing(_reading(self.path, way)) as store:
                if store.execute("PRAGMA user_version").fetchone()[0] > SCHEMA:
                    return []
                return list(store.execute(query.replace(_COLUMNS, _columns_there(store)), values))
        return []

    # ---------------------------------------------------------------- the learner
    @property
    def learner(self) -> str:
        """The learner's name; "" while he has not said it."""
        if self._name is not None:
            return self._name
        rows = self.rows("SELECT name FROM learner WHERE id = 1")
        return str(rows[0][0])[:LONGEST_NAME] if rows else ""

    @learner.setter
    def learner(self, name: str) -> None:
        self._name = " ".join(name.encode("utf-8", "replace").decode().split())[:LONGEST_NAME]
        self.write_waiting()

    # ---------------------------------------------------------------- writing and reading
    def record(
        self,
        lesson: str,
        exercise: str,
        outcome: str,
        answer: str = "",
        seconds: float = 0.0,
        stars: int = 0,
        mode: str = "",
        against: int = 0,
    ) -> None:
        """Write one try (or "hint", "solution") now, or as soon as it can be. ``seconds`` is the time since the one before,
        ``stars`` what a game won is worth; ``mode`` and ``against`` are the trainer's.

        Raises ValueError for what is no try at all.
        """
        lesson, exercise, outcome, answer, mode = (
            part.encode("utf-8", "replace").decode() for part in (lesson, exercise, outcome, answer, mode)
        )
        if not lesson or not exercise or len(lesson) > LONGEST_NAME or len(exercise) > LONGEST_NAME:
            raise ValueError(f"no lesson and exercise: {lesson[:LONGEST_NAME]!r}, {exercise[:LONGEST_NAME]!r}")
        spent = min(max(seconds, 0.0), LONGEST_PAUSE)
        earned = min(max(stars, 0), MOST_STARS)
        self._waiting.append(
            Attempt(
                lesson,
                exercise,
                outcome,
                answer[:LONGEST_ANSWER],
                spent,
                self.clock(),
                earned,
                mode[:LONGEST_NAME],
                min(max(against, 0), HIGHEST_RATING),
            )
        )
        self.write_waiting()

    def write_waiting(self) -> bool:
        """Write what waits in memory; whether nothing waits any longer."""
        if not self._waiting and not self._logs and self._name is None:
            return True

        def write(store: sqlite3.Connection) -> int:
            # Looked at only now: a damaged file that was set aside has left more to be written.
            rows = [_row(attempt) for attempt in self._waiting]
            store.executemany(_INSERT, rows)
            for table, values in self._logs:
                store.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(values))})", values)
            if self._name is not None:
                store.execute("INSERT OR REPLACE INTO learner (id, name) VALUES (1, ?)", (self._name,))
            return len(rows)

        try:
            written_now = self.work(write)
        except (_Newer, OSError, sqlite3.Error):
            return False
        self._waiting, self._name, self._trouble = self._waiting[written_now:], None, None
        self._logs.clear()
        return not self._waiting

    def attempts(self, lesson: str | None = None) -> list[Attempt]:
        """Everything recorded, oldest first; of one lesson if given."""
        self.write_waiting()
        rows = self.rows(f"SELECT {_COLUMNS} FROM attempt ORDER BY id")
        found = [attempt for row in rows if (attempt := attempt_of(row)) is not None]
        if spoilt := len(rows) - len(found):
            some, do = (f"{spoilt} of the tries", "do") if spoilt > 1 else ("One of the tries", "does")
            self._told = self._told or f"{some} in {self.path} cannot be read and {do} not count; all others do."
        found += self._waiting
        self.write_waiting()  # reading may have shown that the file is damaged, and what was saved of it waits now
        return [attempt for attempt in found if lesson is None or attempt.lesson == lesson]

    def standings(self, lesson: str | None = None) -> list[ExerciseStatus]:
        """Where the learner stands with each exercise he has touched."""
        return [standing for standing in standings(self.attempts()) if lesson is None or standing.lesson == lesson]

    def finished(self, lesson: str) -> frozenset[str]:
        """The ids of the exercises of a lesson that have been solved."""
        return frozenset(standing.exercise for standing in self.standings(lesson) if standing.finished)

    # ---------------------------------------------------------------- handing on
    def export_text(self) -> str:
        """The progress as JSON text, small enough to hand to a teacher."""
        return export_text(self.learner, self.attempts())

    def export(self, path: str | Path) -> Path:
        """Write the progress to a file, whole or not at all, and return its path. Raises UnreadableText if it cannot be."""
        return written(path, self.export_text())

    def import_file(self, path: str | Path) -> int:
        """Add what a file holds to what is here, each try once, and return how many were new.

        Raises UnreadableText or ImpossibleSituation with every fault of the file, or if nothing can be written here; nothing of
        it is imported then.
        """
        return self._add(read_export(path))

    def take_in(self, text: str, where: str) -> int:
        """Add what the text of such a file holds, or a code; ``where`` is named in the faults, which are those of a file."""
        return self._add(record_of(text.strip(), where))

    def _add(self, record: ProgressExport) -> int:
        self.write_waiting()

        def add(store: sqlite3.Connection) -> int:
            tries = map(attempt_of, store.execute(f"SELECT {_COLUMNS} FROM attempt"))
            known = {_same(attempt) for attempt in tries if attempt is not None}
            fresh = list({_same(a): a for a in record.attempts if _same(a) not in known}.values())
            store.executemany(_INSERT, [_row(attempt) for attempt in fresh])
            if record.learner and not store.execute("SELECT 1 FROM learner WHERE name <> ''").fetchone():
                store.execute("INSERT OR REPLACE INTO learner (id, name) VALUES (1, ?)", (record.learner,))
            return len(fresh)

        try:
            return self.work(add)
        except (_Newer, OSError, sqlite3.Error):
            what = self._trouble or "it cannot be written"
            raise UnreadableText(Fault(str(self.path), what, "Nothing was imported.")) from None


def _text(stored: bytes) -> str:
    """A text as it is stored; of one that is damaged, what is left."""
    return stored.decode("utf-8", "replace")


def _reading(path: Path, way: str) -> sqlite3.Connection:
    """A file opened in a way in which nothing is written."""
    store = sqlite3.connect(f"{path.resolve().as_uri()}?{way}", uri=True)
    store.text_factory = _text
    return store


def _row(attempt: Attempt) -> tuple[str | float, ...]:
    """A try as the table holds it."""
    return astuple(attempt)


def _columns(store: sqlite3.Connection) -> set[str]:
    """What the table of tries has columns for."""
    return {str(row[1]) for row in store.execute("PRAGMA table_info(attempt)")}


def _columns_there(store: sqlite3.Connection) -> str:
    """Our columns to be asked for; where nothing may be written and one is not there yet, what an older row has for it."""
    there = _columns(store)
    return ", ".join(name if name in there else _ADDED[name].split()[-1] for name in _COLUMNS.split(", "))


def _same(attempt: Attempt) -> tuple[str, str, str, str, float, float]:
    """What makes two tries the same one, after a way through a file."""
    a = attempt
    return a.lesson, a.exercise, a.outcome, a.answer, round(a.seconds, 1), round(a.at, 1)


def _readable(path: Path) -> list[Attempt]:
    """The tries of a damaged file that can still be read."""
    found: list[Attempt] = []
    with contextlib.suppress(sqlite3.Error), contextlib.closing(_reading(path, "mode=ro")) as store:
        store.execute("SELECT 1 FROM attempt LIMIT 1")
        rows = _piece_by_piece(
            store, f"SELECT {_columns_there(store)} FROM attempt WHERE id BETWEEN ? AND ?", _LAST_SAVED
        )
        found = [attempt for row in rows if (attempt := attempt_of(row)) is not None]
    return found


def _logs_of(path: Path) -> list[tuple[str, tuple[Any, ...]]]:
    """The documents and acts of a damaged file that can still be read, each with its table."""
    found: list[tuple[str, tuple[Any, ...]]] = []
    for table in ("document", "act", "act_aside"):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(_reading(path, "mode=ro")) as store:
            store.execute(f"SELECT 1 FROM {table} LIMIT 1")
            rows = _piece_by_piece(store, f"SELECT * FROM {table} WHERE rowid BETWEEN ? AND ?", _LAST_ACT_SAVED)
            found += [(table, tuple(row)) for row in rows]
    return found


def _piece_by_piece(store: sqlite3.Connection, query: str, up_to: int) -> list[tuple[Any, ...]]:
    """The rows that can still be read, the ``query`` being for those from one number to another; where a piece is damaged, its
    halves are read, down to single rows."""
    found: list[tuple[Any, ...]] = []

    def read(first: int, last: int) -> None:
        try:
            found.extend(store.execute(query, (first, last)).fetchall())
        except sqlite3.Error:
            if first < last:
                middle = (first + last) // 2
                read(first, middle)
                read(middle + 1, last)

    read(1, up_to)
    return found


def _code(problem: sqlite3.Error) -> int:
    """SQLite's own number for it, without the finer distinctions."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def _busy(problem: sqlite3.Error) -> bool:
    return _code(problem) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


def _damaged(problem: sqlite3.Error) -> bool:
    return _code(problem) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


#: What becomes of what is done while nothing can be written: in a notebook, and in a command, which ends.
KEPT_LATER = "what you do now is kept as soon as that is mended, if this notebook stays open"
LOST_AT_THE_END = "what you do now is lost if that is not mended before this command ends"


def trouble_of_command(progress: Progress) -> str | None:
    """``Progress.trouble`` as a command in a terminal tells it."""
    return progress.trouble and progress.trouble.replace(KEPT_LATER, LOST_AT_THE_END)


def _sentence(path: Path, problem: Exception) -> str:
    """What the learner is told: that nothing is kept, why, and what to do."""
    begin = UNKEPT.removesuffix(": ")
    end = KEPT_LATER
    if isinstance(problem, _Newer):
        return f"{begin}: {path} was written by a newer version of the tutor; use that one, and nothing is lost."
    if isinstance(problem, sqlite3.Error) and _busy(problem):
        return f"{begin}: another program holds {path}; {end}."
    if isinstance(problem, sqlite3.Error) and _code(problem) == sqlite3.SQLITE_FULL:
        return f"{begin}: the disk of {path} is full; {end}."
    why = problem.strerror if isinstance(problem, OSError) and problem.strerror else problem
    return f"{begin}: {path} cannot be written ({why}); {end}."


#: What is open in this Python: when it ends, what waits is tried once more.
_OPENED: weakref.WeakSet[Progress] = weakref.WeakSet()


@atexit.register
def _last_chance() -> None:
    for progress in list(_OPENED):
        progress.write_waiting()


def progress_now() -> Progress | None:
    """The progress of whoever learns now; None if it cannot be kept."""
    try:
        return Progress()
    except (Faulty, OSError):
        return None
