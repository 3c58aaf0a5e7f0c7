"""The kinds of the Mystic Wood's puzzles, and what they can be about."""

from __future__ import annotations

from collections.abc import Mapping

#: Each kind of puzzle: what it asks, and the kinds of exercise it can be.
KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "order": ("In which order are they met?", ("order", "reckon")),
    "setup": ("Lay it out so that this is true", ("build",)),
    "may": ("May he?", ("choose",)),
    "transport": ("Where does each end up?", ("reckon", "choose")),
    "path": ("The fewest turns from here to there", ("reckon", "choose")),
    "odds": ("The chance, or what gives the best", ("reckon", "choose")),
    "joust": ("Whom to challenge, with what, for which prize", ("choose", "reckon")),
    "combination": ("Who should join whom", ("choose", "reckon")),
    "plan": ("The best first action", ("choose", "reckon")),
    "ruling": ("Where do the editions part?", ("choose",)),
    "help-mate": ("What can two do who agree?", ("choose", "reckon")),
    "last-turn": ("What happened last?", ("choose",)),
    "defence": ("What stops him?", ("choose",)),
    "mirror": ("One thing is different: is the answer?", ("choose", "reckon")),
    "story": ("A tale in five puzzles", ("choose", "reckon", "order")),
    "table": ("What is wrong on this table?", ("choose",)),
}
#: What a puzzle can be about: the topics of the ledger. The trainer, the maker and the sheets choose by these.
THEMES = (
    "setup",
    "exploration",
    "glades",
    "encounters",
    "order",
    "challenge",
    "approach",
    "transport",
    "things",
    "companions",
    "jousts",
    "combination",
    "special-areas",
    "tower",
    "special-cards",
    "rescue",
    "king",
    "quests",
    "spells",
    "storms",
    "variants",
    "editions",
    "paths",
    "odds",
    "exchange",
)
