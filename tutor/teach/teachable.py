"""How a game is shown, and what may be asked of it besides what may be asked of every game: what its folder gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol


class Wanted(NamedTuple):
    """A goal to look for: whether a step has brought it, whose turns count, and what it is in words.

    ``known`` is what else the search of its game may be told of it, by name.
    """

    goal: Callable[[Any], bool]
    who: str
    told: str
    known: Mapping[str, Any] = MappingProxyType({})


class Front(Protocol):
    """How a game is shown, and what may be asked of it besides what may be asked of every game."""

    #: Who plays where no bot is named, and what only some games have: "variants", "board", "edit", "rulings"; "known", so that
    #: a search may leave out ground nobody has explored; "secrets", so that
    #: of what is judged only that is foretold which who decides can know.
    BOT: str
    OFFERS: tuple[str, ...]
    #: What only this game answers, by its command.
    QUESTIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], dict[str, Any]]]

    def board_text(self, state: Any) -> str:
        """The board for a terminal."""

    def whole_board(self, state: Any) -> str:
        """The board as SVG."""

    def next_words(self, state: Any) -> str:
        """What comes next, in a sentence."""

    def read_goal(self, text: str, state: Any) -> Wanted:
        """What somebody wants, as a person writes it: "george beats dragon". UnreadableText or ImpossibleSituation if nothing."""
