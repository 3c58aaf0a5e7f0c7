"""The games the tutor knows, and which one a situation or a code is of."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from engine.faults import Fault, ImpossibleSituation, nearest, sentence, shown

#: Each game's package and how its codes begin; a package is imported when it is asked for.
PACKAGES = {"mystic-wood": "engine.mystic_wood", "gran": "engine.gran"}
PREFIXES = {"mw1-": "mystic-wood", "gr1-": "gran"}
#: What is meant where nothing is said.
FIRST = "mystic-wood"
_SAYS = re.compile(r"""^[ \t]*game[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')""", re.MULTILINE)


def game(name: str = FIRST) -> Any:
    """The package of a game, which keeps :class:`engine.game.Game`. ImpossibleSituation naming those there are."""
    if name not in PACKAGES:
        hint = sentence(nearest(name, tuple(PACKAGES)))
        raise ImpossibleSituation(Fault("game", f"there is no game {shown(name)}", hint, "unknown-word"))
    return import_module(PACKAGES[name])


def name_of_game(situation: str) -> str:
    """The name of the game a situation text or a code is of: what its ``game`` key says, or the first game."""
    text = situation.lstrip()
    for prefix, name in PREFIXES.items():
        if text.startswith(prefix):
            return name
    top = re.split(r"^[ \t]*\[", text[:20_000], maxsplit=1, flags=re.MULTILINE)[0]
    said = _SAYS.search(top)
    return (said[1] or said[2] or "") if said else FIRST


def game_of(situation: str) -> Any:
    """The package of the game a situation text or a code is of."""
    return game(name_of_game(situation))


def is_code(text: str) -> bool:
    """Whether a text begins as a code does."""
    return text.startswith(tuple(PREFIXES))


def lacks(name: str, what: str) -> ImpossibleSituation:
    """What is said where a question makes no sense for a game."""
    return ImpossibleSituation(Fault(f"game {name}", f"{name} has no {what}", "Ask another question of it.", "no-such-question"))
