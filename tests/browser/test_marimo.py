"""The workbench in marimo, as a teacher has it: what one does changes board and chances at once, and can be taken back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[str]:
    """The address of a workbench that is shown as a page, with its token."""
    line = [sys.executable, "-m", "tutor", "notebook", "workbench", "--run", "--no-browser"]
    running = subprocess.Popen(
        line,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "MYSTIC_WOOD_DATA": str(tmp_path)},
    )
    try:
        assert running.stdout is not None
        found = next((m.group() for said in running.stdout if (m := re.search(r"http://\S+", said))), "")
        assert "access_token=" in found, "marimo listens with a token"
        yield found
    finally:
        running.terminate()
        running.wait(timeout=20)


@pytest.mark.browser
def test_doing_and_undoing_changes_board_and_chances(workbench: str, browser) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench)
    page.get_by_text("Nothing has been done yet.").wait_for()
    assert page.locator("section[aria-label='Chances of meet orc']").count() == 1
    page.get_by_label("Next").select_option("meet orc")
    page.get_by_role("button", name="Do it: meet orc").click()
    page.get_by_role("button", name="Do it: roll 6 1").click()  # the dice can be chosen now
    page.get_by_text("Done: meet orc; roll 6 1").wait_for()
    assert page.locator("section[aria-label='Chances of meet orc']").count() == 0
    for left in ("Done: meet orc", "Nothing has been done yet."):
        page.get_by_role("button", name="Undo").click()
        page.get_by_text(left, exact=True).wait_for()
    page.get_by_label("Chances of", exact=True).select_option("joust george")
    page.locator("section[aria-label='Chances of joust george']").wait_for()
    page.close()
