"""What is written into a log, who looks at a document, and what comes in from a page: plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tutor.base.want import Want

__all__ = ["Act", "Refused", "Touch", "Viewer", "Want"]


class Act(NamedTuple):
    """A line of a document's log: "play move north", "roll 4 5", "answer 3", "hint", "undo", "vote b".

    ``n`` counts from 1 within the document; ``by`` is the name of the viewer who did it, or "chance", or a bot's name; ``at`` is
    the time in seconds since 1970. A fold never depends on ``at``.
    """

    n: int
    by: str
    text: str
    at: float


class Viewer(NamedTuple):
    """Who looks at a document: named by the link that a host has let in, never by a message.

    ``seats`` are those he plays for; ``role`` is "player", "teacher", "driver", "stage" or "onlooker".
    """

    name: str
    seats: tuple[str, ...] = ()
    role: str = "player"


class Touch(NamedTuple):
    """Something done on a page.

    ``kind``: "click", "double" (the second half of a double click, the first of which was a click), "drag" (from ``target`` to
    ``to``), "delete", "escape", "type" (the field ``target`` has a new text), "enter" (so was its end), "file" (a file named
    ``target`` was dropped), "key" (the key ``target`` was pressed).
    ``to`` of a drag that ended beyond the board is "away". ``values`` holds what is picked, ordered or typed on the page and not
    yet written down, by the name of the field: options picked, an order of cards, the text of a field or of a file (one element).
    ``seen`` is the number of the last act the page showed; ``serial`` counts the touches of one link from 1 (0: not counted).
    """

    seen: int
    serial: int
    kind: str
    target: str = ""
    to: str = ""
    values: Mapping[str, Sequence[str]] = {}

    def value(self, name: str = "", otherwise: str = "") -> str:
        """The one text of a field (of the touched one, if none is named)."""
        found = self.values.get(name or self.target, ())
        return found[0] if found else otherwise


class Refused(Exception):
    """An act or a touch is not possible now. The sentence says why, and what would be; the log stays as it is."""
