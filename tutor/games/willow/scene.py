"""The map of the Willow game as a scene: places and roads, who stands where, and below it what each character has.

What a viewer does not know is drawn as unknown: closed chests with a question mark, card backs, and a question mark at
everybody who may hold Elora Danan.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from engine import willow
from engine.willow.position.table import UNKNOWN, Character
from engine.willow.rules.values import effective
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
    Target,
    Words,
    fitting_size,
    line,
    placed,
    polygon,
    text_width,
)
from tutor.games.willow.layout import SIDE, WIDE, height, spots
from tutor.games.willow.signs import COLOURS, banner, chest, child, emblem, eye, initials, piece
from tutor.games.willow.text import board_lines, character_words, place_words, title
from tutor.teach.game.teachable import Refutation

_PLATE, _R = 88.0, 22.0
#: Where the name below a place begins, and how high each of its lines is.
_PLATE_TOP, _ROW_HIGH = 24.5, 12.5
_ROW, _COLUMN = 56.0, WIDE / 2
Spots = dict[str, tuple[float, float]]


def board_scene(
    state: willow.State,
    *,
    clickable: Collection[str] = (),
    highlights: Collection[str] = (),
    pointed: Collection[str] = (),
    refutation: Refutation | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    trail: Sequence[str] = (),
    loose: bool = False,
) -> Scene:
    """The picture of a state; the same for equal states. It shows what the state knows: a view is drawn as a view.

    ``clickable`` are target ids ("space:tavern", "character:kael"), ``highlights`` those that glow, ``pointed`` what is pointed
    out; ``arrows`` lead from place to place, ``trail`` is the last move, place by place.
    If ``loose``, the pieces and what lies on the map are targets of their own ("knight:kael", "fin-raziel:tavern"), and the
    cards below the map are hands ("hand:kael").
    """
    at = dict(spots(state.material))
    top = height(state.material)
    rows = -(-len(state.characters) // 2)
    whole = top + rows * _ROW + 34
    targets = [_place_target(state, name, at[name], f"space:{name}" in clickable) for name in at]
    panel = [
        group
        for number, one in enumerate(state.characters)
        for group in _cell(state, one, number, top, targets, clickable, "hand" if loose else "character")
    ]
    glow = [Group(_glow(), *at[name]) for name in at if f"space:{name}" in highlights]
    glow += [
        Group(
            (Box(-98, -26, 196, 53, 7, fill="glow", opacity=0.4, stroke="glow-edge", width=2.4),),
            *_cell_middle(number, top),
        )
        for number, one in enumerate(state.characters)
        if f"character:{one.id}" in highlights
    ]
    places = [_place(state, name, at[name]) for name in at]
    people = [group for name in at for group in _people_at(state, name, at[name], targets if loose else None)]
    people += [group for name in at if loose for group in _lying_at(state, name, at[name], targets)]
    drawn = [*_pointed_out(state, pointed, at, top), *_steps(trail, at, "azure"), *_refusal(state, refutation, at)]
    drawn += [group for ends in arrows for group in _steps(ends, at, "crimson")]
    woods, roads = _land(state.material)
    ground = (
        Group(
            (Box(0, 0, WIDE, whole, 10, fill="board"), Box(6, 6, WIDE - 12, top - 12, 14, fill="turf", opacity=0.42))
        ),
        Group((woods,), key=("woods", state.material.id, state.material.edges)),
        Group(roads, key=("roads", state.material.id, state.material.edges)),
    )
    layers = (
        Layer("ground", ground),
        Layer("cards", (*glow, *places)),
        Layer("tokens", tuple(people)),
        Layer("overlay", (*drawn, *panel, _foot(state, whole))),
    )
    lines = board_lines(state) if refutation is None else [f"Refused: {refutation.text}", *board_lines(state)]
    return Scene(title(state), WIDE, whole, layers, tuple(targets), tuple(lines))


# ------------------------------------------------------------------ the land


@lru_cache(maxsize=16)
def _land(material: willow.Material) -> tuple[Crowns, tuple[Shape, ...]]:
    """The trees and the roads of a map, worked out once."""
    at, top = dict(spots(material)), height(material)
    roads = (shape for one, two in material.edges for shape in _road(at, *sorted((one, two))))
    return _woods(material, at, top), tuple(roads)


def _woods(material: willow.Material, at: Spots, top: float) -> Crowns:
    """Trees wherever no place and no road is: for one map always the same."""
    rng = random.Random(material.id)
    roads = [(at[one], at[two]) for one, two in material.edges]
    crowns: list[Crown] = []
    for _ in range(900):
        x, y, r = rng.uniform(16, WIDE - 16), rng.uniform(16, top - 18), rng.uniform(5, 9)
        free = all(abs(x - px) > 50 + r / 2 or y < py - 46 - r or y > py + 40 + r for px, py in at.values())
        free = free and all(_distance((x, y), *road) > r + 7 for road in roads)
        if free and all(math.hypot(x - c.x, y - c.y) > 0.8 * (r + c.r) for c in crowns):
            crowns.append(
                Crown(round(x, 1), round(y, 1), round(r, 1), rng.choice(("leaf1", "leaf2", "leaf2", "leaf3")))
            )
    return Crowns(tuple(sorted(crowns, key=lambda crown: crown.y)))


def _distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point is from a line between two."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / ((dx * dx + dy * dy) or 1)
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _road(at: Spots, one: str, two: str) -> tuple[Shape, ...]:
    """A road between two places: sand with a darker rim, a little crooked."""
    (x1, y1), (x2, y2) = at[one], at[two]
    bend = (sum(map(ord, one + two)) % 7 - 3) * 2.2
    long = math.hypot(x2 - x1, y2 - y1) or 1
    nx, ny = -(y2 - y1) / long * bend, (x2 - x1) / long * bend
    way: tuple[Segment, ...] = (
        ("M", x1, y1),
        (
            "C",
            round(x1 + (x2 - x1) / 3 + nx, 1),
            round(y1 + (y2 - y1) / 3 + ny, 1),
            round(x1 + (x2 - x1) * 2 / 3 - nx, 1),
            round(y1 + (y2 - y1) * 2 / 3 - ny, 1),
            x2,
            y2,
        ),
    )
    return Outline(way, stroke="rim", width=8), Outline(way, stroke="sand", width=5.4)


# ------------------------------------------------------------------ places


def _place_target(state: willow.State, name: str, spot: tuple[float, float], clickable: bool) -> Target:
    """What of the picture is touched: the place with all of its name, and whoever stands there."""
    x, y = spot
    rows, size = _rows_and_size(willow.title(name))
    wide = max(84.0, max(text_width(row, size, bold=True) for row in rows) + 16)
    high = 34 + _PLATE_TOP + _ROW_HIGH * len(rows) + 5
    return Target(
        f"space:{name}", place_words(state, name), x - wide / 2, y - 34, wide, high, x, y + 30, name, clickable
    )


def _place(state: willow.State, name: str, spot: tuple[float, float]) -> Group:
    """A place: its clearing, its emblem, its Hide, what lies there, and its name."""
    place = state.material.places[name]
    shapes: list[Shape] = [Disc(1, 2.4, _R + 1, fill="shadow", opacity=0.28)]
    if place.of_power:
        shapes += [
            Disc(0, 0, _R + 2, fill="clearing", stroke="gold", width=3),
            Disc(0, 0, _R + 3.8, stroke="rim", width=1),
        ]
    else:
        shapes += [Disc(0, 0, _R, fill="clearing", stroke="rim", width=1.6)]
    shapes += emblem(place.kind, name)
    if lies := state.treasure_at(name):
        shapes += chest(24, 12, lies != UNKNOWN)
    shapes += [
        shape
        for side, army in state.material.army_of.items()
        if army.home == name and state.army_home(side)
        for shape in banner(-26, -12, side)
    ]
    if place.power == "city" and state.freed_by:
        shapes += [
            Box(-17, -31, 34, 11, 3, fill="gold", stroke="glow-edge", width=0.9),
            Words(0, -25.4, "free", 8.6, "glow-edge", "gold", bold=True),
        ]
    shapes += _plate(willow.title(name), state.hide(name) if place.of_power else None, place.of_power)
    return Group(tuple(shapes), *spot, label=place_words(state, name), target=f"space:{name}")


@lru_cache(maxsize=256)
def _plate(name: str, hide: int | None, of_power: bool) -> tuple[Shape, ...]:
    """The name below a place, in one line or two, and how well it hides."""
    rows, size = _rows_and_size(name)
    wide = max(text_width(row, size, bold=True) for row in rows) + 8
    top, high = _PLATE_TOP, _ROW_HIGH * len(rows) + 1
    found: list[Shape] = [Box(-wide / 2, top, wide, high, 4, fill="nameplate", stroke="nameplate-edge", width=0.9)]
    found += [
        Words(0, top + 7 + _ROW_HIGH * n, row, size, "nameplate-ink", "nameplate", bold=True)
        for n, row in enumerate(rows)
    ]
    if of_power:
        found += [
            Disc(-25, 12, 9.4, fill="approach", stroke="chalk", width=1.4),
            Words(-25, 12.4, "?" if hide is None else str(hide), 11.5, "disc-ink", "approach", bold=True),
        ]
    return tuple(found)


def _rows_and_size(name: str) -> tuple[list[str], float]:
    """The lines of a name below a place, and the size of its letters."""
    rows = _rows(name)
    return rows, min(fitting_size(row, 11.0, _PLATE - 6, bold=True) for row in rows)


def _rows(name: str) -> list[str]:
    """A name in one line, or split where its halves are most alike."""
    words = name.split()
    if len(words) == 1 or text_width(name, 11, bold=True) <= _PLATE - 8:
        return [name]
    cuts = range(1, len(words))
    best = min(cuts, key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))))
    return [" ".join(words[:best]), " ".join(words[best:])]


def _glow() -> tuple[Shape, ...]:
    return (
        Disc(0, 0, 33, fill="glow", opacity=0.55),
        Disc(0, 0, 32, stroke="glow-edge", width=3.4),
        Disc(0, 0, 32, stroke="glow", width=2.2),
    )


def _lying_at(state: willow.State, name: str, spot: tuple[float, float], targets: list[Target]) -> Iterable[Group]:
    """The Treasure that lies there, to be picked up."""
    lies, x, y = state.treasure_at(name), spot[0] + 24, spot[1] + 12
    if lies:
        label = (
            f"{'a Treasure nobody here has seen' if lies == UNKNOWN else willow.title(lies)} at {willow.title(name)}"
        )
        targets.append(Target(f"{lies}:{name}", label, x - 10, y - 9, 20, 18, x, y, name))
        yield Group(tuple(chest(0, 0, lies != UNKNOWN)), x, y, label=label, target=f"{lies}:{name}")


def _people_at(
    state: willow.State, name: str, spot: tuple[float, float], targets: list[Target] | None = None
) -> list[Group]:
    """Who stands there, in rows of three above the emblem; each a target of his own where there is a list of them."""
    here = state.at(name)
    found = []
    for number, one in enumerate(here):
        row, column = divmod(number, 3)
        many = min(3, len(here) - 3 * row)
        x, y = spot[0] + (column - (many - 1) / 2) * 25, spot[1] - 13 - 22 * row
        shapes, label = piece(one.side, initials(one.id), one.transformed, one.found), character_words(state, one.id)
        if targets is not None:
            targets.append(Target(f"knight:{one.id}", label, x - 11, y - 11, 22, 22, x, y, name))
        found.append(
            Group(
                shapes,
                x,
                y,
                label=label,
                target=f"space:{name}" if targets is None else f"knight:{one.id}",
                key=("piece", one.side, one.id, one.transformed, one.found),
            )
        )
    material = state.material
    if name == material.castle and material.queen[0]:
        found.append(
            Group(
                (
                    Disc(0, 0, 9.4, fill="night", stroke="gold", width=1.6),
                    Words(0, 0.2, "Q", 10, "badge-ink", "night", bold=True),
                ),
                spot[0] + 25,
                spot[1] + 12,
                label="Queen Bavmorda",
            )
        )
    return found


# ------------------------------------------------------------------ what each has


def _cell_middle(number: int, top: float) -> tuple[float, float]:
    row, column = divmod(number, 2)
    return column * _COLUMN + _COLUMN / 2, top + 4 + row * _ROW + _ROW / 2


def _cell(
    state: willow.State,
    one: Character,
    number: int,
    top: float,
    targets: list[Target],
    clickable: Collection[str],
    kind: str,
) -> Iterable[Group]:
    """A character below the map: his four values, his Health, and his cards."""
    x, y = _cell_middle(number, top)
    label = character_words(state, one.id)
    targets.append(
        Target(f"{kind}:{one.id}", label, x - 98, y - 26, 196, 53, x, y, "", f"{kind}:{one.id}" in clickable)
    )
    asked = state.decision == "choice" and any(one.id in dict(state.controls)[seat] for seat in state.deciders)
    fill, _ = COLOURS[one.side]
    shapes: list[Shape] = [
        Box(-97, -25, 194, 51, 6, fill="panel", stroke="gold" if asked else "panel-edge", width=2 if asked else 1),
        Box(-97, -25, 4.6, 51, 2, fill=fill),
        *_token(one.side, one.id),
    ]
    name = willow.title(one.id)
    shapes.append(
        Words(-62, -16, name, fitting_size(name, 11, 92, bold=True), "panel-ink", "panel", anchor="start", bold=True)
    )
    shapes += _hearts(one.health, 34, -16)
    shapes += _values(state, one)
    shapes += _cards(state, one)
    yield Group(tuple(shapes), x, y, label=label, target=f"{kind}:{one.id}")


@lru_cache(maxsize=64)
def _token(side: str, name: str) -> tuple[Shape, ...]:
    """The small piece beside a character's name."""
    return tuple(placed(shape, -78, -9, 0.86) for shape in piece(side, initials(name), "", False))


