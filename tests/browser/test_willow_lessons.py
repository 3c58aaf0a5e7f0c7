"""A lesson of the Willow game in Chromium: spaces and companions are touched, by mouse on a screen and by finger on a phone."""

from __future__ import annotations

import pytest

from tests.browser.by_touch import Pupil
from tests.browser.test_lesson_pages import BEYOND, opened, step_is
from tutor.content.lessons import load_lesson
from tutor.pages.exercise.lesson import steps_of

pytestmark = [pytest.mark.browser]

REACHED = (
    "army-of-galladoorn",
    "crossroads",
    "magic-spring",
    "nockmaar-castle",
    "north-road",
    "standing-stones",
    "tavern",
    "tir-asleen",
)


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


@pytest.mark.parametrize("lesson", ["29-willow-four-values", "34-willow-endings"])
def test_every_reckoning_of_a_lesson_is_written_by_touch(browser, apps, lesson):
    """On a phone: a wrong number is answered, the right one after it counts, and nothing is cut off or covered."""
    steps = [
        step for step in steps_of(load_lesson(lesson)) if step.exercise is not None and step.exercise.kind == "reckon"
    ]
    assert len(steps) > 1
    with opened(browser, apps, f"lesson/{lesson}", 390, 844, "touch", dark=True) as app:
        pupil = Pupil(app.page)
        for step in steps:
            app.click(f"step:{step.id}")
            step_is(app.page, step.id)
            pupil.write("0")
            app.page.locator(".mw-is-wrong").wait_for()
            assert step.exercise is not None
            pupil.solve(step.exercise)
            assert pupil.faults() == []
            app.screenshot(f"willow-{step.id}-390")
