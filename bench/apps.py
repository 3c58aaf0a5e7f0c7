"""How soon the apps are there, and how soon they answer: rows for the table of `make bench`."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import chess
import chess.svg

from engine import mystic_wood as mw
from tutor.apps.asking import Question, ask
from tutor.apps.checker import Checker
from tutor.board import Touch
from tutor.editor.library import common

#: What was promised of an app: seconds to its first paint. (To the answer to a click: a tenth of a second.)
PAINTED = 3.0


class Timed(NamedTuple):
    """A row: seconds for ``what``, and for what it is ``compared`` with."""

    what: str
    seconds: float
    compared: str
    compared_seconds: float


def app_rows(once: Callable[[Callable[[], object]], float], start: bool) -> list[Timed]:
    """The rows; ``once`` measures one call of something quick. With ``start`` the app is started as well."""
    checker = Checker()
    checker.begin(common("saracen-and-prince-at-the-castle").situation)
    state = checker.editor.state
    assert state is not None
    board = once(lambda: chess.svg.board(chess.Board()))
    imported, plain = best("import tutor.apps.checker"), best("import json")
    rows = [
        Timed("start Python, import the checker", imported, "start Python, import json", plain),
        Timed("its first page", once(lambda: Checker().page()), "chess.svg.board", board),
        Timed("a click answered", once(lambda: checker.answer(Touch("click", "area:c2"))), "chess.svg.board", board),
        Timed("a question answered, odds and editions", once(lambda: asked(state)), "chess.svg.board", board),
    ]  # fmt: skip
    if not start:
        return rows
    sent, marimo = min(page_sent() for _ in range(3)), best("import marimo", 3)
    rows.append(Timed("start `tutor rulings`, page sent", sent, "start Python, import marimo", marimo))
    if opened := openings(3):
        painted, awake = (min(times) for times in zip(*opened, strict=True))
        rows.append(Timed("start `tutor rulings`, board painted", painted, "a first paint, as promised", PAINTED))
        rows.append(Timed("start `tutor rulings`, first touch answered", awake, "start Python, import marimo", marimo))
    return rows


def asked(state: mw.State) -> object:
    """An answer with the chances of a fight and the other edition beside it."""
    return ask(state, Question("chances", "meet saracen with prince"))


def best(statement: str, tries: int = 5) -> float:
    """The best time of Python started for a statement."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True, stdin=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    return min(times)


@contextmanager
def started() -> Iterator[str]:
    """`tutor rulings` just started; its address, at which nothing need answer yet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tutor", "rulings", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        server.stdout.readline()  # it listens
        yield f"http://127.0.0.1:{port}/rulings/"
    finally:
        server.terminate()
        server.communicate(timeout=20)


def page_sent() -> float:
    """Seconds from the command to the page's HTML."""
    begun = time.perf_counter()
    with started() as address:
        urllib.request.urlopen(address, timeout=60).read()
        return time.perf_counter() - begun


def openings(tries: int) -> list[tuple[float, float]]:
    """Seconds from the command to the painted board, and to the answer to a touch made then, in a Chromium that runs already;
    none where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(tries):
            page = browser.new_context().new_page()
            begun = time.perf_counter()
            with started() as address:
                page.goto(address, timeout=120_000, wait_until="commit")
                page.locator(".mwb-wood [data-target]").first.wait_for(timeout=120_000)
                painted = time.perf_counter() - begun
                page.locator('[data-target="do:shelf"]').first.click()
                page.locator('.mwb[data-answered="1"]').wait_for(timeout=120_000)
                found.append((painted, time.perf_counter() - begun))
            page.context.close()
        browser.close()
    return found
