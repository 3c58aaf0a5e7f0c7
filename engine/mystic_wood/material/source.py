"""Where the game's data come from: the files beside this module, or a player's own; and its words."""

from __future__ import annotations

import os

from engine.books.source import Source

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120 -- pathlib would be a tenth of what starting costs
#: Every sentence of an event and of a reason against an action.
WORDS = SOURCE.load("words.toml")[0]
