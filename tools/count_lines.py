"""Counts code proper, by floor: ``make lines``.

Code proper is what is left of a module's lines without blank lines, comments, docstrings, imports, the further lines of a wrapped
signature, and lines that only close brackets. A floor is a folder of ``tutor/`` or ``engine/`` (what lies loose in one counts for
the folder itself); the front end's TypeScript is counted the same way, without its tests.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Not written by hand, or no code of the product.
NOT_COUNTED = {"dist", "node_modules", "__pycache__", "tests"}
#: A line that does nothing but close what was opened before.
CLOSES = re.compile(r"[\])}\s,;]*(?:\)\s*;?)?$")
#: Where the TypeScript lies.
FRONT = "tutor/front/source"


def left_out(tree: ast.Module) -> Iterator[int]:
    """The numbers of the lines of docstrings and imports, and of a signature's lines but its first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from range(node.lineno + 1, node.body[0].lineno)


def python_lines(text: str) -> int:
    r"""Code proper of a module of Python.

    >>> python_lines('import os\n\ndef cwd(\n    here: str,\n) -> str:\n    "Says."\n    return (\n        here\n    )\n')
    3
    """
    coded: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (
            tokenize.COMMENT,
            tokenize.NL,
            tokenize.NEWLINE,
            tokenize.INDENT,
            tokenize.DEDENT,
            tokenize.ENDMARKER,
        ):
            coded |= set(range(token.start[0], token.end[0] + 1))
    coded -= set(left_out(ast.parse(text)))
    lines = text.splitlines()
    return sum(1 for number in coded if not CLOSES.fullmatch(lines[number - 1].strip()))


def script_lines(text: str) -> int:
    r"""Code proper of a module of TypeScript.

    >>> script_lines('import { a } from "./a";\n\n/** Adds. */\nexport function f(): number {\n  return a;\n}\n')
    2
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^import\b[^;]*;", "", text, flags=re.MULTILINE)
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//") and not CLOSES.fullmatch(line))


def counted(package: str) -> Counter[str]:
    """Code proper of a package of Python, by its folders."""
    found: Counter[str] = Counter()
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        if not NOT_COUNTED & set(parts):
            found["/".join(parts[:2]) if len(parts) > 2 else package] += python_lines(path.read_text("utf-8"))
    return found


def main() -> None:
    """Prints a row for each floor, and the sums."""
    for package in ("tutor", "engine"):
        found = counted(package)
        for floor, number in sorted(found.items()):
            print(f"{number:>7,}  {floor}")
        print(f"{found.total():>7,}  {package} in all\n")
    scripts = [path for path in (ROOT / FRONT).rglob("*.ts") if not NOT_COUNTED & set(path.parts)]
    print(f"{sum(script_lines(path.read_text('utf-8')) for path in scripts):>7,}  front end (TypeScript)")


if __name__ == "__main__":
    main()
