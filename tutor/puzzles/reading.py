"""Reading a collection of puzzles: a TOML file of ``[[puzzle]]`` tables. See docs/writing-puzzles.md for the format.

Reading knows the ids of cards, areas and rules and how an action is written; :mod:`tutor.puzzles.checking` asks the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.faults import Faulty, shown
from engine.keyed import Key, Table, as_is, count, parse, read_file
from tutor import games
from tutor.exercises.answers import read_number
from tutor.puzzles.model import EASIEST, HARDEST, Answer, Puzzle
from tutor.teach import kinds
from tutor.teach.exercise import Exercise
from tutor.teach.kind import Kind
from tutor.teach.options import Choose
from tutor.teach.schema import ExerciseReading, known_keys, read_exercise, reading_of, rules, text, texts

#: The longest collection that is read, in characters, and the most puzzles in it.
MOST_TEXT = 24_000_000
MOST_PUZZLES = 20_000
#: Under which name the tries at a puzzle are kept in a learner's progress, whatever file it stands in.
LESSON = "puzzles"

#: What an exercise's keys are called in a puzzle; "" for one that a puzzle does not have.
NAMES = {
    "prompt": "question", "after": "point", "edition": "", "answer": "", "places": "", "of": "", "dice": "", "new_game": "",
    "solution": "",
}  # fmt: skip
#: The keys a puzzle has besides those of its exercise.
def _themes(table: Table, key: str) -> tuple[str, ...]:
    """What the puzzle is about, of what its game's can be about."""
    return table.ids(key, reading_of(table).game.themes, ordered=True, most=8)


KEYS = (
    Key("kind", as_is),
    Key("edition", as_is),
    Key("themes", _themes, ()),
    Key("rating", count(HARDEST, EASIEST), 1500),
    Key("background", rules, ()),
    Key("margin", text(40), ""),
    Key("answer", as_is),
    Key("right", texts, ()),
    Key("twin", text(100), ""),
    Key("follows", text(100), ""),
)
#: Which of them only some kinds of exercise have.
_SOME = {"margin": ("choose",), "right": ("choose",)}
#: Those that store no answer of their own: options say which are right, whatever reaches a goal is, a construction is judged.
_UNSTORED = ("choose", "do", "build")


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


def _puzzle(table: Table, collection: str, reading: ExerciseReading) -> Puzzle | None:
    """One ``[[puzzle]]``; None, and faults, where it is none."""
    before = len(reading.faults)
    known = reading.game.puzzle_kinds
    kind = table.one_of("kind", tuple(known))
    if kind is None:
        if "kind" not in table:
            table.fault("kind", "the puzzle does not say its kind", f"Kinds: {', '.join(known)}.", "missing")
        return None
    form = _form(table, kind)
    stores = form.name not in _UNSTORED
    own = [key for key in KEYS if form.name in _SOME.get(key.name, (form.name,)) and (stores or key.name != "answer")]
    names = names_for(form)
    table.only((*(key.name for key in own), *known_keys(form, names)))
    values = table.values(own)
    _lacking(table, values)
    seen_in = _editions(table, reading)
    reading.edition = seen_in[0] if seen_in else ""
    exercise = read_exercise(_asked(table, form), form, names)
    if len(exercise.hints) > 2:
        table.fault("hints", "hints is too long", "At most 2.", "too-long")
    background = tuple(rule for rule in values["background"] if rule not in exercise.rules)
    exercise = replace(exercise, rules=(*exercise.rules, *background))
    answer, refutations = _answer(table, form, exercise)
    margin = _fraction(table, "margin", values.get("margin", ""))
    if len(reading.faults) > before:
        return None
    return Puzzle(
        exercise.id, kind, exercise, seen_in, values["themes"], values["rating"], answer, margin, refutations, background,
        values["twin"], values["follows"], collection, reading.lines.get(exercise.id, 0),
    )  # fmt: skip


def names_for(form: Kind) -> dict[str, str]:
    """What the keys of a kind are called in a puzzle. Of options ``answer`` is the question, not what is stored."""
    return {key: name for key, name in NAMES.items() if form.name != "choose" or key != "answer"}


