"""Every exercise of every lesson on a page of its own, laid out by the same script and style sheet as in JupyterLab but without a
kernel: quick enough to measure all of them as they open, with all help asked for, after a wrong try and when solved.

``pytest -m browser tests/browser/test_exercise_pages.py --pictures`` leaves pictures of all of them in test-artefacts/exercises.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tutor.jupyter.view as front
from tests.browser.harness import ARTEFACTS
from tutor.jupyter.view import data_of
from tutor.lessons import COURSE, find_lesson, read_lesson
from tutor.paint.svg import svg
from tutor.present import presenter

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRONT = Path(front.__file__).parent / "front"
#: What is left of the window for a lesson, above which stands the bar of the course.
BAR = 48
PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style>
<style>body {{ margin: 0; font-family: sans-serif; }}
#room {{ height: calc(100vh - {bar}px); overflow: auto; margin-top: {bar}px; }}
.mw-exercise {{ display: grid; }}</style>
<body data-jp-theme-light="{light}" style="background: {paper}; {dark}"><div id="room"></div>
<script type="module">
{js}
const stub = shown => ({{get: () => shown, on() {{}}, off() {{}}, send() {{}}}});
for (const [id, shown, picture] of {data}) {{
  const box = document.createElement("div"), board = document.createElement("div"), el = document.createElement("div");
  box.className = "mw-exercise widget-box";
  box.id = id;
  board.className = "mw-board";
  board.innerHTML = picture;
  box.append(board, el);
  document.getElementById("room").append(box);
  panel.render({{model: stub(shown), el}});
}}
document.body.dataset.ready = "yes";
</script>"""
DARK = (
    "--jp-content-font-color1: #eee; --jp-content-font-color2: #bbb; --jp-layout-color1: #111; --jp-layout-color2: #2b2b2b;"
    "--jp-border-color2: #555"
)
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
    """One of these exercises as it opens, with all help asked for, after a try that fails, and solved: (which, what is shown)."""
    place = {"number": exercises.index(exercise) + 1, "count": len(exercises)}
    opened: Any = presenter(exercise, **place)
    yield "opens", opened.shown()
    if exercise.kind == "watch":
        for _ in opened.session.frames:
            opened.take({"do": "press", "id": "forth"})
        yield "ends", opened.shown()
        return
    for button in ("hint", "hint", "solution"):
        opened.take({"do": "press", "id": button})
    yield "helped", opened.shown()
    answers = opened.session.accepted()
    if exercise.kind in ("do", "free"):
        opened.take({"do": "press", "id": "action:move south"})
        yield "tried", opened.shown()
        opened = presenter(exercise, **place)
        for action in (answers[0],) if isinstance(answers[0], str) else answers[0]:
            opened.take({"do": "press", "id": f"action:{action}"})
    elif exercise.kind == "reckon":
        opened.take({"do": "write", "text": "77"})
        opened.take({"do": "write", "text": str(answers[0])})
    else:
        opened.take({"do": "check", "picked": [str(one) for one in answers[0]]})
    yield "solved", opened.shown()


def page_of(shown_moments, path, dark=False):
    """A page with all of them, one below the other."""
    theme = "dark" if dark else "light"
    data = [[name, data_of(now) | {"film": []}, svg(now.board, theme, width="100%")] for name, now in shown_moments]
    script = (FRONT / "panel.js").read_text("utf-8").replace("export default", "const panel =")
    text = PAGE.format(
        css=(FRONT / "style.css").read_text("utf-8"), js=script, data=json.dumps(data).replace("</", "<\\/"), bar=BAR,
        light="false" if dark else "true", paper="#111" if dark else "#fff", dark=DARK if dark else "",
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
    return path


def drawn(lesson):
    """The exercises whose board is a picture; the others are built on a board that needs its kernel (test_exercises)."""
    return tuple(exercise for exercise in lesson.exercises if exercise.kind != "build")


@pytest.mark.parametrize("name", [entry.name for entry in COURSE])
def test_board_buttons_and_answer_are_in_view_together(opened, tmp_path, name):
    """At 1280x800 and 1366x768, whatever has been done; nothing is wider than a phone at 390."""
    lesson = read_lesson(find_lesson(name))
    every = drawn(lesson)
    shown = [(f"{exercise.id}--{which}", now) for exercise in every for which, now in moments(every, exercise)]
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
    shown = [(exercise.id, next(iter(moments(lesson.exercises, exercise)))[1]) for exercise in drawn(lesson)]
    page = opened(page_of(shown, tmp_path / "lesson.html", dark), width, height, dark)
    folder = ARTEFACTS / "exercises" / name
    folder.mkdir(parents=True, exist_ok=True)
    for place in page.locator(".mw-exercise").all():
        place.evaluate("e => e.scrollIntoView({block: 'start'})")
        path = folder / f"{place.get_attribute('id')}-{width}{'-dark' if dark else ''}.png"
        page.screenshot(path=path)
        assert path.stat().st_size > 10_000
