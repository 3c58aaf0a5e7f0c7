"""What the Mystic Wood says of situations that are laid out by hand, and how one writes it in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.text.faults import Fault, UnreadableText
from tutor.games.mystic_wood.building import setup_check, setup_diff
from tutor.games.mystic_wood.building.setup_diff import ANYTHING, lay_of

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State


#: Other words for "place".
_PUTS = ("put", "set", "add")


class ByHand:
    """See :class:`tutor.teach.game.teachable.Laying`."""

    def lay_of(self, text: str) -> setup_diff.Lay:
        return lay_of(text)

    def laid(self, given: State, built: State) -> Sequence[setup_diff.Piece]:
        return setup_diff.laid(given, built)

    def pieces(self, given: State, built: State) -> int:
        return setup_diff.pieces(given, built)

    def strays(
        self, given: State, built: State, lays: Sequence[setup_diff.Lay], cards: Sequence[str]
    ) -> Sequence[setup_diff.Stray]:
        return setup_diff.strays(given, built, lays, cards)

    def findings(self, exercise: Any, given: State, built: State) -> tuple[setup_check.Finding, ...]:
        return setup_check.findings(exercise, given, built)

    def lays_out(self, text: str) -> bool:
        from tutor.games.mystic_wood.editor.operations import VERBS

        return text.partition(" ")[0] in (*VERBS, "remain", *_PUTS)

    def laid_out(self, exercise: Any, given: State, text: str) -> State:
        """What operations lay out, beginning with what is given: "place orc c2; give ring george"."""
        from tutor.games.mystic_wood.building.constrained import ConstrainedEditor
        from tutor.games.mystic_wood.editor.model import Misplaced

        editor = ConstrainedEditor.within(given, tuple(map(lay_of, exercise.lay)), exercise.cards, exercise.pieces)
        for line in filter(None, map(str.strip, text.replace("\n", ";").split(";"))):
            try:
                line = _as_meant(line, given)
                if line.startswith("remain "):
                    editor.mark_remaining(line.split()[1])
                else:
                    editor.do(line)
            except Misplaced as refused:
                fix = f"You may write: {example(exercise)}."
                raise UnreadableText(Fault("your answer", f"{line[:60]}: {str(refused).rstrip('.')}", fix)) from None
        return editor.built

    def example(self, exercise: Any) -> str:
        return example(exercise)


def _as_meant(line: str, given: State) -> str:
    """An operation as the editor writes it: "put queen d3", and "lay" of what is no area card, place a card."""
    verb, *rest = line.split()
    lays_a_card = verb == "lay" and len(rest) == 2 and rest[0] not in given.wood.areas and rest[1] in given.wood.areas
    return " ".join(("place", *rest)) if verb in _PUTS or lays_a_card else line


def example(exercise: Any) -> str:
    """Operations of each kind that a setup allows, as they are written."""
    lays = tuple(map(lay_of, exercise.lay)) or ANYTHING
    forms = {
        "areas": "lay b2 NES",
        "denizens": "place orc c2",
        "things": "place lance c2",
        "hand": "give ring george",
        "remaining": "remain elf",
    }
    told = []
    for lay in lays:
        *words, last = forms[lay.kind].split()
        if lay.kind == "areas" and lay.where:
            words[1] = lay.where[0]
        elif lay.kind != "remaining" and lay.where:
            last = lay.where[0]
        told.append(" ".join((*words, last)))
    return "; ".join(told)
