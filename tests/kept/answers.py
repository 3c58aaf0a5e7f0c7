"""What is kept, what it is expected to say, and where the two differ.

``kept.toml`` lists every file, ``answers/`` has what each said when it was written, a fact a line, and ``changes.toml`` what is
meant to be otherwise since, each with its reason. ``python -m tests.kept.answers`` prints the answers of whatever has none yet,
to be appended by hand.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.kept import opening
from tests.kept.opening import Facts

HERE = Path(__file__).parent
#: What lies here beside what is kept.
BESIDE = {"README.md", "kept.toml", "changes.toml", "__init__.py", "answers.py", "opening.py"}
TABLES = ("ruling", "text")
Entry = Mapping[str, Any]


@cache
def entries() -> tuple[Entry, ...]:
    """Every file, or folder, that is kept."""
    return tuple(tomllib.loads((HERE / "kept.toml").read_text("utf-8"))["kept"])


def of_kind(kind: str) -> list[Entry]:
    """Those of a kind."""
    return [entry for entry in entries() if entry["kind"] == kind]


@cache
def codes(game: str) -> tuple[Entry, ...]:
    """The codes of a game."""
    return tuple(code for entry in of_kind("codes") if entry["game"] == game for code in _codes(entry["path"]))


@cache
def _codes(path: str) -> tuple[Entry, ...]:
    return tuple(tomllib.loads((HERE / path).read_text("utf-8"))["code"])


# ------------------------------------------------------------------ what it says now
def found(entry: Entry, folder: Path) -> dict[str, Facts]:
    """The facts of what is kept, by name, as it opens now: a copy in ``folder``, so that nothing here is touched."""
    path, kind = entry["path"], entry["kind"]
    if kind == "codes":
        return {
            f"{entry['game']} {each['id']}": opening.code(entry["game"], each["code"], each["ask"])
            for each in _codes(path)
        }
    copy = copied(HERE / path, folder / entry.get("as", Path(path).name))
    if kind == "log":
        return {f"{path} {name}": facts for name, facts in opening.logs(copy, entry["addresses"], entry["now"]).items()}
    if kind == "room":
        return {f"{path} {name}": facts for name, facts in opening.classroom(copy, entry["seats"]).items()}
    return {path: _facts(kind, entry, copy)}


def _facts(kind: str, entry: Entry, copy: Path) -> Facts:
    if kind == "saved game":
        return opening.saved_game(copy.read_text("utf-8"))
    if kind == "record":
        return opening.record(entry["game"], copy.read_text("utf-8"))
    if kind == "situation":
        return opening.situation(entry["game"], copy, entry["ask"])
    if kind == "progress":
        return opening.learner(copy, entry["now"])
    if kind == "export":
        return opening.export(copy, entry["now"])
    plain = {
        "notebook": opening.notebook, "lesson": opening.lesson, "puzzles": opening.puzzles, "script": opening.script,
        "built lesson": opening.built_lesson,
    }  # fmt: skip
    return plain[kind](copy)


def copied(path: Path, to: Path) -> Path:
    """A copy of a file or a folder."""
    if path.is_dir():
        return Path(shutil.copytree(path, to))
    return Path(shutil.copy(path, to))


# ------------------------------------------------------------------ what it said
@cache
def expected() -> Mapping[str, Facts]:
    """What everything said when it was written, by name."""
    told: dict[str, Facts] = {}
    for path in sorted((HERE / "answers").glob("*.toml")):
        for name, facts in tomllib.loads(path.read_text("utf-8")).items():
            assert name not in told, f"{name} has two answers"
            told[name] = {table: dict(facts.get(table, {})) for table in TABLES}
    return told


@cache
def changes() -> tuple[Mapping[str, str], ...]:
    """What is meant to be otherwise than it was: of which name, in which table, which fact, what it was and is, and why."""
    return tuple(tomllib.loads((HERE / "changes.toml").read_text("utf-8")).get("change", ()))


def differences(name: str, now: Facts) -> Iterator[str]:
    """Every fact that is neither as it was nor as a change says, in a line each."""
    was = expected().get(name)
    if was is None:
        yield f"{name}: it has no answers; python -m tests.kept.answers prints them"
        return
    meant = {(each["table"], each["fact"]): each for each in changes() if each["of"] == name}
    for table in TABLES:
        for fact in {**was[table], **now[table]}:
            before, after = was[table].get(fact, ""), now[table].get(fact, "")
            change = meant.get((table, fact))
            if after != (change["is"] if change is not None else before):
                yield f"{name}, {table}, {fact}: it was {before!r}, and is {after!r}"


def sha_of(path: Path) -> str:
    """What tells whether a file, or any in a folder, was rewritten."""
    mark = hashlib.sha256()
    for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if each.is_file():
            mark.update(each.name.encode() + each.read_bytes())
    return mark.hexdigest()[:16]


# ------------------------------------------------------------------ to write them
def as_text(name: str, facts: Facts) -> str:
    """The answers of a name, as they stand in a file."""
    lines = []
    for table in TABLES:
        if facts[table]:
            lines += [f"[{json.dumps(name, ensure_ascii=False)}.{table}]"]
            lines += [
                f"{json.dumps(fact, ensure_ascii=False)} = {_value(value)}" for fact, value in facts[table].items()
            ]
            lines.append("")
    return "\n".join(lines) + "\n"


def _value(value: str) -> str:
    if "\n" in value and "'''" not in value:
        return f"'''\n{value}'''"
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Print the answers of what has none."""
    for entry in entries():
        with tempfile.TemporaryDirectory() as folder:
            os.environ[opening.DATA_VARIABLE] = folder
            for name, facts in found(entry, Path(folder)).items():
                if name not in expected():
                    print(f"# {entry['kind']}\n{as_text(name, facts)}")


if __name__ == "__main__":
    main()
