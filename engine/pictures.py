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


def as_picture(state: object, group: str) -> str | None:
    """A state as a picture for a notebook, by the painter of a group of entry points; None where none is installed."""
    paint = installed_picture(group, "svg")
    return None if paint is None else paint(state)


def as_text(state: object, group: str) -> str:
    """A state as text for a terminal, by the painter of a group; as ``repr`` has it where none is installed."""
    write = installed_picture(group, "text")
    return repr(state) if write is None else write(state)


class Pictured:
    """A state that shows itself: as a picture in a notebook, as text in a terminal. ``PICTURES`` is the group of entry points
    under which the painters of its game are installed."""

    __slots__ = ()
    PICTURES: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        """The board as a picture, in a notebook, where a package that paints is installed."""
        return as_picture(self, self.PICTURES)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The board as text, in IPython's terminal."""
        printer.text(repr(self) if cycle else as_text(self, self.PICTURES))
