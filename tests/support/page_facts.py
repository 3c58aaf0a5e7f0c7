"""What a page shows, as facts: controls by their ids, kind of verdict, rules named, what can be touched. No prose, no pixels.

This is the one module of the tests that knows how pages are made today. When they are made otherwise only this module changes,
and every file in ``golden/pages`` stays as it is. What others use: :class:`Facts`, :func:`lesson_work`, :func:`puzzle_work`,
:class:`Work`, :class:`TrainerWork` and :class:`EditorPage`.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from engine import mystic_wood as mw
from tests.support.by_hand import Clock
from tests.support.touches import a_touch
from tests.support.tries import wrong_answers
from tutor.content.lessons import Lesson
from tutor.content.puzzles import book
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.picking import Through
from tutor.content.puzzles.reading import LESSON
from tutor.content.trainer.choices import Choices
from tutor.content.trainer.learner_state import TRAINER
from tutor.desk import Act, Desk, Touch, Viewer
from tutor.desk.link import PageLink
from tutor.desk.progress import Progress
from tutor.draw.page import Page
from tutor.draw.shapes import Scene
from tutor.games.mystic_wood.building.building_page import Building
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.editor.page import EditorPage as WoodEditorPage
from tutor.pages.exercise import Presenter, Shown
from tutor.pages.exercise.exercise import ExerciseDocument
from tutor.pages.exercise.puzzle import PICKER, PuzzleDocument
from tutor.pages.exercise.shown import TouchPlace as Place
from tutor.pages.exercise.trainer import WISHES, TrainerDocument
from tutor.teach.exercise.controls import Button, Buttons, Options, Pages, Rows, Write
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import start
from tutor.teach.kinds.build import BuildSession
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.on_board import PlaySession
from tutor.teach.kinds.reckon import ReckonSession
from tutor.teach.kinds.watch import WatchSession

#: The facts of one moment of a page, in the order in which they are told: a name, and its words.
Facts = dict[str, tuple[str, ...]]

#: What the trainer has to choose from in its journeys.
TRAINED_WITH = tuple(
    puzzle for collection in book() if collection.name in ("joust", "may", "order") for puzzle in collection.puzzles
)

_RULE_MARK = re.compile(r'class="mw-rule" href="[^"#]*#([^"]+)"')
_TARGET = re.compile(r'data-target="([^"]+)"([^>]*)')
_FIELD = re.compile(r'data-input="([^"]+)"')
_PRESSED = re.compile(r'aria-pressed="true"')
_MARKS = {"right": "✓", "wrong": "✗", "": ""}


# ---------------------------------------------------------------- exercises and puzzles


@lru_cache(maxsize=8)
def _answers(exercise: Exercise) -> tuple[Any, Any]:
    """The likeliest wrong answer (None where no answer is wrong) and the right one: searched for once."""
    fresh = start(exercise)
    if isinstance(fresh, BuildSession):
        return fresh.state, fresh.known
    wrong = None if isinstance(fresh, WatchSession) else next(iter(wrong_answers(fresh)), None)
    return wrong, fresh.accepted()[0]


class Work:
    """An exercise being worked at, by the learner's own means: he asks for help, answers, and sees the page."""

    def __init__(self, document: ExerciseDocument | PuzzleDocument, source: dict[str, Any]) -> None:
        self.document, self.source = document, source
        self.log: list[Act] = []
        self.sent: list[dict[str, Any]] = []
        self.desk, self.link = self.opened(self.log, self.sent)
        self._shown: tuple[object, Shown] | None = None

    def opened(self, log: list[Act], sent: list[dict[str, Any]]) -> tuple[Desk[Any, Any, Page], PageLink[Any]]:
        """A desk with this log, and a page of it."""
        desk: Desk[Any, Any, Page] = Desk(
            self.document, self.source, list(log), keep=log.append, clock=count(1).__next__, rng=random.Random(7)
        )
        link: PageLink[Any] = PageLink(Viewer("anna"), sent.append)
        desk.join(link)
        return desk, link

    @property
    def presenter(self) -> Presenter:
        """What shows it."""
        found: Presenter = self.desk.doc.presenter
        return found

    @property
    def exercise(self) -> Exercise:
        """What is worked at."""
        return self.presenter.exercise

    @property
    def session(self) -> Session:
        """What judges the answers."""
        return self.presenter.session

    def click(self, target: str, **values: Sequence[str]) -> None:
        """Click a control; what stands half done on the page goes with it."""
        self.desk.touched(self.link, Touch(self.desk.n, self.link.serial + 1, "click", target, values=values))

    def shown(self) -> Shown:
        """The page as it is now, before it is laid out: made once a moment."""
        moment = self.desk.n, self.link.version, self.link.view
        if self._shown is None or self._shown[0] != moment:
            self._shown = moment, self.document.shown(self.desk.doc, self.link.view, self.link.known)
        return self._shown[1]

    # ------------------------------------------------------------ what a learner does
    def press(self, button: str) -> None:
        """Press a button by its id."""
        self.click(button)

    def wrong(self) -> Any:
        """The likeliest wrong answer; None where no answer is wrong."""
        return _answers(self.exercise)[0]

    def right(self) -> Any:
        """The answer its solution gives."""
        return _answers(self.exercise)[1]

    def answer(self, answer: Any) -> None:
        """Give an answer: actions one after the other, anything else at once."""
        session = self.session
        if isinstance(session, WatchSession):
            for _ in answer:
                self.press("forth")
        elif isinstance(session, PlaySession):
            for action in (answer,) if isinstance(answer, str) else answer:
                self.click("try", write=[action])
        elif isinstance(session, BuildSession):
            assert isinstance(self.presenter, Building)
            if isinstance(answer, str):
                self.desk.append("anna", f"lay load {mw.code(mw.read(answer))}")
            self.press("check")
        elif isinstance(session, ReckonSession):
            self.click("try", write=[answer])
        elif isinstance(session, ChooseSession) and session.exercise.bins:
            bins = session.exercise.bins
            self.click("check", **{f"bin {number}": [str(bins.index(put) + 1)] for number, put in answer.items()})
        elif isinstance(session, ChooseSession) and session.exercise.targets:
            self.click("check", picked=[session.options[number].target for number in answer])
        else:
            self.click("check", picked=[str(one) for one in answer])

    def begin_again(self) -> None:
        """Back to where it began, as far as the page offers that."""
        tools = {tool.id for tool in self.shown().tools if tool.enabled}
        for button in ("undo", "again"):
            if button in tools:
                self.press(button)
                return

    # ------------------------------------------------------------ what he sees
    def facts(self) -> Facts:
        """The facts of this moment."""
        shown = self.shown()
        facts: Facts = {
            "verdict": (shown.verdict.kind,),
            "rules": rules_in(shown.verdict.html, shown.verdict.why, shown.verdict.help),
            "state": tuple(word for word, holds in _flags(shown).items() if holds),
            **_controls(shown),
            "tools": tuple(map(_button, shown.tools)),
            "tags": shown.tags,
            "targets": tuple(_place(place) for place in shown.touches),
            "hands": tuple(hand.knight.lower() for hand in shown.hands),
            "cards": tuple(f"{look.card}:{look.number}" if look.number else look.card for look in shown.cards),
            "wood": (*_wood(shown.board), *(("and", *_wood(shown.aside)) if shown.aside is not None else ())),
        }
        if isinstance(self.presenter, Building):
            facts |= bench_facts(self.presenter.page(self.link.view))
        return facts


