"""The editor: a half-built situation with undo and redo, its log, its faults and the mends for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import mystic_wood as mw
from engine.faults import Faulty, UnreadableText
from tutor.mystic_wood.editor.half_built import (
    Data,
    Pinned,
    Reading,
    empty,
    from_text,
    read,
    refuse_misshapen,
    state_data,
    to_toml,
    wood_in,
)
from tutor.mystic_wood.editor.operations import Misplaced, apply


class Step(NamedTuple):
    """What one thing done led to: its operations, and the data after them."""

    lines: tuple[str, ...]
    data: Data


@dataclass
class Editor:
    """A situation in the making. Whatever is done goes through :meth:`do`, so that it can be undone and written down.

    ``acts`` are the lines that, given to :meth:`act`, do again what has been done since the editor was made, undoing included.
    """

    start: Data = field(default_factory=empty)
    _steps: list[Step] = field(default_factory=list)
    _undone: list[Step] = field(default_factory=list)
    acts: list[str] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def of(cls, state: mw.State) -> Editor:
        """An editor with this state laid out."""
        return cls(state_data(state))

    @classmethod
    def reading(cls, text: str) -> Editor:
        """An editor with what a text or code says, impossible as it may be. UnreadableText if it is neither."""
        return cls(from_text(text))

    def copy(self) -> Editor:
        """The same situation, to be worked on apart from this one; its ``acts`` are empty."""
        return Editor(self.start, [*self._steps], [*self._undone])

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
    def reading_now(self) -> Reading:
        """What the engine's reader makes of it."""
        return read(self.data)

    @property
    def state(self) -> mw.State | None:
        """The state, or None while it is impossible."""
        return self.reading_now.state

    @property
    def faults(self) -> tuple[Pinned, ...]:
        """What is wrong with it, each pinned to the target it belongs to."""
        return self.reading_now.faults

    @property
    def toml(self) -> str:
        """The situation as a file."""
        return to_toml(self.data)

    @property
    def can_undo(self) -> bool:
        return bool(self._steps)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    # ---------------------------------------------------------------- doing
    def do(self, *lines: str, strict: bool = False) -> None:
        """Carry out operations as one step. Raises what :func:`apply` raises, and then nothing has changed.

        ``strict`` also refuses what the engine's reader newly objects to: Misplaced with its words.
        """
        data = self.data
        for line in lines:
            data = apply(data, line)
            if line.startswith("set "):
                refuse_misshapen(pin.fault for pin in read(data).faults)
        if strict:
            before = {pin.fault.what for pin in self.faults}
            for pin in read(data).faults:
                if pin.fault.what not in before and self.state is not None:
                    raise Misplaced(pin.fault.told)
        if _unlike(data, self.data):
            self._steps.append(Step(lines, data))
            self._undone.clear()
            self.acts.append(f"do {lines[0]}" if len(lines) == 1 else f"together {json.dumps(lines)}")

    def replay(self, log: Iterator[str] | tuple[str, ...]) -> None:
        """Carry out a log, each line as a step of its own."""
        for line in log:
            self.do(line)

    def open(self, text: str) -> None:
        """Lay out what a text or code says, as one step that can be undone. UnreadableText if it is neither."""
        self._open(from_text(text), text)

    def open_data(self, data: Data) -> None:
        """Lay out these data, as one step that can be undone."""
        self._open(data, to_toml(data))

    def _open(self, data: Data, text: str) -> None:
        state = read(data).state
        line = f"load {mw.code(state)}" if state is not None else "clear"
        if _unlike(data, self.data):
            self._steps.append(Step((line,), data))
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
        for line in _remedies(self.data, pin):
            try:
                after = {p.fault.what for p in read(apply(self.data, line)).faults}
            except (Misplaced, Faulty):
                continue
            if pin.fault.what not in after and after < before:
                found.append(line)
        return tuple(dict.fromkeys(found))[:2]


def _texts(written: str) -> list[str]:
    """The texts of a JSON list that is not empty. ValueError if it is none."""
    found = json.loads(written)
    if not (isinstance(found, list) and found and all(isinstance(text, str) for text in found)):
        raise ValueError(f"no list of texts: {written[:80]!r}")
    return found


def _unlike(one: Data, other: Data) -> bool:
    """Whether the data differ; the order of seats counts."""
    return one != other or list(one["knights"]) != list(other["knights"])


def _remedies(data: Data, pin: Pinned) -> Iterator[str]:
    """What might help. Whether it does is tried."""
    kind, _, name = pin.target.partition(":")
    knight = data.get("knights", {}).get(name, {}) if kind == "knight" else {}
    wood = wood_in(data)
    at = str(knight.get("at", wood.earthly_gate)) if isinstance(knight, dict) else wood.earthly_gate
    if kind == "knight":
        foe = str(knight.get("fighting", ""))
        if pin.key == "captured":
            yield f"place enchantress {at}"
        if pin.key == "inside":
            yield f"set {name} inside true"
        if knight.get("imprisoned") and pin.key == "at":
            yield f'set {name} at "{wood.tower}"'
        if foe in mw.CARDS.denizens:
            yield f"place {foe} {at}"
        if foe in mw.CARDS.knights:
            yield f"place {foe} {at}"
        for partner in knight.get("partners", ()):
            yield f"place {partner} {at}"
        yield f"lay {at} NESW"
        yield f"seat {name}"
        yield f"unset {name} {pin.key}"
        yield 'set game moment "start"'
        for key in knight:
            yield f"unset {name} {key}"
        yield f"remove {name}"
    elif kind == "area":
        yield f"unset {name} {pin.key}"
        if name in wood.index:
            yield f"lay {name} NESW"
            for key in data.get("areas", {}).get(name, {}):
                yield f"unset {name} {key}"
            yield f"bare {name}"
    else:
        yield "seat george"
        yield f"unset game {name}"
        yield 'set game moment "start"'
        yield "set game over true"


__all__ = ["Editor", "Misplaced", "Step", "UnreadableText"]
