"""``make soak``: minutes by default, ``SOAK=hours`` for so many hours. Prints what was tried and what was found."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings

from engine import mystic_wood as mw
from tests.naive.comparing import Tally, differences, one_more_opinion
from tests.naive.making import situation
from tests.soak import kills, tables
from tests.soak.checks import DOORS, LONGEST, check
from tests.soak.garbage import corpus, garbage
from tests.soak.shrinking import broken, keep, kind_of, shrunk
from tests.support.random_games import first_state, moments

ROOT = Path(__file__).parent.parent.parent
#: The share of the time that each kind of work has; a reader counts twice where it is also fuzzed with guidance.
MINUTES = 5.0
#: A share is cut into slices no longer than this, so that a long run goes through everything many times.
SLICE = 300.0
#: So many inputs a reader is given, however slow the machine.
FEWEST = 10


@dataclass
class Told:
    """What one piece of work has to tell."""

    work: str
    counted: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, bytes, str]] = field(default_factory=list)
    seconds: float = 0.0


def door(kind: str, seconds: float, seed: int) -> Told:
    """Garbage for a reader, shrunk by hypothesis where it breaks a promise."""
    told = Told(f"{kind}")
    corpus(kind)  # made once, before the clock runs
    until = time.monotonic() + seconds
    last: list[bytes] = []

    def tried(data: bytes) -> None:
        if time.monotonic() > until and not last and told.counted["inputs"] >= FEWEST:
            return
        try:
            accepted = check(kind, data)
        except BaseException:
            last[:] = [data]
            raise
        told.counted["inputs"] += 1
        told.counted["accepted"] += accepted

    while time.monotonic() < until and len(told.failures) < 3:
        last.clear()
        seed += 1
        run = settings(
            max_examples=400,
            database=None,
            deadline=None,
            derandomize=False,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
            report_multiple_bugs=False,
        )(hypothesis.seed(seed)(given(garbage(kind))(tried)))
        try:
            run()
        except Exception:
            if not last:
                raise
            what = broken(kind, last[0])
            if what is not None and kind_of(what) not in {kind_of(known) for _, _, known in told.failures}:
                told.failures.append((kind, shrunk(kind, last[0], LONGEST), what))
    return told


def guided(kind: str, seconds: float, seed: int) -> Told:
    """A reader under the fuzzer that looks for new code."""
    told = Told(f"{kind}, guided")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.soak.guided", kind, str(int(seconds)), folder, str(seed % 2**31)]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=seconds + 300)
            says = done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as late:  # a machine with more to do than this; what was tried counts
            says = (late.stderr or b"").decode("utf-8", "replace")
            told.counted["stopped"] = 1
        runs = re.findall(r"stat::number_of_executed_units: +(\d+)|^#(\d+)", says, re.MULTILINE)
        told.counted["inputs"] = max((int(a or b) for a, b in runs), default=0)
        covered = re.findall(r"cov: (\d+)", says)
        told.counted["covered"] = int(covered[-1]) if covered else 0
        for crash in sorted(Path(folder).glob("*-*")):
            if crash.name.startswith(("crash-", "timeout-", "oom-")):
                data = crash.read_bytes()
                what = broken(kind, data) or f"{crash.name.split('-')[0]} under the fuzzer"
                told.failures.append((kind, shrunk(kind, data), what))
        if not told.counted["inputs"] and not told.counted["stopped"]:
            raise RuntimeError(f"the fuzzer did not run: {says[-500:]}")
    return told


def games(seconds: float, seed: int) -> Told:
    """Whole games in all variants: every invariant at every step, and what is written is read back now and then."""
    told = Told("games")
    until = time.monotonic() + seconds
    while time.monotonic() < until and not told.failures:
        seed += 1
        before, did = first_state(seed), ""
        try:
            for state, action, step in moments(seed, 1500):
                before, did = state, action.text
                told.counted["steps"] += 1
                if told.counted["steps"] % 20 == 0:
                    check("step", json.dumps({"situation": mw.dumps(step.state), "do": ""}).encode())
                if time.monotonic() > until:
                    break
        except Exception as problem:
            data = json.dumps({"situation": mw.dumps(before), "do": did}).encode()
            told.failures.append(
                ("step", data, broken("step", data) or f"{type(problem).__name__}: {problem} (seed {seed})")
            )
        told.counted["games"] += 1
    return told


def opinions(seconds: float, seed: int, least: int) -> Told:
    """Random situations in which engine and naive rules must answer the same, and at least so many questions."""
    told = Told("second opinion")
    tally: Tally = Tally()

    def questions() -> int:
        return sum(tally.values()) - tally["situations"] - tally["left open"]

    until = time.monotonic() + seconds
    while (time.monotonic() < until or questions() < least) and len(told.failures) < 3:
        seed += 1
        made = situation(seed)
        try:
            found = differences(made, random.Random(seed), tally)
            data = "second opinion", json.dumps(made).encode()
            if not found:
                found, data = one_more_opinion(seed, tally), ("one more opinion", str(seed).encode())
        except Exception as problem:
            found = [f"{type(problem).__name__}: {problem}"]
        tally["situations"] += 1
        if found:
            told.failures.append((*data, found[0][:300]))
    told.counted = Counter({"inputs": tally["situations"], "left open": tally["left open"], "questions": questions()})
    return told


def killing(which: str, seconds: float, seed: int, fewest: int) -> Told:
    """Kills while something is written or set up."""
    told = Told(f"kills: {which}")
    work = KILLS[which]
    until = time.monotonic() + seconds
    while (time.monotonic() < until or told.counted["runs"] < fewest) and not told.failures:
        seed += 1
        try:
            seen = work(seed)
        except AssertionError as problem:
            told.failures.append(("kill", f"{which} {seed}".encode(), str(problem)))
        else:
            told.counted += seen
        told.counted["runs"] += 1
    return told


KILLS: dict[str, Callable[[int], Counter[str]]] = {
    "tables": tables.table,
    "writing": kills.writing,
    "set-up": kills.set_up,
    "the whole set-up": kills.whole_set_up,
}
#: How much there is at least of a work, and of what, however slow the machine. What the slices have not brought comes after all
#: of them, so that a run that is broken off has been through everything.
LEAST = {
    "kills: writing": (FEWEST, "runs"),
    "kills: set-up": (40, "runs"),
    "second opinion": (1_000_000, "questions"),
    "tables": (200, "games"),
}


def one(work: str, seconds: float, least: int, seed: int) -> Told:
    """One slice of one work, in a process of its own; of some at least so much, however long it takes."""
    began = time.monotonic()
    kind, _, which = work.partition(": ")
    run: dict[str, Callable[[], Told]] = {
        "reader": lambda: door(which, seconds, seed),
        "guided": lambda: guided(which, seconds, seed),
        "games": lambda: games(seconds, seed),
        "second opinion": lambda: opinions(seconds, seed, least),
        "kills": lambda: killing(which, seconds, seed, least),
        "tables": lambda: killing("tables", seconds, seed, least),
    }
    told = run[kind]()
    told.work = work
    told.seconds = time.monotonic() - began
    return told


def all_works() -> list[str]:
    """Everything there is to do; guided only where the fuzzer is installed."""
    works = [f"reader: {kind}" for kind in DOORS]
    if importlib.util.find_spec("atheris") is not None:
        works += [f"guided: {kind}" for kind in DOORS if kind != "store"]
    return [
        *works,
        "games",
        "games",
        *["second opinion"] * 4,
        "tables",
        "kills: writing",
        *["kills: set-up"] * 4,
        "kills: the whole set-up",
    ]


def missing(works: list[str], summed: dict[str, Told]) -> list[tuple[str, float, int]]:
    """What is still to be done of the works of which there is a least: by as many at once as such works are named."""
    found = []
    for work, (least, what) in LEAST.items():
        hands = works.count(work)
        lacking = least - summed[work].counted[what] if hands else 0
        found += [(work, 0.0, -(-lacking // hands))] * hands if lacking > 0 else []
    return found


def _gather(
    pool: ProcessPoolExecutor, slices: list[tuple[str, float, int]], seed: int, summed: dict[str, Told]
) -> None:
    """Have the slices done, tell of each as it ends, and keep what was found."""
    for done in as_completed([pool.submit(one, *each, seed + 7919 * number) for number, each in enumerate(slices)]):
        told = done.result()
        print(_line(told), flush=True)
        sums = summed[told.work]
        covered = max(sums.counted["covered"], told.counted["covered"])
        sums.counted += told.counted
        sums.counted["covered"] = covered
        sums.seconds += told.seconds
        for kind, data, what in told.failures:
            path = keep(kind, data, what)
            print(f"BROKEN: {told.work}: {what}\n  kept as {path.relative_to(ROOT)}", flush=True)
            sums.failures.append((kind, data, what))


def _line(told: Told) -> str:
    """The figures of a work in a line."""
    counted = ", ".join(f"{count:,} {what}" for what, count in sorted(told.counted.items()) if count)
    return f"{told.work:24} {told.seconds:7.0f} s  {counted}{f'  {len(told.failures)} BROKEN' if told.failures else ''}"


def main() -> int:
    """0 if no promise was broken."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=float(os.environ.get("SOAK") or 0), help="so many hours")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--only", action="append", metavar="WORK", help="only works whose name holds this")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="so many at a time (one for each core)"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    options = parser.parse_args()
    works = [work for work in all_works() if not options.only or any(word in work for word in options.only)]
    processes = max(1, options.processes)
    each = (options.hours * 3600 or options.minutes * 60) * processes / len(works)
    rounds = max(1, round(each / SLICE))
    slices = [(work, min(SLICE, each), 1) for _ in range(rounds) for work in works]
    print(f"{len(works)} works, {each / 60:.1f} minutes each, {processes} at a time, seed {options.seed}", flush=True)
    summed = {work: Told(work) for work in works}
    with ProcessPoolExecutor(processes) as pool:
        _gather(pool, slices, options.seed, summed)
        _gather(pool, missing(works, summed), options.seed + 7919 * len(slices), summed)
    print("\nIn all:")
    for told in summed.values():
        print(_line(told))
    broken_in_all = sum(len(told.failures) for told in summed.values())
    print(f"\n{broken_in_all or 'No'} promise{'s' * (broken_in_all != 1)} broken. seed {options.seed}")
    return 1 if broken_in_all else 0


if __name__ == "__main__":
    sys.exit(main())
