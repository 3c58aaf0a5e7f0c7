"""What runs in the browser's worker: the desks of the open pages, and the learner's store in the worker's own files.

The script of the worker (tutor/front/source/site) starts it, hands it what pages send, and writes what it has written into the
browser's storage before anybody is told what came of it.
"""

from __future__ import annotations

import json
import secrets
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.text.faults import Faulty, nearest, sentence
from tutor.desk import Want
from tutor.desk.desk import DocumentSource
from tutor.desk.files import code_of
from tutor.desk.link import Message, as_text
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, TellFound
from tutor.hosts.documents.links import amiss, begins_with
from tutor.hosts.documents.served import served
from tutor.hosts.site.opening import SiteLink, above_of, mark, opened, record_of

#: The longest code that a phone's camera reads from another phone, in letters.
LONGEST_PICTURE = 1_200
#: Seconds for which something is looked for before what pages say is heard again, and between two answers told.
SLICE, EVERY = 0.03, 1.0


class Sought(NamedTuple):
    """Something a page wants, and how far it has been found."""

    answers: Iterator[Any]
    tell: TellFound


class SliceFinder:
    """Finds what pages want in small slices, the newest want first."""

    def __init__(self) -> None:
        self._sought: list[Sought] = []
        self._told = 0.0

    def find(self, kind: str, want: Want, tell: TellFound) -> None:
        """Find it, when :meth:`step` is called."""
        self._sought.append(Sought(served()[kind].find(want), tell))

    def step(self) -> bool:
        """Go on for a moment, by one answer at least. Whether there is more to be done."""
        until = time.monotonic() + SLICE
        while self._sought:
            self._go_on(self._sought[-1])
            if time.monotonic() >= until:
                break
        return bool(self._sought)

    def _go_on(self, sought: Sought) -> None:
        """Find the next answer, and tell it if it is the last, or the one before was told a while ago."""
        answer = _next(sought.answers)
        last = "ended" in answer
        if not last and time.monotonic() < self._told + EVERY:
            return
        self._told = time.monotonic()
        if last or not sought.tell(answer, False):
            self._sought.remove(sought)
        if last:
            sought.tell(answer, True)


def _next(answers: Iterator[Any]) -> Any:
    """The next answer; where there is none, or something goes wrong, that it has failed."""
    failed = {"failed": "It could not be reckoned.", "ended": True}
    try:
        return next(answers, failed)
    except Exception:
        traceback.print_exc()
        return failed


def _no_such(place: DocumentPlace) -> str:
    """That there is no such document, and what comes nearest."""
    from tutor.hosts.site.opening import known_names

    hint = sentence(nearest(place.rest[:80], known_names(place))) if place.rest else ""
    named = f" “{place.rest[:80]}”" if place.rest else ""
    return f"There is no {place.kind.removesuffix('s')}{named} here. {hint}".strip()


