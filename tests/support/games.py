"""The games there are, for tests that every game must pass, and how each is begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import gran, mystic_paths, mystic_wood, willow
from engine.contract.face import Game
from engine.contract.records import Record


class Entry(NamedTuple):
    """A game's package, seats for its games, a situation with a fault that a person could make, and what is no action.

    ``fewest`` is the least number of seats it is played by, exercises included; ``secret`` are situations, of which games with
    secrets begin.
    """

    game: Game[Any]
    seats: tuple[str, ...]
    faulty: str
    unreadable: str
    fewest: int = 1
    secret: tuple[str, ...] = ()


_PATHS = """
[players.red]
map = "m02"
hand = ["k001", "k002", "k003", "k004"]
[players.green]
map = "m03"
hand = ["k005", "k006", "k007", "k008"]
[players.blue]
map = "m17"
hand = ["k009", "k010", "k011", "k012"]
"""
#: A clue left open from the round before, which only the left neighbour sees.
_SHOWN = '[players.red]\nclues = [{ step = 1, word = "wet", since = 1 }]\n'
#: Hands on both sides, a Treasure looked at, and a fight at hand.
_WILLOW = """
scenario = "training"
controls = { ann = ["willow", "madmartigan", "airk", "franjean-rool"], bob = ["kael", "sorsha"] }
side = "evil"
elora = "franjean-rool"
[characters.willow]
at = "tavern"
magic = 2
hand = ["bear", "bolt-of-flame", "horse"]
[characters.franjean-rool]
at = "tavern"
hand = ["sword"]
[characters.kael]
at = "mountain-pass"
hand = ["death-dogs", "minions-of-war"]
[characters.sorsha]
at = "tavern"
hand = ["bow", "magical-attack", "magic-talisman"]
[seen]
good = ["standing-stones"]
hands = { franjean-rool = ["sword"] }
"""

GAMES = {
    "mystic-wood": Entry(
        mystic_wood,
        ("george", "britomart", "roland"),
        'order = ["lancelot"]',
        "mvoe north",
        secret=('order = ["george", "britomart", "roland"]\nvariants = ["hidden"]',),
    ),
    "gran": Entry(gran, ("red", "blue", "green"), 'game = "gran"\norder = ["purple"]', "mvoe ga3"),
    "mystic_paths": Entry(
        mystic_paths,
        ("red", "green", "blue"),
        'game = "mystic_paths"\norder = ["red", "black"]',
        "geuss owl",
        fewest=2,
        secret=(
            _PATHS,
            f'mode = "individual"\n{_PATHS}',
            'mode = "individual"\nround = 2\n' + _PATHS.replace("[players.red]", _SHOWN),
        ),
    ),
    "willow": Entry(
        willow,
        ("ann", "bob"),
        'game = "willow"\nscenario = "traning"',
        "willow mvoes tavern",
        fewest=2,
        secret=(_WILLOW, _WILLOW.replace('side = "evil"', 'side = "good"'), 'scenario = "training"\nelora = "airk"'),
    ),
}
#: With fewer, one has gone missing and its tests would check nothing.
FEWEST = 4
GameOf = Callable[[str], Entry]


def replayed(record: Record[Any]) -> Record[Any]:
    """The same actions played again from the first state."""
    again = Record.begin(record.first)
    for action in record.actions:
        again = again.play(action)
    return again
