"""A lesson's text, which is Markdown, as HTML or without its marks."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt

_EMPHASIS = re.compile(r"\*(\S(?:[^*]*\S)?)\*")
# No HTML and no pictures: a lesson's text shows words, and nothing is fetched from anywhere.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


@lru_cache(maxsize=512)  # a page says most of its words again after every click
def markdown(text: str) -> str:
    """Markdown as HTML; HTML in it is shown, not used, and pictures are not fetched."""
    return str(_MARKDOWN.render(text))


@lru_cache(maxsize=512)
def inline(text: str) -> str:
    """Markdown within a line as HTML."""
    return str(_MARKDOWN.renderInline(text))


def plain(text: str) -> str:
    """Markdown without its marks, for screen readers and terminals."""
    return _EMPHASIS.sub(r"\1", text.replace("**", "").replace("`", ""))


def quoted(words: str) -> str:
    """Words between quotation marks; what somebody says, which bears them already, as it stands.

    >>> quoted("Walk north"), quoted("“Yes”")
    ('“Walk north”', '“Yes”')
    """
    return words if words.startswith("“") and words.endswith("”") else f"“{words}”"
