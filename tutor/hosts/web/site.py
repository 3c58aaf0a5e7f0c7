"""What the web server answers with: the home page, documents with one WebSocket each, the rules, the way to the notebooks.

Nobody is answered but who has the token: :mod:`tutor.hosts.access` stands before all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import zlib
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tutor.base.places import FRONT_END
from tutor.desk import Refused, Viewer
from tutor.hosts.access import LOOPBACK, TokenAuth
from tutor.hosts.documents.links import begins_with, too_long
from tutor.teach.game import registry as games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from starlette.types import ASGIApp

    from tutor.desk.desk import DocumentSource
    from tutor.hosts.documents.kept import DeskRecord, DocumentPlace
    from tutor.hosts.web.lessons import Lessons
    from tutor.hosts.web.live import Live, WebLink

#: The files of the front end, as they are built.
FILES = {"page.js": "text/javascript; charset=utf-8", "page.css": "text/css; charset=utf-8"}
#: The longest message of a page, in bytes: a file that is dropped on it, and room to spare.
LONGEST_MESSAGE = 2_000_000
#: Seconds in which a page that has connected says what it shows.
SPEAKS_WITHIN = 20.0
#: The cookie by which a visitor from another device finds his own documents again (its name goes on with the server's port: a
#: browser sends a cookie to every server of a computer), and how long he does, in seconds.
VISITOR, REMEMBERED = "mystic-wood-visitor", 31_536_000
#: What a page may load: what this server sends, and nothing else from anywhere.
_POLICY = (
    "default-src 'none'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SHEET = Path(__file__).with_suffix(".css")
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6"
    "-3-6-7V3z' fill='%23f3ecda' stroke='%237a5b1e'/%3E%3Cpath d='M8 3v10M4 7h8' stroke='%23a32a2a' stroke-width='2'/%3E%3C/"
    "svg%3E"
)
_HEADERS = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}


class Site:
    """Everything there is. ``invitation`` is the address that lets other devices in, "" if none is let in: the notebooks, and the
    learner's progress, are for his own computer alone."""

    def __init__(self, live: Live, lessons: Lessons, invitation: str = "") -> None:
        self.live, self.lessons, self.invitation = live, lessons, invitation

    def routes(self) -> list[Route | WebSocketRoute]:
        """All addresses."""
        return [
            Route("/", self.home),
            Route("/ui/{name}", self.file),
            Route("/rules/{name}", self.rules),
            Route("/rules/{game}/{name}", self.rules),
            Route("/lessons/{name}", self.notebook),
            Route("/seat/", self.seat_door, methods=["GET", "POST"]),
            Route("/seat/{token}/", self.seat),
            Route("/{kind}", self.document),
            Route("/{kind}/{rest:path}", self.document),
            WebSocketRoute("/live/seat/{token}", self.seat_socket),
            WebSocketRoute("/live/{kind}", self.socket),
            WebSocketRoute("/live/{kind}/{rest:path}", self.socket),
        ]

    # ---------------------------------------------------------------- plain pages
    def home(self, _: Request) -> Response:
        """The page of everything."""
        from tutor.pages.home import home_page

        return _page(home_page(self.invitation), script=True)

    def rules(self, request: Request) -> Response:
        """A page of the index of rulings."""
        from tutor.pages.rules import page_of

        of = request.path_params.get("game", games.FIRST)
        found = page_of(request.path_params["name"], served=True, game=of) if of in games.GAMES else ""
        return _page(found, script=True) if found else _none("There is no such page of rules.")

    async def notebook(self, request: Request) -> Response:
        """To a lesson in JupyterLab, which is started if need be."""
        name = request.path_params["name"]
        address = "" if self.invitation else await asyncio.to_thread(self.lessons.address, name)
        if not address:
            return _none("There is no such lesson here. The lessons open with: tutor lab")
        return RedirectResponse(address, 303)

    def file(self, request: Request) -> Response:
        """A file of the front end. Its address changes with what it holds, so that a browser keeps it for good."""
        name = request.path_params["name"]
        if name not in FILES:
            return _none("There is no such file.")
        kept = "max-age=31536000, immutable" if request.query_params.get("v") == _mark(name) else "no-cache"
        return Response((FRONT_END / name).read_bytes(), 200, {"cache-control": kept}, FILES[name])

    # ---------------------------------------------------------------- documents
    async def document(self, request: Request) -> Response:
        """The page of a document, with all that it first shows."""
        kind, rest = request.path_params["kind"], request.path_params.get("rest", "")
        if not request.url.path.endswith("/"):
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{request.url.path}/{query}", 307) if kind in self.live.kinds else _none(_NO_PAGE)
        visitor = self._visitor(request) or (secrets.token_urlsafe(12) if self.invitation else "")
        source = _asked_for(request) if kind in self.live.kinds and self.live.kinds[kind].opens else None
        if long := too_long(source or {}):
            return PlainTextResponse(long, 414, _HEADERS)
        answer = self._opened(kind, rest.rstrip("/"), visitor, source)
        if self.invitation:
            answer.set_cookie(_cookie(request), visitor, REMEMBERED, httponly=True, samesite="lax")
        return answer

    def _opened(self, kind: str, rest: str, visitor: str, source: DocumentSource | None) -> Response:
        from tutor.desk.log import NotKept
        from tutor.hosts.documents.kept import DocumentPlace

        place = DocumentPlace(kind, rest, visitor)
        if source is not None:
            try:
                begun = source or self.live.source(place)
                return (
                    _none(_NO_PAGE)
                    if begun is None
                    else RedirectResponse(self.live.begin(kind, visitor, begun).path, 303)
                )
            except NotKept as problem:
                return PlainTextResponse(f"It cannot be opened: {problem}", 503, _HEADERS)
        record = self.live.record(place)
        if record is None:
            return _none(_NO_PAGE)
        return _page(self._written(place, record, _viewer(place), f"/live{place.path.rstrip('/')}"))

    def _written(self, place: DocumentPlace, record: DeskRecord, viewer: Viewer, live: str) -> str:
        """The page as HTML. It carries what is first shown, so that nothing has to be waited for. ``live`` is the address of its
        WebSocket."""
        opening, whole = self.live.opening(place, record, viewer)
        return html_of(
            record.served.title(record.source), whole, f"{live}?opening={opening}", record.served.above(record.source)
        )

    async def socket(self, socket: WebSocket) -> None:
        """The WebSocket of a page. It speaks when the page has said what it shows."""
        from tutor.hosts.documents.kept import DocumentPlace

        place = DocumentPlace(socket.path_params["kind"], socket.path_params.get("rest", ""), self._visitor(socket))
        record = self.live.record(place) if place.visitor or not self.invitation else None
        await socket.accept()
        if record is None:
            await socket.close(1008, "There is no such page any more: open it again from the link the tutor gave.")
            return
        await self._talk(socket, place, record, _viewer(place))

    async def _talk(
        self,
        socket: WebSocket,
        place: DocumentPlace,
        record: DeskRecord,
        viewer: Viewer,
        came: Callable[[WebLink], None] | None = None,
    ) -> None:
        """Speak with a page until its connection ends; ``came`` is called when it has said what it shows."""
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            ready = await asyncio.wait_for(_message(socket), SPEAKS_WITHIN)
            name = str(ready.get("link", ""))[:100] if isinstance(ready, dict) else ""
            opening = socket.query_params.get("opening", "")
            link = self.live.attach(place, record, viewer, opening, name or opening)
            try:
                if came is not None:
                    came(link)
                await self._spoken(socket, record, link, ready)
            finally:
                self.live.detach(place, link)

    # ---------------------------------------------------------------- seats
    async def seat_door(self, request: Request) -> Response:
        """Where somebody without the link of his seat says its word."""
        from tutor.hosts.web.forms import form_of, form_page
        from tutor.pages.classroom.doors import ask_seat

        if self.live.seats is None:
            return _none(_NO_PAGE)
        form = await form_of(request) if request.method == "POST" else {}
        if form is None:
            return PlainTextResponse("That is more than a word.", 413, _HEADERS)
        if "word" not in form:
            return form_page(ask_seat())
        try:
            token = self.live.seats.said(form["word"])
        except Refused as reason:
            return form_page(ask_seat(str(reason)), 429)
        if not token:
            return form_page(
                ask_seat("No seat has that word. It stands at the table's own screen, below the seat's code."), 404
            )
        return RedirectResponse(f"/seat/{token}/", 303, _HEADERS)

    async def seat(self, request: Request) -> Response:
        """The page of somebody who comes to a seat from a device of his own."""
        token = request.path_params["token"]
        found = self.live.seats.tokens.get(token) if self.live.seats is not None else None
        record = self.live.record(found.place) if found is not None else None
        if found is None or record is None:
            return _none(_NO_SEAT)
        return _page(self._written(found.place, record, found.viewer, f"/live/seat/{token}"))

    async def seat_socket(self, socket: WebSocket) -> None:
        """The WebSocket of a seat's page."""
        seats = self.live.seats
        found = seats.tokens.get(socket.path_params["token"]) if seats is not None else None
        record = self.live.record(found.place) if found is not None else None
        await socket.accept()
        if seats is None or found is None or record is None:
            await socket.close(1008, _NO_SEAT[:120])
            return
        if not seats.came(found):
            await socket.close(1013)
            return
        try:
            sits = found
            await self._talk(socket, found.place, record, found.viewer, lambda link: self.live.sit(sits, record, link))
        finally:
            self.live.rise(found, record)

    async def _spoken(self, socket: WebSocket, record: DeskRecord, link: WebLink, ready: object) -> None:
        async with sending_to(socket, link) as sending:
            link.heard(ready, lambda touch: record.touched(link, touch))
            while not sending.done():
                message = await _message(socket)
                link.heard(message, lambda touch: record.touched(link, touch))

    def _visitor(self, asked: HTTPConnection) -> str:
        """Who asks from another device: a name nobody guesses; "" on one's own computer, and for who has none yet."""
        found = asked.cookies.get(_cookie(asked), "")
        return found if self.invitation and re.fullmatch(r"[\w-]{16}", found) else ""


