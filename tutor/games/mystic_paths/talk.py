"""Mystic Paths as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine import mystic_paths
from engine.mystic_paths.material import COLOURS
from engine.mystic_paths.position import SHARED
from tutor.games.mystic_paths import outlook
from tutor.games.mystic_paths.words import board_lines
from tutor.teach.language.contract import PlainTalk
from tutor.teach.language.meaning import Meaning, Told, Understood


class PathsTalk(PlainTalk):
    """As any game is asked about, and where a path can go on, and of a clue by its word; who says a guess stands in it."""

    def understood(self, text: str, state: Any) -> Understood:
        if action := _laying(text, state):
            return Understood((Meaning("may", action, fit=1.0),), sure=True)
        found = super().understood(text, state)
        return replace(found, meanings=tuple(_said_by(each, state) for each in found.meanings))

    def told(self, state: Any, kind: str, what: str) -> Told:
        question, _, seat = what.partition(" ")
        if kind != "fact" or question != "next":
            return super().told(state, kind, what)
        seat = seat if seat in state.order else outlook.whose(state)
        rules = ("guess.adjacent", "guess.not-base", "map.lawful")
        return Told(outlook.next_sentence(state, seat), outlook.lines(state, seat), rules)


#: "May Red lay NOT short for step 2?", "red add soft to step 7", "may red be ready"; and an action as it is written.
_LAYS = re.compile(
    rf"(?:\b(?P<seat>{'|'.join(COLOURS)})\b.*?)?\b(?P<verb>lay|clue|play|put|add)s?\s+(?:(?P<not>not)\s+)?(?P<word>[a-z-]+)"
    r"\s+(?:as (?:a|the|his) clue\s+)?(?:for|on|to|at)\s+(?:his\s+)?step\s+(?P<step>\d+)"
)
_WRITTEN = re.compile(rf"\b((?:{'|'.join(COLOURS)}) (?:(?:clue|add) \d+ (?:not )?[a-z-]+|ready))\b")
_READY = re.compile(rf"\b({'|'.join(COLOURS)})\b.* ready\b")


def _laying(text: str, state: Any) -> str:
    """The action of laying clues that a question asks for; "" if it asks for none."""
    asked = " ".join(text.lower().split())
    if found := _WRITTEN.search(asked):
        return found[1] if found[1].startswith(tuple(state.order)) else ""
    if (found := _LAYS.search(asked)) and found["word"] not in ("a", "one", "two", "clue", "card"):
        seat = found["seat"] or (state.deciders[0] if state.moment == "lay" and state.deciders else state.order[0])
        verb = "add" if found["verb"] == "add" else "clue"
        return (
            f"{seat} {verb} {found['step']} {'not ' if found['not'] else ''}{found['word']}"
            if seat in state.order
            else ""
        )
    found = _READY.search(asked) if state.moment == "lay" else None
    return f"{found[1]} ready" if found and found[1] in state.order else ""


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
