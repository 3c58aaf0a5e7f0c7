"""A position in the making: what changes, and what is told of it in the words of words.toml."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine.contract import ruled
from engine.contract.events import Event, Sum
from engine.contract.verdicts import Reasons, Why
from engine.willow.material.scenario import figure_words, named, title
from engine.willow.material.source import WORDS
from engine.willow.position.table import UNKNOWN, Character, Position

#: Every kind of event there is.
KINDS = tuple(WORDS["events"])
#: Events whose ``what`` only one side sees: that of ``way``.
PRIVATE = ("draws", "gives", "looks-treasure", "looks-hand", "dealt")


def tell(event: Event) -> str:
    """The event as a sentence."""
    told: str | dict[str, str] = WORDS["events"][event.kind]
    if isinstance(told, dict):
        case = "unseen" if UNKNOWN in event.what else event.way if event.what or event.way in told else "none"
        told = told.get(case) or told["other"]
    sums: tuple[Sum, ...] = event.sums
    what = ", ".join(map(figure_words, event.what)) if event.kind == "assumed" else named(*event.what)
    return told.format(
        who=named(*event.who),
        others=named(*event.others),
        what=what,
        at=title(event.at),
        to=title(event.to),
        way=title(event.way),
        number=event.number,
        die=event.dice[0] if event.dice else 0,
        own=sums[0].text if sums else "",
        other=sums[1].text if len(sums) > 1 else "",
    )


class Draft(ruled.Draft[Position]):
    """A position in the making."""

    tell = staticmethod(tell)

    def set_character(self, name: str, **values: Any) -> None:
        """Change a character."""
        self.set_among("characters", (name,), **values)

    def set_all(self, names: Iterable[str], **values: Any) -> None:
        """Change several characters alike."""
        self.set_among("characters", tuple(names), **values)

    def get(self, name: str) -> Character:
        """A character as he is now."""
        return self.now.character(name)

    def say(self, kind: str, *rules: str | bool, who: str | Iterable[str] = (), **about: Any) -> None:
        """Tell what has happened, by which rules (False: one without part in it), to whom and where."""
        super().say(kind, *rules, who=(who,) if isinstance(who, str) else tuple(who), **about)

    def discard(self, *cards: str) -> None:
        """Lay Encounter cards on the discards (`discard.pile`)."""
        self.set(discards=tuple(sorted((*self.now.discards, *cards))))


_REASONS = Reasons(WORDS["reasons"])


@lru_cache(maxsize=4096, typed=True)  # few are the reasons a game gives, over and over
def no(case: str, *about: str, what: object = "") -> Why:
    """A reason against an action: its rule, or one case of it, the ids it is about, and what else is said of it."""
    return _REASONS.why(case, map(named, about), tuple(word for word in about if word), what=what)
