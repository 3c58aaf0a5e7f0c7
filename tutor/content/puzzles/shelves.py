"""The shelves of the book: puzzles that stand together in a notebook (shelves.toml), and which of them practise a lesson."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from engine.text.keyed import TomlReader, parse, read_file
from tutor.content.puzzles.book import puzzles_by_id
from tutor.content.puzzles.model import Puzzle
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable

if TYPE_CHECKING:
    from tutor.content.lessons.reading import Lesson

SOURCE = Path(__file__).parent / "shelves.toml"
#: Topics of rules that puzzles have under another theme.
_ALSO = {"loose-things": "things"}


@dataclass(frozen=True, slots=True)
class Shelf:
    """Puzzles on a few ``themes`` or of some ``kinds``, the easiest first. Its notebook is ``name``.ipynb, which opens with the
    words of ``opening``."""

    name: str
    title: str
    themes: tuple[str, ...]
    kinds: tuple[str, ...]
    opening: str

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles of the book that stand here."""
        return _on(self)


@lru_cache(maxsize=64)
def _on(shelf: Shelf) -> tuple[Puzzle, ...]:
    every = puzzles_by_id().values()
    here = (p for p in every if p.kind in shelf.kinds or any(theme in shelf.themes for theme in p.themes))
    return tuple(sorted(here, key=lambda puzzle: (puzzle.rating, puzzle.id)))


@lru_cache(maxsize=1)
def shelves() -> tuple[Shelf, ...]:
    """All shelves in their order. Raises UnreadableText or ImpossibleSituation with every fault of their file."""
    text = read_file(SOURCE)
    raw = parse(text, SOURCE.name)
    reading = TomlReader(text, SOURCE.name)
    top = reading.table(raw)
    top.only(("shelf",))
    found = []
    for table in top.tables("shelf"):
        table.only(("name", "title", "themes", "kinds", "opening"))
        name, title, opening = (table.text(key, "") or "" for key in ("name", "title", "opening"))
        found.append(
            Shelf(name, title, table.ids("themes", games.themes()), table.ids("kinds", games.puzzle_kinds()), opening)
        )
    reading.finish()
    return tuple(found)


def find_shelf(name: str) -> Shelf:
    """The shelf of that name. UnreadableText names the nearest one."""
    known = {shelf.name: shelf for shelf in shelves()}
    if name not in known:
        raise UnreadableText(
            Fault("puzzles", f"there is no shelf {name[:80]!r}", sentence(nearest(name[:80], tuple(known))))
        )
    return known[name]


def shelf_for(lesson: Lesson) -> Shelf | None:
    """The shelf that practises a lesson: the lesson teaches more of the rules on its themes than of those on any other's.

    None if no shelf has a theme of the lesson's.
    """
    taught = Counter(_theme(lesson.game, rule) for rule in lesson.rules)
    there = Counter(_theme(lesson.game, rule) for rule in lesson.game.ledger)
    shares = {
        shelf: Fraction(sum(taught[theme] for theme in shelf.themes), sum(there[theme] for theme in shelf.themes) or 1)
        for shelf in shelves()
        if any(puzzle.game is lesson.game for puzzle in shelf.puzzles)
    }
    best = max(shares.values(), default=Fraction(0))
    return next((shelf for shelf, share in shares.items() if share == best), None) if best else None


def _theme(game: Teachable, rule: str) -> str:
    topic = game.ledger.rule(rule).topic
    return _ALSO.get(topic, topic)
