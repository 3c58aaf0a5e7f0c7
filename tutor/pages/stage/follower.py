"""The page of a phone that follows a stage: the board as it stands there, what is drawn on it, and the options while votes are
taken. It learns what the screen shows, and nothing before that."""

from __future__ import annotations

from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.page import Page
from tutor.pages.stage import parts, picture
from tutor.pages.stage.parts import button
from tutor.pages.stage.show import Stage

_FRAME = (
    '<div class="st st-phone"><section class="st-board"><div class="mwb-board" data-board="stage"></div></section>'
    '<section class="st-side" data-panel="side"></section><div class="st-over" data-panel="over"></div></div>'
)


def following(doc: Stage, known: Known) -> Page:
    """The page."""
    if doc.script is None:
        return Page(_FRAME, panels={"over": el("p", "It begins in a moment. It comes by itself.", class_="st-waits")})
    if doc.blank:
        return Page(_FRAME, panels={"over": el("p", "Look up.", class_="st-waits")})
    scene = parts.board(doc, known)
    return Page(
        _FRAME,
        scene,
        picture.over(doc, scene),
        focus=picture.focus(doc, scene),
        panels={"side": _side(doc), "over": ""},
        film=picture.film(doc),
    )


def _side(doc: Stage) -> Html | str:
    if doc.question is not None:
        return join(_asked(doc), parts.verdict(doc))
    if (branch := doc.branch(doc.at)) is not None:
        assert doc.script is not None
        return join(el("p", "What if …", class_="st-above"), el("h1", doc.script.teaches.label(branch.action)))
    step = doc.now
    return join(el("h1", step.title), el("p", step.words) if step.words else None) if step is not None else ""


def _asked(doc: Stage) -> Html | None:
    """The question; while votes are taken with its options, and whether one's own answer has come."""
    question = doc.question
    assert question is not None
    if doc.phase != "vote":
        said = {"ask": "What do you think?", "closed": "The vote is closed."}.get(doc.phase, "")
        return join(el("p", said, class_="st-above") if said else None, el("h1", question.ask))
    again = len(doc.votes.rounds) > 1
    rows = [
        button(
            f"vote:{number}",
            join(parts.face(doc, option, number), el("span", option.text), el("i", "•") if mine else None),
            "st-choice" + (" st-mine" if mine else ""),
            aria_pressed="true" if mine else "false",
        )
        for number, option in enumerate(question.options)
        for mine in (number == doc.mine,)
    ]
    return join(
        el("p", "Talk with your neighbour, then answer again." if again else "What do you think?", class_="st-above"),
        el("h1", question.ask),
        el("div", rows, class_="st-choices", role="group", aria_label=question.ask),
        el(
            "div",
            el("b", "✓ Received"),
            el("p", "You may change it until the vote closes."),
            class_="st-got",
            role="status",
        )
        if doc.mine is not None
        else None,
    )
