"""A scene on an ipycanvas, which takes clicks: the board of the Jupyter views.

Curves are turned into polygons and sent in batches, and what was prepared for a group of shapes is kept, so that a whole
board is ready within one frame and a change repaints only what changed.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

import ipywidgets
import numpy as np
from ipycanvas import MultiCanvas, hold_canvas

from tutor.mystic_wood.scene.ground import CARD, CORNER
from tutor.paint.polygons import Figure, outlines, stroked
from tutor.paint.svg import tree_discs
from tutor.paint.theme import BASE, SANS, SERIF, THEMES, ThemeName, rgb
from tutor.scene.shapes import Box, Crowns, Disc, Drawn, Group, Layer, Outline, Scene, Shape, Words

#: The longer side of a canvas in pixels, and the most pixels a unit gets. More than a screen shows at 100 %, so that lines
#: stay crisp on dense screens and when one zooms in.
LONGEST = 1800
SHARPEST = 4.0
#: Canvas pixels per pixel on the page at the board's natural size.
DENSITY = 2.0
_KEPT = 1500
#: How far a finger may stray, in units, and still mean a tap.
_TAP = 8.0

Floats = np.ndarray[Any, np.dtype[np.float32]]
Counts = np.ndarray[Any, np.dtype[np.uint32]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]


class Fills(NamedTuple):
    """Polygons to fill: all their points, how many each has, and the colour and opacity of each."""

    points: Floats
    counts: Counts
    colours: Bytes
    alphas: Floats


class Circles(NamedTuple):
    """Circles to fill: middle and radius (x, y, r), colour and opacity of each."""

    places: Floats
    colours: Bytes
    alphas: Floats


class Writing(NamedTuple):
    """One text with all that is set for it."""

    font: str
    colour: str
    align: str
    text: str
    x: float
    y: float


class Prepared(NamedTuple):
    """A group ready to be painted, in its own units: what lies below its trees, the trees, what lies above, and its words.

    Words come last. Tokens are laid out so that none lies over the words of another, so nothing is lost by that.
    """

    below: Fills | None
    trees: Circles | None
    above: Fills | None
    words: tuple[Writing, ...]


def prepared(group: Group, theme: ThemeName) -> Prepared:
    """The group as polygons, circles and words. Lines become polygons too, so that all of it goes in a few calls."""
    values = THEMES[theme]
    collected: list[list[tuple[Figure, str, float]]] = [[], []]
    crowns: list[Crowns] = []
    words: list[Writing] = []
    for shape in _without_svg(group.shapes):
        if isinstance(shape, Words):
            font = f"{'bold ' if shape.bold else ''}{shape.size}px {SERIF if shape.serif else SANS}"
            align = {"middle": "center"}.get(shape.anchor, shape.anchor)
            words.append(Writing(font, values[shape.fill], align, shape.text, shape.x, shape.y + BASE * shape.size))
        elif isinstance(shape, Crowns):
            crowns.append(shape)
        else:
            into = collected[1 if crowns else 0]
            for figure, closed in outlines(shape):
                if shape.fill and closed:
                    into.append((figure, shape.fill, shape.opacity))
                if shape.stroke:
                    blunt = isinstance(shape, Outline) and shape.blunt
                    dash = shape.width if not isinstance(shape, Disc) and shape.dashed else 0
                    into += [
                        (line, shape.stroke, shape.opacity)
                        for line in stroked(figure, shape.width, closed=closed, dash=dash, blunt=blunt)
                    ]
    below, above = (_fills(figures, values) for figures in collected)
    return Prepared(below, _trees(crowns, values), above, tuple(words))


def _without_svg(shapes: Iterable[Shape]) -> Iterator[Outline | Disc | Box | Crowns | Words]:
    """The shapes, with what stands for a drawing in its place."""
    for shape in shapes:
        if isinstance(shape, Drawn):
            yield from _without_svg(shape.instead)
        else:
            yield shape


def _fills(figures: list[tuple[Figure, str, float]], values: Mapping[str, str]) -> Fills | None:
    if not figures:
        return None
    return Fills(
        np.array([point for figure, _, _ in figures for point in figure], dtype=np.float32),
        np.array([len(figure) for figure, _, _ in figures], dtype=np.uint32),
        np.array([rgb(values[colour]) for _, colour, _ in figures], dtype=np.uint8),
        np.array([alpha for _, _, alpha in figures], dtype=np.float32),
    )


def _trees(shapes: list[Crowns], values: Mapping[str, str]) -> Circles | None:
    discs = [(c.x + d.x, c.y + d.y, d) for crowns in shapes for c in crowns.crowns for d in tree_discs(c.leaf, c.r)]
    if not discs:
        return None
    return Circles(
        np.array([(x, y, d.r) for x, y, d in discs], dtype=np.float32),
        np.array([rgb(values[d.fill or "shadow"]) for _, _, d in discs], dtype=np.uint8),
        np.array([d.opacity for _, _, d in discs], dtype=np.float32),
    )


class BoardCanvas(ipywidgets.VBox):  # type: ignore[misc]
    """A widget that shows a scene and says what was clicked.

    ``show(scene)`` changes the picture; ``on_click(callback)`` has ``callback(target)`` called with the id of what was
    clicked; ``set_theme("dark")`` repaints it by night. It is as wide as the page allows, at most ``max_width``. One that is
    not to be ``touched`` listens to nothing: something in the page lies over it.
    """

    def __init__(
        self, scene: Scene, *, theme: ThemeName = "light", max_width: str | None = None, touched: bool = True
    ) -> None:
        self.scene = scene
        self.theme: ThemeName = theme
        self._max_width = max_width
        self._callbacks: list[Callable[[str], None]] = []
        self._ready: OrderedDict[tuple[object, ...], Prepared] = OrderedDict()
        self._painted: list[tuple[object, ...]] = [(), (), ()]
        self._touch: tuple[float, float] | None = None
        self.scale = _scale(scene)
        self.canvas = MultiCanvas(3, width=round(scene.width * self.scale), height=round(scene.height * self.scale))
        self.canvas.layout.width = "100%"
        self.canvas.layout.height = "auto"
        self.words = ipywidgets.HTML()
        super().__init__([self.canvas, self.words])
        self.add_class("mw-canvas")
        if touched:
            self.canvas.on_mouse_down(self._mouse)
            self.canvas.on_touch_start(self._touch_start)
            self.canvas.on_touch_move(self._touch_move)
            self.canvas.on_touch_end(self._touch_end)
        self.canvas.on_client_ready(self.repaint)
        self.show(scene)

    # ---------------------------------------------------------------- what it shows
    def show(self, scene: Scene) -> None:
        """Show another scene; only the layers that differ are painted anew."""
        scale = _scale(scene)
        if (scene.width, scene.height, scale) != (self.scene.width, self.scene.height, self.scale) or not self._painted[
            0
        ]:
            self.scale = scale
            self.canvas.width = round(scene.width * scale)
            self.canvas.height = round(scene.height * scale)
            self.layout.width = "100%"
            self.layout.max_width = self._max_width or f"{round(scene.width * scale / DENSITY)}px"
            self._painted = [(), (), ()]
        self.scene = scene
        self.words.value = _spoken(scene)
        with hold_canvas():
            self._paint()

    def set_theme(self, theme: ThemeName) -> None:
        """Repaint it by day ("light") or by night ("dark")."""
        self.theme = theme
        self.repaint()

    def repaint(self) -> None:
        """Paint everything anew: for a page that was opened again and shows nothing yet."""
        self._painted = [(), (), ()]
        with hold_canvas():
            self._paint()

    def on_click(self, callback: Callable[[str], None]) -> None:
        """Have ``callback`` called with the target of each click or tap on something."""
        self._callbacks.append(callback)

    # ---------------------------------------------------------------- clicks
    def click(self, x: float, y: float) -> str | None:
        """What a click at that point of the picture (in units) does: the callbacks are called with the target, if any."""
        target = self.scene.hit(x, y)
        if target is not None:
            for callback in self._callbacks:
                callback(target)
        return target

    def _mouse(self, x: float, y: float) -> None:
        self.click(x / self.scale, y / self.scale)

    def _touch_start(self, touches: list[tuple[float, float]]) -> None:
        self._touch = touches[0] if len(touches) == 1 else None

    def _touch_move(self, touches: list[tuple[float, float]]) -> None:
        if self._touch and math.dist(self._touch, touches[0]) > _TAP * self.scale:
            self._touch = None

    def _touch_end(self, touches: list[tuple[float, float]]) -> None:
        if self._touch and not touches:
            self._mouse(*self._touch)
        self._touch = None

    # ---------------------------------------------------------------- painting
    def _paint(self) -> None:
        still = tuple(group for name in ("ground", "cards") for group in _named(self.scene, name))
        layers = (still, _named(self.scene, "tokens"), _named(self.scene, "overlay"))
        for number, groups in enumerate(layers):
            mark = (self.theme, *((g.key or g.shapes, g.x, g.y, g.scale) for g in groups))
            if mark == self._painted[number]:
                continue
            self._painted[number] = mark
            canvas = self.canvas[number]
            canvas.clear()
            if groups:
                canvas.save()
                canvas.scale(self.scale)
                self._paint_groups(canvas, groups)
                canvas.restore()

    def _paint_groups(self, canvas: Any, groups: tuple[Group, ...]) -> None:
        """Paint groups in order, all that is cut off at its card in one go."""
        first = next((n for n, group in enumerate(groups) if group.clip), len(groups))
        clipped = [group for group in groups if group.clip]
        rest = [group for group in groups[first:] if not group.clip]
        words: list[Writing] = []
        for part in (groups[:first], clipped, rest):
            if not part:
                continue
            if part is clipped:
                canvas.save()
                _clip_to_cards(canvas, [(group.x, group.y) for group in clipped])
            ready = [(self._prepared(group), group) for group in part]
            _fill(canvas, [(p.below, g) for p, g in ready if p.below])
            _circles(canvas, [(p.trees, g) for p, g in ready if p.trees])
            _fill(canvas, [(p.above, g) for p, g in ready if p.above])
            if part is clipped:
                canvas.restore()
            for p, g in ready:
                words += [w._replace(x=g.x + w.x * g.scale, y=g.y + w.y * g.scale) for w in p.words]
        _write(canvas, words)

    def _prepared(self, group: Group) -> Prepared:
        key = (self.theme, group.key or group.shapes)
        found = self._ready.get(key)
        if found is None:
            found = self._ready[key] = prepared(group, self.theme)
            if len(self._ready) > _KEPT:
                self._ready.popitem(last=False)
        else:
            self._ready.move_to_end(key)
        return found


def _named(scene: Scene, name: str) -> tuple[Group, ...]:
    found: Layer | None = next((layer for layer in scene.layers if layer.name == name), None)
    return found.groups if found else ()


def _scale(scene: Scene) -> float:
    return min(SHARPEST, LONGEST / max(scene.width, scene.height))


def _spoken(scene: Scene) -> str:
    """The scene in words, for screen readers only."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in scene.lines)
    return (
        '<div role="img" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap" '
        f'aria-label="{escape(scene.title)}"><p>{escape(scene.title)}</p><ul>{lines}</ul></div>'
    )


