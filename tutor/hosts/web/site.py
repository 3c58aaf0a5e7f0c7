"""What the apps' server answers with: the page of all of them, the marimo apps, the rules as pages, the way to the lessons."""

from __future__ import annotations

import asyncio
import gc
import mimetypes
import re
import subprocess
import sys
import threading
import traceback
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from tutor.apps.early import early_page
from tutor.hosts.access import LOOPBACK, TokenAuth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    #: Paints what an app's page begins with: by the app, and what is asked of it in the address.
    First = Callable[[str, Mapping[str, str]], str]

HERE = Path(__file__).parent
#: The apps that are marimo pages, each of a file of its name.
PAGES = ("rulings", "edit")


def site(token: str, invitation: str, lessons: Lessons, first: First = early_page) -> ASGIApp:
    """Everything there is, for whoever has the ``token``. ``invitation`` is the address that lets other devices in, "" if none
    is let in; then the lessons are there too. ``first`` paints what an app's page begins with."""

    def home(_: Request) -> Response:
        from tutor.apps.home import home_page

        return HTMLResponse(home_page(invitation))

    def rule_page(request: Request) -> Response:
        return served_pages(request.path_params["name"])

    def lesson(request: Request) -> Response:
        address = "" if invitation else lessons.address(request.path_params["name"])
        if not address:
            return PlainTextResponse("There is no such lesson here. The lessons open with: tutor lab", 404)
        return RedirectResponse(address, 303)

    routes = [
        Route("/", home),
        Route("/rules/{name}", rule_page),
        Route("/lessons/{name}", lesson),
        Mount("/", Opening(marimo_pages, early_links(), first)),
    ]
    return TokenAuth(Assets(Starlette(routes=routes)), token, None if invitation else LOOPBACK)


def marimo_pages() -> ASGIApp:
    """The apps as marimo serves them. Loading marimo takes longer than anything else here."""
    import marimo

    builder = marimo.create_asgi_app(quiet=True)
    for app in PAGES:
        builder = builder.with_app(path=f"/{app}", root=str(HERE / f"{app}.py"))
    return builder.build()


def marimo_files() -> Path:
    """Where the files of marimo's page lie; marimo itself is not loaded."""
    found = find_spec("marimo")
    return Path((found.origin if found else None) or "").parent / "_static"


def early_links() -> str:
    """What marimo's page will need, as it says itself: links by which a browser fetches it beforehand."""
    try:
        page = (marimo_files() / "index.html").read_text(encoding="utf-8")
    except OSError:
        return ""
    return "".join(re.findall(r'<link rel="modulepreload"[^>]*>', page))


def served_pages(name: str) -> Response:
    """One page of the index of rulings, its worked cases linked to the checker."""
    from tutor.apps.pages import page_of

    found = page_of(name, served=True)
    return HTMLResponse(found) if found else PlainTextResponse("There is no such page of rules.", 404)