@lru_cache(maxsize=64)
def _hearts(health: int, x: float, y: float) -> tuple[Shape, ...]:
    """Health, as so many drops of six."""
    found: list[Shape] = []
    for n in range(6):
        px = x + 9.6 * n
        outline = (
            ("M", px, y + 4),
            ("C", px - 6, y - 0.5, px - 3.4, y - 5.4, px, y - 2.2),
            ("C", px + 3.4, y - 5.4, px + 6, y - 0.5, px, y + 4),
            ("Z",),
        )
        found.append(Outline(outline, fill="rose" if n < health else None, stroke="panel-ink", width=0.8))
    return tuple(found)


def _values(state: willow.State, one: Character) -> list[Shape]:
    """Prowess, Magic and Stealth as they count now, and who is found, transformed or faces a Foe."""
    found: list[Shape] = []
    x = -62.0
    for word, value in (("Pr", "prowess"), ("Ma", "magic"), ("St", "stealth")):
        measure = effective(state, one.id, value)
        told = f"{word} {'?' if measure.lacking else measure.total}"
        base = getattr(one, value)
        if base is not None and measure.total != base:
            told = f"{word} {base}+{measure.total - base}" if measure.total > base else f"{word} {measure.total}"
        found.append(Words(x, -1, told, 10.4, "panel-ink", "panel", anchor="start", bold=True))
        x += text_width(told, 10.4, bold=True) + 9
    if one.found:
        found += [*eye(84, -1)]
    return found