def _asked(table: Table, form: Kind) -> Table:
    """The table without what is only stored in a puzzle: the answer, and which options are right."""
    raw = {key: value for key, value in table.raw.items() if key != "answer" or form.name == "choose"}
    if form.name == "choose" and isinstance(raw.get("options"), list):
        raw["options"] = [{k: v for k, v in o.items() if k != "right"} if isinstance(o, Mapping) else o for o in raw["options"]]
    return Table(table.reading, raw, table.path)


def _form(table: Table, kind: str) -> Kind:
    """The kind of exercise it is, by its keys."""
    forms = reading_of(table).game.puzzle_kinds[kind][1]
    asked = "choose" if "options" in table else "reckon" if "reckon" in table else forms[0]
    if asked not in forms:
        fix = {"order": "Let the learner put them in order.", "build": "Give it goal or proofs, and built."}.get(
            forms[0], "Give it [[puzzle.options]] instead." if forms[0] == "choose" else "Give it reckon instead."
        )
        table.fault("", f"a puzzle of kind {kind} cannot be asked like this", fix)
        asked = forms[0]
    return kinds.KINDS[asked]


def _lacking(table: Table, values: Mapping[str, Any]) -> None:
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


def _editions(table: Table, reading: ExerciseReading) -> tuple[str, ...]:
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


# ---------------------------------------------------------------- what is stored of the answer


def _answer(table: Table, form: Kind, exercise: Exercise) -> tuple[Answer, tuple[tuple[str, ...], ...]]:
    """The answer that is stored, and for each option the rules against it."""
    if isinstance(exercise, Choose):
        return _right(table, exercise)
    if form.name == "order":
        return _places(table), ()
    if form.name == "reckon":
        for key, example in (("answer", "5/12"), ("reckon", "turns c9")):
            if not table.raw.get(key):
                table.fault(key, f"{key} is missing", f'Write {key} = "{example}", say.', "missing")
        return text(40)(table, "answer"), ()
    return text(200)(table, "answer") if table.raw.get("answer") else "", ()


def _right(table: Table, exercise: Choose) -> tuple[Answer, tuple[tuple[str, ...], ...]]:
    """The numbers of the right options, and the rules against the others."""
    if exercise.targets:
        named = texts(table, "right") if "right" in table else ()
        if not named:
            table.fault("right", "right is missing", 'Name what is right: right = ["ga1", "w6"].', "missing")
        return (tuple(sorted(named)),), ()
    right, refuted = [], []
    for number, (entry, option) in enumerate(zip(table.tables("options"), exercise.options, strict=False)):
        is_right = entry.flag("right")
        if not is_right and not entry.raw.get("rules"):
            fix = 'Name the rules against it: rules = ["move.one"].'
            entry.fault("rules", "a wrong option needs its refutation", fix, "missing")
        if "correct" in entry:
            entry.fault("correct", "there is no key 'correct'", "The engine must be able to check a puzzle.", "unknown-key")
        right += [number] if is_right else []
        refuted.append(() if is_right else option.rules)
    return tuple(right), tuple(refuted)


def _places(table: Table) -> tuple[tuple[str, ...], ...]:
    """The places of an order of encounter."""
    raw = table.raw.get("answer", [])
    proper = isinstance(raw, list) and all(
        isinstance(place, list) and place and all(isinstance(card, str) for card in place) for place in raw
    )
    if not proper or not raw:
        what = f"answer = {shown(raw)} is no order" if raw else "the answer is missing"
        table.fault("answer", what, 'Write it like answer = [["wild-boar", "wild-ox"], ["orc"], ["elf"]].')
        return ()
    known = reading_of(table).game.cards
    for place in raw:
        for card in place:
            if card not in known:
                table.fault("answer", f"there is no card {shown(card)}", table.reading.hint(card, known))
    return tuple(tuple(sorted(place)) for place in raw)


def _fraction(table: Table, key: str, written: str) -> Fraction:
    try:
        return read_number(written).value if written else Fraction(0)
    except Faulty as problem:
        table.fault(key, problem.faults[0].what, f'Write {key} = "1/10", say.')
        return Fraction(0)
