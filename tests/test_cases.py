"""The worked cases: every rule of the ledger has cases that name it, and all of them pass."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tutor.answers import answer
from tutor.cases import CASE_FOLDER, run_case

FILES = sorted(CASE_FOLDER.glob("*.toml"))
CASES = [(path.stem, case) for path in FILES for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


def test_there_are_cases() -> None:
    assert len(FILES) >= 4
    assert len(CASES) >= 350, "two cases for each of the ledger's rules"


@pytest.mark.parametrize(("name", "case"), [pytest.param(n, c, id=f"{n}: {c['name']}") for n, c in CASES])
def test_case(name: str, case: dict[str, Any]) -> None:
    assert run_case(case, answer) == []


def test_a_case_that_expects_what_is_not_so_fails() -> None:
    case = {"situation": "order = ['george']", "do": ["stay"], "expect": ["k('george')['at'] == 'c2'"]}
    assert run_case(case, answer) == ["k('george')['at'] == 'c2'"]
    odd = {"situation": "order = ['george']", "judge": "move south", "expect": ["legal"]}
    assert run_case(odd, answer) == ["legal"]
    assert Fraction(1, 2) + Fraction(1, 2) == 1


def test_case_names_are_unlike() -> None:
    names = [case["name"] for _, case in CASES]
    assert len(names) == len(set(names)), sorted(n for n in names if names.count(n) > 1)


def test_case_folder_is_where_the_tests_are() -> None:
    assert Path(__file__).parent / "cases" == CASE_FOLDER
