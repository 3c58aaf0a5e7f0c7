"""The kinds of GRAN's puzzles, and what they can be about."""

from __future__ import annotations

from collections.abc import Mapping

#: Each kind of puzzle: what it asks, and the kinds of exercise it can be.
PUZZLE_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "ends": ("Where may the move end?", ("choose", "reckon")),
    "road": ("In how few turns?", ("reckon", "choose")),
    "dragons": ("Count the pile", ("reckon", "choose")),
    "stone": ("The best stone", ("choose",)),
    "follows": ("What follows?", ("choose", "order")),
    "lay-ring": ("Where to lay the ring", ("choose", "reckon")),
}
#: The topics of its ledger.
THEMES = ("goal", "board", "setup", "turn", "move", "talisman", "ring", "dragon", "city", "obstacle", "sword", "attack")
