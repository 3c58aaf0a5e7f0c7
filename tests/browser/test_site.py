"""The site on a plain file server that is stopped after the first load: nothing but its own files is asked for."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.apps import AppPage
from tests.browser.harness import ARTEFACTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser]

AWAKE = 90_000  # milliseconds
BEYOND = "document.documentElement.scrollWidth > innerWidth"


class Plain(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Server:
    """A plain file server; ``stop`` it, and nothing answers at its address any more."""

    folder: Path
    port: int = 0
    asked: list[str] = field(default_factory=list)

    def start(self) -> None:
        handler = functools.partial(Plain, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    from tutor.hosts.static.build import build

    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder)
    return folder


@pytest.fixture
def server(built) -> Iterator[Server]:
    found = Server(built)
    found.start()
    yield found
    with contextlib.suppress(OSError):
        found.stop()


@dataclass
class Visit:
    """A browser's visit: its pages, what went wrong in them, and every host that was asked."""

    context: BrowserContext
    errors: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(address)
        return page


@contextlib.contextmanager
def visiting(browser: Browser, width: int = 1280, height: int = 800, dark: bool = False, touch: bool = False) -> Iterator[Visit]:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce",
        has_touch=touch,
    )  # fmt: skip
    visit = Visit(context)
    context.on("request", lambda request: visit.hosts.add(urlsplit(request.url).hostname or request.url))
    try:
        yield visit
        assert visit.errors == []
        assert {host for host in visit.hosts if not host.startswith(("data:", "blob:"))} <= {"127.0.0.1"}
    finally:
        context.close()


def awake(page: Page) -> AppPage:
    page.wait_for_selector("html[data-awake]", state="attached", timeout=AWAKE)
    return AppPage(page)


def answered(page: Page) -> None:
    """Wait until Python has answered every touch."""
    page.wait_for_selector(".mwb", state="attached")
    page.wait_for_timeout(50)
    for _ in range(600):
        data = page.locator(".mwb").first.evaluate("node => [node.dataset.asked ?? '0', node.dataset.answered ?? '0']")
        if data[0] == data[1]:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"Python has not answered: {data}")


def press(page: Page, target: str) -> None:
    page.locator(f'[data-target="{target}"]').first.click()
    answered(page)


def kept_offline(page: Page) -> None:
    page.wait_for_selector('html[data-offline="ready"]', state="attached", timeout=AWAKE)


FIRST = "exercises/02-exploring/first-step.html"


