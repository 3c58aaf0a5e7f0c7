"""The screen of a stage: a large board, and beside it only what was asked for. It knows no notes and nothing that is to come."""

from __future__ import annotations

from dataclasses import replace

from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.html import picture as as_html
from tutor.draw.page import Film, Page
from tutor.pages.stage import parts, picture
from tutor.pages.stage.legible import ROOM, legible
from tutor.pages.stage.looking import Looking
from tutor.pages.stage.parts import CROWD, DOOR, INSTEAD, Door, button, doing
from tutor.pages.stage.script import script_files, shipped_script
from tutor.pages.stage.show import Branch, Stage

_FRAME = (
    '<div class="st st-screen"><div class="st-title" data-panel="title"></div>'
    '<section class="st-board"><div class="mwb-board" data-board="stage" data-draws></div></section>'
    '<section class="st-second" data-panel="second"></section><aside class="st-side" data-panel="side"></aside>'
    '<div class="st-dice" data-panel="dice"></div><div class="st-verdict" data-panel="verdict" role="status"></div>'
    '<footer class="st-strip" data-panel="strip"></footer><nav class="st-tools" data-panel="tools"></nav>'
    '<div class="st-over" data-panel="over"></div></div>'
)
#: What one can draw with: its name, its sign, its key.
TOOLS = (("arrow", "↗", "a"), ("line", "✎", "p"), ("ring", "◯", "r"), ("cross", "✗", "x"), ("spot", "☀", "s"))
#: The most moments on the strip.
MOST_ON_STRIP = 5


def screen(doc: Stage, view: Looking, known: Known) -> Page:
    """The page."""
    crowd, door = int(known.get(CROWD, 0)), known.get(DOOR, Door())
    if (instead := known.get(INSTEAD)) is not None:
        return Page(_FRAME, panels={"over": instead})
    if doc.script is None:
        return Page(_FRAME, panels={"over": _empty(doc, door)})
    scene = parts.board(doc, known)
    on, back = parts.onward(doc, crowd), parts.backward(doc)
    keys = {"b": doing(doc, f"blank {'off' if doc.blank else 'on'}"), "w": doing(doc, "wipe")}
    keys |= {key: doing(doc, on.act) for key in ("PageDown", "ArrowRight", " ") if on is not None}
    keys |= {key: doing(doc, back.act) for key in ("PageUp", "ArrowLeft") if back is not None}
    side = parts.asked(doc, crowd) if doc.question is not None else _words(doc)
    near = picture.focus(doc, scene)
    wide = ROOM[0] if not doc.beside else ROOM[0] / 2
    return Page(
        _FRAME,
        legible(scene, near, wide),
        picture.over(doc, scene),
        focus=near,
        panels={
            "title": "" if side else el("h1", _title(doc)),
            "side": side or "",
            "second": _second(doc),
            "dice": parts.dice(doc),
            "verdict": parts.verdict(doc),
            "strip": strip(doc),
            "tools": _tools(doc, view),
            "over": _over(doc, door),
        },
        film=large_film(doc, near, wide),
        keys={**keys, **{key: f"tool:{tool}" for tool, _, key in TOOLS}},
        say=_said(doc),
        effects=view.effects,
        answers=view.touches,
    )


def large_film(doc: Stage, near: tuple[float, float, float, float], wide: float = ROOM[0]) -> Film | None:
    """The film to what is shown, its writing as large."""
    film = picture.film(doc)
    if film is None:
        return None
    return film._replace(shots=tuple(replace(shot, scene=legible(shot.scene, near, wide)) for shot in film.shots))


def _said(doc: Stage) -> str:
    if doc.answered and doc.question is not None:
        return f"{doc.question.answer}. {doc.question.said}"
    return doc.question.ask if doc.question is not None else doc.now.words if doc.now is not None else ""


def _words(doc: Stage) -> Html | None:
    """The words of a step, or what a branch has led to."""
    if (branch := doc.branch(doc.at)) is not None:
        told = [el("p", event.text) for event in branch.events[:3]]
        chance = " · chance" if branch.by else ""
        return join(el("p", f"What if …{chance}", class_="st-above"), el("h1", called(doc, branch)), *told)
    step = doc.now
    if step is None or not step.words:
        return None
    return join(el("h1", step.title), el("p", step.words, class_="st-words"))


