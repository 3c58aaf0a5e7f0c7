"""Mutants: small faults put into the engine one at a time, to see whether the cases and the golden games notice.

``python -m tests.mutants`` draws 100 of them (always the same for a ``--seed``), runs the quick loop against each in a copy
of the project, and prints how many were caught and, of those that were not, file and line, before and after. The exit
status is 1 when too few were caught.

Not drawn: what changes nothing that runs (docstrings, annotations, assertions, imports for types), and the wording of
sentences, which golden games and reviews hold.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

resource: Any = None
with contextlib.suppress(ImportError):  # there is none on Windows
    import resource

#: What is told of a fault that keeps the loop from ending.
ENDLESS = "it ran without end"
ROOT = Path(__file__).parent.parent
COPIED = ("engine", "tutor", "tests", "lessons")
#: How often each kind of fault is drawn, against the others.
KINDS = {
    "comparison": 5, "condition": 5, "and/or": 4, "not": 3, "number": 2, "truth": 2, "word": 3, "statement": 5, "return": 3,
    "operator": 2,
}  # fmt: skip
OPPOSITE: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Eq: ("!=",), ast.NotEq: ("==",), ast.Lt: ("<=", ">="), ast.LtE: ("<", ">"), ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"), ast.Is: ("is not",), ast.IsNot: ("is",), ast.In: ("not in",), ast.NotIn: ("in",),
}  # fmt: skip
#: What a function of this type gives back instead.
NOTHING = {"list": "[]", "tuple": "()", "dict": "{}", "set": "set()", "str": '""', "int": "0"}
WORD = re.compile(r"[a-z][a-z0-9]*([._ -][a-z0-9]+)*\Z")


@dataclass(frozen=True)
class Mutant:
    """One fault: in which file, at which line, and which bytes become what."""

    path: str
    line: int
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
        self.visit(ast.parse(source))

    def note(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        """A mutant that puts ``after`` in the place of ``node``."""
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = self.text[start:end].decode()
        self.found.append(Mutant(self.path, node.lineno, kind, start, end, before, after))

    def bracketed(self, kind: str, node: ast.expr, after: str) -> None:
        self.note(kind, node, f"({after})")

    # -------------------------------------------------------------- what is passed over

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        self.note("statement", node, "pass")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.returns.append(node.returns)
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.visit(default)
        self._body(node.body)
        self.returns.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

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


_OPERATOR = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
             ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}  # fmt: skip


def _tight(node: ast.expr) -> str:
    text = ast.unparse(node)
    loose = isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare | ast.UnaryOp | ast.BinOp | ast.Lambda)
    return f"({text})" if loose else text


def mutants(root: Path = ROOT) -> list[Mutant]:
    """Every mutant there is of the engine's files, in their order."""
    found: list[Mutant] = []
    for path in sorted((root / "engine").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for mutant in Finder(path.relative_to(root).as_posix(), source).found:
            if _changes(source, mutant):
                found.append(mutant)
    return found


def _changes(source: str, mutant: Mutant) -> bool:
    return mutant.before != mutant.after and source.encode()[mutant.start : mutant.end].decode() == mutant.before


def draw(number: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """So many different mutants, the kinds in the proportions of ``KINDS``."""
    rng = random.Random(seed)
    heap: dict[str, list[Mutant]] = {kind: [] for kind in KINDS}
    for mutant in mutants(root):
        heap[mutant.kind].append(mutant)
    for kind in heap:
        rng.shuffle(heap[kind])
    drawn: list[Mutant] = []
    while len(drawn) < number and any(heap.values()):
        kinds = [kind for kind in KINDS if heap[kind]]
        mutant = heap[rng.choices(kinds, [KINDS[kind] for kind in kinds])[0]].pop()
        source = (root / mutant.path).read_text(encoding="utf-8")
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


#: The tests that hold GRAN, the quickest first.
GRAN = ("tests/test_gran_cases.py", "tests/test_gran_golden.py", "tests/test_gran.py")


def first_failure_of_gran() -> str | None:
    """The first of GRAN's cases, golden games and tests that fails; None when all pass."""
    import pytest

    failed: list[str] = []

    class Noted:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            failed.extend([report.nodeid] if report.failed else [])

    status = pytest.main(["-x", "-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", *GRAN], [Noted()])
    return failed[0] if failed else f"the tests of GRAN end with {status}" if status else None


def first_failure() -> str | None:
    """The first case or golden game that does not come out as written; None when all do."""
    from engine.mystic_wood import __file__ as engine_file
    from tests import broken_states, golden_games
    from tutor.answers import answer
    from tutor.cases import cases, run_case

    assert Path(engine_file).is_relative_to(Path.cwd()), f"the engine of another folder is tried: {engine_file}"
    if broken_states.unnoticed():
        return f"broken states: {broken_states.unnoticed()[0]}"
    for name in (golden_games.ANSWERS, golden_games.CROWD, *golden_games.GAMES):
        if golden_games.anew(name) != golden_games.written(name):
            return f"golden: {name}"
    for case in [*cases(), *others()]:
        if run_case(case, answer):
            return f"case: {case['name']}"
    return None


def others() -> list[dict[str, object]]:
    """Cases that lie beside the project, where there are any that pass (``MYSTIC_WOOD_CASES``, a list of files)."""
    found: list[dict[str, object]] = []
    for path in filter(None, os.environ.get("MYSTIC_WOOD_CASES", "").split(os.pathsep)):
        found += tomllib.loads(Path(path).read_text(encoding="utf-8"))["case"]
    return found


# ------------------------------------------------------------------ trying them


class Copies:
    """Copies of the project, one for each worker, in which faults are put and taken out again."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.free: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copy = folder / str(number)
            for name in COPIED:
                skipped = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "browser", ".pytest_cache")
                shutil.copytree(ROOT / name, copy / name, ignore=skipped)
            self.free.put(copy)

    def outcome(self, mutant: Mutant | None, limit: int, path: str = "") -> str | None:
        """What noticed the fault; None when nothing did. Without a fault: what fails of the loop for this path."""
        copy = self.free.get()
        try:
            if mutant is None:
                return _run(copy, limit, path)
            path = copy / mutant.path
            source = path.read_text(encoding="utf-8")
            compiled = Path(importlib.util.cache_from_source(str(path)))
            try:
                compiled.unlink(missing_ok=True)
                path.write_text(changed(source, mutant), encoding="utf-8")
                return _run(copy, limit, mutant.path)
            finally:
                path.write_text(source, encoding="utf-8")
                compiled.unlink(missing_ok=True)
        finally:
            self.free.put(copy)


def _run(copy: Path, limit: int, path: str) -> str | None:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tests.mutants", "--loop", "--in", path, "--limit", str(limit)]
    try:  # a machine may be busy: what counts is the processor's time, and only far beyond it the clock
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=20 * limit, check=False)
    except subprocess.TimeoutExpired:
        return ENDLESS
    if done.returncode <= 0:
        return ENDLESS if done.returncode else None
    return (done.stdout.strip().splitlines() or done.stderr.strip().splitlines() or ["it crashed"])[-1]


def tried(drawn: list[Mutant], workers: int, limit: int) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with what noticed it, in the order drawn. RuntimeError if the quick loop fails without any."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = Copies(Path(folder), workers)
        for path in {mutant.path.startswith("engine/gran/"): mutant.path for mutant in drawn}.values():
            without = copies.outcome(None, limit * 3, path)
            if without is not None:
                raise RuntimeError(f"without any fault the quick loop fails: {without}")
        with ThreadPoolExecutor(workers) as pool:
            yield from zip(drawn, pool.map(lambda mutant: copies.outcome(mutant, limit), drawn), strict=True)


def main() -> int:
    """Draw, try, and print; 1 when fewer than ``--least`` of a hundred are caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Small faults, and whether tests notice.")
    parser.add_argument("--number", type=int, default=100, help="how many mutants (100)")
    parser.add_argument("--seed", type=int, default=1, help="which mutants (1)")
    parser.add_argument("--least", type=float, default=90, help="how many of a hundred must be caught (90)")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--limit", type=int, default=30, help="after how many seconds of work a loop counts as endless (30)")
    parser.add_argument("--in", dest="part", default="", help="only files whose path contains this")
    parser.add_argument("--verbose", action="store_true", help="what caught each as well")
    parser.add_argument("--loop", action="store_true", help="run the quick loop once, here")
    options = parser.parse_args()
    if options.loop:
        if resource is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (options.limit, options.limit + 1))
        failure = first_failure_of_gran() if options.part.startswith("engine/gran/") else first_failure()
        print(failure or "all as written")
        return failure is not None
    drawn = draw(options.number * (20 if options.part else 1), options.seed)
    drawn = [mutant for mutant in drawn if options.part in mutant.path][: options.number]
    caught, survivors = 0, []
    for mutant, noticed in tried(drawn, options.workers, options.limit):
        caught += noticed is not None
        if noticed is None:
            survivors.append(mutant)
            print(f"survives  {mutant}", flush=True)
        elif options.verbose:
            print(f"caught    {mutant}  ({noticed})", flush=True)
    print(f"{caught} of {len(drawn)} mutants caught (seed {options.seed})")
    return caught * 100 < options.least * len(drawn)


if __name__ == "__main__":
    sys.exit(main())
