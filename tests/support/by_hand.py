"""Widgets worked by hand: a clock one winds, and what a page tells of what was touched on it."""

from __future__ import annotations

from typing import Any


class Clock:
    """A clock one winds by hand."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def heard(view: Any, kind: str, target: str = "", seen: int | None = None, to: str = "", **values: list[str]) -> None:
    """A touch as the page's message tells it, one serial after another; ``seen`` is the act its page showed, else the last."""
    widget = view.widget()
    touch = {"kind": kind, "target": target, "to": to, "values": values}
    seen = view.desk.n if seen is None else seen
    widget._heard(widget, {"kind": "touch", "seen": seen, "serial": widget.link.serial + 1, "touch": touch}, [])


def tell(view: Any, clock: Clock, target: str, **values: list[str]) -> Any:
    """What is shown two seconds after the last, when something has been clicked; with it goes what is picked or written."""
    clock.now += 2
    heard(view, "click", target, **values)
    return view.shown()


def check(view: Any, clock: Clock, picked: list[str]) -> Any:
    """What is shown after an answer or an order was checked."""
    return tell(view, clock, "check", picked=picked)


def write(view: Any, clock: Clock, text: str) -> Any:
    """What is shown after something was written."""
    return tell(view, clock, "try", write=[text])


def press(view: Any, clock: Clock, button: str) -> Any:
    """What is shown after a button was pressed."""
    return tell(view, clock, button)
