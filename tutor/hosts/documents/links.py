"""What a link names that somebody opens: a situation as a code, and a question to be answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.hosts.documents.table import Source

#: The longest code and the longest question in a link, in characters: browsers and servers cut what is much longer.
LONGEST_CODE, LONGEST_ASK = 50_000, 2_000


def begins_with(code: str, ask: str = "") -> Source:
    """What a document begins with that a link names."""
    return {"text": code, **({"ask": ask} if ask else {})}


def too_long(source: Source, sign: str = "?") -> str:
    """What is too long in a link, and what to do instead; "" if nothing is. ``sign`` stands before its names."""
    for name, text, longest in (("code", source.get("text", ""), LONGEST_CODE), ("ask", source.get("ask", ""), LONGEST_ASK)):
        if len(text) > longest:
            return (
                f"{sign}{name}=: {len(text)} characters, where at most {longest} are possible. Save the situation as a file, and "
                "drop it on the page."
            )
    return ""
