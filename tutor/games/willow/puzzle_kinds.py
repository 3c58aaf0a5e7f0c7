"""The kinds of the Willow game's puzzles, and what they can be about."""

from __future__ import annotations

from collections.abc import Mapping

#: Each kind of puzzle: what it asks, and the kinds of exercise it can be.
PUZZLE_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "stand": ("Who stands to fight?", ("choose", "reckon")),
    "spoils": ("What does Kael get?", ("choose",)),
    "ways-out": ("Paths and chances", ("choose", "reckon")),
    "last-turn": ("The last turn", ("choose", "reckon")),
    "hide-the-baby": ("Hide the baby", ("choose", "reckon")),
    "unlawful": ("Spot the unlawful", ("choose",)),
}
#: What they can be about: topics of its ledger whose names no other game uses, since shelves are put together by them.
THEMES = (
    "searching",
    "movement",
    "elora",
    "winning",
    "treasures",
    "bavmorda",
    "sorsha",
    "tir-asleen",
    "fights",
    "losses",
    "foes",
    "contests",
    "hands",
    "armies",
    "transformation",
)
