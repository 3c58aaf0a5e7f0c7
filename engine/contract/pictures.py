"""How a state shows itself: painters are found among the installed packages, so the engine knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, cast


@cache
def installed_picture(group: str, kind: str) -> Callable[[Any], Any] | None:
    """The painter ("svg", "text", "notebook") an installed package offers as an entry point of a group; None for none."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=kind):
        return cast("Callable[[Any], Any]", entry.load())
    return None


def as_picture(state: object, group: str) -> str | None:
    """A state as a picture for a notebook, by the painter of a group of entry points; None where none is installed."""
    paint = installed_picture(group, "svg")
    return None if paint is None else paint(state)


def as_text(state: object, group: str) -> str:
    """A state as text for a terminal, by the painter of a group; as ``repr`` has it where none is installed."""
    write = installed_picture(group, "text")
    return repr(state) if write is None else write(state)


def as_bundle(state: object, group: str) -> dict[str, Any] | None:
    """What a notebook that runs shows of a state besides picture and text, by kind of content; None for nothing."""
    show = installed_picture(group, "notebook")
    return None if show is None else show(state)


class Pictured:
    """A state that shows itself: as a picture in a notebook, as text in a terminal. ``PICTURES`` is the group of entry points
    under which the painters of its game are installed."""

    __slots__ = ()
    PICTURES: ClassVar[str]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any] | None:
        """The board as something that lives in a notebook, where a package that makes one is installed."""
        return as_bundle(self, self.PICTURES)

    def _repr_svg_(self) -> str | None:
        """The board as a picture, in a notebook, where a package that paints is installed."""
        return as_picture(self, self.PICTURES)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The board as text, in IPython's terminal."""
        printer.text(repr(self) if cycle else as_text(self, self.PICTURES))
