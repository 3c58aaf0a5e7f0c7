"""What golden files tell, in facts and words apart.

Facts: what may be done, what is refused by which rules, what has changed. Words: each sentence once, with its names left open, so
that a changed comma changes one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of
from engine.mystic_wood.material.wood import TILES
from tests.support.usual_wood import AREAS

#: All there can be of what long lists name: they are told by what is missing.
_WHOLE: tuple[tuple[str, ...], ...] = (
    tuple(CARDS.pack),
    tuple(AREAS),
    *(tuple(tile for tile in TILES if tile[0] == half) for half in "eg"),
    tuple(map(str, range(1, 7))),
    tuple(f"{one} {two}" for one in range(1, 7) for two in range(1, 7)),
)


# ---------------------------------------------------------------- facts


def listed(actions: Sequence[str]) -> str:
    """Actions in a line, those of one verb together, long lists by what is missing.

    >>> listed(["move north", "move east", "meet orc", *(f"roll {n}" for n in range(1, 7))])
    'move north east; meet orc; roll all 6'
    """
    told = []
    for verb, same in groupby(actions, key=lambda action: action.partition(" ")[0]):
        rests = [action.partition(" ")[2] for action in same]
        for whole in _WHOLE:
            there = [each for each in whole if each in rests]
            missing = [each for each in whole if each not in rests]
            if len(there) > 4 and len(missing) < len(there) / 2:
                others = [rest for rest in rests if rest not in whole]
                rests = [*others, f"all {len(whole)}{' but ' if missing else ''}{', '.join(missing)}"]
        told += [verb] * ("" in rests)
        rests = [rest for rest in rests if rest]
        told += [f"{verb} {(' | ' if any(' ' in rest for rest in rests) else ' ').join(rests)}"] * bool(rests)
    return "; ".join(told)


def rules_of(verdict: mw.Verdict) -> str:
    """The rules that refuse an action, each once."""
    return " ".join(dict.fromkeys(reason.rule for reason in verdict.reasons))


def event(told: mw.Event) -> str:
    """What an event says besides its sentence: who did it and where he is, the state tells."""
    parts = (told.kind, *told.others, *told.what, told.to, told.number or "", *told.dice)
    return " ".join(str(part) for part in parts if part not in ("", None))


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _leaves(value, f"{path}.{key}" if path else str(key))
    else:
        yield path, _short(data)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return f"({', '.join(f'{key} {_short(inner)}' for key, inner in value.items())})"
    if isinstance(value, list):
        return " ".join(map(_short, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def changes(before: mw.State, after: mw.State) -> str:
    """What is otherwise in a state than in another, key by key; "alike" if nothing is."""
    was, now = (dict(_leaves(mw.to_dict(state))) for state in (before, after))
    told = []
    for path in (*now, *(path for path in was if path not in now)):
        if now.get(path) != was.get(path):
            short = re.sub(r"^(?:areas|knights)\.", "", path)
            told.append(f"{short}={now[path] or 'none'}" if path in now else f"no {short}")
    return ", ".join(told) or "alike"


# ---------------------------------------------------------------- words


_EVERY = {name for each in (*CARDS.all(), *KNIGHTS) for name in (each, name_of(each))}
#: What else is left open, and what is written instead.
_OPEN = tuple(
    (re.compile(rf"(?<!<)\b(?:{pattern})\b(?!>)"), instead)
    for pattern, instead in (
        ("|".join(sorted(map(re.escape, _EVERY), key=len, reverse=True)), "<name>"),
        ("|".join(AREAS), "<area>"),
        (r"\d+(?:[/.]\d+)*", "<n>"),
        ("north|east|south|west", "<way>"),
        ("[Hh]e|[Ss]he", "<he>"),
        ("him|her|his", "<him>"),
    )
)


class Words:
    """The sentences that are told, each once: by what they are about, a rule or a kind of event."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    def hold(self, about: str, text: str, *known: str) -> None:
        """Hold a sentence, in which the names ``known`` stand."""
        self.told.add(f"{about}: {open_sentence(text, *known)}")

    def judged(self, verdict: mw.Verdict, who: str) -> None:
        """Hold the reasons against an action."""
        for reason in verdict.reasons:
            self.hold(f"{reason.rule} ({reason.cite})", reason.text, who, *str(verdict.action).split()[1:])

    def happened(self, events: Sequence[mw.Event]) -> None:
        """Hold what happened."""
        for each in events:
            self.hold(each.kind, each.text, *each.who, *each.others, *each.what)


def open_sentence(text: str, *known: str) -> str:
    """A sentence with its names left open: those ``known`` as <1>, <2> ..., other Knights and cards as <name>, areas, numbers.

    >>> open_sentence("The Elf is not at c2, Roland.", "roland", "elf")
    'The <2> is not at <area>, <1>.'
    """
    for number, each in enumerate(known, start=1):
        if each in CARDS.all() or each in KNIGHTS:
            text = re.sub(rf"\b(?:{re.escape(name_of(each))}|{re.escape(each)})\b", f"<{number}>", text)
        elif each in AREAS:
            text = re.sub(rf"\b{each}\b", f"<{number}>", text)
    for pattern, instead in _OPEN:
        text = pattern.sub(instead, text)
    return re.sub(r"(<\w+>)(?:,? (?:and |or )?\1)+", r"\1 ...", text)