def answering(
    live: Live, lessons: Lessons, invitation: str = "", before: Sequence[Route | WebSocketRoute] = ()
) -> ASGIApp:
    """What answers once it is known who asks; the routes ``before`` stand before its own."""
    routes = [*before, *Site(live, lessons, invitation).routes()]
    return GZipMiddleware(Starlette(routes=routes), minimum_size=2_000, compresslevel=4)


def site(token: str, live: Live, lessons: Lessons, invitation: str = "") -> ASGIApp:
    """Everything, for whoever has the ``token``."""
    return guarded(answering(live, lessons, invitation), token, invitation)


def guarded(
    answers: ASGIApp,
    token: str,
    invitation: str = "",
    opens: Callable[[str], bool] | None = None,
    anywhere: bool = False,
) -> ASGIApp:
    """The same with the token asked for before it; what ``opens`` itself needs none. ``anywhere``: whoever has the token may be
    on another device."""
    return TokenAuth(answers, token, None if invitation or anywhere else LOOPBACK, opens)


_NO_SEAT = "This seat is no longer there. Ask at the table's own screen for its link."
_NO_PAGE = "There is no such page here. All there is stands on the page at /"


def html_of(title: str, whole: dict[str, Any], live: str, above: str = "") -> str:
    """A page with the message that first shows it. ``live`` is the address of its WebSocket, ``above`` HTML over it."""
    from tutor.desk.link import as_script
    from tutor.draw.html import sheet, whole_page

    head = f'<link rel="icon" href="{_ICON}"><link rel="stylesheet" href="/ui/page.css?v={_mark("page.css")}">'
    body = (
        f'<body>{above}<main data-live="{escape(live)}">{as_script(whole)}</main>'
        f'<script type="module" src="/ui/page.js?v={_mark("page.js")}"></script></body>'
    )
    return whole_page(title, body, sheet(_SHEET), head)


