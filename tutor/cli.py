"""The ``tutor`` command."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from engine.faults import Fault, Faulty, UnreadableText
from engine.game import play_out
from tutor import answers, games
from tutor.exercises.answers import LONGEST_FRACTION, in_words
from tutor.ports import port_number
from tutor.rulings import find_rules, rule_text
from tutor.terminal import BAD_INPUT, say_faults, situation_text, speak_plainly, unusable
from tutor.writing import plain, plain_lines, written

REFUSED = 3
#: The longest line of a pipe, in bytes.
LONGEST_REQUEST = 1_000_000
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Exit status 0, 3 when an action is refused, 2 for bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    speak_plainly()
    passed_on: dict[str, Callable[[list[str]], int]] = {
        "lab": _lab, "build": _build, "handout": _handout, "notebook": _notebook, "site": _site,
        "share": _share,
    }  # fmt: skip
    options = argparse.Namespace(json=False)
    passed_on |= {app: partial(_app, app) for app in APPS}
    try:
        if arguments and arguments[0] in passed_on:
            return passed_on[arguments[0]](arguments[1:])
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except answers.ActionRefused as refused:
        return _refused(options, refused)
    except Faulty as faulty:
        return _bad_input(options, faulty)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as problem:
        return _bad_input(options, unusable(problem))


def _refused(options: argparse.Namespace, refused: answers.ActionRefused) -> int:
    if options.json:
        print(json.dumps(refused.answer))
    else:
        print(plain_lines("\n".join([*_told(refused.answer.get("events", [])), str(refused)])))
    return REFUSED


def _told(events: list[dict[str, Any]]) -> list[str]:
    """Events as lines, each with its rules."""
    return [f"{event['text']}  [{', '.join(event['rules'])}]" for event in events]


def _bad_input(options: argparse.Namespace, faulty: Faulty) -> int:
    if not getattr(options, "json", False):
        return say_faults(faulty)
    print(json.dumps({"error": faulty.as_dict()}))
    return BAD_INPUT


def _lab(arguments: list[str]) -> int:
    from tutor.lab import run

    return run(arguments)


def _notebook(arguments: list[str]) -> int:
    from tutor.hosts.marimo.command import command

    return command(arguments)


def _build(arguments: list[str]) -> int:
    from tutor.lessons.building import cli_build

    return cli_build(arguments)


def _site(arguments: list[str]) -> int:
    from tutor.hosts.static.command import command

    return command(arguments)


def _share(arguments: list[str]) -> int:
    from tutor.hosts.static.share import command

    return command(arguments)


def _handout(arguments: list[str]) -> int:
    from tutor.handout import cli_handout

    return cli_handout(arguments)


def _course(options: argparse.Namespace) -> int:
    from tutor.lab import cli_course

    return cli_course(options)


def _app(app: str, arguments: list[str]) -> int:
    from tutor.hosts.web.command import command

    return command(app, arguments)


def _situation(options: argparse.Namespace) -> str:
    """The situation FILE means, its board file loaded."""
    text = situation_text(options.file)
    if options.board:
        games.load_board(options.board, games.name_of_game(text))
    return text


def _action(situation: str, text: str) -> str:
    """An action as it is typed, in the spelling of the situation's game."""
    return games.teachable(games.name_of_game(situation)).typed(text)


def _print(options: argparse.Namespace, data: dict[str, Any], words: Callable[[dict[str, Any]], str]) -> int:
    print(json.dumps(data) if options.json else plain_lines(words(data)))
    return 0


def _reasons(reasons: Sequence[dict[str, Any]]) -> list[str]:
    return [f"  - {r['text']}\n    {r['rule']}{' (ruling)' if r['ruling'] else ''}: {r['cite']}" for r in reasons]


# ------------------------------------------------------------------ questions


