"""What one can do to a half-built situation, each as one line of text, so that a session can be logged and replayed.

| line | what it does |
|---|---|
| `lay c2 NES`, `lay c2 NESW crossing`, `lay c2 NESW cave`, `lay c2 g03` | an area card, by its paths or id |
| `bare c2` | the area is unknown again, and empty |
| `edge c2 N` | a path to that edge, or none |
| `turn c2` · `face c2 down` | a card with three paths is turned by half; a card lies face down or up |
| `place orc c2` · `place lance c2 outside` · `place george c2` | denizen, loose thing or Knight comes there |
| `give lance george` · `win orc george` | a card goes into a Knight's hand; `win` as a prowess card or as rescued |
| `remove orc` | a card leaves board and hands; a Knight his seat |
| `seat george` · `order roland george` | a Knight joins at the Earthly Gate; the order of play |
| `stack witch` · `discard orc` | next in the pack; out of the game |
| `set c2 storm 3` · `set george horse true` · `set game turn "george"` · `unset c2 storm` | any key of the format |
| `load mw1-...` · `clear` | another situation; an untouched Wood |
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, LOST_ONES, SAME_CARD, THINGS, name_of, the
from engine.mystic_wood.material.wood import canonical_paths, paths_fault, turned_paths
from engine.text.faults import Fault, UnreadableText, cap, nearest, sentence
from engine.text.keyed import parse
from tutor.games.mystic_wood.editor.draft_situation import (
    TWIN,
    Data,
    empty,
    state_data,
    tidy,
    tiles_in,
    without_dates,
    wood_in,
)
from tutor.games.mystic_wood.editor.vocabulary import BY_ID
from tutor.pages.editor.model import Misplaced

DENIZENS = mw.CARDS.denizens
#: What a Knight is and does where he is: gone once he is somewhere else.
OF_HIS_PLACE = (
    "came_from",
    "inside",
    "imprisoned",
    "captured",
    "fighting",
    "freed",
    "met",
    "castle_rank",
    "partners",
    "challenger",
    "dispute",
    "due",
    "arrived",
)
_FLAG_OF = {"horse": "horse", "holy-grail": "grail", "blessing": "blessing", "hermit": "blessing", "king": "king"}


def apply(data: Data, line: str) -> Data:
    """The data after one operation; the data given is not changed.

    Raises UnreadableText for a line that is no operation, and Misplaced for one that makes no sense here.
    """
    words = line.split()
    if not words or words[0] not in _VERBS:
        hint = nearest(words[0] if words else "", tuple(_VERBS))
        raise UnreadableText(Fault(f"operation {line!r}", "this is no operation", sentence(hint)))
    changed = copy.deepcopy(data)
    changed.setdefault("areas", {})
    changed.setdefault("knights", {})
    verb, least, most = _VERBS[words[0]]
    if not least <= len(words) - 1 <= most:
        raise UnreadableText(
            Fault(f"operation {line!r}", "it has too few or too many words", f"Write: {_form(words[0])}.")
        )
    result = verb(changed, *words[1:])
    return changed if result is None else result


def _form(verb: str) -> str:
    return next(part for row in (__doc__ or "").splitlines() for part in row.split("`") if part.startswith(verb))


def _known(word: str, known: tuple[str, ...], what: str) -> str:
    if word not in known:
        hint = nearest(word, known)
        raise UnreadableText(Fault(f"operation, {what} {word!r}", f"there is no {what} {word!r}", sentence(hint)))
    return word


def _area(data: Data, name: str) -> dict[str, Any]:
    table: dict[str, Any] = data["areas"].setdefault(_known(name, wood_in(data).areas, "area"), {})
    return table


def _seat(data: Data, knight: str) -> dict[str, Any]:
    if _known(knight, KNIGHTS, "Knight") not in data["knights"]:
        if len(data["knights"]) >= 4:
            raise Misplaced("At most four Knights play: take one off the board first.", "setup.players")
        data["knights"][knight] = {}
        if isinstance(data.get("order"), list):
            data["order"].append(knight)
    table: dict[str, Any] = data["knights"][knight]
    return table


def _drop_empty(data: Data) -> None:
    data["areas"] = {name: table for name, table in data["areas"].items() if table}


# ------------------------------------------------------------------ areas
def _lay(data: Data, name: str, card: str, *more: str) -> None:
    table = _area(data, name)
    if name in wood_in(data).fixed:
        raise Misplaced("Gates and Tower have their places, and are what they are.", "wood.grid")
    for key in ("tile", "paths", "name", "glade", "own", "turned", "face", "seen"):
        table.pop(key, None)
    if card in tiles_in(data):
        tile = tiles_in(data)[card]
        if tile.fixed or tile.half != wood_in(data).half_of(name):
            raise Misplaced(f"{card} is a card of the other wood.", "wood.halves")
        for other in data["areas"].values():
            if other.get("tile") == card:
                raise Misplaced(f"The card {card} lies on the board already.", "wood.grid")
        if tile.name:
            _named_once(data, name, tile.name)
        table["tile"] = card
    else:
        fault = paths_fault(card.upper())
        if fault is not None:
            raise Misplaced(f"{cap(fault[0])}. {fault[1]}", "wood.arrow")
        table["paths"] = canonical_paths(card.upper())
        for word in more:
            if word == "crossing":
                table["glade"] = False
            elif word == "own":
                table["own"] = True
            else:
                named = _known(word, tuple(n for n, c in mw.CARDS.areas.items() if c.half), "named area")
                _named_once(data, name, named)
                table["name"] = named
    rest = {key: table.pop(key) for key in tuple(table) if key not in ("tile", "paths", "name", "glade", "own")}
    table.update(rest)


def _named_once(data: Data, at: str, named: str) -> None:
    for other, table in data["areas"].items():
        tile = tiles_in(data).get(str(table.get("tile")))
        if other != at and named in (table.get("name"), tile.name if tile else None):
            raise Misplaced(f"{cap(the(named))} lies at {other} already.", "wood.grid")


def _bare(data: Data, name: str) -> None:
    _area(data, name)
    data["areas"].pop(name)


def _edge(data: Data, name: str, edge: str) -> None:
    table = _area(data, name)
    edge = _known(edge.upper(), ("N", "E", "S", "W"), "edge")
    if name in wood_in(data).fixed:
        raise Misplaced("The paths of Gates and Tower are fixed.", "wood.grid")
    tile = tiles_in(data).get(str(table.get("tile")))
    paths = str(table.get("paths", "")) if tile is None else tile.paths
    if tile is not None and table.get("turned"):
        paths = turned_paths(paths)
    if not paths:
        raise Misplaced(f"{name} lies face down: lay a card there first.", "explore.look")
    closed = set("NESW") - set(paths)
    # An area has three or four paths: closing a second one opens the first again.
    paths = "NESW" if edge in closed else "".join(e for e in "NESW" if e != edge)
    more = [tile.name or ""] if tile is not None else [str(table.get("name") or "")]
    if not (tile.glade if tile is not None else table.get("glade", True)):
        more.append("crossing")
    kept = {key: table[key] for key in ("face", "seen", "own") if key in table}
    _lay(data, name, paths, *(word for word in more if word))
    data["areas"][name].update(kept)


def _turn(data: Data, name: str) -> None:
    table = _area(data, name)
    tile = tiles_in(data).get(str(table.get("tile")))
    paths = tile.paths if tile else str(table.get("paths", ""))
    if len(paths) != 3 or name in wood_in(data).fixed:
        raise Misplaced("Only a card with three paths bears an arrow and can be turned.", "wood.arrow")
    if table.get("turned"):
        del table["turned"]
    else:
        table["turned"] = True
    if tile is None:  # paths are written as they lie now
        table["paths"] = turned_paths(canonical_paths(paths))


def _face(data: Data, name: str, face: str) -> None:
    table = _area(data, name)
    if name in wood_in(data).fixed:
        raise Misplaced("Gates and Tower always lie face up.", "wood.grid")
    table.pop("face", None)
    if _known(face, ("up", "down"), "face") == "down":
        table["face"] = "down"
        table.pop("turned", None)
        table.pop("drawn", None)


# ------------------------------------------------------------------ cards and Knights
def _place(data: Data, card: str, name: str, where: str = "") -> None:
    _known(card, (*KNIGHTS, *DENIZENS, *THINGS), "card")
    if card in KNIGHTS:
        table = _seat(data, card)
        if table.get("at", wood_in(data).earthly_gate) != name:
            for key in OF_HIS_PLACE:
                table.pop(key, None)
        table.pop("at", None)
        if _known(name, wood_in(data).areas, "area") != wood_in(data).earthly_gate:
            data["knights"][card] = {"at": name, **table}
        return
    _known(name, wood_in(data).areas, "area")
    if card in DENIZENS and name == wood_in(data).tower and card != "horse":
        raise Misplaced("No denizen is ever in the Tower but the Horse.", "tower.no-denizens")
    _take_away(data, card)
    key = "denizens" if card in DENIZENS else "things_outside" if where == "outside" else "things"
    table = _area(data, name)
    table[key] = sorted([*_listed(table, key), card])


def _give(data: Data, card: str, knight: str) -> None:
    card = SAME_CARD.get(card, card)
    flag = _FLAG_OF.get(card)
    if flag is None and card not in (*THINGS, *COMPANIONS):
        if card in DENIZENS and DENIZENS[card].prowess_card:
            return _win(data, card, knight)
        if card in KNIGHTS:
            raise Misplaced("A Knight is nobody's card.")
        raise Misplaced(f"{cap(the(card))} is neither thing nor companion, and no prowess card.")
    table = _seat(data, knight)
    _take_away(data, card)
    if flag is not None:
        table[flag] = True
    else:
        key = "things" if card in THINGS else "companions"
        table[key] = sorted([*_listed(table, key), card])
    return None


def _win(data: Data, card: str, knight: str) -> None:
    if card not in LOST_ONES and not (card in DENIZENS and DENIZENS[card].prowess_card):
        raise Misplaced(f"{name_of(card)} leaves no prowess card.", "challenge.win")
    table = _seat(data, knight)
    _take_away(data, card)
    table["prowess_cards"] = sorted([*_listed(table, "prowess_cards"), card])


def _remove(data: Data, card: str) -> None:
    if card in KNIGHTS:
        if card not in data["knights"]:
            raise Misplaced(f"{name_of(card)} is not on the board.")
        del data["knights"][card]
        if isinstance(data.get("order"), list):
            data["order"] = [seat for seat in data["order"] if seat != card]
        if data.get("turn") == card:
            del data["turn"]
        return
    _known(card, (*DENIZENS, *THINGS, "blessing"), "card")
    if not _take_away(data, card):
        raise Misplaced(f"{name_of(card)} is neither on the board nor in a hand.")


def _listed(table: Data, key: str) -> list[str]:
    """The cards listed under a key; none where something else has been set there, which is a fault and told as such."""
    value = table.get(key)
    return [card for card in value if isinstance(card, str)] if isinstance(value, list) else []


def _take_away(data: Data, card: str) -> bool:
    """Take a card, or what it turns into, from wherever it is."""
    both = {card, TWIN.get(card, card)}
    areas, knights = data["areas"].values(), data["knights"].values()
    found = [_strike(table, key, both) for table in areas for key in ("denizens", "things", "things_outside")]
    found += [
        _strike(table, key, both) for table in knights for key in ("things", "companions", "prowess_cards", "due")
    ]
    found += [bool(table.pop(_FLAG_OF[one], False)) for table in knights for one in both if one in _FLAG_OF]
    found += [_strike(data, key, both) for key in ("removed", "next_cards")]
    for table in areas:
        if table.get("hidden") and isinstance(table["hidden"], dict):
            table["hidden"] = {kept: seers for kept, seers in table["hidden"].items() if kept not in both}
            if not table["hidden"]:
                del table["hidden"]
    _drop_empty(data)
    return any(found)


def _strike(table: Data, key: str, cards: set[str]) -> bool:
    """Strike cards off the list under a key; whether any was on it. No list is left empty."""
    if not cards & set(_listed(table, key)):
        return False
    table[key] = [kept for kept in table[key] if kept not in cards]
    if not table[key]:
        del table[key]
    return True


def _join(data: Data, knight: str) -> None:
    _seat(data, knight)


def _order(data: Data, *knights: str) -> None:
    seats = [*(_known(knight, KNIGHTS, "Knight") for knight in knights)]
    for knight in seats:
        _seat(data, knight)
    data.pop("order", None)
    data["knights"] = {seat: data["knights"][seat] for seat in dict.fromkeys((*seats, *data["knights"]))}


def _stack(data: Data, card: str) -> None:
    _known(card, mw.CARDS.pack, "card of the pack")
    _take_away(data, card)
    data["next_cards"] = [*data.get("next_cards", ()), card]


def _discard(data: Data, card: str) -> None:
    _known(card, (*mw.CARDS.pack, *THINGS, "blessing"), "card")
    _take_away(data, card)
    data["removed"] = sorted([*data.get("removed", ()), card])


# ------------------------------------------------------------------ any key
def _table_of(data: Data, subject: str, key: str) -> tuple[dict[str, Any], str]:
    kind = "game" if subject == "game" else "area" if subject in wood_in(data).areas else "knight"
    if kind == "knight":
        _known(subject, KNIGHTS, "area or Knight")
    if f"{kind}.{key}" not in BY_ID:
        hint = nearest(key, tuple(k.name for k in BY_ID.values() if k.subject == kind))
        raise UnreadableText(Fault(f"operation, {subject} {key!r}", f"there is no key {key!r}", sentence(hint)))
    table = data if kind == "game" else _area(data, subject) if kind == "area" else _seat(data, subject)
    return table, kind


def _set(data: Data, subject: str, key: str, *value: str) -> Data | None:
    table, kind = _table_of(data, subject, key)
    written = " ".join(value)
    try:
        read = without_dates(parse(f"x = {written}", "value"))["x"]
    except (UnreadableText, KeyError):
        raise UnreadableText(
            Fault(
                f"operation, set {subject} {key}",
                f"{written!r} is no value",
                f'Write it as in a file: {key} = "...", 3.',
            )
        ) from None
    if (kind, key) == ("game", "order") and isinstance(read, list) and all(seat in KNIGHTS for seat in read):
        for seat in tuple(data["knights"]):
            if seat not in read:
                del data["knights"][seat]
        _order(data, *read)
        return None
    table[key] = read
    return tidy(data)


def _unset(data: Data, subject: str, key: str) -> None:
    table, kind = _table_of(data, subject, key)
    if kind == "game" and key in ("areas", "knights"):
        table[key] = {}
    else:
        table.pop(key, None)
    _drop_empty(data)


def _load(data: Data, code: str) -> Data:
    return state_data(mw.from_code(code))


def _clear(data: Data) -> Data:
    return empty()


_VERBS: Mapping[str, tuple[Callable[..., Data | None], int, int]] = {
    "lay": (_lay, 2, 5),
    "bare": (_bare, 1, 1),
    "edge": (_edge, 2, 2),
    "turn": (_turn, 1, 1),
    "face": (_face, 2, 2),
    "place": (_place, 2, 3),
    "give": (_give, 2, 2),
    "win": (_win, 2, 2),
    "remove": (_remove, 1, 1),
    "seat": (_join, 1, 1),
    "order": (_order, 1, 4),
    "stack": (_stack, 1, 1),
    "discard": (_discard, 1, 1),
    "set": (_set, 3, 400),
    "unset": (_unset, 2, 2),
    "load": (_load, 1, 1),
    "clear": (_clear, 0, 0),
}
VERBS = tuple(_VERBS)


# ------------------------------------------------------------------ taking apart
def taking_apart(data: Data) -> list[str]:
    """The operations that leave nothing of this situation, one for each thing taken away."""
    lines = []
    for name, table in data["areas"].items():
        for key in ("denizens", "things", "things_outside"):
            lines += [f"remove {card}" for card in table.get(key, ())]
        lines.append(f"bare {name}")
    for knight, table in data["knights"].items():
        for key in ("things", "companions", "prowess_cards"):
            lines += [f"remove {card}" for card in table.get(key, ())]
        lines.append(f"remove {knight}")
    return lines + [f"unset game {key}" for key in data if key not in ("areas", "knights")]
