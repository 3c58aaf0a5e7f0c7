"""What a question can mean, what a game tells of a situation so that it can be asked about, and how a meaning is said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tutor.teach.language.lexicon import Lexicon
from tutor.teach.language.saying import Sayings, fits, written

#: How many of the meanings that are offered have their answer beside them, the likeliest.
ANSWERED = 3


class Meaning(NamedTuple):
    """What a question can mean: "may", "chances", "order", "rule", "card" or "fact"; the action, the rule, the card, the fact
    (of an answer at once the two rules that answer it, where two may); whose turn it would be ("" whoever decides); how well it
    fits, and whether part of it was guessed."""

    kind: str
    what: str = ""
    who: str = ""
    fit: float = 0.0
    guessed: bool = False
    #: Whether it leaves out a part of what was said that may matter.
    part: bool = False
    #: How many telling words besides names it accounts for.
    said: int = 1

    @property
    def same(self) -> tuple[str, str, str]:
        return self.kind, self.what, self.who


class Told(NamedTuple):
    """What is answered about a card or the moment: a sentence, what there is to say besides, and the rules behind it."""

    sentence: str
    lines: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class AskedMoment(Protocol):
    """What a game tells of a situation, so that it can be asked about."""

    @property
    def decider(self) -> str: ...
    @property
    def seats(self) -> Sequence[str]: ...
    @property
    def places(self) -> frozenset[str]:
        """The names of places."""

    def at_hand(self, who: str) -> Sequence[str]:
        """Actions one may want to ask about, those allowed among them."""

    def readable(self, action: str) -> str:
        """The one spelling of an action; "" if the text is none."""

    def rules_of(self, action: str) -> frozenset[str]:
        """The rules that the answer about an action cites; for "" those of the order of encounter."""

    def derive(self, slot: str, value: str, who: str) -> str:
        """What fills a form's slot where a word of another kind was said (the way to an area); "" if nothing."""

    @property
    def bearing(self) -> frozenset[str]:
        """The rules that bear on what may be done now."""

    def held(self, who: str) -> frozenset[str]:
        """What somebody has with him."""

    def stands(self, who: str) -> str:
        """The place where somebody stands; "" if nowhere."""

    @property
    def replies(self) -> Sequence[str]:
        """What may be done now by whoever answers what another has begun; nothing in one's own turn."""

    @property
    def called(self) -> Mapping[str, str]:
        """Who is called by another's name now: that name, and the seat that is meant ("king": "roland")."""

    def near(self, kind: str) -> Sequence[str]:
        """What is at hand of what a vague word means ("denizen"), or of one id ("@lance")."""


class Talk(Protocol):
    """A game as one asks about it in words."""

    def understood(self, text: str, state: Any) -> Understood:
        """What a question in everyday words can mean in a situation."""

    def question_words(self, state: Any, kind: str, what: str, who: str = "") -> str:
        """A question as one would say it: "may" or "chances" of an action, "rule", "card", "fact", "order"."""

    def told(self, state: Any, kind: str, what: str) -> Told:
        """What is answered about a card, or to a question about the moment."""

    def rules_asked(self, text: str) -> list[str]:
        """The rules that a question asks for in everyday words, without a situation."""

    def at_hand(self, state: Any) -> list[str]:
        """Actions one may want to ask about in a situation, those allowed among them."""


@dataclass(frozen=True)
class Understood:
    """What a question can mean, the likeliest first, and what is to be told besides. ``sure``: the first may be answered."""

    meanings: tuple[Meaning, ...] = ()
    notes: tuple[str, ...] = ()
    sure: bool = False
    #: Whether it was asked if something must be.
    must: bool = False


def said(meaning: Meaning, lexicon: Lexicon, sayings: Sayings, decider: str) -> str:
    """A meaning as one would ask it, in a sentence; "" for a fact that nobody can ask for."""
    name = lexicon.names.get(meaning.who or decider, meaning.who or decider)
    if meaning.kind == "order":
        return f"In which order does {name} meet them?"
    if meaning.kind == "rule":
        rule = meaning.what.split()[0]
        asks = next((source.asks for source in lexicon.sources if source.kind == "rule" and source.text == rule), ())
        plain = next((ask for ask in asks if "{" not in ask), rule)
        return f"{plain[:1].upper()}{_own(plain[1:], lexicon)}?"
    if meaning.kind == "card":
        return f"What does the card {lexicon.names.get(meaning.what, meaning.what)} say?"
    if meaning.kind == "fact":
        sources = (
            one for one in lexicon.sources if one.kind == "fact" and fits(one.text, meaning.what, lexicon) is not None
        )
        if (source := next(sources, None)) is None:
            return ""
        filled = fits(source.text, meaning.what, lexicon) or ()
        return written(source.says, {"decider": name, **{kind: lexicon.names.get(one, one) for kind, one in filled}})
    begins = "What are the chances if" if meaning.kind == "chances" else "May"
    middle = "should " if meaning.kind == "chances" else ""
    other = f" (in a turn of {name}'s own)" if meaning.who else ""
    return f"{begins} {name} {middle}{sayings.say(meaning.what) or meaning.what}?{other}"


def _own(text: str, lexicon: Lexicon) -> str:
    """A question with the names in it written as names, and "i" with a capital."""

    def named(found: re.Match[str]) -> str:
        means = lexicon.phrases.get(tuple(found[0].replace("-", " ").split()), frozenset())
        names = [lexicon.names[m[1:]] for m in sorted(means) if m[0] == "@" and m[1:] in lexicon.names]
        return "I" if found[0] == "i" else next(iter(names), found[0])

    return re.sub(r"[a-z-]+", named, text)
