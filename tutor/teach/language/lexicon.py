"""The words of a game with their meanings, read from its ``words.toml`` and the common ``english.toml``.

A meaning is a short text: "fight" a word and whatever means the same, "?may" how a question begins, "@orc" a name, ">north" a
way, "~denizen" a word for any of several, "+with" the part that a name plays.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_ENDINGS = ("ings", "ing", "edly", "ied", "ies", "ed", "es", "s", "ly", "e")
#: Weights of how a question begins: how much it tells of what is meant.
CUES = {
    "?may": 0.3,
    "?must": 0.9,
    "?not": 0.7,
    "?why": 0.6,
    "?many": 1.5,
    "?long": 2.0,
    "?how": 0.7,
    "?happens": 0.8,
    "?chance": 2.0,
    "?when": 1.0,
    "?who": 1.0,
    "?whose": 2.0,
    "?where": 1.6,
    "?what": 0.5,
    "?which": 0.5,
}
#: Weight of a name, and of a word nobody knows.
NAME, UNKNOWN = 3.0, 3.0


class Form(NamedTuple):
    """A form of action: its text with slots, how one asks for it, how it is said, and how if nothing of what may be is added."""

    form: str
    asks: tuple[str, ...]
    says: str
    bare: str = ""


class Askable(NamedTuple):
    """What else may be meant: its kind ("rule", "card", "fact", "order"), its text with slots, how one asks for it."""

    kind: str
    text: str
    asks: tuple[str, ...]
    says: str = ""
    #: The rules that its answer tells as well.
    rules: tuple[str, ...] = ()


@cache
def english() -> Mapping[str, Any]:
    """The words of every game."""
    return tomllib.loads((Path(__file__).parent / "english.toml").read_text("utf-8"))


@cache
def stem(word: str) -> str:
    """A word without its ending, roughly.

    >>> stem("throws"), stem("throwing"), stem("dice"), stem("carried")
    ('throw', 'throw', 'dic', 'carr')
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What a game's words mean. ``kinds`` are the ids that may fill a slot; ``names`` how each id is called."""

    kinds: Mapping[str, frozenset[str]]
    names: Mapping[str, str]
    phrases: Mapping[tuple[str, ...], frozenset[str]]
    idle: frozenset[str]
    asides: frozenset[str]
    joints: frozenset[str]
    foreign: frozenset[str]
    short: Mapping[str, str]
    #: What is said before or after a question and is no part of it.
    prefaces: re.Pattern[str]
    forms: tuple[Form, ...]
    sources: tuple[Askable, ...]
    examples: tuple[str, ...]
    #: The kind of those who are met in an order; "" where nobody is.
    met: str
    #: The first words of actions that a throw decides.
    thrown: frozenset[str]
    #: What stands for the way to somewhere: slot -> slot of the form it fills.
    derived: Mapping[str, str]
    #: The words of the rules, by rule: what else a rule is about.
    texts: Mapping[str, frozenset[str]]
    #: What each rule says, as a text.
    wordings: Mapping[str, str]
    longest: int
    #: Words as they are spelt: names, what has a meaning of its own, small words, what only rules use.
    spellings: tuple[tuple[str, ...], ...]
    concepts: frozenset[str]
    weights: Mapping[str, float]
    #: The folder of what was learnt of the game from labelled questions; there need be none.
    learnt: Path
    memory: dict[Any, Any] = field(default_factory=dict)

    def weight(self, meanings: Iterable[str]) -> float:
        """How much a word with these meanings tells; what it has in common with others counts before the word itself."""
        given = set(meanings)
        shared = [one for one in given if one in self.concepts or one[0] in "?@>#~+"]
        return max((self.weight_of(one) for one in shared or given), default=UNKNOWN)

    def weight_of(self, meaning: str) -> float:
        if meaning in CUES:
            return CUES[meaning]
        if meaning[0] in "@>#":
            return NAME
        if meaning[0] == "+":
            return 1.5 if meaning == "+against" else 0.3
        if meaning[0] == "~":
            return 1.0
        return self.weights.get(meaning, 3.0)


