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
from typing import NamedTuple

from engine import mystic_wood as mw
from engine.faults import Faulty, cap
from tutor.mystic_wood.editor.library import LIBRARY
from tutor.mystic_wood.scene import View, board_scene
from tutor.pages.checker.asking import Question
from tutor.paint.svg import svg
from tutor.rulings import cases_about, find_rules, topic_name
from tutor.ui.html import Html, el, join, picture

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
def topics() -> dict[str, tuple[mw.Rule, ...]]:
    """The rules by topic."""
    ordered = sorted(mw.ledger().values(), key=lambda rule: rule.topic)
    return {topic: tuple(found) for topic, found in groupby(ordered, key=lambda rule: rule.topic)}


def differs(rule: mw.Rule) -> bool:
    """Whether the editions say or play it differently."""
    said = set(rule.says.values())
    return len(said) > 1 or any(s.rule == rule.id for s in mw.switches().values())


@cache
def worked(rule_id: str) -> tuple[Case, ...]:
    """Worked cases about a rule that can be laid out: the project's own where they are at hand, and the library's."""
    found = []
    for case in cases_about(rule_id):
        question = None
        if case.get("order"):
            question = Question("order")
        elif "judge" in case or "odds" in case:
            question = Question("may" if "judge" in case else "chances", str(case.get("judge") or case["odds"]))
        elif case.get("do") and not str(case["do"][0]).startswith("?"):
            question = Question("may", str(case["do"][0]))
        try:
            state = mw.read(case["situation"])
        except Faulty:
            continue
        if question is not None and question.kind != "order" and state.over:
            question = None
        found.append(Case(_LINE.sub("", case["name"]), case["situation"], question))
    for entry in LIBRARY if len(found) < 4 else ():
        if entry.action and entry.action != "order" and rule_id in entry.state.judge(entry.action).rules:
            found.append(Case(entry.title, entry.situation, Question("may", entry.action)))
    return tuple(found[:6])


def index_panel(at: Index) -> Html:
    """The index where one stands."""
    search = el(
        "input",
        data_input="rules",
        type="search",
        value=at.find,
        placeholder="Find a rule: tied fight, wand, storm …",
        aria_label="Find a rule",
    )
    if at.rule in mw.ledger():
        rule = mw.ledger()[at.rule]
        back = el("button", f"All of “{topic_name(rule.topic)}”", data_target=f"topic:{rule.topic}", class_="mwb-small")
        return join(el("h2", "Rules ", back), search, rule_entry(rule, boards=True))
    found = find_rules(at.find) if at.find.strip() else topics().get(at.topic, ())
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
            for topic, rules in topics().items()
        ]
        body.append(el("div", *tabs, class_="mwb-tabs"))
    rows = [
        el(
            "li",
            el("button", rule.id, data_target=f"rule:{rule.id}", class_="mwb-rule"),
            el("span", " editions differ ", class_="mwb-turn") if differs(rule) else None,
            el("span", " our ruling ", class_="mwb-ruling") if rule.ruling else None,
            el("div", next((says for says in rule.says.values() if says), rule.ruling or ""), class_="mwb-fit"),
        )
        for rule in found
    ]
    return join(el("h2", "Rules"), search, *body, el("ul", *rows, class_="mwb-rules"))


def rule_entry(rule: mw.Rule, boards: bool = False) -> Html:
    """One rule: the editions side by side, what differs marked, our ruling, and its worked cases."""
    apart = differs(rule)
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
        switches = [s for s in mw.switches().values() if s.rule == rule.id]
        told = [el("li", f"{s.what}: {', '.join(f'{e}: {_plain(v)}' for e, v in s.values.items())}") for s in switches]
        more.append(el("p", el("b", "The editions differ.")))
        more += [el("ul", *told)] if told else []
    if rule.ruling:
        more.append(el("blockquote", el("span", "our ruling", class_="mwb-ruling"), " ", rule.ruling))
    if rule.places:
        names = [", ".join(mw.name_of(c) if c in mw.CARDS.all() else c for c in place) for place in rule.places]
        more.append(el("ol", *(el("li", name) for name in names)))
    if boards and worked(rule.id):
        more.append(el("h3", "Worked cases: press one to lay it out and ask"))
        more.append(el("div", *(_case(rule.id, n, case) for n, case in enumerate(worked(rule.id))), class_="mwb-books"))
    return el("article", el("h3", rule.id), el("div", *columns, class_="mwb-editions"), *more)


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
    runs = [(only, " ".join(word for _, word in run)) for only, run in groupby(zip(alone, words, strict=True), key=itemgetter(0))]
    spaced: list[Html | str] = []
    for only, text in runs:
        spaced += [" ", el("mark", text) if only else text]
    return join(*spaced[1:])


def _case(rule_id: str, number: int, case: Case) -> Html:
    asks = case.question.words(mw.read(case.situation)) if case.question else ""
    return el(
        "button",
        picture(case_picture(case.situation)),
        el("b", cap(case.name)),
        el("span", asks),
        data_target=f"case:{rule_id}:{number}",
        class_="mwb-book",
    )


@cache
def case_picture(situation: str, theme: str = "auto") -> str:
    """The part of a case's board that matters, as SVG."""
    state = mw.read(situation)
    return svg(
        board_scene(state, view=View.around(state, least=(2, 2))), "light" if theme == "light" else "auto", width="100%"
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
