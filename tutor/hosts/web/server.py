"""The server itself: uvicorn, with bounds on what a visitor may leave unfinished, and a word at its end."""

from __future__ import annotations

import asyncio
import signal
import socket
from typing import TYPE_CHECKING, Any, ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Message

#: Seconds within which a request must be whole, and how many may be unfinished at once: the oldest is turned away for a new one.
WHOLE_WITHIN, MOST_UNFINISHED = 10.0, 64
#: The longest head of a request, in bytes: an address with a situation in it, and room to spare.
LONGEST_HEAD = 128_000


class Bounded(H11Protocol):
    """HTTP as uvicorn speaks it; a request that is not whole in time ends the connection."""

    unfinished: ClassVar[dict[Bounded, None]] = {}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._whole()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._late is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._whole()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._whole()  # its request is whole, though h11 has not seen its end: from here on it is no request any more
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        while len(self.unfinished) >= MOST_UNFINISHED:
            next(iter(self.unfinished))._give_up()
        self.unfinished[self] = None
        self._late = self.loop.call_later(WHOLE_WITHIN, self._give_up)

    def _whole(self) -> None:
        self.unfinished.pop(self, None)
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._whole()
        self.transport.abort()


class _Server(uvicorn.Server):
    """Calls ``up`` when it is ready to answer."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await self._up()


async def asked(app: ASGIApp, path: str) -> int:
    """Ask the app itself for a page, and throw the answer away: what its opening needs is loaded then, and each picture painted
    once. The status."""
    found = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal found
        found = int(message.get("status", found))

    await app(
        {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"accept-encoding", b"gzip")],
            "client": None,
            "server": None,
        },
        receive,
        send,
    )
    return found


def serve(app: ASGIApp, door: socket.socket, longest_message: int, up: Callable[[], Awaitable[None]]) -> None:
    """Answer whoever comes through the door, until Ctrl+C or SIGTERM. ``up`` is awaited once, when all is ready to answer."""
    config = uvicorn.Config(
        app,
        http=Bounded,
        ws="websockets-sansio",
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        ws_max_size=longest_message,
        server_header=False,
    )
    # Whoever ends the server otherwise than by Ctrl+C ends all it has started too: uvicorn passes the signal on when it is done.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _Server(config, up).run(sockets=[door])
