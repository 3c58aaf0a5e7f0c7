"""`tutor stage`: a lesson on a large screen; and what needs no server: the list, the check, the page and the paper."""

from __future__ import annotations

import argparse
import tempfile
from html import escape
from pathlib import Path

from engine.faults import Fault, UnreadableText
from tutor.pages.stage.export import exported
from tutor.pages.stage.fit import overflow
from tutor.pages.stage.picture import part, picture
from tutor.pages.stage.script import Script, ScriptStep, read_script, script_at, script_files, shipped_script
from tutor.paper import NAME_AND_DATE, browser, page, print_pdf, printed, rules_line
from tutor.places import write_whole

#: How wide a board is printed.
WIDE = "80mm"


def stage(options: argparse.Namespace) -> int:
    """Do what the command names. Raises Faulty if a script cannot be read."""
    if options.list:
        for name in script_files():
            script = _found(name)
            print(f"{name:14} {script.minutes:3} min  {script.title}. {script.about}")
        return 0
    if options.check or options.export:
        return _checked(options)
    from tutor.hosts.web.command import give_stage

    return give_stage(options)


def _checked(options: argparse.Namespace) -> int:
    if not options.script:
        raise UnreadableText(
            Fault("SCRIPT", "no script is named", f"Name a file, or one of {', '.join(script_files())}.")
        )
    script = _found(options.script)
    if options.check:
        faults = overflow(script)
        for fault in faults:
            print(f"{fault.where}: {fault.what}\n  {fault.fix}")
        questions = sum(step.question is not None for step in script.steps)
        fits = f"{len(faults)} do not fit." if faults else "all fit on a screen of 1280 by 720."
        print(f"{script.title}: {len(script.steps)} steps, {questions} of them ask; {fits}")
        if faults:
            return 1
    return _written(script, Path(options.export)) if options.export else 0


def _found(source: str) -> Script:
    name, text = script_at(source)
    script = read_script(text, source) if text else shipped_script(name)
    assert script is not None, "a script that is listed is there"
    return script


def _written(script: Script, path: Path) -> int:
    """Write the script as a page or on paper, as the ending says."""
    if path.suffix.lower() not in (".html", ".pdf"):
        raise UnreadableText(
            Fault(str(path), "it is neither .html nor .pdf", "Write --export lesson.html, or handout.pdf.")
        )
    try:
        if path.suffix.lower() == ".html":
            print(write_whole(path, exported(script)))
            return 0
        with tempfile.TemporaryDirectory() as folder:
            sheet = Path(folder) / "handout.html"
            sheet.write_text(handout(script), encoding="utf-8")
            found = browser()
            if found is not None and print_pdf(sheet, path, found):
                print(path)
                return 0
        print(write_whole(path.with_suffix(".html"), handout(script)))
        print("  For a PDF open it in a browser and print it to a file.")
    except OSError as problem:
        raise UnreadableText(
            Fault(str(path), f"it cannot be written ({problem.strerror})", "Name another file.")
        ) from None
    return 0


# ------------------------------------------------------------------ on paper
def handout(script: Script) -> str:
    """The script on paper: each question with its board and room for the answer; the answers with their rules on a page of their
    own."""
    asked = [step for step in script.steps if step.question is not None or step.words]
    blocks = [_block(number, step, script) for number, step in enumerate(asked, 1)]
    key = [_key(number, step) for number, step in enumerate(asked, 1) if step.question is not None]
    about = f"<p>{escape(script.about)}</p>" if script.about else ""
    return page(script.title, [
        f"<h1>{escape(script.title)}</h1>{about}{NAME_AND_DATE}", *blocks,
        f'<div class="key"><h1>{escape(script.title)}: the answers</h1>{"".join(key)}</div>',
    ])  # fmt: skip


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
