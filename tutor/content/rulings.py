"""The ruling index: finding rules of the ledger by id, card, area or words, and what each edition says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.books.editions import Ledger, Rule
from engine.text.faults import Faulty
from engine.text.spelling import closest
from tutor.base.places import shipped
from tutor.content.cases import cases
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable

_TITLE = re.compile(r'^title\s*=\s*"([^"]+)"', re.MULTILINE)
_WORD = re.compile(r"[a-z0-9]+")
_IDLE = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "he",
        "his",
        "in",
        "is",
        "it",
        "its",
        "may",
        "no",
        "not",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "them",
        "they",
        "this",
        "to",
        "when",
        "who",
        "with",
        "does",
        "do",
        "can",
        "i",
        "my",
        "if",
        "what",
        "which",
        "how",
    )
)


def topic_name(topic: str) -> str:
    """A topic of the ledger as a heading."""
    return topic.replace("-", " ").capitalize()


def _words(text: str) -> list[str]:
    """The telling words of a text, roughly without endings."""
    found = []
    for word in _WORD.findall(text.lower()):
        if word in _IDLE:
            continue
        for ending in ("ing", "ies", "es", "ed", "s", "e"):
            if len(word) > len(ending) + 2 and word.endswith(ending):
                word = word[: -len(ending)]
                break
        found.append(word)
    return found


def _book(game: str) -> Ledger:
    """The ledger of a game."""
    book: Ledger = games.game(game).ledger()
    return book


@cache
def _index(game: str) -> Mapping[str, Mapping[str, float]]:
    """For every word the rules it speaks for, weighted by where it stands and how rare it is."""
    counts: dict[str, dict[str, float]] = {}
    for rule in _book(game).values():
        texts = [(rule.id.replace(".", " ").replace("-", " "), 6.0), (rule.topic.replace("-", " "), 2.0)]
        texts += [(says, 1.0) for says in dict.fromkeys(rule.says.values()) if says]
        texts += [(f"{rule.ruling or ''} {rule.asks or ''}", 1.0), (" ".join(rule.cite.values()), 0.5)]
        for text, weight in texts:
            for word in set(_words(text)):
                entry = counts.setdefault(word, {})
                entry[rule.id] = entry.get(rule.id, 0.0) + weight
    total = len(_book(game))
    return {
        word: {r: weight * (1 + total / len(rules)) ** 0.5 for r, weight in rules.items()}
        for word, rules in counts.items()
    }


def find_rules(query: str, most: int = 12, game: str = games.FIRST) -> list[Rule]:
    """The rules of a game that a query means, best first: an exact id alone, a topic's prefix, everyday questions as they are
    asked, or words by how well they fit."""
    book = _book(game)
    query = query.strip().lower()
    if query in book:
        return [book[query]]
    in_words = games.teachable(game).talk.rules_asked(query) if " " in query else []
    scores: dict[str, float] = {}
    index = _index(game)
    for word in _words(query):
        hits = index.get(word)
        if hits is None:
            hits = index.get(closest(word, list(index)) or "", {})
        for rule_id, weight in hits.items():
            scores[rule_id] = scores.get(rule_id, 0.0) + weight
    for rule_id in book:
        if query and rule_id.startswith(query):
            scores[rule_id] = scores.get(rule_id, 0.0) + 20
    ranked = sorted(scores, key=lambda r: (-scores[r], list(book).index(r)))
    if ranked:
        best = scores[ranked[0]]
        ranked = [r for r in ranked if scores[r] >= best / 4]
    return [book[r] for r in dict.fromkeys((*in_words, *ranked))][:most]


def rule_entry(rule: Rule, game: str = games.FIRST) -> dict[str, Any]:
    """A rule as plain data: what each edition says, where, the ruling, the switches, and the cases that show it."""
    return {
        "id": rule.id,
        "topic": rule.topic,
        "says": {edition: rule.says[edition] or "silent" for edition in _book(game).editions},
        "cite": {edition: rule.citation(edition) for edition in _book(game).editions},
        "ruling": rule.ruling,
        "switches": [s.name for s in games.game(game).switches().values() if s.rule == rule.id],
        "places": [list(place) for place in rule.places],
        "cases": [{key: case[key] for key in _CASE_KEYS if key in case} for case in cases_about(rule.id, game=game)],
    }


_CASE_KEYS = ("name", "situation", "do", "judge", "order", "odds")


@cache
def _cases_by_rule(game: str) -> Mapping[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for case in cases(game):
        for rule_id in (*case["rules"], *case.get("touches", ())):
            found.setdefault(rule_id, []).append(case)
    return found


def cases_about(rule_id: str, most: int = 6, game: str = games.FIRST) -> list[dict[str, Any]]:
    """Worked cases about a rule, at most so many; those about it alone come first."""
    return sorted(_cases_by_rule(game).get(rule_id, []), key=lambda case: len(case["rules"]))[:most]


@cache
def _lessons_by_rule(game: str) -> Mapping[str, list[str]]:
    """The titles of a game's lessons whose sources name each rule, found by reading, not by building them."""
    found: dict[str, list[str]] = {}
    for source in sorted(shipped("lessons").glob("*.md")):
        text = source.read_text(encoding="utf-8")
        title = _TITLE.search(text)
        if games.name_of_game(text) != game:
            continue
        for rule_id in dict.fromkeys(re.findall(r'"([a-z]+\.[a-z-]+)"', text)):
            number = source.stem.partition("-")[0].lstrip("0")
            found.setdefault(rule_id, []).append(f"lesson {number}, {title[1] if title else source.stem}")
    return found


