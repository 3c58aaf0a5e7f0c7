"""A whole game as one line of text: who played, how it began, and all that was played."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from engine.contract import records
from engine.text.codes import MOST_PLAIN, agrees, refusal, seal, unseal
from engine.text.faults import Fault, UnreadableText
from tutor.pages.table.play import Table
from tutor.teach.game import registry as games

#: How the code of a table begins.
PREFIX = "mwt1-"


def code_of(table: Table, line: int) -> str:
    """The code of a table as somebody sees it, played up to a line: the whole game. While a game with secrets is under way it is
    what he knows of the present moment, and nothing of how it came about."""
    if table.secret and not table.over:
        begins, played = games.game(table.game).code(table.at(line)), []
    else:
        begins, played = games.game(table.game).code(table.first), [each.action for each in table.lines[:line]]
    raw = {
        "game": table.game,
        "places": [
            [place.seat, "here" if place.by != "bot" else "bot", place.name, place.bot] for place in table.places
        ],
        "text": begins,
        "do": played,
    }
    plain = json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode()
    return seal(PREFIX, zlib.compress(plain, 9), plain)


def read_code(text: str) -> Mapping[str, Any]:
    """What a code, a record or a situation begins: the words of an act ``begin``. UnreadableText if it is none."""
    text = text.strip()
    if text.startswith(PREFIX):
        return _unfolded(text)
    if text.startswith("{"):
        raw = json.loads(text) if len(text) <= records.LONGEST else None
        if isinstance(raw, dict) and isinstance(raw.get("situation"), str) and isinstance(raw.get("do"), list):
            return {"game": games.name_of_game(raw["situation"]), "text": raw["situation"], "do": raw["do"]}
        raise UnreadableText(
            Fault("game", "this is no record of a game", "Open what the table has saved, a code or a situation.")
        )
    return {"game": games.name_of_game(text), "text": text}


def _unfolded(text: str) -> Mapping[str, Any]:
    check, packed = unseal(PREFIX, text)
    try:
        opener = zlib.decompressobj()
        plain = opener.decompress(packed, MOST_PLAIN)
        raw = json.loads(plain)
    except (zlib.error, ValueError, RecursionError):
        raise refusal(PREFIX, text) from None
    if not agrees(check, plain) or not isinstance(raw, dict):
        raise refusal(PREFIX, text)
    return raw
