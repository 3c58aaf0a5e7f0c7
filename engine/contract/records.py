"""Records: a game is its first situation and its actions as text. Replaying gives the same state; undo is an older one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.contract.events import Event
from engine.text.faults import Fault, UnreadableText

T = TypeVar("T")


class Step(NamedTuple, Generic[T]):
    """What playing one action led to: the new ``state`` and the ``events`` in order, each naming its rules."""

    action: str
    state: T
    events: tuple[Event, ...]


class Playable(Protocol):
    """A state of any game that can be played on."""

    def play(self, action: str) -> Step[Any]: ...


S = TypeVar("S", bound=Playable)

#: The longest text of a record, and the most actions, that are read.
LONGEST, MOST_ACTIONS = 1_000_000, 20_000


@dataclass(frozen=True)
class Record(Generic[S]):
    """A game so far: every state from the first to the present, and the actions and events between them.

    Immutable: :meth:`play` and :meth:`undo` give new records that share what stayed the same.
    """

    states: tuple[S, ...]
    actions: tuple[str, ...] = ()
    events: tuple[tuple[Event, ...], ...] = ()

    @classmethod
    def begin(cls, state: S) -> Record[S]:
        """A record that starts at this state."""
        return cls((state,))

    @property
    def first(self) -> S:
        return self.states[0]

    @property
    def state(self) -> S:
        """The present state."""
        return self.states[-1]

    def play(self, action: str) -> Record[S]:
        """The record with one more action; raises what the game's ``play`` raises."""
        step = self.state.play(action)
        return Record((*self.states, step.state), (*self.actions, step.action), (*self.events, step.events))

    def undo(self, steps: int = 1) -> Record[S]:
        """The record without its last ``steps`` actions (as many as there are)."""
        keep = max(0, len(self.actions) - steps)
        return Record(self.states[: keep + 1], self.actions[:keep], self.events[:keep])

    def transcript(self) -> str:
        """Action by action, with every event and its rules."""
        lines = []
        for action, events in zip(self.actions, self.events, strict=True):
            lines.append(f"> {action}")
            lines += [f"  {event}" for event in events]
        return "\n".join(lines) + "\n"

    def dumps(self, write: Callable[[S], str]) -> str:
        """The record as text: the first situation (written by ``write``) and the actions, as JSON."""
        import json  # late, so that a program that keeps no record starts sooner

        return json.dumps({"situation": write(self.first), "do": list(self.actions)}, indent=1) + "\n"


def loads(text: str, read: Callable[[str], S]) -> Record[S]:
    """The record of a text made by :meth:`Record.dumps`, replayed. UnreadableText if it is none."""
    import json

    wrong = "Give an object with 'situation' and a list 'do' of actions."
    if len(text) > LONGEST:
        raise UnreadableText(Fault("record", f"it is longer than {LONGEST:,} letters", "No game is as long as that."))
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as problem:
        line = f", line {problem.lineno}" if isinstance(problem, json.JSONDecodeError) else ""
        raise UnreadableText(Fault(f"record{line}", "this is no JSON, or it nests too deep", wrong)) from None
    if not isinstance(raw, dict) or not isinstance(raw.get("situation"), str) or not _words(raw.get("do")):
        raise UnreadableText(Fault("record", "it is not a game's record", wrong))
    if len(raw["do"]) > MOST_ACTIONS:
        raise UnreadableText(
            Fault("record", f"it has more than {MOST_ACTIONS:,} actions", "No game is as long as that.")
        )
    record: Record[S] = Record.begin(read(raw["situation"]))
    for action in raw["do"]:
        record = record.play(action)
    return record


def _words(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(word, str) for word in value)
