"""The files of the project that are written by hand, for tests that read them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Folders of what is built, and of what it is built with: twenty thousand files, which are not even walked through.
NOT_BY_HAND = ("dist", "node_modules", "__pycache__")


@cache
def written(folder: str, *suffixes: str) -> tuple[Path, ...]:
    """The files of a folder that are written by hand."""
    found: list[Path] = []
    for where, folders, files in os.walk(ROOT / folder):
        folders[:] = [each for each in folders if each not in NOT_BY_HAND]
        found += [Path(where, name) for name in files if name.endswith(suffixes)]
    return tuple(sorted(found))
