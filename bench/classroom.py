"""A class of forty on this computer: how soon all are in, and how soon each answer has its verdict while all click."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from bench.apps import Timed
from tutor.base.places import DATA_VARIABLE

#: What was promised: seconds until all are in, and for a verdict (95th percentile) while all click; megabytes of the server;
#: for a phone to be paused.
IN, VERDICT, MEGABYTES, PAUSED = 20.0, 0.15, 600.0, 0.3
#: How many pupils, how often each answers, and the most seconds between two answers of one.
PUPILS, ANSWERS, APART = 40, 6, 3.0
_LESSON, _STEP = "lesson/03-glades", "which-are-glades"
_READY = {"kind": "ready", "version": 0, "link": "page"}


class Held(NamedTuple):
    """What was measured: seconds until all were in, seconds of each verdict, seconds until each phone was paused, the most memory
    of the server in MB, and how often the teacher's page was shown anew."""

    joined: float
    verdicts: list[float]
    paused: list[float]
    megabytes: float
    shown: int


def class_rows() -> list[Timed]:
    """The rows of `make bench`."""
    held = asyncio.run(lesson())
    slow = sorted(held.verdicts)[int(len(held.verdicts) * 0.95)]
    return [
        Timed(f"{PUPILS} phones come in, all at once", held.joined, "as promised", IN),
        Timed(f"a verdict while {PUPILS} answer (95 %)", slow, "as promised", VERDICT),
        Timed(
            f"{PUPILS} phones are paused (95 %)",
            sorted(held.paused)[int(len(held.paused) * 0.95)],
            "as promised",
            PAUSED,
        ),
        Timed("megabytes of the class's server (no time)", held.megabytes, "as promised", MEGABYTES),
    ]


@contextmanager
def serving(*of: str) -> Iterator[tuple[str, str, int]]:
    """`tutor class`, or another command, on an empty data folder: the teacher's address, the door's, and the process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tutor", *(of or ("class",)), "--alone", "--no-browser"]
        environment = {**os.environ, DATA_VARIABLE: folder}
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout
            lines = [server.stdout.readline() for _ in range(2)]
            yield re.findall(r"http://\S+", lines[0])[0], re.findall(r"http://\S+", lines[1])[-1], server.pid
        finally:
            server.terminate()
            server.communicate(timeout=20)


async def lesson() -> Held:
    """A lesson from its beginning: the teacher opens it, all come in, and answer as people do, each in his own time. His page and
    the screen are open."""
    with serving() as (teacher, door, pid):
        root = door.split("/")[2]
        token = teacher.partition("access_token=")[2]
        async with (
            connect(f"ws://{root}/live/class/teacher?access_token={token}", max_size=None) as board,
            connect(f"ws://{root}/live/stage/screen?access_token={token}", max_size=None) as screen,
        ):
            await board.send(json.dumps(_READY))
            await screen.send(json.dumps(_READY))
            await touch(board, "click", f"do:open {_LESSON}", 1)
            told = [0]
            reading = [asyncio.create_task(counted(wire, count)) for wire, count in ((board, told), (screen, [0]))]
            begun = time.perf_counter()
            pupils = await asyncio.gather(*(comes(door, f"Pupil {number}") for number in range(PUPILS)))
            joined = time.perf_counter() - begun
            found = await asyncio.gather(*(works(pupil, number / PUPILS) for number, pupil in enumerate(pupils)))
            begun = time.perf_counter()
            covering = [asyncio.create_task(covered(pupil)) for pupil in pupils]
            await board.send(json.dumps(_touch("click", "do:pause", 2)))
            paused = [at - begun for at in await asyncio.gather(*covering)]
            megabytes = memory(pid)
            for each in reading:
                each.cancel()
            for pupil in pupils:
                await pupil.close()
            return Held(joined, [each for took in found for each in took], paused, megabytes, told[0])


async def covered(wire: ClientConnection) -> float:
    """When a phone is told that the class is paused."""
    while "Look up" not in str(await wire.recv()):
        pass
    return time.perf_counter()


async def counted(board: ClientConnection, told: list[int]) -> None:
    """Read what the teacher's page is sent, and count it."""
    async for _ in board:
        told[0] += 1


async def comes(door: str, name: str = "") -> ClientConnection:
    """A phone: the door, the name (none at a stage's), the page with its files already there, its connection."""
    root = "/".join(door.split("/")[:3])
    return await connected(root, root + await seat(door, name))


async def seat(door: str, name: str = "") -> str:
    """The path of the seat that is given out at the door."""
    await asked(door)
    head, _ = await asked(door, f"name={name.replace(' ', '+')}" if name else "follow=1")
    return str(re.findall(r"(?im)^location: (\S+)", head)[0])


async def connected(root: str, address: str) -> ClientConnection:
    """The page of a seat, and its connection, once it has spoken."""
    _, page = await asked(address)
    live = re.findall(r'data-live="([^"]+)"', page)[0]
    version = int(re.findall(r'"version":(\d+)', page)[0])
    wire = await connect(root.replace("http", "ws") + live, max_size=None)
    await wire.send(json.dumps({**_READY, "version": version}))
    await wire.send(json.dumps({"kind": "ping"}))
    while json.loads(await wire.recv())["kind"] != "pong":
        pass
    return wire


async def asked(address: str, form: str = "") -> tuple[str, str]:
    """Head and body of a page, asked for by a connection of its own."""
    root, path = address.split("/")[2], "/" + address.split("/", 3)[3]
    host, port = root.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = (
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n{form}"
        if form
        else "\r\n"
    )
    writer.write(f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: {root}\r\nConnection: close\r\n{body}".encode())
    head, _, found = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return head, found


async def works(wire: ClientConnection, part: float) -> list[float]:
    """A pupil goes to the question and answers it, wrong and right; the seconds of each verdict."""
    await touch(wire, "click", f"step:{_STEP}", 1)
    took = []
    for number in range(ANSWERS):
        await asyncio.sleep(APART * (part if number == 0 else 1.0))
        picked = [["2"], ["3"], ["0", "2"], ["4"]][number % 4]
        begun = time.perf_counter()
        await touch(wire, "click", "check", number + 2, picked)
        took.append(time.perf_counter() - begun)
    return took


async def touch(wire: ClientConnection, kind: str, target: str, serial: int, picked: list[str] | None = None) -> None:
    """Touch something, and wait until that was heard and shown."""
    await wire.send(json.dumps(_touch(kind, target, serial, picked)))
    while json.loads(await wire.recv()).get("heard", 0) < serial:
        pass


def _touch(kind: str, target: str, serial: int, picked: list[str] | None = None) -> dict[str, Any]:
    """A touch as a page sends it."""
    told = {"kind": kind, "target": target, "to": "", "values": {"picked": picked} if picked else {}}
    return {"kind": "touch", "seen": 0, "serial": serial, "touch": told}


def memory(pid: int) -> float:
    """The most memory a process had, in MB; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    held = asyncio.run(lesson())
    ordered = sorted(held.verdicts)
    middle, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(
        f"all in after {held.joined:.1f} s; a verdict in {middle * 1000:.0f} ms, 95 % within {slow * 1000:.0f} ms, the slowest "
        f"{ordered[-1] * 1000:.0f} ms; all paused after {max(held.paused) * 1000:.0f} ms; {held.megabytes:.0f} MB; the "
        f"teacher's page shown anew {held.shown} times"
    )
