"""The faces of the Wood: one portrait for each denizen, in the frame that says how one meets it, with the number that counts.

For board, chips, stage, table and paper alike. Frames: a stone with cut corners for who challenges (rust for strength, violet
for prowess, crimson for both), a circle for who is approached, an arch on gold for who rides with a Knight.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.mystic_wood.material.cards import CARDS
from tutor.draw.shapes import Box, Disc, Drawn, Outline, Shape, placed, polygon
from tutor.games.mystic_wood.scene.emblems import glyph
from tutor.games.mystic_wood.scene.tokens import disc, disc_of

#: A drawing's square, in its own units.
SIDE = 48.0
_STONE = "M10 2h28l8 8v28l-8 8H10l-8-8V10z"
_ROUND = "M24 2a22 22 0 1 1 0 44 22 22 0 1 1 0-44z"
_ARCH = "M4 46V22a20 20 0 0 1 40 0v24z"
#: For each frame its outline, the light ground behind the face, and its colour; a face is the same by day and by night.
FRAMES: Mapping[str, tuple[str, str, str]] = {
    "strength": (_STONE, "#f4dcc4", "#a8442a"),
    "prowess": (_STONE, "#e5dbf1", "#6a4a9c"),
    "both": (_STONE, "#f5d5d6", "#93112f"),
    "approach": (_ROUND, "#d5e9e2", "#1d6d67"),
    "companion": (_ARCH, "#f8e3b0", "#8a6414"),
}
#: At this size and below a badge is drawn larger, so that it is still read.
SMALL = 17.0


@cache
def portraits() -> Mapping[str, str]:
    """Each face as SVG, by the denizen's name."""
    text = Path(__file__).with_name("faces.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<g id="([\w-]+)">(.*?)</g>', text, re.DOTALL))


@cache
def framed(name: str, frame: str) -> str:
    """A face in its frame, as SVG on a square of 48 units."""
    outline, ground, colour = FRAMES[frame]
    return (
        f'<clipPath id="{{id}}c"><path d="{outline}"/></clipPath><path d="{outline}" fill="{ground}"/>'
        f'<g clip-path="url(#{{id}}c)" stroke="#241c14" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">'
        f'{portraits()[name]}</g><path d="{outline}" fill="none" stroke="{colour}" stroke-width="2.6" stroke-linejoin="round"/>'
    )


def has_face(name: str) -> bool:
    """Whether there is a portrait of a card."""
    return name in portraits()


def face(name: str, x: float, y: float, size: float, *, companion: bool = False, opacity: float = 1.0) -> list[Shape]:
    """A denizen's face in its frame, its square of ``size`` with the upper left corner at (x, y), and the badge of what counts.

    KeyError if there is no such face.
    """
    kind, number, _ = disc_of(CARDS.denizens[name])
    frame = "companion" if companion else kind
    found: list[Shape] = [Drawn(framed(name, frame), x, y, size, opacity, _plain(frame, x, y, size))]
    if companion or kind == "approach":
        return found
    r = size * (0.235 if size <= SMALL else 0.18)
    return [*found, *disc(kind, number, round(x + size - r * 0.8, 2), round(y + size - r * 0.8, 2), round(r, 2))]


def _plain(frame: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """What stands for a face where no SVG can be painted: its frame."""
    colour = {"companion": "gold"}.get(frame, frame)
    if frame in ("approach", "companion"):
        return (Disc(x + size / 2, y + size / 2, size * 0.44, fill="plate", stroke=colour, width=size / 18),)
    cut = size / 6
    corners = (
        (cut, 0),
        (size - cut, 0),
        (size, cut),
        (size, size - cut),
        (size - cut, size),
        (cut, size),
        (0, size - cut),
        (0, cut),
    )
    outline = polygon(*((round(x + dx, 2), round(y + dy, 2)) for dx, dy in corners))
    return (Outline(outline, fill="plate", stroke=colour, width=size / 18),)


def portrait(card: str, *, companion: bool = False, size: float = 24.0) -> tuple[Shape, ...]:
    """The picture of any small card on a square of ``size``: a face if it has one, else a thing's sign on its tag."""
    if has_face(card):
        return tuple(face(card, 0, 0, size, companion=companion))
    edge = Box(0.6, 0.6, size - 1.2, size - 1.2, size / 8, fill="tag", stroke="tag-edge", width=1.2)
    return (edge, *(placed(shape, size * 0.14, size * 0.14, size * 0.072) for shape in glyph(card)))
