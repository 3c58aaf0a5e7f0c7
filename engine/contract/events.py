"""What happened, as data: each event says its kind, who and what it is about, and the rules that made it happen.

A game gives its events a ``teller``, a function that puts an event into words; views read the data and never the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Sum(NamedTuple):
    """One side's sum in a throw: whose it is (``of``: ids), what it is called, its die, and what is added, part by part."""

    of: tuple[str, ...]
    name: str
    die: int
    parts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The die and all that is added to it."""
        return self.die + sum(points for _, points in self.parts)

    @property
    def text(self) -> str:
        """The whole sum in words: ``George: die 3 + strength 3 + Lance 1 = 7``."""
        terms = [f"die {self.die}", *(f"{what} {points}" for what, points in self.parts)]
        return f"{self.name}: {' + '.join(terms)} = {self.total}"


class Event(NamedTuple):
    """Something that happened.

    ``kind`` is a word of the game's own list; ``rules`` the ids of the rules that made it happen (at least one). ``who`` are the
    players' pieces it is about, ``others`` those it also concerns, ``what`` card ids, ``at`` and ``to`` places, ``way`` a
    direction or another single word, ``number`` a count, ``dice`` the throws, ``sums`` what they came to, ``titles`` those of
    the pieces that bore a title when it happened.
    """

    kind: str
    rules: tuple[str, ...]
    teller: Callable[[Event], str]
    who: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    at: str = ""
    to: str = ""
    way: str = ""
    number: int = 0
    dice: tuple[int, ...] = ()
    sums: tuple[Sum, ...] = ()
    titles: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The event as a sentence."""
        return self.teller(self)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as ``--json`` prints it: the sentence and the rules."""
        return {"text": self.text, "rules": list(self.rules)}

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.rules)}]"


def rules_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The rules that made these happen, each once, in their order."""
    return tuple(dict.fromkeys(rule for event in events for rule in event.rules))
