"""How one picture becomes the next: who slides where, which card is turned, what appears and what goes. Pure data.

A painter plays the steps; whoever wants no movement shows the pictures one after the other. Lengths are board units, times
milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tutor.draw.shapes import Scene, Target

#: Widths of a place, from middle to middle, up to which two places count as neighbours.
NEAR = 1.05
#: How long things take, and how long a picture stands before the next.
WALK, SHIFT, TURN, FADE, CARRY, STAND = 620, 240, 420, 320, 900, 650


class Movement(NamedTuple):
    """One movement from one picture to the next, all of which begin together.

    ``kind`` is "slide" (to where ``target`` stands in the next picture, from (dx, dy) away by way of the points in ``via``, also
    relative), "turn" (a card is turned over), "appear", "vanish" (the last of the picture before) or "line" (drawn from point
    to point on the board, for who is carried through the air).
    """

    kind: str
    target: str
    ms: int
    dx: float = 0.0
    dy: float = 0.0
    via: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Shot:
    """A picture and the steps that lead to it from the one before; it then stands for ``stand`` milliseconds. ``about`` is the
    card it is about, where it stands for one of several."""

    scene: Scene
    steps: tuple[Movement, ...] = ()
    stand: int = STAND
    about: str = ""


def film(scenes: Sequence[Scene], *, last: int = 0) -> tuple[Shot, ...]:
    """Pictures as a film; those in which nothing has moved are left out. Empty if nothing moves at all.

    ``last`` is how long the last picture stands.
    """
    if not scenes:
        return ()
    shots = [Shot(scenes[0], (), 0)]
    for scene in scenes[1:]:
        found = steps(shots[-1].scene, scene)
        if found:
            shots.append(Shot(scene, found))
    if len(shots) == 1:
        return ()
    return (*shots[:-1], Shot(shots[-1].scene, shots[-1].steps, last))


def steps(before: Scene, after: Scene) -> tuple[Movement, ...]:
    """What moves between two pictures of the same part of the Wood.

    What ``lies`` still (an area) is turned over where its ``face`` differs; all else walks, is carried, appears or vanishes.

    >>> here = Target("knight:george", "George", 0, 0, 9, 9, 0, 0, "c5")
    >>> pictures = [Scene("", 99, 99, (), (one,), ()) for one in (here, here._replace(x=50.0, at="c6"))]
    >>> [step.kind for step in steps(*pictures)]
    ['line', 'slide']
    """
    was = {target.id: target for target in before.targets}
    found: list[Movement] = []
    for target in after.targets:
        old = was.get(target.id)
        if target.is_place:
            if old is not None and old.face != target.face:
                found.append(Movement("turn", target.id, TURN))
        elif old is None:
            found.append(Movement("appear", target.id, FADE))
        elif old.at != target.at:
            found += _journey(old, target, before)
        elif abs(old.x - target.x) + abs(old.y - target.y) > 0.5:
            found.append(Movement("slide", target.id, SHIFT, old.x - target.x, old.y - target.y))
    here = {target.id for target in after.targets}
    found += [Movement("vanish", target, FADE) for target in was if target not in here and not was[target].is_place]
    return tuple(found)


def _journey(old: Target, new: Target, board: Scene) -> list[Movement]:
    """From one area to another: on foot along the path, or in a line through the air (by the Tower, if they correspond)."""
    dx, dy = round(old.x - new.x, 1), round(old.y - new.y, 1)
    areas = {target.at: target for target in board.targets if target.is_place}
    a, b = (areas[at].middle if at in areas else None for at in (old.at, new.at))
    if a is not None and b is not None and abs(a[0] - b[0]) + abs(a[1] - b[1]) <= NEAR * areas[old.at].w:
        end = new.middle
        # By the middles of both cards and the edge between them, where the path runs.
        on_the_way = [a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b]
        via = tuple((round(x - end[0], 1), round(y - end[1], 1)) for x, y in on_the_way)
        return [Movement("slide", new.id, WALK, dx, dy, via)]
    points = [old.middle, new.middle]
    tower = next((target for target in areas.values() if target.is_middle), None)
    if tower is not None and a is not None and b is not None and _between(a, tower.middle, b):
        points.insert(1, tower.middle)
    line = tuple((round(x, 1), round(y, 1)) for x, y in points)
    return [Movement("line", new.id, CARRY, via=line), Movement("slide", new.id, CARRY, dx, dy)]


def _between(a: tuple[float, float], middle: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether two areas correspond: what lies half way between them is the Tower."""
    return abs(a[0] + b[0] - 2 * middle[0]) + abs(a[1] + b[1] - 2 * middle[1]) < 1
