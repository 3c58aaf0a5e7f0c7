"""How soon a click at the table is answered, with all that bots and dice do after it: rows for the table of `make bench`."""

from __future__ import annotations

import json
import random
import re
import statistics
import time
from collections.abc import Callable
from html import unescape
from typing import Any

import chess
import chess.svg

from bench.apps import Timed
from tutor.desk import Desk, Touch, Viewer
from tutor.desk.link import PageLink
from tutor.pages.table.document import TableDocument
from tutor.pages.table.play import HOST

#: Acts played before the clicks that are timed (the board is full by then), those clicks, and the most games tried.
BEFORE, CLICKS, MOST_GAMES = 15, 40, 12


def table_rows(once: Callable[[Callable[[], object]], float]) -> list[Timed]:
    """The rows; ``once`` measures one call of something quick."""
    board = once(lambda: chess.svg.board(chess.Board()))
    times: list[float] = []
    for luck in range(MOST_GAMES):
        if len(times) < CLICKS:
            times += clicks(luck)
    times.sort()
    usual, slow = statistics.median(times), times[int(len(times) * 0.95)]
    return [
        Timed("a click at the table, three bots", usual, "chess.svg.board", board),
        Timed("the same, the slowest of twenty", slow, "chess.svg.board", board),
    ]


def clicks(luck: int) -> list[float]:
    """Seconds for each click of somebody who plays against three bots: all they do after it, and his page, ready to be sent."""
    desk: Desk[Any, Any, Any] = Desk(
        TableDocument(), {}, (), keep=lambda act: None, clock=lambda: 0.0, rng=random.Random(1)
    )
    seats = [
        ["george", "here"],
        ["roland", "bot", "", "quest"],
        ["guyon", "bot", "", "quest"],
        ["britomart", "bot", "", "quest"],
    ]
    desk.append(HOST, "begin " + json.dumps({"places": seats, "seed": f"bench {luck}"}))
    desk.go_on()
    page: PageLink[Any] = PageLink(Viewer(HOST), lambda message: None)
    desk.join(page)
    rng, found = random.Random(luck), []
    for number in range(BEFORE + CLICKS):
        assert page.shown is not None
        able = [unescape(each) for each in re.findall(r'data-target="(act:[^"]*)"', page.shown.panels["now"])]
        likely = [each for each in able if each not in ("act:stay", "act:done", "act:withdraw")] or able
        if not likely or desk.doc.over:
            break
        touch = Touch(page.seen, page.serial + 1, "click", rng.choice(likely))
        begun = time.perf_counter()
        desk.touched(page, touch)
        if number >= BEFORE:
            found.append(time.perf_counter() - begun)
    return found
