"""What every app does when a page opens: it shows the board of what the command or the address names."""

from __future__ import annotations

from typing import Any

from tutor.apps.early import laid_out
from tutor.editor.bench import Bench
from tutor.ui.widget import Board


def board_of(mo: Any, kind: type[Bench]) -> None:
    """Show an app of this kind as the only thing on its page."""
    asked = mo.query_params()
    model = laid_out(kind, asked.get("code"), asked.get("ask"))
    mo.output.replace(mo.ui.anywidget(Board(model.answer, model.page())))
