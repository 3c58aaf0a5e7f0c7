"""GRAN as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import gran
from engine.gran.material import COLOURS, STATES
from tutor.games.gran.words import board_lines
from tutor.teach.language.contract import PlainTalk


@cache
def talk() -> PlainTalk:
    """The words of GRAN, on any of its boards."""
    spaces = {space for board in gran.boards().values() for space in board.spaces}
    kinds = {"place": spaces, "knight": COLOURS, "player": COLOURS, "one": (*COLOURS, "ring"), "state": STATES}
    names = {one: one.capitalize() for one in (*COLOURS, *STATES)} | {"ring": "the ring"}
    return PlainTalk(Path(__file__).parent, gran, kinds, names, board_lines)
