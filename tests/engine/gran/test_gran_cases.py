"""The worked cases of GRAN: situation, actions, and what must then be true."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from engine import gran
from engine.gran.material import DRAGONS, ledger
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "cases" / "gran"
CASES = [
    case for path in sorted(FOLDER.glob("*.toml")) for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
PLAIN = {"F": Fraction, "len": len, "any": any, "all": all, "set": set, "sorted": sorted}


class Situation:
    """A state as the checks ask it: ``s.turn``, ``s.k``, ``s.used``, ``s.odds()``, ``s.judge([...])`` and so on."""

    def __init__(self, state: gran.State) -> None:
        self.state = state
        self.k = {k.id: {**k._asdict(), "seals": list(k.seals)} for k in state.knights}
        self.used = {strength: n for strength, n in zip(DRAGONS, state.used, strict=True) if n}
        self.obstacles = set(state.obstacles)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def odds(self) -> Fraction:
        return gran.win_chance(self.state)

    def judge(self, spaces: list[str]) -> list[str]:
        return list(self.state.judge(" ".join(("move", *spaces))).rules)


def failed(case: dict[str, Any]) -> list[str]:
    """The checks of a case that are not met, after its actions have been played; the rules told on the way."""
    state = gran.loads(case["situation"])
    for action in case.get("do", ()):
        state = state.play(action).state
    names: dict[str, Any] = {"s": Situation(state), "ends": set(state.ends()), **PLAIN}
    names["k"] = lambda colour: names["s"].k[colour]
    if "judge" in case:
        verdict = state.judge(case["judge"])
        names |= {"legal": verdict.legal, "why": list(verdict.rules)}
    return [check for check in case["check"] if not eval(check, {"__builtins__": {}, **names})]


def test_there_are_cases() -> None:
    assert len(CASES) >= 58
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert all(rule in ledger() for case in CASES for rule in case["rules"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_case(case: dict[str, Any]) -> None:
    assert case["check"]
    assert failed(case) == []


def test_a_case_that_expects_what_is_not_so_fails() -> None:
    case = {"situation": 'order = ["red"]', "do": ["move ga3"], "check": ["k('red')['at'] == 'w6'", "s.turn == 'red'"]}
    assert failed(case) == ["k('red')['at'] == 'w6'"]
