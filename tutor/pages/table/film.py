"""What has happened since somebody last acted, as a film: who went where, which card was turned up."""

from __future__ import annotations

from dataclasses import replace

from tutor.draw import motion
from tutor.draw.page import Film
from tutor.draw.shapes import Scene
from tutor.pages.table.parts import drawn
from tutor.pages.table.play import Table, at_table

#: Milliseconds: the shortest and the longest movement, and how long a picture stands before the next.
SHORTEST, LONGEST, STANDS = 150, 400, 120
#: The most pictures of a film; of what others have done meanwhile the last.
MOST = 6


def film(table: Table) -> Film | None:
    """The film to the present moment; None where nothing has moved, or lines were taken back."""
    if table.since >= len(table.lines):
        return None
    at = at_table(table.game)
    scenes: list[Scene] = []
    for line in moments(table)[-MOST:]:
        scene = drawn(at.board, table.at(line), table.seen_as).scene
        if scene is None:
            return None
        if not scenes or scene.layers != scenes[-1].layers:
            scenes.append(scene)
    shots = motion.film(scenes)
    return Film(table.n, tuple(paced(shot) for shot in shots), brief=True) if shots else None


def moments(table: Table) -> list[int]:
    """The lines after which a picture is taken: each of the turn in which somebody acted, and the end of every other turn."""
    found, own = [table.since], True
    for number in range(table.since, len(table.lines)):
        ends = any(event.kind == "turn" for event in table.lines[number].events)
        if own or ends or number == len(table.lines) - 1:
            found.append(number + 1)
        own = own and not ends
    return found


def paced(shot: motion.Shot) -> motion.Shot:
    """A shot as quick as the table has it."""
    steps = tuple(step._replace(ms=max(SHORTEST, min(LONGEST, step.ms))) for step in shot.steps)
    return replace(shot, stand=min(shot.stand, STANDS), steps=steps)
