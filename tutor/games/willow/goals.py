"""What somebody wants in the Willow game, as a person writes it: "willow at tavern", "kael has elora-danan"."""

from __future__ import annotations

import re

from engine import willow
from engine.text.faults import Fault, UnreadableText, nearest, sentence, shown
from tutor.teach.game.teachable import Wanted

HELP = (
    'For example: "willow at tavern", "kael has elora-danan", "sorsha is good", "willow is found", "tir-asleen is free", '
    '"good wins".'
)
_IDLE = frozenset("the a an is be gets holds reaches to in at has have".split())  # noqa: SIM905
_Step = willow.Step[willow.State]


def read_goal(text: str, state: willow.State) -> Wanted:
    """The goal a person means, at this moment. UnreadableText says what would be right."""
    words = [word for word in re.sub(r"[^a-z0-9 -]", " ", text.lower()[:200]).split() if word not in _IDLE]
    characters, material = {one.id for one in state.characters}, state.material
    first, last = (words[0], words[-1]) if len(words) == 2 else ("", "")
    if words in (["good", "wins"], ["evil", "wins"]):
        seat = next(iter(state.seats(first)), state.order[0])
        return Wanted(lambda step: step.state.winner == first, seat, f"{first.capitalize()} wins")
    if last == "free" and material.places.get(first, None) is not None and material.places[first].power == "city":
        seat = next(iter(state.seats("good")), state.order[0])
        return Wanted(lambda step: bool(step.state.freed_by), seat, f"{willow.title(first)} is free")
    if first not in characters:
        known = sorted(characters)
        hint = sentence(nearest(first or text, known)) if first else HELP
        raise UnreadableText(Fault("goal", f"{shown(text)} is nothing one can look for", hint))
    seat, name = state.owner(first), willow.title(first)
    if last in material.places:
        return Wanted(lambda step: step.state.character(first).at == last, seat, f"{name} is in {willow.title(last)}")
    if last == "found":
        return Wanted(lambda step: step.state.character(first).found, seat, f"{name} is found")
    if last == "good":
        return Wanted(lambda step: step.state.character(first).side == "good", seat, f"{name} is Good")
    if last in (*material.cards, *material.treasures, "army"):
        return Wanted(lambda step: _has(step, first, last), seat, f"{name} has {willow.title(last)}")
    raise UnreadableText(Fault("goal", f"{shown(last)} is nothing {name} can come to", HELP))


def _has(step: _Step, who: str, what: str) -> bool:
    one = step.state.character(who)
    return one.army if what == "army" else what in one.hand + one.face_up + one.spells + one.treasures
