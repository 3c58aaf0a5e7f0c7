"""Where the game's data come from: the files beside this module, or a player's own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.editions import Editions, Ledger
from engine.keyed import parse, read_file

if TYPE_CHECKING:
    from pathlib import Path

#: The folder of the data files.
FOLDER = os.path.dirname(__file__) + "/data"  # noqa: PTH120 -- pathlib would be a tenth of what starting costs
#: The project's own files may be longer than what a player writes.
_MOST = 1_000_000


def read_data(name: str, path: str | Path | None = None) -> tuple[str, str]:
    """The text of a data file and what to call it: the project's own ``name``, or the player's file at ``path``."""
    if path is None:
        return read_file(f"{FOLDER}/{name}", most=_MOST), name
    return read_file(path, "Name a readable TOML file."), str(path)


def load_data(name: str, path: str | Path | None = None) -> tuple[dict[str, Any], str, str]:
    """The tables of a data file, its text, and what to call it. UnreadableText if it cannot be read."""
    text, where = read_data(name, path)
    return parse(text, where, _MOST, own=path is None), text, where


@cache
def game_editions() -> Editions:
    """The editions of the game and their switches, loaded and checked once."""
    data, text, where = load_data("editions.toml")
    return Editions.from_data(data, where, text)


@cache
def ledger() -> Ledger:
    """The rule ledger, loaded and checked once."""
    data, text, where = load_data("ledger.toml")
    return Ledger.from_data(data, game_editions().columns, where, text)


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
