"""How exercises are written: the keys all kinds share, the readings of a key, and the one reader of lessons and puzzles.

The keys of a kind are data (:class:`engine.text.keyed.Key`), in its own module. From them come the reader, the hints of what
is meant by a word that is no key, the writer and the tables of docs/writing-lessons.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from engine.text.faults import Faulty, sentence, shown
from engine.text.keyed import Key, TomlReader, TomlTable
from tutor.teach.exercise.exercise import Exercise

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim
    from tutor.teach.game.teachable import Teachable

#: The longest text, situation and list that is read.
LONGEST = 2_000
LONGEST_SITUATION = 20_000
MOST_LISTED = 60
#: The id of an exercise or a situation.
IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_LINE = re.compile(r"line (\d+)")
_OPENS = re.compile(r"=\s*('''|\"\"\")\s*$")


class ExerciseReading(TomlReader):
    """The reading of a text with exercises in it, about a ``game``.

    ``situations`` are those that exercises name instead of writing them out, each with the line it begins on; ``lesson`` is what
    the exercises belong to. ``lines`` says by the id of an exercise where its situation begins, and by "ID/built" what is built.
    """

    #: The line of the file on which the text begins.
    first = 1

    def __init__(
        self, text: str, where: str, game: Teachable, lesson: str = "", edition: str = "", more: str = ""
    ) -> None:
        super().__init__(text, where, more)
        self.game, self.lesson, self.edition = game, lesson, edition
        self.written = text.split("\n")
        self.situations: Mapping[str, tuple[str, int]] = {}
        self.lines: dict[str, int] = {}
        #: The exercises read so far, by id.
        self.exercises: dict[str, Exercise] = {}

    def line(self, path: Sequence[str]) -> int:
        """The line of the file on which a key stands; 0 if it is not known."""
        found = _LINE.search(self.where(path))
        return int(found[1]) if found else 0

    def text_line(self, path: Sequence[str]) -> int:
        """The line on which the text of a key begins: the next one after an opening of three quotes."""
        line = self.line(path)
        number = line - self.first
        return line + bool(0 <= number < len(self.written) and _OPENS.search(self.written[number]))


class BlockReading(ExerciseReading):
    """The same of a block of a longer text, which begins on line ``first``: of a place only the line is told."""

    def __init__(self, text: str, where: str, first: int, game: Teachable, lesson: str, edition: str) -> None:
        super().__init__(text, where, game, lesson, edition)
        self._file, self.first = where, first

    def where(self, path: Sequence[str]) -> str:
        found = _LINE.search(super().where(path).removeprefix(self._file))
        return f"{self._file}, line {self.first - 1 + (int(found[1]) if found else 1)}"


def reading_of(table: TomlTable) -> ExerciseReading:
    """The reading a table of an exercise belongs to."""
    assert isinstance(table.reading, ExerciseReading)
    return table.reading


# ---------------------------------------------------------------- readings of a key

Read = Callable[[TomlTable, str], Any]


def text(most: int = LONGEST) -> Read:
    """A text of at most so many characters, without blanks around it."""

    def read(table: TomlTable, key: str) -> str:
        found = (table.text(key) or "").strip()
        if len(found) > most:
            table.fault(key, f"{key} is {len(found):,} characters long", f"At most {most:,} are read.", "too-long")
            return ""
        return found

    return read


def texts(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of texts."""
    value = table.raw[key]
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        fix = f'Write it like {key} = ["...", "..."].'
        table.fault(key, f"{key} = {shown(value)} is no list of texts", fix, "not-a-list")
        return ()
    if len(value) > MOST_LISTED or any(len(entry) > LONGEST for entry in value):
        table.fault(
            key, f"{key} is too long", f"At most {MOST_LISTED}, each of at most {LONGEST:,} characters.", "too-long"
        )
    return tuple(entry.strip() for entry in value[:MOST_LISTED])


def as_action(table: TomlTable, key: str, written: str) -> str:
    """An action as the engine writes it, however it is written here; a fault if it is none."""
    try:
        return reading_of(table).game.action(written[:200])
    except Faulty as problem:
        for fault in problem.faults:
            table.fault(key, f"{fault.where} in {key}: {fault.what}", sentence(fault.fix), "no-action")
        return written


def action(table: TomlTable, key: str) -> str:
    """An action."""
    found = text(200)(table, key)
    return as_action(table, key, found) if found else ""


