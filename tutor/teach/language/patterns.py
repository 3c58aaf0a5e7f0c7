"""How one asks for something, as a pattern of words and slots, and how well a question fits it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from tutor.teach.language.hearing import IDLE, Word
from tutor.teach.language.lexicon import CUES, NAME, Askable, Form, Lexicon, bare_words, stem

_PIECE = re.compile(r"\{([a-z]+)(\+?)\}|(=?[a-z0-9]+(?:'[a-z]+)?)")
#: How much of its weight a name keeps where only its kind is asked for; and one that plays another part than the pattern's.
_BY_KIND, _OTHER_PART = 0.6, 0.55
#: How much what is in the pattern and was not said counts against it: of an action, and of anything else.
UNSAID = {"action": 1.0, "rule": 0.45, "card": 0.4, "fact": 1.2, "order": 0.6, "none": 1.0}
#: Cues that ask for something else than an action.
_NO_ACTION = {
    "?who": 1.8,
    "?where": 1.8,
    "?when": 1.8,
    "?many": 1.8,
    "?long": 1.8,
    "?whose": 1.8,
    "?what": 1.0,
    "?which": 1.0,
    "?how": 0.5,
}
#: What it counts against a card or a fact of the moment that it was asked whether something may or must be.
_NO_DEED = {"?may": 1.6, "?must": 2.2, "?chance": 2.5}


#: Cues that tell nothing of a rule: "?long" and "?many" tell as much as any other word.
_NOT_TELLING = frozenset(CUES) - {"?long", "?many"}


class Literal(NamedTuple):
    """A word of a pattern: what it means, how much it tells, and whether it may be left unsaid."""

    means: frozenset[str]
    weight: float
    weak: bool


class Slot(NamedTuple):
    """A place in a pattern that something named fills; ``part`` is the part it plays ("with"), ``leads`` if it stands first."""

    kind: str
    part: str
    leads: bool


@dataclass(frozen=True, eq=False)
class Pattern:
    """One way to ask for one thing. ``source`` says what for: a form of action, or anything else; ``number`` is its place among
    all of them, so that of what fits equally well the same comes first every time."""

    number: int
    source: Form | Askable
    literals: tuple[Literal, ...]
    slots: tuple[Slot, ...]
    #: Whether it is meant only where it can be done now, and whether it is no more than a guess.
    now: bool = False
    guess: bool = False
    #: Whether it is none unless all its slots are filled.
    full: bool = False

    @cached_property
    def refuses(self) -> bool:
        """Whether it says that something is not done ("not joust")."""
        return any("?not" in literal.means for literal in self.literals)

    @cached_property
    def kind(self) -> str:
        return "action" if isinstance(self.source, Form) else self.source.kind

    @cached_property
    def unused_as(self) -> tuple[str, str]:
        """What the words it makes no use of are weighed by: its kind, and the rule it asks for."""
        return self.kind, self.source.text if self.kind == "rule" and isinstance(self.source, Askable) else ""


class Fit(NamedTuple):
    """How well a question fits a pattern, between 0 and 1; what fills its slots, which words were used, which slots are empty,
    and how many telling words besides names were said."""

    fit: float
    filled: tuple[tuple[str, str], ...]
    used: frozenset[int]
    empty: tuple[Slot, ...]
    said: int = 0


def index_of(lexicon: Lexicon) -> Mapping[str, Mapping[int, Pattern]]:
    """Every pattern of a game with its number, by what it can be found by: a meaning, or a slot's kind in braces. Made once."""
    index: dict[str, dict[int, Pattern]] | None = lexicon.memory.get("index")
    if index is None:
        index = {}
        every: list[Form | Askable] = [*lexicon.forms, *lexicon.sources]
        asks = [(source, text) for source in every for ask in source.asks for text in _unfolded(ask)]
        for number, (source, text) in enumerate(asks):
            pattern = _pattern(number, text, source, lexicon)
            keys = {m for lit in pattern.literals if not lit.weak for m in lit.means if m not in CUES}
            keys |= {f"{{{slot.kind}}}" for slot in pattern.slots}
            for key in keys or {m for lit in pattern.literals for m in lit.means}:
                index.setdefault(key, {})[number] = pattern
        lexicon.memory["index"] = index
    return index


def _unfolded(ask: str) -> list[str]:
    """An ask with what is in brackets left out, and with it.

    >>> _unfolded("meet {denizen}[ with {helper}]")
    ['meet {denizen}', '&meet {denizen} with {helper}']
    """
    if "[" not in ask:
        return [ask]
    return [re.sub(r"\[[^]]*\]", "", ask), f"&{re.sub(r'[][]', '', ask)}"]


