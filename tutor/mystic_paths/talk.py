"""Mystic Paths as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine import mystic_paths
from engine.mystic_paths.material import COLOURS
from engine.mystic_paths.position import SHARED
from tutor.mystic_paths import outlook
from tutor.mystic_paths.words import board_lines
from tutor.teach.language.contract import PlainTalk
from tutor.teach.language.meaning import Meaning, Told, Understood


class PathsTalk(PlainTalk):
    """As any game is asked about, and besides where a path can go on; and who says a guess stands in the guess."""

    def understood(self, text: str, state: Any) -> Understood:
        found = super().understood(text, state)
        return replace(found, meanings=tuple(_said_by(each, state) for each in found.meanings))

    def told(self, state: Any, kind: str, what: str) -> Told:
        question, _, seat = what.partition(" ")
        if kind != "fact" or question != "next":
            return super().told(state, kind, what)
        seat = seat if seat in state.order else outlook.whose(state)
        rules = ("guess.adjacent", "guess.not-base", "map.lawful")
        return Told(outlook.next_sentence(state, seat), outlook.lines(state, seat), rules)


def _said_by(meaning: Meaning, state: Any) -> Meaning:
    """ "May Red guess the owl?" is asked of Red, whoever guesses now: it is said in the action."""
    shared = meaning.kind in ("may", "chances") and meaning.what.split()[0] in SHARED
    if not (shared and meaning.who in state.order):
        return meaning
    return meaning._replace(what=f"{meaning.who}: {meaning.what}", who="")


@cache
def talk() -> PlainTalk:
    """The words of Mystic Paths, with the portals of any of its boards."""
    portals = {disc for board in mystic_paths.boards().values() for disc in board.disc_of}
    kinds = {"place": portals, "knight": COLOURS, "player": COLOURS, "one": (*COLOURS, *portals)}
    names = {colour: colour.capitalize() for colour in COLOURS} | {portal: f"the {portal}" for portal in portals}
    return PathsTalk(Path(__file__).parent, mystic_paths, kinds, names, board_lines)