def _cards(state: willow.State, one: Character) -> list[Shape]:
    """The backs of the cards one does not see, the names of the others, Treasures, Army, Foes."""
    found: list[Shape] = []
    names = [card for card in one.hand if card not in (UNKNOWN, "elora-danan")]
    parts = [willow.title(card) for card in names]
    parts += [f"{willow.title(card)} ↑" for card in (*one.face_up, *one.spells)]
    parts += [willow.title(card) for card in one.treasures]
    parts += [f"as {one.transformed}"] if one.transformed else []
    parts += [f"Foe: {willow.title(foe)}" for foe in one.foes]
    x, y = -90.0, 16.0
    hidden = one.hand.count(UNKNOWN)
    if hidden:
        found += [
            Box(x, y - 6, 9, 12, 1.6, fill="violet", stroke="panel-ink", width=0.8),
            Words(x + 12, y, f"×{hidden}", 9.6, "panel-ink", "panel", anchor="start"),
        ]
        x += 30
    if "elora-danan" in one.hand or (one.id in state.suspects and not state.holder and one.hand):
        found += child(x + 6, y, "elora-danan" in one.hand)
        x += 19
    if one.army:
        found += banner(x + 5, y, one.side)
        x += 18
    words = ", ".join(parts) or ("" if x > -90.0 else "no cards")
    room = 93 - x
    size = max(6.6, fitting_size(words, 9.6, room))
    found.append(Words(x, y, _cut(words, size, room), size, "panel-ink", "panel", anchor="start"))
    return found


