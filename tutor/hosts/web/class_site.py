"""The addresses of a class: its door, the pupils' pages, the teacher's page, its stage. Added to those of the site."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tutor.desk import Refused, Touch, Viewer
from tutor.desk.files import code_of
from tutor.hosts.web.classroom import LONGEST, ROOM, Classroom, PupilLink
from tutor.hosts.web.forms import FORM_HEADERS, form_of, form_page
from tutor.hosts.web.live import WebLink
from tutor.hosts.web.seats import LIVE, PAGE
from tutor.hosts.web.site import SPEAKS_WITHIN, html_of, read_message, sending_to
from tutor.hosts.web.stage_site import StageSite
from tutor.pages.classroom import doors
from tutor.pages.classroom.names import as_word, knight_name
from tutor.pages.classroom.own import remove
from tutor.pages.classroom.room import TEACHER

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request


class _Word(Convertor[str]):
    """The word of a class in an address: two words with a dash. No kind of document has one."""

    regex = "[a-z]+-[a-z]+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("word", _Word())
#: The cookie by which a phone finds its seat again (its name goes on with the server's port), and its life in seconds.
SEAT, REMEMBERED = "mystic-wood-seat", 2_592_000
_NO_SEAT = "This place is no longer there. Come in again by the link or the code your teacher shows."


class ClassSite:
    """A class on the web. The server's one thread gives all its answers: nothing of a class is made for several.

    ``nameless``: whoever follows a stage is asked for no name, and has that of a knight of legend.
    """

    def __init__(self, classroom: Classroom, nameless: bool = False) -> None:
        self.classroom, self.nameless = classroom, nameless

    def routes(self) -> list[Route | WebSocketRoute]:
        """All addresses of a class; they stand before those of the site."""
        return [
            Route("/", self.door, methods=["GET", "POST"]),
            Route("/check/", self.check),
            Route("/class", lambda _: RedirectResponse("/class/", 307)),
            Route("/class/", self.teacher),
            Route("/class/stage/", lambda _: RedirectResponse("/stage/", 307)),
            WebSocketRoute("/live/class/{role}", self.room_socket),
            *StageSite(lambda: self.classroom.stage, FORM_HEADERS).routes(),
            Route(PAGE + "{token}/", self.pupil),
            Route(PAGE + "{token}/file/", self.file),
            Route(PAGE + "{token}/code/", self.code),
            WebSocketRoute(LIVE + "{token}", self.pupil_socket),
            Route("/{word:word}", self.door, methods=["GET", "POST"]),
            Route("/{word:word}/", self.door, methods=["GET", "POST"]),
        ]

    def opens(self, path: str) -> bool:
        """Whether an address is open to a phone without the teacher's token: the door, seats given out, the rules."""
        for beginning in (PAGE, LIVE):
            if path.startswith(beginning):
                return path.removeprefix(beginning).partition("/")[0] in self.classroom.seats.tokens
        doors_of = ("/", "/check/", f"/{self.classroom.word}", f"/{self.classroom.word}/")
        return path in doors_of or path.startswith(("/ui/", "/rules/"))

    # ---------------------------------------------------------------- the door
    async def door(self, request: Request) -> Response:
        """Where a phone comes in: by the word in the address, then by a name."""
        word = request.path_params.get("word", "")
        form = await form_of(request) if request.method == "POST" else {}
        if form is None:
            return PlainTextResponse("That is more than a name.", 413, FORM_HEADERS)
        if not word:
            said = as_word(form.get("word", ""))
            if said == self.classroom.word:
                return RedirectResponse(f"/{said}/", 303, FORM_HEADERS)
            return form_page(doors.ask_word("No class has that word here. Look once more." if said else ""))
        if known := self._seated(request):
            return RedirectResponse(f"{PAGE}{known}/", 303, FORM_HEADERS)
        return self._let_in(request, form)

    def _let_in(self, request: Request, form: dict[str, str]) -> Response:
        room, word = self.classroom.room, self.classroom.word
        title = _title(room.opened)
        try:
            if "seat" in form:
                token = self.classroom.back(form["seat"])
                if not token:
                    return form_page(doors.door(word, title, "Nobody has that seat word. It stands on your page."), 404)
            elif self.nameless and "follow" in form:
                token = self.classroom.join(knight_name(len(room.pupils) + 1))
            elif "name" in form and not self.nameless:
                token = self.classroom.join(form["name"])
            else:
                return form_page(doors.follow(word) if self.nameless else doors.door(word, title))
        except Refused as reason:
            return form_page(doors.door(word, title, str(reason), form.get("name", "")), 409)
        answer = RedirectResponse(f"{PAGE}{token}/", 303, FORM_HEADERS)
        answer.set_cookie(_cookie(request), token, REMEMBERED, httponly=True, samesite="lax")
        return answer

    def _seated(self, request: Request) -> str:
        """The token of the seat this phone has; "" if it has none."""
        token = request.cookies.get(_cookie(request), "")
        return token if self.classroom.pupil_of(token) else ""

    async def check(self, request: Request) -> Response:
        """What one phone opens to try the room."""
        self.classroom.tell("✓ A phone has come through: address, Wi-Fi and this computer are all right.")
        return form_page(doors.check_page())

    # ---------------------------------------------------------------- pupils
    async def pupil(self, request: Request) -> Response:
        """A pupil's page."""
        token = request.path_params["token"]
        pupil = self.classroom.pupil_of(token)
        if not pupil:
            return form_page(doors.sorry("Not here", _NO_SEAT, self.classroom.word), 404)
        link = self.classroom.link(pupil)
        whole = next(message for message in reversed(link.taken()) if message["kind"] == "change")
        name = secrets.token_urlsafe(9)
        self.classroom.park(link, name)
        answer = form_page(html_of("Mystic Wood", whole, f"{LIVE}{token}?opening={name}"))
        answer.set_cookie(_cookie(request), token, REMEMBERED, httponly=True, samesite="lax")
        return answer

    async def file(self, request: Request) -> Response:
        """What a pupil has done, to be taken with him."""
        pupil = self.classroom.pupil_of(request.path_params["token"])
        if not pupil:
            return form_page(doors.sorry("Not here", _NO_SEAT, self.classroom.word), 404)
        name = quote(f"mystic-wood {self.classroom.room.pupils[pupil].name}.json")
        kept = {**FORM_HEADERS, "content-disposition": f"attachment; filename*=UTF-8''{name}"}
        return Response(self.classroom.file_of(pupil), 200, kept, "application/json")

    async def code(self, request: Request) -> Response:
        """The same as a code, to be copied or sent where no file can be taken along."""
        pupil = self.classroom.pupil_of(request.path_params["token"])
        if not pupil:
            return form_page(doors.sorry("Not here", _NO_SEAT, self.classroom.word), 404)
        return form_page(doors.code_page(code_of(self.classroom.file_of(pupil))))

    async def pupil_socket(self, socket: WebSocket) -> None:
        """The WebSocket of a pupil's page."""
        pupil = self.classroom.pupil_of(socket.path_params["token"])
        await socket.accept()
        if not pupil:
            await socket.close(1008, _NO_SEAT[:120])
            return
        if not self.classroom.came(pupil):
            await socket.close(1013)
            return
        try:
            with contextlib.suppress(WebSocketDisconnect, TimeoutError):
                await self._pupil_talks(socket, pupil)
        finally:
            self.classroom.went(pupil)

    async def _pupil_talks(self, socket: WebSocket, pupil: str) -> None:
        ready = read_message(await asyncio.wait_for(socket.receive_text(), SPEAKS_WITHIN))
        name = str(ready.get("link", ""))[:100] if isinstance(ready, dict) else ""
        link = self.classroom.attach(pupil, socket.query_params.get("opening", ""), name)
        try:
            await self._heard(socket, link, ready)
        finally:
            self.classroom.leave(link)

    async def _heard(self, socket: WebSocket, link: PupilLink, ready: object) -> None:
        """Hear a pupil until his connection ends; who floods is cut off."""
        async with sending_to(socket, link) as sending:
            link.heard(ready, lambda touch: None)
            while not sending.done():
                text = await socket.receive_text()
                if len(text) > LONGEST or not self.classroom.may_send(link.pupil):
                    await asyncio.sleep(1.0)
                    await socket.close(1013, "Too much at once.")
                    return
                link.heard(read_message(text), lambda touch: self.classroom.touched(link, touch))

    # ---------------------------------------------------------------- the teacher
    async def teacher(self, request: Request) -> Response:
        """The teacher's page."""
        link = self._room_link()
        whole = next(message for message in reversed(link.taken()) if message["kind"] == "change")
        return form_page(html_of("The class", whole, f"/live/class/{TEACHER}?opening=new"))

    def _room_link(self) -> WebLink:
        link = WebLink(Viewer(TEACHER, role=TEACHER), f"{ROOM.id} {TEACHER}")
        self.classroom.record.join(link)
        self.classroom.record.desk.leave(link)
        return link

    async def room_socket(self, socket: WebSocket) -> None:
        """The WebSocket of the teacher's page."""
        role = socket.path_params["role"]
        await socket.accept()
        if role != TEACHER:
            await socket.close(1008, "There is no such page.")
            return
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            ready = read_message(await asyncio.wait_for(socket.receive_text(), SPEAKS_WITHIN))
            link = WebLink(Viewer(role, role=role), f"{ROOM.id} {role}")
            link.name = "new"  # whatever version the page has, it is not of this link
            link.connected = True
            self.classroom.record.join(link)
            link.taken()
            self.classroom.tell_teacher()
            try:
                async with sending_to(socket, link) as sending:
                    link.heard(ready, lambda touch: None)
                    while not sending.done():
                        link.heard(read_message(await socket.receive_text()), self._steering(link))
            finally:
                self.classroom.record.desk.leave(link)

    def _steering(self, link: WebLink) -> Callable[[Touch], None]:
        """What the teacher's touches do: some are for the class as a whole, the others for the document of the room."""

        def touched(touch: Touch) -> None:
            verb, _, what = touch.target.partition(":")
            by_host = {"put": self._put, "drive": self._drive, "remove": self._remove}.get(verb)
            if touch.kind == "click" and touch.target == "forget":
                self.classroom.forget()
            elif touch.kind == "click" and by_host is not None:
                link.serial = max(link.serial, touch.serial)
                try:
                    by_host(what, touch)
                except Refused as reason:
                    link.refuse(str(reason))
                self.classroom.tell_teacher(0.05)
            else:
                self.classroom.record.touched(link, touch)
                if touch.target.startswith("card:pupil "):
                    self.classroom.tell_teacher(0.05)

        return touched

    def _put(self, what: str, touch: Touch) -> None:
        """Something goes onto the stage with one press."""
        self.classroom.put(what, touch.values.get("ready", ()))

    def _drive(self, what: str, touch: Touch) -> None:
        """Next, or Back, on the teacher's own page."""
        self.classroom.drive(what)

    def _remove(self, what: str, touch: Touch) -> None:
        """A sheet or a script of the teacher's own is taken away."""
        remove(*what.partition("/")[::2])


def _title(opened: str) -> str:
    from tutor.hosts.documents.classes import found

    there = found(opened) if opened else None
    return there.title if there is not None else ""


def _cookie(asked: HTTPConnection) -> str:
    return f"{SEAT}-{asked.url.port or 80}"
