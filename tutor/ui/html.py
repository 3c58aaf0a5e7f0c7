"""A few lines of HTML, written so that whatever anybody typed stands in the page as text and as nothing else; whole pages."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import NewType, TypeAlias

from tutor.paint.theme import colours_of

#: Text that is HTML already: made by :func:`el`, never by a person.
Html = NewType("Html", str)
Child: TypeAlias = "Html | str | list[Html] | None"

_ALONE = frozenset(("input", "br", "hr", "meta"))


class _Made(str):
    """Marks what :func:`el` made, so that a plain text next to it is escaped and it is not escaped twice."""

    __slots__ = ()


def el(tag: str, /, *children: Child, **attributes: object) -> Html:
    """An element. ``class_`` and the like lose their last underscore, other underscores become dashes; None and False leave
    an attribute out, True writes it without a value.

    >>> el("p", "5 < 6", class_="note", data_target="area:c2", hidden=False)
    '<p class="note" data-target="area:c2">5 &lt; 6</p>'
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in _ALONE:
        return Html(_Made(f"<{tag}{written}>"))
    return Html(_Made(f"<{tag}{written}>{join(*children)}</{tag}>"))


def join(*children: Child) -> Html:
    """Several children in a row; a plain text among them is escaped."""
    found: list[str] = []
    for child in children:
        if isinstance(child, list):
            found.append(join(*child))
        elif child is not None:
            found.append(child if isinstance(child, _Made) else escape(child))
    return Html(_Made("".join(found)))


def picture(svg: str) -> Html:
    """A picture our own painter made (:func:`tutor.paint.svg.svg`), to stand among other elements."""
    return Html(_Made(svg))


@cache
def sheet(path: Path) -> str:
    """The style sheet of a page: that of a file, after the colours of the theme that it names, ``var(--mw-sand)``, by day and by
    night. KeyError for a colour there is not."""
    text = path.read_text(encoding="utf-8")
    return f"{colours_of(text, ':root')}\n{text}"


def whole_page(title: str, body: str, style: str = "", head: str = "") -> str:
    """A page that needs no other file: its title, what is written, its style sheet, and what more stands in its head."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>{head}<style>{style}</style></head>{body}</html>\n"
    )
