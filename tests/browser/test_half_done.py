"""What stands half done in a lesson (options ticked, an order laid, a text typed) is there again after a reload and a restart."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "lessons/07-order-of-encounters.ipynb"


def exercise(shown, key):
    """The exercise of the lesson in which a control of that kind is."""
    return shown.outputs.locator(".mw-exercise").filter(has=shown.page.locator(key)).first


def half_done(shown):
    """What is ticked, ordered and typed."""
    ticks = exercise(shown, ".mw-options").locator("input.mwb-pick").evaluate_all("all => all.map(e => e.checked)")
    order = exercise(shown, ".mw-rows").locator("[data-item]").evaluate_all("all => all.map(e => e.dataset.item)")
    return ticks, order, exercise(shown, "input.mw-field").locator("input.mw-field").input_value()


def begin(shown):
    """Tick one option, lay the first card last, type half an answer; what then stands there."""
    exercise(shown, ".mw-options").locator("input.mwb-pick").last.check()
    card = exercise(shown, ".mw-rows").locator(".mwb-hold").first
    card.focus()
    for key in ("Space", "End", "Space"):
        shown.page.keyboard.press(key)
    exercise(shown, "input.mw-field").locator("input.mw-field").fill("challenge or")
    return half_done(shown)


def is_there(shown):
    """Wait until all of the lesson is shown."""
    shown.wait_until_started()
    for key in (".mw-options", ".mw-rows", "input.mw-field"):
        exercise(shown, key).wait_for()


def test_what_is_half_done_survives_a_reload_and_a_restart_of_the_kernel(lab, lab_page):
    shown = lab_page(NOTEBOOK, ready=False)
    is_there(shown)
    before = half_done(shown)
    begun = begin(shown)
    assert all(now != then for now, then in zip(begun, before, strict=True))

    shown.page.reload()
    is_there(shown)
    assert half_done(shown) == begun

    (session,) = lab.ask("api/sessions")
    lab.ask(f"api/kernels/{session['kernel']['id']}/restart", "POST")
    shown.page.reload()
    is_there(shown)
    assert half_done(shown) == begun
    assert shown.errors == []


#: Ends the kernel of the notebook that is shown as a crash would.
DIES = """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .requestExecute({ code: "import os; os._exit(9)" }).done.catch(() => undefined); }"""


def test_a_lesson_whose_kernel_dies_begins_again_by_itself_each_time_and_asks_nothing(lab_page):
    shown = lab_page("lessons/00-start-here.ipynb", ready=False)
    shown.wait_until_started()
    page, first = shown.page, shown.page.locator(".mw-exercise").first
    first.locator("[data-target=hint]").click()
    first.locator(".mw-hint").wait_for()
    for _ in range(3):
        before = page.locator("[data-mw-ready]").get_attribute("data-mw-ready")
        page.evaluate(DIES)
        page.locator(".mwb[inert]").first.wait_for(state="attached")  # what cannot be touched is seen to sleep
        page.wait_for_function(
            "before => document.querySelector('[data-mw-ready]').dataset.mwReady !== before", arg=before
        )
        assert page.locator(".mwb[inert], .jp-Dialog, .mw-ask").count() == 0
        first.locator(".mw-hint").wait_for()
    page.evaluate(DIES)
    page.get_by_role("button", name="Load the page again").click()
    shown.wait_until_started()
    first.locator(".mw-hint").wait_for()
