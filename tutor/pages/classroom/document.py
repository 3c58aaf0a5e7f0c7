"""The room of a class as a document: what its acts do, and the teacher's page of it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Page
from tutor.pages.classroom.dashboard import dashboard, heard
from tutor.pages.classroom.openings import find
from tutor.pages.classroom.room import (
    HOST,
    MOST_EVER,
    MOST_PUPILS,
    MOST_READY,
    MOST_TRIES,
    TEACHER,
    Pupil,
    Room,
    RoomView,
    Try,
)


class RoomDocument:
    """The room as a document.

    Acts of the teacher: ``open NAME`` ("lesson/03-glades", "puzzles/order", "today", "quarrel/an-even-joust"), ``close``,
    ``pace 2 5``, ``pace all``, ``pause``, ``resume``, ``hints on``, ``hints off``, ``anonymous on``, ``anonymous off``,
    ``out PUPIL``, ``in PUPIL``, ``ready KEY`` and ``unready KEY`` (a mistake for the stage), ``order KEY KEY`` (of those that are
    ready), ``front on``, ``front off``, ``end``. Acts of the host: ``joined PUPIL NAME``, ``tried {...}``.
    """

    def open(self, source: Mapping[str, Any]) -> Room:
        return Room()

    def look(self, viewer: Viewer) -> RoomView:
        return RoomView()

    # ---------------------------------------------------------------- acts
    def fold(self, doc: Room, act: Act) -> Room:
        verb, _, what = act.text.partition(" ")
        if (act.by == HOST) != (verb in ("joined", "tried")):
            raise Refused("That is not yours to do.")
        done = {
            "open": self._open,
            "close": self._close,
            "pace": self._pace,
            "hints": _switch,
            "anonymous": _switch,
            "joined": _joined,
            "tried": _tried,
            "ready": _ready,
            "unready": _unready,
            "order": _order,
            "out": _out,
            "in": _out,
            "front": _switch,
            "stage": _formerly,
        }.get(verb)
        if verb in ("pause", "resume", "end") and not what:
            doc.paused = verb == "pause"
            doc.ended = doc.ended or verb == "end"
        elif done is not None:
            done(doc, verb, what)
        else:
            raise Refused(f"{act.text[:60]!r} is nothing that can be done in a class.")
        return doc

    def _open(self, doc: Room, verb: str, what: str) -> None:
        if find(what) is None:
            raise Refused(f"There is no {what[:60]!r} to open.")
        doc.opened, doc.first, doc.last, doc.ready, doc.ended = what, 0, 0, (), False
        doc.front = doc.on_stage()

    def _close(self, doc: Room, verb: str, what: str) -> None:
        doc.opened, doc.first, doc.last, doc.ready, doc.front = "", 0, 0, (), False

    def _pace(self, doc: Room, verb: str, what: str) -> None:
        if what == "all":
            doc.first = doc.last = 0
            return
        found = find(doc.opened)
        steps = len(found.steps) if found is not None else 0
        ends = what.split()
        if len(ends) != 2 or not all(end.isascii() and end.isdigit() and len(end) < 5 for end in ends):
            raise Refused("A pace is the first step and the last, like 2 5.")
        first, last = (int(end) for end in ends)
        if not 1 <= first <= last <= steps:
            raise Refused(f"There are steps 1 to {steps} here." if steps else "What is open has no steps.")
        doc.first, doc.last = first, last

    def next(self, doc: Room) -> str | None:
        return None

    def draw(self, doc: Room, who: str, rng: random.Random) -> str:
        raise Refused("Nothing is drawn in a class.")

    # ---------------------------------------------------------------- what is seen
    def seen(self, doc: Room, viewer: Viewer) -> Room:
        return doc if viewer.role == TEACHER else Room()

    def hear(self, seen: Room, viewer: Viewer, view: RoomView, touch: Touch) -> tuple[RoomView, tuple[str, ...]]:
        if viewer.role != TEACHER:
            return view, ()
        return heard(seen, replace(view, effects=()), touch)

    def page(self, seen: Room, viewer: Viewer, view: RoomView, known: Known) -> Page:
        return dashboard(seen, view, known) if viewer.role == TEACHER else Page("")


def _switch(doc: Room, verb: str, what: str) -> None:
    if what not in ("on", "off"):
        raise Refused(f"{verb} is on or off.")
    setattr(doc, verb, what == "on")


def _joined(doc: Room, verb: str, what: str) -> None:
    pupil, _, name = what.partition(" ")
    if pupil in doc.pupils:
        raise Refused("He is in the class already.")
    if sum(not each.out for each in doc.pupils.values()) >= MOST_PUPILS or len(doc.pupils) >= MOST_EVER:
        raise Refused(f"The class is full: {MOST_PUPILS} are in it.")
    doc.pupils[pupil] = Pupil(pupil, name, len(doc.pupils) + 1)


def _out(doc: Room, verb: str, what: str) -> None:
    if what not in doc.pupils:
        raise Refused("There is nobody of that name in the class.")
    doc.pupils[what] = doc.pupils[what]._replace(out=verb == "out")


def _tried(doc: Room, verb: str, what: str) -> None:
    try:
        told = json.loads(what)
        made = Try(**{name: told[name] for name in Try._fields})
    except (ValueError, TypeError, KeyError):
        raise Refused("That is no try.") from None
    if made.pupil not in doc.pupils:
        raise Refused("There is nobody of that name in the class.")
    tries = doc.tries.setdefault((made.pupil, made.opened), [])
    same = [each for each in tries if each.exercise == made.exercise]
    if len(same) >= MOST_TRIES:
        tries.remove(same[1])  # the first says whether it was right at once
    tries.append(made)


def _ready(doc: Room, verb: str, what: str) -> None:
    if doc.group(what) is None:
        raise Refused("Nobody has made that mistake.")
    if len(doc.ready) >= MOST_READY:
        raise Refused(f"{MOST_READY} lie ready for the stage. Take one of them back first.")
    doc.ready = (*(key for key in doc.ready if key != what), what)


def _unready(doc: Room, verb: str, what: str) -> None:
    doc.ready = tuple(key for key in doc.ready if key != what)


def _order(doc: Room, verb: str, what: str) -> None:
    wanted = tuple(what.split())
    if sorted(wanted) != sorted(doc.ready):
        raise Refused("Those are not the mistakes that lie ready.")
    doc.ready = wanted


def _formerly(doc: Room, verb: str, what: str) -> None:
    """What showed a mistake before the class had one stage: logs of that time are still read."""
