"""The Wood of five columns and nine rows that both editions have, by the names tests know it by."""

from __future__ import annotations

from engine.mystic_wood.material.wood import TILES, wood_of

WOOD = wood_of("1980")
assert wood_of("2006") is WOOD
AREAS, INDEX, NEIGHBOURS, COLUMNS = WOOD.areas, WOOD.index, WOOD.neighbours, WOOD.columns
EARTHLY_GATE, TOWER, ENCHANTED_GATE = WOOD.earthly_gate, WOOD.tower, WOOD.enchanted_gate
half_of, corresponding_area, direction_between = WOOD.half_of, WOOD.corresponding_area, WOOD.direction_between
FIXED_TILES = {area: TILES[tile] for area, tile in WOOD.fixed.items()}