class TrainerWork(Work):
    """The trainer on a Saturday, with some of the puzzles and a learner's progress of its own in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock(datetime(2026, 11, 21, 10, 30, tzinfo=UTC).timestamp())
        self.progress = Progress(folder / "progress.sqlite", self.clock)
        choices = Choices(self.progress, TRAINED_WITH)
        super().__init__(TrainerDocument(choices.mode_of, choices.first, choices.wished()), {"mode": choices.first})

    def opened(self, log: list[Act], sent: list[dict[str, Any]]) -> tuple[Desk[Any, Any, Page], PageLink[Any]]:
        def keep(act: Act) -> None:
            log.append(act)
            if act.by != PICKER:  # as a host does: a try is written down with the act
                for kept in self.desk.doc.kept:
                    self.progress.record(LESSON, self.exercise.id, kept.outcome, kept.answer)

        desk: Desk[Any, Any, Page] = Desk(
            self.document, self.source, log, keep=keep, clock=self.clock, rng=random.Random(7)
        )
        link: PageLink[Any] = PageLink(Viewer("anna"), sent.append)
        desk.join(link)
        return desk, link

    def shown(self) -> Shown:
        """The page as it is now: it changes with the clock as well."""
        return self.document.shown(self.desk.doc, self.link.view, self.link.known)

    def wish(self, name: str, value: str) -> None:
        """Choose what to train with."""
        values = {f"wish:{name}": [value]}
        self.desk.touched(self.link, Touch(self.desk.n, self.link.serial + 1, "type", f"wish:{name}", values=values))

    def facts(self) -> Facts:
        """The facts of the puzzle, and before them those of the menu: what is done (!), what is wished, how the rating stands."""
        doc, shown = self.desk.doc, self.shown()
        assert self.link.shown is not None
        menu = self.link.shown.panels["menu"]
        pressed = re.findall(r'data-target="([^"]+)"[^>]*aria-pressed="(\w+)"', menu)
        outcomes = [each for each in self.progress.attempts() if each.lesson == TRAINER]
        return {
            "modes": tuple(f"{mode}{'!' * (on == 'true')}" for mode, on in pressed),
            "wishes": tuple(f"{name}={wish or 'any'}" for name, wish in zip(WISHES, doc.wishes, strict=True)),
            "puzzle": (shown.key,) if doc.puzzle is not None else ("none",),
            "said": tuple(re.findall(r"[-+]?\d+|not|over", html.unescape(shown.below).lower())),
            "noted": tuple(f"{each.exercise}:{each.outcome}:{each.mode.split()[0]}" for each in outcomes),
            **super().facts(),
        }


def seen_by(desk: Desk[Any, Any, Page], name: str) -> Page:
    """What somebody sees who comes to it now."""
    link: PageLink[Any] = PageLink(Viewer(name), lambda message: None)
    desk.join(link)
    desk.leave(link)
    assert link.shown is not None
    return link.shown


def ids_on(page: Page) -> str:
    """All that stands on the panels of a page."""
    return " ".join(page.panels.values())


def lacking(working: Work) -> list[str]:
    """The controls of what is shown that stand on no panel of its page."""
    assert working.link.shown is not None
    shown, wanted = working.shown(), []
    told = ids_on(working.link.shown)
    for control in shown.controls:
        if isinstance(control, Buttons):
            wanted += [f'data-target="{html.escape(button.id)}"' for button in control.buttons]
        elif isinstance(control, Options):
            wanted += [f'data-choice="{option.id}"' for option in control.options]
        elif isinstance(control, Rows):
            wanted += [f'data-item="{html.escape(row.id)}"' for row in control.rows]
        elif isinstance(control, Write):
            wanted.append('data-value="write"')
    wanted += [
        "data-onward" if tool.id == "next" and not tool.key else f'data-target="{tool.id}"' for tool in shown.tools
    ]
    wanted += [f'data-card="hand:{hand.knight}"' for hand in shown.hands]
    wanted += [f'data-card="{look.card}"' for look in shown.cards]
    return [each for each in wanted if each not in told]


def same_after_refolding(working: Work, log: list[Act]) -> None:
    """A log folded anew shows everybody the page he would see now."""
    again, opened = working.opened(log, [])
    assert again.stopped is None
    assert again.n == working.desk.n, "nothing was drawn anew"
    assert opened.shown == seen_by(working.desk, "anna"), working.exercise.id
    assert seen_by(again, "ms-may") == seen_by(working.desk, "ms-may"), working.exercise.id


def lesson_work(lesson: Lesson) -> Iterator[Work]:
    """The exercises of a lesson, one after the other, as they open."""
    document = ExerciseDocument(lambda source: lesson.exercise(source["exercise"]))
    for number, exercise in enumerate(lesson.exercises, start=1):
        source = {"lesson": lesson.name, "exercise": exercise.id, "number": number, "count": len(lesson.exercises)}
        yield Work(document, source)


def puzzle_work(puzzles: Sequence[Puzzle]) -> Iterator[Work]:
    """Puzzles on one desk: each is shown when the one before it has been left by "next"."""
    work = Work(PuzzleDocument(Through(puzzles)), {"puzzles": "some"})
    for puzzle in puzzles:
        assert work.exercise.id == puzzle.id
        yield work
        work.press("next")


def _flags(shown: Shown) -> dict[str, bool | int]:
    return {
        "solved": shown.solved,
        "done": shown.done,
        "film": bool(shown.film),
        "trouble": bool(shown.note),
        f"stars:{shown.stars}": shown.stars,
        "closing": bool(shown.closing),
        f"log:{len(shown.log)}": len(shown.log),
        f"focus:{shown.focus}": bool(shown.focus),
        "elsewhere": shown.far,
    }


def _controls(shown: Shown) -> Facts:
    facts: Facts = {}
    for control in shown.controls:
        if isinstance(control, Buttons):
            facts["buttons"] = tuple(map(_button, control.buttons))
        elif isinstance(control, Options):
            marked = (f"{o.id}{_MARKS[o.mark]}{'!' * (o.id in control.picked)}" for o in control.options)
            facts["options"] = ("several" if control.several else "one", *marked, *["frozen"] * control.frozen)
        elif isinstance(control, Rows):
            rows = (f"{row.id}{_MARKS[row.mark]}{f'={row.place}' if row.place else ''}" for row in control.rows)
            facts["order"] = (*rows, *["frozen"] * control.frozen)
        elif isinstance(control, Write):
            facts["write"] = ("alone" if control.main else "also",)
        elif isinstance(control, Pages):
            facts["picture"] = (f"{control.at + 1}/{control.of}",)
    return facts


def _button(button: Button) -> str:
    named = f"{button.id}{'!' * button.main}".replace(" ", "_")
    return named if button.enabled else f"({named})"


def _place(place: Place) -> str:
    """A place on the board: starred if the rules allow what it does, in brackets if it is only to be looked at."""
    return f"{place.id}{'*' * place.allowed}" if place.acts else f"({place.id})"


def _wood(scene: Scene) -> tuple[str, ...]:
    """The part of the Wood a picture shows, by its corners."""
    areas = [target.at for target in scene.targets if target.id.startswith("area:")]
    if not areas:
        return ("nothing",)
    columns, rows = sorted(area[0] for area in areas), sorted(area[1] for area in areas)
    return (f"{columns[0]}{rows[0]}-{columns[-1]}{rows[-1]}",)


def rules_in(*texts: str) -> tuple[str, ...]:
    """The rules named in parts of an exercise's page, each once."""
    return tuple(dict.fromkeys(rule for text in texts for rule in _RULE_MARK.findall(text)))


