"""The maker: new puzzles of every kind from a seed."""

from tutor.puzzles.making.running import Made, make

__all__ = ["Made", "make"]
