"""Building the notebook of a lesson: prose, one short code cell for each exercise, and code to try out at the end.

The same source gives the same bytes: cell ids come from the content, and nothing that changes from run to run (times, counters,
the ids of widgets) is kept. What a cell shows is kept as text, so that `pytest --nbval` can compare it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText
from tutor.base.places import DATA_VARIABLE, SAFE_PATH_VARIABLE
from tutor.base.writing import plain, unwritable, written
from tutor.content.lessons.checking import faults_of
from tutor.content.lessons.course import COURSE, LESSONS_VARIABLE, entry_of, is_last
from tutor.content.lessons.packing import pack, unpack
from tutor.content.lessons.reading import Lesson, Map, Prose, Recap, TryCode, read_lesson
from tutor.content.rulings import link
from tutor.teach.exercise.exercise import Exercise

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from tutor.content.puzzles.shelves import Shelf

#: What of a cell's output is kept. The view of a widget has a new id in every run.
KEPT = ("text/plain", "text/markdown", "text/html", "image/svg+xml", "application/json")
#: What the cells of a lesson are for the one who reads: not to be changed by a stray key, and without their code.
_LOCKED = {"deletable": False, "editable": False}
_HIDDEN = {**_LOCKED, "jupyter": {"source_hidden": True}}
#: The cell that shows puzzles one at a time.
DESK = "puzzles"
#: The notebook of the trainer stands among those of the shelves.
TRAINER = "trainer"
TRAINER_OPENING = """A sparring partner who never tires. It asks what you can just about answer, remembers what you missed, and
brings it back when you have nearly forgotten it."""
#: Where a notebook of a teacher's lesson carries the lesson itself, packed.
PACKED = "mystic_wood"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def build(source: str | Path, out: str | Path | None = None, *, run: bool = True, run_code: bool = False) -> Path:
    """Build the notebook of a lesson's source and return its path (default: beside the source).

    ``run`` runs it, so that it holds what its cells show. A lesson is data: the code it offers to try is run only with
    ``run_code``. Raises UnreadableText or ImpossibleSituation with every fault of the
    lesson, each with file and line; nothing is written then.
    """
    source = Path(source)
    target = _target(Path(out) if out is not None else source.with_suffix(".ipynb"))
    lesson = read_lesson(source)
    faults = faults_of(lesson, str(source))
    if faults:
        raise ImpossibleSituation(faults)
    notebook = notebook_of(lesson)
    if run:
        run_notebook(notebook, source.resolve().parent, str(source), run_code=run_code)
    return written(target, as_text(notebook))


def build_shelf(shelf: Shelf, folder: str | Path, *, run: bool = True) -> Path:
    """Build the notebook of a shelf of puzzles in a folder and return its path. Raises what :func:`build` raises."""
    return _build(shelf.name, notebook_of_shelf(shelf), folder, run)


def build_trainer(folder: str | Path, *, run: bool = True) -> Path:
    """The same for the trainer's notebook."""
    return _build(TRAINER, notebook_of_trainer(), folder, run)


def _build(name: str, notebook: NotebookNode, folder: str | Path, run: bool) -> Path:
    target = _target(Path(folder) / f"{name}.ipynb")
    if run:
        run_notebook(notebook, target.resolve().parent, name)
    return written(target, as_text(notebook))


def _target(target: Path) -> Path:
    """The notebook to be written, if it can be; this is said before anything is run, which takes long."""
    if target.suffix != ".ipynb":
        raise UnreadableText(
            Fault(str(target), "this is no name of a notebook", f"Write {target.with_suffix('.ipynb')}")
        )
    if not (target.parent.is_dir() and os.access(target.parent, os.W_OK)):
        raise unwritable(target, OSError(errno.ENOENT, "there is no such folder, or it is not yours to write to"))
    return target


def _nbformat() -> Any:
    """nbformat, which ships half of its types and takes long to load: whoever only opens a lesson does without it."""
    spare_address_grammar()
    import nbformat

    return nbformat


