"""Names: what somebody may be called, those alike told apart, knights of legend who stand for pupils, spoken words."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Container

#: Knights of legend. None of them rides in a game of the tutor's, so that nobody is taken for a piece on the board.
LEGENDS = (
    "Lancelot",
    "Gawain",
    "Galahad",
    "Tristan",
    "Bors",
    "Kay",
    "Bedivere",
    "Gareth",
    "Gaheris",
    "Agravain",
    "Lamorak",
    "Pelleas",
    "Dinadan",
    "Palamedes",
    "Sagramore",
    "Yvain",
    "Erec",
    "Geraint",
    "Lucan",
    "Balin",
    "Balan",
    "Pellinore",
    "Tor",
    "Dagonet",
    "Calogrenant",
    "Cador",
    "Ector",
    "Lionel",
    "Elyan",
    "Safir",
    "Segwarides",
    "Bagdemagus",
    "Mordred",
    "Parzival",
    "Lohengrin",
    "Wigalois",
    "Iwein",
    "Meliadus",
    "Morholt",
    "Escanor",
    "Aglovale",
    "Claudin",
    "Gingalain",
    "Gornemant",
    "Brunor",
    "Breunor",
    "Constantine",
    "Daniel",
    "Hector",
    "Lanval",
    "Maleagant",
    "Priamus",
    "Urry",
    "Uriens",
    "Ywain",
    "Tyolet",
    "Meraugis",
    "Durmart",
    "Beaudous",
    "Floriant",
)
#: Words that are easy to say, to hear and to write.
_FIRST = (
    "oak",
    "elm",
    "ash",
    "birch",
    "pine",
    "fern",
    "moss",
    "ivy",
    "rose",
    "hazel",
    "maple",
    "cedar",
    "holly",
    "reed",
    "clover",
    "thistle",
    "willow",
    "linden",
    "rowan",
    "alder",
)
_SECOND = (
    "river",
    "hill",
    "lake",
    "stone",
    "bridge",
    "tower",
    "meadow",
    "valley",
    "spring",
    "field",
    "shore",
    "path",
    "gate",
    "brook",
    "cliff",
    "cave",
    "isle",
    "mill",
    "well",
    "ford",
)
#: What changes the direction of writing or is not seen at all has no place in a name.
_UNSEEN = ("C", "Z")


def as_word(said: str) -> str:
    """A spoken word as it is kept, however somebody writes it.

    >>> as_word(" Oak River"), as_word("oak-RIVER")
    ('oak-river', 'oak-river')
    """
    return "-".join(said.lower().replace("-", " ").split())


def knight_name(number: int) -> str:
    """The knight of legend who stands for the pupil of that number (from 1)."""
    turn, at = divmod(number - 1, len(LEGENDS))
    return LEGENDS[at] if not turn else f"{LEGENDS[at]} {turn + 1}"


def clean(name: str, longest: int) -> str:
    """A name as it is shown: one line, what cannot be seen left out, cut to so many characters.

    >>> clean("  Ben\\n\\u202eXY ", 24)
    'Ben XY'
    """
    seen = "".join(" " if letter.isspace() else letter for letter in name if letter.isspace() or _is_seen(letter))
    return unicodedata.normalize("NFC", re.sub(r" +", " ", seen)).strip()[:longest].strip()


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in _UNSEEN


def told_apart(name: str, taken: Container[str]) -> str:
    """The name, with a number if somebody is called so already (small and capital letters are alike).

    >>> told_apart("Ben", {"ben"}), told_apart("Ben", {"ben", "ben 2"}), told_apart("Ada", {"ben"})
    ('Ben 2', 'Ben 3', 'Ada')
    """
    found, number = name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{name} {number}"
    return found


def class_word(rng: random.Random) -> str:
    """Two words by which a class is found: "oak-river"."""
    return f"{rng.choice(_FIRST)}-{rng.choice(_SECOND)}"


def seat_word(rng: random.Random) -> str:
    """What a pupil says who comes back on another device: "fern-mill-4821"."""
    return f"{class_word(rng)}-{rng.randrange(10_000):04}"
