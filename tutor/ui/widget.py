"""The board as one widget for marimo and JupyterLab: it sends what changed and passes on what was touched."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tutor.board.page import Page, Touch, icons_in, pieces, whole

_HERE = Path(__file__).parent
#: How a board looks.
SHEET = (_HERE / "board.css").read_text(encoding="utf-8")
#: The longest text taken from a page: a dropped file, a typed field.
LONGEST = 400_000


class Board(anywidget.AnyWidget):
    """A page one can touch. ``answer`` gets each :class:`Touch` and returns the page as it then is.

    What is shown first goes with the widget itself; after that, messages carry the pieces and panels that changed. A view
    that opens later, or has missed something, says which version it has and is sent the whole.
    """

    _esm = _HERE / "board.js"
    _css = SHEET
    page = traitlets.Dict().tag(sync=True)

    def __init__(self, answer: Callable[[Touch], Page], first: Page) -> None:
        self._answer = answer
        self._shown = first
        self._version = 1
        self._known: set[str] = set()
        self._drawn: set[str] = set()
        super().__init__(page=self._whole())
        self.on_msg(self._heard)

    @property
    def shown(self) -> Page:
        """The page as it is shown now."""
        return self._shown

    def show(self, page: Page) -> None:
        """Show another page: what is the same as before is not sent."""
        message: dict[str, Any] = {"kind": "change", "from": self._version, "version": self._version + 1}
        if page.frame != self._shown.frame:
            self._shown, self._version = page, self._version + 1
            self.send({"kind": "change", "from": 0, **self._whole()})
        else:
            if page.scene is not None and (page.scene, page.extra) != (self._shown.scene, self._shown.extra):
                cut = pieces(page.scene, page.extra, page.drag)
                message["board"] = cut.as_dict(self._known, self._drawn)
                self._known.update(cut.pieces)
                self._drawn.update(cut.defs)
            if page.focus != self._shown.focus:
                message["focus"] = page.focus
            changed = {name: str(text) for name, text in page.panels.items() if self._shown.panels.get(name) != text}
            if changed:
                message["panels"] = changed
                message["defs"] = self._undrawn(icons_in(changed.values()))
            if page.say:
                message["say"] = page.say
            self._shown, self._version = page, self._version + 1
            self.send(message)
        for effect in page.effects:
            self.send({**effect._asdict(), "kind": "effect", "effect": effect.kind})

    def _whole(self) -> dict[str, Any]:
        said = whole(self._shown, self._version)
        self._drawn.update(said["defs"])
        if "board" in said:
            self._known.update(said["board"]["pieces"])
            self._drawn.update(said["board"]["defs"])
        return said

    def _undrawn(self, defs: dict[str, str]) -> dict[str, str]:
        found = {name: text for name, text in defs.items() if name not in self._drawn}
        self._drawn.update(found)
        return found

    def _heard(self, _: object, content: object, __: object) -> None:
        if not isinstance(content, dict):
            return
        if content.get("kind") == "ready":
            if content.get("version") != self._version:
                self.send({"kind": "change", "from": 0, **self._whole()})
            return
        try:
            page = self._answer(_touch(content))
        except Exception as problem:  # a page that falls silent would be worse than one that says so
            traceback.print_exc()
            self.send({"kind": "trouble", "text": f"The tutor is at fault here: {type(problem).__name__}: {problem}"})
            return
        self.show(page)


def _touch(content: dict[str, Any]) -> Touch:
    def text(key: str) -> str:
        return str(content.get(key) or "")[:LONGEST]

    return Touch(text("kind"), text("target"), text("to"), text("text"))
