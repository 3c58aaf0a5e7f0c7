"""Answers typed in a terminal, taken apart: a list of parts, the number of an option, the id of a card.

Each raises UnreadableText, which says what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from engine.text.spelling import closest
from tutor.teach.game.teachable import Teachable


def parts(text: str, numbers: bool = False) -> list[str]:
    """What stands between commas, semicolons and "and"; where all are ``numbers``, blanks part them too.

    >>> parts("orc, elf and child"), parts("1 3", numbers=True)
    (['orc', 'elf', 'child'], ['1', '3'])
    """
    between = text.replace(";", ",").replace(" and ", ",")
    if numbers and all(part.isdecimal() for part in between.replace(",", " ").split()):
        between = between.replace(" ", ",")
    return [part.strip() for part in between.split(",") if part.strip()]


def number_of(part: str, known: Mapping[str, int], of: int) -> int:
    """Which option is meant, from 0: by its number (1 to ``of``), or by what it is ``known`` as in small letters."""
    if part.isdecimal() and len(part) < 4 and 1 <= int(part) <= of:
        return int(part) - 1
    if part.lower() in known:
        return known[part.lower()]
    raise UnreadableText(
        Fault("your answer", f"{part[:60]!r} is none of the options", f"Write a number from 1 to {of}.")
    )


def card_of(game: Teachable, part: str, items: Sequence[str]) -> str:
    """Which of the ``items`` is meant, by its id or as one writes its name."""
    plain_id = "-".join(part.lower().removeprefix("the ").replace("'", "").split())
    if plain_id in items:
        return plain_id
    like = closest(plain_id, items)
    if like is None and plain_id in game.cards:
        what = f"{game.called(plain_id)} is not asked about"
        raise UnreadableText(Fault("your answer", what, f"It is about {', '.join(items)}."))
    raise UnreadableText(
        Fault("your answer", f"nobody here is called {part[:60]!r}", sentence(nearest(plain_id, items)))
    )
