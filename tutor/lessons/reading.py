"""Reading a lesson's source: Markdown prose with fenced blocks of TOML. See docs/writing-lessons.md for the format.

Reading needs no more of the engine than the ids of cards, areas and rules and how an action is written;
:mod:`tutor.lessons.checking` plays the exercises.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from engine import mystic_wood as mw
from engine.faults import Fault, UnreadableText, nearest, sentence
from engine.mystic_wood.material.cards import CARDS, KNIGHTS
from engine.mystic_wood.material.ledger import editions, ledger
from engine.mystic_wood.material.wood import AREA_NAME, every_area
from tutor.exercises.claims import ACTION_KEYS, RULE_KEYS, Claim, parse_claim
from tutor.exercises.laying import lay_of
from tutor.lessons.pictures import fetched
from tutor.teach.exercise import Exercise, Mistake
from tutor.teach.kinds import KINDS
from tutor.teach.kinds.build import Proof
from tutor.teach.kinds.choose import Option
from tutor.teach.kinds.free import BOTS
from tutor.teach.kinds.watch import Scene

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
class Try:
    """Python to try out."""

    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Map:
    """The map of the course."""

    line: int


Part = Prose | Recap | Try | Map | Exercise


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
    edition: str = "1980"
    parts: tuple[Part, ...] = ()
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
            Fault(f"{path}, line {line}", "this is no text in UTF-8", "Save the lesson as plain text, encoded in UTF-8.")
        ) from None
    return parse_lesson(text, path.stem, str(path))


def parse_lesson(text: str, name: str, where: str | None = None) -> Lesson:
    """The lesson of a source text. ``name`` is what it goes by, ``where`` what faults call the file.

    Raises UnreadableText with every fault found.
    """
    where = where or f"{name}.md"
    if len(text) > MOST_CHARACTERS:
        raise UnreadableText(
            Fault(f"{where}, line 1", f"the lesson is longer than {MOST_CHARACTERS:,} characters", "Make several of it.")
        )
    if text.startswith("\ufeff"):
        raise UnreadableText(
            Fault(f"{where}, line 1", "the file begins with an invisible mark (a BOM)",
                  "Save it as UTF-8 without BOM; most editors offer both."))  # fmt: skip
    reader = _Reader(where, name)
    if not _NAME.fullmatch(name):
        reader.fault(1, f"a lesson's file cannot be called {name!r}",
                     "Call it something like my-lesson.md: letters, digits, hyphens, dots and blanks.")  # fmt: skip
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
            faults.append(Fault(at, f"this block, {word}, stands within a list or a quotation",
                                "Begin it at the left margin, with an empty line before it."))  # fmt: skip
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

_COMMON = ("id", "kind", "title", "prompt", "situation", "new_game", "before", "knight", "edition", "dice", "rules", "hints",
           "after", "solution", "focus", "wrong")  # fmt: skip
_OWN: Mapping[str, tuple[str, ...]] = {
    "watch": ("steps",),
    "do": ("goal", "accept", "within", "lost"),
    "choose": ("options", "several", "ask"),
    "order": ("of", "places"),
    "reckon": ("reckon", "answer", "unit"),
    "free": ("goal", "max_turns", "bots", "lost"),
    "build": ("goal", "proofs", "lay", "cards", "pieces", "built", "least"),
}
_FRONT = ("number", "title", "minutes", "rules", "summary", "edition")
_FOCUS = re.compile(f"({AREA_NAME})-({AREA_NAME})")
#: The keys of a claim that may have a list of texts.
_SEVERAL = ("at", "has", "lacks", "holds", "lacks_card", *RULE_KEYS, *ACTION_KEYS)


class _Keys:
    """The keys of one TOML table, taken one by one with their type checked; what is wrong goes into ``faults``."""

    def __init__(self, table: Mapping[str, Any], reader: _Reader, block: _Block, where_from: int = 0) -> None:
        self.table = table
        self.reader = reader
        self.block = block
        self.from_line = where_from

    def _found(self, key: str) -> tuple[int, str]:
        """The line of the block on which this key stands, and what is written there."""
        lines = self.block.body.split("\n")
        if key:
            pattern = re.compile(rf"^\s*(\[*\s*)?{re.escape(key)}\b")
            for number in range(self.from_line, len(lines)):
                if pattern.match(lines[number]):
                    return number, lines[number]
        return self.from_line, lines[min(self.from_line, len(lines) - 1)]

    def line(self, key: str = "") -> int:
        """The line of the file on which this key stands."""
        return self.block.line + self._found(key)[0]

    def at(self, key: str = "") -> str:
        """Where this key stands, for a person."""
        return self.reader.at(self.line(key))

    def opens_below(self, key: str) -> bool:
        """Whether the long text of this key begins on the line after it."""
        return re.search(r"=\s*('''|\"\"\")\s*$", self._found(key)[1]) is not None

    def fault(self, key: str, what: str, fix: str) -> None:
        self.reader.faults.append(Fault(self.at(key), what, fix))

    def text(self, key: str, default: str = "") -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str):
            self.fault(key, f"{key} = {value!r} is no text", "Write it in quotes.")
            return default
        return value.strip()

    def number(self, key: str, default: int, low: int = 1) -> int:
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            self.fault(
                key,
                f"{key} = {value!r} is no whole number from {low} up",
                f"Write it like {key} = {max(default, low)}.",
            )
            return default
        return value

    def truth(self, key: str, default: bool = False) -> bool:
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"{key} = {value!r} is neither true nor false", "Write true or false, without quotes.")
            return default
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fault(key, f"{key} = {value!r} is no list of texts", f'Write it like {key} = ["...", "..."].')
            return ()
        return tuple(item.strip() for item in value)

    def actions(self, key: str) -> tuple[str, ...]:
        """A list of actions, each as the engine writes it, however the lesson does ("Move North")."""
        return tuple(self.as_action(key, text) for text in self.texts(key))

    def arrows(self, key: str) -> tuple[tuple[str, str], ...]:
        """Arrows, each written as the two areas it joins: "b3 c5"."""
        found = []
        for text in self.texts(key):
            ends = text.split()
            if len(ends) == 2 and set(ends) <= set(every_area()) and ends[0] != ends[1]:
                found.append((ends[0], ends[1]))
            else:
                self.fault(key, f"{text[:40]!r} is no arrow from one area to another", f'Write it like {key} = ["b3 c5"].')
        return tuple(found)

    def action(self, key: str) -> str:
        text = self.text(key)
        return self.as_action(key, text) if text else ""

    def as_action(self, key: str, text: str) -> str:
        """The action a text means, as the engine writes it; a fault if it means none."""
        try:
            return mw.parse_action(text[:200]).text
        except UnreadableText as problem:
            for fault in problem.faults:
                self.fault(key, f"{fault.where} in {key}: {fault.what}", sentence(fault.fix))
            return text

    def one_of(self, key: str, known: Sequence[str], default: str) -> str:
        value = self.text(key, default)
        if value not in known:
            self.fault(key, f"{key} = {value!r} cannot be", sentence(nearest(value, known)))
            return default
        return value

    def rule(self, key: str) -> str | None:
        value = self.text(key)
        if value and value not in self.reader.rule_ids:
            self.fault(key, f"there is no rule {value!r}", sentence(nearest(value, self.reader.rule_ids)))
            return None
        return value or None

    def rules(self, key: str) -> tuple[str, ...]:
        values = self.texts(key)
        for value in values:
            if value not in self.reader.rule_ids:
                self.fault(key, f"there is no rule {value!r}", sentence(nearest(value, self.reader.rule_ids)))
        return values

    def claim(self, key: str) -> Claim | None:
        if key not in self.table:
            return None
        before = len(self.reader.faults)
        plain = self._plain_claim(key, self.table[key])
        if len(self.reader.faults) > before:
            return None
        return parse_claim(plain, self.at(key), self.reader.rule_ids, self.reader.faults)

    def _plain_claim(self, key: str, raw: Any) -> Any:
        """A claim with its actions as the engine writes them; lists stand only where a claim may have several."""
        if isinstance(raw, list):
            return [self._plain_claim(key, table) for table in raw]
        if not isinstance(raw, dict):
            return raw
        plain: dict[str, Any] = {}
        for name, value in raw.items():
            if name in ("any", "not"):
                plain[name] = self._plain_claim(key, value)
                continue
            several = isinstance(value, list) and name in _SEVERAL
            if isinstance(value, dict | list) and not (several and all(isinstance(item, str) for item in value)):
                right = 'a text or a list of texts, like ["lance", "ring"]' if name in _SEVERAL else "one value, no list"
                self.fault(key, f"{name} = {value!r} cannot be", f"Write {right}.")
            if name in ACTION_KEYS and isinstance(value, str | list):
                texts = [value] if isinstance(value, str) else [item for item in value if isinstance(item, str)]
                told = [self.as_action(key, text) for text in texts]
                plain[name] = told[0] if isinstance(value, str) else told
            else:
                plain[name] = value
        return plain

    def tables(self, key: str) -> list[_Keys]:
        """The tables under ``[[key]]``, each knowing where it stands."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, f"{key} is no list of tables", f"Begin each with a line [[{key}]].")
            return []
        heads = [n for n, line in enumerate(self.block.body.split("\n")) if re.match(rf"^\s*\[\[\s*{key}\s*\]\]", line)]
        return [
            _Keys(item, self.reader, self.block, heads[n] if len(heads) == len(value) else self.from_line)
            for n, item in enumerate(value)
        ]

    def known(self, *keys: str) -> None:
        """Add a fault for each key that does not belong here."""
        for key in self.table:
            if key not in keys:
                self.fault(key, f"there is no key {key!r} here", sentence(nearest(key, keys)))


