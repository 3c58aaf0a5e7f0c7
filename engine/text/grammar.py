"""The grammar of a game's actions, a form for each verb: from it come the reader, the writer and the list for the docs.

A form is a line such as ``offer {of:card} to {to:Knight} [for {price:card}]``: words that stand as they are, slots that name a
field of the action and the kind of word it takes ("..." behind it: one or more), and parts in brackets that may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.text.faults import UnreadableText

_PART = re.compile(r"\[|\]|\{(\w+):([^}]*?)(\.\.\.)?\}|[^\s\[\]{}]+")


@dataclass(frozen=True, slots=True)
class ActionSlot:
    """A place for a word, or for ``several``, of a kind: the ``field`` of the action that holds it."""

    field: str
    kind: str
    several: bool = False


#: A word as it stands, a slot, or a part that may be left out.
FormPart = str | ActionSlot | tuple[Any, ...]


def _parts(text: str) -> tuple[FormPart, ...]:
    """The parts of a form."""
    levels: list[list[FormPart]] = [[]]
    for found in _PART.finditer(text):
        if found[0] == "[":
            levels.append([])
        elif found[0] == "]":
            inner = tuple(levels.pop())
            levels[-1].append(inner)
        else:
            levels[-1].append(ActionSlot(found[1], found[2], bool(found[3])) if found[1] else found[0])
    return tuple(levels[0])


@dataclass(frozen=True)
class ActionForm:
    """How an action of one verb is written, with an example for the docs, or several."""

    text: str
    examples: tuple[str, ...]

    @cached_property
    def parts(self) -> tuple[FormPart, ...]:
        return _parts(self.text)

    def write(self, value: Callable[[str], Any]) -> str:
        """The action whose fields have these values, as one line."""
        return " ".join(_written(self.parts, value))


def _written(parts: Sequence[FormPart], value: Callable[[str], Any]) -> list[str]:
    words: list[str] = []
    for part in parts:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, ActionSlot):
            held = value(part.field)
            words += map(str, held) if isinstance(held, tuple) else [held] if held != "" else []
        elif all(value(slot.field) not in ("", ()) for slot in part if isinstance(slot, ActionSlot)):
            words += _written(part, value)
    return words


class ActionWords:
    """The words of one action, taken from the left. A game's own says what is told of a word that is missing or unknown."""

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text, self.words, self.next = text, words, 0

    @property
    def left(self) -> Sequence[str]:
        """The words still to be read."""
        return self.words[self.next :]

    def is_next(self, word: str) -> bool:
        """Whether this word is next; it is then taken."""
        found = self.next < len(self.words) and self.words[self.next] == word
        self.next += found
        return found

    def take(self, kind: str) -> str:
        """The next word, one of a kind."""
        known = self.known(kind)
        if self.next >= len(self.words):
            raise self.missing(kind, known)
        word = self.words[self.next]
        if word not in known:
            raise self.unknown(kind, word, known)
        self.next += 1
        return word

    def take_several(self, kind: str) -> tuple[str, ...]:
        """One word of a kind, and all that follow; UnreadableText if one stands there twice."""
        found, known = [self.take(kind)], self.known(kind)
        while self.left and (self.left[0] in known or not self.stops(kind)):
            found.append(self.take(kind))
        if len(set(found)) < len(found):
            raise self.twice(kind)
        return self.ordered(kind, found)

    def read(self, form: ActionForm) -> dict[str, Any]:
        """The values of a form's fields, from the next word on."""
        return self._read(form.parts)

    def _read(self, parts: Sequence[FormPart]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for part in parts:
            if isinstance(part, str):
                if not self.is_next(part):
                    raise self.not_next(part)
            elif isinstance(part, ActionSlot):
                values[part.field] = self.take_several(part.kind) if part.several else self.take(part.kind)
            elif self.left and (not isinstance(part[0], str) or self.left[0] == part[0]):
                values |= self._read(part)
        return values

    # ---------------------------------------------------------------- what a game says
    def known(self, kind: str) -> Sequence[str]:
        """The words of a kind."""
        raise NotImplementedError

    def ordered(self, kind: str, found: Sequence[str]) -> tuple[str, ...]:
        """Several words in their canonical order."""
        return tuple(found)

    def stops(self, kind: str) -> bool:
        """Whether a row of words of this kind ends at the first word that is none; else that word is a fault."""
        return False

    def missing(self, kind: str, known: Sequence[str]) -> UnreadableText:
        """A word of this kind is missing at the end."""
        raise NotImplementedError

    def unknown(self, kind: str, word: str, known: Sequence[str]) -> UnreadableText:
        """A word is none of this kind."""
        raise NotImplementedError

    def not_next(self, word: str) -> UnreadableText:
        """A word of the form does not stand where it should."""
        raise NotImplementedError

    def twice(self, kind: str) -> UnreadableText:
        """A row names something twice."""
        raise NotImplementedError


def examples(forms: Mapping[str, ActionForm]) -> tuple[str, ...]:
    """Every form's examples, for the docs and for hints."""
    return tuple(example for form in forms.values() for example in form.examples)
