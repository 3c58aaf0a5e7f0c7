"""Reading a written situation: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.faults import Fault, ImpossibleSituation, nearest
from engine.mystic_wood.material.cards import (
    CARDS,
    COMPANIONS,
    DENIZENS,
    KNIGHTS,
    LOST_ONES,
    PACK,
    SAME_CARD,
    THINGS,
    name_of,
)
from engine.mystic_wood.material.ledger import editions, is_challenger, ledger, switch
from engine.mystic_wood.material.wood import (
    AREAS,
    EDGE,
    FIXED_TILES,
    INDEX,
    NEIGHBOURS,
    OPPOSITE,
    OWN_CARD,
    TILES,
    TOWER,
    Tile,
    canonical_paths,
    direction_between,
    half_of,
    paths_fault,
    turned_paths,
)
from engine.mystic_wood.position.table import Area, Ignored, Knight, Peace, Pending, Position, empty_wood
from engine.mystic_wood.rules.decisions import DECISIONS, waiting_fault
from engine.mystic_wood.rules.judgement import opened
from engine.mystic_wood.rules.standing import seated

MOMENTS = ("start", "arrived", "after")
VARIANTS = ("cooperative", "hidden")
PROWESS_CARDS = tuple(card.id for card in DENIZENS.values() if card.prowess_card)
_POWERS = ("wand", "arch-mage", "escaped", "went-in", "joint", "stalemate", "pray", "jousted")


def default_rescue(areas: Sequence[Area], knight: Knight) -> tuple[str, ...]:
    """Whom a Knight must rescue when a situation does not say: who is with him, or lies where he is."""
    if knight.king or knight.at == TOWER:
        return tuple(p for p in LOST_ONES if p in knight.companions and not knight.king)
    here = areas[INDEX[knight.at]].denizens if knight.at in INDEX else ()
    return tuple(p for p in LOST_ONES if p in knight.companions or p in here)


_TOP = (
    "edition",
    "order",
    "turn",
    "moment",
    "variants",
    "removed",
    "next_cards",
    "areas",
    "knights",
    "pending",
    "stayed",
    "powers",
    "over",
    "winners",
)
#: What an entry of ``pending`` can say, with what it says by default.
_PENDING: Mapping[str, Any] = dict(Pending._field_defaults)
_AREA = (
    "tile",
    "paths",
    "name",
    "glade",
    "own",
    "turned",
    "face",
    "drawn",
    "denizens",
    "things",
    "things_outside",
    "storm",
    "storm_by",
    "storm_fresh",
    "seen",
    "hidden",
)
_KNIGHT_LISTS: Mapping[str, Sequence[str]] = {
    "things": THINGS,
    "companions": COMPANIONS,
    "prowess_cards": PROWESS_CARDS,
    "must_rescue": LOST_ONES,
    "left_behind": LOST_ONES,
    "met": tuple(DENIZENS),
    "met_last_turn": tuple(DENIZENS),
    "met_this_turn": tuple(DENIZENS),
    "partners": KNIGHTS,
}
_KNIGHT_FLAGS = (
    "horse",
    "grail",
    "blessing",
    "inside",
    "imprisoned",
    "captured",
    "king",
    "quest_done",
    "out",
    "freed",
    "challenger",
    "helped",
    "knows_armour",
)
#: What a dispute can be about: a thing, whose prize it is, who is held, or who is approached first.
_DISPUTED = (*THINGS, *KNIGHTS, *(denizen for denizen in DENIZENS if not is_challenger(denizen)))
_KNIGHT_COUNTS = ("prayer_turns", "cave_turns", "castle_rank")


class Reader:
    """Reads one situation and gathers every fault on the way. ``lines`` finds the line of a table in the text."""

    def __init__(self, raw: Mapping[str, Any], text: str | None) -> None:
        self.raw = raw
        self.text = text
        self.faults: list[Fault] = []

    def where(self, *path: str) -> str:
        """A place in the file: "line 4, [areas.c2] denizens"."""
        table, key = (".".join(path[:2]), path[2:]) if path[0] in ("areas", "knights") else ("", path)
        place = f"[{table}] {' '.join(key)}".strip() if table else " ".join(key)
        if self.text is None:
            return place
        heading = rf"^\s*\[\s*{re.escape(table)}\s*\]" if table else None
        lines = self.text.splitlines()
        start = 0
        if heading:
            start = next((n for n, line in enumerate(lines) if re.match(heading, line)), -1)
            if start < 0:
                return place
        if key:
            found = next(
                (n for n in range(start, len(lines)) if re.match(rf"\s*{re.escape(key[0])}\s*=", lines[n])), start
            )
            return f"line {found + 1}, {place}"
        return f"line {start + 1}, {place}"

    def fault(self, path: Sequence[str], what: str, fix: str) -> None:
        self.faults.append(Fault(self.where(*path), what, fix))

    def unknown_keys(self, path: Sequence[str], table: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                hint = nearest(key, known)
                self.fault((*path, key), f"there is no key {key!r}", hint[:1].upper() + hint[1:])

    def flag(self, path: Sequence[str], table: Mapping[str, Any], key: str, default: bool = False) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.fault((*path, key), f"{key} = {value!r} is neither true nor false", f"Write {key} = true or false.")
            return default
        return value

    def count(self, path: Sequence[str], table: Mapping[str, Any], key: str) -> int:
        value = table.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault((*path, key), f"{key} = {value!r} is no number of turns", "Write a whole number from 0 up.")
            return 0
        return value

    def one_of(
        self, path: Sequence[str], table: Mapping[str, Any], key: str, known: Sequence[str], default: Any
    ) -> Any:
        value = table.get(key, default)
        if value is default or value in known:
            return value
        hint = nearest(str(value), known)
        self.fault((*path, key), f"{key} = {value!r} is not known", hint[:1].upper() + hint[1:])
        return default

    def ids(
        self, path: Sequence[str], table: Mapping[str, Any], key: str, known: Sequence[str], keep_order: bool = False
    ) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            self.fault((*path, key), f"{key} = {value!r} is no list of ids", f'Write {key} = ["{known[0]}"].')
            return ()
        good = []
        for entry in value:
            if entry not in known:
                hint = nearest(entry, known)
                self.fault((*path, key), f"{entry!r} has no place in {key}", hint[:1].upper() + hint[1:])
            elif entry in good:
                self.fault((*path, key), f"{entry!r} stands twice in {key}", "Name each once.")
            else:
                good.append(entry)
        return tuple(good) if keep_order else tuple(sorted(good))

    # ---------------------------------------------------------------- parts
    def read(self) -> Position:
        raw = self.raw
        self.unknown_keys((), raw, _TOP)
        edition = self.one_of((), raw, "edition", editions(), "1980")
        tables = raw.get("knights", {})
        if not isinstance(tables, Mapping) or not all(isinstance(t, Mapping) for t in tables.values()):
            self.fault(("knights",), "knights is no table of Knights", "Write [knights.george] and his keys below it.")
            tables = {}
        for name in tables:
            if name not in KNIGHTS:
                hint = nearest(name, KNIGHTS)
                self.fault(("knights", name), f"there is no Knight {name!r}", hint[:1].upper() + hint[1:])
        listed = [name for name in tables if name in KNIGHTS]
        order = self.ids((), raw, "order", KNIGHTS, keep_order=True) if "order" in raw else tuple(listed)
        for name in listed:
            if name not in order:
                self.fault(("knights", name), f"{name} has no seat", f'Add "{name}" to order, or take his table out.')
        if not order:
            self.fault(("order",), "no Knight plays", 'Write order = ["george"] or list a Knight.')
        if len(order) > 4:
            self.fault(("order",), f"{len(order)} Knights play", "At most four play (setup.players).")
        turn = self.one_of((), raw, "turn", order or KNIGHTS, order[0] if order else "george")
        moment = self.one_of((), raw, "moment", MOMENTS, "start")
        variants = self.ids((), raw, "variants", VARIANTS)
        removed = self.ids((), raw, "removed", (*PACK, *THINGS, "blessing"))
        next_cards = self.ids((), raw, "next_cards", PACK, keep_order=True)
        powers = self.ids((), raw, "powers", _POWERS)
        winners = self.ids((), raw, "winners", order or KNIGHTS, keep_order=True)
        areas = self.areas(order, turn)
        knights = [self.knight(name, tables.get(name, {}), areas, order) for name in order]
        self.open_way_back(knights, areas)
        knights = self.defended(self.mutual(knights, areas), areas, turn, moment)
        pending = self.pending(order)
        state = Position(
            edition,
            tuple(areas),
            tuple(knights),
            turn,
            moment,
            pending,
            variants,
            removed,
            next_cards,
            self.flag((), raw, "stayed", moment != "arrived"),
            powers,
            self.flag((), raw, "over"),
            winners,
        )
        self.check(state)
        if self.faults:
            raise ImpossibleSituation(self.faults)
        return state

    def areas(self, order: Sequence[str], turn: str) -> list[Area]:
        areas = list(empty_wood())
        tables = self.raw.get("areas", {})
        if not isinstance(tables, Mapping) or not all(isinstance(t, Mapping) for t in tables.values()):
            self.fault(("areas",), "areas is no table of areas", "Write [areas.c2] and its keys below it.")
            return areas
        used: set[str] = set()
        drawn_up: list[str] = []
        for name, table in tables.items():
            if name not in INDEX:
                self.fault(
                    ("areas", name), f"{name!r} is no area of the grid", "Areas are a1 (south-west) to e9 (north-east)."
                )
                continue
            self.unknown_keys(("areas", name), table, _AREA)
            if "tile" in table:
                tile = self.tile_by_id(name, table, used)
                if tile is not None:
                    areas[INDEX[name]] = Area(tile)
            elif "paths" in table:
                drawn_up.append(name)
        for name in drawn_up:
            tile = self.tile_by_paths(name, tables[name], used)
            if tile is not None:
                areas[INDEX[name]] = Area(tile)
        for name, table in tables.items():
            if name in INDEX:
                areas[INDEX[name]] = self.area(name, table, areas[INDEX[name]].tile, order, turn)
        return areas

    def tile_by_id(self, name: str, table: Mapping[str, Any], used: set[str]) -> Tile | None:
        path = ("areas", name, "tile")
        tile = TILES.get(str(table["tile"]))
        if tile is None:
            hint = nearest(str(table["tile"]), tuple(TILES))
            self.fault(path, f"there is no area card {table['tile']!r}", hint[:1].upper() + hint[1:])
            return None
        if tile.fixed or name in FIXED_TILES:
            if FIXED_TILES.get(name) is tile:
                return tile
            self.fault(path, f"{tile.id} cannot lie at {name}", "Gates and Tower have their places: c1, c5, c9.")
            return None
        if tile.half != half_of(name):
            self.fault(
                path,
                f"{tile.id} is of the {tile.half} wood and {name} lies in the {half_of(name)}",
                f"Take a card of the {half_of(name)} wood.",
            )
            return None
        if tile.id in used:
            self.fault(path, f"the card {tile.id} lies in two places", "Each area card is there once.")
            return None
        for key in ("paths", "name"):
            if key in table and (canonical_paths(str(table[key])) if key == "paths" else table[key]) != (
                self._as_it_lies(tile, table) if key == "paths" else tile.name
            ):
                self.fault(("areas", name, key), f"{key} does not fit the card {tile.id}", f"Leave {key} out.")
        used.add(tile.id)
        return tile

    @staticmethod
    def _as_it_lies(tile: Tile, table: Mapping[str, Any]) -> str:
        return turned_paths(tile.paths) if table.get("turned") is True else tile.paths

    def tile_by_paths(self, name: str, table: Mapping[str, Any], used: set[str]) -> Tile | None:
        path = ("areas", name)
        if name in FIXED_TILES:
            if canonical_paths(str(table["paths"])) != FIXED_TILES[name].paths:
                self.fault(
                    (*path, "paths"), f"the paths of {name} are fixed: {FIXED_TILES[name].paths}", "Leave paths out."
                )
            return FIXED_TILES[name]
        fault = paths_fault(table["paths"])
        if fault is not None:
            self.fault((*path, "paths"), *fault)
            return None
        title = table.get("name")
        if title is not None and (not isinstance(title, str) or title not in CARDS.areas or title == "tower"):
            hint = nearest(str(title), tuple(a for a in CARDS.areas if a != "tower"))
            self.fault((*path, "name"), f"there is no named area {title!r}", hint[:1].upper() + hint[1:])
            return None
        glade = self.flag(path, table, "glade", title != "fountain")
        paths = canonical_paths(table["paths"])
        if table.get("turned") is True:
            paths = turned_paths(paths)
        if not self.flag(path, table, "own"):
            for tile in TILES.values():
                if (
                    tile.half == half_of(name)
                    and not tile.fixed
                    and tile.id not in used
                    and tile.paths == paths
                    and tile.name == title
                    and tile.glade == glade
                ):
                    used.add(tile.id)
                    return tile
        return Tile(OWN_CARD, half_of(name), paths, title, glade)

    def area(self, name: str, table: Mapping[str, Any], tile: Tile | None, order: Sequence[str], turn: str) -> Area:
        path = ("areas", name)
        fixed = name in FIXED_TILES
        tile = FIXED_TILES.get(name, tile)
        face = self.one_of(path, table, "face", ("up", "down"), None)
        if face == "up" and tile is None and not ({"tile", "paths"} & table.keys()):
            self.fault(
                (*path, "face"), f"{name} lies face up, but it is not said which card it is", "Add tile or paths."
            )
        if fixed and (table.get("name") or table.get("glade")):
            self.fault(path, "Gates and Tower are what they are, and no glades", "Leave name and glade out.")
        if fixed and face == "down":
            self.fault((*path, "face"), "Gates and Tower always lie face up", "Leave face out.")
        up = fixed or (tile is not None and face != "down")
        turned = self.flag(path, table, "turned")
        if turned and (tile is None or not tile.arrow):
            if tile is not None:
                self.fault(
                    (*path, "turned"), "an area without an arrow is never turned (wood.arrow)", "Leave turned out."
                )
            turned = False
        if turned and not up:
            self.fault((*path, "turned"), "a card that has not been revealed has not been turned", "Leave turned out.")
        glade = tile is not None and tile.glade
        drawn = self.flag(path, table, "drawn", up)
        if drawn and not up:
            self.fault((*path, "drawn"), "nothing is drawn for a face-down area", "Leave drawn out.")
        denizens = self.ids(path, table, "denizens", tuple(DENIZENS))
        if name == TOWER and set(denizens) - {"horse"}:
            self.fault(
                (*path, "denizens"),
                "no denizen is ever in the Tower but the Horse (tower.no-denizens)",
                "Put them elsewhere.",
            )
        storm = self.count(path, table, "storm")
        if storm and name == TOWER:
            self.fault((*path, "storm"), "no storm is directed to the Tower (tower.powers)", "Leave storm out.")
        by = self.one_of(path, table, "storm_by", order or KNIGHTS, turn) if storm else None
        hidden: list[tuple[str, tuple[str, ...]]] = []
        raw_hidden = table.get("hidden", {})
        if not isinstance(raw_hidden, Mapping):
            self.fault((*path, "hidden"), "hidden is no table", 'Write hidden = { orc = ["george"] }.')
            raw_hidden = {}
        for card in raw_hidden:
            if card not in denizens:
                self.fault((*path, "hidden"), f"{card!r} does not lie at {name}", "Hide only denizens listed there.")
            hidden.append((card, self.ids(path, raw_hidden, card, order or KNIGHTS)))
        outside = self.ids(path, table, "things_outside", THINGS)
        if outside and not (up and tile is not None and tile.name in ("cave", "island")):
            self.fault((*path, "things_outside"), f"{name} has no outside", "Write things = [...].")
        return Area(
            tile,
            up,
            turned,
            drawn if glade or not up else True,
            denizens,
            self.ids(path, table, "things", THINGS),
            outside,
            storm,
            by,
            self.flag(path, table, "storm_fresh"),
            () if up else self.ids(path, table, "seen", order or KNIGHTS),
            tuple(sorted(hidden)),
        )

    def knight(self, name: str, table: Mapping[str, Any], areas: list[Area], order: Sequence[str]) -> Knight:
        path = ("knights", name)
        known = tuple(field for field in Knight._fields if field != "id")
        self.unknown_keys(path, table, known)
        imprisoned = self.flag(path, table, "imprisoned")
        at = table.get("at", TOWER if imprisoned else "c1")
        if not isinstance(at, str) or at not in INDEX:
            self.fault((*path, "at"), f"at = {at!r} is off the grid", "Areas are a1 (south-west) to e9 (north-east).")
            at = "c1"
        came_from = table.get("came_from")
        if came_from is not None and (
            not isinstance(came_from, str) or came_from not in INDEX or direction_between(at, came_from) is None
        ):
            self.fault(
                (*path, "came_from"),
                f"{came_from!r} is not next to {at}",
                f"Name one of: {', '.join(NEIGHBOURS[at].values())}.",
            )
            came_from = None
        lists: dict[str, Any] = {key: self.ids(path, table, key, allowed) for key, allowed in _KNIGHT_LISTS.items()}
        flags: dict[str, Any] = {key: self.flag(path, table, key) for key in _KNIGHT_FLAGS}
        counts: dict[str, Any] = {key: self.count(path, table, key) for key in _KNIGHT_COUNTS}
        forfeits = table.get("forfeits", [])
        if not isinstance(forfeits, list) or not all(isinstance(f, str) and f in ledger() for f in forfeits):
            self.fault(
                (*path, "forfeits"), f"forfeits = {forfeits!r} names no rules", 'Write forfeits = ["joust.forfeit"].'
            )
            forfeits = []
        dispute = table.get("dispute")
        if dispute is not None and dispute not in _DISPUTED:
            self.fault((*path, "dispute"), f"nobody disputes {dispute!r}", "Name a thing, a denizen or a Knight.")
        knight = Knight(
            name,
            at,
            came_from,
            ignored_by=self.ignored(path, table),
            at_peace=self.at_peace(path, table, order),
            fighting=self.one_of(path, table, "fighting", (*DENIZENS, *KNIGHTS), None),
            arrived=self.one_of(path, table, "arrived", ("walked", "transported"), "walked"),
            forfeits=tuple(forfeits),
            dispute=dispute,
            **lists,
            **flags,
            **counts,
        )
        if "must_rescue" not in table:
            knight = knight._replace(must_rescue=default_rescue(areas, knight))
        return knight

    def entries(self, path: Sequence[str], table: Mapping[str, Any], key: str, form: str) -> list[Mapping[str, Any]]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            self.fault((*path, key), f"{key} = {value!r} is no list of tables", f"Write {key} = [{form}].")
            return []
        return value

    def ignored(self, path: Sequence[str], table: Mapping[str, Any]) -> tuple[Ignored, ...]:
        found = []
        for entry in self.entries(path, table, "ignored_by", '{ denizen = "elf", area = "c2" }'):
            if str(entry.get("denizen")) not in DENIZENS or str(entry.get("area")) not in INDEX:
                self.fault(
                    (*path, "ignored_by"),
                    f"{dict(entry)!r} names no denizen and area",
                    'Write { denizen = "elf", area = "c2" }.',
                )
                continue
            found.append(Ignored(entry["denizen"], entry["area"], bool(entry.get("guards", True))))
        return tuple(sorted(found))

    def at_peace(self, path: Sequence[str], table: Mapping[str, Any], order: Sequence[str]) -> tuple[Peace, ...]:
        found = []
        for entry in self.entries(path, table, "at_peace", '{ knight = "roland", area = "c2" }'):
            if str(entry.get("knight")) not in order or str(entry.get("area")) not in INDEX:
                self.fault(
                    (*path, "at_peace"),
                    f"{dict(entry)!r} names no Knight in play and area",
                    'Write { knight = "roland", area = "c2" }.',
                )
                continue
            found.append(Peace(entry["knight"], entry["area"]))
        return tuple(sorted(found))

    def open_way_back(self, knights: list[Knight], areas: list[Area]) -> None:
        """The area a Knight came from need not be listed: it then is the first unused plain card a path leads to."""
        for knight in knights:
            back = knight.came_from
            if back is None:
                continue
            direction = direction_between(knight.at, back) or "south"
            here, there = areas[INDEX[knight.at]], areas[INDEX[back]]
            if here.face_up and EDGE[direction] not in here.paths:
                if here.tile is not None and not (here.tile.arrow and EDGE[direction] in turned_paths(here.paths)):
                    self.fault(
                        ("knights", knight.id, "came_from"),
                        f"no path leads from {knight.at} back to {back}",
                        f"{knight.at} has paths {here.paths}.",
                    )
            elif not there.face_up and there.tile is None:
                used = {area.tile.id for area in areas if area.tile is not None}
                for plain in (True, False):
                    fitting = [
                        t
                        for t in TILES.values()
                        if t.half == half_of(back)
                        and not t.fixed
                        and t.id not in used
                        and t.name is None
                        and t.glade is not plain
                        and EDGE[OPPOSITE[direction]] in t.paths
                    ]
                    if fitting:
                        areas[INDEX[back]] = there._replace(tile=fitting[0], face_up=True, drawn=True)
                        break

    def mutual(self, knights: list[Knight], areas: list[Area]) -> list[Knight]:
        """Both sides of a tied joust and of a combination, when only one was written."""
        by_id = {knight.id: knight for knight in knights}
        for knight in knights:
            foe = by_id.get(knight.fighting or "")
            if foe is not None and foe.fighting is None:
                by_id[foe.id] = foe._replace(fighting=knight.id)
            for partner in knight.partners:
                other = by_id.get(partner)
                if other is not None and knight.id not in other.partners:
                    by_id[partner] = other._replace(partners=tuple(sorted((*other.partners, knight.id))))
        return [by_id[knight.id] for knight in knights]

    def defended(self, knights: list[Knight], areas: list[Area], turn: str, moment: str) -> list[Knight]:
        """Who has just walked into the Castle found the others there before him (`area.castle-defender`)."""
        here = [k for k in knights if areas[INDEX[k.at]].name == "castle"]
        newcomer = next((k for k in here if k.id == turn), None)
        if moment != "arrived" or newcomer is None or len(here) < 2 or any(k.castle_rank for k in here):
            return knights
        together = {turn, *newcomer.partners}
        return [k._replace(castle_rank=2 if k.id in together else 1) if k in here else k for k in knights]

    def pending(self, order: Sequence[str]) -> tuple[Pending, ...]:
        found = []
        for entry in self.entries((), self.raw, "pending", '{ kind = "challenge", knight = "george", of = "orc" }'):
            path = ("pending",)
            kind = entry.get("kind")
            if kind not in DECISIONS:
                hint = nearest(str(kind), tuple(DECISIONS))
                self.fault(path, f"nothing of the kind {kind!r} can wait", hint[:1].upper() + hint[1:])
                continue
            values: dict[str, Any] = {}
            for key, default in _PENDING.items():
                value: Any = entry.get(key, default)
                if isinstance(default, tuple):
                    fits = isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value)
                    value = tuple(value) if fits else value
                elif key == "who":
                    fits = value is None or value in order
                else:
                    fits = type(value) is type(default) and (key != "knight" or not value or value in order)
                if not fits:
                    self.fault(
                        path,
                        f"{key} = {value!r} cannot be in {kind}",
                        f"Knights here: {', '.join(order)}.",
                    )
                    break
                values[key] = value
            else:
                strays = set(entry) - {"kind", *_PENDING}
                if strays:
                    self.fault(path, f"{kind} has no key {min(strays)!r}", f"Keys: {', '.join(_PENDING)}.")
                else:
                    found.append(Pending(str(kind), **values))
        return tuple(found)

    # ---------------------------------------------------------------- the whole
    def check(self, state: Position) -> None:
        """What only the whole situation shows: a card in two places, a Knight where he cannot be."""
        self.check_cards(state)
        names: dict[str, str] = {}
        for name, area in zip(AREAS, state.areas, strict=True):
            if area.tile is not None and area.tile.name:
                if area.tile.name in names:
                    self.fault(
                        ("areas", name),
                        f"{area.tile.name} lies at {names[area.tile.name]} already",
                        "Each named area is there once.",
                    )
                names[area.tile.name] = name
        if state.winners and not state.over:
            self.fault(("winners",), "somebody has won, but the game is not over", "Write over = true.")
        if state.knights and state.mover.out and not state.pending and not state.over:
            self.fault(
                ("turn",), f"{state.turn} is out of the game and has no turn", "Give the turn to a Knight in play."
            )
        for knight in state.knights:
            self.check_knight(state, knight)
        if not self.faults:
            for number, waiting in enumerate(state.pending, start=1):
                what = waiting_fault(state, waiting, number == len(state.pending))
                if what is not None:
                    self.fault(("pending",), f"entry {number}: {what}", "Mend it, or leave pending out.")

    def check_knight(self, state: Position, knight: Knight) -> None:
        path = ("knights", knight.id)
        area = state.area(knight.at)
        if knight.inside and not area.has_inside:
            self.fault((*path, "inside"), f"{knight.at} is neither Cave nor Island", "Leave inside out.")
        if knight.imprisoned and knight.at != TOWER:
            self.fault((*path, "at"), "a prisoner is in the Tower", f'Write at = "{TOWER}".')
        if (
            knight.id == "britomart"
            and knight.fighting == "king"
            and not any(k.id in knight.partners and k.place == knight.place for k in state.knights)
        ):
            self.fault(
                (*path, "fighting"),
                "the King ignores Britomart when she is alone (king.ignores-britomart)",
                "Leave fighting out, or name a partner who is with her.",
            )
        if any(peace.knight == knight.id for peace in knight.at_peace):
            self.fault((*path, "at_peace"), "nobody jousts with himself", "Name another Knight.")
        undrawn_inside = knight.inside and area.has_inside and not area.drawn
        if undrawn_inside and knight.fighting in DENIZENS:
            self.fault((*path, "fighting"), f"nothing has been drawn inside {knight.at} yet", "Leave drawn out.")
        if undrawn_inside and state.turn == knight.id and state.moment != "start" and not state.pending:
            self.fault(
                (*path, "inside"),
                f"nothing has been drawn inside {knight.at} yet, though {knight.id} is there",
                'Leave drawn out, or write moment = "start".',
            )
        if not area.face_up and state.turn == knight.id and state.moment != "start" and not state.pending:
            self.fault(
                (*path, "at"),
                f"{knight.at} lies face down, and {knight.id} cannot have walked onto it",
                f'Say which card it is: [areas.{knight.at}] paths = "NESW"; or write moment = "start".',
            )
        if knight.fighting in KNIGHTS and knight.at == TOWER:
            self.fault(
                (*path, "fighting"), "the Tower is a sanctuary: no joust there (joust.tower)", "Leave fighting out."
            )
        if knight.fighting in DENIZENS and not area.face_up:
            self.fault(
                (*path, "fighting"), f"nobody fights on {knight.at}, which lies face down", "Say which card it is."
            )
        if knight.out and knight.fighting:
            self.fault((*path, "fighting"), "who is out of the game is in no fight", "Leave fighting out.")
        if area.has_inside and not knight.inside and knight.fighting in DENIZENS:
            self.fault((*path, "inside"), f"the denizens of {knight.at} are inside", "Write inside = true.")
        if (knight.imprisoned or knight.captured or knight.freed) and knight.fighting:
            self.fault(
                (*path, "fighting"), "a prisoner, a captive, or one just freed is in no fight", "Leave fighting out."
            )
        if (
            (knight.imprisoned or knight.captured)
            and state.turn == knight.id
            and state.moment != "start"
            and not state.pending
        ):
            self.fault(("moment",), "a prisoner's or captive's turn opens with his throw", 'Write moment = "start".')
        if knight.freed and "enchantress" not in area.denizens:
            self.fault((*path, "freed"), f"the Enchantress is not at {knight.at}", "Leave freed out.")
        if knight.king and knight.must_rescue:
            self.fault((*path, "must_rescue"), "a King is bound to no rescue (king.become)", "Leave must_rescue out.")
        if knight.out and (
            knight.things
            or knight.companions
            or knight.prowess_cards
            or knight.king
            or knight.horse
            or knight.grail
            or knight.blessing
        ):
            self.fault(path, "who is out of the game holds nothing (king.dethroned)", "Give his cards to the victor.")
        for person in knight.must_rescue:
            if any(person in k.prowess_cards for k in state.knights) or person in state.removed:
                self.fault((*path, "must_rescue"), f"{person} has been rescued or is out of the game", "Leave it out.")
        if knight.cave_turns > 3 or knight.prayer_turns > 2:
            self.fault(
                path,
                "three turns in the Cave, or of prayer, are enough",
                "Write at most cave_turns = 3, prayer_turns = 2.",
            )
        for partner in knight.partners:
            if any(k.id == partner and k.at != knight.at for k in state.knights):
                self.fault((*path, "partners"), f"{partner} is not at {knight.at}", "Partners are in one area.")
            if all(k.id != partner for k in state.knights):
                self.fault((*path, "partners"), f"{partner} has no seat", f"Knights here: {', '.join(state.order)}.")
        if knight.captured and "enchantress" not in area.denizens:
            self.fault(
                (*path, "captured"),
                f"the Enchantress is not at {knight.at} to hold him captive",
                f'Put her there: [areas.{knight.at}] denizens = ["enchantress"].',
            )
        foe = knight.fighting
        if foe is not None and foe in DENIZENS and not (is_challenger(foe) or foe == "prince"):
            self.fault(
                (*path, "fighting"),
                f"{name_of(foe)} does not fight (encounter.kinds)",
                "Name a denizen who challenges, the Prince, or a Knight.",
            )
        elif foe in DENIZENS and any(
            k.fighting == foe and k.place == knight.place and k.id != knight.id for k in state.knights
        ):
            self.fault(
                (*path, "fighting"),
                f"two Knights are in the fight with {name_of(foe)} (challenge.tie-closes-area)",
                "Let one fight, and name the other as his partner: partners = [...].",
            )
        if foe in DENIZENS and foe not in area.denizens:
            self.fault(
                (*path, "fighting"), f"the {name_of(foe)} is not at {knight.at}", "Put it there, or leave fighting out."
            )
        if foe in KNIGHTS:
            other = seated(state, foe)
            if other is None or other.place != knight.place or foe == knight.id or other.fighting != knight.id:
                self.fault(
                    (*path, "fighting"),
                    f"{name_of(foe)} is not there fighting {name_of(knight.id)}",
                    "Both of a tied joust are in one place and fight each other.",
                )
        if knight.king and knight.id == "britomart" and not switch(state.edition, "britomart-becomes-king"):
            self.fault((*path, "king"), f"by the {state.edition} rules Britomart never becomes King", "Leave king out.")
        if knight.id in knight.partners:
            self.fault((*path, "partners"), "a Knight is not his own partner", "Name another Knight.")

    def check_cards(self, state: Position) -> None:
        """Each small card in exactly one place; a thing and the denizen who gives it are one card."""
        card_of = {thing: denizen for denizen, thing in SAME_CARD.items()}
        places: dict[str, list[tuple[tuple[str, ...], str]]] = {}

        def note(card: str, path: tuple[str, ...]) -> None:
            places.setdefault(card_of.get(card, card), []).append((path, card))

        for name, area in zip(AREAS, state.areas, strict=True):
            for key in ("denizens", "things", "things_outside"):
                for card in getattr(area, key):
                    note(card, ("areas", name, key))
        for knight in state.knights:
            for key in ("things", "companions", "prowess_cards"):
                for card in getattr(knight, key):
                    note(card, ("knights", knight.id, key))
            for key, card in (("horse", "horse"), ("grail", "holy-grail"), ("blessing", "hermit"), ("king", "king")):
                if getattr(knight, key):
                    note(card, ("knights", knight.id, key))
        for card in state.removed:
            note(card, ("removed",))
        for waiting in state.pending:
            for card in waiting.drawn:
                note(card, ("pending",))
        for card, found in places.items():
            if len(found) > 1:
                others = " and ".join(self.where(*path).split(", ")[-1] for path, _ in found[:-1])
                called = " / ".join(dict.fromkeys(c for _, c in found))
                one = f" ({card} is the same card)" if len({c for _, c in found}) > 1 else ""
                self.fault(
                    found[-1][0],
                    f"the card {called}{one} is in {len(found)} places: also at {others}",
                    "Each card is in one place: take it out of the others.",
                )
            elif card in state.next_cards:
                self.fault(
                    ("next_cards",),
                    f"{card} cannot be drawn: it is at {self.where(*found[0][0])}",
                    "Take it off the stack.",
                )


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> Position:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    return opened(Reader(raw, text).read())
