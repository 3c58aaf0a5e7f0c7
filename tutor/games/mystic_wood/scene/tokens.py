"""What lies and stands on the cards: Knights as shields, denizens as pills, loose things as tags, a storm; and how all of
it is laid out within a card so that nothing hides a name.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.mystic_wood.material.cards import CARDS, Card, name_of
from tutor.draw.shapes import Box, Disc, Outline, Segment, Shape, Words, fitting_size, placed, polygon, text_width
from tutor.games.mystic_wood.scene.emblems import glyph

#: The zone of a card that tokens may lie in: below name plate, arrow and grid name.
TOP, BOTTOM = 16.6, 97.6
LEFT, RIGHT = 2.5, 97.5


class Token(NamedTuple):
    """A token laid out: its target id, what it is in words, its rectangle within the card, its shapes in units of the card."""

    target: str
    label: str
    x: float
    y: float
    w: float
    h: float
    shapes: tuple[Shape, ...]


class KnightToken(NamedTuple):
    """What a Knight's token shows. ``status`` is "inside", "imprisoned", "captured" or "" for none."""

    id: str
    status: str = ""
    king: bool = False
    decides: bool = False
    label: str = ""


class RowToken(NamedTuple):
    """A denizen, a loose thing, a card in nobody's hand or a storm: one row. ``kind`` is denizen, hidden, unknown, thing, due or
    storm."""

    target: str
    kind: str
    id: str
    text: str
    label: str


# ---------------------------------------------------------------- what a denizen's disc says
def disc_of(card: Card) -> tuple[str, str, str]:
    """The colour of a denizen's disc, what is written on it, and what that means.

    >>> disc_of(CARDS.denizens["orc"])
    ('strength', '4', 'challenges with strength 4')
    >>> disc_of(CARDS.denizens["elf"])
    ('approach', '?', 'is approached')
    """
    if not card.challenges:
        return "approach", "?", "is approached"
    if card.strength and card.prowess:
        total = card.strength + card.prowess
        return (
            "both",
            str(total),
            f"challenges with strength {card.strength} and prowess {card.prowess}, {total} together",
        )
    if card.strength:
        return "strength", str(card.strength), f"challenges with strength {card.strength}"
    return "prowess", str(card.prowess), f"challenges with prowess {card.prowess}"


def disc(kind: str, text: str, x: float, y: float, r: float) -> list[Shape]:
    """A denizen's disc: round for strength, a diamond for prowess, a hexagon for both, a drop shape for who is approached."""
    found: list[Shape]
    if kind == "prowess":
        d = r * 1.12
        found = [
            Outline(
                polygon((x, y - d), (x + d, y), (x, y + d), (x - d, y)), fill=kind, stroke="disc-edge", width=r * 0.14
            )
        ]
    elif kind == "both":
        a, b = r * 1.12, r * 0.62
        found = [
            Outline(
                polygon((x - a, y), (x - b, y - r), (x + b, y - r), (x + a, y), (x + b, y + r), (x - b, y + r)),
                fill=kind,
                stroke="disc-edge",
                width=r * 0.14,
            )
        ]
    elif kind == "approach":
        found = [
            Box(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.55, fill=kind, stroke="disc-edge", width=r * 0.14)
        ]
    else:
        found = [Disc(x, y, r, fill=kind, stroke="disc-edge", width=r * 0.14)]
    return [*found, Words(x, y, text, r * 1.42, fill="disc-ink", on=kind, bold=True)]


# ---------------------------------------------------------------- Knights
#: What stands on each Knight's shield: his initial, with a second letter where two begin alike.
INITIALS = {"george": "Ge", "perceval": "P", "roland": "R", "guyon": "Gu", "britomart": "B"}

_SHIELD: tuple[Segment, ...] = (
    ("M", -10, -11.5),
    ("C", -6, -12.6, 6, -12.6, 10, -11.5),
    ("C", 10.4, 0, 8.4, 8, 0, 12.8),
    ("C", -8.4, 8, -10.4, 0, -10, -11.5),
    ("Z",),
)


