"""The face of a game's package: what each offers, with its types. The other half of the contract is
:mod:`engine.contract.game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from engine.books.editions import Ledger, Switch
from engine.chance.odds import Odds
from engine.chance.search import Search
from engine.contract.game import Policy, S
from engine.contract.records import Step


class Game(Protocol[S]):
    """A game: the public face of its package."""

    #: Its id, as a situation's ``game`` key names it, and how its codes begin.
    NAME: str
    CODE_PREFIX: str

    @property
    def KINDS(self) -> Sequence[str]:  # noqa: N802  a constant of the package
        """Every kind of event there is."""

    @property
    def BOTS(self) -> Mapping[str, Policy[S]]:  # noqa: N802
        """Who can decide for a seat, by name: "random", and a sensible one."""

    def new_game(self, knights: Sequence[str], edition: str = ...) -> S: ...
    def loads(self, text: str) -> S: ...
    def load(self, path: str | Path) -> S: ...
    def from_dict(self, raw: Mapping[str, Any]) -> S: ...
    def from_code(self, text: str) -> S: ...
    def read(self, text: str) -> S:
        """The state of a text or a code. UnreadableText, or ImpossibleSituation with every fault."""

    def dumps(self, state: S) -> str: ...
    def to_dict(self, state: S) -> dict[str, Any]: ...
    def code(self, state: S) -> str: ...
    def odds(self, state: S, action: str) -> Odds:
        """Exact odds of an action."""

    def search(
        self,
        state: S,
        goal: Callable[[Step[S]], bool],
        who: str | None = ...,
        budget: int = ...,
        seconds: float | None = ...,
    ) -> Search[S]:
        """The best chance that a goal comes true within some turns."""

    def ledger(self) -> Ledger: ...
    def editions(self) -> tuple[str, ...]: ...
    def default_edition(self) -> str: ...
    def switches(self) -> Mapping[str, Switch]: ...
    def broken_invariants(self, state: S) -> list[str]:
        """Everything about a state that must not be; empty for a sound one."""
