"""A desk in a notebook's kernel: its log lies in the learner's store, and what is tried goes into his progress at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from engine.text.faults import Faulty
from tutor.desk import Act, Desk, fold_log
from tutor.desk.desk import Document
from tutor.desk.log import ActLog
from tutor.desk.progress import Progress
from tutor.draw.page import Page
from tutor.pages.exercise import KeptAttempt
from tutor.pages.exercise.looking import Viewing

#: Whoever learns, as he is named in a log.
LEARNER = "learner"


class Worked(Protocol):
    """A document as it stands, which says what of the last act is to be written into the learner's progress."""

    @property
    def kept(self) -> tuple[KeptAttempt, ...]: ...


D = TypeVar("D", bound=Worked)
Cut = Callable[[Sequence[Act]], Sequence[Act]]


class KeptDesk(Desk[D, Viewing, Page]):
    """A desk whose acts are written into a log, where there is a place for one, before anybody sees what came of them.

    ``name`` is what its log is kept under. ``record`` is told what of each act is to be written into the learner's progress.
    ``cut`` says what of a log need be folded,
    ``over`` whether a document that was left is at its end: then it is begun again, and its log kept aside. ``told`` is what must
    be said of the log; "" if nothing.
    """

    def __init__(
        self,
        of: Document[D, Viewing, Page],
        name: str,
        source: Mapping[str, Any],
        progress: Progress | None,
        record: Callable[[D, KeptAttempt], None],
        clock: Callable[[], float],
        cut: Cut = lambda acts: acts,
        over: Callable[[D], bool] = lambda doc: False,
    ) -> None:
        self.name, self._record = name, record
        self._log = _log_of(progress)
        self.told = ""
        acts = self._read(cut)
        if acts and over(fold_log(of, source, acts).doc):
            self._try(lambda log: log.begin_again(name))
            acts = ()
        if self._log is not None:
            self._try(lambda log: log.begin(name, source, clock()))
        super().__init__(of, source, acts, keep=self._write, clock=clock, rng=random.Random())
        if self.stopped is not None and self._log is not None:
            act, why = self.stopped
            rest = [each for each in acts if each.n >= act.n]
            self._try(lambda log: log.set_aside(name, rest, why, clock()))
            self.told = f"What was done here no longer fits from “{act.text}” on: {why} It is kept aside."

    def _read(self, cut: Cut) -> Sequence[Act]:
        found: Sequence[Act] = ()
        if self._log is not None:
            try:
                found = cut(self._log.read(self.name))
            except (Faulty, OSError, ValueError) as problem:
                self._log, self.told = None, f"What you do is not being kept: {problem}"
            else:
                self.told = self._log.told.get(self.name, "")
        return found

    def _try(self, work: Callable[[ActLog], None]) -> None:
        """Do something with the log; what goes wrong is told."""
        try:
            if self._log is not None:
                work(self._log)
        except (Faulty, OSError) as problem:
            self.told = f"What you do is not being kept: {problem}"

    def _write(self, act: Act) -> None:
        if self._log is not None:
            self._log.keep(self.name, act)

    def append(self, by: str, text: str) -> None:
        super().append(by, text)
        for kept in self.doc.kept:
            self._record(self.doc, kept)


def _log_of(progress: Progress | None) -> ActLog | None:
    """The logs in a learner's store: one for each store and kernel, which remembers what waits to be written."""
    if not isinstance(progress, Progress):
        return None
    path = str(progress.path)
    if path not in _LOGS or _LOGS[path].store is not progress:
        _LOGS[path] = ActLog(progress)
    return _LOGS[path]


#: The logs of this kernel by the files they lie in, and the desks that are open, by file and document.
_LOGS: dict[str, ActLog] = {}
_OPEN: WeakValueDictionary[tuple[str, str], KeptDesk[Any]] = WeakValueDictionary()


def open_desk(name: str, progress: Progress | None, made: Callable[[], KeptDesk[D]]) -> KeptDesk[D]:
    """The desk of a document: the same one for all who look at it in this kernel, else a new one."""
    if not isinstance(progress, Progress):
        return made()
    key = str(progress.path), name
    desk = _OPEN.get(key)
    if desk is None:
        desk = _OPEN[key] = made()
    return desk
