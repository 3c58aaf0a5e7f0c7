"""States from text: situations and codes, read and made playable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.mystic_wood.notation import reading
from engine.mystic_wood.notation.situations import CODE_PREFIX, unpacked
from engine.mystic_wood.play.state import State
from engine.text.notation import Notation


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    return State.of(reading.from_dict(raw, text))


_NOTATION = Notation(CODE_PREFIX, from_dict, unpacked)
loads, load, read, from_code = _NOTATION.loads, _NOTATION.load, _NOTATION.read, _NOTATION.from_code
