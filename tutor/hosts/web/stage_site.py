"""The addresses of a stage: its screen, the clicker, the page as a pupil sees it, what is taken along. They stand beside
those of a class; whoever follows has a pupil's page."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tutor.desk import Viewer
from tutor.hosts.web.live import WebLink
from tutor.hosts.web.site import SPEAKS_WITHIN, html_of, read_message, sending_to
from tutor.hosts.web.stage_hall import STAGE
from tutor.pages.stage.show import DRIVER, SCREEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection, Request

    from tutor.hosts.web.stage_hall import StageHall

#: The roles by the end of their address; whoever looks on as a pupil does sees what pupils see, and has no vote.
ROLES = {"screen": SCREEN, "clicker": DRIVER, "pupil": "onlooker"}
_TITLES = {"screen": "Mystic Wood", "clicker": "The clicker", "pupil": "As a pupil sees it"}
#: By this cookie a device is known as the one that holds the stage (its name goes on with the server's port).
DEVICE, REMEMBERED = "mystic-wood-device", 2_592_000


class StageSite:
    """A stage on the web. ``hall`` gives it: a class that is deleted begins with another."""

    def __init__(self, hall: Callable[[], StageHall], headers: dict[str, str]) -> None:
        self._hall, self.headers = hall, headers

    def routes(self) -> list[Route | WebSocketRoute]:
        """All addresses."""
        return [
            Route("/stage", lambda _: RedirectResponse("/stage/", 307)),
            Route("/stage/", self.page),
            Route("/stage/export/", self.export),
            Route("/stage/handout/", self.handout),
            Route("/stage/{page}/", self.page),
            WebSocketRoute("/live/stage/{page}", self.socket),
        ]

    async def page(self, request: Request) -> Response:
        """A page of the stage, with all that it first shows."""
        page = request.path_params.get("page", "screen")
        if page not in ROLES:
            return Response(
                "There is no such page. There are /stage/, /stage/clicker/ and /stage/pupil/.", 404, self.headers
            )
        device = _device(request) or secrets.token_urlsafe(6)
        link = WebLink(_viewer(page, device), f"{STAGE.id} {page}")
        record = self._hall().record
        record.join(link)
        record.desk.leave(link)
        whole = next(message for message in reversed(link.taken()) if message["kind"] == "change")
        answer = Response(
            html_of(_TITLES[page], whole, f"/live/stage/{page}"), 200, self.headers, "text/html; charset=utf-8"
        )
        answer.set_cookie(_cookie(request), device, REMEMBERED, httponly=True, samesite="lax")
        return answer

    async def socket(self, socket: WebSocket) -> None:
        """The WebSocket of such a page."""
        page = socket.path_params["page"]
        await socket.accept()
        if page not in ROLES:
            await socket.close(1008, "There is no such page.")
            return
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            ready = read_message(await asyncio.wait_for(socket.receive_text(), SPEAKS_WITHIN))
            hall = self._hall()
            link = WebLink(_viewer(page, _device(socket) or secrets.token_urlsafe(6)), f"{STAGE.id} {page}")
            link.name = "new"  # whatever version the page has, it is not of this link
            link.connected = True
            hall.record.join(link)
            link.taken()
            try:
                async with sending_to(socket, link) as sending:
                    link.heard(ready, lambda touch: None)
                    while not sending.done():
                        link.heard(read_message(await socket.receive_text()), lambda touch: hall.touched(link, touch))
            finally:
                hall.record.desk.leave(link)

    # ---------------------------------------------------------------- to take along
    def export(self, request: Request) -> Response:
        """The script as one page that steps through it anywhere."""
        from tutor.pages.stage.export import exported

        doc = self._hall().doc
        if doc.script is None:
            return Response("No script is on the stage.", 404, self.headers)
        name = re.sub(r"[^\w-]+", "-", doc.name) or "stage"
        kept = {**self.headers, "content-disposition": f'attachment; filename="{name}.html"'}
        return Response(exported(doc.script), 200, kept, "text/html; charset=utf-8")

    def handout(self, request: Request) -> Response:
        """The script on paper."""
        from tutor.hosts.paper.stage_paper import handout

        doc = self._hall().doc
        if doc.script is None:
            return Response("No script is on the stage.", 404, self.headers)
        return Response(handout(doc.script), 200, self.headers, "text/html; charset=utf-8")


def _viewer(page: str, device: str) -> Viewer:
    return Viewer(f"driver {device}" if page == "clicker" else page, role=ROLES[page])


def _cookie(asked: HTTPConnection) -> str:
    return f"{DEVICE}-{asked.url.port or 80}"


def _device(asked: HTTPConnection) -> str:
    found = asked.cookies.get(_cookie(asked), "")
    return found if re.fullmatch(r"[\w-]{8}", found) else ""
