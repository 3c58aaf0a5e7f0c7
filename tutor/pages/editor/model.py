"""A situation in the making, in any game: plain data which may still be impossible, with undo and redo, a log, and mends.

What its data are, what can be done to them and what the engine's reader says to them is the game's own: its :class:`Format`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias

from engine.text.faults import Fault, Faulty, UnreadableText

Data: TypeAlias = dict[str, Any]
#: The codes of faults in what is no list or table where there should be one, and of more faults than are told.
_MISSHAPEN = ("not-a-list", "not-a-table", "not-a-text", "too-many")


class Misplaced(ValueError):
    """An operation that makes no sense; ``rule`` is the id of the rule that says so, or "" where none is needed."""

    def __init__(self, what: str, rule: str = "") -> None:
        self.what = what
        self.rule = rule
        super().__init__(f"{what} ({rule})" if rule else what)


class Pinned(NamedTuple):
    """A fault, and the target on the board it belongs to: "area:c2", "knight:george", or "game:turn"."""

    fault: Fault
    target: str
    key: str = ""


class DraftReading(NamedTuple):
    """What the engine makes of half-built data: the ``state`` if it is possible, its faults if not, and in any case a state
    to ``show`` in which what is impossible has been left out."""

    state: Any
    faults: tuple[Pinned, ...]
    show: Any


class EditStep(NamedTuple):
    """What one thing done led to: its operations, and the data after them."""

    lines: tuple[str, ...]
    data: Data


class Format(Protocol):
    """The data of a game's half-built situations. Data that are given are never changed."""

    def empty(self) -> Data:
        """An untouched board at which nobody plays yet."""

    def nobody(self, data: Data) -> bool:
        """Whether nobody plays yet."""

    def from_text(self, text: str) -> Data:
        """The data of a situation text or a code, faults and all. UnreadableText if it is neither."""

    def of(self, state: Any) -> Data:
        """The data of a state."""

    def read(self, data: Data) -> DraftReading:
        """What the engine makes of data; never raises."""

    def to_toml(self, data: Data) -> str:
        """The situation as a file."""

    def code(self, state: Any) -> str:
        """The situation as a line."""

    def apply(self, data: Data, line: str) -> Data:
        """The data after an operation. UnreadableText for what is none, Misplaced for what makes no sense here."""

    def unlike(self, one: Data, other: Data) -> bool:
        """Whether data differ."""

    def remedies(self, data: Data, pin: Pinned) -> Iterable[str]:
        """Operations that might do away with a fault. Whether they do is tried."""

    def taking_apart(self, data: Data) -> list[str]:
        """The operations that leave nothing of a situation."""


