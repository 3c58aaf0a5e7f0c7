"""How soon the apps are there, and how soon they answer: rows for the table of `make bench`."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import chess
import chess.svg

from engine import mystic_wood as mw
from tutor.base.places import DATA_VARIABLE
from tutor.content.lessons import load_lesson
from tutor.desk import Touch, Viewer
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.editor.library import common
from tutor.games.mystic_wood.teachable import GAME
from tutor.games.mystic_wood.words.language import understood
from tutor.pages.exercise.lesson import LessonDocument, LessonView
from tutor.teach.game.asking import Question

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: What was promised of an app: seconds to its first paint, and to the answer to a click.
PAINTED, ANSWERED = 1.0, 0.1
#: What is asked in words.
ASKED = "who wins if both throw the same?"
#: What is clicked on, to see how soon it is answered.
CLICKED = ("area:c1", "area:c2", "area:d3", "do:shelf", "do:shelf")


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
    imported, plain = best("import tutor.games.mystic_wood.editor.checker"), best("import json")
    rows = [
        Timed("start Python, import the checker", imported, "start Python, import json", plain),
        Timed("its first page", once(lambda: Checker().page()), "chess.svg.board", board),
        Timed(
            "a click answered", once(lambda: checker.answer(Touch(0, 0, "click", "area:c2"))), "chess.svg.board", board
        ),
        Timed("a question answered, odds and editions", once(lambda: asked(state)), "chess.svg.board", board),
        Timed("a question in words understood", once(lambda: understood(ASKED, state)), "chess.svg.board", board),
        Timed("a lesson opened, its first screen", once(lesson_opened), "chess.svg.board", board),
    ]
    if not start:
        return rows
    sent, server = min(page_sent() for _ in range(3)), best("import uvicorn, starlette.applications", 3)
    rows.append(Timed("start `tutor rulings`, page sent", sent, "start Python, import uvicorn", server))
    if opened := openings(3):
        best_of = Opened(*(min(times) for times in zip(*opened, strict=True)))
        paint, click = ("a first paint, as promised", PAINTED), ("an answer, as promised", ANSWERED)
        empty = ("a line of text from the same server, painted", best_of.empty)
        rows += [
            Timed("start `tutor rulings`, board painted", best_of.painted, *paint),
            Timed("... and from when the browser asked for it", best_of.since_asked, *empty),
            Timed("... and a first touch answered, from then on", best_of.live, *empty),
            Timed("start `tutor rulings`, first touch answered", best_of.awake, "start Python, import uvicorn", server),
            Timed("open its page again, board painted", best_of.again, *paint),
            Timed(f"a click answered, in Chromium ({best_of.sent:,} bytes sent)", best_of.answered, *click),
        ]
    return rows


def lesson_opened() -> object:
    """A lesson at its first exercise, as a page."""
    document = LessonDocument(lambda source: load_lesson("05-approach"))
    return document.page(document.open({}), Viewer("learner"), LessonView(), {})


def asked(state: mw.State) -> object:
    """An answer with the chances of a fight and the other edition beside it."""
    return GAME.asking.ask(state, Question("chances", "meet saracen with prince"))


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
    """`tutor rulings` just started on an empty data folder; its address, at which nothing need answer yet."""
    folder = tempfile.TemporaryDirectory()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tutor", "rulings", "--no-browser", "--port", str(port)]
    environment = {**os.environ, DATA_VARIABLE: folder.name}
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout
        address = re.search(r"http://\S+", server.stdout.readline())  # it listens
        assert address
        yield address.group()
    finally:
        server.terminate()
        server.communicate(timeout=20)
        folder.cleanup()


def page_sent() -> float:
    """Seconds from the command to the page's HTML."""
    begun = time.perf_counter()
    with started() as address:
        urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address, timeout=60).read()
        return time.perf_counter() - begun


class Opened(NamedTuple):
    """Seconds of one opening, in a Chromium that runs already and knows nothing of the page.

    From the command to the painted board, the same from when the browser asked for the page, from the command to the answer to
    a touch made as soon as the board was there, the same from when the page was asked for, from asking for the page again to its
    painted board, from a click to its answer (the median of several; ``sent`` are the bytes the page is sent for it, before they
    are packed), and from asking the same server for what is not there to
    the painted line that says so.
    """

    painted: float
    since_asked: float
    awake: float
    live: float
    again: float
    answered: float
    empty: float
    sent: int


#: Marks the moment at which the board stands in the page.
BOARD_IS_THERE = """new MutationObserver((_, seen) => {
  if (document.querySelector(".mwb-wood [data-target]")) { seen.disconnect(); performance.mark("board"); }
}).observe(document, { childList: true, subtree: true })"""
#: When the browser first painted something of a page, and when it asked for it, in milliseconds since 1970.
FIRST_PAINT = """() => new Promise(found => new PerformanceObserver(list => {
  for (const entry of list.getEntriesByName("first-contentful-paint"))
    found([performance.timeOrigin + entry.startTime, performance.timeOrigin]);
}).observe({ type: "paint", buffered: true }))"""


def openings(tries: int) -> list[Opened]:
    """As many openings; none where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        found = [opening(browser) for _ in range(tries)]
        browser.close()
    return found


def opening(browser: Browser) -> Opened:
    """One opening from the command on."""
    page = browser.new_context().new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(BOARD_IS_THERE)
    frames: list[int] = []

    def count(data: str | bytes) -> None:
        frames.append(len(data.encode() if isinstance(data, str) else data))

    page.on("websocket", lambda socket: socket.on("framereceived", count))
    begun = time.time()
    with started() as address:
        page.goto(address, wait_until="commit")
        painted, asked = first_paint(page)
        page.locator('[data-target="do:shelf"]').first.click()
        page.locator('.mwb[data-answered="1"]').wait_for()
        awake = time.time()
        took, sent = [], []
        for answers, target in enumerate(CLICKED, start=2):
            frames.clear()
            page.locator(f'[data-target="{target}"]').first.click(position={"x": 12, "y": 12})
            page.locator(f'.mwb[data-answered="{answers}"]').wait_for()
            sent.append(sum(frames))
            took.append(int(page.locator(".mwb").get_attribute("data-took") or 0) / 1000)
        page.goto(address, wait_until="commit")
        again, asked_again = first_paint(page)
        page.goto(re.sub(r"/rulings/.*", "/ui/nothing", address), wait_until="commit")
        told, asked_for_it = page.evaluate(FIRST_PAINT)
    page.context.close()
    return Opened(
        painted - begun,
        painted - asked,
        awake - begun,
        awake - asked,
        again - asked_again,
        sorted(took)[len(took) // 2],
        (told - asked_for_it) / 1000,
        sorted(sent)[len(sent) // 2],
    )


def first_paint(page: Page) -> tuple[float, float]:
    """When the board of the page was painted, and when the page was asked for, in seconds since 1970.

    The board is the first a page of the apps shows, which is made sure of.
    """
    painted, asked = page.evaluate(FIRST_PAINT)
    shown = page.evaluate("performance.timeOrigin + performance.getEntriesByName('board')[0].startTime")
    assert painted >= shown, "something was painted before the board"
    return painted / 1000, asked / 1000
