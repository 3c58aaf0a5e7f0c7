"""The trainer in a notebook: one puzzle at a time, and above it what to do: today's puzzle, training, a streak, or review."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from engine.faults import UnreadableText
from engine.mystic_wood.material.ledger import editions
from tutor.jupyter.puzzles import PuzzleDesk
from tutor.jupyter.view import Clock, Once, picture_of
from tutor.present import Button, Shown
from tutor.present.shown import Verdict
from tutor.progress import Progress
from tutor.puzzles.model import KINDS, THEMES, Puzzle
from tutor.puzzles.picking import Through
from tutor.review import WAITS
from tutor.trainer.form import DAILY, REVIEW, STREAK, TRAINING, day_of
from tutor.trainer.modes import Daily, Mode, Review, Streak, Training
from tutor.trainer.picking import chosen
from tutor.trainer.summary import summary_of

#: What one can do: the words on the button, and what it means.
MODES: Mapping[str, tuple[str, str]] = {
    DAILY: ("Today's puzzle", "The puzzle of the day: the same for everybody, easy on Monday, the hardest on Sunday"),
    TRAINING: ("Training", "Puzzles as hard as does you good; what you are weak in comes first, unless you choose"),
    STREAK: ("Streak", "Ever harder puzzles, until the third that you miss"),
    REVIEW: ("Review", "Those you have missed, some days later"),
}
#: What stands there when there is no puzzle: a title, and a word on what then.
_NOTHING: Mapping[str, tuple[str, str]] = {
    DAILY: ("Done for today", "Until tomorrow there is training, or a streak."),
    TRAINING: ("No puzzle is like that", "Ask for less at once: another theme, another kind, or any edition."),
    STREAK: ("The streak is over", "A new one begins with an easy one again."),
    REVIEW: ("Nothing to review", f"What you miss comes back after {WAITS[0]} days, and more seldom while it goes well."),
}
_NEW_STREAK = "new-streak"
#: What one may wish of a puzzle to train with, as it is named beside the choice.
WISHES: Mapping[str, str] = {"theme": "Theme", "kind": "Kind", "edition": "Edition"}
#: What of each is wished; "" leaves it open.
Wishes = tuple[str, str, str]
OPEN: Wishes = ("", "", "")
_FRONT = Path(__file__).parent / "front"


class Menu(anywidget.AnyWidget):
    """The buttons above the puzzle; it tells what is chosen."""

    _esm = _FRONT / "trainer.js"
    _css = _FRONT / "trainer.css"
    shown = traitlets.Dict().tag(sync=True)


class TrainerDesk(PuzzleDesk):
    """A puzzle desk whose picker is chosen above it. It opens with the puzzle of the day, or if that is solved with training."""

    def __init__(self, puzzles: Sequence[Puzzle], progress: Progress, clock: Clock = time.monotonic) -> None:
        self._all = tuple(puzzles)
        self._kept = progress
        self._modes: dict[tuple[str, Wishes], Mode] = {}
        self.wishes = OPEN
        today = Daily(progress, self._all)
        self.mode = TRAINING if day_of(progress.clock()) in today.form().days else DAILY
        self._menu_once = Once(clock)
        super().__init__(self._picker(), progress, clock)

    def __repr__(self) -> str:
        """What there is to do: always the same, whatever the day and whatever the learner has done."""
        return "\n".join(["The trainer.", *(f"  {text}: {tip}" for text, tip in MODES.values())])

    def picture(self) -> str:
        """An empty board, for where nothing runs."""
        return picture_of(PuzzleDesk(Through(())).exercise)

    # ---------------------------------------------------------------- what to do
    def _picker(self) -> Mode:
        """The picker of the mode and wishes chosen; what was begun there is still there."""
        key = self.mode, self.wishes if self.mode == TRAINING else OPEN
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
                self.wishes = theme, kind, edition
                self.choose(TRAINING)

    def choose(self, mode: str) -> None:
        """Do something else; an ended streak begins anew."""
        self.mode = mode
        self.picker = picker = self._picker()
        if isinstance(picker, Streak) and picker.run(picker.form()).over:
            picker.again()
        self._open(picker.next())

    def _work(self, given: dict[str, object]) -> None:
        button = str(given.get("id", "")) if given.get("do") == "press" else ""
        if button == _NEW_STREAK and isinstance(self.picker, Streak):
            self.picker.again()
            self._open(self.picker.next())
        elif button in MODES:
            self.choose(button)
        else:
            super()._work(given)

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

    def shown(self) -> Shown:
        shown = super().shown()
        if self.puzzle is not None:
            if self.mode != STREAK or self._told:
                return shown
            missed = [replace(tool, text="Skip: a miss →") if tool.id == "next" else tool for tool in shown.tools]
            return replace(shown, tools=tuple(missed))
        onward = [Button(_NEW_STREAK, "New streak", MODES[STREAK][1], main=True)] if self.mode == STREAK else []
        if self.mode != TRAINING:
            onward.append(Button(TRAINING, "Go on with training", MODES[TRAINING][1], main=not onward))
        title, then = _NOTHING[self.mode]
        return replace(
            shown, kind="nothing", title=title, done=False, controls=(), verdict=Verdict(html=f"<p>{then}</p>"),
            tools=(*shown.tools, *onward),
        )  # fmt: skip

    def refresh(self) -> None:
        super().refresh()
        self.menu.shown = self.menu_data()

    def menu_data(self) -> dict[str, Any]:
        """What the menu shows."""
        summary = summary_of(self._kept.attempts(), self._kept.clock(), self._picker().form())
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
            "theme": {"": "any, the weak ones first"} | {each: _in_words(each) for each in sorted(THEMES) if each in themes},
            "kind": {"": "any"} | {each: each for each in KINDS if each in kinds},
            "edition": {"": "any"} | {each: each for each in editions() if each in seen_in},
        }


def _in_words(wish: str) -> str:
    return wish.replace("-", " ")
