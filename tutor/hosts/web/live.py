"""Documents while somebody works at them: the desks that are open, and the links of the open pages."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from tutor.desk import Viewer
from tutor.hosts.documents.kept import DeskRecord, KeptLink, Place
from tutor.hosts.documents.table import Served, Source
from tutor.progress.acts import ActLog
from tutor.ui.link import Message

#: Seconds a page that was sent may take to connect, and a page whose connection was lost to come back to its link.
OPENING, GONE = 60.0, 600.0
#: The most links that wait so, the most desks kept while nobody looks, and the most messages that wait for a slow page: who is
#: slower than that is cut off, and sent the whole page when he comes back.
MOST_LINKS, MOST_DESKS, MOST_WAITING = 200, 60, 300
#: So many documents that were begun by a link or a file are kept for each visitor and kind; the oldest goes first.
MOST_OPENED = 200


class WebLink(KeptLink):
    """The link of a page in a browser. Messages wait in a queue for whoever sends them."""

    def __init__(self, viewer: Viewer, kept: str) -> None:
        super().__init__(viewer, self._put, {}, kept)
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self.connected = False
        self.since = 0.0

    def _put(self, message: Message) -> None:
        if self.connected and self.queue.qsize() >= MOST_WAITING:
            self.queue.put_nowait(None)
        elif self.connected or self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)

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
    offers: dict[str, Source] = field(default_factory=dict)

    def record(self, place: Place) -> DeskRecord | None:
        """The desk of a document; None if there is no such document."""
        if found := self.records.get(place.id):
            return found
        source = self.source(place)
        if source is None:
            return None
        self._tidy()
        self.records[place.id] = found = DeskRecord(place, self.kinds[place.kind], source, f"{self.root}{place.kind}/", self.log)
        return found

    def source(self, place: Place) -> Source | None:
        """What a document begins with; None if there is no such document for this visitor."""
        served = self.kinds.get(place.kind)
        if served is None or (place.visitor and not served.shared):
            return None
        found = served.source(place.rest)
        if found is None and served.opens:
            found = self.log.source(place.id)
            found = self.offers.get(place.rest) if found is None else found
        return found

    def begin(self, kind: str, visitor: str, source: Source) -> Place:
        """Begin a document of its own for what a link or a file names."""
        place = Place(kind, secrets.token_urlsafe(6), visitor)
        beginning = Place(kind, "", visitor).id + "/"
        self.log.begin(place.id, source, self.log.store.clock())
        self.log.forget_oldest(beginning, MOST_OPENED)
        return place

    def done(self, kind: str, text: str) -> None:
        """Have the learner of this computer do something at the document of a kind, before anybody looks. Refused if it cannot
        be done."""
        if record := self.record(Place(kind)):
            record.desk.append("learner", text)
            record.desk.go_on()

    def offer(self, source: Source) -> str:
        """Let every visitor begin with this; how the address of his document ends."""
        name = secrets.token_urlsafe(6)
        self.offers[name] = source
        return name

    def opening(self, place: Place, record: DeskRecord, viewer: Viewer) -> tuple[str, Message]:
        """A page is asked for: the name under which its socket finds the link, and the whole page as a message."""
        link = WebLink(viewer, place.id)
        record.join(link)
        waiting = link.taken()
        whole = next(message for message in waiting if message["kind"] == "change")
        for message in waiting:
            if message is not whole:
                link.send(message)
        name = secrets.token_urlsafe(9)
        self.park(place, name, link)
        return name, whole

    def park(self, place: Place, name: str, link: WebLink) -> None:
        """Keep a link whose page has not connected yet, or no longer is."""
        link.connected, link.since = False, _now()
        self.links[place.id, name] = link
        self._leave(place, link)

    def attach(self, place: Place, record: DeskRecord, viewer: Viewer, opening: str, name: str) -> WebLink:
        """The link a page speaks on that has connected: the one it had, the one it was opened with, or a new one."""
        link = self.links.pop((place.id, f"page {name}"), None) or self.links.pop((place.id, opening), None)
        if link is None or link.viewer != viewer:
            link = WebLink(viewer, place.id)
            link.name = "new"  # whatever version the page has, it is not of this link
        link.connected = True
        record.join(link)
        return link

    def detach(self, place: Place, link: WebLink) -> None:
        """A connection has ended; the page may come back."""
        link.taken()
        self.park(place, f"page {link.name}", link)

    def _leave(self, place: Place, link: WebLink) -> None:
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


def as_text(message: Message) -> str:
    """A message as it travels."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

