"""The ruling index as a page to read and to link to: every rule of the ledger, what each edition says, and our rulings.

The page is made from the ledger and from nothing else. It lies in docs/ of a clone, and `tutor lab` lays it out beside the
lessons, so that the rules of a lesson's recap lead to it in either place.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from engine.books.editions import Rule
from tutor.base.places import PROJECT
from tutor.content.rulings import topic_name
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable


def ruling_page(game: Teachable) -> str:
    """The whole page in Markdown, always the same for the same ledger."""
    rules = sorted(game.ledger.values(), key=lambda rule: rule.topic)
    topics = {topic: list(found) for topic, found in groupby(rules, key=lambda rule: rule.topic)}
    rulings = sum(rule.ruling is not None for rule in rules)
    lines = [
        "# The ruling index" + ("" if game is games.teachable() else f" of {game.title}"),
        "",
        *([game.notice, ""] if game.notice else []),
        f"Every rule of the game: {len(rules)} in all, with what each edition says in our words and where its text says it. "
        f"{rulings} of them carry a ruling of ours, where the texts leave a question open or contradict each other.",
        "",
        "This page is made from the engine's ledger (`python -m tutor.pages.ruling_page`). In a terminal, `tutor rule` "
        "finds rules by name, card, area or words.",
        "",
        *(
            f"- [{topic_name(topic)}](#{topic_name(topic).replace(' ', '-')}): {len(found)}"
            for topic, found in topics.items()
        ),
        "",
    ]
    for topic, found in topics.items():
        lines += [_anchor(topic_name(topic).replace(" ", "-")), "", f"## {topic_name(topic)}", ""]
        for rule in found:
            lines += [*_section(game, rule), ""]
    return "\n".join(lines).rstrip() + "\n"


def write_pages(root: Path) -> list[Path]:
    """Write the page of every game that is taught where it belongs below ``root``; a page that is fresh is left alone."""
    found = []
    for game in games.taught():
        path = root / game.rulings_page
        path.parent.mkdir(parents=True, exist_ok=True)
        text = ruling_page(game)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        found.append(path)
    return found


def _anchor(name: str) -> str:
    """For readers of the page on a code host; JupyterLab goes by the heading itself."""
    return f'<a id="{name}"></a>'


def _section(game: Teachable, rule: Rule) -> list[str]:
    lines = [_anchor(rule.id), "", f"### {rule.id}", ""]
    editions = list(rule.says)
    said_before: str | None = None
    for edition in editions:
        says = rule.says[edition]
        same = says is not None and says == said_before
        words = "Silent." if says is None else "The same." if same else says
        where = f" *[{rule.cite[edition]}]*" if edition in rule.cite and says is not None else ""
        lines.append(f"- **{edition}:** {words}{where}")
        said_before = says
    if rule.ruling:
        lines.append(f"- **Our ruling:** {rule.ruling}")
    for switch in game.engine.switches().values():
        if switch.rule == rule.id:
            values = ", ".join(f"{edition} {_yes(value)}" for edition, value in switch.values.items())
            lines.append(f"- **Differs between the editions:** {switch.what}: {values}")
    if rule.places:
        named = [", ".join(map(game.called, place)) for place in rule.places]
        lines += ["", *(f"{number}. {place}" for number, place in enumerate(named, start=1))]
    return lines


def _yes(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    print("Written:", *write_pages(PROJECT))
