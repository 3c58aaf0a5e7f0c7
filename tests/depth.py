"""More of the same: examples that `make test` leaves to `make test DEEP=1`, as CI has it (CONTRIBUTING.md, "The loop")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def deep_from(quick: int, values: Iterable[Any]) -> list[Any]:
    """The parameters of a test, all but the first ``quick`` of them marked as deep."""
    return [deep(value) if number >= quick else value for number, value in enumerate(values)]


def deep(*values: Any) -> Any:
    """One set of parameters, marked as deep."""
    return pytest.param(*values, marks=pytest.mark.deep)
