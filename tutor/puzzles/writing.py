"""Writing puzzles down: the text of a collection, as :mod:`tutor.puzzles.reading` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.keyed import line_text, value_text
from tutor import games
from tutor.puzzles.model import Puzzle
from tutor.puzzles.reading import names_for
from tutor.teach.kinds import KINDS
from tutor.teach.kinds.build import Build
from tutor.teach.kinds.choose import OPTION
from tutor.teach.options import Choose, Option
from tutor.teach.schema import MISTAKE
from tutor.teach.schema import written as fields_of


def written(puzzles: Iterable[Puzzle]) -> str:
    """The text of a collection of these puzzles, all of one game. Reading it gives equal puzzles."""
    listed = list(puzzles)
    named = {puzzle.game.name for puzzle in listed} - {games.FIRST}
    head = [f'game = "{min(named)}"\n'] if named else []
    return "\n".join((*head, *map(puzzle_text, listed)))


def puzzle_text(puzzle: Puzzle) -> str:
    """One ``[[puzzle]]`` table."""
    exercise = puzzle.exercise
    editions = list(puzzle.editions)
    head: dict[str, Any] = {
        "id": puzzle.id, "kind": puzzle.kind, "title": exercise.title,
        "edition": editions[0] if len(editions) == 1 else editions, "question": exercise.prompt,
        "themes": list(puzzle.themes), "rules": [rule for rule in puzzle.rules if rule not in puzzle.background],
        "background": list(puzzle.background), "rating": puzzle.rating, "twin": puzzle.twin, "follows": puzzle.follows,
    }  # fmt: skip
    long = {"situation": exercise.situation or ""}
    kind = KINDS[exercise.kind]
    own = fields_of(exercise, (key for key in kind.keys if names_for(kind).get(key.name, key.name)))
    if "built" in own:
        long["built"] = own.pop("built")
    listed = [name for name in ("options", "proofs") if not isinstance(own.get(name, ""), str) and own.pop(name)]
    tables = [(name, table) for name in listed for table in _tables(puzzle, name)]
    tables += [("wrong", fields_of(wrong, MISTAKE)) for wrong in exercise.wrong]
    rest: dict[str, Any] = {
        "before": list(exercise.before), "knight": exercise.knight, "focus": exercise.focus, "hints": list(exercise.hints),
        **own, **_stored(puzzle), "point": exercise.after,
    }  # fmt: skip
    lines = ["[[puzzle]]", *_lines(head), *(f"{key} = {_long(text)}" for key, text in long.items()), *_lines(rest)]
    for name, table in tables:
        lines += [f"[[puzzle.{name}]]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _tables(puzzle: Puzzle, name: str) -> list[dict[str, Any]]:
    """The options, with which of them are right, or the proofs."""
    exercise = puzzle.exercise
    if name == "proofs":
        assert isinstance(exercise, Build)
        return [{"reckon": proof.reckon, proof.bound: proof.value} for proof in exercise.proofs]
    assert isinstance(exercise, Choose)
    return [_option(each, n in puzzle.answer) for n, each in enumerate(exercise.options)]


def _option(option: Option, right: bool) -> dict[str, Any]:
    return {**fields_of(option, OPTION), **({"right": True} if right else {})}


def _stored(puzzle: Puzzle) -> dict[str, Any]:
    """What is stored of the answer, where the options do not say it."""
    answer = puzzle.answer
    if isinstance(puzzle.exercise, Choose):
        places = [each for each in answer if isinstance(each, tuple)] if puzzle.exercise.targets else []
        return {"margin": str(puzzle.margin) if puzzle.margin else "", "right": [name for place in places for name in place]}
    if isinstance(answer, str):
        return {"answer": answer}
    return {"answer": [list(place) for place in answer if isinstance(place, tuple)]}


def _given(table: Mapping[str, Any]) -> dict[str, Any]:
    """What is not empty."""
    return {key: value for key, value in table.items() if value not in (None, "", [], ())}


def _lines(table: Mapping[str, Any]) -> list[str]:
    return list(map(line_text, _given(table).items()))


def _long(text: str) -> str:
    """A long text between three quotes, as it stands; a text that holds such quotes itself, escaped."""
    if "'''" in text:
        return value_text(text)
    return f"'''\n{text.strip()}\n'''"
