"""Where the game's data come from: the files beside this module, or a player's own; its words, ledger and switches."""

from __future__ import annotations

import os

from engine.books.source import Source

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120
ledger, editions, default_edition = SOURCE.ledger, SOURCE.editions, SOURCE.default_edition
switches, reason, wrong = SOURCE.switches, SOURCE.reason, SOURCE.wrong
#: Every sentence that is told, asked or found wrong; and where the keys are explained.
WORDS, DOCS = SOURCE.load("words.toml")[0], "docs/willow.md"