def lessons_about(rule_id: str, most: int = 3, game: str = games.FIRST) -> list[str]:
    """The lessons that teach a rule, as they are called, at most so many."""
    return _lessons_by_rule(game).get(rule_id, [])[:most]


def case_command(case: Mapping[str, Any]) -> str | None:
    """The command that runs a case, its situation as a code; None for a situation that is meant to be refused."""
    try:
        of = games.game_of(case["situation"])
        code = of.code(of.read(case["situation"]))
    except Faulty:
        return None
    if "judge" in case:
        return f'tutor judge {code} "{case["judge"]}"'
    if "odds" in case:
        return f'tutor odds {code} "{case["odds"]}"'
    if case.get("order"):
        return f"tutor order {code}"
    return " ".join(
        [f"tutor play {code}", *(f'--do "{action}"' for action in case.get("do", ()) if not action.startswith("?"))]
    )


def rule_text(rule: Rule, worked: int = 2, game: str = games.FIRST) -> str:
    """A rule for the terminal, with ``worked`` of its cases to run."""
    lines = [f"{rule.id}  ({rule.topic})"]
    first = True
    editions = _book(game).editions
    for edition in editions:
        says = rule.says[edition]
        previous = rule.says[editions[0]]
        said = "is silent" if says is None else "says the same" if not first and says == previous else says
        lines.append(f"  {edition}: {said}")
        lines.append(f"        {rule.citation(edition)}")
        first = False
    if rule.asks:
        lines.append(f"  The question: {rule.asks}")
    if rule.ruling:
        lines.append(f"  Our ruling: {rule.ruling}")
    for number, place in enumerate(rule.places, start=1):
        lines.append(f"    {number:2}. {', '.join(map(games.teachable(game).called, place))}")
    for case in cases_about(rule.id, worked, game):
        lines.append(f"  Case: {case['name']}")
        command = case_command(case)
        if command is not None:
            lines.append(f"    {command}")
    return "\n".join(lines)


def link(game: Teachable, rule_id: str) -> str:
    """The address of a rule on its game's page, as seen from a lesson; KeyError if there is no such rule."""
    return f"../{game.rulings_page}#{game.ledger[rule_id].id}"
