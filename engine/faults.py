"""What is wrong with something a person wrote, said so that it can be mended.

A :class:`Fault` always carries three things: *where* it is (a line, a key, a card), *what* is wrong, and what would be
right (*fix*). Three exceptions keep three situations apart: text that cannot be read, a situation that cannot be, and
an action the rules refuse (:class:`engine.verdicts.IllegalAction`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: ``where`` it is, ``what`` is wrong, and the ``fix`` that would make it right."""

    where: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}. {self.fix}"


class Faulty(ValueError):
    """Something a person wrote has faults; all of those found are in ``faults`` (never empty)."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def as_dict(self) -> dict[str, object]:
        """The ``error`` object of the command line: where, what and fix, all faults joined, and each by itself."""
        first = self.faults[0]
        several = len(self.faults) > 1
        return {
            "where": first.where,
            "what": "; ".join(f"{f.where}: {f.what}" for f in self.faults) if several else first.what,
            "fix": "; ".join(dict.fromkeys(f.fix for f in self.faults)),
            "faults": [{"where": f.where, "what": f.what, "fix": f.fix} for f in self.faults],
        }


class UnreadableText(Faulty):
    """The text is not of the format: broken TOML, a mistyped code, words that are no action."""


class ImpossibleSituation(Faulty):
    """The text reads well, but describes what cannot be: a card in two places, a Knight off the grid."""


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint naming the known word most like ``word``, or some of the known ones: ``did you mean 'orc'?``."""
    import difflib  # only where something is wrong

    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    shown = ", ".join(known[:12])
    return f"known here: {shown}{', ...' if len(known) > 12 else ''}"
