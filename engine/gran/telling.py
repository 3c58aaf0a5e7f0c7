"""Events and reasons in words (words.toml)."""

from __future__ import annotations

from engine.events import Event
from engine.gran.material import COLOURS, WORDS
from engine.verdicts import Why

#: Every kind of event there is.
KINDS = tuple(WORDS["events"])
_BARRED = {"obstacle": "an obstacle", "dragon": "a dragon"}


def name(knight: str) -> str:
    """A knight's written name: "Red"."""
    return knight.capitalize()


def sentence(event: Event) -> str:
    """The event as a sentence."""
    told: str = WORDS["events"][event.kind]
    others = " and ".join(map(name, event.others))
    return told.format(
        who=" and ".join(map(name, event.who)), others=others, at=event.at, to=event.to, way=event.way, number=event.number,
        over=f" over {event.way}" if event.way else "", barred=_BARRED.get(event.way, others), state=name(event.way),
        second=", a second one" if event.number > 1 else "", die=event.dice[0] if event.dice else "",
        talismans="a talisman" if event.number == 1 else "two talismans",
    )  # fmt: skip


def no(case: str, *about: str, what: object = "") -> Why:
    """A reason against an action: its rule, or one case of it, and the knights and spaces it is about."""
    told = WORDS["reasons"][case]
    text, ruling = (told["ruling"], True) if isinstance(told, dict) else (told, False)
    words = [name(one) if one in COLOURS else one for one in about]
    return Why(case.partition(" ")[0], text.format(*words, what=what), ruling, about)
