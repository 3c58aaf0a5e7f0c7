"""The trainer: puzzles one at a time, and above them what to do: today's puzzle, training, a streak, or review."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tutor.content.puzzles.model import Puzzle
from tutor.content.trainer.choices import OPEN, Wishes
from tutor.content.trainer.learner_state import DAILY, REVIEW, STREAK, TRAINING
from tutor.content.trainer.modes import Mode, Streak
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.page import Page
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of
from tutor.pages.exercise.puzzle import PICKER, PuzzleDocument, Solving
from tutor.pages.exercise.shown import Shown, VerdictShown
from tutor.teach.exercise.controls import Button
from tutor.teach.review import WAITS

#: What one can do: the words on the button, and what it means.
MODES: Mapping[str, tuple[str, str]] = {
    DAILY: ("Today's puzzle", "The puzzle of the day: the same for everybody, easy on Monday, the hardest on Sunday"),
    TRAINING: ("Training", "Puzzles as hard as does you good; what you are weak in comes first, unless you choose"),
    STREAK: ("Streak", "Ever harder puzzles, until the third that you miss"),
    REVIEW: ("Review", "Those you have missed, some days later"),
}
#: What stands there when there is no puzzle: a title, and a word on what then.
NOTHING: Mapping[str, tuple[str, str]] = {
    DAILY: ("Done for today", "Until tomorrow there is training, or a streak."),
    TRAINING: ("No puzzle is like that", "Ask for less at once: another theme, another kind, or any edition."),
    STREAK: ("The streak is over", "A new one begins with an easy one again."),
    REVIEW: (
        "Nothing to review",
        f"What you miss comes back after {WAITS[0]} days, and more seldom while it goes well.",
    ),
}
NEW_STREAK = "new-streak"
#: What one may wish of a puzzle to train with, as it is named beside the choice.
WISHES: Mapping[str, str] = {"theme": "Theme", "kind": "Kind", "edition": "Edition"}
#: Under these names a host tells how the learner stands, in words, and what can be wished, each with the words for it.
SUMMARY, WISHED = "summary", "wished"


class Trained(Solving):
    """The trainer as it stands: what is done, and what is wished of puzzles to train with."""

    def __init__(self, mode: str) -> None:
        super().__init__()
        self.mode = mode
        self.wishes = OPEN


class TrainerDocument(PuzzleDocument):
    """The trainer as a document; its source may say what it opens with (``{"mode": "daily"}``), else it is ``first``. ``mode_of``
    gives a mode's picker, ``wished`` what can be wished, each with the words for it (nothing given is not looked at).

    Acts besides those of puzzles: ``mode streak``, ``about THEME KIND EDITION`` ("-" leaves one open), ``new-streak``; the picker
    says ``show ID in MODE THEME KIND EDITION``.
    """

    def __init__(
        self, mode_of: Callable[[str, Wishes], Mode], first: str, wished: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self._mode_of, self._first, self.wished = mode_of, first, wished or {}
        super().__init__(mode_of(first, OPEN))

    def open(self, source: Mapping[str, Any]) -> Trained:
        return Trained(str(source.get("mode", self._first)))

    def mode(self, doc: Trained) -> Mode:
        """The picker of what is done now."""
        return self._mode_of(doc.mode, doc.wishes)

    # ---------------------------------------------------------------- acts
    def fold(self, doc: Solving, act: Act) -> Solving:
        assert isinstance(doc, Trained)
        verb, _, what = act.text.partition(" ")
        if act.by != PICKER and verb in ("mode", "about", NEW_STREAK):
            mode, wishes = self._chosen(doc, verb, what)
            doc.mode, doc.wishes, doc.wanted = mode, wishes, f"choose {verb}"
            doc.n = doc.working.n = act.n
            doc.working.kept = ()
            return doc
        return super().fold(doc, act)

    def _chosen(self, doc: Trained, verb: str, what: str) -> tuple[str, Wishes]:
        if verb == "mode" and what not in MODES:
            raise Refused(f"One can do {', '.join(MODES)}, but not “{what}”.")
        if verb == "about":
            return TRAINING, _wishes_in(what)
        return what or STREAK, doc.wishes

    def _picked(self, doc: Solving, verb: str, what: str, act: Act) -> None:
        assert isinstance(doc, Trained)
        if verb == "show":
            what, _, how = what.rpartition("in ")
            doc.mode, _, wished = how.partition(" ")
            doc.wishes = _wishes_in(wished)
        super()._picked(doc, verb, what.strip(), act)

    def puzzle(self, doc: Solving, puzzle_id: str) -> Puzzle | None:
        """The puzzle as it is played with what is wished now: by the rules of the edition chosen."""
        assert isinstance(doc, Trained)
        choice = self._mode_of(doc.mode, doc.wishes).choice
        return next((each for each in choice if each.id == puzzle_id), None)

    def draw(self, doc: Solving, who: str, rng: random.Random) -> str:
        assert isinstance(doc, Trained)
        self.picker = self._mode_of(doc.mode, doc.wishes)
        text = super().draw(doc, who, rng)
        if who != PICKER or not text.startswith("show"):
            return text
        return f"{text} in {doc.mode} {' '.join(wish or '-' for wish in doc.wishes)}"

    def pick(self, doc: Solving, verb: str, what: str) -> Puzzle | None:
        picker = self.picker
        if verb == "choose":
            ended = what == NEW_STREAK or (isinstance(picker, Streak) and picker.run(picker.state()).over)
            if isinstance(picker, Streak) and ended:
                picker.again()
            return picker.next()
        return super().pick(doc, verb, what)

    # ---------------------------------------------------------------- what is seen
    def hear(self, seen: Solving, viewer: Viewer, view: Viewing, touch: Touch) -> tuple[Viewing, tuple[str, ...]]:
        wished = touch.target.removeprefix("wish:")
        if touch.kind in ("type", "enter") and wished in WISHES:
            assert isinstance(seen, Trained)
            now = {name: touch.value(f"wish:{name}", wish) for name, wish in zip(WISHES, seen.wishes, strict=True)}
            for name, wish in now.items():
                if self.wished and wish not in self.wished[name]:
                    there = ", ".join(filter(None, self.wished[name]))
                    raise Refused(f"{WISHES[name]}: there is no {wish[:40]!r}. There is {there}.")
            return view, (f"about {' '.join(now[name] or '-' for name in WISHES)}",)
        return super().hear(seen, viewer, view, touch)

    def leads(self, target: str) -> str:
        if target == NEW_STREAK:
            return NEW_STREAK
        return f"mode {target}" if target in MODES else super().leads(target)

    def shown(self, seen: Solving, view: Viewing, known: Known) -> Shown:
        assert isinstance(seen, Trained)
        shown = super().shown(seen, view, known)
        if seen.puzzle is not None:
            if seen.mode != STREAK or seen.told:
                return shown
            missed = [replace(tool, text="Skip: a miss →") if tool.id == "next" else tool for tool in shown.tools]
            return replace(shown, tools=tuple(missed))
        onward = [Button(NEW_STREAK, "New streak", MODES[STREAK][1], main=True)] if seen.mode == STREAK else []
        if seen.mode != TRAINING:
            onward.append(Button(TRAINING, "Go on with training", MODES[TRAINING][1], main=not onward))
        title, then = NOTHING[seen.mode]
        return replace(
            shown,
            kind="nothing",
            title=title,
            done=False,
            controls=(),
            verdict=VerdictShown(html=f"<p>{then}</p>"),
            tools=(*shown.tools, *onward),
        )

    def page(self, seen: Solving, viewer: Viewer, view: Viewing, known: Known) -> Page:
        assert isinstance(seen, Trained)
        return page_of(self.shown(seen, view, known), seen.n, seen.working.presenter, view, menu(seen, known))


def menu(seen: Trained, known: Known) -> Html:
    """What to do, with what kind of puzzle, and how one stands."""
    modes = [
        el(
            "button",
            text,
            type="button",
            class_="mw-button",
            title=tip,
            data_target=mode,
            data_key=mode,
            aria_pressed=str(mode == seen.mode).lower(),
        )
        for mode, (text, tip) in MODES.items()
    ]
    can: Mapping[str, Mapping[str, str]] = known.get(WISHED, {})
    lists = [
        el(
            "label",
            f"{text} ",
            el(
                "select",
                [
                    el("option", words, value=value, selected=value == wish)
                    for value, words in can.get(name, {"": "any"}).items()
                ],
                data_input=f"wish:{name}",
                aria_label=text,
                data_key=name,
            ),
        )
        for (name, text), wish in zip(WISHES.items(), seen.wishes, strict=True)
    ]
    return join(
        el("div", modes, class_="mw-modes", role="group", aria_label="What to do"),
        el("div", lists, class_="mw-wishes") if seen.mode == TRAINING else None,
        el("p", str(known[SUMMARY]), class_="mw-standing", aria_live="polite") if known.get(SUMMARY) else None,
    )


def _wishes_in(text: str) -> Wishes:
    """The wishes an act names, "-" for what is left open. Refused if they are not three."""
    words = ["" if word == "-" else word for word in text.split()]
    if len(words) != len(OPEN):
        raise Refused("Wishes are a theme, a kind and an edition.")
    return words[0], words[1], words[2]
