"""Mutants: small faults put into the engine one at a time, to see whether the cases and the golden games notice.

``python -m tests.mutants`` draws 100 of them (always the same for a ``--seed``), runs the quick loop against each in a forked
process, and prints how many were caught and, of those that were not, file and line, before and after. The exit status is 1
when too few were caught. It needs a system that forks.

Not drawn: what changes nothing that runs (docstrings, annotations, assertions, imports for types), the wording of sentences,
which golden games and reviews hold, what a key of a situation means, which docs/situations.md holds, and numbers below nought,
which stand for none.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import cProfile
import gc
import importlib
import itertools
import json
import os
import pickle
import random
import re
import resource
import select
import signal
import sys
import tomllib
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

#: What is told of a fault that keeps the loop from ending.
ENDLESS = "it ran without end"
ROOT = Path(__file__).parent.parent
#: How often each kind of fault is drawn, against the others.
KINDS = {
    "comparison": 5,
    "condition": 5,
    "and/or": 4,
    "not": 3,
    "number": 2,
    "truth": 2,
    "word": 3,
    "statement": 5,
    "return": 3,
    "operator": 2,
}
OPPOSITE: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
#: What a function of this type gives back instead.
NOTHING = {"list": "[]", "tuple": "()", "dict": "{}", "set": "set()", "str": '""', "int": "0"}
WORD = re.compile(r"[a-z][a-z0-9]*([._ -][a-z0-9]+)*\Z")


@dataclass(frozen=True)
class Mutant:
    """One fault: in which file and at which line, and which bytes become what.

    ``within``: the function that has to be called so that it can be felt; "" where that cannot be said.
    """

    path: str
    line: int
    within: str
    kind: str
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {_short(self.before)}  ->  {_short(self.after)}"


def _short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= 110 else line[:107] + "..."


class Finder(ast.NodeVisitor):
    """Finds every mutant of one file."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.text = path, source.encode()
        lines = source.encode().splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.returns: list[ast.expr | None] = []
        self.functions: list[str] = []
        self.around = ""
        self.visit(ast.parse(source))

    def note(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        """A mutant that puts ``after`` in the place of ``node``."""
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = self.text[start:end].decode()
        within = self.functions[-1] if self.functions else ""
        self.found.append(Mutant(self.path, node.lineno, within, kind, start, end, before, after))

    def bracketed(self, kind: str, node: ast.expr, after: str) -> None:
        self.note(kind, node, f"({after})")

    # -------------------------------------------------------------- what is passed over

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        self.note("statement", node, "pass")

    def visit_keyword(self, node: ast.keyword) -> None:
        # zip's assertion that both are of one length; what a key of a situation means, which docs/situations.md holds
        if not isinstance(node.value, ast.Constant) or node.arg not in ("strict", "about"):
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.returns.append(node.returns)
        kept = any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)  # called once, asked often
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.visit(default)
        around, self.around = self.around, f"{self.around}{node.name}.<locals>."
        self.functions.append("" if kept else around + node.name)
        self._body(node.body)
        self.functions.pop()
        self.around = around
        self.returns.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        around, self.around = self.around, f"{self.around}{node.name}."
        self._body(node.body)
        self.around = around

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            said = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not said:
                self.visit(statement)

    # -------------------------------------------------------------- what is drawn

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        for after in ("True", "False"):
            self.note("condition", node.test, after)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        for after in ("True", "False"):
            self.note("condition", node.test, after)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.note("condition", test, "True")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            for other in OPPOSITE[type(operator)]:
                parts = [ast.unparse(node.left)]
                for at, (each, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
                    parts.append(other if at == number else _OPERATOR[type(each)])
                    parts.append(_tight(right))
                self.bracketed("comparison", node, " ".join(parts))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        self.bracketed("and/or", node, f" {other} ".join(_tight(value) for value in node.values))
        for number in range(len(node.values)):
            kept = [_tight(value) for at, value in enumerate(node.values) if at != number]
            self.bracketed("and/or", node, f" {word} ".join(kept))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub):
            return  # -1 stands for none, or for the last: -2 is as good
        if isinstance(node.op, ast.Not):
            self.bracketed("not", node, ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        swapped = {ast.Add: "-", ast.Sub: "+"}.get(type(node.op))
        if swapped and not isinstance(node.left, ast.Constant | ast.List | ast.Tuple):
            self.bracketed("operator", node, f"{_tight(node.left)} {swapped} {_tight(node.right)}")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note("truth", node, str(not node.value))
        elif isinstance(node.value, int):
            self.note("number", node, str(node.value + 1))
        elif isinstance(node.value, str) and WORD.match(node.value):
            self.note("word", node, repr(node.value + "-x"))

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.note("statement", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note("statement", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.note("statement", node, "pass")
        if not any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.note("statement", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.note("statement", node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.note("statement", node, "pass")
            return
        kind = self.returns[-1] if self.returns else None
        name = kind.value if isinstance(kind, ast.Subscript) else kind
        written = ast.unparse(name) if name is not None else ""
        if written == "bool":
            self.note("return", node.value, f"not ({ast.unparse(node.value)})")
        elif kind is not None and ast.unparse(kind).endswith("| None"):
            self.note("return", node.value, "None")
        elif NOTHING.get(written, ast.unparse(node.value)) != ast.unparse(node.value):
            self.note("return", node.value, NOTHING[written])
        self.generic_visit(node)


_OPERATOR = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


def _tight(node: ast.expr) -> str:
    text = ast.unparse(node)
    loose = isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare | ast.UnaryOp | ast.BinOp | ast.Lambda)
    return f"({text})" if loose else text


def mutants(part: str = "") -> list[Mutant]:
    """Every mutant there is of the engine's files whose path contains this part, in their order."""
    found: list[Mutant] = []
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for mutant in Finder(name, source).found if part in name else ():
            if _changes(source, mutant):
                found.append(mutant)
    return found


def _changes(source: str, mutant: Mutant) -> bool:
    return mutant.before != mutant.after and source.encode()[mutant.start : mutant.end].decode() == mutant.before


def draw(number: int, seed: int, part: str = "") -> list[Mutant]:
    """So many different mutants, the kinds in the proportions of ``KINDS``."""
    rng = random.Random(seed)
    heap: dict[str, list[Mutant]] = {kind: [] for kind in KINDS}
    for mutant in mutants(part):
        heap[mutant.kind].append(mutant)
    for kind in heap:
        rng.shuffle(heap[kind])
    drawn: list[Mutant] = []
    while len(drawn) < number and any(heap.values()):
        kinds = [kind for kind in KINDS if heap[kind]]
        mutant = heap[rng.choices(kinds, [KINDS[kind] for kind in kinds])[0]].pop()
        source = (ROOT / mutant.path).read_text(encoding="utf-8")
        if _code(source) != _code(changed(source, mutant)):
            drawn.append(mutant)
    return drawn


def changed(source: str, mutant: Mutant) -> str:
    """The file with the fault in it."""
    text = source.encode()
    return (text[: mutant.start] + mutant.after.encode() + text[mutant.end :]).decode()


def _code(source: str) -> str:
    """What runs of a source, whatever its lines."""
    return ast.dump(ast.parse(source))


# ------------------------------------------------------------------ the quick loop

#: The tests that are run of a game after its cases, golden games and answers.
TESTS = {
    "mystic-wood": (
        "tests/engine/mystic_wood/test_noticed.py",
        "tests/engine/mystic_wood/test_waiting.py",
        "tests/engine/mystic_wood/test_paths.py",
        "tests/engine/mystic_wood/test_compare.py",
    ),
    "gran": ("tests/engine/gran/test_gran.py",),
    "mystic_paths": (
        "tests/engine/mystic_paths/test_mystic_paths.py",
        "tests/engine/mystic_paths/test_mystic_paths_bots.py",
    ),
    "willow": (
        "tests/engine/willow/test_willow.py",
        "tests/engine/willow/test_willow_questions.py",
        "tests/engine/willow/test_willow_refused.py",
        "tests/games/willow/test_willow_map.py",
    ),
}
_HELD = "tests/engine/mystic_wood/test_golden.py::test_choices_answers_slips_and_searches_are_as_before"
#: The tests of a subject of its own, which are run after those where the fault is in it.
SUBJECTS = {
    "engine/mystic_wood/play/bots.py": ("tests/engine/mystic_wood/test_bots.py", f"{_HELD}[bots]"),
    "engine/mystic_wood/play/lookahead.py": ("tests/engine/mystic_wood/test_bots.py",),
    "engine/mystic_wood/play/outlook.py": ("tests/engine/mystic_wood/test_bots.py",),
    "engine/mystic_wood/play/signs.py": ("tests/engine/mystic_wood/test_bots.py",),
    "engine/mystic_wood/play/weighing.py": ("tests/engine/mystic_wood/test_bots.py", f"{_HELD}[bots]"),
    "engine/mystic_wood/play/routing.py": ("tests/engine/mystic_wood/test_bots.py", f"{_HELD}[bots]"),
    "engine/mystic_wood/play/crown.py": ("tests/engine/mystic_wood/test_bots.py",),
    "engine/mystic_wood/play/odds.py": (f"{_HELD}[searches]",),
    "engine/mystic_wood/material/source.py": ("tests/engine/mystic_wood/test_editions.py",),
    "engine/books/editions.py": ("tests/engine/mystic_wood/test_editions.py",),
    "engine/chance/search.py": ("tests/engine/test_search.py", f"{_HELD}[searches]"),
}
#: The tests that are run before anything else where the fault is in a file of this folder: they notice it soonest.
FIRST = dict.fromkeys(
    ("engine/willow/notation/", "engine/willow/material/"), ("tests/engine/willow/test_willow_refused.py",)
)
#: The functions of the engine that something called: file and name.
Called = frozenset[tuple[str, str]]


class Loop:
    """What is run against a fault: of the game it is in, or of all if all share its file.

    ``called`` says of each case, game and test which functions of the engine it calls; what does not call the changed one
    cannot notice, and is not run, unless it is called on import. Without a fault all of it is run, and what is called is learnt.
    """

    def __init__(
        self, games: Collection[str], called: Mapping[str, Called] | None = None, mutant: Mutant | None = None
    ) -> None:
        self.games, self.called = games, called or {}
        self.place = (mutant.path, mutant.within) if mutant else ("", "")
        self.survey = mutant is None
        self.learnt: dict[str, Called] = {}
        self.failed: str | None = None

    def run(self) -> str | None:
        """What noticed the fault first; None when all comes out as written."""
        with self._listening(ON_IMPORT):
            for name in IMPORTED:
                importlib.import_module(name)
        first = [file for folder, files in FIRST.items() if self.place[0].startswith(folder) for file in files]
        self._pytest(first)
        if "mystic-wood" in self.games:
            self._first_game()
        if "gran" in self.games:
            self._gran()
        if "mystic_paths" in self.games:
            self._mystic_paths()
        if "willow" in self.games:
            self._willow()
        if self.failed is None:
            files = [file for game in self.games for file in TESTS[game] if file not in first]
            files += [self.place[0]] if self.place[0] else []  # for its doctests
            files += SUBJECTS.get(self.place[0], ())
            self._pytest(files)
        return self.failed

    def _pytest(self, files: list[str]) -> None:
        """Run these files of tests; the first that fails is kept."""
        if not files:
            return
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *files], [self])
        if self.failed is None and status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            self.failed = f"the tests end with {status}"

    def _first_game(self) -> None:
        from tests.golden import games as golden_games
        from tests.support import broken_states
        from tests.support.named_rules import run_and_listen

        def fails(case: Mapping[str, Any]) -> bool:
            failed, named = run_and_listen(case)
            return bool(failed) or not named >= set(case["rules"])

        for case in CASES:
            self._try(f"case: {case['name']}", lambda case=case: fails(case))  # type: ignore[misc]
        self._try("broken states", lambda: bool(broken_states.unnoticed()))
        for seed, was in golden_games.blocks_of(golden_games.CROWD).items():
            self._try(f"golden: short game {seed}", lambda seed=seed, was=was: golden_games.crowded(int(seed)) != was)  # type: ignore[misc]
        for name, was in golden_games.blocks_of(golden_games.NEIGHBOURS).items():
            self._try(f"golden: beside {name}", lambda name=name, was=was: golden_games.beside(name) != was)  # type: ignore[misc]
        for name in (
            golden_games.ANSWERS,
            golden_games.WORDS,
            golden_games.CHOICES,
            golden_games.SPOILT,
            *golden_games.GAMES,
        ):
            self._try(f"golden: {name}", lambda name=name: golden_games.anew(name) != golden_games.written(name))  # type: ignore[misc]

    def _gran(self) -> None:
        from tests.engine.gran import test_gran_cases, test_gran_golden
        from tests.support import gran_answers

        for case in test_gran_cases.CASES:
            self._try(f"GRAN: {case['name']}", lambda case=case: bool(test_gran_cases.failed(case)))  # type: ignore[misc]
        self._try("GRAN: answers", lambda: gran_answers.answers() != gran_answers.FILE.read_text(encoding="utf-8"))
        for name in test_gran_golden.GAMES:
            written = (test_gran_golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
            self._try(f"GRAN: {name}", lambda name=name, was=written: test_gran_golden.transcript(name) != was)  # type: ignore[misc]

    def _mystic_paths(self) -> None:
        from tests.engine.mystic_paths import test_mystic_paths_cases, test_mystic_paths_golden
        from tests.support import mystic_paths_answers

        for case in test_mystic_paths_cases.CASES:
            self._try(f"Paths: {case['name']}", lambda case=case: bool(test_mystic_paths_cases.failed(case)))  # type: ignore[misc]
        was = mystic_paths_answers.FILE.read_text(encoding="utf-8")
        self._try("Paths: answers", lambda: mystic_paths_answers.answers() != was)
        for name in test_mystic_paths_golden.GAMES:
            written = (test_mystic_paths_golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
            self._try(f"Paths: {name}", lambda name=name, was=written: test_mystic_paths_golden.transcript(name) != was)  # type: ignore[misc]

    def _willow(self) -> None:
        from tests.engine.willow import test_willow_cases, test_willow_golden
        from tests.support import willow_crowds

        for case in test_willow_cases.CASES:
            self._try(f"Willow: {case['name']}", lambda case=case: bool(test_willow_cases.failed(case)))  # type: ignore[misc]
        for name in test_willow_golden.GAMES:
            written = (test_willow_golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
            self._try(f"Willow: {name}", lambda name=name, was=written: test_willow_golden.transcript(name) != was)  # type: ignore[misc]
        crowds = (test_willow_golden.FOLDER / "crowds.txt").read_text(encoding="utf-8")
        for number, was in willow_crowds.blocks(crowds).items():
            self._try(f"Willow: crowd {number}", lambda number=number, was=was: willow_crowds.text(number) != was)  # type: ignore[misc]
        spoilt = (test_willow_golden.FOLDER / "spoilt.txt").read_text(encoding="utf-8")
        for number, was in willow_crowds.blocks(spoilt).items():
            self._try(f"Willow: spoilt {number}", lambda number=number, was=was: willow_crowds.spoilt(number) != was)  # type: ignore[misc]
        answered = (test_willow_golden.FOLDER / "answers.txt").read_text(encoding="utf-8").splitlines()
        for case in test_willow_cases.CASES:
            name = f"Willow: all that could be said after {case['name']}"
            self._try(name, lambda case=case: test_willow_golden.answer(case) not in answered)  # type: ignore[misc]

    def _concerned(self, name: str) -> bool:
        if not self.place[1] or name not in self.called or self.place in self.called.get(ON_IMPORT, ()):
            return True
        return self.place in self.called[name]

    def _try(self, name: str, fails: Callable[[], bool]) -> None:
        """Whether this fails; a crash is a failure too."""
        if self.failed is not None or not self._concerned(name):
            return
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        with self._listening(name):
            try:
                if fails():
                    self.failed = name
            except Exception as crash:  # whatever a fault makes of the engine
                self.failed = f"{name} ({type(crash).__name__})"

    @contextlib.contextmanager
    def _listening(self, name: str) -> Iterator[None]:
        """Learn which functions of the engine are called meanwhile."""
        if not self.survey:
            yield
            return
        profile = cProfile.Profile(builtins=False)
        profile.enable()
        try:
            yield
        finally:
            profile.disable()
            engine, cut = str(ROOT / "engine"), len(str(ROOT)) + 1
            called = [entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)]
            of_engine = [code for code in called if code.co_filename.startswith(engine)]
            self.learnt[name] = frozenset((code.co_filename[cut:], code.co_qualname) for code in of_engine)

    # what pytest asks of a plugin

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only what calls the changed function, and nothing that tries at random."""
        at_random = [item for item in items if getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]
        items[:] = [item for item in items if item not in at_random and self._concerned(item.nodeid)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        with self._listening(item.nodeid):
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid


#: After so many seconds of work a single case, game or test counts as endless; and so much memory is too much.
LONGEST, MEMORY = 30, 2_000_000_000
#: All that the loop imports; what of the engine is called by that is learnt under a name of its own.
IMPORTED = (
    "tests.support.broken_states",
    "tests.golden.games",
    "tutor.hosts.cli.answers",
    "tests.support.gran_answers",
    "tests.engine.gran.test_gran",
    "tests.support.mystic_paths_answers",
    "tests.engine.mystic_paths.test_mystic_paths",
    "tests.engine.mystic_paths.test_mystic_paths_bots",
    "tests.engine.willow.test_willow_golden",
)
ON_IMPORT = "on import"
#: The files whose contents the survey depends on end so.
READ = (".py", ".toml", ".txt")
#: The worked cases of the first game, read once.
CASES: list[dict[str, Any]] = []


def warm() -> None:
    """Import all that the loop imports, read the cases, and forget the project's own modules again.

    What is forked from here has only the engine to import anew, with the fault in it.
    """
    for name in IMPORTED:
        importlib.import_module(name)
    CASES.extend([*importlib.import_module("tutor.content.cases").cases(), *others()])
    ours = [name for name in sys.modules if name.split(".")[0] in ("engine", "tutor") or name.startswith("tests.")]
    for name in sorted(ours, reverse=True):
        package, _, child = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(child, None)
        del sys.modules[name]
    gc.freeze()


def games_of(path: str) -> list[str]:
    """The games that play by a file: the one that has it to itself, or all."""
    return [game for game in TESTS if path.startswith(f"engine/{game.replace('-', '_')}/")] or [*TESTS]


def others() -> list[dict[str, object]]:
    """Cases that lie beside the project, where there are any that pass (``MYSTIC_WOOD_CASES``, a list of files)."""
    found: list[dict[str, object]] = []
    for path in filter(None, os.environ.get("MYSTIC_WOOD_CASES", "").split(os.pathsep)):
        found += tomllib.loads(Path(path).read_text(encoding="utf-8"))["case"]
    return found


# ------------------------------------------------------------------ trying them


def put_in(mutant: Mutant) -> None:
    """Whoever imports the mutant's file in this process from now on gets it with the fault."""
    changed_file = ROOT / mutant.path
    code = compile(
        changed(changed_file.read_text(encoding="utf-8"), mutant), str(changed_file), "exec", dont_inherit=True
    )
    without = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return code if Path(self.path) == changed_file else without(self, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010


class Try:
    """One run of the loop in a process of its own."""

    def __init__(
        self, games: Collection[str], called: Mapping[str, Called] | None = None, mutant: Mutant | None = None
    ) -> None:
        self.mutant = mutant
        self.reading, writing = os.pipe()
        self.process = os.fork()
        if self.process:
            os.close(writing)
            return
        status = 1
        try:
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            loop = Loop(games, called, mutant)
            try:
                if mutant is not None:
                    put_in(mutant)
                told = loop.run()
            except BaseException as crash:  # the engine cannot even be imported
                told = f"{type(crash).__name__}: {crash}".partition("\n")[0]
            with os.fdopen(writing, "wb") as out:
                pickle.dump((told, loop.learnt if mutant is None else {}), out)
            status = 0
        finally:
            os._exit(status)

    def outcome(self) -> tuple[str | None, dict[str, Called]]:
        """What noticed the fault, and which functions were called by what; waits until the process has ended."""
        with os.fdopen(self.reading, "rb") as answer:
            told = answer.read()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)
        return pickle.loads(told) if told else (ENDLESS, {})


def surveyed(games: Collection[str]) -> dict[str, Called]:
    """What is called by each case, game and test, learnt once for a state of the sources. RuntimeError if one fails."""
    found: dict[str, Called] = {}
    files = sorted(
        file for part in ("engine", "tutor", "tests") for file in (ROOT / part).rglob("*") if file.suffix in READ
    )
    digest = sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()
    for game in games:
        kept = ROOT / ".pytest_cache" / f"mutants-{game}.json"
        last = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if last.get("of") != digest:
            failed, learnt = Try([game]).outcome()
            if failed is not None:
                raise RuntimeError(f"without any fault the quick loop fails: {failed}")
            last = {"of": digest, "called": {name: sorted(called) for name, called in learnt.items()}}
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(last), encoding="utf-8")
        for name, called in last["called"].items():
            found[name] = frozenset((file, function) for file, function in called)
    return found


def tried(drawn: list[Mutant], workers: int) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with what noticed it, as they come. RuntimeError if the quick loop fails without any."""
    warm()
    called = surveyed(sorted({game for mutant in drawn for game in games_of(mutant.path)}))
    waiting, running = iter(drawn), dict[int, Try]()
    while True:
        for mutant in itertools.islice(waiting, workers - len(running)):
            started = Try(games_of(mutant.path), called, mutant)
            running[started.reading] = started
        if not running:
            return
        for ready in select.select(list(running), [], [])[0]:
            done = running.pop(ready)
            assert done.mutant is not None
            yield done.mutant, done.outcome()[0]


def main() -> int:
    """Draw, try, and print; 1 when fewer than ``--least`` of a hundred are caught."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Small faults, and whether tests notice."
    )
    parser.add_argument("--number", type=int, default=100, help="how many mutants (100)")
    parser.add_argument("--from", dest="begin", type=int, default=0, help="pass over so many of those drawn first (0)")
    parser.add_argument("--seed", type=int, default=1, help="which mutants (1)")
    parser.add_argument("--least", type=float, default=90, help="how many of a hundred must be caught (90)")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--in", dest="part", default="engine/", help="only files whose path contains this")
    parser.add_argument("--only", default="", help="only those of them whose line shown contains this")
    parser.add_argument("--verbose", action="store_true", help="what caught each as well")
    options = parser.parse_args()
    if any((ROOT / "engine").rglob("*.so")):
        parser.error("the engine is compiled here, so no fault would be felt; first: make fast-clean")
    os.chdir(ROOT)
    drawn = draw(options.begin + options.number, options.seed, options.part)[options.begin :]
    drawn = [mutant for mutant in drawn if options.only in str(mutant)]
    survivors = 0
    for mutant, noticed in tried(drawn, options.workers):
        survivors += noticed is None
        if noticed is None:
            print(f"survives  {mutant}", flush=True)
        elif options.verbose:
            print(f"caught    {mutant}  ({noticed})", flush=True)
    caught = len(drawn) - survivors
    print(f"{caught} of {len(drawn)} mutants caught (seed {options.seed})")
    return int(caught * 100 < options.least * len(drawn))


if __name__ == "__main__":
    sys.exit(main())
