"""Phones that are simulated: their seats and connections, and every frame they were ever sent. Many of them run on one event loop
beside the browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.classroom import asked


def beside(seconds: float) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """What runs work on an event loop in a thread of its own, and waits for it at most so long: Playwright has one here."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(seconds)


@dataclass
class Phone:
    """Somebody who follows: his seat, his connection, and every frame he was ever sent."""

    root: str
    path: str
    number: int
    wire: ClientConnection | None = None
    frames: list[str] = field(default_factory=list)
    serial: int = 0
    heard: int = 0
    seen: int = 0
    live: str = ""
    reading: asyncio.Task[None] | None = None

    async def comes(self) -> None:
        """His page, and its connection; also when he was away."""
        for _ in range(60):
            try:
                _, page = await asked(self.root + self.path)
                live = re.findall(r'data-live="([^"]+)"', page)[0]
                self.live = self.root.replace("http", "ws") + live
                self.wire = await connect(self.live, max_size=None)
                break
            except (OSError, EOFError, WebSocketException, IndexError):
                await asyncio.sleep(0.5)
        assert self.wire is not None
        self.frames.append(page)
        self.serial = self.heard = 0
        self.seen = int((re.findall(r'"seen":(\d+)', page) or ["0"])[0])
        await self.says({"kind": "ready", "version": 0, "link": f"phone {self.number} {time.monotonic()}"})
        self.reading = asyncio.create_task(self.reads())

    async def reads(self) -> None:
        assert self.wire
        with contextlib.suppress(ConnectionClosed):
            async for text in self.wire:
                self.frames.append(str(text))
                told = json.loads(text)
                self.heard, self.seen = max(self.heard, int(told.get("heard") or 0)), int(told.get("seen", self.seen))

    async def says(self, message: dict[str, Any]) -> None:
        assert self.wire
        await self.wire.send(json.dumps(message))

    async def touches(self, target: str, **values: list[str]) -> None:
        self.serial += 1
        body = {"kind": "click", "target": target, "to": "", "values": values}
        await self.says({"kind": "touch", "seen": self.seen, "serial": self.serial, "touch": body})

    async def goes(self) -> None:
        assert self.wire
        if self.reading:
            self.reading.cancel()
        await self.wire.close()

    async def sees(self, words: str) -> None:
        for _ in range(600):
            if any(words in frame for frame in self.frames[-40:]):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"phone {self.number} never saw {words!r}")

    async def does(self, target: str, values: dict[str, list[str]] | None = None, seconds: float = 120.0) -> None:
        """Touch something, and wait until that was heard; a touch whose answer was lost with the connection is sent again, as a
        page sends it."""
        for _ in range(20):
            with contextlib.suppress(WebSocketException, OSError):
                await self.touches(target, **(values or {}))
                if await self._heard(self.serial, seconds):
                    return
            await self.comes()
        raise AssertionError(f"phone {self.number}: {target!r} was never heard")

    async def _heard(self, serial: int, seconds: float) -> bool:
        """Whether a touch was heard before the connection ended. AssertionError if neither is so."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.heard >= serial:
                return True
            if self.reading is None or self.reading.done():
                return False
            await asyncio.sleep(0.01)
        raise AssertionError(f"phone {self.number}: nothing was heard for {seconds:.0f} s")


async def all_go(phones: list[Phone]) -> None:
    """All leave."""
    await asyncio.gather(*(phone.goes() for phone in phones))
