"""How soon a still board is painted in JupyterLab, and how soon the next lesson is there: rows for the table of `make bench`."""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from bench.apps import Timed
from tests.browser.harness import CHROMIUM_ARGUMENTS, Lab, open_notebook, patient, running_lab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: What was promised: seconds until the next lesson's first board is live, until a still board of 3 x 3 areas is painted, and one
#: of 5 x 9 after a move.
NEXT, SMALL, LARGE = 1.5, 0.06, 0.1
#: Milliseconds a lesson is read before the next is asked for: by then a kernel is kept ready.
READ = 8_000
#: Measures in the kernel, from saying what is to be painted to the page's answer that it is; a pixel is the least it can be.
CELL = """
import asyncio, json, time
from IPython.display import display
from ipycanvas import Canvas
from ipywidgets import HTML
from engine import mystic_wood as mw
from tutor.hosts.lab.still import StillBoard
from tutor.games.mystic_wood.scene import View, board_scene

def moment(at):
    here = {"paths": "NESW", "denizens": ["orc"]}
    return mw.from_dict({"order": ["george"], "areas": {"c2": here}, "knights": {"george": {"at": at}}})

moments = [moment(at) for at in ("c1", "c2")]
views = {"small": View("b", "d", 1, 3), "large": View.whole(moments[0].wood)}
scenes = {name: [board_scene(each, view=view) for each in moments] for name, view in views.items()}
boards = {name: StillBoard(both[0]) for name, both in scenes.items()}
pixel, told = Canvas(width=1, height=1, sync_image_data=True), HTML()
answers = []
pixel.observe(lambda _: answers.append(time.perf_counter()), "image_data")

def one_pixel(n):
    answers.clear()
    pixel.fill_style = f"#{n:06x}"
    pixel.fill_rect(0, 0, 1, 1)

def small(n):
    boards["small"].painter.forget()
    boards["small"].show(scenes["small"][n % 2])

def large(n):
    boards["large"].show(scenes["large"][n % 2])

async def measure():
    await asyncio.sleep(4)
    done = {"pixel": lambda: answers, "small": lambda: not boards["small"].painter.under_way,
            "large": lambda: not boards["large"].painter.under_way}
    times = {name: [] for name in done}
    for n in range(1, 16):
        for name, work in (("pixel", one_pixel), ("small", small), ("large", large)):
            begun = time.perf_counter()
            work(n)
            while not done[name]() and time.perf_counter() < begun + 10:
                await asyncio.sleep(0.001)
            times[name].append(time.perf_counter() - begun)
            await asyncio.sleep(0.1)
    told.value = "<pre class='times'>" + json.dumps(times) + "</pre>"

display(*boards.values(), pixel, told)
measuring = asyncio.ensure_future(measure())
"""
#: Presses the button that leads to the next lesson; milliseconds until a board of it can be touched.
TO_NEXT = """() => new Promise((done) => {
  const before = new Set(document.querySelectorAll(".mwb")), begun = performance.now();
  document.querySelector('[data-key="next"]').click();
  const look = () => {
    const live = [...document.querySelectorAll(".mwb")].some((each) => !before.has(each) && each.offsetHeight > 0);
    if (live) done(performance.now() - begun); else requestAnimationFrame(look);
  };
  look();
})"""


def notebook_rows() -> list[Timed]:
    """The rows; none where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, running_lab(Path(folder)) as lab, sync_playwright() as playwright:
        browser = patient(playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS))
        painted, following = boards(browser, lab), next_lessons(browser, lab)
        browser.close()
    pixel = ("a pixel painted by ipycanvas and answered", painted["pixel"])
    return [
        Timed("a still board of 3 x 3 painted, in JupyterLab", painted["small"], *pixel),
        Timed("... as against what was promised", painted["small"], "as promised", SMALL),
        Timed("a still board of 5 x 9 after a move", painted["large"], *pixel),
        Timed("... as against what was promised", painted["large"], "as promised", LARGE),
        Timed("next lesson, its first board live", statistics.median(following), "as promised", NEXT),
        Timed("... the slowest of them", max(following), "as promised", NEXT),
    ]


def boards(browser: Browser, lab: Lab) -> dict[str, float]:
    """The usual seconds (the median) for a pixel, a small board painted anew, and a large one after a move."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=[new_code_cell(CELL)], metadata={"kernelspec": kernel}), lab.root / "still.ipynb")
    with open_notebook(browser, lab, "still.ipynb") as shown:
        shown.run_all()
        found: dict[str, Any] = json.loads(shown.page.locator("pre.times").inner_text())
    return {name: statistics.median(times) for name, times in found.items()}


def next_lessons(browser: Browser, lab: Lab, lessons: int = 4) -> list[float]:
    """Seconds from the button that leads to the next lesson to its first live board, one lesson after the other."""
    with open_notebook(browser, lab, "lessons/01-the-wood.ipynb") as shown:
        found = []
        for _ in range(lessons):
            shown.wait_until_started()
            shown.page.wait_for_timeout(READ)
            found.append(shown.page.evaluate(TO_NEXT) / 1000)
    return found
