"""An editor for a setup: what was given stays, and only what the setup asks for can be laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor.editor.half_built import read, state_data
from tutor.editor.model import Editor
from tutor.editor.operations import Misplaced, apply
from tutor.exercises.laying import Lay, Piece, laid, pieces, strays

if TYPE_CHECKING:
    from engine import mystic_wood as mw


@dataclass
class Fenced(Editor):
    """A situation in the making within the limits of a setup. Make one with :meth:`within`."""

    given: mw.State | None = None
    lays: tuple[Lay, ...] = ()
    cards: tuple[str, ...] = ()
    most: int = 0

    @classmethod
    def within(cls, given: mw.State, lays: tuple[Lay, ...] = (), cards: tuple[str, ...] = (), most: int = 0) -> Fenced:
        """An editor that begins with what is given and allows what may be laid, at most so many pieces (0: any number)."""
        return cls(state_data(given), given=given, lays=lays, cards=cards, most=most)

    @property
    def built(self) -> mw.State:
        """What is laid out now; where something cannot be, the given situation."""
        state = self.state or self.given
        assert state is not None
        return state

    @property
    def laid(self) -> tuple[Piece, ...]:
        """What has been laid."""
        assert self.given is not None
        return laid(self.given, self.built)

    @property
    def operations(self) -> int:
        """How many things were done and not taken back."""
        return len(self._steps)

    def do(self, *lines: str, strict: bool = True) -> None:
        """Carry out operations as one step. Misplaced says what would touch what was given, or is not asked for."""
        data = self.data
        for line in lines:
            data = apply(data, line)
        after = read(data).state
        if after is not None and self.given is not None:
            found = strays(self.given, after, self.lays, self.cards)
            if found:
                raise Misplaced(found[0].text)
            if self.most and pieces(self.given, after) > self.most:
                raise Misplaced(f"At most {self.most} piece{'s' if self.most > 1 else ''}: take one away first.")
        super().do(*lines, strict=strict)

    def begin_again(self) -> None:
        """Back to what was given, as one step that can be undone."""
        if self.data != self.start:
            self.open_data(self.start)