def actions(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of actions."""
    return tuple(as_action(table, key, entry) for entry in texts(table, key))


def rules(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of rules."""
    return table.ids(key, reading_of(table).game.rules, ordered=True, most=MOST_LISTED)


def rule(table: TomlTable, key: str) -> str | None:
    """A rule."""
    found: str | None = table.one_of(key, reading_of(table).game.rules)
    return found


def seat(table: TomlTable, key: str) -> str | None:
    """A player."""
    found: str | None = table.one_of(key, reading_of(table).game.seats)
    return found


def seats(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of players, in this order."""
    return table.ids(key, reading_of(table).game.seats, ordered=True)


def cards(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of cards."""
    return table.ids(key, reading_of(table).game.cards, ordered=True, most=MOST_LISTED)


def edition(table: TomlTable, key: str) -> str | None:
    """An edition."""
    found: str | None = table.one_of(key, reading_of(table).game.editions)
    return found


def claim(table: TomlTable, key: str) -> Claim | None:
    """A condition."""
    reading = reading_of(table)
    from tutor.teach.exercise.claims import read_claim  # late: conditions are held against what is played

    return read_claim(table.raw[key], key, reading.where((*table.path, key)), reading.game, reading.faults)


def part(table: TomlTable, key: str) -> str | None:
    """A part of the board."""
    game, found = reading_of(table).game, text(40)(table, key) or None
    if found is not None and not game.is_part(found):
        table.fault(key, f"{key} = {shown(found)} is no part of {game.board_word}", game.part_help)
    return found


def arrows(table: TomlTable, key: str) -> tuple[tuple[str, str], ...]:
    """Arrows, each written as the two places it joins: "b3 c5"."""
    found, game = [], reading_of(table).game
    for entry in texts(table, key):
        ends = entry.split()
        if len(ends) == 2 and set(ends) <= set(game.places) and ends[0] != ends[1]:
            found.append((ends[0], ends[1]))
        else:
            what = f"{entry[:40]!r} is no arrow from {game.a_place_word} to another"
            table.fault(key, what, f'Write it like {key} = ["{game.an_arrow}"].')
    return tuple(found)


def lays(table: TomlTable, key: str) -> tuple[str, ...]:
    """What may be laid, and where."""
    found = texts(table, key)
    for entry in found:
        try:
            reading_of(table).game.laying.lay_of(entry)
        except Faulty as problem:
            table.fault(key, problem.faults[0].what, sentence(problem.faults[0].fix), "no-lay")
    return found


def groups(table: TomlTable, key: str) -> tuple[tuple[str, ...], ...]:
    """A list of lists of texts."""
    value = table.raw[key]
    if isinstance(value, list) and all(isinstance(g, list) and g and all(isinstance(i, str) for i in g) for g in value):
        return tuple(tuple(group) for group in value)
    fix = f'Write it like {key} = [["orc"], ["elf", "druid"]].'
    table.fault(key, f"{key} = {shown(value)} is no order" if value else f"the {key} is missing", fix)
    return ()


def situation(table: TomlTable, key: str) -> str:
    """A situation: the name of one that is shared, its text, or its code. Where it begins is kept under the exercise's id."""
    reading, found = reading_of(table), table.text(key) or ""
    name = str(table.raw.get("id", "")) + ("" if key == "situation" else f"/{key}")
    if len(found) > LONGEST_SITUATION:
        table.fault(
            key, f"{key} is {len(found):,} characters long", f"At most {LONGEST_SITUATION:,} are read.", "too-long"
        )
        return ""
    if found.strip().startswith(reading.game.engine.CODE_PREFIX):
        try:
            return str(reading.game.engine.dumps(reading.game.engine.from_code(found.strip())))
        except Faulty as problem:
            table.fault(key, problem.faults[0].what, problem.faults[0].fix, "bad-code")
            return ""
    if IDENTIFIER.fullmatch(found):
        if found not in reading.situations:
            table.fault(key, f"there is no situation {found!r}", reading.hint(found, tuple(reading.situations)))
        shared, reading.lines[name] = reading.situations.get(found, ("", reading.line((*table.path, key))))
        return shared
    reading.lines[name] = reading.text_line((*table.path, key))
    return found


def listed(of: type, keys: Sequence[Key], check: Callable[[TomlTable, Any], None] = lambda table, made: None) -> Read:
    """A list of tables, each made into one of these and looked over."""

    def read(table: TomlTable, key: str) -> tuple[Any, ...]:
        found = []
        for entry in table.tables(key):
            made = of(**entry.all(keys))
            check(entry, made)
            found.append(made)
        return tuple(found)

    return read


def cannot_look_back(table: TomlTable, goal: Claim | None, what: str = "a goal cannot look back") -> None:
    """A fault where a condition is about what came before, and only what is so is looked at."""
    from tutor.teach.exercise.claims import RULE_KEYS

    named = sorted({name for name, _ in goal.keys()} & {*RULE_KEYS, "played"}) if goal is not None else []  # noqa: SIM118
    if named:
        table.fault("goal", f"{what} ({', '.join(named)})", "Say what is so when it is reached.")


# ---------------------------------------------------------------- the keys all kinds share


# ---------------------------------------------------------------- written down


def plain(value: Any) -> Any:
    """A value of an exercise as TOML has it."""
    from tutor.teach.exercise.claims import Claim

    if isinstance(value, Claim):
        tables = [{key: plain(entry) for key, entry in table} for table in value.tables]
        return tables[0] if len(tables) == 1 else tables
    return [plain(entry) for entry in value] if isinstance(value, tuple | list) else value


def written(made: object, keys: Iterable[Key]) -> dict[str, Any]:
    """The fields of an exercise, or of an option, that differ from their defaults: plain data in the order of the keys."""
    held = {field.name for field in fields(made)}  # type: ignore[arg-type]
    named = [(key, getattr(made, key.name)) for key in keys if key.name in held]
    found = {key.name: plain(value) for key, value in named if value != key.default}
    targets = getattr(made, "targets", "")
    return {"options": f"targets {targets}", **found} if targets else found
