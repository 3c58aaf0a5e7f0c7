"""What somebody wants in Mystic Paths, as a person writes it: "red reaches step 3", "red is through"."""

from __future__ import annotations

import re

from engine import mystic_paths as mp
from engine.mystic_paths.material import COLOURS, STEPS
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, shown
from tutor.teach.game.teachable import Wanted

HELP = 'For example: "red reaches step 3", "red at c3", "red at owl", "red is through".'
_IDLE = frozenset("the a an is be at to gets comes reaches step".split())  # noqa: SIM905


def read_goal(text: str, state: mp.State) -> Wanted:
    """The goal a person means, at this moment. UnreadableText or ImpossibleSituation says what would be right."""
    words = [word for word in re.sub(r"[^a-z0-9' -]", " ", text.lower()[:200]).split() if word not in _IDLE]
    who = words.pop(0) if words and words[0] in COLOURS else state.turn
    if who not in state.order:
        raise ImpossibleSituation(
            Fault("goal", f"{who.capitalize()} does not play here", f"Players: {', '.join(state.order)}.")
        )
    name, what = who.capitalize(), " ".join(words)
    if what in ("through", "finishes", "wins"):
        return Wanted(lambda step: step.state.player(who).through, who, f"{name} is through")
    if what.isascii() and what.isdigit() and 1 <= int(what) <= STEPS:
        return Wanted(lambda step: step.state.player(who).reached >= int(what), who, f"{name} has reached step {what}")
    cell = state.cell(what) if what else None
    if cell is not None:
        return Wanted(lambda step: step.state.player(who).at == cell, who, f"{name} is at {state.word(cell)}")
    raise UnreadableText(Fault("goal", f"{shown(text)} is nothing one can look for", HELP))
