"""How soon the static site is awake beside Pyodide alone, and a click answered: rows for the table of `make bench`."""

from __future__ import annotations

import contextlib
import functools
import http.server
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

    from playwright.sync_api import Browser, Page

#: What was promised, in seconds: awake at the first visit and at a later one, a click answered; and megabytes of a first visit.
COLD, WARM, CLICK, SIZE = 3.0, 1.0, 0.1, 8.0
#: Each is measured so often, in turn with the others.
TIMES = 5
#: The page that is opened: a lesson's exercise.
PAGE = "exercises/02-exploring/first-step.html"
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

    from tutor.hosts.static.build import build
    from tutor.hosts.static.bundle import npm_folder

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, bare = Path(folder) / "site", Path(folder) / "bare"
        size = build(site).first_visit / 1e6
        shutil.copytree(npm_folder(), bare)
        (bare / "bare.html").write_text(BARE, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        with served(site) as address, served(bare) as alone:
            found = [_visits(browser, address, f"{alone}bare.html") for _ in range(TIMES)]
        browser.close()
    cold, warm, click, bare_start = (statistics.median(each) for each in zip(*found, strict=True))
    pyodide = ("Pyodide alone, as its package starts", bare_start)
    return [
        Timed("the site awake, first visit", cold, *pyodide),
        Timed("... as against what was promised", cold, "as promised", COLD),
        Timed("the site awake, a later visit", warm, *pyodide),
        Timed("... as against what was promised", warm, "as promised", WARM),
        Timed("a click on the site answered", click, "as promised", CLICK),
        Timed("megabytes of a first visit (no time)", size, "as promised", SIZE),
    ]


def _visits(browser: Browser, address: str, bare: str) -> tuple[float, float, float, float]:
    """Seconds of a first visit, of a later one, of a click, and of Pyodide alone, by somebody who was never there."""
    context = browser.new_context()
    try:
        page = context.new_page()
        cold = awake(page, f"{address}{PAGE}")
        page.wait_for_selector('html[data-offline="ready"]', state="attached", timeout=120_000)
        warm = awake(page, f"{address}{PAGE}")
        click = float(page.evaluate(CLICKED, "area:c2")) / 1000
        other = context.new_page()
        return cold, warm, click, awake(other, bare)
    finally:
        context.close()
