"""The worked cases of the Willow game: situation, actions, and what must then be true."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from engine import willow
from engine.text.faults import ImpossibleSituation
from engine.willow.play import odds as chances
from engine.willow.play import paths
from engine.willow.rules.values import effective
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "cases" / "willow"
CASES = [
    case for path in sorted(FOLDER.glob("*.toml")) for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
PLAIN = {
    "F": Fraction,
    "len": len,
    "any": any,
    "all": all,
    "set": set,
    "sorted": sorted,
    "dict": dict,
    "sum": sum,
    "str": str,
    "contest_odds": chances.contest_odds,
    "bavmorda_odds": chances.bavmorda_odds,
    "losses": chances.losses,
    "empties": chances.empties,
    "sorsha_odds": chances.sorsha_odds,
    "free_odds": chances.free_odds,
    "draw_odds": chances.draw_odds,
    "paths": paths,
    "True": True,
    "False": False,
    "None": None,
    "getattr": getattr,
    "dealt": lambda number: willow.new_game([f"seat{n}" for n in range(number)]),
    "at_deal": lambda: willow.new_game(["ann", "bob"]),
}


class Characters:
    """``c.willow``, ``c['franjean-rool']``: a character of a state."""

    def __init__(self, state: willow.State) -> None:
        self.state = state

    def __getattr__(self, name: str) -> willow.Character:
        return self.state.character(name)

    __getitem__ = __getattr__


def fitting(state: willow.State, action: str) -> tuple[willow.State, str]:
    """The action, in the state itself or after "evil:" (the other side's turn) or "answer:" (its word before a fight)."""
    for word, more in (
        ("evil: ", {"side": "evil"}),
        ("answer: ", {"side": "evil", "step": "fight", "answering": True}),
    ):
        if action.startswith(word):
            data = {key: value for key, value in willow.to_dict(state).items() if key != "word"}
            return willow.from_dict(data | more), action.removeprefix(word)
    return state, action


def names_of(
    case: dict[str, Any], begun: willow.State, state: willow.State, events: list[willow.Event]
) -> dict[str, Any]:
    """What the checks of a case may name."""

    def why(action: str | None = None, of: willow.State = state) -> list[str]:
        here, asked = fitting(of, action or case["judge"])
        return list(here.judge(asked).rules)

    def play(*actions: str) -> willow.State:
        here = state
        for action in actions:
            here = here.play(action).state
        return here

    names: dict[str, Any] = {"s": state, "begun": begun, "c": Characters(state), "ev": events, "why": why, "play": play}
    names["kinds"] = [event.kind for event in events]
    names["rules"] = {rule for event in events for rule in event.rules}
    names["told"] = lambda text: any(text in event.text for event in events)
    names["after"] = play
    names["legal"] = lambda action: begun_or(state, action)
    names["events_of"] = lambda action: [event.kind for event in state.play(action).events]
    names["value"] = lambda who, value: effective(state, who, value).total
    names["counted"] = lambda of, who: of.counted(of.character(who))
    names["odds"] = lambda action: willow.odds(begun, action)
    names["bavmorda"] = lambda who: chances.bavmorda(begun, who)
    names["contest_of"] = lambda who, foe: tuple(
        getattr(chances.foe(begun, who, foe).round, k) for k in ("win", "tie", "lose")
    )
    names["at_draw"] = lambda side: willow.loads(f'scenario = "training"\nstep = "draw"\nside = "{side}"')
    names["assumed"] = lambda action: state.judge(action).assumed
    names["view"] = state.seen_by
    names["play_from"] = played
    names["legal_in"] = begun_or
    names["rules_when"], names["fault"] = told_rules, fault
    names["value_in"] = lambda of, who, value: effective(of, who, value).total
    names["begun_with"] = lambda text, step: willow.loads(f'{TRAINING}step = "{step}"\n{text}')
    return names | PLAIN


TRAINING = 'scenario = "training"\n'


def played(state: willow.State, *actions: str) -> willow.State:
    """The state after these actions."""
    for action in actions:
        state = state.play(action).state
    return state


def told_rules(state: willow.State, *actions: str) -> set[str]:
    """The rules that are told of when the last of these actions is done."""
    before = played(state, *actions[:-1])
    return {rule for event in before.play(actions[-1]).events for rule in event.rules}


def fault(text: str) -> str:
    """What is told of a situation on the training map that cannot be; "" of one that can."""
    try:
        willow.loads(TRAINING + text)
    except ImpossibleSituation as refused:
        return str(refused)
    return ""


def begun_or(state: willow.State, action: str) -> bool:
    here, asked = fitting(state, action)
    return here.judge(asked).legal


def failed(case: dict[str, Any]) -> list[str]:
    """The checks of a case that are not met, after its actions have been played."""
    begun = state = willow.loads(case["situation"])
    events: list[willow.Event] = []
    for action in case.get("do", ()):
        step = state.play(action)
        state, events = step.state, [*events, *step.events]
    names = names_of(case, begun, state, events)
    found = [check for check in case["check"] if not eval(check, {"__builtins__": {}, **names})]
    if willow.loads(willow.dumps(state)) != state or willow.from_code(willow.code(state)) != state:
        found.append("it is not read back as it was written")
    if "legal" in case and state.judge(case["judge"]).legal is not case["legal"]:
        found.append(f"legal is not {case['legal']}")
    return found


def test_there_are_cases() -> None:
    worked = tomllib.loads((FOLDER / "worked.toml").read_text(encoding="utf-8"))["case"]
    assert len(worked) == 51, "as many as were worked out, none skipped"
    assert all(case["check"] for case in CASES)
    assert len({case["name"] for case in CASES}) == len(CASES)
    held = {rule for case in CASES for rule in case["rules"]}
    assert held == set(willow.ledger()), "every rule has a case, and no case another rule"


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_case(case: dict[str, Any]) -> None:
    assert failed(case) == []


@pytest.mark.parametrize("case", [c for c in CASES if "exact" in c], ids=lambda case: str(case["name"]))
def test_the_odds_that_are_worked_out(case: dict[str, Any]) -> None:
    own, other, kind = case["contests"]
    if kind == "bavmorda":
        found = chances.bavmorda_odds(own, other)
        assert {"win": str(found.win)} == case["exact"]
    else:
        round_ = chances.contest_odds(own, other, kind)
        assert {key: str(getattr(round_, key)) for key in case["exact"]} == case["exact"]


def test_a_case_that_expects_what_is_not_so_fails() -> None:
    case = {"situation": 'scenario = "training"', "do": ["done"], "check": ["c.willow.at == 'tavern'", "s.round == 1"]}
    assert failed(case) == ["c.willow.at == 'tavern'"]