def spare_address_grammar() -> None:
    """Before Jupyter is imported: keep jsonschema from building the grammar of international addresses (rfc3987-syntax).

    That takes longer than all the rest of starting, about a second, and is for the format "iri", which no schema of Jupyter's
    names. jsonschema does without it as it does where the package is not installed.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def packed_in(notebook: str | Path) -> tuple[str, str]:
    """Name and source of the lesson that a built notebook of a teacher's lesson carries.

    Raises UnreadableText if it carries none.
    """
    where = str(notebook)
    try:
        carried = json.loads(Path(notebook).read_text(encoding="utf-8"))["metadata"][PACKED]
        name, packed = carried["lesson"], carried["packed"]
        if not isinstance(name, str) or not isinstance(packed, str) or not name or re.search(r"[\\/\0]|^\.", name):
            raise ValueError("its name or what it holds is no text")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise UnreadableText(
            Fault(
                where,
                f"this notebook holds no lesson ({problem})",
                "Give a notebook built with: tutor build my-lesson.md",
            )
        ) from None
    return name, unpack(packed, where)


def as_text(notebook: NotebookNode) -> str:
    """The notebook file as text, always the same for the same notebook."""
    _nbformat().validate(notebook)
    return str(_nbformat().writes(notebook, version=4)) + "\n"


def is_stale(source: str | Path, notebook: str | Path) -> str:
    """What makes a built notebook out of date: a cell that differs from what the source gives, or "" if it is up to date.

    Only what the cells say is compared; what they show is compared by running them.
    """
    return differs(notebook, notebook_of(read_lesson(source)), Path(source).name)


def differs(notebook: str | Path, fresh: NotebookNode, what: str) -> str:
    """In what a built notebook differs from the fresh one that ``what`` gives, or "" if in nothing."""
    built = _nbformat().read(notebook, as_version=4)
    for number, (old, new) in enumerate(zip(built.cells, fresh.cells, strict=False), start=1):
        if (old.cell_type, old.source, old.id, old.metadata) != (new.cell_type, new.source, new.id, new.metadata):
            return f"cell {number} differs from what {what} gives"
        if new.cell_type == "code" and _shows(new.source) and not old.outputs:
            return f"cell {number} shows nothing: the notebook was built without being run"
    if len(built.cells) != len(fresh.cells):
        return f"it has {len(built.cells)} cells, not {len(fresh.cells)}"
    return ""


def _shows(source: str) -> bool:
    return source.startswith(
        tuple(f"from tutor.jupyter import {what}" for what in ("exercise", "puzzle_desk", "trainer"))
    )


# ---------------------------------------------------------------- cells


def notebook_of(lesson: Lesson) -> NotebookNode:
    """The notebook of a lesson, not yet run."""
    return _notebook(_metadata(lesson), _cells(lesson))


def notebook_of_shelf(shelf: Shelf) -> NotebookNode:
    """The notebook of a shelf of puzzles, not yet run: a few words, and one puzzle at a time."""
    return _notebook(
        dict(_METADATA),
        (
            ("markdown", "title", f"# {shelf.title}\n\n{shelf.opening}"),
            ("shown", DESK, f"from tutor.jupyter import puzzle_desk\n\npuzzle_desk({_quoted(shelf.name)})"),
        ),
    )


def notebook_of_trainer() -> NotebookNode:
    """The notebook of the trainer, not yet run."""
    return _notebook(
        dict(_METADATA),
        (
            ("markdown", "title", f"# The trainer\n\n{TRAINER_OPENING}"),
            ("shown", DESK, "from tutor.jupyter import trainer\n\ntrainer()"),
        ),
    )


def _notebook(metadata: dict[str, Any], cells: Iterable[tuple[str, str, str]]) -> NotebookNode:
    """A notebook of such cells: (kind, name for its id, source)."""
    notebook: NotebookNode = _nbformat().v4.new_notebook(metadata=metadata)
    used: set[str] = set()
    for kind, name, text in cells:
        cell_id = _cell_id(name, text, used)
        make = _nbformat().v4.new_markdown_cell if kind == "markdown" else _nbformat().v4.new_code_cell
        cell = make(text, id=cell_id)
        cell.metadata = _nbformat().from_dict(_LOCKED if kind == "markdown" else _HIDDEN if kind == "shown" else {})
        notebook.cells.append(cell)
    return notebook


def _metadata(lesson: Lesson) -> dict[str, Any]:
    """What the notebook says of itself; that of a teacher's lesson carries the lesson, so that it can be handed out alone."""
    if entry_of(lesson.name) is not None:
        return dict(_METADATA)
    return {**_METADATA, PACKED: {"lesson": lesson.name, "packed": pack(lesson.source)}}


