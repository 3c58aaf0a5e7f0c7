"""The book: the collections that come with the tutor, and finding a puzzle in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.base.places import shipped
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import read_puzzles

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Collection:
    """The puzzles of one file; its ``name`` is the file's, without ".toml"."""

    name: str
    puzzles: tuple[Puzzle, ...]


def collection_files() -> tuple[Path, ...]:
    """The files of the book, in the order of their names; none where no puzzles are installed."""
    try:
        return tuple(sorted(shipped("puzzles").glob("*.toml")))
    except FileNotFoundError:
        return ()


@lru_cache(maxsize=1)
def book() -> tuple[Collection, ...]:
    """Every collection of the book. Raises what reading raises, and UnreadableText if two puzzles have one id."""
    found = tuple(Collection(path.stem, read_puzzles(path)) for path in collection_files())
    taken: dict[str, str] = {}
    for collection in found:
        for puzzle in collection.puzzles:
            if puzzle.id in taken:
                what = f"the id {puzzle.id!r} stands in {taken[puzzle.id]} and in {collection.name}"
                raise UnreadableText(Fault("the book", what, "Progress is kept under it: give each an id of its own."))
            taken[puzzle.id] = collection.name
    return found


@lru_cache(maxsize=1)
def puzzles_by_id() -> Mapping[str, Puzzle]:
    """Every puzzle of the book under its id, in the book's order. Raises what ``book`` raises."""
    return MappingProxyType({puzzle.id: puzzle for collection in book() for puzzle in collection.puzzles})


def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of the book with that id. UnreadableText names the nearest one."""
    known = puzzles_by_id()
    if puzzle_id not in known:
        hint = sentence(nearest(puzzle_id[:80], tuple(known), "tutor puzzle --list"))
        raise UnreadableText(Fault("puzzle", f"there is no puzzle {puzzle_id[:80]!r}", hint))
    return known[puzzle_id]
