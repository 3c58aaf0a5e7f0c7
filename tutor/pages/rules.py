"""The index of rulings as plain pages: one for each topic, to read anywhere, print, or put on a web server."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from urllib.parse import urlencode

from engine.books.editions import Rule
from engine.text.faults import cap
from tutor.base.places import FRONT_END
from tutor.base.writing import written
from tutor.content.rulings import lessons_about, topic_name
from tutor.draw.html import Html, el, join, picture, whole_page
from tutor.draw.page import colours
from tutor.pages.checker.index import Case, case_picture, differs, rule_entry, topics, worked
from tutor.teach.game import registry as games

#: How many worked cases a page shows for each rule.
BOARDS = 2
#: How the board and its panels look, and what a page of its own adds.
_STYLES = (FRONT_END / "page.css", Path(__file__).with_name("rules.css"))
#: Follows the reader's theme; narrows the rules shown to those in which every word typed occurs, a slip forgiven; copies what
#: a button holds.
_SCRIPT = (FRONT_END / "rules.js").read_text(encoding="utf-8")


def names(game: str = games.FIRST) -> list[str]:
    """The files of the pages of a game's rules; "index.html" leads to the others."""
    return ["index.html", *(f"{topic}.html" for topic in topics(game))]


@cache
def page_of(name: str, served: bool = False, game: str = games.FIRST) -> str:
    """One of the pages; "" if there is none of that name. ``served`` with the apps, its cases lead into the checker."""
    if name == "index.html":
        return _index(served, game)
    topic = name.removesuffix(".html")
    if not name.endswith(".html") or topic not in topics(game):
        return ""
    body = [_ways(served, game, el("a", "All topics", href="index.html")), _notice(game)]
    for rule in topics(game)[topic]:
        body.append(el("div", rule_entry(rule, game), *_cases(rule, served, game), id=rule.id))
    return page(topic_name(topic), join(*body))


def _notice(game: str) -> Html | None:
    said = games.teachable(game).notice
    return el("p", said) if said else None


def _index(served: bool, game: str) -> str:
    lists = [
        el("section", el("h2", topic_name(topic)), el("ul", *(_row(topic, rule, game) for rule in rules)))
        for topic, rules in topics(game).items()
    ]
    of = games.teachable(game)
    links = [
        el("a", f"{topic_name(topic)} ({len(rules)})", href=f"{topic}.html") for topic, rules in topics(game).items()
    ]
    head = el(
        "p", "Every rule, what each edition says in our words, and what we play where the texts leave a question."
    )
    search = el("input", type="search", placeholder=f"Find a rule: {of.a_search} …", aria_label="Find a rule")
    none = el("p", "No rule has all these words. Try a card, an area or a topic.", class_="mwb-none", hidden=True)
    return page(
        f"The rules of {of.title[:1].lower() + of.title[1:] if of.title.startswith('The ') else of.title}",
        join(_ways(served, game), _notice(game), head, el("nav", *links, aria_label="Subjects"), search, none, *lists),
    )


def _row(topic: str, rule: Rule, game: str) -> Html:
    """A rule of the list: its name, whether the editions differ and a ruling of ours goes with it, and what it says."""
    says = [says or "" for says in rule.says.values()]
    return el(
        "li",
        el("a", rule.id, href=f"{topic}.html#{rule.id}"),
        " ",
        el("span", "editions differ", class_="mwb-turn") if differs(rule, game) else None,
        " ",
        el("span", "our ruling", class_="mwb-ruling") if rule.ruling else None,
        el("div", next(filter(None, says), rule.ruling or "")),
        data_rule=rule.id,
        data_words=" ".join([rule.id, topic, *says, rule.ruling or ""]).lower(),
    )


def _ways(served: bool, game: str, *links: Html) -> Html:
    home = el("a", "Lessons and apps", href=_up(game)) if served else None
    return el("nav", home, *links, aria_label="Back")


def _up(game: str) -> str:
    """The way from a page of a game's rules to the root of the server."""
    return "../" if game == games.FIRST else "../../"


def _cases(rule: Rule, served: bool, game: str) -> list[Html]:
    shown = [_case(case, served, game) for case in worked(rule.id, game)[:BOARDS]]
    return [el("div", *shown, class_="mwb-books")] if shown else []


@cache  # one case is about several rules
def _case(case: Case, served: bool, game: str) -> Html:
    of = games.teachable(game)
    state = of.read(case.situation)
    code = of.engine.code(state)
    asked = told = None
    action = ""
    if case.question is not None:
        answer = of.asking.ask(state, case.question, partial(lessons_about, game=game))
        asked, told = el("p", answer.asked), el("p", el("b", answer.sentence))
        action = case.question.action if case.question.kind == "may" else answer.asked
    board = picture(case_picture(case.situation, game))
    name = el("b", cap(case.name))
    if served:
        way = el(
            "a", "Open it in the checker", href=f"{_up(game)}rulings/?{urlencode({'code': code, **_asking(action)})}"
        )
    else:
        command = f"tutor rulings {code}" + (f' --ask "{action}"' if action else "")
        way = el(
            "details",
            el("summary", "Open it in the checker"),
            el("p", "Type this, or paste it into a terminal: ", el("button", "Copy", data_copy=command)),
            el("code", command),
        )
    return el("figure", board, el("figcaption", name, asked, told, way))


def _asking(action: str) -> dict[str, str]:
    return {"ask": action} if action else {}


def page(title: str, body: Html, style: str = "", heading: str | None = None) -> str:
    """A page of its own in the tutor's colours, by day and by night."""
    shades = colours()
    own = "".join(sheet.read_text(encoding="utf-8") for sheet in _STYLES) + style
    own = f".mwb.light{{{shades['light']}}}.mwb.dark{{{shades['dark']}}}{shades['uses']}{own}"
    whole = el(
        "body",
        el("main", el("div", el("h1", heading or title), body, class_="mwb-page"), class_="mwb light"),
        picture(f"<script>{_SCRIPT}</script>"),
    )
    return whole_page(title, whole, own)


def write_pages(folder: Path, game: str = games.FIRST) -> int:
    """Write the pages of a game into a folder, made if need be; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    found = names(game)
    for name in found:  # each is written before the next is made: what cannot be written is told at once
        written(folder / name, page_of(name, game=game))
    return len(found)
