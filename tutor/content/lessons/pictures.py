"""Pictures in a lesson's text that a page would fetch from elsewhere: a lesson that has one is refused.

Nothing is fetched from the network while one learns: whoever keeps the picture would know who opens the lesson, when, from where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

#: Addresses that hold the picture itself.
_HELD = re.compile(r"\s*(data:image/|attachment:)", re.IGNORECASE)
#: Addresses of another computer, however they are written: http://, //host, \\host ...
_ELSEWHERE = re.compile(r"\s*([a-z][a-z0-9+.-]*:|(/|\\|%5c){2})", re.IGNORECASE)
#: HTML that a page loads something for.
_LOADS = re.compile(
    r"<\s*(img|image|picture|source|video|audio|track|iframe|frame|embed|object|link|style|script|svg|math|input|base|meta)\b"
    r"|<[^>]*\b(style|background|poster|srcset)\s*=",
    re.IGNORECASE,
)
_MARKDOWN = MarkdownIt("commonmark")
setattr(_MARKDOWN, "validateLink", lambda _: True)  # noqa: B010  # what it would leave out is looked at as well


def fetched(text: str) -> Iterator[tuple[int, str]]:
    """What of a Markdown text a page would fetch: the line it stands on, counted from 0, and what it is."""
    for token in _MARKDOWN.parse(text):
        line = token.map[0] if token.map else 0
        if token.type == "html_block":
            yield from _tags(token.content, line)
        for within in token.children or ():
            if within.type in ("softbreak", "hardbreak"):
                line += 1
            elif within.type == "html_inline":
                yield from _tags(within.content, line)
            elif within.type == "image":
                address = str(within.attrs.get("src", ""))
                if _ELSEWHERE.match(address) and not _HELD.match(address):
                    yield line, f"the picture {address[:80]!r} lies elsewhere"


def _tags(html: str, line: int) -> Iterator[tuple[int, str]]:
    for found in _LOADS.finditer(html):
        yield line + html.count("\n", 0, found.start()), f"the HTML {found[0][:40]!r} may load something"