def _arms(knight: str) -> tuple[str, list[Shape]]:
    """The field and the charge of a Knight's arms. The charges differ in shape, so that no colour is needed to tell them."""
    if knight == "george":
        return "chalk", [
            Outline(polygon((-2.5, -12.1), (2.5, -12.1), (2.5, 11.2), (0, 12.8), (-2.5, 11.2)), fill="crimson"),
            Outline(polygon((-10, -6), (10, -6), (9.9, -1), (-9.9, -1)), fill="crimson"),
        ]
    if knight == "perceval":
        cup: tuple[Segment, ...] = (
            ("M", -5.4, -7.6),
            ("L", 5.4, -7.6),
            ("C", 5.4, -2, 3, 0, 1.2, 0.6),
            ("L", 1.2, 3.4),
            ("L", 4, 5.6),
            ("L", -4, 5.6),
            ("L", -1.2, 3.4),
            ("L", -1.2, 0.6),
            ("C", -3, 0, -5.4, -2, -5.4, -7.6),
            ("Z",),
        )
        return "violet", [Outline(cup, fill="gold", stroke="shield-line", width=0.5)]
    if knight == "roland":
        return "crimson", [
            Outline(polygon((-9.6, 2.2), (0, -6.4), (9.6, 2.2), (7.7, 6.9), (0, -0.2), (-7.7, 6.9)), fill="chalk")
        ]
    if knight == "guyon":
        return "leaf1", [
            Outline(polygon((-10, -11.5), (-5.2, -12.1), (7.6, 4.9), (4.4, 9.3), (-10, -6.2)), fill="gold")
        ]
    return "azure", [
        Outline(polygon((-10.1, -7.8), (10.1, -7.8), (10, -4.3), (-10, -4.3)), fill="gold"),
        Outline(polygon((-9.7, -0.6), (9.7, -0.6), (9, 2.9), (-9, 2.9)), fill="gold"),
        Outline(polygon((-6.9, 6.2), (6.9, 6.2), (3.9, 9.6), (-3.9, 9.6)), fill="gold"),
    ]


def shield(
    knight: str, x: float, y: float, height: float, *, decides: bool = False, status: str = "", king: bool = False
) -> list[Shape]:
    """A Knight's shield round (x, y), ``height`` high, with his initial. A gold rim for the one who decides."""
    field, charge = _arms(knight)
    found: list[Shape] = [Outline(placed_ellipse(1.2, 13.4, 9.5, 2.6), fill="shadow", opacity=0.3)]
    if decides:
        found += [Outline(_SHIELD, stroke="shield-line", width=6.4), Outline(_SHIELD, stroke="gold", width=4.8)]
    else:
        found.append(Outline(_SHIELD, stroke="chalk", width=4))
    found += [Outline(_SHIELD, fill=field), *charge, Outline(_SHIELD, stroke="shield-line", width=1.6)]
    if king:
        found.append(
            Outline(
                polygon((-7.5, -13), (-8.6, -20), (-4, -16.6), (0, -21.4), (4, -16.6), (8.6, -20), (7.5, -13)),
                fill="gold",
                stroke="shield-line",
                width=1,
            )
        )
    if status == "imprisoned":
        found += _bars()
    elif status == "captured":
        found += _roses()
    found += [
        Disc(9, -10, 5.4, fill="nameplate", stroke="chalk", width=1.1),
        Words(
            9,
            -9.9,
            INITIALS[knight],
            7.6 if len(INITIALS[knight]) == 1 else 6.2,
            fill="nameplate-ink",
            on="nameplate",
            bold=True,
        ),
    ]
    return [placed(shape, x, y, height / 26) for shape in found]


def placed_ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of an ellipse."""
    kx, ky = rx * 0.5523, ry * 0.5523
    return (
        ("M", x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("Z",),
    )


def _bars() -> list[Shape]:
    pieces: list[Segment] = []
    for x in (-8.0, -2.7, 2.7, 8.0):
        pieces += [("M", x, -13.5), ("L", x, 13)]
    pieces += [("M", -10.5, -11), ("L", 10.5, -11), ("M", -10.5, 10.5), ("L", 10.5, 10.5)]
    return [Outline(tuple(pieces), stroke="night", width=2.6), Outline(tuple(pieces), stroke="stone-light", width=1.1)]


def _roses() -> list[Shape]:
    stem: tuple[Segment, ...] = (("M", -11, 6), ("C", -6, 1, -3, 11, 1, 6), ("C", 4, 2, 8, 9, 11, 3))
    found: list[Shape] = [Outline(stem, stroke="chalk", width=3), Outline(stem, stroke="leaf1", width=1.8)]
    for x, y, r in ((-8.4, 4.4, 3.6), (0.2, 7.6, 4), (8.4, 5, 3.6)):
        found += [
            Disc(x, y, r, fill="rose", stroke="shield-line", width=0.8),
            Disc(x + 0.2, y - 0.2, r * 0.55, stroke="chalk", width=0.8),
            Disc(x, y, r * 0.18, fill="chalk"),
        ]
    return found


def _plate(words: str, x: float, y: float, h: float, room: float, *, decides: bool = False) -> list[Shape]:
    """A Knight's name plate, its middle at (x, y), at most ``room`` wide."""
    size = fitting_size(words, h * 0.78, room - h * 0.4, bold=True)
    w = min(room, text_width(words, size, bold=True) + h * 0.7)
    edge = "gold" if decides else "nameplate-edge"
    return [
        Box(
            round(x - w / 2, 2),
            round(y - h / 2, 2),
            round(w, 2),
            h,
            round(h * 0.42, 2),
            fill="nameplate",
            stroke=edge,
            width=1.2 if decides else 0.7,
        ),
        Words(x, y + h * 0.03, words, size, fill="nameplate-ink", on="nameplate", bold=True),
    ]


