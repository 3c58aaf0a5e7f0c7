"""`make bench`: how long the engine takes, each time as a ratio to well-known work measured in the same run.

A ratio says the same on a slow machine as on a fast one, so that two runs can be compared. Every time is the best of several,
since whatever else a machine does can only make a measurement longer, and it is time spent computing, not time gone by. A step
of play is measured in turn with one of chess, slice by slice, so that a machine that grows slower meanwhile is so for both.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import chess
import chess.svg

from bench.apps import app_rows
from bench.classroom import class_rows
from bench.notebook import notebook_rows
from bench.site import site_rows
from bench.stage import stage_rows
from bench.table import table_rows
from engine import mystic_paths
from engine import mystic_wood as mw
from engine.mystic_wood.play.bots import BOTS
from engine.mystic_wood.play.state import State
from tests.support.arenas import GEORGE_AND_ORC
from tutor.draw.svg import svg
from tutor.games.mystic_wood.scene import board_scene
from tutor.hosts.lab.still import StillBoard

KNIGHTS = ["george", "britomart", "guyon", "roland"]
GAMES = 12
#: Games of bots in one measurement. One is much longer than another: ten were a sixth shorter than a hundred are.
BOT_GAMES = 40


class Row(NamedTuple):
    """One line of the table: seconds for ``what``, and for what it is ``compared`` with."""

    what: str
    seconds: float
    compared: str
    compared_seconds: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.compared_seconds

    @property
    def shown(self) -> str:
        """The ratio as it is printed."""
        return f"{self.ratio:.1f}" if self.ratio >= 1 else f"{self.ratio:.2g}"


def seconds_of(work: Callable[[], Any], calls: int = 1) -> float:
    """The seconds this process computes for a number of calls."""
    begun = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - begun


def seconds_per_call(work: Callable[[], Any], budget: float) -> float:
    """The best time of one call, measured in batches long enough for the clock, within about ``budget`` seconds."""
    work()
    calls, batches = 1, 5
    while (taken := seconds_of(work, calls)) < budget / (2 * batches):
        calls *= 2
    return min(taken, *(seconds_of(work, calls) for _ in range(batches - 1))) / calls


def random_game(seed: int) -> list[State]:
    """Every state of a game in which whoever is to decide, chance included, picks any legal action."""
    rng = random.Random(seed)
    states = [mw.new_game(knights=KNIGHTS, edition="1980")]
    while legal := states[-1].actions():
        states.append(states[-1].play(rng.choice(legal)).state)
    return states


def random_chess_game(seed: int, moves: int) -> int:
    """Play up to ``moves`` random moves of chess, and return how many it were."""
    rng = random.Random(seed)
    board = chess.Board()
    for played in range(moves):
        legal = list(board.legal_moves)
        if not legal:
            return played
        board.push(rng.choice(legal))
    return moves


def step_rows(budget: float) -> list[Row]:
    """A step of random play: list what is legal, and play one of it; the slice whose ratio is the median of all."""
    gc.collect()
    gc.freeze()  # what importing has left is not for either side to look through again and again
    steps = sum(len(random_game(seed)) - 1 for seed in range(GAMES))
    moves = sum(random_chess_game(seed, 80) for seed in range(GAMES))
    slices: list[Row] = []
    until = time.perf_counter() + budget
    while time.perf_counter() < until or len(slices) < 3:
        ours = seconds_of(lambda: [random_game(seed) for seed in range(GAMES)])
        theirs = seconds_of(lambda: [random_chess_game(seed, 80) for seed in range(GAMES)])
        slices.append(Row("a step of random play", ours / steps, "a step of random chess", theirs / moves))
    return [sorted(slices, key=lambda row: row.ratio)[len(slices) // 2]]


def middle_of_a_game() -> State:
    """A situation from the middle of the longest of the random games."""
    game = max((random_game(seed) for seed in range(GAMES)), key=len)
    return next(state for state in game[len(game) // 2 :] if state.decision == "choice")


def picture_rows(state: State, budget: float) -> list[Row]:
    """Repainting the board after a step."""
    board = chess.Board()
    chess_svg = seconds_per_call(lambda: chess.svg.board(board), budget)
    scene = board_scene(state)
    still = StillBoard(scene)
    still.notes.theme = "light"
    return [
        Row(
            "lay out the board (scene)",
            seconds_per_call(lambda: board_scene(state), budget),
            "chess.svg.board",
            chess_svg,
        ),
        Row("paint it as SVG", seconds_per_call(lambda: svg(scene), budget), "chess.svg.board", chess_svg),
        Row("send it to a canvas anew", seconds_per_call(still.repaint, budget), "chess.svg.board", chess_svg),
    ]


def odds_rows(budget: float) -> list[Row]:
    """The odds of a fight followed to its end, as against 36 throws counted one by one."""
    state = mw.loads(GEORGE_AND_ORC)
    fight = seconds_per_call(lambda: mw.odds(state, "meet orc"), budget)
    counted = seconds_per_call(count_throws, budget)
    return [Row("odds of a whole fight", fight, "counting 36 throws", counted)]


def paths_rows(budget: float) -> list[Row]:
    """Questions of Mystic Paths: what can be next and how many walks are left, against chess and its perft to depth 2."""
    guess = mystic_paths.loads('moment = "guess"\n[players.red]\nclues = [{ step = 1, word = "wet" }]\n[players.green]')
    board = chess.Board()

    def perft() -> int:
        found = 0
        for move in list(board.legal_moves):
            board.push(move)
            found += board.legal_moves.count()
            board.pop()
        return found

    def took(work: Callable[[], Any]) -> float:
        return seconds_per_call(work, budget)

    legal, counted = took(lambda: list(board.legal_moves)), took(perft)
    return [
        Row("Mystic Paths: next portals", took(lambda: guess.next_portals("red")), "legal moves of chess", legal),
        Row(
            "Mystic Paths: walks left, 492,728",
            took(lambda: guess.walks_left("red")),
            "400 positions of chess",
            counted,
        ),
        Row("Mystic Paths: odds of a guess", took(lambda: guess.guess_odds("red")), "400 positions of chess", counted),
    ]


#: Steps of search in one measurement.
SEARCHED = 2000


def search_row() -> Row:
    """A step of the search: played, looked up, and its chance worked into all that leads to it."""
    state = mw.loads(GEORGE_AND_ORC)

    def look() -> None:
        search = mw.search(state, lambda step: "orc" in step.state.knight("george").prowess_cards, budget=SEARCHED)
        assert not search.chance(3).proved

    moves = sum(random_chess_game(seed, 80) for seed in range(GAMES))
    chess_moves = min(seconds_of(lambda: [random_chess_game(n, 80) for n in range(GAMES)]) for _ in range(3))
    step = min(seconds_of(look) for _ in range(3)) / SEARCHED
    return Row(f"a step of the search ({1 / step:,.0f} a second)", step, "a step of random chess", chess_moves / moves)


def count_throws() -> tuple[Fraction, Fraction]:
    """How often one die plus 3 beats, and ties, another plus 4."""
    leads = [own + 3 - other - 4 for own in range(1, 7) for other in range(1, 7)]
    return Fraction(sum(lead > 0 for lead in leads), 36), Fraction(leads.count(0), 36)


def game_rows(names: Iterable[str], number: int = BOT_GAMES) -> list[Row]:
    """Whole games of four bots of these names, by both editions' rules in turn, against random chess; and how many a second.

    Each game in turn with a thousand moves of chess: what slows the machine down slows both.
    """
    rows = []
    for name in names:
        players = dict.fromkeys(KNIGHTS, BOTS[name])

        def play(seed: int, players: dict[str, Any] = players) -> None:
            first = mw.new_game(KNIGHTS, mw.editions()[seed % len(mw.editions())])
            mw.play_out(first, players, seed, most=1000)

        play(0)
        games = chess_moves = 0.0
        for seed in range(number):
            games += seconds_of(partial(play, seed)) / number
            chess_moves += seconds_of(lambda: [random_chess_game(n, 100) for n in range(10)]) / number
        rows.append(
            Row(f"a game of four {name} bots ({1 / games:.1f} a second)", games, "1000 random chess moves", chess_moves)
        )
    return rows


def situation_rows(state: State, budget: float) -> list[Row]:
    """Judging, reading and writing one situation."""
    action = state.actions()[0]
    refused = next(
        a for a in ("leave", "move north", "move south", "move east", "move west") if not state.judge(a).legal
    )
    text, code, table = mw.dumps(state), mw.code(state), mw.to_dict(state)
    as_json = json.dumps(table)
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    move, no_move = next(iter(board.legal_moves)), chess.Move.from_uci("e5e3")

    def took(work: Callable[[], Any]) -> float:
        return seconds_per_call(work, budget)

    json_loads, json_dumps, new_board = (
        took(lambda: json.loads(as_json)),
        took(lambda: json.dumps(table)),
        took(chess.Board),
    )
    return [
        Row("a new game", took(lambda: mw.new_game(knights=KNIGHTS, edition="1980")), "chess.Board()", new_board),
        Row(
            "judge: allowed", took(lambda: state.judge(action)), "is_legal in chess", took(lambda: board.is_legal(move))
        ),
        Row(
            "judge: refused, with reasons",
            took(lambda: state.judge(refused)),
            "is_legal in chess",
            took(lambda: board.is_legal(no_move)),
        ),
        Row(
            "read a situation (loads)",
            took(lambda: mw.loads(text)),
            f"json.loads, {len(as_json)} characters",
            json_loads,
        ),
        Row("write a situation (dumps)", took(lambda: mw.dumps(state)), "json.dumps of the same", json_dumps),
        Row("write its code", took(lambda: mw.code(state)), "json.dumps of the same", json_dumps),
        Row("read its code", took(lambda: mw.from_code(code)), f"json.loads, {len(as_json)} characters", json_loads),
    ]


def import_row() -> Row:
    """Starting Python and importing the engine, without networkx, which it loads when a path graph is first asked for.

    As for a user, whose second start finds the modules compiled to bytecode.
    """
    with tempfile.TemporaryDirectory() as compiled:
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled

        def best(statement: str, times: int = 8) -> float:
            return min(started([sys.executable, "-c", statement], env) for _ in range(times))

        engine = best(
            "import sys, engine.mystic_wood; assert 'networkx' not in sys.modules, 'importing the engine loads networkx'"
        )
        return Row("start Python, import the engine", engine, "start Python, import json", best("import json"))


def started(command: list[str], env: dict[str, str]) -> float:
    """The seconds another program computes from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shown(rows: list[Row]) -> str:
    """The rows as a table for a terminal."""
    lines = [("what", "time", "compared with", "time", "ratio")]
    lines += [(r.what, duration(r.seconds), r.compared, duration(r.compared_seconds), r.shown) for r in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    aligned = ("<", ">", "<", ">", ">")
    return "\n".join(
        "  ".join(f"{cell:{align}{width}}" for cell, align, width in zip(line, aligned, widths, strict=True))
        for line in lines
    )


def duration(seconds: float) -> str:
    """Seconds in the unit that reads best: "1.5 ms"."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 1e-6:.1f} µs"


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Time the engine, as ratios to well-known work.")
    parser.add_argument("--budget", type=float, default=0.5, help="seconds to spend on each measurement (default: 0.5)")
    parser.add_argument(
        "--games", type=int, default=BOT_GAMES, help=f"games each kind of bots plays (default: {BOT_GAMES})"
    )
    given = parser.parse_args()
    budget: float = given.budget
    state = middle_of_a_game()
    rows = [
        *step_rows(4 * budget),
        *situation_rows(state, budget),
        *odds_rows(budget),
        *paths_rows(budget),
        search_row(),
    ]
    rows += game_rows(BOTS, given.games)
    apps = [Row(*row) for row in app_rows(lambda work: seconds_per_call(work, budget), start=budget >= 0.1)]
    table = [Row(*row) for row in table_rows(lambda work: seconds_per_call(work, budget))]
    measured = (*class_rows(), *stage_rows(), *notebook_rows(), *site_rows()) if budget >= 0.1 else ()
    hosts = [Row(*row) for row in measured]
    print(shown([*rows, *picture_rows(state, budget), import_row(), *apps, *table, *hosts]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
