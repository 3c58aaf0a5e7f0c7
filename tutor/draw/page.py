"""What is shown, as plain data: a page, its picture cut into pieces, small pictures in its panels. No front end is known here."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from tutor.base.want import Want
from tutor.draw.html import Html, picture
from tutor.draw.motion import Shot
from tutor.draw.shapes import Crowns, Group, Outline, Scene, Shape
from tutor.draw.svg import SvgPainter, attribute, escape, numeral, tree_discs
from tutor.draw.theme import SANS, THEMES


class Effect(NamedTuple):
    """Something a page does once: "copy" a text, "save" it as a file ``name`` (a picture as "png" is painted from SVG), "print" a
    page of its own, or "go" to the address ``text``."""

    kind: Literal["copy", "save", "png", "print", "go"]
    text: str
    name: str = ""


class Film(NamedTuple):
    """Pictures that lead to the page's own, played once for each ``id``. A ``brief`` one is left out where no movement is wanted,
    and broken off by the next click; of any other the pictures then stand one after the other."""

    id: int
    shots: tuple[Shot, ...]
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """All that is shown now. ``frame`` is the skeleton with a place for the board and for each of the ``panels``.

    ``drag`` names the beginnings of target ids that can be dragged; ``focus`` the part of the picture that matters now, as
    x, y, width, height; ``film`` leads to the picture; ``keys`` are the targets that keys press. ``say`` is told to who cannot
    see it, and ``effects`` happen, once for each number ``answers``: it counts what the viewer has done himself. ``wants`` is
    what the page would show besides, which takes long to find: the host finds it, and shows the page again.
    """

    frame: str
    scene: Scene | None = None
    extra: tuple[Group, ...] = ()
    drag: tuple[str, ...] = ()
    focus: tuple[float, float, float, float] | None = None
    panels: Mapping[str, str] = field(default_factory=dict)
    say: str = ""
    effects: tuple[Effect, ...] = ()
    film: Film | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    answers: int = 0
    wants: tuple[Want, ...] = ()


class Pieces(NamedTuple):
    """A scene in pieces, each by a key made from what it shows: the same piece has the same key in every picture."""

    size: tuple[float, float]
    title: str
    order: tuple[str, ...]
    pieces: Mapping[str, str]
    defs: Mapping[str, str]

    def as_dict(self, known: Collection[str] = (), drawn: Collection[str] = ()) -> dict[str, Any]:
        """What has to be sent to whoever has the pieces ``known`` and the definitions ``drawn`` already."""
        return {
            "size": self.size,
            "title": self.title,
            "order": self.order,
            "pieces": {key: text for key, text in self.pieces.items() if key not in known},
            "defs": {key: text for key, text in self.defs.items() if key not in drawn},
        }


def pieces(scene: Scene, extra: tuple[Group, ...] = (), drag: tuple[str, ...] = ()) -> Pieces:
    """The scene cut into one piece for each of its groups, ``extra`` groups on top."""
    painter = _PiecePainter()
    order: list[str] = []
    found: dict[str, str] = {}
    for group in (*(g for layer in scene.layers for g in layer.groups), *extra):
        text = painter.piece(group, drag)
        key = f"{zlib.crc32(text.encode()):08x}"
        while key in found:  # the same thing twice, like two equal rings
            key += "+"
        order.append(key)
        found[key] = text
    return Pieces((scene.width, scene.height), scene.title, tuple(order), found, dict(painter.defs))


@cache
def colours() -> Mapping[str, str]:
    """For each theme of a screen its colours as style sheet variables, and under "uses" the classes that wear them."""
    names = list(THEMES["light"])
    found: dict[str, str] = {}
    for theme in ("light", "dark"):
        values = THEMES[theme]
        found[theme] = "".join(f"--mw-{name}:{values[name]};" for name in names)
    uses = "".join(f".mwb-f{n}{{fill:var(--mw-{c})}}.mwb-s{n}{{stroke:var(--mw-{c})}}" for n, c in enumerate(names))
    return {**found, "uses": uses}


#: Small pictures by their names, each with the definitions it needs: a page is sent each of them once.
ICONS: dict[str, Mapping[str, str]] = {}
_ICON = re.compile(r"#(mwi[0-9a-f]{8})")


@lru_cache(maxsize=1024)
def icon(shapes: tuple[Shape, ...], width: float = 20.0, height: float = 20.0) -> Html:
    """A small picture made of these shapes, in the colours of the page it stands on, to stand in a panel of a page."""
    painter = _PiecePainter()
    inner = "".join(painter.shape(shape) for shape in shapes)
    name = f"mwi{zlib.crc32(inner.encode()):08x}"
    ICONS[name] = {**painter.defs, name: f'<g id="{name}" fill="none" font-family="{SANS}">{inner}</g>'}
    box = f"0 0 {numeral(width)} {numeral(height)}"
    return picture(f'<svg class="mwb-icon" viewBox="{box}" aria-hidden="true"><use href="#{name}"/></svg>')


def icons_in(texts: Iterable[str]) -> dict[str, str]:
    """The definitions of all small pictures that stand in these panels."""
    found: dict[str, str] = {}
    for text in texts:
        for name in _ICON.findall(text):
            found.update(ICONS[name])
    return found


@lru_cache(maxsize=2048)
def _outline_name(shape: Outline) -> str:
    """The name under which a long outline is defined: the same in every picture."""
    return f"mwp{zlib.crc32(repr(shape).encode()):08x}"


class _PiecePainter(SvgPainter):
    """Paints groups one by one; what they share is defined once, under names that are the same in every picture."""

    def __init__(self) -> None:
        super().__init__(Scene("", 0, 0, ()), "auto", None)
        self.id = "mwb"
        self.defs: dict[str, str] = {}

    def paint(self, fill: str | None, stroke: str | None) -> str:
        names = [f"mwb-{kind}{self.number(colour)}" for kind, colour in (("f", fill), ("s", stroke)) if colour]
        return f' class="{" ".join(names)}"' if names else ""

    def piece(self, group: Group, drag: tuple[str, ...]) -> str:
        text, defs = _kept(group, drag)
        self.defs.update(defs)
        return text

    def outline(self, shape: Outline) -> str:
        if len(shape.pieces) <= 15:
            return self.path(shape, "")
        name = _outline_name(shape)
        self.defs[name] = self.path(shape, f' id="{name}"')
        return f'<use href="#{name}"/>'

    def drawing(self, text: str) -> str:
        name = super().drawing(text)
        self.defs[name] = self.drawings[name]
        return name

    def crowns(self, shape: Crowns) -> str:
        found = []
        for x, y, r, leaf in shape.crowns:
            name = f"mwt-{leaf}-{numeral(r)}"
            if name not in self.defs:
                circles = "".join(self.disc(disc) for disc in tree_discs(leaf, r))
                self.defs[name] = f'<g id="{name}">{circles}</g>'
            found.append(f'<use href="#{name}" x="{numeral(x)}" y="{numeral(y)}"/>')
        return "".join(found)


#: What was painted of which shapes, by their identity: to hash the numbers of all shapes took longer than all the rest of a page.
_KEPT: dict[tuple[object, ...], tuple[tuple[Shape, ...], tuple[str, dict[str, str]]]] = {}


def _kept(group: Group, drag: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """What is painted of a group; of shapes that have been painted before, without looking into them."""
    key = (id(group.shapes), *group[1:], drag)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= 4096:
            _KEPT.clear()
        found = _KEPT[key] = (
            group.shapes,
            _painted(group, drag),
        )  # with the shapes, so that nothing else has their identity
    return found[1]


@lru_cache(maxsize=2048)  # most of a picture is as it was before, and the same on every page
def _painted(group: Group, drag: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    painter = _PiecePainter()
    moves = f"translate({numeral(group.x)} {numeral(group.y)})" if group.x or group.y else ""
    if group.scale != 1:
        moves += f"scale({numeral(group.scale)})"
    attributes = f' transform="{moves}"' if moves else ""
    if group.clip:
        attributes += ' clip-path="url(#mwb-c)"'
    title = ""
    if group.target:
        attributes += f' data-target={attribute(group.target)} role="button" tabindex="-1"'
        attributes += f" aria-label={attribute(group.label or group.target)}"
        if group.target.startswith(drag) and drag:
            attributes += ' data-drag="1"'
        if group.label and not group.target.startswith("area:"):
            title = f"<title>{escape(group.label)}</title>"
    inner = "".join(painter.shape(shape) for shape in group.shapes)
    return f"<g{attributes}>{title}{inner}</g>", painter.defs
