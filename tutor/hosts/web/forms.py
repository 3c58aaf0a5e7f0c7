"""Plain pages with a form, without a script: the doors by which phones come in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse

if TYPE_CHECKING:
    from starlette.requests import Request

#: The most bytes of a form: a name, or a word.
LONGEST_FORM = 2_000
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: What such a page is sent with. A form names its own page as where it comes from, so that others cannot send it.
FORM_HEADERS = {
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy": _POLICY,
}


async def form_of(request: Request) -> dict[str, str] | None:
    """The fields of a form; None if it is longer than any of ours."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM:
            return None
    found = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=8)
    return {name: values[0] for name, values in found.items()}


def form_page(text: str, status: int = 200) -> HTMLResponse:
    """A page with a form."""
    return HTMLResponse(text, status, FORM_HEADERS)
