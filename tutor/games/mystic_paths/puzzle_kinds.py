"""The kinds of Mystic Paths' puzzles, and what they can be about."""

from __future__ import annotations

from collections.abc import Mapping

#: Each kind of puzzle: what it asks, and the kinds of exercise it can be.
PUZZLE_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "where-next": ("Where next?", ("choose", "reckon")),
    "walk": ("Draw a walk", ("do",)),
    "clue-chain": ("Read the chain of clues", ("choose", "reckon")),
    "which-map": ("Which map is it?", ("choose", "reckon")),
    "allowed-now": ("May we?", ("choose",)),
    "finish": ("Plan the finish", ("reckon", "choose")),
}
#: The topics of its ledger.
THEMES = ("map", "clues", "not", "guess", "wrong", "prepare", "score")
