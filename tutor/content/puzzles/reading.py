"""Reading a collection of puzzles: a TOML file of ``[[puzzle]]`` tables. See docs/writing-puzzles.md for the format.

Reading knows the ids of cards, areas and rules and how an action is written; :mod:`tutor.content.puzzles.checking` asks the
engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.text.keyed import Key, TomlTable, as_is, count, parse, read_file
from tutor.content.puzzles.model import EASIEST, HARDEST, Puzzle
from tutor.teach import kinds
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.schema import ExerciseReading, reading_of, rules, text
from tutor.teach.exercise_table import known_keys, read_exercise
from tutor.teach.game import registry as games

#: The longest collection that is read, in characters, and the most puzzles in it.
MOST_TEXT = 24_000_000
MOST_PUZZLES = 20_000
#: Under which name the tries at a puzzle are kept in a learner's progress, whatever file it stands in.
LESSON = "puzzles"

#: What an exercise's keys are called in a puzzle; "" for one that a puzzle does not have.
NAMES = {
    "prompt": "question",
    "after": "point",
    "edition": "",
    "answer": "",
    "places": "",
    "of": "",
    "dice": "",
    "new_game": "",
    "solution": "",
}


def _themes(table: TomlTable, key: str) -> tuple[str, ...]:
    """What the puzzle is about, of what its game's can be about."""
    return table.ids(key, reading_of(table).game.themes, ordered=True, most=8)


#: The keys a puzzle has besides those of its exercise, and those by which the exercise's kind stores an answer.
KEYS = (
    Key("kind", as_is),
    Key("edition", as_is),
    Key("themes", _themes, ()),
    Key("rating", count(HARDEST, EASIEST), 1500),
    Key("background", rules, ()),
    Key("twin", text(100), ""),
    Key("follows", text(100), ""),
)


def read_puzzles(path: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. UnreadableText or ImpossibleSituation carries every fault found, each with its line."""
    path = Path(path)
    written = read_file(path, "Name a collection of puzzles.", MOST_TEXT)
    return parse_puzzles(written, path.stem, str(path))


def parse_puzzles(written: str, name: str = "", where: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a collection's text. ``name`` is the collection's, ``where`` what faults call the file.

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every fault.
    """
    where = where or (f"{name}.toml" if name else "the collection")
    raw = parse(written, where, MOST_TEXT)
    reading = ExerciseReading(written, where, games.teachable(), LESSON, more="docs/writing-puzzles.md")
    top = reading.table(raw)
    top.only(("game", "puzzle"))
    reading.game = games.teachable(top.one_of("game", tuple(games.GAMES), games.FIRST))
    found: list[Puzzle] = []
    taken: dict[str, str] = {}
    for number, table in enumerate(top.tables("puzzle")):
        if number == MOST_PUZZLES:
            top.fault("puzzle", f"there are more than {MOST_PUZZLES:,} puzzles", "Make several collections of them.")
            break
        puzzle = _puzzle(table, name, reading)
        if puzzle is None:
            continue
        if puzzle.id in taken:
            table.fault("id", f"the id {puzzle.id!r} stands twice", f"The other one: {taken[puzzle.id]}.", "twice")
        taken.setdefault(puzzle.id, reading.where((*table.path, "id")))
        found.append(puzzle)
    if not found and not reading.faults:
        top.fault("", "the collection has no puzzle", "Begin each with a line [[puzzle]].", "missing")
    reading.finish()
    return tuple(found)


def _puzzle(table: TomlTable, collection: str, reading: ExerciseReading) -> Puzzle | None:
    """One ``[[puzzle]]``; None, and faults, where it is none."""
    before = len(reading.faults)
    known = reading.game.puzzle_kinds
    kind = table.one_of("kind", tuple(known))
    if kind is None:
        if "kind" not in table:
            table.fault("kind", "the puzzle does not say its kind", f"Kinds: {', '.join(known)}.", "missing")
        return None
    form = _form(table, kind)
    names = names_for(form)
    table.only((*(key.name for key in KEYS), *form.stored.keys, *known_keys(form, names)))
    values = table.values(KEYS)
    _lacking(table, values)
    seen_in = _editions(table, reading)
    reading.edition = seen_in[0] if seen_in else ""
    exercise = read_exercise(TomlTable(table.reading, form.stored.asked(table.raw), table.path), form, names)
    if len(exercise.hints) > 2:
        table.fault("hints", "hints is too long", "At most 2.", "too-long")
    background = tuple(rule for rule in values["background"] if rule not in exercise.rules)
    exercise = replace(exercise, rules=(*exercise.rules, *background))
    stored = form.stored.read(table, exercise)
    if len(reading.faults) > before:
        return None
    return Puzzle(
        exercise.id,
        kind,
        exercise,
        seen_in,
        values["themes"],
        values["rating"],
        stored.answer,
        stored.margin,
        stored.refutations,
        background,
        values["twin"],
        values["follows"],
        collection,
        reading.lines.get(exercise.id, 0),
    )


def names_for(form: Kind) -> dict[str, str]:
    """What the keys of a kind are called in a puzzle; one that is stored under the same name is none of the exercise's."""
    return {key: name for key, name in NAMES.items() if key != "answer" or key in form.stored.keys}


def _form(table: TomlTable, kind: str) -> Kind:
    """The kind of exercise it is, by its keys."""
    forms = reading_of(table).game.puzzle_kinds[kind][1]
    marked = (each.name for each in kinds.KINDS.values() if each.stored.mark and each.stored.mark in table)
    asked = next(marked, forms[0])
    if asked not in forms:
        fix = kinds.KINDS[forms[0]].stored.otherwise or f"Give it {kinds.KINDS[forms[0]].stored.mark} instead."
        table.fault("", f"a puzzle of kind {kind} cannot be asked like this", fix)
        asked = forms[0]
    return kinds.KINDS[asked]


def _lacking(table: TomlTable, values: Mapping[str, Any]) -> None:
    """What every puzzle must have, besides what every exercise has."""
    if not table.raw.get("themes"):
        known = ", ".join(reading_of(table).game.themes)
        table.fault("themes", "the puzzle has no theme", f"Name one at least of {known}.", "missing")
    if "rating" not in table:
        table.fault("rating", "the puzzle has no rating", f"Write a number from {EASIEST} to {HARDEST}.", "missing")
    if not table.raw.get("point"):
        table.fault("point", "the puzzle has no point", "Say what is worth remembering of it.", "missing")
    if not table.raw.get("situation"):
        table.fault("situation", "there is no situation", "Write a situation between ''', or its code.", "missing")
    twice = [rule for rule in values["background"] if rule in (table.raw.get("rules") or ())]
    if twice:
        table.fault("background", f"{twice[0]} stands among the rules as well", "Write it once.", "twice")


def _editions(table: TomlTable, reading: ExerciseReading) -> tuple[str, ...]:
    known = reading.game.editions
    if isinstance(table.raw.get("edition"), list):
        found = table.ids("edition", known, ordered=True)
    else:
        one = table.one_of("edition", known)
        found = (one,) if one else ()
    if "edition" not in table:
        fix = f'Write edition = "{known[0]}", or a list of those it holds in.'
        table.fault("edition", "the puzzle names no edition", fix, "missing")
    return found
