"""Mystic Paths as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import mystic_paths
from engine.mystic_paths.material import COLOURS
from tutor.mystic_paths.words import board_lines
from tutor.teach.language.contract import PlainTalk


@cache
def talk() -> PlainTalk:
    """The words of Mystic Paths, with the portals of any of its boards."""
    portals = {disc for board in mystic_paths.boards().values() for disc in board.disc_of}
    kinds = {"place": portals, "knight": COLOURS, "player": COLOURS, "one": (*COLOURS, *portals)}
    names = {colour: colour.capitalize() for colour in COLOURS} | {portal: f"the {portal}" for portal in portals}
    return PlainTalk(Path(__file__).parent, mystic_paths, kinds, names, board_lines)