# ---------------------------------------------------------------- the editor and the ruling checker


class EditorPage:
    """The editor's or the checker's page, touched by hand."""

    def __init__(self, name: str) -> None:
        self.editing: WoodEditorPage = {"editor": WoodEditorPage, "checker": Checker}[name]()
        self.page = self.editing.page()

    def touch(self, kind: str, target: str, to: str = "", text: str = "") -> None:
        """Do something to what the page offers; "then" with the name of an outcome (or none) is the button beside it."""
        if kind == "follow":
            kind, target = "click", self._follow(target)
        self.page = self.editing.answer(a_touch(kind, target, to, text))

    def offers(self, target: str) -> bool:
        """Whether there is anything of that id on the page: in a panel, on the board, or laid over it."""
        scene = self.page.scene
        on_board = {each.id for each in scene.targets} if scene is not None else set()
        told = html.unescape(" ".join(self.page.panels.values()))
        fields = {f'data-{kind}="{target}"' in told for kind in ("target", "input")}
        return (
            True in fields
            or target in on_board | {group.target for group in self.page.extra}
            or target in ("find", "ask")
        )

    def _follow(self, outcome: str) -> str:
        found = self.editing.answer_now  # type: ignore[attr-defined]
        if not outcome:
            return f"then:{found.after}"
        return next(f"then:{each.code}" for each in found.chances.outcomes if each.name == outcome)

    def facts(self) -> Facts:
        """The facts of the page now."""
        return bench_facts(self.page)


