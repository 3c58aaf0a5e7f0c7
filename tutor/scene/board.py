"""The board of a state as a scene: the Wood, all that lies and stands in it, and what is drawn over it to explain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.mystic_wood.cards import CARDS, name_of
from engine.mystic_wood.state import Area, Knight, State
from engine.mystic_wood.wood import AREAS, COLUMNS, DIRECTIONS, EDGE, NEIGHBOURS, OPPOSITE
from tutor.scene.ground import CARD, CORNER, GAP, STEP, Card, Way, bridge, card_shapes, way
from tutor.scene.shapes import (
    Box,
    Group,
    Layer,
    Outline,
    Piece,
    Scene,
    Shape,
    Target,
    Words,
    fitting_size,
    polygon,
    text_width,
)
from tutor.scene.tokens import KnightToken, RowToken, Token, disc, disc_of, lay_out, placed_ellipse, shield
from tutor.scene.words import board_lines, denizen_words, knight_words

MARGIN = 7.0


class View(NamedTuple):
    """The part of the Wood that is shown: columns and rows from the first to the last of each, like "b" to "d" and 1 to 4."""

    west: str = "a"
    east: str = "e"
    south: int = 1
    north: int = 9

    @classmethod
    def whole(cls) -> View:
        """All 45 areas."""
        return cls()

    @classmethod
    def around(
        cls, state: State, *, also: Iterable[str] = (), margin: int = 0, least: tuple[int, int] = (3, 3)
    ) -> View:
        """The part that matters: all Knights in play, every revealed area (Gates and Tower only if somebody is there or next
        to it), whatever lies in the Wood, and the areas in ``also``; at least so many columns and rows.

        ``margin`` adds as many columns and rows on every side.
        """
        knights = {knight.at for knight in state.knights if not knight.out}
        wanted = knights | set(also)
        for name, area in zip(AREAS, state.areas, strict=True):
            revealed = area.face_up and not (area.tile is not None and area.tile.fixed)
            if revealed or area.denizens or area.things or area.things_outside or area.hidden:
                wanted.add(name)
        columns = sorted(COLUMNS.index(name[0]) for name in wanted) or [2]
        rows = sorted(int(name[1]) for name in wanted) or [1]
        west, east = _widened(columns[0] - margin, columns[-1] + margin, least[0], 0, 4)
        south, north = _widened(rows[0] - margin, rows[-1] + margin, least[1], 1, 9)
        return cls(COLUMNS[west], COLUMNS[east], south, north)

    def shows(self, area: str) -> bool:
        """Whether the area is in it."""
        return self.west <= area[0] <= self.east and self.south <= int(area[1]) <= self.north

    @property
    def columns(self) -> str:
        """The columns shown, from west to east."""
        return COLUMNS[COLUMNS.index(self.west) : COLUMNS.index(self.east) + 1]

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas shown, as one reads: from the north-west to the south-east."""
        return tuple(f"{column}{row}" for row in range(self.north, self.south - 1, -1) for column in self.columns)

    def corner(self, area: str) -> tuple[float, float]:
        """Where the upper left corner of an area's card lies in the picture; outside it for an area not shown."""
        return (
            MARGIN + (COLUMNS.index(area[0]) - COLUMNS.index(self.west)) * STEP,
            MARGIN + (self.north - int(area[1])) * STEP,
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture in units."""
        return (2 * MARGIN + len(self.columns) * STEP - GAP, 2 * MARGIN + (self.north - self.south + 1) * STEP - GAP)


def _widened(low: int, high: int, least: int, first: int, last: int) -> tuple[int, int]:
    low, high = max(low, first), min(high, last)
    while high - low + 1 < min(least, last - first + 1):
        if low > first and (low - first >= last - high or high == last):
            low -= 1
        else:
            high += 1
    return low, high


class Arrow(NamedTuple):
    """An arrow from one target or area to another ("denizen:orc", "knight:george", "area:c2" or just "c2")."""

    start: str
    end: str
    label: str = ""


class Refusal(NamedTuple):
    """Why something was refused: a red arrow from the cause to the Knight, with a few words. ``cause`` None: no arrow."""

    knight: str
    cause: str | None
    text: str


def board_scene(
    state: State,
    *,
    view: View | None = None,
    clickable: Collection[str] = (),
    highlights: Collection[str] = (),
    arrows: Iterable[Arrow] = (),
    refusal: Refusal | None = None,
    trail: Iterable[str] = (),
    viewer: str | None = None,
    legend: bool = False,
) -> Scene:
    """The picture of a state; the same for equal states.

    ``view`` defaults to :meth:`View.around`. ``clickable`` and ``highlights`` are target ids; an "action:..." among the
    clickable ones becomes a button below the board. ``trail`` are the areas of the last move in order. ``viewer`` is the
    Knight whose player looks: he sees which face-down cards he knows, the others not; None knows them all.
    """
    view = view or View.around(state)
    clickable, highlights = frozenset(clickable), frozenset(highlights)
    width, height = view.size
    cards: list[Group] = []
    bridges: list[Group] = []
    tokens: list[Group] = []
    targets: list[Target] = []
    ways: dict[str, Way] = {}
    for name in view.areas:
        area = state.area(name)
        x, y = view.corner(name)
        card = card_of(state, name, viewer)
        if card.face_up:
            ways[name] = way(name, card.tile, card.paths, card.name, card.glade)
        label = board_lines(state, [name], viewer)[0]
        cards.append(Group(card_shapes(card), x, y, clip=True, label=label, target=f"area:{name}", key=("card", *card)))
        targets.append(
            Target(f"area:{name}", label, x, y, CARD, CARD, x + 89.5, y + 8.8, name, f"area:{name}" in clickable)
        )
        for direction, edge in (("north", "N"), ("east", "E")):
            if area.face_up and state.open_to(name, direction) and view.shows(NEIGHBOURS[name][direction]):
                bridges.append(Group(bridge(edge), x, y, key=("bridge", edge)))
        for token in _tokens(state, name, viewer):
            target = token.target
            tokens.append(Group(token.shapes, x, y, label=token.label, target=target, key=("token", token)))
            targets.append(Target(target, token.label, x + token.x, y + token.y, token.w, token.h,
                                  x + token.x + token.w / 2, y + token.y + token.h / 2, name, target in clickable))  # fmt: skip
    rings_below, rings_above = _rings(targets, clickable, highlights)
    overlay = [*_trail(tuple(trail), view, ways), *_arrows(arrows, view, targets)]
    if refusal is not None:
        overlay += _refusal(refusal, view, targets, (width, height))
    below: list[Group] = []
    if buttons := sorted(target for target in clickable if target.startswith("action:")):
        more, height = _buttons(buttons, width, height, targets)
        below += more
    if legend:
        more, height = _legend(width, height)
        below += more
    ground = Group((Box(0, 0, width, height, 10, fill="board"),), key=("board", width, height))
    lines = board_lines(state, view.areas, viewer)
    if refusal is not None:
        lines = [f"Refused: {refusal.text}", *lines]
    marked = [target.label.split(".")[0].split(":")[0] for target in targets if target.clickable]
    if marked:
        lines = [*lines, f"Can be chosen here: {'; '.join(marked)}."]
    return Scene(
        _title(state), width, height,
        (Layer("ground", (ground,)), Layer("cards", (*cards, *bridges)),
         Layer("tokens", (*rings_below, *tokens, *rings_above, *below)),
         Layer("overlay", tuple(overlay))),
        tuple(targets), tuple(lines),
    )  # fmt: skip


def _title(state: State) -> str:
    if state.over:
        winners = " and ".join(name_of(knight) for knight in state.winners)
        return f"The Mystic Wood. The game is over{': ' + winners + ' won' if winners else ''}."
    who = state.to_move
    turn = f"It is {name_of(state.turn)}'s turn"
    if who is None:
        return f"The Mystic Wood. {turn}; chance decides next."
    return f"The Mystic Wood. {turn}{'' if who == state.turn else f'; {name_of(who)} decides next'}."


# ---------------------------------------------------------------- cards and what lies on them
def card_of(state: State, name: str, viewer: str | None = None) -> Card:
    """What the picture of an area's card depends on."""
    area = state.area(name)
    tile = area.tile
    if tile is None or not area.face_up:
        known = tile is not None and viewer is not None and viewer in area.seen
        return Card(name, False, peek=area.paths if known else "", storm=bool(area.storm))
    blocked = "".join(
        EDGE[direction]
        for direction in DIRECTIONS
        if EDGE[direction] in area.paths and _leads_nowhere(state, name, direction)
    )
    arrow = ("S" if area.turned else "N") if tile.arrow else ""
    return Card(name, True, area.paths, tile.id, tile.known_as, tile.glade, blocked, arrow, storm=bool(area.storm))


def _leads_nowhere(state: State, name: str, direction: str) -> bool:
    beyond = NEIGHBOURS[name].get(direction)
    return beyond is None or (state.area(beyond).face_up and EDGE[OPPOSITE[direction]] not in state.area(beyond).paths)


def _tokens(state: State, name: str, viewer: str | None) -> tuple[Token, ...]:
    area = state.area(name)
    knights = tuple(_knight(state, knight, area) for knight in state.knights if knight.at == name and not knight.out)
    rows = tuple(_rows(name, area, viewer))
    if not knights and not rows:
        return ()
    return _laid_out(knights, rows, area.name is not None)


@lru_cache(maxsize=1024)
def _laid_out(knights: tuple[KnightToken, ...], rows: tuple[RowToken, ...], emblem: bool) -> tuple[Token, ...]:
    return tuple(lay_out(list(knights), list(rows), emblem=emblem))


def _knight(state: State, knight: Knight, area: Area) -> KnightToken:
    status = (
        "imprisoned"
        if knight.imprisoned
        else "captured"
        if knight.captured
        else "inside"
        if knight.inside and area.has_inside
        else ""
    )
    return KnightToken(knight.id, status, knight.king, state.to_move == knight.id, knight_words(state, knight))


def _rows(name: str, area: Area, viewer: str | None) -> list[RowToken]:
    rows: list[RowToken] = []
    if area.storm:
        text = f"Storm: {area.storm}"
        rows.append(
            RowToken(
                f"storm:{name}",
                "storm",
                "storm",
                text,
                f"Storm, {area.storm} more full turn{'s' if area.storm > 1 else ''}",
            )
        )
    hidden = dict(area.hidden)
    unknown = 0
    for denizen in (*area.denizens, *(card for card in hidden if card not in area.denizens)):
        if denizen in hidden and viewer is not None and viewer not in hidden[denizen]:
            unknown += 1
            continue
        face_down = denizen in hidden
        rows.append(
            RowToken(
                f"denizen:{denizen}",
                "hidden" if face_down else "denizen",
                denizen,
                name_of(denizen),
                denizen_words(denizen, face_down),
            )
        )
    rows += [RowToken(f"unknown:{name}", "unknown", "", "Face-down card", "A card lying face down")] * unknown
    for thing in area.things:
        rows.append(RowToken(f"thing:{thing}", "thing", thing, name_of(thing), f"{name_of(thing)}, lying loose"))
    for thing in area.things_outside:
        rows.append(
            RowToken(
                f"thing:{thing}",
                "thing",
                thing,
                f"{name_of(thing)} (outside)",
                f"{name_of(thing)}, lying loose outside",
            )
        )
    return rows


# ---------------------------------------------------------------- what is drawn over the board
def _rings(
    targets: list[Target], clickable: frozenset[str], highlights: frozenset[str]
) -> tuple[list[Group], list[Group]]:
    """Rings round what can be clicked and what is pointed out: those round areas, which lie below the tokens, and the others."""
    below: list[Group] = []
    above: list[Group] = []
    for t in targets:
        area = t.id.startswith("area:")
        found = below if area else above
        out, corner = (-0.5, CORNER) if area else (1.6, min(t.h / 2, 7.6) + 1)
        x, y, w, h = t.x - out, t.y - out, t.w + 2 * out, t.h + 2 * out
        if t.id in clickable:
            found.append(Group((
                Box(x, y, w, h, corner, stroke="glow", width=9 if area else 6.5, opacity=0.32),
                Box(x, y, w, h, corner, stroke="glow-edge", width=4.4 if area else 3.4),
                Box(x, y, w, h, corner, stroke="glow", width=2.8 if area else 2),
            ), key=("glow", area, t.x, t.y, t.w, t.h)))  # fmt: skip
        if t.id in highlights:
            more = 2.2 if t.id in clickable else 0
            found.append(Group((
                Box(x - more, y - more, w + 2 * more, h + 2 * more, corner + more, stroke="chalk", width=3.4),
                Box(x - more, y - more, w + 2 * more, h + 2 * more, corner + more, stroke="point", width=2.2, dashed=True),
            ), key=("point", area, t.x, t.y, t.w, t.h, more)))  # fmt: skip
    return below, above


def _middle(target: str, view: View, targets: list[Target]) -> tuple[float, float] | None:
    wanted = f"area:{target}" if target in AREAS else target
    for t in targets:
        if t.id == wanted:
            return (t.x + t.w / 2, t.y + t.h / 2)
    return None


def _arrow_shapes(
    a: tuple[float, float], b: tuple[float, float], colour: str, *, bend: float = 0.16
) -> tuple[list[Shape], tuple[float, float]]:
    """A bent arrow from a to b with a light casing, and the point in its middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    short = min(9.0, length / 5)
    a, b = (a[0] + ux * short, a[1] + uy * short), (b[0] - ux * short, b[1] - uy * short)
    cx, cy = (a[0] + b[0]) / 2 - uy * length * bend, (a[1] + b[1]) / 2 + ux * length * bend
    tx, ty = b[0] - cx, b[1] - cy
    away = math.hypot(tx, ty) or 1.0
    tx, ty = tx / away, ty / away
    neck = (b[0] - tx * 8, b[1] - ty * 8)
    c1 = (a[0] + 2 * (cx - a[0]) / 3, a[1] + 2 * (cy - a[1]) / 3)
    c2 = (neck[0] + 2 * (cx - neck[0]) / 3, neck[1] + 2 * (cy - neck[1]) / 3)
    shaft: tuple[Piece, ...] = (("M", *_r(a)), ("C", *_r(c1), *_r(c2), *_r(neck)))
    head = polygon(_r(b), _r((neck[0] - ty * 6.4 - tx * 1.6, neck[1] + tx * 6.4 - ty * 1.6)), _r(neck),
                   _r((neck[0] + ty * 6.4 - tx * 1.6, neck[1] - tx * 6.4 - ty * 1.6)))  # fmt: skip
    middle = ((a[0] + 2 * cx + neck[0]) / 4, (a[1] + 2 * cy + neck[1]) / 4)
    return [
        Outline(shaft, stroke="chalk", width=6.6), Outline(head, fill="chalk", stroke="chalk", width=3.4),
        Outline(shaft, stroke=colour, width=4), Outline(head, fill=colour),
    ], middle  # fmt: skip


def _r(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def _label(
    text: str,
    middle: tuple[float, float],
    fill: str,
    ink: str,
    room: tuple[float, float],
    *,
    size: float = 8.4,
    longest: float = 150,
) -> list[Shape]:
    """Words in a plate, on as many lines as it takes, kept within the picture."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold=True) <= min(longest, room[0] - 20):
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    size = min(fitting_size(line, size, room[0] - 18, bold=True) for line in lines)
    w = max(text_width(line, size, bold=True) for line in lines) + 10
    h = len(lines) * size * 1.25 + 6
    x = max(3.0, min(room[0] - w - 3, middle[0] - w / 2))
    y = max(3.0, min(room[1] - h - 3, middle[1] - h / 2))
    return [
        Box(*_r((x, y)), *_r((w, h)), 5, fill=fill, stroke="chalk", width=1.4),
        *(
            Words(
                round(x + w / 2, 2), round(y + 3 + size * 1.25 * (i + 0.5), 2), line, size, fill=ink, on=fill, bold=True
            )
            for i, line in enumerate(lines)
        ),
    ]


def _arrows(arrows: Iterable[Arrow], view: View, targets: list[Target]) -> list[Group]:
    found = []
    for arrow in arrows:
        a, b = _middle(arrow.start, view, targets), _middle(arrow.end, view, targets)
        if a is None or b is None or a == b:
            continue
        shapes, middle = _arrow_shapes(a, b, "point")
        if arrow.label:
            shapes += _label(arrow.label, middle, "point", "point-ink", view.size)
        found.append(Group(tuple(shapes), label=arrow.label, key=("arrow", a, b, arrow.label)))
    return found


def _refusal(refusal: Refusal, view: View, targets: list[Target], room: tuple[float, float]) -> list[Group]:
    knight = _middle(f"knight:{refusal.knight}", view, targets) or (room[0] / 2, room[1] / 2)
    cause = _middle(refusal.cause, view, targets) if refusal.cause else None
    shapes: list[Shape] = []
    below = (knight[0], knight[1] + 30)
    if cause is not None and cause != knight:
        shapes, _ = _arrow_shapes(cause, knight, "refused", bend=0.22)
        below = ((cause[0] + knight[0]) / 2, max(cause[1], knight[1]) + 27)
    else:
        x, y = knight
        cross: tuple[Piece, ...] = (("M", x - 8, y - 8), ("L", x + 8, y + 8), ("M", x + 8, y - 8), ("L", x - 8, y + 8))
        shapes += [Outline(cross, stroke="chalk", width=6), Outline(cross, stroke="refused", width=3.6)]
    if below[1] > room[1] - 14:
        below = (below[0], min(knight[1], cause[1] if cause else knight[1]) - 30)
    shapes += _label(refusal.text, below, "refused", "refused-ink", room)
    return [Group(tuple(shapes), label=f"Refused: {refusal.text}", key=("refusal", refusal, room))]


def _trail(areas: tuple[str, ...], view: View, ways: dict[str, Way]) -> list[Group]:
    """Footprints from area to area, along the way a walker takes."""
    prints: list[Piece] = []
    for here, there in itertools.pairwise(areas):
        if here not in AREAS or there not in AREAS or here == there:
            continue
        points = [_hub(here, view, ways), _hub(there, view, ways)]
        (x0, y0), (x1, y1) = points
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        count = max(4, int(length / 11))
        for i in range(1, count):
            t = i / count
            if t * length < 17 or (1 - t) * length < 17:
                continue
            side = 2.9 if i % 2 else -2.9
            prints += _footprint(x0 + (x1 - x0) * t - uy * side, y0 + (y1 - y0) * t + ux * side, ux, uy)
    if not prints:
        return []
    shapes: tuple[Shape, ...] = (
        Outline(tuple(prints), stroke="chalk", width=1.8, opacity=0.75), Outline(tuple(prints), fill="footprint"),
    )  # fmt: skip
    return [Group(shapes, label=f"The last move: {' to '.join(areas)}", key=("trail", areas, view))]


def _footprint(x: float, y: float, ux: float, uy: float) -> list[Piece]:
    def turned(points: tuple[Piece, ...]) -> list[Piece]:
        found: list[Piece] = []
        for letter, *numbers in points:
            pairs = [(float(numbers[i]), float(numbers[i + 1])) for i in range(0, len(numbers), 2)]
            found.append((letter, *(n for px, py in pairs for n in _r((x + px * ux - py * uy, y + px * uy + py * ux)))))
        return found

    return turned(placed_ellipse(0.9, 0, 2.5, 1.75)) + turned(placed_ellipse(-3.1, 0, 1.35, 1.3))


def _hub(area: str, view: View, ways: dict[str, Way]) -> tuple[float, float]:
    x, y = view.corner(area)
    hx, hy = ways[area].hub if area in ways else (CARD / 2, CARD / 2)
    return x + hx, y + hy


# ---------------------------------------------------------------- below the board
def _buttons(ids: list[str], width: float, height: float, targets: list[Target]) -> tuple[list[Group], float]:
    x, y, h = MARGIN, height, 17.0
    found = []
    for target in ids:
        text = target.removeprefix("action:")
        text = text[:1].upper() + text[1:]
        w = min(text_width(text, 9, bold=True) + 14, width - 2 * MARGIN)
        if x + w > width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + h + 5
        size = fitting_size(text, 9, w - 8, bold=True)
        found.append(Group((
            Box(x, y, w, h, 6, fill="plate", stroke="glow-edge", width=3), Box(x, y, w, h, 6, stroke="glow", width=1.8),
            Words(x + w / 2, y + h / 2, text, size, fill="ink", on="plate", bold=True),
        ), label=text, target=target))  # fmt: skip
        targets.append(Target(target, text, x, y, w, h, x + w / 2, y + h / 2, "", True))
        x += w + 6
    return found, y + h + MARGIN


def _legend(width: float, height: float) -> tuple[list[Group], float]:
    """What the discs mean, in words."""
    items: list[tuple[str, str]] = [
        ("strength", "challenges with strength"), ("prowess", "challenges with prowess"), ("both", "challenges with both"),
        ("approach", "is approached"), ("decides", "decides now"), ("hedge", "path leads nowhere"),
    ]  # fmt: skip
    x, y, row = MARGIN, height + 4.0, 15.0
    shapes: list[Shape] = []
    for kind, text in items:
        w = 16 + text_width(text, 8) + 6
        if x + w > width - 3 and x > MARGIN:
            x, y = MARGIN, y + row
        if kind == "decides":
            shapes += shield("george", x + 6, y, 11, decides=True)
        elif kind == "hedge":
            shapes += [
                Outline((("M", x + 1.5, y), ("L", x + 11.5, y)), stroke="bark", width=5),
                Outline((("M", x + 1.5, y), ("L", x + 11.5, y)), stroke="bark-light", width=3),
            ]
        else:
            shapes += disc(kind, {"strength": "4", "prowess": "3", "both": "8", "approach": "?"}[kind], x + 6, y, 5)
        shapes.append(Words(x + 14.5, y + 0.2, text, 8, fill="board-ink", on="board", anchor="start"))
        x += w
    return [Group(tuple(shapes), label="Legend", key=("legend", width, height))], y + row


# Kept here so that whoever lists what discs mean (a lesson, a front end) need not know the cards module.
def disc_meanings() -> dict[str, str]:
    """For every denizen what its disc says, in words.

    >>> disc_meanings()["saracen"]
    'challenges with strength 2 and prowess 2, 4 together'
    """
    return {denizen: disc_of(card)[2] for denizen, card in CARDS.denizens.items()}
