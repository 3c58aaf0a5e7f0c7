"""What every app does when a page opens: it lays out what the command or the address names, and shows the board."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

from engine.faults import Faulty
from tutor.board import Page, Touch
from tutor.board.widget import Board

#: Where the command tells an app what to lay out at first.
OPENS = "MYSTIC_WOOD_OPENS"
_STYLE = "body,.marimo,#root{margin:0!important;padding:0!important;background:var(--mwb-page,transparent)}"


class Opens(Protocol):
    """A page that can lay something out."""

    address: str
    status: str
    refusal: str

    def opened(self, text: str, name: str) -> None: ...
    def answer(self, touch: Touch) -> Page: ...
    def page(self) -> Page: ...


def opening_text(code: object) -> str:
    """What is to be laid out at first: the code in the address, or the text the command left; "" for nothing."""
    if isinstance(code, str) and code:
        return code
    left = os.environ.get(OPENS, "")
    return Path(left).read_text(encoding="utf-8") if left else ""


def board_of(mo: Any, kind: type[Any]) -> None:
    """Show an app of this kind as the only thing on its page."""
    asked = mo.query_params()
    model: Opens = kind()
    model.address = str(asked.get("at") or os.environ.get("MYSTIC_WOOD_ADDRESS", ""))
    text = opening_text(asked.get("code"))
    if text:
        try:
            model.opened(text, "")
        except Faulty as faulty:
            first = faulty.faults[0]
            model.refusal = f"{first.where}: {first.what}. {first.fix}"
    mo.output.replace(mo.ui.anywidget(Board(model.answer, model.page())))