def _cut(words: str, size: float, room: float) -> str:
    """The words as far as there is room for them."""
    while words and text_width(words, size) > room:
        words = words[:-2].rstrip(" ,.…") + "…"
    return words


def _foot(state: willow.State, whole: float) -> Group:
    """Below everything: what round it is, and that the map is none of the game's own."""
    told = f"Round {state.round}, {state.side.capitalize()}'s turn, step: {state.step}" + (
        " · Elora Danan is gone" if state.elora == "removed" else ""
    )
    return Group(
        (
            Words(
                SIDE - 40,
                whole - 22,
                told,
                fitting_size(told, 10.4, WIDE - 16, bold=True),
                "board-ink",
                "board",
                anchor="start",
                bold=True,
            ),
            Words(
                SIDE - 40,
                whole - 9,
                state.material.label,
                fitting_size(state.material.label, 9.4, WIDE - 16),
                "board-ink",
                "board",
                anchor="start",
            ),
        )
    )


# ------------------------------------------------------------------ what is drawn over it


def _pointed_out(state: willow.State, pointed: Collection[str], at: Spots, top: float) -> list[Group]:
    """A ring round each place that is pointed out, behind its name, and a frame round each character."""
    names = [each.partition(":")[2] or each for each in pointed]
    rim = (Disc(0, 0, 31, stroke="glow-edge", width=5), Disc(0, 0, 31, stroke="azure", width=3))
    found = []
    for name in dict.fromkeys(each for each in names if each in at):
        place = state.material.places[name]
        plate = _plate(willow.title(name), state.hide(name) if place.of_power else None, place.of_power)
        found.append(Group((*rim, *plate), *at[name]))
    for number, one in enumerate(state.characters):
        if one.id in names:
            found.append(Group((Box(-98, -26, 196, 53, 7, stroke="azure", width=3),), *_cell_middle(number, top)))
    return found


