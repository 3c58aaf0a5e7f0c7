"""Mystic Paths' lessons in Chromium: portals and cards in hand are touched, by mouse on a screen and by finger on a phone."""

from __future__ import annotations

import pytest

from tests.browser.test_lesson_pages import BEYOND, opened, step_is

pytestmark = [pytest.mark.browser]


@pytest.mark.parametrize(("width", "height", "by"), [(1280, 800, "mouse"), (390, 844, "touch")])
def test_portals_and_cards_are_touched(browser, apps, width, height, by):
    with opened(browser, apps, "lesson/25-paths-forest-and-map", width, height, by) as app:
        app.click("step:first-touch")
        step_is(app.page, "first-touch")
        app.click("portal:a2")
        app.page.locator(".mw-is-right").wait_for()
        app.screenshot(f"paths-first-touch-{width}")
        app.click("step:where-next")
        step_is(app.page, "where-next")
        for cell in ("c2", "c4", "d2", "d3"):
            app.click(f"portal:{cell}")
        app.click("check")
        app.page.locator(".mw-is-right").wait_for()
        assert app.page.evaluate(BEYOND) == []
        app.screenshot(f"paths-where-next-{width}")
    with opened(browser, apps, "lesson/26-paths-three-clues", width, height, by, dark=True) as app:
        app.click("step:not")
        step_is(app.page, "not")
        app.click("not:short")
        app.page.locator(".mw-is-right").wait_for()
        app.screenshot(f"paths-not-{width}")
