"""Commands that look something up: a rule, the board, the cards."""

from __future__ import annotations

import argparse
import json

from engine.text.faults import Fault, UnreadableText
from tutor.base.writing import plain, written
from tutor.content.rulings import find_rules, rule_text
from tutor.hosts.cli import answers
from tutor.hosts.cli.common import say, situation_of
from tutor.teach.game import registry as games


def rule_command(options: argparse.Namespace) -> int:
    """``tutor rule``: the rules that words find."""
    data = answers.rule({"query": " ".join(options.query), "game": options.game})
    found = find_rules(data["query"], game=options.game)
    return say(options, data, lambda _: "\n\n".join(rule_text(rule, game=options.game) for rule in found))


def board_command(options: argparse.Namespace) -> int:
    """``tutor board``: the board as text or as a picture."""
    data = answers.board({"situation": situation_of(options)})
    if options.svg:
        written(options.svg, data["svg"])
        if not options.json:
            print(f"written: {plain(options.svg)}")
            return 0
    return say(options, data, lambda found: str(found["text"]))


def cards_command(options: argparse.Namespace) -> int:
    """``tutor cards``: the cards with their values, or whether a file of one's own fits."""
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
