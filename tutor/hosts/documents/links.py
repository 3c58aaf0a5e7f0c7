"""What a link names that somebody opens: a situation as a code, and a question to be answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.teach.game import registry as games

if TYPE_CHECKING:
    from tutor.desk.desk import DocumentSource

#: The longest code and the longest question in a link, in characters: browsers and servers cut what is much longer.
LONGEST_CODE, LONGEST_ASK = 50_000, 2_000


def begins_with(code: str, ask: str = "") -> DocumentSource:
    """What a document begins with that a link names."""
    return {"text": code, **({"ask": ask} if ask else {})}


def too_long(source: DocumentSource, sign: str = "?") -> str:
    """What is too long in a link, and what to do instead; "" if nothing is. ``sign`` stands before its names."""
    for name, text, longest in (
        ("code", source.get("text", ""), LONGEST_CODE),
        ("ask", source.get("ask", ""), LONGEST_ASK),
    ):
        if len(text) > longest:
            return (
                f"{sign}{name}=: {len(text)} characters, where at most {longest} are possible. Save the situation as a file, and "
                "drop it on the page."
            )
    return ""


def amiss(kind: str, source: DocumentSource, sign: str = "?") -> str:
    """What is wrong with a link to a document of that kind as one sees before it is opened, and what to do; "" if nothing is."""
    from tutor.pages.table.code import PREFIX as GAME_PREFIX

    code = str(source.get("text", ""))
    if long := too_long(source, sign):
        return long
    if code.startswith(GAME_PREFIX) and kind != "table":
        return f"{sign}code=: this is the code of a whole game. It is opened at the table."
    if (
        code
        and not games.is_code(code)
        and not code.startswith((GAME_PREFIX, "{"))
        and "=" not in code
        and "[" not in code
    ):
        known = " or ".join(repr(of.prefix) for of in games.GAMES.values())
        return f"{sign}code=: this is no code. One of a situation begins with {known}: copy the whole link once more."
    return ""