def _pattern(number: int, text: str, source: Form | Askable, lexicon: Lexicon) -> Pattern:
    """An ask as a pattern. It begins with "!" where it is meant only of what can be done now, with "?" where it is a guess.
    "&" stands before one whose slots must all be filled."""
    literals: list[Literal] = []
    parts: list[Literal] = []
    slots: list[Slot] = []
    pieces = list(_PIECE.finditer(text))
    part, at = "", 0
    while at < len(pieces):
        kind, _, _word = pieces[at].groups()
        if kind:
            slots.append(Slot(kind, part, not (literals or parts)))
            part, at = "", at + 1
            continue
        length, literal = _literal(pieces, at, lexicon)
        part = min((m[1:] for m in literal.means if m[0] == "+"), default="")
        (parts if all(m[0] == "+" for m in literal.means) else literals).append(literal)
        at += length
    return Pattern(number, source, tuple(literals or parts), tuple(slots), "!" in text, "?" in text, "&" in text)


def _literal(pieces: Sequence[re.Match[str]], at: int, lexicon: Lexicon) -> tuple[int, Literal]:
    if pieces[at][3].startswith("="):
        only = frozenset((pieces[at][3][1:],))
        return 1, Literal(only, lexicon.weight(only), False)
    for length in range(min(lexicon.longest, len(pieces) - at), 0, -1):
        words = [piece[3] for piece in pieces[at : at + length]]
        if None in words:
            continue
        means = lexicon.phrases.get(tuple(words))
        if means is None and length == 1:
            means = lexicon.phrases.get((stem(words[0]),))
        if means is not None:
            weak = length == 1 and words[0] in lexicon.idle and not any(m[0] in "?@>~" for m in means)
            means = means | ({stem(words[0])} if length == 1 and not any(m[0] in "?@>+~" for m in means) else set())
            return length, Literal(means, lexicon.weight(means) * (0.5 if weak else 1.0), weak)
    word = pieces[at][3]
    bare = frozenset((stem(word),))
    return 1, Literal(bare, IDLE if word in lexicon.idle else lexicon.weight(bare), word in lexicon.idle)


def classes(word: Word, lexicon: Lexicon) -> frozenset[str]:
    """The kinds of thing a word names, as meanings."""
    return frozenset(f"~{kind}" for kind, ids in lexicon.kinds.items() if any(name in ids for name in word.names))


class HeardWords:
    """The words of a question, with what is asked of them by every pattern and is the same for all: reckoned once."""

    def __init__(self, words: Sequence[Word], lexicon: Lexicon) -> None:
        self.words, self.lexicon = words, lexicon
        #: The kinds of thing each word names.
        self.of_kind = [classes(word, lexicon) for word in words]
        self._said: dict[frozenset[str], list[tuple[float, int]]] = {}
        self._left: dict[tuple[str, str], list[float]] = {}
        self._fills: dict[str, list[tuple[int, Word, str]]] = {}

    def left(self, pattern: Pattern) -> list[float]:
        """How much each word counts against a pattern that makes no use of it."""
        found = self._left.get(pattern.unused_as)
        if found is None:
            found = self._left[pattern.unused_as] = [_unused(word, pattern, self.lexicon) for word in self.words]
        return found

    def said(self, literal: Literal) -> list[tuple[float, int]]:
        """Where a literal is said, or something of its kind: how well, and at which word; the best first, then the earliest."""
        found = self._said.get(literal.means)
        if found is None:
            found = self._said[literal.means] = []
            for at, (word, kinds) in enumerate(zip(self.words, self.of_kind, strict=True)):
                if not word.means.isdisjoint(literal.means):
                    found.append((word.weight + (0.0 if word.weak else 1.0), at))
                elif not kinds.isdisjoint(literal.means):
                    found.append((0.5, at))
            found.sort(key=lambda each: -each[0])
        return found

    def fills(self, slot: Slot) -> list[tuple[int, Word, str]]:
        """The words that name what a slot of this kind asks for: where, the word, and what it names."""
        found = self._fills.get(slot.kind)
        if found is None:
            ids = self.lexicon.kinds.get(slot.kind, frozenset())
            found = self._fills[slot.kind] = []
            for at, word in enumerate(self.words):
                name = next((one for one in word.names if one in ids), "") or (
                    "" if not word.names else _place(slot, word)
                )
                if name:
                    found.append((at, word, name))
        return found


def fitting(pattern: Pattern, heard: HeardWords) -> Fit:
    """How well words fit a pattern."""
    words, kind = heard.words, pattern.kind
    used: set[int] = set()
    said = 0
    filled: list[tuple[str, str]] = []
    empty: list[Slot] = []
    told = unsaid = 0.0
    acts = kind == "action"
    verb = _verb_at(pattern, words) if acts and pattern.slots else -1
    for slot in pattern.slots:
        best = _filling(slot, heard, used, acts, verb)
        if best is None:
            empty.append(slot)
            continue
        at, name, worth = best
        used.add(at)
        filled.append((slot.kind, name))
        told += worth
        unsaid += NAME - worth
    if pattern.full and empty:
        return Fit(0.0, (), frozenset(), ())
    for literal in pattern.literals:
        for _, where in heard.said(literal):
            if where not in used:
                break
        else:
            unsaid += literal.weight * (2.0 if kind == "rule" and _names(literal) else 1.0)
            continue
        used.add(where)
        word = words[where]
        said += not word.weak and literal.means.isdisjoint(_NOT_TELLING) and not word.names
        if word.means.isdisjoint(literal.means):
            told += NAME * _BY_KIND
            unsaid += NAME * (1 - _BY_KIND) / 3
        else:
            told += min(word.weight, literal.weight)
    left = sum([weight for at, weight in enumerate(heard.left(pattern)) if at not in used])
    if not acts:
        unsaid += 1.5 * len(empty)
    whole = told + left + UNSAID[kind] * unsaid
    return Fit(told / whole if whole else 0.0, tuple(filled), frozenset(used), tuple(empty), said)


