"""A kernel is kept ready beside those that run lessons: Python started, the tutor imported, nothing done in it.

To start one takes seconds. Whoever begins a lesson gets the one that is ready; another is made when his has come to rest.
Nobody is shown a spare kernel: it is in no list of kernels, and what ends the others that no page has leaves it alone.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from jupyter_client.session import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

#: Seconds a kernel that was taken must have been idle before another is made ready; the most seconds waited for that.
REST, BUSY = timedelta(seconds=2), 30.0
#: Seconds a spare kernel may take to be ready, and to begin once it is taken.
READY, BEGINS = 120.0, 3.0
#: What is run in a spare kernel. Neither leaves a name behind.
_WARM = "__import__('tutor.hosts.lab.warm', fromlist=['*']).warm_up()"
_BEGIN = "__import__('tutor.hosts.lab.warm', fromlist=['*']).begin({!r}, {!r}, {!r})"


_Kernels: Any = AsyncMappingKernelManager  # Jupyter ships half of its types


class SpareKernels(_Kernels):  # type: ignore[misc]
    """Kernels as Jupyter keeps them, and a spare one."""

    #: The kernel that is ready, else "".
    spare = ""
    #: The kernel that is being made ready, else "".
    warming = ""
    _environment: Mapping[str, str] = {}
    _preparing: asyncio.Task[None] | None = None

    def prepare(self, after: str = "") -> None:
        """Have a kernel made ready, unless there is one: at once, or when the kernel ``after`` is at rest."""
        if not self.spare and (self._preparing is None or self._preparing.done()):
            self._preparing = asyncio.get_running_loop().create_task(self._prepare(after))

    async def start_kernel(self, *, kernel_id: str | None = None, path: str | None = None, **given: Any) -> str:
        """The spare kernel if it is ready and will do, else a new one. ``given`` may hold its name and its environment."""
        usual = given.get("kernel_name") in (None, self.default_kernel_name) and set(given) <= {"kernel_name", "env"}
        taken = await self._take(path, given.get("env") or dict(os.environ)) if usual and kernel_id is None else ""
        found = taken or await super().start_kernel(kernel_id=kernel_id, path=path, **given)
        self.prepare(after=found)
        return str(found)

    def list_kernels(self) -> list[dict[str, Any]]:
        """The kernels that somebody has begun."""
        return [kernel for kernel in super().list_kernels() if kernel["id"] not in (self.spare, self.warming)]

    async def _take(self, path: str | None, environment: Mapping[str, str]) -> str:
        """The spare kernel, now in that folder and environment; "" if there is none, or it does not answer any more."""
        taken, self.spare = self.spare, ""
        if not taken:
            return ""
        folder = self.cwd_for_path(path or "")
        before = self._environment
        new = {name: value for name, value in environment.items() if before.get(name) != value}
        gone = [name for name in before if name not in environment]
        try:
            await self._run(taken, _BEGIN.format(folder, new, gone), BEGINS)
        except (RuntimeError, TimeoutError, KeyError):
            await self._end(taken)
            return ""
        # Started anew, it starts there as well.
        self._kernel(taken)._launch_args.update(cwd=folder, env=dict(environment))
        return taken

    async def _prepare(self, after: str) -> None:
        until = asyncio.get_running_loop().time() + BUSY
        while after in self and asyncio.get_running_loop().time() < until and not self._rests(after):
            await asyncio.sleep(0.5)
        environment = dict(os.environ)
        kernel = ""
        try:
            self.warming = kernel = self.new_kernel_id()
            await super().start_kernel(kernel_id=kernel, path="", env=environment)
            await self._run(kernel, _WARM, READY)
            self._environment, self.spare = environment, kernel
        except (RuntimeError, TimeoutError, OSError) as problem:
            self.log.warning("No kernel could be made ready: %s", problem)
            await self._end(kernel)
        finally:
            self.warming = ""

    def _kernel(self, kernel: str) -> Any:
        return self.get_kernel(kernel)

    def _rests(self, kernel: str) -> bool:
        found = self._kernel(kernel)
        return bool(found.execution_state == "idle" and utcnow() - found.last_activity > REST)

    async def _run(self, kernel: str, code: str, seconds: float) -> None:
        """Run code in a kernel. Raises RuntimeError for what goes wrong in it, TimeoutError if it takes longer than that."""
        client = self._kernel(kernel).client()
        client.start_channels(stdin=False)
        try:
            async with asyncio.timeout(seconds):
                await client.wait_for_ready(timeout=seconds)
                answer = await client.execute(code, silent=True, store_history=False, allow_stdin=False, reply=True)
        finally:
            client.stop_channels()
        if answer["content"]["status"] != "ok":
            raise RuntimeError(answer["content"].get("evalue", "it was interrupted"))

    async def _end(self, kernel: str) -> None:
        if kernel in self:
            await self.shutdown_kernel(kernel, now=True)
