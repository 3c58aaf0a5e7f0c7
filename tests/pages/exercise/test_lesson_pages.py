"""A whole lesson as one page: one idea a screen, in the lesson's order; what was done and where one was is in its log."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.support.touches import a_touch
from tutor.content.lessons import COURSE, load_lesson
from tutor.content.lessons.reading import Prose, parse_lesson
from tutor.desk import Act, Desk, Refused, Viewer, Want, fold_log
from tutor.desk.desk import Document
from tutor.desk.link import PageLink
from tutor.draw.page import Page
from tutor.pages.exercise.lesson import (
    END,
    LEARNED,
    MOST_ABOVE,
    WAYS,
    Learned,
    Learning,
    LessonDocument,
    LessonLink,
    LessonLinks,
    LessonView,
    since_begun,
    steps_of,
)

NAMES = [entry.name for entry in COURSE]
WAYS_OUT = LessonLinks(
    LessonLink("/", "Lessons"),
    LessonLink("/lesson/06/", "6 · Transportation"),
    lambda: LessonLink("/puzzles/fair/", "Fair words"),
    {"a.rule": LessonLink("/r", "a.rule")},
)
_lessons: Document[Learning, LessonView, Page] = LessonDocument(lambda source: load_lesson(source["lesson"]))


class Learner:
    """A lesson with those who look at it: the learner, and whoever joins."""

    def __init__(self, lesson: str = "05-approach", log: tuple[Act, ...] = ()) -> None:
        self.log = list(log)
        self.desk: Desk[Learning, LessonView, Page] = Desk(
            _lessons, {"lesson": lesson}, log, keep=self.log.append, clock=lambda: 0.0, rng=random.Random(1)
        )
        self.link = self.joins(Viewer("learner"))

    def joins(self, viewer: Viewer, **known: Any) -> PageLink[LessonView]:
        self.told: list[dict[str, Any]] = []
        beside: dict[Want | str, Any] = {WAYS: WAYS_OUT}
        beside.update(known)
        link: PageLink[LessonView] = PageLink(viewer, self.told.append, beside)
        self.desk.join(link)
        return link

    def clicks(self, *targets: str, link: PageLink[LessonView] | None = None) -> None:
        for target in targets:
            self.desk.touched(link or self.link, a_touch("click", target)._replace(seen=self.desk.n))

    @property
    def texts(self) -> list[str]:
        return [act.text for act in self.log]

    def page(self, link: PageLink[LessonView] | None = None) -> Page:
        shown = (link or self.link).shown
        assert shown is not None
        return shown

    def html(self, link: PageLink[LessonView] | None = None) -> str:
        page = self.page(link)
        return page.frame + "".join(page.panels.values())


# ---------------------------------------------------------------- the screens
@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_has_its_screen_and_every_word_of_the_lesson_is_read_once(name: str) -> None:
    lesson = load_lesson(name)
    steps = steps_of(lesson)
    assert [step.exercise for step in steps if step.exercise is not None] == list(lesson.exercises)
    assert steps[-1].id == END
    assert len({step.id for step in steps}) == len(steps)
    told = [part.text for part in lesson.parts if isinstance(part, Prose)]
    shown = "\n".join(step.text for step in steps)
    unread = [text for text in told if shown.count(text) != 1]
    # The map of the course stands on the page of everything, and the words that lead to it do too.
    assert [text for text in unread if not text.startswith("## The course")] == []
    crowded = [
        step.id for step in steps if step.exercise is not None and len(re.findall(r"\w+", step.text)) > MOST_ABOVE
    ]
    assert crowded == []


@pytest.mark.parametrize("name", NAMES)
def test_every_screen_of_every_lesson_is_shown_and_none_speaks_of_python(name: str) -> None:
    learner = Learner(name)
    for step in steps_of(load_lesson(name)):
        learner.clicks(f"step:{step.id}")
        html = learner.html()
        assert f'data-step="{step.id}"' in html
        assert "aria-current" in html
        assert not re.search(r"Python|from engine|Shift \+ Enter", html), step.id


# ---------------------------------------------------------------- what is done
def test_an_exercise_is_played_on_its_screen_and_chance_goes_on_with_it() -> None:
    learner = Learner()
    learner.clicks("denizen:elf")
    assert learner.texts == ["the-elf: play meet elf", "the-elf: roll 5"]
    assert "mw-is-right" in learner.html()
    assert 'data-target="next"' in learner.page().panels["verdict"], "the way on is on the page itself"
    assert "data-onward" not in learner.html()
    assert learner.page().panels["rail"].count("mw-step-done") == 1
    learner.clicks("next")
    assert learner.texts[-1] == "go before-four-at-once"
    assert "<table>" in learner.page().panels["words"]
    learner.clicks("next", "forth-step", "back-step")
    assert learner.page().frame.count('data-step="four-at-once"') == 1
    learner.clicks("step:the-elf")
    assert "mw-is-right" in learner.html(), "what was done is still there"


def test_the_same_log_makes_the_same_page_and_one_goes_on_where_one_was() -> None:
    learner = Learner()
    learner.clicks("denizen:elf", "step:the-witch", "hint")
    again = Learner(log=tuple(learner.log))
    assert again.page() == learner.page()
    assert "Read his throw in her table" in again.html()
    assert again.desk.stopped is None


def test_begun_once_more_all_is_forgotten_and_nothing_before_it_need_be_folded() -> None:
    learner = Learner()
    learner.clicks("denizen:elf", "step:end", "once-more")
    assert learner.texts[-1] == "begin"
    assert learner.page().panels["rail"].count("mw-step-done") == 0
    learner.clicks("hint")
    assert fold_log(_lessons, {"lesson": "05-approach"}, since_begun(learner.log)).doc.at == "the-elf"
    assert Learner(log=tuple(since_begun(learner.log))).html() == learner.html()
    assert [act.text for act in since_begun(learner.log)] == ["begin", "the-elf: hint"]


@pytest.mark.parametrize("text", ["go nowhere", "no-such: hint", "the-elf: nonsense", "nonsense", "go"])
def test_what_cannot_be_done_in_a_lesson_is_refused_and_changes_nothing(text: str) -> None:
    learner = Learner()
    before = learner.html()
    with pytest.raises(Refused):
        learner.desk.append("learner", text)
    learner.desk.show_all()
    assert (learner.texts, learner.html()) == ([], before)


def test_whoever_looks_on_goes_his_own_way_and_touches_nothing() -> None:
    learner = Learner()
    teacher = learner.joins(Viewer("teacher", role="teacher"))
    learner.clicks("denizen:elf", link=teacher)
    learner.clicks("step:the-witch", link=teacher)
    assert learner.texts == [], "where he looks is no act, and he plays nothing"
    assert 'data-step="the-witch"' in learner.html(teacher)
    assert 'data-step="the-elf"' in learner.html()
    learner.clicks("denizen:elf")
    learner.clicks("step:the-elf", link=teacher)
    assert "mw-is-right" in learner.html(teacher), "he sees what the learner does"


# ---------------------------------------------------------------- the end
def test_the_end_says_what_is_still_to_be_done_and_leads_there() -> None:
    learner = Learner()
    learner.clicks("denizen:elf", "step:end")
    words = learner.page().panels["words"]
    assert "Approach: 13 to go" in words
    assert "★" not in words
    assert 'data-target="step:the-witch"' in words
    assert 'data-target="step:the-elf"' not in words


def test_at_the_end_of_a_lesson_stand_its_stars_two_lines_and_the_ways_on() -> None:
    stars = {each.id: 3 for each in load_lesson("05-approach").exercises} | {"the-witch": 1}
    learner = Learner()
    learner.link = learner.joins(Viewer("learner"), **{LEARNED: Learned(stars)})
    learner.clicks("step:end")
    words = learner.page().panels["words"]
    assert "Approach: done" in words
    assert "★★☆" in words
    assert "13 of 14 with three stars. 1 more give the third star." in words
    two = words.partition('class="mw-two-lines"')[2].partition("</ul>")[0]
    assert two.count("<li>") == 2
    assert "One die is thrown and read on the denizen" in two
    for href in ("/lesson/06/", "/puzzles/fair/", "/r"):
        assert f'href="{href}"' in words
    assert 'href="/"' in learner.page().panels["rail"]


def test_html_in_a_lesson_is_shown_and_not_used() -> None:
    front = '+++\nnumber = 1\ntitle = "A <b>bold</b> one"\nminutes = 1\nrules = []\n+++\n'
    source = f"{front}\n<b onclick='alert(1)'>more</b> [and](javascript:alert(1))\n"
    exercise = load_lesson("02-exploring").source.partition("```exercise")[2].partition("```")[0]
    lesson = parse_lesson(f"{source}\n```exercise{exercise}```\n\n```recap\nOne.\n```\n", "mine")
    document: Document[Learning, LessonView, Page] = LessonDocument(lambda source: lesson)
    page = document.page(document.open({}), Viewer("learner"), LessonView(), {})
    html = "".join(page.panels.values())
    assert "<b onclick" not in html
    assert "&lt;b onclick" in html
    assert 'href="javascript' not in html
    assert "A &lt;b&gt;bold" in html
