"""The tutor's house: which rooms may know a game, which way imports run, how long a function may be. Lists that may only shrink.

``tutor_house.toml`` holds the floors, which are the folders of ``tutor/``, and what is not yet as it should be. Who mends
something takes it off its list; nothing may be put on one.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import networkx
import pytest

from tests.sources import ROOT, written
from tutor.teach.kinds import KINDS

HOUSE = tomllib.loads((ROOT / "tests" / "tutor_house.toml").read_text("utf-8"))
#: The longest a function may be, in lines.
LONGEST = 60
_BEGINS = re.compile(
    r"^(\s*)(?:export |default |async |static )*"
    r"(?:function\b *\*? *([\w$]*)\(.*|(?:const|let) ([\w$]+) = .*=>|(?!(?:if|for|while|switch|catch)\b)([\w$]+) ?\(.*\)) \{$"
)


# ---------------------------------------------------------------- reading the house


@cache
def modules(package: str = "tutor") -> dict[str, Path]:
    """Every module of a package, by its full name."""
    found = {}
    for path in written(package, ".py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    assert len(found) > {"tutor": 150, "engine": 100}[package], "the search has gone wrong"
    return found


@cache
def parsed(path: Path) -> ast.Module:
    """A module, read once."""
    return ast.parse(path.read_text("utf-8"))


@cache
def tree(path: Path) -> list[ast.AST]:
    """Every statement of a module: functions and imports are among them, and nine of ten nodes are not."""
    return list(statements(parsed(path)))


def statements(node: ast.AST, types: bool = True) -> Iterator[ast.AST]:
    """All statements within a node, however deep; without ``types`` none that only a type checker reads."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case):
            yield each
            if types or not (isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"):
                yield from statements(each, types)


@cache
def imports(path: Path) -> frozenset[str]:
    """The full names of all a module imports, late and type-only imports included: modules, and names that may be modules."""
    return frozenset(imported(tree(path)))


def imported(nodes: Iterable[ast.AST], known: Set[str] = frozenset()) -> set[str]:
    """What these statements import; of a package of which only ``known`` modules are taken, these and not the package."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names if names <= known else {node.module or "", *names}
    return found


def floor_of(module: str) -> str:
    """The floor a module stands on: its folder in the tutor; the command itself belongs to the hosts, an alias nowhere."""
    folder = "hosts" if module == "tutor.__main__" else module.split(".")[1] if "." in module else ""
    return folder if folder in HOUSE["floors"] else ""


def games() -> set[str]:
    """The games of the engine, by the names of their folders."""
    found = {path.parent.name for path in (ROOT / "tutor" / HOUSE["apart"]).glob("*/__init__.py")}
    assert {"mystic_wood", "gran"} <= found
    return found


def game_of(module: str) -> str:
    """The folder of a game in which a module lies; "" if it lies in none."""
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["tutor", HOUSE["apart"]] and len(parts) > 2 else ""


def names_a_game(path: Path) -> bool:
    """Whether a module imports a game of the engine, or the folder of one in the tutor."""
    return any(name.startswith(f"engine.{game}") for name in imports(path) for game in games()) or any(
        game_of(name) for name in imports(path)
    )


def back_arrows() -> set[str]:
    """Every import of the tutor that runs up, or from one game into another: "tutor.x -> tutor.y"."""
    found = set()
    for module, path in modules().items():
        here = floor_of(module)
        for name in imports(path) & modules().keys():
            there = floor_of(name)
            runs_up = here and there and HOUSE["floors"].index(there) > HOUSE["floors"].index(here)
            if runs_up or (game_of(name) and game_of(name) != game_of(module)):
                found.add(f"{module} -> {name}")
    return found


def circles(arrows: Mapping[str, Set[str]]) -> list[list[str]]:
    """The modules that lead back to themselves, those of one circle together."""
    graph = networkx.DiGraph((here, there) for here, ways in arrows.items() for there in ways if here != there)
    return [sorted(each) for each in networkx.strongly_connected_components(graph) if len(each) > 1]


@cache
def functions_of_python() -> tuple[tuple[str, int], ...]:
    """Each function with its length."""
    found = []
    for folder in ("engine", "tutor", "tests", "bench", "tools"):
        for path in written(folder, ".py"):
            for node in tree(path):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or node.lineno) - node.lineno + 1
                    found.append((f"{path.relative_to(ROOT).as_posix()} {node.name}", length))
    return tuple(found)


def functions_of_scripts() -> Iterator[tuple[str, int]]:
    """Each function of JavaScript and TypeScript by hand: from a line that opens a brace to the one that closes it."""
    for path in written("tutor", ".js", ".mjs", ".ts"):
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            if begins := _BEGINS.match(line):
                indent, name = begins.group(1), next((g for g in begins.groups()[1:] if g), "default")
                end = next((n for n in range(number + 1, len(lines)) if re.match(rf"{indent}\}}", lines[n])), number)
                yield f"{path.relative_to(ROOT).as_posix()} {name}", end - number + 1


# ---------------------------------------------------------------- what holds


def test_every_module_stands_on_a_floor_and_every_floor_is_a_folder() -> None:
    """Who opens ``tutor/`` sees the floors, and nothing else but what is named beside them."""
    alone = {"tutor", *(f"tutor.{each}" for each in HOUSE["beside"])}
    assert [module for module in modules() if module not in alone and not floor_of(module)] == []
    folders = {
        path.parts[1] for path in (each.relative_to(ROOT) for each in written("tutor", "")) if len(path.parts) > 2
    }
    assert folders == {*HOUSE["floors"], *HOUSE["beside"]} - {"engine"}
    loose = {each.name for each in (ROOT / "tutor").iterdir() if each.is_file()}
    assert loose == {"__init__.py", "__main__.py", "py.typed"}


def test_only_the_folders_of_games_name_a_game() -> None:
    assert {module for module, path in modules().items() if names_a_game(path) and not game_of(module)} == set()
    assert sum(names_a_game(path) for path in modules().values()) > 80, (
        "a search that finds nothing would hold anything"
    )


def test_no_import_runs_up_and_no_game_is_imported() -> None:
    assert back_arrows() == set()


@pytest.mark.parametrize("package", ["engine", "tutor"])
def test_no_imports_run_in_a_circle(package: str) -> None:
    """Late imports count as well. What only a type checker reads may name who calls; what a ``Teachable`` finds by name
    (``part``) is not imported by it."""
    names = modules(package)
    arrows = {
        name: imported(statements(parsed(path), types=False), names.keys()) & names.keys()
        for name, path in names.items()
    }
    assert sum(map(len, arrows.values())) > 600, "the search has gone wrong"
    assert circles(arrows) == []
    late = ast.parse(
        "def later():\n    from tutor.teach.game.registry import game\nif TYPE_CHECKING:\n    import tutor.hosts.cli.cli"
    )
    assert imported(statements(late, types=False)) == {"tutor.teach.game.registry", "tutor.teach.game.registry.game"}, (
        "late is read, for types is not"
    )
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]], "a circle is found"


def names_a_kind(path: Path) -> list[str]:
    """Where a module imports the module of a kind of exercise, or asks whether an exercise is of one."""
    found = [name for name in imports(path) if name.startswith("tutor.teach.kinds.") and name.split(".")[3] in KINDS]
    walked = ast.walk(parsed(path)) if "exercise.kind" in path.read_text("utf-8") else ()
    asked = (node for node in walked if isinstance(node, ast.Compare))
    return found + [
        text
        for text in map(ast.unparse, asked)
        if "exercise.kind" in text and any(f"'{kind}'" in text for kind in KINDS)
    ]


def test_only_kinds_and_games_name_a_kind_of_exercise() -> None:
    """What all kinds share asks the kind: what it stores, how it is completed, what can be voted on, how it is shown."""
    outside = {
        module: names_a_kind(path)
        for module, path in modules().items()
        if not game_of(module) and not module.startswith("tutor.teach.kinds")
    }
    assert {module: named for module, named in outside.items() if named} == {}
    assert names_a_kind(modules()["tutor.games.mystic_wood.building.building_page"]), (
        "a search that finds nothing would hold anything"
    )


def names_of_types(path: Path) -> Iterator[str]:
    """The classes of a module and the names it gives to types: ``Known = Mapping[...]``."""
    for node in tree(path):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in parsed(path).body:
        target = (
            node.targets[0]
            if isinstance(node, ast.Assign)
            else node.target
            if isinstance(node, ast.AnnAssign)
            else None
        )
        if isinstance(target, ast.Name) and re.match(r"[A-Z]\w*[a-z]", target.id):
            yield target.id


def test_the_name_of_a_type_means_one_thing() -> None:
    """A game may have its own of what every game has (its State, its Board, its Editor): outside the games a name stands once."""
    found: dict[str, list[str]] = {}
    for package in ("engine", "tutor"):
        for path in written(package, ".py"):
            parts = path.relative_to(ROOT).parts
            for name in names_of_types(path) if not {*parts} & games() else ():
                if not name.startswith("_"):
                    found.setdefault(name, []).append("/".join(parts))
    assert len(found) > 400, "the search has gone wrong"
    assert {"Editor", "DocumentSource", "KnownWords"} <= found.keys(), "classes and names of types are both found"
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


def test_every_style_sheet_styles_something_that_is_there() -> None:
    """A class or an id that a style sheet names is written somewhere, whole or put together (``f"tb-{shape}"``)."""
    sheets = list(written("tutor", ".css"))
    sources = (path for path in written("tutor", ".py", ".ts", ".js", ".html") if path.parent.name != "tests")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    words = set(re.findall(r"[A-Za-z_][\w-]*", text))
    quoted = set(re.findall(r"[\"']([a-z_-]+)[\"']", text)) | {str(digit) for digit in range(10)}
    begun = set(re.findall(r"([a-z]+-(?:[a-z]+-)*|\bo)\$?\{", text))

    def is_there(name: str) -> bool:
        parts = ((name[:at], name[at:]) for at in range(1, len(name)))
        put_together = any(first in begun and rest in quoted for first, rest in parts)
        return name in words or put_together or name.startswith(("jp-", "lm-", "jupyter", "widget-"))

    missing = {}
    for path in sheets:
        rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", path.read_text("utf-8"), flags=re.DOTALL)
        gone = {name for name in re.findall(r"[.#]([A-Za-z_][\w-]*)", rules) if not is_there(name)}
        missing |= {path.name: sorted(gone)} if gone else {}
    assert len(sheets) > 20, "the search has gone wrong"
    assert not is_there("tb-frog"), "what is nowhere is not found"
    assert is_there("tb-diamond"), "what is put together is found"
    assert missing == {}


def test_what_the_front_end_exports_is_used_elsewhere() -> None:
    """Functions, classes and values; a type may be exported beside the function it belongs to."""
    texts = {path: path.read_text("utf-8") for path in written("tutor", ".ts")}
    exports = [
        (path, name)
        for path, text in texts.items()
        for name in re.findall(
            r"^export (?:async )?(?:abstract )?(?:function\*?|class|const|let) (\w+)", text, re.MULTILINE
        )
    ]
    assert len(exports) > 60, "the search has gone wrong"
    alone = [
        f"{path.name} {name}"
        for path, name in exports
        if not any(re.search(rf"\b{name}\b", text) for other, text in texts.items() if other != path)
    ]
    assert alone == []


def test_no_function_is_longer_than_sixty_lines() -> None:
    assert {
        name: length for name, length in (*functions_of_python(), *functions_of_scripts()) if length > LONGEST
    } == {}


def test_no_function_has_more_branches_than_the_list_allows() -> None:
    """More than nine ways through are too many to hold in mind. Those that have more stand in the list, each with how many."""
    wanted = ("--select", "C901", "--config", "lint.mccabe.max-complexity=9", "--output-format", "json", "--exit-zero")
    told = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *wanted, "engine", "tutor"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found: dict[str, int] = {}
    for each in json.loads(told):
        file = Path(each["filename"]).relative_to(ROOT).as_posix()
        name, number = re.findall(r"`(\w+)` is too complex \((\d+)", each["message"])[0]
        found[f"{file} {name}"] = int(number)
    assert found == HOUSE["branches"]


def test_the_lists_hold_a_house_that_is_there() -> None:
    """A search that finds nothing would hold anything."""
    edges = {(module, name) for module, path in modules().items() for name in imports(path) & modules().keys()}
    assert len(edges) > 400
    assert {floor_of(module) for module in modules()} >= {"teach", "games", "content", "pages", "draw", "hosts"}
    assert len(functions_of_python()) > 3000
    assert sum(1 for _ in functions_of_scripts()) > 40
