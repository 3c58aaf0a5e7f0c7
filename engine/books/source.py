"""Where a game's data come from: the files of its data folder, or a player's own; its editions, switches and ledger."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.books import editions
from engine.books.editions import Editions, Ledger, Switch
from engine.contract.verdicts import Reason, Why
from engine.text.keyed import parse, read_file

if TYPE_CHECKING:
    from pathlib import Path

#: The project's own files may be longer than what a player writes.
_MOST = 1_000_000


class Source:
    """The data folder of a game. ``editions.toml`` and ``ledger.toml`` are loaded and checked once, when first asked for."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def read(self, name: str, path: str | Path | None = None) -> tuple[str, str]:
        """The text of a data file and what to call it: the game's own ``name``, or the player's file at ``path``."""
        if path is None:
            return read_file(f"{self._folder}/{name}", most=_MOST), name
        return read_file(path, "Name a readable TOML file."), str(path)

    def load(self, name: str, path: str | Path | None = None) -> tuple[dict[str, Any], str, str]:
        """The tables of a data file, its text, and what to call it. UnreadableText if it cannot be read."""
        text, where = self.read(name, path)
        return parse(text, where, _MOST, own=path is None), text, where

    @cached_property
    def _faults(self) -> Mapping[str, tuple[str, str, str]]:
        return self.load("words.toml")[0]["faults"]  # type: ignore[no-any-return]

    def wrong(self, name: str, *about: object) -> tuple[str, str, str]:
        """One of the faults of ``words.toml``: what is wrong, what would be right, and the code of such faults: a rule's id where
        a rule says so."""
        what, fix, code = (told.format(*about) for told in self._faults[name])
        return what, fix, code

    @cached_property
    def _editions(self) -> Editions:
        data, text, where = self.load("editions.toml")
        return Editions.from_data(data, where, text)

    @cached_property
    def _ledger(self) -> Ledger:
        data, text, where = self.load("ledger.toml")
        return Ledger.from_data(data, self._editions.columns, where, text)

    def game_editions(self) -> Editions:
        """The editions of the game and their switches."""
        return self._editions

    def ledger(self) -> Ledger:
        """The rule ledger."""
        return self._ledger

    def editions(self) -> tuple[str, ...]:
        """The editions known, in the order of the data file."""
        return self._editions.names

    def default_edition(self) -> str:
        """The edition played where none is named."""
        return self._editions.default

    def switches(self) -> Mapping[str, Switch]:
        """Every question the editions, or tables at home, answer differently, by name."""
        return self._editions.switches

    def reason(self, why: Why, edition: str) -> Reason:
        """The full reason, as :func:`engine.books.editions.reason` gives it, by this game's ledger."""
        return editions.reason(why, edition, self._ledger)
