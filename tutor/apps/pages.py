"""The index of rulings as plain pages: one for each topic, to read anywhere, print, or put on a web server."""

from __future__ import annotations

from pathlib import Path

from engine import mystic_wood as mw
from tutor.apps.index import case_picture, rule_entry, topic_name, topics, worked
from tutor.board.html import Html, el, join, picture
from tutor.board.page import colours

#: How many worked cases a page shows for each rule.
BOARDS = 2
_STYLE = Path(__file__).parent.parent / "board" / "board.css"
_OWN = (
    ".mwb-page{max-width:76rem;margin:auto;padding:1rem}.mwb-page article{background:var(--paper);border:1px solid var(--line);"
    "border-radius:12px;padding:10px 14px;margin:12px 0}.mwb-page nav a,.mwb-page a{color:var(--point)}body{margin:0}"
    ".mwb-page figure{margin:0}.mwb-page code{overflow-wrap:anywhere;font-size:.8em}"
    ".mwb-page nav a{display:inline-block;min-height:24px;margin:2px 12px 2px 0}"
)
#: Narrows the rules shown to those in which every word typed occurs, and follows the reader's theme.
_SCRIPT = (
    "const root=document.querySelector('.mwb'),dark=matchMedia('(prefers-color-scheme: dark)');"
    "const theme=()=>{root.classList.toggle('dark',dark.matches);root.classList.toggle('light',!dark.matches)};"
    "theme();dark.addEventListener('change',theme);"
    "document.querySelector('input')?.addEventListener('input',(e)=>{const words=e.target.value.toLowerCase().split(/\\s+/);"
    "for(const li of document.querySelectorAll('[data-rule]'))"
    "li.hidden=!words.every((w)=>li.dataset.words.includes(w.length>3?w.slice(0,-1):w))});"
)


def pages() -> dict[str, str]:
    """All pages by the names of their files; "index.html" leads to the others."""
    rows = [
        el(
            "li",
            el("a", rule.id, href=f"{topic}.html#{rule.id}"),
            " ",
            next((says for says in rule.says.values() if says), rule.ruling or ""),
            data_rule=rule.id,
            data_words=" ".join(
                [rule.id, topic, *(says or "" for says in rule.says.values()), rule.ruling or ""]
            ).lower(),
        )
        for topic, rules in topics().items()
        for rule in rules
    ]
    links = [el("a", f"{topic_name(topic)} ({len(rules)})", href=f"{topic}.html") for topic, rules in topics().items()]
    head = el(
        "p", "Every rule, what each edition says in our words, and what we play where the texts leave a question."
    )
    search = el("input", type="search", placeholder="Find a rule: tied fight, wand, storm …", aria_label="Find a rule")
    found = {
        "index.html": _page("The rules of the Mystic Wood", join(head, el("nav", *links), search, el("ul", *rows)))
    }
    for topic, rules in topics().items():
        body = [el("nav", el("a", "All topics", href="index.html"))]
        for rule in rules:
            body.append(el("div", rule_entry(rule), *_cases(rule), id=rule.id))
        found[f"{topic}.html"] = _page(topic_name(topic), join(*body))
    return found


def _cases(rule: mw.Rule) -> list[Html]:
    shown = [
        el(
            "figure",
            picture(case_picture(case.situation, "light")),
            el(
                "figcaption",
                el("b", f"{case.name[:1].upper()}{case.name[1:]}"),
                el(
                    "details",
                    el("summary", "Open it in the checker"),
                    el("code", f"tutor rulings {mw.code(mw.read(case.situation))}"),
                ),
            ),
        )
        for case in worked(rule.id)[:BOARDS]
    ]
    return [el("div", *shown, class_="mwb-books")] if shown else []


def _page(title: str, body: Html) -> str:
    shades = colours()
    own = _STYLE.read_text(encoding="utf-8") + _OWN
    style = f".mwb.light{{{shades['light']}}}.mwb.dark{{{shades['dark']}}}{shades['uses']}{own}"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width"),
        el("title", title),
        picture(f"<style>{style}</style>"),
    )
    whole = el(
        "html",
        head,
        el(
            "body",
            el("main", el("div", el("h1", title), body, class_="mwb-page"), class_="mwb light"),
            picture(f"<script>{_SCRIPT}</script>"),
        ),
        lang="en",
    )
    return f"<!doctype html>{whole}\n"


def write_pages(folder: Path) -> int:
    """Write the pages into a folder, made if need be; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    found = pages()
    for name, text in found.items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(found)
