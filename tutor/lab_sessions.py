"""A notebook has one kernel, however often its page is loaded while that kernel is being started.

Jupyter's server looks whether a notebook has a session, and begins one if not. A page that is loaded anew in the first second
asks again before the first session is there: a second kernel was begun, and the first, of which nobody knew any more, stayed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from datetime import timedelta
from typing import Any

import traitlets
from jupyter_client.session import utcnow
from jupyter_server.services.sessions.sessionmanager import SessionManager
from tornado import web

#: So long a kernel may be without a session, as one is that is being exchanged for another.
FORGOTTEN = timedelta(minutes=1)


class OneAtATime(SessionManager):
    """Sessions as Jupyter keeps them, begun one after the other for each notebook."""

    _beginning: Any = traitlets.Instance(defaultdict, (asyncio.Lock,))

    async def create_session(self, path: str | None = None, *given: Any, **named: Any) -> dict[str, Any]:
        """The session of a notebook: the one that has been begun meanwhile, or a new one."""
        kept: Any = self  # Jupyter ships half of its types
        async with self._beginning[path]:
            if path is not None and await kept.session_exists(path=path):
                begun: dict[str, Any] = await kept.get_session(path=path)
                return begun
            return await super().create_session(path, *given, **named)

    async def end_forgotten(self) -> None:
        """End the kernels that no session has: whatever page began them is gone."""
        kept: Any = self
        kernels: Any = kept.kernel_manager
        now = utcnow()
        running = {
            kernel: getattr(kernels.get_kernel(kernel), "last_activity", None) or now for kernel in kernels.list_kernel_ids()
        }
        held = {session["kernel"]["id"] for session in await kept.list_sessions()}
        for kernel, active in running.items():
            if kernel not in held and now - active > FORGOTTEN:
                with suppress(web.HTTPError, KeyError):  # it has ended meanwhile
                    await kernels.shutdown_kernel(kernel)
