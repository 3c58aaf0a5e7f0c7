"""A maker for each kind of puzzle: from what a supply holds, a puzzle and what makes it the same as another.

A maker rejects a candidate with nothing to think about (trivial), with more than one answer where one is asked for (ambiguous),
or with none; what was made before is rejected by :mod:`tutor.content.making.running`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tutor.content.puzzles.model import Puzzle
from tutor.games.mystic_wood.making.chances import combination, joust, odds
from tutor.games.mystic_wood.making.editions import ruling
from tutor.games.mystic_wood.making.encounters import order, setup
from tutor.games.mystic_wood.making.material import Supply
from tutor.games.mystic_wood.making.moments import may, transport
from tutor.games.mystic_wood.making.plans import plan
from tutor.games.mystic_wood.making.walks import path

MAKERS: Mapping[str, Callable[[Supply], tuple[Puzzle, str]]] = {
    "order": order,
    "setup": setup,
    "may": may,
    "transport": transport,
    "path": path,
    "odds": odds,
    "joust": joust,
    "combination": combination,
    "plan": plan,
    "ruling": ruling,
}
