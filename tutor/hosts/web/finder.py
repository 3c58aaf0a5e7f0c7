"""How the web server finds what pages want: in processes of their own, a few at once, so that no click waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.desk import Want
    from tutor.hosts.documents.kept import TellFound

#: The most processes at once, the longest answer in bytes, and the seconds after which one is given up.
AT_ONCE, LONGEST, LONGEST_WAIT = 2, 4_000_000, 600.0
FAILED = {"failed": "It could not be reckoned.", "ended": True}


class ProcessFinder:
    """Starts a process for each want. One loop calls it."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, kind: str, want: Want, tell: TellFound) -> None:
        """Find it; what has been found is told from the loop that runs. Where none runs, nobody waits for it."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        task = loop.create_task(self._found(kind, want, tell))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _found(self, kind: str, want: Want, tell: TellFound) -> None:
        async with self._free:
            if not tell({"done": 0, "of": 1}, False):
                return
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    last = await self._asked({"kind": kind, **want._asdict()}, tell)
            except (TimeoutError, OSError, ValueError):
                last = False
            if not last:
                tell(FAILED, True)

    async def _asked(self, asked: dict[str, Any], tell: TellFound) -> bool:
        """Whether a process has told the whole answer, or nobody wanted it any more."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "tutor.hosts.finding",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            with contextlib.suppress(ConnectionError):
                await process.stdin.drain()
            while line := await process.stdout.readline():
                answer = json.loads(line)
                if not tell(answer, "ended" in answer) or "ended" in answer:
                    return True
            return False
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