def _judge(options: argparse.Namespace) -> int:
    def words(data: dict[str, Any]) -> str:
        head = f"{data['action']}: {'legal' if data['legal'] else 'not allowed'}"
        if not data["legal"] or "then" not in data:  # not every game tells beforehand what would happen
            return "\n".join([head, *_reasons(data["reasons"])])
        lines = [head, *(f"  {event['text']}" for event in data.get("events", ()))]
        lines += [f"  {data['then']}"] if "then" in data else []
        for cause in data.get("allowed_by", ()):
            lines += [f"  - {cause['text']}", f"    {cause['rule']}: {cause['cite']}"]
            if cause["ruling"] not in (None, cause["text"]):
                lines.append(f"    our ruling: {cause['ruling']}")
        return "\n".join(lines)

    situation = _situation(options)
    data = answers.judge({"situation": situation, "action": _action(situation, options.action)})
    return _print(options, data, words)


def _play(options: argparse.Namespace) -> int:
    def words(data: dict[str, Any]) -> str:
        lines = _told(data["events"])
        if data["decision"] == "over":
            lines.append(
                f"The game is over. {'Winner: ' + ', '.join(data['winners']) if data['winners'] else 'Nobody wins.'}"
            )
        else:
            who = ", ".join(data["deciders"]) or "chance"
            lines.append(f"Next: {who}. {', '.join(data['actions'])}")
        lines.append(data["code"])
        return "\n".join(lines)

    situation = _situation(options)
    data = answers.play({"situation": situation, "do": [_action(situation, action) for action in options.do]})
    return _print(options, data, words)


def _odds(options: argparse.Namespace) -> int:
    if options.goal is not None:
        return _odds_of_goal(options)
    if options.action is None:
        fix = 'Name an action ("meet orc"), or a --goal ("george at c6").'
        raise UnreadableText(Fault("odds", "it is not said of what", fix))

    def words(data: dict[str, Any]) -> str:
        lines = [data["action"]]
        names = {
            "round": "this round",
            "fight": "the whole fight",
            "reactions": "reactions",
            "with_bonus": "if Guyon adds 1 wherever he can",
            "at_best": "if Guyon goes for it",
            "within": "free within so many throws",
            "dragons": "the dragon's strength",
            "portals": "the next portal",
            "falls": "loses all Health by it",
        }
        lines += [f"  {what}: {data[key]}" for key, what in (("outcome", "by chance"), ("right", "right")) if key in data]
        for key, name in names.items():
            if key in data:
                chances = ", ".join(f"{what} {_readable(str(chance))}" for what, chance in data[key].items())
                lines.append(f"  {name}: {chances}")
        lines += [f"  assumed: {', '.join(data['assumed'])}"] if data.get("assumed") else []
        return "\n".join(lines if len(lines) > 1 else [*lines, "  nothing is thrown or turned up for it"])

    situation = _situation(options)
    data = answers.odds({"situation": situation, "action": _action(situation, options.action)})
    return _print(options, data, words)


def _readable(chance: str) -> str:
    """A chance as it is exactly, or rounded where the fraction is too long to be read (exactly with --json)."""
    return chance if len(chance) <= LONGEST_FRACTION else in_words(Fraction(chance))


#: Which kinds of puzzles are made, said without importing every game (a test holds it to what the games say).
MADE = (
    "order, setup, may, transport, path, odds, joust, combination, plan, ruling; "
    "of GRAN ends, road, dragons, stone, follows, lay-ring; "
    "of Mystic Paths walk, where-next, which-map, clue-chain, finish, allowed-now; "
    "of the Willow game stand, spoils, ways-out, last-turn, hide-the-baby, unlawful"
)
#: How many actions are listed after the best.
RUNNERS_UP = 5


