"""Every key a situation can have, as a person is told of it: title, meaning, default, example, all in ``data/vocabulary.toml``.

The editor's controls, the reference in docs/situations.md and the tests walk over this table; how a key is read is the engine's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, COMPANIONS, KNIGHTS, LOST_ONES, THINGS
from tutor.games.mystic_wood.editor.draft_situation import tiles_in, wood_in

Subject: TypeAlias = Literal["game", "area", "knight"]
Kind: TypeAlias = Literal["flag", "count", "one", "many", "text", "tables", "table"]


class KeyWords(NamedTuple):
    """One key. ``choices`` names what it may be (a key of :func:`choices`); ``default`` is said in words.

    ``example`` is a whole situation that needs the key; ``seldom`` marks what a person rarely sets by hand.
    """

    subject: Subject
    name: str
    kind: Kind
    title: str
    means: str
    default: str
    example: str
    choices: str = ""
    seldom: bool = False

    @property
    def id(self) -> str:
        """Like "area.storm"."""
        return f"{self.subject}.{self.name}"


_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "data" / "vocabulary.toml").read_text("utf-8"))
#: What can wait (``pending``), each in words.
WAITING: Mapping[str, str] = _DATA.pop("waiting")
#: Every key, in the order in which they are told.
VOCABULARY = tuple(
    KeyWords(cast("Subject", subject), name, **told) for subject, keys in _DATA.items() for name, told in keys.items()
)
BY_ID: Mapping[str, KeyWords] = {key.id: key for key in VOCABULARY}


def choices(key: KeyWords, data: Mapping[str, Any], about: str = "") -> tuple[str, ...]:
    """What the value of a key may be chosen from in this half-built situation; ``about`` is the area or Knight it is set for."""
    seats, wood = tuple(data.get("knights", {})), wood_in(data)
    here = str(data.get("knights", {}).get(about, {}).get("at", wood.earthly_gate))
    fixed: dict[str, tuple[str, ...]] = {
        "editions": mw.editions(),
        "knights": KNIGHTS,
        "seats": seats,
        "moments": ("start", "arrived", "after"),
        "variants": ("hidden", "cooperative"),
        "removable": (*mw.CARDS.pack, *THINGS, "blessing"),
        "pack": mw.CARDS.pack,
        "powers": ("key", "wand", "arch-mage", "escaped", "went-in", "joint", "stalemate", "pray", "jousted", "fought"),
        "faces": ("up", "down"),
        "denizens": tuple(mw.CARDS.denizens),
        "things": THINGS,
        "areas": wood.areas,
        "companions": COMPANIONS,
        "lost": LOST_ONES,
        "games": ("mystic-wood",),
        "arrivals": ("walked", "transported", "earlier"),
        "rules": tuple(mw.ledger()),
        "prowess": tuple(c.id for c in mw.CARDS.denizens.values() if c.prowess_card),
        "others": tuple(seat for seat in seats if seat != about),
        "pending": tuple(WAITING),
        "foes": (*CHALLENGERS, "prince", *(seat for seat in seats if seat != about)),
        "spoils": (*THINGS, *seats, *COMPANIONS, "horse", "holy-grail", "king"),
        "shared": (*THINGS, *COMPANIONS, "horse", "holy-grail"),
        "named": tuple(name for name, card in mw.CARDS.areas.items() if card.half),
    }
    if key.choices == "beside":
        return tuple(wood.neighbours.get(here, {}).values())
    if key.choices == "tiles":
        half = wood.half_of(about) if about in wood.index else ""
        return tuple(tile.id for tile in tiles_in(data).values() if tile.half == half and not tile.fixed)
    return fixed.get(key.choices, ())
