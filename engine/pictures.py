"""How a state shows itself: painters are found among the installed packages, so the engine knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast


@cache
def installed_picture(group: str, kind: str) -> Callable[[Any], str] | None:
    """The painter ("svg" or "text") an installed package offers as an entry point of a group; None if there is none."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=kind):
        return cast("Callable[[Any], str]", entry.load())
    return None
