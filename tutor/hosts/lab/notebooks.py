"""The learner's desk: copies of the lessons' notebooks, laid out so that working through them changes nothing shipped.

What of a copy counts as changed is what its cells say. What they show changes whenever they run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.base.places import data_folder, private_folder, shipped, write_whole
from tutor.content.lessons.course import own_lessons
from tutor.pages.ruling_page import write_pages

#: The folders of notebooks on the desk: those that come with the tutor, and the lessons that were added.
FOLDERS = ("lessons", "puzzles")
OWN = "own"
#: The folder of the puzzles' notebooks, and what stands before their names; by itself it means those to go on with.
PUZZLES = "puzzles"
_NOTE = ".as-shipped.json"


def desk() -> Path:
    """The folder the notebooks are laid out in."""
    return data_folder() / "notebooks"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a notebook as it was laid out. ``locked`` if the learner has no business with its text."""

    id: str
    kind: str
    source: str
    locked: bool


def cells_of(content: bytes) -> tuple[Cell, ...]:
    """The cells of a notebook file; none if it cannot be read as one."""
    try:
        told = json.loads(content)
        return tuple(
            Cell(
                cell.get("id", ""),
                cell["cell_type"],
                "".join(cell["source"]),
                cell["metadata"].get("editable", True) is False,
            )
            for cell in told["cells"]
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _said(content: bytes) -> str:
    """A mark of what a notebook's cells say; of the whole file if it is no notebook."""
    cells = [(cell.kind, cell.source) for cell in cells_of(content)]
    return _digest(json.dumps(cells).encode() if cells else content)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def lay_out(notebooks: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write notebooks, by name, to ``folder`` and return the copies, sorted.

    One that was laid out in the same form before is left as the learner has it. One that is new is written; if the learner
    has changed the older one, that is first put aside under the name "... (earlier).ipynb", which nothing overwrites.
    """
    before = _note(folder)
    now = {name: [_digest(content), _said(content)] for name, content in notebooks.items()}
    copies = []
    for name, content in sorted(notebooks.items()):
        copy = folder / name
        if copy.exists() and not copy.is_file():  # a pipe, say, would never be read to its end
            put_aside(copy)
        if not copy.exists() or before.get(name, [""])[0] != now[name][0]:
            if copy.exists() and _said(copy.read_bytes()) not in (*before.get(name, [])[1:], now[name][1]):
                put_aside(copy)
            write_whole(copy, content)
        copies.append(copy)
    write_whole(folder / _NOTE, json.dumps(now, indent=1))
    return copies


def _note(folder: Path) -> dict[str, list[str]]:
    """What was laid out before. A note that is missing or damaged says nothing, and every copy is then looked at itself."""
    with suppress(OSError, ValueError, RecursionError):
        told = json.loads((folder / _NOTE).read_text("utf-8"))
        if isinstance(told, dict):
            return {
                name: [str(mark) for mark in marks] for name, marks in told.items() if isinstance(marks, list) and marks
            }
    return {}


def put_aside(copy: Path) -> Path:
    """Give a notebook a name of its own, "... (earlier)" or "... (earlier 2)", and return it."""
    number = 1
    while (aside := copy.with_name(f"{copy.stem} (earlier{f' {number}' if number > 1 else ''}).ipynb")).exists():
        number += 1
    copy.replace(aside)
    return aside


def as_shipped(folder: str) -> dict[str, bytes]:
    """The notebooks of one folder of the desk as they are to be laid out, by name."""
    if folder == OWN:
        from tutor.content.lessons.building import as_text, notebook_of

        return {f"{lesson.name}.ipynb": as_text(notebook_of(lesson)).encode() for lesson in own_lessons()}
    try:
        return {path.name: path.read_bytes() for path in shipped(folder).glob("*.ipynb")}
    except FileNotFoundError:  # a tutor without puzzles still has lessons
        return {}


def lay_out_all(root: Path) -> list[Path]:
    """Lay out lessons, puzzles and the lessons added in folders below ``root``, and return the copies, lessons first.

    The ruling index comes along, since the lessons lead to it.
    """
    private_folder(root)
    write_pages(root)
    return [copy for folder in (*FOLDERS, OWN) for copy in lay_out(as_shipped(folder), root / folder)]


def pristine(path: str) -> bytes | None:
    """What a notebook of the desk, named like "lessons/02-exploring.ipynb", was laid out as; None if it is none of ours."""
    folder, _, name = path.partition("/")
    if folder == OWN:
        return as_shipped(OWN).get(name)
    if folder not in FOLDERS or "/" in name or not name.endswith(".ipynb"):
        return None
    with suppress(OSError, ValueError):  # a name that no file can have
        return (shipped(folder) / name).read_bytes()
    return None


def is_changed(cells: Any, content: bytes) -> bool:
    """Whether the locked cells of a notebook in the browser, as [id, kind, source] lists, differ from what was laid out."""
    given = [cell for cell in cells if isinstance(cell, list) and len(cell) == 3] if isinstance(cells, list) else []
    laid = cells_of(content)
    locked = {cell.id for cell in laid if cell.locked}
    free = {cell.id for cell in laid if not cell.locked}
    theirs = [tuple(cell) for cell in given if not (isinstance(cell[0], str) and cell[0] in free)]
    return theirs != [(cell.id, cell.kind, cell.source) for cell in laid if cell.id in locked]


def restore(root: Path, path: str) -> bool:
    """Lay a notebook out once more as it came; whether it was one of ours. What the learner has written is put aside."""
    content = pristine(path)
    if content is None:
        return False
    copy = root / path
    if copy.exists() and not (copy.is_file() and _said(copy.read_bytes()) == _said(content)):
        put_aside(copy)
    write_whole(copy, content)
    return True
