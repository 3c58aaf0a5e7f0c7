"""A script as one page of its own that steps through it anywhere: no server, no network, nothing but a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tutor.base.places import FRONT_END
from tutor.desk import Act, Viewer
from tutor.draw.html import sheet, whole_page
from tutor.draw.page import Page, colours, icons_in, pieces
from tutor.pages.stage import show
from tutor.pages.stage.looking import Looking
from tutor.pages.stage.screen import large_film, screen
from tutor.pages.stage.script import Script
from tutor.pages.stage.show import HOST, SCREEN, Stage

_HERE = Path(__file__).parent
_STYLE = FRONT_END / "page.css"
_LOOKS = Viewer("screen", role=SCREEN)


def slides(script: Script) -> Iterator[tuple[Stage, Page]]:
    """What the screen shows, one press of Next after the other: each step, and each answer."""
    doc = show.folded(Stage(), Act(1, HOST, "open script", 0.0), lambda name: script)
    n = 1
    for number, step in enumerate(script.steps):
        acts = [f"step {number}"] + (["reveal"] if step.question is not None else [])
        for text in acts:
            n += 1
            doc = show.folded(doc, Act(n, HOST, text, 0.0))
            seen = show.seen(doc, _LOOKS)
            yield doc, screen(seen, Looking(), {})


def exported(script: Script) -> str:
    """The page."""
    known: dict[str, str] = {}
    defs: dict[str, str] = {}
    made = [_slide(doc, page, known, defs) for doc, page in slides(script)]
    told = {"slides": made, "pieces": known}
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    light, dark, uses = (colours()[name] for name in ("light", "dark", "uses"))
    themes = f".mwb{{{light}}}@media(prefers-color-scheme:dark){{.mwb{{{dark}}}}}{uses}"
    small = f'<svg class="mwb-shared" aria-hidden="true">{"".join(defs.values())}</svg>'
    body = (
        f'<body><main class="mwb light">{small}{(_HERE / "export.html").read_text(encoding="utf-8")}</main>'
        f'<script type="application/json" id="script">{data}</script>'
        f"<script>{(_HERE / 'export.js').read_text(encoding='utf-8')}</script></body>"
    )
    return whole_page(script.title, body, f"{_STYLE.read_text(encoding='utf-8')}{themes}{sheet(_HERE / 'export.css')}")


def _slide(doc: Stage, page: Page, known: dict[str, str], defs: dict[str, str]) -> dict[str, Any]:
    """A slide as data: the pictures that lead to it, each by the keys of its pieces, and what stands beside them."""
    assert page.scene is not None
    frames = []
    film = large_film(doc, page.focus) if page.focus is not None else None
    scenes = [(shot.scene, ()) for shot in film.shots[:-1]] if film is not None else []
    for scene, extra in (*scenes, (page.scene, page.extra)):
        cut = pieces(scene, extra)
        known.update(cut.pieces)
        defs.update(cut.defs)
        frames.append(cut.order)
    panels = {name: str(page.panels.get(name, "")) for name in ("side", "verdict", "dice")}
    defs.update(icons_in(panels.values()))
    return {"title": doc.now.title if doc.now is not None else "", "frames": frames, "focus": page.focus, **panels}
