"""A stage that forty follow: how soon an answer is received while all answer, and how soon all see that the vote is closed."""

from __future__ import annotations

import asyncio
import json
import time
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from bench.apps import Timed
from bench.classroom import PUPILS, comes, memory, serving, touch

#: What was promised: seconds until an answer is received (at the 95th percentile), and until all see that the vote is closed.
RECEIVED, CLOSED = 0.15, 1.0
_READY = {"kind": "ready", "version": 0, "link": "page"}


class Voted(NamedTuple):
    """What was measured: seconds until each answer was received, seconds until all had heard of the closing, how many messages
    that was for each, and the most memory of the server in MB."""

    received: list[float]
    closed: float
    messages: list[int]
    megabytes: float


def stage_rows() -> list[Timed]:
    """The rows of `make bench`."""
    voted = asyncio.run(vote())
    slow = sorted(voted.received)[int(len(voted.received) * 0.95)]
    return [
        Timed(f"an answer is received while {PUPILS} vote (95 %)", slow, "as promised", RECEIVED),
        Timed(f"{PUPILS} phones see the vote closed", voted.closed, "as promised", CLOSED),
    ]


async def vote() -> Voted:
    """A vote on the stage, from its opening to its closing."""
    with serving("stage", "order") as (screen, door, pid):
        root, token = door.split("/")[2], screen.partition("access_token=")[2]
        async with connect(f"ws://{root}/live/stage/clicker?access_token={token}", max_size=None) as clicker:
            await clicker.send(json.dumps(_READY))
            moves = 1
            phones = await asyncio.gather(*(comes(door) for _ in range(PUPILS)))
            for serial, act in enumerate(("step 2", "poll open"), 1):
                await touch(clicker, "click", f"do:{moves}:{act}", serial)
                moves += 2 if serial == 1 else 1  # the first also takes the stage
            await asyncio.sleep(1.0)
            received = await asyncio.gather(*(answers(phone, number) for number, phone in enumerate(phones)))
            begun = time.perf_counter()
            closing = [asyncio.create_task(told(phone)) for phone in phones]
            await touch(clicker, "click", f"do:{moves}:poll close", 3)
            messages = await asyncio.gather(*closing)
            took = max(at for at, _ in messages) - begun
            megabytes = memory(pid)
            for phone in phones:
                await phone.close()
            return Voted(list(received), took, [count for _, count in messages], megabytes)


async def answers(phone: ClientConnection, number: int) -> float:
    """Somebody answers, within three seconds; the seconds until that was received."""
    await asyncio.sleep(3.0 * number / PUPILS)
    begun = time.perf_counter()
    await touch(phone, "click", f"vote:{number % 4}", 1)
    return time.perf_counter() - begun


async def told(phone: ClientConnection) -> tuple[float, int]:
    """When a phone heard that the vote is closed, and in how many messages."""
    count = 0
    while True:
        said = await phone.recv()
        count += 1
        if "The vote is closed" in str(said):
            return time.perf_counter(), count


if __name__ == "__main__":
    voted = asyncio.run(vote())
    ordered = sorted(voted.received)
    middle, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(
        f"an answer received in {middle * 1000:.0f} ms, 95 % within {slow * 1000:.0f} ms; all {PUPILS} see it closed after "
        f"{voted.closed * 1000:.0f} ms in {max(voted.messages)} message each; {voted.megabytes:.0f} MB"
    )
