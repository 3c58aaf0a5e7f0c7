"""The room of a class as a document: what is open, how far, whether it is paused, who is in it, what they tried.

The teacher's page is its viewer; what the projector shows is the stage, which is a document of its own. What pupils do is told to
the room by the host, in acts of ``class``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.pages.classroom.names import knight_name
from tutor.ui.page import Effect, Page

#: Who tells what pupils do, and who looks at the room.
HOST, TEACHER = "class", "teacher"
#: What begins the names of what is given on the stage, where all follow.
ON_STAGE = "stage"
#: The most pupils at once and since it was begun, the longest name of one, and the most mistakes that lie ready for the stage.
MOST_PUPILS, MOST_EVER, LONGEST_NAME, MOST_READY = 60, 240, 24, 3
#: Wrong answers by one rule after which a pupil counts as stuck.
STUCK_AFTER = 3
#: The tries that are kept in mind for one pupil at one exercise; of more the oldest are forgotten.
MOST_TRIES = 60


class Pupil(NamedTuple):
    """Somebody in the class; ``out``: sent out by the teacher. ``number`` counts those who came, from 1."""

    id: str
    name: str
    number: int
    out: bool = False


class Try(NamedTuple):
    """An answer a pupil gave: where (``opened``, ``exercise``), how it came out, the ``rule`` that refutes it with its reason in
    words, the ``answer`` itself in words, and the act ``n`` of the pupil's document after which the board shows it."""

    pupil: str
    opened: str
    exercise: str
    outcome: str
    rule: str
    said: str
    answer: str
    n: int


class Opening(NamedTuple):
    """What can be opened: its name, what it is called, the headings of its steps, the exercise at each ("": none); of the
    teacher's own, where it lies ("sheets/friday")."""

    name: str
    title: str
    steps: tuple[str, ...] = ()
    exercises: tuple[str, ...] = ()
    own: str = ""


class ClassGroup(NamedTuple):
    """Wrong answers that one rule refutes at one exercise: who gave them, and the one whose board shows it."""

    key: str
    rule: str
    exercise: str
    pupils: tuple[str, ...]
    example: Try


@dataclass
class Room:
    """The room as it stands: a mutable object of its desk. ``first`` and ``last`` are the steps that are open, from 1 (0: all
    of them); ``ready`` are the mistakes chosen for the stage in their order, ``staged`` the one that is shown, "" for none."""

    opened: str = ""
    first: int = 0
    last: int = 0
    paused: bool = False
    hints: bool = True
    anonymous: bool = False
    ended: bool = False
    pupils: dict[str, Pupil] = field(default_factory=dict)
    tries: dict[tuple[str, str], list[Try]] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    front: bool = False

    def named(self, pupil: str) -> str:
        """What a pupil is called now: by the name of a knight of legend while names are hidden."""
        there = self.pupils[pupil]
        return knight_name(there.number) if self.anonymous else there.name

    def tried(self, pupil: str, opened: str = "") -> list[Try]:
        """What a pupil has tried of what is open."""
        return self.tries.get((pupil, opened or self.opened), [])

    def standing(self, pupil: str, exercise: str) -> str:
        """How a pupil stands with an exercise: "right" (at once), "mended" (after a mistake or with help), "wrong", or ""."""
        clean, found = True, ""
        for each in self.tried(pupil):
            if each.exercise != exercise:
                continue
            if each.outcome == "right":
                return "right" if clean else "mended"
            if each.outcome in ("wrong", "solution", "hint"):
                clean = False
                found = "wrong" if each.outcome == "wrong" else found
        return found

    def stuck(self, pupil: str) -> Try | None:
        """The last of three tries in a row that one rule refutes; None if that is not so."""
        last = [each for each in self.tried(pupil) if each.outcome in ("right", "wrong")][-STUCK_AFTER:]
        same = {each.rule for each in last}
        wrong = len(last) == STUCK_AFTER and all(each.outcome == "wrong" for each in last)
        return last[-1] if wrong and len(same) == 1 else None

    def groups(self, opened: str = "") -> list[ClassGroup]:
        """The mistakes made at what is open (or at what was), by exercise and rule, those most pupils made first."""
        found: dict[str, list[Try]] = {}
        for pupil in self.pupils:
            for each in self.tried(pupil, opened):
                if each.outcome == "wrong":
                    found.setdefault(f"{each.exercise}/{each.rule}", []).append(each)
        made = [
            ClassGroup(key, tries[0].rule, tries[0].exercise, tuple(dict.fromkeys(each.pupil for each in tries)), tries[0])
            for key, tries in found.items()
        ]
        return sorted(made, key=lambda group: -len(group.pupils))

    def group(self, key: str, opened: str = "") -> ClassGroup | None:
        """That mistake; None if nobody has made it."""
        return next((group for group in self.groups(opened) if group.key == key), None)

    def on_stage(self) -> bool:
        """Whether all follow the stage."""
        return self.opened.partition("/")[0] == ON_STAGE


