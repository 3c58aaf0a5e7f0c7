"""The ``tutor`` command: which commands there are, where each is, and their options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.text.faults import Faulty
from tutor.base.ports import port_number
from tutor.base.terminal import BAD_INPUT, say_faults, speak_plainly, unusable
from tutor.base.writing import plain_lines
from tutor.hosts.cli import answers
from tutor.hosts.cli.common import told_events
from tutor.teach.game import registry as games

REFUSED = 3
#: Commands that open a page in the browser.
APPS = {
    "edit": "lay out a situation by hand, in the browser",
    "rulings": "the ruling checker, in the browser",
    "table": "a whole game, alone or with others, in the browser",
    "apps": "everything on one page, in the browser",
}
#: Commands that read their own options.
PASSED_ON = {
    "lab": "open the lessons in JupyterLab",
    "notebook": "open a marimo notebook: a workbench, a checker of your own, the chances of a joust",
    "build": "build a lesson's notebook from its source",
    "handout": "a lesson on paper: with its boards, room for answers, and a key apart",
    "site": "the whole tutor as a folder of static files: build it, or try it",
    "share": "a link into such a site: a lesson, an exercise, a puzzle, a quarrel, a game; as a QR code",
    **APPS,
}
#: What runs each command, imported when it is asked for: a module, and a function of its options (those that read their own: of
#: the words behind the command).
RUNS = {
    **dict.fromkeys(APPS, "tutor.hosts.web.command:command"),
    "lab": "tutor.hosts.lab.lab:run",
    "notebook": "tutor.hosts.marimo.command:command",
    "build": "tutor.content.lessons.building:cli_build",
    "handout": "tutor.hosts.paper.handout:cli_handout",
    "site": "tutor.hosts.site.command:command",
    "share": "tutor.hosts.site.share:command",
    **{
        name: f"tutor.hosts.cli.questions:{name}_command"
        for name in ("judge", "play", "odds", "order", "compare", "ask")
    },
    **{name: f"tutor.hosts.cli.reference:{name}_command" for name in ("rule", "board", "cards")},
    **{name: f"tutor.hosts.cli.whole_games:{name}_command" for name in ("game", "arena", "coverage")},
    "pipe": "tutor.hosts.cli.pipe:pipe_command",
    "puzzle": "tutor.hosts.cli.puzzles:cli_puzzle",
    "make": "tutor.hosts.cli.puzzles:cli_make",
    "sheet": "tutor.hosts.cli.sheet:cli_sheet",
    "train": "tutor.hosts.cli.train:cli_train",
    "course": "tutor.hosts.lab.lab:cli_course",
    "progress": "tutor.hosts.cli.progress:cli_progress",
    "class": "tutor.hosts.cli.progress:cli_class",
    "stage": "tutor.hosts.cli.stage:stage",
}
#: Which kinds of puzzles are made, said without importing every game (a test holds it to what the games say).
MADE = (
    "order, setup, may, transport, path, odds, joust, combination, plan, ruling; "
    "of GRAN ends, road, dragons, stone, follows, lay-ring; "
    "of Mystic Paths walk, where-next, which-map, clue-chain, finish, allowed-now; "
    "of the Willow game stand, spoils, ways-out, last-turn, hide-the-baby, unlawful"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Exit status 0, 3 when an action is refused, 2 for bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    speak_plainly()
    options = argparse.Namespace(json=False)
    try:
        if arguments and arguments[0] in PASSED_ON:
            name, *rest = arguments
            return int(_runner(name)(name, rest) if name in APPS else _runner(name)(rest))
        options = _parser().parse_args(arguments)
        return int(_runner(options.command)(options))
    except answers.ActionRefused as refused:
        return _refused(options, refused)
    except Faulty as faulty:
        return _bad_input(options, faulty)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as problem:
        return _bad_input(options, unusable(problem))


def _runner(command: str) -> Callable[..., Any]:
    """What runs a command."""
    module, _, name = RUNS[command].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def _refused(options: argparse.Namespace, refused: answers.ActionRefused) -> int:
    if options.json:
        print(json.dumps(refused.answer))
    else:
        print(plain_lines("\n".join([*told_events(refused.answer.get("events", [])), str(refused)])))
    return REFUSED


def _bad_input(options: argparse.Namespace, faulty: Faulty) -> int:
    if not getattr(options, "json", False):
        return say_faults(faulty)
    print(json.dumps({"error": faulty.as_dict()}))
    return BAD_INPUT


# ------------------------------------------------------------------ the parser


#: Adds a command: its name, what it is about, and whether it takes a situation, an action, a board file.
_Add = Callable[..., argparse.ArgumentParser]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tutor", description="Learn The Mystic Wood, and ask its rules.")
    commands = parser.add_subparsers(dest="command", required=True)

    def add(
        name: str,
        about: str,
        file: bool = False,
        action: bool = False,
        board: bool = False,
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        if file:
            command.add_argument("file", metavar="FILE", help="a situation file, a code, or - for standard input")
        if board:
            command.add_argument("--board", metavar="BOARD", help="a board file of your own (GRAN, Mystic Paths)")
        if action:
            command.add_argument("action", metavar="ACTION", help='an action, such as "meet elf"')
        command.add_argument("--json", action="store_true", help="print one JSON object")
        return command

    for name, about in PASSED_ON.items():
        commands.add_parser(name, help=about, add_help=False)
    _add_questions(add)
    _add_whole_games(add)
    _add_puzzles(add)
    own = commands.add_parser("course", help="the lessons of the course; add one of your own, or remove it")
    own.add_argument("do", nargs="?", choices=("list", "add", "remove"), default="list")
    own.add_argument("names", nargs="*", metavar="LESSON", help="files to add (my-lesson.md), or names to remove")
    own.set_defaults(json=False)
    progress = add("progress", "what you have done so far")
    progress.add_argument("--learner", help="whose progress (default: the usual learner)")
    progress.add_argument("--export", metavar="FILE", help="write it to a small file")
    progress.add_argument(
        "--import", dest="import_file", metavar="FILE", help="add what such a file holds, or such a code"
    )
    _add_together(add)
    return parser


def _add_together(add: _Add) -> None:
    """What is done with others: a class, a stage."""
    table = add("class", "hold a class: phones come in by a word; with files: the teacher's table of them")
    table.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="what you bring: lessons (.md), sheets of puzzles and scripts "
        "of the stage (.toml); files exported by the pupils (.json): only their table is printed",
    )
    table.add_argument(
        "--port", type=port_number, help="the port to listen at (default: that of the last time, or a free one)"
    )
    table.add_argument("--no-browser", action="store_true", help="do not open a browser")
    table.add_argument("--alone", action="store_true", help="let no other device in: to try it on this computer")
    table.add_argument(
        "--wifi", metavar="NAME", help="show a code for the Wi-Fi of that name too; its password is asked for"
    )
    table.add_argument("--check", action="store_true", help="try the room with one phone before the class comes")
    stage = add("stage", "a lesson on a large screen: a phone as clicker, votes, what if; exports it as well")
    stage.add_argument(
        "script", metavar="SCRIPT", nargs="?", help="a script that ships (--list), or a file: my-script.toml"
    )
    stage.add_argument("--list", action="store_true", help="the scripts that ship")
    stage.add_argument(
        "--check", action="store_true", help="read the script, play it, and say what would not fit on the screen"
    )
    stage.add_argument(
        "--export", metavar="FILE", help="write a page that steps through it (.html), or a handout (.pdf)"
    )
    stage.add_argument(
        "--wifi", metavar="NAME", help="show a code for the Wi-Fi of that name too; its password is asked for"
    )
    stage.add_argument("--new", action="store_true", help="begin anew: forget who followed, votes and branches")
    stage.add_argument(
        "--port", type=port_number, help="the port to listen at (default: that of the last time, or a free one)"
    )
    stage.add_argument("--no-browser", action="store_true", help="do not open a browser")
    stage.add_argument("--alone", action="store_true", help="let no other device in: to try it on this computer")


def _add_questions(add: _Add) -> None:
    """What is asked of a situation, and of the rules."""
    add("judge", "legal or not, and why", file=True, action=True, board=True)
    playing = add("play", "apply actions in turn and tell what happens", file=True, board=True)
    playing.add_argument(
        "--do", action="append", default=[], metavar="ACTION", help="an action; may be given several times"
    )
    odds = add("odds", "exact odds of an action, or of a goal within some turns", file=True, board=True)
    odds.add_argument(
        "action", nargs="?", metavar="ACTION", help='an action ("meet elf"); with a goal, what is done first'
    )
    odds.add_argument(
        "--goal", metavar="GOAL", help='what is wanted: "george beats dragon", "george at c6", "george has lance"'
    )
    odds.add_argument(
        "--turns", type=int, default=1, help="within so many of that Knight's turns, the one under way included"
    )
    odds.add_argument("--known", action="store_true", help="with a goal: nobody enters ground that is not explored yet")
    odds.add_argument(
        "--budget", default="40000", metavar="N", help="look through so many steps (40000), or seconds (20s)"
    )
    add("order", "the encounter order of the area the Knight is in", file=True)
    add("compare", "the same question in every edition", file=True, action=True)
    asking = add("ask", "a question in everyday words: an action, a rule, a card, the moment", file=True, board=True)
    asking.add_argument("words", nargs="+", metavar="WORDS", help='"may I take the lance?", "who wins a tie?"')
    rule = add("rule", "search the rules by id, card, area or words")
    rule.add_argument("--game", default=games.FIRST, help=f"whose rules: {' or '.join(games.GAMES)}")
    rule.add_argument("query", nargs="+", help="a rule id or words")
    board = add("board", "the board as text, or as a picture", file=True, board=True)
    board.add_argument("--svg", metavar="OUT", help="write the picture to this file")
    cards = add("cards", "the cards with their values and where each comes from")
    cards.add_argument("card", nargs="?", help="one card, or a kind: knight, denizen, thing, spell, area")
    cards.add_argument("--file", help="check and show a card file of your own")
    cards.add_argument("--tiles", metavar="FILE", help="check a file of area cards of your own")
    cards.add_argument("--board", metavar="FILE", help="check a board file of your own (GRAN, Mystic Paths)")
    add("pipe", "answer JSON requests, one per line", board=True)
    coverage = add("coverage", "every rule against engine, cases, lessons and puzzles")
    coverage.add_argument("--game", default=games.FIRST, help=f"whose rules: {' or '.join(games.GAMES)}")
    coverage.add_argument("--missing", action="store_true", help="only the rules with an empty cell")


def _add_whole_games(add: _Add) -> None:
    """Games that bots play."""
    game = add("game", "let bots play a whole game", board=True)
    game.add_argument(
        "--knights", required=True, help="in the order of choosing: george,britomart (GRAN: red,blue,green)"
    )
    game.add_argument("--edition", help="whose rules are played (default: the game's own default)")
    game.add_argument("--game", default=games.FIRST, help=f"which game: {' or '.join(games.GAMES)}")
    game.add_argument(
        "--variant", action="append", help="hidden, cooperative; Mystic Paths: individual, teams, all-or-nothing"
    )
    game.add_argument("--seed", type=int, help="the same seed gives the same game")
    game.add_argument(
        "--bot", help="who plays: random, quest; in GRAN random, runner, careful; in Mystic Paths blind, reader"
    )
    game.add_argument("--most", type=int, default=3000, help="stop after so many actions")
    game.add_argument("--save", metavar="FILE", help="save the record instead of printing it")
    arena = add("arena", "a tournament of bots: who wins how often, with errors, luck taken out")
    arena.add_argument("--bots", required=True, help="who plays, one for each seat: crown,quest,quest,quest")
    arena.add_argument("--game", default=games.FIRST, help=f"which game: {' or '.join(games.GAMES)}")
    arena.add_argument("--edition", action="append", help="only by these rules (default: the editions in turn)")
    arena.add_argument("--count", type=int, default=400, help="how many games")
    arena.add_argument("--seed", type=int, default=1, help="the same seed makes the same games, whatever the workers")
    arena.add_argument("--workers", type=int, default=0, help="how many processes (default: one for each core)")
    arena.add_argument("--dask", metavar="ADDRESS", default="", help="play them on the Dask cluster of this scheduler")
    arena.add_argument(
        "--file", type=Path, metavar="FILE", help="keep each game here; the same command goes on with it"
    )


def _add_puzzles(add: _Add) -> None:
    """Puzzles: asked, chosen, made, and printed."""
    puzzle = add("puzzle", "a puzzle: shown, and answered")
    puzzle.add_argument("id", nargs="?", metavar="ID", help="which one (default: the easiest you have not solved)")
    puzzle.add_argument("--list", action="store_true", help="all of them, with their ids")
    puzzle.add_argument("--file", metavar="FILE", help="from a collection of your own, or one that tutor make has made")
    puzzle.add_argument(
        "--lab", action="store_true", help="open puzzles in JupyterLab; ID is then the name of a shelf: jousts"
    )
    puzzle.add_argument("--answer", metavar="ANSWER", help="check this answer and stop")
    train = add("train", "puzzles one after another, as hard as does you good; streaks, and a puzzle of the day")
    train.add_argument("--themes", help="only puzzles with one of these themes: order,things")
    train.add_argument("--kinds", help="only puzzles of these kinds: order,odds")
    train.add_argument("--edition", help="play them by the rules of this edition")
    modes = train.add_mutually_exclusive_group()
    modes.add_argument("--streak", action="store_true", help="ever harder ones, until the third that you miss")
    modes.add_argument("--daily", action="store_true", help="the puzzle of the day, the same for everybody")
    modes.add_argument("--review", action="store_true", help="those you have missed, some days later")
    train.add_argument("--file", metavar="FILE", help="from a collection of your own, or one that tutor make has made")
    train.add_argument("--learner", help="whose progress (default: the usual learner)")
    train.add_argument("--page", action="store_true", help="as a page in the browser")
    train.add_argument("--port", type=port_number, help="with --page: the port to listen at (default: a free one)")
    train.add_argument("--no-browser", action="store_true", help="with --page: do not open a browser")
    make = add("make", "make new puzzles from a seed")
    make.add_argument("kind", metavar="KIND", help=MADE)
    make.add_argument("--game", help=f"whose kind it is, where games share the name: {' or '.join(games.GAMES)}")
    make.add_argument("--count", type=int, default=20, help="how many")
    make.add_argument("--seed", type=int, default=1, help="the same seed makes the same puzzles, whatever the workers")
    make.add_argument("--themes", help="only puzzles with one of these themes: order,things")
    make.add_argument("--workers", type=int, help="how many at once (default: one for each core)")
    make.add_argument("--dask", metavar="ADDRESS", default="", help="make them on the Dask cluster of this scheduler")
    make.add_argument("--out", metavar="FILE", help="write them to this file, a collection, instead of printing them")
    sheet = add("sheet", "puzzles on paper: with their boards, room for answers, and an answer key apart")
    sheet.add_argument("--themes", help="only puzzles with one of these themes: order,things")
    sheet.add_argument("--kinds", help="only puzzles of these kinds: order,odds")
    sheet.add_argument("--edition", help="only puzzles that hold by these rules, played by them: 1980")
    sheet.add_argument("--rating", metavar="LOW-HIGH", help="only puzzles as hard as that: 900-1500")
    sheet.add_argument("--count", type=int, default=6, help="how many (default: 6)")
    sheet.add_argument("--seed", type=int, default=1, help="the same seed chooses the same puzzles")
    sheet.add_argument(
        "--ids", help="these puzzles, in this order, instead of chosen ones: beast-before-beauty,full-house"
    )
    sheet.add_argument("--file", metavar="FILE", help="from a collection of your own, or one that tutor make has made")
    sheet.add_argument("--title", help="what stands at its head")
    sheet.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the paper (default: a4)")
    sheet.add_argument("--colour", action="store_true", help="boards in colour; without it they can be photocopied")
    sheet.add_argument("--out", metavar="FILE", default="sheet.html", help="a page, or sheet.pdf; the key beside it")
