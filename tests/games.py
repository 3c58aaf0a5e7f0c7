"""The games there are, for tests that every game must pass, and how each is begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import gran, mystic_wood


class Entry(NamedTuple):
    """A game's package, seats for its games, a situation with a fault that a person could make, and what is no action.

    ``fewest`` is the least number of seats it is played by, exercises included; ``secret`` are situations, of which games with
    secrets begin.
    """

    game: Any
    seats: tuple[str, ...]
    faulty: str
    unreadable: str
    fewest: int = 1
    secret: tuple[str, ...] = ()


GAMES = {
    "mystic-wood": Entry(
        mystic_wood, ("george", "britomart", "roland"), 'order = ["lancelot"]', "mvoe north",
        secret=('order = ["george", "britomart", "roland"]\nvariants = ["hidden"]',),
    ),
    "gran": Entry(gran, ("red", "blue", "green"), 'game = "gran"\norder = ["purple"]', "mvoe ga3"),
}
#: With fewer, one has gone missing and its tests would check nothing.
FEWEST = 2
GameOf = Callable[[str], Entry]
