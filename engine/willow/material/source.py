"""Where the game's data come from: the files beside this module, or a player's own; its words, ledger and switches."""

from __future__ import annotations

import os

from engine.source import Source

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120
ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches, reason = SOURCE.switches, SOURCE.reason
#: Every sentence that is told, asked or found wrong; and where the keys are explained.
WORDS, DOCS = SOURCE.load("words.toml")[0], "docs/willow.md"


def wrong(name: str, *about: object) -> tuple[str, str, str]:
    """One of the things that can be wrong with a situation or a scenario: what is, what would be right, its code."""
    what, fix, code = (told.format(*about) for told in WORDS["faults"][name])
    return what, fix, code
