"""A whole lesson as one page: prose and exercises one after another, one idea a screen, and at its end what was learned.

Everything is in the document's log: where one is, and what was done at each exercise. It knows no host and no address: the ways
out of the lesson are told by whoever shows it (:class:`LessonLinks`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from tutor.base.prose import markdown
from tutor.content.lessons.reading import Lesson, Map, Prose, Recap
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Child, Html, el, join, picture
from tutor.draw.page import Page
from tutor.pages.exercise import KeptAttempt
from tutor.pages.exercise.exercise import Standing, Working, stand
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of, starred
from tutor.pages.exercise.shown import Shown
from tutor.teach.exercise.exercise import Exercise

#: Under these names a host tells where the ways out of the lesson lead (:class:`LessonLinks`), and how the learner has stood with
#: its exercises (:class:`Learned`).
WAYS, LEARNED = "ways", "learned"
#: The most words that stand above an exercise; more have a screen of their own.
MOST_ABOVE = 50
#: The step at the end.
END = "end"
#: The films of one exercise have numbers below this.
_REELS = 1_000_000
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z*])")


@dataclass(frozen=True, slots=True)
class LessonScreen:
    """A screen of the lesson: ``text`` to read, the ``exercise`` below it (None: only the text, or the end)."""

    id: str
    text: str = ""
    exercise: Exercise | None = None


@dataclass(frozen=True, slots=True)
class LessonLink:
    """Where a link leads, and what it says. No address: there is no such way here."""

    address: str = ""
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LessonLinks:
    """The ways out of a lesson: to all lessons, to the one that follows, to the puzzles that practise it (asked for at its end
    only: for that the puzzles of every game are read), to each of its rules by their ids."""

    home: LessonLink = LessonLink()
    after: LessonLink = LessonLink()
    practice: Callable[[], LessonLink] = LessonLink
    rules: Mapping[str, LessonLink] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learned:
    """The stars of each exercise that was done, and what is wrong with keeping the progress, "" if nothing is."""

    stars: Mapping[str, int] = field(default_factory=dict)
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class LessonView:
    """How one viewer looks: at which step, if he goes his own way ("" follows the learner), and how at its exercise."""

    own: str = ""
    step: str = ""
    at: Viewing = field(default_factory=Viewing)


class Learning:
    """A lesson as it stands: a mutable object of its desk. ``at`` is the step the learner is at; ``acted`` the exercise of the
    last act, which chance may have to go on with."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.steps = steps_of(lesson)
        self.at = self.steps[0].id
        self.acted = ""
        self.n = 0
        self._working: dict[str, Working] = {}

    def working(self, exercise: Exercise) -> Working:
        """An exercise of the lesson as it stands."""
        if exercise.id not in self._working:
            ids = [each.id for each in self.lesson.exercises]
            number = ids.index(exercise.id) + 1
            self._working[exercise.id] = Working(exercise, number, len(ids), number * _REELS)
        return self._working[exercise.id]

    @property
    def exercise(self) -> Exercise | None:
        """The exercise of the last act."""
        return next((each for each in self.lesson.exercises if each.id == self.acted), None)

    @property
    def kept(self) -> tuple[KeptAttempt, ...]:
        """What of the last act is to be written into the learner's progress."""
        return self._working[self.acted].kept if self.acted in self._working else ()

    def forget(self) -> None:
        """All that was done is begun anew."""
        self._working, self.at, self.acted = {}, self.steps[0].id, ""

    def solved(self, exercise: Exercise) -> bool:
        """Whether an exercise has been solved since the lesson was begun."""
        found = self._working.get(exercise.id)
        return found is not None and found.presenter.session.finished


