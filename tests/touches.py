"""Touches as tests write them: what was done on which control, with the text of the field, and nothing of how it travelled."""

from __future__ import annotations

from typing import Any

from tutor.desk import Touch


def a_touch(kind: str, target: str = "", to: str = "", text: str | None = None) -> Touch:
    """A touch on the page as it is now."""
    return Touch(0, 0, kind, target, to, {} if text is None else {target: (text,)})


def sends(kind: str, target: str = "", to: str = "", text: str | None = None, serial: int = 0, seen: int = 0) -> dict[str, Any]:
    """The message a page sends for it."""
    values = {} if text is None else {target: [text]}
    told = {"kind": kind, "target": target, "to": to, "values": values}
    return {"kind": "touch", "seen": seen, "serial": serial, "touch": told}
