"""The built notebooks: as fresh as their sources, the same bytes every time, short and readable."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from engine.text.faults import UnreadableText
from tests.sources import ROOT
from tutor.content.lessons import COURSE, build, is_stale, notebook_of, read_lesson
from tutor.content.lessons.building import DESK, KEPT, TRAINER, as_text, cli_build, differs, notebook_of_shelf
from tutor.content.puzzles.shelves import Shelf, shelves
from tutor.hosts.lab.puzzles import desk_of

FOLDER = ROOT / "lessons"
PUZZLES = FOLDER.parent / "puzzles"
SOURCES = sorted(FOLDER.glob("*.md"))
LESSONS = sorted(FOLDER.glob("*.ipynb"))
NOTEBOOKS = [*LESSONS, *sorted(PUZZLES.glob("*.ipynb"))]

each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
each_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


def test_every_lesson_has_its_notebook_and_every_notebook_its_lesson() -> None:
    assert [path.stem for path in SOURCES] == [entry.name for entry in COURSE]
    assert [entry.number for entry in COURSE] == list(range(len(COURSE)))
    assert [path.stem for path in SOURCES] == [path.stem for path in LESSONS]


def test_every_shelf_of_puzzles_has_its_notebook_and_no_other_is_there() -> None:
    assert sorted(path.stem for path in PUZZLES.glob("*.ipynb")) == sorted(
        (TRAINER, *(shelf.name for shelf in shelves()))
    )


@pytest.mark.parametrize("shelf", shelves(), ids=lambda shelf: shelf.name)
def test_no_notebook_of_puzzles_is_stale(shelf: Shelf) -> None:
    """Neither in what its cells say nor in what they show: a puzzle that was changed shows there."""
    notebook = PUZZLES / f"{shelf.name}.ipynb"
    told = "build it with `tutor build --puzzles puzzles`"
    assert not differs(notebook, notebook_of_shelf(shelf), "the shelf"), told
    shown = nbformat.read(notebook, as_version=4).cells[-1].outputs[0].data
    desk = desk_of(shelf.puzzles, None)
    assert shown["text/plain"] == repr(desk), told
    assert shown["image/svg+xml"] == desk.picture(), told


def test_a_shelf_that_cannot_be_built_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli_build(["--puzzles", str(tmp_path / "nowhere"), "--no-run"]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert cli_build(["--puzzles", str(tmp_path), "--no-run"]) == 0
    built = sorted(path.name for path in tmp_path.iterdir())
    assert built == sorted(f"{name}.ipynb" for name in (TRAINER, *(shelf.name for shelf in shelves())))


@each_source
def test_no_notebook_is_stale(source: Path) -> None:
    stale = is_stale(source, source.with_suffix(".ipynb"))
    assert not stale, f"{stale}: build it with `tutor build {source.relative_to(FOLDER.parent)}`"


@each_source
def test_the_same_source_gives_the_same_bytes(source: Path) -> None:
    assert as_text(notebook_of(read_lesson(source))) == as_text(notebook_of(read_lesson(source)))


@each_notebook
def test_a_notebook_is_written_as_the_builder_writes(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    assert as_text(nbformat.read(notebook, as_version=4)) == text


@each_notebook
def test_a_notebook_keeps_nothing_that_changes_from_run_to_run(notebook: Path) -> None:
    told = json.loads(notebook.read_text(encoding="utf-8"))
    assert set(told["metadata"]) == {"kernelspec", "language_info"}
    assert "version" not in told["metadata"]["language_info"]
    for cell in told["cells"]:
        assert set(cell["metadata"]) <= {"deletable", "editable", "jupyter"}
        for output in cell.get("outputs", []):
            assert output["output_type"] != "error"
            assert set(output.get("data", {})) <= set(KEPT)


@each_notebook
def test_cells_are_short_and_readable(notebook: Path) -> None:
    told = nbformat.read(notebook, as_version=4)
    code = [cell.source for cell in told.cells if cell.cell_type == "code"]
    assert all(len(source.splitlines()) <= 25 for source in code)
    assert len({cell.id for cell in told.cells}) == len(told.cells)


@pytest.mark.parametrize("notebook", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_ends_with_python_to_try_out(notebook: Path) -> None:
    told = nbformat.read(notebook, as_version=4)
    code = [cell.source for cell in told.cells if cell.cell_type == "code"]
    assert "mw." in code[-1] or "state" in code[-1]


@each_notebook
def test_each_cell_that_shows_something_can_be_run_alone_and_neither_changed_nor_read(notebook: Path) -> None:
    told = nbformat.read(notebook, as_version=4)
    for cell in told.cells:
        if cell.cell_type == "markdown":
            assert cell.metadata == {"deletable": False, "editable": False}
        elif cell.id.startswith(("exercise-", "map")) or cell.id == DESK:
            assert cell.source.startswith("from tutor.jupyter import ")
            assert cell.metadata == {"deletable": False, "editable": False, "jupyter": {"source_hidden": True}}
            assert "image/svg+xml" in cell.outputs[0].data, "where nothing runs there is a picture"
        else:
            assert cell.metadata == {}, "code to try out is the learner's"


def test_a_change_in_the_source_makes_the_notebook_stale(tmp_path: Path) -> None:
    source = tmp_path / SOURCES[0].name
    source.write_text(SOURCES[0].read_text(encoding="utf-8"), encoding="utf-8")
    notebook = source.with_suffix(".ipynb")
    notebook.write_bytes(SOURCES[0].with_suffix(".ipynb").read_bytes())
    assert is_stale(source, notebook) == ""
    source.write_text(source.read_text(encoding="utf-8").replace("Be welcome", "Welcome"), encoding="utf-8")
    assert "cell 1 differs" in is_stale(source, notebook)


def test_building_anew_gives_the_committed_bytes_outputs_included(tmp_path: Path) -> None:
    source = tmp_path / SOURCES[0].name
    source.write_text(SOURCES[0].read_text(encoding="utf-8"), encoding="utf-8")
    assert build(source, run_code=True).read_bytes() == SOURCES[0].with_suffix(".ipynb").read_bytes()


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a lesson that would leave a mark, Python files that would, and the notebook built of it."""
    folder = tmp_path_factory.mktemp("beside")
    told, mark = SOURCES[0].read_text(encoding="utf-8"), str(folder / "ran")
    told = re.sub(r"(```+)\s*try\n.*?\n\1", lambda m: f"{m[1]}try\nopen({mark!r}, 'w')\n{m[1]}", told, flags=re.DOTALL)
    assert mark in told
    (folder / "my best lesson.md").write_text(told, encoding="utf-8")
    for name in ("tutor", "ipykernel_launcher", "matplotlib"):
        (folder / f"{name}.py").write_text(f"open({str(folder)!r} + '/ran-{name}', 'w')\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MYSTIC_WOOD_DATA", str(folder / "data"))
        notebook = build(folder / "my best lesson.md")
    code = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
    assert code[0].outputs, "what shows an exercise is run"
    return folder


