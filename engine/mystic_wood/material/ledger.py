"""The rule ledger and the edition switches of the Mystic Wood, as data loaded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engine.faults import Fault, ImpossibleSituation
from engine.mystic_wood.material.cards import CHALLENGERS, DENIZENS, parse_toml, read_data
from engine.verdicts import Ledger, Reason


@dataclass(frozen=True, slots=True)
class Switch:
    """One difference between the editions: its rule, what it decides, and its value in each."""

    name: str
    rule: str
    what: str
    values: Mapping[str, Any]


@cache
def _editions_data() -> dict[str, Any]:
    text, where = read_data("editions.toml")
    return parse_toml(text, where)


@cache
def editions() -> tuple[str, ...]:
    """The editions known, in the order of the data file."""
    return tuple(_editions_data()["editions"])


@cache
def switches() -> Mapping[str, Switch]:
    """Every edition switch by name; ImpossibleSituation if one lacks an edition or names an unknown rule."""
    data = _editions_data()
    faults: list[Fault] = []
    found: dict[str, Switch] = {}
    for name, raw in data.items():
        if name == "editions":
            continue
        missing = [key for key in ("rule", "what", *editions()) if key not in raw]
        if missing:
            faults.append(
                Fault(f"editions.toml, [{name}]", f"it lacks {', '.join(missing)}", "Give each edition a value.")
            )
            continue
        found[name] = Switch(name, raw["rule"], raw["what"], {edition: raw[edition] for edition in editions()})
    if faults:
        raise ImpossibleSituation(faults)
    return found


def switch(edition: str, name: str) -> Any:
    """The value of one switch in an edition; KeyError if there is no such switch."""
    instead = _INSTEAD.get()
    return instead[1] if instead is not None and instead[0] == name else _value(edition, name)


@cache
def _value(edition: str, name: str) -> Any:
    return switches()[name].values[edition]


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
def ledger() -> Ledger:
    """The rule ledger, loaded and checked once."""
    text, where = read_data("ledger.toml")
    columns = {edition: str(raw["ledger"]) for edition, raw in _editions_data()["editions"].items()}
    return Ledger.from_data(parse_toml(text, where), columns, where)


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


def is_challenger(denizen: str) -> bool:
    """Whether it challenges (`encounter.kinds`)."""
    return denizen in _CHALLENGERS


_CHALLENGERS = frozenset(CHALLENGERS)


class Why(NamedTuple):
    """A raw reason: rule id, text, whether it rests on our ruling, and the ids of what it is about.

    Turned into a Reason only when shown.
    """

    rule: str
    text: str
    ruling: bool = False
    about: tuple[str, ...] = ()


def reason(why: Why, edition: str) -> Reason:
    """The full reason: with its citation in the edition, and marked as a ruling where the text does not say.

    Where only the other edition says, the reason tells that its rule is played (`edition.silent`).
    """
    rule_id, text, ruling, about = why
    rule = ledger().rule(rule_id)
    silent = rule.silent(edition)
    if silent and rule.ruling is None and not all(rule.silent(e) for e in editions()):
        text = (
            f"{text} (The {edition} text is silent here: the other edition's rule is played, as edition.silent says.)"
        )
    return Reason(rule_id, text, rule.citation(edition), ruling or silent, about)
