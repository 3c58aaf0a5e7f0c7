"""How a state shows itself: painters are found among the installed packages, so the engine knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, cast


@cache
def installed_picture(group: str, kind: str) -> Callable[[Any], str] | None:
    """The painter ("svg" or "text") an installed package offers as an entry point of a group; None if there is none."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=kind):
        return cast("Callable[[Any], str]", entry.load())
    return None


class Shown:
    """What shows itself as a picture in a notebook and as text in a terminal, by the painters of a group of entry points."""

    __slots__ = ()
    #: The group of entry points.
    PICTURES: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        """The board as a picture, in a notebook, where a package that paints is installed."""
        paint = installed_picture(self.PICTURES, "svg")
        return None if paint is None else paint(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The board as text, in IPython's terminal."""
        write = installed_picture(self.PICTURES, "text")
        printer.text(repr(self) if write is None or cycle else write(self))
