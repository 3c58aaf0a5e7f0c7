"""A script as text: as it was written and with what was put in, what was tried on the way as steps of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.text.keyed import line_text, value_text
from tutor.pages.stage.show import Stage


def recorded(doc: Stage) -> str:
    """The script with what was tried on the way, as TOML: each branch is a step behind the one it began at."""
    script = doc.script
    if script is None:
        return ""
    head = {
        "title": script.title,
        "about": script.about,
        "minutes": script.minutes,
        "game": script.game,
        "edition": script.edition,
    }
    lines = [line_text(entry) for entry in head.items() if entry[1]]
    dumps = script.teaches.engine.dumps
    anew = False
    for number, step in enumerate(script.steps):
        raw: dict[str, Any] = dict(step.raw)
        if anew and not step.anew:  # it went on from a step that is no longer just before it
            raw["situation"] = dumps(step.first)
        lines += _step(raw)
        tips = [each for each in doc.branches if each.step == number and not doc.after(each.id)]
        for tip in tips:
            line = doc.line_to(tip.id)
            said = {"title": f"What if: {script.teaches.label(line[0].action)}"[:60], "focus": step.focus}
            start = dumps(doc.state_at(line[0].parent))
            lines += _step({**said, "situation": start, "do": [each.action for each in line]})
        anew = bool(tips)
    return "\n".join(lines) + "\n"


def _step(raw: Mapping[str, Any]) -> list[str]:
    """A step as lines of TOML; a situation stands on lines of its own."""
    lines = ["", "[[steps]]"]
    for key, value in raw.items():
        if key == "situation" and "'''" not in value:
            lines.append(f"situation = '''\n{str(value).strip()}\n'''")
        elif value:
            lines.append(f"{key} = {value_text(value)}")
    return lines
