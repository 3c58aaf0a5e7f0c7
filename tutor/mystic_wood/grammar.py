"""How exercises of the Mystic Wood are written: actions, conditions, parts of the Wood, and what may be laid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine import mystic_wood as mw
from engine.faults import Fault, sentence
from engine.mystic_wood.material.cards import CARDS, KNIGHTS
from engine.mystic_wood.material.wood import AREA_NAME, every_area
from tutor.exercises.claims import ACTION_KEYS, RULE_KEYS, Claim, parse_claim
from tutor.exercises.laying import lay_of
from tutor.teach import grammar

#: The keys of a condition that may have a list of texts.
_SEVERAL = ("at", "has", "lacks", "holds", "lacks_card", *RULE_KEYS, *ACTION_KEYS)
_FOCUS = re.compile(f"({AREA_NAME})-({AREA_NAME})")


class Grammar(grammar.Grammar):
    """How exercises of the Mystic Wood are written."""

    FOCUS = ("part of the Wood", 'Write two corners, like "b1-d3".')
    GOAL = '{ knight = "george", at = "c2" }'
    PAST = (*RULE_KEYS, "played")

    seats = tuple(KNIGHTS)

    @property
    def cards(self) -> Sequence[str]:  # type: ignore[override]
        """The ids of every card: a player's own cards may be among them."""
        return tuple(CARDS.all())

    def action(self, text: str) -> str:
        """An action as the engine writes it. UnreadableText if it is none."""
        return mw.parse_action(text[:200]).text

    def is_part(self, focus: str) -> bool:
        """Whether a text names a part of the board."""
        return is_part(focus)

    def is_place(self, name: str) -> bool:
        """Whether a text names a place of the board."""
        return name in every_area()

    def lay(self, text: str) -> None:
        """UnreadableText if a text is nothing that may be laid."""
        lay_of(text)

    def claim(self, raw: Any, key: str, where: str, faults: list[Fault]) -> Claim | None:
        """A condition as TOML has it. What is wrong with it goes into ``faults``, and then it is None."""
        before = len(faults)
        plain = self._plain(raw, key, where, faults)
        return parse_claim(plain, where, tuple(self.rules), faults) if len(faults) == before else None

    def _plain(self, raw: Any, key: str, where: str, faults: list[Fault]) -> Any:
        """A condition with its actions as the engine writes them; lists stand only where there may be several."""
        if isinstance(raw, list):
            return [self._plain(table, key, where, faults) for table in raw]
        if not isinstance(raw, dict):
            return raw
        plain: dict[str, Any] = {}
        for name, value in raw.items():
            if name in ("any", "not"):
                plain[name] = self._plain(value, key, where, faults)
                continue
            several = isinstance(value, list) and name in _SEVERAL
            if isinstance(value, dict | list) and not (several and all(isinstance(item, str) for item in value)):
                right = 'a text or a list of texts, like ["lance", "ring"]' if name in _SEVERAL else "one value, no list"
                faults.append(Fault(where, f"{name} = {value!r} cannot be", f"Write {right}."))
            if name in ACTION_KEYS and isinstance(value, str):
                plain[name] = self._canonical(value, key, where, faults)
            elif name in ACTION_KEYS and isinstance(value, list):
                plain[name] = [self._canonical(text, key, where, faults) for text in value if isinstance(text, str)]
            else:
                plain[name] = value
        return plain

    def _canonical(self, text: str, key: str, where: str, faults: list[Fault]) -> str:
        try:
            return self.action(text)
        except mw.UnreadableText as problem:
            faults += [Fault(where, f"{f.where} in {key}: {f.what}", sentence(f.fix)) for f in problem.faults]
            return text


def is_part(focus: str) -> bool:
    """Whether a text names a part of a Wood by two corners: "b1-d3"."""
    return _FOCUS.fullmatch(focus) is not None and {*focus.split("-")} <= {*every_area()}
