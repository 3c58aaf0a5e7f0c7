"""The Mystic Wood's half-built situations, as the editor of any game asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine import mystic_wood as mw
from tutor.games.mystic_wood.editor.draft_situation import empty, from_text, read, state_data, to_toml, wood_in
from tutor.games.mystic_wood.editor.operations import apply, taking_apart
from tutor.pages.editor import model
from tutor.pages.editor.model import Data, EditStep, Misplaced, Pinned


class WoodFormat:
    """The :class:`tutor.pages.editor.model.Format` of the Mystic Wood."""

    empty = staticmethod(empty)
    from_text = staticmethod(from_text)
    read = staticmethod(read)
    to_toml = staticmethod(to_toml)
    apply = staticmethod(apply)
    taking_apart = staticmethod(taking_apart)

    def nobody(self, data: Data) -> bool:
        return not data["knights"]

    def of(self, state: Any) -> Data:
        return state_data(state)

    def code(self, state: Any) -> str:
        return mw.code(state)

    def unlike(self, one: Data, other: Data) -> bool:
        """Whether the data differ; the order of seats counts."""
        return one != other or list(one["knights"]) != list(other["knights"])

    def remedies(self, data: Data, pin: Pinned) -> Iterator[str]:
        return _remedies(data, pin)


@dataclass
class Editor(model.Editor):
    """A situation of the Mystic Wood in the making."""

    format: ClassVar[model.Format] = WoodFormat()
    start: Data = field(default_factory=empty)


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


__all__ = ["EditStep", "Editor", "Misplaced"]
