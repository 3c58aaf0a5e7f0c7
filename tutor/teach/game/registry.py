"""The games the tutor knows, what it knows of each, and which one a situation or a code is of. No other place lists them."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.text.faults import Fault, ImpossibleSituation, nearest, sentence, shown
from engine.text.keyed import read_file
from tutor.teach.game.teachable import Answering, Teachable

if TYPE_CHECKING:
    from engine.contract.face import Game


class ListedGame(NamedTuple):
    """A game: its package, how its codes begin, and its folder in the tutor, whose ``teachable`` says what is its own."""

    package: str
    prefix: str
    folder: str


#: By name; a module is imported when it is asked for.
GAMES = {
    "mystic-wood": ListedGame("engine.mystic_wood", "mw1-", "tutor.games.mystic_wood"),
    "gran": ListedGame("engine.gran", "gr1-", "tutor.games.gran"),
    "mystic_paths": ListedGame("engine.mystic_paths", "mp1-", "tutor.games.mystic_paths"),
    "willow": ListedGame("engine.willow", "wi1-", "tutor.games.willow"),
}
#: What a person may write as well.
_ALSO = {"mystic-paths": "mystic_paths"}
#: What is meant where nothing is said.
FIRST = "mystic-wood"
#: What a question that not every game answers is about.
_ABOUT = {
    "known": "ground to explore",
    "order": "order of encounter",
    "compare": "second edition to compare with",
    "variants": "variants",
    "board": "board files",
    "edit": "editor",
    "rulings": "ruling checker",
    "apps": "apps",
}
_SAYS = re.compile(r"""^[ \t]*game[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')""", re.MULTILINE)


def known(name: str) -> ListedGame:
    """What is known of a game. ImpossibleSituation naming those there are."""
    name = _ALSO.get(name, name)
    if name not in GAMES:
        hint = sentence(nearest(name, tuple(GAMES)))
        raise ImpossibleSituation(Fault("game", f"there is no game {shown(name)}", hint, "unknown-word"))
    return GAMES[name]


def _module(name: str) -> Any:
    """A module by its name: pages ask for the same few without end, and ``import_module`` takes its time each time."""
    return sys.modules.get(name) or import_module(name)


def game(name: str = FIRST) -> Game[Any]:
    """The package of a game. ImpossibleSituation naming those there are."""
    return cast("Game[Any]", _module(known(name).package))


def teachable(name: str = FIRST) -> Teachable:
    """A game as it is taught. ImpossibleSituation naming those there are."""
    return cast("Teachable", _module(f"{known(name).folder}.teachable").GAME)


def of_state(state: Any) -> Teachable:
    """The game a state is of. LookupError if it is a state of none of them."""
    module = type(state).__module__
    for name, of in GAMES.items():
        if module.startswith(f"{of.package}."):
            return teachable(name)
    raise LookupError(f"{module} is no game's")


def taught() -> tuple[Teachable, ...]:
    """The games there are puzzles of."""
    return tuple(each for each in map(teachable, GAMES) if each.puzzle_kinds)


def puzzle_kinds() -> tuple[str, ...]:
    """The kinds of puzzles of all games, game by game."""
    return tuple(dict.fromkeys(kind for each in taught() for kind in each.puzzle_kinds))


def made_kinds() -> dict[str, Teachable]:
    """The kinds of puzzles that can be made, each with its game."""
    return {kind: each for each in taught() for kind in each.makes}


def themes() -> tuple[str, ...]:
    """All that puzzles can be about, game by game."""
    return tuple(dict.fromkeys(theme for each in taught() for theme in each.themes))


def puzzle_editions() -> tuple[str, ...]:
    """The editions of all games there are puzzles of."""
    return tuple(dict.fromkeys(edition for each in taught() for edition in each.editions))


def table(name: str = FIRST) -> Any:
    """The module of a game that a table asks (:class:`tutor.draw.tables.AtTable`)."""
    return _module(f"{known(name).folder}.table")


def name_of_game(situation: str) -> str:
    """The name of the game a situation text or a code is of: what its ``game`` key says, or the first game."""
    text = situation.lstrip()
    for name, of in GAMES.items():
        if text.startswith(of.prefix):
            return name
    top = re.split(r"^[ \t]*\[", text[:20_000], maxsplit=1, flags=re.MULTILINE)[0]
    said = _SAYS.search(top)
    name = (said[1] or said[2] or "") if said else FIRST
    return _ALSO.get(name, name)


def game_of(situation: str) -> Game[Any]:
    """The package of the game a situation text or a code is of."""
    return game(name_of_game(situation))


def is_code(text: str) -> bool:
    """Whether a text begins as a code does."""
    return text.startswith(tuple(of.prefix for of in GAMES.values()))


def lacks(name: str, what: str) -> ImpossibleSituation:
    """What is said where a question (or an option of a new game) makes no sense for a game."""
    fix = "Leave it out." if what in ("variants", "board", "known") else "Ask another question of it."
    return ImpossibleSituation(Fault(f"game {name}", f"{name} has no {_ABOUT[what]}", fix, "no-such-question"))


def question(name: str, what: str) -> Answering:
    """What answers a question that only some games answer. ImpossibleSituation where it makes no sense."""
    if what not in teachable(name).QUESTIONS:
        raise lacks(name, what)
    return teachable(name).QUESTIONS[what]


def require(name: str, what: str) -> None:
    """ImpossibleSituation where a game does not have what only some have."""
    if what not in teachable(name).OFFERS:
        raise lacks(name, what)


def options(name: str, **given: Any) -> dict[str, Any]:
    """What a new game is told besides seats and edition, if anything. ImpossibleSituation for what the game does not have."""
    told = {what: value for what, value in given.items() if value}
    for what in told:
        require(name, what)
    return told


def load_board(path: str | Path, name: str | None = None) -> Any:
    """A board file of the player's own, known from now on: for this game, for the one it names, or the first with such files."""
    if name is None:
        said = name_of_game(read_file(path, "Name a readable TOML file."))
        name = next(name for name in (said, *GAMES) if name in GAMES and "board" in teachable(name).OFFERS)
    require(name, "board")
    return _module(known(name).package).load_board(path)
