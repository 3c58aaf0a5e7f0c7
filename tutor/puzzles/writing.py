"""Writing puzzles down: the text of a collection, as :mod:`tutor.puzzles.reading` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.keyed import value_text
from tutor.exercises.claims import Claim
from tutor.puzzles.model import Puzzle
from tutor.teach.kinds.build import Build
from tutor.teach.kinds.choose import Choose, Option
from tutor.teach.kinds.reckon import Reckon


def written(puzzles: Iterable[Puzzle]) -> str:
    """The text of a collection of these puzzles. Reading it gives equal puzzles."""
    return "\n".join(puzzle_text(puzzle) for puzzle in puzzles)


def puzzle_text(puzzle: Puzzle) -> str:
    """One ``[[puzzle]]`` table."""
    exercise = puzzle.exercise
    editions = list(puzzle.editions)
    head: dict[str, Any] = {
        "id": puzzle.id, "kind": puzzle.kind, "title": exercise.title,
        "edition": editions[0] if len(editions) == 1 else editions, "question": exercise.prompt,
        "themes": list(puzzle.themes), "rules": [rule for rule in puzzle.rules if rule not in puzzle.background],
        "background": list(puzzle.background), "rating": puzzle.rating,
    }  # fmt: skip
    rest: dict[str, Any] = {
        "before": list(exercise.before), "knight": exercise.knight, "focus": exercise.focus, "hints": list(exercise.hints),
        **_own(puzzle), "point": exercise.after,
    }  # fmt: skip
    tables = [("wrong", _given({"answer": wrong.answer, "text": wrong.text, "rule": wrong.rule})) for wrong in exercise.wrong]
    long = {"situation": exercise.situation or "", **({"built": exercise.built} if isinstance(exercise, Build) else {})}
    if isinstance(exercise, Choose):
        right = puzzle.answer if isinstance(puzzle.answer, tuple) else ()
        tables = [("options", _option(each, n in right)) for n, each in enumerate(exercise.options)] + tables
    if isinstance(exercise, Build):
        tables = [("proofs", {"reckon": proof.reckon, proof.bound: proof.value}) for proof in exercise.proofs] + tables
    lines = ["[[puzzle]]", *_lines(head), *(f"{key} = {_long(text)}" for key, text in long.items()), *_lines(rest)]
    for name, table in tables:
        lines += [f"[[puzzle.{name}]]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _own(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of its own kind of exercise."""
    exercise = puzzle.exercise
    if isinstance(exercise, Choose):
        margin = str(puzzle.margin) if puzzle.margin else ""
        ask = exercise.ask if exercise.ask != "allowed" else ""
        turns = exercise.turns if exercise.turns > 1 else None
        return {"ask": ask, "several": exercise.several or None, "goal": _claim(exercise.goal), "turns": turns, "margin": margin}
    if isinstance(exercise, Reckon):
        turns = exercise.turns if exercise.turns > 1 else None
        return {
            "do": list(exercise.do), "reckon": exercise.reckon, "unit": exercise.unit, "goal": _claim(exercise.goal),
            "turns": turns, "answer": puzzle.answer,
        }  # fmt: skip
    if isinstance(exercise, Build):
        least = exercise.least or None
        lay = {"lay": list(exercise.lay), "cards": list(exercise.cards)}
        return {"goal": _claim(exercise.goal), **lay, "pieces": exercise.pieces or None, "least": least}
    places = puzzle.answer if isinstance(puzzle.answer, tuple) else ()
    return {"answer": [list(place) for place in places if isinstance(place, tuple)]}


def _option(option: Option, right: bool) -> dict[str, Any]:
    return _given({
        "text": option.text, "action": option.action, "do": list(option.do), "claim": _claim(option.claim),
        "reckon": option.reckon, "edition": option.edition, "right": right or None, "rules": list(option.rules),
        "because": option.because,
    })  # fmt: skip


def _claim(claim: Claim | None) -> Any:
    """A claim as TOML has it: one table, or a list of tables."""
    if claim is None:
        return None
    tables = [{key: _value(value) for key, value in table} for table in claim.tables]
    return tables[0] if len(tables) == 1 else tables


def _value(value: Any) -> Any:
    if isinstance(value, Claim):
        return _claim(value)
    return [_value(entry) for entry in value] if isinstance(value, tuple) else value


def _given(table: Mapping[str, Any]) -> dict[str, Any]:
    """What is not empty."""
    return {key: value for key, value in table.items() if value not in (None, "", [], ())}


def _lines(table: Mapping[str, Any]) -> list[str]:
    quoted = {key: f'"{key}"' if " " in key else key for key in table}
    return [f"{quoted[key]} = {value_text(value)}" for key, value in _given(table).items()]


def _long(text: str) -> str:
    """A long text between three quotes, as it stands; a text that holds such quotes itself, escaped."""
    if "'''" in text:
        return value_text(text)
    return f"'''\n{text.strip()}\n'''"
