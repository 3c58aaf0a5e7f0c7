"""Rules that are named, and verdicts that say why.

A game's :class:`Ledger` holds its rules by id, each with what every edition says, where it says so, and our ruling
where a text is silent or unclear. Reasons refer to rules by these ids only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.faults import Fault, ImpossibleSituation, nearest


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the ledger.

    ``says`` gives what each edition says in our words ("same" already resolved, None where it is silent), ``cite`` the
    heading in that edition's document, ``ruling`` what we play where the texts leave a question, ``places`` extra data.
    """

    id: str
    topic: str
    says: Mapping[str, str | None]
    cite: Mapping[str, str]
    ruling: str | None = None
    places: tuple[tuple[str, ...], ...] = ()

    def silent(self, edition: str) -> bool:
        """Whether the text of this edition does not say."""
        return self.says.get(edition) is None

    def citation(self, edition: str) -> str:
        """Where to look it up when playing by ``edition``, in words."""
        own = self.cite.get(edition)
        if own is not None and not self.silent(edition):
            return f"{edition} rules, {own}"
        for other, heading in self.cite.items():
            if not self.silent(other):
                return f"{other} rules, {heading} (the {edition} text is silent)"
        return "our ruling (the texts are silent)"


class Ledger(Mapping[str, Rule]):
    """All rules of a game by id, in the order of the ledger file."""

    def __init__(self, rules: Iterable[Rule], editions: tuple[str, ...]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self.editions = editions

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], columns: Mapping[str, str], where: str) -> Ledger:
        """Build from the ledger's data.

        ``columns`` maps an edition to its column in the data (``{"1980": "a1980"}``), the first being the one "same"
        refers to. Raises ImpossibleSituation with every fault found.
        """
        faults: list[Fault] = []
        rules: list[Rule] = []
        seen: set[str] = set()
        first = next(iter(columns.values()))
        for number, raw in enumerate(data.get("rule", []), start=1):
            name = str(raw.get("id", f"rule number {number}"))
            at = f"{where}, {name}"
            if "id" not in raw or not re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", name):
                faults.append(Fault(at, "the rule has no proper id", "Write id = 'topic.name' in small letters."))
            if name in seen:
                faults.append(Fault(at, f"the id {name!r} stands twice", "Give each rule an id of its own."))
            seen.add(name)
            missing = [column for column in (*columns.values(), "topic", "cite") if column not in raw]
            if missing:
                faults.append(Fault(at, f"it lacks {', '.join(missing)}", "Every rule has these keys."))
                continue
            says: dict[str, str | None] = {}
            for edition, column in columns.items():
                text = str(raw[column])
                text = str(raw[first]) if text == "same" else text
                says[edition] = None if text == "silent" else text
            cite = {edition: str(raw["cite"][column]) for edition, column in columns.items() if column in raw["cite"]}
            places = tuple(tuple(str(card) for card in place) for place in raw.get("places", ()))
            rules.append(Rule(name, str(raw["topic"]), says, cite, raw.get("ruling"), places))
        if not rules and not faults:
            faults.append(Fault(where, "it holds no rules", "Add at least one [[rule]]."))
        if faults:
            raise ImpossibleSituation(faults)
        return cls(rules, tuple(columns))

    def rule(self, rule_id: str) -> Rule:
        """The rule of this id; KeyError with the nearest id when there is none."""
        try:
            return self._rules[rule_id]
        except KeyError:
            raise KeyError(f"no rule {rule_id!r}; {nearest(rule_id, list(self._rules))}") from None


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
