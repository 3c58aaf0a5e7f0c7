"""Setups built by hand in JupyterLab: by mouse, by touch and by keyboard alone; the wrong is told, the right is proved."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest

from tests.browser.apps import AppPage
from tests.browser.harness import open_notebook
from tutor.content.puzzles.shelves import find_shelf
from tutor.games.mystic_wood.building.setup_diff import laid
from tutor.teach.kinds import start

pytestmark = pytest.mark.browser

CODE = """from tutor.jupyter import ExerciseView
from tutor.content.puzzles import find_puzzle
ExerciseView(find_puzzle("{puzzle}").exercise)"""


@pytest.fixture
def setup_page(browser, lab):
    """Opens a setup by its id, in a notebook of its own; no script may have failed at the end, nor the network been asked."""
    from contextlib import ExitStack

    with ExitStack() as pages:

        def open_setup(puzzle, by="mouse", **look):
            kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
            code = nbformat.v4.new_code_cell(CODE.format(puzzle=puzzle))
            written = nbformat.v4.new_notebook(cells=[code], metadata=kernel)
            nbformat.write(written, lab.root / f"{puzzle}.ipynb")
            page = pages.enter_context(open_notebook(browser, lab, f"{puzzle}.ipynb", **look))
            page.run_all()
            page.page.locator(".mwb-wood [data-target]").first.wait_for()
            page.page.locator(".mw-exercise [data-key=check]").wait_for()
            pages.callback(
                lambda: pytest.fail(f"{page.errors} {page.strangers}") if page.errors or page.strangers else None
            )
            return Setup(page, by)

        yield open_setup


class Setup:
    """A setup on the page. ``board`` is touched as the apps are."""

    def __init__(self, lab_page, by):
        self.page = lab_page.page
        self.lab_page = lab_page
        self.board = AppPage(self.page, by)
        self.panel = self.page.locator(".mw-panel")

    def lay(self, source, to):
        self.board.drag(source, to)
        self.board.settled()

    def ask(self):
        self.page.locator("[data-key=check]").click()

    def hears(self, text):
        self.panel.get_by_text(text).first.wait_for()

    def says(self, text):
        self.page.locator("[data-panel=bar] [data-key=status]").get_by_text(text).wait_for()

    def picture(self, name):
        self.lab_page.screenshot(f"setup-{name}")


def test_by_mouse_a_wrong_one_is_told_why_and_a_right_one_is_proved_beside_the_shortest(setup_page):
    setup = setup_page("third-time-elf", width=1280, height=800)
    setup.lay("palette:wild-boar", "area:c2")
    setup.lay("palette:wild-ox", "area:c2")
    setup.ask()
    setup.hears("The Elf is met second, not third.")
    setup.hears("1 place more must come before the Elf.")
    assert "order.list" in setup.page.locator(".mw-why").text_content()

    setup.lay("palette:orc", "area:c2")
    setup.says("Orc at c2.")
    assert setup.page.locator(".mw-panel .mw-is-wrong").count() == 0, "what was said was of something else"
    setup.ask()
    setup.hears("You laid 3 pieces; it can be done with 2.")
    known = setup.page.locator("[data-panel=known]")
    known.get_by_text("Yours: 3 pieces in 3 operations. This one: 2 pieces in 2 operations").wait_for()
    assert known.locator("svg").bounding_box()["width"] > 100
    assert setup.page.locator(".mw-proof li").all_inner_texts()[-1].startswith("The Elf is met third.")

    setup.says("First: the Wild Boar or the Wild Ox (2 ways).")
    setup.page.locator("[data-key=forth]").click()
    setup.says("Second: the Orc.")


def test_what_was_given_stays_and_what_is_not_asked_for_goes_back_and_all_can_be_undone(setup_page):
    setup = setup_page("happy-ending", width=1280, height=800)
    setup.lay("palette:queen", "area:c4")
    setup.says("Queen goes back: c4 is unknown.")
    setup.lay("palette:queen", "area:d3")
    setup.lay("palette:witch", "area:d3")
    setup.says("At most 1 piece: take one away first.")
    assert setup.board.target("hand:perceval:damsel").get_attribute("data-drag") is None
    setup.page.get_by_role("button", name="Undo").click()
    setup.board.settled()
    assert setup.page.locator('[data-target="denizen:queen"]').count() == 0
    setup.page.get_by_role("button", name="Redo").click()
    setup.board.settled()
    setup.board.target("denizen:queen").focus()
    setup.page.keyboard.press("Delete")
    setup.says("Queen taken away.")


def test_by_touch_a_road_is_laid_and_walked_before_ones_eyes(setup_page, browser):
    setup = setup_page("a-road-for-roland", by="touch", width=390, height=844, touch=True)
    setup.lay("palette:lay-NES", "area:c7")
    setup.lay("palette:lay-NESW", "area:c8")
    setup.page.locator("[data-key=check]").tap()
    setup.hears("You laid 2 pieces, and it cannot be done with fewer.")
    for says in ("Roland walks west to c7.", "Roland walks north to c8.", "Roland walks north to c9."):
        setup.page.locator("[data-key=forth]").tap()
        setup.says(says)
        setup.page.wait_for_timeout(450)  # or the next would be half of a double click
    setup.picture("road-touch-390")


def test_by_keyboard_alone_and_nobody_is_held_on_the_board(setup_page):
    setup = setup_page("armed-for-the-dragon", by="keys", width=1280, height=800)
    page = setup.page
    page.locator(".jp-Notebook").first.press("Escape")
    for card in ("palette:horse", "palette:armour", "palette:ring"):
        setup.lay(card, "area:c2")
    setup.board.tab_to(lambda: page.evaluate("document.activeElement.dataset.key") == "check")
    page.keyboard.press("Enter")
    setup.hears("“Meet Dragon”, the best way: the chance of “win” is 13/18")
    setup.hears("More must speak for him.")
    setup.board.reach("hand:george:ring")
    page.keyboard.press("Delete")
    setup.says("Ring taken away.")
    setup.lay("palette:potion", "area:c2")
    setup.board.tab_to(lambda: page.evaluate("document.activeElement.dataset.key") == "check")
    page.keyboard.press("Enter")
    setup.hears("it can be done with 2")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("!document.activeElement.closest('.mw-exercise')"):
            break
    else:
        pytest.fail("the keyboard does not come out of the exercise")


def test_the_wheel_scrolls_over_the_board_and_who_remains_is_marked(setup_page):
    setup = setup_page("look-but-do-not-touch", width=1280, height=800, dark=True)
    setup.lay("palette:druid", "area:d3")
    setup.ask()
    setup.hears("is not allowed")
    setup.board.click("denizen:druid")
    setup.board.settled()
    setup.page.get_by_role("button", name="Has remained").click()
    setup.says("Druid has remained: he takes no notice of Perceval.")
    setup.picture("remained-dark")
    setup.ask()
    setup.hears("is refused: The Druid guards the loose things here, having remained.")


def test_every_setup_of_the_book_is_built_by_mouse_one_after_the_other_at_the_desk(browser, lab):
    """The notebook that opens by itself: each is solved by its shortest construction, and one key leads to the next."""
    shelf = find_shelf("lay-it-out")
    with open_notebook(browser, lab, f"puzzles/{shelf.name}.ipynb", height=800, ready=False) as lab_page:
        lab_page.wait_until_started()
        setup = Setup(lab_page, "mouse")
        for number, puzzle in enumerate(shelf.puzzles):
            lab_page.page.get_by_role("heading", name=puzzle.exercise.name, exact=True).wait_for()
            if puzzle.kind == "setup":
                lab_page.page.locator(".mwb-wood [data-target]").first.wait_for()
                solve_by_hand(setup, puzzle)
                lab_page.page.locator(".mw-panel .mw-is-right").wait_for()
                setup.picture(f"at-the-desk-{number}")
            else:
                lab_page.page.locator(".mwb-wood [data-target]").first.wait_for()
            setup.page.keyboard.press("n")
        assert lab_page.errors == []
        assert lab_page.strangers == []


def solve_by_hand(setup, puzzle):
    """Lay out the shortest construction known, each piece from the palette to its place."""
    session: Any = start(puzzle.exercise)
    for piece in laid(session.state, session.shortest):
        if piece.kind == "remaining":
            setup.board.click(f"denizen:{piece.card}")
            setup.page.get_by_role("button", name="Has remained").click()
            setup.board.settled()
            continue
        source = f"lay-{piece.card}" if piece.kind == "areas" else piece.card
        setup.lay(f"palette:{source}", f"{'hand' if piece.kind == 'hand' else 'area'}:{piece.where}")
    setup.ask()
