"""Records: a game is its first situation and its actions as text. Replaying gives the same state; undo is an older one."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.events import Event
from engine.faults import Fault, UnreadableText


class Step(Protocol):
    """What playing an action leads to, in any game."""

    @property
    def action(self) -> str: ...
    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


class Playable(Protocol):
    """A state of any game that can be played on."""

    def play(self, action: str) -> Step: ...


S = TypeVar("S", bound=Playable)


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

    def replay(self) -> Record[S]:
        """The same actions played again from the first state."""
        record: Record[S] = Record.begin(self.first)
        for action in self.actions:
            record = record.play(action)
        return record

    def transcript(self) -> str:
        """Action by action, with every event and its rules."""
        lines = []
        for action, events in zip(self.actions, self.events, strict=True):
            lines.append(f"> {action}")
            lines += [f"  {event}" for event in events]
        return "\n".join(lines) + "\n"

    def dumps(self, write: Callable[[S], str]) -> str:
        """The record as text: the first situation (written by ``write``) and the actions, as JSON."""
        return json.dumps({"situation": write(self.first), "do": list(self.actions)}, indent=1) + "\n"


def loads(text: str, read: Callable[[str], S]) -> Record[S]:
    """The record of a text made by :meth:`Record.dumps`, replayed. UnreadableText if it is none."""
    wrong = "Give an object with 'situation' and a list 'do' of actions."
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as problem:
        raise UnreadableText(
            Fault(f"record, line {problem.lineno}", f"this is no JSON: {problem.msg}", wrong)
        ) from None
    if not isinstance(raw, dict) or not isinstance(raw.get("situation"), str) or not _words(raw.get("do")):
        raise UnreadableText(Fault("record", "it is not a game's record", wrong))
    record: Record[S] = Record.begin(read(raw["situation"]))
    for action in raw["do"]:
        record = record.play(action)
    return record


def _words(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(word, str) for word in value)