class Worker:
    """All that is open in this browser. ``tell`` is handed the name of a page and a message for it as JSON; ``root`` is the
    site's address, with "/" at its end."""

    def __init__(self, root: str, tell: Callable[[str, str], None]) -> None:
        self.root, self.tell = root, tell
        self.log = ActLog(Progress())
        self.records: dict[str, DeskRecord] = {}
        self.links: dict[str, tuple[DeskRecord, SiteLink]] = {}
        self._finder = SliceFinder()

    def step(self) -> bool:
        """Go on for a moment with what pages want. Whether there is more to be done."""
        return self._finder.step()

    def hear(self, text: str) -> None:
        """Hear a message as JSON: `page`, and `open`, `close` or the `said` of docs/page-protocol.md."""
        told: dict[str, Any] = json.loads(text)
        page = str(told["page"])
        if "open" in told:
            self.open(page, told["open"])
        elif "close" in told:
            self.close(page)
        elif "progress" in told:
            self._put(page, {"kind": "answer", "text": self.progress(told)})
        elif page in self.links:
            record, link = self.links[page]
            link.heard(told["said"], lambda touch: record.touched(link, touch))

    def open(self, page: str, asked: dict[str, Any]) -> None:
        """A page opens (or speaks to this worker for the first time): `kind` and `rest` of its document, `mark` of what it
        shows, `first` for one that is to be sent all; `puzzle` names another document; `code`, `ask`, `new` begin one of its
        own."""
        self.close(page)
        place = DocumentPlace(str(asked["kind"]), str(asked.get("rest", "")))
        if named := str(asked.get("puzzle", "")):
            puzzle = DocumentPlace("puzzles", named)
            if served()["puzzles"].source(named) is not None:
                place = puzzle
            else:
                self._put(page, {"kind": "trouble", "text": f"{_no_such(puzzle)} Here is the puzzle of the day."})
        code, ask = str(asked.get("code", "")), str(asked.get("ask", ""))
        if (code or ask) and (why := amiss(place.kind, begins_with(code, ask), "#")):
            self._put(page, {"kind": "trouble", "text": why})
            code = ask = ""
        source = self._source(place, code, ask, "new" in asked)
        if source is not None and self.log.source(place.id) is None:
            place = DocumentPlace(place.kind, secrets.token_urlsafe(6)) if self._stands(place) is not None else place
            self.log.begin(place.id, source, self.log.store.clock())
            self._put(page, {"kind": "place", "rest": place.rest})
        if place.id not in self.records:
            record = record_of(place, self.log, self.root, source)
            if record is None:
                self._put(page, {"kind": "lost", "text": _no_such(place)})
                return
            record.finder = self._finder
            self.records[place.id] = record
        record = self.records[place.id]
        link, whole, more = opened(place, record, self.root, lambda message: self._put(page, message))
        link.name = "" if asked.get("mark") == mark(whole) else "new"
        self.links[page] = record, link
        if asked.get("first"):
            above = above_of(place, record)
            self._put(
                page, {"kind": "page", "title": record.served.title(record.source), "above": above, "whole": whole}
            )
            link.name = ""
        for message in more:
            self._put(page, message)
        self._put(page, {"kind": "opened"})

    def progress(self, asked: dict[str, Any]) -> str:
        """The learner's progress as the text of a file (`export`), as a code (`code`) or as a picture of it (`qr`), or what has
        been taken in of such a file or code (`import`)."""
        store, what = self.log.store, str(asked["progress"])
        if what == "export":
            return store.export_text()
        if what == "code":
            return code_of(store.export_text())
        if what == "qr":
            return self._progress_picture()
        try:
            added = store.take_in(str(asked.get("text", "")), str(asked.get("name", "")) or "the code")
        except Faulty as faulty:
            return str(faulty)
        return f"{added} tries were taken in." if added else "All that is in it stands here already."

    def _progress_picture(self) -> str:
        from tutor.draw.qr import qr_picture

        code = code_of(self.log.store.export_text())
        return qr_picture(code, grows=True) if len(code) <= LONGEST_PICTURE else ""

    def close(self, page: str) -> None:
        """A page has gone. A desk at which nobody is stays as long as the worker."""
        if found := self.links.pop(page, None):
            record, link = found
            record.desk.leave(link)

    def _source(self, place: DocumentPlace, code: str, ask: str, new: bool) -> DocumentSource | None:
        """What a document of its own begins with; None for one that always stands there."""
        kind = served().get(place.kind)
        if kind is None or not kind.opens:
            return None
        stands = self._stands(place)
        if stands is None:
            return self.log.source(place.id) or begins_with(code, ask)
        if code:
            return begins_with(code, ask)
        return stands if new else None

    def _stands(self, place: DocumentPlace) -> DocumentSource | None:
        """The source of a document that always stands there, as a game's checker; None of one that was begun by a link."""
        return served()[place.kind].source(place.rest)

    def _put(self, page: str, message: Message) -> None:
        self.tell(page, as_text(message))
