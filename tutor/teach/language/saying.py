"""Saying actions: each form's words with its slots filled, and the reading of an action's text by its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tutor.teach.language.lexicon import Form, Lexicon

_SLOT = re.compile(r"\{([a-z]+)(\+?)\}")
_ID, _IDS = r"[\w-]+", r"[\w-]+(?: [\w-]+)*?"


class Filled(NamedTuple):
    """A form with what fills its slots; of a slot that takes several, they stand apart by blanks."""

    form: Form
    slots: Mapping[str, str]

    @property
    def text(self) -> str:
        """The action as it is written."""
        return written(self.form.form, self.slots)


def joined(words: Sequence[str]) -> str:
    """Several in a row: "the Key, the Lance and the Ring"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def written(template: str, slots: Mapping[str, str]) -> str:
    """A template with its slots filled; what stands in brackets is left out where its slot is empty.

    >>> written("offer {thing} to {knight}[ for {price}]", {"thing": "key", "knight": "roland"})
    'offer key to roland'
    """

    def kept(found: re.Match[str]) -> str:
        return found[1] if all(slots.get(name) for name, _ in _SLOT.findall(found[1])) else ""

    return _SLOT.sub(lambda found: slots.get(found[1], found[0]), re.sub(r"\[([^]]*)\]", kept, template))


def fits(template: str, text: str, lexicon: Lexicon) -> list[tuple[str, str]] | None:
    """What fills the slots of a template in a text; None if the text is not of it. A template without slots has nothing to fill.

    The list is empty, and so false, for a template without slots: ask ``is not None``.
    """
    found = re.fullmatch(_regex(template), text)
    if found is None:
        return None
    slots = [(kind, one) for kind, one in found.groupdict().items() if one]
    return slots if all(one in lexicon.kinds.get(kind, (one,)) for kind, one in slots) else None


class Sayings:
    """How the actions of a game are said. ``spoken`` says what fills a slot (its kind, and the id)."""

    def __init__(self, lexicon: Lexicon, spoken: Callable[[str, str], str]) -> None:
        self.lexicon, self.spoken = lexicon, spoken
        self._patterns = [(form, re.compile(_regex(form.form))) for form in lexicon.forms]
        self.read = lru_cache(maxsize=4096)(self._read)

    def _read(self, action: str) -> Filled | None:
        """An action's text by its form; None if no form is like it."""
        for form, pattern in self._patterns:
            found = pattern.fullmatch(action)
            if found and all(self._fills(kind, ids) for kind, ids in found.groupdict().items() if ids):
                return Filled(form, {kind: ids for kind, ids in found.groupdict().items() if ids})
        return None

    def _fills(self, kind: str, ids: str) -> bool:
        known = self.lexicon.kinds.get(kind)
        return known is None or all(one in known for one in ids.split())

    def say(self, action: str) -> str | None:
        """What an action is, to follow "may"; None if no form is like it."""
        found = self.read(action)
        if found is None:
            return None
        told = {kind: joined([self.spoken(kind, one) for one in ids.split()]) for kind, ids in found.slots.items()}
        return written(found.form.bare if found.form.bare and not told else found.form.says, told)


def _regex(form: str) -> str:
    """The pattern of a form's text."""
    plain = re.sub(r"\[([^]]*)\]", r"(?:\1)?", form)
    return _SLOT.sub(lambda found: f"(?P<{found[1]}>{_IDS if found[2] else _ID})", plain)
