"""Words as vectors: words that are used alike point the same way, so that a question is found though it is put in other words.

``embeddings.bin`` is made by ``tools/distil_words.py`` from a public model of English; nothing is fetched or computed anew here.
Its first line tells how many words and how many dimensions, its second line the words; then come one byte for the scale of each
word and half a byte for each of its dimensions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import mul

#: The two numbers, -7 to 7 each, that a byte holds.
_PAIRS = tuple(((byte >> 4) - 8, (byte & 15) - 8) for byte in range(256))

Vector = tuple[float, ...]


def bare(text: str) -> list[str]:
    """The words of a text as the table has them.

    >>> bare("Who's first, the Wild-Boar?")
    ['who', 'first', 'the', 'wild', 'boar']
    """
    return re.findall(r"[a-z]+", text.lower().replace("'s", " ").replace("'", ""))


@cache
def _table() -> tuple[Mapping[str, int], bytes, bytes, int]:
    """Where each word stands, the scales, the halved bytes, and how many bytes a word has."""
    from tutor.teach.language.word_vectors import DATA

    head, spelt, rest = DATA.split(b"\n", 2)
    count, dimensions = map(int, head.split())
    words = {word: at for at, word in enumerate(spelt.decode("ascii").split())}
    return words, rest[:count], rest[count:], dimensions // 2


@cache
def vector_of(word: str) -> Vector | None:
    """The vector of a word; None if the table has it not."""
    words, scales, halves, width = _table()
    at = words.get(word)
    if at is None:
        return None
    scale = scales[at]
    return tuple(float(scale * one) for byte in halves[at * width : (at + 1) * width] for one in _PAIRS[byte])


def known(words: Iterable[str]) -> list[str]:
    """Those of the words that have a vector."""
    return [word for word in words if vector_of(word) is not None]


def summed(words: Iterable[str]) -> Vector:
    """The vectors of words added up, of length 1; () if none of them has one."""
    rows = [row for word in words if (row := vector_of(word)) is not None]
    if not rows:
        return ()
    whole = [sum(column) for column in zip(*rows, strict=True)] if len(rows) > 1 else rows[0]
    length = math.sqrt(sum(one * one for one in whole)) or 1.0
    return tuple(one / length for one in whole)


class Likeness:
    """How like texts are to a question: cosines, -1 to 1, of many texts at a time."""

    def __init__(self, texts: Sequence[str]) -> None:
        split = [known(bare(text)) for text in texts]
        at = {word: n for n, word in enumerate(dict.fromkeys(word for words in split for word in words))}
        self.rows = [vector_of(word) or () for word in at]
        self.texts = [([at[word] for word in words], _length(words)) for words in split]

    def to(self, question: Vector) -> list[float]:
        """The cosine of each text with the vector of a question; 0 for a text of unknown words."""
        if not question:
            return [0.0] * len(self.texts)
        dots = [sum(map(mul, question, row)) for row in self.rows]
        return [sum([dots[n] for n in text]) / length for text, length in self.texts]


def _length(words: Sequence[str]) -> float:
    rows = [vector_of(word) or () for word in words]
    whole = [sum(column) for column in zip(*rows, strict=True)]
    return math.sqrt(sum(one * one for one in whole)) or 1.0


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors of length 1 are; 0 if there is none."""
    return float(sum(map(mul, one, other)))
