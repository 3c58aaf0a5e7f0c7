"""The rules that have most of a question's words in common with it, wherever they stand: to be offered, never to be answered."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.teach.language.hearing import Heard, hear
from tutor.teach.language.lexicon import Askable, Lexicon, bare_words, stem
from tutor.teach.language.meaning import Meaning
from tutor.teach.language.patterns import HeardWords, fitting, index_of

#: The least share of what was said that a rule must contain, 0 to 1; the factor for a word that only the rule's own text has.
ENOUGH, IN_TEXT = 0.62, 0.6
#: The least fit, 0 to 1, of a way to ask for a rule that finds it.
FAIRLY = 0.75


def alike(heard: Heard, lexicon: Lexicon, most: int) -> list[Meaning]:
    """At most so many rules, the likest first; none where no rule has two telling words of the question."""
    words = [word for word in heard.words if not word.weak and not all(m[0] in "?+" for m in word.means)]
    whole = sum(word.weight for word in words)
    found = []
    for rule, weights in _documents(lexicon).items():
        shares = [word.weight * max((weights.get(m, 0.0) for m in word.means), default=0.0) for word in words]
        if sum(share > 0 for share in shares) > 1 and sum(shares) >= ENOUGH * whole:
            found.append(Meaning("rule", rule, fit=sum(shares) / whole / (1 + 0.02 * len(weights))))
    return sorted(found, key=lambda meaning: -meaning.fit)[:most]


def asked(text: str, lexicon: Lexicon, most: int = 3) -> list[str]:
    """The rules that a question asks for in everyday words, the best first; none where none is fairly sure."""
    told = HeardWords(hear(text, lexicon).words, lexicon)
    patterns = {number: p for found in index_of(lexicon).values() for number, p in found.items() if p.kind == "rule"}
    best: dict[str, float] = {}
    for _, pattern in sorted(patterns.items()):
        fit = fitting(pattern, told)
        if fit.fit >= FAIRLY and fit.said and isinstance(pattern.source, Askable):
            best[pattern.source.text] = max(fit.fit, best.get(pattern.source.text, 0.0))
    return sorted(best, key=lambda rule: -best[rule])[:most]


def covered(heard: Heard, lexicon: Lexicon, rule: str) -> float:
    """How much of what was said, names aside, stands in how one asks for a rule or in what it says; 1.0 where only names were."""
    words = [
        word for word in heard.words if not word.weak and not word.names and not all(m[0] in "?+" for m in word.means)
    ]
    weights = _documents(lexicon).get(rule, {})
    whole = sum(word.weight for word in words)
    shares = (word.weight * max((weights.get(m, 0.0) for m in word.means), default=0.0) for word in words)
    return sum(shares) / whole if whole else 1.0


def _documents(lexicon: Lexicon) -> Mapping[str, Mapping[str, float]]:
    """For each rule the meanings in how one asks for it, and in what it says."""
    found: Mapping[str, Mapping[str, float]] | None = lexicon.memory.get("documents")
    if found is None:
        found = {
            source.text: dict.fromkeys(lexicon.texts.get(source.text, ()), IN_TEXT)
            | dict.fromkeys((m for ask in source.asks for m in _meanings(ask, lexicon)), 1.0)
            for source in lexicon.sources
            if source.kind == "rule"
        }
        lexicon.memory["documents"] = found
    return found


def _meanings(ask: str, lexicon: Lexicon) -> set[str]:
    """Everything that the words of a way to ask mean, alone and together with those that follow."""
    words = bare_words(ask)
    stems = {stem(word) for word in words}
    spans = ((at, at + length) for length in range(1, lexicon.longest + 1) for at in range(len(words) - length + 1))
    phrases = [tuple(words[start:end]) for start, end in spans]
    phrases += [(one,) for one in stems]
    return {m for phrase in phrases for m in lexicon.phrases.get(phrase, ()) if m[0] not in "?+"} | set(words) | stems
