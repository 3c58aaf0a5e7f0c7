"""The maker: new puzzles of every kind from a seed."""

from tutor.content.making.running import Made, make

__all__ = ["Made", "make"]
