"""Editions of a game's rules: the ledger of what each text says, the switches where they part, and which is the default.

A further edition is data: one more entry among the editions, one more column in the ledger, one more value for each switch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.contract.verdicts import Reason, Why
from engine.text.faults import nearest
from engine.text.keyed import TomlReader, TomlTable

# ------------------------------------------------------------------ the ledger


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the ledger.

    ``says`` gives what each edition says in our words ("same" already resolved, None where it is silent), ``cite`` the
    heading in that edition's document, ``ruling`` what we play where the texts leave a question, ``asks`` that question
    where nothing is said at all, ``places`` extra data. ``gap``: the text is cut off at this place.
    """

    id: str
    topic: str
    says: Mapping[str, str | None]
    cite: Mapping[str, str]
    ruling: str | None = None
    places: tuple[tuple[str, ...], ...] = ()
    asks: str | None = None
    gap: bool = False

    def silent(self, edition: str) -> bool:
        """Whether the text of this edition does not say."""
        return self.says.get(edition) is None

    def played_from(self, edition: str) -> str | None:
        """The edition whose text is played by ``edition``: itself, or where it is silent the first that speaks."""
        if not self.silent(edition):
            return edition
        return next((other for other in self.says if not self.silent(other)), None)

    def played(self, edition: str) -> str:
        """What is played by ``edition``, in our words: what its text says, or another's where it is silent, or our ruling."""
        spoken = self.played_from(edition)
        return (self.says[spoken] if spoken is not None else self.ruling) or ""

    def citation(self, edition: str) -> str:
        """Where to look it up when playing by ``edition``, in words."""
        spoken = self.played_from(edition)
        if spoken is None:
            place = self.cite.get(edition)
            return f"our ruling ({place}: the text does not say)" if place and self.asks else _OURS
        if spoken == edition:
            return f"{edition} rules, {self.cite[edition]}"
        return f"{spoken} rules, {self.cite[spoken]} (the {edition} text is silent)"


_OURS = "our ruling (the texts are silent)"
_RULE_ID = r"[a-z0-9-]+\.[a-z0-9-]+"
_SAYS_NOTHING = r"\((?:silent|section lost)\)\s*"