def _steps(way: Sequence[str], at: Spots, colour: str) -> list[Group]:
    ends = [name.partition(":")[2] or name for name in way]
    return [_arrow(at[one], at[two], colour) for one, two in pairwise(name for name in ends if name in at)]


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> Group:
    """An arrow between two places, short of both."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    a, b = (x1 + 18 * dx, y1 + 18 * dy), (x2 - 31 * dx, y2 - 31 * dy)
    tip = polygon((x2 - 23 * dx, y2 - 23 * dy), (b[0] - 7 * dy, b[1] + 7 * dx), (b[0] + 7 * dy, b[1] - 7 * dx))
    return Group(
        (
            Outline(line(a, b), stroke="glow-edge", width=6.4),
            Outline(tip, fill=colour, stroke="glow-edge", width=1.8),
            Outline(line(a, b), stroke=colour, width=4),
        )
    )


def _refusal(state: willow.State, refutation: Refutation | None, at: Spots) -> list[Group]:
    """A cross on the place that was meant, and an arrow to it from whoever was to go there."""
    if refutation is None or refutation.state is not None or refutation.at not in at:
        return []
    cause = refutation.cause
    start = state.character(cause).at if cause and cause in state.material.characters else None
    drawn = [_arrow(at[start], at[refutation.at], "refused")] if start and start != refutation.at else []
    cross = tuple(
        Outline(line(*ends), stroke=colour, width=width)
        for colour, width in (("glow-edge", 8.0), ("refused", 5.0))
        for ends in (((-13, -13), (13, 13)), ((13, -13), (-13, 13)))
    )
    return [*drawn, Group((Disc(0, 0, 26, stroke="refused", width=3), *cross), *at[refutation.at])]