def steps_of(lesson: Lesson) -> tuple[LessonScreen, ...]:
    """The screens of a lesson. A few words stand above the exercise they lead to; long ones, and those that lead to none, on a
    screen of their own; before the next question at the same moment none does. What is to be tried in Python, and the map of the
    course, have no place here."""
    found: list[LessonScreen] = []
    waiting = ""
    parts = (*lesson.parts, None)
    for part in parts:
        if isinstance(part, Prose):
            waiting = f"{waiting}\n\n{part.text}".strip()
            continue
        # Between two questions at the same moment nothing is put that would take the board away.
        alone = not isinstance(part, Exercise) or (_is_long(waiting) and not part.after_of)
        if waiting and alone and not isinstance(part, Map):
            found.append(
                LessonScreen(f"before-{part.id}" if isinstance(part, Exercise) else f"read-{len(found)}", waiting)
            )
        if isinstance(part, Exercise):
            found.append(LessonScreen(part.id, "" if alone else waiting, part))
        waiting = ""
    return (*found, LessonScreen(END))


class LessonDocument:
    """A lesson as a document. ``find`` gives the lesson a source names, like ``{"lesson": "02-exploring"}``.

    Acts: ``go STEP``; ``EXERCISE: ACT`` with the acts of :class:`tutor.pages.exercise.exercise.ExerciseDocument`, by chance
    and other Knights too; ``begin`` forgets all that was done: what stands before the last of those need not be folded
    (:func:`since_begun`). Where a viewer who is no player goes is no act: he looks on by himself.
    """

    def __init__(self, find: Callable[[Mapping[str, Any]], Lesson]) -> None:
        self._find = find

    def open(self, source: Mapping[str, Any]) -> Learning:
        return Learning(self._find(source))

    def look(self, viewer: Viewer) -> LessonView:
        return LessonView()

    # ---------------------------------------------------------------- acts
    def fold(self, doc: Learning, act: Act) -> Learning:
        which, colon, text = act.text.partition(": ")
        verb, _, what = act.text.partition(" ")
        if act.text == "begin":
            doc.forget()
        elif colon:
            exercise = next((each for each in doc.lesson.exercises if each.id == which), None)
            if exercise is None:
                raise Refused(f"This lesson has no exercise {which[:60]!r}.")
            working = doc.working(exercise)
            working.kept = working.presenter.do(text, act.by)
            working.n, doc.acted = act.n, exercise.id
        elif verb == "go":
            doc.at, doc.acted = _step(doc.steps, what).id, ""
        else:
            raise Refused(f"{act.text[:60]!r} is nothing that can be done in a lesson.")
        doc.n = act.n
        return doc

    def next(self, doc: Learning) -> str | None:
        return doc.working(doc.exercise).presenter.session.waits_for if doc.exercise is not None else None

    def draw(self, doc: Learning, who: str, rng: random.Random) -> str:
        assert doc.exercise is not None
        return f"{doc.acted}: {doc.working(doc.exercise).presenter.session.drawn()}"

    # ---------------------------------------------------------------- what is seen
    def seen(self, doc: Learning, viewer: Viewer) -> Learning:
        return doc

    def hear(
        self, seen: Learning, viewer: Viewer, view: LessonView, touch: Touch
    ) -> tuple[LessonView, tuple[str, ...]]:
        step = _step(seen.steps, view.own or seen.at)
        if touch.kind == "click" and (there := self.leads(seen, step, touch.target)):
            if viewer.role != "player":
                return LessonView(there), ()
            return LessonView(), (f"go {there}",)
        if viewer.role != "player":
            return view, ()
        if touch.kind == "click" and touch.target == "once-more":
            return LessonView(), ("begin",)
        if step.exercise is None:
            return view, ()
        at, texts = seen.working(step.exercise).presenter.hear(touch, _looking(view, step))
        return LessonView(view.own, step.id, at), tuple(f"{step.id}: {text}" for text in texts)

    def leads(self, seen: Learning, step: LessonScreen, target: str) -> str:
        """The step a button leads to; "" if it is none of those."""
        if target.startswith("step:"):
            return _step(seen.steps, target.removeprefix("step:")).id
        around = {before.id: after.id for before, after in pairwise(seen.steps)}
        if target in ("next", "forth-step"):
            return around.get(step.id, "")
        back = {after: before for before, after in around.items()}
        return back.get(step.id, "") if target == "back-step" else ""

    def shown(self, seen: Learning, view: LessonView, known: Known) -> Shown:
        """What is shown of the exercise one is at, before it is laid out."""
        step = _step(seen.steps, view.own or seen.at)
        assert step.exercise is not None
        stars = known.get(LEARNED, Learned()).stars
        standing = Standing(
            tuple(each.id in stars for each in seen.lesson.exercises),
            step.id in stars,
            stars.get(step.id, 0),
            known.get(LEARNED, Learned()).trouble,
        )
        shown = stand(seen.working(step.exercise).presenter, standing).shown(_looking(view, step))
        tools = [replace(tool, key="n", text="Next →") if tool.id == "next" else tool for tool in shown.tools]
        return replace(shown, tools=tuple(tools), key=step.id)

    def page(self, seen: Learning, viewer: Viewer, view: LessonView, known: Known) -> Page:
        step = _step(seen.steps, view.own or seen.at)
        learned: Learned = known.get(LEARNED, Learned())
        ways: LessonLinks = known.get(WAYS, LessonLinks())
        panels = {"rail": rail(seen, step, learned, ways)}
        if step.exercise is None:
            words = ending(seen, learned, ways) if step.id == END else reading(seen, step)
            return Page(frame(step, ARTICLE), panels={**panels, "words": words}, answers=seen.n)
        working = seen.working(step.exercise)
        above = el("div", prose(step.text), class_="mw-intro") if step.text else ""
        page = page_of(self.shown(seen, view, known), working.n, working.presenter, _looking(view, step), above)
        return replace(page, frame=frame(step, page.frame), panels={**page.panels, **panels})


