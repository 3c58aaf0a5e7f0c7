"""The same question in every edition, with what differs marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.mystic_wood.material.ledger import Switch, editions, switches
from engine.mystic_wood.play.opening import read
from engine.mystic_wood.play.state import State
from engine.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """One action judged in every edition: the ``verdicts``, whether they ``differ``, and the ``switches`` behind it.

    Where the action is legal, ``events`` holds what playing it leads to in each edition.
    """

    action: str
    verdicts: dict[str, Verdict]
    events: dict[str, tuple[str, ...]]
    differ: bool
    switches: tuple[Switch, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "differ": self.differ,
            "editions": {
                edition: {**verdict.as_dict(), "events": list(self.events.get(edition, ()))}
                for edition, verdict in self.verdicts.items()
            },
            "switches": [
                {"name": s.name, "rule": s.rule, "what": s.what, "values": dict(s.values)} for s in self.switches
            ],
        }


def compare(situation: str | State, action: str) -> Comparison:
    """Judge an action in every edition, and play it where it is legal.

    ``situation`` is TOML text, a code or a state; its own edition is set aside. Raises what reading it or the action raises.
    """
    state = situation if isinstance(situation, State) else read(situation)
    verdicts: dict[str, Verdict] = {}
    events: dict[str, tuple[str, ...]] = {}
    outcomes: dict[str, object] = {}
    rules: set[str] = set()
    for edition in editions():
        here = replace(state, edition=edition)
        verdict = here.judge(action)
        verdicts[edition] = verdict
        rules.update(verdict.rules)
        if verdict.legal:
            step = here.play(action)
            events[edition] = tuple(event.text for event in step.events)
            rules.update(rule for event in step.events for rule in event.rules)
            outcomes[edition] = (replace(step.state, edition=editions()[0]), _actions(step.state))
        else:
            outcomes[edition] = verdict.rules
    first = next(iter(outcomes.values()))
    differ = any(outcome != first for outcome in outcomes.values())
    behind = tuple(s for s in switches().values() if s.rule in rules and len(set(map(str, s.values.values()))) > 1)
    return Comparison(re.sub(r"\s+", " ", action.strip()), verdicts, events, differ, behind if differ else ())


def _actions(state: State) -> tuple[str, ...]:
    return tuple(state.actions())
