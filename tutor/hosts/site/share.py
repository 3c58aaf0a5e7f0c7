"""`tutor share`: the address of something in a site that is named once, for a mail, a worksheet or a QR code on the wall."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.base.places import data_folder, write_whole
from tutor.base.terminal import situation_text
from tutor.draw.qr import qr_text
from tutor.hosts.documents.links import begins_with, too_long
from tutor.hosts.site.ways import file_of
from tutor.pages.table.code import PREFIX as GAME_CODE
from tutor.teach.game import registry as games

#: In the learner's folder: the address of the site that was named.
NAMED = "site-address.txt"
#: What has a file of its own, as one may call it.
_PAGES = {
    "today": "train",
    "trainer": "train",
    "checker": "rulings",
    "rulings": "rulings",
    "editor": "edit",
    "table": "table",
}
_HELP = (
    "a lesson (02-exploring), an exercise (02-exploring/how-far), a shelf or a puzzle by its id, today (the puzzle of the day), "
    "checker, editor, table, a code of a situation or of a game, or a situation file"
)


def command(arguments: Sequence[str]) -> int:
    """Print the link that is asked for. Raises Faulty if there is no such thing, or no site was named yet."""
    options = _parser().parse_args(arguments)
    site = _site(options.site)
    address = site + target(options.what, options.ask)
    print(address)
    if options.qr is not None:
        _draw(address, options.qr)
    return 0


def _parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="tutor share", description="A link into a site of the tutor's, to send or to print."
    )
    found.add_argument("what", metavar="WHAT", help=_HELP)
    found.add_argument(
        "--ask", metavar="ACTION", default="", help='with a situation: what is asked of it, as "move north"'
    )
    found.add_argument("--site", metavar="ADDRESS", default="", help="where the site lies; it is remembered")
    found.add_argument(
        "--qr", metavar="FILE", nargs="?", const="", help="as a QR code too: in the terminal, or as an SVG file"
    )
    return found


def _site(named: str) -> str:
    """The site's address with "/" at its end: the one named, which is remembered, else the one named before."""
    path = data_folder() / NAMED
    if not named:
        try:
            return path.read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            fix = "Name it once: tutor share WHAT --site https://..."
            raise UnreadableText(Fault("--site", "no site has been named yet", fix)) from None
    told = urlsplit(named)
    if told.scheme not in ("http", "https") or not told.hostname or told.query or told.fragment:
        fix = "Write it as https://school.example/wood/"
        raise UnreadableText(Fault("--site", f"{named[:80]!r} is no address of a site", fix))
    site = named.removesuffix("index.html")
    site = site if site.endswith("/") else f"{site}/"
    write_whole(path, f"{site}\n")
    return site


def target(what: str, ask: str = "") -> str:
    """The file in the site, and behind "#" what is asked of it. UnreadableText names what comes nearest to what there is not.

    >>> target("02-exploring/how-far"), target("today")
    ('exercises/02-exploring/how-far.html', 'puzzles.html')
    """
    if what.startswith(GAME_CODE):
        return _asked("table", what, "")
    if not games.is_code(what):
        found = _of_the_course(what) or _of_the_book(what)
        if found:
            return found
        if what in _PAGES:
            return file_of(_PAGES[what])
        if not Path(what).is_file():
            hint = sentence(nearest(what[:80], tuple(_known())))
            raise UnreadableText(Fault(what[:80], "there is no such lesson, exercise, puzzle, page or file", hint))
    text = situation_text(what, games.is_code)
    package = games.game_of(text)
    return _asked("rulings", package.code(package.read(text)), ask)


def _asked(kind: str, code: str, ask: str) -> str:
    if why := too_long(begins_with(code, ask), "#"):
        raise UnreadableText(Fault("the link", why, "Send the situation as a file."))
    return f"{file_of(kind)}#{urlencode({'code': code} | ({'ask': ask} if ask else {}))}"


def _of_the_course(what: str) -> str:
    from tutor.content.lessons.course import course, load_lesson

    name, _, exercise = what.partition("/")
    if name not in {entry.name for entry in course()}:
        return ""
    if not exercise:
        return file_of("lesson", name)
    return file_of("exercise", what) if exercise in {each.id for each in load_lesson(name).exercises} else ""


def _of_the_book(what: str) -> str:
    from tutor.content.puzzles.book import book, puzzles_by_id
    from tutor.content.puzzles.shelves import shelves

    if what in {shelf.name for shelf in shelves()} | {collection.name for collection in book()}:
        return file_of("puzzles", what)
    return f"{file_of('train')}#puzzle={quote(what)}" if what in puzzles_by_id() else ""


def _known() -> list[str]:
    from tutor.content.lessons.course import course, load_lesson
    from tutor.content.puzzles.book import puzzles_by_id
    from tutor.content.puzzles.shelves import shelves

    lessons = [entry.name for entry in course()]
    exercises = [f"{name}/{each.id}" for name in lessons for each in load_lesson(name).exercises]
    return [*lessons, *exercises, *(shelf.name for shelf in shelves()), *puzzles_by_id(), *_PAGES]


def _draw(address: str, file: str) -> None:
    """The address as a QR code: in the terminal, or in an SVG file."""
    import segno

    try:
        made = segno.make(address)
    except segno.DataOverflowError:
        raise UnreadableText(Fault("--qr", "the link is too long for a QR code", "Send it as it stands.")) from None
    if not file:
        print(qr_text(address))
        return
    picture = io.BytesIO()
    made.save(picture, kind="svg", scale=8)
    write_whole(Path(file), picture.getvalue())
