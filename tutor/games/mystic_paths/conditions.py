"""What a claim can say of a moment of Mystic Paths: of a player and his path, and of the round and the decision that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import COLOURS
from engine.mystic_paths.position import MOMENTS
from tutor.teach.exercise.claims import NUMBER, TRUTH, Past, known, one_of, several
from tutor.teach.game.teachable import Condition, Subject


def cells() -> tuple[str, ...]:
    """The names of all places of the boards there are."""
    return tuple(dict.fromkeys(cell for board in mp.boards().values() for cell in board.cells))


def cards() -> tuple[str, ...]:
    """The names of all map cards of the boards there are."""
    return tuple(dict.fromkeys(card for board in mp.boards().values() for card in board.maps))


def _of(test: Callable[[mp.Player, Any], bool]) -> Callable[[Any, str, Any], bool]:
    """A test of a player, as a condition holds it against the past of a moment."""
    return lambda past, colour, value: test(past.state.player(colour), value)


def _may_be(past: Past, colour: str, value: Any) -> bool:
    """Whether his path may be on that map card, by all that is open."""
    return any(card == value for card, _ in past.state.cards_left(colour))


def _loops(past: Past, colour: str, value: Any) -> bool:
    """Whether his Apprentice has come to all these places twice or oftener, the start counted."""
    trail = past.state.player(colour).trail
    return all(trail.count(cell) > 1 for cell in several(value))


_CELLS = known("portal", cells)
SUBJECTS: Mapping[str, Subject] = {
    "player": Subject(
        one_of("Player", lambda: COLOURS),
        {
            "at": Condition(_of(lambda player, value: player.at in several(value)), _CELLS, True),
            "base": Condition(_of(lambda player, value: player.base in several(value)), _CELLS, True),
            "been": Condition(_of(lambda player, value: set(several(value)) <= set(player.trail)), _CELLS, True),
            "twice": Condition(_loops, _CELLS, True),
            "marked": Condition(_of(lambda player, value: set(several(value)) <= set(player.marks)), _CELLS, True),
            "reached": Condition(_of(lambda player, value: player.reached >= value), NUMBER),
            "marks": Condition(_of(lambda player, value: len(player.marks) == value), NUMBER),
            "shown": Condition(_of(lambda player, value: len(player.steps_shown) == value), NUMBER),
            "reserve": Condition(
                lambda past, colour, value: past.state.reserve(past.state.player(colour)) == value, NUMBER
            ),
            "cards": Condition(_of(lambda player, value: len(player.clues) == value), NUMBER),
            "nots": Condition(_of(lambda player, value: sum(clue.negated for clue in player.clues) == value), NUMBER),
            "ready": Condition(_of(lambda player, value: player.ready is value), TRUTH),
            "can_finish": Condition(lambda past, colour, value: past.state.can_finish(colour) is value, TRUTH),
            "may_be": Condition(_may_be, known("map card", cards)),
            "through": Condition(_of(lambda player, value: player.through is value), TRUTH),
        },
        lambda state, colour: colour in state.order,
        "red",
    ),
}
CONDITIONS: Mapping[str, Condition] = {
    "moment": Condition(lambda past, _, value: past.state.moment == value, known("moment", lambda: MOMENTS)),
    "round": Condition(lambda past, _, value: past.state.round == value, NUMBER),
    "score": Condition(lambda past, _, value: past.state.scores().group == value, NUMBER),
}
