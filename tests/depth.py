"""More of the same: examples that `make test` leaves to `make test DEEP=1`, as CI has it (CONTRIBUTING.md, "The loop")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

#: Puzzles whose proof takes most of half a second and more: deep, since each kind has others.
DEAR_PUZZLES = frozenset(
    {
        "a-ring-for-the-grail",
        "a-ring-for-the-princess",
        "one-horn-two-wishes",
        "steel-for-a-pilgrim",
        "whose-ring-it-is",
        "good-deeds-first",
        "muscle-wanted",
        "the-only-way-out",
        "everybody-is-here",
        "from-gate-to-gate",
        "the-ring-and-the-lady",
        "paths-walk-five",
        "paths-walk-home-three",
        "paths-walk-neighbours",
        "paths-walk-next-door",
        "paths-walk-three-corners",
        "paths-walk-twice-owl",
        "paths-walk-not-owl",
        "key-for-lance",
        "the-closed-gate-of-d7",
        "a-road-for-roland",
        "end-of-the-world-today",
        "room-for-a-stroll",
        "the-long-way-next-door",
    }
)


def deep_from(quick: int, values: Iterable[Any]) -> list[Any]:
    """The parameters of a test, all but the first ``quick`` of them marked as deep."""
    return [deep(value) if number >= quick else value for number, value in enumerate(values)]


def deep(*values: Any) -> Any:
    """One set of parameters, marked as deep."""
    return pytest.param(*values, marks=pytest.mark.deep)


def every(step: int, values: Sequence[Any]) -> list[Any]:
    """Two sets of parameters: every so-manieth value, and all the others, marked as deep."""
    others = [value for number, value in enumerate(values) if number % step]
    return [
        pytest.param(values[::step], id=f"every {step}th"),
        pytest.param(others, marks=pytest.mark.deep, id="all others"),
    ]