def _cell_id(name: str, text: str, used: set[str]) -> str:
    """An id from what the cell is or says; a number is added only where the same thing stands twice."""
    base = name or "prose-" + hashlib.sha256(text.encode()).hexdigest()[:12]
    base = base[:56]
    found, number = base, 2
    while found in used:
        found, number = f"{base}-{number}", number + 1
    used.add(found)
    return found


def _cells(lesson: Lesson) -> Iterator[tuple[str, str, str]]:
    """(kind, name for its id, source) of every cell: "markdown", "shown" for what it shows, or "code" to be tried."""
    parts = list(lesson.parts)
    opening = ""
    if parts and isinstance(parts[0], Prose):
        opening = parts.pop(0).text  # type: ignore[union-attr]
    numbered = entry_of(lesson.name) is not None
    title = f"# {lesson.number} · {lesson.title}" if numbered else f"# {lesson.title}"
    yield "markdown", "title", f"{title}\n\n*About {lesson.minutes} minutes.*\n\n{opening}".rstrip()
    shown_try = False
    for part in parts:
        if isinstance(part, Prose):
            yield "markdown", "", part.text
        elif isinstance(part, Exercise):
            text = f'from tutor.jupyter import exercise\n\nexercise({_quoted(lesson.name)}, "{part.id}")'
            yield "shown", f"exercise-{part.id}", text
        elif isinstance(part, Map):
            yield "shown", "map", "from tutor.jupyter import course_map\n\ncourse_map()"
        elif isinstance(part, Recap):
            yield "markdown", "recap", recap_text(lesson, part.text)
        elif isinstance(part, TryCode):
            if not shown_try:
                yield "markdown", "try-it", TRY_IT
            shown_try = True
            yield "code", "", part.code
    if not shown_try and lesson.exercises:
        yield "markdown", "try-it", TRY_IT
        yield "code", _DEFAULT_TRY, _default_try(lesson)
    onward = _onward(lesson)
    if onward:
        yield "markdown", "onward", onward


def _quoted(name: str) -> str:
    """A name as Python text, whatever is in it."""
    return json.dumps(name, ensure_ascii=False)


_DEFAULT_TRY = "try-code"
TRY_IT = """## Try it yourself

The same engine that judges your moves answers in Python. Change a line, press **Shift + Enter**, and see."""


def _default_try(lesson: Lesson) -> str:
    exercise = next((e for e in lesson.exercises if e.asks), lesson.exercises[0])
    return (
        "from tutor.jupyter import situation\n\n"
        f'state = situation({_quoted(lesson.name)}, "{exercise.id}")\nprint("\\n".join(state.actions()))'
    )


def recap_text(lesson: Lesson, words: str) -> str:
    """The recap: the lesson's words, then every rule it teaches, in our words, with its citation."""
    lines = [f"## What you have learned\n\n{words}".rstrip(), ""]
    for rule in taught(lesson):
        ruling = " *(our ruling)*" if rule.ruling else ""
        lines.append(f"- **[{rule.id}]({link(lesson.game, rule.id)})**{ruling} {rule.says} *[{rule.citation}]*")
    return "\n".join(lines)


