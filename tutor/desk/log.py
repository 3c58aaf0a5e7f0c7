"""The logs of acts, kept in the learner's SQLite store beside his tries: docs/log-of-acts.md says how.

An act is written, and the disk has it, before anybody is shown what came of it. One process at a time writes a document's log:
it holds a lock of the operating system, which ends with the process however that ends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tutor.desk import Act
from tutor.desk.store import UNKEPT, Progress

#: The longest text of an act and the longest names, in characters. More than that is refused, never cut: half an act is none.
LONGEST_ACT, LONGEST_DOCUMENT, LONGEST_BY = 2_000_000, 300, 300
#: The most logs set aside that are kept for one document; the oldest is deleted first.
MOST_ASIDE = 5
#: What the lock file is called, after the name of the store.
LOCKS = ".locks"


class NotKept(OSError):
    """An act is not on the disk. It waits in memory, and is written with the next one that can be."""


class ActLog:
    """The logs of all documents in one learner's store.

    ``told`` is what must be said of a document when it is opened (an act that cannot be read, a log another process writes), by
    the document's name. One thread calls it at a time.
    """

    def __init__(self, store: Progress) -> None:
        self.store = store
        self.told: dict[str, str] = {}
        self._waiting: dict[str, list[Act]] = {}
        self._last: dict[str, int] = {}
        self._ours: set[str] = set()

    # ---------------------------------------------------------------- reading
    def read(self, document: str) -> list[Act]:
        """The acts of a document in their order, those that wait to be written among them; [] if there are none, or none can be
        read. An act that is spoilt is left out, and told.

        From then on this process writes the log, if no other does.
        """
        _refuse_long("document", document, LONGEST_DOCUMENT)
        query = 'SELECT n, "by", text, at, checksum FROM act WHERE document = ? ORDER BY n'
        rows = self.store.rows(query, (document,))
        acts = [act for row in rows if (act := _act_of(document, row)) is not None]
        waiting = self._waiting.get(document, [])
        self._last[document] = max((int(row[0]) for row in rows if isinstance(row[0], int)), default=0)
        told = []
        if spoilt := len(rows) - len(acts):
            some = "One act of it is spoilt" if spoilt == 1 else f"{spoilt} acts of it are spoilt"
            told.append(f"{some} on the disk and left out; the others stand.")
        if not self._lock(document):
            told.append(f"Not kept: {self._elsewhere()}")
        if self.store.trouble:
            told.append(self.store.trouble)
        self.told[document] = " ".join(told)
        return sorted([*acts, *(act for act in waiting if act.n > self._last[document])])

    def peek(self, document: str) -> list[Act]:
        """The acts of a document as they are on the disk, without beginning to write it: for who only looks how it stands."""
        rows = self.store.rows('SELECT n, "by", text, at, checksum FROM act WHERE document = ? ORDER BY n', (document,))
        return [act for row in rows if (act := _act_of(document, row)) is not None]

    def documents(self, beginning: str = "") -> list[str]:
        """The names of all documents with acts that begin so, the one acted on last first."""
        rows = self.store.rows("SELECT document FROM act GROUP BY document ORDER BY MAX(at) DESC")
        return [str(row[0]) for row in rows if str(row[0]).startswith(beginning)]

    def source(self, document: str) -> dict[str, Any] | None:
        """What a document was begun with; None if nothing is known of it."""
        rows = self.store.rows("SELECT source FROM document WHERE id = ?", (document,))
        try:
            found = json.loads(str(rows[0][0])) if rows else None
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    # ---------------------------------------------------------------- writing
    def begin(self, document: str, source: Mapping[str, Any], at: float) -> None:
        """Write down what a document begins with, if nothing is written of it. Raises NotKept."""
        _refuse_long("document", document, LONGEST_DOCUMENT)
        values = (document, json.dumps(source), at)
        self._write(
            lambda store: store.execute("INSERT OR IGNORE INTO document (id, source, begun) VALUES (?, ?, ?)", values)
        )

    def forget_oldest(self, beginning: str, most: int) -> None:
        """Of the documents whose names begin so, keep the ``most`` that were begun last, and nothing of the others. Raises
        NotKept."""
        chosen = "SELECT id FROM document WHERE substr(id, 1, ?) = ? ORDER BY begun DESC LIMIT -1 OFFSET ?"
        values = (len(beginning), beginning, most)

        def forget(store: sqlite3.Connection) -> None:
            old = [row[0] for row in store.execute(chosen, values).fetchall()]
            for table, column in (("act", "document"), ("act_aside", "document"), ("document", "id")):
                store.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(name,) for name in old])

        self._write(forget)

    def keep(self, document: str, act: Act) -> None:
        """Write an act. Raises NotKept with the reason if it is not on the disk when this returns; it then waits, and is written
        with the next. ValueError if it is too long to be one."""
        _refuse_long("document", document, LONGEST_DOCUMENT)
        _refuse_long("text of an act", act.text, LONGEST_ACT)
        _refuse_long("by", act.by, LONGEST_BY)
        waiting = self._waiting.setdefault(document, [])
        waiting.append(act)
        if not self._lock(document):
            raise NotKept(self._elsewhere())
        rows = [_row(document, each) for each in waiting]
        known = self._last.get(document, waiting[0].n - 1)

        def insert(store: sqlite3.Connection) -> None:
            last = store.execute("SELECT MAX(n) FROM act WHERE document = ?", (document,)).fetchone()[0] or 0
            if last > known:
                raise NotKept(
                    "another process has gone on with it meanwhile: load the page again to see it as it now is"
                )
            store.executemany('INSERT INTO act (document, n, "by", text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)', rows)

        self._write(insert)
        self._last[document] = waiting[-1].n
        waiting.clear()

    def set_aside(self, document: str, acts: Iterable[Act], why: str, at: float) -> None:
        """Take acts out of a log and keep them beside it with the reason: they no longer fit, or it is begun again."""
        numbers = [act.n for act in acts]

        def move(store: sqlite3.Connection) -> None:
            store.executemany(
                'INSERT INTO act_aside (document, n, "by", text, at, why, aside) SELECT document, n, "by", text, at, ?, ? '
                "FROM act WHERE document = ? AND n = ?",
                [(why, at, document, n) for n in numbers],
            )
            store.executemany("DELETE FROM act WHERE document = ? AND n = ?", [(document, n) for n in numbers])
            store.execute(
                "DELETE FROM act_aside WHERE document = ? AND aside NOT IN "
                "(SELECT DISTINCT aside FROM act_aside WHERE document = ? ORDER BY aside DESC LIMIT ?)",
                (document, document, MOST_ASIDE),
            )

        if not self._lock(document):
            raise NotKept(self._elsewhere())
        self._write(move)
        self._last[document] = min([self._last.get(document, 0), *(n - 1 for n in numbers)])

    def begin_again(self, document: str) -> None:
        """Begin a log again from nothing. What stood in it is kept beside it. Raises NotKept."""
        acts = self.read(document)
        self._waiting.pop(document, None)
        self.set_aside(document, acts, "begun again", self.store.clock())

    def aside(self, document: str) -> list[tuple[Act, str]]:
        """The acts set aside of a document, with the reasons, oldest first."""
        rows = self.store.rows(
            'SELECT n, "by", text, at, why FROM act_aside WHERE document = ? ORDER BY aside, n', (document,)
        )
        return [(Act(int(str(n)), str(by), str(text), float(str(at))), str(why)) for n, by, text, at, why in rows]

    # ---------------------------------------------------------------- one writer
    def _write(self, work: Any) -> None:
        try:
            self.store.work(work)
        except NotKept:
            raise
        except Exception as problem:
            raise NotKept((self.store.trouble or str(problem)).removeprefix(UNKEPT)) from problem

    def _lock(self, document: str) -> bool:
        """Whether this process writes the document, now that it has tried to."""
        if document not in self._ours and _locked(self.store.path, document):
            self._ours.add(document)
        return document in self._ours

    @staticmethod
    def _elsewhere() -> str:
        return (
            "another process of the tutor has it open, and writes it down. What you do here is kept as soon as that one has "
            "ended, if nothing was done there meanwhile."
        )


# -------------------------------------------------------------------- rows
def _checksum(document: str, act: Act) -> int:
    """What tells a spoilt row: CRC-32 of all it says."""
    return zlib.crc32("\0".join((document, str(act.n), act.by, act.text, repr(act.at))).encode("utf-8", "replace"))


def _row(document: str, act: Act) -> tuple[str, int, str, str, float, int]:
    return document, act.n, act.by, act.text, act.at, _checksum(document, act)


def _act_of(document: str, row: tuple[object, ...]) -> Act | None:
    """The act a row holds; None if it is spoilt."""
    n, by, text, at, checksum = row
    if not (isinstance(n, int) and isinstance(by, str) and isinstance(text, str) and isinstance(at, float)):
        return None
    act = Act(n, by, text, at)
    return act if _checksum(document, act) == checksum else None


def _refuse_long(what: str, text: str, longest: int) -> None:
    if not text or len(text) > longest:
        raise ValueError(f"{what}: {len(text)} characters, where 1 to {longest} are possible")


# -------------------------------------------------------------------- locks
#: The lock files this process has open. They stay open: closing one would let go of all locks in it.
_FILES: dict[Path, int] = {}


def _locked(store: Path, document: str) -> bool:
    """Lock a document in the file beside the store: one byte of it for each. Whether that succeeded.

    Where there is no folder or no lock to be had (a read-only disk), it is ours: nothing can be written then anyway.
    """
    path = store.with_name(store.name + LOCKS)
    at = zlib.crc32(document.encode("utf-8", "replace"))
    try:
        if path not in _FILES:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _FILES[path] = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return True
    return _take_byte(_FILES[path], at)


if sys.platform == "win32":  # pragma: no cover

    def _take_byte(handle: int, at: int) -> bool:
        import msvcrt

        os.lseek(handle, at, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _take_byte(handle: int, at: int) -> bool:
        import fcntl

        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, at)
        except OSError as problem:
            import errno

            return problem.errno not in (
                errno.EACCES,
                errno.EAGAIN,
            )  # a disk without locks has no second writer we could tell
        return True
