"""Printed sheets, measured on the page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tutor.puzzles.book import book
from tutor.puzzles.sheet import sheet_html

pytestmark = pytest.mark.browser
BOOK = [puzzle for collection in book() for puzzle in collection.puzzles]


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 180, 297 - 31), ("letter", 186, 279 - 31)])
def test_every_puzzle_of_the_book_fits_on_a_page(browser: Browser, tmp_path: Path, paper: str, width: int, height: int) -> None:
    """What is higher than a page would be divided after all. Millimetres, without the margins."""
    page = tmp_path / "book.html"
    page.write_text(sheet_html(BOOK, "Book", paper=paper), encoding="utf-8")
    context = browser.new_context(viewport={"width": round(width * 96 / 25.4), "height": 900})
    try:
        shown = context.new_page()
        shown.emulate_media(media="print")
        shown.goto(page.as_uri())
        measured = shown.eval_on_selector_all("section", "all => all.map(one => one.offsetHeight)")
        most = height * 96 / 25.4
        assert [puzzle.id for puzzle, high in zip(BOOK, measured, strict=True) if high > most] == []
        assert shown.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    finally:
        context.close()
