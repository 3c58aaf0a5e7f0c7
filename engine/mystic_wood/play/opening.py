"""States from text: situations and codes, read and made playable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.mystic_wood.notation import reading, situations
from engine.mystic_wood.play.state import State

if TYPE_CHECKING:
    from pathlib import Path


def loads(text: str) -> State:
    """The state a situation text describes. UnreadableText if it is no TOML, ImpossibleSituation with every fault."""
    return State.of(situations.loads(text))


def load(path: str | Path) -> State:
    """The state in a file (situation text, or a code)."""
    return State.of(situations.load(path))


def read(text: str) -> State:
    """The state of a situation text or a code, whichever it is."""
    return State.of(situations.read(text))


def from_code(text: str) -> State:
    """The state of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    return State.of(situations.from_code(text))


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    return State.of(reading.from_dict(raw, text))
