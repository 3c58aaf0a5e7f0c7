"""How a game's situations are read: from text, codes and files, and who sits where in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.text.keyed import TomlTable, parse, read_file

if TYPE_CHECKING:
    from pathlib import Path

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Notation(Generic[S]):
    """The readers of a game: ``prefix`` is how its codes begin, ``state_of`` makes the state of plain data (and of the text
    they stood in, for the lines of faults), ``unpack`` gives the plain data of a code."""

    prefix: str
    state_of: Callable[[Mapping[str, Any], str | None], S]
    unpack: Callable[[str], Mapping[str, Any]]

    def loads(self, text: str) -> S:
        """The state a situation text describes. UnreadableText if it is no TOML, ImpossibleSituation with every fault."""
        return self.state_of(parse(text, "situation"), text)

    def from_code(self, text: str) -> S:
        """The state of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
        return self.state_of(self.unpack(text), None)

    def read(self, text: str) -> S:
        """The state of a situation text or a code, whichever it is."""
        return self.from_code(text) if text.lstrip().startswith(self.prefix) else self.loads(text)

    def load(self, path: str | Path) -> S:
        """The state in a file (situation text, or a code)."""
        return self.read(read_file(path, "Name a situation file or a code."))


def seats(
    top: TomlTable, known: Sequence[str], what: str, under: str = "knights"
) -> tuple[tuple[str, ...], dict[str, TomlTable]]:
    """The seats in playing order (the key ``order``, or else those listed), and the tables below ``under`` by seat.

    ``known`` are all who could play, ``what`` says what one of them is.
    """
    tables = top.named(under, known, what)
    order = top.ids("order", known, ordered=True) if "order" in top else tuple(tables)
    for name, table in tables.items():
        if name not in order:
            table.fault("", f"{name} has no seat", f'Add "{name}" to order, or take his table out.', "no-seat")
    if not order:
        top.fault("order", f"no {what} plays", f'Write order = ["{known[0]}"] or list a {what}.', "no-seat")
    return order, tables
