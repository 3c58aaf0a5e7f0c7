"""Documents while somebody works at them: the desks that are open, and the links of the open pages."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.desk import Refused, Viewer
from tutor.desk.desk import DocumentSource, Known
from tutor.desk.link import Message, whole_first
from tutor.desk.log import ActLog
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink
from tutor.hosts.documents.served import Served
from tutor.hosts.web.finder import ProcessFinder
from tutor.hosts.web.seats import FLICKER, LEFT, Seat, Seats

#: Seconds a page that was sent may take to connect, and a page whose connection was lost to come back to its link.
OPENING, GONE = 60.0, 600.0
#: The most links that wait so, the most desks kept while nobody looks, and the most messages that wait for a slow page: who is
#: slower than that is cut off, and sent the whole page when he comes back.
MOST_LINKS, MOST_DESKS, MOST_WAITING = 200, 20, 300
#: The most documents begun by a link or a file that are kept for each visitor and kind; the oldest is forgotten first.
MOST_OPENED = 200


#: The viewer in front of this computer.
LEARNER = "learner"


class WebLink(KeptLink):
    """The link of a page in a browser. Messages wait in a queue for whoever sends them. ``ended`` is why its connection is closed
    for good, "" while it is not."""

    def __init__(self, viewer: Viewer, kept: str) -> None:
        super().__init__(viewer, self._put, {}, kept)
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self.connected = False
        self.ended = ""
        self.since = 0.0

    def _put(self, message: Message) -> None:
        if self.connected and self.queue.qsize() >= MOST_WAITING:
            self.queue.put_nowait(None)
        elif self.connected or self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)

    def end(self, why: str) -> None:
        """Close its connection for good, with a word why."""
        self.ended = why
        self.queue.put_nowait(None)

    def taken(self) -> list[Message]:
        """What waits to be sent, without waiting for more."""
        found = []
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message is not None:
                found.append(message)
        return found


@dataclass
class Live:
    """All documents that are open. ``root`` is the address of the server, with "/" at its end. One thread calls it."""

    log: ActLog
    kinds: Mapping[str, Served]
    root: str
    records: dict[str, DeskRecord] = field(default_factory=dict)
    links: dict[tuple[str, str], WebLink] = field(default_factory=dict)
    offers: dict[str, DocumentSource] = field(default_factory=dict)
    seats: Seats | None = None
    finder: ProcessFinder = field(default_factory=ProcessFinder)

    def record(self, place: DocumentPlace) -> DeskRecord | None:
        """The desk of a document; None if there is no such document."""
        if found := self.records.get(place.id):
            return found
        source = self.source(place)
        if source is None:
            return None
        self._tidy()
        self.records[place.id] = found = DeskRecord(
            place, self.kinds[place.kind], source, f"{self.root}{place.kind}/", self.log
        )
        found.finder = self.finder
        if self.seats is not None and not place.visitor:
            found.beside = lambda viewer: self._seats_known(found, viewer)
        return found

    def _seats_known(self, record: DeskRecord, viewer: Viewer) -> Known:
        assert self.seats is not None
        names = record.served.seats(record.desk.doc)
        return self.seats.known(record.place, viewer, names, viewer.name == LEARNER)

    def source(self, place: DocumentPlace) -> DocumentSource | None:
        """What a document begins with; None if there is no such document for this visitor."""
        served = self.kinds.get(place.kind)
        if served is None or (place.visitor and not served.shared):
            return None
        found = served.source(place.rest)
        if found is None and served.opens:
            found = self.log.source(place.id)
            found = self.offers.get(place.rest) if found is None else found
        return found

    def begin(self, kind: str, visitor: str, source: DocumentSource) -> DocumentPlace:
        """Begin a document of its own for what a link or a file names."""
        place = DocumentPlace(kind, secrets.token_urlsafe(6), visitor)
        beginning = DocumentPlace(kind, "", visitor).id + "/"
        self.log.begin(place.id, source, self.log.store.clock())
        self.log.forget_oldest(beginning, MOST_OPENED)
        return place

    def done(self, kind: str, text: str) -> None:
        """Have the learner of this computer do something at the document of a kind, before anybody looks. Refused if it cannot
        be done."""
        if record := self.record(DocumentPlace(kind)):
            record.desk.append("learner", text)
            record.desk.go_on()

    def offer(self, source: DocumentSource) -> str:
        """Let every visitor begin with this; how the address of his document ends."""
        name = secrets.token_urlsafe(6)
        self.offers[name] = source
        return name

    def opening(self, place: DocumentPlace, record: DeskRecord, viewer: Viewer) -> tuple[str, Message]:
        """A page is asked for: the name under which its socket finds the link, and the whole page as a message."""
        link = WebLink(viewer, place.id)
        record.join(link)
        whole, more = whole_first(link.taken())
        for message in more:
            link.send(message)
        name = secrets.token_urlsafe(9)
        self.park(place, name, link)
        return name, whole

    def park(self, place: DocumentPlace, name: str, link: WebLink) -> None:
        """Keep a link whose page has not connected yet, or no longer is."""
        link.connected, link.since = False, _now()
        self.links[place.id, name] = link
        self._leave(place, link)

    def attach(self, place: DocumentPlace, record: DeskRecord, viewer: Viewer, opening: str, name: str) -> WebLink:
        """The link a page speaks on that has connected: the one it had, the one it was opened with, or a new one."""
        link = self.links.pop((place.id, f"page {name}"), None) or self.links.pop((place.id, opening), None)
        if link is None or link.viewer != viewer:
            link = WebLink(viewer, place.id)
            link.name = "new"  # whatever version the page has, it is not of this link
        link.connected, link.ended = True, ""
        record.join(link)
        return link

    # ---------------------------------------------------------------- seats
    def sit(self, seat: Seat, record: DeskRecord, link: WebLink) -> None:
        """Somebody has come to a seat: whoever had it is told, and a bot that sat in gives it back."""
        for other in list(record.desk.links):
            if isinstance(other, WebLink) and other is not link and other.connected and other.viewer == link.viewer:
                other.end(
                    "This seat has been opened in another place, which has it now. Load this page again to have it here."
                )
        if text := record.served.returned(record.desk.doc, seat.name):
            with contextlib.suppress(Refused):
                record.desk.append(link.viewer.name, text)
        record.known_anew()

    def rise(self, seat: Seat, record: DeskRecord) -> None:
        """A connection of a seat has ended: the others are told if he does not come back."""
        assert self.seats is not None
        self.seats.went(seat)
        loop = asyncio.get_running_loop()
        for seconds in (FLICKER, LEFT):
            loop.call_later(seconds + 0.1, record.known_anew)

    def detach(self, place: DocumentPlace, link: WebLink) -> None:
        """A connection has ended; the page may come back."""
        link.taken()
        self.park(place, f"page {link.name}", link)

    def _leave(self, place: DocumentPlace, link: WebLink) -> None:
        if record := self.records.get(place.id):
            record.desk.leave(link)

    def _tidy(self) -> None:
        """Let go of links whose pages have not come back, and of desks at which nobody is."""
        now = _now()
        for key, link in list(self.links.items()):
            if now - link.since > (GONE if link.name else OPENING) or len(self.links) > MOST_LINKS:
                del self.links[key]
                if record := self.records.get(key[0]):
                    record.desk.leave(link)
        idle = [name for name, record in self.records.items() if not record.desk.links]
        for name in idle[: max(0, len(self.records) - MOST_DESKS)]:
            del self.records[name]


def _now() -> float:
    return time.monotonic()
