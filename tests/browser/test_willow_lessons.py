"""A lesson of the Willow game in Chromium: spaces and companions are touched, by mouse on a screen and by finger on a phone."""

from __future__ import annotations

import pytest

from tests.browser.test_lesson_pages import BEYOND, opened, step_is

pytestmark = [pytest.mark.browser]

REACHED = (
    "army-of-galladoorn", "crossroads", "magic-spring", "nockmaar-castle", "north-road", "standing-stones", "tavern", "tir-asleen"
)  # fmt: skip


@pytest.mark.parametrize(("width", "height", "by"), [(1280, 800, "mouse"), (390, 844, "touch")])
def test_spaces_and_company_are_touched(browser, apps, width, height, by):
    with opened(browser, apps, "lesson/31-willow-seek-and-hide", width, height, by, dark=by == "touch") as app:
        app.click("step:kaels-reach")
        step_is(app.page, "kaels-reach")
        assert app.page.locator(".mwb-map:visible").count() == 0, "all of the map is shown, on a phone too"
        for place in REACHED:  # on a phone the head of the lesson once lay over Nockmaar Castle
            app.click(f"space:{place}")
        app.click("check")
        app.page.locator(".mw-is-right").wait_for()
        app.screenshot(f"willow-kaels-reach-{width}")
        app.click("step:go-together")
        step_is(app.page, "go-together")
        app.click("space:magic-spring")
        app.page.get_by_text("Which of these do you mean?").first.wait_for()
        app.screenshot(f"willow-company-{width}")
        app.click("action:willow searches magic-spring with franjean-rool")
        app.page.locator(".mw-is-right").wait_for()
        assert app.page.evaluate(BEYOND) == []
        app.screenshot(f"willow-go-together-{width}")
