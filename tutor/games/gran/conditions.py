"""What a claim can say of a moment of GRAN: of a knight, of the ring, of obstacles, and of the decision that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import gran
from engine.gran.material import COLOURS, STATES
from tutor.teach.exercise.claims import NUMBER, TRUTH, Past, known, one_of, several
from tutor.teach.game.teachable import Condition, Subject

MOMENTS = ("start", "extra", "banish", "card", "throw", "obstacle", "ring", "over")


def spaces() -> tuple[str, ...]:
    """The names of all spaces of the boards there are."""
    return tuple(dict.fromkeys(space for board in gran.boards().values() for space in board.spaces))


def _of(test: Callable[[gran.Knight, Any], bool]) -> Callable[[Any, str, Any], bool]:
    """A test of a knight, as a condition holds it against the past of a moment."""
    return lambda past, colour, value: test(past.state.knight(colour), value)


def _beats_dragon(past: Past, colour: str, value: Any) -> bool:
    beaten = any(event.kind == "beats" and colour in event.who for event in past.events)
    return beaten is value


_SPACES, _STATES = known("space", spaces), known("city", lambda: STATES)
SUBJECTS: Mapping[str, Subject] = {
    "knight": Subject(
        one_of("Knight", lambda: COLOURS),
        {
            "at": Condition(_of(lambda knight, value: knight.at in several(value)), _SPACES, True),
            "talismans": Condition(_of(lambda knight, value: knight.talismans == value), NUMBER),
            "has_ring": Condition(_of(lambda knight, value: knight.ring is value), TRUTH),
            "coat": Condition(_of(lambda knight, value: knight.coat is value), TRUTH),
            "waiting": Condition(_of(lambda knight, value: knight.waiting is value), TRUTH),
            "seals": Condition(_of(lambda knight, value: set(several(value)) <= set(knight.seals)), _STATES, True),
            "beats_dragon": Condition(_beats_dragon, TRUTH),
        },
        lambda state, colour: colour in state.order,
        "red",
    ),
}
CONDITIONS: Mapping[str, Condition] = {
    "ring_at": Condition(lambda past, _, value: past.state.ring in several(value), _SPACES, True),
    "obstacles_at": Condition(lambda past, _, value: set(several(value)) <= past.state.obstacles, _SPACES, True),
    "moment": Condition(lambda past, _, value: past.state.moment == value, known("moment", lambda: MOMENTS)),
}
