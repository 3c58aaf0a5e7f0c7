"""What goes on paper: pages with boards, questions and room for answers, and a browser that prints them.

A page is a web page that needs nothing else. What is asked stands in one block that no page break divides.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tutor.base.prose import inline, markdown
from tutor.draw.html import sheet, whole_page
from tutor.draw.shapes import Scene
from tutor.draw.svg import Theme, svg
from tutor.pages.exercise.board import hands_of, picture, view_of
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import KINDS

#: The sizes of paper that pages can be set for, as style sheets call them.
PAPERS = {"a4": "A4", "letter": "letter"}
#: How wide a hand is printed.
HAND = "60mm"
#: The most hands printed beside a board; with more they stand below it.
FEW = 2
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
_SHEET = Path(__file__).with_suffix(".css")


def page(title: str, body: Iterable[str], paper: str = "a4") -> str:
    """A whole page of these blocks, set for one of the :data:`PAPERS`. KeyError for any other."""
    return whole_page(title, f"<body>{''.join(body)}</body>", f"@page {{ size: {PAPERS[paper]}; }}\n{sheet(_SHEET)}")


#: Where a pupil writes who he is.
NAME_AND_DATE = '<p class="who"><span>Name</span><span>Date</span></p>'


def rules_line(rules: Sequence[str]) -> str:
    """The ids of rules in a line of their own; "" for none."""
    return f'<p class="rules">{escape(", ".join(rules))}</p>' if rules else ""


def view_on_paper(session: Session) -> Any:
    """The part of the board that is printed: as the exercise says, else all that matters or is spoken of, without a rim.

    Where something is to be laid out, there is a rim round all that the shortest construction known needs.
    """
    exercise = session.exercise
    if exercise.focus or not exercise.asks:
        return view_of(session)
    return session.game.view_on_paper(session.state, session.read_aloud, session.shortest)


def board(session: Session, state: Any, theme: Theme = "light") -> str:
    """The part of the Wood an exercise is about, at a moment."""
    return printed(picture(session, view_on_paper(session), state, still=True), theme)


def spread(boards: Sequence[str], hands: Sequence[str], beside: str = "") -> str:
    """Boards, and to the right of them what stands ``beside``: the hands above it or, if they are many, in a row below.

    A tall board is printed as high as a page allows, so that names on it can be read; all hands find room beside it.
    """
    tall = any(is_tall(one) for one in boards)
    few = len(hands) <= FEW or tall
    right = "".join(hands) + beside if few else beside
    below = "" if few else f'<div class="hands">{"".join(hands)}</div>'
    strip = " tall" if tall else ""
    return (
        f'<div class="board{strip}">{"".join(boards)}{f"<div class=beside>{right}</div>" if right else ""}</div>{below}'
    )


#: How large a picture is in its own units.
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def is_tall(picture: str) -> bool:
    """Whether a picture is nearly twice as high as wide, as a strip of the Wood is."""
    found = _SIZE.search(picture)
    return found is not None and float(found[2]) > 1.7 * float(found[1])


#: A shape with a fill or a line alone that lets through what lies below it.
_THIN = re.compile(r'<(?:circle|path|rect)\b[^>]*? opacity="[^>]*>')


def printed(scene: Scene, theme: Theme = "light", width: str | None = None) -> str:
    """A picture for paper. Of what is drawn by one stroke of the pen alone only that stroke is thin: a thin *shape* is a page of
    its own within a PDF, and a board has a thousand."""

    def thin(shape: re.Match[str]) -> str:
        drawn = [name for name in ("fill", "stroke") if f' {name}="' in shape[0]]
        return shape[0].replace(' opacity="', f' {drawn[0]}-opacity="') if len(drawn) == 1 else shape[0]

    return _THIN.sub(thin, svg(scene, theme, width=width))


def room(session: Session) -> str:
    """Where the answer is written, as the kind of the exercise says."""
    paper = KINDS[session.exercise.kind].face(session).on_paper()
    note = f"<p><i>{escape(paper.note)}</i></p>" if paper.note else ""
    box = '<span class="box wide"></span>' if paper.number else '<span class="box"></span>'
    items = "".join(f"<li>{box}{inline(item)}</li>" for item in paper.boxes)
    boxes = f'<ul class="boxes">{items}</ul>' if items else ""
    blank = f'<p>Answer: <span class="box wide"></span> {escape(paper.blank)}</p>' if paper.blank is not None else ""
    return note + boxes + blank + paper.lines * '<div class="line"></div>'


def exercise_block(
    number: int, session: Session, said: str = "", told: str = "", theme: Theme = "light", pictured: int = 0
) -> str:
    """An exercise as it is printed: heading, a line about it (``said``), the question, its boards, what is ``told``, and room.

    Where the exercise of the number ``pictured`` has the same picture, it is not printed once more, unless one marks in it.
    """
    exercise = session.exercise
    about = f'<p class="rules">{escape(said)}</p>' if said else ""
    scene = not exercise.asks
    if pictured and not session.targets:
        about += f'<p class="rules">{escape(f"The same position as in {pictured}.")}</p>'
        return (
            f"<section><h2>{number} · {escape(exercise.name)}</h2>{about}{markdown(exercise.prompt)}"
            f"{told if scene else room(session)}</section>"
        )
    states = (session.states[0], session.states[-1])
    seen = [board(session, state, theme) for state in dict.fromkeys(states)]
    hands = [] if scene else [printed(hand.scene, theme, HAND) for hand in hands_of(session)]
    return (
        f"<section><h2>{number} · {escape(exercise.name)}</h2>{about}{markdown(exercise.prompt)}"
        f"{spread(seen, hands, told if scene else room(session))}</section>"
    )


def key_block(number: int, session: Session, more: str = "") -> str:
    """The answer to an exercise: in words, with its sums, what is said when it is solved, ``more``, and the rules it goes by."""
    exercise = session.exercise
    solution = session.solution()
    sums = f"<p>{escape(' · '.join(solution.sums))}</p>" if solution.sums else ""
    after = markdown(exercise.after) if exercise.after else ""
    return (
        f"<section><h2>{number} · {escape(exercise.name)}</h2><p><b>{inline(solution.words)}</b></p>{sums}{after}"
        f"{more}{rules_line(exercise.rules)}</section>"
    )


# ---------------------------------------------------------------- files


def browser() -> str | None:
    """A browser that can print to a file; None if none is found."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or next((path for path in _ELSEWHERE if Path(path).is_file()), None)


def print_pdf(page: Path, pdf: Path, with_browser: str) -> bool:
    """Have a browser print a page; whether it has."""
    with tempfile.TemporaryDirectory() as profile:
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command = [
            with_browser,
            "--headless",
            "--disable-gpu",
            *sandbox,
            f"--user-data-dir={profile}",
            "--no-pdf-header-footer",
            f"--print-to-pdf={pdf.resolve()}",
            page.resolve().as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0 and pdf.is_file()
