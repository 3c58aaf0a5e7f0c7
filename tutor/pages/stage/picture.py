"""The board on a stage: its picture, the part that is shown large, what is drawn over it, and the film to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tutor.draw import motion
from tutor.draw.page import Film
from tutor.draw.shapes import Disc, Group, Outline, Scene, Segment, Shape, Words
from tutor.draw.svg import svg
from tutor.pages.stage.show import Mark, Stage
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import BoardLook

#: Board units of what lies beside it that are seen round an area shown large.
MARGIN = 9.0
#: The longest film: of more pictures the last are shown.
MOST_PICTURES = 14
#: How far the spotlight reaches, as a part of what is shown, and how dark the rest is.
SPOT, DARK = 0.3, 0.66
#: Units in a row from which on lines are drawn as wide as they say; where fewer are shown, lines are thinner.
AS_SAID = 300.0


@lru_cache(maxsize=256)
def picture(game: str, state: Any) -> Scene:
    """The board of a moment, as everybody may see it."""
    at_table = games.table(game)
    scene = at_table.board(state, None, ()).scene
    found: Scene = scene if scene is not None else games.teachable(game).board(state, BoardLook())
    return found


def shown(doc: Stage, name: str = "") -> Scene:
    """The board of a moment; of the one that is shown, if none is named."""
    assert doc.script is not None
    return picture(doc.script.game, doc.state_at(name or doc.at))


def focus(doc: Stage, scene: Scene) -> tuple[float, float, float, float]:
    """The part of the picture that is shown large."""
    wanted = (doc.focus if doc.focus is not None else doc.now.focus if doc.now is not None else "") or ""
    return part(scene, wanted)


def part(scene: Scene, wanted: str) -> tuple[float, float, float, float]:
    """The part of a picture that a text names: "c2", "b1-d3"; all of it for anything else."""
    there = {each.at: (each.x, each.y, each.w, each.h) for each in scene.targets if each.is_place}
    boxes = [there[end] for end in wanted.split("-", 1) if end in there]
    if not wanted or not boxes:
        return (0.0, 0.0, scene.width, scene.height)
    x1, y1 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x2, y2 = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return (x1 - MARGIN, y1 - MARGIN, x2 - x1 + 2 * MARGIN, y2 - y1 + 2 * MARGIN)


# ------------------------------------------------------------------ what is drawn over it
def over(doc: Stage, scene: Scene) -> tuple[Group, ...]:
    """The script's arrows, what was drawn by hand, the order of the answer, the spotlight."""
    found: list[Shape] = []
    near = focus(doc, scene)
    thin = max(0.45, min(1.0, near[2] / AS_SAID))
    if doc.now is not None:
        for start, end in doc.now.arrows:
            found += _between(scene, start, end, thin)
    for mark in doc.marks:
        found += drawn(mark, thin)
    if doc.answered and doc.question is not None:
        found += _numbers(scene, doc.question.places)
    groups = [Group(tuple(found), key=("over",))] if found else []
    if doc.spot is not None:
        groups.insert(0, Group((_dark(scene, doc.spot, SPOT * min(near[2:])),)))
    return tuple(groups)


def drawn(mark: Mark, thin: float = 1.0) -> list[Shape]:
    """A mark that was drawn by hand, its lines so ``thin``."""
    points = mark.points
    if mark.kind == "ring":
        x, y = points[0]
        return [Disc(x, y, 15, stroke=colour, width=width * thin) for colour, width in _CASED]
    if mark.kind == "cross":
        (x, y), s = points[0], 8
        arms = (_path((x - s, y - s), (x + s, y + s)), _path((x - s, y + s), (x + s, y - s)))
        return [Outline(arm, stroke=colour, width=width * thin) for colour, width in _CASED_RED for arm in arms]
    pieces = _path(*points)
    if mark.kind == "arrow" and len(points) > 1:
        return _arrow(points[0], points[-1], thin)
    return [Outline(pieces, stroke=colour, width=width * thin) for colour, width in _CASED]


_CASED = (("casing", 5.2), ("point", 2.8))
_CASED_RED = (("casing", 7.0), ("refused", 4.2))


def _path(*points: tuple[float, float]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in (rest or [first])))


