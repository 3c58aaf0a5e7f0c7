"""Every promise of docs/promises.md is held by tests that are there."""

from __future__ import annotations

import ast
import re

from tests.sources import ROOT


def test_every_promise_is_held_by_tests_that_are_there() -> None:
    lines = (ROOT / "docs/promises.md").read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and "promise |" not in line]
    assert len(rows) >= 20
    for row in rows:
        named = re.findall(r"`(tests/[\w/.]+)::(\w+)`", row)
        assert named, f"no test holds: {row}"
        for file, test in named:
            tree = ast.parse((ROOT / file).read_text("utf-8"))
            there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert test in there, f"{file} has no {test}"