@cache
def _names(literal: Literal) -> bool:
    return any(m[0] == "@" for m in literal.means)


def _verb_at(pattern: Pattern, words: Sequence[Word]) -> int:
    """Where the first word of the pattern is said; -1 if nowhere."""
    for literal in pattern.literals:
        for at, word in enumerate(words):
            if not word.means.isdisjoint(literal.means):
                return at
    return -1


def _filling(slot: Slot, heard: HeardWords, used: set[int], acts: bool, verb: int) -> tuple[int, str, float] | None:
    """What fills a slot best: where it is said, what it is, and how much it tells there."""
    words = heard.words
    best: tuple[int, str, float] | None = None
    for at, word, name in heard.fills(slot):
        if at in used or (acts and word.aside):
            continue
        same = word.part == slot.part or (
            not slot.part and word.part in ("", "by", "against", "from", "to") and not acts
        )
        same = same or (not slot.part and word.part in ("", "against", "to", "from"))
        worth = NAME * (1.0 if same else _OTHER_PART)
        if acts and verb >= 0 and not slot.leads and at < verb and not _passive(words, at, verb):
            worth *= _OTHER_PART
        if acts and slot.leads and at > verb >= 0:
            worth *= _OTHER_PART
        if best is None or worth > best[2] + 0.01:
            best = at, name, worth
    return best


def _place(slot: Slot, word: Word) -> str:
    return min((m[1:] for m in word.means if m[0] == "#"), default="") if slot.kind in ("place", "area", "one") else ""


_PASSIVE = frozenset(("be", "being", "is", "are", "was", "were", "been", "gets", "get"))


def _passive(words: Sequence[Word], at: int, verb: int) -> bool:
    """Whether what is named before the verb is what it is done to: "can the Orc be fought", "the lance, may I take it"."""
    between = [word for word in words[at + 1 : verb] if word.said != ","]
    if between and between[0].said in ("he", "she", "they"):  # "the Giant, he runs": he does it himself
        return False
    return any(word.said in _PASSIVE or word.self for word in between)


def _unused(word: Word, pattern: Pattern, lexicon: Lexicon) -> float:
    """How much a word that the pattern makes no use of counts against it."""
    if word.weak:
        return 0.3 * word.weight if word.weight > IDLE and pattern.kind != "action" else 0.0
    cue = min((m for m in word.means if m in CUES), default="")
    if pattern.kind == "action":
        if cue:
            return _NO_ACTION.get(cue, 0.1)
        return word.weight * (0.25 if (word.aside and not word.unknown) or word.held else 1.0)
    if cue:
        return CUES[cue] * 0.6 if pattern.kind == "rule" else _NO_DEED.get(cue, CUES[cue] * 0.6)
    if word.names:
        people = lexicon.kinds.get("knight", frozenset())
        named = any(name in people for name in word.names) and (pattern.kind == "rule" or word.held)
        return 0.5 if named else NAME * 0.75
    if pattern.kind == "rule" and isinstance(pattern.source, Askable):
        text = lexicon.texts.get(pattern.source.text, frozenset())
        if any(m in text for m in word.means) or stem(word.said) in text:
            return word.weight * 0.4
    return word.weight


def rules_naming(lexicon: Lexicon, name: str) -> tuple[str, ...]:
    """The rules that questions about this card are about, those first that name little else."""
    named: dict[str, list[tuple[int, str]]] | None = lexicon.memory.get("naming")
    if named is None:
        named = {}
        for source in lexicon.sources:
            if source.kind == "rule":
                words = {word for ask in source.asks for word in word_pairs(ask)}
                said = {m[1:] for word in words for m in lexicon.phrases.get(word, ()) if m[0] == "@"}
                for one in said:
                    named.setdefault(one, []).append((len(said), source.text))
        lexicon.memory["naming"] = named
    return tuple(rule for _, rule in sorted(named.get(name, ()), key=lambda found: found[0]))


def word_pairs(ask: str) -> set[tuple[str, ...]]:
    """The words of a text, and each two that stand side by side."""
    words = bare_words(ask)
    return {(word,) for word in words} | set(pairwise(words))
