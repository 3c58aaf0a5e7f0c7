"""What the commands that answer share: the situation they are given, and how an answer is printed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from tutor.base.terminal import situation_text
from tutor.base.writing import plain_lines
from tutor.teach.game import registry as games


def situation_of(options: argparse.Namespace) -> str:
    """The situation FILE means, its board file loaded."""
    text = situation_text(options.file, games.is_code)
    if options.board:
        games.load_board(options.board, games.name_of_game(text))
    return text


def action_of(situation: str, text: str) -> str:
    """An action as it is typed, in the spelling of the situation's game."""
    return games.teachable(games.name_of_game(situation)).typed(text)


def say(options: argparse.Namespace, data: dict[str, Any], words: Callable[[dict[str, Any]], str]) -> int:
    """Print an answer, as JSON if that is asked for, else in words."""
    print(json.dumps(data) if options.json else plain_lines(words(data)))
    return 0


def reason_lines(reasons: Sequence[dict[str, Any]]) -> list[str]:
    """Reasons as lines, each with its rule and where that stands."""
    return [f"  - {r['text']}\n    {r['rule']}{' (ruling)' if r['ruling'] else ''}: {r['cite']}" for r in reasons]


def told_events(events: list[dict[str, Any]]) -> list[str]:
    """Events as lines, each with its rules."""
    return [f"{event['text']}  [{', '.join(event['rules'])}]" for event in events]
