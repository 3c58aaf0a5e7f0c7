"""A few lines of HTML, written so that whatever anybody typed stands in the page as text and as nothing else; whole pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import NewType, TypeAlias

from tutor.draw.theme import colours_of

#: Text that is HTML already: made by :func:`el`, never by a person.
Html = NewType("Html", str)
Child: TypeAlias = "Html | str | list[Html] | None"

_ALONE = frozenset(("input", "br", "hr", "meta"))
_PLAIN = re.compile(r"""[^&<>"']*""").fullmatch


class _Made(str):
    """Marks what :func:`el` made, so that a plain text next to it is escaped and it is not escaped twice."""

    __slots__ = ()


def el(tag: str, /, *children: Child, **attributes: object) -> Html:
    """An element. ``class_`` and the like lose their last underscore, other underscores become dashes; None and False leave
    an attribute out, True writes it without a value.

    >>> el("p", "5 < 6", class_="note", data_target="area:c2", hidden=False)
    '<p class="note" data-target="area:c2">5 &lt; 6</p>'
    """
    found = ["<", tag]
    for name, value in attributes.items():
        if value is True:
            found += " ", _written(name)
        elif value is not None and value is not False:
            found += " ", _written(name), '="', _as_text(str(value)), '"'
    found.append(">")
    if tag not in _ALONE:
        _add(found, children)
        found += "</", tag, ">"
    return Html(_Made("".join(found)))


@lru_cache(maxsize=512)
def _written(name: str) -> str:
    """An attribute's name as HTML has it."""
    return name.rstrip("_").replace("_", "-")


def _as_text(text: str) -> str:
    """A text that stands in the page as such: most have nothing in them that would be anything else."""
    return text if _PLAIN(text) else escape(text)


def _add(found: list[str], children: Iterable[Child]) -> None:
    for child in children:
        if isinstance(child, _Made):
            found.append(child)
        elif isinstance(child, list):
            _add(found, child)
        elif child is not None:
            found.append(_as_text(child))


def join(*children: Child) -> Html:
    """Several children in a row; a plain text among them is escaped."""
    found: list[str] = []
    _add(found, children)
    return Html(_Made("".join(found)))


def picture(svg: str) -> Html:
    """A picture our own painter made (:func:`tutor.draw.svg.svg`), to stand among other elements."""
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
