"""Every exercise of every lesson on a page of its own, laid out by the same script and style sheet as in JupyterLab but without a
kernel: quick enough to measure all of them as they open, with all help asked for, after a wrong try and when solved.

``pytest -m slow tests/browser/test_exercise_pages.py --pictures`` leaves pictures of all of them in test-artefacts/exercises.
"""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tests.browser.harness import ARTEFACTS
from tests.support.touches import does
from tutor.base.places import FRONT_END
from tutor.content.lessons import COURSE, find_lesson, read_lesson
from tutor.desk import Viewer
from tutor.desk.link import PageLink
from tutor.hosts.lab.widget import SHEET
from tutor.pages.exercise import presenter
from tutor.pages.exercise.page_of import page_of as laid_out

pytestmark = [pytest.mark.browser]
slow = pytest.mark.slow

#: The lesson that is measured in every run: all kinds that have a picture, one answered on the board. The others are slow.
TELLING = "23-gran-attacks"

#: What is left of the window for a lesson, above which stands the bar of the course.
BAR = 48
PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style>
<style>body {{ margin: 0; font-family: sans-serif; }}
#room {{ height: calc(100vh - {bar}px); overflow: auto; margin-top: {bar}px; --room: calc(100vh - {bar}px); }}</style>
<body data-jp-theme-light="{light}" style="background: {paper}"><div id="room"></div>
<script type="module">
import panel from "data:text/javascript;base64,{js}";
const stub = page => ({{get: name => ({{page, sheet: ""}})[name], on() {{}}, off() {{}}, send() {{}}}});
for (const [id, page] of {data}) {{
  const el = document.createElement("div");
  document.getElementById("room").append(el);
  panel.render({{model: stub(page), el}});
  el.querySelector(".mw-exercise").id = id;
}}
document.body.dataset.ready = "yes";
</script>"""
MEASURE = """
(exercise) => {
  exercise.scrollIntoView({block: "start"});
  const room = document.getElementById("room").getBoundingClientRect();
  const box = (name) => exercise.querySelector(name).getBoundingClientRect();
  const inside = (part) => part.top >= room.top - 1 && part.bottom <= room.bottom + 1 && part.right <= room.right + 1;
  const parts = [".mw-board", ".mw-act", ".mw-panel", ".mw-tools"];
  const out = parts.filter(name => box(name).height > 0 && !inside(box(name)));
  if (box(".mw-panel").height < 60) out.push("the answer is too low");
  if (box(".mw-board").right > box(".mw-panel").left + 1) out.push("the answer lies over the board");
  if (exercise.scrollWidth > exercise.clientWidth + 1) out.push("it is too wide");
  return out;
}
"""


def moments(exercises, exercise):
    """One of these exercises as it opens, with all help asked for, after a try that fails, solved: (which, shown, by whom)."""
    place = {"number": exercises.index(exercise) + 1, "count": len(exercises)}
    opened: Any = presenter(exercise, **place)
    yield "opens", opened.shown(), opened
    if exercise.kind == "watch":
        for _ in opened.session.frames:
            does(opened, "forth")
        yield "ends", opened.shown(), opened
        return
    for button in ("hint", "hint", "solution"):
        does(opened, button)
    yield "helped", opened.shown(), opened
    answers = opened.session.accepted()
    if exercise.kind in ("do", "free"):
        does(opened, "action:move south")
        yield "tried", opened.shown(), opened
        opened = presenter(exercise, **place)
        for action in (answers[0],) if isinstance(answers[0], str) else answers[0]:
            does(opened, f"action:{action}")
    elif exercise.kind == "reckon":
        does(opened, "try", write=["77"])
        does(opened, "try", write=[str(answers[0])])
    elif exercise.kind == "choose" and exercise.bins:
        put = {f"bin {number}": [str(exercise.bins.index(into) + 1)] for number, into in answers[0].items()}
        does(opened, "check", **put)
    elif exercise.kind == "choose":  # what stands for a place of the board is known by that place
        does(opened, "check", picked=[opened.session.options[number].target or str(number) for number in answers[0]])
    else:
        does(opened, "check", picked=[str(one) for one in answers[0]])
    assert opened.session.solved, exercise.id
    yield "solved", opened.shown(), opened


def message_of(shown, opened):
    """The message that shows the whole page."""
    link = PageLink(Viewer("learner"), lambda message: None)
    link.show(0, laid_out(shown, 1, opened, opened.look))
    return link.whole()


def page_of(shown_moments, path, dark=False):
    """A page with all of them, one below the other."""
    data = [[name, message_of(now, opened)] for name, now, opened in shown_moments]
    script = base64.b64encode(
        (FRONT_END / "page.js").read_bytes()
    ).decode()  # the module itself: a page in a file imports no other
    text = PAGE.format(
        css=SHEET,
        js=script,
        data=json.dumps(data).replace("</", "<\\/"),
        bar=BAR,
        light="false" if dark else "true",
        paper="#111" if dark else "#fff",
    )
    path.write_text(text, encoding="utf-8")
    return path


def drawn(lesson):
    """The exercises whose board is a picture; the others are built on a board that needs its kernel (test_exercises)."""
    return tuple(exercise for exercise in lesson.exercises if exercise.kind != "build")


@pytest.mark.parametrize("name", [pytest.param(e.name, marks=[] if e.name == TELLING else slow) for e in COURSE])
def test_board_buttons_and_answer_are_in_view_together(opened, tmp_path, name):
    """At 1280x800 and 1366x768, whatever has been done; nothing is wider than a phone at 390."""
    lesson = read_lesson(find_lesson(name))
    every = drawn(lesson)
    shown = [(f"{exercise.id}--{which}", *now) for exercise in every for which, *now in moments(every, exercise)]
    path = page_of(shown, tmp_path / "lesson.html")
    outside = {}
    for width, height in ((1280, 800), (1366, 768)):
        found = measured(opened(path, width, height), MEASURE)
        assert len(found) == len(shown) >= 2 * len(every)
        outside |= {(name, width): wrong for name, wrong in found.items() if wrong}
    narrow = measured(opened(path, 390, 844), "e => e.scrollWidth > e.clientWidth + 1")
    assert len(narrow) == len(shown)
    assert outside | {(name, 390): "too wide" for name, wrong in narrow.items() if wrong} == {}


def measured(page, what):
    """What a function of the page finds of each exercise, by its id; all of them at one go."""
    every = f"() => [...document.querySelectorAll('.mw-exercise')].map(e => [e.id, ({what.strip()})(e)])"
    return dict(page.evaluate(every))


@slow
@pytest.mark.parametrize(
    ("width", "height", "dark"),
    [(w, h, dark) for w, h in ((1280, 800), (390, 844), (1920, 1080)) for dark in (False, True)],
)
@pytest.mark.parametrize("name", [entry.name for entry in COURSE])
def test_pictures_of_every_exercise(opened, request, tmp_path, name, width, height, dark):
    """A picture of each exercise as it opens: test-artefacts/exercises/LESSON/ID-WIDTH[-dark].png."""
    if not request.config.getoption("--pictures"):
        pytest.skip("pictures are made with --pictures")
    lesson = read_lesson(find_lesson(name))
    shown = [(exercise.id, *next(iter(moments(lesson.exercises, exercise)))[1:]) for exercise in drawn(lesson)]
    page = opened(page_of(shown, tmp_path / "lesson.html", dark), width, height, dark)
    folder = ARTEFACTS / "exercises" / name
    folder.mkdir(parents=True, exist_ok=True)
    for place in page.locator(".mw-exercise").all():
        place.evaluate("e => e.scrollIntoView({block: 'start'})")
        path = folder / f"{place.get_attribute('id')}-{width}{'-dark' if dark else ''}.png"
        page.screenshot(path=path)
        assert path.stat().st_size > 10_000
