"""Where the game's data come from: the files beside this module, or a player's own; and its words."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from engine.source import Source

SOURCE = Source(os.path.dirname(__file__) + "/data")  # noqa: PTH120 -- pathlib would be a tenth of what starting costs
load_data = SOURCE.load
game_editions, ledger = SOURCE.game_editions, SOURCE.ledger
#: Every sentence of an event and of a reason against an action.
WORDS = SOURCE.load("words.toml")[0]


def of_edition(data: Mapping[str, Any], edition: str | None) -> dict[str, Any]:
    """A file's tables as they are in one edition: ``[edition.2006.denizen.orc]`` changes what ``[denizen.orc]`` says.

    Tables are changed key by key, anything else is replaced.
    """
    base = {key: value for key, value in data.items() if key != "edition"}
    changes = data.get("edition", {})
    if edition is None or not isinstance(changes, Mapping):
        return base
    return _changed(base, changes.get(edition, {}))


def _changed(base: Mapping[str, Any], changes: Any) -> dict[str, Any]:
    if not isinstance(changes, Mapping):
        return dict(base)
    found = dict(base)
    for key, value in changes.items():
        old = found.get(key)
        found[key] = _changed(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return found