def _odds_of_goal(options: argparse.Namespace) -> int:
    def words(data: dict[str, Any]) -> str:
        name = data["who"].capitalize()
        turns = f"within {data['turns']} turns of {name}'s" if data["turns"] > 1 else f"before {name}'s turn ends"
        if data["holds"]:
            return f"{data['goal']}: that is so already."
        first = f" after “{data['action']}”" if "action" in data else ""
        known = ", nobody exploring" if data["known"] else ""
        lines = [f"{data['goal']}, {turns}{first}{known}: {_chances(data)}"]
        if not data["proved"]:
            spent = f"{data['steps']:,} steps and {data['moments']:,} moments"
            lines += _sampled(data)
            lines.append(f"  Looked through: {spent}. {_may_prove(data)}")
        if data["against"]:
            against = " and ".join(map(str.capitalize, data["against"]))
            lines.append(f"  {against} {'plays' if len(data['against']) == 1 else 'play'} against it.")
        tried = data.get("actions", [])
        if tried:
            decides = (data["decides"] or "").capitalize() or "whoever decides"
            found = f"Best for {decides}" if data["best"] else f"What is best for {decides} is not proved"
            lines.append("Nothing that can be done first helps:" if data["high"] == "0" else f"{found}:")
        named = len(data.get("best", ())) + RUNNERS_UP
        for one in tried[:named]:
            mark = "*" if one["action"] in data["best"] else " "
            lines.append(f"{mark} {one['action']}: {_chances(one)}  [{', '.join(one['rules'])}]")
        if len(tried) > named:
            lines.append(f"  and {len(tried) - named} more, not known to be better (all with --json)")
        if "way" in data:
            lines.append("One way it comes true:")
        for one in data.get("way", ()):
            lines.append(f"> {one['action']}")
            lines += [f"  {line}" for line in _told(one["events"])]
        return "\n".join(lines)

    budget = options.budget.strip().lower()
    asked: dict[str, Any] = {"situation": _situation(options), "goal": options.goal, "turns": options.turns}
    number = budget.removesuffix("s").replace(",", "").replace("_", "").strip()
    if not number.isdecimal() or len(number) > 9:
        fix = "Give a number of steps (40000), or of seconds (20s)."
        raise UnreadableText(Fault("--budget", f"{options.budget!r} is no budget", fix))
    asked |= {"seconds": int(number), "budget": answers.MOST_STEPS} if budget.endswith("s") else {"budget": int(number)}
    if options.action is not None:
        asked["action"] = _action(asked["situation"], options.action)
    if options.known:
        asked["known"] = True
    return _print(options, answers.odds(asked), words)


def _sampled(data: dict[str, Any]) -> list[str]:
    """The sampled estimate beside open bounds, with half its 95 % interval; none where nothing was sampled."""
    if "estimate" not in data:
        return []
    sample = data["estimate"]
    return [
        f"  Sampled: {100 * sample['mean']:.3g} % ± {100 * sample['error']:.2g} % in {sample['plays']:,} plays that follow these "
        "bounds; an estimate, no proof."
    ]


def _may_prove(data: dict[str, Any]) -> str:
    """What may prove a chance that has stayed open."""
    known = "" if data["known"] else "--known, "
    return f"A larger --budget, {known}fewer turns or a smaller position may prove it."


def _chances(found: dict[str, Any]) -> str:
    """A chance as a fraction and in percent, or the bounds it lies between."""

    def told(text: str) -> str:
        short = "/" in text and len(text) <= LONGEST_FRACTION
        return f"{text} ({float(100 * Fraction(text)):.4g} %)" if short else in_words(Fraction(text))

    return told(found["low"]) if found["proved"] else f"not proved: between {told(found['low'])} and {told(found['high'])}"


def _order(options: argparse.Namespace) -> int:
    situation = situation_text(options.file)

    def words(data: dict[str, Any]) -> str:
        called = games.teachable(games.name_of_game(situation)).called
        who = f"{called(data['knight'])} at {data['area']} meets"
        lines = [f"{who}, in this order:" if data["order"] else f"{who} nobody."]
        lines += [f"  {n}. {' or '.join(map(called, place))}" for n, place in enumerate(data["order"], start=1)]
        for card, reasons in data["not_met"].items():
            lines += [f"Not met: {called(card)}", *_reasons(reasons)]
        return "\n".join(lines)

    return _print(options, answers.order({"situation": situation}), words)


