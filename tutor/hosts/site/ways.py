"""Where each page of the tutor stands in the folder of static files.

Pages name one another by the tutor's own addresses (`/lesson/02-exploring/`, `/rulings/?code=...`); here they become addresses of
files, relative to the file they stand in, so that the folder may lie anywhere on a server.
"""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote, urlsplit

from tutor.teach.game.registry import FIRST, GAMES

#: The folder of each kind of document that has many, and the file of each that is one.
FOLDERS = {"lesson": "lessons", "exercise": "exercises", "puzzles": "puzzles"}
FILES = {
    "rulings": "rulings.html",
    "edit": "edit.html",
    "table": "table.html",
    "train": "puzzles.html",
    "": "index.html",
}
#: Kinds of which each game has one of its own.
OF_GAMES = ("rulings", "edit")
_HREF = re.compile(r'(?<=\bhref=")(/(?!/)[^"]*|\?[^"]*|(?:\.\./)?docs/rulings[\w-]*\.md[^"]*)(?=")')
_REFERENCE = re.compile(r"docs/rulings-?([\w-]*)\.md")


def file_of(kind: str, rest: str = "") -> str:
    """The file of a document, from the root of the site; "" if there is none.

    >>> file_of("lesson", "02-exploring"), file_of("rulings"), file_of("rulings", "gran"), file_of("train")
    ('lessons/02-exploring.html', 'rulings.html', 'rulings-gran.html', 'puzzles.html')
    """
    if kind in OF_GAMES and rest in GAMES:
        return FILES[kind] if rest == FIRST else f"{kind}-{rest}.html"
    if kind in FOLDERS and rest:
        return f"{FOLDERS[kind]}/{rest}.html"
    if kind == "rules" and rest:
        return f"rules/{rest}"
    return FILES.get(kind, "")


def upward(file: str) -> str:
    """The way from a file to the root of the site.

    >>> upward("index.html"), upward("lessons/02-exploring.html")
    ('', '../')
    """
    return "../" * file.count("/")


def way(address: str, file: str) -> str:
    """An address of the tutor's own, as it is to be written in a file of the site; what is none stays.

    What is asked for (`?code=...&ask=...`) stands behind "#": no server has to understand it, and none is told.

    >>> way("/lesson/03-glades/", "lessons/02-exploring.html")
    '../lessons/03-glades.html'
    >>> way("/rulings/?code=mw1-x&ask=move+north", "index.html")
    'rulings.html#code=mw1-x&ask=move+north'
    >>> way("/table/Xy-3/", "table.html")
    'table.html#rest=Xy-3'
    >>> way("../docs/rulings-mystic-paths.md#scoring", "lessons/27-paths.html")
    '../rules/mystic_paths/index.html'
    """
    if reference := _REFERENCE.search(address):
        game = reference[1].replace("-", "_")
        return f"{upward(file)}rules/{f'{game}/' if game else ''}index.html"
    if not address.startswith(("/", "?")):
        return address
    told = urlsplit(address)
    kind, _, rest = told.path.strip("/").partition("/")
    there = file if not told.path else file_of(kind, rest)
    after = told.fragment or told.query
    if kind in FILES and rest and there in ("", FILES[kind]) and not (kind in OF_GAMES and rest in GAMES):
        there, after = (
            FILES[kind],
            after or f"rest={quote(rest)}",
        )  # begun by a link or a file: its file is that of its kind
    if not there:
        return address
    return f"{upward(file)}{there}{'#' if after else ''}{after}"


def linked(html: str, file: str) -> str:
    """A piece of HTML with all its links as they are to be written in a file of the site."""
    return _HREF.sub(lambda found: escape(way(unescape(found[0]), file)), html)
