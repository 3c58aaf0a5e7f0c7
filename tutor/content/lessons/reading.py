"""Reading a lesson's source: Markdown prose with fenced blocks of TOML. See docs/writing-lessons.md for the format.

Reading needs no more of a game than the names of its cards, places and rules and how an action is written;
:mod:`tutor.content.lessons.checking` plays the exercises.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, nearest, sentence
from engine.text.keyed import Key, TomlTable, count
from tutor.content.lessons.pictures import fetched
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.schema import BlockReading, edition, rules, texts
from tutor.teach.exercise.schema import text as text_of
from tutor.teach.exercise_table import known_keys, read_exercise
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable
from tutor.teach.kinds import KINDS

FENCES = ("situation", "exercise", "recap", "try", "map")
#: How long a lesson, and a block of data in it, may be. The longest lesson of the course has a tenth of the first.
MOST_CHARACTERS = 200_000
MOST_IN_A_BLOCK = 20_000
MOST_EXERCISES = 100


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown between the blocks, and the line it begins on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Recap:
    """The closing words; the rules taught follow them."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TryCode:
    """Python to try out."""

    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Map:
    """The map of the course."""

    line: int


LessonPart = Prose | Recap | TryCode | Map | Exercise


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as read: its front matter and its parts in order. ``name`` is the file's, without ".md".

    ``situation_lines`` says by the id of an exercise on which line of the source its situation begins, and by "ID/built" what is
    built from it.
    """

    name: str
    number: int
    title: str
    minutes: int
    rules: tuple[str, ...]
    summary: str = ""
    edition: str = ""
    game: Teachable = field(default_factory=games.teachable, compare=False, repr=False)
    parts: tuple[LessonPart, ...] = ()
    source: str = field(default="", compare=False)
    situation_lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Its exercises in order."""
        return tuple(part for part in self.parts if isinstance(part, Exercise))

    def exercise(self, exercise_id: str) -> Exercise:
        """The exercise of that id; KeyError names the nearest one."""
        for exercise in self.exercises:
            if exercise.id == exercise_id:
                return exercise
        known = [exercise.id for exercise in self.exercises]
        raise KeyError(f"{self.name} has no exercise {exercise_id!r}; {nearest(exercise_id, known)}")


#: What a lesson's file may be called: its name stands in addresses, in file names and in the code of the notebook.
_NAME = re.compile(r"\w[\w .-]*")


def read_lesson(path: str | Path) -> Lesson:
    """The lesson of a file. UnreadableText carries every fault found, each with file and line."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(4 * MOST_CHARACTERS + 1)
        text = raw.decode("utf-8") if len(raw) <= 4 * MOST_CHARACTERS else " " * len(raw)
    except OSError as problem:
        raise UnreadableText(
            Fault(str(path), f"it cannot be read ({problem})", "Name a lesson's source file.")
        ) from None
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise UnreadableText(
            Fault(
                f"{path}, line {line}", "this is no text in UTF-8", "Save the lesson as plain text, encoded in UTF-8."
            )
        ) from None
    return parse_lesson(text, path.stem, str(path))


def parse_lesson(text: str, name: str, where: str | None = None) -> Lesson:
    """The lesson of a source text. ``name`` is what it goes by, ``where`` what faults call the file.

    Raises UnreadableText with every fault found.
    """
    where = where or f"{name}.md"
    if len(text) > MOST_CHARACTERS:
        raise UnreadableText(
            Fault(
                f"{where}, line 1", f"the lesson is longer than {MOST_CHARACTERS:,} characters", "Make several of it."
            )
        )
    if text.startswith("\ufeff"):
        raise UnreadableText(
            Fault(
                f"{where}, line 1",
                "the file begins with an invisible mark (a BOM)",
                "Save it as UTF-8 without BOM; most editors offer both.",
            )
        )
    reader = _Reader(where, name)
    if not _NAME.fullmatch(name):
        reader.fault(
            1,
            f"a lesson's file cannot be called {name!r}",
            "Call it something like my-lesson.md: letters, digits, hyphens, dots and blanks.",
        )
    lesson = reader.read(text.replace("\r\n", "\n").replace("\r", "\n"))
    if reader.faults or lesson is None:
        raise UnreadableText(reader.faults)
    return lesson


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class _Block:
    """A fenced block or a stretch of prose: ``word`` and ``rest`` of its info string, and the line its body begins on."""

    word: str
    rest: str
    body: str
    line: int


_MARKDOWN = MarkdownIt("commonmark")


def _blocks(text: str, first_line: int, faults: list[Fault], where: str) -> list[_Block]:
    """Cut a Markdown text into prose and our fenced blocks; fences with other words stay in the prose."""
    blocks: list[_Block] = []
    lines = text.split("\n")
    begun = 0  # the first line of the prose under way

    def prose_until(end: int) -> None:
        told = "\n".join(lines[begun:end])
        body = told.lstrip("\n")
        if body.strip():
            blocks.append(_Block("", "", body.rstrip("\n"), first_line + begun + len(told) - len(body)))

    for token in _MARKDOWN.parse(text):
        if token.type != "fence" or token.map is None:
            continue
        start, end = token.map
        at = f"{where}, line {first_line + start}"
        info = token.info.split()
        word = info[0] if info else ""
        if word not in FENCES:
            close = _misspelt(word) if word else None
            if close:
                faults.append(Fault(at, f"{word!r} is no block of a lesson", close))
            continue
        if token.level:
            faults.append(
                Fault(
                    at,
                    f"this block, {word}, stands within a list or a quotation",
                    "Begin it at the left margin, with an empty line before it.",
                )
            )
            continue
        if not _closed(lines[start + 1 : end], token.markup):
            faults.append(Fault(at, "this block is never closed", f"End it with a line {token.markup}."))
        prose_until(start)
        blocks.append(_Block(word, " ".join(info[1:]), token.content.removesuffix("\n"), first_line + start + 1))
        begun = end
    prose_until(len(lines))
    return blocks


def _closed(lines: Sequence[str], markup: str) -> bool:
    """Whether a fence ends with a line of its own, or only because the text does."""
    last = lines[-1].strip() if lines else ""
    return last.startswith(markup) and not last.strip(markup[0])


def _misspelt(word: str) -> str | None:
    """A hint if a fence's word looks like one of ours misspelt; None if it is some other language."""
    hint = nearest(word, FENCES)
    return sentence(hint) if hint.startswith("did you mean") else None


