"""What axe-core, which knows the rules for who sees or hears a page otherwise, finds on every kind of page: nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.apps import running_app
from tutor.ui.widget import BUILT

pytestmark = pytest.mark.browser

#: As it lies among the front end's tools.
AXE = BUILT.parent / "front/node_modules/axe-core/axe.min.js"
#: Left out: that the name of a button holds all words written in it. Pieces of a board bear initials, figures and plates of other
#: pieces; their names are whole sentences.
RULES = {"label-content-name-mismatch": {"enabled": False}}
FOUND = """async (rules) => (await axe.run(document, {resultTypes: ["violations"], rules})).violations.flatMap(
  (broken) => broken.nodes.map((node) => `${broken.id} at ${node.target.join(" ")}: ${node.failureSummary}`))"""
PAGES = (
    "/", "/lesson/05-approach/", "/lesson/19-gran-one-or-two-spaces/", "/exercise/05-approach/the-witch/", "/puzzles/jousts/",
    "/puzzles/gran-roads/", "/train/", "/rulings/", "/rulings/gran/", "/rulings/mystic_paths/", "/rulings/willow/", "/edit/",
    "/table/", "/rules/index.html", "/rules/jousts.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_app("apps") as found:
        yield found.replace("?new&", "?")


def faults(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands."""
    page.evaluate(f"{Path(AXE).read_text('utf-8')};0")
    found: list[str] = page.evaluate(FOUND, RULES)
    return found


def test_axe_is_at_work(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><title>x</title><button></button>")
    assert any("button-name" in fault for fault in faults(page))
    page.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nobody_is_shut_out_of_a_page(browser: Browser, address: str, dark: bool) -> None:
    """Each kind of page as it opens; a table that is laid out, and one where a game is played."""
    theme: Any = "dark" if dark else "light"
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=theme, reduced_motion="reduce")
    page = context.new_page()
    at = urlsplit(address)
    wrong: list[str] = []
    for path in PAGES:
        answer = page.goto(urlunsplit(at._replace(path=path)))
        assert answer is not None
        assert answer.ok, path
        page.locator("h1").first.wait_for(state="attached")
        wrong += [f"{path}: {fault}" for fault in faults(page)]
        if path == "/table/" and not dark:  # by night it goes on
            page.locator('button[data-target="begin"]').first.click()
            page.locator(".tb-play").wait_for()
            wrong += [f"a game: {fault}" for fault in faults(page)]
    context.close()
    assert wrong == []
