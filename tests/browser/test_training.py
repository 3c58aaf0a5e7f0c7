"""The trainer in JupyterLab: it opens by itself, and all of it is one click away."""

import json
import re

import pytest

from tutor.content.puzzles import book
from tutor.content.trainer.learner_state import TRAINER
from tutor.desk.progress import FILE, Progress

pytestmark = pytest.mark.browser

NOTEBOOK = "puzzles/trainer.ipynb"
TITLES = {puzzle.exercise.name for collection in book() for puzzle in collection.puzzles}


def noted(lab):
    return [(attempt.mode.split()[0], attempt.outcome) for attempt in Progress(lab.data / FILE).attempts(TRAINER)]


def test_it_opens_by_itself_and_offers_every_mode(lab, lab_page):
    """The day's puzzle first; a theme is trained; the solution looked at is a miss; a streak ends; all of it is kept."""
    shown = lab_page(NOTEBOOK, height=800, ready=False)
    desk = shown.outputs.locator(".mwb")
    shown.wait_until_started()
    modes = desk.get_by_role("group", name="What to do").get_by_role("button")
    modes.first.wait_for()  # the cell has run; the page in it may still be on its way
    assert modes.all_inner_texts() == ["Today's puzzle", "Training", "Streak", "Review"]
    assert modes.first.get_attribute("aria-pressed") == "true"
    head = desk.locator(".mw-head")
    assert head.get_by_text(re.compile(r"^The puzzle of \w+day, ")).is_visible()
    assert desk.locator(".mw-head h3").inner_text() in TITLES
    assert desk.get_by_label("Theme").is_hidden()

    desk.get_by_role("button", name="Training").click()
    desk.get_by_label("Theme").select_option(label="king")
    head.get_by_text("Training: king", exact=True).wait_for()
    desk.get_by_label("Kind").select_option(label="may")
    desk.get_by_label("Edition").select_option(label="2006")
    head.get_by_text("Training: king, may, 2006", exact=True).wait_for()
    puzzles = [puzzle for collection in book() for puzzle in collection.puzzles]
    kings = {
        each.exercise.name
        for each in puzzles
        if "king" in each.themes and each.kind == "may" and "2006" in each.editions
    }
    assert desk.locator(".mw-head h3").inner_text() in kings
    desk.locator('[data-key="solution"]').click()
    desk.locator(".mw-below", has_text=re.compile(r"^Your rating: \d+ ± \d+ \([+-]\d+\)")).wait_for()
    assert noted(lab) == [("training", "wrong")]

    desk.get_by_role("button", name="Streak", exact=True).click()
    for missed in range(3):
        head.get_by_text(f"Streak: 0 right, {missed} of 3 missed").wait_for()
        desk.locator('[data-key="next"]').click()
    desk.get_by_role("button", name="New streak").click()
    head.get_by_text("Streak: 0 right, 0 of 3 missed").wait_for()
    assert [each for each in noted(lab)[1:] if each[1] != "progress"] == [("streak", "wrong")] * 3
    assert shown.errors == []
    assert shown.strangers == []
    shown.command("docmanager:save")
    saved = json.loads((lab.root / NOTEBOOK).read_text("utf-8"))
    (output,) = (output for cell in saved["cells"] for output in cell.get("outputs", []))
    assert "widget" not in " ".join(output["data"])


@pytest.mark.parametrize("width", [1280, 390])
def test_everything_of_it_is_in_the_window(lab, lab_page, width):
    shown = lab_page(NOTEBOOK, width=width, height=800, ready=False)
    shown.wait_until_started()
    desk = shown.outputs.locator(".mwb")
    desk.get_by_role("button", name="Training").click()
    desk.get_by_label("Theme").wait_for()
    shown.wait_until_answered()
    edge = desk.bounding_box()
    for part in desk.locator(".mw-menu, .mw-modes button, .mw-wishes select, .mw-head, .mw-tools").all():
        box = part.bounding_box()
        assert box is not None
        assert edge["x"] <= box["x"]
        assert box["x"] + box["width"] <= edge["x"] + edge["width"] + 1
    menu, head, board = (desk.locator(which).bounding_box() for which in (".mw-menu", ".mw-head", ".mw-board"))
    assert menu["y"] + menu["height"] <= head["y"] + 1
    assert (board["x"] + board["width"] <= head["x"]) == (width > 760), "beside the board, or above it on a narrow page"
    if width > 760:
        assert edge["height"] <= 800
    shown.screenshot(f"trainer-{width}")
