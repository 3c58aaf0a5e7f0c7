"""Situations as text and as one-line codes: the format in which lessons, puzzles, rulings and tests name any moment.

Only what differs from an untouched Wood is written. ``loads(dumps(state)) == state`` and ``from_code(code(state)) ==
state`` for every state the engine can reach. Faults are reported all at once.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.faults import Fault, UnreadableText
from engine.mystic_wood.material.cards import parse_toml
from engine.mystic_wood.material.wood import AREAS, FIXED_TILES
from engine.mystic_wood.notation.reading import default_rescue, from_dict
from engine.mystic_wood.position.table import Area, Knight, Pending, Position

# ------------------------------------------------------------------ writing

_KNIGHT_DEFAULTS = Knight("")
_KNIGHT_KEYS = tuple(field for field in Knight._fields if field not in ("id", "at"))


def to_dict(state: Position) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Every Knight's ``at`` and the ``turn`` are spelled out."""
    out: dict[str, Any] = {
        "edition": state.edition,
        "order": list(state.order),
        "turn": state.turn,
        "moment": state.moment,
    }
    for key in ("variants", "removed", "next_cards", "powers", "winners"):
        value = getattr(state, key)
        if value:
            out[key] = list(value)
    if not state.stayed:
        out["stayed"] = False
    if state.over:
        out["over"] = True
    if state.pending:
        out["pending"] = [_pending_dict(waiting) for waiting in state.pending]
    areas = {}
    for name, area in zip(AREAS, state.areas, strict=True):
        entry = _area_dict(name, area)
        if entry:
            areas[name] = entry
    if areas:
        out["areas"] = areas
    out["knights"] = {knight.id: _knight_dict(state, knight) for knight in state.knights}
    return out


def _pending_dict(waiting: Pending) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": waiting.kind}
    for key, value in zip(Pending._fields[1:], waiting[1:], strict=True):
        if value:
            entry[key] = list(value) if isinstance(value, tuple) else value
    return entry


def _area_dict(name: str, area: Area) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    fixed = name in FIXED_TILES
    if not fixed and area.tile is not None:
        if area.tile.own:
            entry["own"] = True
            entry["paths"] = area.paths
            if area.tile.name:
                entry["name"] = area.tile.name
            if not area.tile.glade:
                entry["glade"] = False
        else:
            entry["tile"] = area.tile.id
    if area.turned:
        entry["turned"] = True
    for key in ("denizens", "things", "things_outside", "seen"):
        value = getattr(area, key)
        if value:
            entry[key] = list(value)
    if area.storm:
        entry["storm"] = area.storm
        if area.storm_by:
            entry["storm_by"] = area.storm_by
        if area.storm_fresh:
            entry["storm_fresh"] = True
    if area.hidden:
        entry["hidden"] = {card: list(seers) for card, seers in area.hidden}
    if entry and not area.face_up:
        entry["face"] = "down"
    if area.face_up and not area.drawn:
        entry["drawn"] = False
    return entry


def _knight_dict(state: Position, knight: Knight) -> dict[str, Any]:
    entry: dict[str, Any] = {"at": knight.at}
    by_default = default_rescue(state.areas, knight)
    for key in _KNIGHT_KEYS:
        value = getattr(knight, key)
        if key == "must_rescue":
            if value or by_default:
                entry[key] = list(value)
            continue
        if value == getattr(_KNIGHT_DEFAULTS, key):
            continue
        if key == "ignored_by":
            entry[key] = [
                {"denizen": i.denizen, "area": i.area, **({} if i.guards else {"guards": False})} for i in value
            ]
        elif key == "at_peace":
            entry[key] = [{"knight": p.knight, "area": p.area} for p in value]
        else:
            entry[key] = list(value) if isinstance(value, tuple) else value
    return entry


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
    return "[" + ", ".join(_toml(entry) for entry in value) + "]"


