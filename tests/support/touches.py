"""Touches as tests write them: what was done on which control, with the text of the field, and nothing of how it travelled."""

from __future__ import annotations

from typing import Any

from tutor.desk import Touch
from tutor.pages.exercise import KeptAttempt, Presenter


def a_touch(kind: str, target: str = "", to: str = "", text: str | None = None) -> Touch:
    """A touch on the page as it is now."""
    return Touch(0, 0, kind, target, to, {} if text is None else {target: (text,)})


def sends(
    kind: str, target: str = "", to: str = "", text: str | None = None, serial: int = 0, seen: int = 0
) -> dict[str, Any]:
    """The message a page sends for it."""
    values = {} if text is None else {target: [text]}
    told = {"kind": kind, "target": target, "to": to, "values": values}
    return {"kind": "touch", "seen": seen, "serial": serial, "touch": told}


def does(shown: Presenter, touch: Touch | str, **values: list[str]) -> tuple[KeptAttempt, ...]:
    """Do what a touch means where only one looks (a text: a click on that control), and what chance plays on; what is kept of it.

    Raises Refused with the reason, if it cannot be.
    """
    touch = Touch(0, 0, "click", touch, values=values) if isinstance(touch, str) else touch
    shown.look, texts = shown.hear(touch, shown.look)
    kept: list[KeptAttempt] = []
    for text in texts:
        kept += shown.do(text)
        while (who := shown.session.waits_for) is not None:
            kept += shown.do(shown.session.drawn(), who)
    return tuple(kept)
