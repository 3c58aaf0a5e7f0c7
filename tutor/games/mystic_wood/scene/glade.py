"""How denizens stand in an area by their faces, beside the Knights: two large with their names, more of them smaller."""

from __future__ import annotations

from collections.abc import Sequence

from engine.mystic_wood.material.cards import name_of
from tutor.draw.shapes import Box, Shape, Words, fitting_size, placed, text_width
from tutor.games.mystic_wood.scene.emblems import glyph
from tutor.games.mystic_wood.scene.faces import face, has_face
from tutor.games.mystic_wood.scene.tokens import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    KnightToken,
    RowToken,
    Token,
    lay_out,
    row_token,
)

#: The side of a face where so many stand there, the columns they stand in, and whether each has its name below.
SIZES = (
    (1, 36.0, 1, True),
    (2, 28.0, 1, True),
    (4, 22.0, 2, True),
    (6, 21.0, 2, False),
    (12, 16.0, 3, False),
    (99, 12.5, 4, False),
)
NAME = 8.0
_SMALL = 13.0


def lay_out_faces(knights: Sequence[KnightToken], rows: Sequence[RowToken], *, emblem: bool) -> list[Token]:
    """Where everything in an area goes, denizens shown by their faces. What has no face (storm, things, a card face down) lies in
    rows below them; without any face it is the usual layout."""
    faces = [row for row in rows if row.kind == "denizen" and has_face(row.id)]
    others = [row for row in rows if row not in faces]
    if not faces:
        return lay_out(list(knights), list(rows), emblem=emblem)
    found: list[Token] = []
    left = LEFT
    if knights:
        column = 34.0 if len(knights) <= 3 else 38.0
        found += [token for token in lay_out(list(knights), [_GAP], emblem=False) if token.target != _GAP.target]
        left = LEFT + column
    below = _SMALL * len(others) if len(others) <= 2 else _SMALL
    bottom = BOTTOM - 0.6
    found += _faces(faces, left, RIGHT, TOP, bottom - below)
    if len(others) <= 2:
        found += [
            row_token(row, left, bottom - below + n * _SMALL, RIGHT - left, _SMALL) for n, row in enumerate(others)
        ]
    else:
        found += _tags(others, left, RIGHT, bottom - _SMALL)
    return found


#: Keeps the Knights at the left, as with rows beside them.
_GAP = RowToken("gap:", "storm", "storm", "", "")


def _faces(rows: Sequence[RowToken], left: float, right: float, top: float, bottom: float) -> list[Token]:
    _, size, columns, named = next(each for each in SIZES if len(rows) <= each[0])
    columns = min(columns, len(rows))
    lines = -(-len(rows) // columns)
    room = (bottom - top) / lines
    size = min(size, room - (NAME if named else 0.6), (right - left) / columns - 0.6)
    named = named and size >= 15
    high = size + (NAME if named else 1.2)
    begin = top + (bottom - top - lines * high) / 2
    found = []
    for number, row in enumerate(rows):
        line, place = divmod(number, columns)
        here = min(columns, len(rows) - line * columns)
        wide = (right - left) / here
        middle = left + (place + 0.5) * wide
        found.append(_face(row, middle, begin + line * high, size, wide if named else 0.0))
    return found


def _face(row: RowToken, middle: float, top: float, size: float, room: float) -> Token:
    """A face with its upper edge at ``top``; with ``room`` for its name below, that is written there."""
    x, y = round(middle - size / 2, 2), round(top, 2)
    shapes: list[Shape] = face(row.id, x, y, round(size, 2))
    if not room:
        return Token(row.target, row.label, x, y, size, size, tuple(shapes))
    high = NAME - 0.8
    letters = fitting_size(row.text, high * 0.8, room - 3, bold=True)
    wide = round(min(room, text_width(row.text, letters, bold=True) + 4), 2)
    line = round(top + size - 0.4 + high / 2, 2)
    shapes += [
        Box(
            round(middle - wide / 2, 2),
            round(line - high / 2, 2),
            wide,
            high,
            3,
            fill="nameplate",
            stroke="nameplate-edge",
            width=0.6,
        ),
        Words(round(middle, 2), line, row.text, letters, fill="nameplate-ink", on="nameplate", bold=True),
    ]
    return Token(row.target, row.label, min(x, middle - wide / 2), y, max(size, wide), size + high, tuple(shapes))


def _tags(rows: Sequence[RowToken], left: float, right: float, top: float) -> list[Token]:
    """Many things side by side, by their signs."""
    side = round(min(_SMALL - 0.8, (right - left) / len(rows) - 0.6), 2)
    found = []
    for number, row in enumerate(rows):
        x = round(left + number * (side + 0.6), 2)
        shapes: list[Shape] = [
            Box(x, top, side, side, 1.8, fill="tag", stroke="tag-edge", width=1.1, dashed=row.kind == "due")
        ]
        shapes += [placed(shape, x + side * 0.12, top + side * 0.12, side * 0.076) for shape in glyph(row.id)]
        label = row.label or name_of(row.id)
        found.append(Token(row.target, label, x, top, side, side, tuple(shapes)))
    return found