def bench_facts(page: Page) -> Facts:
    """The facts of a page on which a situation is laid out: what stands on the board, and what can be pressed or filled in."""
    panels = page.panels
    answer = panels.get("answer", "")
    verdict = [kind for kind in ("yes", "no", "info") if f"mwb-verdict mwb-{kind}" in answer]
    scene = page.scene
    assert scene is not None
    facts: Facts = {
        "answer": (*verdict, *["editions-differ"] * ("mwb-differ" in answer)),
        "by": tuple(dict.fromkeys(re.findall(r'data-target="rule:([^"]+)"', answer))),
        "refused": ("yes",) * ("mwb-refused" in panels.get("bar", "")),
        "board": (*_wood(scene), *(f"{t.id}@{t.at}" for t in scene.targets if not t.id.startswith("area:"))),
        "marks": tuple(name.replace(" ", "_") for group in page.extra if (name := group.target or group.label)),
        "effects": tuple(f"{effect.kind}:{effect.name}" for effect in page.effects),
    }
    found: dict[str, list[str]] = {}
    for name, panel in panels.items():
        kept = re.sub(r"<svg.*?</svg>", "", panel, flags=re.DOTALL)
        if name == "answer":
            kept = re.sub(r'data-target="rule:[^>]*', "", kept)
        for target, rest in _TARGET.findall(kept):
            head, _, told = html.unescape(target).partition(":")
            told = "CODE" if head == "then" else told.replace(" ", "_")
            word = f"({told})" if " disabled" in rest else f"{told}{'!' * bool(_PRESSED.search(rest))}"
            found.setdefault(head, []).append(word)
    for head in sorted(found):
        facts[head] = tuple(_in_runs(found[head]))
    facts["fields"] = tuple(sorted(html.unescape(each) for panel in panels.values() for each in _FIELD.findall(panel)))
    return facts


def _in_runs(words: list[str]) -> Iterator[str]:
    """Words by the alphabet; numbers that follow one another as "0-35"."""
    numbers = sorted(int(word) for word in words if word.isdecimal())
    while numbers:
        first = last = numbers.pop(0)
        while numbers and numbers[0] == last + 1:
            last = numbers.pop(0)
        yield f"{first}-{last}" if last > first else str(first)
    yield from sorted(word for word in words if not word.isdecimal())
