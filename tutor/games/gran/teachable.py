"""GRAN as it is taught: what is its own, joined to what asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from engine import gran
from engine.contract.verdicts import Verdict
from engine.gran.material import COLOURS
from engine.text.faults import cap
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.games.gran.computed import COMPUTED, SETS
from tutor.games.gran.conditions import CONDITIONS, SUBJECTS
from tutor.games.gran.goals import read_goal
from tutor.games.gran.puzzle_kinds import PUZZLE_KINDS, THEMES
from tutor.games.gran.scene import board_scene
from tutor.games.gran.text import board_text
from tutor.games.gran.tries import meant, refused, targets, ways_meant
from tutor.games.gran.words import ASSUMED, action_words, next_words
from tutor.teach.game.asking import Asking
from tutor.teach.game.teachable import BoardLook, Item, Refutation, Teachable, Wanted
from tutor.teach.language import Talk

#: The most actions that have a button each; with more, the board is touched.
_BUTTONS = 8


class Gran(Teachable):
    """What is GRAN's own; its members say what :class:`Teachable` asks."""

    name, title, package = "gran", "GRAN", "engine.gran"
    notice = ASSUMED
    seats = COLOURS
    place_word = "space"
    place_help = 'Spaces are named as on the board, like "ga3", "w6" or "tcity".'
    an_arrow, an_action, a_reckoning = "ga3 w6", "move ga3 w6", "turns ring"
    a_place, write_help = "ga3", "or write: move ga3 w6 ..."
    action_help = 'For example: "move ga3", "move ga3 w6", "banish w9", "lay ub4", "ring eb1", "stay", "pass".'
    claim_help = '{ knight = "red", at = "ga2" }'
    BOT, SENSIBLE = "careful", "careful"
    a_question, a_search = "may Red move to ga3?", "dragon, ring, obstacle"
    OFFERS = ("board", "edit", "rulings")
    STANDING_BY = ("pass", "stay")
    conditions, subjects, computed, sets = CONDITIONS, SUBJECTS, COMPUTED, SETS

    puzzle_kinds, themes = PUZZLE_KINDS, THEMES
    makes = tuple(PUZZLE_KINDS)
    rulings_page = "docs/rulings-gran.md"

    @property
    def talk(self) -> Talk:
        from tutor.games.gran.talk import talk

        return talk()

    def turn_begins(self, before: gran.State, action: str, after: gran.State, seat: str) -> bool:
        return (
            after.turn == seat
            and after.moment == "start"
            and (before.turn != seat or before.moment != "start" or action.startswith(("move", "pass")))
        )

    @cached_property
    def _first(self) -> gran.State:
        """A game on the training board, to read actions by."""
        return gran.new_game(["red", "blue"])

    def action(self, text: str) -> str:
        return gran.parse_action(text, self._first).text

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(gran.boards()["training"].spaces)

    def places_in(self, state: gran.State) -> tuple[str, ...]:
        return tuple(state.board.spaces)

    def targets(self, state: gran.State, seat: str) -> tuple[str, ...]:
        return targets(state)

    def items(self, state: gran.State, picture: str, query: str) -> tuple[Item, ...]:
        if (picture, query) != ("board", "spaces"):
            return super().items(state, picture, query)
        return tuple(Item(f"space:{name}", name) for name in state.board.spaces)

    def meant(self, state: gran.State, seat: str, target: str) -> str | None:
        return meant(state, target)

    def tries(self, state: gran.State, seat: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*state.actions(), *ways_meant(state))))

    def offered(self, state: gran.State, seat: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        legal = state.actions() if state.to_move == seat else []
        by_board = legal if len(legal) <= _BUTTONS else [action for action in legal if " " not in action]
        return tuple(dict.fromkeys((*by_board, *also)))

    def by_touch(self, state: gran.State, offered: Sequence[str]) -> Sequence[str]:
        verbs = {action.split()[0] for action in state.actions() if action not in offered}
        return tuple(_BY_TOUCH[verb] for verb in sorted(verbs) if verb in _BY_TOUCH)

    def label(self, action: str) -> str:
        return cap(action_words(action))

    def said(self, action: str) -> str:
        return action_words(action)

    @cached_property
    def asking(self) -> Asking:
        from tutor.games.gran.asking import GranAsking

        return GranAsking(self)

    def tooltip(self, state: gran.State, seat: str, action: str) -> str:
        return action

    def too_far(self, state: gran.State, seat: str, place: str) -> tuple[str, str]:
        return (
            f"No move leads from {state.knight(seat).at} to {place}: it goes one or two spaces along the lines.",
            "move.steps",
        )

    def refused(self, state: gran.State, seat: str, action: str, verdict: Verdict) -> Refutation:
        return refused(state, seat, action, verdict)

    def next_words(self, state: gran.State) -> str:
        return next_words(state)

    def read_goal(self, text: str, state: gran.State) -> Wanted:
        return read_goal(text, state)

    def board(self, state: gran.State, look: BoardLook = BoardLook()) -> Scene:  # noqa: B008
        lit = look.clickable if look.allowed is None else look.allowed
        return board_scene(
            state,
            clickable=look.clickable,
            highlights=lit,
            pointed=look.highlights,
            refutation=look.refutation,
            arrows=look.arrows,
            trail=look.trail,
        )

    def board_text(self, state: gran.State) -> str:
        return board_text(state)

    def whole_board(self, state: gran.State) -> str:
        return svg(board_scene(state), width="1000px")

    def chances_to_win(self, state: gran.State) -> Sequence[tuple[str, Fraction]]:
        return ()


_BY_TOUCH: Mapping[str, str] = {
    "move": "Move",
    "banish": "Banish him",
    "lay": "Lay the obstacle",
    "ring": "Lay the ring",
}
GAME = Gran()
