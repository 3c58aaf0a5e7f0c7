"""The same question in every edition, with what differs marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.books.editions import Switch
from engine.contract.verdicts import Verdict
from engine.mystic_wood.material.ledger import editions, otherwise, switches
from engine.mystic_wood.notation.situations import CODE_PREFIX, to_dict
from engine.mystic_wood.play.loading import from_dict, read
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.actions import parse_action
from engine.text.faults import Faulty, ImpossibleSituation
from engine.text.keyed import parse


@dataclass(frozen=True, slots=True)
class Comparison:
    """One action judged in every edition: the ``verdicts``, whether they ``differ``, and the ``switches`` that decide it.

    Where the action is legal, ``events`` holds what playing it leads to in each edition. An edition in which there can be no
    such situation is in ``impossible``, with what is wrong there, and has no verdict.
    """

    action: str
    verdicts: dict[str, Verdict]
    events: dict[str, tuple[str, ...]]
    differ: bool
    switches: tuple[Switch, ...]
    impossible: dict[str, Faulty]

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for edition in editions():
            if edition in self.impossible:
                told[edition] = {"action": self.action, "legal": False, "reasons": [], "events": []}
                told[edition]["error"] = self.impossible[edition].as_dict()
            else:
                told[edition] = {**self.verdicts[edition].as_dict(), "events": list(self.events.get(edition, ()))}
        return {
            "action": self.action,
            "differ": self.differ,
            "editions": told,
            "switches": [
                {"name": s.name, "rule": s.rule, "what": s.what, "values": dict(s.values)} for s in self.switches
            ],
        }


def compare(situation: str | State, action: str) -> Comparison:
    """Judge an action in every edition, and play it where it is legal.

    ``situation`` is TOML text, a code or a state; its own edition is set aside, and it is read anew in each. Raises what
    reading the action raises, and what reading the situation does if it can be in no edition.
    """
    parse_action(action)
    raw, text = _plain(situation)
    verdicts: dict[str, Verdict] = {}
    events: dict[str, tuple[str, ...]] = {}
    impossible: dict[str, Faulty] = {}
    outcomes: dict[str, object] = {}
    for edition in editions():
        outcomes[edition] = _outcome(raw, edition, action)
        try:
            here = from_dict({**raw, "edition": edition}, text)
        except ImpossibleSituation as faulty:
            impossible[edition] = faulty
            continue
        verdicts[edition] = here.judge(action)
        if verdicts[edition].legal:
            events[edition] = tuple(event.text for event in here.play(action).events)
    if not verdicts:
        raise impossible[str(raw.get("edition"))] if raw.get("edition") in impossible else impossible[editions()[0]]
    differ = len(set(outcomes.values())) > 1
    deciding = tuple(s for s in switches().values() if _decides(s, raw, action, outcomes)) if differ else ()
    return Comparison(" ".join(action.split()), verdicts, events, differ, deciding, impossible)


def _plain(situation: str | State) -> tuple[Mapping[str, Any], str | None]:
    """The situation as plain data, and its text where it is written as one."""
    if isinstance(situation, State):
        return to_dict(situation), None
    if situation.strip().startswith(CODE_PREFIX):
        return to_dict(read(situation)), None
    return parse(situation, "situation"), situation


def _outcome(raw: Mapping[str, Any], edition: str, action: str) -> object:
    """What the action comes to: the rules against it, or the position it leads to and what can be done there."""
    try:
        here = from_dict({**raw, "edition": edition})
    except ImpossibleSituation:
        return None
    verdict = here.judge(action)
    if not verdict.legal:
        return verdict.rules
    after = here.play(action).state
    return replace(after, edition=editions()[0]), tuple(after.actions())


def _decides(found: Switch, raw: Mapping[str, Any], action: str, outcomes: Mapping[str, object]) -> bool:
    """Whether this one value, taken from another edition, changes what the action comes to."""
    for edition, value in found.values.items():
        for other in found.values.values():
            if other != value:
                with otherwise(found.name, other):
                    if _outcome(raw, edition, action) != outcomes[edition]:
                        return True
    return False
