"""What is wrong on a table that should show a game of the Mystic Wood just laid out: by which rules of setting up, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import name_of
from engine.mystic_wood.material.ledger import ledger
from engine.mystic_wood.position.whereabouts import undrawn
from engine.text.faults import Faulty

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: How the reader tells a rule it refuses a table by; and what it says where it names none.
_NAMED = re.compile(r"\(([a-z]+\.[a-z-]+)\)")
_REFUSALS = {
    "has no seat": "setup.choose",
    "stands twice in order": "setup.choose",
    "of the grid": "wood.grid",
    " wood and ": "wood.halves",
    "paths of c5 are fixed": "wood.grid",
}


def broken(situation: str) -> dict[str, str]:
    """The rules of setting up that a table breaks, each with what is wrong in a sentence; a table nobody can read is refused by
    the rules that the reader names."""
    try:
        state = mw.loads(situation)
    except Faulty as problem:
        return {
            rule: f"{fault.what[:1].upper()}{fault.what[1:]}. {fault.fix}"
            for fault in problem.faults
            for rule in _rules_of(f"{fault.what} {fault.fix}")
        }
    found = {rule: look(state) for rule, look in _LOOKS.items()}
    return {rule: wrong for rule, wrong in found.items() if wrong}


def _rules_of(text: str) -> list[str]:
    named = [rule for rule in _NAMED.findall(text) if rule in ledger()]
    return named + [rule for words, rule in _REFUSALS.items() if words in text]


def _grid(state: State) -> str:
    """Only Gates and Tower lie face up from the start."""
    up = [name for name in state.wood.areas if state.area(name).face_up and name not in state.wood.fixed]
    return f"{', '.join(up)} should lie face down." if up else ""


def _players(state: State) -> str:
    return "" if 2 <= len(state.order) <= 4 else f"{len(state.order)} plays alone; two to four do."


def _start(state: State) -> str:
    astray = [knight for knight in state.knights if knight.id in state.order and knight.at != state.wood.earthly_gate]
    return " ".join(f"{name_of(knight.id)} stands at {knight.at}." for knight in astray)


def _open_cards(state: State) -> str:
    hidden = [name for name in state.wood.areas if state.area(name).hidden]
    return f"A card lies hidden at {hidden[0]}." if hidden and "hidden" not in state.variants else ""


def _all_out(state: State) -> str:
    """Where every glade has been explored, nothing is left to be drawn."""
    unexplored = [name for name in state.wood.areas if not state.area(name).drawn or not state.area(name).face_up]
    left = undrawn(state)
    return f"{name_of(left[0])} is still in the pack." if left and not unexplored else ""


_LOOKS: Mapping[str, Callable[[State], str]] = {
    "wood.grid": _grid,
    "setup.players": _players,
    "setup.start": _start,
    "setup.open-cards": _open_cards,
    "glade.all-out": _all_out,
}