def _arrow(start: tuple[float, float], end: tuple[float, float], thin: float) -> list[Shape]:
    (x1, y1), (x2, y2) = start, end
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    head = min(13.0 * max(0.6, thin), length * 0.5)
    left = (x2 - head * dx - head * 0.6 * dy, y2 - head * dy + head * 0.6 * dx)
    right = (x2 - head * dx + head * 0.6 * dy, y2 - head * dy - head * 0.6 * dx)
    lines = (_path(start, end), _path(left, end, right))
    return [
        Outline(each, stroke=colour, width=width * thin)
        for colour, width in (("casing", 7.2), ("point", 4.2))
        for each in lines
    ]


def _between(scene: Scene, start: str, end: str, thin: float) -> list[Shape]:
    """An arrow from one place to another, from middle to middle."""
    middle = {each.at: each.middle for each in scene.targets if each.is_place}
    return _arrow(middle[start], middle[end], thin) if start in middle and end in middle else []


def _numbers(scene: Scene, places: Sequence[tuple[str, int]]) -> list[Shape]:
    """The place of each in the order, a gold disc at its upper left."""
    where = {each.id: each for each in scene.targets}
    found: list[Shape] = []
    for target, number in places:
        if (at := where.get(target)) is not None:
            x, y = at.x + 2.5, at.y + 3.5
            found.append(Disc(x, y, 5.4, fill="glow", stroke="glow-edge", width=0.9))
            found.append(Words(x, y + 0.1, str(number), 7, fill="glow-edge", on="glow", bold=True))
    return found


def _dark(scene: Scene, spot: tuple[float, float], r: float) -> Shape:
    """All but a round about the spot lies in the dark."""
    x, y = spot
    k = r * 0.5523
    w, h = scene.width + 900, scene.height + 900
    outer: tuple[Segment, ...] = (("M", -900, -900), ("L", w, -900), ("L", w, h), ("L", -900, h), ("Z",))
    hole: tuple[Segment, ...] = (
        ("M", x + r, y),
        ("C", x + r, y - k, x + k, y - r, x, y - r),
        ("C", x - k, y - r, x - r, y - k, x - r, y),
        ("C", x - r, y + k, x - k, y + r, x, y + r),
        ("C", x + k, y + r, x + r, y + k, x + r, y),
        ("Z",),
    )
    return Outline((*outer, *hole), fill="night", opacity=DARK)


# ------------------------------------------------------------------ the film
def film(doc: Stage) -> Film | None:
    """What has happened since the moment before; None where nothing moves."""
    if doc.n != doc.moved or doc.script is None:
        return None
    state, moved = doc.state, (doc.moved, doc.before, doc.at)
    last = next(iter(_LAST), None)
    if last is None or last[0] is not state or last[1] != moved:
        last = (state, moved, _made(doc, doc.script.game))
        _LAST[:] = [last]
    return last[2]


#: The film that was made last, with the state and the act it leads to: many look at one stage.
_LAST: list[tuple[Any, tuple[int, str, str], Film | None]] = []


def _made(doc: Stage, game: str) -> Film | None:
    shots = motion.film([picture(game, state) for state in _way(doc)[-MOST_PICTURES:]])
    return (
        Film(doc.moved, tuple(replace(shot, stand=min(shot.stand, 420)) for shot in shots), brief=True)
        if shots
        else None
    )


def _way(doc: Stage) -> list[Any]:
    """The states on the way from the moment before to this one: () if one jumps."""
    step, teaches = doc.now, doc.script.teaches if doc.script is not None else None
    if step is None or teaches is None or doc.before == doc.at:
        return []
    if (branch := doc.branch(doc.at)) is not None:
        if branch.parent != doc.before:
            return []
        before = doc.state_at(branch.parent)
        return [before, *(each.state for each in teaches.stages(before, branch.state, branch.events))]
    moments, state = (step.then, step.last) if doc.at.endswith("+") else (step.moments, step.first)
    came = (
        doc.before.rstrip("+") == str(doc.step) if doc.at.endswith("+") else doc.before.rstrip("+") == str(doc.step - 1)
    )
    if not moments or not came:
        return []
    found = [state]
    for moment in moments:
        found += [each.state for each in teaches.stages(state, moment.state, moment.events)]
        state = moment.state
    return found


@lru_cache(maxsize=64)
def _svg(scene: Scene) -> str:
    return svg(scene, width="100%")


def cut_out(scene: Scene, box: tuple[float, float, float, float]) -> str:
    """A part of a picture (x, y, width, height in board units) as SVG that grows with its place."""
    there = " ".join(f"{number:.0f}" for number in box)
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{there}"', _svg(scene), count=1)


def drawn_part(scene: Scene, wanted: str) -> str:
    """The same of a part by its name: "c2", "b1-d3", all of it for ""."""
    return cut_out(scene, part(scene, wanted))
