"""Keyed text (TOML): one reader for every file a person writes, with positions, bounds, and every fault at once.

:func:`parse` turns text into plain data, within bounds on size and nesting. A :class:`TomlReader` gathers the faults of one
text and knows on which line a key stands; a :class:`TomlTable` is one table of it and reads its keys. What keys a table has can
be data itself: a tuple of :class:`Key`, read by :meth:`TomlTable.all` and written by :func:`written`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, key_shown, nearest, sentence, shown

if TYPE_CHECKING:
    from pathlib import Path

#: The most characters of a text that is read at all, if nothing else is said.
MOST_TEXT = 256_000
#: The deepest nesting of tables and lists, and the most parts of a dotted key.
DEEPEST = 16
#: Most faults that are told of one text; of any others only the number is.
MOST_FAULTS = 60
_WHOLE = 2**63

# ------------------------------------------------------------------ text to data

_TOKEN = (
    r'"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^\']|\'(?!\'\'))*+\'\'\'|'
    r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+|[\[\]{}.=,\n]'
)


def _too_deep(text: str) -> int | None:
    """The line where brackets nest, or dots follow one another, deeper than allowed; None if nowhere."""
    brackets = dots = 0
    for token in re.finditer(_TOKEN, text, re.DOTALL):
        mark = token.group()
        if mark in "[{":
            brackets += 1
        elif mark in "]}":
            brackets = max(0, brackets - 1)
        elif mark == ".":
            dots += 1
        elif mark in "=,\n":
            dots = 0
        if brackets > DEEPEST or dots >= DEEPEST:
            return text.count("\n", 0, token.start()) + 1
    return None


def _refuse(where: str, what: str, fix: str, code: str) -> NoReturn:
    raise UnreadableText(Fault(where, what, fix, code))


def parse(text: str, where: str, most: int = MOST_TEXT, own: bool = False) -> dict[str, Any]:
    """The tables of a TOML text; UnreadableText naming the line when it is none, is too long or nests too deep.

    A file of the project's ``own`` is taken to nest no deeper than it may.
    """
    if len(text) > most:
        _refuse(where, f"the text is {len(text):,} characters long", f"At most {most:,} are read.", "too-long")
    text = text.removeprefix("\ufeff")
    line = None if own else _too_deep(text)
    if line is not None:
        fix = f"Tables, lists and dotted keys nest at most {DEEPEST} deep."
        _refuse(f"{where}, line {line}", "it nests too deep", fix, "too-deep")
    import tomllib  # late, so that a program that reads nothing starts sooner

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        # Python 3.14 appends where; earlier ones too. A quoted character may be one that must not be printed.
        told = "".join(c if c.isprintable() else "?" for c in str(problem))
        _refuse(where, f"this is no TOML: {told}", "Mend the line named; strings stand in quotes.", "no-toml")
    except (ValueError, RecursionError, OverflowError):
        _refuse(where, "a number or a date in it cannot be", "Write whole numbers of a few digits.", "out-of-range")
    check_data(data, where)
    return data


def check_data(data: object, where: str) -> None:
    """UnreadableText if plain data (of TOML, or of a code's JSON) nests too deep or holds a number beyond bounds."""
    waiting: list[tuple[object, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            _refuse(where, "it nests too deep", f"Tables and lists nest at most {DEEPEST} deep.", "too-deep")
        if isinstance(value, Mapping):
            waiting += [(entry, depth + 1) for entry in value.values()]
        elif isinstance(value, list):
            waiting += [(entry, depth + 1) for entry in value]
        elif isinstance(value, int) and not -_WHOLE <= value < _WHOLE:
            _refuse(where, f"{shown(value)} cannot be", "Write whole numbers of a few digits.", "out-of-range")


def read_file(path: str | Path, what: str = "Name a readable file.", most: int = MOST_TEXT) -> str:
    """The text of a file; UnreadableText if there is none that can be read, or it is longer than ``most`` bytes."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib would be a tenth of what starting costs
            raw = file.read(most + 1)
        text = raw.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        told = problem.strerror if isinstance(problem, OSError) and problem.strerror else "it is no UTF-8 text"
        raise UnreadableText(Fault(str(path), f"it cannot be read ({told})", what, "unreadable")) from None
    if len(raw) > most:
        _refuse(str(path), f"it is longer than {most:,} bytes", "Such a file is never that long.", "too-long")
    return text


# ------------------------------------------------------------------ where a key stands

_HEADING = r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]"
#: An entry of a list of tables: "tile 3", or "tile 3, e01" where its id is known.
_ENTRY = r"\w+ \d+(?:, |$)"
_KEY = r"""\s*("[^"\n]*"|'[^'\n]*'|[\w-]+)\s*[=.]"""


def _headings_only(text: str) -> str:
    """The text with long strings emptied, so that what is written in them is taken for no heading and no key of its own."""

    def emptied(token: re.Match[str]) -> str:
        written = token.group()
        return '""' + "\n" * written.count("\n") if written.startswith(('"""', "'''")) else written

    return re.sub(_TOKEN, emptied, text, flags=re.DOTALL)


def _opened(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    marks = [token.group() for token in re.finditer(_TOKEN, line)]
    return sum(mark in "[{" for mark in marks) - sum(mark in "]}" for mark in marks)


def _lines(text: str) -> dict[tuple[str, str], int]:
    """The line of every heading (with key "") and of every key under it.

    The headings of a list are numbered ("tile 3"), and so are those of a list within one of its entries
    ("puzzle 3.options 2").
    """
    found: dict[tuple[str, str], int] = {}
    counted: dict[str, int] = {}
    table, open_lists = "", 0
    for number, line in enumerate(_headings_only(text).split("\n"), start=1):
        if open_lists:  # a line of a list is no heading, even if it begins as one
            open_lists = max(0, open_lists + _opened(line))
            continue
        heading = re.match(_HEADING, line)
        if heading:
            *above, last = re.sub(r"[\s\"']", "", heading[2]).split(".")
            table = ""
            for part in above:  # each as the entry under way, where it is a list
                table = f"{table}.{part}" if table else part
                table = f"{table} {counted[table]}" if table in counted else table
            table = f"{table}.{last}" if table else last
            if heading[1] == "[[":
                counted[table] = counted.get(table, 0) + 1
                table = f"{table} {counted[table]}"
            found.setdefault((table, ""), number)
        elif key := re.match(_KEY, line):
            found.setdefault((table, key[1].strip("\"'")), number)
            open_lists = max(0, _opened(line)) if "[" in line or "{" in line else 0
    return found


class TomlReader:
    """The reading of one text: its faults so far, and the words that are known only from the text itself (``groups``)."""

    def __init__(self, text: str | None = None, where: str = "", more: str = "") -> None:
        self.faults: list[Fault] = []
        self.groups: dict[str, Sequence[str]] = {}
        #: Where the whole list of what is known stands, for a hint that names only some of it.
        self.more = more
        self._text, self._where, self._untold = text, where, 0
        self._lines: dict[tuple[str, str], int] | None = None

    def where(self, path: Sequence[str]) -> str:
        """A place in the text: "line 4, [areas.c2] denizens"."""
        for cut in range(min(2, len(path)), -1, -1):
            table, keys = ".".join(part.partition(",")[0] for part in path[:cut]), path[cut:]
            line = self._line(table, keys[0] if keys else "") if table or keys else None
            if line is None and table:
                line = self._line(table, "")
            if line is not None:
                break
        else:
            line = None
        place = self._place(path)
        return ", ".join(part for part in (self._where, f"line {line}" if line else "", place) if part)

    def _line(self, table: str, key: str) -> int | None:
        if self._text is None:
            return None
        if self._lines is None:
            self._lines = _lines(self._text)
        return self._lines.get((table, key))

    @staticmethod
    def _place(path: Sequence[str]) -> str:
        if path and re.match(_ENTRY, path[0]):
            return f"[{key_shown(path[0])}] {' '.join(map(key_shown, path[1:]))}".strip()
        if len(path) > 1:
            return f"[{'.'.join(map(key_shown, path[:2]))}] {' '.join(map(key_shown, path[2:]))}".strip()
        return " ".join(map(key_shown, path))

    def fault(self, path: Sequence[str], what: str, fix: str, code: str = "unfit") -> None:
        """Note one thing wrong at this place."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.where(path) or "the text", what, fix, code))
        else:
            self._untold += 1

    def hint(self, word: object, known: Sequence[str]) -> str:
        """The known word most like this one, or what is known, as a sentence."""
        if len(self.faults) >= MOST_FAULTS:
            return ""  # it will not be told
        return sentence(nearest(str(word)[:100], known, self.more))

    def finish(self) -> None:
        """Raise ImpossibleSituation with every fault, if there is any."""
        if not self.faults:
            return
        if self._untold:
            more = f"{self._untold} more fault{' is' if self._untold == 1 else 's are'} not told"
            self.faults.append(Fault("the text", more, "Mend these first.", "too-many"))
        raise ImpossibleSituation(self.faults)

    def table(self, raw: Mapping[str, Any], *path: str) -> TomlTable:
        """A table of this text."""
        return TomlTable(self, raw, path)


KnownWords = Sequence[str] | str


class TomlTable:
    """One table of a text. Each reading gives a value of the right kind: where the text has none, a fault and a default."""

    def __init__(self, reading: TomlReader, raw: Mapping[str, Any], path: tuple[str, ...] = ()) -> None:
        self.reading, self.raw, self.path = reading, raw, path

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def fault(self, key: str, what: str, fix: str, code: str = "unfit") -> None:
        """Note what is wrong with a key of this table ("" for the table itself)."""
        self.reading.fault((*self.path, key) if key else self.path, what, fix, code)

    def known(self, words: KnownWords) -> Sequence[str]:
        """The words themselves, or those of a group of the reading."""
        return self.reading.groups[words] if isinstance(words, str) else words

    def only(self, keys: Iterable[str]) -> None:
        """A fault for every key that is none of these."""
        known = tuple(keys)
        for key in self.raw:
            if key not in known:
                self.fault(key, f"there is no key {shown(key)}", self.reading.hint(key, known), "unknown-key")

    # ---------------------------------------------------------------- single values
    def flag(self, key: str, default: bool = False) -> bool:
        """true or false."""
        value = self.raw.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(
            key, f"{key} = {shown(value)} is neither true nor false", f"Write {key} = true or false.", "not-a-flag"
        )
        return default

    def count(self, key: str, low: int = 0, high: int = 1000, default: int = 0) -> int:
        """A whole number within bounds."""
        value = self.raw.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool):
            if low <= value <= high or key not in self.raw:
                return value
            self.fault(
                key, f"{key} = {shown(value)} cannot be", f"Write a number from {low} to {high}.", "out-of-range"
            )
        else:
            fix = f"Write a whole number from {low} to {high}."
            self.fault(key, f"{key} = {shown(value)} is no whole number", fix, "not-a-number")
        return default

    def one_of(self, key: str, known: KnownWords, default: Any = None) -> Any:
        """One of the known words; the default (which need not be one) where the key is not written."""
        if key not in self.raw:
            return default
        value, words = self.raw[key], self.known(known)
        if isinstance(value, str) and value in words:
            return value
        self.fault(key, f"{key} = {shown(value)} is not known", self.reading.hint(value, words), "unknown-word")
        return default

    def text(self, key: str, default: str | None = None) -> str | None:
        """Any text."""
        value = self.raw.get(key, default)
        if value is None or isinstance(value, str):
            return value
        self.fault(key, f"{key} = {shown(value)} is no text", f'Write {key} = "..." in quotes.', "not-a-text")
        return default

    # ---------------------------------------------------------------- lists and tables
    def _listed(self, key: str, example: object) -> list[str]:
        value = self.raw.get(key, [])
        if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
            return value
        fix = f'Write {key} = ["{example}"].'
        self.fault(key, f"{key} = {shown(value)} is no list of ids", fix, "not-a-list")
        return []

    def ids(
        self, key: str, known: KnownWords, ordered: bool = False, repeated: bool = False, most: int = 1000
    ) -> tuple[str, ...]:
        """A list of known ids, each once unless ``repeated``; in the order written or sorted."""
        words = self.known(known)
        good: list[str] = []
        taken: set[str] = set()
        for entry in self._listed(key, words[0] if words else "..."):
            if entry not in words:
                hint = self.reading.hint(entry, words)
                self.fault(key, f"{shown(entry)} has no place in {key}", hint, "unknown-word")
            elif entry in taken and not repeated:
                self.fault(key, f"{shown(entry)} stands twice in {key}", "Name each once.", "twice")
            elif len(good) == most:
                self.fault(key, f"{key} names more than {most}", f"At most {most}.", "too-many")
                break
            else:
                good.append(entry)
                taken.add(entry)
        return tuple(good) if ordered else tuple(sorted(good))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of any words, in the order written."""
        return tuple(self._listed(key, "..."))

    def tables(self, key: str, example: str = "") -> Iterator[TomlTable]:
        """The tables of a list of tables, each with its number in its path: ``tile 3``."""
        value = self.raw.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            fix = f"Write {key} = [{example}]." if example else f"Write each under a heading [[{key}]]."
            self.fault(key, f"{key} = {shown(value)} is no list of tables", fix, "not-a-list")
            return
        for number, entry in enumerate(value, start=1):
            yield TomlTable(self.reading, entry, (*self.path, f"{key} {number}"))

    def inner(self, key: str, example: str) -> TomlTable:
        """The table that is the value of a key; an empty one, and a fault, where it is none."""
        value = self.raw[key]
        if not isinstance(value, Mapping):
            self.fault(key, f"{key} = {shown(value)} is no table", f"Write {key} = {example}.", "not-a-table")
            value = {}
        return TomlTable(self.reading, value, (*self.path, key))

    def named(self, key: str, known: KnownWords | None = None, what: str = "") -> dict[str, TomlTable]:
        """The tables of a table, by name: those under ``[knights.george]``. ``what`` says what a name must be of."""
        value = self.raw.get(key, {})
        if not isinstance(value, Mapping):
            self.fault(key, f"{key} is no table", f"Write [{key}.name] and its keys below it.", "not-a-table")
            return {}
        found = {}
        for name, entry in value.items():
            if not isinstance(entry, Mapping):
                fix = f"Write [{key}.{key_shown(name)}] and its keys below it."
                self.reading.fault((*self.path, key, name), f"{shown(name)} is no table", fix, "not-a-table")
            elif known is not None and name not in self.known(known):
                hint = self.reading.hint(name, self.known(known))
                self.reading.fault((*self.path, key, name), f"there is no {what} {shown(name)}", hint, "unknown-word")
            else:
                found[name] = TomlTable(self.reading, entry, (*self.path, key, name))
        return found

    def all(self, keys: Sequence[Key]) -> dict[str, Any]:
        """The values of all these keys, and a fault for every other key of the table."""
        self.only(key.name for key in keys)
        return self.values(keys)

    def values(self, keys: Iterable[Key]) -> dict[str, Any]:
        """The values of all these keys."""
        return {key.name: key.read(self, key.name) if key.name in self.raw else key.default for key in keys}

    def record(self, keys: Sequence[Key], example: str) -> dict[str, Any] | None:
        """The values of all these keys; None, and a fault, where one that has no default is not written or cannot be."""
        values = self.all(keys)
        lacking = [key.name for key in keys if values[key.name] is None]
        unsaid = [name for name in lacking if name not in self]
        if unsaid:
            what = f"{shown(dict(self.raw))} names no {' and no '.join(unsaid)}"
            self.fault("", what, f"Write {example}.", "missing")
        return None if lacking else values


# ------------------------------------------------------------------ keys as data


def plain(value: Any) -> Any:
    """A value as plain data: a tuple becomes a list."""
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a table: its ``name``, how it is ``read``, its ``default``, how it is written, and what it means."""

    name: str
    read: Callable[[TomlTable, str], Any]
    default: Any = None
    write: Callable[[Any], Any] = plain
    about: str = ""


def written(value: object, keys: Iterable[Key]) -> dict[str, Any]:
    """An object's fields that differ from their defaults, as plain data, in the order of ``keys``."""
    found = {}
    for key in keys:
        held = getattr(value, key.name)
        if held != key.default:
            found[key.name] = key.write(held)
    return found


def as_is(table: TomlTable, key: str) -> Any:
    """The reading of a key that somebody else checks."""
    return table.raw[key]


def flag() -> Callable[[TomlTable, str], bool]:
    """The reading of a key that is true or false."""
    return TomlTable.flag


def count(high: int, low: int = 0) -> Callable[[TomlTable, str], int]:
    """The reading of a key that is a whole number within bounds."""
    return lambda table, key: table.count(key, low, high)


def one_of(known: KnownWords, default: Any = None) -> Callable[[TomlTable, str], Any]:
    """The reading of a key that is one of the known words (or of a group's)."""
    return lambda table, key: table.one_of(key, known, default)


def ids(
    known: KnownWords, ordered: bool = False, repeated: bool = False, most: int = 1000
) -> Callable[[TomlTable, str], tuple[str, ...]]:
    """The reading of a key that is a list of known words."""
    return lambda table, key: table.ids(key, known, ordered, repeated, most)


def numbers(known: Sequence[int], what: str, most: int = 1000) -> Callable[[TomlTable, str], tuple[int, ...]]:
    """The reading of a key that is a list of these numbers; ``what`` they are called."""

    def read(table: TomlTable, key: str) -> tuple[int, ...]:
        value = table.raw[key]
        if (
            isinstance(value, list)
            and len(value) <= most
            and all(type(number) is int and number in known for number in value)
        ):
            return tuple(value)
        fix = f"Write a list of: {', '.join(map(str, sorted(known)))}."
        table.fault(key, f"{key} = {shown(value)} is no list of {what}", fix, "not-a-list")
        return ()

    return read


# ------------------------------------------------------------------ data to text


@cache
def _escapes() -> dict[int, str]:
    """How the characters are written that cannot stand in quotes as they are."""
    short = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}
    controls = {number: f"\\u{number:04x}" for number in (*range(32), 127)}
    return controls | {ord(character): f"\\{letter}" for character, letter in short.items()}


def value_text(value: Any) -> str:
    """A value as TOML on one line.

    >>> value_text({"kind": "draw", "other": ["elf"], "number": 1})
    '{ kind = "draw", other = ["elf"], number = 1 }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return f'"{value.translate(_escapes())}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(map(line_text, value.items())) + " }"
    return "[" + ", ".join(value_text(entry) for entry in value) + "]"


def key_text(key: str) -> str:
    """A key as TOML: in quotes where it is not made of letters, digits, - and _ alone."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else value_text(key)


def line_text(entry: tuple[str, Any]) -> str:
    """A key and its value as a line of TOML.

    >>> line_text(("known to", [1, 2]))
    '"known to" = [1, 2]'
    """
    return f"{key_text(entry[0])} = {value_text(entry[1])}"


def text_of(data: Mapping[str, Any], tables: Sequence[str] = ()) -> str:
    """Plain data as TOML; the tables under these keys get headings: ``[knights.george]``."""
    lines = [line_text(entry) for entry in data.items() if entry[0] not in tables]
    for kind in tables:
        for name, entry in data.get(kind, {}).items():
            lines += ["", f"[{kind}.{key_text(name)}]", *map(line_text, entry.items())]
    return "\n".join(lines) + "\n"
