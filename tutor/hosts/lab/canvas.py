"""Paints scenes on ipycanvas: the cards on one layer, all that lies on them on the other.

A host's painter, never a page's. Numpy and Pillow come with ipycanvas; nothing else of the tutor has a use for them.
"""

from __future__ import annotations

from typing import TypeAlias
from xml.etree import ElementTree

import ipywidgets
from ipycanvas import Canvas, MultiCanvas, hold_canvas

from tutor.draw.shapes import Group, Layer, Scene
from tutor.draw.svg import svg
from tutor.draw.theme import ThemeName

#: Canvas pixels for each unit of a scene, for each pixel of the page (so that a screen of high density is sharp), and at most.
SCALE, DENSITY, LONGEST = 4.0, 2.0, 1800
#: The most cards that are painted each by itself; where more differ, one picture of all is there sooner.
FEW = 3
Groups: TypeAlias = tuple[Group, ...]


class Painter:
    """Paints scenes of one size. At most one drawing is under way: what is to be painted before the page has answered waits, and
    of several the newest alone is painted. ``widgets`` are to be shown; one of them is the page's answer, and cannot be seen.
    ``pictures`` carry what is painted, the first ``under_way`` of them something the page has not answered yet."""

    def __init__(self, scene: Scene) -> None:
        self.scale = min(SCALE, LONGEST / max(scene.width, scene.height))
        size = {"width": round(scene.width * self.scale), "height": round(scene.height * self.scale)}
        self.canvas = MultiCanvas(2, **size, layout={"width": "100%", "height": "auto"})
        self.answer = Canvas(width=1, height=1, sync_image_data=True, layout={"display": "none"})
        self.answer.observe(lambda _: self._answered(), "image_data")
        self.widgets: tuple[ipywidgets.Widget, ...] = (self.canvas, self.answer)
        self.pictures: list[ipywidgets.Image] = []
        self.under_way = 0
        self._number = 0
        self._waiting: tuple[Scene, ThemeName] | None = None
        self._painted: tuple[Groups, Groups, ThemeName] | None = None

    def paint(self, scene: Scene, theme: ThemeName) -> None:
        """Paint another scene of the same size: of its cards those that differ, and what lies on them if that does."""
        if self.under_way:
            self._waiting = scene, theme
            return
        below, above = _layers(scene)
        before_below, before_above, before_theme = self._painted or ((), (), None)
        gone = before_theme != theme or [(g.x, g.y) for g in before_below] != [(g.x, g.y) for g in below]
        cards = [new for old, new in zip(before_below, below, strict=not gone) if not _same(old, new)]
        if gone or len(cards) > FEW or not all(card.clip for card in cards):
            parts = [(0, 0.0, 0.0, self._picture(below, scene.width, scene.height, theme))]
        else:
            parts = [(0, g.x, g.y, self._picture((g._replace(x=0, y=0),), 100, 100, theme)) for g in cards]
        if gone or len(before_above) != len(above) or not all(map(_same, before_above, above)):
            parts.append((1, 0.0, 0.0, self._picture(above, scene.width, scene.height, theme)))
        if parts:
            self._send(parts)
        self._painted = below, above, theme

    @property
    def parts(self) -> tuple[ipywidgets.DOMWidget, ...]:
        """Every widget it is made of, for whoever closes it."""
        return self.canvas, self.canvas[0], self.canvas[1], self.answer, *self.pictures

    def forget(self) -> None:
        """Whatever was painted is on no page any more: the next scene is painted as a whole, and at once."""
        self._painted, self._waiting, self.under_way = None, None, 0

    def _send(self, parts: list[tuple[int, float, float, str]]) -> None:
        """Draw pictures, each on its layer at its place, as large as it says itself. The widgets that carry them are made once:
        a new one each time costs the page more than the drawing."""
        self.under_way = len(parts)
        while len(self.pictures) < len(parts):
            self.pictures.append(ipywidgets.Image(format="svg+xml"))
        for image, (*_, text) in zip(self.pictures, parts, strict=False):
            image.value = text.encode()
        self._number += 1  # the colour of the answer says which drawing the page has done
        with hold_canvas():
            for (layer, x, y, _), image in zip(parts, self.pictures, strict=False):
                if layer:
                    self.canvas[layer].clear()
                self.canvas[layer].draw_image(image, x * self.scale, y * self.scale)
            self.answer.fill_style = f"#{self._number % 2**24:06x}"
            self.answer.fill_rect(0, 0, 1, 1)

    def _answered(self) -> None:
        red, green, blue = (int(part) for part in self.answer.get_image_data(0, 0, 1, 1)[0, 0, :3])
        if red << 16 | green << 8 | blue == self._number % 2**24:
            self.under_way, waiting, self._waiting = 0, self._waiting, None
            if waiting is not None:
                self.paint(*waiting)

    def _picture(self, groups: Groups, width: float, height: float, theme: ThemeName) -> str:
        """Groups as an SVG with a size in pixels. Raises ParseError for one that does not parse: it would stall every canvas."""
        text = svg(Scene("", width, height, (Layer("", groups),)), theme, pixels=self.scale)
        ElementTree.fromstring(text)
        return text


def _layers(scene: Scene) -> tuple[Groups, Groups]:
    """What lies below, and what lies on it: of a board of cards, only the cards and the ground lie below."""
    found = {layer.name: layer.groups for layer in scene.layers}
    cards = found.get("cards", ())
    loose = tuple(group for group in cards if not group.clip) if any(group.clip for group in cards) else ()
    below = (*found.get("ground", ()), *(group for group in cards if group not in loose))
    return below, (*loose, *found.get("tokens", ()), *found.get("overlay", ()))


def _same(one: Group, other: Group) -> bool:
    """Whether two groups look alike."""
    return one[1:5] == other[1:5] and (one.key or one.shapes) == (other.key or other.shapes)
