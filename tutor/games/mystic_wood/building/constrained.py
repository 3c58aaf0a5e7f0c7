"""An editor for a setup: what was given stays, and only what the setup asks for can be laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.mystic_wood.position.table import Ignored
from engine.text.keyed import value_text
from tutor.games.mystic_wood.building.setup_diff import Lay, Piece, laid, pieces, strays
from tutor.games.mystic_wood.editor.draft_situation import read, state_data
from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.editor.operations import apply
from tutor.pages.editor.model import Misplaced

if TYPE_CHECKING:
    from engine import mystic_wood as mw


@dataclass
class ConstrainedEditor(Editor):
    """A situation in the making within the limits of a setup. Make one with :meth:`within`."""

    given: mw.State | None = None
    lays: tuple[Lay, ...] = ()
    cards: tuple[str, ...] = ()
    most: int = 0

    @classmethod
    def within(
        cls, given: mw.State, lays: tuple[Lay, ...] = (), cards: tuple[str, ...] = (), most: int = 0
    ) -> ConstrainedEditor:
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

    def take_away(self, card: str) -> None:
        """Take away a card that was laid, and the mark on it if it has remained."""
        lines = [f"remove {card}"]
        for knight in self.built.knights:
            kept = [mark for mark in knight.ignored_by if mark.denizen != card]
            if len(kept) < len(knight.ignored_by):
                lines.insert(0, _marks_line(knight.id, kept))
        self.do(*lines)

    @property
    def bystander(self) -> str:
        """The Knight of whom a denizen takes no notice that has remained."""
        assert self.given is not None
        return next((lay.where[0] for lay in self.lays if lay.kind == "remaining" and lay.where), self.given.turn)

    def mark_remaining(self, card: str) -> bool:
        """Say of a denizen that it has remained, or that it has not after all; whether it is so now."""
        marks = self.built.knight(self.bystander).ignored_by
        kept = [mark for mark in marks if mark.denizen != card]
        at = next((piece.where for piece in self.laid if piece.kind == "denizens" and piece.card == card), "")
        marked = len(kept) == len(marks)
        if marked and not at:
            raise Misplaced("Only a denizen that was laid can have remained.")
        self.do(_marks_line(self.bystander, [*kept, Ignored(card, at, guards=True)] if marked else kept))
        return marked

    def begin_again(self) -> None:
        """Back to what was given, as one step that can be undone."""
        if self.data != self.start:
            self.open_data(self.start)


def _marks_line(knight: str, marks: Sequence[Ignored]) -> str:
    """The operation after which these take no notice of a Knight."""
    entries = [
        {"denizen": mark.denizen, "area": mark.area, **({} if mark.guards else {"guards": False})} for mark in marks
    ]
    return f"set {knight} ignored_by {value_text(entries)}" if entries else f"unset {knight} ignored_by"
