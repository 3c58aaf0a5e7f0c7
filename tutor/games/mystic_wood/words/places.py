"""Areas as somebody writes them."""

from __future__ import annotations

import re

from engine.mystic_wood.material.wood import every_area
from engine.text.faults import Fault, UnreadableText

_AREA = re.compile(r"\b([a-z])\s*([1-9])\b")
_LONGEST = 40
WHICH = 'Areas are named from "a1" to "e9".'


def read_area(text: str) -> str:
    """The area a learner wrote ("C8", " c 8 ", "to c8"). UnreadableText if it is none, or more than one."""
    named = {"".join(parts) for parts in _AREA.findall(text[:_LONGEST].lower())} & set(every_area())
    if len(named) == 1:
        return named.pop()
    raise UnreadableText(Fault("your answer", f"{text.strip()[:_LONGEST]!r} is no area", WHICH))
