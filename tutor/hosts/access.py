"""Who may ask a server of the tutor anything: ASGI middleware that looks at token, Host and Origin before the app does.

On a shared computer everybody reaches a server on loopback, and so does every page open in the owner's browser. So each request
brings the token: in its address the first time, by a cookie from then on, as with JupyterLab.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote_plus

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.types import ASGIApp, Receive, Scope, Send

#: The names by which a browser on the same computer asks for a server on loopback. Any other is a name made to lead here.
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
#: The parameter of the address that holds the token.
PARAMETER = "access_token"
#: A Host header: a name or an address, and the port if it is not 80.
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE)
#: What a browser says of a request that a page of another site, or of another port of this computer, has made.
_FOREIGN = ("cross-site", "same-site")

#: The Content-Security-Policy of a page that fetches nothing from elsewhere, whatever somebody's lesson says.
LOCAL_ONLY = (
    "frame-ancestors 'self'; base-uri 'self'; default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "connect-src 'self' data: blob: ws://127.0.0.1:* ws://localhost:*"
)

NO_TOKEN = (
    "This address is open to whoever has the whole link, with its token. On your own computer the link is where the tutor "
    "was started; in class, ask for it, or scan the code."
)
NOT_HERE = (
    "This server answers on its own computer alone: open the link as the tutor prints it. To reach it by another name, or from "
    "another device, start it with --lan."
)
OTHER_SITE = "This page is not for other sites."


def new_token() -> str:
    """A token nobody guesses (96 bits): 16 letters, digits, - and _."""
    return secrets.token_urlsafe(12)


def with_token(address: str, token: str) -> str:
    """The address that lets in; ``address`` has no parameters."""
    return f"{address}?{PARAMETER}={token}"


class RequestOrigin(NamedTuple):
    """What of a request tells who makes it."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    cookies: tuple[str, ...]
    site: str
    #: Whether a link was followed, or the address typed: a whole new page.
    followed: bool
    query: tuple[str, ...]

    @classmethod
    def by(cls, scope: Scope) -> RequestOrigin:
        """As the headers say."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        fetch = {what: "".join(headers.get(f"sec-fetch-{what}", ())) for what in ("site", "mode", "dest")}
        return cls(
            tuple(headers.get("host", ())),
            tuple(headers.get("origin", ())),
            tuple(part.strip() for line in headers.get("cookie", ()) for part in line.split(";")),
            fetch["site"],
            (fetch["mode"], fetch["dest"]) == ("navigate", "document"),
            tuple(scope.get("query_string", b"").decode("latin-1").split("&")),
        )

    @property
    def cookie(self) -> str:
        """The name of the cookie. It holds the port: several servers on one computer keep apart."""
        found = _HOST.fullmatch(self.hosts[0])
        return f"mystic-wood-{(found and found['port']) or 80}"


class TokenAuth:
    """Lets in whoever brings the token, and remembers him by a cookie.

    Turned away with 403 (a WebSocket with 1008): a Host that is none, or not one of ``hosts`` (None: any, for a server that other
    devices reach by whatever name it has), an Origin that is not this server's or that cannot be read, whatever a page of another
    site asks for but by a link that is followed, and whoever has no token. ``opens`` says of a path whether it holds a right of
    its own: it is answered by any name, and needs no token. ValueError if ``token`` is empty.
    """

    def __init__(
        self,
        app: ASGIApp,
        token: str,
        hosts: Collection[str] | None = LOOPBACK,
        opens: Callable[[str], bool] | None = None,
    ) -> None:
        if not token:
            raise ValueError("token: an empty one lets everybody in")
        self.app = app
        self.token = token
        self.hosts = hosts
        self.opens = opens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or turn away."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = RequestOrigin.by(scope)
        own = self.opens is not None and self.opens(scope["path"])
        if refusal := self._refusal(asked, own):
            await _turned_away(scope, send, refusal)
        elif own:
            await self.app(scope, receive, send)
        elif self._has(PARAMETER, asked.query):
            if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
                await self._remembered(scope, asked, send)
            else:
                await self.app(scope, receive, send)
        elif self._has(asked.cookie, asked.cookies):
            await self.app(scope, receive, send)
        else:
            await _turned_away(scope, send, NO_TOKEN)

    def _refusal(self, asked: RequestOrigin, anywhere: bool = False) -> str:
        """Why a request is turned away before its token is looked at; "" if it is not."""
        host = asked.hosts[0] if len(asked.hosts) == 1 else ""
        found = _HOST.fullmatch(host)
        if found is None or (self.hosts is not None and not anywhere and found["name"].lower() not in self.hosts):
            return NOT_HERE
        here = {f"{scheme}://{host.lower()}" for scheme in ("http", "https")}
        if any(origin.lower() not in here for origin in asked.origins):
            return OTHER_SITE
        return OTHER_SITE if asked.site in _FOREIGN and not asked.followed else ""

    def _has(self, name: str, parts: tuple[str, ...]) -> bool:
        """Whether one of the ``parts`` (of a query, or cookies) is the name with the token."""
        values = [unquote_plus(value) for key, _, value in (part.partition("=") for part in parts) if key == name]
        return any(secrets.compare_digest(value.encode(), self.token.encode()) for value in values)

    async def _remembered(self, scope: Scope, asked: RequestOrigin, send: Send) -> None:
        """To the same address without its token, which from then on is in a cookie."""
        path = "/" + quote(scope["path"].lstrip("/\\"))  # "//elsewhere" would lead to another server
        query = "&".join(part for part in asked.query if not part.startswith(f"{PARAMETER}="))
        headers = {
            "location": f"{path}?{query}".rstrip("?"),
            "set-cookie": f"{asked.cookie}={self.token}; HttpOnly; Path=/; SameSite=Lax",
            "cache-control": "no-store",
            "referrer-policy": "no-referrer",
            "content-length": "0",
        }
        head = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 303, "headers": head})
        await send({"type": "http.response.body", "body": b""})


async def _turned_away(scope: Scope, send: Send, says: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": says[:120]})
        return
    body = says.encode()
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
    }
    head = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 403, "headers": head})
    await send({"type": "http.response.body", "body": body})
