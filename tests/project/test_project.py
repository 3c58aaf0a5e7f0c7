"""What the project promises about its own layout: who imports whom, what is never written down, one version."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, written
from tutor.content.cases import cases
from tutor.content.lessons import COURSE, load_lesson
from tutor.content.puzzles.book import puzzles_by_id
from tutor.hosts.cli.cli import RUNS
from tutor.pages.editor.library import library
from tutor.teach.game import registry as games

#: The only parts of `tutor` that may touch a front end.
SHOWN_IN_LAB = (
    "__init__",
    "canvas",
    "cells",
    "desks",
    "map",
    "puzzles",
    "show",
    "still",
    "training",
    "view",
    "warm",
    "widget",
)
FRONT_ENDS = ("tutor/jupyter", "tutor/hosts/marimo", *(f"tutor/hosts/lab/{name}.py" for name in SHOWN_IN_LAB))
FRONT_END_LIBRARIES = {"ipywidgets", "ipycanvas", "IPython", "marimo", "anywidget"}


def modules(package: str) -> list[Path]:
    found = list(written(package, ".py"))
    assert len(found) >= 8, f"only {len(found)} modules in {package}: the search has gone wrong"
    return found


@cache
def imports(path: Path) -> set[str]:
    """The full names of everything a module imports, late and type-only imports included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full, line {node.lineno}"
            names.add(node.module or "")
    return names


def libraries(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


def tracked_files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("this is no git clone, so nothing says which files belong to the project")
    files = [ROOT / name for name in listing.stdout.split("\0") if name]
    assert len(files) >= 20
    return [path for path in files if path.is_file()]


def test_the_engine_imports_the_standard_library_and_networkx_only():
    allowed = set(sys.stdlib_module_names) | {"networkx", "engine"}
    strangers = {str(path.relative_to(ROOT)): more for path in modules("engine") if (more := libraries(path) - allowed)}
    assert strangers == {}


def test_only_the_front_ends_know_how_they_are_shown():
    strangers = {}
    for path in modules("tutor"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(FRONT_ENDS) and (more := libraries(path) & FRONT_END_LIBRARIES):
            strangers[name] = more
    assert strangers == {}


def test_pure_parts_do_not_import_the_front_ends():
    """The command may start a front end; nothing else outside them knows of one."""
    views = tuple(front.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for front in FRONT_ENDS)
    views = tuple(view for view in views if view != "tutor.hosts.lab")
    strangers = {}
    for path in modules("tutor"):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith((*FRONT_ENDS, "tutor/hosts/cli", "tutor/__main__")):
            continue
        if more := {imported for imported in imports(path) if f"{imported}.".startswith(tuple(f"{v}." for v in views))}:
            strangers[name] = more
    assert strangers == {}


def test_importing_the_engine_loads_no_front_end():
    code = "import sys, engine.mystic_wood; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "engine" in loaded
    assert set(loaded) & (FRONT_END_LIBRARIES | {"tutor"}) == set()


def test_no_file_names_a_folder_of_the_machine_it_was_written_on():
    machine = re.compile(r"(?<![\w.])/(work|home|root|Users|tmp/\w)[\w.-]*/")
    found = []
    for path in tracked_files():
        if path.suffix in {".png", ".lock", ".bin", ".sqlite"}:
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if machine.search(line) and path != Path(__file__):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert found == []


def test_the_newest_entry_of_the_changelog_is_this_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    entries = re.findall(r"^## (\d+\.\d+\.\d+)\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert entries
    assert entries[0] == project["version"]


def test_every_direct_requirement_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {
        "learner": project["dependencies"],
        "everything": [r for extra in project["optional-dependencies"].values() for r in extra]
        + project["dependencies"],
    }
    for lock, requirements in wanted.items():
        pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / f"requirements/{lock}.lock").read_text("utf-8"), re.MULTILINE))
        names = {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}
        assert len(names) >= 8
        assert names - pinned == set(), f"run `make lock`: {lock}.lock lacks these"


def test_what_make_test_leaves_to_ci_is_the_list_in_contributing() -> None:
    deep = {
        path.stem
        for path in written("tests", ".py")
        if re.search(r"mark\.deep\b|\bdeep(_from)?\(", path.read_text("utf-8"))
    }
    listed = re.findall(r"^\| `(test_\w+)`:", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert len(listed) == len(set(listed)) >= 5
    assert set(listed) == deep - {"depth", "test_project"}
    makefile, ci = (ROOT / "Makefile").read_text("utf-8"), (ROOT / ".ci/run").read_text("utf-8")
    assert "$(if $(DEEP),, and not deep)" in makefile
    assert "DEEP=1" in ci


# ---------------------------------------------------------------- what a newcomer reads first
READ_FIRST = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")


def test_every_command_that_is_written_down_is_one() -> None:
    """`tutor judge FILE ...` in a sentence, a block or a table, and `make check`."""
    text = "\n".join((ROOT / name).read_text("utf-8") for name in READ_FIRST)
    told = set(re.findall(r"(?m)(?:`|^\$ |^|bin/)tutor ([a-z]+)", text))
    assert len(told) > 25
    assert told - RUNS.keys() == set()
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    made = set(re.findall(r"(?m)(?:`|^)make ([a-z-]+)", text))
    assert len(made) > 10
    assert made - targets == set()


def test_the_readme_counts_what_is_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    own = [entry for entry in COURSE if load_lesson(entry.name).game.name == games.FIRST]
    worked = sum(len(cases(game)) for game in games.GAMES)
    assert len(own) == 19
    assert len(COURSE) - len(own) == 16
    assert "Nineteen lessons (and sixteen of the three other games)" in text
    assert f"opens a book of {len(puzzles_by_id())} in JupyterLab" in text
    assert f"take one of {len(library(games.FIRST))} common ones" in text
    assert f"a file for each of {len(list((ROOT / 'puzzles').glob('*.toml')))} kinds" in text
    assert "**The stage** has ten scripts" in text
    assert len(list((ROOT / "stage").glob("*.toml"))) == 10
    assert "nineteen hundred worked cases" in text
    assert 1900 <= worked < 2000


@pytest.mark.parametrize("page", READ_FIRST)
def test_links_of_what_is_read_first_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_the_plan_in_the_readme_has_every_room() -> None:
    """The folders of the engine, the tutor and the project, each by its name."""
    plan = (ROOT / "README.md").read_text("utf-8").split("## How it is laid out")[1].split("## Working on it")[0]
    parts = [path.relative_to(ROOT).parts for room in ("engine", "tutor") for path in modules(room)]
    rooms = {name for names in parts for name in names[1:-1][: 2 if names[0] == "tutor" else 1]} - {"source"}
    assert len(rooms) > 30
    assert {room for room in rooms if room not in plan} == set()
