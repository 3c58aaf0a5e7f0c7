"""Rules that are named, looked for no further than is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from typing import TypeVar

T = TypeVar("T")


class Named(Set[str]):
    """The rules that are named somewhere, looked for no further than is asked: whether one is among them is often known long
    before all that can happen has been played. ``portions`` gives them as they are met."""

    def __init__(self, portions: Iterable[Collection[str]]) -> None:
        self._coming = iter(portions)
        self._met: list[Collection[str]] = []
        self._rules: set[str] = set()
        #: What went wrong on the way: it does so for everybody who asks for more.
        self._wrong: Exception | None = None

    @classmethod
    def _from_iterable(cls, it: Iterable[T]) -> Set[T]:
        """What is made of several is an ordinary set."""
        return frozenset(it)

    def portions(self) -> Iterator[Collection[str]]:
        """The rules as they are met. Raises what the engine raises."""
        at = 0
        while at < len(self._met) or self._more():
            yield self._met[at]
            at += 1

    def _more(self) -> bool:
        """Look one portion further; whether there was one."""
        if self._wrong is not None:
            raise self._wrong
        try:
            portion = next(self._coming, None)
        except Exception as problem:
            self._wrong = problem
            raise
        if portion is None:
            return False
        self._met.append([rule for rule in portion if rule not in self._rules])
        self._rules.update(portion)
        return True

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules or any(rule in portion for portion in self.portions())

    def __iter__(self) -> Iterator[str]:
        while self._more():
            pass
        return iter(frozenset(self._rules))

    def __len__(self) -> int:
        return len(frozenset(self))


def by_turns(*several: Iterable[Collection[str]]) -> Iterator[Collection[str]]:
    """The portions of several, one of each in turn: what is named early in any of them is met early."""
    waiting = [iter(portions) for portions in several]
    while waiting:
        for portions in tuple(waiting):
            portion = next(portions, None)
            if portion is None:
                waiting.remove(portions)
            else:
                yield portion