def _status(words: str, x: float, y: float, h: float, room: float) -> list[Shape]:
    """How a Knight fares, below his name."""
    size = fitting_size(words, h * 0.84, room - h * 0.5)
    w = text_width(words, size) + h * 0.6
    return [
        Box(
            round(x - w / 2, 2),
            round(y - h / 2, 2),
            round(w, 2),
            round(h, 2),
            round(h * 0.3, 2),
            fill="plate",
            stroke="plate-edge",
            width=0.7,
        ),
        Words(x, y, words, size, fill="ink", on="plate"),
    ]


def knight_token(knight: KnightToken, x: float, y: float, w: float, h: float) -> Token:
    """A Knight in a cell: his shield above his name plate, or beside it where the cell is low."""
    shapes: list[Shape]
    name = name_of(knight.id)
    if h < 21:
        tall = min(h - 2.5, 15)
        shapes = shield(
            knight.id, x + tall * 0.5, y + h / 2, tall, decides=knight.decides, status=knight.status, king=knight.king
        )
        room = w - tall * 0.9 - 1.5
        middle = x + w - room / 2
        plate_h = min(8.0, h * (0.46 if knight.status else 0.6))
        line = y + h / 2 - (plate_h / 2 if knight.status else 0)
        shapes += _plate(name, middle, line, plate_h, room, decides=knight.decides)
        if knight.status:
            shapes += _status(knight.status, middle, line + plate_h * 0.95, plate_h * 0.9, room)
    else:
        plate_h = min(9.6, max(7.4, h * 0.25))
        status_h = plate_h * 0.86 if knight.status else 0.0
        tall = min(h - plate_h - status_h - (6 if knight.king else 2.4), 30.0)
        top = y + (h - tall - plate_h - status_h) / 2 + (2 if knight.king else 0)
        shapes = shield(
            knight.id, x + w / 2, top + tall / 2, tall, decides=knight.decides, status=knight.status, king=knight.king
        )
        line = top + tall + plate_h / 2 + 0.2
        shapes += _plate(name, x + w / 2, line, plate_h, w, decides=knight.decides)
        if knight.status:
            shapes += _status(knight.status, x + w / 2, line + plate_h * 0.5 + status_h * 0.44, status_h, w)
    return Token(f"knight:{knight.id}", knight.label or name, x, y, w, h, tuple(shapes))


# ---------------------------------------------------------------- denizens, things, storm
def row_token(row: RowToken, x: float, y: float, w: float, h: float) -> Token:
    """A denizen's pill, a thing's tag or a storm's cloud in a row; it is as wide as its name needs, at most ``w``."""
    tall = h - 1.6
    size = min(9.6, tall * 0.68)
    lead = tall * 1.12
    room = w - lead - tall * 0.45
    size = fitting_size(row.text, size, room)
    width = round(min(w, lead + text_width(row.text, size) + tall * 0.45), 2)
    top = y + 0.8
    left = x
    middle = y + h / 2
    shapes: list[Shape]
    if row.kind in ("thing", "due"):
        shapes = [
            Box(left, top, width, tall, 1.8, fill="tag", stroke="tag-edge", width=1.2, dashed=row.kind == "due"),
            *(placed(s, left + tall * 0.12, top + tall * 0.1, tall * 0.08) for s in glyph(row.id)),
            Words(left + lead, middle, row.text, size, fill="tag-ink", on="tag", anchor="start"),
        ]
    elif row.kind == "storm":
        shapes = [
            Box(left, top, width, tall, tall / 2, fill="storm", stroke="storm-edge", width=1.2),
            *(placed(s, left + tall * 0.1, top, tall / 10) for s in _CLOUD),
            Words(left + lead, middle, row.text, size, fill="storm-ink", on="storm", anchor="start"),
        ]
    elif row.kind == "unknown":
        shapes = [
            Box(left, top, width, tall, tall * 0.3, fill="plate", stroke="approach", width=1.3, dashed=True),
            *_face_down(left + tall * 0.5, middle, tall),
            Words(left + lead, middle, row.text, size, fill="ink", on="plate", anchor="start"),
        ]
    else:
        kind, number, _ = disc_of(CARDS.denizens[row.id])
        shapes = [
            Box(left, top, width, tall, tall / 2, fill="plate", stroke=kind, width=1.4, dashed=row.kind == "hidden"),
            *disc(kind, number, left + tall * 0.5, middle, tall * 0.38),
            Words(left + lead, middle, row.text, size, fill="ink", on="plate", anchor="start"),
        ]
    return Token(row.target, row.label, left, top, width, tall, tuple(shapes))


