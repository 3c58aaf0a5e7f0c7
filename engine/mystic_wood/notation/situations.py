"""Situations as text and as one-line codes: the format in which lessons, puzzles, rulings and tests name any moment.

Only what differs from an untouched Wood is written. ``loads(dumps(state)) == state`` and ``from_code(code(state)) ==
state`` for every state the engine can reach.
"""

from __future__ import annotations

from typing import Any

from engine.mystic_wood.notation.keys import CONTENTS, KNIGHT, PENDING, TABLES, TOP
from engine.mystic_wood.notation.reading import default_rescue
from engine.mystic_wood.position.table import Area, Knight, Position
from engine.text.codes import pack, unpack
from engine.text.keyed import text_of, written

# ------------------------------------------------------------------ writing

#: Always written, since a reader looks for them first.
_SPELT_OUT = ("edition", "order", "turn", "moment")
_SHORT = tuple(key for key in TOP if key.name not in (*_SPELT_OUT, "game", "pending", "stayed"))


def to_dict(state: Position) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Every Knight's ``at`` and the ``turn`` are spelled out."""
    out: dict[str, Any] = {"edition": state.edition, "order": list(state.order), "turn": state.turn}
    out["moment"] = state.moment
    out |= written(state, _SHORT)
    if state.stayed is not (state.moment != "arrived"):
        out["stayed"] = state.stayed
    if state.pending:
        out["pending"] = [written(waiting, PENDING) for waiting in state.pending]
    areas = {
        name: _area_dict(area, name in state.wood.fixed)
        for name, area in zip(state.wood.areas, state.areas, strict=True)
    }
    areas = {name: entry for name, entry in areas.items() if entry}
    if areas:
        out["areas"] = areas
    out["knights"] = {knight.id: _knight_dict(state, knight) for knight in state.knights}
    return out


def _area_dict(area: Area, fixed: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if not fixed and area.tile is not None:
        if area.tile.own:
            entry = {"own": True, "paths": area.paths}
            if area.tile.name:
                entry["name"] = area.tile.name
            if not area.tile.glade and area.tile.name != "fountain":
                entry["glade"] = False
        else:
            entry["tile"] = area.tile.id
    if area.turned:
        entry["turned"] = True
    entry |= written(area, CONTENTS)
    if entry and not area.face_up:
        entry["face"] = "down"
    if area.face_up and not area.drawn:
        entry["drawn"] = False
    return entry


def _knight_dict(state: Position, knight: Knight) -> dict[str, Any]:
    entry: dict[str, Any] = {"at": knight.at, **written(knight, KNIGHT)}
    if not knight.must_rescue and default_rescue(state.wood, state.areas, knight):
        entry["must_rescue"] = []
    return entry


def dumps(state: Position) -> str:
    """The canonical text of a situation; reading it gives an equal state."""
    return text_of(to_dict(state), TABLES)


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
    """The situation as one URL-safe line; reading it gives an equal state."""
    return pack(CODE_PREFIX, to_dict(state), _WORDS)


def unpacked(text: str) -> dict[str, Any]:
    """The plain data of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    return unpack(CODE_PREFIX, text, _WORDS)