def _cookie(asked: HTTPConnection) -> str:
    return f"{VISITOR}-{asked.url.port or 80}"


def _viewer(place: DocumentPlace) -> Viewer:
    return Viewer(place.visitor or "learner")


def _page(text: str, script: bool = False) -> HTMLResponse:
    return HTMLResponse(
        text, 200, {**_HEADERS, "content-security-policy": _POLICY.format(" 'unsafe-inline'" if script else "")}
    )


def _none(says: str) -> PlainTextResponse:
    return PlainTextResponse(says, 404, _HEADERS)


def _asked_for(request: Request) -> DocumentSource | None:
    """The situation and the question an address names; {} if it is to be begun anew (`?new`); None if neither."""
    code, ask = request.query_params.get("code", ""), request.query_params.get("ask", "")
    if code:
        return begins_with(code, ask)
    return {} if "new" in request.query_params else None


async def _message(socket: WebSocket) -> Any:
    """The next message; what is no JSON is none."""
    return read_message(await socket.receive_text())


def read_message(text: str) -> Any:
    """A message of a page; None if it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@contextlib.asynccontextmanager
async def sending_to(socket: WebSocket, link: WebLink) -> AsyncIterator[asyncio.Task[None]]:
    """Meanwhile what the link has to say is sent."""
    sending = asyncio.create_task(_sent(socket, link))
    try:
        yield sending
    finally:
        sending.cancel()


async def _sent(socket: WebSocket, link: WebLink) -> None:
    """Send what the link has to say, until it is cut off for slowness."""
    from tutor.desk.link import as_text

    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (message := await link.queue.get()) is not None:
            await socket.send_text(as_text(message))
        await socket.close(1008 if link.ended else 1013, link.ended[:120])


@cache
def _mark(name: str) -> str:
    """What tells this file of the front end from any other."""
    return f"{zlib.crc32((FRONT_END / name).read_bytes()):08x}"
