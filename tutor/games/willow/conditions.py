"""What a claim can say of a moment of the Willow game: of a character, of Elora Danan, of Tir Asleen, and of what is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engine import willow
from engine.willow.material.scenario import SIDES
from engine.willow.position.table import STEPS
from engine.willow.rules.values import effective
from tutor.teach.exercise.claims import NUMBER, TRUTH, Past, known, several
from tutor.teach.game.teachable import Condition, Subject

MOMENTS = (
    "over",
    "roll",
    "love",
    "shape",
    "treasure",
    "draw",
    "consent",
    "absorb",
    "meeting",
    "settle",
    "prepare",
    "cast",
    "champions",
    "foe",
    "deal",
    "answer",
    "foes",
    "move",
    "fight",
    "power",
)


@cache
def _named(what: str) -> tuple[str, ...]:
    """The names of a kind in all scenarios: "characters", "places", "cards", "treasures", "shapes"."""
    return tuple(dict.fromkeys(name for scenario in willow.scenarios().values() for name in getattr(scenario, what)))


def characters() -> tuple[str, ...]:
    """The characters of all scenarios."""
    return _named("characters")


def _things() -> tuple[str, ...]:
    return (*_named("cards"), *_named("treasures"), "army")


def _of(test: Callable[[willow.Character, Any], bool]) -> Callable[[Any, str, Any], bool]:
    return lambda past, name, value: test(past.state.character(name), value)


def _all_of(one: willow.Character) -> set[str]:
    return {*one.hand, *one.face_up, *one.spells, *one.treasures, *(("army",) if one.army else ())}


def _counts(value: str) -> Callable[[Any, str, Any], bool]:
    """A value with all that is added."""
    return lambda past, name, wanted: effective(past.state, name, value).total == wanted


_CHARACTERS, _PLACES = known("character", characters), known("space", lambda: _named("places"))
_THINGS = known("card, Treasure or army", _things)
SUBJECTS: Mapping[str, Subject] = {
    "character": Subject(
        _CHARACTERS,
        {
            "at": Condition(_of(lambda one, value: one.at in several(value)), _PLACES, True),
            "health": Condition(_of(lambda one, value: one.health == value), NUMBER),
            "prowess": Condition(_counts("prowess"), NUMBER),
            "magic": Condition(_counts("magic"), NUMBER),
            "stealth": Condition(_counts("stealth"), NUMBER),
            "has": Condition(_of(lambda one, value: set(several(value)) <= _all_of(one)), _THINGS, True),
            "lacks": Condition(_of(lambda one, value: not set(several(value)) & _all_of(one)), _THINGS, True),
            "face_up": Condition(
                _of(lambda one, value: set(several(value)) <= {*one.face_up, *one.spells}), _THINGS, True
            ),
            "found": Condition(_of(lambda one, value: one.found is value), TRUTH),
            "foes": Condition(_of(lambda one, value: set(several(value)) <= set(one.foes)), _THINGS, True),
            "shape": Condition(
                _of(lambda one, value: one.transformed == value), known("shape", lambda: _named("shapes"))
            ),
            "side": Condition(_of(lambda one, value: one.side == value), known("side", lambda: SIDES)),
            "limit": Condition(lambda past, name, value: past.state.limit(past.state.character(name)) == value, NUMBER),
        },
        lambda state, name: name in state.material.characters,
        "willow",
    ),
}


def _wins(past: Past, _: str, value: Any) -> bool:
    return bool(past.state.winner == value)


CONDITIONS: Mapping[str, Condition] = {
    "wins": Condition(_wins, known("side", lambda: SIDES)),
    "freed": Condition(lambda past, _, value: bool(past.state.freed_by) is value, TRUTH),
    "elora_removed": Condition(lambda past, _, value: (past.state.elora == "removed") is value, TRUTH),
    "in_love": Condition(lambda past, _, value: past.state.love.in_love is value, TRUTH),
    "moment": Condition(lambda past, _, value: past.state.moment == value, known("moment", lambda: MOMENTS)),
    "step": Condition(lambda past, _, value: past.state.step == value, known("step", lambda: (*STEPS, "heal"))),
    "on_turn": Condition(lambda past, _, value: past.state.side == value, known("side", lambda: SIDES)),
    "holders": Condition(lambda past, _, value: set(several(value)) == set(past.state.holders()), _CHARACTERS, True),
}
