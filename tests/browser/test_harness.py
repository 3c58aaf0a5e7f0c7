"""The harness itself: a click on a canvas reaches Python, and what Python answers reaches the page."""

import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.browser.by_touch import Pupil
from tests.browser.site import visiting

pytestmark = pytest.mark.browser

CANVAS = """\
from IPython.display import display
from ipycanvas import Canvas
from ipywidgets import HTML

canvas = Canvas(width=400, height=300, layout={"width": "200px", "height": "150px"})
canvas.fill_style = "seagreen"
canvas.fill_rect(0, 0, 400, 300)
told = HTML("Nothing clicked yet")

@canvas.on_mouse_down
def clicked(x, y):
    told.value = f"Clicked near {round(x, -1):.0f}, {round(y, -1):.0f}"

display(canvas, told)
"""


def write_notebook(lab, name, *cells):
    notebook = new_notebook(
        cells=list(cells),
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    nbformat.write(notebook, lab.root / name)
    return name


#: A button that goes elsewhere a moment after it was tapped, as whatever is drawn into motion does.
MOVES_ON = """
<div class="mwb"><button style="position: fixed; left: 20px; top: 20px"
  onclick="this.textContent += '+'; setTimeout(() => { this.style.left = '200px'; }, 350)">Tap</button></div>
"""


@pytest.fixture
def canvas_notebook(lab):
    """A notebook with a clickable canvas, shown at half its size."""
    return write_notebook(lab, "canvas.ipynb", new_markdown_cell("# A canvas"), new_code_cell(CANVAS))


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (400, True)], ids=["wide-light", "narrow-dark"])
def test_a_click_on_a_canvas_is_answered(lab_page, canvas_notebook, width, dark):
    shown = lab_page(canvas_notebook, width=width, height=800, dark=dark)
    shown.run_all()
    shown.outputs.get_by_text("Nothing clicked yet").wait_for()

    shown.click_canvas(0, 300, 100)

    shown.outputs.get_by_text("Clicked near 300, 100", exact=True).wait_for()
    assert shown.outputs.get_by_text("Nothing clicked yet").count() == 0
    assert shown.page.locator("body").get_attribute("data-jp-theme-light") == ("false" if dark else "true")
    assert shown.errors == []
    assert shown.screenshot(f"harness-{width}").stat().st_size > 5_000


def test_a_finger_that_waits_before_it_taps_again_meets_what_has_moved_on_meanwhile(browser):
    with visiting(browser, 390, 844, touch=True) as visit:
        page = visit.context.new_page()
        page.set_content(MOVES_ON)
        pupil = Pupil(page)
        pupil.tap("button")
        pupil.tap("button")
        assert page.locator("button").inner_text() == "Tap++"


def test_nothing_is_fetched_from_beyond_this_computer(lab_page, canvas_notebook):
    shown = lab_page(canvas_notebook)
    shown.run_all()
    assert shown.strangers == []


def test_a_cell_that_fails_is_noticed(lab, lab_page):
    failing = write_notebook(lab, "failing.ipynb", new_code_cell("raise ValueError('lost in the Wood')"))
    with pytest.raises(AssertionError, match="lost in the Wood"):
        lab_page(failing).run_all()


def test_the_kernel_is_the_one_the_tutor_is_installed_in(lab, lab_page):
    shown = lab_page(
        write_notebook(lab, "which.ipynb", new_code_cell("import sys; print('Python at', sys.executable)"))
    )
    shown.run_all()
    shown.outputs.get_by_text(f"Python at {sys.executable}").wait_for()
