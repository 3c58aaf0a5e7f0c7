"""Printed sheets, measured on the page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tutor.content.puzzles.book import book
from tutor.hosts.cli.sheet import sheet_html
from tutor.hosts.paper.paper import PAPERS

pytestmark = pytest.mark.browser
BOOK = [puzzle for collection in book() for puzzle in collection.puzzles]
#: What the margins leave of each paper, in millimetres.
ROOM = {"a4": (180, 297 - 31), "letter": (186, 279 - 31)}


def test_papers_differ_in_their_size_alone() -> None:
    """So one page, as wide as each of them in turn, shows what is printed on both."""
    a4, letter = (sheet_html(BOOK[:2], "Book", paper=paper) for paper in ROOM)
    assert letter == a4.replace(PAPERS["a4"], PAPERS["letter"]) != a4


def test_every_puzzle_of_the_book_fits_on_a_page(browser: Browser, tmp_path: Path) -> None:
    """What is higher than a page would be divided after all. The whole book: 24 MB, which are loaded once."""
    page = tmp_path / "book.html"
    page.write_text(sheet_html(BOOK, "Book"), encoding="utf-8")
    shown = browser.new_page()
    shown.emulate_media(media="print")
    shown.goto(page.as_uri())
    for width, height in ROOM.values():
        shown.set_viewport_size({"width": round(width * 96 / 25.4), "height": 900})
        measured = shown.eval_on_selector_all("section", "all => all.map(one => one.offsetHeight)")
        most = height * 96 / 25.4
        assert [puzzle.id for puzzle, high in zip(BOOK, measured, strict=True) if high > most] == []
        assert shown.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
