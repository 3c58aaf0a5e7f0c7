"""What each test costs, and which of them ``make check`` leaves out.

A test that takes more than half a thousandth of what all tests take, over all its parameters and with the fixtures it shares with
others, is ``heavy``. ``tests/costs.txt`` names these tests with their shares; nobody marks them by hand. It is written anew by
``make costs``, which runs all the tests of ``make test``. Shares do not depend on how fast a machine is. Rulings are never heavy,
nor is a test of so many cases that each takes less than a twenty-fifth of the limit.
"""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

HERE = Path(__file__).parent
FILE = HERE / "costs.txt"
#: In thousandths of the whole: of a test, and of each of its cases.
LIMIT, CASE = 0.5, 0.02
#: Of these make test runs nothing.
DEEP = {"tests/project/test_bench.py"}
#: The worked cases: in make check whatever they cost.
RULINGS = frozenset(path.relative_to(HERE.parent).as_posix() for path in HERE.rglob("test_*cases.py"))
#: So many new test functions, as a part of all, there may be before the costs are recorded again.
NEW = 0.1


def function_of(nodeid: str) -> str:
    """A test without its parameters."""
    return nodeid.partition("[")[0]


def recorded(text: str) -> tuple[int, dict[str, float]]:
    """How many test functions there were, and the share of each heavy one, in thousandths."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    shares = {name: float(share) for share, name in (line.split(" ", 1) for line in lines[1:])}
    return int(lines[0].removesuffix(" test functions")), shares


def written(functions: int, costs: Mapping[str, Cost], cases: Mapping[str, int], whole: Cost) -> str:
    """The record as text, the dearest first: what each test function costs, how many cases it has, what all cost together."""
    shares = {name: cost.share(whole) for name, cost in costs.items() if name.partition("::")[0] not in RULINGS}
    heavy = sorted(
        ((share, name) for name, share in shares.items() if share > max(LIMIT, CASE * cases[name])), reverse=True
    )
    head = "# Written by make costs (tests/costs.py): thousandths of what all tests take, of those above a half."
    return "\n".join([head, f"{functions} test functions", *(f"{share:.2f} {name}" for share, name in heavy)]) + "\n"


def functions_there() -> dict[str, set[str]]:
    """The test functions of each file of tests, as they are written."""
    files = (path for path in sorted(HERE.rglob("test_*.py")) if "browser" not in path.parts)
    return {
        path.relative_to(HERE.parent).as_posix(): set(
            re.findall(r"^\s*def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
        )
        for path in files
    }


class Cost(NamedTuple):
    """Seconds: of the processor, children that were waited for included, and of the clock, which runs on while a test waits."""

    processor: float = 0.0
    clock: float = 0.0

    def plus(self, other: Cost, times: int = 1) -> Cost:
        """The sum of both; ``times=-1``: the difference."""
        return Cost(self.processor + times * other.processor, self.clock + times * other.clock)

    def share(self, whole: Cost) -> float:
        """Its thousandths of the whole: of the processor's time or of the clock's, whichever are more."""
        return 1000 * max(self.processor / whole.processor, self.clock / whole.clock)


def so_far() -> Cost:
    """What this process has cost until now."""
    told = os.times()
    return Cost(time.process_time() + told.children_user + told.children_system, time.perf_counter())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is heavy, before anything is chosen by its marks."""
    _, heavy = recorded(FILE.read_text("utf-8"))
    for item in items:
        if function_of(item.nodeid) in heavy:
            item.add_marker("heavy")


class Recorder:
    """Measures every test (where it runs) and adds up (where reports arrive, which with several workers is another process)."""

    def __init__(self, functions: int) -> None:
        self.functions = functions
        self.own: dict[str, Cost] = {}
        self.cases: dict[str, int] = defaultdict(int)
        #: What each fixture that tests share took, and the tests that use it.
        self.shared: dict[str, Cost] = {}
        self.users: dict[str, set[str]] = defaultdict(set)
        #: Of the test that runs: what it began at, the fixtures it was the first to need, and what these took together.
        self.began, self.first, self.apart = Cost(), dict[str, Cost](), Cost()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """A test begins."""
        self.began, self.first, self.apart = so_far(), {}, Cost()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """A fixture that several tests share is measured by itself: whichever test comes first would seem to be dear."""
        if fixturedef.scope == "function":
            return (yield)
        before, inner = so_far(), self.apart
        try:
            return (yield)
        finally:
            taken = so_far().plus(before, -1).plus(self.apart.plus(inner, -1), -1)
            self.apart = self.apart.plus(taken)
            self.first[f"{fixturedef.baseid}::{fixturedef.argname}"] = taken

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """What the test cost, what fixtures did, and which it uses, go with its last report."""
        report = yield
        if call.when == "teardown":
            defined = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
            uses = [f"{last.baseid}::{name}" for name, (*_, last) in defined.items() if last.scope != "function"]
            taken = so_far().plus(self.began, -1).plus(self.apart, -1)
            first = {name: tuple(cost) for name, cost in self.first.items()}
            report.user_properties.append(("costs", [tuple(taken), first, uses]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add it up."""
        told: list[Any] = [value for name, value in report.user_properties if name == "costs"]
        for taken, first, uses in told:
            function = function_of(report.nodeid)
            self.cases[function] += 1
            self.own[function] = self.own.get(function, Cost()).plus(Cost(*taken))
            for fixture, spent in first.items():
                self.shared[fixture] = max(self.shared.get(fixture, Cost()), Cost(*spent))
            for fixture in uses:
                self.users[fixture].add(function)

    def costs(self) -> dict[str, Cost]:
        """What each test function costs when it runs alone: with every fixture that it uses."""
        found = dict(self.own)
        for fixture, spent in self.shared.items():
            for function in self.users[fixture]:
                found[function] = found[function].plus(spent)
        return found

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the record, of a whole run that is green."""
        if hasattr(session.config, "workerinput"):
            return  # a worker: who adds up is elsewhere
        missing = sorted(functions_there().keys() - {name.partition("::")[0] for name in self.own} - DEEP)
        if session.testsfailed or missing:
            print(f"\nCosts are recorded of a whole run that is green. Not run: {', '.join(missing[:5]) or 'nothing'}.")
            return
        whole = Cost()
        for cost in (*self.own.values(), *self.shared.values()):
            whole = whole.plus(cost)
        FILE.write_text(written(self.functions, self.costs(), self.cases, whole), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="record what each test costs (make costs)")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(Recorder(sum(map(len, functions_there().values()))), "costs-recorder")
