"""A script of the stage on paper: each question with its board and room for the answer, the answers on a page of their own."""

from __future__ import annotations

from html import escape

from tutor.hosts.paper.paper import NAME_AND_DATE, page, printed, rules_line
from tutor.pages.stage.picture import part, picture
from tutor.pages.stage.script import Script, ScriptStep

#: How wide a board is printed.
WIDE = "80mm"


def handout(script: Script) -> str:
    """The script on paper: each question with its board and room for the answer; the answers with their rules on a page of their
    own."""
    asked = [step for step in script.steps if step.question is not None or step.words]
    blocks = [_block(number, step, script) for number, step in enumerate(asked, 1)]
    key = [_key(number, step) for number, step in enumerate(asked, 1) if step.question is not None]
    about = f"<p>{escape(script.about)}</p>" if script.about else ""
    return page(
        script.title,
        [
            f"<h1>{escape(script.title)}</h1>{about}{NAME_AND_DATE}",
            *blocks,
            f'<div class="key"><h1>{escape(script.title)}: the answers</h1>{"".join(key)}</div>',
        ],
    )


def _block(number: int, step: ScriptStep, script: Script) -> str:
    scene = picture(script.game, step.last)
    x, y, w, h = part(scene, step.focus)
    drawn = printed(scene, "paper", WIDE)
    box = f'viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}"'
    drawn = drawn.replace(drawn[drawn.index("viewBox=") : drawn.index('"', drawn.index('viewBox="') + 9) + 1], box, 1)
    question = step.question
    said = f"<p>{escape(question.ask if question is not None else step.words)}</p>"
    lines = '<div class="line"></div>' * 2
    room = lines if question is not None else ""
    if question is not None and question.options:
        options = "".join(f'<li><span class="box"></span>{escape(option.text)}</li>' for option in question.options)
        room = f'<ul class="boxes">{options}</ul><p>Because:</p>{lines}'
    beside = f'<div class="board">{drawn}<div class="beside">{said}{room}</div></div>'
    return f"<section><h2>{number} {escape(step.title)}</h2>{beside}</section>"


def _key(number: int, step: ScriptStep) -> str:
    question = step.question
    assert question is not None
    cites = "".join(f"<p><i>{escape(each.cite)}</i>: {escape(each.says)}</p>" for each in question.rules)
    return (
        f"<section><h2>{number} {escape(step.title)}</h2><p><b>{escape(question.answer)}.</b> {escape(question.said)}</p>{cites}"
        f"{rules_line([each.rule for each in question.rules])}</section>"
    )
