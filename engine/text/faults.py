"""What is wrong with something a person wrote, said so that it can be mended.

A :class:`Fault` always carries three things: *where* it is (a line, a key, a card), *what* is wrong, and what would be
right (*fix*); its ``code`` names the kind of fault in one short word that never changes. Three exceptions keep three
situations apart: text that cannot be read, a situation that cannot be, and an action the rules refuse
(:class:`engine.contract.verdicts.IllegalAction`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.text.spelling import LONGEST, closest, most_like

#: Most known words a hint lists, if nothing explains them; of more it lists the first six and counts the rest.
HANDFUL = 8
#: Most known words a hint lists where it says which page explains them; of more it lists the six most like the word.
PAGE = 50
#: Most characters of what was written that a fault repeats; the rest is cut off and "…" put there.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: ``where`` it is, ``what`` is wrong, the ``fix`` that would make it right, and its kind (``code``)."""

    where: str
    what: str
    fix: str
    code: str = "unfit"

    def __str__(self) -> str:
        return f"{self.where}: {self.what}. {self.fix}"

    @property
    def wrong(self) -> str:
        """What is wrong, as a sentence of its own."""
        return f"{cap(self.what)}."

    @property
    def told(self) -> str:
        """What is wrong and what would be right, for whoever sees where it is."""
        return f"{self.wrong} {self.fix}"


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
            "faults": [{"where": f.where, "what": f.what, "fix": f.fix, "code": f.code} for f in self.faults],
        }


class UnreadableText(Faulty):
    """The text is not of the format: broken TOML, a mistyped code, words that are no action."""


class ImpossibleSituation(Faulty):
    """The text reads well, but describes what cannot be: a card in two places, a Knight off the grid."""


def nearest(word: str, known: Sequence[str], more: str = "") -> str:
    """A hint naming the known word most like ``word``, or else all that are known, where they are a handful.

    Of many only the first are named. Where ``more`` says what explains them all of them are, and of more than fill a page those
    that are the least unlike.

    >>> nearest("ork", ["elf", "orc"]), nearest("unicorn", ["elf", "orc"])
    ("did you mean 'orc'?", 'known here: elf, orc')
    """
    like = closest(word, known)
    if like is not None:
        return f"did you mean {like!r}?"
    if len(known) <= HANDFUL:
        return f"known here: {', '.join(known)}"
    if more and len(known) <= PAGE:
        return f"known here: {', '.join(known)} ({more} explains them)"
    first, explained = known[: HANDFUL - 2], f"; {more} explains them" if more else ""
    if more and len(word) <= LONGEST:
        first = most_like(word, known, HANDFUL - 2, least=0.0)
    return f"known here: {', '.join(first)} and {len(known) - len(first)} more{explained}"


def cap(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(hint: str) -> str:
    """A hint as a sentence of its own: with a capital, and a full stop where it has no end.

    >>> sentence("did you mean 'orc'?"), sentence("known here: elf")
    ("Did you mean 'orc'?", 'Known here: elf.')
    """
    return cap(hint) + ("" if hint[-1:] in "?.!" else ".")


def shown(value: object) -> str:
    """What somebody wrote as a fault repeats it: on one line, printable, and cut when it is long.

    >>> shown("a" + chr(27) + "b"), shown(10**5000), len(shown(["x" * 1000]))
    ("'a\\\\x1bb'", 'a number of 16610 bits', 61)
    """
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, str):
        written = repr(value[:_SHOWN]) if value.isprintable() else ascii(value[:_SHOWN])
    elif isinstance(value, (list, tuple)):
        written = f"[{', '.join(shown(entry) for entry in value[:_SHOWN])}]"
    elif isinstance(value, dict):
        pairs = list(value.items())[:_SHOWN]
        written = "{ " + ", ".join(f"{key_shown(key)} = {shown(entry)}" for key, entry in pairs) + " }"
    elif isinstance(value, bool):
        written = str(value).lower()
    else:
        written = repr(value)
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"


def key_shown(key: object) -> str:
    """A key as a fault repeats it: as it is where it is plain, otherwise as :func:`shown` says it."""
    text = str(key)
    return text if text.isprintable() and 0 < len(text) <= _SHOWN and text.strip() == text else shown(text)
