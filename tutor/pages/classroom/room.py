"""The room of a class: what is open, how far, whether it is paused, who is in it, what they tried.

The teacher's page is its viewer; what the projector shows is the stage, which is a document of its own. What pupils do is told to
the room by the host, in acts of ``class``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import NamedTuple

from tutor.draw.page import Effect
from tutor.pages.classroom.names import knight_name

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
            ClassGroup(
                key, tries[0].rule, tries[0].exercise, tuple(dict.fromkeys(each.pupil for each in tries)), tries[0]
            )
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


def as_act(tried: Try) -> str:
    """A try as the text of an act."""
    return f"tried {json.dumps(tried._asdict(), ensure_ascii=False)}"
