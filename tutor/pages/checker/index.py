"""The index of rulings: every rule by topic and by search, what each edition says side by side, our rulings with their
reasons, and worked cases as small boards that open in the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from engine.books.editions import Rule
from engine.text.faults import Faulty, cap
from tutor.content.rulings import cases_about, find_rules, topic_name
from tutor.draw.html import Html, el, join, picture
from tutor.draw.svg import svg
from tutor.pages.editor.library import library
from tutor.teach.game import registry as games
from tutor.teach.game.asking import Question

#: Where a case's name says in which line of the texts its rule stands.
_LINE = re.compile(r" \(l+\. [^)]*\)$")


class Index(NamedTuple):
    """Where one stands in the index: at a search, at a topic, at a rule, or, with none of them, at the topics."""

    find: str = ""
    topic: str = ""
    rule: str = ""


class Case(NamedTuple):
    """A worked case: its name, its situation, and what is asked of it, if anything is."""

    name: str
    situation: str
    question: Question | None


@cache
def topics(game: str = games.FIRST) -> dict[str, tuple[Rule, ...]]:
    """The rules of a game by topic."""
    ordered = sorted(games.teachable(game).ledger.values(), key=lambda rule: rule.topic)
    return {topic: tuple(found) for topic, found in groupby(ordered, key=lambda rule: rule.topic)}


def differs(rule: Rule, game: str = games.FIRST) -> bool:
    """Whether the editions say or play it differently."""
    said = set(rule.says.values())
    return len(said) > 1 or any(s.rule == rule.id for s in games.game(game).switches().values())


@cache
def worked(rule_id: str, game: str = games.FIRST) -> tuple[Case, ...]:
    """Worked cases about a rule that can be laid out: the project's own where they are at hand, and the library's."""
    found = []
    for case in cases_about(rule_id, game=game):
        question = None
        if case.get("order"):
            question = Question("order")
        elif "judge" in case or "odds" in case:
            question = Question("may" if "judge" in case else "chances", str(case.get("judge") or case["odds"]))
        elif case.get("do") and not str(case["do"][0]).startswith("?"):
            question = Question("may", str(case["do"][0]))
        try:
            state = games.game(game).read(case["situation"])
        except Faulty:
            continue
        if question is not None and question.kind != "order" and (state.over or not _is_action(state, question.action)):
            question = None
        found.append(Case(_LINE.sub("", case["name"]), case["situation"], question))
    for entry in library(game) if len(found) < 4 else ():
        if entry.question is not None and entry.action != "order" and rule_id in entry.state.judge(entry.action).rules:
            found.append(Case(entry.title, entry.situation, Question("may", entry.action)))
    return tuple(found[:6])


def _is_action(state: Any, text: str) -> bool:
    """Whether it can be asked about; chances are reckoned of other things as well, as of a last fight."""
    try:
        state.judge(text)
    except Faulty:
        return False
    return True


def index_panel(at: Index, game: str = games.FIRST) -> Html:
    """The index where one stands."""
    search = el(
        "input",
        data_input="rules",
        type="search",
        value=at.find,
        placeholder=f"Find a rule: {games.teachable(game).a_search} …",
        aria_label="Find a rule",
    )
    ledger = games.teachable(game).ledger
    if at.rule in ledger:
        rule = ledger[at.rule]
        back = el("button", f"All of “{topic_name(rule.topic)}”", data_target=f"topic:{rule.topic}", class_="mwb-small")
        return join(el("h2", "Rules ", back), search, rule_entry(rule, game, boards=True))
    found = find_rules(at.find, game=game) if at.find.strip() else topics(game).get(at.topic, ())
    body: list[Html] = []
    if at.find.strip() and not found:
        body.append(el("p", f"No rule is found by “{at.find}”. Try a card, an area or a topic.", class_="mwb-note"))
    if not at.find.strip():
        tabs = [
            el(
                "button",
                f"{topic_name(topic)} ({len(rules)})",
                data_target=f"topic:{topic}",
                class_="mwb-tab",
                aria_pressed=str(topic == at.topic).lower(),
            )
            for topic, rules in topics(game).items()
        ]
        body.append(el("div", *tabs, class_="mwb-tabs"))
    rows = [
        el(
            "li",
            el("button", rule.id, data_target=f"rule:{rule.id}", class_="mwb-rule"),
            el("span", " editions differ ", class_="mwb-turn") if differs(rule, game) else None,
            el("span", " our ruling ", class_="mwb-ruling") if rule.ruling else None,
            el("div", next((says for says in rule.says.values() if says), rule.ruling or ""), class_="mwb-fit"),
        )
        for rule in found
    ]
    return join(el("h2", "Rules"), search, *body, el("ul", *rows, class_="mwb-rules"))


def rule_entry(rule: Rule, game: str = games.FIRST, boards: bool = False) -> Html:
    """One rule: the editions side by side, what differs marked, our ruling, and its worked cases."""
    of, apart = games.teachable(game), differs(rule, game)
    columns = [
        el(
            "div",
            el("h3", edition),
            el("p", marked(says, [other for e, other in rule.says.items() if e != edition]) if says else "Silent."),
            el("p", rule.cite.get(edition, ""), class_="mwb-cite"),
            class_="mwb-differ" if apart else None,
        )
        for edition, says in rule.says.items()
    ]
    more: list[Html] = []
    if apart:
        switches = [s for s in of.engine.switches().values() if s.rule == rule.id]
        told = [el("li", f"{s.what}: {', '.join(f'{e}: {_plain(v)}' for e, v in s.values.items())}") for s in switches]
        more.append(el("p", el("b", "The editions differ.")))
        more += [el("ul", *told)] if told else []
    if rule.ruling:
        more.append(el("blockquote", el("span", "our ruling", class_="mwb-ruling"), " ", rule.ruling))
    if rule.places:
        names = [", ".join(map(of.called, place)) for place in rule.places]
        more.append(el("ol", *(el("li", name) for name in names)))
    if boards and worked(rule.id, game):
        more.append(el("h3", "Worked cases: press one to lay it out and ask"))
        boards_of_it = [_case(rule.id, n, case, game) for n, case in enumerate(worked(rule.id, game))]
        more.append(el("div", *boards_of_it, class_="mwb-books"))
    return el(
        "article",
        el("h3", rule.id, aria_level=None if boards else 2),
        el("div", *columns, class_="mwb-editions"),
        *more,
    )


def marked(says: str, others: Iterable[str | None]) -> Html:
    """What one edition says, marked where no other says the same; unmarked where they have next to nothing in common.

    >>> marked("He turns back", ["He turns away"])
    'He turns <mark>back</mark>'
    """

    def bare(text: str) -> list[str]:
        return [word.strip(".,;:").lower() for word in text.split()]

    words = says.split()
    alone = [True] * len(words)
    for other in filter(None, others):
        compared = SequenceMatcher(None, bare(says), bare(other), autojunk=False)
        if compared.ratio() > 0.35:
            for start, _, length in compared.get_matching_blocks():
                alone[start : start + length] = [False] * length
    if all(alone) or not any(alone):
        return join(says)
    runs = [
        (only, " ".join(word for _, word in run))
        for only, run in groupby(zip(alone, words, strict=True), key=itemgetter(0))
    ]
    spaced: list[Html | str] = []
    for only, text in runs:
        spaced += [" ", el("mark", text) if only else text]
    return join(*spaced[1:])


def _case(rule_id: str, number: int, case: Case, game: str) -> Html:
    of = games.teachable(game)
    asks = of.asking.question_words(of.read(case.situation), case.question) if case.question else ""
    return el(
        "button",
        picture(case_picture(case.situation, game)),
        el("b", cap(case.name)),
        el("span", asks),
        data_target=f"case:{rule_id}:{number}",
        class_="mwb-book",
    )


@cache
def case_picture(situation: str, game: str = games.FIRST) -> str:
    """The part of a case's board that matters, as SVG."""
    of = games.teachable(game)
    return svg(of.asking.picture(of.read(situation)), "auto", width="100%")


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
