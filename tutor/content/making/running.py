"""Running the maker: lots of candidates, over cores or a cluster, always with the same result for the same seed."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import connection, parent_process
from typing import Any, Protocol

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Fault, Faulty, UnreadableText
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.content.puzzles.writing import puzzle_text
from tutor.teach.game import registry as games

#: How many candidates make a lot. A lot has a generator of its own, so it is the same whoever makes it.
LOTS = {"order": 64, "odds": 32, "joust": 32, "may": 32, "transport": 16, "combination": 16, "setup": 16, "path": 16}
LOT = 8
#: Candidates in a row, and lots, without anything new after which the maker gives up.
PATIENCE, PATIENT_LOTS = 2_000, 40
#: Seconds that a cluster may take to answer.
PATIENCE_FOR_CLUSTER = 10
_AHEAD = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """What became of one candidate: its ``text`` and what makes it new (``key``), or why it was ``rejected``."""

    key: str = ""
    text: str = ""
    themes: tuple[str, ...] = ()
    rejected: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """The puzzles made, as the text of a collection; how often candidates were rejected and why; how long it all took.

    ``seconds`` is the time of the processors that made them, all workers together. ``lost`` if a worker was ended from outside:
    then these are the puzzles made before. ``game`` is the one they are of.
    """

    texts: tuple[str, ...]
    rejected: Counter[str] = field(default_factory=Counter)
    candidates: int = 0
    seconds: float = 0.0
    lost: bool = False
    game: str = games.FIRST

    @property
    def text(self) -> str:
        head = [] if self.game == games.FIRST or not self.texts else [f'game = "{self.game}"\n']
        return "\n".join([*head, *self.texts])

    @property
    def rate(self) -> float:
        """Puzzles per second of one core."""
        return len(self.texts) / self.seconds if self.seconds else 0.0


def make_lot(kind: str, seed: int, number: int) -> tuple[tuple[Candidate, ...], float]:
    """One lot of candidates, and the processor's seconds it took."""
    begun = time.thread_time()
    maker = games.made_kinds()[kind].maker(kind, f"{kind}/{seed}/{number}")
    found = tuple(_candidate(kind, maker) for _ in range(LOTS.get(kind, LOT)))
    return found, time.thread_time() - begun


def _candidate(kind: str, maker: Callable[[], tuple[Puzzle, str]]) -> Candidate:
    try:
        puzzle, key = maker()
    except Rejected as why:
        return Candidate(rejected=str(why))
    except (Faulty, IllegalAction):
        return Candidate(rejected="cannot be")
    digest = hashlib.sha256(f"{kind} {key}".encode()).hexdigest()[:10]
    named = replace(puzzle, id=f"made-{kind}-{digest}", exercise=replace(puzzle.exercise, id=f"made-{kind}-{digest}"))
    return Candidate(digest, puzzle_text(named), named.themes)


def make(
    kind: str,
    count: int,
    seed: int,
    themes: tuple[str, ...] = (),
    workers: int = 1,
    told: Callable[[int], None] | None = None,
    dask: str = "",
) -> Made:
    """Make ``count`` puzzles of a kind, fewer if nothing new is found any more. The same seed makes the same with any workers.

    With ``themes`` only those that have one of them are kept. ``told`` is called with the number of puzzles so far. With the
    address of a scheduler (``dask``) its cluster makes them instead of ``workers`` of this machine. Raises UnreadableText for a
    kind there is none of, and for a cluster that cannot be reached.
    """
    if kind not in games.made_kinds():
        raise UnreadableText(
            Fault("kind", f"there is no kind {kind[:40]!r}", f"Kinds: {', '.join(games.made_kinds())}.")
        )
    texts: dict[str, str] = {}
    rejected: Counter[str] = Counter()
    candidates = 0
    seconds = 0.0
    in_vain = 0
    lost = False
    with (
        _makers(workers, dask) as (submit, number_of_makers),
        closing(_lots(kind, seed, submit, number_of_makers)) as lots,
    ):
        for number, coming in enumerate(lots):
            if coming is None:
                lost = True
                break
            lot, took = coming
            seconds += took
            for candidate in lot:
                candidates += 1
                why = candidate.rejected
                if not why and candidate.key in texts:
                    why = "made before"
                elif not why and themes and not set(themes) & set(candidate.themes):
                    why = "other theme"
                if why:
                    rejected[why] += 1
                    in_vain += 1
                    continue
                in_vain = 0
                texts[candidate.key] = candidate.text
                if told is not None:
                    told(len(texts))
                if len(texts) == count:
                    break
            if len(texts) >= count or (in_vain >= PATIENCE and number >= PATIENT_LOTS):
                break
    return Made(tuple(texts.values()), rejected, candidates, seconds, lost, games.made_kinds()[kind].name)


