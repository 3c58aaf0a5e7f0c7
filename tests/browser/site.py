"""The site as a visitor has it: a plain file server that can be stopped, and a browser's visit whose every request is noted."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.browser.apps import AppPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page


class Plain(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and notes in ``asked`` the path of all that is asked for."""

    def __init__(self, *args: Any, asked: list[str], **more: Any) -> None:
        self.asked = asked
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Server:
    """A plain file server; ``stop`` it, and nothing answers at its address any more."""

    folder: Path
    port: int = 0
    asked: list[str] = field(default_factory=list)

    def start(self) -> None:
        handler = functools.partial(Plain, directory=str(self.folder), asked=self.asked)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"


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
def visiting(
    browser: Browser, width: int = 1280, height: int = 800, dark: bool = False, touch: bool = False
) -> Iterator[Visit]:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
    )
    visit = Visit(context)
    context.on("request", lambda request: visit.hosts.add(urlsplit(request.url).hostname or request.url))
    try:
        yield visit
        assert visit.errors == []
        assert {host for host in visit.hosts if not host.startswith(("data:", "blob:"))} <= {"127.0.0.1"}
    finally:
        context.close()


def awake(page: Page) -> AppPage:
    page.wait_for_selector("html[data-awake]", state="attached")
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
    page.wait_for_selector('html[data-offline="ready"]', state="attached")
