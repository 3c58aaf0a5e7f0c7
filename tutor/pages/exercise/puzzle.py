"""Puzzles one after another in the same place, as one document: the puzzle being worked at, and how one came to it.

Who picks puzzles is drawn like chance: asked once, and what he says is written down.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.picking import Picker
from tutor.content.puzzles.reading import LESSON
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Page
from tutor.pages.exercise import KeptAttempt, Presenter
from tutor.pages.exercise.exercise import STANDING, Standing, Working, stand
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of
from tutor.pages.exercise.shown import Shown
from tutor.teach.exercise.controls import Button
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.game import registry as games
from tutor.teach.kinds import still

#: Who picks puzzles, as the one who acts.
PICKER = "picker"
#: Under this name a host tells the line above the puzzle.
HEADING = "heading"
#: What is on the board when there is no puzzle.
EMPTY = still("no-puzzle", games.teachable(), LESSON, "No puzzle is left")
#: The acts that lead to another puzzle.
_ONWARD = ("onward", "backward", "go")


class Solving:
    """A puzzle as it stands, a mutable object of its desk. ``puzzle`` is None where none is left.

    ``wanted`` is what the picker is asked next: "onward", "backward", "go ID", "tell" or nothing. ``told`` says that a first
    answer has been reported to him, ``line`` what he said to it; ``helped`` that a hint came before it. ``begun`` and
    ``answered`` are times of the log, for the picker alone.
    """

    def __init__(self) -> None:
        self.puzzle: Puzzle | None = None
        self.working: Working = Working(EMPTY)
        self.wanted = "onward"
        self.line = ""
        self.told = self.helped = self.right = False
        self.begun = self.answered = 0.0
        self.n = self.shown_at = 0

    @property
    def tried(self) -> bool:
        """Whether anything has been done at the puzzle since it is shown."""
        return self.n > self.shown_at

    @property
    def presenter(self) -> Presenter:
        """What shows the puzzle."""
        return self.working.presenter

    @property
    def exercise(self) -> Exercise:
        """What is on the board."""
        return self.presenter.exercise

    @property
    def kept(self) -> tuple[KeptAttempt, ...]:
        """What of the last act is to be written into the learner's progress."""
        return self.working.kept


