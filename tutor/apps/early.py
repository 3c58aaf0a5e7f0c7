"""The first thing one sees of an app: its board, painted before marimo is there.

marimo takes longer to load than all the rest. So the page it will send is begun by us: with the board as the app opens, drawn by
the board's own front end. What is touched meanwhile is kept, and handed to the app's board when that appears. The browser has
nothing to ask for until that is painted. `python -m tutor.apps.early rulings` prints it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.apps import ADDRESS, ASKS, OPENS

if TYPE_CHECKING:
    from tutor.editor.bench import Bench

_HERE = Path(__file__).parent
_BOARD = _HERE.parent / "ui"

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


def early_page(app: str, asked: Mapping[str, str]) -> str:
    """What stands first in the body of an app's page that was ``asked`` for with these parameters.

    Raises what laying the situation out raises; no fault of a situation does.
    """
    from tutor.apps.checker import Checker
    from tutor.desk import Viewer
    from tutor.editor.bench import Bench
    from tutor.ui.html import el, picture
    from tutor.ui.link import PageLink

    kinds = {kind.path: kind for kind in (Checker, Bench)}
    page = laid_out(kinds[app], asked.get("code"), asked.get("ask")).page()
    said: list[dict[str, Any]] = []
    link: PageLink[None] = PageLink(Viewer("learner"), said.append)
    link.show(0, page)
    data = json.dumps(said[0]).replace("<", "\\u003c")
    return el(
        "div",
        picture(f"<style>{_text('early.css')}</style>"),
        el("p", "The tutor is waking. What you do now is done when it is awake.", role="status"),
        picture(f'<script type="application/json">{data}</script>'),
        picture(f"<template><style>{_text('dist/page.css', _BOARD)}</style></template>"),
        picture(f'<script type="module" async>{_text("board.js", _BOARD)}\n{_text("early.js")}</script>'),
        id="mw-early",
        aria_busy="true",
    )


def _text(name: str, folder: Path = _HERE) -> str:
    return (folder / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.stdout.buffer.write(early_page(sys.argv[1], {}).encode())