def dumps(state: Position) -> str:
    """The canonical text of a situation; :func:`loads` of it gives an equal state."""
    data = to_dict(state)
    areas, knights = data.pop("areas", {}), data.pop("knights")
    lines = [f"{key} = {_toml(value)}" for key, value in data.items()]
    for kind, tables in (("areas", areas), ("knights", knights)):
        for name, entry in tables.items():
            lines += ["", f"[{kind}.{name}]", *(f"{key} = {_toml(value)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ reading


def loads(text: str) -> Position:
    """The state a situation text describes. UnreadableText if it is no TOML, ImpossibleSituation with every fault."""
    return from_dict(parse_toml(text, "situation"), text)


def load(path: str | Path) -> Position:
    """The state in a file (situation text, or a code)."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableText(
            Fault(str(path), f"it cannot be read ({problem})", "Name a situation file or a code.")
        ) from None
    return read(text)


def read(text: str) -> Position:
    """The state of a situation text or a code, whichever it is."""
    return from_code(text) if text.strip().startswith(CODE_PREFIX) else loads(text)


# ------------------------------------------------------------------ codes

CODE_PREFIX = "mw1-"
#: What situations are made of, so that the compressor need not spell it out. Part of the code format: never change it.
_WORDS = (
    b'"imprisoned":true,"captured":true,"quest_done":true,"prayer_turns":1,"cave_turns":2,"castle_rank":1,"freed":true,'
    b'"forfeits":["joust.forfeit","combine.enter"],"partners":["dispute":"knows_armour":true,"left_behind":["challenger":true,'
    b'"storm":3,"storm_by":"storm_fresh":true,"things_outside":["hidden":{"seen":["own":true,"paths":"NESW","glade":false,'
    b'"variants":["cooperative","hidden"],"removed":["next_cards":["powers":["escaped","went-in","joint","stalemate","pray"],'
    b'"winners":["over":true,"stayed":false,"pending":[{"kind":"challenge","approach","escape","joust","reveal","draw","offer",'
    b'"answer","prize","bonus","who":"knight":"aid":["other":["explore","north"],"number":1,"area.chapel","cave","castle",'
    b'"fountain","island","palace","sacred-grove","mystic-horn","mystic-wind","mystic-fog","lance","shield","armour","potion",'
    b'"ring","key","wand","golden-bough","rogue","arch-mage","prince","princess","holy-grail","sage","child","damsel",'
    b'"magician","horse","merlin","elf","witch","hermit","druid","dwarf","queen","bishop","wild-boar","wild-ox","troll",'
    b'"giant","orc","dragon","illusion","wizard","enchantress","saracen","king","perceval","guyon","britomart","roland",'
    b'"george","at_peace":[{"knight":"ignored_by":[{"denizen":"guards":false,"met_this_turn":["met_last_turn":["met":["king":'
    b'true,"grail":true,"blessing":true,"inside":true,"horse":true,"must_rescue":["fighting":"arrived":"transported",'
    b'"prowess_cards":["companions":["things":["denizens":["face":"down","drawn":false,"turned":true,"tile":"e07","g05",'
    b'"came_from":"c1"},"knights":{"george":{"at":"c2","areas":{"c2":{"tile":"g0"},"moment":"arrived","moment":"start",'
    b'"turn":"george","order":["george","roland"],"edition":"2006","edition":"1980"'
)


def code(state: Position) -> str:
    """The situation as one URL-safe line; :func:`from_code` of it gives an equal state."""
    plain = json.dumps(to_dict(state), separators=(",", ":")).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    packed = squeezer.compress(plain) + squeezer.flush()
    return CODE_PREFIX + _base64(zlib.crc32(plain).to_bytes(4, "big") + packed)


def _base64(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def from_code(text: str) -> Position:
    """The state of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    line = text.strip()
    refused = UnreadableText(
        Fault(
            f"code {line[:24]!r}", "it is mistyped or cut short", "Copy the whole code again, from 'mw1-' to its end."
        )
    )
    if not line.startswith(CODE_PREFIX) or not line.isascii():
        raise refused
    body = line.removeprefix(CODE_PREFIX)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        if _base64(packed) != body:
            raise refused
        opener = zlib.decompressobj(-15, zdict=_WORDS)
        plain = opener.decompress(packed[4:], 1_000_000)
    except (ValueError, zlib.error):
        raise refused from None
    if not opener.eof or opener.unused_data or zlib.crc32(plain).to_bytes(4, "big") != packed[:4]:
        raise refused
    return from_dict(json.loads(plain))
