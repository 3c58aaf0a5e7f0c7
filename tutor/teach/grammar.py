"""What a reader of exercises must know of a game: its rules, players, cards, and how actions and conditions are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.faults import Fault

if TYPE_CHECKING:
    from tutor.exercises.claims import Claim


class Grammar:
    """How exercises of a game are written, as far as what all games have says it. A game's own has more (:mod:`tutor.games`).

    ``game`` is its package (:class:`engine.game.Game`).
    """

    #: What a part of the board is called, how one is written, and an example of a condition, for hints.
    FOCUS = ("part of the board", "Leave it out.")
    GOAL = "{ ... }"
    #: The keys of a condition that are about what came before.
    PAST: Sequence[str] = ()
    #: Who may play, and the ids of every card.
    seats: Sequence[str] = ()
    cards: Sequence[str] = ()

    def __init__(self, game: Any) -> None:
        self.game = game

    @property
    def code(self) -> str:
        """How the code of a situation begins."""
        return str(self.game.CODE_PREFIX)

    @property
    def rules(self) -> Sequence[str]:
        """The ids of every rule."""
        return tuple(self.game.ledger())

    @property
    def editions(self) -> Sequence[str]:
        """The editions, the first of them where nothing is said."""
        return tuple(self.game.editions())

    def action(self, text: str) -> str:
        """An action as the engine writes it. UnreadableText if it is none."""
        return " ".join(text.split())

    def situation(self, code: str) -> str:
        """The situation of a code, written out. UnreadableText or ImpossibleSituation if it is none."""
        return str(self.game.dumps(self.game.from_code(code)))

    def is_part(self, focus: str) -> bool:
        """Whether a text names a part of the board."""
        return False

    def is_place(self, name: str) -> bool:
        """Whether a text names a place of the board."""
        return bool(name)

    def lay(self, text: str) -> None:
        """UnreadableText if a text is nothing that may be laid."""

    def claim(self, raw: Any, key: str, where: str, faults: list[Fault]) -> Claim | None:
        """A condition as TOML has it. What is wrong with it goes into ``faults``, and then it is None."""
        faults.append(Fault(where, "this game knows no conditions yet", "Ask in another way."))
        return None