def _values(values: dict[str, Any]) -> str:
    said = {True: "yes", False: "no"}
    return ", ".join(f"{e} {said[v] if isinstance(v, bool) else ', '.join(v)}" for e, v in values.items())


def _compare(options: argparse.Namespace) -> int:
    def words(data: dict[str, Any]) -> str:
        lines = [data["sentence"]]
        for edition, verdict in data["editions"].items():
            lines.append(f"{edition}: {verdict['sentence']}")
            if "error" in verdict:
                lines.append(f"  {verdict['error']['what']}. {verdict['error']['fix']}")
            lines += [*_reasons(verdict["reasons"]), *(f"  {event}" for event in verdict["events"])]
        lines += [f"They differ by {s['rule']}: {s['what']}: {_values(s['values'])}." for s in data["switches"]]
        return "\n".join(lines)

    situation = situation_text(options.file)
    data = answers.compare({"situation": situation, "action": _action(situation, options.action)})
    return _print(options, data, words)


def _ask(options: argparse.Namespace) -> int:
    data = answers.ask({"situation": _situation(options), "words": " ".join(options.words)})
    return _print(options, data, lambda found: "\n".join(_asked(found)))


def _asked(found: dict[str, Any]) -> Iterator[str]:
    """An answer to a question in words, or what it may mean, line by line."""
    yield from found["notes"]
    if answer := found.get("answer"):
        yield found["offered"][0]["asks"]
        yield from _answer_lines(answer)
    elif found["offered"]:
        yield "Do you mean one of these? Ask it in these words."
        for one in found["offered"]:
            yield f"  {one['asks']}"
            yield from (f"    {line}" for line in _answer_lines(one.get("answer", {}), 1))


def _answer_lines(answer: Mapping[str, Any], most: int | None = None) -> Iterator[str]:
    """An answer: yes or no if it is one, at most so many lines, and the rules behind it; nothing for an empty one."""
    if "legal" in answer:
        yield "Yes." if answer["legal"] else "No."
    yield from (f"  {line}" for line in answer.get("lines", ())[:most])
    if answer.get("rules"):
        yield f"  [{', '.join(answer['rules'][:most])}]"


def _rule(options: argparse.Namespace) -> int:
    data = answers.rule({"query": " ".join(options.query), "game": options.game})
    found = find_rules(data["query"], game=options.game)
    return _print(options, data, lambda _: "\n\n".join(rule_text(rule, game=options.game) for rule in found))


def _board(options: argparse.Namespace) -> int:
    data = answers.board({"situation": _situation(options)})
    if options.svg:
        written(options.svg, data["svg"])
        if not options.json:
            print(f"written: {plain(options.svg)}")
            return 0
    return _print(options, data, lambda found: str(found["text"]))


def _cards(options: argparse.Namespace) -> int:
    if options.board:
        board = games.load_board(options.board)
        print(f"{plain(options.board)}: {len(board.spaces)} spaces, {len(board.lines)} lines, all constraints kept")
        return 0
    game = games.teachable()
    if options.tiles:
        tiles = game.engine.load_tiles(options.tiles)
        print(plain(f"{options.tiles}: {len(tiles.tiles)} area cards, all constraints kept (source: {tiles.source})"))
        return 0
    rows = [row for row in game.card_list(options.file) if not options.card or options.card in (row["id"], row["kind"])]
    if not rows:
        raise UnreadableText(
            Fault(f"card {options.card!r}", "there is no such card or kind", "See them all with: tutor cards.")
        )
    if options.json:
        print(json.dumps({"cards": rows}))
    else:
        for row in rows:
            print(plain(f"{row['kind']:8} {row['name']:16} {row['values']:34} {row['table']}"))
            print(plain(f"         source: {row['from']}{' - ' + row['why'] if row['why'] else ''}"))
    return 0


