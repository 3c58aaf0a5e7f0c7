"""The site's own plain pages: the first page, the lessons, what teachers want to know, the learner's progress, what this is."""

from __future__ import annotations

from pathlib import Path

from tutor.content.lessons.course import course
from tutor.content.puzzles.shelves import shelves
from tutor.draw.html import Html, el, join, picture, sheet
from tutor.hosts.site.opening import notebook_of
from tutor.hosts.site.pages import head
from tutor.hosts.site.ways import file_of
from tutor.pages.home import board_shown, face_shown
from tutor.teach.game import registry as games

#: The lesson and the exercise whose board the first page shows.
SHOWN = ("18-whole-game", "a-crowded-glade")
_SHEET = Path(__file__).with_name("home.css")
#: The ways at the head of each page, and what each of the tiles says: file, name, words, faces.
_DOORS = (
    ("lessons.html", "Learn", "{lessons} short lessons. Everything is done on the board.", ("sage", "child", "elf")),
    ("puzzles.html", "Puzzles", "Find the best move, the right order, the odds.", ("dragon", "wizard", "troll")),
    ("rulings.html", "Ruling checker", "A quarrel at the table? Lay it out and ask.", ("king", "queen", "saracen")),
    ("table.html", "Table", "A whole game, against bots or around one screen.", ("horse", "rogue", "giant")),
    ("teachers.html", "For teachers", "A lesson for 25, with nothing to install.", ("merlin", "bishop", "damsel")),
)

_LEAD = "A board game from 1980 in which nobody knows the way. Ride, look, meet: the tutor knows every rule and tells you why."
_SHORT = {"Ruling checker": "Rulings", "For teachers": "Teachers"}


def home_pages(engine: str) -> dict[str, str]:
    """All of them by their files. ``engine`` is the folder of this release's files."""
    return {
        "index.html": _page("The Mystic Wood Tutor", engine, _first()),
        "lessons.html": _page("The lessons", engine, _lessons()),
        "teachers.html": _page("For teachers", engine, _teachers()),
        "progress.html": _page("Your progress", engine, _progress()),
        "about.html": _page("What this is", engine, _about()),
    }


def _page(title: str, engine: str, body: Html) -> str:
    ways = [el("a", _SHORT.get(name, name), href=file) for file, name, _, _ in _DOORS]
    sign = picture('<img src="icon.svg" alt="" width="26" height="26">')
    top = el("header", el("a", sign, el("b", "Mystic Wood Tutor"), href="index.html"), el("nav", *ways))
    foot = el(
        "footer",
        el("span", "What you do stays in this browser."),
        el("a", "Rules", href="rules/index.html"),
        el("a", "About and licence", href="about.html"),
        el("a", "Keep my progress", href="progress.html"),
        el("span", data_waking=True, class_="hm-waking"),
    )
    style = f"<style>{sheet(_SHEET)}</style>"
    return head(title, "", engine, style) + str(el("body", top, body, foot, class_="hm")) + "</html>\n"


def _first() -> Html:
    hero = el(
        "div",
        el(
            "div",
            el("h1", "Ride in and learn", el("br"), "The Mystic Wood"),
            el("p", _LEAD, class_="hm-lead"),
            el(
                "p",
                el("a", "Start: five minutes", href=f"lessons/{next(iter(course())).name}.html", class_="hm-go"),
                el("a", "Play a game", href="table.html"),
                class_="hm-cta",
            ),
            el(
                "p",
                el("b", "Today’s puzzle."),
                " One for everybody, a new one each day. ",
                el("a", "Solve it", href="puzzles.html"),
            ),
        ),
        el("div", board_shown(*SHOWN), class_="hm-board"),
        class_="hm-hero",
    )
    number = str(len(tuple(course())))
    tiles = [
        el(
            "a",
            el("span", *map(face_shown, faces), class_="hm-faces", aria_hidden="true"),
            el("h2", name),
            el("p", says.replace("{lessons}", number)),
            href=file,
        )
        for file, name, says, faces in _DOORS
    ]
    return el("main", hero, el("div", *tiles, class_="hm-tiles"))


def _lessons() -> Html:
    rows = [el("li", el("a", entry.title, href=f"lessons/{entry.name}.html"), value=entry.number) for entry in course()]
    shelf = [el("li", el("a", shelf.title, href=f"puzzles/{shelf.name}.html")) for shelf in shelves()]
    others = [el("li", _of_game(name)) for name in games.GAMES if name != games.FIRST]
    return el(
        "main",
        el("h1", "The lessons"),
        el("p", "A lesson goes on where you left it. Begin with the first; all are open."),
        el("ol", *rows, class_="hm-list"),
        el("h2", "Puzzles by what they are about"),
        el("ul", *shelf, class_="hm-list"),
        el("h2", "Other games"),
        el("ul", *others),
        _notebooks(),
        class_="hm-text",
    )


