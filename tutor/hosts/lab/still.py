"""A still board in a cell of one's own: painted on a canvas in the theme of the page, in words for whoever sees no picture, and
touched, it says what lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets
import traitlets

from tutor.base.places import FRONT_END
from tutor.draw.shapes import Scene, Target
from tutor.hosts.lab.canvas import DENSITY, Painter
from tutor.hosts.lab.cells import takes_its_place
from tutor.teach.game.registry import of_state
from tutor.teach.game.teachable import Teachable

#: No board is higher than this part of the window, in hundredths.
HIGHEST = 75
#: What stands below a board that nobody has touched.
INVITES = "Touch the board: it says what lies there."


class BoardNotes(anywidget.AnyWidget):
    """What stands below the canvas, and what the page says: in which theme it is, and where it was touched.

    ``heard`` gets each touch as parts of the width and height, 0 to 1.
    """

    _esm = FRONT_END / "still.js"
    sheet = traitlets.Unicode((FRONT_END / "still.css").read_text("utf-8")).tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    lines = traitlets.List(traitlets.Unicode()).tag(sync=True)
    said = traitlets.Unicode(INVITES).tag(sync=True)
    theme = traitlets.Enum(("light", "dark"), None, True).tag(sync=True)

    def __init__(self, heard: Callable[[float, float], None]) -> None:
        super().__init__()
        self._heard = heard
        self.on_msg(self._touched)

    def show(self, scene: Scene) -> None:
        """Say a scene in words, in one message."""
        with self.hold_sync():
            self.title, self.lines, self.said = scene.title, list(scene.lines), INVITES

    def _touched(self, _: object, content: Any, __: object) -> None:
        if isinstance(content, dict) and all(isinstance(content.get(key), int | float) for key in "xy"):
            self._heard(float(content["x"]), float(content["y"]))


class StillBoard(ipywidgets.VBox):  # type: ignore[misc]
    """A scene as a picture. ``show`` paints another of the same size; ``answer`` says what stands below the board when something
    of it is touched, by default what that is called."""

    def __init__(self, scene: Scene, answer: Callable[[Target], str] = lambda target: target.label) -> None:
        self.scene = scene
        self._answer = answer
        self.painter = Painter(scene)
        self.notes = BoardNotes(self._touched)
        canvas = self.painter.canvas
        wide = f"min({round(canvas.width / DENSITY)}px, {round(HIGHEST * canvas.width / canvas.height)}vh)"
        super().__init__([*self.painter.widgets, self.notes], layout={"max_width": wide})
        self.add_class("mw-still")
        self.notes.show(scene)
        self.notes.observe(lambda _: self._paint(), "theme")
        canvas.on_client_ready(self.repaint)

    def show(self, scene: Scene) -> None:
        """Show another scene of the same size: the picture first, since the page does one thing after the other."""
        self.scene = scene
        self._paint()
        self.notes.show(scene)

    def repaint(self) -> None:
        """Paint everything anew: for a page that was opened just now."""
        self.painter.forget()
        self._paint()

    def _paint(self) -> None:
        if self.notes.theme is not None:  # the page has said in which it is
            self.painter.paint(self.scene, "dark" if self.notes.theme == "dark" else "light")

    def _touched(self, x: float, y: float) -> None:
        under = self.scene.hits(x * self.scene.width, y * self.scene.height)
        self.notes.said = self._answer(under[0]) if under else INVITES

    def close(self) -> None:
        """Give back what the page and the kernel keep of it."""
        for widget in (*self.painter.parts, self.notes):
            widget.layout.close()
            widget.close()
        self.layout.close()
        super().close()


def board(state: Any) -> StillBoard:
    """The board of a state: the part that matters. Touched, it says what lies there, and what that may mean as an action."""
    game = of_state(state)
    return StillBoard(game.still(state), lambda target: told(game, state, target))


def told(game: Teachable, state: Any, target: Target) -> str:
    """What lies where one has touched, and whether the action it stands for is allowed."""
    named = target.label.rstrip(".") + "."
    action = game.meant(state, state.to_move, target.id) if state.to_move is not None else None
    if action is None:
        return named
    verdict = state.judge(action)
    return (
        f"{named} Allowed: {action}" if verdict.legal else f"{named} Not allowed, {action}: {verdict.reasons[0].text}"
    )


def bundle(state: Any) -> dict[str, Any]:
    """What a notebook shows of a state: its board as a widget. The cell's earlier boards are given back."""
    shown = board(state)
    takes_its_place(shown)
    return {"application/vnd.jupyter.widget-view+json": shown.get_view_spec()}
