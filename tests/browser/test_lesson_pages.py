"""Lessons and the trainer as web pages in Chromium, by mouse and by touch: nothing wider than a phone, found as it was left."""

from __future__ import annotations

import contextlib

import pytest

from tests.browser.apps import AppPage, running_app
from tutor.content.lessons import COURSE, load_lesson
from tutor.pages.exercise.lesson import steps_of

pytestmark = [pytest.mark.browser]
slow = pytest.mark.slow

#: What of a screen lies beyond the right edge of the window, but for what is scrolled by itself.
BEYOND = """() => {
  const wide = [...document.querySelectorAll('.mwb > * *')].filter((node) => {
    const box = node.getBoundingClientRect();
    const own = '.mw-table, .mwb-palette, svg, .mw-panel, .mwb-board, .mw-steps';
    return box.width && box.right > innerWidth + 1 && !node.closest(own);
  });
  return [...wide.slice(0, 3).map((node) => node.className || node.tagName),
          ...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [])];
}"""


@pytest.fixture(scope="module")
def apps():
    with running_app("apps") as address:
        yield address.replace("?new&", "?")


@contextlib.contextmanager
def opened(browser, address, path, width, height, by="mouse", dark=False):
    """A page in a window of that size."""
    theme = "dark" if dark else "light"
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce", has_touch=by == "touch")
    app = AppPage(context.new_page(), by)
    app.page.on("pageerror", lambda error: app.errors.append(str(error)))
    try:
        app.page.goto(address.replace("/?", f"/{path}/?"))
        app.page.locator(".mw-lesson, .mw-exercise").first.wait_for()
        yield app
        assert app.errors == []
    finally:
        context.close()


def step_is(page, step):
    page.locator(f'.mw-lesson[data-step="{step}"]').wait_for()


@pytest.mark.parametrize(("width", "height", "by"), [(1280, 800, "mouse"), (390, 844, "touch")])
def test_a_lesson_is_gone_through_screen_by_screen_and_found_again_where_it_was(browser, apps, width, height, by):
    with opened(browser, apps, "lesson/05-approach", width, height, by) as app:
        app.click("step:the-elf")
        step_is(app.page, "the-elf")
        if app.target("again").count():
            app.click("again")
        app.click("denizen:elf")
        app.page.locator(".mw-is-right").wait_for()
        app.click("next")
        step_is(app.page, "before-four-at-once")
        assert app.page.locator(".mw-reading table").is_visible()
        app.click("next")
        step_is(app.page, "four-at-once")
        assert app.page.evaluate("scrollY") == 0
        app.page.reload()
        step_is(app.page, "four-at-once")
        assert app.page.locator(".mw-step-done").count() == 1
        app.click("step:end")
        assert "13 to go" in app.page.locator(".mw-ending h2").text_content()
        app.screenshot(f"lesson-end-{width}")


@pytest.mark.parametrize("name", [pytest.param(e.name, marks=[] if e.number in (5, 17) else slow) for e in COURSE])
def test_no_screen_of_a_lesson_is_wider_than_a_phone(browser, apps, name):
    found = {}
    with opened(browser, apps, f"lesson/{name}", 390, 844, "touch") as app:
        for step in steps_of(load_lesson(name)):
            app.page.locator(f'[data-target="step:{step.id}"]').first.dispatch_event("click")
            step_is(app.page, step.id)
            if beyond := app.page.evaluate(BEYOND):
                found[step.id] = beyond
    assert found == {}


@pytest.mark.parametrize(("width", "height", "by"), [(1280, 800, "mouse"), (390, 844, "touch")])
def test_the_trainer_is_told_what_to_do_and_loaded_again_it_stands_as_it_was(browser, apps, width, height, by):
    with opened(browser, apps, "train", width, height, by, dark=True) as app:
        app.click("training")
        theme = app.page.locator('select[data-input="wish:theme"]')
        theme.wait_for()
        theme.select_option("order")
        app.settled()
        assert app.page.evaluate(BEYOND) == []
        app.click("hint")
        app.page.locator(".mw-hint").wait_for()
        title = app.page.locator(".mw-head h3").text_content()
        app.page.reload()
        app.page.locator(".mw-hint").wait_for()
        assert app.page.locator(".mw-head h3").text_content() == title
        assert theme.input_value() == "order"
        app.click("streak")
        app.page.locator(".mw-above", has_text="Streak").wait_for()
        app.screenshot(f"trainer-{width}")
