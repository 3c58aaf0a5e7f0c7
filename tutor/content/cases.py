"""Worked cases: a situation, what is done or asked, and what must then be true. They are data, in files of TOML."""

from __future__ import annotations

import tomllib
from typing import Any

from tutor.base.places import PACKAGE, PROJECT

_PACKED = PACKAGE / "_cases"
#: A clone keeps the cases among its tests; an installed wheel carries them inside the package.
CASE_FOLDER = _PACKED if _PACKED.is_dir() else PROJECT / "tests" / "cases"


def cases(game: str = "mystic-wood") -> list[dict[str, Any]]:
    """All worked cases of a game, in the order of their files.

    Those of another game than the first lie in a folder of its name; their situations get its ``game`` key.
    """
    first = game == "mystic-wood"
    found: list[dict[str, Any]] = []
    for path in sorted((CASE_FOLDER if first else CASE_FOLDER / game).glob("*.toml")):
        found += tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return (
        found if first else [{**case, "situation": f'game = "{game}"\n{case["situation"].lstrip()}'} for case in found]
    )
