"""What has happened since somebody last acted, as a film: who went where, which card was turned up."""

from __future__ import annotations

from dataclasses import replace

from tutor.pages.table.play import Table, at_table
from tutor.scene import motion
from tutor.scene.shapes import Scene
from tutor.ui.page import Film

#: A movement takes at least and at most so many milliseconds, and a picture stands so long before the next.
SHORTEST, LONGEST, STANDS = 150, 400, 120
#: The most pictures of a film: of what bots have done meanwhile the last.
MOST = 9


def film(table: Table) -> Film | None:
    """The film to the present moment; None where nothing has moved, or lines were taken back."""
    if table.since >= len(table.lines):
        return None
    at = at_table(table.game)
    scenes: list[Scene] = []
    moments = [table.at(line) for line in range(table.since, len(table.lines) + 1)]
    for state in moments[-4 * MOST :]:
        scene = at.board(state, table.seen_as, ()).scene
        if scene is None:
            return None
        if not scenes or scene.layers != scenes[-1].layers:
            scenes.append(scene)
    shots = motion.film(scenes[-MOST:])
    if not shots:
        return None
    paced = tuple(
        replace(
            shot,
            stand=min(shot.stand, STANDS),
            steps=tuple(step._replace(ms=max(SHORTEST, min(LONGEST, step.ms))) for step in shot.steps),
        )
        for shot in shots
    )
    return Film(table.n, paced)
