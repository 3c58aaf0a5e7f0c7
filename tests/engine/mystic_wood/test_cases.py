"""The worked cases: every one passes, and makes the engine name the rules it says it is a case of."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine import mystic_wood as mw
from tests.sources import ROOT
from tests.support.named_rules import run_and_listen
from tests.support.running_cases import run_case
from tutor.content.cases import CASE_FOLDER
from tutor.hosts.cli.answers import answer

FILES = sorted(CASE_FOLDER.glob("*.toml"))
#: Rules of how the game is set up or written, which no event and no reason has cause to name. The list may only shrink.
UNNAMED = ("edition.silent", "setup.choose", "setup.open-cards", "setup.start", "setup.stats", "wood.grid")
CASES = [(path.stem, case) for path in FILES for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


def test_there_are_cases() -> None:
    assert len(FILES) >= 4
    assert len(CASES) >= 350, "two cases for each of the ledger's rules"


@pytest.mark.parametrize(("name", "case"), [pytest.param(n, c, id=f"{n}: {c['name']}") for n, c in CASES])
def test_case(name: str, case: dict[str, Any]) -> None:
    """It ends as it says; what is under ``rules`` is named, what is under ``touches`` is not (or it belongs under ``rules``)."""
    failed, named = run_and_listen(case)
    assert failed == []
    assert sorted(set(case["rules"]) - named) == [], "claimed, but not named: put it under touches"
    assert sorted(set(case.get("touches", [])) & named) == [], "named: put it under rules"
    assert len({*case["rules"], *case.get("touches", [])}) == len(case["rules"]) + len(case.get("touches", []))


def test_a_case_that_expects_what_is_not_so_fails() -> None:
    case = {"situation": "order = ['george']", "do": ["stay"], "expect": ["k('george')['at'] == 'c2'"]}
    assert run_case(case, answer) == ["k('george')['at'] == 'c2'"]
    odd = {"situation": "order = ['george']", "judge": "move south", "expect": ["legal"]}
    assert run_case(odd, answer) == ["legal"]
    refused = {"situation": "order = ['george']", "do": ["move south"], "expect": ["refused is None"]}
    assert run_case(refused, answer) == ["refused is None"]
    impossible = {"situation": "order = []", "do": [], "expect": ["turn == 'george'"]}
    assert [failed[:6] for failed in run_case(impossible, answer)] == ["error:"]
    crashing = {"situation": "order = ['george']", "do": ["stay"], "expect": ["odds['fight'] == 1"]}
    assert len(run_case(crashing, answer)) == 1


def test_every_rule_is_named_by_the_engine_in_some_case() -> None:
    named = {rule for _, case in CASES for rule in case["rules"]}
    assert sorted(set(mw.ledger()) - named) == sorted(UNNAMED)


def test_a_case_touches_only_rules_of_the_ledger() -> None:
    assert {rule for _, case in CASES for rule in case.get("touches", [])} <= set(mw.ledger())


def test_case_names_are_unlike() -> None:
    names = [case["name"] for _, case in CASES]
    assert len(names) == len(set(names)), sorted(n for n in names if names.count(n) > 1)


def test_case_folder_is_where_the_tests_are() -> None:
    assert ROOT / "tests" / "cases" == CASE_FOLDER
