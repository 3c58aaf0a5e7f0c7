"""What somebody wants in GRAN, as a person writes it: "red at gb2", "red has the ring"."""

from __future__ import annotations

import re

from engine import gran
from engine.gran.material import COLOURS, DOCS, STATES
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, nearest, sentence, shown
from tutor.teach.game.teachable import Wanted

HELP = 'For example: "red at gb2", "red has the ring", "red has the seal of tirad", "red beats a dragon", "red wins".'
_IDLE = frozenset("the a an is be gets get holds carries reaches seal of to in".split())  # noqa: SIM905
_Step = gran.Step[gran.State]


def read_goal(text: str, state: gran.State) -> Wanted:
    """The goal a person means, at this moment. UnreadableText or ImpossibleSituation says what would be right."""
    words = [word for word in re.sub(r"[^a-z0-9 ]", " ", text.lower()[:200]).split() if word not in _IDLE]
    who = words.pop(0) if words and words[0] in COLOURS else state.turn
    if who not in state.order:
        raise ImpossibleSituation(
            Fault("goal", f"{who.capitalize()} does not play here", f"Knights: {', '.join(state.order)}.")
        )
    name, last = who.capitalize(), words[-1] if words else ""
    if words == ["wins"]:
        return Wanted(lambda step: who in step.state.winners, who, f"{name} wins")
    if words == ["beats", "dragon"]:
        return Wanted(lambda step: _beats_a_dragon(step, who), who, f"{name} beats a dragon")
    if last == "ring":
        return Wanted(lambda step: step.state.knight(who).ring, who, f"{name} has the ring")
    if last in STATES:
        return Wanted(
            lambda step: last in step.state.knight(who).seals, who, f"{name} has the seal of {last.capitalize()}"
        )
    if last in state.board.spaces:
        return Wanted(lambda step: step.state.knight(who).at == last, who, f"{name} is at {last}")
    if words[:1] == ["at"] and len(words) == 2:
        raise UnreadableText(
            Fault("goal", f"{shown(last)} is no space", sentence(nearest(last, list(state.board.spaces), DOCS)))
        )
    raise UnreadableText(Fault("goal", f"{shown(text)} is nothing one can look for", HELP))


def _beats_a_dragon(step: _Step, who: str) -> bool:
    return any(event.kind == "beats" and who in event.who for event in step.events)
