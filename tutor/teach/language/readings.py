"""What a question's words speak for, as learnt from labelled questions: how likely each reading is by its words alone.

A game that has ``readings.bin`` and ``weights.toml`` in its folder ``learnt`` has been learnt (``tools/fit_understanding.py``);
for any other everything here is absent, and what fits decides.

It is a network of two layers. The first line of the file tells how many dimensions of the sum of word vectors are used, how many
units the hidden layer has, and what a byte of 1 is in the first layer and in the second; the second line names the readings
("rule move.one", "deed take"), the third what words mean. Then come the bytes, each from -127 to 127: for each dimension, for
each of these meanings, and for what is always so, one for each hidden unit; then for each hidden unit, and for what is always
so, one for each reading.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tutor.teach.language.embeddings import Vector, bare
from tutor.teach.language.hearing import Heard
from tutor.teach.language.lexicon import Lexicon, stem
from tutor.teach.language.meaning import Meaning

#: How much the sum of word vectors counts; the power of how many meanings there are by which each of them counts less.
VECTOR, POWER = 2.5, 0.35
#: The reading "not understood".
NONE = "none"
_STOPS = frozenset("?.!;,")
_DEEDS = ("may", "chances", "happens")
_KINDS = ("denizen", "knight", "thing", "companion", "place")


def reading_of(kind: str, what: str) -> str:
    """What a meaning is a case of: a rule itself, but all fights are one deed and all cards one question.

    >>> reading_of("may", "take lance"), reading_of("rule", "move.one"), reading_of("card", "orc")
    ('deed take', 'rule move.one', 'card')
    """
    if kind in _DEEDS or kind == "fact":
        return " ".join(("fact" if kind == "fact" else "deed", *what.split()[:1]))
    return kind if kind == "card" else f"{kind} {what}".strip()


def telling(heard: Heard, lexicon: Lexicon) -> list[str]:
    """What is learnt from in a question: the stems of its words, which of them stand side by side, what they mean, and of what
    kind they name something."""
    stems = [stem(word) for word in bare(heard.plain)]
    found = {f"s:{one}" for one in stems} | {f"b:{one} {next_}" for one, next_ in pairwise(("", *stems, ""))}
    for word in heard.words:
        if word.said not in _STOPS:
            found |= {f"w:{m}" if word.weak else f"m:{m}" for m in word.means} or {f"u:{stem(word.said)}"}
            found |= {f"k:{kind}" for kind in _KINDS for name in word.names if name in lexicon.kinds.get(kind, ())}
    return sorted(one.replace("\t", " ").replace("\n", " ") for one in found)


def share(tells: Sequence[str]) -> float:
    """How much each of so many meanings counts."""
    return float(max(1, len(tells)) ** -POWER)


@dataclass(frozen=True)
class Readings:
    """What was learnt of a game: the weights of its readings, of the features of a meaning, and of those of an answer.

    ``least`` is how likely an answer must be to be right to be given at once.
    """

    classes: Mapping[str, int]
    rows: Mapping[str, int]
    dimensions: int
    hidden: int
    #: What a byte of 1 is, in the first layer and in the second.
    units: tuple[float, float]
    table: bytes
    weights: Mapping[str, float]
    decision: Mapping[str, float]
    least: float

    def likely(self, vector: Vector, tells: Sequence[str]) -> list[float]:
        """How likely each reading is, 0 to 1."""
        signed = memoryview(self.table).cast("b")
        first, second = self.units
        inputs = [(n, VECTOR * first * one) for n, one in enumerate(vector[: self.dimensions])]
        worth = share(tells) * first
        inputs += [(self.rows[one], worth) for one in tells if one in self.rows]
        always = self.dimensions + len(self.rows)
        hidden = _added(signed, self.hidden, [*inputs, (always, first)])
        units = [(n, second * one) for n, one in enumerate(hidden) if one > 0]
        width = len(self.classes)
        scores = _added(signed[(always + 1) * self.hidden :], width, [*units, (self.hidden, second)])
        top = max(scores)
        parts = [math.exp(one - top) for one in scores]
        total = sum(parts)
        return [part / total for part in parts]

    def features(self, likely: Sequence[float], found: Iterable[Meaning]) -> list[dict[str, float]]:
        """What speaks for each meaning because of the question's words."""
        chances = [
            likely[at] if (at := self.classes.get(reading_of(m.kind, m.what))) is not None else 0.0 for m in found
        ]
        logs = [math.log(chance + 1e-3) for chance in chances]
        best = max(logs, default=0.0)
        return [
            {"words": log, "words likely": chance, "words behind": log - best}
            for log, chance in zip(logs, chances, strict=True)
        ]

    def right(self, row: Mapping[str, float]) -> float:
        """How likely an answer with these features is to be right, 0 to 1."""
        total = self.decision.get("always", 0.0) + sum(
            self.decision.get(name, 0.0) * value for name, value in row.items()
        )
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def _added(table: memoryview, width: int, rows: Iterable[tuple[int, float]]) -> list[float]:
    """The rows of a table of so many columns added up, each as many times as is said."""
    whole = [0.0] * width
    for row, times in rows:
        whole = [one + times * each for one, each in zip(whole, table[row * width : (row + 1) * width], strict=True)]
    return whole


def readings(lexicon: Lexicon) -> Readings | None:
    """What was learnt of a game; None if nothing was."""
    if "readings" not in lexicon.memory:
        file = lexicon.learnt / "readings.bin"
        lexicon.memory["readings"] = read_readings(lexicon.learnt) if file.is_file() else None
    found: Readings | None = lexicon.memory["readings"]
    return found


def read_readings(folder: Path) -> Readings:
    """What stands in a folder ``learnt``."""
    head, classes, tells, table = (folder / "readings.bin").read_bytes().split(b"\n", 3)
    dimensions, hidden, first, second = head.split()
    known = tomllib.loads((folder / "weights.toml").read_text("utf-8"))
    rows = {one: int(dimensions) + n for n, one in enumerate(tells.decode().split("\t"))}
    of = {one: n for n, one in enumerate(classes.decode().split("\t"))}
    units = float(first), float(second)
    return Readings(
        of, rows, int(dimensions), int(hidden), units, table, known["weights"], known["decision"], known["least"]
    )
