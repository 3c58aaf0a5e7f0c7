"""What other games ask, in Chromium: the targets of a picture picked on it, things sorted into bins, a question that is noted.

A lesson of GRAN's (tests/sample_lessons) is gone through by mouse, by touch and by keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.apps import AppPage, running_app
from tutor.content.lessons.course import LESSONS_VARIABLE

pytestmark = [pytest.mark.browser]

LESSONS = Path(__file__).parents[1] / "sample_lessons"
ENDS = ("ga1", "ga2", "gb2", "gc3", "gc4", "w6", "gball")
#: A finger needs so many pixels each way.
FINGER = 44


@pytest.fixture(scope="module")
def lessons():
    """The address of the sample lesson."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(LESSONS_VARIABLE, str(LESSONS))
        with running_app("apps") as address:
            yield address.replace("?new&", "?").replace("/?", "/lesson/of-gran/?")


@pytest.fixture
def lesson(lessons, browser, request):
    """The sample lesson as one who touches it that way sees it."""
    by, width, height, theme = request.param
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce", has_touch=by == "touch")
    try:
        app = AppPage(context.new_page(), by)
        app.page.on("pageerror", lambda error: app.errors.append(str(error)))
        app.page.goto(lessons)
        app.page.locator(".mw-exercise").wait_for()
        yield app
        assert app.errors == []
    finally:
        context.close()


def by_every_hand(test):
    hands = [("mouse", 1280, 800, "light"), ("touch", 390, 844, "dark"), ("keys", 1280, 800, "dark")]
    return pytest.mark.parametrize("lesson", hands, ids=[hand for hand, *_ in hands], indirect=True)(test)


def go(app, step):
    app.page.locator(f'[data-target="step:{step}"]').first.dispatch_event("click")
    app.page.locator(f'.mw-lesson[data-step="{step}"]').wait_for()
    if app.target("again").count():  # as it was left by another hand
        app.target("again").click()
        app.settled()


def chips(app):
    return app.page.locator(".mw-targets [data-choice]:visible").evaluate_all("all => all.map(e => e.dataset.choice)")


def checked(app, kind):
    app.click_node(app.target("check"))
    app.page.locator(f".mw-is-{kind}").wait_for()


def touch_space(app, space):
    """A space by its middle: whoever stands there is touched for it."""
    if app.by == "keys":
        app.reach(f"space:{space}")
        app.page.keyboard.press("Space")
        return
    node = app.target(f"space:{space}")
    node.scroll_into_view_if_needed()
    app.page.touchscreen.tap(*app.middle(node)) if app.by == "touch" else app.page.mouse.click(*app.middle(node))


@by_every_hand
def test_spaces_are_marked_on_the_board_and_what_is_left_out_is_shown_there(lesson):
    """Lesson 1 of GRAN: mark every end (`move.one-or-two`, `setup.waiting`)."""
    go(lesson, "ends")
    assert chips(lesson) == []
    assert lesson.page.locator(".mw-check[aria-disabled=true]").count() == 1
    for space in ENDS[:-1]:
        touch_space(lesson, space)
    assert {chip.removeprefix("space:") for chip in chips(lesson)} == {*ENDS[:-1]}
    shown = lesson.page.locator('.mwb-wood [data-target^="space:"][data-picked]')
    assert shown.count() == len(ENDS) - 1
    before = lesson.page.locator(".mwb-wood").inner_html()
    checked(lesson, "wrong")
    assert "waits on the ball" in lesson.page.locator(".mw-say").inner_text()
    assert lesson.page.locator(".mwb-wood").inner_html() != before, "what is left out is lit up"
    touch_space(lesson, ENDS[-1])
    checked(lesson, "right")
    lesson.screenshot(f"targets-{lesson.by}")


@by_every_hand
def test_a_space_that_is_no_end_is_crossed_out_and_taken_back_by_its_chip(lesson):
    go(lesson, "ends")
    for space in (*ENDS, "gb4"):
        touch_space(lesson, space)
    checked(lesson, "wrong")
    assert "obstacle" in lesson.page.locator(".mw-say").inner_text()
    chip = lesson.page.locator('.mw-targets [data-choice="space:gb4"]')
    if lesson.by == "keys":
        chip.locator("input").focus()
        lesson.page.keyboard.press("Space")
    else:
        assert chip.bounding_box()["height"] >= (FINGER if lesson.by == "touch" else 30)
        lesson.click_node(chip)
    checked(lesson, "right")


@by_every_hand
def test_things_are_sorted_by_buttons_in_parts(lesson):
    go(lesson, "sorted")

    def put(number, into):
        part = lesson.page.locator(f'[data-choices="bin {number}"] [data-choice="{into}"]')
        if lesson.by == "keys":
            part.locator("input").focus()
            lesson.page.keyboard.press("Space")
            return
        box = part.bounding_box()
        assert lesson.by != "touch" or min(box["width"], box["height"]) >= FINGER - 0.5
        lesson.click_node(part)

    put(2, 3)
    put(0, 1)
    assert lesson.page.locator(".mw-check[aria-disabled=true]").count() == 1, "one of them lies nowhere yet"
    put(1, 1)
    assert lesson.page.locator(".mw-check[aria-disabled=true]").count() == 0
    checked(lesson, "wrong")
    assert lesson.page.locator('[data-choices="bin 1"] [data-mark="wrong"]').count() == 1
    put(1, 2)
    checked(lesson, "right")
    lesson.screenshot(f"bins-{lesson.by}")


@by_every_hand
def test_an_opinion_is_noted_in_a_colour_of_its_own(lesson):
    go(lesson, "yours")
    lesson.page.locator('[data-choice="1"] input').check()
    checked(lesson, "noted")
    look = "e => getComputedStyle(e).borderLeftColor"
    noted = lesson.page.locator(".mw-is-noted").evaluate(look)
    assert noted != lesson.page.locator(".mw-panel").evaluate("e => getComputedStyle(e).borderTopColor")
    lesson.screenshot(f"noted-{lesson.by}")
