"""Widgets worked by hand: a clock one winds, and what a page tells of what was touched on it."""

from __future__ import annotations

from typing import Any


class Clock:
    """A clock one winds by hand."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def tell(view: Any, clock: Clock, **given: Any) -> dict[str, Any]:
    """What the page shows after it has told something, two seconds after the last: sooner would be a double click."""
    clock.now += 2
    view.take(given)
    return dict(view.panel.shown)


def press(view: Any, clock: Clock, button: str) -> dict[str, Any]:
    """What it shows after a button was pressed."""
    return tell(view, clock, do="press", id=button)
