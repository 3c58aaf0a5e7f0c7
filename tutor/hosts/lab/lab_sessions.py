"""A notebook has one kernel, however often its page is loaded while that kernel is being started.

A page begins a session below a path made up for the occasion, and gives it the notebook's path when it is there. Loaded anew in
the first second, the page finds no session of its notebook and begins another: a second kernel was started, and the first, of
which nobody knew any more, stayed.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import traitlets
from jupyter_client.session import utcnow
from jupyter_server.services.sessions.sessionmanager import SessionManager
from tornado import web

#: Grace period before a kernel without a session is shut down, in seconds: one being exchanged for another has none for a moment.
FORGOTTEN = timedelta(minutes=1)


def meant_for(session: Mapping[str, Any]) -> str | None:
    """The notebook a session is meant for, whatever path was made up for it; None if it is of anything else."""
    path, name = session.get("path"), session.get("name")
    return (
        posixpath.join(posixpath.dirname(path), name) if path and name and session.get("type") == "notebook" else None
    )


class OneAtATime(SessionManager):
    """Sessions as Jupyter keeps them, begun one after the other for each notebook."""

    _beginning: Any = traitlets.Instance(defaultdict, (asyncio.Lock,))

    async def create_session(self, path: str | None = None, *given: Any, **named: Any) -> dict[str, Any]:
        """The session of a notebook: the one that has been begun meanwhile, or a new one.

        It has the path that is asked for: a page that gets another thinks it has been overtaken, and ends the session.
        """
        kept: Any = self  # Jupyter ships half of its types
        meant = meant_for({"path": path, **named})
        async with self._beginning[meant]:
            for session in await kept.list_sessions() if meant else ():
                if meant_for(session) == meant:
                    await kept.update_session(session["id"], path=path)
                    begun: dict[str, Any] = await kept.get_session(session_id=session["id"])
                    return begun
            return await super().create_session(path, *given, **named)

    async def end_forgotten(self) -> None:
        """End the kernels that no session has: whatever page began them is gone."""
        kept: Any = self
        kernels: Any = kept.kernel_manager
        now = utcnow()
        running = {
            kernel: getattr(kernels.get_kernel(kernel), "last_activity", None) or now
            for kernel in kernels.list_kernel_ids()
        }
        held = {session["kernel"]["id"] for session in await kept.list_sessions()}
        held |= {getattr(kernels, "spare", ""), getattr(kernels, "warming", "")}
        for kernel, active in running.items():
            if kernel not in held and now - active > FORGOTTEN:
                with suppress(web.HTTPError, KeyError):  # it has ended meanwhile
                    await kernels.shutdown_kernel(kernel)
