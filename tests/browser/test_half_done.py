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