def _clip_to_cards(canvas: Any, corners: list[tuple[float, float]]) -> None:
    """Cut off what follows at the outlines of the cards with these upper left corners."""
    canvas.begin_path()
    for x, y in corners:
        canvas.move_to(x + CORNER, y)
        canvas.arc_to(x + CARD, y, x + CARD, y + CARD, CORNER)
        canvas.arc_to(x + CARD, y + CARD, x, y + CARD, CORNER)
        canvas.arc_to(x, y + CARD, x, y, CORNER)
        canvas.arc_to(x, y, x + CARD, y, CORNER)
        canvas.close_path()
    canvas.clip()


def _fill(canvas: Any, parts: list[tuple[Fills, Group]]) -> None:
    if parts:
        points = np.concatenate([f.points * np.float32(g.scale) + np.array((g.x, g.y), np.float32) for f, g in parts])
        colours, alphas, counts = (np.concatenate([f[i] for f, _ in parts]) for i in (2, 3, 1))
        canvas.fill_styled_polygons(points, colours, alphas, counts)


def _circles(canvas: Any, parts: list[tuple[Circles, Group]]) -> None:
    if parts:
        places = np.concatenate(
            [c.places * np.float32(g.scale) + np.array((g.x, g.y, 0), np.float32) for c, g in parts]
        )
        x, y, r = (np.ascontiguousarray(places[:, i]) for i in range(3))
        colours, alphas = (np.concatenate([c[i] for c, _ in parts]) for i in (1, 2))
        canvas.fill_styled_circles(x, y, r, colours, alphas)


def _write(canvas: Any, words: list[Writing]) -> None:
    before: Writing | None = None
    for word in sorted(words, key=lambda w: w[:3]):
        if before is None or word.font != before.font:
            canvas.font = word.font
        if before is None or word.colour != before.colour:
            canvas.fill_style = word.colour
        if before is None or word.align != before.align:
            canvas.text_align = word.align
        canvas.fill_text(word.text, word.x, word.y)
        before = word
