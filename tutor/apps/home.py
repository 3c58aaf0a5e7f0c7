"""The page of all the apps and the lessons: `tutor apps`. Pure: a page of links."""

from __future__ import annotations

import io
from urllib.parse import urlencode

from engine import mystic_wood as mw
from tutor.apps.index import topics
from tutor.apps.pages import page
from tutor.board.html import Html, el, join, picture
from tutor.editor.library import LIBRARY, Common
from tutor.lessons import course

#: The theme of the library whose situations the page shows.
SHOWN = "Ten quarrels"
_STYLE = """
.mwb-doors{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,250px),1fr));margin:12px 0 26px}
.mwb-page a.mwb-door{display:grid;grid-template-columns:96px 1fr;gap:0 12px;align-items:center;padding:10px;color:var(--ink);
text-decoration:none;background:var(--paper);border:1px solid var(--line);border-radius:12px}
.mwb-page a.mwb-door:hover{border-color:var(--point)}.mwb-door svg{grid-row:1/3;width:96px;max-height:120px}
.mwb-door h2{align-self:end}.mwb-door p{align-self:start}
.mwb-page ol.mwb-course{columns:2 19rem;column-gap:28px;padding-left:1.8em;margin:.6em 0 1.6em}
.mwb-page .mwb-course li{break-inside:avoid;padding:2px 0;margin:0}.mwb-course a{display:inline-block;min-height:24px}
.mwb-page .mwb-books a{display:block;color:inherit;text-decoration:none;background:var(--paper);border:1px solid var(--line);
border-radius:10px;padding:8px}.mwb-page .mwb-books a:hover{border-color:var(--point)}
.mwb-invite{display:flex;flex-wrap:wrap;gap:14px;align-items:center;margin:12px 0 22px}
.mwb-invite svg{background:#fff;border-radius:8px}.mwb-invite code{font-size:1rem}
"""


def home_page(invitation: str = "") -> str:
    """All that can be opened. ``invitation`` is the address for other devices of the network, where they are let in."""
    doors = [
        _door("rulings/", "an-even-joust", "Ruling checker", "Lay a situation out, ask, be told: rule, chances, both editions."),
        _door("edit/", "the-cave-without-the-golden-bough", "Editor", "Lay out a situation for a lesson, a puzzle, a picture."),
        _door("rules/index.html", "the-storm-has-passed", "The rules",
              f"All {len(mw.ledger())} rules in {len(topics())} topics, the editions side by side, with worked cases."),
    ]  # fmt: skip
    body = [
        _invited(invitation) if invitation else None,
        el("div", *doors, class_="mwb-doors"),
        el("h2", "Lessons"),
        _lessons(bool(invitation)),
        el("h2", "Ten quarrels"),
        el("p", "Press one: it is laid out in the ruling checker, and asked.", class_="mwb-note"),
        el("div", *(_quarrel(entry) for entry in LIBRARY if entry.theme == SHOWN), class_="mwb-books"),
    ]
    return page("The Mystic Wood Tutor", join(*body), _STYLE)


def _door(href: str, shown: str, name: str, about: str) -> Html:
    there = next((entry for entry in LIBRARY if entry.name == shown), LIBRARY[0])
    return el("a", picture(there.picture), el("h2", name), el("p", about), href=href, class_="mwb-door")


def _lessons(shared: bool) -> Html:
    if shared:
        return el("p", "The lessons run on a computer of one's own: tutor lab.", class_="mwb-note")
    rows = [el("li", el("a", entry.title, href=f"lessons/{entry.name}"), value=entry.number) for entry in course()]
    first = "The first one opened takes some seconds: JupyterLab is started for it."
    return join(el("p", first, class_="mwb-note"), el("ol", *rows, class_="mwb-course"))


def _quarrel(entry: Common) -> Html:
    asks = {"ask": "who comes first?" if entry.action == "order" else entry.action} if entry.action else {}
    href = f"rulings/?{urlencode({'code': mw.code(entry.state), **asks})}"
    return el("a", picture(entry.picture), el("b", entry.title), el("p", entry.asks, class_="mwb-note"), href=href)


def _invited(address: str) -> Html:
    says = el("p", "Others in this network open it by this link, or by the code:", el("br"), el("code", address))
    return el("div", picture(qr_picture(address)), says, class_="mwb-invite")


def qr_picture(address: str) -> str:
    """The address as a QR code, as SVG."""
    import segno

    written = io.BytesIO()
    segno.make(address).save(written, kind="svg", scale=4, xmldecl=False, svgns=True, title=None)
    return written.getvalue().decode()