def _title(doc: Stage, at: str = "") -> str:
    """What a moment is called: the one that is shown, or another."""
    branch = doc.branch(at or doc.at)
    return called(doc, branch) if branch is not None else doc.now.title if doc.now is not None else ""


def called(doc: Stage, branch: Branch) -> str:
    """What a branch is called."""
    assert doc.script is not None
    return doc.script.teaches.label(branch.action)


def _second(doc: Stage) -> Html | str:
    """Another moment beside the one that is shown."""
    if not doc.beside or doc.script is None:
        return ""
    scene = picture.shown(doc, doc.beside)
    near = picture.focus(doc, scene)
    shown = as_html(picture.cut_out(legible(scene, near, ROOM[0] / 2), near))
    return join(el("p", _title(doc, doc.beside), class_="st-label"), shown)


# ------------------------------------------------------------------ what has been, and what was tried
def strip(doc: Stage) -> Html | str:
    """The way to this moment, with the branches that leave it; nothing of what is to come."""
    if not doc.strip or doc.script is None:
        return ""
    trunk = [(f"{n}+" if n in doc.shown else str(n), doc.script.steps[n].title) for n in range(doc.step + 1)][
        -MOST_ON_STRIP:
    ]
    made = [_stop(doc, name, title) for name, title in trunk]
    line = doc.line_to(doc.at)
    ahead = [_stop(doc, each.id, called(doc, each), "st-tried") for each in line][-3:]
    others = [each for each in doc.branches if each not in line and _near(doc, each)]
    tried = [_stop(doc, each.id, called(doc, each), "st-other") for each in others[-4:]]
    return join(el("ol", *made, *ahead, class_="st-way"), el("ol", tried, class_="st-way st-others") if tried else None)


def _near(doc: Stage, branch: Branch) -> bool:
    return branch.step == doc.step


def _stop(doc: Stage, name: str, title: str, look: str = "") -> Html:
    now = name == doc.at or name.rstrip("+") == doc.at.rstrip("+")
    kind = f"st-stop {look} {'st-now' if now else ''}".strip()
    return el(
        "li",
        button(doing(doc, f"go {name}"), title, kind, aria_current="step" if now else None),
        data_key=f"stop {name}",
    )


# ------------------------------------------------------------------ over everything
def _tools(doc: Stage, view: Looking) -> Html:
    made = [
        button(
            f"tool:{tool}",
            sign,
            "st-tool" + (" st-on" if tool == view.tool else ""),
            title=f"{tool.capitalize()} ({key})",
            aria_label=tool,
            aria_pressed="true" if tool == view.tool else "false",
            data_tool=tool,
        )
        for tool, sign, key in TOOLS
    ]
    more = (
        button(
            doing(doc, "unmark"), "↶", "st-tool", title="Take the last mark back", aria_label="Take the last mark back"
        ),
        button(doing(doc, "wipe"), "⌫", "st-tool", title="Wipe all marks (w)", aria_label="Wipe"),
        button(
            doing(doc, f"strip {'off' if doc.strip else 'on'}"),
            "⋯",
            "st-tool",
            title="The way here",
            aria_label="The way here",
        ),
        button(
            doing(doc, f"join {'off' if doc.join else 'on'}"),
            "▦",
            "st-tool",
            title="How phones come in",
            aria_label="How phones come in",
        ),
    )
    return join(*made, *more)


def _over(doc: Stage, door: Door) -> Html | str:
    if doc.blank:
        return el("div", class_="st-blank")
    return _door(door, "Follow on your phone") if doc.join and door.link else ""


def _empty(doc: Stage, door: Door) -> Html:
    """Nothing is given yet: where phones come in, and the scripts that ship."""
    found = [(name, script.title) for name in script_files() if (script := shipped_script(name)) is not None]
    rows = [button(doing(doc, f"open {name}"), title) for name, title in found]
    first = _door(door, "The Mystic Wood") if door.link else el("div", el("h1", "The Mystic Wood"), class_="st-door")
    return join(first, el("div", rows, class_="st-given"))


def _door(door: Door, title: str) -> Html:
    first = el("figure", parts.code(door.wifi), el("figcaption", "1 The Wi-Fi")) if door.wifi else None
    second = el("figure", parts.code(door.link), el("figcaption", "2 This page") if door.wifi else None)
    told = el("div", el("h1", title), el("p", door.address), el("b", door.word))
    return el("div", first, second, told, class_="st-door st-two" if door.wifi else "st-door")
