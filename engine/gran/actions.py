"""The language of actions: one line of text each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.chance import DIE
from engine.faults import Fault, UnreadableText, nearest, sentence, shown
from engine.gran.material import DOCS, DRAGONS, Board

#: Every verb with an example, which names as many spaces as it may.
FORMS: Mapping[str, str] = {
    "move": "move ga3 w6", "pass": "pass", "stay": "stay", "banish": "banish w9", "lay": "lay ub4", "ring": "ring eb1",
    "card": "card 4", "roll": "roll 5",
}  # fmt: skip
#: Verbs of chance name one of these numbers instead.
_NUMBERS: Mapping[str, range] = {"card": range(max(DRAGONS) + 1), "roll": DIE}


class Action(NamedTuple):
    """An action: its verb, and the spaces or the number it names."""

    verb: str
    spaces: tuple[str, ...] = ()
    number: int = -1

    @property
    def text(self) -> str:
        """The action as one line."""
        return " ".join((self.verb, *self.spaces, *([str(self.number)] if self.number >= 0 else [])))


def parse_action(text: str, board: Board) -> Action:
    """The action a text names. UnreadableText if it is none, or names a space that is not on the board."""
    verb, *named = text[:200].lower().split() or [""]

    def refusal(what: str, fix: str, code: str) -> UnreadableText:
        return UnreadableText(Fault(f"action {shown(text)}", what, fix, code))

    if verb not in FORMS:
        what = f"{shown(verb)} is no action" if verb else "it says nothing"
        raise refusal(what, sentence(nearest(verb, tuple(FORMS))), "no-action")
    fix, numbers, most = f"Write it like this: {FORMS[verb]}.", _NUMBERS.get(verb), len(FORMS[verb].split()) - 1
    if numbers is not None:
        if len(named) != 1 or named[0] not in map(str, numbers):
            raise refusal(f"{verb} names a number from {numbers[0]} to {numbers[-1]}", fix, "no-number")
        return Action(verb, number=int(named[0]))
    if not min(1, most) <= len(named) <= most:
        raise refusal(f"{verb} does not name {len(named)} spaces", fix, "wrong-number")
    for space in named:
        if space not in board.spaces:
            hint = sentence(nearest(space, tuple(board.spaces), DOCS))
            raise refusal(f"{shown(space)} is no space of this board", hint, "unknown-space")
    return Action(verb, tuple(named))
