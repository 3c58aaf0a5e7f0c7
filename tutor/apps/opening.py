"""What every app does when a page opens: it lays out what the command or the address names, and shows the board."""

from __future__ import annotations

import os
from typing import Any

from tutor.board.widget import Board
from tutor.editor.bench import Bench

#: What the command tells an app to lay out at first: the text of a situation, or its code.
OPENS = "MYSTIC_WOOD_OPENS"
#: The address the app is at, for its links.
ADDRESS = "MYSTIC_WOOD_ADDRESS"


def opening_text(code: object) -> str:
    """What is to be laid out at first: the code in the address, or the text the command left; "" for nothing."""
    if isinstance(code, str) and code:
        return code
    return os.environ.get(OPENS, "")


def board_of(mo: Any, kind: type[Bench]) -> None:
    """Show an app of this kind as the only thing on its page."""
    asked = mo.query_params()
    model = kind()
    model.address = os.environ.get(ADDRESS, "")
    text = opening_text(asked.get("code"))
    if text:
        model.begin(text)
    mo.output.replace(mo.ui.anywidget(Board(model.answer, model.page())))
