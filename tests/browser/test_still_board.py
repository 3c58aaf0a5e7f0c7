"""A state in a cell of one's own is a board on a canvas: sharp, in the theme of the page, and a touch on it is answered."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.support.contrast import rgb
from tutor.draw.theme import THEMES

pytestmark = pytest.mark.browser

CELL = """\
from engine import mystic_wood as mw

state = mw.loads('''
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc"]
[knights.george]
at = "c2"
came_from = "c1"
''')
state
"""
#: What is painted at the left edge of the canvas that is shown.
EDGE = """() => { const canvas = [...document.querySelectorAll('.mw-still canvas')].find(each => each.offsetWidth);
  return canvas ? [...canvas.getContext('2d').getImageData(6, canvas.height / 2, 1, 1).data].slice(0, 3).join() : '' }"""


@pytest.fixture
def notebook(lab):
    """A notebook with one cell, which ends with a state."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=[new_code_cell(CELL)], metadata={"kernelspec": kernel}), lab.root / "still.ipynb")
    return "still.ipynb"


def shows(page, theme):
    """Wait until the board is painted in a theme."""
    colour = ",".join(str(part) for part in rgb(THEMES[theme]["board"]))
    page.wait_for_function(f"colour => ({EDGE})() === colour", arg=colour)


def place_of(page, area):
    """Where the middle of an area of b2 to d4 is on the screen."""
    canvas = page.locator(".mw-still canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    column, row = "bcd".index(area[0]), 4 - int(area[1])
    return box["x"] + box["width"] * (57 + 104 * column) / 322, box["y"] + box["height"] * (57 + 104 * row) / 322


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)], ids=["wide-light", "narrow-dark"])
def test_a_state_is_a_board_one_can_touch_in_the_theme_of_the_page(lab_page, notebook, width, dark):
    shown = lab_page(notebook, width=width, height=800, dark=dark)
    page = shown.page
    shown.run_all()
    shows(page, "dark" if dark else "light")
    said = page.locator(".mw-still-said")
    assert said.inner_text() == "Touch the board: it says what lies there."

    page.mouse.click(*place_of(page, "c2"))
    said.get_by_text(re.compile("Orc, challenges with strength 4. Allowed: meet orc|c2: glade")).wait_for()
    page.mouse.click(*place_of(page, "c3"))
    said.get_by_text("Not allowed, move north").wait_for()

    canvas = page.locator(".mw-still canvas").first
    pixels, points = canvas.evaluate("c => [c.width, c.getBoundingClientRect().width]")
    assert pixels >= 2 * points, "two pixels of its own for each of the page"
    assert canvas.evaluate("c => c.inert"), "neither the wheel nor the tab key stops at it"
    shown.screenshot(f"still-board-{width}")

    page.emulate_media(color_scheme="light" if dark else "dark")  # which JupyterLab follows
    shows(page, "light" if dark else "dark")
    shown.screenshot(f"still-board-{width}-other-theme")
    assert shown.errors == []


def test_a_notebook_that_was_saved_keeps_the_picture(lab_page, lab, notebook):
    shown = lab_page(notebook, width=1280, height=800)
    shown.run_all()
    shows(shown.page, "light")
    shown.command("docmanager:save")
    (cell,) = nbformat.read(lab.root / notebook, as_version=4).cells
    assert set(cell.outputs[0].data) == {"image/svg+xml", "text/plain"}
