"""A half-built situation: plain data of the format, which may still be impossible, and what the engine's reader says to it."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import SAME_CARD
from engine.mystic_wood.material.wood import Tile, tiles_of
from engine.text.faults import Fault, Faulty, ImpossibleSituation, UnreadableText
from engine.text.keyed import parse, text_of, value_text
from tutor.pages.editor.model import Data, DraftReading, Pinned, refuse_misshapen

#: Either side of a card that is two things: the Wizard who gives the Lance, and the Lance.
TWIN: Mapping[str, str] = {**SAME_CARD, **{thing: denizen for denizen, thing in SAME_CARD.items()}}
_TABLE = re.compile(r"\[(areas|knights)\.([\w-]+)\]\s*(.*)")


def edition_in(data: Mapping[str, Any]) -> str:
    """The edition of a half-built situation: the default one where it names none there is."""
    named = data.get("edition")
    return named if isinstance(named, str) and named in mw.editions() else mw.default_edition()


def wood_in(data: Mapping[str, Any]) -> mw.Wood:
    """The Wood of a half-built situation."""
    return mw.wood_of(edition_in(data))


def tiles_in(data: Mapping[str, Any]) -> Mapping[str, Tile]:
    """The area cards of a half-built situation, by id."""
    return tiles_of(edition_in(data)).tiles


def empty() -> Data:
    """An untouched Wood in which nobody plays yet."""
    return {"areas": {}, "knights": {}}


def tidy(raw: Mapping[str, Any]) -> Data:
    """A situation's plain data as the editor keeps it: a table for each Knight, in the order of play, and no defaults."""
    data: Data = copy.deepcopy(dict(raw))
    knights = data.get("knights", {})
    if not isinstance(knights, dict) or not isinstance(data.get("areas", {}), dict):
        return data
    order = data.pop("order", None)
    if isinstance(order, list) and all(isinstance(seat, str) for seat in order) and not set(knights) - set(order):
        knights = {seat: knights.get(seat, {}) for seat in order}
    elif order is not None:
        data["order"] = order
    data["areas"], data["knights"] = data.get("areas", {}), knights
    for key, usual in (("edition", "1980"), ("turn", next(iter(knights), None)), ("moment", "start")):
        if data.get(key) == usual:
            data.pop(key, None)
    gate = wood_in(data).earthly_gate
    for table in knights.values():
        if isinstance(table, dict) and table.get("at") == gate:
            del table["at"]
    return data


def from_text(text: str) -> Data:
    """The data of a situation text or a code, faults and all.

    UnreadableText if it is neither, or if what stands in it cannot even be laid out, such as a number instead of a list.
    """
    if text.strip().startswith("mw1-"):
        return tidy(mw.to_dict(mw.from_code(text)))
    raw = without_dates(parse(text, "situation"))
    try:
        mw.loads(text)
    except Faulty as faulty:
        refuse_misshapen(faulty.faults)
    return tidy(raw)


def without_dates(raw: Data) -> Data:
    """The data, if they hold nothing but texts, numbers, lists and tables; UnreadableText else."""
    try:
        json.dumps(raw)
    except TypeError:
        raise UnreadableText(Fault("situation", "a date or a time has no place in it", "Leave it out.")) from None
    return raw


def to_toml(data: Data) -> str:
    """The situation as a file: only what differs from an untouched Wood."""
    knights = data.get("knights", {})
    bare = [seat for seat, table in knights.items() if not table]
    top = {key: value for key, value in data.items() if key not in ("areas", "knights", "order")}
    if "order" in data:
        top = {"order": data["order"], **top}
    elif bare and knights:
        top = {"order": list(knights), **top}
    laid = {kind: {name: table for name, table in data.get(kind, {}).items() if table} for kind in ("areas", "knights")}
    return text_of({**top, **laid}, tuple(laid)).strip() + "\n"


def read(data: Data) -> DraftReading:
    """Ask the engine's reader; never raises."""
    return _read(json.dumps(data, sort_keys=False))


@lru_cache(maxsize=256)
def _read(written: str) -> DraftReading:
    data: Data = json.loads(written)
    try:
        state = mw.from_dict(data)
    except Faulty as faulty:
        return DraftReading(None, tuple(pinned(fault) for fault in faulty.faults), _shown(data, faulty))
    return DraftReading(state, (), state)


def pinned(fault: Fault) -> Pinned:
    """Where on the board a fault belongs."""
    found = _TABLE.match(fault.where)
    if found:
        kind, name, key = found.groups()
        return Pinned(fault, f"{'area' if kind == 'areas' else 'knight'}:{name}", key.split(" ")[0])
    return Pinned(fault, f"game:{fault.where}", fault.where)


def _shown(data: Data, faulty: Faulty) -> mw.State:
    """A possible state close to the data: whatever the reader objects to is left out, until it objects no more."""
    data = copy.deepcopy(data)
    faults = faulty.faults
    for _ in range(12):
        for fault in faults:
            _leave_out(data, pinned(fault))
        if not data.get("knights") and not data.get("order"):
            # The engine knows no game without a player: one who is out of it is not seen.
            data |= {"order": ["george"], "knights": {"george": {"out": True}}, "over": True}
            data.pop("turn", None)
        try:
            return mw.from_dict(data)
        except Faulty as again:
            faults = again.faults
    return mw.from_dict({"order": ["george"], "knights": {"george": {"out": True}}, "over": True})


def _leave_out(data: Data, pin: Pinned) -> None:
    kind, _, name = pin.target.partition(":")
    if kind == "game":
        data.pop(name, None)
        return
    tables = data.get("areas" if kind == "area" else "knights")
    if not isinstance(tables, dict):
        data.pop("areas" if kind == "area" else "knights", None)
        return
    table = tables.get(name)
    if pin.key and isinstance(table, dict) and pin.key in table:
        del table[pin.key]
    else:
        tables.pop(name, None)
        if kind == "knight" and isinstance(data.get("order"), list):
            data["order"] = [seat for seat in data["order"] if seat != name]


def state_data(state: mw.State) -> Data:
    """A state as the editor keeps it."""
    return tidy(mw.to_dict(state))


__all__ = [
    "TWIN",
    "Data",
    "DraftReading",
    "ImpossibleSituation",
    "Pinned",
    "empty",
    "from_text",
    "read",
    "state_data",
    "tidy",
    "to_toml",
    "value_text",
]
