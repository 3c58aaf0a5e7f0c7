"""For every rule of a game's ledger: where the engine applies it, and what shows and teaches it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tutor.base.places import shipped
from tutor.content.cases import cases
from tutor.teach.game import registry as games

_NAMED = re.compile(r"`([a-z-]+\.[a-z-]+)`")
COLUMNS = ("engine", "cases", "refusals", "lessons", "puzzles")


@lru_cache(maxsize=16)  # the code is read once
def rules_in_engine(game: str = games.FIRST) -> Counter[str]:
    """How many places of a game's code name each rule: in what is told or refused by it, or in a switch that it is behind.

    A rule that only a docstring names does not count as applied, but for those of the material, which are played by being there.
    """
    package: Any = games.game(game)
    book = package.ledger()
    found: Counter[str] = Counter(switch.rule for switch in package.switches().values())
    for path in sorted(Path(package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant) and str(node.value).partition(" ")[0] in book
            ):  # a rule, or one case of it
                found[str(node.value).partition(" ")[0]] += 1
            elif isinstance(node, ast.FunctionDef | ast.ClassDef) and path.parent.name not in ("rules", "notation"):
                found.update(name for name in _NAMED.findall(ast.get_docstring(node) or "") if name in book)
    return found


def rules_in_cases(game: str = games.FIRST) -> tuple[Counter[str], Counter[str]]:
    """How many worked cases are about each rule, and how many of them are refusals."""
    about: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for case in cases(game):
        about.update(case["rules"])
        told = " ".join(case.get("check") or case.get("expect", ()))
        refuses = "fault" in case or bool(case.get("reasons"))
        if refuses or "legal is False" in told or "not legal" in told or "refused" in told or "error" in told:
            refused.update(case["rules"])
    return about, refused


def rules_in_lessons() -> Counter[str]:
    """How many lesson steps teach each rule."""
    from tutor.content.lessons import course_lessons

    return Counter(rule for lesson in course_lessons() for exercise in lesson.exercises for rule in exercise.rules)


def rules_in_puzzles() -> Counter[str]:
    """How many puzzles use each rule."""
    found: Counter[str] = Counter()
    try:
        folder = shipped("puzzles")
    except FileNotFoundError:
        return found
    for path in sorted(folder.glob("*.toml")):
        found.update(_rules_of(tomllib.loads(path.read_text(encoding="utf-8")).get("puzzle", [])))
    return found


def _rules_of(entries: Iterable[dict[str, Any]]) -> Iterable[str]:
    return (rule for entry in entries for rule in entry.get("rules", []))


def coverage(game: str = games.FIRST) -> dict[str, dict[str, int]]:
    """A row for every rule of a game: how often it stands in the engine, the cases, the lessons and the puzzles."""
    about, refused = rules_in_cases(game)
    taught = rules_in_lessons() if game == games.FIRST else Counter()  # lessons are of the first game as yet
    counts = (rules_in_engine(game), about, refused, taught, rules_in_puzzles())
    book = games.game(game).ledger()
    return {rule: {name: count[rule] for name, count in zip(COLUMNS, counts, strict=True)} for rule in book}


def coverage_text(found: dict[str, dict[str, int]], only_missing: bool = False) -> str:
    """The table for the terminal, and how many rules have nothing in a column."""
    width = max(len(rule) for rule in found)
    lines = [f"{'rule':{width}}  " + "  ".join(f"{name:>8}" for name in COLUMNS)]
    for rule, row in found.items():
        if not only_missing or not all(row[name] for name in COLUMNS if name != "refusals"):
            lines.append(f"{rule:{width}}  " + "  ".join(f"{row[name] or '-':>8}" for name in COLUMNS))
    lines.append("")
    for name in COLUMNS:
        without = sum(not row[name] for row in found.values())
        lines.append(f"{name}: {len(found) - without} of {len(found)} rules")
    return "\n".join(lines)
