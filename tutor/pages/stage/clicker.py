"""The clicker: a phone in the hand of whoever gives the lesson. Two huge buttons, notes, clock, what comes next; drawers to
throw and draw, to look closer, to point, and to try what if."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tutor.desk import Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.page import Page, icon
from tutor.pages.stage import parts, picture
from tutor.pages.stage.looking import Looking
from tutor.pages.stage.parts import BEGUN, CROWD, DOOR, INSTEAD, Door, button, doing
from tutor.pages.stage.screen import TOOLS, called
from tutor.pages.stage.script import script_files, shipped_script
from tutor.pages.stage.show import DRIVER, Stage
from tutor.pages.table.dice import die

_FRAME = (
    '<div class="st st-clicker"><h1 class="st-title">The clicker</h1><header class="st-head" data-panel="head"></header>'
    '<section class="st-notes" data-panel="notes" tabindex="0" aria-label="Notes"></section>'
    '<section class="st-drawer{open}"><div class="st-drawn" data-panel="drawer"></div>'
    '<div class="st-map"><div class="mwb-board" data-board="stage"{draws}></div></div></section>'
    '<section class="st-next" data-panel="next"></section><nav class="st-bar" data-panel="bar"></nav>'
    '<footer class="st-huge" data-panel="huge"></footer></div>'
)
_HOME = '<div class="st st-clicker"><section class="st-scripts" data-panel="scripts"></section></div>'
#: The drawers, with the words on their buttons.
DRAWERS = (("play", "What if?"), ("look", "Closer"), ("point", "Point"), ("more", "More"))
#: The most actions that stand in a drawer.
MOST_ACTIONS = 60


def clicker(doc: Stage, viewer: Viewer, view: Looking, known: Known) -> Page:
    """The page."""
    if doc.script is None:
        return Page(_HOME, panels={"scripts": _scripts(doc)}, effects=view.effects, answers=view.touches)
    crowd, door = int(known.get(CROWD, 0)), known.get(DOOR, Door())
    drawers = {
        "play": _play,
        "look": _look,
        "point": _point,
        "hands": _hands,
        "scripts": lambda *_: _scripts(doc),
        "steps": _steps,
        "tree": _tree,
    }
    drawer = _more(doc, door) if view.card == "more" else drawers[view.card](doc, view) if view.card in drawers else ""
    frame = _FRAME.format(
        open=f" st-open st-with-{view.card}" if view.card else "",
        draws=" data-draws" if view.card == "point" else "",
    )
    page = Page(
        frame,
        panels={
            "head": _head(doc, viewer, known, crowd),
            "notes": notes(doc, crowd),
            "drawer": drawer,
            "next": coming(doc, crowd),
            "bar": _bar(doc, view),
            "huge": _huge(doc, crowd),
        },
        effects=view.effects,
        answers=view.touches,
    )
    if view.card not in ("look", "point"):
        no_board = frame.replace('<div class="st-map"><div class="mwb-board" data-board="stage"></div></div>', "")
        return replace(page, frame=no_board)
    scene = parts.board(doc, known)
    focus = picture.focus(doc, scene) if view.card == "point" else None
    return replace(page, scene=scene, extra=picture.over(doc, scene), focus=focus)


# ------------------------------------------------------------------ head, notes, next
def _head(doc: Stage, viewer: Viewer, known: Known, crowd: int) -> Html:
    assert doc.script is not None
    mine = doc.driver in ("", viewer.name) or viewer.role != DRIVER
    holds = (
        el("b", "✓ You hold the stage", class_="st-holds")
        if mine
        else (button(doing(doc, f"take {viewer.name}"), "Another device holds it: take over", "st-take"))
    )
    begun = known.get(BEGUN)
    clock = el("b", "0:00", class_="st-clock", data_clock=str(int(begun)) if begun else None)
    share = min(100.0, 100 * (doc.step + 1) / len(doc.script.steps))
    away = el("p", "The screen shows the class. Whatever you do here brings the stage back.", class_="st-above")
    return join(
        el("div", holds, _as_pupil(), class_="st-row"),
        away if known.get(INSTEAD) is not None else None,
        el(
            "div",
            clock,
            el(
                "span",
                f"of {doc.script.minutes} minutes · step {doc.step + 1} of {len(doc.script.steps)} · {crowd} follow",
            ),
            class_="st-row",
        ),
        el("div", el("i", style=f"width:{share:.0f}%"), class_="st-progress"),
    )


def _as_pupil() -> Html:
    return el("a", "As a pupil", href="/stage/pupil/", target="_blank", rel="noopener", class_="st-small")


def notes(doc: Stage, crowd: int) -> Html:
    """The notes of the step; once a vote is closed, how it fell."""
    step = doc.now
    assert step is not None
    title = step.title
    phase = {"vote": "Votes are taken", "closed": "The vote is closed"}.get(doc.phase, "")
    fell = _fell(doc) if doc.phase == "closed" else None
    branch = doc.branch(doc.at)
    if branch is not None:
        title, phase = called(doc, branch), "What if …"
    return join(
        el("p", phase, class_="st-above") if phase else None,
        el("h2", title),
        el("p", step.notes) if step.notes else None,
        fell,
    )


def _fell(doc: Stage) -> Html | None:
    """How the votes fell, once they are closed: here alone, until the answer is shown."""
    question = doc.question
    if question is None:
        return None
    rounds = [doc.votes.count(number, len(question.options)) for number in range(len(doc.votes.counted))]
    rows = [
        el("li", option.text, " ", el("b", " → ".join(str(each[number]) for each in rounds)))
        for number, option in enumerate(question.options)
        if rounds
    ]
    return el("ul", rows, class_="st-fell") if rows else None


def coming(doc: Stage, crowd: int) -> Html:
    """What comes next, as a picture and in words."""
    way = parts.onward(doc, crowd)
    if way is None:
        return el("p", "The end of the script.", class_="st-above")
    shown = parts.thumbnail(doc, way.to) if way.to >= 0 else ""
    says = join(el("small", "Next"), el("b", way.small if way.to >= 0 else way.says))
    return join(el("span", shown, class_="st-thumb") if shown else None, el("p", says))


def _bar(doc: Stage, view: Looking) -> Html:
    blank = button(doing(doc, f"blank {'off' if doc.blank else 'on'}"), "Blank", "st-on" if doc.blank else "")
    reveal = None
    if doc.question is not None and not doc.answered:
        reveal = button(doing(doc, "reveal"), "Reveal")
    drawers = [button(f"card:{name}", says, "st-on" if view.card == name else "") for name, says in DRAWERS]
    return join(blank, reveal, *drawers)


def _huge(doc: Stage, crowd: int) -> Html:
    back, way = parts.backward(doc), parts.onward(doc, crowd)
    left = el(
        "button",
        el("i", "‹", aria_hidden="true"),
        el("b", "Back"),
        type="button",
        class_="st-back",
        data_key="back",
        data_target=doing(doc, back.act) if back is not None else None,
        disabled=back is None,
    )
    right = el(
        "button",
        el("i", "›", aria_hidden="true"),
        el("b", way.says if way is not None else "The end"),
        el("small", way.small) if way is not None and way.small else None,
        type="button",
        class_="st-go",
        data_key="next",
        data_target=doing(doc, way.act) if way is not None else None,
        disabled=way is None,
    )
    return join(left, right)


# ------------------------------------------------------------------ the drawers
def _play(doc: Stage, view: Looking) -> Html:
    """What can be played from here: the dice by their faces, every card, every action; or chance."""
    assert doc.script is not None
    state, teaches = doc.state, doc.script.teaches
    if state.over:
        return el("p", "The game is over here.")
    if state.decision == "chance":
        outcomes = list(state.chances())
        own = el("div", button(doing(doc, "throw"), "Let chance decide", "st-main"), class_="st-buttons")
        if all(each.startswith("roll ") for each in outcomes):
            return join(own, *_dice(outcomes, view))
        return join(own, _actions(doc, outcomes[:MOST_ACTIONS], {each: teaches.label(each) for each in outcomes}))
    texts = list(state.actions())[:MOST_ACTIONS]
    return _actions(doc, texts, {each: teaches.label(each) for each in texts})


def _actions(doc: Stage, texts: list[str], labels: Mapping[str, str]) -> Html:
    tried = {each.action for each in doc.after(doc.at)}
    return el(
        "div",
        [
            button(doing(doc, f"play {text}"), labels[text], "st-tried-before" if text in tried else "")
            for text in texts
        ],
        class_="st-buttons",
    )


def _dice(outcomes: list[str], view: Looking) -> list[Html]:
    """A row of six faces for each die that is thrown."""
    throws = [each.split()[1:] for each in outcomes]
    rows = []
    for number in range(len(throws[0])):
        faces = sorted({throw[number] for throw in throws})
        picked = view.picked[number] if number < len(view.picked) else ""
        rows.append(
            el(
                "div",
                [
                    button(
                        f"pip:{number}:{pips}",
                        icon(die(int(pips)), 24, 24),
                        "st-die" + (" st-on" if pips == picked else ""),
                        aria_label=f"Die {number + 1} shows {pips}",
                    )
                    for pips in faces
                ],
                class_="st-faces",
            )
        )
    return rows


def _look(doc: Stage, view: Looking) -> Html:
    said = el("p", "Touch an area: it stands large on the screen.")
    script = button(doing(doc, "focus"), "As the script has it")
    return join(said, el("div", button(doing(doc, "focus all"), "All of it"), script, class_="st-buttons"))


def _point(doc: Stage, view: Looking) -> Html:
    made = [
        button(
            f"tool:{tool}",
            sign,
            "st-tool" + (" st-on" if tool == view.tool else ""),
            aria_label=tool,
            data_tool=tool,
            aria_pressed="true" if tool == view.tool else "false",
        )
        for tool, sign, _ in TOOLS
    ]
    return el(
        "div",
        *made,
        button(doing(doc, "unmark"), "↶", "st-tool", aria_label="Take the last mark back"),
        button(doing(doc, "wipe"), "Wipe"),
        class_="st-buttons",
    )


def _more(doc: Stage, door: Door) -> Html:
    """All that is seldom wanted."""
    rows = [
        button(
            doing(doc, f"strip {'off' if doc.strip else 'on'}"),
            "The way here on the screen",
            "st-on" if doc.strip else "",
        ),
        button(doing(doc, f"join {'off' if doc.join else 'on'}"), "How phones come in", "st-on" if doc.join else ""),
        button("card:hands", "Count hands") if doc.question is not None and doc.question.options else None,
        button(doing(doc, "poll again"), "Vote once more") if doc.phase == "closed" else None,
        button("card:steps", "All steps"),
        button("card:tree", "The study: what was tried"),
        button("save:", "Save as a script") if doc.phase not in ("ask", "vote", "closed") else None,
        el("a", "One page to take along", href="/stage/export/", download="", class_="st-button"),
        el("a", "The handout", href="/stage/handout/", target="_blank", rel="noopener", class_="st-button"),
        button("card:scripts", "Another script"),
    ]
    return join(el("div", *rows, class_="st-buttons"), _device(door))


def _device(door: Door) -> Html | None:
    """How another device becomes the clicker: seen by who drives alone."""
    if not door.clicker:
        return None
    return el("details", el("summary", "Drive from another device"), parts.code(door.clicker), data_key="device")


def _hands(doc: Stage, view: Looking) -> Html:
    question = doc.question
    if question is None:
        return el("p", "Nothing is asked now.")
    rows = [
        el(
            "label",
            option.text,
            el(
                "input",
                type="text",
                inputmode="numeric",
                maxlength=3,
                data_value=f"hands {number}",
                aria_label=f"Hands for {option.text}",
            ),
        )
        for number, option in enumerate(question.options)
    ]
    first = button("hands:", "These hands count")
    second = button("hands:again", "A second round") if doc.votes.counted else None
    return join(el("div", rows, class_="st-hands"), el("div", first, second, class_="st-buttons"))


def _steps(doc: Stage, view: Looking) -> Html:
    assert doc.script is not None
    rows = [
        button(doing(doc, f"step {number}"), f"{number + 1} · {step.title}", "st-on" if number == doc.step else "")
        for number, step in enumerate(doc.script.steps)
    ]
    return el("div", rows, class_="st-buttons st-long")


def _tree(doc: Stage, view: Looking) -> Html:
    """The study: what was tried, and from where; each can be gone to, or shown beside."""
    rows = []
    for each in doc.branches:
        depth = len(doc.line_to(each.id))
        beside = doing(doc, f"beside {'' if doc.beside == each.id else each.id}".rstrip())
        rows.append(
            el(
                "li",
                button(doing(doc, f"go {each.id}"), called(doc, each), "st-on" if each.id == doc.at else ""),
                button(beside, "Beside", "st-on" if doc.beside == each.id else ""),
                style=f"margin-left:{min(depth - 1, 6) * 14}px",
                data_key=each.id,
            )
        )
    script = f"{doc.step}+" if doc.answered else str(doc.step)
    own = button(
        doing(doc, f"beside {'' if doc.beside == script else script}".rstrip()),
        "The script beside",
        "st-on" if doc.beside == script else "",
    )
    return join(el("ul", rows, class_="st-tree") if rows else el("p", "Nothing was tried yet. Press “What if?”."), own)


def _scripts(doc: Stage) -> Html:
    """The scripts that ship."""
    rows = []
    for name in script_files():
        script = shipped_script(name)
        if script is not None:
            said = join(
                el("b", script.title),
                el("small", f"{script.minutes} minutes · {len(script.steps)} steps. {script.about}"),
            )
            rows.append(button(doing(doc, f"open {name}"), said, "st-script"))
    own = el("p", "Your own: tutor stage my-script.toml", class_="st-above")
    return join(el("h1", "What is on the stage?"), el("div", rows, class_="st-list"), own)
