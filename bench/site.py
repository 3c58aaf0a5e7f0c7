"""How soon the static site is awake beside Pyodide alone, and how soon it answers: rows for the table of `make bench`.

BUILT_SITE names a site that is built already.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import shutil
import statistics
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from bench.apps import Timed
from tests.browser.harness import CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page

#: What was promised, in seconds: awake at the first visit and at a later one, a click answered, the first picture, the next page;
#: and megabytes of a first visit.
COLD, WARM, CLICK, PICTURE, NEXT, SIZE = 3.0, 1.0, 0.1, 0.3, 0.3, 8.0
#: Each is measured so often, in turn with the others.
TIMES = 5
#: The page that is opened: a lesson's exercise; and the one that is next.
PAGE, AFTER = "exercises/02-exploring/first-step.html", "exercise/02-exploring/through-the-trees"
#: Pyodide as its package has it, and nothing else.
BARE = """<!DOCTYPE html><script type="module">
import { loadPyodide } from "./pyodide.mjs";
await loadPyodide();
document.documentElement.dataset.awake = performance.now();
</script>"""
#: Milliseconds from a click on the area to the answer.
CLICKED = """(target) => new Promise((done) => {
  const root = document.querySelector(".mwb"), begun = performance.now(), before = root.dataset.answered;
  document.querySelector(`[data-target="${target}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const look = () => root.dataset.answered !== before ? done(performance.now() - begun) : requestAnimationFrame(look);
  look();
})"""
#: Notes when the board was first drawn, in milliseconds from the beginning.
WATCH = """new MutationObserver((_, watching) => {
  if (!document.querySelector(".mwb-wood")) return;
  watching.disconnect();
  requestAnimationFrame(() => { window.pictured = performance.now(); });
}).observe(document, { childList: true, subtree: true })"""
#: Milliseconds from following a link until the page it leads to is there, opened by Python.
FOLLOWED = """(place) => new Promise((done) => {
  const link = document.createElement("a"), begun = performance.now();
  link.href = `../${place.split("/").slice(1).join("/")}.html`;
  document.body.append(link);
  link.click();
  const look = () => document.querySelector(`main[data-desk="${place}"] .mwb-wood`)
    ? done(performance.now() - begun) : requestAnimationFrame(look);
  look();
})"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a plain file server of that folder, with "/" at its end."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def awake(page: Page, address: str) -> float:
    """Seconds from asking for the page until Python is awake in it."""
    page.goto(address)
    page.wait_for_selector("html[data-awake]", state="attached", timeout=120_000)
    return float(page.evaluate("() => Number(document.documentElement.dataset.awake)")) / 1000


def site_rows() -> list[Timed]:
    """The rows; none where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    from tutor.hosts.site.bundle import npm_folder

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, bare = Path(os.environ.get("BUILT_SITE") or f"{folder}/site"), Path(folder) / "bare"
        size = _size(site)
        shutil.copytree(npm_folder(), bare)
        (bare / "bare.html").write_text(BARE, encoding="utf-8")
        with served(site) as address, served(bare) as alone:
            found = []
            for n in range(TIMES):
                context = playwright.chromium.launch_persistent_context(
                    f"{folder}/profile{n}", executable_path=chromium, args=CHROMIUM_ARGUMENTS, headless=True
                )
                found.append(_visits(context, address, f"{alone}bare.html"))
                context.close()
    cold, warm, picture, after, click, bare_start, bare_again = map(statistics.median, zip(*found, strict=True))
    pyodide = ("Pyodide alone, as its package starts", bare_start)
    again = ("Pyodide alone, started there before", bare_again)
    return [
        Timed("the site awake, first visit", cold, *pyodide),
        Timed("... as against what was promised", cold, "as promised", COLD),
        Timed("the site awake, a later visit", warm, *again),
        Timed("... as against what was promised", warm, "as promised", WARM),
        Timed("the first picture, at a first visit", picture, "as promised", PICTURE),
        Timed("the next page, opened", after, "as promised", NEXT),
        Timed("a click on the site answered", click, "as promised", CLICK),
        Timed("megabytes of a first visit (no time)", size, "as promised", SIZE),
    ]


def _size(site: Path) -> float:
    """Megabytes of a first visit; the site is built if it is not there."""
    from tutor.hosts.site.build import TOLD, build

    if not (site / TOLD).is_file():
        build(site)
    return float(json.loads((site / TOLD).read_text(encoding="utf-8"))["first visit, gzip -9"]) / 1e6


def _visits(context: BrowserContext, address: str, bare: str) -> tuple[float, ...]:
    """Seconds of somebody who was never there: a first visit, a later one, until the board was first drawn, until the next page
    was open, of a click, and of Pyodide alone, twice."""
    page = context.new_page()
    page.add_init_script(WATCH)
    cold = awake(page, f"{address}{PAGE}")
    picture = float(page.evaluate("() => window.pictured")) / 1000
    page.wait_for_selector('html[data-offline="ready"]', state="attached", timeout=120_000)
    warm = awake(page, f"{address}{PAGE}")
    click = float(page.evaluate(CLICKED, "area:c2")) / 1000
    after = float(page.evaluate(FOLLOWED, AFTER)) / 1000
    other = context.new_page()
    return cold, warm, picture, after, click, awake(other, bare), awake(other, bare)