def read_lexicon(
    path: Path, kinds: Mapping[str, Iterable[str]], names: Mapping[str, str], rules: Mapping[str, str]
) -> Lexicon:
    """The lexicon of a game: its ``words.toml``, which ids fill which slot, how they are called, and what its rules say."""
    raw = tomllib.loads(path.read_text("utf-8"))
    filled = {kind: frozenset(ids) for kind, ids in kinds.items()}
    phrases = _phrases(raw, names, filled)
    common = english()
    known = {word for phrase in phrases for word in phrase}
    alone = {phrase[0] for phrase in phrases if len(phrase) == 1}
    idle = frozenset(common["idle"].split()) | (frozenset(common["filler"].split()) - alone)
    forms = tuple(
        Form(one["form"], (*one["asks"], one["says"]) if one.get("asks") else (), one["says"], one.get("bare", ""))
        for one in raw.get("action", ())
    )
    sources = _sources(raw, rules)
    said = {word for source in sources for ask in source.asks for word in bare_words(ask)}
    texts = {rule: frozenset(map(stem, bare_words(text))) for rule, text in rules.items()}
    called = {phrase[0] for phrase, means in phrases.items() if len(phrase) == 1 and any(m[0] == "@" for m in means)}
    first = {word for word in known if len(word) > 1} - called
    small = {word for word in idle if len(word) > 1} - called - first
    spelt = said | {word for text in rules.values() for word in bare_words(text)}
    tiers = tuple(tuple(sorted(tier)) for tier in (called, first, small, spelt - first - called - small))
    return Lexicon(
        filled,
        names,
        phrases,
        idle,
        frozenset(common["asides"]["words"]),
        frozenset(common["joints"]["words"]),
        frozenset(common["foreign"]["words"].split()) - idle - known,
        common["short"],
        _prefaces(),
        forms,
        sources,
        tuple(raw.get("examples", {}).get("texts", ())),
        raw.get("met", ""),
        frozenset(raw.get("thrown", ())),
        raw.get("derived", {}),
        texts,
        rules,
        max(map(len, phrases)),
        tiers,
        frozenset(raw.get("same", {})),
        _weights(sources, phrases),
        path.parent / "learnt",
    )


@cache
def _prefaces() -> re.Pattern[str]:
    said = sorted(english()["prefaces"]["texts"], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, said))})\b[,:]?")


def bare_words(text: str) -> list[str]:
    """The words of a text in small letters, slots left out.

    >>> bare_words("Joust {knight}, if you dare!")
    ['joust', 'if', 'you', 'dare']
    """
    return re.findall(r"[a-z0-9]+", re.sub(r"\{[^}]*\}|'s\b", " ", text.lower()))


def _phrases(
    raw: Mapping[str, Any], names: Mapping[str, str], kinds: Mapping[str, frozenset[str]]
) -> dict[tuple[str, ...], frozenset[str]]:
    common = english()
    vague = raw.get("vague", {})
    # How a meaning is marked, and what is written for each.
    tables: tuple[tuple[str, Mapping[str, Iterable[str]]], ...] = (
        ("?", common["cues"]),
        ("+", common["parts"]),
        ("", {meaning: (*written, meaning) for meaning, written in raw.get("same", {}).items()}),
        ("@", {card: _names_of(card, spoken, raw.get("names", {}).get(card, ())) for card, spoken in names.items()}),
        (">", raw.get("ways", {})),
        ("~", {kind: written for kind, written in vague.items() if kind in kinds}),
        ("~@", {card: written for card, written in vague.items() if card not in kinds}),
    )
    found: dict[tuple[str, ...], set[str]] = {}
    for mark, table in tables:
        for meaning, written in table.items():
            for words in written:
                found.setdefault(tuple(bare_words(words)), set()).add(mark + meaning)
    found.pop((), None)
    return {phrase: frozenset(meanings) for phrase, meanings in found.items()}


def _names_of(card: str, spoken: str, more: Iterable[str]) -> Iterator[str]:
    """A card's names, and of several where it is one word."""
    for words in (spoken, card.replace("-", " "), *more):
        yield words
        if " " not in words and not words.endswith("s"):
            yield f"{words}s"


def _sources(raw: Mapping[str, Any], rules: Mapping[str, str]) -> tuple[Askable, ...]:
    asked = raw.get("rules", {})
    found = [Askable("rule", rule, tuple(asked.get(rule) or (re.sub(r"[.-]", " ", rule),))) for rule in rules]
    for kind in ("order", "card", "fact", "none"):
        for one in raw.get(kind, ()):
            text = {"card": "{card}", "none": one.get("says", "")}.get(kind, one.get("id", ""))
            found.append(Askable(kind, text, tuple(one["asks"]), one.get("says", ""), tuple(one.get("rules", ()))))
    return tuple(found)


def _weights(sources: Sequence[Askable], phrases: Mapping[tuple[str, ...], frozenset[str]]) -> dict[str, float]:
    """How much each meaning tells: the rarer among what may be meant, the more, between 1 and 4."""
    counts: Counter[str] = Counter()
    for source in sources:
        words = {word for ask in source.asks for word in bare_words(ask)}
        counts.update({meaning for word in words for meaning in (*phrases.get((word,), ()), stem(word))})
    rarest = math.log(1 + len(sources))
    return {m: 1 + 3 * math.log((1 + len(sources)) / (1 + count)) / rarest for m, count in counts.items()}
