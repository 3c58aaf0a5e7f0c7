"""The tables of keys in docs/writing-lessons.md, made of the keys: ``python -m tutor.teach.exercise.reference`` writes them anew.

Each stands between two marks, ``<!-- keys of choose -->`` and ``<!-- end of keys -->``. A kind that has none yet gets them before
``<!-- further kinds -->``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.keyed import Key
from tutor.base.places import PROJECT
from tutor.teach.exercise_table import COMMON
from tutor.teach.kinds import KINDS

PAGE = PROJECT / "docs" / "writing-lessons.md"
_FURTHER = "<!-- further kinds -->"
_MARKED = re.compile(r"<!-- keys of (\w+) -->\n.*?<!-- end of keys -->", re.DOTALL)


def table(keys: Sequence[Key]) -> str:
    """The keys, each with what it means."""
    return "\n".join(["| key | what it means |", "|---|---|", *(f"| `{key.name}` | {key.about} |" for key in keys)])


def rewritten(text: str) -> str:
    """A page with its tables made anew. KeyError for a table of no kind."""

    def made(found: re.Match[str]) -> str:
        keys = COMMON if found[1] == "all" else KINDS[found[1]].keys
        return f"<!-- keys of {found[1]} -->\n{table(keys)}\n<!-- end of keys -->"

    without = [name for name in KINDS if name not in tables_in(text)]
    added = "".join(f"### {name}\n\n<!-- keys of {name} -->\n<!-- end of keys -->\n\n" for name in without)
    return _MARKED.sub(made, text.replace(_FURTHER, added + _FURTHER))


def tables_in(text: str) -> list[str]:
    """Of which kinds a page has tables."""
    return _MARKED.findall(text)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