@dataclass
class Editor:
    """A situation in the making. Whatever is done goes through :meth:`do`, so that it can be undone and written down.

    ``acts`` are the lines that, given to :meth:`act`, do again what has been done since the editor was made, undoing included.
    """

    format: ClassVar[Format]

    start: Data = field(default_factory=dict)
    _steps: list[EditStep] = field(default_factory=list)
    _undone: list[EditStep] = field(default_factory=list)
    acts: list[str] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def of(cls, state: Any) -> Self:
        """An editor with this state laid out."""
        return cls(cls.format.of(state))

    @classmethod
    def reading(cls, text: str) -> Self:
        """An editor with what a text or code says, impossible as it may be. UnreadableText if it is neither."""
        return cls(cls.format.from_text(text))

    def copy(self) -> Self:
        """The same situation, to be worked on apart from this one; its ``acts`` are empty."""
        return type(self)(self.start, [*self._steps], [*self._undone])

    # ---------------------------------------------------------------- what there is
    @property
    def data(self) -> Data:
        """The half-built situation as plain data."""
        return self._steps[-1].data if self._steps else self.start

    @property
    def log(self) -> tuple[str, ...]:
        """The operations done and not undone, in their order."""
        return tuple(line for step in self._steps for line in step.lines)

    @property
    def reading_now(self) -> DraftReading:
        """What the engine's reader makes of it."""
        return self.format.read(self.data)

    @property
    def state(self) -> Any:
        """The state, or None while it is impossible."""
        return self.reading_now.state

    @property
    def faults(self) -> tuple[Pinned, ...]:
        """What is wrong with it, each pinned to the target it belongs to."""
        return self.reading_now.faults

    @property
    def nobody(self) -> bool:
        """Whether nobody plays yet."""
        return self.format.nobody(self.data)

    @property
    def toml(self) -> str:
        """The situation as a file."""
        return self.format.to_toml(self.data)

    @property
    def can_undo(self) -> bool:
        return bool(self._steps)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    # ---------------------------------------------------------------- doing
    def do(self, *lines: str, strict: bool = False) -> None:
        """Carry out operations as one step. Raises what :meth:`Format.apply` raises, and then nothing has changed.

        ``strict`` also refuses what the engine's reader newly objects to: Misplaced with its words.
        """
        data = self.data
        for line in lines:
            data = self.format.apply(data, line)
            if line.startswith("set "):
                refuse_misshapen(pin.fault for pin in self.format.read(data).faults)
        if strict:
            before = {pin.fault.what for pin in self.faults}
            for pin in self.format.read(data).faults:
                if pin.fault.what not in before and self.state is not None:
                    raise Misplaced(pin.fault.told)
        if self.format.unlike(data, self.data):
            self._steps.append(EditStep(lines, data))
            self._undone.clear()
            self.acts.append(f"do {lines[0]}" if len(lines) == 1 else f"together {json.dumps(lines)}")

    def open(self, text: str) -> None:
        """Lay out what a text or code says, as one step that can be undone. UnreadableText if it is neither."""
        self._open(self.format.from_text(text), text)

    def open_data(self, data: Data) -> None:
        """Lay out these data, as one step that can be undone."""
        self._open(data, self.format.to_toml(data))

    def _open(self, data: Data, text: str) -> None:
        state = self.format.read(data).state
        line = f"load {self.format.code(state)}" if state is not None else "clear"
        if self.format.unlike(data, self.data):
            self._steps.append(EditStep((line,), data))
            self._undone.clear()
            self.acts.append(f"open {json.dumps(text)}")

    def undo(self) -> bool:
        """Take back the last step; False if there is none."""
        if not self._steps:
            return False
        self._undone.append(self._steps.pop())
        self.acts.append("undo")
        return True

    def redo(self) -> bool:
        """Do again what was taken back; False if there is nothing."""
        if not self._undone:
            return False
        self._steps.append(self._undone.pop())
        self.acts.append("redo")
        return True

    def act(self, text: str) -> None:
        """Do again what one of the ``acts`` says. Raises what :meth:`do` and :meth:`open` raise, ValueError for what is none."""
        verb, _, rest = text.partition(" ")
        if verb == "do":
            self.do(rest)
        elif verb == "together":
            self.do(*_texts(rest))
        elif verb == "open":
            self.open(_texts(f"[{rest}]")[0])
        elif text in ("undo", "redo"):
            if not (self.undo() if text == "undo" else self.redo()):
                raise ValueError(f"there is nothing to {text}")
        else:
            raise ValueError(f"no act of the editor: {text[:80]!r}")

    # ---------------------------------------------------------------- mending
    def mends(self, pin: Pinned) -> tuple[str, ...]:
        """Operations each of which does away with this fault and brings no other; the gentlest first, at most two."""
        found = []
        before = {p.fault.what for p in self.faults}
        for line in self.format.remedies(self.data, pin):
            try:
                after = {p.fault.what for p in self.format.read(self.format.apply(self.data, line)).faults}
            except (Misplaced, Faulty):
                continue
            if pin.fault.what not in after and after < before:
                found.append(line)
        return tuple(dict.fromkeys(found))[:2]


def refuse_misshapen(faults: Iterable[Fault]) -> None:
    """Raise UnreadableText if faults show that something is of another shape than its key, so that nothing can show it."""
    misshapen = [fault for fault in faults if fault.code in _MISSHAPEN]
    if misshapen:
        raise UnreadableText(misshapen)


def _texts(written: str) -> list[str]:
    """The texts of a JSON list that is not empty. ValueError if it is none."""
    found = json.loads(written)
    if not (isinstance(found, list) and found and all(isinstance(text, str) for text in found)):
        raise ValueError(f"no list of texts: {written[:80]!r}")
    return found
