"""How Knights and cards are called in a sentence, and the reasons against an action in the words of words.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from engine.contract.verdicts import Reasons, Why
from engine.mystic_wood.material.cards import name_of, the
from engine.mystic_wood.material.source import WORDS
from engine.mystic_wood.position.table import Knight
from engine.text.faults import cap


def knight_name(knight: Knight | str) -> str:
    """What a Knight is called in a sentence: "George", or "King Roland"."""
    if isinstance(knight, str):
        return name_of(knight)
    return f"King {name_of(knight.id)}" if knight.king and knight.id != "britomart" else name_of(knight.id)


def he(knight: Knight | str) -> str:
    """ "he", or "she" for Britomart."""
    return "she" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "he"


def his(knight: Knight | str) -> str:
    """ "his", or "her" for Britomart."""
    return "her" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "his"


def him(knight: Knight | str) -> str:
    """ "him", or "her" for Britomart."""
    return "her" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "him"


def himself(knight: Knight | str) -> str:
    """ "himself", or "herself" for Britomart."""
    return "herself" if (knight if isinstance(knight, str) else knight.id) == "britomart" else "himself"


def listed(names: Iterable[str]) -> str:
    """Names in a row: "the Orc", "the Orc and the Elf", "the Orc, the Elf and the Child".

    >>> listed(["the Orc", "the Elf", "the Child"])
    'the Orc, the Elf and the Child'
    """
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def the_cards(cards: Iterable[str]) -> str:
    """Cards, denizens or Knights by their names with articles, in a row."""
    return listed(the(card) for card in cards)


# ------------------------------------------------------------------ reasons


def _with_article(cards: str | Iterable[str]) -> str:
    return the(cards) if isinstance(cards, str) else the_cards(cards)


def _single(several: Any) -> bool:
    return bool(several == 1 if isinstance(several, int) else len(several) == 1)


#: How a word of a reason is said, by what stands behind the colon: "{0:The}". Without a colon it stands there as it is.
_SAID: Mapping[str, Callable[[Any], str]] = {
    "": lambda word: knight_name(word) if isinstance(word, Knight) else str(word),
    "name": lambda word: name_of(word if isinstance(word, str) else word.id),
    "he": he,
    "his": his,
    "him": him,
    "himself": himself,
    "the": _with_article,
    "The": lambda cards: cap(_with_article(cards)),
    "and": lambda cards: " and ".join(map(the, cards)),
    "s": lambda several: "s" if _single(several) else "",
    "number": lambda number: (
        ("none", "one", "two", "three", "four", "five", "six")[number] if number < 7 else str(number)
    ),
}


class _Word:
    """A word of a reason, said as its place in the sentence asks for it."""

    def __init__(self, word: Any) -> None:
        self.word = word

    def __format__(self, how: str) -> str:
        if how.startswith("?"):  # {0:?, or else}: only if it is so
            return how[1:] if self.word else ""
        if how.startswith("|"):  # {0:|comes|come}: of one, and of several
            _, one, several = how.split("|")
            return one if _single(self.word) else several
        return _SAID[how](self.word)


_CASES: Final = Reasons(WORDS["reasons"]).cases


def _filled(sentence: str, words: tuple[Any, ...]) -> str:
    return sentence.format(*map(_Word, words))


def no(case: str, *words: Any, about: tuple[str, ...] = (), rule: str = "", ruling: bool = False) -> Why:
    """A reason against an action: its rule, or a case of it, with the Knights, cards and areas of the sentence.

    ``about`` are the ids of what stands in the way, ``rule`` is named where the case is one of any rule. The sentence is made
    only when it is shown: whoever lists what is legal asks for many reasons and shows none.
    """
    of, sentence, ours = _CASES[case]
    text = partial(_filled, sentence, words) if words else sentence
    return tuple.__new__(
        Why, (rule or of, text, ours or ruling, about)
    )  # as for an event: quicker than to call the class