@dataclass(frozen=True, slots=True)
class RoomView:
    """How a viewer looks: the card that lies open beside the page ("" for none), and what happens once on it."""

    card: str = ""
    effects: tuple[Effect, ...] = ()
    touches: int = 0


class RoomDocument:
    """The room as a document. ``find`` gives what can be opened by its name (None: nothing), ``every`` all of it by its kind.

    Acts of the teacher: ``open NAME`` ("lesson/03-glades", "puzzles/order", "today", "quarrel/an-even-joust"), ``close``,
    ``pace 2 5``, ``pace all``, ``pause``, ``resume``, ``hints on``, ``hints off``, ``anonymous on``, ``anonymous off``,
    ``out PUPIL``, ``in PUPIL``, ``ready KEY`` and ``unready KEY`` (a mistake for the stage), ``order KEY KEY`` (of those that are
    ready), ``front on``, ``front off``, ``end``. Acts of the host: ``joined PUPIL NAME``, ``tried {...}``.
    """

    def __init__(self, find: Callable[[str], Opening | None], every: Callable[[], Mapping[str, tuple[Opening, ...]]]) -> None:
        self.find, self.every = find, every

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
            "open": self._open, "close": self._close, "pace": self._pace, "hints": _switch, "anonymous": _switch,
            "joined": _joined, "tried": _tried, "ready": _ready, "unready": _unready, "order": _order, "out": _out, "in": _out,
            "front": _switch, "stage": _formerly,
        }.get(verb)  # fmt: skip
        if verb in ("pause", "resume", "end") and not what:
            doc.paused = verb == "pause"
            doc.ended = doc.ended or verb == "end"
        elif done is not None:
            done(doc, verb, what)
        else:
            raise Refused(f"{act.text[:60]!r} is nothing that can be done in a class.")
        return doc

    def _open(self, doc: Room, verb: str, what: str) -> None:
        if self.find(what) is None:
            raise Refused(f"There is no {what[:60]!r} to open.")
        doc.opened, doc.first, doc.last, doc.ready, doc.ended = what, 0, 0, (), False
        doc.front = doc.on_stage()

    def _close(self, doc: Room, verb: str, what: str) -> None:
        doc.opened, doc.first, doc.last, doc.ready, doc.front = "", 0, 0, (), False

    def _pace(self, doc: Room, verb: str, what: str) -> None:
        if what == "all":
            doc.first = doc.last = 0
            return
        found = self.find(doc.opened)
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
        from tutor.pages.classroom.dashboard import heard

        return heard(self, seen, replace(view, effects=()), touch)

    def page(self, seen: Room, viewer: Viewer, view: RoomView, known: Known) -> Page:
        from tutor.pages.classroom.dashboard import dashboard

        return dashboard(self, seen, view, known) if viewer.role == TEACHER else Page("")


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


def as_act(tried: Try) -> str:
    """A try as the text of an act."""
    return f"tried {json.dumps(tried._asdict(), ensure_ascii=False)}"
