"""The trainer in a notebook: one puzzle at a time, and above it what to do: today's puzzle, training, a streak, or review."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from engine.faults import UnreadableText
from tutor import games
from tutor.desk import Touch, Viewer
from tutor.desk.desk import Known
from tutor.jupyter.puzzles import PuzzleDesk
from tutor.jupyter.view import Clock, Once, picture_of
from tutor.pages.puzzle import EMPTY, Solving
from tutor.pages.trainer import MODES, WISHES, TrainerDocument
from tutor.present.looking import Viewing
from tutor.progress import Progress
from tutor.puzzles.model import Puzzle
from tutor.teach.exercise import Exercise
from tutor.trainer.choices import OPEN, Wishes
from tutor.trainer.form import DAILY, REVIEW, STREAK, TRAINING, day_of
from tutor.trainer.modes import Daily, Mode, Review, Streak, Training
from tutor.trainer.picking import chosen
from tutor.trainer.summary import summary_of

_FRONT = Path(__file__).parent / "front"


class Menu(anywidget.AnyWidget):
    """The buttons above the puzzle; it tells what is chosen."""

    _esm = _FRONT / "trainer.js"
    _css = _FRONT / "trainer.css"
    shown = traitlets.Dict().tag(sync=True)


class TrainerDesk(PuzzleDesk):
    """A puzzle desk whose picker is chosen above it. It opens with the puzzle of the day, or if that is solved with training."""

    def __init__(self, puzzles: Sequence[Puzzle], progress: Progress, clock: Clock = time.time) -> None:
        self._all = tuple(puzzles)
        self._kept = progress
        self._modes: dict[tuple[str, Wishes], Mode] = {}
        self._menu_once = Once(clock)
        today = Daily(progress, self._all)
        self._first = TRAINING if day_of(progress.clock()) in today.form().days else DAILY
        super().__init__(self._mode_of(self._first, OPEN), progress, clock, name="trainer")

    def _begin(self, exercise: Exercise, number: int, count: int) -> None:
        self._open_document(_TrainerShown(self._mode_of, self._first), {"mode": self._first})

    def _goes_on(self, doc: Solving) -> str:
        """Half a puzzle is gone on with; else the day begins with its own. So does a day that has come since."""
        over = self.mode == DAILY and (self._first != DAILY or day_of(doc.begun) != day_of(self._kept.clock()))
        return f"mode {self._first}" if doc.told or over or not doc.tried else ""

    @property
    def mode(self) -> str:
        """What is done now."""
        mode: str = self.desk.doc.mode
        return mode

    @property
    def wishes(self) -> Wishes:
        """What is wished of puzzles to train with."""
        wishes: Wishes = self.desk.doc.wishes
        return wishes

    def __repr__(self) -> str:
        """What there is to do: always the same, whatever the day and whatever the learner has done."""
        return "\n".join(["The trainer.", *(f"  {text}: {tip}" for text, tip in MODES.values())])

    def picture(self) -> str:
        """An empty board, for where nothing runs."""
        return picture_of(EMPTY)

    # ---------------------------------------------------------------- what to do
    def _mode_of(self, mode: str, wishes: Wishes) -> Mode:
        """The picker of a mode and wishes; what was begun there is still there."""
        key = mode, wishes if mode == TRAINING else OPEN
        if key not in self._modes:
            self._modes[key] = self._made(*key)
        return self._modes[key]

    def _made(self, mode: str, wishes: Wishes) -> Mode:
        others: dict[str, Callable[[Progress, Sequence[Puzzle]], Mode]] = {DAILY: Daily, STREAK: Streak, REVIEW: Review}
        if mode in others:
            return others[mode](self._kept, self._all)
        theme, kind, edition = wishes
        about = ", ".join(_in_words(wish) for wish in wishes if wish)
        try:
            puzzles = chosen(self._all, (theme,) if theme else (), (kind,) if kind else (), edition)
        except UnreadableText:  # each of them there is, but not together
            puzzles = ()
        return Training(self._kept, puzzles, about, any_theme=not theme)

    def take_menu(self, given: Any) -> None:
        """Something chosen in the menu: what to do, or what to train with."""
        if not isinstance(given, dict):
            return
        mode, wished = str(given.get("id")), given.get("wishes")
        if given.get("do") == "mode" and mode in MODES:
            self._menu_once.run(mode, lambda: self.choose(mode))
        elif given.get("do") == "about" and isinstance(wished, dict):
            theme, kind, edition = (str(wished.get(name, "")) for name in WISHES)
            known = self._wishes_known()
            if theme in known["theme"] and kind in known["kind"] and edition in known["edition"]:
                values = {f"wish:{name}": [str(wished.get(name, ""))] for name in WISHES}
                self.touch(Touch(0, 0, "type", "wish:theme", values=values))

    def choose(self, mode: str) -> None:
        """Do something else; an ended streak begins anew."""
        self.touch(Touch(0, 0, "click", mode))

    # ---------------------------------------------------------------- showing
    def widget(self) -> widgets.Box:
        if self.box is None:
            self.menu = Menu()
            self.menu.on_msg(lambda _, given, __: self.take_menu(given))
            box = super().widget()
            box.children = (self.menu, *box.children)
            box.add_class("mw-trainer")
        assert self.box is not None
        return self.box

    def refresh(self) -> None:
        super().refresh()
        self.menu.shown = self.menu_data()

    def menu_data(self) -> dict[str, Any]:
        """What the menu shows."""
        form = self._mode_of(self.mode, self.wishes).form()
        summary = summary_of(self._kept.attempts(), self._kept.clock(), form)
        modes = [{"id": id_, "text": text, "tip": tip, "on": id_ == self.mode} for id_, (text, tip) in MODES.items()]
        known = self._wishes_known()
        wishes = [
            {"id": name, "text": text, "value": value, "known": [[each, told] for each, told in known[name].items()]}
            for (name, text), value in zip(WISHES.items(), self.wishes, strict=True)
        ]
        return {"modes": modes, "wishes": wishes if self.mode == TRAINING else [],
                "standing": summary.words[:1].upper() + summary.words[1:]}  # fmt: skip

    def _wishes_known(self) -> dict[str, dict[str, str]]:
        """What can be wished, of what there is, each with the words for it."""
        themes = {theme for puzzle in self._all for theme in puzzle.themes}
        kinds = {puzzle.kind for puzzle in self._all}
        seen_in = {edition for puzzle in self._all for edition in puzzle.editions}
        return {
            "theme": {"": "any, the weak ones first"}
            | {each: _in_words(each) for each in sorted(games.themes()) if each in themes},
            "kind": {"": "any"} | {each: each for each in games.puzzle_kinds() if each in kinds},
            "edition": {"": "any"} | {each: each for each in games.puzzle_editions() if each in seen_in},
        }


class _TrainerShown(TrainerDocument):
    """The trainer whose panel in a notebook lays itself out."""

    def page(self, seen: Solving, viewer: Viewer, view: Viewing, known: Known) -> None:  # type: ignore[override]
        return None


def _in_words(wish: str) -> str:
    return wish.replace("-", " ")
