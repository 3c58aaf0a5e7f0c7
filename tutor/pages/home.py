"""The page of all the apps and the lessons: `tutor apps`. Pure: a page of links."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from tutor.content.lessons import course
from tutor.content.puzzles.book import collection_files
from tutor.content.puzzles.shelves import shelves
from tutor.draw.html import Html, el, join, picture
from tutor.draw.qr import qr_picture
from tutor.draw.svg import svg
from tutor.pages.checker.index import topics
from tutor.pages.editor.library import Common, from_lesson, library
from tutor.pages.rules import page
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable

#: The theme of the library whose situations the page shows.
SHOWN = "Ten quarrels"
_TABLE = "Play a whole game: against bots, or around this screen."
_STYLE = Path(__file__).with_name("home.css")


def home_page(invitation: str = "") -> str:
    """All that can be opened. ``invitation`` is the address for other devices of the network, where they are let in."""
    doors = [
        *(() if invitation else (_door("table/", "seven-denizens-and-a-shield-in-one-glade", "The table", _TABLE),)),
        _door(
            "rulings/",
            "an-even-joust",
            "Ruling checker",
            "Lay a situation out, ask, be told: rule, chances, both editions.",
        ),
        _door(
            "edit/",
            "the-cave-without-the-golden-bough",
            "Editor",
            "Lay out a situation for a lesson, a puzzle, a picture.",
        ),
        _door(
            "rules/index.html",
            "the-storm-has-passed",
            "The rules",
            f"All {len(games.teachable().rules)} rules in {len(topics())} topics, the editions side by side, with cases.",
        ),
    ]
    others = [
        game for game in map(games.teachable, games.GAMES) if game.name != games.FIRST and "rulings" in game.OFFERS
    ]
    body = [
        _invited(invitation) if invitation else None,
        el("div", *doors, class_="mwb-doors"),
        el("h2", "Lessons"),
        _lessons(bool(invitation)),
        *(() if invitation else (el("h2", "Puzzles"), *_puzzles())),
        el("h2", "Ten quarrels"),
        el("p", "Press one: it is laid out in the ruling checker, and asked.", class_="mwb-note"),
        el("div", *(_quarrel(entry) for entry in library(games.FIRST) if entry.theme == SHOWN), class_="mwb-books"),
        *((el("h2", "Other games"), el("ul", *map(_of_game, others), class_="mwb-course")) if others else ()),
    ]
    return page("The Mystic Wood Tutor", join(*body), _STYLE.read_text(encoding="utf-8"))


def board_shown(lesson: str, exercise: str) -> Html:
    """The board an exercise begins with, as SVG; that of the library's first situation if the lesson no longer has it."""
    name = f"lesson/{lesson}/{exercise}"
    there = (entry for entry in from_lesson(lesson, games.FIRST) if entry.name == name)
    return picture(next(there, library(games.FIRST)[0]).picture)


def face_shown(name: str) -> Html:
    """A card's small picture, as SVG."""
    found = games.teachable().portrait(name)
    return picture(svg(found, "auto") if found is not None else "")


def _door(href: str, shown: str, name: str, about: str) -> Html:
    every = library(games.FIRST)
    there = next((entry for entry in every if entry.name == shown), every[0])
    return el("a", picture(there.picture), el("h2", name), el("p", about), href=href, class_="mwb-door")


def _of_game(game: Teachable) -> Html:
    """What can be opened of another game."""
    ways = [
        el("a", "Ruling checker", href=f"rulings/{game.name}/"),
        ", ",
        *((el("a", "editor", href=f"edit/{game.name}/"), ", ") if "edit" in game.OFFERS else ()),
        el("a", f"all {len(game.rules)} rules", href=f"rules/{game.name}/index.html"),
    ]
    return el(
        "li", el("b", game.title), ": ", *ways, *((el("p", game.notice, class_="mwb-note"),) if game.notice else ())
    )


def _lessons(shared: bool) -> Html:
    if shared:
        return el("p", "The lessons run on a computer of one's own: tutor lab.", class_="mwb-note")
    rows = [
        el(
            "li",
            el("a", entry.title, href=f"lesson/{entry.name}/"),
            " ",
            el(
                "a",
                "notebook",
                href=f"lessons/{entry.name}",
                class_="mwb-note",
                aria_label=f"{entry.title}: the notebook",
            ),
            value=entry.number,
        )
        for entry in course()
    ]
    first = (
        "A lesson goes on where you left it. Its notebook, with Python to try, opens in JupyterLab, which takes some seconds the "
        "first time. What is done in one stands in the other."
    )
    return join(el("p", first, class_="mwb-note"), el("ol", *rows, class_="mwb-course"))


def _puzzles() -> tuple[Html, ...]:
    """The trainer, the shelves, and the collections by what they ask."""
    says = " asks what does you good: today's puzzle, training, a streak, and what you missed some days ago."
    trainer = el("p", el("a", el("b", "The trainer"), href="train/"), says)
    on_shelves = [el("li", el("a", shelf.title, href=f"puzzles/{shelf.name}/")) for shelf in shelves()]
    by_kind = [el("a", each.stem, href=f"puzzles/{each.stem}/") for each in collection_files()]
    kinds = el(
        "p", "All that ask: ", *(join(", " if n else None, each) for n, each in enumerate(by_kind)), class_="mwb-note"
    )
    return trainer, el("ul", *on_shelves, class_="mwb-course"), kinds


def _quarrel(entry: Common) -> Html:
    asks = {"ask": "who comes first?" if entry.action == "order" else entry.action} if entry.action else {}
    href = f"rulings/?{urlencode({'code': games.game().code(entry.state), **asks})}"
    return el("a", picture(entry.picture), el("b", entry.title), el("p", entry.asks, class_="mwb-note"), href=href)


def _invited(address: str) -> Html:
    says = el("p", "Others in this network open it by this link, or by the code:", el("br"), el("code", address))
    return el("div", picture(qr_picture(address)), says, class_="mwb-invite")