def _pipe(options: argparse.Namespace) -> int:
    if options.board:
        games.load_board(options.board)
    for line in _lines(getattr(sys.stdin, "buffer", None)):
        print(_answer_line(line), flush=True)
    return 0


def _lines(stream: BinaryIO | None) -> Iterator[bytes]:
    """The lines of standard input that say something, of each no more than is read at all."""
    if stream is None:
        yield from (line.encode("utf-8", "surrogatepass") for line in sys.stdin if line.strip())
        return
    while line := stream.readline(LONGEST_REQUEST + 1):
        rest = line
        while len(rest) > LONGEST_REQUEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_REQUEST + 1)  # of a line that is too long, the rest is passed over
        if line.strip():
            yield line


def _answer_line(line: bytes) -> str:
    """The answer to one line, as one line, whatever it holds: one bad request must not end the pipe for the others."""
    try:
        if len(line) > LONGEST_REQUEST:
            what = f"this line is longer than {LONGEST_REQUEST // 1000} kB"
            raise UnreadableText(Fault("request", what, "Send one situation at a time."))
        try:
            request: object = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as problem:
            why = "it nests too deeply" if isinstance(problem, RecursionError) else str(problem)
            raise UnreadableText(Fault("request", f"this line is no JSON: {why}", "Write one JSON object per line.")) from None
        return json.dumps(answers.answer(request))
    except Faulty as faulty:
        return json.dumps({"error": faulty.as_dict()})
    except Exception as problem:  # the program itself is at fault
        what = f"the tutor is at fault here: {type(problem).__name__}: {problem}"[:500]
        fix = "Please report the request and this answer."
        return json.dumps({"error": {"where": "request", "what": what, "fix": fix}})


# ------------------------------------------------------------------ whole games and reports


def _game(options: argparse.Namespace) -> int:
    game = games.game(options.game)
    bot = options.bot or games.teachable(options.game).BOT
    if bot not in game.BOTS:
        raise UnreadableText(Fault(f"--bot {bot}", f"{options.game} has no such bot", f"Bots: {', '.join(game.BOTS)}."))
    names = [name.strip() for name in options.knights.split(",") if name.strip()]
    edition = options.edition or game.default_edition()
    own = options.board and games.load_board(options.board, options.game).id
    state = game.new_game(names, edition, **games.options(options.game, variants=options.variant, board=own))
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    record = play_out(state, dict.fromkeys(names, game.BOTS[bot]), seed, options.most)
    text = record.dumps(game.code)
    if options.save:
        written(options.save, text)
    if options.json:
        print(json.dumps({"seed": seed, "do": list(record.actions), **answers.state_answer(game, record.state)}))
    elif not options.save:
        print(record.transcript(), end="")
    if not options.json:
        end = record.state
        ended = (
            f"won by {', '.join(end.winners)}" if end.winners else "over, without a winner" if end.over else "not over"
        )
        print(f"seed {seed}: {len(record.actions)} actions, {ended}")
    return 0


def _arena(options: argparse.Namespace) -> int:
    """``tutor arena --bots A,B,...``: the games to a file, what came of them to standard output."""
    from tqdm import tqdm

    from tutor.arena import Arena, report, tournament

    for name, value, most in (("--count", options.count, 1_000_000), ("--workers", options.workers or 1, 1024)):
        if not 1 <= value <= most:
            raise UnreadableText(Fault(name, f"{value} cannot be", f"Write a number from 1 to {most:,}."))
    bots = [bot.strip() for bot in options.bots.split(",") if bot.strip()]
    arena = Arena(tournament(options.game, bots, options.seed, options.edition or ()), options.file)
    arena.resume()
    with tqdm(total=options.count, initial=len(arena.matches), unit="game", disable=None, leave=False) as bar:
        arena.run(options.count, options.workers, options.dask, lambda so_far: bar.update(so_far - bar.n))
    if options.json:
        print(json.dumps({"games": len(arena.matches), "unwon": arena.unwon, "rows": [row._asdict() for row in arena.rows()]}))
    else:
        print(report(arena))
    return 0


