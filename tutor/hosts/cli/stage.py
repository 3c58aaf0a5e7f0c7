"""`tutor stage`: a lesson on a large screen; and what needs no server: the list, the check, the page and the paper."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.base.places import write_whole
from tutor.hosts.paper.paper import browser, print_pdf
from tutor.hosts.paper.stage_paper import handout
from tutor.pages.stage.export import exported
from tutor.pages.stage.fit import overflow
from tutor.pages.stage.script import Script, read_script, script_at, script_files, shipped_script


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