# ---------------------------------------------------------------- keys

FRONT = (
    Key("number", count(1000), 0),
    Key("title", text_of(120), ""),
    Key("minutes", count(600, 1), 5),
    Key("rules", rules, ()),
    Key("summary", text_of(), ""),
    Key("edition", edition, None),
    Key("game", text_of(40), ""),
    Key("later", texts, ()),
)


class _Reader:
    """Reads one lesson, gathering faults."""

    def __init__(self, where: str, name: str) -> None:
        self.where = where
        self.name = name
        self.faults: list[Fault] = []
        self.edition = ""
        self.situations: dict[str, tuple[str, int]] = {}
        self.situation_lines: dict[str, int] = {}
        self.exercises: dict[str, Exercise] = {}
        self.game = games.teachable()

    def at(self, line: int) -> str:
        return f"{self.where}, line {line}"

    def fault(self, line: int, what: str, fix: str) -> None:
        self.faults.append(Fault(self.at(line), what, fix))

    def _nothing_fetched(self, text: str, line: int) -> None:
        for below, what in fetched(text):
            self.fault(
                line + below, what, "Nothing is fetched while one learns: say it in words, or show it on a board."
            )

    # ------------------------------------------------------------ the whole
    def read(self, text: str) -> Lesson | None:
        lines = text.split("\n")
        if not lines or lines[0].strip() != "+++":
            self.fault(
                1, "the lesson has no front matter", 'Begin with a line +++, number = 1, title = "...", and a line +++.'
            )
            return None
        end = next((n for n in range(1, len(lines)) if lines[n].strip() == "+++"), None)
        if end is None:
            self.fault(1, "the front matter is never closed", "End it with a line +++.")
            return None
        opening = _Block("front", "", "\n".join(lines[1:end]), 2)
        front = self._table(opening)
        if front is not None and self._finds_game(front):
            front = self._table(opening)
        values = front.all(FRONT) if front is not None else {key.name: key.default for key in FRONT}
        for key in ("number", "title", "minutes", "rules") if front is not None else ():
            if front is not None and key not in front:
                self.fault(1, f"the front matter lacks {key}", f"Add a line {key} = ...")
        self._nothing_fetched(values["title"], 1)
        self.edition = values["edition"] or self.game.edition

        blocks = _blocks("\n".join(lines[end + 1 :]), end + 2, self.faults, self.where)
        self._read_situations(blocks)
        parts = [
            part for block in blocks if block.word != "situation" for part in [self._part(block)] if part is not None
        ]
        self._look_over(parts, values["rules"], front)
        later = values.pop("later")
        parts = [replace(part, later=later) if isinstance(part, Exercise) else part for part in parts]
        return Lesson(
            self.name,
            **{**values, "edition": self.edition, "game": self.game},
            parts=tuple(parts),
            source=text,
            situation_lines=self.situation_lines,
        )

    def _finds_game(self, front: TomlTable) -> bool:
        """Whether the lesson names the game it is about, and it is another than the first."""
        try:
            found = games.teachable(front.text("game") or games.FIRST)
        except ImpossibleSituation as problem:
            front.fault("game", problem.faults[0].what, sentence(problem.faults[0].fix))
            return False
        other, self.game = found is not self.game, found
        return other

    def _table(self, block: _Block) -> TomlTable | None:
        """The table that a block holds; its faults go to those of the lesson. None if it is no TOML."""
        raw = self._toml(block)
        if raw is None:
            return None
        reading = BlockReading(block.body, self.where, block.line, self.game, self.name, self.edition)
        reading.faults = self.faults
        reading.situations, reading.lines = self.situations, self.situation_lines
        reading.exercises = self.exercises
        return reading.table(raw)

    def _toml(self, block: _Block) -> dict[str, Any] | None:
        if len(block.body) > MOST_IN_A_BLOCK:
            self.fault(block.line, f"this block is longer than {MOST_IN_A_BLOCK:,} characters", "Make several of it.")
            return None
        try:
            return tomllib.loads(block.body)
        except tomllib.TOMLDecodeError as problem:
            message = str(problem)
            found = re.search(r"\(at line (\d+), column (\d+)\)", message)
            last = len(block.body.split("\n"))
            line = block.line + (int(found[1]) if found else last) - 1
            what = re.sub(r"\s*\(at .*?\)$", "", message)
            self.fault(
                line,
                f"this is no TOML: {what}",
                "Strings stand in quotes, lists in brackets; a long text stands between ''' and '''.",
            )
            return None
        except RecursionError:
            self.fault(block.line, "lists or tables stand too deep within one another", "Write it flatter.")
            return None
        except ValueError as problem:  # a number of thousands of digits
            self.fault(block.line, f"this is no TOML: {problem}", "Write a shorter number.")
            return None

    def _read_situations(self, blocks: list[_Block]) -> None:
        for block in blocks:
            if block.word != "situation":
                continue
            name = block.rest
            if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
                self.fault(
                    block.line - 1, f"a situation cannot be called {name!r}", "Write ```situation crossroads, say."
                )
            elif name in self.situations:
                self.fault(block.line - 1, f"there are two situations {name!r}", "Give each a name of its own.")
            if self._toml(block) is not None:
                self.situations[name] = (block.body, block.line)

    def _part(self, block: _Block) -> LessonPart | None:
        if not block.word:
            self._nothing_fetched(block.body, block.line)
            return Prose(block.body, block.line)
        if block.word == "recap":
            self._nothing_fetched(block.body, block.line)
            return Recap(block.body.strip(), block.line)
        if block.word == "try":
            return TryCode(block.body.strip("\n"), block.line)
        if block.word == "map":
            return Map(block.line)
        return self._exercise(block)

    def _look_over(self, parts: list[LessonPart], taught: tuple[str, ...], front: TomlTable | None) -> None:
        """What can only be seen when all of it has been read."""
        exercises = [part for part in parts if isinstance(part, Exercise)]
        if len(exercises) > MOST_EXERCISES:
            self.fault(
                exercises[MOST_EXERCISES].line, f"there are {len(exercises)} exercises", "Make several lessons of it."
            )
        seen: dict[str, int] = {}
        for exercise in exercises:
            if exercise.id in seen:
                self.fault(
                    exercise.line,
                    f"there are two exercises {exercise.id!r} (the other at line {seen[exercise.id]})",
                    "Give each an id of its own; progress is kept under it.",
                )
            seen.setdefault(exercise.id, exercise.line)
        if not exercises and not any(fault for fault in self.faults):
            self.fault(1, "the lesson has no exercise", "Add a block ```exercise.")
        recaps = [part for part in parts if isinstance(part, Recap)]
        if not recaps:
            last = max((part.line for part in parts), default=1)
            self.fault(last, "the lesson has no recap", "Add a block ```recap with your closing words near the end.")
        for recap in recaps[1:]:
            self.fault(recap.line, "there is a second recap", "One is enough: take this one out.")
        by_steps = {rule for exercise in exercises for rule in exercise.rules}
        for rule in taught:
            if front is not None and rule not in by_steps and not self.faults:
                front.fault("rules", f"no exercise teaches {rule!r}", "Name it in the rules of the exercise that does.")

    # ------------------------------------------------------------ one exercise
    def _exercise(self, block: _Block) -> Exercise | None:
        before = len(self.faults)
        table = self._table(block)
        if table is None:
            return None
        kind = table.text("kind") or ""
        known = [name for name in KINDS if name not in self.game.lacks]
        if kind not in known:
            table.fault(
                "kind",
                f"kind = {kind!r} cannot be" if kind else "the exercise does not say its kind",
                f"Write kind = one of {', '.join(known)}.",
            )
            return None
        table.only(("kind", *known_keys(KINDS[kind])))
        exercise = read_exercise(table, KINDS[kind])
        if exercise.asks and len(exercise.hints) != 2:
            table.fault(
                "hints", f"there are {len(exercise.hints)} hints", "Give two: a nudge, and then nearly the answer."
            )
        return replace(exercise, line=block.line) if len(self.faults) == before else None