def _coverage(options: argparse.Namespace) -> int:
    from tutor.coverage import coverage, coverage_text

    found = coverage(options.game)
    if options.json:
        print(json.dumps(found))
    else:
        print(coverage_text(found, only_missing=options.missing))
    return 0


def _puzzle(options: argparse.Namespace) -> int:
    if options.lab:
        return _lab([f"puzzles/{options.id.removeprefix('puzzles/')}" if options.id else "puzzles"])
    from tutor.puzzles.command import cli_puzzle

    return cli_puzzle(options)


def _train(options: argparse.Namespace) -> int:
    if options.page:
        from tutor.hosts.web.command import train

        return train(options)
    from tutor.trainer.command import cli_train

    return cli_train(options)


def _make(options: argparse.Namespace) -> int:
    from tutor.puzzles.command import cli_make

    return cli_make(options)


def _sheet(options: argparse.Namespace) -> int:
    from tutor.puzzles.sheet import cli_sheet

    return cli_sheet(options)


def _progress(options: argparse.Namespace) -> int:
    from tutor.progress.command import cli_progress

    return int(cli_progress(options))


def _stage(options: argparse.Namespace) -> int:
    from tutor.hosts.stage_command import stage

    return stage(options)


def _class(options: argparse.Namespace) -> int:
    if not any(name.endswith(".json") for name in options.files):
        from tutor.hosts.web.command import hold_class

        return hold_class(options)
    from tutor.progress.command import cli_class

    return int(cli_class(options))


# ------------------------------------------------------------------ the parser


