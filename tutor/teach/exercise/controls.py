"""How one answers an exercise: buttons, options, rows to be put in order, a box to write in, and room on paper. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. ``id`` comes back as the input; ``key`` is a letter or key that does the same."""

    id: str
    text: str
    tip: str = ""
    main: bool = False
    enabled: bool = True
    key: str = ""


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of buttons under a heading that is read aloud."""

    kind: ClassVar[str] = "buttons"
    label: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """Something to choose, as HTML; ``mark`` is "right", "wrong" or "" """

    id: str
    html: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """One or ``several`` to be chosen, and a button that has the choice checked.

    Where something is sorted there is one for each thing, with a ``name`` of its own; only the ``last`` has the button, which
    ``needs`` what is named to be picked first. ``board`` says that the options are targets of the picture, picked on it.
    """

    kind: ClassVar[str] = "options"
    label: str
    options: tuple[ChoiceShown, ...]
    several: bool
    picked: tuple[str, ...] = ()
    frozen: bool = False
    name: str = "picked"
    last: bool = True
    needs: tuple[str, ...] = ("picked",)
    board: bool = False


@dataclass(frozen=True, slots=True)
class OrderedThing:
    """One of the things to be put in order: its ``name``, and ``mark`` as in an option.

    ``face`` is the picture of its card, set by whoever paints; ``place`` is its place once it is known (from 1; those that may
    change places have the same).
    """

    id: str
    name: str
    face: Any = None
    mark: Literal["right", "wrong", ""] = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Rows:
    """Things to be put in order, as they lie now; by arrows, by dragging or by keyboard. ``tries`` is how often an order was
    checked: the marks are those of the last time."""

    kind: ClassVar[str] = "rows"
    label: str
    rows: tuple[OrderedThing, ...]
    tries: int = 0
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Write:
    """A box to write in. ``text`` is what stands in it."""

    kind: ClassVar[str] = "write"
    label: str
    placeholder: str
    press: str
    unit: str = ""
    text: str = ""
    main: bool = False


@dataclass(frozen=True, slots=True)
class Pages:
    """Where one is in a scene."""

    kind: ClassVar[str] = "pages"
    at: int
    of: int


@dataclass(frozen=True, slots=True)
class NoteShown:
    """Words among the controls, as HTML."""

    kind: ClassVar[str] = "note"
    html: str


Control: TypeAlias = Buttons | Options | Rows | Write | Pages | NoteShown


@dataclass(frozen=True, slots=True)
class Sheet:
    """Room for an answer on paper.

    A ``note``, then ``boxes`` to tick or, with ``number``, to number (Markdown), a ``blank`` before a unit, or ``lines``
    to write on.
    """

    note: str = ""
    boxes: tuple[str, ...] = ()
    number: bool = False
    blank: str | None = None
    lines: int = 0
