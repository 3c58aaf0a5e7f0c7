"""What every app does when a page opens: it lays out what the command or the address names, and shows the board."""

from __future__ import annotations

import os
from typing import Any

from tutor.apps import ADDRESS, ASKS, OPENS
from tutor.editor.bench import Bench


def opening_texts(code: object, ask: object) -> tuple[str, str]:
    """What is to be laid out at first and what to be asked of it: by the address of the page, else by the command; "" for
    nothing."""
    if isinstance(code, str) and code:
        return code, ask if isinstance(ask, str) else ""
    return os.environ.get(OPENS, ""), os.environ.get(ASKS, "")


def laid_out(kind: type[Bench], code: object, ask: object) -> Bench:
    """An app of this kind as its page opens."""
    model = kind()
    if root := os.environ.get(ADDRESS):
        model.address = f"{root}{model.path}/"
    text, asked = opening_texts(code, ask)
    if text:
        model.begin(text, asked)
    return model


def board_of(mo: Any, kind: type[Bench]) -> None:
    """Show an app of this kind as the only thing on its page."""
    from tutor.board.widget import Board

    asked = mo.query_params()
    model = laid_out(kind, asked.get("code"), asked.get("ask"))
    mo.output.replace(mo.ui.anywidget(Board(model.answer, model.page())))
