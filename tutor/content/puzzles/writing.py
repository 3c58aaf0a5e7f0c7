"""Writing puzzles down: the text of a collection, as :mod:`tutor.content.puzzles.reading` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.text.keyed import line_text, value_text
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import names_for
from tutor.teach.exercise.schema import written as fields_of
from tutor.teach.exercise_table import MISTAKE
from tutor.teach.game import registry as games
from tutor.teach.kinds import KINDS


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
        "id": puzzle.id,
        "kind": puzzle.kind,
        "title": exercise.title,
        "edition": editions[0] if len(editions) == 1 else editions,
        "question": exercise.prompt,
        "themes": list(puzzle.themes),
        "rules": [rule for rule in puzzle.rules if rule not in puzzle.background],
        "background": list(puzzle.background),
        "rating": puzzle.rating,
        "twin": puzzle.twin,
        "follows": puzzle.follows,
    }
    long = {"situation": exercise.situation or ""}
    kind = KINDS[exercise.kind]
    own = fields_of(exercise, (key for key in kind.keys if names_for(kind).get(key.name, key.name)))
    long |= {name: own.pop(name) for name in exercise.situations if name in own}
    listed = kind.stored.tables(exercise, puzzle.stored)
    tables = [(name, table) for name, several in listed.items() for table in several]
    tables += [("wrong", fields_of(wrong, MISTAKE)) for wrong in exercise.wrong]
    kept = kind.stored.written(exercise, puzzle.stored)
    rest: dict[str, Any] = {
        "before": list(exercise.before),
        "knight": exercise.knight,
        "focus": exercise.focus,
        "hints": list(exercise.hints),
        **{name: value for name, value in own.items() if name not in listed},
        **kept,
        "point": exercise.after,
    }
    lines = ["[[puzzle]]", *_lines(head), *(f"{key} = {_long(text)}" for key, text in long.items()), *_lines(rest)]
    for name, table in tables:
        lines += [f"[[puzzle.{name}]]", *_lines(table)]
    return "\n".join(lines) + "\n"


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