_Lot = tuple[tuple[Candidate, ...], float]


class _Coming(Protocol):
    """A lot that is being made somewhere."""

    def result(self) -> _Lot: ...
    def cancel(self) -> object: ...


_Submit = Callable[[str, int, int], _Coming]


def _lots(kind: str, seed: int, submit: _Submit | None, makers: int) -> Generator[_Lot | None, None, None]:
    """The lots in the order of their numbers, made here or by several makers, a few ahead of what is asked for.

    None, and no more, when a maker was ended from outside (by a signal, or for want of memory).
    """
    if submit is None:
        number = 0
        while True:
            yield make_lot(kind, seed, number)
            number += 1
    waiting: list[_Coming] = []
    number = 0
    try:
        while True:
            while len(waiting) < makers * _AHEAD:
                waiting.append(submit(kind, seed, number))
                number += 1
            yield waiting.pop(0).result()
    except BrokenExecutor:
        yield None
    finally:
        for coming in waiting:
            coming.cancel()


@contextmanager
def _makers(workers: int, dask: str) -> Iterator[tuple[_Submit | None, int]]:
    """Who makes the lots, and how many there are: a cluster, processes of this machine, or (None) this one alone."""
    if dask:
        with cluster(dask) as client:
            left: list[Any] = []
            submit = partial(client.submit, make_lot, pure=False)
            makers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
            yield lambda kind, seed, number: _OfCluster(submit(kind, seed, number), left), makers
            client.gather(left, errors="skip")
    elif workers > 1:
        with ProcessPoolExecutor(workers, initializer=begin_worker) as pool:
            yield lambda kind, seed, number: pool.submit(make_lot, kind, seed, number), workers
    else:
        yield None, 1


@dataclass(frozen=True, slots=True)
class _OfCluster:
    """A lot that a cluster makes. Cut off in the middle of one, a worker prints warnings that frighten whoever looks on: so what
    is not wanted any more is ``left`` to be made to its end."""

    future: Any
    left: list[Any]

    def result(self) -> _Lot:
        found: _Lot = self.future.result()
        return found

    def cancel(self) -> None:
        self.left.append(self.future)


def begin_worker() -> None:
    """A worker leaves Ctrl-C, which goes to all of them, to whoever began it, and ends with him, however he ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """A client of the Dask scheduler at an address like ``tcp://10.0.0.5:8786``."""
    try:
        from distributed import Client
    except ImportError:
        fix = "Install it: pip install 'mystic-wood-tutor[cluster]'. Or leave --dask out."
        raise UnreadableText(Fault("--dask", "the package distributed is not installed", fix)) from None
    connected: Any = Client
    try:
        client = connected(address, timeout=PATIENCE_FOR_CLUSTER, set_as_default=False)
    except (OSError, ValueError) as problem:
        what = f"no scheduler answers at {address[:100]!r} ({type(problem).__name__})"
        raise UnreadableText(
            Fault("--dask", what, "Give the address it prints when it starts: tcp://10.0.0.5:8786.")
        ) from None
    with client:
        yield client


def cores() -> int:
    """How many workers this machine can keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