def since_begun(log: Sequence[Act]) -> Sequence[Act]:
    """The acts of a log since the lesson was begun once more."""
    last = next((n for n in reversed(range(len(log))) if log[n].text == "begin"), 0)
    return log[last:]


def _looking(view: LessonView, step: LessonScreen) -> Viewing:
    return view.at if view.step == step.id else Viewing()


def _step(steps: Sequence[LessonScreen], name: str) -> LessonScreen:
    found = next((step for step in steps if step.id == name), None)
    if found is None:
        raise Refused(f"This lesson has no step {name[:60]!r}.")
    return found


# ---------------------------------------------------------------- words


def prose(text: str) -> Html:
    """A lesson's text as HTML; round a table stands what is scrolled by itself on a narrow page."""
    return picture(
        markdown(text).replace("<table>", '<div class="mw-table"><table>').replace("</table>", "</table></div>")
    )


def _is_long(text: str) -> bool:
    """Whether there is more to read than stands well above something to do: many words, or a table."""
    return len(_WORD.findall(text)) > MOST_ABOVE or "\n|" in text


def first_sentences(text: str, number: int) -> tuple[str, ...]:
    """The first sentences of a text.

    >>> first_sentences("One *goes*. Two? Three, e.g. this.", 2)
    ('One *goes*.', 'Two?')
    """
    return tuple(_SENTENCE.split(" ".join(text.split())))[:number]


# ---------------------------------------------------------------- how it looks

ARTICLE = '<article class="mw-reading" data-panel="words" tabindex="-1"></article>'


def frame(step: LessonScreen, inner: str) -> str:
    """The skeleton: the rail of steps, and below it the step."""
    rail_of = '<nav class="mw-rail" data-panel="rail" aria-label="Steps"></nav>'
    return f'<div class="mw-lesson" data-step="{step.id}">{rail_of}{inner}</div>'


def rail(seen: Learning, step: LessonScreen, learned: Learned, ways: LessonLinks) -> Html:
    """The way home, the steps as dots to press, and where one is."""
    at = seen.steps.index(step)
    dots = [_dot(seen, each, step, learned) for each in seen.steps]
    name = f"{seen.lesson.number} · {seen.lesson.title}"
    back = el(
        "button",
        "‹",
        type="button",
        class_="mw-turn-page",
        data_target="back-step",
        data_key="back-step",
        disabled=at == 0,
        aria_label="The step before",
    )
    forth = el(
        "button",
        "›",
        type="button",
        class_="mw-turn-page",
        data_target="forth-step",
        data_key="forth-step",
        disabled=at == len(seen.steps) - 1,
        aria_label="The step that follows",
    )
    way = ways.home
    home = el("a", "☰ ", el("span", way.title), href=way.address, class_="mw-home") if way.address else None
    count = el("span", f"{at + 1} of {len(seen.steps)}", class_="mw-count")
    return join(home, el("h1", name), back, el("span", dots, class_="mw-steps", data_walk=True), forth, count)


