"""What a page of the site shows first: the same in the build, which writes it into the page, and in the worker."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from tutor.desk import Viewer
from tutor.desk.desk import DocumentSource
from tutor.desk.link import Message, as_text, whole_first
from tutor.desk.log import ActLog
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink
from tutor.hosts.documents.served import served
from tutor.hosts.site.ways import file_of, linked, way

#: The viewer in front of this browser.
LEARNER = "learner"


class SiteLink(KeptLink):
    """The link of a page of the site: every link in what it is told leads to a file of the site. ``root`` is the site's address,
    with "/" at its end; "" while it is built."""

    def __init__(self, place: DocumentPlace, root: str, put: Callable[[Message], None]) -> None:
        super().__init__(Viewer(LEARNER), lambda message: put(self.for_site(message)), {}, place.id)
        self.root = root
        self.file = file_of(place.kind, place.rest) or file_of(place.kind)

    def for_site(self, message: Message) -> Message:
        """A message with the site's own addresses."""
        found = dict(message)
        if "panels" in found:
            found["panels"] = {name: self._text(linked(text, self.file)) for name, text in found["panels"].items()}
        if "frame" in found:
            found["frame"] = linked(found["frame"], self.file)
        if found["kind"] == "effect":
            found["text"] = self._text(way(found["text"], self.file) if found["effect"] == "go" else found["text"])
        return found

    def _text(self, text: str) -> str:
        """Addresses that are written in full: those for others to open."""
        if not self.root:
            return text
        for kind in ("rulings", "edit", "table"):
            text = text.replace(f"{self.root}{kind}/?", f"{self.root}{file_of(kind)}#")
        return text


def record_of(place: DocumentPlace, log: ActLog, root: str, source: DocumentSource | None = None) -> DeskRecord | None:
    """The desk of a document; None if there is no such document. ``source``: what one begins with that a link has named."""
    kind = served().get(place.kind)
    begins = source if source is not None else kind.source(place.rest) if kind is not None else None
    if kind is None or begins is None:
        return None
    return DeskRecord(place, kind, begins, f"{root}{place.kind}/", log)


def opened(
    place: DocumentPlace, record: DeskRecord, root: str, put: Callable[[Message], None]
) -> tuple[SiteLink, Message, list[Message]]:
    """A page that opens: its link, the whole page as a message, and what is told besides."""
    waiting: list[Message] = []
    link = SiteLink(place, root, waiting.append)
    record.join(link)
    whole, more = whole_first(waiting)
    link.send = lambda message: put(link.for_site(message))
    return link, whole, more


def above_of(place: DocumentPlace, record: DeskRecord) -> str:
    """What stands above a page: the way back."""
    return linked(record.served.above(record.source), file_of(place.kind, place.rest) or file_of(place.kind))


def notebook_of(lesson: str) -> str:
    """The file of a lesson's notebook."""
    return f"notebooks/{lesson}.ipynb"


def mark(whole: Message) -> str:
    """What tells this opening from any other: the worker sends the whole page only if it is not the one in the file."""
    return f"{zlib.crc32(as_text(whole).encode()):08x}"


def known_names(place: DocumentPlace) -> tuple[str, ...]:
    """The names of all documents of a kind; of exercises those of the lesson that is named, if there is one."""
    from tutor.content.lessons.course import course, load_lesson
    from tutor.content.puzzles.book import collection_files, puzzles_by_id
    from tutor.content.puzzles.shelves import shelves

    lessons = tuple(entry.name for entry in course())
    if place.kind == "puzzles":
        return (*(shelf.name for shelf in shelves()), *(path.stem for path in collection_files()), *puzzles_by_id())
    lesson = place.rest.partition("/")[0]
    if place.kind == "exercise" and lesson in lessons:
        return tuple(f"{lesson}/{each.id}" for each in load_lesson(lesson).exercises)
    return lessons
