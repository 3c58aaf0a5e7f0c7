"""What was typed, as words with their meanings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.text.spelling import misspelt
from tutor.teach.language.lexicon import Lexicon, stem

#: The most letters of a question that are read; the rest is ignored.
LONGEST = 300
#: How much a word tells that says nothing about what is meant.
IDLE = 0.12
_SELF = frozenset("i me my he him his she her they their we us our".split())  # noqa: SIM905
#: Said after a name ("with the Prince's help"), these add nothing to "with".
_AID = frozenset(("help", "aid", "assistance", "support"))
_STOPS = ("?", ".", "!", ";", ",")
#: "Can't I ..." asks whether I may; "can I not ..." asks whether I may leave it undone.
_INVERTED = re.compile(
    r"\b(can|could|may|might|must|should|would|do|does|is|are)(?:n?'?t| not) (i|we|he|she|you|they|it|the)\b"
)
#: "Am I not allowed ..." asks whether I am.
_DENIED = re.compile(r"\b(am|are|is|was) (\w+) not (allowed|permitted|entitled|able|free)\b")


@lru_cache(maxsize=8192)
def _named(means: frozenset[str]) -> tuple[str, ...]:
    return tuple(m[1:] for m in sorted(means) if m[0] in "@>#")


class Word(NamedTuple):
    """One word (or a phrase that means one thing): what was typed, what it can mean, how much it tells, whether it costs nothing
    when no use is made of it (``weak``), whether it only says when (``aside``), what stands before it,
    and whether it names what whoever asks has with him (``held``)."""

    said: str
    means: frozenset[str]
    weight: float
    weak: bool = False
    aside: bool = False
    part: str = ""
    held: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The ids it names, ways and places included."""
        return _named(self.means)

    @property
    def unknown(self) -> bool:
        return not self.means

    @property
    def self(self) -> bool:
        """Whether it stands for whoever is asked about."""
        return self.said in _SELF


@dataclass(frozen=True)
class Heard:
    """A question: its words, and what was read as something else, as sentences; ``foreign`` where it is not English."""

    words: tuple[Word, ...]
    notes: tuple[str, ...] = ()
    foreign: bool = False
    plain: str = ""

    @property
    def cues(self) -> frozenset[str]:
        """How it asks: "?may", "?must" ..."""
        return frozenset(m for word in self.words for m in word.means if m[0] == "?")

    @property
    def name_alone(self) -> bool:
        """Whether it is a single name and nothing else."""
        return len(self.named) == 1 and len([w for w in self.words if w.said not in (*_STOPS, "the", "a", "an")]) == 1

    @property
    def named(self) -> tuple[str, ...]:
        """Everything named, in order."""
        return tuple(dict.fromkeys(name for word in self.words for name in word.names))

    def clauses(self, joints: frozenset[str]) -> list[Clause]:
        """The parts that it is joined of: at a full stop, a comma, "and", "or" ... Those that say nothing are left out."""
        parts: list[tuple[str, list[Word]]] = [("", [])]
        for word in self.words:
            if word.said in joints or word.said in _STOPS:
                joint = word.said if word.said in joints or not parts[-1][1] else ","
                parts.append((joint, []))
            else:
                parts[-1][1].append(word)
        told = [(joint, part) for joint, part in parts if any(not w.weak for w in part)]
        found: list[tuple[str, list[Word]]] = []
        for joint, part in told:
            telling = [w for w in part if not w.weak and not any(m[0] == "?" for m in w.means)]
            bare = len(telling) == len([w for w in part if not w.weak]) and not any(w.self for w in part)
            lone = bare and ((joint not in ("", ",") and len(telling) == 1) or all(w.names for w in telling))
            if found and (not telling or lone):  # "or six", "Roland and George", "can I?": no question of its own
                found[-1][1].extend(part)
            else:
                found.append((joint, part))
        return [Clause(joint, replace(self, words=tuple(part))) for joint, part in found]


class Clause(NamedTuple):
    """A part of a question, and the word it is joined by."""

    joint: str
    heard: Heard


