"""`tutor handout`: a lesson on paper, with its boards and room for answers, and the key on a sheet apart."""

from __future__ import annotations

import argparse
import sys
from html import escape
from pathlib import Path

from engine.text.faults import Faulty
from tutor.base.places import write_whole
from tutor.base.prose import markdown
from tutor.base.writing import plain
from tutor.content.lessons import Lesson, load_lesson
from tutor.content.lessons.reading import Prose, Recap
from tutor.hosts.paper.paper import NAME_AND_DATE, browser, exercise_block, key_block, page, print_pdf
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import KINDS, start


def handout_html(lesson: Lesson) -> str:
    """The sheet for a pupil: prose, exercises with their boards, and room for answers; no answer is on it."""
    body = [f"<h1>{escape(lesson.title)}</h1>", NAME_AND_DATE]
    number = 0
    #: For each exercise the number of the one whose picture it has: its own, or that of the first of its chain.
    pictured: dict[str, int] = {}
    for part in lesson.parts:
        if isinstance(part, Prose):
            body.append(markdown(part.text))
        elif isinstance(part, Recap):
            body.append(f"<section><h2>What you have learned</h2>{markdown(part.text)}</section>")
        elif isinstance(part, Exercise):
            number += 1
            session = start(part)
            pictured[part.id] = pictured.get(part.after_of, 0) or number
            same = pictured[part.id] if pictured[part.id] != number else 0
            body.append(exercise_block(number, session, told=_steps(session), pictured=same))
    return page(lesson.title, body)


def key_html(lesson: Lesson) -> str:
    """The key: the answer of every exercise, and the rules it goes by."""
    body = [f"<h1>{escape(lesson.title)}: key</h1>"]
    body += [
        key_block(number, start(exercise)) for number, exercise in enumerate(lesson.exercises, start=1) if exercise.asks
    ]
    return page(f"{lesson.title}: key", body)


def _steps(session: Session) -> str:
    """What a scene tells, step by step."""
    said = KINDS[session.exercise.kind].face(session).told()
    return "" if not said else f'<ol class="steps">{"".join(f"<li>{markdown(say)}</li>" for say in said)}</ol>'


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
            written = write_whole(Path(options.out) / f"{name}.html", text)
            print(written)
            pdf = written.with_suffix(".pdf")
            if found and print_pdf(written, pdf, found):
                print(pdf)
            elif options.pdf:
                print(f"  For a PDF open {written} in a browser and print it to a file.")
    except OSError as problem:
        fix = "Name a folder that can be: -o FOLDER"
        print(f"{options.out}: it cannot be written ({problem.strerror})\n  {fix}", file=sys.stderr)
        return 2
    return 0
