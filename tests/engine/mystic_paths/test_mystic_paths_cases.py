"""The worked cases of Mystic Paths: a situation, what is done, judged or asked, and what must then be true.

Their fields: ``judge`` and ``reasons`` (every rule against the action, in any order; none: it is allowed), ``do`` and ``events``
(played in turn; rules among the events told), ``after`` (parts of the state), ``ask`` (questions with their answers), ``fault``
(the situation is refused, for these rules and no others).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine import mystic_paths as mp
from engine.text.faults import ImpossibleSituation
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "cases" / "mystic_paths"
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["case"] for path in sorted(FOLDER.glob("*.toml"))}
CASES = [case for cases in FILES.values() for case in cases]
FIELDS = {
    "name",
    "lines",
    "rules",
    "situation",
    "judge",
    "reasons",
    "do",
    "events",
    "after",
    "ask",
    "fault",
    "expected",
}


def answer(state: mp.State, question: str) -> Any:
    """What is answered to a question as a case asks it: "next red", "windows red 3", "odds red steps", "sees green red map"."""
    what, *about = question.split()
    asked: Mapping[str, Callable[..., Any]] = {
        "next": lambda seat: list(state.next_portals(seat)),
        "excluded": state.excluded,
        "windows": lambda seat, steps: state.windows(seat, int(steps)),
        "reach": lambda seat, steps: state.reach(seat, int(steps)),
        "walks": lambda seat, steps, *most: state.walks_left(seat, int(steps), most=int(most[0]) if most else None),
        "cards": lambda seat: [card for card, _ in state.cards_left(seat)],
        "odds": lambda seat, knowing: {cell: str(chance) for cell, chance in state.guess_odds(seat, knowing).items()},
        "due": lambda seat: list(state.due(seat)),
        "can-finish": state.can_finish,
        "guessers": lambda seat: list(state.guessers(seat)),
        "deciders": lambda: list(state.deciders),
        "actions": lambda *seat: len(state.actions(*seat)),
        "advice": lambda: list(state.advice()),
        "deck": state.deck,
        "sees": lambda who, whom, what: sees(state, who, whom, what),
        "scores": state.scores,
    }
    return asked[what](*about)


def sees(state: mp.State, who: str, whom: str, what: str) -> bool:
    """Whether a player sees another's clues, hand or map; what his view holds of them must be that, or nothing."""
    there, seen, told = state.player(whom), state.seen_by(who).player(whom), state.sees(who, whom, what)
    held, nothing = {"clues": (seen.clues, ()), "hand": (seen.hand, None), "map": ((seen.map, seen.walk), (None, ()))}[
        what
    ]
    whole = {"clues": there.clues, "hand": there.hand, "map": (there.map, there.walk)}[what]
    assert held == (whole if told else nothing)
    return told


def agrees(state: mp.State, question: str, wanted: Any) -> bool:
    found = answer(state, question)
    if isinstance(found, mp.Scores):
        told = {"totals": dict(found.totals), "winners": list(found.winners), "group": found.group}
        if isinstance(wanted, int):
            return found.group == wanted
        return bool(wanted) and all(told[key] == value for key, value in wanted.items())
    if question.startswith("odds"):
        return {cell: Fraction(chance) for cell, chance in found.items()} == {c: Fraction(w) for c, w in wanted.items()}
    return bool(found == wanted)


def part(state: mp.State, path: str) -> Any:
    """A part of the written situation: "players.red.trail", "moment"."""
    found: Any = mp.to_dict(state)
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def failed(case: Mapping[str, Any]) -> list[str]:
    """What a case expects and what is not so."""
    try:
        state = mp.loads(case["situation"])
    except ImpossibleSituation as refusal:
        codes = {fault.code for fault in refusal.faults}
        return [] if codes == set(case.get("fault", ())) else [f"refused: {refusal}"]
    wrong = ["it is read"] if "fault" in case else []
    told: set[str] = set()
    for action in case.get("do", ()):
        verdict = state.judge(action)
        if not verdict.legal:
            return [str(verdict)]
        step = state.play(action)
        told |= {rule for event in step.events for rule in event.rules}
        state = step.state
    wrong += [f"{rule} is not told" for rule in case.get("events", ()) if rule not in told]
    wrong += [
        f"{path} is {part(state, path)}"
        for path, wanted in case.get("after", {}).items()
        if part(state, path) != wanted
    ]
    for question, wanted in case.get("ask", {}).items():
        if not agrees(state, question, wanted):
            wrong.append(f"{question}: {answer(state, question)}")
    if "judge" in case:
        verdict = state.judge(case["judge"])
        if sorted(verdict.rules) != sorted(case["reasons"]):
            wrong.append(str(verdict))
    return wrong


def test_there_are_cases() -> None:
    assert len(FILES["worked"]) == 51
    assert len(CASES) >= 125
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {rule for case in CASES for rule in case["rules"]} == {*mp.ledger()}, "every rule has its case"
    assert [case["name"] for case in CASES if not set(case) <= FIELDS] == []
    assert [case["name"] for case in CASES if not {"judge", "events", "after", "ask", "fault"} & set(case)] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_case(case: dict[str, Any]) -> None:
    assert failed(case) == []


def test_a_case_that_expects_what_is_not_so_fails() -> None:
    situation = (
        'moment = "guess"\n[players.red]\nmap = "m02"\nclues = [ { step = 1, word = "noisy" } ]\n[players.green]'
    )
    case = {
        "situation": situation,
        "do": ["guess drum"],
        "events": ["right.all", "wrong.mark"],
        "after": {"turn": "red"},
        "ask": {"next red": ["a3"], "odds red steps": {"a3": "1/2"}, "scores": 4},
        "judge": "stop",
        "reasons": [],
    }
    assert len(failed(case)) == 5
    assert failed({"situation": situation, "fault": ["map.ten"]}) == ["it is read"]
    assert failed({"situation": situation.replace("m02", "m99"), "fault": ["map.ten"]})
