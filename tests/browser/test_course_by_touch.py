"""Once through the whole course with a finger, at a phone's 390 pixels and on the static site: every exercise solved, nothing cut
off, nothing covered. ``pytest -m slow tests/browser/test_course_by_touch.py``"""

from __future__ import annotations

import pytest

from tests.browser.by_touch import Pupil
from tests.browser.harness import ARTEFACTS
from tests.browser.site import awake, visiting
from tutor.content.lessons import COURSE, load_lesson
from tutor.pages.exercise.lesson import steps_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Exercises of which something has to be written, since nothing on the page stands for it.
TYPED: dict[str, list[str]] = {}


@pytest.mark.parametrize("name", [entry.name for entry in COURSE])
def test_a_lesson_is_gone_through_by_touch_and_nothing_is_cut_off_or_covered(browser, server, name):
    wrong: dict[str, list[str]] = {}
    typed: dict[str, list[str]] = {}
    with visiting(browser, 390, 844, touch=True) as visit:
        page = visit.open(server.at(f"lessons/{name}.html"))
        awake(page)
        for step in steps_of(load_lesson(name)):
            page.locator(f'.mw-lesson[data-step="{step.id}"]').wait_for()
            pupil = Pupil(page)
            found = pupil.faults()
            if step.exercise is not None:
                try:
                    pupil.solve(step.exercise)
                    found += pupil.faults()
                except Exception as problem:
                    found.append(f"not solved: {str(problem)[:300]}")
                if pupil.typed:
                    typed[step.id] = pupil.typed
            if found:
                wrong[step.id] = found
                page.screenshot(path=ARTEFACTS / f"touch-{name}-{step.id}.png")
            if step.id != "end":
                on = "next" if pupil.has("[data-target=next]:visible") else "forth-step"
                if pupil.has(f"[data-target={on}]:visible"):
                    pupil.press(on)
                else:
                    page.locator(f'[data-target="step:{_after(name, step.id)}"]').first.dispatch_event("click")
                    pupil.answered()
    assert (wrong, typed) == ({}, TYPED.get(name, {}))


def _after(name: str, step: str) -> str:
    ids = [each.id for each in steps_of(load_lesson(name))]
    return ids[ids.index(step) + 1]