#: Adds a command: its name, what runs it, what it is about, and whether it takes a situation, an action, a board file.
_Add = Callable[..., argparse.ArgumentParser]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tutor", description="Learn The Mystic Wood, and ask its rules.")
    commands = parser.add_subparsers(dest="command", required=True)

    def add(
        name: str,
        run: Callable[[argparse.Namespace], int],
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
        command.set_defaults(run=run)
        return command

    for name, about in PASSED_ON.items():
        commands.add_parser(name, help=about, add_help=False)
    _add_questions(add)
    _add_puzzles(add)
    own = commands.add_parser("course", help="the lessons of the course; add one of your own, or remove it")
    own.add_argument("do", nargs="?", choices=("list", "add", "remove"), default="list")
    own.add_argument("names", nargs="*", metavar="LESSON", help="files to add (my-lesson.md), or names to remove")
    own.set_defaults(run=_course, json=False)
    progress = add("progress", _progress, "what you have done so far")
    progress.add_argument("--learner", help="whose progress (default: the usual learner)")
    progress.add_argument("--export", metavar="FILE", help="write it to a small file")
    progress.add_argument("--import", dest="import_file", metavar="FILE", help="add what such a file holds, or such a code")
    table = add("class", _class, "hold a class: phones come in by a word; with files: the teacher's table of them")
    table.add_argument("files", nargs="*", metavar="FILE", help="what you bring: lessons (.md), sheets of puzzles and scripts "
                       "of the stage (.toml); files exported by the pupils (.json): only their table is printed")  # fmt: skip
    table.add_argument("--port", type=port_number, help="the port to listen at (default: that of the last time, or a free one)")
    table.add_argument("--no-browser", action="store_true", help="do not open a browser")
    table.add_argument("--alone", action="store_true", help="let no other device in: to try it on this computer")
    table.add_argument("--wifi", metavar="NAME", help="show a code for the Wi-Fi of that name too; its password is asked for")
    table.add_argument("--check", action="store_true", help="try the room with one phone before the class comes")
    stage = add("stage", _stage, "a lesson on a large screen: a phone as clicker, votes, what if; exports it as well")
    stage.add_argument("script", metavar="SCRIPT", nargs="?", help="a script that ships (--list), or a file: my-script.toml")
    stage.add_argument("--list", action="store_true", help="the scripts that ship")
    stage.add_argument("--check", action="store_true", help="read the script, play it, and say what would not fit on the screen")
    stage.add_argument("--export", metavar="FILE", help="write a page that steps through it (.html), or a handout (.pdf)")
    stage.add_argument("--wifi", metavar="NAME", help="show a code for the Wi-Fi of that name too; its password is asked for")
    stage.add_argument("--new", action="store_true", help="begin anew: forget who followed, votes and branches")
    stage.add_argument("--port", type=port_number, help="the port to listen at (default: that of the last time, or a free one)")
    stage.add_argument("--no-browser", action="store_true", help="do not open a browser")
    stage.add_argument("--alone", action="store_true", help="let no other device in: to try it on this computer")
    return parser


def _add_questions(add: _Add) -> None:
    """What is asked of a situation, of the rules, and of whole games."""
    add("judge", _judge, "legal or not, and why", file=True, action=True, board=True)
    playing = add("play", _play, "apply actions in turn and tell what happens", file=True, board=True)
    playing.add_argument(
        "--do", action="append", default=[], metavar="ACTION", help="an action; may be given several times"
    )
    odds = add("odds", _odds, "exact odds of an action, or of a goal within some turns", file=True, board=True)
    odds.add_argument("action", nargs="?", metavar="ACTION", help='an action ("meet elf"); with a goal, what is done first')
    odds.add_argument("--goal", metavar="GOAL", help='what is wanted: "george beats dragon", "george at c6", "george has lance"')
    odds.add_argument("--turns", type=int, default=1, help="within so many of that Knight's turns, the one under way included")
    odds.add_argument("--known", action="store_true", help="with a goal: nobody enters ground that is not explored yet")
    odds.add_argument("--budget", default="40000", metavar="N", help="look through so many steps (40000), or seconds (20s)")
    add("order", _order, "the encounter order of the area the Knight is in", file=True)
    add("compare", _compare, "the same question in every edition", file=True, action=True)
    asking = add("ask", _ask, "a question in everyday words: an action, a rule, a card, the moment", file=True, board=True)
    asking.add_argument("words", nargs="+", metavar="WORDS", help='"may I take the lance?", "who wins a tie?"')
    rule = add("rule", _rule, "search the rules by id, card, area or words")
    rule.add_argument("--game", default=games.FIRST, help=f"whose rules: {' or '.join(games.GAMES)}")
    rule.add_argument("query", nargs="+", help="a rule id or words")
    board = add("board", _board, "the board as text, or as a picture", file=True, board=True)
    board.add_argument("--svg", metavar="OUT", help="write the picture to this file")
    cards = add("cards", _cards, "the cards with their values and where each comes from")
    cards.add_argument("card", nargs="?", help="one card, or a kind: knight, denizen, thing, spell, area")
    cards.add_argument("--file", help="check and show a card file of your own")
    cards.add_argument("--tiles", metavar="FILE", help="check a file of area cards of your own")
    cards.add_argument("--board", metavar="FILE", help="check a board file of your own (GRAN, Mystic Paths)")
    add("pipe", _pipe, "answer JSON requests, one per line", board=True)
    game = add("game", _game, "let bots play a whole game", board=True)
    game.add_argument("--knights", required=True, help="in the order of choosing: george,britomart (GRAN: red,blue,green)")
    game.add_argument("--edition", help="whose rules are played (default: the game's own default)")
    game.add_argument("--game", default=games.FIRST, help=f"which game: {' or '.join(games.GAMES)}")
    game.add_argument("--variant", action="append", help="hidden, cooperative; Mystic Paths: individual, teams, all-or-nothing")
    game.add_argument("--seed", type=int, help="the same seed gives the same game")
    game.add_argument("--bot", help="who plays: random, quest; in GRAN random, runner, careful; in Mystic Paths blind, reader")
    game.add_argument("--most", type=int, default=3000, help="stop after so many actions")
    game.add_argument("--save", metavar="FILE", help="save the record instead of printing it")
    arena = add("arena", _arena, "a tournament of bots: who wins how often, with errors, luck taken out")
    arena.add_argument("--bots", required=True, help="who plays, one for each seat: crown,quest,quest,quest")
    arena.add_argument("--game", default=games.FIRST, help=f"which game: {' or '.join(games.GAMES)}")
    arena.add_argument("--edition", action="append", help="only by these rules (default: the editions in turn)")
    arena.add_argument("--count", type=int, default=400, help="how many games")
    arena.add_argument("--seed", type=int, default=1, help="the same seed makes the same games, whatever the workers")
    arena.add_argument("--workers", type=int, default=0, help="how many processes (default: one for each core)")
    arena.add_argument("--dask", metavar="ADDRESS", default="", help="play them on the Dask cluster of this scheduler")
    arena.add_argument("--file", type=Path, metavar="FILE", help="keep each game here; the same command goes on with it")
    coverage = add("coverage", _coverage, "every rule against engine, cases, lessons and puzzles")
    coverage.add_argument("--game", default=games.FIRST, help=f"whose rules: {' or '.join(games.GAMES)}")
    coverage.add_argument("--missing", action="store_true", help="only the rules with an empty cell")


def _add_puzzles(add: _Add) -> None:
    """Puzzles: asked, chosen, made, and printed."""
    puzzle = add("puzzle", _puzzle, "a puzzle: shown, and answered")
    puzzle.add_argument("id", nargs="?", metavar="ID", help="which one (default: the easiest you have not solved)")
    puzzle.add_argument("--list", action="store_true", help="all of them, with their ids")
    puzzle.add_argument("--file", metavar="FILE", help="from a collection of your own, or one that tutor make has made")
    puzzle.add_argument("--lab", action="store_true", help="open puzzles in JupyterLab; ID is then the name of a shelf: jousts")
    puzzle.add_argument("--answer", metavar="ANSWER", help="check this answer and stop")
    train = add("train", _train, "puzzles one after another, as hard as does you good; streaks, and a puzzle of the day")
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
    make = add("make", _make, "make new puzzles from a seed")
    make.add_argument("kind", metavar="KIND", help=MADE)
    make.add_argument("--game", help=f"whose kind it is, where games share the name: {' or '.join(games.GAMES)}")
    make.add_argument("--count", type=int, default=20, help="how many")
    make.add_argument("--seed", type=int, default=1, help="the same seed makes the same puzzles, whatever the workers")
    make.add_argument("--themes", help="only puzzles with one of these themes: order,things")
    make.add_argument("--workers", type=int, help="how many at once (default: one for each core)")
    make.add_argument("--dask", metavar="ADDRESS", default="", help="make them on the Dask cluster of this scheduler")
    make.add_argument("--out", metavar="FILE", help="write them to this file, a collection, instead of printing them")
    sheet = add("sheet", _sheet, "puzzles on paper: with their boards, room for answers, and an answer key apart")
    sheet.add_argument("--themes", help="only puzzles with one of these themes: order,things")
    sheet.add_argument("--kinds", help="only puzzles of these kinds: order,odds")
    sheet.add_argument("--edition", help="only puzzles that hold by these rules, played by them: 1980")
    sheet.add_argument("--rating", metavar="LOW-HIGH", help="only puzzles as hard as that: 900-1500")
    sheet.add_argument("--count", type=int, default=6, help="how many (default: 6)")
    sheet.add_argument("--seed", type=int, default=1, help="the same seed chooses the same puzzles")
    sheet.add_argument("--ids", help="these puzzles, in this order, instead of chosen ones: beast-before-beauty,full-house")
    sheet.add_argument("--file", metavar="FILE", help="from a collection of your own, or one that tutor make has made")
    sheet.add_argument("--title", help="what stands at its head")
    sheet.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the paper (default: a4)")
    sheet.add_argument("--colour", action="store_true", help="boards in colour; without it they can be photocopied")
    sheet.add_argument("--out", metavar="FILE", default="sheet.html", help="a page, or sheet.pdf; the key beside it")
