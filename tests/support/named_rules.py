"""Which rules the engine names when a case is run: in events, in reasons, in a refusal, or in what a fault says.

A case says under ``rules`` what it makes the engine name, and under ``touches`` what else it is about. After a change that
is meant, ``python -m tests.support.named_rules`` sorts both keys anew in every case; read the differences.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine import mystic_wood as mw
from tests.support.running_cases import run_case
from tutor.content.cases import CASE_FOLDER
from tutor.hosts.cli.answers import answer

_ID = re.compile(r"[a-z]+\.[a-z0-9-]+")


def run_and_listen(case: Mapping[str, Any]) -> tuple[list[str], set[str]]:
    """The expectations of a case that are not met, and every rule that is named on the way through it."""
    found: set[str] = set()

    def listening(request: object) -> dict[str, Any]:
        told = answer(request)
        for event in told.get("events", []):
            found.update(event["rules"])
        reasons = [*told.get("reasons", []), *told.get("refused", {}).get("reasons", [])]
        reasons += [reason for why in told.get("not_met", {}).values() for reason in why]
        found.update(reason["rule"] for reason in reasons)
        for fault in told.get("error", {}).get("faults", []):
            found.update(rule for rule in _ID.findall(f"{fault['what']} {fault['fix']}") if rule in mw.ledger())
        return told

    return run_case(case, listening), found


def rules_named(case: Mapping[str, Any]) -> set[str]:
    """Every rule that is named on the way through a case."""
    return run_and_listen(case)[1]


def sort_rules(folder: Path) -> None:
    """Write each case's rules under the right key: ``rules`` for those the engine names, ``touches`` for the others."""
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        cases = iter(tomllib.loads(text)["case"])
        lines: list[str] = []
        for line in text.splitlines():
            if line.startswith("rules = "):
                case = next(cases)
                named, about = rules_named(case), [*case["rules"], *case.get("touches", [])]
                lines.append(f"rules = {json.dumps([rule for rule in about if rule in named])}")
                if set(about) - named:
                    lines.append(f"touches = {json.dumps([rule for rule in about if rule not in named])}")
            elif not line.startswith("touches = "):
                lines.append(line)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sort_rules(CASE_FOLDER)
