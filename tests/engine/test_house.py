"""The engine's house: every import leads down, late ones and those for types counted. The table of floors is the architecture."""

from __future__ import annotations

import ast
from pathlib import Path

import engine

ROOT = Path(engine.__file__).parent
#: From the ground up: a folder's modules may import what stands before it, and those of one folder what stands before them.
FLOORS: dict[str, tuple[str, ...]] = {
    # What no game is named in, from folders of its own: contract, text, chance, books.
    "engine": (
        "chance.chance",
        "text.spelling",
        "text.faults",
        "text.grammar",
        "contract.events",
        "text.keyed",
        "text.codes",
        "chance.odds",
        "contract.verdicts",
        "books.editions",
        "books.source",
        "contract.records",
        "contract.pictures",
        "text.notation",
        "contract.game",
        "contract.ruled",
        "chance.search",
        "contract.face",
    ),
    "engine.mystic_wood.material": ("source", "cards", "wood", "ledger"),
    "engine.mystic_wood.position": (
        "actions",
        "table",
        "words",
        "whereabouts",
        "messages",
        "draft",
        "paths",
        "views",
        "invariants",
    ),
    "engine.mystic_wood.rules": (
        "storm",
        "queries",
        "encounter_order",
        "castle",
        "hidden",
        "rescue",
        "spoils",
        "placing",
        "ignoring",
        "turns",
        "scores",
        "challenging",
        "spells",
        "exploring",
        "reactions",
        "king",
        "encounters",
        "jousts",
        "prizes",
        "combination",
        "trade",
        "hands",
        "tower",
        "powers",
        "ending",
        "revealing",
        "decisions",
        "judgement",
    ),
    "engine.mystic_wood.notation": ("keys", "waiting", "checking", "reading", "situations"),
    "engine.mystic_wood.play": (
        "immutable",
        "state",
        "loading",
        "game",
        "reach",
        "odds",
        "compare",
        "routing",
        "friends",
        "crown",
        "prospects",
        "signs",
        "outlook",
        "weighing",
        "lookahead",
        "bots",
    ),
    "engine.mystic_paths": (
        "material",
        "position",
        "walks",
        "scores",
        "rounds",
        "laying",
        "guessing",
        "rules",
        "writing",
        "reading",
        "play",
        "bots",
    ),
    "engine.willow.material": ("source", "scenario", "library"),
    "engine.willow.position": ("table", "actions", "draft", "views"),
    "engine.willow.rules": (
        "values",
        "hands",
        "losing",
        "moving",
        "casting",
        "fighting",
        "places",
        "turns",
        "judgement",
    ),
    "engine.willow.notation": ("keys", "writing", "checking", "reading"),
    "engine.willow.play": ("paths", "state", "odds", "bots"),
    "engine.gran": (
        "material",
        "position",
        "paths",
        "rules",
        "writing",
        "play",
        "bots",
        "prospects",
    ),
}
#: The folders of what no game is named in.
SHARED = tuple(f"engine.{name}" for name in ("contract", "text", "chance", "books"))
#: What stands beside the folders of the engine: the name under which learners' notebooks know the faults.
BESIDE = {"faults"}
#: Late imports that are allowed, for start-up's sake.
LATE = {"networkx", "difflib", "importlib.metadata"}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor_of(module: str) -> tuple[int, int] | None:
    """(floor, place on it), counted from the ground; None for a package's public face and for another game."""
    folder, _, name = module.rpartition(".")
    floors = list(FLOORS)
    if folder in SHARED:
        folder, name = "engine", f"{folder.removeprefix('engine.')}.{name}"
    if folder in FLOORS and name in FLOORS[folder]:
        return floors.index(folder), FLOORS[folder].index(name)
    return None


def imported(path: Path) -> list[tuple[str, int, bool]]:
    """(module, line, whether inside a function or for types only) of every import of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_top = {id(node) for node in tree.body}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno, id(node) not in at_top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = [f"{module}.{alias.name}" for alias in node.names]
            names = [name if floor_of(name) is not None else module for name in inner]
            found += [(name, node.lineno, id(node) not in at_top) for name in dict.fromkeys(names)]
    return found


def files() -> list[Path]:
    found = [p for p in sorted(ROOT.rglob("*.py")) if module_name(p).startswith(("engine.mystic_wood.", "engine."))]
    assert len(found) > 50, "the search has gone wrong"
    return found


def test_every_module_has_its_place_on_a_floor() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} - {"__init__"} == BESIDE
    shared = {f"{path.parent.name}.{path.stem}" for each in SHARED for path in (ROOT / each.split(".")[1]).glob("*.py")}
    assert {name for name in shared if not name.endswith("__init__")} == set(FLOORS["engine"])
    for folder, names in list(FLOORS.items())[1:]:
        here = ROOT.parent.joinpath(*folder.split("."))
        modules = {path.stem for path in here.glob("*.py")} - {"__init__"}
        extra = {path.parent.name for path in here.glob("*/__init__.py")} if folder.endswith(".play") else set()
        assert modules | extra == set(names), f"{folder}: the table of floors and the folder differ"


def test_every_import_leads_down() -> None:
    upward = []
    for path in files():
        here = floor_of(module_name(path))
        for module, line, _ in imported(path):
            there = floor_of(module)
            if here is not None and there is not None and there >= here:
                upward.append(f"{module_name(path)} line {line} imports {module}")
    assert upward == []


def test_a_common_part_knows_no_game() -> None:
    games = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {each.split(".")[1] for each in SHARED}
    assert "mystic_wood" in games
    told = [
        f"{path.name} line {line} imports {module}"
        for each in SHARED
        for path in (ROOT / each.split(".")[1]).glob("*.py")
        for module, line, _ in imported(path)
        if module.startswith(tuple(f"engine.{game}" for game in games))
    ]
    assert told == []


def test_nothing_of_the_engine_is_imported_late() -> None:
    late = [
        f"{module_name(path)} line {line} imports {module} late"
        for path in files()
        for module, line, inside in imported(path)
        if inside and module.split(".")[0] == "engine" and floor_of(module_name(path)) is not None
    ]
    assert late == []


def test_the_floors_are_walked_by_real_imports() -> None:
    """A table that fits an empty house would hold anything."""
    edges = {(module_name(path), module) for path in files() for module, _, _ in imported(path) if floor_of(module)}
    assert len(edges) > 200
    assert ("engine.mystic_wood.rules.judgement", "engine.mystic_wood.rules.decisions") in edges