def test_building_a_lesson_runs_no_python_file_that_lies_beside_it(beside: Path) -> None:
    assert list(beside.glob("ran-*")) == []


def test_building_a_lesson_runs_nothing_of_it_unless_asked(beside: Path, tmp_path: Path) -> None:
    """A lesson is data; a name of a file is no code either."""
    with pytest.raises(UnreadableText, match="cannot be called"):
        build(shutil.copy(SOURCES[0], tmp_path / 'my "best" lesson.md'))
    marker = beside / "ran"
    assert not marker.exists()
    build(beside / "my best lesson.md", run_code=True)
    assert marker.exists()
    marker.unlink()


def test_building_does_without_the_grammar_of_addresses_and_still_finds_what_is_no_notebook() -> None:
    """It takes a second to be built, at each start of JupyterLab and of `tutor build`."""
    script = """
import sys
from tutor.content.lessons.building import _nbformat
nbformat = _nbformat()
assert "jsonschema" in sys.modules and "rfc3987_syntax.syntax_helpers" not in sys.modules
nbformat.validate(nbformat.v4.new_notebook())
try:
    nbformat.validate({"cells": [], "metadata": "none", "nbformat": 4, "nbformat_minor": 5})
except nbformat.ValidationError:
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "refused\n"), done.stderr
