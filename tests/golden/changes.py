"""What golden files tell of a game as it goes on: only what has changed, each fact by its name, and actions by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def flat(data: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Plain data as facts: ``{"a": {"b": [1, 2]}}`` is ``("a.b", "1 2")``; a list of lists or of objects one fact for each."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from flat(value, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list | tuple) and any(isinstance(each, Mapping | list | tuple) for each in data):
        for number, each in enumerate(data):
            yield from flat(each, f"{name}.{number}")
    elif isinstance(data, list | tuple):
        yield name, " ".join(map(str, data))
    else:
        yield name, str(data)


class Changes:
    """Facts as they were told last; :meth:`told` gives those that are new, others than they were, or gone ("-")."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def told(self, data: Any) -> list[str]:
        """The facts of plain data that differ from those told last, "name = value" each, in their order."""
        now = dict(flat(data))
        found = [f"{name} = {value}" for name, value in now.items() if self._last.get(name) != value]
        found += [f"{name} -" for name in self._last if name not in now]
        self._last = now
        return found


def numbered(actions: Iterable[str], words: int) -> str:
    """Actions by their first ``words`` words, with how many there are of each where there are several.

    >>> numbered(["red clue 1 tall", "red clue 1 not tall", "red ready"], 3)
    'red clue 1 (2), red ready'
    """
    found = Counter(" ".join(action.split()[:words]) for action in actions)
    return ", ".join(f"{begun} ({many})" if many > 1 else begun for begun, many in found.items())
