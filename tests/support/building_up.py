"""The operations of the Mystic Wood's editor that build a situation from an untouched Wood, carried out line by line."""

from __future__ import annotations

from collections.abc import Iterable

from engine.text.keyed import value_text
from tutor.games.mystic_wood.editor.draft_situation import Data
from tutor.pages.editor.model import Editor


def building(data: Data) -> list[str]:
    """The operations that build this situation from an untouched Wood."""
    lines = [f"seat {seat}" for seat in data["knights"]]
    lines += [f"set game {key} {value_text(value)}" for key, value in data.items() if key not in ("areas", "knights")]
    for name, table in data["areas"].items():
        rest = dict(table)
        if "tile" in rest:
            lines.append(f"lay {name} {rest.pop('tile')}")
        elif "paths" in rest and not rest.get("turned"):
            words = [rest.pop("paths"), *([rest.pop("name")] if "name" in rest else [])]
            words += ["crossing"] if rest.pop("glade", True) is False else []
            words += ["own"] if rest.pop("own", False) else []
            lines.append(" ".join(["lay", name, *words]))
        for key in ("denizens", "things", "things_outside"):
            end = " outside" if key == "things_outside" else ""
            lines += [f"place {card} {name}{end}" for card in rest.pop(key, ())]
        lines += [f"set {name} {key} {value_text(value)}" for key, value in rest.items()]
    for knight, table in data["knights"].items():
        rest = dict(table)
        if "at" in rest:
            lines.append(f"place {knight} {rest.pop('at')}")
        for key, verb in (("things", "give"), ("companions", "give"), ("prowess_cards", "win")):
            lines += [f"{verb} {card} {knight}" for card in rest.pop(key, ())]
        lines += [f"set {knight} {key} {value_text(value)}" for key, value in rest.items()]
    return lines


def replay(editor: Editor, log: Iterable[str]) -> None:
    """Carry out a log, each line as a step of its own."""
    for line in log:
        editor.do(line)
