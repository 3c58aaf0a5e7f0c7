"""What a teacher brings to a class besides lessons: sheets of puzzles and scripts of the stage, each a file of his own.

A copy lies in the data folder, in ``sheets`` or ``scripts``, so that the class has it when it is held again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engine.text.faults import Fault, Faulty, UnreadableText, cap
from engine.text.keyed import parse, read_file
from tutor.base.places import data_folder, private_folder, write_whole
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import parse_puzzles
from tutor.pages.stage.script import MOST_TEXT, read_script, script_files

#: The folders, by what lies in them: a sheet has puzzles, a script has steps.
SHEETS, SCRIPTS = "sheets", "scripts"
_NAME = re.compile(r"[\w][\w-]{0,40}")


def bring(path: str | Path) -> tuple[str, str]:
    """Read a file and keep it: where it lies ("sheets", "scripts"), and its name. One of the same name is replaced.

    Raises UnreadableText or ImpossibleSituation with every fault, and nothing is kept then.
    """
    path = Path(path)
    text = read_file(path, "Name a sheet of puzzles, or a script of the stage.", MOST_TEXT)
    kind = SCRIPTS if "steps" in parse(text, str(path), MOST_TEXT) else SHEETS
    name = path.stem
    if not _NAME.fullmatch(name):
        raise UnreadableText(Fault(str(path), "its name is no word", "Call it like friday-7b.toml."))
    if kind == SHEETS:
        parse_puzzles(text, name, str(path))
    else:
        read_script(text, str(path))
        if name in script_files():
            raise UnreadableText(
                Fault(str(path), "a script of that name comes with the tutor", "Give the file another name.")
            )
    write_whole(private_folder(data_folder() / kind) / f"{name}.toml", text)
    return kind, name


def names(kind: str) -> list[str]:
    """The names of the teacher's own sheets or scripts."""
    try:
        return sorted(path.stem for path in (data_folder() / kind).glob("*.toml"))
    except OSError:
        return []


def remove(kind: str, name: str) -> None:
    """Take one away again; it need not be there."""
    if kind in (SHEETS, SCRIPTS) and name in names(kind):
        (data_folder() / kind / f"{name}.toml").unlink(missing_ok=True)


def title(name: str) -> str:
    """What a file is called where it is chosen: "friday-7b" is "Friday 7b"."""
    return cap(re.sub(r"[-_]+", " ", name))


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a sheet; () if there is none of that name, or it can no longer be read."""
    return next((_puzzles(each, changed) for each, changed in _there(SHEETS) if each.stem == name), ())


def script_text(name: str) -> str:
    """The text of a script; "" if there is none of that name."""
    return next((each.read_text(encoding="utf-8") for each, _ in _there(SCRIPTS) if each.stem == name), "")


def _there(kind: str) -> Iterator[tuple[Path, int]]:
    for name in names(kind):
        path = data_folder() / kind / f"{name}.toml"
        yield path, path.stat().st_mtime_ns


@lru_cache(maxsize=16)
def _puzzles(path: Path, changed: int) -> tuple[Puzzle, ...]:
    """Read once for each change of the file."""
    try:
        return parse_puzzles(read_file(path, "", MOST_TEXT), path.stem, str(path))
    except Faulty:
        return ()