class Taught(NamedTuple):
    """A rule as a lesson teaches it: in our words, by its edition; whether that is our own ruling; where it stands."""

    id: str
    topic: str
    says: str
    ruling: bool
    citation: str


def taught(lesson: Lesson) -> list[Taught]:
    """The rules of a lesson, as it teaches them."""
    found = []
    for rule_id in lesson.rules:
        rule = lesson.game.ledger.rule(rule_id)
        said = rule.says.get(lesson.edition)
        says = said or rule.ruling or next(text for text in rule.says.values() if text is not None)
        found.append(
            Taught(rule_id, rule.topic, says, said is None and bool(rule.ruling), rule.citation(lesson.edition))
        )
    return found


def _onward(lesson: Lesson) -> str:
    """What comes next: puzzles on what has been learned, and the lesson that follows."""
    from tutor.content.puzzles.shelves import shelf_for  # late, since a puzzle's exercise is one of a lesson's kinds

    entry = entry_of(lesson.name)
    if entry is None:
        return ""
    shelf = shelf_for(lesson)
    practice = f"[{shelf.title}](../puzzles/{shelf.name}.ipynb)" if shelf else ""
    if is_last(entry):
        end = "The course ends here, and the puzzles begin"
        return f"**Onward:** {end}: take {practice}, or any other shelf of the map." if practice else ""
    following = COURSE[COURSE.index(entry) + 1]
    lines = [f"**Practise this:** {practice}, a shelf of puzzles"] if practice else []
    lines.append(f"**Onward:** [{following.number} · {following.title}]({following.name}.ipynb)")
    return "\n\n".join(lines)


# ---------------------------------------------------------------- running


def run_notebook(notebook: NotebookNode, folder: Path, where: str, *, run_code: bool = False) -> None:
    """Run the cells in ``folder`` and keep what they show, without what changes from run to run.

    What we wrote ourselves is run, the lesson's own code only with ``run_code``, and no Python file that lies in the folder. The
    learner's progress is left alone. Raises ImpossibleSituation naming the cell if one fails.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    metadata, cells = dict(notebook.metadata), [cell.metadata.copy() for cell in notebook.cells]
    passed_over = set() if run_code else {cell.id for cell in notebook.cells if _is_the_lessons(cell)}
    for cell in notebook.cells:
        if cell.id in passed_over:
            cell.metadata["tags"] = ["skip-execution"]
    kept = {name: os.environ.get(name) for name in (DATA_VARIABLE, LESSONS_VARIABLE, SAFE_PATH_VARIABLE)}
    with tempfile.TemporaryDirectory() as scratch:
        os.environ[DATA_VARIABLE] = scratch
        os.environ[LESSONS_VARIABLE] = str(folder)
        os.environ[SAFE_PATH_VARIABLE] = "1"
        try:
            NotebookClient(
                notebook,
                timeout=120,
                kernel_name="python3",
                # The first, or it warns of a connection within this computer.
                extra_arguments=["--IPKernelApp.log_level=ERROR", "--IPKernelApp.ignore_cwd=True"],
                resources={"metadata": {"path": str(folder)}},
            ).execute()
        except CellExecutionError as problem:
            raise ImpossibleSituation(
                Fault(
                    where,
                    f"a cell fails when it is run: {problem.ename}: {problem.evalue}",
                    "Mend the code of that cell.",
                )
            ) from None
        finally:
            for name, value in kept.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
    notebook.metadata = _nbformat().from_dict(metadata)
    count = 0
    for cell, kept_as in zip(notebook.cells, cells, strict=True):
        cell.metadata = kept_as
        if cell.cell_type == "code" and cell.id not in passed_over:
            count += 1
            cell.execution_count = count
            cell.outputs = [
                stable for output in cell.outputs for stable in [_stable(output, count)] if stable is not None
            ]


def _is_the_lessons(cell: NotebookNode) -> bool:
    """Whether a cell holds code that stands in the lesson's source, and not what we write to show something of it."""
    return bool(cell.cell_type == "code" and cell.metadata != _HIDDEN and cell.id != _DEFAULT_TRY)


