"""What a claim can say of a moment of the Mystic Wood: of a Knight, of an area, and how much lies face up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract.events import Event
from engine.mystic_wood.material.cards import CARDS, KNIGHTS
from engine.mystic_wood.material.wood import every_area
from tutor.games.mystic_wood.building.holdings import held_by, lying_in
from tutor.teach.exercise.claims import NUMBER, TEXT, TRUTH, Past, fitting, known, listed, one_of, several
from tutor.teach.game.teachable import Condition, Subject

if TYPE_CHECKING:
    from engine.mystic_wood.position.table import Area, Knight

KNIGHT_FLAGS = ("imprisoned", "captured", "inside", "king", "quest_done", "out")
#: The kinds of events that tell who has beaten whom.
_BEATS = ("vanquishes", "joust-won")


def beaten_in(events: Sequence[Event]) -> frozenset[tuple[str, str]]:
    """Each Knight and whom he has beaten, alone or with others: a denizen or a Knight."""
    told = (event for event in events if event.kind in _BEATS)
    return frozenset((who, foe) for event in told for who in event.who for foe in event.what + event.others)


def _of_knight(test: Callable[[Knight, Any], bool]) -> Callable[[Any, str, Any], bool]:
    """A test of a Knight, as a condition holds it against the past of a moment."""
    return lambda past, knight, value: test(past.state.knight(knight), value)


def _of_area(test: Callable[[Area, Any], bool]) -> Callable[[Any, str, Any], bool]:
    return lambda past, area, value: test(past.state.area(area), value)


def _beats(past: Past, knight: str, value: Any) -> bool:
    return {(knight, foe) for foe in several(value)} <= beaten_in(past.events)


def _is_fighting(knight: Knight, value: Any) -> bool:
    return knight.fighting == value if isinstance(value, str) else bool(knight.fighting) is value


def _has_storm(area: Area, value: Any) -> bool:
    return bool(area.storm) is value if isinstance(value, bool) else area.storm == value


def _flag(name: str) -> Callable[[Any, str, Any], bool]:
    return _of_knight(lambda knight, value: getattr(knight, name) is value)


_KNIGHT = one_of("Knight", lambda: KNIGHTS)
_WHICH_AREAS = 'Areas are named from "a1" to "e9".'
_AREA = fitting(lambda value: value in every_area(), "{value!r} is no area", _WHICH_AREAS)
_AREAS = fitting(
    lambda value: all(area in every_area() for area in listed(value)), "{value!r} is no area", _WHICH_AREAS
)
_EITHER = fitting(
    lambda value: isinstance(value, bool | int | str), "{key} = {value!r} cannot be", "Write true or false."
)
_FACE = fitting(lambda value: value in ("up", "down"), "face = {value!r} cannot be", 'Write "up" or "down".')
_CARDS = known("card", lambda: tuple(CARDS.all()))

SUBJECTS: Mapping[str, Subject] = {
    "knight": Subject(
        _KNIGHT,
        {
            "at": Condition(_of_knight(lambda knight, value: knight.at in several(value)), _AREAS, True),
            "has": Condition(_of_knight(lambda knight, value: set(several(value)) <= held_by(knight)), _CARDS, True),
            "lacks": Condition(
                _of_knight(lambda knight, value: not set(several(value)) & held_by(knight)), _CARDS, True
            ),
            "beats": Condition(_beats, _CARDS, True),
            "fighting": Condition(_of_knight(_is_fighting), _EITHER),
            "strength": Condition(lambda past, knight, value: past.state.strength(knight) == value, NUMBER),
            "prowess": Condition(lambda past, knight, value: past.state.prowess(knight) == value, NUMBER),
            **{flag: Condition(_flag(flag), TRUTH) for flag in KNIGHT_FLAGS},
        },
        lambda state, knight: knight in state.order,
        "george",
    ),
    "area": Subject(
        _AREA,
        {
            "face": Condition(_of_area(lambda area, value: area.face_up is (value == "up")), _FACE),
            "turned": Condition(_of_area(lambda area, value: area.turned is value), TRUTH),
            "name": Condition(_of_area(lambda area, value: area.name == value), TEXT),
            "storm": Condition(_of_area(_has_storm), _EITHER),
            "holds": Condition(_of_area(lambda area, value: set(several(value)) <= lying_in(area)), _CARDS, True),
            "lacks_card": Condition(
                _of_area(lambda area, value: not set(several(value)) & lying_in(area)), _CARDS, True
            ),
        },
        lambda state, area: True,
        "c2",
    ),
}
CONDITIONS: Mapping[str, Condition] = {
    "face_up": Condition(lambda past, _, value: sum(area.face_up for area in past.state.areas) >= value, NUMBER),
}

__all__ = ["CONDITIONS", "SUBJECTS", "beaten_in", "held_by", "lying_in"]
