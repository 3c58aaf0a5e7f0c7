"""Exercises in JupyterLab: board and answer in view, a board that holds nobody, whole lessons by keyboard, motion.

Every exercise of every lesson is measured at the size of a small laptop.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.harness import PATIENCE
from tutor.content.lessons import COURSE, find_lesson, read_lesson
from tutor.games.mystic_wood.hands.clicks import named
from tutor.teach.kinds import start

pytestmark = pytest.mark.browser

#: What of an exercise must be in view together, and what of the page scrolls. All in pixels of the window.
MEASURE = """
(exercise) => {
  exercise.scrollIntoView({block: "start"});
  let scroller = exercise.parentElement;
  const scrolls = (node) => /auto|scroll/.test(getComputedStyle(node).overflowY) && node.clientHeight > 200;
  while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
  const room = scroller.getBoundingClientRect();
  const inside = (box) =>
    box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && box.left >= room.left - 1 && box.right <= room.right + 1;
  const box = (name) => exercise.querySelector(name).getBoundingClientRect();
  const found = {};
  for (const name of [".mw-board", ".mw-act", ".mw-panel", ".mw-tools"]) {
    const part = box(name);
    found[name] = (name === ".mw-act" && part.height === 0) || (part.height > 8 && inside(part));
  }
  const apart = box(".mw-board").right <= box(".mw-panel").left + 1;
  return {...found, apart, panel: box(".mw-panel").height, board: box(".mw-board").height, room: room.height};
}
"""


#: Whether the keyboard is somewhere in an exercise.
HELD = "exercise => exercise.contains(document.activeElement)"


class Shown:
    """A lesson on the page, run to its end."""

    def __init__(self, page, name):
        self.page = page.page
        self.lab_page = page
        self.lesson = read_lesson(find_lesson(name))

    def exercise(self, exercise_id):
        ids = [exercise.id for exercise in self.lesson.exercises]
        return self.page.locator(".mw-exercise").nth(ids.index(exercise_id))

    def wait_for(self, exercise, text):
        exercise.locator(".mw-panel").get_by_text(text).first.wait_for()


@pytest.fixture
def shown(lab_page):
    """Opens a lesson, which starts by itself; no script may have failed at the end, nor anything been asked of the network."""
    pages = []

    def open_lesson(name, **look):
        page = lab_page(f"lessons/{name}.ipynb", ready=False, **look)
        pages.append(page)
        page.wait_until_started()
        page.page.locator(".mw-exercise .mw-panel").first.wait_for()
        return Shown(page, name)

    yield open_lesson
    assert [page.errors for page in pages] == [[]] * len(pages)
    assert [page.strangers for page in pages] == [[]] * len(pages)


@pytest.mark.slow  # test_exercise_pages measures the same without a kernel
@pytest.mark.parametrize("name", [entry.name for entry in COURSE])
def test_board_buttons_and_answer_are_in_view_together(shown, name):
    """At 1280x800, as each exercise opens, after a try, and after the hints, which fill the panel. The keyboard stays in it."""
    lesson = shown(name, width=1280, height=800)
    places = lesson.page.locator(".mw-exercise")
    assert places.count() == len(lesson.lesson.exercises)
    outside = {}
    for number, exercise in enumerate(lesson.lesson.exercises):
        place = places.nth(number)
        found = [place.evaluate(MEASURE)]
        if place.locator("[data-key=hint]").count():
            place.locator("[data-key=hint]").click()
            place.locator(".mw-hint").first.wait_for()
            found.append(place.evaluate(MEASURE) | {"focus": place.evaluate(HELD)})
        press = place.locator(".mw-act .mw-button:not(:disabled)").first
        if exercise.kind in ("choose", "order", "build"):
            press = place.locator("[data-key=check]")
        if exercise.kind == "choose":
            place.locator(".mw-option input").first.check()
        elif exercise.kind == "reckon":
            place.locator(".mw-act input").fill("77")
        press.click()
        lesson.lab_page.wait_until_answered()
        found.append(place.evaluate(MEASURE) | {"focus": place.evaluate(HELD)})
        bad = [each for each in found if not all(each.values()) or each["panel"] < 60]
        if bad:
            outside[exercise.id] = bad
    assert list(outside) == [], outside


def test_the_first_exercise_is_whole_in_the_window_before_anybody_scrolls(shown):
    """With the words above it, and what asks for help at its foot."""
    for name, height in (("04-challenge", 800), ("05-approach", 768)):
        lesson = shown(name, width=1280, height=height)
        first = lesson.page.locator(".mw-exercise").first
        tools, board = (first.locator(part).bounding_box() for part in (".mw-tools", ".mw-board"))
        assert tools["y"] + tools["height"] <= height
        assert board["y"] + board["height"] <= height


def test_the_board_holds_nobody(shown):
    """Wheel and page keys scroll over a board, also after a click on it; Tab goes on; no canvas is a stop."""
    lesson = shown("04-challenge", width=1280, height=800)
    page, first = lesson.page, lesson.exercise("the-giant")
    scroller = page.locator(".jp-WindowedPanel-outer").first

    def top():
        return scroller.evaluate("e => e.scrollTop")

    assert first.locator(".mwb-wood [tabindex='0']").count() == 1
    board = first.locator(".mw-board")
    board.hover(position={"x": 20, "y": 20})
    before = top()
    page.mouse.wheel(0, 240)
    wait_until(lambda: top() > before + 100, page)

    board.click(position={"x": 20, "y": 20})  # an area that is no neighbour
    lesson.wait_for(first, "Too far")
    before = top()
    page.keyboard.press("PageDown")
    wait_until(lambda: top() != before, page)

    first.evaluate("e => e.scrollIntoView({block: 'start'})")
    first.locator(".mwb-wood [tabindex='0']").focus()
    for _ in range(25):
        page.keyboard.press("Tab")
    assert not first.evaluate(HELD)


@pytest.mark.slow
def test_on_a_phone_a_finger_scrolls_over_a_board_and_the_answer_stays_at_the_foot(shown):
    lesson = shown("01-the-wood", width=390, height=844, touch=True)
    page, scene = lesson.page, lesson.exercise("from-above")
    scroller = page.locator(".jp-WindowedPanel-outer").first
    scene.evaluate("e => e.scrollIntoView({block: 'start'})")
    page.wait_for_timeout(300)
    board, answer = scene.locator(".mw-board").bounding_box(), scene.locator(".mw-panel").bounding_box()
    assert answer["y"] + answer["height"] <= 845
    assert board["y"] + board["height"] - answer["y"] <= board["height"] / 4, (
        "it lies over the foot of the board and no more"
    )

    finger = page.context.new_cdp_session(page)
    middle = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2

    def swiped_from():
        """Where the page was before a finger went up over the board by 220 pixels."""
        scene.evaluate("e => e.scrollIntoView({block: 'start'})")
        before = scroller.evaluate("e => e.scrollTop")
        places = [(middle[0], middle[1] - up) for up in range(0, 240, 20)]
        for kind, at in [
            ("touchStart", places[:1]),
            *(("touchMove", [place]) for place in places[1:]),
            ("touchEnd", []),
        ]:
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})
            page.wait_for_timeout(30)
        return before

    before = swiped_from()
    page.wait_for_function(
        "before => document.querySelector('.jp-WindowedPanel-outer').scrollTop > before + 100", arg=before
    )
    page.add_style_tag(content=".mw-board, .mw-board * { touch-action: none !important }")
    before = swiped_from()
    page.wait_for_timeout(500)
    assert scroller.evaluate("e => e.scrollTop") == before, "a board that kept the finger would be noticed"


def test_stray_keys_in_an_exercise_leave_the_notebook_as_it_is(shown):
    lesson = shown("04-challenge", width=1280, height=800)
    cells = lesson.page.locator(".jp-Cell").count()
    lesson.exercise("the-giant").locator("[data-key='action:stay']").click()
    for key in ("x", "d", "d", "r", "a", "b", "Escape", "m"):
        lesson.page.keyboard.press(key)
    lesson.lab_page.wait_until_answered()
    assert lesson.page.locator(".jp-Cell").count() == cells
    assert lesson.page.locator(".mw-exercise").count() == len(lesson.lesson.exercises)


def test_a_hand_shows_only_where_a_click_does_something(shown):
    lesson = shown("02-exploring", width=1280, height=800)
    first = lesson.exercise("first-step")
    cursor = "e => getComputedStyle(e).cursor"
    assert first.locator("[data-target='area:c2']").evaluate(cursor) == "pointer"
    first.locator("[data-target='area:b3']").click()
    lesson.wait_for(first, "Too far")
    assert first.locator(".mwb-wood").evaluate(cursor) != "pointer"
    scene = lesson.exercise("two-ways")
    assert "pointer" not in scene.locator(".mwb-wood [data-target^='area:']").evaluate_all(f"all => all.map({cursor})")


@pytest.mark.parametrize("name", ["02-exploring", "07-order-of-encounters"])
def test_a_whole_lesson_by_keyboard_alone(shown, name):
    """From the first exercise to the last with Tab, arrows, letters, Space and Enter; one key leads on after each success."""
    lesson = shown(name, width=1280, height=800)
    page = lesson.page
    lesson.exercise(lesson.lesson.exercises[0].id).locator(".mw-act button").first.focus()
    for exercise in lesson.lesson.exercises:
        place = lesson.exercise(exercise.id)
        assert place.evaluate(HELD), f"the keyboard is not in {exercise.id}"
        answer_by_keyboard(page, place, exercise)
        place.locator("[data-key=next]").wait_for()
        page.wait_for_function("e => document.activeElement.dataset.key === 'next'", arg=None)
        page.keyboard.press("Enter")
        lesson.lab_page.wait_until_answered()
    assert page.evaluate("document.activeElement !== document.body")


def answer_by_keyboard(page, place, exercise):
    """Solve an exercise the keyboard is in."""
    session: Any = start(exercise)
    answer = session.accepted()[0]
    if exercise.kind == "watch":
        tab_to(page, "forth")
        for number in range(2, len(session.frames) + 1):
            page.keyboard.press("Enter")
            place.locator(".mw-act").get_by_text(f"{number} of {len(session.frames)}", exact=True).wait_for()
    elif exercise.kind in ("do", "free"):
        lines = (answer,) if isinstance(answer, str) else answer
        for action in lines:
            tab_to(page, "write")
            page.keyboard.type(action)
            before = answered(place)
            page.keyboard.press("Enter")
            wait_until(lambda before=before: solved(place) or answered(place) != before, page)
            if solved(place):
                break
    elif exercise.kind == "reckon":
        tab_to(page, "write")
        page.keyboard.type(answer)
        page.keyboard.press("Enter")
    elif exercise.kind == "choose":
        for number in answer:
            if session.exercise.several:
                tab_to(page, str(number))
                page.keyboard.press("Space")
            else:
                tab_to(page, "0")
                for _ in range(number):
                    page.keyboard.press("ArrowDown")
                if number == 0:
                    page.keyboard.press("Space")
        tab_to(page, "check")
        page.keyboard.press("Enter")
    else:
        rows = list(session.items)
        for place_of, item in enumerate(answer):
            while rows.index(item) > place_of:
                at = rows.index(item)
                place.get_by_role("button", name=f"{named(item)}: one place earlier").focus()
                page.keyboard.press("Enter")
                rows[at - 1], rows[at] = rows[at], rows[at - 1]
        tab_to(page, "check")
        page.keyboard.press("Enter")


def tab_to(page, control, most=60):
    """Press Tab (at its end Shift+Tab) until a control of the exercise has the keyboard."""
    wanted = f"(document.activeElement.closest('[data-choice]') || document.activeElement).dataset.key === '{control}'"
    for key in ("Tab", "Shift+Tab"):
        for _ in range(most):
            if page.evaluate(wanted):
                return
            page.keyboard.press(key)
            if page.evaluate("!document.activeElement.closest('.mw-exercise')"):
                break
    assert page.evaluate(wanted), f"no Tab leads to {control}"


def solved(place):
    return place.locator(".mw-panel .mw-is-right").count() > 0


def answered(place):
    return place.locator(".mw-say").inner_text(), place.locator(".mw-log li").count()


def wait_until(what, page):
    waited = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < waited
        page.wait_for_timeout(50)


def test_what_happens_is_played_and_leaves_the_true_board(browser, lab):
    """A card turns and a Knight rides; nothing blocks a click meanwhile, and at the end only the painted board is left."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    page = context.new_page()
    try:
        page.goto(f"{lab.address}/doc/tree/lessons/02-exploring.ipynb?token={lab.token}")
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        page.wait_for_function("() => window.jupyterapp")
        wait_until(lambda: lab.kernels() == ["idle"], page)
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        first = page.locator(".mw-exercise").first
        first.locator("[data-target='area:c2']").click()
        first.locator("[data-playing] > .mwb-film").wait_for()
        page.wait_for_function(
            "() => document.getAnimations().some(a => a.effect.target?.dataset?.shown === 'knight:george')",
        )
        first.locator("[data-key=again]").click()
        expect(first.locator(".mwb-film > g > *")).to_have_count(0)
    finally:
        context.close()
        lab.end_sessions()


def test_a_card_is_one_tap_away(shown):
    lesson = shown("04-challenge", width=1280, height=800)
    place = lesson.exercise("rolands-score")
    place.locator("[data-target='denizen:saracen']").click()
    card = place.locator("xpath=..").locator(".mwb-popup")  # over all of the page
    card.locator("svg").wait_for()
    assert "Challenges: strength 2 and prowess 2" in card.text_content()
    lesson.lab_page.screenshot("exercise-card")
    lesson.page.keyboard.press("Escape")
    assert card.is_hidden()
    assert place.evaluate(HELD)
