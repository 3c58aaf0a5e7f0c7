"""The desk: keeps one document for all its viewers, folds what they do, and shows every one of them his page.

The same in every host: the web server, a notebook's kernel, a worker in the browser. One thread calls a desk at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from tutor.desk.acts import Act, Refused, Touch, Viewer, Want

D = TypeVar("D")  # a document as it stands
V = TypeVar(
    "V"
)  # how one viewer looks at it (what is selected, zoomed, filtered): kept by his link, never written down
P = TypeVar("P")  # a page
P_co = TypeVar("P_co", covariant=True)

#: Most acts that chance and bots may do on end before a person is asked again; beyond it something turns in a circle.
MOST_ON_END = 5_000
#: What a page may show beside its document: answers to its wants, and the name of what the host tells ("trouble", "theme", ...).
Known = Mapping["Want | str", Any]
#: What a document begins with: plain data that JSON can hold, which names a lesson, a puzzle, a situation.
DocumentSource = Mapping[str, Any]


class Document(Protocol[D, V, P_co]):
    """What a kind of document is: pure, without clock, dice, files, or a search bounded by time.

    A document may be a mutable object owned by its desk; ``tests/desk/test_desk.py`` holds that the same source and the same
    log make the same pages for every viewer.
    """

    def open(self, source: DocumentSource) -> D:
        """The document before its first act."""

    def look(self, viewer: Viewer) -> V:
        """How a viewer looks at it when he comes."""

    def fold(self, doc: D, act: Act) -> D:
        """The document after an act. Raises Refused if it cannot be done, and then ``doc`` is as it was."""

    def next(self, doc: D) -> str | None:
        """Who acts now without being asked: "chance" or a bot's name; None: it is people's turn."""

    def draw(self, doc: D, who: str, rng: random.Random) -> str:
        """What chance or a bot does now, as the text of an act. Called once; what comes of it is written into the log."""

    def seen(self, doc: D, viewer: Viewer) -> D:
        """What a viewer may know of it: all that his page is ever made of."""

    def hear(self, seen: D, viewer: Viewer, view: V, touch: Touch) -> tuple[V, tuple[str, ...]]:
        """What a touch means: how he looks at the document from now on, and the texts of acts. Raises Refused with the reason."""

    def page(self, seen: D, viewer: Viewer, view: V, known: Known) -> P_co:
        """His page."""


class Link(Generic[V, P]):
    """One page that somebody has open, as the desk knows it. A host derives from it, and sends in :meth:`show`."""

    def __init__(self, viewer: Viewer, known: Known | None = None) -> None:
        self.viewer = viewer
        self.known: Known = known if known is not None else {}
        self.view: V | None = None
        self.serial = 0
        self.last: tuple[str, str, str, Any] | None = None

    def show(self, n: int, page: P) -> None:
        """Show a page of the document as it is after act ``n``."""
        raise NotImplementedError

    def refuse(self, reason: str) -> None:
        """Tell that what was done is not possible, and why; the page stays."""
        raise NotImplementedError


@dataclass(frozen=True)
class Folded(Generic[D]):
    """A log folded: the document, the number of its last act, and the first act that no longer fits, with the reason."""

    doc: D
    n: int
    stopped: tuple[Act, str] | None = None


def fold_log(of: Document[D, V, P], source: DocumentSource, log: Iterable[Act]) -> Folded[D]:
    """Fold a log from its beginning. An act that no longer fits (a lesson was edited, a rule mended) ends it: what stands before
    is kept, and the act is named."""
    doc, n = of.open(source), 0
    for act in log:
        try:
            doc, n = of.fold(doc, act), act.n
        except Refused as reason:
            return Folded(doc, n, (act, str(reason)))
    return Folded(doc, n)


class Desk(Generic[D, V, P]):
    """Keeps one document. ``keep`` writes an act down before it is shown; ``clock`` gives seconds since 1970.

    ``stopped`` is the first act of the log that no longer fits, with the reason: the host tells it, and keeps the rest of the log
    aside. ``trouble`` is what went wrong in keeping, "" if nothing did.
    """

    def __init__(
        self,
        of: Document[D, V, P],
        source: DocumentSource,
        log: Iterable[Act] = (),
        *,
        keep: Callable[[Act], None],
        clock: Callable[[], float],
        rng: random.Random,
    ) -> None:
        folded = fold_log(of, source, log)
        self.of, self.source = of, source
        self.doc, self.n, self.stopped = folded.doc, folded.n, folded.stopped
        self.trouble = ""
        self.links: dict[Link[V, P], None] = {}
        self._keep, self._clock, self._rng = keep, clock, rng
        self.go_on()

    # ---------------------------------------------------------------- who looks
    def join(self, link: Link[V, P]) -> None:
        """Somebody opens a page: he is shown the document as it is."""
        if link.view is None:
            link.view = self.of.look(link.viewer)
        self.links[link] = None
        self.show(link)

    def leave(self, link: Link[V, P]) -> None:
        """A page was closed, or its connection is gone."""
        self.links.pop(link, None)

    def show(self, link: Link[V, P]) -> None:
        """Show one page as it is now; also called when what the host knows has changed."""
        assert link.view is not None, "a link is shown pages only after it has joined"
        link.show(self.n, self.of.page(self.of.seen(self.doc, link.viewer), link.viewer, link.view, link.known))

    def show_all(self) -> None:
        """Show every page as it is now."""
        for link in list(self.links):
            self.show(link)

    # ---------------------------------------------------------------- what is done
    def touched(self, link: Link[V, P], touch: Touch, alone: bool = False) -> None:
        """Do what a touch means, and show what comes of it to all whom it concerns; ``alone``: to him who did it, the host shows
        the others later, what many have done together.

        A touch that came twice (the same serial) is dropped; so is the second half of a double click: the same touch once more,
        made before its page showed what the first had done. Any other touch made on an older page is judged as things are now.
        """
        if self._repeated(link, touch):
            return
        before = self.n
        try:
            seen = self.of.seen(self.doc, link.viewer)
            assert link.view is not None
            link.view, texts = self.of.hear(seen, link.viewer, link.view, touch)
            for text in texts:
                self.append(link.viewer.name, text)
            self.go_on()
        except Refused as reason:
            self._shown(link, before, alone)
            link.refuse(str(reason))
            return
        self._shown(link, before, alone)

    def _shown(self, link: Link[V, P], before: int, alone: bool) -> None:
        if self.n != before and not alone:
            self.show_all()
        else:
            self.show(link)

    def append(self, by: str, text: str) -> None:
        """An act by a person, by chance or by a bot: folded, written down, then true. Raises Refused, and nothing has changed."""
        act = Act(self.n + 1, by, text, self._clock())
        after = self.of.fold(self.doc, act)
        try:
            self._keep(act)
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"What you do is not being kept: {problem}"
        self.doc, self.n = after, act.n

    def go_on(self) -> None:
        """Let chance and bots act until it is people's turn."""
        for _ in range(MOST_ON_END):
            who = self.of.next(self.doc)
            if who is None:
                return
            self.append(who, self.of.draw(self.doc, who, self._rng))
        raise RuntimeError(f"chance and bots have acted {MOST_ON_END} times on end")

    def _repeated(self, link: Link[V, P], touch: Touch) -> bool:
        if touch.serial and touch.serial <= link.serial:
            return True
        link.serial = max(link.serial, touch.serial)
        same = (touch.kind, touch.target, touch.to, touch.values)
        twice = touch.seen < self.n and same == link.last and touch.kind not in ("key", "type")
        link.last = same
        return twice
