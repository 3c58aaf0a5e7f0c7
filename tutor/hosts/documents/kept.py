"""A document that is open: its desk, its log in the learner's store, and what is written into his progress."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from tutor.desk import Act, Desk, Link, Touch, Viewer, Want, fold_log
from tutor.desk.desk import DocumentSource, Known
from tutor.desk.link import PageLink
from tutor.desk.log import ActLog, NotKept
from tutor.draw.page import Page
from tutor.hosts.documents.served import Served

#: The most answers kept beside a document; the oldest is forgotten first.
MOST_ANSWERS = 8
#: Told what has been found so far, and whether that is all; says whether anybody still waits for more.
TellFound = Callable[[Any, bool], bool]


@dataclass(frozen=True)
class DocumentPlace:
    """A document as a host knows it: its kind, what its address goes on with, and whose it is ("" on one's own computer)."""

    kind: str
    rest: str = ""
    visitor: str = ""

    @property
    def id(self) -> str:
        """Its name in the log."""
        name = f"{self.kind}/{self.rest}" if self.rest else self.kind
        return f"visitor {self.visitor}: {name}" if self.visitor else name

    @property
    def path(self) -> str:
        """The end of its address."""
        return f"/{self.kind}/{self.rest}/" if self.rest else f"/{self.kind}/"


class Finder(Protocol):
    """How a host finds what pages want: never before ``find`` has returned, and so that no page waits for it."""

    def find(self, kind: str, want: Want, tell: TellFound) -> None:
        """Find what a document of that kind wants, and tell it bit by bit."""


class KeptLink(PageLink[Any]):
    """The link of a page. ``told`` is what it has last been told of its document's keeping, ``wants`` what its page would show
    besides; ``wanted`` is called with it."""

    told = ""
    wants: tuple[Want, ...] = ()
    wanted: Callable[[tuple[Want, ...]], None] | None = None

    def show(self, n: int, page: Page) -> None:
        """Show a page, and have found what it wants."""
        super().show(n, page)
        self.wants = page.wants
        if page.wants and self.wanted is not None:
            self.wanted(page.wants)


class _RecordingDesk(Desk[Any, Any, Any]):
    """A desk that calls ``record`` after each act that is done at it (not for those of its log)."""

    record: Callable[[], None] | None = None

    def append(self, by: str, text: str) -> None:
        super().append(by, text)
        if self.record is not None:
            self.record()


class DeskRecord:
    """A desk with what the host keeps beside it: source, kind, progress; and how its log is written."""

    def __init__(self, place: DocumentPlace, served: Served, source: DocumentSource, address: str, log: ActLog) -> None:
        self.place, self.served, self.source, self.log = place, served, source, log
        self.name = served.name(source) if served.name is not None else place.id
        self._begun, self._since = False, log.store.clock()
        acts = log.read(self.name)
        self.said = log.told.get(self.name, "")
        document = served.make(address, source, log.store)
        acts = list(served.cut(acts))
        if acts and served.over(fold_log(document, source, acts).doc):
            log.begin_again(self.name)
            acts = []
        self.desk = _RecordingDesk(document, source, acts, keep=self._keep, clock=log.store.clock, rng=random.Random())
        self.desk.record = self._recorded
        #: What a host knows beside the document of who looks at it, besides what progress says.
        self.beside: Callable[[Viewer], Known] | None = None
        #: Who finds what its pages want; None: nobody does.
        self.finder: Finder | None = None
        self._answers: dict[Want | str, Any] = {}
        self._sought: set[Want] = set()
        if self.desk.stopped is not None:
            act, why = self.desk.stopped
            rest = [each for each in acts if each.n >= act.n]
            self.said = (
                f"{self.said} What was done here from step {act.n} on no longer fits ({why}) and is kept aside.".strip()
            )
            try:
                log.set_aside(self.name, rest, f"no longer fits: {why}", log.store.clock())
            except NotKept as problem:
                self.said += f" {problem}"
        if acts and (text := served.resumed(log.store, self.desk.doc)):
            self.desk.append("learner", text)
            self.desk.go_on()

    def _keep(self, act: Act) -> None:
        if not self._begun:
            self.log.begin(self.name, self.source, act.at)
            self._begun = True
        self.log.keep(self.name, act)

    def _recorded(self) -> None:
        """An act was done: what of it is a try goes into the learner's progress, and what the pages know follows."""
        now = self.log.store.clock()
        seconds, self._since = max(0.0, now - self._since), now
        self.served.record(self.log.store, self.source, self.desk.doc, seconds)
        self._know()

    def _know(self) -> None:
        """Have all pages know what is known now."""
        known = self._known()
        for link in self.desk.links:
            link.known = self._known_to(link, known)

    def _known(self) -> Known:
        return self.served.known(self.log.store, self.source, self.desk.of, self.desk.doc)

    def _known_to(self, link: Link[Any, Any], known: Known) -> Known:
        beside = self.beside(link.viewer) if self.beside is not None else {}
        return {**known, **self._answers, **beside} if self._answers or beside else known

    # ---------------------------------------------------------------- what takes long to find
    def _wanted(self, wants: tuple[Want, ...]) -> None:
        for want in wants:
            if self.finder is not None and want not in self._answers and want not in self._sought:
                self._sought.add(want)
                self.finder.find(self.place.kind, want, partial(self._told, want))

    def _told(self, want: Want, answer: Any, last: bool) -> bool:
        """Something has been found: the pages that want it show it. Whether there is still one."""
        if not any(want in link.wants for link in self.desk.links if isinstance(link, KeptLink)):
            self._sought.discard(want)
            self._answers.pop(want, None)
            return False
        if last:
            self._sought.discard(want)
        self._answers[want] = answer
        while len(self._answers) > MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self.known_anew()
        return True

    def known_anew(self) -> None:
        """What the host knows has changed: the pages show it."""
        self._know()
        self.desk.show_all()

    # ---------------------------------------------------------------- links
    def join(self, link: KeptLink) -> None:
        """Show a page that opens, or comes back, the document as it is."""
        link.known = self._known_to(link, self._known())
        link.wanted = self._wanted
        if link.view is not None and link.seen == self.desk.n:
            self.desk.links[link] = None
            self._wanted(link.wants)
        else:
            self.desk.join(link)
        self._tell(link)

    def touched(self, link: KeptLink, touch: Touch, alone: bool = False) -> None:
        """Do what a touch means; with ``alone`` the others are shown it later. What the tutor does wrong is told on the page, and
        in the terminal."""
        try:
            self.desk.touched(link, touch, alone)
        except Exception as problem:
            traceback.print_exc()
            link.serial = max(link.serial, touch.serial)
            link.trouble(f"The tutor is at fault here: {type(problem).__name__}: {problem}")
        for each in list(self.desk.links):
            if isinstance(each, KeptLink):
                self._tell(each)

    def _tell(self, link: KeptLink) -> None:
        said = " ".join(filter(None, (self.said, self.desk.trouble)))
        if said and said != link.told:
            link.trouble(said)
        link.told = said
