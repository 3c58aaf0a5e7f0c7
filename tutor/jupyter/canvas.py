"""A board in a cell of one's own, painted on ipycanvas: its cards on one layer, all that lies on them on the other.

Numpy and Pillow come with ipycanvas; nothing else of the tutor imports them.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from xml.etree import ElementTree

import ipywidgets
from ipycanvas import Canvas, MultiCanvas, hold_canvas

from tutor.paint.svg import svg
from tutor.paint.theme import THEMES, ThemeName
from tutor.scene.shapes import Group, Layer, Scene

#: Canvas pixels for each unit of the board, and for each pixel of the page: twice as many, so that lines are crisp.
SCALE, DENSITY = 4.0, 2.0
#: So many cards that differ are painted each by itself.
FEW = 3
#: The longer side of a canvas, in its own pixels, is never more.
LONGEST = 1800


class StillBoard(ipywidgets.VBox):  # type: ignore[misc]
    """A scene as a picture. ``show`` paints another, of its cards only those that differ. At most one drawing is under way: what
    is shown before the page has answered waits, and of several the newest alone is painted."""

    def __init__(self, scene: Scene, theme: ThemeName = "light") -> None:
        self.scale = min(SCALE, LONGEST / max(scene.width, scene.height))
        size = {"width": round(scene.width * self.scale), "height": round(scene.height * self.scale)}
        self.canvas = MultiCanvas(2, **size, layout={"width": "100%", "height": "auto"})
        self._answer = Canvas(width=1, height=1, sync_image_data=True, layout={"display": "none"})
        self._words = ipywidgets.HTML()
        self._theme: ThemeName = theme
        self._painted: Mapping[tuple[float, float], object] = {}
        self._above: tuple[object, ...] | None = None
        self._number = 0
        self._waiting: Scene | None = None
        self._under_way: list[ipywidgets.Image] = []
        super().__init__([self.canvas, self._answer, self._words], layout={"max_width": f"{round(size['width'] / DENSITY)}px"})
        self.scene = scene
        self._answer.observe(lambda _: self._drawn(), "image_data")
        self._words.value = _spoken(scene)
        self.canvas.on_client_ready(self.repaint)

    def show(self, scene: Scene) -> None:
        """Show another scene of the same size."""
        self.scene, self._words.value = scene, _spoken(scene)
        if self._under_way:
            self._waiting = scene
        else:
            self._paint()

    def repaint(self) -> None:
        """Paint everything anew: for a page that was opened just now."""
        self._painted, self._above, self._waiting, self._under_way = {}, None, None, []
        self._paint()

    def _drawn(self) -> None:
        """The page has drawn what it was sent last."""
        red, green, blue = (int(part) for part in self._answer.get_image_data(0, 0, 1, 1)[0, 0, :3])
        if red << 16 | green << 8 | blue != self._number % 2**24:
            return
        for image in self._under_way:
            image.close()
        self._under_way = []
        if self._waiting is not None:
            self._waiting = None
            self._paint()

    def _paint(self) -> None:
        cards = {(g.x, g.y): g for g in self._groups("cards") if g.clip}
        above = [g for g in self._groups("cards") if not g.clip] + self._groups("tokens") + self._groups("overlay")
        marks = {at: g.key or g.shapes for at, g in cards.items()}
        lying = tuple((g.key or g.shapes, g.x, g.y, g.scale) for g in above)
        changed = [at for at, mark in marks.items() if mark != self._painted.get(at)]
        faces = {at: self._picture((cards[at]._replace(x=0, y=0),), 100, 100) for at in changed if len(changed) <= FEW}
        if len(changed) > FEW:  # one picture of them all is there sooner than one of each
            faces[0, 0] = self._picture(tuple(cards[at] for at in changed), self.scene.width, self.scene.height)
        on_them = self._picture(tuple(above), self.scene.width, self.scene.height) if lying != self._above else ""
        if faces or on_them:
            with hold_canvas():
                self._draw(faces, on_them)
        self._painted, self._above = marks, lying

    def _draw(self, changed: dict[tuple[float, float], str], on_them: str) -> None:
        below, above = self.canvas[0], self.canvas[1]
        if not self._painted:
            below.fill_style = THEMES[self._theme]["board"]
            below.fill_rect(0, 0, self.canvas.width, self.canvas.height)
        for (x, y), text in changed.items():
            below.draw_image(self._image(text), x * self.scale, y * self.scale)  # as large as it says itself
        if on_them:
            above.clear()
            above.draw_image(self._image(on_them), 0, 0, self.canvas.width, self.canvas.height)
        self._number += 1  # the colour says which drawing the page has answered
        self._answer.fill_style = f"#{self._number % 2**24:06x}"
        self._answer.fill_rect(0, 0, 1, 1)

    def _image(self, text: str) -> ipywidgets.Image:
        image = ipywidgets.Image(value=text.encode(), format="svg+xml")
        self._under_way.append(image)
        return image

    def _picture(self, groups: tuple[Group, ...], width: float, height: float) -> str:
        """Groups as an SVG with a size in pixels. Raises ParseError for one that does not parse: it would stall every canvas."""
        text = svg(Scene("", width, height, (Layer("", groups),)), self._theme, pixels=self.scale)
        ElementTree.fromstring(text)
        return text

    def _groups(self, name: str) -> list[Group]:
        return [group for layer in self.scene.layers if layer.name == name for group in layer.groups]


def _spoken(scene: Scene) -> str:
    """The scene in words, for screen readers only."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in scene.lines)
    hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
    title = escape(scene.title)
    return f'<div role="img" style="{hidden}" aria-label="{title}"><p>{title}</p><ul>{lines}</ul></div>'
