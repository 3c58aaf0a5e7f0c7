"""The rules of the Mystic Wood by edition: its ledger, its switches, the order of encounter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from engine.contract.verdicts import Reason, Why
from engine.mystic_wood.material.cards import DENIZENS
from engine.mystic_wood.material.source import SOURCE

ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches = SOURCE.switches


def reason(why: Why, edition: str) -> Reason:
    """The full reason; where this edition is silent the other's rule is played, and it says so (`edition.silent`)."""
    return SOURCE.reason(why, edition)


def switch(edition: str, name: str) -> Any:
    """The value of one switch in an edition; KeyError if there is no such switch."""
    instead = _INSTEAD.get()
    return instead[1] if instead is not None and instead[0] == name else _value(edition, name)


@cache
def _value(edition: str, name: str) -> Any:
    return SOURCE.game_editions().value(edition, name)


#: A switch that is asked about as if it had another value, and that value.
_INSTEAD: ContextVar[tuple[str, Any] | None] = ContextVar("a switch set otherwise", default=None)


@contextmanager
def otherwise(name: str, value: Any) -> Iterator[None]:
    """While this lasts, one switch has this value in every edition: what would be if the edition said so."""
    token = _INSTEAD.set((name, value))
    try:
        yield
    finally:
        _INSTEAD.reset(token)


@cache
def _place_of() -> dict[str, int]:
    listed = ledger()["order.list"].places
    places = {card: number for number, cards in enumerate(listed, start=1) for card in cards}
    others = places["others"]
    return {denizen: places.get(denizen, others) for denizen in DENIZENS} | {"loose things": places["loose things"]}


def place_in_order(denizen: str) -> int:
    """The place 1-16 of a denizen (or "loose things") in the order of encounter (`order.list`).

    >>> place_in_order("orc"), place_in_order("elf"), place_in_order("loose things")
    (4, 15, 16)
    """
    return _place_of()[denizen]
