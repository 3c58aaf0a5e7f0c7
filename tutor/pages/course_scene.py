"""The picture of the course: a Wood in which each lesson is an area card, its glade cut out of the trees, the path leading on.

Lessons that are begun or done lie face up, and the next one to ride to, which wears a ring; all others show their backs.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.content.lessons import Entry
from tutor.desk.progress import LessonRow
from tutor.draw.shapes import (
    Box,
    Crown,
    Crowns,
    Disc,
    Group,
    Layer,
    Outline,
    Scene,
    Segment,
    Shape,
    Words,
    fitting_size,
    line,
)

#: Cards in a row; the side of a card, and the room between two.
COLUMNS = 4
CARD, GAP = 100, 10
_STEP = CARD + GAP
#: Where the clearing lies on its card, and how large it is.
_X, _Y, _R = 50.0, 42.0, 27.0
#: The longest title on one line, in letters.
_ONE_LINE = 15
#: The colours of each half of the course: back, leaf of the back, edge, ground, leaves.
_EARTHLY = ("earthly-back", "earthly-back-leaf", "earthly-edge", "turf", ("leaf1", "leaf2", "leaf3", "leaf4"))
_ENCHANTED = ("enchanted-back", "enchanted-back-leaf", "enchanted-edge", "moss", ("fae1", "fae2", "fae4", "fae5"))


def place(number: int, count: int) -> tuple[int, int]:
    """Column and row of a lesson on a map of so many: from below to above, to and fro like a path.

    >>> [place(number, 18) for number in (0, 3, 4, 7)]
    [(0, 4), (3, 4), (3, 3), (0, 3)]
    """
    row, column = divmod(number, COLUMNS)
    last = (count - 1) // COLUMNS
    return (column if row % 2 == 0 else COLUMNS - 1 - column), last - row


def next_of(rows: Sequence[LessonRow]) -> int:
    """The lesson to ride to next: the first that is not done; -1 if all are."""
    return next((n for n, row in enumerate(rows) if not row.done), -1)


def course_scene(rows: Sequence[LessonRow], stars: Sequence[int], entries: Sequence[Entry]) -> Scene:
    """The picture, with a group for each side of a card; what belongs to a lesson has its name as target."""
    count = len(rows)
    cards = [
        group
        for number, (row, earned, entry) in enumerate(zip(rows, stars, entries, strict=True))
        for group in (_face(number, rows, earned, entry) if _is_open(number, rows) else [_back(number, rows, entry)])
    ]
    bridges = Group(tuple(_bridge(number, rows) for number in range(count - 1)))
    height = ((count - 1) // COLUMNS + 1) * _STEP + GAP
    title = f"Map of the course: {sum(row.done for row in rows)} of {count} lessons done"
    return Scene(title, COLUMNS * _STEP + GAP, height, (Layer("cards", tuple(cards)), Layer("tokens", (bridges,))))


def _corner(number: int, count: int) -> tuple[int, int]:
    column, row = place(number, count)
    return GAP + column * _STEP, GAP + row * _STEP


def _is_open(number: int, rows: Sequence[LessonRow]) -> bool:
    return rows[number].finished > 0 or number == next_of(rows)


def _half(number: int, count: int) -> tuple[str, str, str, str, tuple[str, ...]]:
    return _ENCHANTED if 2 * number >= count else _EARTHLY


def _label(number: int, rows: Sequence[LessonRow], entry: Entry) -> str:
    row = rows[number]
    part = f"{row.finished} of {row.exercises}" if row.finished else "to do"
    comes_next = ", comes next" if number == next_of(rows) else ""
    return f"{entry.number} {entry.title}: {'done' if row.done else part + comes_next}"


def _back(number: int, rows: Sequence[LessonRow], entry: Entry) -> Group:
    """A card that lies face down."""
    back, leaf, edge, *_ = _half(number, len(rows))
    x, y = _corner(number, len(rows))
    shapes: tuple[Shape, ...] = (
        Box(0, 0, CARD, CARD, 9, back, edge, 2),
        Box(5, 5, 90, 90, 6, stroke=edge, opacity=0.45),
        *(Outline(_leaf(20 + 30 * i, 16 + 17 * (i % 2)), leaf) for i in range(3)),
        Words(_X, 49, str(number), 20, "chalk", back, serif=True),
        *_title(entry.title, 74, "chalk", back),
    )
    return Group(shapes, x, y, label=_label(number, rows, entry), target=entry.name)


def _leaf(x: float, y: float) -> tuple[Segment, ...]:
    return (
        ("M", x, y),
        ("C", x + 4.7, y + 6, x + 4.7, y + 12, x, y + 18),
        ("C", x - 4.7, y + 12, x - 4.7, y + 6, x, y),
        ("Z",),
    )


def _face(number: int, rows: Sequence[LessonRow], stars: int, entry: Entry) -> list[Group]:
    """A card that lies face up: the ground, cut off at its outline, and what is written on it."""
    _, _, edge, ground, leaves = _half(number, len(rows))
    row, count = rows[number], len(rows)
    x, y = _corner(number, count)
    ways = (line((_X, _Y), (_X + 50 * dx, _Y + (58 if dy > 0 else 42) * dy)) for dx, dy in _ways(number, count))
    ring = (Disc(_X, _Y, _R + 2, stroke="gold", width=4),) if number == next_of(rows) else ()
    under: tuple[Shape, ...] = (
        Box(0, 0, CARD, CARD, fill=ground),
        Crowns(_trees(number, leaves)),
        *(Outline(way, stroke=colour, width=wide) for way in ways for colour, wide in (("rim", 22), ("sand", 17))),
        Disc(_X, _Y, _R, "clearing", "rim", 3),
        *ring,
        Box(0, 74, CARD, 26, fill="plate", opacity=0.93),
    )
    part = f"{row.finished} of {row.exercises}" if row.finished and not row.done else ""
    lines = _title(entry.title, 90 if len(_lines(entry.title)) == 1 else 85, "ink", "plate")
    over: tuple[Shape, ...] = (
        Box(0, 0, CARD, CARD, 9, stroke=edge, width=2),
        Words(_X, 37 if part else 42, "✓" if row.done else str(number), 22, "bark", "clearing", bold=True, serif=True),
        *((Words(_X, 54, part, 10, "bark", "clearing", serif=True),) if part else ()),
        *((Words(_X, 59, "★" * stars, 11, "bark", "clearing"),) if stars else ()),
        *lines,
    )
    label = _label(number, rows, entry)
    return [Group(under, x, y, clip=True, target=entry.name), Group(over, x, y, label=label, target=entry.name)]


def _ways(number: int, count: int) -> list[tuple[int, int]]:
    """The directions in which the path leads from a lesson to those before and after it."""
    here = place(number, count)
    others = [place(n, count) for n in (number - 1, number + 1) if 0 <= n < count]
    return [(column - here[0], row - here[1]) for column, row in others]


def _trees(number: int, leaves: tuple[str, ...]) -> tuple[Crown, ...]:
    """Crowns all over a card, always the same for the same lesson."""
    found = []
    for n in range(16):
        seed = (number * 37 + n * 101) * 7919 % 1000
        found.append(Crown(12 + n % 4 * 25 + seed % 9, 8 + n // 4 * 20 + seed % 7, 10 + seed % 6, leaves[seed % 4]))
    return tuple(found)


def _bridge(number: int, rows: Sequence[LessonRow]) -> Shape:
    """The piece of path between two cards; only a hint of it where one of them lies face down."""
    (x1, y1), (x2, y2) = _corner(number, len(rows)), _corner(number + 1, len(rows))
    known = _is_open(number, rows) and _is_open(number + 1, rows)
    wide, colour = (18, "sand") if known else (8, "rim")
    if y1 == y2:
        return Box(min(x1, x2) + CARD - 1, y1 + _Y - wide / 2, GAP + 2, wide, fill=colour)
    return Box(x1 + _X - wide / 2, min(y1, y2) + CARD - 1, wide, GAP + 2, fill=colour)


def _lines(title: str) -> list[str]:
    """A title on one line or two."""
    words = title.split()
    if len(title) <= _ONE_LINE or len(words) == 1:
        return [title]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def _title(title: str, y: float, ink: str, on: str) -> list[Words]:
    return [
        Words(_X, y - 4 + 11 * n, text, fitting_size(text, 10.5, CARD - 6), ink, on, serif=True)
        for n, text in enumerate(_lines(title))
    ]
