"""Reading a written situation: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.mystic_wood.material.cards import CARDS, KNIGHTS, LOST_ONES
from engine.mystic_wood.material.ledger import default_edition
from engine.mystic_wood.material.wood import (
    EDGE,
    OPPOSITE,
    OWN_CARD,
    Tile,
    TileSet,
    Wood,
    canonical_paths,
    paths_as_it_lies,
    paths_fault,
    tiles_of,
    turned_paths,
)
from engine.mystic_wood.notation.checking import check
from engine.mystic_wood.notation.keys import (
    CARD,
    CONTENTS,
    DOCS,
    GRID,
    KNIGHT,
    PENDING,
    SEATS,
    TABLES,
    TOP,
    VARIANTS,
    area_known,
)
from engine.mystic_wood.position.table import Area, Knight, Pending, Position, empty_wood
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.mystic_wood.rules.judgement import opened
from engine.text.faults import shown
from engine.text.keyed import TomlReader, TomlTable
from engine.text.notation import seats

__all__ = ["VARIANTS", "default_rescue", "from_dict"]

#: The keys read one by one; order and pending are read by themselves.
_PLAIN = tuple(key for key in TOP if key.name not in ("order", "pending"))
_NAMED = tuple(area for area in CARDS.areas if area != "tower")


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> Position:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = TomlReader(text, more=DOCS)
    top = reading.table(raw)
    top.only((*(key.name for key in TOP), *TABLES))
    order, knight_tables = seats(top, KNIGHTS, "Knight")
    if len(order) > 4:
        reading.fault(("order",), f"{len(order)} Knights play", "At most four play (setup.players).", "too-many")
    seated = order or KNIGHTS
    reading.groups |= {SEATS: seated, "kinds": tuple(DECISIONS)}
    values = top.values(_PLAIN)
    turn = values["turn"] or seated[0]
    edition = values["edition"] or default_edition()
    tiles = tiles_of(edition)
    reading.groups[GRID] = tiles.wood.areas
    areas = _areas(reading, top, turn, edition)
    knights = [_knight(reading, tiles.wood, name, knight_tables.get(name), areas) for name in order]
    _open_way_back(reading, knights, areas, tiles)
    knights = _defended(tiles.wood, _mutual(knights), areas, turn, values["moment"])
    state = _assembled(values, turn, areas, knights, _pending(top))
    check(reading, state)
    reading.finish()
    return opened(state)


def _assembled(
    values: Mapping[str, Any], turn: str, areas: Sequence[Area], knights: Sequence[Knight], pending: tuple[Pending, ...]
) -> Position:
    """The one place where what was read becomes a state."""
    stayed = values["stayed"]
    return Position(
        edition=values["edition"] or default_edition(),
        areas=tuple(areas),
        knights=tuple(knights),
        turn=turn,
        moment=values["moment"],
        pending=pending,
        variants=values["variants"],
        removed=values["removed"],
        next_cards=values["next_cards"],
        stayed=values["moment"] != "arrived" if stayed is None else stayed,
        powers=values["powers"],
        over=values["over"],
        winners=values["winners"],
    )


# ------------------------------------------------------------------ areas


def _areas(reading: TomlReader, top: TomlTable, turn: str, edition: str) -> list[Area]:
    tiles = tiles_of(edition)
    areas = list(empty_wood(edition))
    tables: dict[str, TomlTable] = {}
    for name, table in top.named("areas").items():
        if area_known(reading, tiles.wood, table.path, name, f"{shown(name)} is no area of the grid"):
            table.only(key.name for key in (*CARD, *CONTENTS))
            tables[name] = table
    used: set[str] = set()
    found: dict[str, Tile | None] = {}
    for name, table in tables.items():  # cards named by id are taken before those described
        if "tile" in table:
            found[name] = _tile_by_id(name, table, used, tiles)
    for name, table in tables.items():
        if "paths" in table and "tile" not in table:
            found[name] = _tile_by_paths(name, table, used, tiles)
        elif "name" in table and "tile" not in table and name not in tiles.wood.fixed:
            found[name] = _tile_by_name(name, table, used, tiles)
    for name, table in tables.items():
        areas[tiles.wood.index[name]] = _area(tiles.wood, name, table, tiles.fixed_at(name) or found.get(name), turn)
    return areas


def _tile_by_id(name: str, table: TomlTable, used: set[str], tiles: TileSet) -> Tile | None:
    tile_id = table.one_of("tile", tuple(tiles.tiles))
    if tile_id is None:
        return None
    tile = tiles.tiles[tile_id]
    half = tiles.wood.half_of(name)
    if tile.fixed or name in tiles.wood.fixed:
        if tiles.fixed_at(name) is tile:
            return tile
        what = f"{tile.id} cannot lie at {name}"
        table.fault("tile", what, f"Gates and Tower have their places: {', '.join(tiles.wood.fixed)}.", "wrong-place")
        return None
    if tile.half != half:
        what = f"{tile.id} is of the {tile.half} wood and {name} lies in the {half}"
        table.fault("tile", what, f"Take a card of the {half} wood.", "wrong-half")
        return None
    if tile.id in used:
        table.fault("tile", f"the card {tile.id} lies in two places", "Each area card is there once.", "twice")
        return None
    used.add(tile.id)
    lies = paths_as_it_lies(tile.paths, table.raw.get("turned") is True)
    written = {"paths": table.raw.get("paths"), "name": table.raw.get("name"), "glade": table.raw.get("glade")}
    if isinstance(written["paths"], str):
        written["paths"] = canonical_paths(written["paths"])
    for key, right in (("paths", lies), ("name", tile.name), ("glade", tile.glade)):
        if key in table and written[key] != right:
            table.fault(key, f"{key} does not fit the card {tile.id}", f"Leave {key} out.", "no-fit")
    return tile


def _tile_by_paths(name: str, table: TomlTable, used: set[str], tiles: TileSet) -> Tile | None:
    paths = table.raw["paths"]
    fixed = tiles.fixed_at(name)
    if fixed is not None:
        if not isinstance(paths, str) or canonical_paths(paths) != fixed.paths:
            table.fault("paths", f"the paths of {name} are fixed: {fixed.paths}", "Leave paths out.", "no-fit")
        return fixed
    wrong = paths_fault(paths)
    if wrong is not None:
        table.fault("paths", *wrong, "bad-paths")
        return None
    title = table.one_of("name", _NAMED)
    if title is None and "name" in table:
        return None
    half = tiles.wood.half_of(name)
    _named_area(name, half, table, title)
    glade = table.flag("glade", title != "fountain")
    paths = paths_as_it_lies(canonical_paths(paths), table.raw.get("turned") is True)
    if not table.flag("own"):
        for tile in tiles.tiles.values():
            same = (tile.half, tile.paths, tile.name, tile.glade) == (half, paths, title, glade)
            if same and not tile.fixed and tile.id not in used:
                used.add(tile.id)
                return tile
    return Tile(OWN_CARD, half, paths, title, glade)


def _tile_by_name(name: str, table: TomlTable, used: set[str], tiles: TileSet) -> Tile | None:
    """The card of the tile set that bears this name."""
    title = table.one_of("name", _NAMED)
    if title is None:
        return None
    _named_area(name, tiles.wood.half_of(name), table, title)
    tile = next(tile for tile in tiles.tiles.values() if tile.name == title)
    if tile.id in used:
        table.fault(
            "name", f"the card {tile.id}, {title}, lies in two places", "Each area card is there once.", "twice"
        )
    used.add(tile.id)
    return tile


def _named_area(name: str, half: str, table: TomlTable, title: str | None) -> None:
    """A named area lies in its own wood, and all but the Fountain are glades."""
    if title is None:
        return
    if CARDS.areas[title].half not in (None, half):
        what = f"{title} is of the {CARDS.areas[title].half} wood and {name} lies in the {half}"
        table.fault("name", what, f"Put it into the {CARDS.areas[title].half} wood.", "wrong-half")
    if "glade" in table and table.raw["glade"] is (title == "fountain"):
        what = "the Fountain is no glade" if title == "fountain" else f"{title} is a glade"
        table.fault("glade", what, "Leave glade out.", "bad-glade")


def _how_it_lies(wood: Wood, name: str, table: TomlTable, tile: Tile | None) -> tuple[bool, bool, bool]:
    """Whether the card lies face up, is turned, and has had its small card drawn."""
    fixed = name in wood.fixed
    face = table.one_of("face", ("up", "down"))
    card_named = "tile" in table or "paths" in table or "name" in table
    if face == "up" and tile is None and not card_named:
        what = f"{name} lies face up, but it is not said which card it is"
        table.fault("face", what, "Add tile or paths.", "missing")
    if fixed and (table.raw.get("name") or table.raw.get("glade")):
        table.fault("", "Gates and Tower are what they are, and no glades", "Leave name and glade out.", "no-fit")
    elif not card_named:
        for key in ("glade", "own", "turned"):
            if key in table and table.raw[key] is not False:
                table.fault(key, f"{key} says nothing without the card", "Add tile or paths.", "missing")
    if fixed and face == "down":
        table.fault("face", "Gates and Tower always lie face up", "Leave face out.", "no-fit")
    up = fixed or (tile is not None and face != "down")
    turned = table.flag("turned") and tile is not None
    if turned and tile is not None and not tile.arrow:
        what = "an area without an arrow is never turned (wood.arrow)"
        table.fault("turned", what, "Leave turned out.", "no-fit")
        turned = False
    if turned and not up:
        what = "a card that has not been revealed has not been turned"
        table.fault("turned", what, "Leave turned out.", "no-fit")
    drawn = table.flag("drawn", up)
    if drawn and not up:
        table.fault("drawn", "nothing is drawn for a face-down area", "Leave drawn out.", "no-fit")
    return up, turned, drawn or (up and tile is not None and not tile.glade)


def _area(wood: Wood, name: str, table: TomlTable, tile: Tile | None, turn: str) -> Area:
    up, turned, drawn = _how_it_lies(wood, name, table, tile)
    held = table.values(CONTENTS)
    if name == wood.tower and set(held["denizens"]) - {"horse"}:
        what = "no denizen is ever in the Tower but the Horse (tower.no-denizens)"
        table.fault("denizens", what, "Put them elsewhere.", "no-fit")
    if held["storm"] and name == wood.tower:
        what = "no storm is directed to the Tower (tower.powers)"
        table.fault("storm", what, "Leave storm out.", "no-fit")
    if held["storm"]:
        held["storm_by"] = held["storm_by"] or turn
    for key in ("storm_by", "storm_fresh", "storm_open"):
        if held[key] and not held["storm"]:
            table.fault(key, "there is no storm", "Write storm = 3, or leave it out.", "no-fit")
    for card, _ in held["hidden"]:
        if card not in held["denizens"]:
            what = f"{shown(card)} does not lie at {name}"
            table.fault("hidden", what, "Hide only denizens listed there.", "no-fit")
    if held["things_outside"] and not (up and tile is not None and tile.name in ("cave", "island")):
        table.fault("things_outside", f"{name} has no outside", "Write things = [...].", "no-fit")
    if held["seen"] and (up or tile is None):
        what = "who has looked at it says something of a known card that lies face down"
        table.fault("seen", what, 'Write tile or paths and face = "down", or leave seen out.', "no-fit")
    return Area(tile, up, turned, drawn, **held)


# ------------------------------------------------------------------ Knights


def default_rescue(wood: Wood, areas: Sequence[Area], knight: Knight) -> tuple[str, ...]:
    """Whom a Knight must rescue when a situation does not say: who is with him, or lies where he is."""
    if knight.king or knight.at == wood.tower:
        return tuple(p for p in LOST_ONES if p in knight.companions and not knight.king)
    here = areas[wood.index[knight.at]].denizens if knight.at in wood.index else ()
    return tuple(p for p in LOST_ONES if p in knight.companions or p in here)


def _knight(reading: TomlReader, wood: Wood, name: str, written: TomlTable | None, areas: list[Area]) -> Knight:
    table = written or reading.table({}, "knights", name)
    table.only(("at", *(key.name for key in KNIGHT)))
    values = table.values(KNIGHT)
    at = table.raw.get("at", wood.tower if values["imprisoned"] else wood.earthly_gate)
    if not area_known(reading, wood, (*table.path, "at"), at, f"at = {shown(at)} is off the grid"):
        at = wood.earthly_gate
    back = values["came_from"]
    beside = wood.neighbours[at].values()
    if back is not None and back not in beside:
        what = f"{shown(back)} is not next to {at}"
        table.fault("came_from", what, f"Name one of: {', '.join(beside)}.", "no-fit")
        values["came_from"] = None
    knight = Knight(name, at, **values)
    return knight if "must_rescue" in table else knight._replace(must_rescue=default_rescue(wood, areas, knight))


def _open_way_back(reading: TomlReader, knights: list[Knight], areas: list[Area], tiles: TileSet) -> None:
    """The area a Knight came from need not be listed: it then is the first unused plain card a path leads to."""
    wood = tiles.wood
    for knight in knights:
        back = knight.came_from
        if back is None:
            continue
        direction = wood.direction_between(knight.at, back) or "south"
        here, there = areas[wood.index[knight.at]], areas[wood.index[back]]
        if here.face_up and EDGE[direction] not in here.paths:
            if here.tile is not None and not (here.tile.arrow and EDGE[direction] in turned_paths(here.paths)):
                what = f"no path leads from {knight.at} back to {back}"
                path = ("knights", knight.id, "came_from")
                reading.fault(path, what, f"{knight.at} has paths {here.paths}.", "no-fit")
        elif not there.face_up and there.tile is None:
            tile = _plain_card(areas, back, EDGE[OPPOSITE[direction]], tiles)
            if tile is not None:
                areas[wood.index[back]] = there._replace(tile=tile, face_up=True, drawn=True)


def _plain_card(areas: list[Area], name: str, edge: str, tiles: TileSet) -> Tile | None:
    """The first unused card without a name for this area with a path to that edge, one that is no glade if there is one."""
    used = {area.tile.id for area in areas if area.tile is not None}
    fitting = [
        tile
        for tile in tiles.tiles.values()
        if tile.half == tiles.wood.half_of(name)
        and not tile.fixed
        and tile.id not in used
        and not tile.name
        and edge in tile.paths
    ]
    return min(fitting, key=lambda tile: tile.glade, default=None)


def _mutual(knights: list[Knight]) -> list[Knight]:
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


def _defended(wood: Wood, knights: list[Knight], areas: list[Area], turn: str, moment: str) -> list[Knight]:
    """Who has just walked into the Castle found the others there before him (`area.castle-defender`)."""
    here = [k for k in knights if areas[wood.index[k.at]].name == "castle"]
    newcomer = next((k for k in here if k.id == turn), None)
    if moment != "arrived" or newcomer is None or len(here) < 2 or any(k.castle_rank for k in here):
        return knights
    together = {turn, *newcomer.partners}
    return [k._replace(castle_rank=2 if k.id in together else 1) if k in here else k for k in knights]


# ------------------------------------------------------------------ what waits


def _pending(top: TomlTable) -> tuple[Pending, ...]:
    found = []
    for entry in top.tables("pending", '{ kind = "challenge", knight = "george", of = "orc" }'):
        entry.path = ("pending",)
        if "kind" not in entry:
            what = f"{shown(dict(entry.raw))} does not say what waits"
            entry.fault("", what, 'Write kind = "challenge" or the like.', "missing")
            continue
        values = entry.all(PENDING)
        if values["kind"] is not None:
            found.append(Pending(**values))
    return tuple(found)
