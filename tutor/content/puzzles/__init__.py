"""Puzzles: positions with a question whose answers the engine works out. See docs/writing-puzzles.md."""

from tutor.content.puzzles.book import Collection, book, find_puzzle
from tutor.content.puzzles.checking import faults_of
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import parse_puzzles, read_puzzles
from tutor.content.puzzles.solving import solve
from tutor.teach.exercise.stored import Solved

__all__ = [
    "Collection",
    "Puzzle",
    "Solved",
    "book",
    "faults_of",
    "find_puzzle",
    "parse_puzzles",
    "read_puzzles",
    "solve",
]