def _of_game(name: str) -> Html:
    """What there is of another game besides its lessons."""
    of = games.teachable(name)
    ways = {"rulings": "ruling checker", "edit": "editor"}
    doors = [el("a", says, href=file_of(kind, name)) for kind, says in ways.items() if kind in of.OFFERS]
    doors.append(el("a", f"all {len(of.rules)} rules", href=f"rules/{name}/index.html"))
    parts = [part for door in doors for part in (", ", door)][1:]
    return join(el("b", of.title), ": ", *parts, el("p", of.notice, class_="hm-notice") if of.notice else None)


def _notebooks() -> Html:
    """The lessons for whoever has JupyterLab and the tutor on a computer."""
    rows = [
        el("li", el("a", entry.title, href=notebook_of(entry.name), download=True), value=entry.number)
        for entry in course()
    ]
    return el(
        "details",
        el("summary", "The lessons as notebooks"),
        el("p", "For JupyterLab, on a computer with the tutor installed."),
        el("ol", *rows, class_="hm-list"),
    )


def _teachers() -> Html:
    says = (
        "Nothing is installed, nobody signs in, and nothing your pupils do leaves their browsers. A Chromebook or a phone is "
        "enough.",
        "Give the class the address of one lesson. Each lesson takes ten to twenty minutes and goes on where it was left, on the "
        "same device.",
        "To hand in, a pupil opens “Keep my progress” and sends you the small file it saves, or the code it shows; `tutor class` "
        "reads many of both into one table. Another device reads the same file.",
        "A link leads to anything: a lesson, an exercise, a puzzle, a quarrel laid out on the board. `tutor share` writes it, "
        "and a QR code of it for the wall.",
        "After a first visit the site works without a network where its address begins with https.",
    )
    ways = el("p", el("a", "The lessons", href="lessons.html"), " · ", el("a", "The rules", href="rules/index.html"))
    return el("main", el("h1", "For teachers"), *(el("p", each) for each in says), ways, class_="hm-text")


def _progress() -> Html:
    def way(title: str, says: str, *parts: Html) -> Html:
        return el("section", el("h2", title), el("p", says), *parts)

    def button(text: str, what: str) -> Html:
        return el("button", text, type="button", data_keeping=what)

    code = el("textarea", data_code=True, readonly=True, rows="4", hidden=True, aria_label="Your progress as a code")
    file = el("input", type="file", accept=".json,.txt", data_keeping="import", aria_label="A file of progress")
    paste = el(
        "input",
        type="text",
        data_keeping="paste",
        autocomplete="off",
        placeholder="mwp1-…",
        aria_label="A code of progress",
    )
    buttons = el("p", button("Save it as a file", "export"), button("Show it as a code", "code"), class_="hm-cta")
    picture_of = el("div", data_picture=True, class_="hm-qr")
    return el(
        "main",
        el("h1", "Your progress"),
        el("p", "What you do is kept in this browser, on this device, and nowhere else."),
        el("p", data_kept=True, role="status", class_="hm-said"),
        el(
            "div",
            way(
                "To a teacher, or to another device",
                "As a small file, or as a code to copy into a mail or a form; a camera reads its picture.",
                buttons,
                code,
                picture_of,
            ),
            way("From another device", "Nothing is lost: what stands here stays.", file, paste),
            way(
                "For long",
                "A browser may delete what it keeps when room is short. Ask it to let your progress last.",
                button("Keep my progress", "lasting"),
            ),
            class_="hm-ways",
        ),
        class_="hm-text",
    )


def _about() -> Html:
    return el(
        "main",
        el("h1", "What this is"),
        el(
            "p",
            "A tutor for The Mystic Wood, a board game of 1980: lessons, puzzles, a table, and an engine that knows the "
            "rules of both editions and says why. Nobody who owns the game has published it.",
        ),
        el(
            "p",
            "The tutor is free software under the ",
            el("a", "MIT licence", href="LICENSE.txt"),
            ". In your browser it runs on Pyodide, which is Python for browsers, under the ",
            el("a", "Mozilla Public License 2.0", href="PYODIDE.txt"),
            "; on Python, under its own licence; on NetworkX, BSD; on markdown-it-py, MIT; on morphdom, MIT.",
        ),
        el("p", "It asks nothing of any other address, sets no cookie, and sends nothing of what you do to anybody."),
        class_="hm-text",
    )