def _stable(output: Any, count: int) -> Any:
    """An output without what changes from run to run; None if nothing is left."""
    if output.output_type == "stream":
        return output
    if output.output_type not in ("execute_result", "display_data"):
        return None
    data = {mime: content for mime, content in output.data.items() if mime in KEPT}
    if not data:
        return None
    if output.output_type == "display_data":
        return _nbformat().v4.new_output("display_data", data=data)
    return _nbformat().v4.new_output("execute_result", data=data, execution_count=count)


# ---------------------------------------------------------------- command line


def cli_build(argv: list[str]) -> int:
    """``tutor build FILE... [-o OUT] [--check] [--no-run] [--run-code]``: 0 when all is well, 2 with every fault told."""
    import argparse
    import sys

    parser = argparse.ArgumentParser(
        prog="tutor build",
        description="Build the notebook of a lesson from its source. The code it offers to try is run, unless --no-run.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a lesson's source, like my-lesson.md")
    parser.add_argument(
        "--puzzles", metavar="FOLDER", help="write the notebooks of the puzzles that come with the tutor there"
    )
    parser.add_argument("-o", "--out", help="the notebook to write (default: beside the source); for one lesson only")
    parser.add_argument("--check", action="store_true", help="only look for faults; write nothing")
    parser.add_argument(
        "--no-run", action="store_true", help="do not run the notebook: its cells show nothing until opened"
    )
    parser.add_argument(
        "--run-code",
        action="store_true",
        help="run the code the lesson offers to try, too: only if you trust whoever wrote it",
    )
    options = parser.parse_args(argv)
    if options.out and len(options.files) > 1:
        parser.error("--out names one notebook, but several lessons are given")
    if not options.files and not options.puzzles:
        parser.error("name a lesson's source, or --puzzles FOLDER")
    status = _build_shelves(options.puzzles, not options.no_run) if options.puzzles else 0
    for file in options.files:
        try:
            if options.check:
                lesson = read_lesson(file)
                faults = faults_of(lesson, file)
                if faults:
                    raise ImpossibleSituation(faults)
                count = len(lesson.exercises)
                print(f"{plain(file)}: {count} exercise{'s' if count > 1 else ''}, no faults.")
            else:
                built = build(file, options.out, run=not options.no_run, run_code=options.run_code)
                print(f"{plain(file)}: built {plain(str(built))}")
                if (
                    not options.no_run
                    and not options.run_code
                    and any(isinstance(p, TryCode) for p in read_lesson(file).parts)
                ):
                    print("  The code it offers to try was not run: --run-code runs it.")
        except (UnreadableText, ImpossibleSituation) as problem:
            status = 2
            for fault in problem.faults:
                print(plain(str(fault)), file=sys.stderr)
    return status


def _build_shelves(folder: str, run: bool) -> int:
    import sys

    from tutor.content.puzzles.shelves import shelves

    try:
        for shelf in shelves():
            print(f"{shelf.name}: built {plain(str(build_shelf(shelf, folder, run=run)))}", flush=True)
        print(f"{TRAINER}: built {plain(str(build_trainer(folder, run=run)))}", flush=True)
    except (UnreadableText, ImpossibleSituation) as problem:
        for fault in problem.faults:
            print(plain(str(fault)), file=sys.stderr)
        return 2
    return 0


_WORD = re.compile(r"\w+")


def words_before_first_exercise(lesson: Lesson) -> int:
    """How many words a learner reads before there is something to do."""
    count = 0
    for part in lesson.parts:
        if isinstance(part, Exercise):
            return count
        if isinstance(part, Prose):
            count += len(_WORD.findall(part.text))
    return count
