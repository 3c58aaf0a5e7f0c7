"""How likely each of the things is that a question may mean: a weighted sum of what speaks for and against it.

The weights of ``weights.toml`` were learnt once from labelled questions. No weight speaks of a game.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor.teach.language.embeddings import Likeness, Vector, bare, cosine, summed
from tutor.teach.language.hearing import Heard
from tutor.teach.language.lexicon import Lexicon
from tutor.teach.language.likeness import covered
from tutor.teach.language.meaning import AskedMoment, Meaning, said
from tutor.teach.language.patterns import word_pairs
from tutor.teach.language.readings import NONE, Readings, readings, telling
from tutor.teach.language.saying import Sayings

#: How many rules are considered for their likeness alone, beside those whose patterns fit; and how many meanings in all.
NEAREST, CONSIDERED = 12, 60
#: How many rules are considered for which the words speak, as was learnt, and how likely they must be.
BY_WORDS, LEAST_BY_WORDS = 8, 0.005
_DEEDS = ("may", "chances")
_KINDS = ("may", "chances", "rule", "card", "fact", "order")
_CUES = (
    "?may",
    "?must",
    "?not",
    "?why",
    "?many",
    "?how",
    "?happens",
    "?chance",
    "?what",
    "?who",
    "?when",
    "?which",
    "?where",
    "?long",
)


@dataclass(frozen=True)
class RuleTexts:
    """How rules are asked for and what they say, to be compared with a question. ``owners`` says whose each way to ask is."""

    rules: tuple[str, ...]
    owners: tuple[int, ...]
    asks: Likeness
    texts: Likeness
    #: What a rule speaks of, by id; and what every way to ask for it names.
    speaks: Mapping[str, frozenset[str]]
    always: Mapping[str, frozenset[str]]


def rule_texts(lexicon: Lexicon) -> RuleTexts:
    """The rules of a game, made once."""
    made: RuleTexts | None = lexicon.memory.get("rule texts")
    if made is None:
        sources = [source for source in lexicon.sources if source.kind == "rule"]
        asks = [(n, ask) for n, source in enumerate(sources) for ask in source.asks]
        named = {source.text: [_names(ask, lexicon) for ask in source.asks] for source in sources}
        told = {source.text: _names(lexicon.wordings.get(source.text, ""), lexicon) for source in sources}
        made = RuleTexts(
            tuple(source.text for source in sources),
            tuple(n for n, _ in asks),
            Likeness([ask for _, ask in asks]),
            Likeness([lexicon.wordings.get(source.text, "") for source in sources]),
            {rule: frozenset[str]().union(told[rule], *names) for rule, names in named.items()},
            {rule: frozenset[str].intersection(*names) if names else frozenset() for rule, names in named.items()},
        )
        lexicon.memory["rule texts"] = made
    return made


def _names(text: str, lexicon: Lexicon) -> frozenset[str]:
    found = (m[1:] for words in word_pairs(text) for m in lexicon.phrases.get(words, ()) if m[0] == "@")
    return frozenset(found)


@dataclass(frozen=True)
class Alike:
    """How like the rules are to a question: the best and the mean of the best three ways to ask for each, and its text."""

    best: Sequence[float]
    three: Sequence[float]
    text: Sequence[float]

    @staticmethod
    def of(question: Vector, lexicon: Lexicon) -> Alike:
        known = rule_texts(lexicon)
        of_rule: list[list[float]] = [[] for _ in known.rules]
        for owner, one in zip(known.owners, known.asks.to(question), strict=True):
            of_rule[owner].append(one)
        ranked = [sorted(found, reverse=True)[:3] or [0.0] for found in of_rule]
        return Alike([one[0] for one in ranked], [sum(one) / len(one) for one in ranked], known.texts.to(question))


class Scorer:
    """One question, and how likely each of its meanings is. ``clauses`` is how many questions it seems to be."""

    def __init__(self, heard: Heard, lexicon: Lexicon, sayings: Sayings, moment: AskedMoment) -> None:
        self.heard, self.lexicon, self.sayings, self.moment = heard, lexicon, sayings, moment
        self.vector = summed(bare(heard.plain))
        self.alike = Alike.of(self.vector, lexicon)
        self.rules = {rule: n for n, rule in enumerate(rule_texts(lexicon).rules)}
        self.people = lexicon.kinds.get("knight", frozenset())
        self.named = frozenset(m[1:] for word in heard.words for m in word.means if m[0] == "@")
        self.unknown = sum(word.unknown and not word.weak for word in heard.words)
        #: The features of what was weighed last.
        self.rows: dict[tuple[str, str, str], dict[str, float]] = {}
        self.learn(readings(lexicon))

    def learn(self, learnt: Readings | None) -> None:
        """Judge by what was learnt of the game, if anything was."""
        self.learnt = learnt
        self.by_words = learnt.likely(self.vector, telling(self.heard, self.lexicon)) if learnt else []

    def considered(self, fitting: Sequence[Meaning]) -> list[Meaning]:
        """The meanings whose patterns fit, and the rules that are most like the question."""
        found = [m for m in fitting if m.kind != "none" and self.sayable(m)][:CONSIDERED]
        have = {m.what for m in found if m.kind == "rule"}
        nearest = sorted(self.rules, key=lambda rule: -self.alike.best[self.rules[rule]])[:NEAREST]
        near = dict.fromkeys((*nearest, *self.rules_by_words()))
        return [*found, *(Meaning("rule", rule, said=0) for rule in near if rule not in have)]

    def rules_by_words(self) -> list[str]:
        """The rules for which the question's words speak most, as was learnt."""
        if self.learnt is None:
            return []
        of = self.learnt.classes
        chances = {rule: self.by_words[of[name]] for rule in self.rules if (name := f"rule {rule}") in of}
        return [
            rule
            for rule in sorted(chances, key=lambda rule: -chances[rule])[:BY_WORDS]
            if chances[rule] >= LEAST_BY_WORDS
        ]

    def sayable(self, meaning: Meaning) -> bool:
        """Whether it can be put as a question: no fact is told of what has none."""
        return meaning.kind != "fact" or bool(said(meaning, self.lexicon, self.sayings, self.moment.decider))

    def weighed(self, found: Sequence[Meaning]) -> list[tuple[float, Meaning]]:
        """The meanings, each with its probability among them, 0 to 1, the likeliest first."""
        if not found:
            return []
        counts = self.learnt.weights if self.learnt else weights()
        rows = self.features(found)
        self.rows = {m.same: row for m, row in zip(found, rows, strict=True)}
        scores = [sum(counts.get(name, 0.0) * value for name, value in row.items()) for row in rows]
        top = max(scores)
        parts = [math.exp(score - top) for score in scores]
        whole = sum(parts)
        return sorted(((part / whole, m) for part, m in zip(parts, found, strict=True)), key=lambda one: -one[0])

    def features(self, found: Sequence[Meaning]) -> list[dict[str, float]]:
        """What speaks for and against each meaning, by name; what is 0 may be left out."""
        like = [self.likeness(m) for m in found]
        best, nearest = max(m.fit for m in found), max(one[0] for one in like)
        rows = [self._features(m, one, best, nearest) for m, one in zip(found, like, strict=True)]
        if self.learnt:
            for row, more in zip(rows, self.learnt.features(self.by_words, found), strict=True):
                row |= more
        return rows

    @property
    def nothing(self) -> float:
        """How likely it is, by the words alone, that the question asks for nothing that can be told, 0 to 1."""
        return self.by_words[self.learnt.classes[NONE]] if self.learnt else 0.0

    def likeness(self, meaning: Meaning) -> tuple[float, float, float]:
        """How like a meaning is to the question: the way to ask that is most like, the best three, what it says."""
        if meaning.kind == "rule":
            n = self.rules[meaning.what]
            return self.alike.best[n], self.alike.three[n], self.alike.text[n]
        asked = summed(bare(said(meaning, self.lexicon, self.sayings, self.moment.decider)))
        one = cosine(asked, self.vector)
        return one, one, 0.0

    def _features(self, m: Meaning, like: tuple[float, float, float], best: float, nearest: float) -> dict[str, float]:
        rule, deed = m.kind == "rule", m.kind in _DEEDS
        sort = "rule" if rule else "deed" if deed else "other"
        one, three, text = like
        hand = deed and m.what in self.moment.at_hand(m.who or self.moment.decider)
        row = {
            "fit": m.fit,
            "fit behind": m.fit - best,
            "fits best": m.fit == best,
            "fits not": m.fit <= 0,
            f"{sort} fit": m.fit,
            "said": min(m.said, 4) / 4,
            "nothing said": m.said == 0,
            "guessed": m.guessed,
            "part": m.part,
            "at hand": hand,
            "covered": covered(self.heard, self.lexicon, m.what) if rule else 1.0,
            f"kind {m.kind}": True,
            f"{sort} like": one,
            "like behind": one - nearest,
            "bears": m.what in self.moment.bearing,
            "another's": bool(m.who),
            **self._names(m, sort),
        }
        if rule:
            top = max(self.alike.best)
            row |= {
                "like three": three,
                "like text": text,
                "like most": one == top,
                "rule behind": one - top,
                "like much": max(one - 0.7, 0.0),
            }
        if deed:
            row["deed unknown"] = self.unknown
        if sort != "other":
            row |= {f"{sort} {cue}": True for cue in _CUES if cue in self.heard.cues}
            row[f"{sort} plain"] = not self.heard.cues
        return {name: float(value) for name, value in row.items() if value}

    def _names(self, m: Meaning, sort: str) -> dict[str, float]:
        """How many are named that a meaning does not speak of, and the other way round; players count only in actions."""
        known = rule_texts(self.lexicon)
        if sort == "rule":
            speaks = known.speaks[m.what]
            return {
                "rule lacks": len(self.named - speaks - self.people),
                "rule shares": len(self.named & speaks),
                "rule adds": len(known.always[m.what] - self.named - self.people),
            }
        has = {*m.what.split(), m.who}
        adds = len({one for one in has if one in self.lexicon.names} - self.named) if sort == "deed" else 0
        return {"other lacks": len(self.named - has - self.people), "deed adds": adds}


@cache
def weights() -> Mapping[str, float]:
    """What each feature counts."""
    found: dict[str, float] = tomllib.loads(Path(__file__).with_name("weights.toml").read_text("utf-8"))["weights"]
    return found
