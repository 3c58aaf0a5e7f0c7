"""A scene as SVG: one text that needs nothing else, for notebooks, web pages and files."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from functools import lru_cache
from html import escape as with_quotes
from typing import Literal, TypeAlias

from tutor.draw.shapes import DRAWN_ON, Box, Crowns, Disc, Drawn, Group, Outline, Scene, Segment, Shape, Words
from tutor.draw.theme import BASE, SANS, SERIF, THEMES, ThemeName, by_theme

#: A dash and the space behind it, in widths of the line.
DASH, SPACE = 1.4, 2.5
#: Stands for the beginning of a picture's ids until it is drawn; it may stand in no text.
UNNAMED = "\0"
Theme: TypeAlias = ThemeName | Literal["auto"]


def escape(text: str) -> str:
    """Text as it stands between tags.

    >>> escape("George's Lance & 2 < 3")
    "George's Lance &amp; 2 &lt; 3"
    """
    return with_quotes(text, quote=False)


def attribute(text: str) -> str:
    """Text as the value of an attribute, with its quotation marks.

    >>> attribute('"Stay" & rest')
    '"&quot;Stay&quot; &amp; rest"'
    """
    return '"' + escape(text).replace('"', "&quot;") + '"'


def svg(scene: Scene, theme: Theme = "auto", *, width: str | None = None, pixels: float | None = None) -> str:
    """The scene as an SVG picture that fills the width it is given.

    ``theme`` "auto" follows the page (JupyterLab, marimo, VS Code) or, without one, the system; the others are fixed.
    ``width`` is a CSS length the picture should not exceed; default: three pixels for each unit. With ``pixels`` for each unit
    it has a size of its own, as whoever draws it on a canvas needs. What can be pointed
    at carries its id as ``data-target``. Raises KeyError for a colour the theme has no value for.
    """
    return SvgPainter(scene, theme, width, pixels).picture()


class SvgPainter:
    """Paints the groups of one scene, one after the other; a front end that shows them apart paints with a painter of its own.

    ``kind`` are the classes of the picture, ``role`` what it is to a screen reader: "group" where there are links in it."""

    kind, role = "mw", "img"

    def __init__(self, scene: Scene, theme: Theme, width: str | None, pixels: float | None = None) -> None:
        self.scene = scene
        self.theme = theme
        shown = (
            f'width="100%" style="max-width:{escape(width or f"{round(scene.width * 3)}px")};height:auto;display:block"'
        )
        self.size = (
            f'width="{round(scene.width * pixels)}" height="{round(scene.height * pixels)}"' if pixels else shown
        )
        self.colours: dict[str, int] = {}
        self.trees: dict[tuple[str, float], str] = {}
        self.drawings: dict[str, str] = {}
        self.clips = False
        #: What the ids of the picture begin with.
        self.id = UNNAMED
        self.known: dict[Outline, str] = {}
        self.repeated = _repeated(scene)

    def body(self) -> list[str]:
        """What is painted, one group after the other."""
        return [self.group(group) for layer in self.scene.layers for group in layer.groups]

    def picture(self) -> str:
        body = self.body()
        defs = [self.tree(leaf, r, name) for (leaf, r), name in self.trees.items()]
        defs += [self.path(shape, f' id="{name}"') for shape, name in self.known.items()]
        defs += self.drawings.values()
        if self.clips:
            defs.append(f'<clipPath id="{self.id}-c"><rect width="100" height="100" rx="8"/></clipPath>')
        w, h = numeral(self.scene.width), numeral(self.scene.height)
        described = "\n".join(self.scene.lines)
        drawn = "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.kind}" viewBox="0 0 {w} {h}" {self.size} '
                f'role="{self.role}" aria-labelledby="{self.id}-t {self.id}-d" font-family="{SANS}" '
                'stroke-linejoin="round" fill="none">',
                f'<title id="{self.id}-t">{escape(self.scene.title)}</title><desc id="{self.id}-d">{escape(described)}</desc>',
                self.style(),
                f"<defs>{''.join(defs)}</defs>" if defs else "",
                *body,
                "</svg>",
            )
        )
        # Several pictures may stand on one page, so ids are made from what the picture shows.
        return drawn.replace(UNNAMED, f"w{zlib.crc32(drawn.encode()) % 36**5:x}")

    # ---------------------------------------------------------------- colours
    def paint(self, fill: str | None, stroke: str | None) -> str:
        """The attributes that colour a shape."""
        if self.theme != "auto":
            values = THEMES[self.theme]
            return (f' fill="{values[fill]}"' if fill else "") + (f' stroke="{values[stroke]}"' if stroke else "")
        names = [f"mwf{self.number(fill)}"] if fill else []
        if stroke:
            names.append(f"mws{self.number(stroke)}")
        return f' class="{" ".join(names)}"' if names else ""

    def number(self, colour: str) -> str:
        if colour not in self.colours:
            self.colours[colour] = list(THEMES["light"]).index(colour)
        return str(self.colours[colour])

    def style(self) -> str:
        if self.theme != "auto":
            return ""
        names = sorted(self.colours, key=self.colours.__getitem__)

        def values(theme: Literal["light", "dark"]) -> str:
            return "".join(f"--mw{self.colours[name]}:{THEMES[theme][name]};" for name in names)

        # The classes stand alone: rules that name the picture around them would not reach what is drawn by <use>.
        uses = "".join(
            f".mwf{n}{{fill:{v};fill:var(--mw{n})}}.mws{n}{{stroke:{v};stroke:var(--mw{n})}}"
            for n, v in ((self.colours[name], THEMES["light"][name]) for name in names)
        )
        return f"<style>{by_theme('.mw', values('light'), values('dark'))}{uses}</style>"

    # ---------------------------------------------------------------- shapes
    def group(self, group: Group) -> str:
        moves = f"translate({numeral(group.x)} {numeral(group.y)})" if group.x or group.y else ""
        if group.scale != 1:
            moves += f"scale({numeral(group.scale)})"
        attributes = f' transform="{moves}"' if moves else ""
        if group.clip:
            self.clips = True
            attributes += f' clip-path="url(#{self.id}-c)"'
        if group.target:
            attributes += f" data-target={attribute(group.target)}"
        title = f"<title>{escape(group.label)}</title>" if group.label else ""
        inner = "".join(self.shape(shape) for shape in group.shapes)
        return f"<g{attributes}>{title}{inner}</g>" if attributes or title else inner

    def shape(self, shape: Shape) -> str:
        match shape:
            case Outline():
                return self.outline(shape)
            case Disc():
                return self.disc(shape)
            case Box():
                return self.box(shape)
            case Words():
                return self.words(shape)
            case Crowns():
                return self.crowns(shape)
            case Drawn():
                return self.drawn(shape)

    def look(self, shape: Outline | Disc | Box) -> str:
        found = self.paint(shape.fill, shape.stroke)
        if shape.stroke and shape.width != 1:
            found += f' stroke-width="{numeral(shape.width)}"'
        if shape.opacity != 1:
            found += f' opacity="{numeral(shape.opacity)}"'
        if not isinstance(shape, Disc) and shape.dashed:
            found += f' stroke-dasharray="{numeral(shape.width * DASH)} {numeral(shape.width * SPACE)}" stroke-linecap="round"'
        return found

    def outline(self, shape: Outline) -> str:
        if shape in self.repeated:
            name = self.known.setdefault(shape, f"{self.id}p{len(self.known)}")
            return f'<use href="#{name}"/>'
        return self.path(shape, "")

    def path(self, shape: Outline, name: str) -> str:
        cap = ' stroke-linecap="round"' if shape.stroke and not (shape.fill or shape.dashed or shape.blunt) else ""
        return f'<path{name} d="{path_data(shape.pieces)}"{self.look(shape)}{cap}/>'

    def disc(self, shape: Disc) -> str:
        return f'<circle cx="{numeral(shape.x)}" cy="{numeral(shape.y)}" r="{numeral(shape.r)}"{self.look(shape)}/>'

    def box(self, shape: Box) -> str:
        at = (f' x="{numeral(shape.x)}"' if shape.x else "") + (f' y="{numeral(shape.y)}"' if shape.y else "")
        corner = f' rx="{numeral(min(shape.r, shape.w / 2, shape.h / 2))}"' if shape.r else ""
        return f'<rect{at} width="{numeral(shape.w)}" height="{numeral(shape.h)}"{corner}{self.look(shape)}/>'

    def words(self, shape: Words) -> str:
        weight = ' font-weight="700"' if shape.bold else ""
        face = f' font-family="{SERIF}"' if shape.serif else ""
        anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
        y, colour = shape.y + BASE * shape.size, self.paint(shape.fill, None)
        return (
            f'<text x="{numeral(shape.x)}" y="{numeral(y)}" font-size="{numeral(shape.size)}"{weight}{face}{anchor}{colour}>'
            f"{escape(shape.text)}</text>"
        )

    def crowns(self, shape: Crowns) -> str:
        found = []
        for x, y, r, leaf in shape.crowns:
            name = self.trees.setdefault((leaf, r), f"{self.id}t{len(self.trees)}")
            found.append(f'<use href="#{name}" x="{numeral(x)}" y="{numeral(y)}"/>')
        return "".join(found)

    def drawn(self, shape: Drawn) -> str:
        name = self.drawing(in_grey(shape.svg) if self.theme == "paper" else shape.svg)
        faded = f' opacity="{numeral(shape.opacity)}"' if shape.opacity != 1 else ""
        moves = f"translate({numeral(shape.x)} {numeral(shape.y)})scale({shape.size / DRAWN_ON:.4g})"
        return f'<use href="#{name}" transform="{moves}"{faded}/>'

    def drawing(self, text: str) -> str:
        """The name under which a drawing is defined."""
        name = f"{self.id}d{zlib.crc32(text.encode()):08x}"
        self.drawings[name] = f'<g id="{name}">{text.replace("{id}", name)}</g>'
        return name

    def tree(self, leaf: str, r: float, name: str) -> str:
        circles = "".join(self.disc(disc) for disc in tree_discs(leaf, r))
        return f'<g id="{name}">{circles}</g>'


def in_grey(text: str) -> str:
    """A drawing with each of its colours as a photocopier sees it.

    >>> in_grey('fill="#ff0000"')
    'fill="#4c4c4c"'
    """
    return re.sub(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b", lambda found: _grey(found[0]), text, flags=re.IGNORECASE)


def _grey(colour: str) -> str:
    digits = colour[1:] if len(colour) > 4 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    return "#" + 3 * f"{int(0.299 * red + 0.587 * green + 0.114 * blue):02x}"


def _repeated(scene: Scene) -> frozenset[Outline]:
    """The long outlines that occur more than once, like the leaves on the backs: they are written once only."""
    counts = Counter(shape for _, shape in scene.shapes() if isinstance(shape, Outline) and len(shape.pieces) > 15)
    return frozenset(shape for shape, count in counts.items() if count > 1)


def tree_discs(leaf: str, r: float) -> tuple[Disc, ...]:
    """A tree's crown of radius ``r`` round (0, 0): its shadow, its leaves and the light on them."""
    return (
        Disc(round(0.16 * r, 2), round(0.3 * r, 2), r, fill="shadow", opacity=0.3),
        Disc(0, 0, r, fill=leaf),
        Disc(round(-0.16 * r, 2), round(-0.2 * r, 2), round(0.68 * r, 2), fill="chalk", opacity=0.07),
        Disc(round(-0.3 * r, 2), round(-0.36 * r, 2), round(0.36 * r, 2), fill="chalk", opacity=0.2),
    )


@lru_cache(maxsize=4096)
def path_data(pieces: tuple[Segment, ...]) -> str:
    """The pieces of an outline as SVG writes them."""
    return "".join(f"{letter}{' '.join(numeral(float(n)) for n in numbers)}" for letter, *numbers in pieces)


@lru_cache(maxsize=8192)
def numeral(number: float) -> str:
    """A number as SVG needs it: two places at most, and no zeros at the end."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number != int(number) else str(int(number))
