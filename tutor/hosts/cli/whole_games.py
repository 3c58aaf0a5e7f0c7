"""Commands about whole games and all rules: a game of bots, a tournament, the coverage of the rules."""

from __future__ import annotations

import argparse
import json
import random

from engine.contract.game import play_out
from engine.text.faults import Fault, UnreadableText
from tutor.base.writing import written
from tutor.hosts.cli import answers
from tutor.teach.game import registry as games


def game_command(options: argparse.Namespace) -> int:
    """``tutor game``: a whole game played by bots."""
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


def arena_command(options: argparse.Namespace) -> int:
    """``tutor arena --bots A,B,...``: the games to a file, what came of them to standard output."""
    from tqdm import tqdm

    from tutor.content.arena import Arena, report, tournament

    for name, value, most in (("--count", options.count, 1_000_000), ("--workers", options.workers or 1, 1024)):
        if not 1 <= value <= most:
            raise UnreadableText(Fault(name, f"{value} cannot be", f"Write a number from 1 to {most:,}."))
    bots = [bot.strip() for bot in options.bots.split(",") if bot.strip()]
    arena = Arena(tournament(options.game, bots, options.seed, options.edition or ()), options.file)
    arena.resume()
    with tqdm(total=options.count, initial=len(arena.matches), unit="game", disable=None, leave=False) as bar:
        arena.run(options.count, options.workers, options.dask, lambda so_far: bar.update(so_far - bar.n))
    if options.json:
        print(
            json.dumps(
                {"games": len(arena.matches), "unwon": arena.unwon, "rows": [row._asdict() for row in arena.rows()]}
            )
        )
    else:
        print(report(arena))
    return 0


def coverage_command(options: argparse.Namespace) -> int:
    """``tutor coverage``: every rule against engine, cases, lessons and puzzles."""
    from tutor.content.coverage import coverage, coverage_text

    found = coverage(options.game)
    if options.json:
        print(json.dumps(found))
    else:
        print(coverage_text(found, only_missing=options.missing))
    return 0