def _face_down(x: float, y: float, tall: float) -> list[Shape]:
    w, h = tall * 0.46, tall * 0.66
    return [
        Box(x - w / 2, y - h / 2, w, h, 1, fill="approach", stroke="ink", width=0.6),
        Words(x, y, "?", tall * 0.5, fill="disc-ink", on="approach", bold=True),
    ]


_CLOUD: tuple[Shape, ...] = (
    Outline(
        (
            ("M", 2.4, 6),
            ("C", 0.4, 5.8, 0.6, 3.2, 2.6, 3.4),
            ("C", 2.8, 1, 6.6, 0.8, 7, 3),
            ("C", 9.4, 2.8, 9.6, 5.8, 7.4, 6),
            ("Z",),
        ),
        fill="storm-ink",
    ),
    Outline((("M", 5.4, 6), ("L", 4.2, 8), ("L", 5.6, 8), ("L", 4.4, 9.8)), stroke="gold", width=1.1),
)


# ---------------------------------------------------------------- layout
def lay_out(knights: list[KnightToken], rows: list[RowToken], *, emblem: bool) -> list[Token]:
    """Where everything in an area goes. No token lies over another; in a named area with room its emblem stays free."""
    zone = BOTTOM - TOP
    found: list[Token] = []
    if knights and rows:
        column = 34.0 if len(knights) <= 3 else 40.0
        h = min(42.0, zone / len(knights))
        top = BOTTOM - h * len(knights) if emblem else TOP + (zone - h * len(knights)) / 2
        found += [knight_token(k, LEFT - 1.5, top + i * h, column, h) for i, k in enumerate(knights)]
        return found + _rows(rows, LEFT + column - 0.5, RIGHT, emblem=emblem)
    if rows:
        return _rows(rows, LEFT, RIGHT, emblem=emblem)
    if not knights:
        return []
    per_row = len(knights) if len(knights) <= 3 else -(-len(knights) // 2)
    lines = -(-len(knights) // per_row)
    h = min(44.0, zone / lines)
    if emblem and lines == 1:
        h = 40.0 if any(knight.status or knight.king for knight in knights) else 33.0
        top = BOTTOM - h
    else:
        top = TOP + (zone - h * lines) / 2
    w = min(46.0, (RIGHT - LEFT + 3) / per_row)
    for i, knight in enumerate(knights):
        line, place = divmod(i, per_row)
        here = min(per_row, len(knights) - line * per_row)
        left = 50 - here * w / 2 + place * w
        found.append(knight_token(knight, left, top + line * h, w, h))
    return found


def _rows(rows: list[RowToken], left: float, right: float, *, emblem: bool) -> list[Token]:
    zone = BOTTOM - TOP
    h = min(15.2, zone / len(rows))
    top = BOTTOM - h * len(rows) if emblem else TOP + (zone - h * len(rows)) / 2
    tokens = [row_token(row, left, top + i * h, right - left, h) for i, row in enumerate(rows)]
    # All as far to the right as the widest allows, or, with the card to themselves, in its middle.
    widest = max(token.w for token in tokens)
    shift = (right - left - widest) / 2
    return [moved_token(token, shift, 0) for token in tokens]


def moved_token(token: Token, dx: float, dy: float) -> Token:
    """The token elsewhere."""
    return token._replace(
        x=round(token.x + dx, 2), y=round(token.y + dy, 2), shapes=tuple(placed(s, dx, dy) for s in token.shapes)
    )
