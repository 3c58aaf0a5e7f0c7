"""Every kind of event of GRAN, and the sentence that tells it.

{who} and {others} are knights, {at} and {to} spaces, {way} the space or the kind that is passed, {state} the state whose seal
it is, {number} a count or a dragon's strength, {die} the throw.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event

SENTENCES: Mapping[str, str] = {
    "moves": "{who} moves from {at}{over} to {to}.",
    "passes-barred": "{who} passes {barred} at {at}.",
    "passes-city": "Passing through the city {at} is no delivery and no rest.",
    "passes-stone": "Passing the {way} stone at {at}: it acts only on who stops there.",
    "finds-ring": "{who} finds the ring at {at} and carries it.",
    "blocked": "{who} is wholly blocked and stays at {at}.",
    "declines": "{who} does without the extra turn.",
    "misses-turn": "{who} takes off the coat and misses this turn.",
    # ---- attacks
    "attacks": "{who} attacks {others} at {at}.",
    "banished": "{who} is banished to {to}.",
    "pays": "The attack costs {who} a talisman.",
    "gives-ring": "{who} gives up the ring to {others}.",
    "works": "Now {at} works on the attacker.",
    # ---- dragons
    "must-fight": "{who} has landed on the dragon at {at} and must fight.",
    "dragon": "The dragon's strength is {number}.",
    "beats": "{who} throws {die} against {number} and beats the dragon, which stays where it is.",
    "loses": "{who} throws {die} against {number}, loses, and pays a talisman.",
    "loses-ring": "{who} loses the ring too and lays it in another state.",
    "coat": "{who} stays at {at} under a coat and will miss his next turn.",
    "shuffles": "All dragon cards have been turned: they are shuffled anew.",
    # ---- stones
    "sword-stone": "{who} stops at the sword stone {at}. What it does is lost with its section: nothing, here.",
    "must-lay": "The magic stone at {at} asks {who} for an obstacle.",
    "none-left": "The magic stone at {at} does nothing: all {number} obstacles are out.",
    "no-place": "There is no space where an obstacle may be laid.",
    "lays": "{who} lays an obstacle at {at}.",
    # ---- cities
    "seal": "{who} brings the ring to {at} and receives the seal of {state}{second}.",
    "no-second-seal": "{who} has the seal of {state} and receives no other at this table.",
    "no-seal-left": "No seal of {state} is left.",
    "talismans": "{who} receives {talismans} at {at}.",
    "talismans-full": "{who} is in the city {at} and has three talismans already.",
    "rests": "{who} rests here; the ring is laid in another state.",
    "lays-ring": "{who} lays the ring at {at}.",
    "wins": "{who} holds three different seals and wins.",
}
#: Every kind of event there is.
KINDS = tuple(SENTENCES)
_BARRED = {"obstacle": "an obstacle", "dragon": "a dragon"}


def name(knight: str) -> str:
    """A knight's written name: "Red"."""
    return knight.capitalize()


def sentence(event: Event) -> str:
    """The event as a sentence."""
    others = " and ".join(map(name, event.others))
    return SENTENCES[event.kind].format(
        who=" and ".join(map(name, event.who)), others=others, at=event.at, to=event.to, way=event.way, number=event.number,
        over=f" over {event.way}" if event.way else "", barred=_BARRED.get(event.way, others), state=name(event.way),
        second=", a second one" if event.number > 1 else "", die=event.dice[0] if event.dice else "",
        talismans="a talisman" if event.number == 1 else "two talismans",
    )  # fmt: skip