def hear(text: str, lexicon: Lexicon, places: frozenset[str] = frozenset()) -> Heard:
    """The words of a question and what they mean. ``places`` are the names of places in this situation."""
    notes: list[str] = []
    typed = _split(text, lexicon)
    typed = _mended(typed, lexicon, places, notes)
    found: list[Word] = []
    aside = False
    at = 0
    while at < len(typed):
        length, word = _longest(typed, at, lexicon, places)
        if word.said in _STOPS or "?may" in word.means or "?must" in word.means:
            aside = False
        elif word.said in lexicon.asides and (found or word.said != "when"):
            aside = True
        if word.said in _AID and found and found[-1].part == "with":
            word = word._replace(weak=True)
        part = next((m[1:] for before in reversed(found[-2:]) for m in sorted(before.means) if m[0] == "+"), "")
        found.append(word._replace(aside=aside, part=part if word.names else ""))
        at += length
    near = tuple(note.partition("”")[0].removeprefix("“") for note in notes)
    return Heard(tuple(found), tuple(notes), _foreign(typed, lexicon, near), " ".join(typed))


def _split(text: str, lexicon: Lexicon) -> list[str]:
    plain = text.lower()[:LONGEST].replace("’", "'").replace("-", " ")
    plain = _DENIED.sub(r"\1 \2 \3", plain)
    plain = _INVERTED.sub(r"\1 \2", re.sub(r"[→➔]", " east ", plain))
    plain = lexicon.prefaces.sub(" ", plain)
    found: list[str] = []
    for word in re.findall(r"[^\W_]+(?:'[^\W_]+)?|[?.!;,]", plain):
        if word in lexicon.short:
            found += lexicon.short[word].split()
        else:
            found.append(re.sub(r"'s?$|'.*$", "", word) if "'" in word else word)
    return found


def _mended(typed: list[str], lexicon: Lexicon, places: frozenset[str], notes: list[str]) -> list[str]:
    """The words with slips of the pen mended; a name that was mended is told of."""
    spelt = lexicon.memory.setdefault("spelt", frozenset().union(*lexicon.spellings))
    stems = lexicon.memory.setdefault("stems", frozenset(map(stem, spelt)))
    mended = lexicon.memory.setdefault("mended", {})
    if "longer" not in lexicon.memory:  # nothing is read as a word of two letters
        lexicon.memory["longer"] = tuple(tuple(one for one in tier if len(one) > 2) for tier in lexicon.spellings)
    longer = lexicon.memory["longer"]
    found = []
    for word in typed:
        known = word in spelt or word in places or word in lexicon.foreign or word in _STOPS or word.isdigit()
        if known or (stem(word) in stems and len(word) > 4):
            found.append(word)
            continue
        if word not in mended:
            if len(mended) > 5000:
                mended.clear()
            mended[word] = next(filter(None, (misspelt(word, known) for known in longer)), "")
        meant = mended[word]
        if meant and any(m[0] == "@" for m in lexicon.phrases.get((meant,), ())):
            name = next(m[1:] for m in lexicon.phrases[(meant,)] if m[0] == "@")
            notes.append(f"“{word}” is read as {lexicon.names[name]}.")
        found.append(meant or word)
    return found


def _longest(typed: list[str], at: int, lexicon: Lexicon, places: frozenset[str]) -> tuple[int, Word]:
    """The longest phrase that begins here, and how many words it takes."""
    for length in range(min(lexicon.longest, len(typed) - at), 0, -1):
        phrase = tuple(typed[at : at + length])
        means = lexicon.phrases.get(phrase)
        if means is None and length == 1:
            means = lexicon.phrases.get((stem(phrase[0]),))
        if means is not None and (length > 1 or phrase[0] not in places):
            said = " ".join(phrase)
            weak = length == 1 and phrase[0] in lexicon.idle and not any(m[0] in "?@>~" for m in means)
            if length == 1 and not any(m[0] in "?@>+~" for m in means):
                means = means | {stem(said)}
            only = [m for m in means if m[0] != "+"]
            weight = lexicon.weight(only or means) * (0.5 if weak else 1.0)
            return length, Word(said, means, weight, weak or not only)
    word = typed[at]
    if word in places:
        return 1, Word(word, frozenset((f"#{word}",)), lexicon.weight((f"#{word}",)))
    if word in _STOPS or word in lexicon.idle:
        return 1, Word(word, frozenset((stem(word),)) if word.isalnum() else frozenset(), IDLE, True)
    told = stem(word)
    if told in lexicon.weights or told in lexicon.memory.setdefault("told", frozenset().union(*lexicon.texts.values())):
        return 1, Word(word, frozenset((told,)), lexicon.weight((told,)))
    return 1, Word(word, frozenset(), lexicon.weight(()), weak=len(word) < 2)


def _foreign(typed: list[str], lexicon: Lexicon, near: tuple[str, ...]) -> bool:
    strange = sum(word in lexicon.foreign for word in typed)
    return strange >= 2 and strange * 3 >= len([word for word in typed if word.isalnum()])
