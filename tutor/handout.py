"""`tutor handout`: a lesson on paper, with its boards and room for answers, and the key on a sheet apart.

The sheets are web pages that need nothing else. A browser makes PDF files of them if one is found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from engine.faults import Faulty
from tutor.exercises import start
from tutor.exercises.model import Choose, Do, Exercise, Free, Reckon, Watch
from tutor.exercises.session import ChooseSession, OrderSession, Session, WatchSession, named
from tutor.lessons import Lesson, load_lesson
from tutor.lessons.reading import Prose, Recap
from tutor.paint.svg import svg
from tutor.places import write_whole
from tutor.scene import Scene, View, board_scene, hand_scene
from tutor.writing import plain

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
#: Browsers that print a page to a file without a window, by the names they go by.
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
_ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_STYLE = """
@page { size: A4; margin: 16mm 15mm; }
body { font: 11pt/1.4 Georgia, "Iowan Old Style", serif; color: #1d1b16; max-width: 180mm; margin: 8mm auto; }
h1 { font-size: 20pt; margin: 0 0 2mm; } h2 { font-size: 13pt; margin: 0 0 1mm; }
.who { display: flex; gap: 10mm; margin: 4mm 0 6mm; } .who span { flex: 1; border-bottom: .3mm solid #666; }
section { break-inside: avoid; border-top: .3mm solid #b7ad92; padding: 3mm 0 4mm; margin-top: 3mm; }
.board { display: flex; gap: 5mm; align-items: flex-start; margin: 2mm 0; } .board > svg { flex: 0 1 95mm; max-height: 105mm; }
.hands { flex: 1 1 60mm; } .steps { margin: 1mm 0; }
.line { border-bottom: .3mm solid #888; height: 8mm; } ol.boxes, ul.boxes { list-style: none; padding: 0; margin: 2mm 0; }
.boxes li { margin: 1.5mm 0; } .box { display: inline-block; width: 4mm; height: 4mm; border: .35mm solid #333;
  margin-right: 2.5mm; vertical-align: -0.6mm; } .wide { width: 9mm; height: 6mm; vertical-align: -1.4mm; }
.rules { color: #5b564a; font-size: 9pt; } p { margin: 1mm 0; }
"""


def handout_html(lesson: Lesson) -> str:
    """The sheet for a pupil: prose, exercises with their boards, and room for answers; no answer is on it."""
    body = [f"<h1>{escape(lesson.title)}</h1>", '<p class="who"><span>Name</span><span>Date</span></p>']
    number = 0
    for part in lesson.parts:
        if isinstance(part, Prose):
            body.append(_words(part.text))
        elif isinstance(part, Recap):
            body.append(f"<section><h2>What you have learned</h2>{_words(part.text)}</section>")
        elif isinstance(part, Exercise):
            number += 1
            body.append(_exercise(number, part))
    return _sheet(lesson.title, body)


def key_html(lesson: Lesson) -> str:
    """The key: the answer of every exercise, and the rules it goes by."""
    body = [f"<h1>{escape(lesson.title)}: key</h1>"]
    for number, exercise in enumerate(lesson.exercises, start=1):
        if isinstance(exercise, Watch):
            continue
        solution = start(exercise).solution()
        sums = "".join(f"<p>{escape(line)}</p>" for line in solution.sums)
        after = _words(exercise.after) if exercise.after else ""
        rules = f'<p class="rules">{escape(", ".join(exercise.rules))}</p>' if exercise.rules else ""
        body.append(
            f"<section><h2>{number} · {escape(exercise.name)}</h2><p>{escape(solution.words)}</p>{sums}{after}{rules}</section>"
        )
    return _sheet(f"{lesson.title}: key", body)


def _sheet(title: str, body: Sequence[str]) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _words(text: str) -> str:
    return str(_MARKDOWN.render(text))


def _exercise(number: int, exercise: Exercise) -> str:
    session = start(exercise)
    steps = ""
    if isinstance(session, WatchSession):
        said = dict.fromkeys(frame.say for frame in session.frames if frame.say)
        told = "".join(f"<li>{_words(say)}</li>" for say in said)
        steps = f'<ol class="steps">{told}</ol>'
    view = _view(session)
    states = (
        [session.frames[0].state, session.frames[-1].state] if isinstance(session, WatchSession) else [session.state]
    )
    boards = "".join(_printed(board_scene(state, view=view)) for state in dict.fromkeys(states))
    hands = "".join(_printed(hand, width="70mm") for hand in _hands(session))
    side = f'<div class="hands">{hands}</div>' if hands and not isinstance(session, WatchSession) else ""
    return (
        f"<section><h2>{number} · {escape(exercise.name)}</h2>{_words(exercise.prompt)}"
        f'<div class="board">{boards}{side}</div>{steps}{_room(session)}</section>'
    )


#: A shape with a fill or a line alone that lets through what lies below it.
_THIN = re.compile(r'<(?:circle|path|rect)\b[^>]*? opacity="[^>]*>')


def _printed(scene: Scene, width: str | None = None) -> str:
    """A picture for paper. Of what is drawn by one stroke of the pen alone only that stroke is thin: a thin *shape* is a page of
    its own within a PDF, and a board has a thousand."""

    def thin(shape: re.Match[str]) -> str:
        drawn = [name for name in ("fill", "stroke") if f' {name}="' in shape[0]]
        return shape[0].replace(' opacity="', f' {drawn[0]}-opacity="') if len(drawn) == 1 else shape[0]

    return _THIN.sub(thin, svg(scene, "light", width=width))


def _view(session: Session) -> View:
    """The part of the Wood that is printed: as the exercise says, else all that matters with a rim."""
    if session.exercise.focus:
        corner, other = session.exercise.focus.split("-")
        west, east = sorted((corner[0], other[0]))
        south, north = sorted((int(corner[1:]), int(other[1:])))
        return View(west, east, south, north)
    return View.around(session.state, margin=1)


def _hands(session: Session) -> list[Scene]:
    """The hand of the Knight one plays, if he stands before somebody or is to be reckoned with."""
    knight = session.state.knight(session.learner)
    faces = bool(session.state.area(knight.at).denizens) or isinstance(session.exercise, Reckon)
    return [hand_scene(session.state, knight.id)] if faces else []


def _room(session: Session) -> str:
    """Where the answer is written."""
    exercise = session.exercise
    box = '<span class="box"></span>'
    if isinstance(session, ChooseSession) and isinstance(exercise, Choose):
        told = "<p><i>Several may be right.</i></p>" if exercise.several else ""
        options = "".join(
            f"<li>{box}{_MARKDOWN.renderInline(option.option.words)!s}</li>" for option in session.options
        )
        return f'{told}<ul class="boxes">{options}</ul>'
    if isinstance(session, OrderSession):
        items = "".join(f'<li><span class="box wide"></span>{escape(named(item))}</li>' for item in session.items)
        return f'<p><i>Write 1, 2, 3 ... into the boxes.</i></p><ul class="boxes">{items}</ul>'
    if isinstance(exercise, Reckon):
        return f'<p>Answer: <span class="box wide"></span> {escape(exercise.unit)}</p>'
    if isinstance(exercise, Free | Do):
        lines = 1 if isinstance(exercise, Do) and exercise.within == 1 else 4
        return "<p><i>Write down what you do.</i></p>" + lines * '<div class="line"></div>'
    return ""


# ---------------------------------------------------------------- files


def browser() -> str | None:
    """A browser that can print to a file; None if none is found."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or next((path for path in _ELSEWHERE if Path(path).is_file()), None)


def print_pdf(page: Path, pdf: Path, with_browser: str) -> bool:
    """Have a browser print a page; whether it has."""
    with tempfile.TemporaryDirectory() as profile:
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command = [with_browser, "--headless", "--disable-gpu", *sandbox, f"--user-data-dir={profile}",
                   "--no-pdf-header-footer", f"--print-to-pdf={pdf.resolve()}", page.resolve().as_uri()]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0 and pdf.is_file()


def cli_handout(argv: list[str]) -> int:
    """``tutor handout LESSON [-o FOLDER] [--no-pdf]``: 0 when written, 2 with every fault on standard error."""
    parser = argparse.ArgumentParser(
        prog="tutor handout", description="A lesson on paper: with its boards and room for answers, and a key apart."
    )
    parser.add_argument("lesson", metavar="LESSON", help="a number, a name, or a lesson's file: my-lesson.md")
    parser.add_argument("-o", "--out", metavar="FOLDER", default=".", help="where to write it (default: here)")
    parser.add_argument("--no-pdf", dest="pdf", action="store_false", help="only the web pages")
    options = parser.parse_args(argv)
    try:
        lesson = load_lesson(options.lesson)
        sheets = {f"{lesson.name}-handout": handout_html(lesson), f"{lesson.name}-key": key_html(lesson)}
    except Faulty as faulty:
        for fault in faulty.faults:
            print(f"{plain(fault.where)}: {plain(fault.what)}\n  {plain(fault.fix)}", file=sys.stderr)
        return 2
    found = browser() if options.pdf else None
    try:
        for name, text in sheets.items():
            page = write_whole(Path(options.out) / f"{name}.html", text)
            print(page)
            pdf = page.with_suffix(".pdf")
            if found and print_pdf(page, pdf, found):
                print(pdf)
            elif options.pdf:
                print(f"  For a PDF open {page} in a browser and print it to a file.")
    except OSError as problem:
        fix = "Name a folder that can be: -o FOLDER"
        print(f"{options.out}: it cannot be written ({problem.strerror})\n  {fix}", file=sys.stderr)
        return 2
    return 0
