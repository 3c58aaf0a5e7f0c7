"""Which tests make check leaves out is recorded, and the record is of these tests."""

from __future__ import annotations

from tests.costs import FILE, LIMIT, NEW, RULINGS, Cost, function_of, functions_there, recorded, written
from tests.sources import ROOT


def test_every_test_that_is_left_out_is_there_and_costs_more_than_the_limit() -> None:
    _, heavy = recorded(FILE.read_text("utf-8"))
    there = functions_there()
    named = [name.partition("::") for name in heavy]
    gone = [f"{file}::{test}" for file, _, test in named if file in there and test not in there[file]]
    assert gone == [], "renamed or deleted: take the line out or write the new name, or run make costs"
    assert [name for name in heavy if not (ROOT / name.partition("::")[0]).is_file()] == []
    assert min(heavy.values()) >= LIMIT
    assert len(heavy) >= 20


def test_no_ruling_is_left_out() -> None:
    assert {
        "tests/engine/mystic_wood/test_cases.py",
        "tests/engine/gran/test_gran_cases.py",
        "tests/engine/willow/test_willow_cases.py",
    } <= RULINGS
    _, heavy = recorded(FILE.read_text("utf-8"))
    assert [name for name in heavy if name.partition("::")[0] in RULINGS] == []


def test_the_record_is_not_of_other_tests_than_there_are() -> None:
    """Whether a new test is dear nobody knows before it is measured: with too many of them, make costs is due."""
    functions, _ = recorded(FILE.read_text("utf-8"))
    now = sum(map(len, functions_there().values()))
    assert functions >= 1000
    assert abs(now - functions) <= NEW * functions, "run make costs where nothing else runs"


def test_a_test_is_dear_by_its_share_of_the_processor_or_of_the_clock_unless_its_cases_are_cheap() -> None:
    costs = {
        "tests/test_a.py::test_little": Cost(0.04, 0.1),
        "tests/test_a.py::test_works": Cost(0.2, 0.2),
        "tests/test_a.py::test_waits": Cost(0.0, 0.6),
        "tests/test_a.py::test_many": Cost(0.4, 0.4),
        "tests/engine/mystic_wood/test_cases.py::test_case": Cost(50, 50),
    }
    text = written(4, costs, {**dict.fromkeys(costs, 1), "tests/test_a.py::test_many": 300}, Cost(100, 200))
    assert recorded(text) == (4, {"tests/test_a.py::test_waits": 3.0, "tests/test_a.py::test_works": 2.0})
    assert function_of("tests/test_works.py::test_works[a[1]-b]") == "tests/test_works.py::test_works"


def test_what_make_check_chooses_by_is_this_record() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert 'quick: .venv/everything\n\t$(PYTEST) -q -m "not browser and not heavy and not deep"' in makefile
    marked = [path.name for path in (ROOT / "tests").rglob("*.py") if "mark" + ".heavy" in path.read_text("utf-8")]
    assert marked == [], "measured, not marked by hand"
