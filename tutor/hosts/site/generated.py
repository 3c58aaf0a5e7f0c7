"""What Python generates while modules are imported (the methods of dataclasses, the programs of regular expressions), generated
when the site is built: in a browser that costs as much as all the rest of the imports. What was not noted then is generated as
ever."""

from __future__ import annotations

import builtins
import dataclasses
import marshal
import re
from collections.abc import Callable
from functools import cache
from types import CodeType, SimpleNamespace
from typing import Any

_COMPILER: Any = vars(re)["_compiler"]  # the names of the standard library that are replaced here are nobody else's
_DATACLASSES: Any = vars(dataclasses)


def note() -> Callable[[], bytes]:
    """Note from now on what is generated. What is returned tells it, as :func:`use` reads it."""
    codes: dict[str, CodeType] = {}
    programs: dict[tuple[str | bytes, int], tuple[Any, ...]] = {}
    compile_pattern = _COMPILER.compile

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        codes[text] = without_lines(compile(text, "<generated>", "exec", dont_inherit=True))
        builtins.exec(codes[text], names, made)

    def noted(pattern: Any, flags: int = 0) -> Any:
        def program(text: Any, all_flags: int, code: list[int], groups: int, named: dict[str, int], names: Any) -> Any:
            made = text, int(all_flags), [int(each) for each in code], groups, dict(named), names
            if isinstance(pattern, str | bytes):
                programs[pattern, int(flags)] = made
            return sre.compile(*made)

        sre = _COMPILER._sre
        _COMPILER._sre = SimpleNamespace(**{**vars(sre), "compile": program})
        try:
            return compile_pattern(pattern, flags)
        finally:
            _COMPILER._sre = sre

    _DATACLASSES["exec"] = run
    _COMPILER.compile = noted
    return lambda: marshal.dumps((codes, programs))


def use(data: bytes) -> None:
    """Take what was noted from now on."""
    codes, programs = marshal.loads(data)
    compile_pattern, program = _COMPILER.compile, _COMPILER._sre.compile

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        builtins.exec(codes.get(text) or text, names, made)

    def compiled(pattern: Any, flags: int = 0) -> Any:
        found = programs.get((pattern, int(flags))) if isinstance(pattern, str | bytes) else None
        return program(*found) if found else compile_pattern(pattern, flags)

    _DATACLASSES["exec"] = run
    _DATACLASSES["_MODULE_IDENTIFIER_RE"] = SimpleNamespace(match=cache(_DATACLASSES["_MODULE_IDENTIFIER_RE"].match))
    _COMPILER.compile = compiled


def without_lines(code: CodeType) -> CodeType:
    """The code with a table that names no lines, since there is no text they could be of."""
    parts = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)  # a byte for eight: bit 7, kind 15 (no place), how many less one
    return code.replace(co_consts=parts, co_linetable=b"\xff" * eights + bytes([0xF7 + rest] if rest else []))