class PuzzleDocument:
    """Puzzles as a document. ``picker`` says which is next, and knows them by their ids.

    Acts: ``onward``, ``backward``, ``go ID``, and what is done at the puzzle itself, as in
    :class:`tutor.pages.exercise.exercise.ExerciseDocument`; by the picker ``show ID`` (``show`` alone: nothing is left) and
    ``told LINE``. With ``show`` all begins anew: what stands before the last of them need not be folded
    (:func:`since_shown`).
    """

    def __init__(self, picker: Picker) -> None:
        self.picker = picker
        #: The puzzles it has picked: a picker need not know them by their ids.
        self._seen: dict[str, Puzzle] = {}

    def open(self, source: Mapping[str, Any]) -> Solving:
        return Solving()

    def look(self, viewer: Viewer) -> Viewing:
        return Viewing()

    # ---------------------------------------------------------------- acts
    def fold(self, doc: Solving, act: Act) -> Solving:
        verb, _, what = act.text.partition(" ")
        doc.working.kept = ()
        if act.by == PICKER:
            self._picked(doc, verb, what, act)
        elif verb in _ONWARD:
            doc.wanted = act.text
        elif doc.puzzle is None:
            raise Refused("There is no puzzle to be solved now.")
        else:
            doc.working.kept = doc.working.presenter.do(act.text, act.by)
            self._answered(doc, act.at)
        doc.n = doc.working.n = act.n
        return doc

    def _picked(self, doc: Solving, verb: str, what: str, act: Act) -> None:
        """What the picker says: which puzzle is shown now, or a line to the answer."""
        if verb == "told":
            doc.told, doc.line, doc.wanted = True, what, ""
            return
        puzzle = self.puzzle(doc, what) if what else None
        if what and puzzle is None:
            raise Refused(f"There is no puzzle {what} any more.")
        doc.puzzle, doc.working = puzzle, Working(puzzle.exercise if puzzle is not None else EMPTY, films=act.n)
        doc.line, doc.wanted, doc.begun, doc.shown_at = "", "", act.at, act.n
        doc.told = doc.helped = doc.right = False

    def puzzle(self, doc: Solving, puzzle_id: str) -> Puzzle | None:
        """A puzzle by its id; None if there is none (any more)."""
        return self.picker.named(puzzle_id) or self._seen.get(puzzle_id)

    def _answered(self, doc: Solving, at: float) -> None:
        """Have the picker told of a puzzle's first answer: whether it was right without a hint or the solution."""
        for kept in doc.kept:
            doc.helped = doc.helped or kept.outcome == "hint"
            if not doc.told and doc.wanted != "tell" and kept.outcome in ("right", "wrong", "solution"):
                doc.wanted, doc.answered = "tell", at
                doc.right = kept.outcome == "right" and not doc.helped

    def next(self, doc: Solving) -> str | None:
        waits = doc.working.presenter.session.waits_for
        return waits if waits is not None else PICKER if doc.wanted else None

    def draw(self, doc: Solving, who: str, rng: random.Random) -> str:
        if who != PICKER:
            return doc.working.presenter.session.drawn()
        verb, _, what = doc.wanted.partition(" ")
        if doc.puzzle is not None and verb != "choose":
            self.picker.resume(doc.puzzle, doc.told, doc.begun)
        if verb == "tell" and doc.puzzle is not None:
            return f"told {self.picker.told(doc.puzzle, doc.right, doc.answered - doc.begun)}".strip()
        puzzle = self.pick(doc, verb, what)
        if puzzle is not None:
            self._seen[puzzle.id] = puzzle
        return f"show {puzzle.id}" if puzzle is not None else "show"

    def pick(self, doc: Solving, verb: str, what: str) -> Puzzle | None:
        """Which puzzle is shown now."""
        if verb == "backward":
            return self.picker.back() or doc.puzzle
        if verb == "go":
            return self.picker.to(what) or doc.puzzle
        if doc.puzzle is not None and not doc.told:
            self.picker.left(doc.puzzle)
        return self.picker.next()

    # ---------------------------------------------------------------- what is seen
    def seen(self, doc: Solving, viewer: Viewer) -> Solving:
        return doc

    def hear(self, seen: Solving, viewer: Viewer, view: Viewing, touch: Touch) -> tuple[Viewing, tuple[str, ...]]:
        if touch.kind == "click" and (text := self.leads(touch.target)):
            return Viewing(plays=view.plays), (text,)
        if seen.puzzle is None:
            return view, ()
        return seen.working.presenter.hear(touch, view)

    def leads(self, target: str) -> str:
        """The act of a button that leads to another puzzle; "" if it is none."""
        if target.startswith("puzzle:"):
            return f"go {target.removeprefix('puzzle:')}"
        return {"next": "onward", "previous": "backward"}.get(target, "")

    def shown(self, seen: Solving, view: Viewing, known: Known) -> Shown:
        """All that is shown, before it is laid out as a page."""
        return self.dressed(seen, stand(seen.working.presenter, known.get(STANDING, Standing())).shown(view), known)

    def dressed(self, seen: Solving, shown: Shown, known: Known) -> Shown:
        """What is shown of an exercise, with what is said of a puzzle and the ways on from it."""
        puzzles: Sequence[Puzzle] = self.picker.puzzles
        number = next((n for n, each in enumerate(puzzles, start=1) if seen.puzzle and each.id == seen.puzzle.id), 0)
        tools = [
            replace(tool, text="⟲ Try again") if tool.id == "again" else tool
            for tool in shown.tools
            if tool.id != "next"
        ]
        if number > 1:
            tools.append(Button("previous", "← Back", "The puzzle before this one", key="p"))
        if seen.puzzle is not None:
            done = shown.solved or seen.told
            tools.append(Button("next", "Next →" if done else "Skip →", "The next puzzle", main=shown.solved, key="n"))
        return replace(
            shown,
            number=number,
            count=len(puzzles),
            tools=tuple(tools),
            key=seen.exercise.id,
            above=str(known.get(HEADING, "")),
            tags=tags_of(seen.puzzle) if seen.puzzle is not None else (),
            below=seen.line,
        )

    def page(self, seen: Solving, viewer: Viewer, view: Viewing, known: Known) -> Page:
        return page_of(self.shown(seen, view, known), seen.n, seen.working.presenter, view)


#: How hard a puzzle is, in a word: up to which rating each is right.
HARD = ((1000, "easy"), (1400, "middling"), (1800, "hard"))


def tags_of(puzzle: Puzzle) -> tuple[str, ...]:
    """What is said of a puzzle above it: what it asks, how hard it is, and its edition if that is not the usual one."""
    asks = puzzle.game.puzzle_kinds[puzzle.kind][0] if puzzle.kind in puzzle.game.puzzle_kinds else puzzle.kind
    word = next((word for rating, word in HARD if puzzle.rating < rating), "very hard")
    usual = puzzle.editions[:1] == puzzle.game.editions[:1] and len(puzzle.editions) == len(puzzle.game.editions)
    return (asks, f"{word} ({puzzle.rating})", *(() if usual else (f"{puzzle.editions[0]} edition",)))


def since_shown(log: Sequence[Act]) -> Sequence[Act]:
    """The acts of a log from the last puzzle that was shown: all that what stands now is made of."""
    last = next(
        (n for n in reversed(range(len(log))) if log[n].by == PICKER and log[n].text.split(" ", 1)[0] == "show"), 0
    )
    return log[last:]
