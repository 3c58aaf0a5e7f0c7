"""Running the maker: lots of candidates, over the cores of this machine, always with the same result for the same seed."""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace

from engine.faults import Fault, Faulty, UnreadableText
from engine.verdicts import IllegalAction
from tutor.puzzles.making.common import Rejected
from tutor.puzzles.making.kinds import MAKERS
from tutor.puzzles.making.material import Supply
from tutor.puzzles.writing import puzzle_text

#: How many candidates make a lot. A lot has a generator of its own, so it is the same whoever makes it.
LOTS = {"order": 64, "odds": 32, "joust": 32, "may": 32, "transport": 16, "combination": 16, "setup": 16, "path": 16}
LOT = 8
#: The maker gives up when so many candidates in a row, and as many lots at least, have brought nothing new.
PATIENCE, PATIENT_LOTS = 2_000, 40
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

    ``seconds`` is the time of the processors that made them, all workers together.
    """

    texts: tuple[str, ...]
    rejected: Counter[str] = field(default_factory=Counter)
    candidates: int = 0
    seconds: float = 0.0

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def rate(self) -> float:
        """Puzzles per second of one core."""
        return len(self.texts) / self.seconds if self.seconds else 0.0


def make_lot(kind: str, seed: int, number: int) -> tuple[tuple[Candidate, ...], float]:
    """One lot of candidates, and the processor's seconds it took."""
    begun = time.process_time()
    supply = Supply(f"{kind}/{seed}/{number}")
    found = tuple(_candidate(kind, supply) for _ in range(LOTS.get(kind, LOT)))
    return found, time.process_time() - begun


def _candidate(kind: str, supply: Supply) -> Candidate:
    try:
        puzzle, key = MAKERS[kind](supply)
    except Rejected as why:
        return Candidate(rejected=str(why))
    except (Faulty, IllegalAction):
        return Candidate(rejected="cannot be")
    digest = hashlib.sha256(f"{kind} {key}".encode()).hexdigest()[:10]
    named = replace(puzzle, id=f"made-{kind}-{digest}", exercise=replace(puzzle.exercise, id=f"made-{kind}-{digest}"))
    return Candidate(digest, puzzle_text(named), named.themes)


def make(
    kind: str, count: int, seed: int, themes: tuple[str, ...] = (), workers: int = 1, told: Callable[[int], None] | None = None
) -> Made:
    """Make ``count`` puzzles of a kind, fewer if nothing new is found any more. The same seed makes the same with any workers.

    With ``themes`` only those that have one of them are kept. ``told`` is called with the number of puzzles so far. Raises
    UnreadableText for a kind there is none of.
    """
    if kind not in MAKERS:
        raise UnreadableText(Fault("kind", f"there is no kind {kind[:40]!r}", f"Kinds: {', '.join(MAKERS)}."))
    texts: dict[str, str] = {}
    rejected: Counter[str] = Counter()
    candidates = 0
    seconds = 0.0
    in_vain = 0
    with closing(_lots(kind, seed, workers)) as lots:
        for number, (lot, took) in enumerate(lots):
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
    return Made(tuple(texts.values()), rejected, candidates, seconds)


def _lots(kind: str, seed: int, workers: int) -> Generator[tuple[tuple[Candidate, ...], float], None, None]:
    """The lots in the order of their numbers, made here or by several workers, a few ahead of what is asked for."""
    if workers <= 1:
        number = 0
        while True:
            yield make_lot(kind, seed, number)
            number += 1
    with ProcessPoolExecutor(workers) as pool:
        waiting: list[Future[tuple[tuple[Candidate, ...], float]]] = []
        number = 0
        try:
            while True:
                while len(waiting) < workers * _AHEAD:
                    waiting.append(pool.submit(make_lot, kind, seed, number))
                    number += 1
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """How many workers this machine can keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
