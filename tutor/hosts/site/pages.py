"""The pages of the site as files: each carries what it first shows, so that it is drawn before Python is awake."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

from tutor.content.trainer.learner_state import day_of
from tutor.desk.link import as_script
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.hosts.documents.kept import DocumentPlace
from tutor.hosts.site.opening import above_of, mark, opened, record_of
from tutor.hosts.site.ways import FILES, FOLDERS, OF_GAMES, file_of, linked, upward
from tutor.teach.game import registry as games

#: What a page may load: what lies in the site, and nothing else from anywhere; Python is machine code that the browser compiles.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{}; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
#: The page for a document whose file was never fetched; "ROOT/" in it is the way to the site's first folder.
SHELL = "shell.html"
#: The kind of document that begins otherwise each day: what it shows first is shown on the day it was built, and not later.
DAILY = "train"
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def places() -> Iterator[DocumentPlace]:
    """Every document that has a file of its own."""
    from tutor.content.lessons.course import course, load_lesson
    from tutor.content.puzzles.book import collection_files
    from tutor.content.puzzles.shelves import shelves

    yield from (DocumentPlace(kind) for kind in FILES if kind)
    yield from of_games()
    for entry in course():
        yield DocumentPlace("lesson", entry.name)
        yield from (DocumentPlace("exercise", f"{entry.name}/{each.id}") for each in load_lesson(entry.name).exercises)
    names = [shelf.name for shelf in shelves()] + [path.stem for path in collection_files()]
    yield from (DocumentPlace("puzzles", name) for name in dict.fromkeys(names))


def of_games() -> Iterator[DocumentPlace]:
    """Checkers and editors of the games besides the first: of each that offers one."""
    for name in games.GAMES:
        offered = [kind for kind in OF_GAMES if name != games.FIRST and kind in games.teachable(name).OFFERS]
        yield from (DocumentPlace(kind, name) for kind in offered)


def document_page(place: DocumentPlace, engine: str) -> str:
    """The file of a document. ``engine`` is the folder of this release's files, from the site's root, with "/" at its end."""
    with tempfile.TemporaryDirectory() as folder:  # nobody has done anything yet
        record = record_of(place, ActLog(Progress(Path(folder) / "progress.sqlite")), "")
        assert record is not None, f"{place.id} is no document"
        _, whole, _ = opened(place, record, "", lambda message: None)
    file = file_of(place.kind, place.rest)
    day = f' data-day="{day_of(time.time()).isoformat()}"' if place.kind == DAILY else ""
    main = f'<main data-desk="{escape(place.id)}" data-mark="{mark(whole)}"{day}>{as_script(whole)}</main>'
    above = above_of(place, record)
    return head(record.served.title(record.source), upward(file), engine) + f"<body>{above}{main}</body></html>\n"


def shell_page(engine: str) -> str:
    """The page without a document."""
    return head("The Mystic Wood Tutor", "ROOT/", engine) + '<body><main data-desk=""></main></body></html>\n'


def missing_page() -> str:
    """What GitHub Pages and others show where there is no file: it may stand in for an address in any folder."""
    return _guarded(Path(__file__).with_name("404.html").read_text(encoding="utf-8"))


def head(title: str, root: str, engine: str, more: str = "") -> str:
    """How every page begins, up to its body."""
    told = escape(json.dumps({"folders": {folder: kind for kind, folder in FOLDERS.items()}, "files": _kinds()}))
    at = f"{root}{engine}"
    return (
        f'<!DOCTYPE html><html lang="en" data-root="{root or "./"}" data-engine="{engine}worker.js" data-ways="{told}"><head>'
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{escape(POLICY.format(""))}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'
        f'<title>{escape(title)}</title><link rel="icon" href="{root}icon.svg"><link rel="license" href="{root}about.html">'
        f'<link rel="stylesheet" href="{at}page.css"><link rel="stylesheet" href="{at}site.css">'
        f'<script type="module" src="{at}site.js"></script>{more}</head>'
    )


@cache
def _kinds() -> dict[str, str]:
    """What stands in each file of one document: its kind, or its kind and game."""
    return {name: kind for kind, name in FILES.items() if kind} | {
        file_of(each.kind, each.rest): each.id for each in of_games()
    }


def plain_page(text: str, file: str) -> str:
    """A page that is HTML already (a topic of the rules), with the site's links and its policy."""
    icon = f'<link rel="icon" href="{upward(file)}icon.svg">'
    found = re.sub(r'href="(?:\.\./)+((?:rulings|edit)/\?[^"]*)"', r'href="/\1"', text)
    found = re.sub(r'href="(?:\.\./)+"', 'href="/"', found)
    return linked(_guarded(found.replace("<head>", f"<head>{icon}", 1)), file)


def _guarded(text: str) -> str:
    """A whole page with its policy; the scripts in it are let run by their hashes, and no other."""
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in _SCRIPT.findall(text)
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY.format(hashes))}">'
    return text.replace("<head>", f"<head>{policy}", 1)