class Ledger(Mapping[str, Rule]):
    """All rules of a game by id, in the order of the ledger file."""

    def __init__(self, rules: Iterable[Rule], editions: tuple[str, ...]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self.editions = editions
        self._cited: dict[tuple[str, str], tuple[str, str, bool]] = {}

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @classmethod
    def from_data(
        cls, data: Mapping[str, Any], columns: Mapping[str, str], where: str, text: str | None = None
    ) -> Ledger:
        """Build from the ledger's data.

        ``columns`` maps an edition to its column in the data (``{"1980": "a1980"}``), the first being the one "same"
        refers to. Every text that is not silent must have its citation. Raises ImpossibleSituation with every fault found.
        """
        reading = TomlReader(text, where)
        rules: dict[str, Rule] = {}
        seen: set[str] = set()
        for table in reading.table(data).tables("rule"):
            name = table.raw.get("id")
            if isinstance(name, str) and name in seen:
                table.fault("id", f"the id {name!r} stands twice", "Give each rule an id of its own.", "twice")
            seen.add(str(name))
            rule = _rule(table, columns)
            if rule is not None:
                rules[rule.id] = rule
        if not rules and not reading.faults:
            reading.fault((), "it holds no rules", "Add at least one [[rule]].", "missing")
        reading.finish()
        return cls(rules.values(), tuple(columns))

    def rule(self, rule_id: str) -> Rule:
        """The rule of this id; KeyError with the nearest id when there is none."""
        try:
            return self._rules[rule_id]
        except KeyError:
            raise KeyError(f"no rule {rule_id!r}; {nearest(rule_id, list(self._rules))}") from None

    def cited(self, rule_id: str, edition: str) -> tuple[str, str, bool]:
        """What every reason by this rule has in an edition: what is added to its words, its citation, whether it is a ruling.

        KeyError with the nearest id when there is no such rule.
        """
        found = self._cited.get((rule_id, edition))
        if found is None:
            rule = self.rule(rule_id)
            spoken, more = rule.played_from(edition), ""
            if spoken not in (None, edition) and rule.ruling is None:
                more = f" (The {edition} text is silent here: the {spoken} rule is played, as edition.silent says.)"
            if rule.gap:
                more += " (The text we have is cut off or lost here: this is our ruling.)"
            found = self._cited[rule_id, edition] = more, rule.citation(edition), rule.gap or rule.silent(edition)
        return found


def _rule(table: TomlTable, columns: Mapping[str, str]) -> Rule | None:
    """One rule of the ledger's data; None, and faults, if it cannot be."""
    name = table.text("id") or ""
    if not re.fullmatch(_RULE_ID, name):
        table.fault("id", "the rule has no proper id", "Write id = 'topic.name' in small letters.", "bad-id")
    table.path = (*table.path[:-1], f"{table.path[-1]}, {name}")
    missing = [column for column in (*columns.values(), "topic", "cite") if column not in table]
    if missing:
        table.fault("", f"it lacks {', '.join(missing)}", "Every rule has these keys.", "missing")
        return None
    says: dict[str, str | None] = {}
    asks: str | None = None
    first = table.text(next(iter(columns.values()))) or ""
    for edition, column in columns.items():
        words = table.text(column) or ""
        words = first if words == "same" else words
        nothing = re.match(_SAYS_NOTHING, words)
        if nothing:
            asks = words[nothing.end() :]
        says[edition] = None if words == "silent" or nothing else words
    cite = _citations(table, columns)
    for edition, column in columns.items():
        if says[edition] is not None and not cite.get(edition):
            fix = f'Write cite = {{ {column} = "its heading" }}, or {column} = "silent".'
            table.fault("cite", f"what {column} says is not cited", fix, "uncited")
    places = table.raw.get("places", [])
    if not isinstance(places, list) or not all(isinstance(place, list) for place in places):
        table.fault("places", "places is no list of lists", 'Write places = [["orc"]].', "not-a-list")
        places = []
    return Rule(
        name,
        table.text("topic") or "",
        says,
        cite,
        table.text("ruling"),
        tuple(tuple(str(card) for card in place) for place in places),
        asks,
        table.flag("gap"),
    )


def _citations(table: TomlTable, columns: Mapping[str, str]) -> dict[str, str]:
    """Where each edition says it; one text stands for all editions."""
    raw = table.raw["cite"]
    if isinstance(raw, str):
        return dict.fromkeys(columns, raw)
    if not isinstance(raw, Mapping) or not all(isinstance(heading, str) for heading in raw.values()):
        table.fault("cite", "cite is no table of headings", "Write cite = { column = 'heading' }.", "not-a-table")
        return {}
    return {edition: raw[column] for edition, column in columns.items() if column in raw}


# ------------------------------------------------------------------ editions and switches


@dataclass(frozen=True, slots=True)
class Switch:
    """One question the editions, or tables at home, answer differently.

    ``rule`` and ``what`` say what it decides, ``values`` its value in each edition, ``choices`` what each possible value
    means, where a table may choose.
    """

    name: str
    rule: str
    what: str
    values: Mapping[str, Any]
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Editions:
    """The editions of a game: their names in order, ``default``, the title and ledger column of each, and the switches."""

    names: tuple[str, ...]
    default: str
    titles: Mapping[str, str]
    columns: Mapping[str, str]
    switches: Mapping[str, Switch]

    @classmethod
    def from_data(cls, data: Mapping[str, Any], where: str, text: str | None = None) -> Editions:
        """Build from a table ``editions`` (one entry each, one with ``default = true``) and one table for every switch.

        Raises ImpossibleSituation with every fault: a switch that lacks an edition's value or has one that is no choice.
        """
        reading = TomlReader(text, where)
        top = reading.table(data)
        known = top.named("editions")
        if not known:
            top.fault("editions", "there is no edition", "Write [editions] and an entry for each.", "missing")
        columns = {name: table.text("ledger") or name for name, table in known.items()}
        defaults = [name for name, table in known.items() if table.flag("default")]
        if known and len(defaults) != 1:
            fix = "Write default = true in one edition's entry."
            top.fault("editions", f"{len(defaults)} editions are the default", fix, "no-default")
        switches = {}
        for name in data:
            if name != "editions" and isinstance(data[name], Mapping):
                switch = _switch(reading.table(data[name], name), name, tuple(known))
                if switch is not None:
                    switches[name] = switch
        reading.finish()
        titles = {name: table.text("title") or name for name, table in known.items()}
        return cls(tuple(known), defaults[0], titles, columns, switches)

    def value(self, edition: str, switch: str) -> Any:
        """The value of a switch in an edition; KeyError if there is no such switch or edition."""
        return self.switches[switch].values[edition]


def _switch(table: TomlTable, name: str, editions: tuple[str, ...]) -> Switch | None:
    missing = [key for key in ("rule", "what", *editions) if key not in table]
    if missing:
        table.fault("", f"it lacks {', '.join(missing)}", "Give each edition a value.", "missing")
        return None
    table.only(("rule", "what", "choices", *editions))
    raw = table.raw.get("choices", {})
    choices = {str(value): str(meaning) for value, meaning in raw.items()} if isinstance(raw, Mapping) else {}
    values = {edition: table.raw[edition] for edition in editions}
    for edition, value in values.items():
        if choices and value not in choices:
            table.fault(
                edition, f"{edition} = {value!r} is no choice", f"Choices: {', '.join(choices)}.", "unknown-word"
            )
    return Switch(name, table.text("rule") or "", table.text("what") or "", values, choices)


def of_edition(data: Mapping[str, Any], edition: str | None) -> dict[str, Any]:
    """A file's tables as they are in one edition: ``[edition.2006.denizen.orc]`` changes what ``[denizen.orc]`` says.

    Tables are changed key by key, anything else is replaced.
    """
    base = {key: value for key, value in data.items() if key != "edition"}
    changes = data.get("edition", {})
    if edition is None or not isinstance(changes, Mapping):
        return base
    return _changed(base, changes.get(edition, {}))


def _changed(base: Mapping[str, Any], changes: Any) -> dict[str, Any]:
    if not isinstance(changes, Mapping):
        return dict(base)
    found = dict(base)
    for key, value in changes.items():
        old = found.get(key)
        found[key] = _changed(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return found


# ------------------------------------------------------------------ reasons


def reason(why: Why, edition: str, ledger: Ledger) -> Reason:
    """The full reason: with its citation in the edition, and marked as a ruling where the text does not say.

    Where only another edition says, the reason tells whose rule is played (`edition.silent`); where the text is cut off or
    lost, that the rule is ours.
    """
    rule_id, words, ruling, about = why
    text = words if isinstance(words, str) else words()
    more, citation, ours = ledger.cited(rule_id, edition)
    return Reason(rule_id, text + more, citation, ruling or ours, about)