class _Reader:
    """Reads one lesson, gathering faults."""

    def __init__(self, where: str, name: str) -> None:
        self.where = where
        self.name = name
        self.faults: list[Fault] = []
        self.edition = "1980"
        self.situations: dict[str, tuple[str, int]] = {}
        self.situation_lines: dict[str, int] = {}
        self.rule_ids = rule_ids()

    def at(self, line: int) -> str:
        return f"{self.where}, line {line}"

    def fault(self, line: int, what: str, fix: str) -> None:
        self.faults.append(Fault(self.at(line), what, fix))

    def _nothing_fetched(self, text: str, line: int) -> None:
        for below, what in fetched(text):
            self.fault(line + below, what, "Nothing is fetched while one learns: say it in words, or show it on a board.")

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
        front = self._toml(_Block("front", "", "\n".join(lines[1:end]), 2))
        keys = _Keys(front or {}, self, _Block("front", "", "\n".join(lines[1:end]), 2))
        if front is not None:
            keys.known(*_FRONT)
            for key in ("number", "title", "minutes", "rules"):
                if key not in front:
                    self.fault(1, f"the front matter lacks {key}", f"Add a line {key} = ...")
        number = keys.number("number", 0, low=0)
        title, summary = keys.text("title"), keys.text("summary")
        self._nothing_fetched(title, 1)
        minutes = keys.number("minutes", 5)
        taught = keys.rules("rules")
        self.edition = keys.one_of("edition", editions(), "1980")

        blocks = _blocks("\n".join(lines[end + 1 :]), end + 2, self.faults, self.where)
        self._read_situations(blocks)
        parts = [
            part for block in blocks if block.word != "situation" for part in [self._part(block)] if part is not None
        ]
        self._look_over(parts, taught, keys)
        return Lesson(
            self.name, number, title, minutes, taught, summary, self.edition, tuple(parts), text, self.situation_lines
        )

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
            self.fault(line, f"this is no TOML: {what}",
                       "Strings stand in quotes, lists in brackets; a long text stands between ''' and '''.")  # fmt: skip
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

    def _part(self, block: _Block) -> Part | None:
        if not block.word:
            self._nothing_fetched(block.body, block.line)
            return Prose(block.body, block.line)
        if block.word == "recap":
            self._nothing_fetched(block.body, block.line)
            return Recap(block.body.strip(), block.line)
        if block.word == "try":
            return Try(block.body.strip("\n"), block.line)
        if block.word == "map":
            return Map(block.line)
        return self._exercise(block)

    def _look_over(self, parts: list[Part], taught: tuple[str, ...], front: _Keys) -> None:
        """What can only be seen when all of it has been read."""
        exercises = [part for part in parts if isinstance(part, Exercise)]
        if len(exercises) > MOST_EXERCISES:
            self.fault(exercises[MOST_EXERCISES].line, f"there are {len(exercises)} exercises", "Make several lessons of it.")
        seen: dict[str, int] = {}
        for exercise in exercises:
            if exercise.id in seen:
                self.fault(exercise.line, f"there are two exercises {exercise.id!r} (the other at line {seen[exercise.id]})",
                           "Give each an id of its own; progress is kept under it.")  # fmt: skip
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
            if rule in self.rule_ids and rule not in by_steps and not self.faults:
                front.fault("rules", f"no exercise teaches {rule!r}", "Name it in the rules of the exercise that does.")

    # ------------------------------------------------------------ one exercise
    def _exercise(self, block: _Block) -> Exercise | None:
        table = self._toml(block)
        if table is None:
            return None
        before = len(self.faults)
        keys = _Keys(table, self, block)
        kind = keys.text("kind")
        if kind not in KINDS:
            keys.fault("kind", f"kind = {kind!r} cannot be" if kind else "the exercise does not say its kind",
                       f"Write kind = one of {', '.join(KINDS)}.")  # fmt: skip
            return None
        keys.known(*_COMMON, *_OWN[kind])
        common = self._common(keys, kind)
        own = {
            "watch": self._watch, "do": self._do, "choose": self._choose, "order": self._order, "reckon": self._reckon,
            "free": self._free, "build": self._build,
        }[kind](keys)  # fmt: skip
        if len(self.faults) > before:
            return None
        return KINDS[kind].exercise(**common, **own)

    def _common(self, keys: _Keys, kind: str) -> dict[str, Any]:
        exercise_id = keys.text("id")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", exercise_id):
            keys.fault("id", f"id = {exercise_id!r} cannot be" if exercise_id else "the exercise has no id",
                       "Small letters, digits and hyphens, like \"dead-end\".")  # fmt: skip
        if kind != "watch" and not keys.text("prompt"):
            keys.fault("prompt", "the exercise has no prompt", "Say in a sentence or two what to do.")
        rules = keys.rules("rules")
        if not rules:
            keys.fault("rules", "the exercise names no rule it teaches", 'Add rules = ["move.one"], say.')
        hints = keys.texts("hints")
        if kind != "watch" and len(hints) != 2:
            keys.fault("hints", f"there are {len(hints)} hints", "Give two: a nudge, and then nearly the answer.")
        knight = keys.text("knight") or None
        if knight is not None and knight not in KNIGHTS:
            keys.fault("knight", f"{knight!r} is no Knight", f"Knights: {', '.join(KNIGHTS)}.")
        focus = keys.text("focus") or None
        if focus is not None and not is_part(focus):
            keys.fault("focus", f"focus = {focus!r} is no part of the Wood", 'Write two corners, like "b1-d3".')
        mistakes = tuple(self._mistake(item, kind) for item in keys.tables("wrong"))
        return {
            "id": exercise_id, "lesson": self.name, "title": keys.text("title"), "prompt": keys.text("prompt"),
            "situation": self._situation(keys), "new_game": self._new_game(keys), "before": keys.actions("before"),
            "knight": knight, "edition": keys.one_of("edition", editions(), self.edition), "dice": keys.actions("dice"),
            "rules": rules, "hints": hints, "after": keys.text("after"), "solution": keys.actions("solution"), "focus": focus,
            "wrong": mistakes, "line": keys.block.line,
        }  # fmt: skip

    def _situation(self, keys: _Keys) -> str | None:
        if "new_game" in keys.table:
            if "situation" in keys.table:
                keys.fault("new_game", "there is a situation as well as a new game", "Keep one of them.")
            return None
        return self._laid_out(keys, "situation", str(keys.table.get("id", "")))

    def _laid_out(self, keys: _Keys, key: str, name: str) -> str:
        """A situation, by the name of its block or written out; on which line it begins is kept under ``name``."""
        value = keys.table.get(key, "")
        if not isinstance(value, str):
            keys.fault(key, f"{key} = {value!r} is no text", "Name a situation block, or write TOML between '''.")
            return ""
        if re.fullmatch(r"[a-z0-9][a-z0-9-]*", value):
            if value not in self.situations:
                keys.fault(key, f"there is no situation {value!r}", sentence(nearest(value, list(self.situations))))
            text, self.situation_lines[name] = self.situations.get(value, ("", keys.block.line))
            return text
        self.situation_lines[name] = keys.line(key) + bool(keys.opens_below(key))
        return value

    def _new_game(self, keys: _Keys) -> tuple[str, ...]:
        knights = keys.texts("new_game")
        for knight in knights:
            if knight not in KNIGHTS:
                keys.fault("new_game", f"{knight!r} is no Knight", f"Knights: {', '.join(KNIGHTS)}.")
        return knights

    def _mistake(self, keys: _Keys, kind: str) -> Mistake:
        keys.known("answer", "text", "rule")
        answer = keys.table.get("answer")
        if kind == "watch":
            keys.fault("answer", "a scene asks nothing, so nobody can be wrong", "Take this [[wrong]] out.")
        if isinstance(answer, list) and all(isinstance(item, str) for item in answer):
            meant: str | tuple[str, ...] = tuple(answer)
        elif isinstance(answer, str):
            meant = keys.as_action("answer", answer) if kind in ("do", "free") else answer.strip()
        else:
            keys.fault("answer", f"answer = {answer!r} is no answer", "Write it in quotes, or an order as a list.")
            meant = ""
        if not keys.text("text"):
            keys.fault("text", "nothing is said to this mistake", 'Add text = "...".')
        return Mistake(meant, keys.text("text"), keys.rule("rule"))

    def _watch(self, keys: _Keys) -> dict[str, Any]:
        steps = []
        for item in keys.tables("steps"):
            item.known("do", "judge", "say", "draw")
            step = Scene(item.action("do"), item.action("judge"), item.text("say"), item.arrows("draw"))
            if step.do and step.judge:
                item.fault("judge", "a step plays an action or judges one", "Make two steps of it.")
            if not (step.do or step.judge or step.say):
                item.fault("", "this step is empty", 'Add do = "...", judge = "..." or say = "...".')
            steps.append(step)
        if not steps:
            keys.fault("steps", "the scene has no steps", 'Add [[steps]] with do = "move north", say.')
        return {"steps": tuple(steps)}

    def _do(self, keys: _Keys) -> dict[str, Any]:
        if ("goal" in keys.table) == ("accept" in keys.table):
            what = "there are both goal and accept" if "goal" in keys.table else "nothing says what is right"
            keys.fault(
                "accept", what, 'Give either goal = { knight = "george", at = "c2" } or accept = ["move north"].'
            )
        return {
            "goal": keys.claim("goal"),
            "accept": keys.actions("accept"),
            "within": keys.number("within", 1),
            "lost": keys.claim("lost"),
        }

    def _choose(self, keys: _Keys) -> dict[str, Any]:
        options = []
        for item in keys.tables("options"):
            item.known("text", "action", "do", "claim", "correct", "because", "rule", "edition")
            correct = item.truth("correct") if "correct" in item.table else None
            edition = item.one_of("edition", editions(), "1980") if "edition" in item.table else None
            option = Option(item.text("text"), item.action("action"), item.actions("do"), item.claim("claim"), correct,
                            item.text("because"), item.rule("rule"), edition)  # fmt: skip
            ways = sum(key in item.table for key in ("action", "claim", "correct"))
            if ways != 1:
                item.fault("", "the option does not say when it is right" if not ways else "the option is right in two ways",
                           "Give one of action, claim and correct.")  # fmt: skip
            if not option.words:
                item.fault("", "the option has no text", 'Add text = "...".')
            if option.correct is not None and option.rule is None:
                item.fault(
                    "correct", "an option the engine cannot check must cite its rule", 'Add rule = "move.one", say.'
                )
            options.append(option)
        if len(options) < 2:
            keys.fault(
                "options", f"there {'is one option' if options else 'are no options'}", "Give at least two [[options]]."
            )
        return {
            "options": tuple(options),
            "several": keys.truth("several"),
            "ask": keys.one_of("ask", ("allowed", "forbidden"), "allowed"),
        }

    def _order(self, keys: _Keys) -> dict[str, Any]:
        raw = keys.table.get("places", [])
        proper = isinstance(raw, list) and all(isinstance(g, list) and all(isinstance(i, str) for i in g) for g in raw)
        if not proper:
            keys.fault("places", f"places = {raw!r} is no order", 'Write it like places = [["orc"], ["elf", "druid"]].')
        places = tuple(tuple(group) for group in raw) if proper else ()
        of = keys.one_of("of", ("encounter", "turns", "places"), "places" if "places" in keys.table else "encounter")
        flat = [item for group in places for item in group]
        if of == "places" and proper and (len(places) < 2 or len(set(flat)) != len(flat)):
            keys.fault("places", "this is no order", "Give at least two places, and each item once.")
        if of != "places" and places:
            keys.fault("places", f"places are given as well as of = {of!r}", "Keep one of them.")
        return {"of": of, "places": places}

    def _reckon(self, keys: _Keys) -> dict[str, Any]:
        if ("reckon" in keys.table) == ("answer" in keys.table):
            what = (
                "there are both reckon and answer" if "reckon" in keys.table else "nothing says what is to be reckoned"
            )
            keys.fault("reckon", what, 'Write reckon = "odds win meet orc", say.')
        return {"reckon": keys.text("reckon"), "answer": keys.text("answer"), "unit": keys.text("unit")}

    def _free(self, keys: _Keys) -> dict[str, Any]:
        if "goal" not in keys.table:
            keys.fault("goal", "free play has no goal", 'Add goal = { knight = "george", at = "c3" }, say.')
        return {
            "goal": keys.claim("goal"),
            "max_turns": keys.number("max_turns", 10),
            "bots": keys.one_of("bots", BOTS, "sensible"),
            "lost": keys.claim("lost"),
        }

    def _build(self, keys: _Keys) -> dict[str, Any]:
        proofs = tuple(self._proof(item) for item in keys.tables("proofs"))
        goal = keys.claim("goal")
        if not proofs and "goal" not in keys.table:
            keys.fault("goal", "nothing says what must be so", 'Add goal = { illegal = "take lance" }, say, or [[proofs]].')
        said = goal.keys() if goal is not None else ()
        past = sorted({name for name, _ in said if name in (*RULE_KEYS, "played")})
        if past:
            keys.fault("goal", f"what is laid out has no past ({', '.join(past)})", "Say what is so when it lies there.")
        lay = keys.texts("lay")
        for text in lay:
            try:
                lay_of(text)
            except UnreadableText as problem:
                keys.fault("lay", problem.faults[0].what, sentence(problem.faults[0].fix))
        cards = keys.texts("cards")
        for card in cards:
            if card not in CARDS.all():
                keys.fault("cards", f"there is no card {card[:40]!r}", sentence(nearest(card, tuple(CARDS.all()))))
        built = self._laid_out(keys, "built", f"{keys.table.get('id', '')}/built")
        if not built and "built" not in keys.table:
            keys.fault("built", "no construction is known", "Add built = ''' ... ''': a situation that does it.")
        return {
            "goal": goal, "proofs": proofs, "lay": lay, "cards": cards, "pieces": keys.number("pieces", 0, low=0), "built": built,
            "least": keys.truth("least"),
        }  # fmt: skip

    def _proof(self, keys: _Keys) -> Proof:
        bounds = ("is", "at least", "at most")
        keys.known("reckon", *bounds)
        named = [bound for bound in bounds if bound in keys.table]
        asked = keys.text("reckon")
        if len(named) != 1 or not asked:
            keys.fault("reckon", "this proves nothing", 'Write reckon = "place elf" and is = "3", or "at least", "at most".')
            return Proof(asked, "0")
        return Proof(asked, keys.text(named[0]), named[0])


def rule_ids() -> tuple[str, ...]:
    """The ids of every rule of the ledger."""
    return tuple(ledger())


def corners(focus: str) -> tuple[str, ...]:
    """The areas of a part of the Wood given by two corners ("b1-d3"), row by row from the south-west."""
    first, second = focus.split("-")
    columns = sorted((first[0], second[0]))
    rows = sorted((first[1], second[1]))
    inside = [a for a in every_area() if columns[0] <= a[0] <= columns[1] and rows[0] <= a[1] <= rows[1]]
    return tuple(sorted(inside, key=lambda area: (area[1], area[0])))


def is_part(focus: str) -> bool:
    """Whether a text names a part of a Wood by two corners: "b1-d3"."""
    return _FOCUS.fullmatch(focus) is not None and {*focus.split("-")} <= {*every_area()}