class Opening:
    """The apps, loaded beside the server.

    Every page of theirs begins with what :mod:`tutor.apps.early` shows until marimo's own part is there, and with the names of
    all files that part will need, so that the browser fetches them once that is painted; and while the browser is busy with the
    page, what the page will ask for is loaded.
    """

    def __init__(self, load: Callable[[], ASGIApp], links: str, first: First) -> None:
        self._load = load
        self._links = links
        self._first = first
        self._app: ASGIApp | None = None
        self._warm = False
        self._warming = threading.Lock()
        self._loading = threading.Thread(target=self._loaded, daemon=True)
        self._loading.start()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer, however long it takes to load."""
        app = str(scope.get("path", "")).strip("/")
        page = scope["type"] == "http" and scope["method"] == "GET" and scope["path"].endswith("/") and app in PAGES
        if page:
            head = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-cache")]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            first = await asyncio.to_thread(self._painted, app, dict(Request(scope).query_params))
            begun = _BEGUN.format(self._links, first)
            await send({"type": "http.response.body", "body": begun.encode(), "more_body": True})
            scope = {**scope, "headers": [h for h in scope["headers"] if h[0] not in (b"accept-encoding", b"if-none-match")]}
            send = _Rest(send).send
        if self._app is None:
            await asyncio.to_thread(self._loading.join)
        assert self._app is not None, "marimo could not be loaded"
        if scope["type"] == "websocket":
            # A kernel starts here, and loads the same: two threads that load IPython at once stand in each other's way.
            await asyncio.to_thread(self._warmed)
        await self._app(scope, receive, send)
        if page:
            threading.Thread(target=self._warmed, daemon=True).start()

    def _loaded(self) -> None:
        gc.disable()  # what is loaded stays: looking through it again and again would take a tenth of the time
        try:
            self._app = self._load()
        finally:
            gc.freeze()
            gc.enable()

    def _warmed(self) -> None:
        with self._warming:
            if not self._warm:
                self._warm = True
                try:
                    warm()
                except Exception:  # the app itself will say what is wrong, where one can see it
                    traceback.print_exc()

    def _painted(self, app: str, asked: Mapping[str, str]) -> str:
        try:
            return self._first(app, asked)
        except Exception:  # the app itself will say what is wrong, where one can see it
            traceback.print_exc()
            return ""


#: How every page of an app begins. The rest of marimo's head comes in the body, where a browser takes it just as well.
_BEGUN = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><template id="mw-soon">{}</template></head><body>{}'
)


class _Rest:
    """Passes on what of a page comes after the head that was sent already."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._seen: bytes | None = b""

    async def send(self, message: Message) -> None:
        if message["type"] != "http.response.body":
            return
        if self._seen is None:
            await self._send(message)
            return
        self._seen += message.get("body", b"")
        before, head, after = self._seen.partition(b"<head>")
        if head or not message.get("more_body"):
            self._seen = None
            await self._send({**message, "body": after if head else before})


def warm() -> None:
    """Load what the first page of an app needs, and draw its pictures: this process has not painted any yet."""
    from tutor.apps.checker import Checker
    from tutor.ui.widget import Board

    checker = Checker()
    Board(checker.answer, checker.page())


class Assets:
    """The files of marimo's own page, by the hundred on every opening: sent at once, and kept by the browser from then on.

    Their names change with what is in them. What is no such file is left to the app.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        folder = marimo_files() / "assets"
        self._files = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, or let the app answer."""
        folder, _, name = str(scope.get("path", "")).rpartition("/")
        file = self._files.get(name) if folder.endswith("/assets") and scope["type"] == "http" else None
        if file is None:
            await self.app(scope, receive, send)
            return
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        body = file.read_bytes()
        headers = {
            "content-type": kind,
            "content-length": str(len(body)),
            "cache-control": "max-age=31536000, immutable",
        }
        head = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})


class Lessons:
    """JupyterLab on the lessons (`tutor lab`), started when the first of them is opened."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[str] | None = None
        self._first = ""
        self._lock = threading.Lock()

    def address(self, name: str) -> str:
        """Where the lesson is open, once it is; "" if there is no such lesson or JupyterLab does not start."""
        from tutor.lessons import course

        if name not in {entry.name for entry in course()}:
            return ""
        with self._lock:
            if self._running is None or self._running.poll() is not None:
                self._first = self._start(name)
            return re.sub(r"[^/?]+\.ipynb", f"{name}.ipynb", self._first)

    def _start(self, name: str) -> str:
        command = [sys.executable, "-P", "-m", "tutor", "lab", name, "--no-browser", "--until-input-ends"]
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self._running.stdout or ():
            if found := re.search(r"http://\S+", line):
                return found.group()
        return ""

    def close(self) -> None:
        """Stop JupyterLab, if it was started."""
        if self._running is None or self._running.poll() is not None:
            return
        self._running.terminate()
        try:
            self._running.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._running.kill()