def test_what_is_touched_before_python_is_awake_is_answered_when_it_is(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        page.locator('.mwb-wood [data-target="area:c2"]').click()
        assert not page.locator("html[data-awake]").count(), "it was awake before it was touched: the test shows nothing"
        awake(page)
        answered(page)
        assert page.locator(".mw-verdict-title, h2").filter(has_text="Right").count()


#: The most a first visit may fetch, in bytes as gzip -9.
MOST = 8_000_000


@pytest.mark.parametrize("path", ["index.html", "lessons/02-exploring.html", "rulings.html", "puzzles.html", "table.html"])
def test_a_first_visit_fetches_eight_megabytes_at_most(browser, server, path):
    """Whatever page comes first; the other games are fetched only where they are chosen from."""
    with visiting(browser) as visit:
        asked: set[str] = set()
        visit.context.on("request", lambda request: asked.add(request.url))
        page = visit.open(server.at(path))
        awake(page)
        kept_offline(page)
        files = {urlsplit(address).path.lstrip("/") for address in asked if address.startswith("http")}
        assert sum(small(server.folder / name) for name in files) <= MOST
        games = {name.partition("/")[2] for name in files} & {"gran.bin.gz", "willow.bin.gz", "networkx.bin.gz"}
        assert not games or path in ("puzzles.html", "table.html")


def small(path: Path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".gz" else len(gzip.compress(data, 9))


def test_without_its_server_the_site_goes_on_and_opens_what_was_never_opened(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        awake(page)
        press(page, "area:c2")
        kept_offline(page)
        server.stop()
        page.reload()
        awake(page)
        page.get_by_text("✓ done").first.wait_for()
        page.goto(server.at("lessons/05-approach.html"))
        awake(page)
        page.locator(".mw-lesson").wait_for(timeout=AWAKE)
        page.goto(server.at("index.html"))
        page.get_by_role("link", name="Start: five minutes").wait_for()


def test_whoever_works_gets_what_was_not_needed_yet_and_wants_no_server_for_it(browser, server):
    """The path graph and another game, neither of them ever asked for while the server was there."""
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        awake(page)
        press(page, "area:c2")
        kept_offline(page)
        for _ in range(AWAKE // 500):
            if page.evaluate("async address => Boolean(await caches.match(address))", networkx(server)):
                break
            page.wait_for_timeout(500)
        server.stop()
        page.goto(server.at("exercises/02-exploring/how-far.html"))
        awake(page)
        page.get_by_role("button", name="Solution").first.click()
        answered(page)
        page.goto(server.at("lessons/19-gran-one-or-two-spaces.html"))
        awake(page)
        page.locator(".mw-lesson").wait_for(timeout=AWAKE)


def networkx(server: Server) -> str:
    [found] = server.folder.glob("v-*/networkx.bin.gz")
    return server.at(found.relative_to(server.folder).as_posix())


def test_python_stays_awake_from_one_document_to_the_next(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at("index.html"))
        awake(page)
        page.evaluate("() => { window.stays = true; }")
        page.get_by_role("link", name="Start: five minutes").click()
        page.locator(".mw-lesson").wait_for()
        assert page.url.endswith("lessons/00-start-here.html")
        assert page.evaluate("() => window.stays")
        page.go_back()
        page.get_by_role("link", name="Start: five minutes").wait_for()


def test_two_tabs_lose_nothing_when_the_first_is_closed(browser, server):
    with visiting(browser) as visit:
        first = visit.open(server.at(FIRST))
        awake(first)
        second = visit.open(server.at("exercises/02-exploring/first-step.html"))
        awake(second)
        press(second, "area:c2")
        first.get_by_text("Right").first.wait_for()
        first.close()
        awake(second)
        second.reload()
        awake(second)
        second.get_by_text("✓ done").first.wait_for()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("path", ["index.html", "lessons.html", "rulings.html", "puzzles.html", "table.html", "rules/index.html"])
def test_no_page_is_wider_than_its_window(browser, server, path, width, height, dark):
    with visiting(browser, width, height, dark) as visit:
        page = visit.open(server.at(path))
        page.wait_for_load_state()
        assert not page.evaluate(f"() => {BEYOND}")
        name = path.replace("/", "-").removesuffix(".html")
        page.screenshot(path=ARTEFACTS / f"site-{name}-{width}-{'dark' if dark else 'light'}.png")


def test_a_quarrel_from_a_link_is_laid_out_and_answered(browser, server):
    from engine import mystic_wood as mw
    from tutor.mystic_wood.editor.library import LIBRARY

    entry = next(each for each in LIBRARY if each.name == "may-one-walk-into-a-storm")
    code = urlencode({"code": mw.code(entry.state), "ask": entry.action})
    with visiting(browser) as visit:
        page = visit.open(server.at(f"rulings.html#{code}"))
        awake(page)
        server.stop()
        page.locator('[data-panel="answer"] h2, [data-panel="answer"] b').first.wait_for(timeout=AWAKE)
        assert page.evaluate("() => history.state.rest")


def test_a_game_against_two_bots_is_played_for_ten_moves_without_the_server(browser, server):
    with visiting(browser, 390, 844, touch=True) as visit:
        page = visit.open(server.at("table.html"))
        awake(page)
        server.stop()
        press(page, "preset:alone")
        press(page, "begin")
        for _ in range(10):
            page.locator('button[data-target^="act:"]:visible').first.click(timeout=AWAKE)
            answered(page)
        assert int(page.locator(".mwb").get_attribute("data-answered") or 0) >= 12
