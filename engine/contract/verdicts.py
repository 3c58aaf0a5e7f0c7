"""Verdicts that say why.

Reasons refer to rules by the ids of a game's ledger (:class:`engine.books.editions.Ledger`) only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple


class Why(NamedTuple):
    """A raw reason: rule id, text, whether it rests on our ruling, and the ids of what stands in the way.

    Turned into a :class:`Reason` only when shown; the text may be a function that is called only then.
    """

    rule: str
    text: str | Callable[[], str]
    ruling: bool = False
    about: tuple[str, ...] = ()


class Reasons:
    """The reasons of a game by their words: a case is a rule's id, or one and a word of its own ("card.wand no-arrow").

    A case that is a table with ``ruling`` rests on a ruling of ours.
    """

    def __init__(self, told: Mapping[str, str | Mapping[str, str]]) -> None:
        #: The rule of each case, its sentence, and whether it is a ruling of ours.
        self.cases: Mapping[str, tuple[str, str, bool]] = {
            case: (case.partition(" ")[0], *((words, False) if isinstance(words, str) else (words["ruling"], True)))
            for case, words in told.items()
        }

    def why(
        self,
        case: str,
        words: Iterable[object] = (),
        about: tuple[str, ...] = (),
        rule: str = "",
        ruling: bool = False,
        **named: object,
    ) -> Why:
        """The reason of a case, its ``words`` to be filled in; by another ``rule`` where the case is one of any."""
        of, sentence, ours = self.cases[case]
        return Why(rule or of, partial(sentence.format, *words, **named), ours or ruling, about)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not allowed: the rule's id, what it comes to here, the citation, and whether it is a ruling.

    ``about`` names what stands in the way, by ids: denizens, Knights, things, areas.
    """

    rule: str
    text: str
    cite: str
    ruling: bool = False
    about: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        return {"rule": self.rule, "text": self.text, "cite": self.cite, "ruling": self.ruling}

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}{', ruling' if self.ruling else ''}: {self.cite}]"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one action: legal exactly when there are no reasons against it."""

    action: str
    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules against it, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    def as_dict(self) -> dict[str, object]:
        return {"action": self.action, "legal": self.legal, "reasons": [reason.as_dict() for reason in self.reasons]}

    def __str__(self) -> str:
        if self.legal:
            return f"{self.action}: legal"
        return f"{self.action}: not allowed\n" + "\n".join(f"  - {reason}" for reason in self.reasons)


class IllegalAction(ValueError):
    """The rules refuse an action; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(str(verdict))