def _dot(seen: Learning, step: LessonScreen, now: LessonScreen, learned: Learned) -> Html:
    done = step.exercise is not None and (step.id in learned.stars or seen.solved(step.exercise))
    kind = "end" if step.id == END else "read" if step.exercise is None else "done" if done else "open"
    said = (
        step.exercise.title if step.exercise is not None else "What you have learned" if step.id == END else "To read"
    )
    told = f"{said}: done" if done else said
    return el(
        "button",
        type="button",
        class_=f"mw-step mw-step-{kind}",
        data_target=f"step:{step.id}",
        data_key=step.id,
        title=told,
        aria_label=told,
        aria_current="step" if step is now else None,
    )


def reading(seen: Learning, step: LessonScreen) -> Html:
    """A screen to read."""
    onward = el(
        "button",
        "Next →",
        type="button",
        class_="mw-button mw-main",
        data_target="next",
        data_key="next",
        data_focus=True,
    )
    return join(el("div", prose(step.text), class_="mw-words-of"), el("div", onward, class_="mw-onward-row"))


def ending(seen: Learning, learned: Learned, ways: LessonLinks) -> Html:
    """The end: stars, what was learned in two lines, and where to go from here; what is still to be done, if something is."""
    lesson = seen.lesson
    left = [each for each in lesson.exercises if each.id not in learned.stars and not seen.solved(each)]
    recap = next((part.text for part in lesson.parts if isinstance(part, Recap)), "")
    lines = [el("li", prose(line)) for line in first_sentences(recap, 2)]
    doors = _onward(ways.after, "Next →", main=not left), _onward(ways.practice(), "Practise", main=False)
    again = "⟲ Go through it once more"
    return el(
        "div",
        el("p", f"Lesson {lesson.number}", class_="mw-over"),
        el("h2", f"{lesson.title}: {f'{len(left)} to go' if left else 'done'}"),
        _earned(lesson, learned, len(left)),
        _left(left),
        el("ul", lines, class_="mw-two-lines") if lines else None,
        el("div", *doors, class_="mw-doors"),
        el("details", el("summary", "All of it, with its rules"), prose(recap), _rules(ways), data_key="all-of-it"),
        el("button", again, type="button", class_="mw-button", data_target="once-more", data_key="once-more"),
        class_="mw-ending",
    )


def _earned(lesson: Lesson, learned: Learned, left: int) -> Html:
    count = len(lesson.exercises)
    earned = [learned.stars.get(each.id, 0) for each in lesson.exercises]
    whole = sum(earned) // count if count and not left else 0
    best = sum(each == 3 for each in earned)
    more = f" {count - best} more give the third star." if not left and whole < 3 else ""
    said = f"{best} of {count} with three stars.{more}" if not left else f"{count - left} of {count} done."
    return join(el("p", starred(whole), class_="mw-stars") if not left else None, el("p", said, class_="mw-over"))


def _left(left: Sequence[Exercise]) -> Child:
    if not left:
        return None
    rows = [
        el(
            "button",
            each.title,
            type="button",
            class_="mw-button",
            data_target=f"step:{each.id}",
            data_key=f"left {each.id}",
        )
        for each in left
    ]
    return el("div", el("p", "Still to be done:"), *rows, class_="mw-left")


def _onward(way: LessonLink, text: str, main: bool) -> Child:
    if not way.address:
        return None
    return el(
        "a",
        el("b", text),
        el("span", way.title),
        href=way.address,
        data_focus=main,
        class_=f"mw-door{' mw-main' if main else ''}",
    )


def _rules(ways: LessonLinks) -> Child:
    rows = [
        el("li", el("a", way.title, href=way.address) if way.address else el("b", way.title), " ", way.note)
        for way in ways.rules.values()
    ]
    return el("ul", rows, class_="mw-rules-of") if rows else None
